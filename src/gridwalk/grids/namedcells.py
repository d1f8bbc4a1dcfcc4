"""The cells of a grid, as people name them: checked, and as flat indices."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import BoardArrayError, Cell, CellNameError, WallCellError
from gridwalk.grids.cells import CellLike, as_cell, is_one_cell


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
