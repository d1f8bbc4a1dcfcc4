"""Small knight's tours that fit together: the tiles of which tours of any size are built.

A tile is joined to the tile above it or to the left of it by a *hook*, a move near its upper left corner.
A tour that does not end in a corner makes a certain move there.  The hook and that move at the corner of the
other tile are replaced by the two moves across.

    to the left (the other tile ends in column -1)     above: rows and columns exchanged
    its corner  (0, -1) - (2, -2)
    the hook    (1, 1) - (3, 0)
    instead     (0, -1) - (1, 1) and (2, -2) - (3, 0)

So a tile is a path from (1, 1) to the other end of the hook, with an excursion to each tile joined to it.
All tiles are found by the edge search, on first use.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.grids.grid import Grid
from gridwalk.grids.moves import KNIGHT
from gridwalk.kernels.codes import FOUND
from gridwalk.questions.question import Question
from gridwalk.tours.edge_search import EdgeSearch
from gridwalk.tours.partial_tour import PartialTour

CLOSED, OPEN, LEFT, ABOVE = "closed", "open", "left", "above"  # a first tile, or where it is joined
STEPS_A_CALL = 1 << 20


@dataclass(frozen=True, eq=False)
class Tile:
    """A tile: a path over its cells, with the places of the excursions.

    Attributes
    ----------
    cells : int64 array, shape (n, 2)
        Its cells in the order of the path.
    place_of_cell : int64 array, shape (rows, columns)
        The index of each cell in *cells*.
    right, below : int
        How many cells come before the excursion to the tile on the right, and to the tile below.
    right_forward, below_forward : bool
        Whether the path through that tile starts at (1, 1), else at the other end of its hook.

    """

    cells: NDArray[np.int64]
    place_of_cell: NDArray[np.int64]
    right: int
    right_forward: bool
    below: int
    below_forward: bool

    def number(self, place: Any, right: int, below: int) -> Any:
        """Return the number of the cell at a place (or places), where the excursions visit so many cells."""
        number = place + right * (place >= self.right)
        return number + below * (place >= self.below) if below else number

    def at(self, number: int, right: int, below: int) -> Cell:
        """Return the cell of a number, the inverse of `number`."""
        if number >= self.right + right + (below if self.below < self.right else 0):
            number -= right
        if number >= self.below + below:
            number -= below
        row, column = self.cells[number].tolist()
        return row, column


def parts(n: int) -> list[int]:
    """Return the sizes of the parts of *n* cells, at least 5: all are 8 but the first one or two.

    >>> parts(5), parts(21), parts(44)
    ([5], [5, 8, 8], [6, 6, 8, 8, 8, 8])
    """
    first = {0: [8], 1: [9], 2: [10], 3: [5, 6], 4: [6, 6], 5: [5], 6: [6], 7: [7]}[n % 8]
    return first + [8] * ((n - sum(first)) // 8)


@cache
def tile(rows: int, columns: int, kind: str, forward: bool = True) -> Tile:
    """Return the tile of that size: a first one, closed or open, or one joined to the LEFT or ABOVE."""
    if not forward:
        return _prepared(tile(rows, columns, kind).cells[::-1])
    if kind == ABOVE:
        return _prepared(tile(columns, rows, LEFT).cells[:, ::-1])
    cells = _found(rows, columns, kind)
    if kind == LEFT:
        at = _place(cells, (1, 1))
        cells = np.roll(cells, -at, axis=0)
        if tuple(cells[-1].tolist()) != (3, 0):
            cells = np.roll(cells[::-1], 1, axis=0)
    return _prepared(cells)


def _found(rows: int, columns: int, kind: str) -> NDArray[np.int64]:
    """Search for a tour with the edge of the hook, or with those at the corners."""
    grid = Grid.rectangle(rows, columns, moves=KNIGHT)
    starts = ((0, 0),) if kind == OPEN else None
    partial = PartialTour(Question(grid, starts, tour=True, closed=kind != OPEN))
    search = EdgeSearch(partial)
    if kind == LEFT:
        search.force_edge((1, 1), (3, 0))
    if kind == OPEN:
        search.force_edge((0, columns - 1), (2, columns - 2))
        search.force_edge((rows - 1, 0), (rows - 2, 2))
    status = search.go_on(STEPS_A_CALL)
    assert status == FOUND, (rows, columns, kind)
    return np.column_stack(np.divmod(partial.cells.astype(np.int64), columns))


def _prepared(cells: NDArray[np.int64]) -> Tile:
    rows, columns = (cells.max(axis=0) + 1).tolist()
    place_of_cell = np.empty((rows, columns), np.int64)
    place_of_cell[cells[:, 0], cells[:, 1]] = np.arange(len(cells))
    right = _corner(cells, (0, columns - 1), (2, columns - 2))
    below = _corner(cells, (rows - 1, 0), (rows - 2, 2))
    return Tile(cells, place_of_cell, *right, *below)


def _corner(cells: NDArray[np.int64], corner: Cell, other: Cell) -> tuple[int, bool]:
    """Return the index of the later cell of the move at a corner, and whether the corner is the other one."""
    at, then = _place(cells, corner), _place(cells, other)
    return (at + 1, True) if then == at + 1 else (then + 1, False)


def _place(cells: NDArray[np.int64], cell: Cell) -> int:
    return int(np.flatnonzero((cells == cell).all(axis=1))[0])
