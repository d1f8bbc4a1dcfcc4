"""A grid with some moves removed, for the sets made by `avoiding_edges`; and edges, as people give them.

A grid with some cells removed, for the sets made by `avoiding`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from numbers import Number
from types import MappingProxyType
from typing import Any, Self, Unpack

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError, Cell
from gridwalk.grids.cells import CellLike, Geometry
from gridwalk.grids.grid import CHANGES, Grid
from gridwalk.grids.passages import Walls
from gridwalk.keywords import BoardChanges
from gridwalk.runtime.cache import Cache

Edge = tuple[Cell, Cell]  # two cells; of an edge in either direction the first in reading order first
EdgeLike = tuple[CellLike, CellLike]


def edges_of(grid: Grid, given: Iterable[Any], name: str, *, directed: bool) -> tuple[Edge, ...]:
    """Return *given* pairs of cells in order, each once; raise `ArgumentError` if no move joins a pair."""
    edges = set[Edge]()
    for pair in given:
        try:
            first, second = pair
            if isinstance(first, Number):  # one cell, where an edge is due
                raise TypeError
        except (TypeError, ValueError):
            raise ArgumentError(name, pair, "two cells for each edge, such as ((0, 0), (0, 1))") from None
        u, v = grid.open_cell(first, name), grid.open_cell(second, name)
        if not (grid.has_move(u, v) or (not directed and grid.has_move(v, u))):
            raise ArgumentError(name, (u, v), "two cells with a move from one to the other")
        edges.add((u, v) if directed else (min(u, v), max(u, v)))
    if not edges:
        raise ArgumentError(name, (), "at least one edge, of two cells each")
    return tuple(sorted(edges))


class GridCut(Grid):
    """The grid *whole* without the moves between the cells of *edges*, and without *one_way_edges*.

    Edges are removed in both directions, *one_way_edges* from their first cell to their second only.
    """

    edges: tuple[Edge, ...]
    one_way_edges: tuple[Edge, ...]
    _whole: Grid

    def __init__(self, whole: Grid, edges: tuple[Edge, ...], one_way_edges: tuple[Edge, ...] = ()) -> None:
        keep = vars(self)  # past `__setattr__`, which refuses
        for name in (*CHANGES, "shape", "rows", "columns", "size"):
            keep[name] = getattr(whole, name)
        keep["_whole"], keep["edges"], keep["one_way_edges"] = whole, edges, one_way_edges
        keep["_kept"] = Cache()
        if self.geometry.is_planar:  # then edges are walls, which the sweep of the plane reads
            keep["walls"] = _with_walls(whole, edges)

    def __reduce__(self) -> tuple[Any, ...]:
        return GridCut, (self._whole, self.edges, self.one_way_edges)

    @property
    def whole(self) -> Grid:
        """The grid with all moves."""
        return self._whole

    def replace(self, **changes: Unpack[BoardChanges]) -> Self:
        """Return the same of a changed grid."""
        return type(self)(self._whole.replace(**changes), self.edges, self.one_way_edges)

    @cached_property
    def symmetric(self) -> bool:
        """Whether every move left has a reverse move."""
        return self._whole.symmetric and not self.one_way_edges

    @cached_property
    def geometry(self) -> Geometry:
        """The geometry of the whole grid, of which the cells no longer determine the moves."""
        undirected = self._whole.geometry.undirected and not self.one_way_edges
        return replace(self._whole.geometry, cells_decide=False, undirected=undirected)

    @cached_property
    def moves_of_cell(self) -> NDArray[Any]:
        """The legal-move table of the whole grid without the moves removed."""
        table, deltas = self._whole.moves_of_cell.copy(), self.moves.deltas
        both = [*self.edges, *((v, u) for u, v in self.edges), *self.one_way_edges]
        for (row, column), (to_row, to_column) in both:
            step = to_row - row, to_column - column
            for m, delta in enumerate(deltas):  # portals of the same difference are several moves
                if delta == step:
                    table[row * self.columns + column] &= ~table.dtype.type(1 << m)
        table.flags.writeable = False
        return table


def _with_walls(grid: Grid, edges: Iterable[Edge]) -> Walls:
    none = Walls(np.zeros((0, 0), np.bool_), np.zeros((0, 0), np.bool_))
    right, below = (side.copy() for side in (grid.walls or none).padded(grid.shape))
    for u, v in edges:
        side = right if u[0] == v[0] else below
        side[u] = True
    return Walls(right, below)


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
