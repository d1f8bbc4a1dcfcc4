"""What is being made: rooms with doors, or cells; and the one place where makers run kernels.

More doors for rooms that have some: braids and loops.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.kernels._kernel import Kernel
from gridwalk.kernels.codes import PAUSED
from gridwalk.kernels.makers import others
from gridwalk.kernels.makers.others import BELOW, RIGHT, flood
from gridwalk.makers.chance import threshold
from gridwalk.runtime import slices
from gridwalk.runtime.eventlog import EventLog
from gridwalk.runtime.limits import NO_LIMITS, Watch

LARGE = (
    1_000_000  # rooms or cells; a kernel without slices takes 0.1 s or more there, and runs beside the clock
)
REGISTERS = 10


class Site:
    """A place where something is made: its shape, its random numbers, its event log if there is one.

    Parameters
    ----------
    rows, columns : int
        Rooms, or cells.
    random : int64 array of one word
        The state of the random numbers.
    log : EventLog, optional
        Gets what happens.

    """

    def __init__(
        self, rows: int, columns: int, random: NDArray[np.int64], log: EventLog | None = None
    ) -> None:
        self.rows, self.columns, self.random, self.log = rows, columns, random, log
        self.watch: Watch = NO_LIMITS.watch()

    def run(self, kernel: Kernel, *arguments: Any, most: int | None = 0) -> Any:
        """Run *kernel*, which has no slices; it takes *arguments*, in which the log's array stands for None.

        Parameters
        ----------
        kernel : Kernel
            On large sites it runs in a thread of its own, so that Ctrl-C is heard.
        *arguments
            Its arguments; `LOG` stands for the array of events, or None.
        most : int
            How many events there are at most.

        """
        events = None if self.log is None else np.zeros((most + 1 if most else 1, 3), np.int32)
        given = [events if argument is LOG else argument for argument in arguments]
        compiled, size = slices.compiles(kernel, self.rows * self.columns), self.rows * self.columns
        if compiled and size >= LARGE and kernel.is_warm:
            answer = slices.beside(lambda: kernel.compiled(*given), self.watch)
        else:
            kernel.expanded += 0 if compiled else size
            answer = slices.call(kernel, self.watch, *given, compiled=compiled)
        if self.log is not None and events is not None:
            self.log.append(events[1 : events[0, 0] + 1].copy())
        return answer

    def run_in_slices(self, kernel: Kernel, *arguments: Any, most: int) -> None:
        """Run a *kernel* that takes ``state, budget, events`` last; *most*: events beside two a step."""
        state = np.zeros(REGISTERS, np.int64)
        status = PAUSED
        while status == PAUSED:
            compiled = slices.compiles(kernel, self.rows * self.columns)
            budget = slices.slice_of(compiled and self.log is None)
            events = None if self.log is None else np.zeros((2 * budget + most + 1, 3), np.int32)
            status = slices.call(kernel, self.watch, *arguments, state, budget, events, compiled=compiled)
            kernel.expanded += 0 if compiled else budget
            if self.log is not None and events is not None:
                self.log.append(events[1 : events[0, 0] + 1].copy())
            self.watch.check(0, 0, 0)


class _Log:
    """Stands for the array of events among the arguments of a kernel."""


LOG = _Log()


class Rooms(Site):
    """A rectangle of rooms, or those of a mask, with doors between them.

    Attributes
    ----------
    mask : bool array of shape (rows, columns), or None
        Where there is a room; None: everywhere.
    rooms, doors : int8 arrays, flat, with a margin on all sides
        As `gridwalk.kernels.makers.others` describes them.

    """

    def __init__(
        self,
        rows: int,
        columns: int,
        random: NDArray[np.int64],
        log: EventLog | None = None,
        mask: NDArray[np.bool_] | None = None,
    ) -> None:
        super().__init__(rows, columns, random, log)
        padded = np.zeros((rows + 2, columns + 2), np.int8)
        padded[1:-1, 1:-1] = True if mask is None else mask
        self.mask = None if mask is None or mask.all() else mask
        self.rooms = padded.reshape(-1)
        self.doors = np.zeros_like(self.rooms)

    def free(self) -> NDArray[np.int8]:
        """Return a copy of `rooms` that a kernel may use up."""
        return self.rooms.copy()

    @cached_property
    def count(self) -> int:
        """The number of rooms."""
        return int(np.count_nonzero(self.rooms))

    @cached_property
    def parts(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The rooms, part by part, each room but the first of a part after a neighbour; where parts begin.

        int32: the rooms, and an entry a part, then one more, the number of rooms.
        """
        if self.mask is None:
            order = np.flatnonzero(self.rooms).astype(np.int32)
            return order, np.array([0, len(order)], np.int32)
        order, starts = np.empty(self.count, np.int32), np.empty(self.count + 1, np.int32)
        number = self.run(flood, self.free(), self.columns, order, starts)
        return order, starts[: number + 1].copy()

    @property
    def inner_doors(self) -> NDArray[np.int8]:
        """The doors without the margin, shape (rows, columns)."""
        return self.doors.reshape(self.rows + 2, self.columns + 2)[1:-1, 1:-1]

    def thick(self) -> NDArray[np.bool_]:
        """Return the maze in cells: ``(2 rows + 1, 2 columns + 1)``, True where a cell is open."""
        cells = np.zeros((2 * self.rows + 1, 2 * self.columns + 1), np.bool_)
        cells[1::2, 1::2] = True if self.mask is None else self.mask
        cells[1::2, 2:-1:2] = self.inner_doors[:, :-1] & RIGHT != 0
        cells[2:-1:2, 1::2] = self.inner_doors[:-1] & BELOW != 0
        return cells

    def walls(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return ``(right, below)`` as `Board` takes them: True where there is a wall."""
        return self.inner_doors[:, :-1] & RIGHT == 0, self.inner_doors[:-1] & BELOW == 0

    def cell_of(self, room: Cell) -> Cell:
        """Return the cell of a room of the thick board."""
        return 2 * room[0] + 1, 2 * room[1] + 1


class Cells(Site):
    """A rectangle of cells, all closed at first; ``cells`` is int8, flat."""

    def __init__(
        self, rows: int, columns: int, random: NDArray[np.int64], log: EventLog | None = None
    ) -> None:
        super().__init__(rows, columns, random, log)
        self.cells = np.zeros(rows * columns, np.int8)

    def open_cells(self) -> NDArray[np.bool_]:
        """Return where a cell is open, shape (rows, columns)."""
        return self.cells.reshape(self.rows, self.columns).astype(np.bool_)


def open_more(
    site: Rooms, *, braid: float = 0, loops: float = 0, names: tuple[str, str] = ("braid", "loops")
) -> None:
    """Open a share of the dead ends, then a share of the walls that are left; *names* are for errors."""
    for name, share, kernel in zip(names, (braid, loops), (others.braid, others.loops), strict=True):
        if share_of := threshold(name, share):
            arguments = site.rooms, site.doors, site.columns, site.random, LOG, share_of
            site.run(kernel, *arguments, most=2 * site.count)
