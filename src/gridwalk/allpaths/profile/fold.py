"""The fold of a planar sweep: where it meets its mirror image, its table is joined with itself.

What a sweep of the lower half from below would find is what that of the upper half has found, read from the
other side (`Mirror`).  Each path is then a path of each half for every word over
the middle: pairs of words are counted that make one path (`gridwalk.allpaths.profile.meander`).  There are
fewer of these pairs than there are words to visit in the other half, up to some 25 columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.profile import meander as kernels
from gridwalk.allpaths.profile.plan import Mirror, ProfilePlan
from gridwalk.allpaths.profile.steps import LEFT, LOOSE, RIGHT
from gridwalk.allpaths.profile.sweep import Pause, ProfileSweep
from gridwalk.allpaths.profile.table import Table
from gridwalk.allpaths.profile.words import Ints, Words, spelt, used_places
from gridwalk.runtime.cache import Key
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.memory import UNLIMITED
from gridwalk.runtime.slices import compiles

SLICE = 1 << 8  # patterns, or words


@cache
def full_words(places: int, level: int, shallow: bool) -> Ints:
    """Return the codes, in order, of the words that use every one of the places, with *level* loose ends."""
    if not places:  # no path over the cut
        return np.zeros(0, np.int64)
    rooms = range(places, 0, -1)
    code, depth, ends = spelt(range(places), (LEFT, RIGHT, LOOSE), rooms, level, shallow)
    return np.sort(code[(depth == 0) & (ends == level)])


class Cut(NamedTuple):
    """Some of a table's places: all but *gap* from place *at* on; all words use the bits of *used*."""

    places: int
    at: int
    gap: int
    used: int = 0


class Meanders:
    """The pairs of words of a cut that make one path or cycle: what all residues share.

    Parameters
    ----------
    words : Words
        Those of the sweep's table.
    plan : ProfilePlan
        Of a board that is its own mirror image.
    pause : callable
        May stop the listing.

    """

    def __init__(self, words: Words, plan: ProfilePlan, pause: Pause) -> None:
        assert plan.mirror is not None
        self.mirror, self.cut, self.seam = plan.mirror, plan.places - 1, words.seam
        self.level = 0 if plan.cycles else 1  # of the words over the middle
        every = [full_words(k, self.level, plan.shallow) for k in range(self.cut + 1)]
        self.first_word = np.cumsum([0, *map(len, every)])
        self._split(words, every)
        self._list(every, pause)
        self._most = max(map(len, every))
        sizes = np.diff(self.first_word)[np.bitwise_count(np.arange(1 << self.cut))]
        self.first_packed = np.cumsum(sizes) - sizes
        self.words_of_cut = int(sizes.sum())

    def _split(self, words: Words, every: list[Ints]) -> None:
        """Find the head and the tail of each word among those of their pattern."""
        halves = words.head.code, words.tail.code
        used = [used_places(codes) for codes in halves]
        orders = [np.lexsort(both) for both in zip(halves, used, strict=True)]
        shapes = self.seam, self.cut + 1 - self.seam
        firsts = [
            np.searchsorted(use[order], _spread(np.arange((1 << bits) + 1)))
            for use, order, bits in zip(used, orders, shapes, strict=True)
        ]
        place = np.arange(words.tail.code.size) - words.tail.start[words.tail.classes]
        self.layout = words.base[self.level], orders[0], firsts[0], place, orders[1], firsts[1]
        self.split = np.zeros((self.seam + 1, 2, int(self.first_word[-1])), np.int64)
        codes, number = np.concatenate(every), np.repeat(np.arange(self.cut + 1), [*map(len, every)])
        for n, (half, order, first, bits) in enumerate(zip(halves, orders, firsts, shapes, strict=True)):
            # Those that use the first of their places, by how many: for all patterns they are alike.
            low, high = (first[(1 << np.arange(bits + 1)) - 1 + end] for end in range(2))
            some = np.concatenate([order[slice(*span)] for span in zip(low, high, strict=True)])
            found = half[some] | np.repeat(np.arange(bits + 1), high - low) << 2 * bits
            start = np.cumsum(high - low) - high + low
            for h in range(self.seam + 1):
                at = slice(*self.first_word[[h, min(h + shapes[1], self.cut) + 1]])
                part = codes[at] >> 2 * h if n else codes[at] & (1 << 2 * h) - 1
                k = number[at] - h if n else np.full(part.size, h)
                self.split[h, n, at] = np.searchsorted(found, part | k << 2 * bits) - start[k]

    def _list(self, every: list[Ints], pause: Pause) -> None:
        """List the pairs, for each number of places in use."""
        firsts, targets = [np.zeros(1, np.int64)], [np.zeros(0, np.int32)]
        for k, codes in enumerate(every):
            if not codes.size:
                continue
            above = below = _matched(codes)
            if self.mirror.turned:  # the same words, read from the other side
                below = np.ascontiguousarray(np.where(above < 0, above, k - 1 - above)[:, ::-1])
            bits = (k > 2) << np.arange(max(0, k - 1))  # the two pieces of two places are all of a cycle
            beside = np.stack([(each[:, :-1] == np.arange(1, k)) @ bits for each in (above, below)])
            first, found = np.zeros(codes.size + 1, np.int64), np.zeros(2 * codes.size, np.int32)
            state = np.array([0, SLICE])
            while state[0] < codes.size:
                if first[state[0]] + codes.size > found.size:
                    found = np.resize(found, 2 * found.size)
                work = 4 * codes.size * min(SLICE, codes.size)
                _call(kernels.meanders, work, above, below, beside, first, found, state)
                pause(0)
            firsts.append(firsts[-1][-1] + first[1:])
            targets.append(found[: first[-1]].copy())
        self.pairs = np.concatenate(firsts), np.concatenate(targets)

    def packed(self, table: NDArray[Any], cut: Cut, pause: Pause) -> NDArray[Any]:
        """Return the values of the words over a cut."""
        patterns = 1 << cut.places
        size = self.first_packed[patterns] if patterns < self.first_packed.size else self.words_of_cut
        packed = np.empty((size, *table.shape[1:]), table.dtype)
        pack, state = kernels.pack_lanes if table.ndim > 1 else kernels.pack, np.zeros(3, np.int64)
        facts = cut.at, cut.gap, self.seam
        for low in range(0, patterns, SLICE):
            state[:2] = low, min(low + SLICE, patterns)
            arguments = self.first_word, self.split, facts, packed, state
            _call(pack, packed.size * SLICE >> cut.places, table, self.layout, *arguments)
            pause(0)
        return packed

    def joined(
        self,
        table: NDArray[Any],
        packed: NDArray[Any] | None,
        moduli: Sequence[int],
        cut: Cut,
        pause: Pause,
    ) -> list[int]:
        """Return how many paths there are through a cut, modulo each of the *moduli*."""
        sums, patterns = np.zeros(kernels.SUMS, np.uint64), 1 << cut.places
        facts = cut.places, cut.at, cut.gap, self.seam, int(self.mirror.turned), cut.used
        below = table[:0] if packed is None else packed
        side_by_side = table.ndim > 1
        join = kernels.join_lanes if side_by_side else kernels.join
        shape, kind = (self._most, *table.shape[1:]), table.dtype if side_by_side else np.uint64
        values = np.zeros(shape, kind), np.zeros(shape, kind)
        divisors = np.array(moduli if side_by_side else [0], np.uint64)
        for low in range(0, patterns, SLICE):
            fixed = below, self.first_packed, self.layout, self.first_word, self.split, self.pairs
            span = low, min(low + SLICE, patterns)
            work = 4 * self.words_of_cut * SLICE >> self.cut
            _call(join, work, table, *fixed, facts, values, sums, divisors, span)
            pause(0)
        lanes = sums.reshape(len(moduli), -1).tolist()
        return [
            sum(part << 32 * n for n, part in enumerate(lane)) % modulus
            for lane, modulus in zip(lanes, moduli, strict=True)
        ]


MEANDERS: Key[Meanders] = Key("meanders")


def meanders_of(sweep: ProfileSweep, pause: Pause) -> Meanders:
    """Return the pairs of words of a sweep, kept as long as it is: all residues have the same."""

    def made() -> Meanders:
        return Meanders(sweep.words, sweep.plan, pause)

    with sweep.kept.lent(MEANDERS, made, lambda: pause(0), lambda: UNLIMITED) as found:
        return found


def _spread(patterns: Ints) -> Ints:
    """Return patterns with a zero after each bit."""
    found = np.zeros_like(patterns)
    for bit in range(int(patterns.max()).bit_length()):
        found |= (patterns >> bit & 1) << 2 * bit
    return found


def _matched(codes: Ints) -> NDArray[np.int8]:
    places = (int(codes.max()).bit_length() + 1) // 2
    partner = np.zeros((codes.size, places), np.int8)
    _call(kernels.match, codes.size * places, codes, partner, np.zeros(places + 1, np.int8))
    return partner


def _call(kernel: Kernel, work: int, *arguments: Any) -> None:
    (kernel.compiled if compiles(kernel, work) else kernel.python)(*arguments)


class Fold:
    """Ends the sweep of a table at the middle.

    Parameters
    ----------
    table : Table
        Of counts, without grades; it has not come further than the middle.
    mirror : Mirror

    """

    def __init__(self, table: Table, mirror: Mirror) -> None:
        self._table, self._mirror = table, mirror
        self._plan, self._centre = table.sweep.plan, table.sweep.plan.centre
        self._below: NDArray[Any] | None = None  # the values before the middle row, or cell
        self._closed_below = 0

    @classmethod
    def of(cls, table: Table) -> Fold | None:
        """Return what ends the sweep of a table; None: it has to go on to the last cell."""
        mirror, algebra = table.sweep.plan.mirror, table.algebra
        if mirror is None or algebra.grades > 1 or algebra.weight_of_cell is not None:
            return None
        return cls(table, mirror) if table.at <= max(mirror.upper, table.sweep.plan.centre) else None

    @property
    def stop(self) -> int:
        """The cell before which `ends` has to be asked next."""
        mirror, centre, at = self._mirror, self._centre, self._table.at
        if centre >= 0:
            return centre + (at >= centre)
        return mirror.upper if at < mirror.upper else mirror.middle

    def ends(self, pause: Pause) -> bool:
        """Whether the middle is reached; if so add to what is closed all that the other half would."""
        if self._centre >= 0:
            return self._ends_at_centre(pause)
        table, mirror = self._table, self._mirror
        if table.at == mirror.upper:
            self._closed_below = len(table.closed)
            if mirror.upper < mirror.middle:
                meanders = meanders_of(table.sweep, pause)
                self._below = meanders.packed(table.values, self._row(0), pause)
        if table.at != mirror.middle:
            return False
        meanders = meanders_of(table.sweep, pause)
        through = meanders.joined(table.values, self._below, self._moduli, self._row(1), pause)
        table.closed += [*table.closed[: self._closed_below], (table.at, -1, through)]
        return True

    @property
    def _moduli(self) -> Sequence[int]:
        algebra = self._table.algebra
        return algebra.lanes or (algebra.modulus,)

    def _row(self, n: int) -> Cut:
        """Return the cut after the upper rows, or after these and the middle row."""
        begin, columns = self._mirror.begins[n], self._plan.places - 1
        return Cut(columns, 0, 1) if begin else Cut(columns, columns, 0)

    def _ends_at_centre(self, pause: Pause) -> bool:
        """Whether the middle cell is done: the cells to come are the image of those before it.

        A path goes through the middle cell from half to half, or it comes back to one of them, or leaves the
        cell out.  Let V be the words without a plug at the cell, before it, and B those that come back.  Then
        what does not go through is <V + 2 B, V>, if <., .> is the number of meanders.
        """
        table, step = self._table, self._plan.steps[self._centre]
        if table.at < self._centre:
            return False
        meanders, columns, column = meanders_of(table.sweep, pause), self._plan.places - 1, step.column
        none, one = Cut(columns - 1, column, 2), Cut(columns, column + 1, 1, 1 << column)
        if table.at == self._centre:
            self._below = meanders.packed(table.values, none, pause)
            if step.skip:
                table.join()  # and once more with all else that the cell does
            return False
        there = meanders.joined(table.values, None, self._moduli, one, pause)
        back = meanders.joined(table.values, self._below, self._moduli, none, pause)
        times = 1 if step.skip else 2
        through = [(a + times * b) % m for a, b, m in zip(there, back, self._moduli, strict=True)]
        table.closed += [*table.closed, (table.at, -1, through)]
        return True
