"""The path so far of a search for a tour: extended by Warnsdorff's rule, or changed by Pósa rotations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.kernels._kernel import Kernel
from gridwalk.kernels.codes import BACK, BACKTRACKS, DEPTH, EXPANDED, FOUND, NONE, PAUSED, STEP
from gridwalk.kernels.tours import rotations, warnsdorff
from gridwalk.questions.question import Question
from gridwalk.runtime.cache import Key
from gridwalk.runtime.eventlog import EventLog
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call, compiles, slice_of
from gridwalk.search.query import Query
from gridwalk.tours.orders import Order

DEGREES: Key[NDArray[np.uint8]] = Key("degrees")  # how many moves each cell has


@dataclass
class PartialTour:
    """The path so far, which the searches of one question share and hand on to each other.

    Attributes
    ----------
    question : Question
    watch : Watch, optional
        Default: one that the question's limits start now.
    log : EventLog, optional
    cells : int32 array, one entry an open cell
        The path so far, flat, is ``cells[:length]``, however a search ends.
    length : int

    """

    question: Question
    watch: Watch | None = None
    log: EventLog | None = None
    cells: NDArray[np.int32] = field(init=False)
    length: int = 0

    def __post_init__(self) -> None:
        grid = self.question.grid
        self.query = Query(grid, (), (), self.watch or self.question.watch(), self.log)
        self.cells = np.zeros(grid.open_count, np.int32)
        self._degree = grid._kept.get(DEGREES, lambda: np.bitwise_count(grid.moves_of_cell))
        deltas = np.array(grid.moves.deltas, np.int64)
        self._deltas = deltas[:, 0].copy(), deltas[:, 1].copy()

    def follow_rule(self, start: Cell, order: Order) -> bool:
        """Follow Warnsdorff's rule from *start*; return whether that leads to a tour of the question."""
        grid, state = self.question.grid, self.query.state
        self._leave()
        source = grid.index(start)
        exit_cell = self._only_exit()
        free = self._degree.copy()
        free[source] = warnsdorff.TAKEN
        if exit_cell is not None:
            free[exit_cell] = warnsdorff.TAKEN  # it comes last of all
        self.cells[0] = source
        rules = np.zeros(warnsdorff.RULES, np.int64)
        cells = len(self.cells) - (exit_cell is not None)
        rules[: warnsdorff.ORDER] = order.ties, cells, *grid.shape, *start
        state[DEPTH] = 0
        state[EXPANDED] += 1
        self.query.note(STEP, source, source)
        orders = order.switch_of_order, order.move_of_place
        self.query.run(warnsdorff.follow_rule, self._deltas, orders, rules, free, self.cells)
        self.length = int(state[DEPTH]) + 1
        return self._is_tour()

    def rotate(self, most: int, seed: int) -> bool:
        """Extend the path by *most* Pósa rotations; return whether that leads to a tour of the question."""
        question, state = self.question, self.query.state
        grid, exit_cell = question.grid, self._only_exit()
        step_of_cell = np.full(grid.size, NONE, np.int32)
        cells = self.cells[: self.length]
        if exit_cell is not None:
            # A tour to a given exit is a closed one with a step from there to the start.
            self.length = min(self.length + 1, len(self.cells))
            cells = np.concatenate([[np.int32(exit_cell)], cells[cells != exit_cell]])[: self.length]
        path = np.zeros(len(self.cells), np.int32)
        path[: self.length] = cells
        step_of_cell[cells] = np.arange(self.length)
        rules = np.zeros(rotations.RULES, np.int64)
        closing, fixed = question.closed or exit_cell is not None, exit_cell is not None
        rules[:] = len(path), closing, fixed, seed + 1, most
        state[DEPTH] = self.length - 1
        arguments = self.query.table, self._is_exit(), rules, path, step_of_cell
        status = self.run_slices(rotations.rotate_path, 1 << 30, *arguments)
        self.length = int(state[DEPTH]) + 1
        if exit_cell is not None:
            path[: self.length] = np.roll(path[: self.length], -1)
        self._log_steps(path[: self.length])
        self.cells = path
        return status == FOUND

    def reverse(self) -> None:
        """Reverse the path, to go on from its other end."""
        self.cells[: self.length] = self.cells[: self.length][::-1].copy()

    def begin_with(self, cells: NDArray[np.int32]) -> None:
        """Replace the path by one over *cells*."""
        self._leave()
        self.query.state[EXPANDED] += len(cells)
        self.cells[: len(cells)] = cells
        self.length = len(cells)
        self._log_steps(cells)

    def take_over(self, cells: NDArray[np.int32], spent: NDArray[np.int64]) -> None:
        """Replace the path by that of another search, and add what that search *spent* (its registers)."""
        self._leave()
        self.cells[: len(cells)] = cells
        self.length = len(cells)
        for register in (EXPANDED, BACKTRACKS):
            self.query.state[register] += spent[register]

    def run_slices(self, kernel: Kernel, slices: int, *arguments: Any) -> int:
        """Run *kernel* for at most so many slices; return its status."""
        state = self.query.state
        status = PAUSED
        while slices > 0 and status == PAUSED:
            slices -= 1
            compiled = compiles(kernel, len(self.cells))
            budget = slice_of(compiled)
            given = *arguments, state, budget, None
            status = call(kernel, self.query.watch, *given, compiled=compiled)
            kernel.expanded += budget if status == PAUSED else 0
            self.query.check()
        return status

    # ------------------------------------------------------------------------------ parts

    def _only_exit(self) -> int | None:
        """Return the one cell where an open tour must end; None: there is a choice."""
        exits = self.question.exits
        if self.question.closed or exits is None or len(exits) != 1:
            return None
        return self.question.grid.index(exits[0])

    def _is_exit(self) -> NDArray[np.uint8]:
        grid, exits = self.question.grid, self.question.exits
        if exits is None:
            return np.ones(grid.size, np.uint8)
        return Query(grid, (), exits).is_exit

    def _is_tour(self) -> bool:
        exit_cell, last = self._only_exit(), int(self.cells[self.length - 1])
        if exit_cell is not None:
            if self.length != len(self.cells) - 1 or not self._is_move(last, exit_cell):
                return False
            self.begin_with(np.append(self.cells[: self.length], np.int32(exit_cell)))
            return True
        if self.length < len(self.cells):
            return False
        if self.question.closed:
            return self._is_move(last, int(self.cells[0]))
        return self.question.exits is None or bool(self._is_exit()[last])

    def _is_move(self, u: int, v: int) -> bool:
        grid = self.question.grid
        moves = np.flatnonzero(grid.delta_of_move == v - u).tolist()
        return any(int(grid.moves_of_cell[u]) >> m & 1 for m in moves)

    def _leave(self) -> None:
        """Backtrack along the whole path, for the counters and the log."""
        if self.length:
            self.query.state[BACKTRACKS] += self.length
            self._log(BACK, self.cells[: self.length], -1)
        self.length = 0

    def _log_steps(self, cells: NDArray[np.int32]) -> None:
        self._log(STEP, cells, 1)

    def _log(self, kind: int, cells: NDArray[np.int32], direction: int) -> None:
        """Log an event for each cell and the one before it, in this direction."""
        if self.log is not None:
            before = np.concatenate([cells[:1], cells[:-1]])
            events = np.column_stack([np.full(len(cells), kind), cells, before])
            self.log.append(events[::direction].astype(np.int32))
