"""Moves: an ordered stencil of ``(d_row, d_column)`` with a corner rule, and its legal-move table.

The order breaks ties in every algorithm, so every answer is the same on every run.  The table
combines walls, the border, the corner rule and one-way cells in one bit mask per cell: bit *m* of
``moves_of_cell[v]`` is set if move *m* is legal in cell *v*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import index
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, MovesError, UnknownChoiceError

Corners = Literal["both", "one", "none"]

SQRT2 = 2**0.5
CORNER_RULES = ("both", "one", "none")
MAX_MOVES = 32
BAND_CELLS = 1 << 18
MAX_REACH = 1_000_000  # of one move, in rows or columns: flat offsets stay far below 2**63

_LEAPER = re.compile(r"([0-9]{1,7})\s*,\s*([0-9]{1,7})")
_LETTERS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def _pairs(deltas: Iterable[Iterable[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((index(d_row), index(d_column)) for d_row, d_column in deltas)


@dataclass(frozen=True, slots=True)
class Moves:
    """An ordered stencil of moves, each ``(d_row, d_column)``.

    Parameters
    ----------
    deltas : iterable of (int, int)
        At most 32 different moves, in tie-break order.
    corners : {"both", "one", "none"}
        Which of the two cells beside a diagonal step of one cell must be open: both (no corner
        cutting, the rule of the MovingAI benchmark), at least one, or none.

    Raises
    ------
    MovesError, UnknownChoiceError
        If the stencil is empty, too large, repeats a move or stands still.

    Examples
    --------
    >>> Moves([(0, 1), (1, 0)]).names
    ('R', 'D')
    >>> KING.with_corners("none") == KING
    False

    """

    deltas: tuple[tuple[int, int], ...]
    corners: Corners = "both"
    name: str = field(default="custom", compare=False)

    if TYPE_CHECKING:  # the argument may be any iterable; the attribute is a tuple of tuples

        def __init__(
            self, deltas: Iterable[Iterable[int]], corners: Corners = "both", name: str = "custom"
        ) -> None: ...

    def __post_init__(self) -> None:
        try:
            deltas = _pairs(self.deltas)
        except (TypeError, ValueError):
            raise MovesError(f"moves={self.deltas!r} must be pairs (d_row, d_column) of integers") from None
        object.__setattr__(self, "deltas", deltas)
        if not 1 <= len(deltas) <= MAX_MOVES:
            raise MovesError(f"a stencil has 1 to {MAX_MOVES} moves; this one has {len(deltas)}")
        if len(set(deltas)) < len(deltas):
            raise MovesError(f"a stencil lists each move once; {deltas} repeats one")
        if (0, 0) in deltas:
            raise MovesError("the move (0, 0) stands still; a move must leave its cell")
        if max(abs(part) for delta in deltas for part in delta) > MAX_REACH:
            raise MovesError(f"a move may reach {MAX_REACH:,} rows or columns at most")
        UnknownChoiceError.check("corners", self.corners, CORNER_RULES)

    def __len__(self) -> int:
        return len(self.deltas)

    @property
    def names(self) -> tuple[str, ...]:
        """The moves in letters, as `ordered` takes them: ``D`` down, ``UR`` diagonal, ``DDR`` a knight's."""
        return tuple(letters_of(d_row, d_column) for d_row, d_column in self.deltas)

    @property
    def symmetric(self) -> bool:
        """Whether every move has a reverse move."""
        return {(-d_row, -d_column) for d_row, d_column in self.deltas} == set(self.deltas)

    @property
    def leap(self) -> bool:
        """Whether some move goes farther than to a neighbouring cell, as a knight's does."""
        return any(max(abs(d_row), abs(d_column)) > 1 for d_row, d_column in self.deltas)

    @property
    def has_diagonals(self) -> bool:
        """Whether a diagonal step of one cell, which costs the square root of 2, is among the moves."""
        return any(abs(d_row) == abs(d_column) == 1 for d_row, d_column in self.deltas)

    @property
    def cost_of_move(self) -> NDArray[np.float64]:
        """The cost of each move without cell costs: the square root of 2 for a diagonal step, else 1."""
        diagonal = [abs(d_row) == abs(d_column) == 1 for d_row, d_column in self.deltas]
        return np.where(diagonal, SQRT2, 1.0)

    def with_corners(self, corners: Corners) -> Moves:
        """Return the same stencil under another corner rule."""
        return replace(self, corners=corners)

    def ordered(self, order: str | Iterable[tuple[int, int]]) -> Moves:
        """Return the same moves in another order, given as deltas or in letters.

        Letters are ``U``, ``D``, ``L``, ``R``; moves of several letters are separated by commas.

        >>> ROOK.ordered("DRUL").deltas
        ((1, 0), (0, 1), (-1, 0), (0, -1))
        """
        if isinstance(order, str):
            deltas = tuple(_deltas_from_letters(order))
        else:
            try:
                deltas = _pairs(order)
            except (TypeError, ValueError):
                deltas = ()
        if sorted(deltas) != sorted(self.deltas):
            raise MovesError(
                f"must name each of the {len(self)} moves once: {','.join(self.names)}", ("order", order)
            )
        return replace(self, deltas=deltas)


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


ROOK = Moves(((-1, 0), (0, 1), (1, 0), (0, -1)), name="rook")
KING = Moves(
    ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)),
    name="king",
)
KNIGHT = Moves(
    ((-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2)),
    name="knight",
)
KING_STEPS = frozenset(KING.deltas)
# Read by `parse_moves`, the command line and the page of the viewer.
NAMED_MOVES = {moves.name: moves for moves in (ROOK, KING, KNIGHT)}


def letters_of(d_row: int, d_column: int) -> str:
    """Return a move in letters: ``D`` down, ``UR`` diagonal, ``DDR`` a knight's."""
    return ("U" * -d_row or "D" * d_row) + ("L" * -d_column or "R" * d_column)


def parse_moves(text: str) -> Moves:
    """Return the moves that *text* names.

    *text* is a name (``rook``, ``king`` ...), a leaper ``A,B``, or letters such as ``U,D,DDR``.

    >>> parse_moves("1,2") == KNIGHT, parse_moves("R,D").deltas
    (True, ((0, 1), (1, 0)))
    """
    word = text.strip().lower() if isinstance(text, str) else ""
    if word in NAMED_MOVES:
        return NAMED_MOVES[word]
    if numbers := _LEAPER.fullmatch(word):
        return leaper(int(numbers[1]), int(numbers[2]))
    if word and set(word.upper()) <= set(_LETTERS) | {",", " "}:
        return Moves(tuple(_deltas_from_letters(text)))
    raise UnknownChoiceError("moves", text, (*NAMED_MOVES, "A,B", "letters such as U,D,DDR"))


def _deltas_from_letters(text: str) -> list[tuple[int, int]]:
    letters = text.upper().replace(" ", "")
    if unknown := set(letters) - set(_LETTERS) - {","}:
        raise MovesError(f"{text!r} has {sorted(unknown)[0]!r}; the letters are U, D, L, R")
    return [
        (
            sum(_LETTERS[letter][0] for letter in token),
            sum(_LETTERS[letter][1] for letter in token),
        )
        for token in (letters.split(",") if "," in letters else letters)
    ]


def legal_moves(
    open_cells: NDArray[np.bool_], moves: Moves, one_way: Mapping[Cell, tuple[int, int]]
) -> NDArray[np.uint8] | NDArray[np.uint32]:
    """Return ``moves_of_cell``, flat: uint8 for at most 8 moves, uint32 above."""
    rows, columns = open_cells.shape
    table = np.zeros(open_cells.shape, np.uint8 if len(moves) <= 8 else np.uint32)
    cells = open_cells.view(np.uint8)
    band = max(1, BAND_CELLS // columns)  # so many rows fit in the cache of a processor
    for first in range(0, rows, band):
        for m, (d_row, d_column) in enumerate(moves.deltas):
            # The cells where the move stays on the board, and the cells it leads to.
            top, bottom = max(first, -d_row), min(first + band, rows, rows - d_row)
            left, right = max(0, -d_column), min(columns, columns - d_column)
            if top >= bottom or left >= right:
                continue
            here = np.s_[top:bottom, left:right]
            below = slice(top + d_row, bottom + d_row)
            aside = slice(left + d_column, right + d_column)
            legal = cells[here] & cells[below, aside]
            if abs(d_row) == abs(d_column) == 1 and moves.corners != "none":
                beside, ahead = cells[below, left:right], cells[top:bottom, aside]
                legal &= (beside & ahead) if moves.corners == "both" else (beside | ahead)
            table[here] |= np.left_shift(legal, m, dtype=table.dtype)
    for cell, delta in one_way.items():
        table[cell] &= table.dtype.type(1 << moves.deltas.index(delta))
    flat = table.reshape(-1)
    flat.flags.writeable = False
    return flat
