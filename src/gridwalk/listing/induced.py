"""All induced paths or cycles of a board, one after another, by backtracking."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.kernels.codes import DEPTH, EXHAUSTED, EXPANDED, FOUND, FOUNDS
from gridwalk.kernels.listing import induced as kernels
from gridwalk.questions.question import Question
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call, check, compiles, registers, slice_of
from gridwalk.shrink.network import Neighbours


class InducedSearch:
    """The search over the induced paths among the paths of a question, from each start in turn.

    They come depth-first in move order; cycles in the order of their first cells, lower neighbour second.
    """

    def __init__(self, question: Question, watch: Watch) -> None:
        self.question, self.watch, self.state = question, watch, registers()
        grid = question.grid
        self.near = Neighbours.of(grid.whole, question.ground)
        role_of_cell = np.zeros(grid.size, np.uint8)
        for bit, cells in (
            (kernels.REQUIRED, question.needed),
            (kernels.EXIT, () if question.closed else question.end_cells),
            (kernels.BARRED, question.avoided),
        ):
            for cell in cells:
                role_of_cell[grid.index(cell)] |= bit
        self._role_of_cell = role_of_cell
        self._rules = np.zeros(kernels.RULES, np.int64)
        self._rules[kernels.CYCLES] = question.closed
        self._rules[kernels.ONE_DIRECTION] = question.closed and grid.symmetric
        self._rules[kernels.PASSING] = question.passes_exits
        self._rules[kernels.FEWEST] = question.min_length
        most = grid.size if question.max_length is None else question.max_length
        self._rules[kernels.MOST] = max(0, most - question.closed)
        self._closed_by = np.zeros(grid.size, np.int32)

    def paths(self) -> Iterator[Path]:
        """Yield them."""
        for start in self._starts():
            status = self._begin(start)
            while status != EXHAUSTED:
                if status == FOUND:
                    yield self._path()
                status = self._go_on(stop=True)

    def count(self) -> int:
        """Return how many there are, visiting each but making none."""
        for start in self._starts():
            self._begin(start)
            while self._go_on(stop=False) != EXHAUSTED:
                pass
        return int(self.state[FOUNDS])

    def _starts(self) -> Iterator[int]:
        """Yield the flat cells at which paths or cycles begin."""
        question, grid = self.question, self.question.grid
        if question.why_empty is not None:
            return
        if not question.closed:
            yield from (grid.index(cell) for cell in question.start_cells)
            return
        needed = [grid.index(cell) for cell in question.needed]
        for first in np.flatnonzero(grid.open_cells.reshape(-1)).tolist():
            if first > min(needed, default=first):
                return
            if not self._role_of_cell[first] & kernels.BARRED:
                yield first
                self._role_of_cell[first] |= kernels.BARRED  # cycles through it have been listed

    def _begin(self, source: int) -> int:
        """Put the start on the path; FOUND if it is a path of the set by itself."""
        state, rules, role = self.state, self._rules, self._role_of_cell
        cells = self.question.grid.open_count
        self._path_so_far = np.zeros(cells, np.int32), np.zeros(cells, np.int64)
        role &= np.uint8(255 - kernels.ON_PATH)
        self._closed_by[:] = 0
        cell_of_step, untried_of_step = self._path_so_far
        cell_of_step[0], untried_of_step[0] = source, self.near.offsets[source]
        state[DEPTH] = 0
        state[EXPANDED] += 1
        role[source] |= kernels.ON_PATH
        needed = {self.question.grid.index(cell) for cell in self.question.needed}
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
        kernel, state, near = kernels.next_induced, self.state, self.near
        self._rules[kernels.ALL] = not stop
        check(self.watch, state)
        compiled, before = compiles(kernel, near.offsets.size), int(state[EXPANDED])
        status: int = call(
            kernel,
            self.watch,
            (near.offsets, near.cells, near.ways),
            self._rules,
            self._role_of_cell,
            self._closed_by,
            *self._path_so_far,
            state,
            slice_of(compiled),
            compiled=compiled,
        )
        kernel.expanded += int(state[EXPANDED]) - before
        return status

    def _path(self) -> Path:
        flat: NDArray[np.int32] = self._path_so_far[0][: int(self.state[DEPTH]) + 1]
        cells = np.stack(np.divmod(flat, np.int32(self.question.grid.columns)), axis=1)
        state, closed = self.state, self.question.closed
        return Path._found(self.question.grid.whole, cells, closed, "dfs", int(state[EXPANDED]), 0)
