"""From two halves of a board to the number of tours: plan, sweep, join, and as many residues as it takes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.exact import join_residues, odd_moduli
from gridwalk.allpaths.halves import join as kernels
from gridwalk.allpaths.halves.matchings import fill_renumbering
from gridwalk.allpaths.halves.plan import (
    MATCHING,
    HalfPlan,
    ends,
    estimate_halves,
    keep_alive,
    match,
    partners,
    places,
    plan_half,
)
from gridwalk.allpaths.halves.steps import Half
from gridwalk.allpaths.halves.sweep import CountedLayer, HalfSweep, TooLargeError
from gridwalk.allpaths.halves.tables import LARGEST_ENDS, PAIRINGS, Tables, pair_scratch
from gridwalk.errors import UnsuitableAlgorithmError
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.slices import beside, call, interpreting, slice_of
from gridwalk.runtime.threads import in_turns, together, useful
from gridwalk.runtime.tuning import tuning

SLICE, INTERPRETED_SLICE = 50_000_000, 20_000  # additions in one call
FEW_PAIRS = 2_000  # one thread is as good
PIECES = 64  # that the pairs are dealt out in
LEVELS = 12
JOINING = "joining the halves"
BYTES_OF_PAIR = 100  # of all the lists there are for a moment
RESIDUE_BITS = 31
MAX_THREADS = 4  # more are slowed down by the memory

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


class Problem:
    """One number of tours to be found."""

    _sweep: HalfSweep
    _fits = False  # is it known that no count of a half is too large

    def __init__(self, upper: Half, lower: Half, resources: Resources, watch: Watch) -> None:
        self.upper, self.lower, self.resources, self.watch = upper, lower, resources, watch
        self.memory = self.resources.budget("planning")
        self.threads = useful(min(MAX_THREADS, self.resources.threads))

    def count(self) -> int:
        """Return how many cycles (through the apex, if there is one) visit all cells."""
        parts, bits = self.plan()
        if not bits:
            return 0
        tables = self.tables(parts)
        self._sweep = HalfSweep(self.watch, self.memory, tables, self.threads, fits=self._fits)
        before = self.memory.used - tables.bytes
        try:
            layers = self._layers(parts)
        except TooLargeError:
            self.memory.give(self.memory.used - tables.bytes - before)
            return self._joined(bits, lambda number: self._residue(parts, number))
        if bits <= tuning().exact_bits:
            return self._join(parts, layers, 0)
        return self._joined(bits, lambda number: self._join(parts, layers, number))

    def tables(self, parts: list[HalfPlan]) -> Tables:
        """Return room for what moves do to the matchings of these halves."""
        layers = [layer for part in parts for layer in part.layers]
        most = max(int(ends(layer).max()) for layer in layers)
        if most > LARGEST_ENDS:
            raise UnsuitableAlgorithmError("halves", f"{most} pieces' ends at once are too many")
        return Tables(most, sum(map(len, layers)), self.watch, self.memory)

    @staticmethod
    def _joined(bits: int, residue: Callable[[int], int]) -> int:
        """Return a number below ``2**bits`` by its residues, one after the other."""
        numbers = odd_moduli(bits, RESIDUE_BITS)
        return int(join_residues([residue(number) for number in numbers], numbers))

    def _residue(self, parts: list[HalfPlan], number: int) -> int:
        self._sweep = replace(self._sweep, modulus=number, wide=False, fits=False)
        layers = self._layers(parts)
        found = self._join(parts, layers, number)
        self.memory.give(sum(layer.held for layer in layers))
        return found

    def estimate(self) -> Estimate:
        """Return what the count will take, before anything is planned."""
        return estimate_halves(self.upper, self.lower, self._equal)

    def _plans(self) -> list[HalfPlan]:
        halves = [self.upper] if self._equal else [self.upper, self.lower]
        return [plan_half(half, self.watch, self.memory) for half in halves]

    def plan(self) -> tuple[list[HalfPlan], int]:
        """Return the halves to sweep (one, where they are equal) and how many bits the answer has at most."""
        plans = self._plans()
        matches = match(plans[0], plans[-1], self.watch)
        if not len(matches.first):
            return [], 0
        self._refuse_if_too_large(plans)
        indices = matches.first, matches.second
        # The rounding of the bounds is far less than half a bit.
        self._fits = max(plan.most for plan in plans) + 0.5 < math.log2(tuning().narrow_limit)
        return [self._alive(plan, at) for plan, at in zip(plans, indices, strict=False)], matches.bits

    @property
    def _equal(self) -> bool:
        """Whether both halves are the same, turned upside down."""
        same = self.upper.own == self.lower.own and self.upper.start == self.lower.start
        same = same and self.upper.apex_cells() == self.lower.apex_cells()
        return same and self.upper.middle_moves() == self.lower.middle_moves()

    def _refuse_if_too_large(self, plans: list[HalfPlan]) -> None:
        kept = 0
        for plan in plans:
            words = max(plan.words)  # the layer before it is given back on the way
            needed = self.memory.used + kept + 4 * words
            if needed > self.memory.limit:
                self.memory.doing = "the sweep, as estimated,"
                raise self.memory.error(needed)
            kept += 4 * plan.words[-1]

    def _alive(self, plan: HalfPlan, at: NDArray[np.int64]) -> HalfPlan:
        """Drop the signatures of a plan that lead nowhere."""
        before = sum(layer.nbytes for layer in plan.layers) + plan.ways.nbytes
        last = beside(
            lambda: plan.layers[-1][np.bincount(at, minlength=len(plan.layers[-1])) > 0], self.watch, MATCHING
        )
        layers = keep_alive(plan.steps, plan.layers, last, self.threads, self.watch)
        plan.layers, plan.ways = [], np.zeros(0)
        self.memory.give(before - sum(layer.nbytes for layer in layers))
        return HalfPlan(plan.half, plan.steps, layers)

    def _layers(self, parts: list[HalfPlan]) -> list[CountedLayer]:
        names = ("the half",) if len(parts) == 1 else ("the upper half", "the lower half")
        layers = []
        for part, name in zip(parts, names, strict=True):
            targets = part.layers[1:]
            if self._fits:
                part.layers = []  # they are not gone over again
            layers.append(self._sweep.run(part.steps, targets, name))
        return layers

    def _join(self, parts: list[HalfPlan], layers: list[CountedLayer], modulus: int) -> int:
        """Return the number of cycles (modulo *modulus* if it is not 0)."""
        first, second = layers[0], layers[-1]
        wanted = partners(self.upper, first.signatures)
        other = places(second.signatures, wanted, self.watch)
        at = np.arange(len(other))
        join = Join(self._sweep, self.upper, first, second)
        if len(parts) == 2:
            return _reduced(join.total(at, other, modulus), modulus)
        twice, once = at < other, at == other  # the partners of a layer's own signatures come in pairs
        total = 2 * join.total(at[twice], other[twice], modulus) + join.total(at[once], other[once], modulus)
        return _reduced(total, modulus)


def _reduced(total: int, modulus: int) -> int:
    return total % modulus if modulus else total
