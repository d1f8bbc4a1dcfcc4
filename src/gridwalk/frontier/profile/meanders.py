"""Which words over a cut make one path with which, and the sum over all these pairs: see `mirror`."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.profile.halfwords import LEFT, LOOSE, RIGHT, reflect, used_places
from gridwalk.frontier.profile.motzkin import Words
from gridwalk.frontier.profile.operations import Ints
from gridwalk.frontier.profile.plan import ProfilePlan
from gridwalk.frontier.profile.sweep import Pause, ProfileSweep
from gridwalk.kernels._kernel import Kernel
from gridwalk.kernels.frontier import meander as kernels
from gridwalk.runtime.cache import Key
from gridwalk.runtime.memory import UNLIMITED
from gridwalk.runtime.slices import compiles

SLICE = 1 << 8  # patterns, or words


@cache
def full_words(places: int, level: int, shallow: bool) -> Ints:
    """Return the codes, in order, of the words that use all of so many places and have *level* loose ends."""
    if not places:  # no path over the cut
        return np.zeros(0, np.int64)
    code, depth, ends = (np.zeros(1, np.int64) for _ in range(3))
    for p in range(places):
        ok = {
            LEFT: depth < places - p,
            RIGHT: depth > 0,
            LOOSE: (ends < level) & ((depth == 0) | (not shallow)),
        }
        parts = [
            (code[m] | s << 2 * p, depth[m] + (s == LEFT) - (s == RIGHT), ends[m] + (s == LOOSE))
            for s, m in ok.items()
        ]
        code, depth, ends = (np.concatenate(part) for part in zip(*parts, strict=True))
    return np.sort(code[(depth == 0) & (ends == level)])


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
        for k, codes in enumerate(every):
            at = slice(int(self.first_word[k]), int(self.first_word[k + 1]))
            for h in range(max(0, k - shapes[1]), min(k, self.seam) + 1):
                parts = codes & (1 << 2 * h) - 1, codes >> 2 * h
                for n, (part, number) in enumerate(zip(parts, (h, k - h), strict=True)):
                    low, high = firsts[n][(1 << number) - 1 : (1 << number) + 1]
                    self.split[h, n, at] = np.searchsorted(halves[n][orders[n][low:high]], part)

    def _list(self, every: list[Ints], pause: Pause) -> None:
        """List the pairs, for each number of places in use."""
        firsts, targets = [np.zeros(1, np.int64)], [np.zeros(0, np.int32)]
        for k, codes in enumerate(every):
            if not codes.size:
                continue
            other = reflect(codes, k) if self.mirror.turned else codes
            above, below = _matched(codes), _matched(other)
            first, found = np.zeros(codes.size + 1, np.int64), np.zeros(2 * codes.size, np.int32)
            state = np.array([0, SLICE])
            while state[0] < codes.size:
                if first[state[0]] + codes.size > found.size:
                    found = np.resize(found, 2 * found.size)
                work = 4 * codes.size * min(SLICE, codes.size)
                _call(kernels.meanders, work, above, below, first, found, state)
                pause(0)
            firsts.append(firsts[-1][-1] + first[1:])
            targets.append(found[: first[-1]].copy())
        self.pairs = np.concatenate(firsts), np.concatenate(targets)

    def packed(self, table: NDArray[Any], pause: Pause) -> NDArray[Any]:
        """Return the values of the words over the cut before the middle row."""
        packed, state = np.empty(self.words_of_cut, table.dtype), np.zeros(3, np.int64)
        facts = self.mirror.begins[0], self.seam
        for low in range(0, 1 << self.cut, SLICE):
            state[:2] = low, min(low + SLICE, 1 << self.cut)
            arguments = self.first_word, self.split, facts, packed, state
            _call(kernels.pack, packed.size * SLICE >> self.cut, table, self.layout, *arguments)
            pause(0)
        return packed

    def joined(self, table: NDArray[Any], packed: NDArray[Any] | None, modulus: int, pause: Pause) -> int:
        """Return how many paths there are through the middle, modulo *modulus*."""
        sums = np.zeros(kernels.SUMS, np.uint64)
        turns = int(self.mirror.turned)
        facts = self.cut, self.mirror.begins[1], self.seam, turns
        below = table[:0] if packed is None else packed
        values = np.zeros(self._most, np.uint64), np.zeros(self._most, np.uint64)
        for low in range(0, 1 << self.cut, SLICE):
            fixed = below, self.first_packed, self.layout, self.first_word, self.split, self.pairs
            span = low, min(low + SLICE, 1 << self.cut)
            work = 4 * self.words_of_cut * SLICE >> self.cut
            _call(kernels.join, work, table, *fixed, facts, values, sums, span)
            pause(0)
        total = sum(part << 32 * n for n, part in enumerate(sums.tolist()))
        return total % modulus


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
    for bit in range(32):
        found |= (patterns >> bit & 1) << 2 * bit
    return found


def _matched(codes: Ints) -> NDArray[np.int8]:
    places = (int(codes.max()).bit_length() + 1) // 2
    partner = np.zeros((codes.size, places), np.int8)
    _call(kernels.match, codes.size * places, codes, partner, np.zeros(places + 1, np.int8))
    return partner


def _call(kernel: Kernel, work: int, *arguments: Any) -> None:
    kernel.expanded += work
    (kernel.compiled if compiles(kernel, work) else kernel.python)(*arguments)
