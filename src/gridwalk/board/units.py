"""Units wider than a cell: where they fit, and the board on which a cell stands for a whole unit.

A unit of *height* rows and *width* columns is where its upper left cell is.  It fits where its cells are open
and no wall between cells stands inside it; both are sums over a rectangle, which four entries of a table give
(Crow 1984).
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.passages import period_of, sides_of
from gridwalk.errors import Cell

if TYPE_CHECKING:
    from gridwalk.board.board import Board

Sizes = int | NDArray[np.int64]


class Room:
    """Where on a board units of one size, or of one size for each cell, fit."""

    def __init__(self, board: Board) -> None:
        self.shape, self._period = board.shape, period_of(board.shape, board.wrap)
        right, below = sides_of(board.walls, board.shape)
        # What must not be inside a unit, and by how many rows and columns its places are fewer than cells.
        self._tables = [(self._table(~board.open_cells), 0, 0)]
        if board.walls is not None:
            self._tables += [(self._table(right), 0, 1), (self._table(below), 1, 0)]

    def _table(self, mask: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Return, for each corner between cells, how many entries of *mask* are above and left of it."""
        whole = np.pad(mask, [(0, max(0, p - 1)) for p in self._period], mode="wrap")
        table = np.zeros((whole.shape[0] + 1, whole.shape[1] + 1), np.int32)
        whole.cumsum(0, dtype=np.int32).cumsum(1, out=table[1:, 1:])
        return table

    def fits(self, height: Sizes, width: Sizes) -> NDArray[np.bool_]:
        """Return in which cells a unit of that size fits, with its upper left corner there."""
        top, left = np.ogrid[: self.shape[0], : self.shape[1]]
        rows, columns = (side - 1 for side in self._tables[0][0].shape)
        found: NDArray[np.bool_] = (top + height <= rows) & (left + width <= columns)
        for table, down, across in self._tables:
            bottom, right = np.minimum(top + height - down, rows), np.minimum(left + width - across, columns)
            found &= table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left] == 0
        return found


def corner_covering(board: Board, fits: NDArray[np.bool_], end: Cell, size: Cell) -> Cell | None:
    """Return the nearest corner from which a unit that fits covers *end*; None if there is none."""
    period = period_of(board.shape, board.wrap)
    for away in sorted(product(range(size[0]), range(size[1])), key=lambda away: (sum(away), away)):
        row, column = (at - d if not p else (at - d) % p for at, d, p in zip(end, away, period, strict=True))
        if min(row, column) >= 0 and fits[row, column]:
            return row, column
    return None


def greatest_under(array: NDArray[Any], number: int, axis: int) -> NDArray[Any]:
    """Return for each entry the greatest of *number* entries from it on, over the seam at the end."""
    found = array
    for step in range(1, number):
        found = np.maximum(found, np.roll(array, -step, axis))
    return found
