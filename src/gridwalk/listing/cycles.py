"""All simple cycles, one after another: each from its first cell, in the direction of its lower neighbour.

So each cycle is found once; if moves cannot be undone, once for each direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import DEPTH, EXPANDED, FOUND, GOAL, NONE, SEARCHES, VERIFIED, WASTED
from gridwalk.kernels.listing import backtrack
from gridwalk.kernels.search.first_path import SOURCE, bfs, follow_marks
from gridwalk.listing.backtracking import Backtracking, patience_of, ways_of
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call
from gridwalk.search.fields import moves_to
from gridwalk.search.query import Query
from gridwalk.shrink.reduction import shrink

ROOTS = "looking for where cycles begin"


@dataclass(frozen=True)
class Root:
    """Where cycles begin: a cell, their second cell, and the cells that may be their last."""

    first: int
    second: int
    last: NDArray[np.int64]


def roots(grid: Grid, watch: Watch, before: int) -> Iterator[Root]:
    """Yield where cycles may begin, in the order of cells; no root is after the flat cell *before*."""
    reduced = shrink(grid, None, None, cycles=True, watch=watch)
    on_cycles = np.zeros(grid.size, bool)
    for block in reduced.blocks:
        on_cycles[block.cells] = True
    moves_of_cell, delta_of_move = grid.moves_of_cell, grid.delta_of_move
    for first in np.flatnonzero(on_cycles[: before + 1]).tolist():
        watch.check(0, 0, 0, ROOTS)
        legal = int(moves_of_cell[first])
        onward = [first + delta for m, delta in enumerate(delta_of_move.tolist()) if legal >> m & 1]
        back = [u for m, u in enumerate((first - delta_of_move).tolist()) if u >= 0 and _leads(grid, u, m)]
        for second in onward:
            least = second if grid.symmetric else first
            last = [u for u in back if u > least and u != second and on_cycles[u]]
            if second > first and on_cycles[second] and last:
                yield Root(first, second, np.array(last))


def _leads(grid: Grid, u: int, m: int) -> bool:
    return u < grid.size and bool(int(grid.moves_of_cell[u]) >> m & 1)


@dataclass
class CycleSearch(Backtracking):
    """The search over all simple cycles of which the first cell is not after the flat cell *before*."""

    before: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.closed = True
        self.starts: Any = roots(self.grid, self.watch, self.before)

    def _begin(self, root: Any) -> tuple[NDArray[np.int32], int]:
        """Lay out the arrays for the cycles from *root*: no cell before the first of them may be entered."""
        grid, query = self.grid, self.query
        longest = grid.open_count
        query.starts, query.exits = _cells(grid, [root.first]), _cells(grid, root.last)
        self._is_exit = np.zeros(grid.size, np.uint8)
        self._is_exit[root.last] = 1
        self._rules = np.zeros(backtrack.RULES, np.int64)
        self._rules[[backtrack.CLOSING, backtrack.PASSING]] = 1
        self._rules[backtrack.PATIENCE] = patience_of(longest)
        self._rules[backtrack.MOST] = grid.size if self.most is None else self.most - 1
        self._ways = ways_of(grid.size)
        if self.bounded:
            self._ways[4][:] = moves_to(query)
        self._path = np.zeros(longest, np.int32), np.zeros(longest, grid.moves_of_cell.dtype)
        self._path[0][:2] = root.first, root.second
        self._path[1][1] = grid.moves_of_cell[root.second]
        self._on_path = np.zeros(grid.size, np.uint8)
        self._on_path[: root.first + 1] = 1
        self._on_path[root.second] = 1
        query.state[DEPTH] = 1
        query.state[WASTED], query.state[VERIFIED], query.state[SEARCHES] = 0, longest, 0
        query.state[EXPANDED] += 2
        return self._path[0], NONE


def short_cycle(grid: Grid, watch: Watch) -> Path | None:
    """Return a shortest cycle from the first root that has one, breadth-first; None if there is none."""
    for root in roots(grid, watch, grid.size):
        query = Query(grid, _cells(grid, [root.second]), _cells(grid, root.last), watch)
        mark_of_cell, queue = query.marks(), np.empty(grid.open_count, np.int32)
        mark_of_cell[: root.first + 1] |= SOURCE  # not to be entered
        query.seed(queue)
        if query.run(bfs, mark_of_cell, queue) == FOUND:
            goal = int(query.state[GOAL])
            steps = call(follow_marks, watch, grid.delta_of_move, mark_of_cell, goal, queue)
            cells = np.concatenate([[root.first], queue[:steps][::-1]]).astype(np.int32)
            return query.path(cells, "bfs", closed=True)
    return None


def _cells(grid: Grid, flat: Iterable[int]) -> tuple[Cell, ...]:
    return tuple(divmod(int(v), grid.columns) for v in flat)
