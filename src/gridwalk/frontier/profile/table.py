"""The table of a planar sweep: a value for every word, carried from cell to cell.

Where a sweep meets its mirror image (`gridwalk.frontier.profile.plan.Mirror`), the table at the middle is
joined with itself: what a sweep of the lower half from below would find is what that of the upper half has
found, read from the other side.  Each path is then a path of each half for every word over the middle: pairs
of words are counted that make one path (`gridwalk.kernels.frontier.meander`).  There are fewer of these pairs
than there are words to visit in the other half, up to some 25 columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.profile.plan import Mirror, ProfilePlan
from gridwalk.frontier.profile.sweep import Closed, Pause, ProfileAlgebra, ProfileSweep, allowed
from gridwalk.frontier.profile.words import Ints, Words, spelt, used_places
from gridwalk.kernels._kernel import Kernel
from gridwalk.kernels.frontier import meander as kernels
from gridwalk.kernels.frontier.profile import (
    LEFT,
    LOOSE,
    RIGHT,
    apply_modular,
    apply_wrapping,
    groups_lanes,
    groups_modular,
    groups_wrapping,
)
from gridwalk.runtime.cache import Key
from gridwalk.runtime.memory import UNLIMITED
from gridwalk.runtime.slices import compiles, slice_of
from gridwalk.runtime.threads import Second, useful
from gridwalk.runtime.tuning import tuning

SLICES = 8  # in a call: a word takes less time than a step of a search; still some 0.1 s a call

GROUPED = {
    apply_modular: groups_modular,
    apply_wrapping: groups_wrapping,
    groups_lanes: groups_lanes,
}
TWO_THREADS = 500_000  # values; below, waiting for each other takes more than it saves
SCANNED = 1 << 22  # words looked at together, for their scratch memory
SLICE = 1 << 8  # patterns, or words


class Table:
    """A value for every word, and the cells that are still to come.

    ``values`` is flat, one row after another (the kernel `apply`); ``closed`` has a row ``(cell of the sweep,
    word, its values)`` for every word that a cell has closed so far, or word -1 for the sum of
    several.  With two *threads*, both work on a large table.  A table that begins before a later cell,
    *at*, is empty.
    """

    def __init__(
        self,
        sweep: ProfileSweep,
        algebra: ProfileAlgebra,
        pause: Pause,
        room: NDArray[Any] | None = None,
        threads: int = 1,
        at: int | None = None,
    ) -> None:
        self.sweep, self.algebra = sweep, algebra
        size = sweep.words.size
        shape = (size, len(algebra.lanes)) if algebra.lanes else size * algebra.grades
        self.values = np.empty(shape, algebra.dtype) if room is None else room
        for low in range(0, len(self.values), SCANNED):  # the first touch of memory takes its time
            self.values[low : low + SCANNED] = algebra.none
            pause(0)
        self.at = sweep.first if at is None else at
        self.grades = sweep.grades_before(self.at, algebra.grades)  # rows in use
        self.closed: list[Closed] = []
        compiled = self._is_compiled = compiles(algebra.kernel, sweep.plan.work * algebra.grades)
        self._call = algebra.kernel.compiled if compiled else algebra.kernel.python
        self._most = slice_of(compiled) * (SLICES if compiled else 1)
        shared = size * algebra.grades >= (tuning().shared_from or TWO_THREADS)
        self._second = Second() if shared and useful(threads) > 1 else None
        if at is None:
            for word, _ in sweep.begin():
                self.values[word] = algebra.one
            self._shift()

    @property
    def done(self) -> bool:
        """Whether all cells are done."""
        return self.at == len(self.sweep.plan.steps)

    def advance_to(self, stop: int, pause: Pause) -> None:
        """Do some cells, not beyond cell *stop*: group by group, if there are no grades."""
        kernel = GROUPED.get(self.algebra.kernel)
        stop = min(stop, len(self.sweep.plan.steps) - 1)
        if kernel is None or self.algebra.grades > 1 or self.at >= stop:
            return self.advance(pause)
        in_head = self.sweep.plan.steps[self.at].column < self.sweep.words.seam
        if self._second is not None and in_head and not self.algebra.lanes:
            return self.advance(pause)  # one group: the cells are cut in two one by one
        stretch = self.sweep.stretch(self.at, stop, self._most, 1 if self._second is None else 2)
        constants = np.repeat(self.algebra.constants(self.sweep.plan.steps[self.at]), len(stretch.masks), 0)
        groups, closed = self.sweep.groups, np.zeros_like(self.values[:1])
        if not groups.is_one:
            self._close()
        cells = stretch.masks, constants
        fixed = self.values, groups.rows, self.sweep.lists, cells, groups.arrays, stretch.rows, closed
        call = kernel.compiled if self._is_compiled else kernel.python
        for spans, words in zip(stretch.spans, stretch.pairs, strict=True):
            self._both([partial(call, *fixed, span) for span in spans])
            self.algebra.kernel.expanded += words
            pause(words)
        if closed.any():
            self.closed.append((stretch.end, -1, closed.ravel().tolist()))
        self.at = stretch.end
        self._shift()
        return None

    def _both(self, calls: Sequence[Callable[[], object]]) -> None:
        if len(calls) > 1 and self._second is not None:
            self._second.both(*calls)
        else:
            for call in calls:
                call()

    def _close(self) -> None:
        for word in self.sweep.closing(self.at):
            values = self.values[word :: self.sweep.words.size][: self.grades]
            if self.algebra.reached(values).any():
                self.closed.append((self.at, word, values.ravel().tolist()))

    def advance(self, pause: Pause) -> None:
        """Do a cell, and the shift before the next."""
        step, size = self.sweep.plan.steps[self.at], self.sweep.words.size
        rise = self.algebra.grades > 1
        self._close()
        if self.at + 1 < len(self.sweep.plan.steps):
            self.grades = min(self.grades + (rise and step.skip), self.algebra.grades)
            grades = (size, self.grades, int(rise))
            masks, constants = allowed(step), self.algebra.constants(step)
            for rows, spans, words in self.sweep.rounds(
                self.at, max(1, self._most // self.grades), pairs=self._second is not None
            ):
                fixed = (self.values, rows, self.sweep.lists, masks, constants)
                calls = [partial(self._call, *fixed, span, grades) for span in spans]
                self._both(calls)
                self.algebra.kernel.expanded += words * self.grades
                pause(words * self.grades)
        self.at += 1
        self._shift()

    def _shift(self) -> None:
        if self.done or not self.sweep.plan.steps[self.at].shift:
            return
        size, none = self.sweep.words.size, self.algebra.none
        for d in range(self.grades):
            row = self.values[d * size : (d + 1) * size]
            parts = (row[low : low + SCANNED] for low in range(0, size, SCANNED))
            used = np.concatenate(
                [np.flatnonzero(self.algebra.reached(part)) + n * SCANNED for n, part in enumerate(parts)]
            )
            values = row[used]
            row[used] = none
            row[self.sweep.words.shifted(used, 1)] = values


@cache
def full_words(places: int, level: int, shallow: bool) -> Ints:
    """Return the codes, in order, of the words that use all of so many places and have *level* loose ends."""
    if not places:  # no path over the cut
        return np.zeros(0, np.int64)
    rooms = range(places, 0, -1)
    code, depth, ends = spelt(range(places), (LEFT, RIGHT, LOOSE), rooms, level, shallow)
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
        packed = np.empty((self.words_of_cut, *table.shape[1:]), table.dtype)
        pack, state = kernels.pack_lanes if table.ndim > 1 else kernels.pack, np.zeros(3, np.int64)
        facts = self.mirror.begins[0], self.seam
        for low in range(0, 1 << self.cut, SLICE):
            state[:2] = low, min(low + SLICE, 1 << self.cut)
            arguments = self.first_word, self.split, facts, packed, state
            _call(pack, packed.size * SLICE >> self.cut, table, self.layout, *arguments)
            pause(0)
        return packed

    def joined(
        self, table: NDArray[Any], packed: NDArray[Any] | None, moduli: Sequence[int], pause: Pause
    ) -> list[int]:
        """Return how many paths there are through the middle, modulo each of the *moduli*."""
        sums = np.zeros(kernels.SUMS, np.uint64)
        facts = self.cut, self.mirror.begins[1], self.seam, int(self.mirror.turned)
        below = table[:0] if packed is None else packed
        side_by_side = table.ndim > 1
        join = kernels.join_lanes if side_by_side else kernels.join
        shape, kind = (self._most, *table.shape[1:]), table.dtype if side_by_side else np.uint64
        values = np.zeros(shape, kind), np.zeros(shape, kind)
        divisors = np.array(moduli if side_by_side else [0], np.uint64)
        for low in range(0, 1 << self.cut, SLICE):
            fixed = below, self.first_packed, self.layout, self.first_word, self.split, self.pairs
            span = low, min(low + SLICE, 1 << self.cut)
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
    kernel.expanded += work
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
        self._below: NDArray[Any] | None = None  # the values before the middle row
        self._closed_below = 0

    @classmethod
    def of(cls, table: Table) -> Fold | None:
        """Return what ends the sweep of a table; None: it has to go on to the last cell."""
        mirror, algebra = table.sweep.plan.mirror, table.algebra
        if mirror is None or algebra.grades > 1 or algebra.weight_of_cell is not None:
            return None
        return cls(table, mirror) if table.at <= mirror.upper else None

    @property
    def stop(self) -> int:
        """The cell before which `ends` has to be asked next."""
        mirror = self._mirror
        return mirror.upper if self._table.at < mirror.upper else mirror.middle

    def ends(self, pause: Pause) -> bool:
        """Whether the middle is reached; if so add to what is closed all that the other half would."""
        table, mirror = self._table, self._mirror
        if table.at == mirror.upper:
            self._closed_below = len(table.closed)
            if mirror.upper < mirror.middle:
                meanders = meanders_of(table.sweep, pause)
                self._below = meanders.packed(table.values, pause)
        if table.at != mirror.middle:
            return False
        meanders = meanders_of(table.sweep, pause)
        moduli = table.algebra.lanes or (table.algebra.modulus,)
        through = meanders.joined(table.values, self._below, moduli, pause)
        table.closed += [*table.closed[: self._closed_below], (table.at, -1, through)]
        return True
