"""The two halves of a board, put together."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.halves.matchings import PAIRINGS, pair_scratch
from gridwalk.frontier.halves.plan import ends
from gridwalk.frontier.halves.steps import Half
from gridwalk.frontier.halves.sweep import CountedLayer, HalfSweep
from gridwalk.kernels.frontier.halves import join as kernels
from gridwalk.kernels.frontier.halves.matchings import fill_renumbering
from gridwalk.runtime.slices import call, interpreting, slice_of
from gridwalk.runtime.threads import in_turns, together
from gridwalk.runtime.tuning import tuning

SLICE, INTERPRETED_SLICE = 50_000_000, 20_000  # additions in one call
FEW_PAIRS = 2_000  # one thread is as good
PIECES = 64  # that the pairs are dealt out in
LEVELS = 12
JOINING = "joining the halves"
BYTES_OF_PAIR = 100  # of all the lists there are for a moment

Indices = NDArray[np.int64]


@dataclass
class Join:
    """Pairs of blocks to be joined, and the sum so far."""

    sweep: HalfSweep
    half: Half
    first: CountedLayer
    second: CountedLayer

    def total(self, at: Indices, other: Indices, modulus: int) -> int:
        """Return how many cycles the blocks *at* of the first layer make with *other* of the second.

        Exact where the answer is known to be below 2**64 and *modulus* is 0.
        """
        if not len(at):
            return 0
        self.sweep.memory.doing = JOINING
        self.sweep.memory.take(BYTES_OF_PAIR * len(at))
        size = ends(self.first.signatures[at])
        numbers, renumbering = self._renumberings(other)
        pairs = np.stack([at, other, numbers, size], axis=1)
        most = int(size.max())
        index = self.sweep.tables.index_for_joining(most)
        state = _Pieces(pairs)
        workers = [
            _Joiner(self, state, renumbering, index, most, modulus)
            for _ in range(1 if len(at) < (tuning().shared_from or FEW_PAIRS) else self.sweep.threads)
        ]
        held = sum(worker.bytes for worker in workers) + renumbering.nbytes
        self.sweep.memory.take(held)
        if not kernels.join.is_warm:
            workers[0].turn()  # compiled beside the clock, in this thread
        tasks = in_turns(worker.turn for worker in workers)
        together(tasks, len(tasks), lambda: self.sweep.watch.check(self.sweep.work, 0, 0, JOINING))
        self.sweep.memory.give(held + BYTES_OF_PAIR * len(at))
        return sum(int(worker.totals[0]) for worker in workers)

    def _renumberings(self, other: Indices) -> tuple[Indices, NDArray[np.uint32]]:
        """Return where to find, for each block of the second half, the table that turns it upside down."""
        half, apex = self.half, int(self.half.apex)
        is_end = self.second.signatures[other] & signature_mask(half)
        shifts = [np.uint64(2 * (apex + row * half.columns)) for row in range(half.middle)]
        rows = [ends(is_end >> shift & row_mask(half)) for shift in shifts]
        top = (is_end & np.uint64(apex)).astype(np.int64)
        key = top
        for count in rows:
            key = key * (half.columns + 1) + count
        _, first, which = np.unique(key, return_index=True, return_inverse=True)
        numbers, tables, used = [], [], 0
        for i in first:
            counts = [int(count[i]) for count in rows]
            place = _upside_down(int(top[i]), counts)
            if place == list(range(len(place))):
                numbers.append(kernels.AS_IT_IS)
                continue
            table = np.empty(int(PAIRINGS[len(place)]), np.uint32)
            order = np.array(place, np.int64)
            given = order, PAIRINGS, pair_scratch(), table
            call(fill_renumbering, self.sweep.watch, *given, compiled=not interpreting())
            self.sweep.watch.check(self.sweep.work, 0, 0, JOINING)
            numbers.append(used)
            tables.append(table)
            used += len(table)
        joined = np.concatenate(tables) if tables else np.zeros(1, np.uint32)
        return np.array(numbers, np.int64)[which], joined


def signature_mask(half: Half) -> np.uint64:
    """Return the lower bit of every middle place."""
    return np.uint64(0x5555555555555555 & ((1 << 2 * (half.middle * half.columns + half.apex)) - 1))


def row_mask(half: Half) -> np.uint64:
    """Return the bits of one row."""
    return np.uint64((1 << 2 * half.columns) - 1)


def _upside_down(apex: int, counts: list[int]) -> list[int]:
    """Return the new number of every end when the rows, of so many ends each, are turned upside down."""
    place = list(range(apex))
    after = sum(counts) + apex
    for count in counts:
        after -= count
        place += range(after, after + count)
    return place


class _Pieces:
    """Pairs, dealt out to threads."""

    def __init__(self, pairs: Indices) -> None:
        self.pairs = pairs
        self._next, self._lock = 0, Lock()
        self._size = max(1, len(pairs) // PIECES)

    def next(self) -> tuple[int, int]:
        """Return the next pairs to join; none: nothing is left."""
        with self._lock:
            first = self._next
            self._next = min(first + self._size, len(self.pairs))
            return first, self._next


class _Joiner:
    """One thread's scratch memory and registers."""

    def __init__(
        self, join: Join, pieces: _Pieces, renumbering: NDArray[Any], index: Indices, most: int, modulus: int
    ) -> None:
        self.pieces, self.renumbering, self.sweep = pieces, renumbering, join.sweep
        self.halves = (join.first.arrays[1:], join.second.arrays[1:])
        self.tables = join.sweep.tables.entries, index, PAIRINGS
        room = int(PAIRINGS[: most + 1].sum()) + LEVELS
        stack = tuple(np.zeros(LEVELS, np.int64) for _ in range(3))
        counts = np.zeros(room, np.uint64), np.zeros(room, np.uint64)
        self.scratch = (*counts, stack, pair_scratch())
        self.bytes = 16 * room
        self.totals = np.array([0, modulus], np.uint64)
        self.state = np.zeros(kernels.REGISTERS, np.int64)

    def turn(self) -> bool:
        """Do one slice of work; False: there is no more."""
        state = self.state
        if state[kernels.NEXT] == state[kernels.STOP]:
            state[[kernels.NEXT, kernels.STOP]] = self.pieces.next()
            if state[kernels.NEXT] == state[kernels.STOP]:
                return False
        before, compiled = int(state[kernels.NEXT]), not interpreting()
        call(
            kernels.join,
            self.sweep.watch,
            self.halves,
            self.pieces.pairs,
            self.renumbering,
            self.tables,
            self.scratch,
            self.totals,
            state,
            slice_of(compiled, SLICE, INTERPRETED_SLICE),
            compiled=compiled,
        )
        self.sweep.work += int(state[kernels.NEXT]) - before
        return True
