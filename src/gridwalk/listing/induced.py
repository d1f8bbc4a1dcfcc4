"""All induced paths or cycles of a board, one after another, by backtracking."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gridwalk.allpaths.reduce.network import Neighbours
from gridwalk.answers.path import Path
from gridwalk.board.cells import pairs_of
from gridwalk.listing import induced_steps as kernels
from gridwalk.listing.backtracking import Search
from gridwalk.question.question import Question
from gridwalk.runtime.codes import DEPTH, EXPANDED, FOUND, FOUNDS
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import check, registers, run


class InducedSearch(Search):
    """The search over the induced paths among the paths of a question, from each start in turn.

    They come depth-first in move order; cycles in the order of their first cells, lower neighbour second.
    """

    def __init__(self, question: Question, watch: Watch) -> None:
        self.question, self.watch, self.state = question, watch, registers()
        board = question.board
        self.near = Neighbours.of(board._whole, question.ground, of_cells=True)
        role_of_cell = np.zeros(board.size, np.uint8)
        for bit, cells in (
            (kernels.REQUIRED, question.cells_needed),
            (kernels.EXIT, () if question.closed else question.end_cells),
            (kernels.BARRED, question.avoided),
        ):
            for cell in cells:
                role_of_cell[board.index(cell)] |= bit
        self._role_of_cell = role_of_cell
        self._rules = np.zeros(kernels.RULES, np.int64)
        self._rules[kernels.CYCLES] = question.closed
        self._rules[kernels.ONE_DIRECTION] = question.closed and board._symmetric
        self._rules[kernels.PASSING] = question.passes_exits
        self._rules[kernels.FEWEST] = question.min_length
        most = board.size if question.max_length is None else question.max_length
        self._rules[kernels.MOST] = max(0, most - question.closed)
        self._closed_by = np.zeros(board.size, np.int32)
        self.starts = self._starts()

    def _starts(self) -> Iterator[int]:
        """Yield the flat cells at which paths or cycles begin."""
        question, board = self.question, self.question.board
        if question.why_empty is not None:
            return
        if not question.closed:
            yield from (board.index(cell) for cell in question.start_cells)
            return
        needed = [board.index(cell) for cell in question.cells_needed]
        for first in np.flatnonzero(board.open_cells.reshape(-1)).tolist():
            if first > min(needed, default=first):
                return
            if not self._role_of_cell[first] & kernels.BARRED:
                yield first
                self._role_of_cell[first] |= kernels.BARRED  # cycles through it have been listed

    def _begin(self, source: int) -> int:
        """Put the start on the path; FOUND if it is a path of the set by itself."""
        state, rules, role = self.state, self._rules, self._role_of_cell
        cells = self.question.board.open_count
        self._path = np.zeros(cells, np.int32), np.zeros(cells, np.int64)
        role &= np.uint8(255 - kernels.ON_PATH)
        self._closed_by[:] = 0
        cell_of_step, untried_of_step = self._path
        cell_of_step[0], untried_of_step[0] = source, self.near.offsets[source]
        state[DEPTH] = 0
        state[EXPANDED] += 1
        role[source] |= kernels.ON_PATH
        needed = {self.question.board.index(cell) for cell in self.question.cells_needed}
        rules[kernels.MISSING] = len(needed - {source})
        if not role[source] & kernels.EXIT:
            return -1
        if not rules[kernels.PASSING]:
            untried_of_step[0] = self.near.offsets[source + 1]
        if rules[kernels.MISSING] or rules[kernels.FEWEST]:
            return -1
        state[FOUNDS] += 1
        return FOUND

    def _go_on(self, *, stop: bool) -> int:
        near, state = self.near, self.state
        self._rules[kernels.ALL] = not stop
        check(self.watch, state)
        arguments = (
            (near.offsets, near.cells, near.ways),
            self._rules,
            self._role_of_cell,
            self._closed_by,
            self._path,
        )
        return run(
            kernels.next_induced, *arguments, state=state, moves_of_cell=near.offsets, watch=self.watch
        )

    def _path_found(self) -> Path:
        board, state = self.question.board, self.state
        flat = np.array(self._path[0][: int(state[DEPTH]) + 1])
        cells = pairs_of(board._places_between(flat, closed=self.question.closed), board.columns)
        return Path._found(board._whole, cells, self.question.closed, "dfs", int(state[EXPANDED]), 0)
