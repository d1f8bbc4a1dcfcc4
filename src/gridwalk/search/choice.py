"""The algorithm of `shortest`: the one named, if it is exact, or the fastest exact one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import algorithm
from gridwalk.errors import UnsuitableAlgorithmError
from gridwalk.grids.grid import Grid
from gridwalk.grids.legal import legal_moves
from gridwalk.grids.repairs import Change, Repairable
from gridwalk.search.suits import is_varied

SMALL_BOARD = 256  # cells; up to there a queue or heap is faster than building anything
FEW_EXITS = 4  # so many searches with one goal each take as long as one search without a goal
SAMPLED_BOARD = 1 << 19  # cells; the table of a smaller one takes no longer than a sample
SAMPLE_ROWS = 64
NARROW = "narrow"  # what a grid keeps its numbers as


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


@dataclass(frozen=True)
class Narrow(Repairable):
    """How many cells of a sample have moves, and how many of these two at most; repaired if some change.

    *rows* are those of the sample, None if it is the whole board.
    """

    cells: int
    few: int
    rows: NDArray[np.intp] | None

    @classmethod
    def of(cls, grid: Grid) -> Narrow:
        """Return the numbers of *grid*, which are kept."""
        if (kept := grid._kept.get(NARROW)) is None:
            rows = _sampled_rows(grid)
            kept = grid._kept[NARROW] = cls(*_numbers(_moves_of(grid, rows)), rows)
        found: Narrow = kept
        return found

    @property
    def are_most(self) -> bool:
        """Whether so many cells have few moves that a graph of corridors may be small."""
        return self.cells > 0 and self.few >= 0.4 * self.cells

    def after(self, change: Change) -> Narrow | None:
        """Return the numbers of the changed grid; None where its sample must be taken anew."""
        if self.rows is not None:
            near = np.abs(change.switched[:, None] // change.after.columns - self.rows) <= 1
            return None if near.any() or change.after.walls is not change.before.walls else self
        (cells, few), (now, few_now) = (
            _numbers(grid.moves_of_cell[change.moved]) for grid in (change.before, change.after)
        )
        return Narrow(self.cells - cells + now, self.few - few + few_now, None)


def _numbers(moves: NDArray[Any]) -> tuple[int, int]:
    """Return how many entries of a legal-move table have moves, and how many one or two."""
    ways = np.bitwise_count(moves[moves > 0])
    return ways.size, int(np.count_nonzero(ways <= 2))


def _has_corridors(grid: Grid) -> bool:
    """Whether the corridor graph is small compared with the board; cached."""
    if why_not(grid, "corridors") or not Narrow.of(grid).are_most:
        return False
    if "has_corridors" not in grid._kept:
        from gridwalk.search.solvers import junctions_of

        limit = grid.open_count / (4 if grid.moves.has_diagonals else 10)
        grid._kept["has_corridors"] = junctions_of(grid)[0] <= limit
    return bool(grid._kept["has_corridors"])


def _sampled_rows(grid: Grid) -> NDArray[np.intp] | None:
    """Return the rows of a large board that are sampled; None: all, as the whole table takes no longer."""
    if not grid.geometry.cells_decide or grid.size <= SAMPLED_BOARD:
        return None
    return np.unique(np.linspace(0, grid.rows - 1, SAMPLE_ROWS).astype(np.intp))


def _moves_of(grid: Grid, chosen: NDArray[np.intp] | None) -> NDArray[Any]:
    """Return the legal-move table, or *chosen* rows of it, without computing the whole table."""
    if chosen is None:
        return grid.moves_of_cell
    bands = np.zeros((len(chosen), 4, grid.columns), np.bool_)  # a row, those beside it, and one of walls
    for i in range(3):
        there = (chosen + i >= 1) & (chosen + i <= grid.rows)
        bands[there, i] = grid.open_cells[chosen[there] + i - 1]
    near = legal_moves(bands.reshape(-1, grid.columns), grid.moves, {})
    return near.reshape(bands.shape)[:, 1].reshape(-1)
