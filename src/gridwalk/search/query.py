"""One question about one board: the arguments of every search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.grids.grid import Grid
from gridwalk.kernels._kernel import Kernel
from gridwalk.kernels.codes import BACKTRACKS, EXPANDED, FOUND_PATH, HEAD, MET, NONE, OPEN, TAIL
from gridwalk.kernels.search.first_path import EXIT, SOURCE, WANTED, follow_marks
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.slices import call, check, registers, run
from gridwalk.search.lowerbounds import WEIGHT

if TYPE_CHECKING:
    from gridwalk.runtime.eventlog import EventLog
    from gridwalk.search.ready import Solver

PARTS: Key[NDArray[np.int32]] = Key("parts")  # under which a grid keeps the connected component of each cell


@cache
def key_of(name: str) -> Key[Solver]:
    """Return under what a grid keeps the solver of a name."""
    return Key("solver", (name,))


@dataclass
class Query:
    """Starts, exits, clock, registers, and an event log to fill or None."""

    grid: Grid
    starts: tuple[Cell, ...]
    exits: tuple[Cell, ...]
    watch: Watch = field(default_factory=NO_LIMITS.watch)
    log: EventLog | None = None
    state: NDArray[np.int64] = field(default_factory=registers)
    weight: float = WEIGHT  # of weighted A*

    @property
    def source(self) -> int:
        """The flat index of the start, or of the first of several."""
        return self.grid.index(self.starts[0])

    @property
    def sources(self) -> list[int]:
        """The flat indices of the starts."""
        return [self.grid.index(start) for start in self.starts]

    def seed(self, queue: NDArray[np.int32], label: int | None = None) -> None:
        """Put the starts in an empty queue or heap, and log them, with a *label* if given."""
        sources = self.sources
        queue[: len(sources)] = sources
        self.state[HEAD], self.state[TAIL] = 0, len(sources)
        for source in sources:
            self.note(OPEN, source, source if label is None else label)

    @property
    def table(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """The legal-move table in the form of kernels."""
        return self.grid.moves_of_cell, self.grid.delta_of_move

    @cached_property
    def is_exit(self) -> NDArray[np.uint8]:
        """1 at every exit, flat."""
        mask = np.zeros(self.grid.size, np.uint8)
        for cell in self.exits:
            mask[self.grid.index(cell)] = 1
        return mask

    def marks(self) -> NDArray[np.uint8]:
        """Return the marks that `kernels.search.first_path.bfs` begins with."""
        mark_of_cell = np.zeros(self.grid.size, np.uint8)
        mark_of_cell[[self.grid.index(cell) for cell in self.exits]] = EXIT
        mark_of_cell[self.sources] |= SOURCE
        return mark_of_cell

    def labels(self, queue: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the labels that `distance_labels` begins with, and put the starts in its empty *queue*."""
        label_of_cell, sources = self.no_cells(), self.sources
        label_of_cell[[self.grid.index(cell) for cell in self.exits]] = WANTED
        reached = np.flatnonzero(label_of_cell[sources] == WANTED)
        self.state[MET] = reached[0] + 1 if reached.size else 0
        label_of_cell[sources] = 0
        self.seed(queue, 0)
        return label_of_cell

    def no_cells(self) -> NDArray[np.int32]:
        """Return an array with the entry NONE for each cell."""
        return np.full(self.grid.size, NONE, np.int32)

    def run(self, kernel: Kernel, *arguments: Any) -> int:
        """Run *kernel* to its end, in slices."""
        return run(
            kernel,
            self.table,
            *arguments,
            state=self.state,
            moves_of_cell=self.grid.moves_of_cell,
            watch=self.watch,
            log=self.log,
        )

    def from_each_start(self, search: Search) -> Path | None:
        """Return the first path that *search* finds, from one start after another."""
        for start in self.starts:
            query = self if len(self.starts) == 1 else replace(self, starts=(start,))
            if (path := search(query)) is not None:
                return path
        return None

    def check(self) -> None:
        """Report the progress of this search; raise `TimeLimitError` after the time limit."""
        check(self.watch, self.state)

    def note(self, kind: int, cell: int, value: int) -> None:
        """Log an event outside of kernels, if there is a log."""
        if self.log is not None:
            self.log.append(np.array([(kind, cell, value)], np.int32))

    def found(self, flat_cells: NDArray[np.int32], by: str) -> Path:
        """Log that a path was found, and return it."""
        self.note(FOUND_PATH, int(flat_cells[-1]), len(flat_cells))
        return self.path(flat_cells, by)

    def marked(
        self, mark_of_cell: NDArray[np.uint8], goal: int, by: str, room: NDArray[np.int32] | None = None
    ) -> Path:
        """Log that a path was found, and return it: that to *goal* by the marks; *room* for any path."""
        cells = np.empty(self.grid.open_count, np.int32) if room is None else room
        steps = call(follow_marks, self.watch, self.grid.delta_of_move, mark_of_cell, goal, cells)
        return self.found(cells[:steps][::-1], by)

    def path(self, flat_cells: NDArray[np.int32], by: str, *, closed: bool = False) -> Path:
        """Return the path over *flat_cells*, in order, with this query's statistics."""
        cells = np.empty((len(flat_cells), 2), np.int32)
        np.divmod(flat_cells, self.grid.columns, out=(cells[:, 0], cells[:, 1]))
        return Path._found(
            self.grid, cells, closed, by, int(self.state[EXPANDED]), int(self.state[BACKTRACKS])
        )


Search = Callable[[Query], Path | None]
