"""The algorithm of `shortest`: the one named, if it is exact, or the fastest exact one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import algorithm
from gridwalk.errors import UnsuitableAlgorithmError
from gridwalk.grid import Grid
from gridwalk.legal import legal_moves
from gridwalk.search.suits import is_varied

SMALL_BOARD = 256  # cells; up to there a queue or heap is faster than building anything
FEW_EXITS = 4  # so many searches with one goal each take as long as one search without a goal
SAMPLED_BOARD = 1 << 19  # cells; the table of a smaller one takes no longer than a sample
SAMPLE_ROWS = 64


def why_not(grid: Grid, by: str) -> str:
    """Return why the algorithm *by* is not exact on *grid*, or an empty text."""
    return algorithm(by).why_not(grid)


def why_unsuitable(grid: Grid, by: str, starts: int) -> str:
    """Return why the algorithm *by* does not answer for so many starts on *grid*, or an empty text."""
    if algorithm(by).solver and starts > 1:
        return "it searches from one start: use 'bfs' or 'dijkstra' for several"
    return why_not(grid, by)


def suitable(grid: Grid, by: str, starts: int, exits: int) -> str:
    """Return the algorithm for *by*; raise `UnsuitableAlgorithmError` if it is not exact on *grid*."""
    if by == "auto":
        return choose(grid, starts, exits)
    if reason := why_unsuitable(grid, by, starts):
        raise UnsuitableAlgorithmError(by, reason)
    return by


def choose(grid: Grid, starts: int, exits: int) -> str:
    """Return the fastest exact algorithm for *grid* and the numbers of starts and exits.

    The choice depends on nothing else, so every run returns the same path.
    """
    varied = is_varied(grid)
    if grid.size <= SMALL_BOARD or starts > 1 or exits > FEW_EXITS:
        return "dijkstra" if varied else "bfs"
    if grid.wrap is not None and not varied:
        return "bfs"  # a move across the seam reaches far, so the bounds of A* say little
    if grid.costs is not None:
        return "astar"
    if _has_corridors(grid):
        return "corridors"
    if not why_not(grid, "jps"):
        return "jps"
    return "astar"


def _has_corridors(grid: Grid) -> bool:
    """Whether the corridor graph is small compared with the board; cached."""
    if why_not(grid, "corridors"):
        return False
    if "has_corridors" not in grid._kept:
        from gridwalk.search.solvers import junctions_of

        sample = _sample_of_moves(grid)
        ways = np.bitwise_count(sample[sample > 0])
        few = ways.size > 0 and np.count_nonzero(ways <= 2) >= 0.4 * ways.size
        limit = grid.open_count / (4 if grid.moves.has_diagonals else 10)
        grid._kept["has_corridors"] = bool(few) and junctions_of(grid)[0] <= limit
    return bool(grid._kept["has_corridors"])


def _sample_of_moves(grid: Grid) -> NDArray[Any]:
    """Return some rows of the legal-move table, without computing the whole table."""
    if not grid.geometry.cells_decide or grid.size <= SAMPLED_BOARD:
        return grid.moves_of_cell
    chosen = np.unique(np.linspace(0, grid.rows - 1, SAMPLE_ROWS).astype(int))
    bands = np.zeros((len(chosen), 4, grid.columns), np.bool_)  # a row, those beside it, and one of walls
    for i in range(3):
        there = (chosen + i >= 1) & (chosen + i <= grid.rows)
        bands[there, i] = grid.open_cells[chosen[there] + i - 1]
    near = legal_moves(bands.reshape(-1, grid.columns), grid.moves, {})
    return near.reshape(bands.shape)[:, 1].reshape(-1)
