"""A grid with some cells removed, for the sets made by `avoiding`."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.grids.geometry import Geometry
from gridwalk.grids.grid import CHANGES, Grid
from gridwalk.runtime.cache import Cache


class GridWithout(Grid):
    """The grid *whole* without the cells *out*: only the moves into and out of these cells are removed.

    So its paths are exactly the paths of the whole board that visit none of *out*.  Walls in their place
    (`Board.with_walls`) would also forbid diagonal steps beside them, by the corner rule.  Paths found
    here are paths of the whole board, and cycles count as there.
    """

    out: tuple[Cell, ...]
    _whole: Grid

    def __init__(self, whole: Grid, out: tuple[Cell, ...]) -> None:
        keep = vars(self)  # past `__setattr__`, which refuses
        for name in (*CHANGES, "shape", "rows", "columns", "size"):
            keep[name] = getattr(whole, name)
        keep["_whole"], keep["out"], keep["_kept"] = whole, out, Cache()
        open_cells = whole.open_cells.copy()
        open_cells[self._places] = False
        open_cells.flags.writeable = False
        keep["open_cells"] = open_cells
        keep["one_way"] = MappingProxyType({c: way for c, way in whole.one_way.items() if c not in set(out)})

    def __reduce__(self) -> tuple[Any, ...]:
        return GridWithout, (self._whole, self.out)

    @property
    def whole(self) -> Grid:
        """The grid with all cells."""
        return self._whole.whole

    @cached_property
    def geometry(self) -> Geometry:
        """The geometry of the whole grid; with a corner rule the open cells no longer determine the moves."""
        corners_count = self.moves.slides or (self.moves.has_diagonals and self.moves.corners != "none")
        whole = self._whole.geometry
        return replace(whole, cells_decide=whole.cells_decide and not corners_count, every_cell_is_open=False)

    @cached_property
    def symmetric(self) -> bool:
        """As for the whole board; it decides whether a cycle and its reverse count once."""
        return self._whole.symmetric

    @cached_property
    def moves_of_cell(self) -> NDArray[Any]:
        """The legal-move table of the whole board without the moves into and out of the cells."""
        table = self._whole.moves_of_cell.copy()
        rows, columns = self._places
        table[rows * self.columns + columns] = 0
        for m, (d_row, d_column) in enumerate(self.moves.deltas):
            row, column = rows - d_row, columns - d_column
            inside = (row >= 0) & (row < self.rows) & (column >= 0) & (column < self.columns)
            table[row[inside] * self.columns + column[inside]] &= ~table.dtype.type(1 << m)
        table.flags.writeable = False
        return table

    @property
    def _places(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        rows, columns = np.array(self.out, np.intp).reshape(-1, 2).T
        return rows, columns
