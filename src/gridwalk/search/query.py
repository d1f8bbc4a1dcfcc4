"""One question about one board: the arguments of a search, and helpers that all searches share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.errors import Cell
from gridwalk.runtime.codes import BACKTRACKS, EXPANDED, FOUND_PATH, HEAD, NONE, OPEN, TAIL
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.progress import EventLog
from gridwalk.runtime.slices import check, registers, run

WEIGHT = 2.0  # default weight of the bound in weighted A*


@dataclass
class Query:
    """The board, starts, exits, watch and registers of a search, and an event log to fill, or None."""

    board: Board
    starts: tuple[Cell, ...]
    exits: tuple[Cell, ...]
    watch: Watch = field(default_factory=NO_LIMITS.watch)
    log: EventLog | None = None
    state: NDArray[np.int64] = field(default_factory=registers)
    weight: float = WEIGHT  # of weighted A*

    @property
    def source(self) -> int:
        """The flat index of the start, or of the first of several."""
        return self.sources[0]

    @property
    def sources(self) -> list[int]:
        """The flat indices of the starts."""
        return self.board._flat(self.starts)

    @property
    def goals(self) -> list[int]:
        """The flat indices of the exits."""
        return self.board._flat(self.exits)

    def seed(self, queue: NDArray[np.int32], label: int | None = None) -> None:
        """Put the starts into an empty *queue*, and log them, with a *label* if given."""
        sources = self.sources
        queue[: len(sources)] = sources
        self.state[HEAD], self.state[TAIL] = 0, len(sources)
        for source in sources:
            self.note(OPEN, source, source if label is None else label)

    @property
    def table(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """The legal-move table and the offsets of moves, as kernels take them."""
        return self.board._moves_of_cell, self.board._delta_of_move

    @cached_property
    def is_exit(self) -> NDArray[np.uint8]:
        """An array with 1 at every exit, flat."""
        mask = np.zeros(self.board.size, np.uint8)
        mask[self.goals] = 1
        return mask

    def no_cells(self) -> NDArray[np.int32]:
        """Return an array with the entry NONE for each cell."""
        return np.full(self.board.size, NONE, np.int32)

    def run(self, kernel: Kernel, *arguments: Any) -> int:
        """Run *kernel* to its end, in slices, and return its status."""
        return run(
            kernel,
            self.table,
            *arguments,
            state=self.state,
            moves_of_cell=self.board._moves_of_cell,
            watch=self.watch,
            log=self.log,
        )

    def from_each_start(self, search: Search) -> Path | None:
        """Return the first path that *search* finds, trying the starts in order."""
        for start in self.starts:
            query = self if len(self.starts) == 1 else replace(self, starts=(start,))
            if (path := search(query)) is not None:
                return path
        return None

    def check(self) -> None:
        """Report the progress of this search; raise `TimeLimitError` after the time limit."""
        check(self.watch, self.state)

    def note(self, kind: int, cell: int, value: int) -> None:
        """Append an event to the log, if there is a log."""
        if self.log is not None:
            self.log.append(np.array([(kind, cell, value)], np.int32))

    def found(self, flat_cells: NDArray[np.int32], by: str) -> Path:
        """Log that a path was found, and return the path."""
        self.note(FOUND_PATH, int(flat_cells[-1]), len(flat_cells))
        return self.path(flat_cells, by)

    def path(self, flat_cells: NDArray[np.int32], by: str, *, closed: bool = False) -> Path:
        """Return the path along *flat_cells*, with the statistics of this query."""
        cells = np.empty((len(flat_cells), 2), np.int32)
        np.divmod(flat_cells, self.board.columns, out=(cells[:, 0], cells[:, 1]))
        return Path._found(
            self.board, cells, closed, by, int(self.state[EXPANDED]), int(self.state[BACKTRACKS])
        )


Search = Callable[[Query], Path | None]
