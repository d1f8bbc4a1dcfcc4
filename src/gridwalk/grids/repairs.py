"""A grid that differs from another in a few cells: made of it, with what it had kept repaired.

What a grid keeps (its legal-move table, the solvers of `gridwalk.search`) was made in time in proportion to
the board.  A changed copy takes it over: arrays are copied as they are, and repaired in a few cells.
Whatever is kept and can be repaired has a method ``after``; all else is made again when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.grids.grid import CHANGES, Grid
from gridwalk.grids.moves import Moves, is_diagonal
from gridwalk.grids.walls import Walls
from gridwalk.grids.ways import OneWay, ways_of
from gridwalk.kernels.search.legal_cells import mend_moves
from gridwalk.runtime.cache import Cache
from gridwalk.runtime.slices import call_whole

G = TypeVar("G", bound=Grid)
Flat = NDArray[np.int64]  # cells as flat indices, each once

NO_CELLS = np.empty(0, np.int64)
NO_WALLS = np.empty((0, 0), np.uint8)
ROUTES = {"none": 0, "one": 1, "both": 2}  # that a diagonal step must find free


@dataclass(frozen=True)
class Change:
    """Two grids, and the cells in which they differ.

    Attributes
    ----------
    before, after : Grid
        The same in all but open cells, costs, one-way cells and walls between cells.  The legal-move table of
        *after* is repaired first.
    switched : int64 array
        The cells that are opened or closed.
    priced : int64 array
        The cells of which the entry of the costs is another.
    moved : int64 array
        The cells of which the legal moves may be others.

    """

    before: Grid
    after: Grid
    switched: Flat
    priced: Flat
    moved: Flat


def with_entries(array: NDArray[Any], places: Flat, values: Any) -> NDArray[Any]:
    """Return a read-only copy of *array* with *values* at flat *places*; where there are none, *array*."""
    if not len(places):
        return array
    copy = array.copy()
    copy.reshape(-1)[places] = values
    copy.flags.writeable = False
    return copy


def changed(
    grid: G,
    parts: Mapping[str, Any],
    *,
    switched: Flat = NO_CELLS,
    priced: Flat = NO_CELLS,
    beside: Flat = NO_CELLS,
) -> G:
    """Return *grid* with other *parts*, which are checked, and others in the cells named only.

    *parts* are values of some of `CHANGES`, as the constructor would keep them; *switched*, *priced* are as
    for `Change`; *beside* are both cells of each wall that comes or goes.  A subclass with a constructor of
    its own, and a grid with portals or moves that slide, make the new grid in full.
    """
    kind = type(grid)
    in_full = grid.portals or grid.moves.slides
    if in_full or kind.__init__ is not Grid.__init__ or kind.__new__ is not object.__new__:
        return grid.replace(**parts)
    new, known = object.__new__(kind), dict(vars(grid))
    keep = vars(new)
    for name in (*CHANGES, "shape", "rows", "columns", "size", "delta_of_move"):
        if name in known:
            keep[name] = known[name]
    keep.update(parts)
    keep["_kept"] = Cache()
    if new.costs is None and "step_costs" in known:
        keep["step_costs"] = known["step_costs"]  # without costs they are those of the moves
    if "open_count" in known:
        opened = int(np.count_nonzero(new.open_cells.reshape(-1)[switched]))
        keep["open_count"] = known["open_count"] + 2 * opened - len(switched)
    table, moved = known.get("moves_of_cell"), NO_CELLS
    if table is not None and (len(switched) or len(beside)):
        moved = _cells_around([*switched.tolist(), *beside.tolist()], grid.moves, grid.shape)
        keep["moves_of_cell"] = _mended(table, new, moved)
    elif table is not None:
        keep["moves_of_cell"] = table
    change = Change(grid, new, switched, priced, moved)
    new._kept.take_over(grid._kept, change)
    return new


def _cells_around(cells: list[int], moves: Moves, shape: tuple[int, int]) -> Flat:
    """Return the cells whose legal moves may be others if *cells* are."""
    rows, columns = shape
    found = {
        v + d_row * columns + d_column
        for v in cells
        for d_row, d_column in _steps_to(moves)
        if 0 <= v // columns + d_row < rows and 0 <= v % columns + d_column < columns
    }
    return np.array(sorted(found), np.int64)


@lru_cache(maxsize=64)
def _steps_to(moves: Moves) -> list[tuple[int, int]]:
    """Return the offsets from a cell to those that have a move into it, or diagonally past it."""
    steps = {(0, 0)} | {(-d_row, -d_column) for d_row, d_column in moves.deltas}
    for m, _, step in moves.sources():
        if is_diagonal(step):
            d_row, d_column = moves.deltas[m]
            steps |= {(-d_row, 0), (0, -d_column)}
    return sorted(steps)


@lru_cache(maxsize=64)
def _sources_of(moves: Moves) -> NDArray[np.int64]:
    """Return the moves as `mend_moves` takes them."""
    rows = [(m, number, *moves.deltas[m], *step) for m, number, step in moves.sources()]
    return np.array(rows, np.int64).reshape(-1, 6)


def _mended(table: NDArray[Any], grid: Grid, places: Flat) -> NDArray[Any]:
    """Return a copy of *table*, of a grid like *grid* but for the moves of the cells *places*."""
    mended = table.copy()
    right, below = (NO_WALLS, NO_WALLS) if grid.walls is None else _bytes_of(grid.walls)
    needed, sources = ROUTES[grid.moves.corners], _sources_of(grid.moves)
    ways = _ways_from(grid.one_way, grid.moves.unwrapped, places, grid.columns)
    cells = grid.open_cells.view(np.uint8)
    call_whole(mend_moves, grid.size, cells, right, below, needed, sources, places, ways, mended)
    mended.flags.writeable = False
    return mended


def _bytes_of(walls: Walls) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    return walls.right.view(np.uint8), walls.below.view(np.uint8)


def _ways_from(one_way: Mapping[Cell, OneWay], moves: Moves, places: Flat, columns: int) -> NDArray[np.int64]:
    """Return the moves that each of *places* can be left by, bit *m* for the move *m*."""
    ways = np.full(len(places), -1, np.int64)
    if one_way:
        for i, v in enumerate(places.tolist()):
            if (given := one_way.get(divmod(v, columns))) is not None:
                ways[i] = sum(1 << moves.deltas.index(way) for way in ways_of(given))
    return ways
