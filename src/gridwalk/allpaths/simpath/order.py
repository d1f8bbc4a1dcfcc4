"""In which order a sweep decides the junctions, and how large it will be: the frontier should stay narrow.

The work of a sweep grows like a power of the width of its frontier, the number of junctions
with corridors both decided and undecided.  The best order is hard to find (vertex separation
is NP-complete), so several are tried, the harder the more work there will be, and the one with
the least estimated work is taken.  All is bounded by steps, never by the clock: the same board
has the same order on every run.

With *w* junctions on the frontier there are about ``SHARE * a**w / w**1.5`` states, as of well-formed
words of *a* letters; *a* grows with the corridors that a junction has.  Measured with orthogonal moves,
kings, knights, noise and mazes with loops: mostly right within a factor of four.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from math import gcd
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.reduce.network import BlockNetwork
from gridwalk.allpaths.simpath.layer import LOOSE
from gridwalk.allpaths.simpath.sums import LIMB_BITS
from gridwalk.runtime.limits import NO_LIMITS, Watch

# How the states grow with a junction of the frontier, roughly, to compare orders by. A junction with one
# corridor decided is untouched, or an end of a piece; one with more of them may also be full.
ONE_LETTERS, MORE_LETTERS = 2.5, 3.5
MAX_WIDTH = 42  # of a frontier that is worth a try
WIDEST = 300  # so that weights stay finite
# By products, the same on every processor; `np.power` is not, and orders are compared by the last bit.
POWERS = np.cumprod([[1.0, *[letters] * WIDEST] for letters in (ONE_LETTERS, MORE_LETTERS)], axis=1)
PLANNING = "planning the sweep"
BEAMS = (8, 32, 128)  # how many beginnings are followed up, after one
BEAM_WORK = 1000  # one beginning, longer by one junction, for one of the frontier: as much as so many states
MAX_SEARCH = 3_000_000  # such steps in a search for the order of a sweep: some ten seconds
QUICK_SEARCH = 20_000  # and for an estimate: some hundredths of a second
GREEDY = 20  # corridors looked at in a greedy search in the time of such a step
TELL_AFTER = 1024  # junctions
SHARE = 0.65
LETTERS = (3.0, 3.3, 3.6, 4.7, 6.5, 7.6), (2.9, 3.15, 3.9, 3.9, 4.4, 5.0)  # by corridors of a junction
ALL_VISITED = (4.0, 4.4, 5.5), (0.93, 0.8, 1.06)  # likewise: times the letters, where all must be visited
# Round a torus a piece between two junctions of the frontier may lead either way round: with orthogonal
# moves about w times as many matchings as well-formed words, fewer with holes; a king's are fewer than these.
ROUND, ROUND_BY_WIDTH = ((3.4, 4.0, 8.0), (1.0, 0.0, 0.15)), ((3.4, 4.0, 8.0), (0.0, 1 / 3, 0.0))
BITS = 0.8  # of a count, for every corridor that could be left out
CHOICE_SECONDS = 1.5e-8  # for a choice at a state
JUNCTION_SECONDS = 6e-5  # for a junction beside its choices
NUMBER_SECONDS = 3e-9  # for one of the numbers of a state, one for each length
ROOM = 2.8  # a layer, the one before, and tables to find states in, as copies of a layer
SCRATCH = 1 << 20  # bytes
WORD = 64

_Link = tuple[int, "_Link | None"]  # the last junction decided, and those before
# Its work so far; sets of junctions, as bits: decided, on the frontier, of these with two neighbours decided.
_Beginning = tuple[float, int, int, int, _Link | None]
Search: TypeAlias = "Callable[[Junctions, Iterable[int], Watch | None, int, ArrayLike], NDArray[np.int64]]"


@dataclass(frozen=True, eq=False)
class Junctions:
    """Which junctions are joined: pairs of different ones, each pair once or more."""

    count: int
    first: NDArray[np.int64]
    second: NDArray[np.int64]

    @classmethod
    def of(cls, count: int, tail: ArrayLike, head: ArrayLike) -> Junctions:
        """Return those that corridors join, but for loops."""
        first, second = np.asarray(tail, np.int64), np.asarray(head, np.int64)
        proper = first != second
        return cls(count, first[proper], second[proper])

    @classmethod
    def of_network(cls, network: BlockNetwork) -> Junctions:
        """Return those of a network, and for paths its sink and source, which the sweep joins as well."""
        if network.cyclic:
            return cls.of(network.junctions, network.tail, network.head)
        tail, head = np.append(network.tail, network.sink), np.append(network.head, network.source)
        return cls.of(network.junctions, tail, head)

    @cached_property
    def near(self) -> list[list[int]]:
        """The neighbours of each junction, ascending."""
        lists: list[set[int]] = [set() for _ in range(self.count)]
        for u, v in zip(self.first.tolist(), self.second.tolist(), strict=True):
            lists[u].add(v)
            lists[v].add(u)
        return [sorted(near) for near in lists]


def order_of(
    network: BlockNetwork,
    watch: Watch | None = None,
    most: int = MAX_SEARCH,
    search: Search | None = None,
    columns: ArrayLike = (),
) -> NDArray[np.int64]:
    """Return the junctions of a network in the order of least estimated work, by default of `best_order`.

    *columns*: of each junction its column of the board, if there is a board.

    Source and sink come last where paths of one cell are left out: that is decided at their junctions.
    """
    search = search or best_order
    ends = np.array([] if network.cyclic else [network.source, network.sink], np.int64)
    if network.loose is None:
        return search(Junctions.of_network(network), ends.tolist(), watch, most, columns)
    inner = np.setdiff1d(np.arange(network.junctions), ends)
    place = np.full(network.junctions, -1)
    place[inner] = np.arange(len(inner))
    between = (place[network.tail] >= 0) & (place[network.head] >= 0)
    graph = Junctions.of(len(inner), place[network.tail[between]], place[network.head[between]])
    columns = np.asarray(columns)[inner] if np.size(columns) else columns
    return np.concatenate([inner[search(graph, (), watch, most, columns)], ends])


def ends_last(network: BlockNetwork, order: ArrayLike) -> NDArray[np.int64]:
    """Return an order of the junctions with source and sink moved to its end."""
    order, ends = np.asarray(order, np.int64), np.array([network.source, network.sink])
    return np.concatenate([order[~np.isin(order, ends)], ends])


def best_order(
    graph: Junctions,
    ends: Iterable[int],
    watch: Watch | None = None,
    most: int = MAX_SEARCH,
    columns: ArrayLike = (),
) -> NDArray[np.int64]:
    """Return all junctions in the order of least estimated work; *ends* are good places to begin.

    Of several best orders the first tried wins: as numbered, backwards, breadth-first from each end and from
    far out, by *columns*, all of these with the ends last, greedily, and found by beams of growing width, in
    up to *most* steps.
    """
    watch = watch or NO_LIMITS.watch()
    ends = list(dict.fromkeys(ends))
    far = [*ends, *(v for v in rims(graph) if v not in ends)]
    numbered = np.arange(graph.count)
    orders = [numbered, numbered[::-1], *(breadth_first(graph, v) for v in far)]
    if np.size(columns):
        orders.append(np.argsort(np.asarray(columns), kind="stable"))
    # An end with many corridors, as where paths may start anywhere, is better decided last.
    orders += [np.array([*(v for v in order.tolist() if v not in ends), *ends], np.int64) for order in orders]
    best = min(orders, key=lambda order: work(graph, order, watch))
    starts = sorted({*far, *range(min(1, graph.count))})
    if sum(len(near) ** 2 for near in graph.near) <= GREEDY * most:
        found = greedy(graph, starts, watch)
        best = min(best, found, found[::-1], key=lambda order: work(graph, order, watch))
    for width in BEAMS:
        widest = int(widths(graph, best)[0].max(initial=0))
        steps = width * graph.count * widest
        if widest > MAX_WIDTH or steps > most or BEAM_WORK * steps > work(graph, best, watch):
            break
        found = beam(graph, starts, width, watch)
        best = min(best, found, found[::-1], key=lambda order: work(graph, order, watch))
    return best


def work(graph: Junctions, order: ArrayLike, watch: Watch | None = None) -> float:
    """Return the estimated work of sweeping in *order*, to compare it with other orders of the graph."""
    if watch is not None:
        watch.check(0, 0, 0, PLANNING)
    width, more = widths(graph, order)
    return float((POWERS[0, np.minimum(width - more, WIDEST)] * POWERS[1, np.minimum(more, WIDEST)]).sum())


def widths(graph: Junctions, order: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how many junctions lie on the frontier after each one decided, and how many of these have two
    or more neighbours decided: O(corridors).
    """
    order, n = np.asarray(order, np.int64), graph.count
    place = np.empty(n, np.int64)
    place[order] = np.arange(n)
    here = place[np.concatenate([graph.first, graph.second])]
    there = place[np.concatenate([graph.second, graph.first])]
    # A junction comes with its first neighbour, and goes when it is decided or all of them are.
    first, second, last = np.full(n, n), np.full(n, n), np.full(n, -1)
    np.minimum.at(first, here, there)
    later = there > first[here]
    np.minimum.at(second, here[later], there[later])
    np.maximum.at(last, here, there)
    last = np.minimum(last, np.arange(n))
    return _covered(first, last), _covered(second, last)


def _covered(begin: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many of the spans from *begin* to before *end* hold each number."""
    lies, n = begin < end, len(begin)
    return np.cumsum(np.bincount(begin[lies], minlength=n) - np.bincount(end[lies], minlength=n))


def breadth_first(graph: Junctions, start: int) -> NDArray[np.int64]:
    """Return all junctions by their distance from *start*; other components follow."""
    order: list[int] = []
    seen = bytearray(graph.count)
    for root in [start, *range(graph.count)]:
        if seen[root]:
            continue
        seen[root] = 1
        wave = len(order)
        order.append(root)
        while wave < len(order):
            for u in graph.near[order[wave]]:
                if not seen[u]:
                    seen[u] = 1
                    order.append(u)
            wave += 1
    return np.array(order, np.int64)


def greedy(graph: Junctions, starts: Iterable[int], watch: Watch) -> NDArray[np.int64]:
    """Return an order from one of *starts* on, always to the junction that leaves the narrowest frontier.

    Of several the one of the lowest number.  O(corridors) steps where junctions have few corridors: after
    each one decided only those near it are looked at again.
    """
    near = graph.near
    left = [len(others) for others in near]  # undecided neighbours
    decided, on_frontier = bytearray(graph.count), bytearray(graph.count)
    waiting: list[tuple[int, int]] = []  # (change of the width, junction), some of them out of date

    def change(v: int) -> int:
        wider = -on_frontier[v]
        for u in near[v]:
            if not decided[u] and u != v:
                wider += (left[u] > 1) - on_frontier[u]
        return wider

    order: list[int] = []
    first, lowest = sorted(set(starts)), 0
    while len(order) < graph.count:
        v = -1
        while waiting and v < 0:
            wider, u = heappop(waiting)
            if on_frontier[u] and wider == change(u):
                v = u
        if v < 0:  # the frontier is empty
            first = [u for u in first if not decided[u]]
            while decided[lowest]:
                lowest += 1
            v = min(first, key=change, default=lowest)
        order.append(v)
        decided[v], on_frontier[v] = 1, 0
        touched = set[int]()
        for u in near[v]:
            left[u] -= 1
            if not decided[u]:
                on_frontier[u] = left[u] > 0
                touched.add(u)
                touched.update(near[u])
        for u in touched:
            if on_frontier[u]:
                heappush(waiting, (change(u), u))
        if len(order) % TELL_AFTER == 0:
            watch.check(0, 0, 0, PLANNING)
    return np.array(order, np.int64)


def beam(graph: Junctions, starts: Iterable[int], width: int, watch: Watch) -> NDArray[np.int64]:
    """Return an order from one of *starts* on, always to a junction of the frontier, by beam search.

    Of all beginnings of one length the *width* with the least work so far are followed up.
    """
    near_of, (ones, mores) = [sum(1 << u for u in near) for near in graph.near], POWERS.tolist()
    everything = (1 << graph.count) - 1
    first = sum(1 << v for v in set(starts))
    beginnings: list[_Beginning] = [(0.0, 0, 0, 0, None)]
    for _ in range(graph.count):
        watch.check(0, 0, 0, PLANNING)
        longer: dict[int, _Beginning] = {}
        for work_so_far, decided, frontier, more, link in beginnings:
            rest = everything & ~decided
            open_ = frontier or (first & rest) or (rest & -rest)
            while open_:
                bit = open_ & -open_
                open_ ^= bit
                v = bit.bit_length() - 1
                now = decided | bit
                after = (frontier | near_of[v]) & ~now
                check = near_of[v] & ~now
                while check:
                    u = check & -check
                    check ^= u
                    if not near_of[u.bit_length() - 1] & ~now:
                        after ^= u
                twice = (more | (frontier & near_of[v])) & after
                often = twice.bit_count()
                one = after.bit_count() - often
                total = work_so_far + ones[min(one, WIDEST)] * mores[min(often, WIDEST)]
                known = longer.get(now)
                if known is None or total < known[0]:
                    longer[now] = (total, now, after, twice, (v, link))
        beginnings = sorted(longer.values(), key=lambda beginning: beginning[0])[:width]
    order = []
    trail = beginnings[0][-1]
    while trail is not None:
        v, trail = trail
        order.append(v)
    return np.array(order[::-1], np.int64)


def rims(graph: Junctions) -> list[int]:
    """Return junctions far out: the last of a breadth-first search, and the last seen from there."""
    if not graph.count:
        return []
    far = int(breadth_first(graph, 0)[-1])
    return [far, int(breadth_first(graph, far)[-1])]


@dataclass(frozen=True)
class SimpathSize:
    """The widths of a sweep in an order of the junctions, and what follows from them.

    Attributes
    ----------
    network : BlockNetwork
    order : int64 array
        The junctions.
    widths : int64 array
        How many junctions lie on the frontier after each one decided.
    weight : float
        What orders are compared by (`gridwalk.allpaths.simpath.order.work`).
    is_torus : bool
        Whether the board is wrapped round both ways.

    """

    network: BlockNetwork
    order: NDArray[np.int64]
    widths: NDArray[np.int64]
    weight: float
    is_torus: bool = False

    @classmethod
    def in_order(cls, network: BlockNetwork, order: ArrayLike) -> SimpathSize:
        """Return the size of the sweep in an order."""
        order, graph = np.asarray(order, np.int64), Junctions.of_network(network)
        return cls(network, order, widths(graph, order)[0], work(graph, order))

    @classmethod
    def rough(cls, network: BlockNetwork, columns: ArrayLike) -> SimpathSize:
        """Return the size of the sweep by rows or columns, or these with the ends last: O(corridors)."""
        orders = [np.arange(network.junctions), np.argsort(np.asarray(columns), kind="stable")]
        if network.loose is not None:
            orders = [ends_last(network, order) for order in orders]
        elif not network.cyclic:
            orders += [ends_last(network, order) for order in orders]
        sizes = [cls.in_order(network, order) for order in orders]
        return min(sizes, key=lambda size: size.weight)

    @classmethod
    def searched(
        cls, network: BlockNetwork, watch: Watch, search: Search | None = None, columns: ArrayLike = ()
    ) -> SimpathSize:
        """Return the size of the sweep in the best order that a short search finds."""
        return cls.in_order(network, order_of(network, watch, QUICK_SEARCH, search, columns))

    @property
    def _corridors_of_junction(self) -> float:
        return 2 * self.network.corridors / max(1, self.network.junctions)

    @property
    def states(self) -> NDArray[np.float64]:
        """About how many states there are after each junction."""
        letters = float(np.interp(self._corridors_of_junction, *LETTERS))
        if self.network.must_visit.all():
            letters *= float(np.interp(self._corridors_of_junction, *ALL_VISITED))
        width = np.minimum(self.widths, WIDEST / 2)
        words = SHARE * letters**width / np.maximum(1, width) ** 1.5
        if self.is_torus:
            corridors = self._corridors_of_junction
            words *= np.interp(corridors, *ROUND) + width * np.interp(corridors, *ROUND_BY_WIDTH)
        return np.maximum(1, words)

    @property
    def estimate(self) -> Estimate:
        """What a count will take."""
        states, limbs = self.states, 1 + self._bits // LIMB_BITS
        left = self._corridors_of_junction / 2  # undecided, when it is a junction's turn
        choice = CHOICE_SECONDS * (0.9 + 0.1 * limbs)
        seconds = float(states.sum()) * (1 + left + max(0.0, left * (left - 1) / 2)) * choice
        seconds += self.network.junctions * JUNCTION_SECONDS
        return self._estimate(states, 8 * (self._words + limbs), seconds)

    @property
    def estimate_of_lengths(self) -> Estimate:
        """What a count by length will take: as many numbers a state as its beginnings can have lengths."""
        numbers, limbs = self.states * self._lengths, 1 + self._bits // LIMB_BITS
        seconds = self.estimate.seconds + float(numbers.sum()) * NUMBER_SECONDS * limbs
        return self._estimate(numbers, 8 * limbs, seconds)

    def _estimate(self, numbers: NDArray[np.float64], size: float, seconds: float) -> Estimate:
        most = float(numbers.max(initial=1))
        return Estimate("simpath", most, ROOM * size * most + SCRATCH, float(numbers.sum()), seconds)

    @property
    def _words(self) -> int:
        """How many words a key has."""
        slots = int(self.widths.max(initial=0)) + 2
        return -(-slots // (WORD // (LOOSE + slots).bit_length()))

    @property
    def _bits(self) -> int:
        """How many bits a count has."""
        return int(BITS * max(1, self.network.corridors - self.network.junctions + 1))

    @property
    def _lengths(self) -> NDArray[np.int64]:
        """How many lengths the beginnings of paths can have after each junction: those of its two longest."""
        network = self.network
        place = np.empty(network.junctions, np.int64)
        place[self.order] = np.arange(network.junctions)
        decided = np.minimum(place[network.tail], place[network.head])
        unit = gcd(*network.length.tolist()) or 1
        by_length = np.lexsort((-network.length, decided))
        decided, length = decided[by_length], network.length[by_length] // unit
        first = np.searchsorted(decided, decided)
        longest = np.arange(len(decided)) - first < 2
        spread = np.bincount(decided[longest], weights=length[longest], minlength=network.junctions)
        return 1 + np.cumsum(spread).astype(np.int64)
