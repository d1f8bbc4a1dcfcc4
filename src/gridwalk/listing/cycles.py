"""Simple cycles, one after another: each from its first cell on, by way of the lesser of its neighbours.

So each is found once, on a board with moves that cannot be undone once for each direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board import Board
from gridwalk.errors import Cell
from gridwalk.kernels.codes import DEPTH, EXPANDED, FOUND, GOAL, NONE, SEARCHES, VERIFIED, WASTED
from gridwalk.kernels.listing import backtrack
from gridwalk.kernels.search.first_path import bfs, follow_parents
from gridwalk.listing.backtracking import PATIENCE, PATIENCE_PER_CELL, Backtracking, ways_of
from gridwalk.path import Path
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call_short
from gridwalk.search.fields import moves_to
from gridwalk.search.query import Query
from gridwalk.shrink.shrinking import shrink

ROOTS = "looking for where cycles begin"


@dataclass(frozen=True)
class Root:
    """Where cycles begin: a cell, their second cell, and the cells that may be their last."""

    first: int
    second: int
    last: NDArray[np.int64]


def roots(board: Board, watch: Watch, before: int) -> Iterator[Root]:
    """Yield where cycles may begin, in order of their cells; none after the flat cell *before*."""
    shrunk = shrink(board, None, None, cycles=True, watch=watch)
    on_cycles = np.zeros(board.size, bool)
    for block in shrunk.blocks:
        on_cycles[block.cells] = True
    moves_of_cell, delta_of_move = board.moves_of_cell, board.delta_of_move
    for first in np.flatnonzero(on_cycles[: before + 1]).tolist():
        watch.check(0, 0, 0, ROOTS)
        legal = int(moves_of_cell[first])
        onward = [first + delta for m, delta in enumerate(delta_of_move.tolist()) if legal >> m & 1]
        back = [u for m, u in enumerate((first - delta_of_move).tolist()) if u >= 0 and _leads(board, u, m)]
        for second in onward:
            least = second if board.symmetric else first
            last = [u for u in back if u > least and u != second and on_cycles[u]]
            if second > first and on_cycles[second] and last:
                yield Root(first, second, np.array(last))


def _leads(board: Board, u: int, m: int) -> bool:
    return u < board.size and bool(int(board.moves_of_cell[u]) >> m & 1)


@dataclass
class CycleSearch(Backtracking):
    """The search over all simple cycles, begun at no cell after the flat cell *before*."""

    before: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.closed = True
        self.starts: Any = roots(self.board, self.watch, self.before)

    def _begin(self, root: Any) -> tuple[NDArray[np.int32], int]:
        """Lay out the arrays for the cycles from *root*: its first two cells stand, those before are out."""
        board, query = self.board, self.query
        longest = board.open_count
        query.starts, query.exits = _cells(board, [root.first]), _cells(board, root.last)
        self._is_exit = np.zeros(board.size, np.uint8)
        self._is_exit[root.last] = 1
        self._rules = np.zeros(backtrack.RULES, np.int64)
        self._rules[[backtrack.CLOSING, backtrack.PASSING]] = 1
        self._rules[backtrack.PATIENCE] = PATIENCE + PATIENCE_PER_CELL * longest
        self._rules[backtrack.MOST] = board.size if self.most is None else self.most - 1
        self._ways = ways_of(board.size)
        if self.bounded:
            self._ways[4][:] = moves_to(query)
        self._walk = np.zeros(longest, np.int32), np.zeros(longest, board.moves_of_cell.dtype)
        self._walk[0][:2] = root.first, root.second
        self._walk[1][1] = board.moves_of_cell[root.second]
        self._on_path = np.zeros(board.size, np.uint8)
        self._on_path[: root.first + 1] = 1
        self._on_path[root.second] = 1
        query.state[DEPTH] = 1
        query.state[WASTED], query.state[VERIFIED], query.state[SEARCHES] = 0, longest, 0
        query.state[EXPANDED] += 2
        return self._walk[0], NONE


def short_cycle(board: Board, watch: Watch) -> Path | None:
    """Return a shortest cycle from the first root that has one, breadth-first; None if there is none."""
    for root in roots(board, watch, board.size):
        query = Query(board, _cells(board, [root.second]), _cells(board, root.last), watch)
        parent_of_cell, queue = query.no_cells(), np.empty(board.open_count, np.int32)
        parent_of_cell[: root.first + 1] = 0  # taken
        parent_of_cell[root.second] = root.second
        query.seed(queue)
        if query.run(bfs, query.is_exit, parent_of_cell, queue) == FOUND:
            steps = call_short(follow_parents, watch, parent_of_cell, int(query.state[GOAL]), queue)
            cells = np.concatenate([[root.first], queue[:steps][::-1]]).astype(np.int32)
            return query.path(cells, "bfs", closed=True)
    return None


def _cells(board: Board, flat: Iterable[int]) -> tuple[Cell, ...]:
    return tuple(divmod(int(v), board.columns) for v in flat)
