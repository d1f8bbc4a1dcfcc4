"""Units wider than a cell: where they fit, and the board on which a cell stands for a whole unit.

The place of a unit of *height* rows and *width* columns is that of its upper left cell.  It fits where its
cells are open and no wall between cells is inside it: two sums over a rectangle, each from four entries of a
table (Crow 1984).
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import checked_number
from gridwalk.board.passages import period_of, sides_of
from gridwalk.errors import Cell, InputError

if TYPE_CHECKING:
    from gridwalk.board.board import Board

B = TypeVar("B", bound="Board")
Sizes = int | NDArray[np.int64]


def clearance(board: Board) -> NDArray[np.int64]:
    """Return the side of the largest square with its upper left corner in each cell: `Board.clearance`."""
    board._need_squares("clearance")
    units, size = Fitting(board), np.zeros(board.shape, np.int64)
    for bit in reversed(range(min(board.shape).bit_length())):
        more = size + (1 << bit)
        size = np.where(units.fits(more, more) & (more <= min(board.shape)), more, size)
    return size


def board_for_size(board: B, height: int, width: int | None) -> B:
    """Return the board of a unit of *height* x *width* cells: `Board.for_size`."""
    board._need_squares("for_size")
    width = height if width is None else width
    size = checked_number(height, "height", 1), checked_number(width, "width", 1)
    words = f"a unit of {size[0]} x {size[1]} cells"
    if board.one_way or board._has_jumps:
        raise InputError(f"{words} has no way over one-way cells and portals: they are for one cell")
    units = Fitting(board)
    open_cells = units.fits(*size) if size[0] <= board.rows and size[1] <= board.columns else np.array(False)
    if not open_cells.any():
        raise InputError(f"{words} fits nowhere on this board")
    cells = [_corner_covering(board, open_cells, end, size) for end in (board.start, *board.exits)]
    for name, given, found in (("start", board.start, cells[:1]), ("exits", board.exits, cells[1:])):
        if not any(found):
            raise InputError(f"is a place that {words} cannot cover", (name, given))
    parts: dict[str, Any] = {"start": cells[0], "exits": list(dict.fromkeys(filter(None, cells[1:])))}
    if board.costs is not None:
        parts["costs"] = _greatest_under(_greatest_under(board.costs, size[0], 0), size[1], 1)
    if board.walls is not None:  # in the way of the side of the unit that goes first
        right, below = board.walls.padded(board.shape)
        parts["walls"] = (
            _greatest_under(np.roll(right, 1 - size[1], 1), size[0], 0),
            _greatest_under(np.roll(below, 1 - size[0], 0), size[1], 1),
        )
    return board.replace(open_cells=open_cells, **parts)


class Fitting:
    """Where on a board units of one size, or of one size for each cell, fit."""

    def __init__(self, board: Board) -> None:
        self.shape, self._period = board.shape, period_of(board.shape, board.wrap)
        right, below = sides_of(board.walls, board.shape)
        # What must not be inside a unit, and how many rows and columns fewer than cells it has there.
        self._tables = [(self._table(~board.open_cells), 0, 0)]
        if board.walls is not None:
            self._tables += [(self._table(right), 0, 1), (self._table(below), 1, 0)]

    def _table(self, mask: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Return, for each corner between cells, the number of entries of *mask* above and left of it."""
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


def _corner_covering(board: Board, fits: NDArray[np.bool_], end: Cell, size: Cell) -> Cell | None:
    """Return the nearest corner from which a unit that fits covers *end*; None if there is none."""
    period = period_of(board.shape, board.wrap)
    for away in sorted(product(range(size[0]), range(size[1])), key=lambda away: (sum(away), away)):
        row, column = (at - d if not p else (at - d) % p for at, d, p in zip(end, away, period, strict=True))
        if min(row, column) >= 0 and fits[row, column]:
            return row, column
    return None


def _greatest_under(array: NDArray[Any], number: int, axis: int) -> NDArray[Any]:
    """Return for each entry the maximum of *number* entries from it on, across the seam at the end."""
    found = array
    for step in range(1, number):
        found = np.maximum(found, np.roll(array, -step, axis))
    return found
