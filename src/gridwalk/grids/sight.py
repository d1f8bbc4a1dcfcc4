"""Lines of sight: which cells see each other, and which are seen from one."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError, QuestionError
from gridwalk.grids.cells import CellLike, as_cell, pairs_of
from gridwalk.grids.checks import checked_real
from gridwalk.grids.grid import Grid
from gridwalk.grids.legal import legal_moves
from gridwalk.grids.moves import Moves
from gridwalk.kernels.search.sight import TAKEN, look, look_around, pull_taut
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.slices import Slices, call, compiles

# The eight neighbours in reading order, as the kernels count them.
NEIGHBOURS = tuple((down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if (down, across) != (0, 0))
SIGHT: Key[NDArray[Any]] = Key("sight")
NO_RADIUS = 1 << 62  # farther than any two cells, squared

Table = tuple[NDArray[Any], int]


def table_of(grid: Grid, verb: str) -> Table:
    """Return the steps that nothing stops, as the kernels take them; kept with the grid.

    Raises
    ------
    QuestionError
        If sides of the grid meet.

    """
    grid._need_squares(verb)
    if grid.wrap is not None:
        reason = "on a board that is wrapped round a line of sight would go round, too, and more than once"
        raise QuestionError(verb, reason)
    return grid._kept.get(SIGHT, lambda: _table_of(grid)), grid.columns


def _table_of(grid: Grid) -> NDArray[Any]:
    steps = Moves(NEIGHBOURS, corners=grid.moves.corners)
    walls = None if grid.walls is None else grid.walls.padded(grid.shape)
    return legal_moves(grid.open_cells, steps, walls=walls)


def sees(grid: Grid, u: CellLike, v: CellLike) -> bool:
    """Answer `Board.sees`."""
    one, other = as_cell(u, grid.shape, "u"), as_cell(v, grid.shape, "v")
    table = table_of(grid, "sees")
    if not (grid.open_cells[one] and grid.open_cells[other]):
        return False
    far = abs(one[0] - other[0]) + abs(one[1] - other[1])
    compiled = compiles(look, far)
    return bool(call(look, NO_LIMITS.watch(), table, *one, *other, None, compiled=compiled)[0])


def visible_from(grid: Grid, cell: CellLike, radius: float | None, watch: Watch) -> NDArray[np.bool_]:
    """Answer `Board.visible_from`."""
    (row, column), far = grid.open_cell(cell, "cell"), _squared(radius)
    reach = min(math.isqrt(far), max(grid.shape))
    top, left = max(0, row - reach), max(0, column - reach)
    rows, columns = min(grid.rows, row + reach + 1) - top, min(grid.columns, column + reach + 1) - left
    is_seen = np.zeros(grid.shape, np.bool_)
    table, box = table_of(grid, "visible_from"), (top, left, rows, columns, far)
    Slices(table[0], watch)(look_around, table, grid.open_cells, (row, column), box, is_seen)
    return is_seen


def _squared(radius: float | None) -> int:
    """Return the greatest whole number that is at most the radius squared."""
    if radius is None:
        return NO_RADIUS
    allowed = "a number of cells, 0 or more"
    number = checked_real(radius, "radius", allowed)
    if number < 0:
        raise ArgumentError("radius", radius, allowed)
    return min(NO_RADIUS, math.floor(min(number, 2.0**31) ** 2))


def taut(grid: Grid, cells: NDArray[np.int32], verb: str) -> NDArray[np.int64]:
    """Return the places of the way points of a path's *cells*: each sees the next, and every cell between."""
    table, way_points = table_of(grid, verb), np.zeros(len(cells), np.int64)
    state = Slices(table[0], NO_LIMITS.watch())(pull_taut, table, cells, way_points, begin={TAKEN: 1})
    kept = way_points[: state[TAKEN]]
    return kept if len(cells) == 1 else np.append(kept, len(cells) - 1)


def crossed(grid: Grid, cells: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the cells that the segments between successive *cells* go through, each in sight of the next."""
    table, found = table_of(grid, "crossed"), [cells[:1, 0] * np.int64(grid.columns) + cells[:1, 1]]
    for one, other in pairwise(cells.tolist()):
        places = np.empty(abs(one[0] - other[0]) + abs(one[1] - other[1]), np.int64)
        _, taken = look.python(table, *one, *other, places)
        found.append(places[:taken])
    return pairs_of(np.concatenate(found), grid.columns)
