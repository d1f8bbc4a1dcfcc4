"""All induced paths or cycles of a board, depth-first in the order of moves: `InducedListing`.

A path is induced if no move joins two of its cells that are not consecutive.  So the search closes the
neighbours of all cells of the path but the last, and does not enter closed cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.network import Neighbours
from gridwalk.answers.path import Path
from gridwalk.board.cells import pairs_of
from gridwalk.listing.listing import Listing, PathBatch, add_path
from gridwalk.question.question import Question
from gridwalk.runtime.codes import BACKTRACKS, DEPTH, EXHAUSTED, EXPANDED, FOUND, PAUSED
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import run_slice

# Bits of ``role_of_cell``.
ON_PATH, EXIT, REQUIRED, BARRED = 1, 2, 4, 8

# Indices of ``rules``: which paths are in the set, and the number of required cells not on the path.
CYCLES = 0  # 1: a move must lead from the last cell back to the first, which has the lowest index
ONE_DIRECTION = 1  # 1: a cycle is in the set only if its second cell is lower than its last
PASSING = 2  # 1: a path may go through an exit
FEWEST, MOST = 3, 4  # moves
MISSING = 5
RULES = 6


class InducedListing(Listing):
    """The search over the induced paths among the paths of a question, from each start in turn.

    Cycles come in the order of their first cells; their second cell is the lower neighbour.
    """

    def __init__(self, question: Question, watch: Watch) -> None:
        board = question.board
        super().__init__(board, watch, question.closed)
        near = Neighbours.of(board._whole, question.ground, of_cells=True)
        self._near = near.offsets, near.cells, near.ways
        self._role_of_cell = np.zeros(board.size, np.uint8)
        for bit, cells in (
            (REQUIRED, question.cells_needed),
            (EXIT, () if question.closed else question.end_cells),
            (BARRED, question.avoided),
        ):
            self._role_of_cell[[board.index(cell) for cell in cells]] |= bit
        self._rules = np.zeros(RULES, np.int64)
        self._rules[CYCLES] = question.closed
        self._rules[ONE_DIRECTION] = question.closed and board._symmetric
        self._rules[PASSING], self._rules[FEWEST] = question.passes_exits, question.min_length
        most = board.size if question.max_length is None else question.max_length
        self._rules[MOST] = max(0, most - question.closed)
        self._closed_by = np.zeros(board.size, np.int32)
        self.starts = self._starts(question)

    def _starts(self, question: Question) -> Iterator[int]:
        """Yield the flat cells at which paths or cycles begin."""
        board = self.board
        if question.why_empty is not None:
            return
        if not question.closed:
            yield from (board.index(cell) for cell in question.start_cells)
            return
        last = min(map(board.index, question.cells_needed), default=board.size)
        for first in np.flatnonzero(board.open_cells.reshape(-1)[: last + 1]).tolist():
            if not self._role_of_cell[first] & BARRED:
                yield first
                self._role_of_cell[first] |= BARRED  # its cycles have been listed

    def _begin(self, start: Any) -> bool:
        """Put the start on the path; return whether the start alone is a path of the set."""
        role, rules, offsets = self._role_of_cell, self._rules, self._near[0]
        self._path = np.zeros(self.longest, np.int32), np.zeros(self.longest, np.int64)
        self._path[0][0], self._path[1][0] = start, offsets[start]
        self._closed_by[:] = 0
        role &= np.uint8(255 - ON_PATH)
        role[start] |= ON_PATH
        self.state[DEPTH] = 0
        self.state[EXPANDED] += 1
        rules[MISSING] = np.count_nonzero(role & (REQUIRED | ON_PATH) == REQUIRED)
        if role[start] & EXIT and not rules[PASSING]:
            self._path[1][0] = offsets[start + 1]
        return bool(role[start] & EXIT) and not rules[MISSING] and not rules[FEWEST]

    def _go_on(self, batch: PathBatch) -> int:
        arguments = self._near, self._rules, self._role_of_cell, self._closed_by, self._path, batch
        return run_slice(next_induced, arguments, self.state, self._near[0], self.watch)

    def _path_of(self, flat_cells: NDArray[np.int32]) -> Path:
        board = self.board
        cells = pairs_of(board._places_between(flat_cells, closed=self.closed), board.columns)
        return Path._found(board._whole, cells, self.closed, self.by, int(self.state[EXPANDED]), 0)


@kernel
def next_induced(near, rules, role_of_cell, closed_by, path, batch, state, budget, _events):
    """Add paths to *batch* until the next one may not fit (FOUND) or the budget is spent (PAUSED).

    ``near`` is the triple ``(offsets, cells, ways)`` of `allpaths.reduce.network.Neighbours`.  The current
    path is ``cell_of_step[0:DEPTH + 1]``; ``untried_of_step[i]`` is the index of the next neighbour to try
    from its i-th cell.  ``closed_by[v]`` is the number of neighbours of *v* on the path, without its last
    cell (and for cycles, without its first).  The caller has put the start at step 0.
    """
    offsets, cells, ways = near
    cell_of_step, untried_of_step = path
    depth = state[DEPTH]
    cyclic = rules[CYCLES]
    status = PAUSED
    while budget > 0:
        budget -= 1
        u = cell_of_step[depth]
        i = untried_of_step[depth]
        if i == offsets[u + 1] or depth == rules[MOST]:
            if depth == 0:
                status = EXHAUSTED
                break
            role_of_cell[u] ^= ON_PATH
            if role_of_cell[u] & REQUIRED:
                rules[MISSING] += 1
            depth -= 1
            if depth > 0 or not cyclic:
                close_beside(near, closed_by, cell_of_step[depth], -1)
            state[BACKTRACKS] += 1
            continue
        untried_of_step[depth] = i + 1
        v = cells[i]
        role = role_of_cell[v]
        if not ways[i] & 1 or closed_by[v] or role & (ON_PATH | BARRED):
            continue
        ends = role & EXIT != 0
        stops = ends and not rules[PASSING]
        if cyclic:
            ends = False
            stops = False
            if depth > 0:
                home = way_between(near, v, cell_of_step[0])
                stops = home >= 0
                ends = home > 0 and home & 1 != 0
                ends = ends and (not rules[ONE_DIRECTION] or cell_of_step[1] < v)
                if stops and not ends:
                    continue
        if depth > 0 or not cyclic:
            close_beside(near, closed_by, u, 1)
        depth += 1
        state[EXPANDED] += 1
        cell_of_step[depth] = v
        role_of_cell[v] = role | ON_PATH
        if role & REQUIRED:
            rules[MISSING] -= 1
        untried_of_step[depth] = offsets[v + 1] if stops else offsets[v]
        is_path = ends and rules[MISSING] == 0 and rules[FEWEST] <= depth + cyclic
        if is_path and not add_path(batch, cell_of_step, depth + 1, len(cell_of_step), state):
            status = FOUND
            break
    state[DEPTH] = depth
    return status


@inline_kernel
def close_beside(near, closed_by, u, change):
    """Add *change* to ``closed_by`` of all neighbours of *u*."""
    offsets, cells, _ = near
    for i in range(offsets[u], offsets[u + 1]):
        closed_by[cells[i]] += change


@inline_kernel
def way_between(near, u, v):
    """Return the way from *u* to its neighbour *v*; -1 if no move joins them."""
    offsets, cells, ways = near
    for i in range(offsets[u], offsets[u + 1]):
        if cells[i] == v:
            return ways[i]
    return -1
