"""Cells and their names: ``(row, column)``, flat index, chess square; and the cells of a grid by their names.

A cell's flat index is ``v = row * columns + column``.  A square name counts columns in
letters from the left (a, b, ..., z, aa, ...) and ranks from the bottom (1, 2, ...).
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from numbers import Number
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    BoardArrayError,
    Cell,
    CellNameError,
    OutsideBoardError,
    WallCellError,
)
from gridwalk.grids.checks import plain_array
from gridwalk.grids.moves import Moves
from gridwalk.kernels.codes import NONE

CellLike = Any  # (row, column), "row,column" or a square name; `as_cell` checks it
_PAIR = re.compile(r"\s*[(\[]?\s*(-?\d{1,9})\s*[,;\s]\s*(-?\d{1,9})\s*[)\]]?\s*")
_SQUARE = re.compile(r"\s*([a-z]{1,4})(\d{1,9})\s*", re.IGNORECASE | re.ASCII)


def as_cell(value: CellLike, shape: tuple[int, int], name: str) -> Cell:
    """Return *value* as a cell ``(row, column)`` of a board of that *shape*.

    >>> as_cell("a1", (8, 8), "start"), as_cell("0,3", (8, 8), "start"), as_cell((2, 1), (8, 8), "start")
    ((7, 0), (0, 3), (2, 1))
    """
    if type(shape) is not tuple:  # of a board of levels, which knows their cells
        found: Cell = shape.cell(value, name)  # type: ignore[attr-defined]
        return found
    if isinstance(value, str):
        row, column = _from_text(value, shape, name)
    else:
        try:
            row, column = value
            if type(row) is bool or type(column) is bool:  # a row of a mask with two columns
                raise TypeError
            row, column = operator.index(row), operator.index(column)
        except (TypeError, ValueError):
            raise CellNameError(name, value) from None
    if not (0 <= row < shape[0] and 0 <= column < shape[1]):
        raise OutsideBoardError(name, (row, column), shape, value if isinstance(value, str) else None)
    return row, column


def is_one_cell(cells: Any) -> bool:
    """Whether these are meant as one cell, if perhaps a wrong one, and not as several."""
    if isinstance(cells, str):
        return True
    # A sequence of numbers is meant as one cell, even a wrong one such as (1, 2, 3).
    if isinstance(cells, np.ndarray) and cells.ndim == 0:
        return True
    return isinstance(cells, tuple | list | np.ndarray) and len(cells) > 0 and isinstance(cells[0], Number)


def _from_text(text: str, shape: tuple[int, int], name: str) -> Cell:
    if pair := _PAIR.fullmatch(text):
        return int(pair[1]), int(pair[2])
    if square := _SQUARE.fullmatch(text):
        column = 0
        for letter in square[1].lower():
            column = column * 26 + ord(letter) - ord("a") + 1
        return shape[0] - int(square[2]), column - 1
    raise CellNameError(name, text)


def square_name(cell: Cell, rows: int) -> str:
    """Return the square name of *cell* on a board of *rows* rows: ``(7, 0)`` is ``"a1"`` on 8.

    >>> square_name((7, 0), 8), square_name((0, 27), 8)
    ('a1', 'ab8')
    """
    return f"{letter_of(cell[1])}{rows - cell[0]}"


def letter_of(number: int) -> str:
    """Return the letter with a *number*, from 0; two letters from 26 on: ``aa``."""
    letters, number = "", number + 1
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def letters_of_pairs(number: int) -> tuple[str, ...]:
    """Return the letters of that *number* of pairs of cells: A to Z, a to z, then AA, AB ..."""
    single = ascii_uppercase + ascii_lowercase
    return (*single[:number], *(letter_of(each - 26).upper() for each in range(len(single), number)))


def pairs_of(flat: Any, columns: int, size: int = 0) -> NDArray[np.int32]:
    """Return row and column of each of the *flat* cells, int32 of shape (n, 2); *size*: of the board.

    >>> pairs_of([0, 5], 4).tolist()
    [[0, 0], [1, 1]]
    """
    if not 0 < size <= len(flat):
        return np.stack(np.divmod(np.asarray(flat, np.int32), np.int32(columns)), axis=1)
    pairs = np.moveaxis(
        np.indices((size // columns, columns), np.int32), 0, -1
    )  # each looked up as one number
    found: NDArray[np.int32] = np.ascontiguousarray(pairs).view(np.int64).reshape(-1)[flat].view(np.int32)
    return found.reshape(-1, 2)


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

    def _pair_of(self, one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[int, int] | None:
        """Return the flat indices of two cells if they are plain integers, and open cells; else None."""
        if len(one) == len(other) == 2:
            (row, column), (to_row, to_column) = one, other
            columns, is_open = self._at_hand
            if (
                type(row) is type(column) is type(to_row) is type(to_column) is int
                and 0 <= column < columns
                and 0 <= row < self.rows
                and 0 <= to_column < columns
                and 0 <= to_row < self.rows
            ):
                u, v = row * columns + column, to_row * columns + to_column
                return (u, v) if is_open[u] and is_open[v] else None
        return None

    @cached_property
    def _at_hand(self) -> tuple[int, memoryview]:
        """The columns, and whether each cell is open, flat: looked up faster than in an array."""
        return self.columns, self.open_cells.reshape(-1).data

    def open_cell(self, cell: CellLike, name: str = "cell") -> Cell:
        """Return *cell* as ``(row, column)``; raise an error unless it is an open cell of the board."""
        if type(cell) is tuple and self._pair_of(cell, cell) is not None:
            return cell  # most calls take this branch, at a third of the time
        row, column = as_cell(cell, self.shape, name)
        if not self.open_cells[row, column]:
            if type(self.shape) is not tuple:
                raise WallCellError(name, self.shape.node((row, column)))  # type: ignore[attr-defined]
            swapped = column < self.rows and row < self.columns and bool(self.open_cells[column, row])
            raise WallCellError(name, (row, column), swapped, cell if isinstance(cell, str) else None)
        return row, column

    def _open_cells_of(self, cells: Iterable[CellLike], name: str, least: int = 1) -> tuple[Cell, ...]:
        """Return *cells*, one or several, as `open_cell` does, in reading order without repeats.

        An array of bool of the shape of the board names the cells where it is True.
        """
        if type(cells) is tuple and len(cells) == 1 and type(cells[0]) is tuple:
            return (self.open_cell(cells[0], name),)
        if isinstance(cells, np.ndarray) and cells.dtype == np.bool_:
            if cells.shape != self.open_cells.shape:
                shape = self.open_cells.shape
                raise BoardArrayError(
                    f"{name}: a mask has the shape of the board, {shape}, not {cells.shape}"
                )
            cells = np.argwhere(plain_array(cells, name, BoardArrayError)).tolist()
        if is_one_cell(cells):
            return (self.open_cell(cells, name),)
        try:
            listed = list(cells)
        except TypeError:
            raise CellNameError(name, cells) from None
        if len(listed) < least:
            raise BoardArrayError(f"{name} must name at least one cell")
        return tuple(sorted({self.open_cell(cell, name) for cell in listed}))


class Ground(NamedCells):
    """What engines ask of a board beside its cells and its table of legal moves; a network answers otherwise.

    A board is a ground, and so is what stands for a network (`gridwalk.grids.networkgrid`): the sets, the
    planner and the engines are the same for both.
    """

    moves: Moves
    costs: NDArray[Any] | None
    portals: tuple[Any, ...]
    levels: Any = None  # `gridwalk.grids.levels.Levels`, if there are several
    if TYPE_CHECKING:  # which the board has

        @property
        def _moves_of_cell(self) -> NDArray[Any]: ...
        @property
        def _delta_of_move(self) -> NDArray[np.int64]: ...

    _is_network = False
    _lengths_vary = False  # whether tours differ in length
    _length_of_place: NDArray[np.int64] | None = None  # what each place adds to the length; None: moves count
    _path_type: ClassVar[Any] = None  # the class of its paths; None: `Path`
    _cut: ClassVar[Any] = None  # what makes the grid without some places and moves; None: `GridWithout`

    @property
    def _has_jumps(self) -> bool:
        """Whether some moves have no direction: portals, and moves from a level to the next."""
        return bool(self.portals) or (self.levels is not None and self.levels.free)

    def has_move(self, u: CellLike, v: CellLike) -> bool:
        """Return whether a move leads from cell *u* to cell *v*.

        >>> from gridwalk import Board
        >>> Board.rectangle(2, 3).has_move((0, 0), (0, 1))
        True
        """
        (row, column), (to_row, to_column) = as_cell(u, self.shape, "u"), as_cell(v, self.shape, "v")
        step, mask = (to_row - row, to_column - column), int(self._moves_of_cell[row * self.columns + column])
        return any(mask >> m & 1 and delta == step for m, delta in enumerate(self.moves.deltas))

    @property
    def _passable(self) -> NDArray[np.bool_]:
        """Whether a path may enter each place, flat."""
        return self.open_cells.reshape(-1)

    @property
    def _ways_on(self) -> int:
        """The number of all legal moves."""
        return int(np.bitwise_count(self._moves_of_cell).sum())

    def _all_moves(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return all legal moves as flat cells, move by move."""
        table, tails, heads = self._moves_of_cell, [], []
        for m, delta in enumerate(self._delta_of_move.tolist()):
            u = np.flatnonzero(table >> table.dtype.type(m) & table.dtype.type(1)).astype(np.int64)
            tails.append(u)
            heads.append(u + delta)
        return np.concatenate(tails), np.concatenate(heads)

    def _moves_of_cells(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return all legal moves from cell to cell, also where paths have places between them."""
        return self._all_moves()

    def _cells_at(self, place: Cell) -> tuple[Cell, ...]:
        """Return the cells of a path that is in a place."""
        return (place,)

    def _places_between(self, cells: NDArray[np.int32], *, closed: bool) -> NDArray[np.int32]:
        """Return the flat places of a path of these flat cells."""
        return cells

    def _why_not_induced(self, *, closed: bool) -> str | None:
        """Return why induced paths or cycles are not known here; None: they are."""
        return None

    def _ranks_of_steps(self, tails: NDArray[Any], entered: NDArray[Any]) -> NDArray[Any]:
        """Return the place of each step among those of its cell; from NONE, of the cell *entered*."""
        ranks = np.where(tails == NONE, entered, len(self.moves)).astype(np.int32)
        delta = entered - tails
        for m in reversed(range(len(self.moves))):
            legal = self._moves_of_cell[tails] >> m & 1 == 1
            made = (tails != NONE) & (delta == self._delta_of_move[m]) & legal
            ranks[made] = m
        return ranks

    def _cells_named(self, given: Any, name: str) -> Any:
        """Return what a question takes for the cells that somebody has named."""
        return given

    def _edges_named(self, given: Iterable[Any], name: str, *, directed: bool) -> Any:
        """Return what a question takes for the edges that somebody has named."""
        return given

    def _places_along(self, path: Any, *, closed: bool = False) -> list[Cell]:
        """Return the cells of *path*, a `Path` or cells in order."""
        return [as_cell(cell, self.shape, "path") for cell in path]

    def _length_along(self, cells: Sequence[Cell], *, closed: bool) -> int | None:
        """Return how long a path is that enters no cell twice; None: some step of it is no move."""
        steps = list(zip(cells, [*cells[1:], *cells[:closed]], strict=False))
        legal = all(self.has_move(u, v) for u, v in steps) and not (closed and len(cells) < 3)
        return len(steps) if legal else None

    def _edges_along(self, cells: Sequence[Cell], *, closed: bool) -> set[tuple[Cell, Cell]]:
        """Return the edges of a path, as `_either_way` has them."""
        return {(min(step), max(step)) for step in zip(cells, [*cells[1:], *cells[:closed]], strict=False)}

    def _either_way(self, edge: tuple[Cell, Cell]) -> tuple[Cell, Cell]:
        """Return an edge without direction."""
        return min(edge), max(edge)

    def _turned(self, edge: tuple[Cell, Cell]) -> tuple[Cell, Cell] | None:
        """Return the reverse of a move; None: it has none."""
        return edge[::-1] if self.has_move(*edge[::-1]) else None

    def _said(self, cell: Cell) -> str:
        return str(self._name(cell))

    def _said_edge(self, edge: tuple[Cell, Cell], sign: str) -> str:
        return f"{edge[0]}{sign}{edge[1]}"

    def _table(self, values: NDArray[Any]) -> Any:
        """Return numbers of all cells in the form that answers have."""
        return values.reshape(self.shape)

    def _listed_names(self, cells: NDArray[np.int32]) -> list[Any]:
        """Return the cells of a batch as plain values."""
        listed: list[Any] = (cells if self.levels is None else self.levels.nodes(cells)).tolist()
        return listed

    def _names(self, cells: tuple[Cell, ...] | None) -> tuple[Any, ...] | None:
        """Return cells as answers name them: on a board of levels (level, row, column)."""
        return cells if cells is None or self.levels is None else tuple(map(self.levels.node, cells))

    def _name(self, cell: Cell) -> Any:
        """Return one cell as answers name it."""
        return cell if self.levels is None else self.levels.node(cell)
