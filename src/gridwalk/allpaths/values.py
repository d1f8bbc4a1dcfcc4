"""The algebras of a sweep: counts of paths, also by length or by a sum in the states; a best path.

Counts are little-endian *limbs* of 63 bits in 64-bit words.  The sum of two limbs and a carry cannot
overflow, so compiled and interpreted code agree.  Before each layer, counts get enough limbs for its sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.frontier import CHOICE, FROM, TO, Family, Sweep, Tail
from gridwalk.runtime.codes import NONE
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import slice_of

LIMB_BITS = 63
BITS = np.uint64(LIMB_BITS)
LIMB = np.uint64((1 << LIMB_BITS) - 1)
INTERPRETED_ADDITIONS, COMPILED_ADDITIONS = 20_000, 10_000_000  # in a slice

Limbs = NDArray[np.uint64]


def to_int(limbs: Limbs) -> int:
    """Return the integer of a row of limbs."""
    number: int = 0
    for place, limb in enumerate(limbs.tolist()):
        number |= int(limb) << LIMB_BITS * place
    return number


def to_limbs(number: int, count: int) -> list[int]:
    """Return an integer as *count* limbs."""
    return [number >> LIMB_BITS * place & ((1 << LIMB_BITS) - 1) for place in range(count)]


def limbs_for(values: Limbs, additions: int) -> int:
    """Return the number of limbs that any sum of *additions* of the *values* needs."""
    full = values.shape[-1] - 1
    bits: int = LIMB_BITS * full + int(values[..., full].max(initial=0)).bit_length()
    return max(1, -(-(bits + additions.bit_length()) // LIMB_BITS))


class Counts:
    """The number of partial paths to every state; with *lengths* of edges, a column for each length.

    ``total`` holds the finished paths: under 0, or by length; if *tagged*, by the last word of their states.
    """

    def __init__(self, lengths: Sequence[int] | None = None, *, tagged: bool = False) -> None:
        self.total: dict[int, int] = {}
        self._unit = gcd(*lengths) or 1 if lengths else 1  # the lengths of columns are its multiples
        self._lengths = None if lengths is None else [length // self._unit for length in lengths]
        self._tagged, self._first = tagged, 0  # the length of column 0
        self._before = np.array([[[0]], [[1]]], np.uint64)

    @property
    def bytes_a_state(self) -> int:
        """The bytes of the counts of a state."""
        columns, limbs = self._shape
        return 8 * columns * limbs

    @property
    def nbytes(self) -> int:
        """The bytes of the counts before the layer, and of the growing counts after it."""
        return self._before.nbytes + self._after.nbytes

    def begin(self, sweep: Sweep, number: int, states: int) -> None:
        """Choose columns and limbs wide enough for all sums of a layer."""
        self._sweep, self._after = sweep, np.zeros((0, 1, 1), np.uint64)
        choices = sweep.family.layers[number].edges_of_choice
        lengths = self._lengths
        shift = [0 if lengths is None else sum(lengths[edge] for edge in edges) for edges in choices]
        least = min(shift, default=0)
        self._shift = np.array(shift, np.int64) - least
        self._least = self._first + least
        columns = self._before.shape[1] + max(shift, default=0) - least
        self._shape: tuple[int, int] = columns, limbs_for(self._before, states * len(choices))

    def make_room(self, capacity: int) -> None:
        """Make room for more states."""
        self._after = grown(self._after, (capacity, *self._shape))

    def take(self, count: int) -> None:
        """Add the counts of the states before the layer to those after it, in slices of rows."""
        sweep = self._sweep
        if self._tagged:
            self._harvest(count)
        if not sweep.compiled and self._shape == (1, 1):  # faster than the interpreted kernel
            rows = sweep.rows[:count]
            np.add.at(self._after[:, 0, 0], rows[:, TO], self._before[rows[:, FROM], 0, 0])
            return
        additions = slice_of(sweep.compiled, COMPILED_ADDITIONS, INTERPRETED_ADDITIONS)
        size = max(additions // (self._shape[0] * self._shape[1]), 1)
        for first in range(0, count, size):
            last = min(first + size, count)
            sweep.call(add_counts, self._before, self._after, sweep.rows, self._shift, first, last)
            if last < count:
                sweep.watch.check(0, 0, 0)

    def _harvest(self, count: int) -> None:
        """Add the finished paths to ``total``, by the sums in their states."""
        sweep = self._sweep
        ends = np.flatnonzero(sweep.rows[:count, TO] == 0)
        if not len(ends):
            return
        sums, place = np.unique(sweep.pending[ends, -1].view(np.int64), return_inverse=True)
        rows = sweep.rows[ends]
        rows[:, TO] = place
        box = np.zeros((len(sums), 1, limbs_for(self._before, len(ends))), np.uint64)
        sweep.call(add_counts, self._before, box, rows, self._shift, 0, len(ends))
        for one, limbs in zip(sums.tolist(), box[:, 0], strict=True):
            self.total[one] = self.total.get(one, 0) + to_int(limbs)

    def end(self, states: int) -> None:
        """Add the finished paths to ``total``, and drop the lengths that no state has."""
        after = self._after[:states]
        if not self._tagged and after[0].any():
            for column in np.flatnonzero(after[0].any(axis=1)).tolist():
                length = (self._least + column) * self._unit
                self.total[length] = self.total.get(length, 0) + to_int(after[0, column])
        self._before, self._first = after, self._least
        if self._lengths is not None:
            used = np.flatnonzero(np.bitwise_or.reduce(after[1:], axis=0).any(axis=1))
            first, last = (int(used[0]), int(used[-1]) + 1) if len(used) else (0, 1)
            self._before, self._first = after[:, first:last].copy(), self._least + first


@kernel
def add_counts(before, after, rows, shift_of_choice, first, last):
    """Add the counts ``before[state, length, limb]`` to the states after; a choice shifts the lengths."""
    lengths = before.shape[1]
    given = before.shape[2]
    wide = after.shape[2]
    for i in range(first, last):
        u = rows[i, FROM]
        v = rows[i, TO]
        shift = shift_of_choice[rows[i, CHOICE]]
        for n in range(lengths):
            carry = np.uint64(0)
            for k in range(given):
                total = after[v, n + shift, k] + before[u, n, k] + carry
                after[v, n + shift, k] = total & LIMB
                carry = total >> BITS
            for k in range(given, wide):
                total = after[v, n + shift, k] + carry
                after[v, n + shift, k] = total & LIMB
                carry = total >> BITS


def best(
    family: Family, gain: NDArray[Any], watch: Watch, memory: MemoryBudget, tails: Sequence[Tail] = ()
) -> list[int] | None:
    """Return the edges of the first path with the largest sum of gains; None if there is no path."""
    algebra = Best(family, gain)
    for _ in Sweep(family, watch, memory, tails).run(algebra):
        pass
    if algebra.end_layer < 0:
        return None
    state, edges = 0, list[int]()
    for number in range(algebra.end_layer, -1, -1):
        state, choice = algebra.came[number][state].tolist()
        edges += family.layers[number].edges_of_choice[choice]
    return edges


class Best:
    """The largest sum of gains of a partial path to every state, and its last step (state before, choice)."""

    def __init__(self, family: Family, gain: NDArray[Any]) -> None:
        self._gains, self._before = family.weights(gain.tolist(), gain.dtype), np.zeros(2, gain.dtype)
        self.end_layer, self.value, self.came = -1, None, list[NDArray[np.int32]]()
        self._recorded = 0

    bytes_a_state = 16

    @property
    def nbytes(self) -> int:
        """The bytes of all layers so far, and of the growing current layer."""
        return self._recorded + self._before.nbytes + self._after.nbytes + self._came.nbytes

    def begin(self, sweep: Sweep, number: int, states: int) -> None:
        """Begin a layer."""
        self._sweep, self._number = sweep, number
        self._after, self._came = np.zeros(0, self._before.dtype), np.zeros((0, 2), np.int32)

    def make_room(self, capacity: int) -> None:
        """Make room for more states."""
        old = len(self._after)
        self._after, self._came = grown(self._after, (capacity,)), grown(self._came, (capacity, 2))
        self._came[old:] = NONE

    def take(self, count: int) -> None:
        """Keep the best value of each state."""
        gains = self._gains[self._number]
        self._sweep.call(keep_best, self._before, self._after, gains, self._came, self._sweep.rows, 0, count)

    def end(self, states: int) -> None:
        """Store the best path finished in this layer, if it is better than earlier ones."""
        if self._came[0, 0] != NONE and (self.end_layer < 0 or self._after[0] > self.value):
            self.end_layer, self.value = self._number, self._after[0]
        self.came.append(self._came[:states].copy())
        self._recorded += self.came[-1].nbytes
        self._before = self._after[:states]


@kernel
def keep_best(before, after, gain_of_choice, came, rows, first, last):
    """Keep the first largest value of every state, and its (state before, choice) in *came*."""
    for i in range(first, last):
        u = rows[i, FROM]
        v = rows[i, TO]
        choice = rows[i, CHOICE]
        value = before[u] + gain_of_choice[choice]
        if came[v, 0] == NONE or value > after[v]:
            after[v] = value
            came[v, 0] = u
            came[v, 1] = choice


def grown(array: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Return the array with more rows, filled with zeros."""
    larger = np.zeros(shape, array.dtype)
    if len(array):
        larger[: len(array)] = array
    return larger
