"""What a sweep can add up: counts, counts by length, the best; or every step for later.

The algebras have what is found in all layers so far, and what the layer in the making needs; the values of
states are of the sweep (`gridwalk.allpaths.simpath.sweep.At`).
"""

from __future__ import annotations

from math import gcd, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.simpath import layer as codes
from gridwalk.allpaths.simpath import sums as kernels
from gridwalk.allpaths.simpath.plan import SimpathPlan
from gridwalk.allpaths.simpath.sums import LIMB_BITS
from gridwalk.allpaths.simpath.sweep import At, Record, SliceRows, Steps
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call, slice_of

Limbs = NDArray[np.uint64]
INTERPRETED_ADDITIONS, COMPILED_ADDITIONS = 20_000, 10_000_000  # in a slice


def to_int(limbs: Limbs) -> int:
    """Return the number that a row of limbs stands for."""
    number: int = 0
    for place, limb in enumerate(limbs.tolist()):
        number |= int(limb) << LIMB_BITS * place
    return number


def to_limbs(number: int, count: int) -> list[int]:
    """Return a number as *count* limbs."""
    return [number >> LIMB_BITS * place & ((1 << LIMB_BITS) - 1) for place in range(count)]


def bits_of(values: Limbs) -> int:
    """Return how many bits the largest of some numbers may have."""
    full = values.shape[-1] - 1
    return int(LIMB_BITS * full + int(values[..., full].max(initial=0)).bit_length())


def limbs_for(bits: int, additions: int) -> int:
    """Return how many limbs hold any sum of *additions* numbers of so many bits."""
    return max(1, int(-(-(bits + additions.bit_length()) // LIMB_BITS)))


def grown(array: NDArray[Any], capacity: int, memory: MemoryBudget) -> NDArray[Any]:
    """Return the array with more rows, zeros."""
    more = array.nbytes // len(array) * capacity
    memory.take(more)
    larger = np.zeros((capacity, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    memory.give(array.nbytes)
    return larger


class Counts(Steps):
    """How many paths there are: ``total[0]``; *tagged*: of each sum that the last word of a key has.

    The facts of states are how many bits their numbers have, and the length of column 0.
    """

    first: tuple[Record, Any] = (np.array([[0], [1]], np.uint64),), (1, 0)

    def __init__(self, *, tagged: bool = False, keeping: bool = False) -> None:
        super().__init__(keeping=keeping)
        self._tagged = tagged
        self.total: dict[int, int] = {} if tagged else {0: 0}

    def begin(self, at: At, states: int, choices: int, capacity: int, memory: MemoryBudget) -> None:
        """Make the limbs wide enough for all that this layer can add up."""
        if self._keeping:
            super().begin(at, states, choices, capacity, memory)
        shape = capacity, *self._columns(at), limbs_for(at.facts[0], states * choices)
        memory.take(8 * prod(shape))
        self._after: Limbs = np.zeros(shape, np.uint64)

    def _columns(self, at: At) -> tuple[int, ...]:
        """Return how many numbers a state has, if it has several."""
        return ()

    def grow(self, capacity: int, memory: MemoryBudget) -> None:
        """Make room for more states."""
        self._after = grown(self._after, capacity, memory)

    def take(self, at: At, rows: SliceRows, count: int, watch: Watch) -> None:
        """Add."""
        if self._keeping:
            super().take(at, rows, count, watch)
        (before,) = at.values
        if self._tagged:
            self._harvest(before, rows, count, watch)
        call(kernels.add_counts, watch, before, self._after, rows.steps, 0, count, compiled=rows.compiled)

    def _harvest(self, before: Limbs, rows: SliceRows, count: int, watch: Watch) -> None:
        """Add up the paths that are finished, by the sums of their keys."""
        ends = np.flatnonzero(rows.steps[:count, codes.TO] == 0)
        if not len(ends):
            return
        sums, place = np.unique(rows.pending[ends, -1], return_inverse=True)
        steps = rows.steps[ends]
        steps[:, codes.TO] = place
        box = np.zeros((len(sums), limbs_for(bits_of(before), len(ends))), np.uint64)
        call(kernels.add_counts, watch, before, box, steps, 0, len(ends), compiled=rows.compiled)
        for one, limbs in zip(sums.tolist(), box, strict=True):
            self.total[one] = self.total.get(one, 0) + to_int(limbs)

    def end(self, states: int, memory: MemoryBudget) -> tuple[Record, Any, int]:
        """Harvest the paths finished in this layer."""
        if self._keeping:
            super().end(states, memory)
        after = self._after
        del self._after
        if not self._tagged:
            self.total[0] += to_int(after[0])
        return (after[:states],), (bits_of(after[:states]), 0), after.nbytes


class LengthCounts(Counts):
    """How many paths there are of every length: a state has a number for each, as columns."""

    first: tuple[Record, Any] = (np.array([[[0]], [[1]]], np.uint64),), (1, 0)

    def __init__(self, plan: SimpathPlan) -> None:
        super().__init__()
        self.total = {}
        lengths = plan.network.length.tolist()
        self._unit = gcd(*lengths) or 1  # columns stand for its multiples, and so do the facts
        self._weights = plan.weights([length // self._unit for length in lengths])

    def _columns(self, at: At) -> tuple[int, ...]:
        """Return how many lengths there can be."""
        weights = self._weights[at.layer]
        low, high = int(weights.min()), int(weights.max())
        self._least, self._shift = at.facts[1] + low, weights - low
        return (at.values[0].shape[1] + high - low,)

    def take(self, at: At, rows: SliceRows, count: int, watch: Watch) -> None:
        """Add, in slices: a step is as many additions as there are lengths."""
        (before,), after, shift = at.values, self._after, self._shift
        additions = slice_of(rows.compiled, COMPILED_ADDITIONS, INTERPRETED_ADDITIONS)
        slice_ = max(additions // (before.shape[1] * after.shape[2]), 1)
        for first in range(0, count, slice_):
            last = min(first + slice_, count)
            given = before, after, rows.steps, shift, first, last
            call(kernels.add_lengths, watch, *given, compiled=rows.compiled)
            watch.check(0, 0, 0)

    def end(self, states: int, memory: MemoryBudget) -> tuple[Record, Any, int]:
        """Harvest, and drop the lengths at both ends that no state has."""
        after = self._after
        del self._after
        for column in np.flatnonzero(after[0].any(axis=1)).tolist():
            length = (self._least + column) * self._unit
            self.total[length] = self.total.get(length, 0) + to_int(after[0, column])
        used = np.flatnonzero(np.bitwise_or.reduce(after[1:states], axis=0).any(axis=1))
        first, last = (int(used[0]), int(used[-1]) + 1) if len(used) else (0, 1)
        trimmed = after[:states, first:last]
        memory.take(trimmed.nbytes)
        memory.give(after.nbytes)
        kept = trimmed.copy()
        return (kept,), (bits_of(kept), self._least + first), kept.nbytes


class Best(Steps):
    """One path of the largest sum of gains (*gain* of every corridor), the first of several.

    The record of a layer is where the best way to each state came from: a state before, and a choice.
    """

    def __init__(self, plan: SimpathPlan, gain: NDArray[Any]) -> None:
        super().__init__(keeping=False)
        self.first = (np.zeros(2, gain.dtype),), None
        self.end_layer = -1  # that finishes the best path so far; -1: there is none
        self._gains = plan.weights(gain.tolist(), gain.dtype)
        self._value: Any = None

    def begin(self, at: At, states: int, choices: int, capacity: int, memory: MemoryBudget) -> None:
        """Make room."""
        memory.take(16 * capacity)
        self._number = at.layer
        self._after = np.zeros(capacity, self.first[0][0].dtype)
        self._came = np.full((capacity, 2), NONE, np.int32)

    def grow(self, capacity: int, memory: MemoryBudget) -> None:
        """Make room for more states."""
        old = len(self._came)
        self._after = grown(self._after, capacity, memory)
        self._came = grown(self._came, capacity, memory)
        self._came[old:] = NONE

    def take(self, at: At, rows: SliceRows, count: int, watch: Watch) -> None:
        """Keep the best."""
        given = *at.values, self._after, self._gains[self._number], self._came, rows.steps, 0, count
        call(kernels.keep_best, watch, *given, compiled=rows.compiled)

    def end(self, states: int, memory: MemoryBudget) -> tuple[Record, Any, int]:
        """Note the best path finished in this layer, if it is better than those before."""
        after, came = self._after, self._came
        del self._after, self._came
        memory.take(16 * states)
        if came[0, 0] != NONE and (self.end_layer < 0 or after[0] > self._value):
            self.end_layer, self._value = self._number, after[0]
        memory.give(after.nbytes + came.nbytes + 8 * states)
        values = after[:states].copy()
        self._made = (came[:states].copy(),)
        return (values,), None, values.nbytes
