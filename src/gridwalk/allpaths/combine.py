"""Combine finite sets that can be counted, ranked and sampled: `Sum`, `Product`, `EitherWay`.

The paths through a block, or the tours from a start, are such a set (`Countable`).  A `Sum` is the disjoint
union of its parts: counts add, and ranks follow the order of the parts.  An item of a `Product` consists of
one item of each part: counts multiply, lengths convolve, and a rank is a number in a mixed radix system with
a digit for each part.  `EitherWay` adds the reverse of each item.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from gridwalk.errors import ArgumentError
from gridwalk.runtime.cache import unlocked_property
from gridwalk.runtime.limits import Watch

T = TypeVar("T")
N = TypeVar("N", int, Fraction)

TELL_AFTER = 1024  # ranks, or lengths
DRAWING = "drawing"
SEEDS = 4  # random numbers of 63 bits that determine the generators of all parts


class Streams:
    """A random generator for each part of a sample.

    So two samples of n items draw the same items as one sample of 2n.

    >>> import numpy as np
    >>> streams = Streams.of(np.random.default_rng(1))
    >>> streams.under(3).rng is streams.under(3).rng
    True
    """

    def __init__(self, seeds: Sequence[int], path: tuple[int, ...] = ()) -> None:
        self._seeds, self._path = seeds, path
        self._under: dict[int, Streams] = {}

    @classmethod
    def of(cls, rng: np.random.Generator) -> Streams:
        """Return streams that are determined by the next numbers of *rng*."""
        return cls(rng.integers(0, 1 << 63, SEEDS).tolist())

    def under(self, part: int) -> Streams:
        """Return the streams of a part."""
        return self._under.setdefault(part, Streams(self._seeds, (*self._path, part)))

    @cached_property
    def rng(self) -> np.random.Generator:
        """The generator of this level, which no part uses."""
        return np.random.default_rng(np.random.SeedSequence(self._seeds, spawn_key=self._path))


class Countable(Protocol[T]):
    """A finite, ordered set; the rank of an item is its place in the order, from 0."""

    def count(self) -> int:
        """Return the number of items."""

    def lengths(self) -> dict[int, int]:
        """Return the number of items of each length (number of moves)."""

    def best(self, *, longest: bool, by_cost: bool) -> T | None:
        """Return a longest or shortest item, by moves or by cost; None if the set is empty."""

    def at(self, ranks: Sequence[int]) -> list[T]:
        """Return the items of the given ranks, each from 0 to ``count() - 1``."""

    def sample(self, n: int, streams: Streams) -> list[T]:
        """Return *n* items drawn independently and uniformly; an empty list if the set is empty."""

    def rank(self, one: T) -> int | None:
        """Return the rank of an item; None if it is not in the set."""


class Sum(Generic[T]):
    """The *listed* items, followed by the items of all *parts*; all are disjoint.

    Parameters
    ----------
    parts : sequence of Countable
        A lazy sequence is allowed.
    watch : Watch
        The clock, checked before each part; there may be as many parts as cells.
    measure : callable
        Returns the length of an item or, if its second argument *by_cost* is true, its cost.
    listed : sequence
        Items that are in no part.

    """

    def __init__(
        self,
        parts: Sequence[Countable[T]],
        watch: Watch,
        measure: Callable[[T, bool], float],
        listed: Sequence[T] = (),
    ) -> None:
        self._parts, self.watch, self.measure, self.listed = parts, watch, measure, listed

    @property
    def parts(self) -> Sequence[Countable[T]]:
        """The parts, in the order of their ranks."""
        return self._parts

    def begin(self, *, lengths: bool = False) -> None:
        """Prepare a count, or a count by length: set the expected time of the progress."""

    def holding(self, one: T) -> Iterable[int]:
        """Return the numbers of the parts that may contain *one*."""
        return range(len(self.parts))

    @unlocked_property
    def _ends(self) -> list[int]:
        self.begin()
        counts = (part.count() for part in _each(self.parts, self.watch))
        return list(accumulate(counts, initial=len(self.listed)))

    def count(self) -> int:
        """Return the number of items."""
        return self._ends[-1]

    @property
    def total(self) -> int:
        """The number of items, listed ones included."""
        return self._ends[-1]

    def lengths(self) -> dict[int, int]:
        """Return the number of items of each length, in ascending order of the lengths."""
        self.begin(lengths=True)
        found = Counter(int(self.measure(one, False)) for one in self.listed)
        for part in _each(self.parts, self.watch):
            found.update(part.lengths())
        return dict(sorted(found.items()))

    def best(self, *, longest: bool, by_cost: bool) -> T | None:
        """Return the first longest or shortest item, by moves or by cost; None if the set is empty."""
        self.begin()
        found = list(self.listed)
        for part in _each(self.parts, self.watch):
            one = part.best(longest=longest, by_cost=by_cost)
            if one is not None:
                found.append(one)
        choose = max if longest else min
        return choose(found, key=lambda one: self.measure(one, by_cost)) if found else None

    def at(self, ranks: Sequence[int]) -> list[T]:
        """Return the items of the given ranks, each from 0 to ``count() - 1``."""
        check_ranks(ranks, self.total)
        found = dict(enumerate(self.listed))
        asked: dict[int, list[int]] = {}  # the ranks in each part
        for rank in sorted({rank for rank in ranks if rank >= len(self.listed)}):
            asked.setdefault(self._part_of(rank), []).append(rank)
        for part, mine in asked.items():
            below = self._ends[part]
            found.update(zip(mine, self.parts[part].at([rank - below for rank in mine]), strict=True))
        return [found[rank] for rank in ranks]

    def sample(self, n: int, streams: Streams) -> list[T]:
        """Return *n* items drawn independently and uniformly; an empty list if the set is empty."""
        if not self.total:
            return []
        # First draw a rank in the whole sum for each item.  It decides the part; the part draws the item.
        ranks = fair_ranks(self.total, n, streams.rng, self.watch)
        number = Counter(self._part_of(rank) for rank in ranks if rank >= len(self.listed))
        # A part uses the same stream as the only factor of a product would, so both draw the same items.
        draw = {k: streams.under(k).under(0) for k in sorted(number)}
        found = {k: iter(self.parts[k].sample(number[k], own)) for k, own in draw.items()}
        return [
            next(found[self._part_of(rank)]) if rank >= len(self.listed) else self.listed[rank]
            for rank in ranks
        ]

    def rank(self, one: T) -> int | None:
        """Return the rank of an item; None if it is not in the set."""
        for rank, other in enumerate(self.listed):
            if np.array_equal(np.asarray(one), np.asarray(other)):
                return rank
        for k in self.holding(one):
            rank_there = self.parts[k].rank(one)
            if rank_there is not None:
                return self._ends[k] + rank_there
        return None

    def _part_of(self, rank: int) -> int:
        return bisect_right(self._ends, rank) - 1


class Product(Generic[T]):
    """The items that consist of one item of each part.

    Parameters
    ----------
    parts : sequence of Countable
    watch : Watch
        The clock, checked before each part.
    join, split : callable
        *join* makes an item from one item of each part; *split* is its inverse, and returns None for what is
        no item.

    """

    def __init__(
        self,
        parts: Sequence[Countable[T]],
        watch: Watch,
        join: Callable[[Iterable[T]], T],
        split: Callable[[T], Sequence[T] | None],
    ) -> None:
        self.parts, self.watch, self.join, self.split = parts, watch, join, split

    @unlocked_property
    def _counts(self) -> list[int]:
        """The count of each part, up to the first empty part."""
        counts: list[int] = []
        for part in _each(self.parts, self.watch):
            counts.append(part.count())
            if not counts[-1]:
                break
        return counts

    def count(self) -> int:
        """Return the number of items."""
        return prod(self._counts)

    def lengths(self) -> dict[int, int]:
        """Return the number of items of each length (number of moves)."""
        return convolved([part.lengths() for part in _each(self.parts, self.watch)], self.watch)

    def best(self, *, longest: bool, by_cost: bool) -> T | None:
        """Return the item made of the best item of each part."""
        found = [part.best(longest=longest, by_cost=by_cost) for part in _each(self.parts, self.watch)]
        whole = [one for one in found if one is not None]
        return self.join(whole) if len(whole) == len(found) else None

    def at(self, ranks: Sequence[int]) -> list[T]:
        """Return the items of the given ranks, each from 0 to ``count() - 1``."""
        digits: list[list[int]] = []  # of every rank, from the last part to the first
        for count in reversed(self._counts):
            self.watch.check(0, 0, 0)
            digits.append([rank % count for rank in ranks])
            ranks = [rank // count for rank in ranks]
        found = [
            part.at(digit)
            for part, digit in zip(_each(self.parts, self.watch), reversed(digits), strict=True)
        ]
        return [self.join(every) for every in zip(*found, strict=True)]

    def sample(self, n: int, streams: Streams) -> list[T]:
        """Return *n* items, drawn independently in each part."""
        drawn: list[list[T]] = []
        for k, part in enumerate(_each(self.parts, self.watch) if n else ()):
            drawn.append(part.sample(n, streams.under(k)))
            if not drawn[-1]:
                return []
        return [self.join(every) for every in zip(*drawn, strict=True)]

    def rank(self, one: T) -> int | None:
        """Return the rank of an item; None if it is not in the set."""
        split, total = self.split(one), 0
        if split is None or not self.count():
            return None
        for part, piece, count in zip(self.parts, split, self._counts, strict=True):
            rank = part.rank(piece)
            if rank is None:
                return None
            total = total * count + rank
        return total


class EitherWay(Generic[T]):
    """The items of a set and their reverses; the reverses have the second half of the ranks."""

    def __init__(self, part: Countable[T], is_forward: Callable[[T], bool]) -> None:
        self.part, self._is_forward = part, is_forward

    @unlocked_property
    def _once(self) -> int:
        return self.part.count()

    def count(self) -> int:
        """Return the number of items."""
        return 2 * self._once

    def lengths(self) -> dict[int, int]:
        """Return the number of items of each length (number of moves)."""
        return {length: 2 * number for length, number in self.part.lengths().items()}

    def best(self, *, longest: bool, by_cost: bool) -> T | None:
        """Return a longest or shortest item, by moves or by cost."""
        return self.part.best(longest=longest, by_cost=by_cost)

    def at(self, ranks: Sequence[int]) -> list[T]:
        """Return the items of the given ranks."""
        found = self.part.at([rank % self._once for rank in ranks])
        return [self._turned(one, rank < self._once) for one, rank in zip(found, ranks, strict=True)]

    def sample(self, n: int, streams: Streams) -> list[T]:
        """Return *n* items drawn independently and uniformly; an empty list if the set is empty."""
        found = self.part.sample(n, streams.under(0))
        forward = streams.rng.integers(2, size=len(found)) == 1
        return [self._turned(one, bool(way)) for one, way in zip(found, forward, strict=True)]

    def rank(self, one: T) -> int | None:
        """Return the rank of an item; None if it is not in the set."""
        rank = self.part.rank(one)
        if rank is None:
            rank = self.part.rank(_reversed(one))
        return None if rank is None else rank + self._once * (not self._is_forward(one))

    def _turned(self, one: T, forward: bool) -> T:
        return one if self._is_forward(one) == forward else _reversed(one)


def _each(parts: Sequence[Countable[T]], watch: Watch) -> Iterator[Countable[T]]:
    for part in parts:
        watch.check(0, 0, 0)
        yield part


def _reversed(one: Any) -> Any:
    return one[::-1]


# ------------------------------------------------------------------------------ numbers


def check_ranks(ranks: Iterable[int], total: int) -> None:
    """Raise an error if a rank is negative, or *total* or more."""
    for rank in ranks:
        if not 0 <= rank < total:
            raise ArgumentError("rank", rank, f"a whole number from 0 to below {total:,}, how many there are")


def fair_ranks(total: int, n: int, rng: np.random.Generator, watch: Watch) -> list[int]:
    """Return *n* uniform random integers from 0 to ``total - 1``; *total* may have any size."""
    bits = (total - 1).bit_length()
    ranks: list[int] = []
    while len(ranks) < n:  # rejection sampling: a number is accepted with a probability of at least 1/2
        if len(ranks) % TELL_AFTER == 0:
            watch.check(0, 0, 0, DRAWING)
        rank = int.from_bytes(rng.bytes(-(-bits // 8)), "little") & ((1 << bits) - 1)
        if rank < total:
            ranks.append(rank)
    return ranks


def convolved(every: Sequence[Mapping[int, N]], watch: Watch) -> dict[int, N]:
    """Return the convolution of several counts by length; empty if one of them is empty."""
    total = dict(every[0]) if every else {}
    for lengths in every[1:]:
        sums: dict[int, N] = {}
        for n, (length, number) in enumerate(total.items()):
            if n % TELL_AFTER == 0:
                watch.check(0, 0, 0)
            for more, times in lengths.items():
                product = number * times
                sums[length + more] = sums[length + more] + product if length + more in sums else product
        total = sums
    return total
