"""Units wider than a cell: where they fit, and the board on which a cell stands for a whole unit.

A unit of *height* rows and *width* columns is where its upper left cell is.  It fits where its cells are open
and no wall between cells stands inside it; both are sums over a rectangle, which four entries of a table give
(Crow 1984).
"""

from __future__ import annotations

from itertools import product
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, InputError
from gridwalk.grids.checks import checked_number
from gridwalk.grids.grid import Grid
from gridwalk.grids.passages import period_of, sides_of

Sizes = int | NDArray[np.int64]


class Room:
    """Where on a grid units of one size, or of one size for each cell, fit."""

    def __init__(self, grid: Grid) -> None:
        self.shape, self._period = grid.shape, period_of(grid.shape, grid.wrap)
        right, below = sides_of(grid.walls, grid.shape)
        # What must not be inside a unit, and by how many rows and columns its places are fewer than cells.
        self._tables = [(self._table(~grid.open_cells), 0, 0)]
        if grid.walls is not None:
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


class UnitVerbs(Grid):
    """Where units wider than a cell fit, and the board of their paths."""

    def clearance(self) -> NDArray[np.int64]:
        """Return how large a square fits with its upper left corner in each cell.

        This is the clearance of annotated A* (Harabor and Botea 2008): a unit of ``n`` x ``n`` cells can be
        where it is ``n`` or more.

        Returns
        -------
        int64 array, shape (rows, columns)
            0 for walls.  Where sides of the board meet, squares go over the seam.

        Notes
        -----
        O(cells * log(the shorter side)), from tables of sums.

        Examples
        --------
        >>> from gridwalk import Board
        >>> Board.from_text("....\\n...#\\n....").clearance().tolist()
        [[3, 2, 1, 1], [2, 2, 1, 0], [1, 1, 1, 1]]

        """
        self._need_squares("clearance")
        room, size = Room(self), np.zeros(self.shape, np.int64)
        for bit in reversed(range(min(self.shape).bit_length())):
            more = size + (1 << bit)
            size = np.where(room.fits(more, more) & (more <= min(self.shape)), more, size)
        return size

    def for_size(self, height: int, width: int | None = None) -> Self:
        """Return the board of a unit of *height* x *width* cells: its cells are the unit's upper left corner.

        A cell is open where the unit fits.  Moves are those of this board, its corner rule that of the unit:
        under "both" a diagonal step needs the whole rectangle that the unit passes.  Entering a cell costs
        the greatest of the costs under the unit.  An end where the unit does not fit moves to the nearest
        corner from which the unit covers it; exits that it cannot cover are left out.

        Parameters
        ----------
        height, width : int
            Rows and columns of the unit; one number: a square.

        Raises
        ------
        InputError
            If the unit fits nowhere, cannot cover the start or any exit, or the board has one-way cells or
            portals, which are for one cell.

        Notes
        -----
        Cells named afterwards, as in ``paths(start, exits)``, are corners; elsewhere is wall.
        O(cells), with costs O(cells * (height + width)).

        Examples
        --------
        >>> from gridwalk import Board
        >>> hall = Board.from_text("S...\\n..#.\\n....\\n...E")
        >>> hall.paths().shortest().length, hall.for_size(2).exits
        (6, ((2, 2),))
        >>> print(hall.for_size(2).paths().shortest())
        @###
        |###
        +-$#
        ####

        """
        self._need_squares("for_size")
        width = height if width is None else width
        size = checked_number(height, "height", 1), checked_number(width, "width", 1)
        words = f"a unit of {size[0]} x {size[1]} cells"
        if self.one_way or self._has_jumps:
            raise InputError(f"{words} has no way over one-way cells and portals: they are for one cell")
        room = Room(self)
        open_cells = room.fits(*size) if size[0] <= self.rows and size[1] <= self.columns else np.array(False)
        if not open_cells.any():
            raise InputError(f"{words} fits nowhere on this board")
        cells = [_corner(self, open_cells, end, size) for end in (self.start, *self.exits)]
        for name, given, found in (("start", self.start, cells[:1]), ("exits", self.exits, cells[1:])):
            if not any(found):
                raise InputError(f"is a place that {words} cannot cover", (name, given))
        parts: dict[str, Any] = {"start": cells[0], "exits": list(dict.fromkeys(filter(None, cells[1:])))}
        if self.costs is not None:
            parts["costs"] = _over(_over(self.costs, size[0], 0), size[1], 1)
        if self.walls is not None:  # in the way of the side of the unit that goes first
            right, below = self.walls.padded(self.shape)
            parts["walls"] = (
                _over(np.roll(right, 1 - size[1], 1), size[0], 0),
                _over(np.roll(below, 1 - size[0], 0), size[1], 1),
            )
        return self.replace(open_cells=open_cells, **parts)


def _corner(grid: Grid, fits: NDArray[np.bool_], end: Cell, size: Cell) -> Cell | None:
    """Return the nearest corner from which a unit that fits covers *end*; None if there is none."""
    period = period_of(grid.shape, grid.wrap)
    for away in sorted(product(range(size[0]), range(size[1])), key=lambda away: (sum(away), away)):
        row, column = (at - d if not p else (at - d) % p for at, d, p in zip(end, away, period, strict=True))
        if min(row, column) >= 0 and fits[row, column]:
            return row, column
    return None


def _over(array: NDArray[Any], number: int, axis: int) -> NDArray[Any]:
    """Return for each entry the greatest of *number* entries from it on, over the seam at the end."""
    found = array
    for step in range(1, number):
        found = np.maximum(found, np.roll(array, -step, axis))
    return found
