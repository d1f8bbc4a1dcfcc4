"""The arrays of a board while it is made: rooms with doors, or cells.  Makers run their kernels by these.

Also: the random state of kernels from an ``rng``, and thresholds from probabilities.
"""

from __future__ import annotations

from functools import cache, cached_property
from inspect import signature
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import MAX_CELLS, Rng, checked_number, checked_rng
from gridwalk.errors import ArgumentError, Cell, InputError, board_size_error, error_of
from gridwalk.makers import other_steps as others
from gridwalk.makers.other_steps import BELOW, RIGHT, SLANT, flood
from gridwalk.makers.table import MAKERS, Maker
from gridwalk.runtime import slices
from gridwalk.runtime.chance import CERTAIN, STATES
from gridwalk.runtime.codes import PAUSED
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.progress import EventLog

if TYPE_CHECKING:
    from gridwalk.board.levels import Levels
    from gridwalk.board.moves import Moves

LARGE = 1_000_000  # rooms or cells, for which a kernel without slices takes 0.1 s or more


def stream(rng: Rng, seed: Rng = None) -> NDArray[np.int64]:
    """Return the state of a kernel's generator, from an int of 0 or more, a generator or None.

    An int is hashed by BLAKE2b.  Neither BLAKE2b nor the kernel's generator ever changes, so the same seed
    gives the same board everywhere.  A NumPy generator yields 64 bits of its stream, which changes its state.
    If both arguments are None, the operating system provides the bits.
    """
    source = checked_rng(rng, seed)
    if source is None:
        import secrets

        word = secrets.randbits(64)
    elif isinstance(source, np.random.Generator):
        # Not `integers`: NumPy guarantees the bit streams of its generators, but not the numbers made of
        # them.
        word = _hashed(np.array([source.bit_generator.random_raw()], "<u8").tobytes())
    else:
        word = _hashed(str(source).encode())
    return np.array([word % STATES + 1], np.int64)


def _hashed(data: bytes) -> int:
    from hashlib import blake2b

    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def threshold(name: str, share: float) -> int:
    """Return 2**32 times *share*; raise `ArgumentError` if it is not a number from 0 to 1."""
    if not isinstance(share, Real) or isinstance(share, bool) or not 0 <= share <= 1:
        raise ArgumentError(name, share, "a share: a number from 0 to 1")
    return round(float(share) * CERTAIN)


@cache
def _names_of(kernel: Kernel) -> tuple[str, ...]:
    """Return the names of the arguments of a kernel."""
    return tuple(signature(kernel).parameters)


class Site:
    """The shape, the random numbers and, if any, the event log of a board while it is made.

    Parameters
    ----------
    rows, columns : int
        In rooms, or in cells.
    random : int64 array of length 1
        The state of the random numbers.
    log : EventLog, optional
        Receives the events.

    """

    def __init__(
        self, rows: int, columns: int, random: NDArray[np.int64], log: EventLog | None = None
    ) -> None:
        self.rows, self.columns, self.random, self.log = rows, columns, random, log
        self.watch: Watch = NO_LIMITS.watch()

    def run(self, kernel: Kernel, *, most: int = 0, **more: Any) -> Any:
        """Run a *kernel* without slices; its arguments are entries of *more*, or attributes of this object.

        *most* is the maximum number of events.  If the board is large, the kernel runs in a thread of its
        own, so that Ctrl-C works.
        """
        events = None if self.log is None else np.zeros((most + 1, 3), np.int32)
        given = self._given(kernel, events=events, **more)
        compiled, size = slices.compiles(kernel, self.rows * self.columns), self.rows * self.columns
        if compiled and size >= LARGE and kernel.is_warm:
            answer = slices.beside(lambda: kernel.compiled(*given), self.watch)
        else:
            answer = slices.call(kernel, self.watch, *given, compiled=compiled)
        self._keep(events)
        return answer

    def run_in_slices(self, kernel: Kernel, *, most: int, **more: Any) -> None:
        """Run a *kernel* in slices; *most* is the maximum number of events in addition to two per step."""
        state, status = slices.registers(), PAUSED
        while status == PAUSED:
            compiled = slices.compiles(kernel, self.rows * self.columns)
            budget = slices.slice_of(compiled and self.log is None)
            events = None if self.log is None else np.zeros((2 * budget + most + 1, 3), np.int32)
            given = self._given(kernel, state=state, budget=budget, events=events, **more)
            status = slices.call(kernel, self.watch, *given, compiled=compiled)
            self._keep(events)
            self.watch.check(0, 0, 0)

    def _given(self, kernel: Kernel, **more: Any) -> list[Any]:
        return [more[name] if name in more else getattr(self, name) for name in _names_of(kernel)]

    def _keep(self, events: NDArray[np.int32] | None) -> None:
        if self.log is not None and events is not None:
            self.log.append(events[1 : events[0, 0] + 1].copy())


class Rooms(Site):
    """A rectangle of rooms, or the rooms of a mask, with doors between them.

    Attributes
    ----------
    mask : bool array of shape (rows, columns), or None
        True for a room; None: rooms everywhere.
    height : int
        The number of rows from one level to the next; 0 without levels.
    slant : int
        The difference of two rooms that are neighbours in direction 4, for hexagons and levels; else 0.
    rooms, doors : int8 arrays, flat, with a margin on all sides
        See `gridwalk.makers.other_steps`.

    """

    def __init__(
        self,
        rows: int,
        columns: int,
        random: NDArray[np.int64],
        log: EventLog | None = None,
        mask: NDArray[np.bool_] | None = None,
        *,
        hexagons: bool = False,
        height: int = 0,
    ) -> None:
        super().__init__(rows, columns, random, log)
        self.hexagons, self.height, self._margin = hexagons, height, max(1, height)
        self.slant = columns + 1 if hexagons else height * (columns + 2)
        padded = np.zeros((rows + 2 * self._margin, columns + 2), np.int8)
        padded[self._margin : -self._margin, 1:-1] = True if mask is None else mask
        self.mask = None if mask is None or mask.all() else mask
        self.rooms = padded.reshape(-1)
        self.doors = np.zeros_like(self.rooms)

    @property
    def free(self) -> NDArray[np.int8]:
        """A copy of `rooms`, in which a kernel may clear entries."""
        return self.rooms.copy()

    @cached_property
    def count(self) -> int:
        """The number of rooms."""
        return int(np.count_nonzero(self.rooms))

    @cached_property
    def parts(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The rooms, part by part, and the start of each part, both int32.

        Each room, except the first of a part, comes after a neighbour.  The last start is the number of
        rooms.
        """
        if self.mask is None:
            order = np.flatnonzero(self.rooms).astype(np.int32)
            return order, np.array([0, len(order)], np.int32)
        order, starts = np.empty(self.count, np.int32), np.empty(self.count + 1, np.int32)
        number = self.run(flood, order=order, starts=starts)
        return order, starts[: number + 1].copy()

    @property
    def inner_doors(self) -> NDArray[np.int8]:
        """The doors without the margin, shape (rows, columns)."""
        return self.doors.reshape(-1, self.columns + 2)[self._margin : -self._margin, 1:-1]

    def thick(self) -> NDArray[np.bool_]:
        """Return the open cells of the maze with walls as cells, shape (2 rows + 1, 2 columns + 1)."""
        cells = np.zeros((2 * self.rows + 1, 2 * self.columns + 1), np.bool_)
        cells[1::2, 1::2] = True if self.mask is None else self.mask
        cells[1::2, 2:-1:2] = self.inner_doors[:, :-1] & RIGHT != 0
        cells[2:-1:2, 1::2] = self.inner_doors[:-1] & BELOW != 0
        return cells

    def walls(self) -> tuple[NDArray[np.bool_], ...]:
        """Return the walls as for `Board`: right, below and, for hexagons, slant."""
        doors = self.inner_doors
        sides = doors[:, :-1] & RIGHT == 0, doors[:-1] & BELOW == 0
        return (*sides, doors[:-1] & SLANT == 0) if self.hexagons else sides

    def stairs(self, scale: int) -> list[tuple[Cell, Cell]]:
        """Return the stairs, down and up, as portals of a board with *scale* x *scale* cells per room."""
        rooms = np.argwhere(self.inner_doors & SLANT) if self.height else np.empty((0, 2), np.int64)
        upper = list(map(tuple, (scale * rooms + scale - 1).tolist()))
        pairs = [((row, column), (row + scale * self.height, column)) for row, column in upper]
        return [*pairs, *(pair[::-1] for pair in pairs)]

    def open_more(self, **shares: float) -> None:
        """Open dead ends with the probability "braid", then any wall with each of the other probabilities."""
        for name, share in shares.items():
            if chance := threshold(name, share):
                kernel = others.braid if name == "braid" else others.loops
                self.run(kernel, threshold=chance, most=2 * self.count)


def rooms_of_hexagons(
    row: Maker, shape: tuple[int, int], mask: NDArray[np.bool_] | None, *, is_axial: bool
) -> NDArray[np.bool_]:
    """Return the cells of a board of hexagons that are rooms: of a map of *shape*, or of a *mask*.

    If *is_axial*, the mask is the board's own array; else it is a map, as for `Board.hexagons`.
    """
    from gridwalk.board.hexagons import of_map

    if not row.hexagons:
        able = ", ".join(name for name, other in MAKERS.items() if other.hexagons)
        raise error_of(
            InputError, "{name} makes no rooms of hexagons; these do: {able}", name=row.name, able=able
        )
    if is_axial and mask is not None:
        return mask
    return of_map(*shape, "odd", {})[0] if mask is None else of_map(mask, None, "odd", {})[0]


def rooms_of_levels(
    row: Maker, number: int, shape: tuple[int, int], mask: NDArray[np.bool_] | None, moves: Moves
) -> tuple[NDArray[np.bool_], Levels]:
    """Return the rooms of a *number* of levels, each of *shape* or of a *mask*, and the levels."""
    from gridwalk.board.levels import Levels, flat

    number = checked_number(number, "levels", 1)
    if not row.hexagons or moves.cells != "square":
        able = ", ".join(name for name, other in MAKERS.items() if other.hexagons)
        seen = "levels are made of square rooms, by {able}; not by {name} of {kind} cells"
        raise error_of(InputError, seen, able=able, name=row.name, kind=moves.cells)
    in_cells = number * (2 * shape[0] + 2), 2 * shape[1] + 1
    if in_cells[0] * in_cells[1] > MAX_CELLS:
        raise board_size_error(in_cells, MAX_CELLS)
    rooms = np.ones(shape, np.bool_) if mask is None else mask
    whole = flat(np.repeat(rooms[None], number, axis=0), False)
    return whole, Levels.of(number, whole, moves, None)


class Cells(Site):
    """A rectangle of cells, all closed at first; ``cells`` (int8, flat) is 1 for open cells."""

    def __init__(
        self, rows: int, columns: int, random: NDArray[np.int64], log: EventLog | None = None
    ) -> None:
        super().__init__(rows, columns, random, log)
        self.cells = np.zeros(rows * columns, np.int8)

    def open_cells(self) -> NDArray[np.bool_]:
        """Return the open cells, shape (rows, columns)."""
        return self.cells.reshape(self.rows, self.columns).astype(np.bool_)
