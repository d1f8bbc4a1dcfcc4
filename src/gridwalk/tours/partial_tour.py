"""The path so far of a search for a tour; one algorithm can continue where another has stopped."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.listing.simple import is_move
from gridwalk.question.question import Question
from gridwalk.runtime.codes import BACK, BACKTRACKS, DEPTH, EXPANDED, FOUND_PATH, PAUSED, STEP
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.progress import EventLog
from gridwalk.runtime.slices import call, compiles, slice_of
from gridwalk.search.query import Query


@dataclass
class PartialTour:
    """The path so far of one question, with its counters and its event log.

    Attributes
    ----------
    question : Question
        For tours of one start, or of any start.
    watch : Watch, optional
        Default: a new clock with the limits of the question.
    log : EventLog, optional
    cells : int32 array, with an entry for each open cell
        The path so far, in flat cells, is ``cells[:length]``, also after a search without success.
    length : int

    """

    question: Question
    watch: Watch | None = None
    log: EventLog | None = None
    cells: NDArray[np.int32] = field(init=False)
    length: int = 0

    def __post_init__(self) -> None:
        board, exits = self.question.board, self.question.exits
        self.query = Query(board, (), exits or (), self.watch or self.question.watch(), self.log)
        self.is_exit = np.ones(board.size, np.uint8) if exits is None else self.query.is_exit
        self.cells = np.zeros(board.open_count, np.int32)

    @property
    def only_exit(self) -> int | None:
        """The only cell where an open tour may end; None if there are several."""
        exits = self.question.exits
        if self.question.closed or exits is None or len(exits) != 1:
            return None
        return self.question.board.index(exits[0])

    def is_tour(self) -> bool:
        """Whether the path is a tour of the question; `only_exit` is appended if there is one."""
        exit_cell, last = self.only_exit, int(self.cells[self.length - 1])
        if exit_cell is not None:
            if self.length != len(self.cells) - 1 or not is_move.python(self.query.table, last, exit_cell):
                return False
            self.begin_with(np.append(self.cells[: self.length], np.int32(exit_cell)))
            return True
        if self.length < len(self.cells):
            return False
        if self.question.closed:
            return bool(is_move.python(self.query.table, last, int(self.cells[0])))
        return bool(self.is_exit[last])

    def begin_at(self, start: Cell) -> None:
        """Replace the path by one of a single cell."""
        self.query.starts = (start,)
        self.begin_with(np.array([self.query.source], np.int32))
        self.query.state[DEPTH] = 0

    def begin_with(self, cells: NDArray[np.int32]) -> None:
        """Replace the path by one over *cells*."""
        self.leave()
        self.query.state[EXPANDED] += len(cells)
        self.cells[: len(cells)] = cells
        self.length = len(cells)
        self.log_cells(STEP, cells)

    def leave(self) -> None:
        """Backtrack along the whole path, in the counters and in the log."""
        if self.length:
            self.query.state[BACKTRACKS] += self.length
            self.log_cells(BACK, self.cells[: self.length], -1)
        self.length = 0

    def log_cells(self, kind: int, cells: NDArray[np.int32], direction: int = 1) -> None:
        """Log an event for each cell and the one before it; backwards if *direction* is -1."""
        if self.log is not None:
            before = np.concatenate([cells[:1], cells[:-1]])
            events = np.column_stack([np.full(len(cells), kind), cells, before])
            self.log.append(events[::direction].astype(np.int32))

    def tour(self, by: str) -> Path:
        """Return the path, a tour found by the algorithm *by*; it begins at the start of the question."""
        question, cells = self.question, self.cells
        if question.closed and question.start is not None:
            at = int(np.flatnonzero(cells == question.board.index(question.start))[0])
            cells = np.roll(cells, -at)
        self.query.note(FOUND_PATH, int(cells[-1]), len(cells))
        return self.query.path(cells, by, closed=question.closed)

    def run_steps(self, kernel: Kernel, steps: int, *arguments: Any, logs: bool = False) -> int:
        """Run *kernel* for at most the given number of steps, in slices; return its status.

        If *logs*, the kernel records at most one event for each step, for the event log.

        The number of steps does not depend on whether code is compiled, so the answer does not, either.
        """
        state = self.query.state
        status = PAUSED
        while steps > 0 and status == PAUSED:
            compiled = compiles(kernel, len(self.cells))
            budget = min(steps, slice_of(compiled))
            steps -= budget
            events = np.zeros((budget + 1, 3), np.int32) if logs and self.log is not None else None
            given = *arguments, state, budget, events
            status = call(kernel, self.query.watch, *given, compiled=compiled)
            if self.log is not None and events is not None:
                self.log.append(events[1 : events[0, 0] + 1].copy())
            self.query.check()
        return status
