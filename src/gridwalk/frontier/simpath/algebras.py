"""What a sweep can add up: counts, counts by length, the best, or every step for later."""

from __future__ import annotations

from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.simpath.plan import SimpathLayer, SimpathPlan
from gridwalk.frontier.simpath.sweep import compiling
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.frontier.simpath import layer as codes
from gridwalk.kernels.frontier.simpath import sums as kernels
from gridwalk.kernels.frontier.simpath.sums import LIMB_BITS
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


def limbs_for(values: Limbs, additions: int) -> int:
    """Return how many limbs hold any sum of *additions* of these values."""
    full = values.shape[-1] - 1
    bits = LIMB_BITS * full + int(values[..., full].max(initial=0)).bit_length() + additions.bit_length()
    return max(1, int(-(-bits // LIMB_BITS)))


def grown(array: NDArray[Any], capacity: int, memory: MemoryBudget) -> NDArray[Any]:
    """Return the array with more rows, zeros."""
    more = array.nbytes // len(array) * capacity
    memory.take(more)
    larger = np.zeros((capacity, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    memory.give(array.nbytes)
    return larger


class Counts:
    """How many paths there are."""

    def __init__(self) -> None:
        self.total = 0
        self.before: Limbs = np.array([[0], [1]], np.uint64)
        self._held = 0  # bytes

    def begin(self, layer: SimpathLayer, states: int, capacity: int, memory: MemoryBudget) -> None:
        """Make the limbs wide enough for all that this layer can add up."""
        limbs = limbs_for(self.before, states * len(layer.arcs_of_choice))
        memory.take(8 * limbs * capacity)
        self.after: Limbs = np.zeros((capacity, limbs), np.uint64)

    def grow(self, capacity: int, memory: MemoryBudget) -> None:
        """Make room for more states."""
        self.after = grown(self.after, capacity, memory)

    def take(self, steps: NDArray[np.int32], count: int, watch: Watch) -> None:
        """Add."""
        arguments = self.before, self.after, steps, 0, count
        call(kernels.add_counts, watch, *arguments, compiled=compiling())

    def end(self, states: int, memory: MemoryBudget) -> bool:
        """Harvest the paths finished in this layer."""
        self.total += to_int(self.after[0])
        memory.give(self._held)
        self._held = self.after.nbytes
        self.before = self.after[:states]
        return True


class CountsWithin(Counts):
    """How many paths there are of every length, where the states know their moves (`CountingSweep`)."""

    def __init__(self) -> None:
        super().__init__()
        self.of_length: dict[int, int] = {}

    def harvest(self, states: NDArray[np.int32], lengths: NDArray[np.uint64]) -> None:
        """Take the paths that *states* finish, with so many moves each."""
        for state, length in zip(states.tolist(), lengths.tolist(), strict=True):
            self.of_length[length] = self.of_length.get(length, 0) + to_int(self.before[state])

    def state(self) -> tuple[dict[str, Any], Limbs]:
        """Return the state between two layers: for JSON, and as an array."""
        return {"total": [(length, hex(number)) for length, number in self.of_length.items()]}, self.before

    def resume(self, facts: dict[str, Any], counts: Limbs) -> None:
        """Go on from a `state`."""
        self.before = counts
        self.of_length = {length: int(number, 16) for length, number in facts["total"]}


class LengthCounts:
    """How many paths there are of every length."""

    def __init__(self, plan: SimpathPlan) -> None:
        self.total: dict[int, int] = {}
        lengths = plan.network.length.tolist()
        self._unit = gcd(*lengths) or 1  # columns stand for its multiples
        self._length = [*(length // self._unit for length in lengths), 0]
        self._least = 0  # the units that column 0 stands for
        self._before: Limbs = np.array([[[0]], [[1]]], np.uint64)

    def begin(self, layer: SimpathLayer, states: int, capacity: int, memory: MemoryBudget) -> None:
        """Make columns for all lengths that can be, and limbs wide enough."""
        lengths = [sum(self._length[c] for c, _ in arcs) for arcs in layer.arcs_of_choice]
        least = min(lengths)
        self._shift = np.array(lengths, np.int64) - least
        columns = self._before.shape[1] + max(lengths) - least
        limbs = limbs_for(self._before, states * len(lengths))
        memory.take(8 * columns * limbs * capacity)
        self._after: Limbs = np.zeros((capacity, columns, limbs), np.uint64)
        self._least += least

    def grow(self, capacity: int, memory: MemoryBudget) -> None:
        """Make room for more states."""
        self._after = grown(self._after, capacity, memory)

    def take(self, steps: NDArray[np.int32], count: int, watch: Watch) -> None:
        """Add, in slices: a step is as many additions as there are lengths."""
        additions = slice_of(compiling(), COMPILED_ADDITIONS, INTERPRETED_ADDITIONS)
        slice_ = max(additions // (self._before.shape[1] * self._after.shape[2]), 1)
        for first in range(0, count, slice_):
            last = min(first + slice_, count)
            arguments = self._before, self._after, steps, self._shift, first, last
            call(kernels.add_lengths, watch, *arguments, compiled=compiling())
            watch.check(0, 0, 0)

    def end(self, states: int, memory: MemoryBudget) -> bool:
        """Harvest, and drop the lengths at both ends that no state has."""
        for column in np.flatnonzero(self._after[0].any(axis=1)).tolist():
            length = (self._least + column) * self._unit
            self.total[length] = self.total.get(length, 0) + to_int(self._after[0, column])
        used = np.flatnonzero(np.bitwise_or.reduce(self._after[1:states], axis=0).any(axis=1))
        first, last = (int(used[0]), int(used[-1]) + 1) if len(used) else (0, 1)
        self._least += first
        trimmed = self._after[:states, first:last]
        memory.take(trimmed.nbytes)
        memory.give(self._before.nbytes + self._after.nbytes)
        self._before = trimmed.copy()
        del self._after
        return True

    def state(self) -> tuple[dict[str, Any], Limbs]:
        """Return the state between two layers: for JSON, and as an array."""
        total = [(length, hex(number)) for length, number in self.total.items()]
        return {"least": self._least, "total": total}, self._before

    def resume(self, facts: dict[str, Any], counts: Limbs) -> None:
        """Go on from a `state`."""
        self._least, self._before = facts["least"], counts
        self.total = {length: int(number, 16) for length, number in facts["total"]}


class Best:
    """One path of the largest sum of gains (*gain* of every corridor), the first of several.

    The record of a layer is where the best way to each state came from: a state before, and a choice.
    """

    def __init__(self, plan: SimpathPlan, gain: NDArray[Any]) -> None:
        self.end_layer = -1  # that finishes the best path so far; -1: there is none
        self._gain = [*gain.tolist(), 0]
        self._number_of = {layer.junction: number for number, layer in enumerate(plan.layers)}
        self._before = np.zeros(2, gain.dtype)
        self._came = np.zeros((0, 2), np.int32)
        self._value: Any = None

    @property
    def values(self) -> tuple[NDArray[Any], ...]:
        """The sums of the states before the next layer."""
        return (self._before,)

    def resume(self, values: tuple[NDArray[Any], ...]) -> None:
        """Go on from such sums."""
        (self._before,) = values

    def state(self) -> list[float] | None:
        """Return the best path so far for JSON: the layer that finishes it, and its sum."""
        return None if self.end_layer < 0 else [self.end_layer, self._value.item()]

    def restore(self, state: list[Any] | None) -> None:
        """Go on from a `state`."""
        if state is not None:
            self.end_layer, self._value = state[0], self._before.dtype.type(state[1])

    def record(self) -> tuple[NDArray[Any], ...]:
        """Return the states before and the choices of the layer made last, and forget them."""
        came, self._came = self._came, self._came[:0]
        return (came,)

    def begin(self, layer: SimpathLayer, states: int, capacity: int, memory: MemoryBudget) -> None:
        """Make room, and add up the gains of every choice."""
        gains = [sum(self._gain[c] for c, _ in arcs) for arcs in layer.arcs_of_choice]
        self._gains = np.array(gains, self._before.dtype)
        memory.take(16 * capacity)
        self._after = np.zeros(capacity, self._before.dtype)
        self._number, self._came = self._number_of[layer.junction], np.full((capacity, 2), NONE, np.int32)

    def grow(self, capacity: int, memory: MemoryBudget) -> None:
        """Make room for more states."""
        old = len(self._came)
        self._after = grown(self._after, capacity, memory)
        self._came = grown(self._came, capacity, memory)
        self._came[old:] = NONE

    def take(self, steps: NDArray[np.int32], count: int, watch: Watch) -> None:
        """Keep the best."""
        arguments = self._before, self._after, self._gains, self._came, steps, 0, count
        call(kernels.keep_best, watch, *arguments, compiled=compiling())

    def end(self, states: int, memory: MemoryBudget) -> bool:
        """Note the best path finished in this layer, if it is better than those before."""
        memory.take(16 * states)
        if self._came[0, 0] != NONE and (self.end_layer < 0 or self._after[0] > self._value):
            self.end_layer, self._value = self._number, self._after[0]
        memory.give(self._before.nbytes + self._after.nbytes + self._came.nbytes + 8 * states)
        self._before, self._came = self._after[:states].copy(), self._came[:states].copy()
        del self._after
        return True


class Steps:
    """All steps, layer by layer: ``step_of_state`` (where a state's begin), states after, choices."""

    values: tuple[NDArray[Any], ...] = ()
    _made: tuple[NDArray[Any], ...] = ()

    def resume(self, values: tuple[NDArray[Any], ...]) -> None:
        """There are no values."""

    def state(self) -> None:
        """There is nothing to save but the steps."""

    def restore(self, state: object) -> None:
        """There is nothing to restore."""

    def record(self) -> tuple[NDArray[Any], ...]:
        """Return the steps of the layer made last, and forget them."""
        steps, self._made = self._made, ()
        return steps

    def begin(self, layer: SimpathLayer, states: int, capacity: int, memory: MemoryBudget) -> None:
        """Begin a list of slices."""
        self._states, self._memory = states, memory
        self._slices: list[NDArray[np.int32]] = []

    def grow(self, capacity: int, memory: MemoryBudget) -> None:
        """Steps are counted in slices, not in states."""

    def take(self, steps: NDArray[np.int32], count: int, watch: Watch) -> None:
        """Copy the slice."""
        self._memory.take(12 * count)
        self._slices.append(steps[:count].copy())

    def end(self, states: int, memory: MemoryBudget) -> bool:
        """Join the slices."""
        sliced = sum(steps.nbytes for steps in self._slices)
        joined = 2 * sliced // 3 + 16 * self._states
        memory.take(joined)
        first = np.zeros(self._states + 1, np.int64)
        for steps in self._slices:  # in the order of states
            begin = int(steps[0, codes.FROM]) if len(steps) else 0
            counts = np.bincount(steps[:, codes.FROM] - begin)
            first[begin + 1 : begin + 1 + len(counts)] += counts
        np.cumsum(first, out=first)
        to = np.concatenate([steps[:, codes.TO] for steps in self._slices])
        choice = np.concatenate([steps[:, codes.CHOICE] for steps in self._slices])
        self._made = first, to, choice
        del self._slices
        memory.give(sliced + joined)  # what is recorded is asked for by who keeps it
        return True
