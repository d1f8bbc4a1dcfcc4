"""Families: finitely many things that are counted, ranked and drawn, and three ways to combine them.

The paths through a block, the tours from a start, a set: each is a family, and so are the `Sum` of families
that have nothing in common, the `Product` of families of which one of each makes a thing, and `EitherWay`,
the things of a family and their reverses.  Numbers add and multiply, lengths add and convolve; the rank in
a product is a number with a digit for each part, that in a sum follows the parts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import numpy as np

from gridwalk.errors import ArgumentError
from gridwalk.runtime.cache import unlocked_property
from gridwalk.runtime.limits import Watch

T = TypeVar("T")
if TYPE_CHECKING:
    from fractions import Fraction

N = TypeVar("N", int, "Fraction")

TELL_AFTER = 1024  # ranks, or lengths
DRAWING = "drawing"
SEEDS = 4  # of 63 bits, drawn for all parts together


class Streams:
    """A random generator for each part of a draw: to draw twice is to draw as many at once.

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
        """Return streams that follow from the next numbers of *rng*."""
        return cls(rng.integers(0, 1 << 63, SEEDS).tolist())

    def under(self, part: int) -> Streams:
        """Return the streams of a part."""
        return self._under.setdefault(part, Streams(self._seeds, (*self._path, part)))

    @cached_property
    def rng(self) -> np.random.Generator:
        """A generator that no part uses."""
        return np.random.default_rng(np.random.SeedSequence(self._seeds, spawn_key=self._path))


class Countable(Protocol[T]):
    """Finitely many things, in an order of their own: a thing's place in it is its rank."""

    def count(self) -> int:
        """Return how many there are."""

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves."""

    def best(self, *, longest: bool, by_cost: bool) -> T | None:
        """Return one of most or fewest moves, or of greatest or least cost; None if there is none."""

    def at(self, ranks: Sequence[int]) -> list[T]:
        """Return the paths of the given ranks, from 0 to below `count`."""

    def sample(self, n: int, streams: Streams) -> list[T]:
        """Return *n* drawn independently, each of all with the same chance; none if there are none."""

    def rank(self, one: T) -> int | None:
        """Return the rank of one, None if it is none of these."""


class Sum(Generic[T]):
    """What is *listed*, and then the things of all *parts*, no two of which have one in common.

    Parameters
    ----------
    parts : sequence of Countable
        It may make them when they are asked for.
    watch : Watch
        The clock, asked before each part: there may be as many as cells.
    measure : callable
        Returns the length of a thing, or *by_cost* its cost.
    listed : sequence
        Things that are no part's.

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
        """The parts."""
        return self._parts

    def begin(self, *, lengths: bool = False) -> None:
        """Do what is to be done before anything is counted, or counted by length: say what it will take."""

    def holding(self, one: T) -> Iterable[int]:
        """Return the numbers of the parts that *one* may be in."""
        return range(len(self.parts))

    def _each(self) -> Iterator[Countable[T]]:
        for part in self.parts:
            self.watch.check(0, 0, 0)
            yield part

    @unlocked_property
    def _ends(self) -> list[int]:
        self.begin()
        counts = (part.count() for part in self._each())
        return list(accumulate(counts, initial=len(self.listed)))

    def count(self) -> int:
        """Return how many there are, exactly."""
        return self._ends[-1]

    @property
    def total(self) -> int:
        """How many have a rank."""
        return self._ends[-1]

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves that occurs, the least first."""
        self.begin(lengths=True)
        found = Counter(int(self.measure(one, False)) for one in self.listed)
        for part in self._each():
            found.update(part.lengths())
        return dict(sorted(found.items()))

    def best(self, *, longest: bool, by_cost: bool) -> T | None:
        """Return one of most or fewest moves, or of most or least cost, the first; None if there is none."""
        self.begin()
        found = list(self.listed)
        for part in self._each():
            one = part.best(longest=longest, by_cost=by_cost)
            if one is not None:
                found.append(one)
        choose = max if longest else min
        return choose(found, key=lambda one: self.measure(one, by_cost)) if found else None

    def at(self, ranks: Sequence[int]) -> list[T]:
        """Return the paths of the given ranks, from 0 to below `count`."""
        check_ranks(ranks, self.total)
        found = dict(enumerate(self.listed))
        asked: dict[int, list[int]] = {}  # of each part
        for rank in sorted({rank for rank in ranks if rank >= len(self.listed)}):
            asked.setdefault(self._part_of(rank), []).append(rank)
        for part, mine in asked.items():
            below = self._ends[part]
            found.update(zip(mine, self.parts[part].at([rank - below for rank in mine]), strict=True))
        return [found[rank] for rank in ranks]

    def sample(self, n: int, streams: Streams) -> list[T]:
        """Return *n* drawn independently, each of all with the same chance; none if there are none."""
        if not self.total:
            return []
        # First where each is from, by a rank that only what is listed needs.
        ranks = fair_ranks(self.total, n, streams.rng, self.watch)
        number = Counter(self._part_of(rank) for rank in ranks if rank >= len(self.listed))
        # A part draws as the only factor of a product does: whether it is one does not matter.
        draw = {k: streams.under(k).under(0) for k in sorted(number)}
        found = {k: iter(self.parts[k].sample(number[k], own)) for k, own in draw.items()}
        return [
            next(found[self._part_of(rank)]) if rank >= len(self.listed) else self.listed[rank]
            for rank in ranks
        ]

    def rank(self, one: T) -> int | None:
        """Return the rank of one, None if it is none of these."""
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
    """One thing of each part, put together.

    Parameters
    ----------
    parts : sequence of Countable
    watch : Watch
        The clock, asked before each part.
    join, split : callable
        Put the things of all parts together, and take them apart: None, if that is not one of each part.

    """

    def __init__(
        self,
        parts: Sequence[Countable[T]],
        watch: Watch,
        join: Callable[[Iterable[T]], T],
        split: Callable[[T], Sequence[T] | None],
    ) -> None:
        self.parts, self.watch, self.join, self.split = parts, watch, join, split

    def _each(self) -> Iterator[Countable[T]]:
        for part in self.parts:
            self.watch.check(0, 0, 0)
            yield part

    @unlocked_property
    def _counts(self) -> list[int]:
        """Of each part, up to the first that has nothing."""
        counts: list[int] = []
        for part in self._each():
            counts.append(part.count())
            if not counts[-1]:
                break
        return counts

    def count(self) -> int:
        """Return how many there are."""
        return prod(self._counts)

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves."""
        return convolved([part.lengths() for part in self._each()], self.watch)

    def best(self, *, longest: bool, by_cost: bool) -> T | None:
        """Return one of the best of each part."""
        found = [part.best(longest=longest, by_cost=by_cost) for part in self._each()]
        whole = [one for one in found if one is not None]
        return self.join(whole) if len(whole) == len(found) else None

    def at(self, ranks: Sequence[int]) -> list[T]:
        """Return the paths of the given ranks, from 0 to below `count`."""
        digits: list[list[int]] = []  # of every rank, the last part's first
        for count in reversed(self._counts):
            self.watch.check(0, 0, 0)
            digits.append([rank % count for rank in ranks])
            ranks = [rank // count for rank in ranks]
        found = [part.at(digit) for part, digit in zip(self._each(), reversed(digits), strict=True)]
        return [self.join(every) for every in zip(*found, strict=True)]

    def sample(self, n: int, streams: Streams) -> list[T]:
        """Return *n* drawn independently: so is each part of them."""
        drawn: list[list[T]] = []
        for k, part in enumerate(self._each() if n else ()):
            drawn.append(part.sample(n, streams.under(k)))
            if not drawn[-1]:
                return []
        return [self.join(every) for every in zip(*drawn, strict=True)]

    def rank(self, one: T) -> int | None:
        """Return the rank of one, None if it is none of these."""
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
    """The things of a family and their reverses, which have the second half of the ranks."""

    def __init__(self, part: Countable[T], is_forward: Callable[[T], bool]) -> None:
        self.part, self._is_forward = part, is_forward

    @unlocked_property
    def _once(self) -> int:
        return self.part.count()

    def count(self) -> int:
        """Return how many there are."""
        return 2 * self._once

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves."""
        return {length: 2 * number for length, number in self.part.lengths().items()}

    def best(self, *, longest: bool, by_cost: bool) -> T | None:
        """Return one of most or fewest moves, or of greatest or least cost."""
        return self.part.best(longest=longest, by_cost=by_cost)

    def at(self, ranks: Sequence[int]) -> list[T]:
        """Return the paths of the given ranks."""
        found = self.part.at([rank % self._once for rank in ranks])
        return [self._turned(one, rank < self._once) for one, rank in zip(found, ranks, strict=True)]

    def sample(self, n: int, streams: Streams) -> list[T]:
        """Return *n* drawn independently, each of all with the same chance; none if there are none."""
        found = self.part.sample(n, streams.under(0))
        forward = streams.rng.integers(2, size=len(found)) == 1
        return [self._turned(one, bool(way)) for one, way in zip(found, forward, strict=True)]

    def rank(self, one: T) -> int | None:
        """Return the rank of one, None if it is none of these."""
        rank = self.part.rank(one)
        if rank is None:
            rank = self.part.rank(_reversed(one))
        return None if rank is None else rank + self._once * (not self._is_forward(one))

    def _turned(self, one: T, forward: bool) -> T:
        return one if self._is_forward(one) == forward else _reversed(one)


def _reversed(one: Any) -> Any:
    return one[::-1]


# ------------------------------------------------------------------------------ numbers of things


def check_ranks(ranks: Iterable[int], total: int) -> None:
    """Refuse ranks that none of *total* things has."""
    for rank in ranks:
        if not 0 <= rank < total:
            raise ArgumentError("rank", rank, f"a whole number from 0 to below {total:,}, how many there are")


def fair_ranks(total: int, n: int, rng: np.random.Generator, watch: Watch) -> list[int]:
    """Return *n* random integers from 0 to below *total*, of any size, each with the same chance."""
    bits = (total - 1).bit_length()
    ranks: list[int] = []
    while len(ranks) < n:  # each turn succeeds with a chance of one half or more
        if len(ranks) % TELL_AFTER == 0:
            watch.check(0, 0, 0, DRAWING)
        rank = int.from_bytes(rng.bytes(-(-bits // 8)), "little") & ((1 << bits) - 1)
        if rank < total:
            ranks.append(rank)
    return ranks


def convolved(every: Sequence[Mapping[int, N]], watch: Watch) -> dict[int, N]:
    """Return how many ways there are to add one length of each to every sum; none for no lengths."""
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
