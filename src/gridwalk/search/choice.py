"""The algorithm of `shortest`: the one named, if it is exact, or the fastest exact one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import algorithm
from gridwalk.errors import Cell, UnsuitableAlgorithmError
from gridwalk.grids.legal import legal_moves
from gridwalk.grids.repairs import Change
from gridwalk.runtime.cache import Key, Repairable
from gridwalk.search.keptsolvers import is_far
from gridwalk.search.query import is_varied

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

SMALL_BOARD = 256  # cells; up to there a queue or heap is faster than building anything
FEW_EXITS = 4  # so many searches with one goal each take as long as one search without a goal
SAMPLED_BOARD = 1 << 19  # cells; the table of a smaller one takes no longer than a sample
SAMPLE_ROWS = 64
SAMPLED_COSTS = 1 << 10
NARROW: Key[Narrow] = Key("narrow")


def why_not(grid: Grid, by: str) -> str:
    """Return why the algorithm *by* is not exact on *grid*, or an empty text."""
    return algorithm(by).why_not(grid)


def why_unsuitable(grid: Grid, by: str, starts: int) -> str:
    """Return why the algorithm *by* does not answer for so many starts on *grid*, or an empty text."""
    if algorithm(by).solver and starts > 1:
        return "it searches from one start: use 'bfs' or 'dijkstra' for several"
    return why_not(grid, by)


def suitable(grid: Grid, by: str, starts: int, exits: int, *, far: bool = False) -> str:
    """Return the algorithm for *by*; raise `UnsuitableAlgorithmError` if it is not exact on *grid*."""
    if by == "auto":
        return choose(grid, starts, exits, far=far)
    if reason := why_unsuitable(grid, by, starts):
        raise UnsuitableAlgorithmError(by, reason)
    return by


def choose(grid: Grid, starts: int, exits: int, *, far: bool = False) -> str:
    """Return the fastest exact algorithm for *grid*, so many starts and exits, and whether they are far.

    The choice depends on nothing else, so every run returns the same path.
    """
    varied = is_varied(grid)
    if grid.size <= SMALL_BOARD or starts > 1 or exits > FEW_EXITS:
        return "dijkstra" if varied else "bfs"
    if grid.wrap is not None and not varied:
        return "bfs"  # a move across the seam reaches far, so the bounds of A* say little
    if grid.costs is not None:
        return "dijkstra" if far and bounds_say_little(grid) else "astar"
    if _has_corridors(grid):
        return "corridors"
    if not why_not(grid, "jps"):
        return "jps"
    return "astar"


def are_far(grid: Grid, starts: Sequence[Cell], exits: Sequence[Cell]) -> bool:
    """Whether `choose` is to know that a start is far from every exit: where cells have costs."""
    if grid.costs is None or len(starts) > 1 or not 0 < len(exits) <= FEW_EXITS:
        return False
    return all(is_far(grid, grid.index(start), grid.index(exit_)) for start in starts for exit_ in exits)


def bounds_say_little(grid: Grid) -> bool:
    """Whether A* expands most cells between cells far apart, where buckets take 38 ns a cell and A* 100.

    It does where a cell costs several times the bound on a step.  Paths avoid expensive cells while the
    others are connected, so a low quantile counts.  Processor time of A* over that of Dijkstra's, by moves
    apart over the side of 512 x 512 cells, rook; king (whole costs 1 to 9 on sides of 128 and 1,500, with a
    quarter of walls, or along a row: within a third of the first row):

    ====================  ==========  ==========  ==========  ==========
    costs                 0.12        0.3         0.6         0.97
    ====================  ==========  ==========  ==========  ==========
    1 to 9, whole         0.99; 1.01  1.12; 1.06  1.92; 2.02  2.33; 2.74
    1 to 9, real          0.89; 1.00  1.28; 1.15  1.80; 1.85  2.24; 2.64
    1 to 3                0.52; 0.39  0.75; 0.44  1.47; 0.96  2.74; 1.65
    4 to 9                0.45; 0.36  0.63; 0.49  1.34; 0.69  2.69; 1.32
    a fifth 5, others 1   0.12; 0.11  0.16; 0.14  0.24; 0.20  0.48; 0.36
    8 or 9                0.25; 0.08  0.39; 0.08  0.86; 0.15  2.15; 0.27
    1 to 1,100, no bucket 0.46; 0.42  0.53; 0.44  0.57; 0.57  0.59; 0.65
    ====================  ==========  ==========  ==========  ==========
    """
    from gridwalk.search.shortest import buckets_of

    if grid.costs is None:
        return False
    some = slice(None, None, grid.size // SAMPLED_COSTS | 1)
    costs = grid.costs.reshape(-1)[some][grid.open_cells.reshape(-1)[some]]
    if not costs.size:
        return False
    low = np.partition(costs, place := 2 * (costs.size - 1) // 5)[place]
    rate, _ = grid.step_costs.rates(is_wrapped=grid.wrap is not None)
    return bool(low >= 3 * rate) and buckets_of(grid) is not None


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
        return grid._kept.get(NARROW, lambda: cls._made(grid))

    @classmethod
    def _made(cls, grid: Grid) -> Narrow:
        rows = _sampled_rows(grid)
        return cls(*_numbers(_moves_of(grid, rows)), rows)

    @property
    def are_most(self) -> bool:
        """Whether a graph of corridors would be small."""
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
    from gridwalk.search.solvers import junctions_of

    return junctions_of(grid)[0] <= grid.open_count / (4 if grid.moves.has_diagonals else 10)


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
