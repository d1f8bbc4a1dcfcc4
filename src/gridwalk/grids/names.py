"""The cells of a grid, as people name them: checked, and as flat indices.

Moves by name: leapers, and riders, which slide as far as nothing is in the way.

A rider is a stencil of multiples of some steps (`Moves.slides`).  Each move counts as one, however far it
goes, and costs as much.  The piece called rook in gridwalk takes one step; the rook of chess is
``rider((0, 1), (1, 0), (0, -1), (-1, 0), reach=7)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    BoardArrayError,
    Cell,
    CellNameError,
    MovesError,
    UnknownChoiceError,
    WallCellError,
)
from gridwalk.grids.cells import CellLike, as_cell, is_one_cell
from gridwalk.grids.checks import checked_number
from gridwalk.grids.moves import KING, KNIGHT, MAX_MOVES, NAMED_MOVES, Moves, deltas_from_letters


class NamedCells:
    """What finds open cells by their names."""

    open_cells: NDArray[np.bool_]
    shape: tuple[int, int]
    rows: int
    columns: int

    def index(self, cell: CellLike, name: str = "cell") -> int:
        """Return the flat index ``row * columns + column`` of *cell*."""
        row, column = as_cell(cell, self.shape, name)
        return row * self.columns + column

    def place_of(self, cell: tuple[Any, ...]) -> int | None:
        """Return the flat index of *cell* if it is two plain integers, and an open cell; else None."""
        if len(cell) == 2:
            row, column = cell
            columns = self.columns
            if type(row) is type(column) is int and 0 <= column < columns and 0 <= row < self.rows:
                v = row * columns + column
                if self._open_bytes[v]:
                    return v
        return None

    @cached_property
    def _open_bytes(self) -> memoryview:
        """Whether each cell is open, flat, looked up faster than in an array."""
        return self.open_cells.reshape(-1).data

    def open_cell(self, cell: CellLike, name: str = "cell") -> Cell:
        """Return *cell* as ``(row, column)``; raise an error unless it is an open cell of the board."""
        if type(cell) is tuple and self.place_of(cell) is not None:
            return cell  # most calls take this branch, at a third of the time
        row, column = as_cell(cell, self.shape, name)
        if not self.open_cells[row, column]:
            swapped = column < self.rows and row < self.columns and bool(self.open_cells[column, row])
            raise WallCellError(name, (row, column), swapped, cell if isinstance(cell, str) else None)
        return row, column

    def open_cells_of(self, cells: Iterable[CellLike], name: str) -> tuple[Cell, ...]:
        """Return *cells*, one or several, as `open_cell` does, in reading order without repeats."""
        if (type(cells) is tuple and cells and type(cells[0]) is int) or is_one_cell(cells):
            return (self.open_cell(cells, name),)
        try:
            listed = list(cells)
        except TypeError:
            raise CellNameError(name, cells) from None
        if not listed:
            raise BoardArrayError(f"{name} must name at least one cell")
        return tuple(sorted({self.open_cell(cell, name) for cell in listed}))


_LEAPER = re.compile(r"([0-9]{1,7})[ \t]*,[ \t]*([0-9]{1,7})")
_RIDER = re.compile(r"(queen|bishop|amazon):([0-9]{1,7})")
_LETTERS = frozenset("UDLR, ")


def leaper(a: int, b: int) -> Moves:
    """Return the (a, b)-leaper: a knight is the (1, 2)-leaper.  Clockwise from the upper left.

    >>> leaper(1, 2) == KNIGHT, len(leaper(0, 2)), len(leaper(1, 1))
    (True, 4, 4)
    """
    try:
        a, b = index(a), index(b)
    except TypeError:
        raise MovesError(f"a leaper needs two whole numbers, not {a!r} and {b!r}") from None
    around = {(row, column) for p, q in ((a, b), (b, a)) for row in (p, -p) for column in (q, -q)}
    clockwise = sorted(around, key=lambda d: (np.arctan2(d[1], -d[0]) + np.pi / 4) % (2 * np.pi))
    return Moves(tuple(clockwise), name=f"{a},{b}")


def rider(*steps: tuple[int, int], reach: int, name: str = "rider") -> Moves:
    """Return the moves of a piece that slides along *steps*, up to *reach* of them, until something stops it.

    Parameters
    ----------
    *steps : (int, int)
        Its directions, in tie-break order; the nearer of the cells in a direction comes first.
    reach : int
        How many steps a move has at most: one less than the longer side lets it cross a board.
    name : str
        What `repr` and answers call it.

    Raises
    ------
    MovesError
        If these are more than 62 moves.

    Notes
    -----
    A move is legal where every step of it is: cells between are open, no wall stops a straight step, and the
    corner rule (here none, as in chess) is kept.  A one-way cell is only left by its own moves.

    >>> rook_of_chess = rider((-1, 0), (0, 1), (1, 0), (0, -1), reach=7)
    >>> len(rook_of_chess), rook_of_chess.slides
    (28, True)
    """
    reach = checked_number(reach, "reach", 1)
    if len(steps) * reach > MAX_MOVES:
        raise MovesError(
            f"{len(steps)} directions and a reach of {reach} make {len(steps) * reach} moves; "
            f"at most {MAX_MOVES}, a reach of {MAX_MOVES // len(steps)}"
        )
    moves = Moves(steps, name=name)  # checks them
    deltas = [(k * row, k * column) for row, column in moves.deltas for k in range(1, reach + 1)]
    return Moves(deltas, corners="none", name=name, slides=True)


def queen(reach: int = 7) -> Moves:
    """Return the moves of a chess queen that slides up to *reach* cells; 7 cross a chessboard.

    >>> len(queen()), queen(3) == parse_moves("queen:3")
    (56, True)
    """
    return rider(*KING.deltas, reach=reach, name=f"queen:{reach}")


def bishop(reach: int = 7) -> Moves:
    """Return the moves of a chess bishop that slides up to *reach* cells."""
    return rider(*KING.deltas[1::2], reach=reach, name=f"bishop:{reach}")


def amazon(reach: int = 6) -> Moves:
    """Return the moves of queen and knight together; the queen slides up to *reach* cells.

    >>> len(amazon())
    56
    """
    if checked_number(reach, "reach", 1) > 6:
        raise MovesError(
            f"an amazon that slides {reach} cells has more than {MAX_MOVES} moves; 6 cells are most"
        )
    queens = rider(*KING.deltas, reach=reach)
    return Moves((*queens.deltas, *KNIGHT.deltas), corners="none", name=f"amazon:{reach}", slides=True)


RIDERS = {"queen": queen, "bishop": bishop, "amazon": amazon}


def parse_moves(text: str, shape: tuple[int, int] | None = None) -> Moves:
    """Return the moves that *text* names.

    Parameters
    ----------
    text : str
        A name (``rook``, ``king`` ...), a rider with its reach (``queen:7``), a leaper ``A,B``, or letters
        such as ``U,D,DDR``.
    shape : (int, int), optional
        The rows and columns of a board: a rider without a reach (``queen``) crosses it.

    Raises
    ------
    MovesError, UnknownChoiceError
        If there are no such moves, too many, or a rider has neither reach nor board.

    >>> parse_moves("1,2") == KNIGHT, parse_moves("R,D").deltas
    (True, ((0, 1), (1, 0)))
    >>> parse_moves("queen", shape=(5, 8)) == queen(7)
    True
    """
    word = text.strip(" \t\r\n").lower() if isinstance(text, str) else ""
    if word in NAMED_MOVES:
        return NAMED_MOVES[word]
    if found := _RIDER.fullmatch(word):
        return RIDERS[found[1]](int(found[2]))
    if word in RIDERS and shape is not None:
        side = min(shape) if word == "bishop" else max(shape)  # the one that ends a slide
        return RIDERS[word](max(1, side - 1))
    if word in RIDERS:
        raise MovesError(f"say how far a {word} slides: {word}:7 crosses a board of 8 x 8")
    if numbers := _LEAPER.fullmatch(word):
        return leaper(int(numbers[1]), int(numbers[2]))
    if word and set(word.upper()) <= _LETTERS:
        return Moves(tuple(deltas_from_letters(text)))
    raise UnknownChoiceError("moves", text, (*NAMED_MOVES, "queen:N", "A,B", "letters such as U,D,DDR"))
