"""The order in which a sweep decides the junctions of a network, chosen to keep the frontier narrow.

The number of states grows exponentially with the width of the frontier: the number of junctions with both
decided and undecided corridors.  The best order is hard to find (vertex separation is NP-complete).  So
several orders are tried, more of them for larger sweeps, and the one with the least estimated work is used.
The search is limited by steps, not by time, so the same board has the same order on every run.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.allpaths.reduce.network import BlockNetwork
from gridwalk.runtime.chance import STATES, below, draw
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.slices import call, compiles, slice_of

# Rough factors of the number of states for each junction of the frontier, for comparisons of orders.  A
# junction with one decided corridor is free or the end of a piece; with more it may also be full.
ONE_LETTERS, MORE_LETTERS = 2.5, 3.5
MAX_WIDTH = 42  # of a frontier that may be swept
WIDEST = 300  # weights must stay finite
# Products are the same on every processor, unlike `np.power`; a difference in the last bit changes the order.
POWERS = np.cumprod([[1.0, *[letters] * WIDEST] for letters in (ONE_LETTERS, MORE_LETTERS)], axis=1)
PLANNING = "planning the sweep"
MAX_SEARCH = 3_000_000  # steps of a search for the order of a sweep: some ten seconds
QUICK_SEARCH = 60_000  # steps of a search for an estimate: a tenth of a second
NETWORK_SEARCH = 200_000  # steps on a network, which needs a longer search: some tenths of a second
GREEDY = 20  # corridors that a greedy search visits in the time of a step
BEAMS = (8, 32, 128)  # widths of beam searches
BEAM_WORK = 1000  # work of a sweep that takes as long as a step
BEGINNINGS = 16  # the number of greedy searches of a network
LITTLE_WORK = 600_000  # work of a sweep that takes about ten milliseconds, as rearranging does
REARRANGED = 5  # rearranging takes about 1 / REARRANGED of the time of the sweep
LOOKS = 100  # junctions or corridors visited by rearranging in the time of a step
COMPILED_LOOKS, INTERPRETED_LOOKS = 30_000_000, 20_000  # in a slice
NEAR = 8  # the maximum number of places that a junction moves by in three of four steps; else any number
THRESHOLD = 0.1  # the share by which the work may grow in the first step; it decreases to 0
TELL_AFTER = 1024  # junctions
NOW, TRIAL, BEST = 0, 1, 2  # rows of orders, and indices of their work
# Rows of the scratch array: the places of a junction and of its first, second and last neighbour; the change
# of the width of the frontier, and of the number of its junctions with two decided neighbours.
PLACE, FIRST, SECOND, LAST, GROWS, GROWS_MORE = range(6)
SCRATCH = 6

_Link = tuple[int, "_Link | None"]  # a linked list of decided junctions, the last one first
# The work so far; three sets as bits: the decided junctions, the frontier, and its junctions with two decided
# neighbours.
_Beginning = tuple[float, int, int, int, _Link | None]


@dataclass(frozen=True, eq=False)
class Junctions:
    """A graph of junctions without loops: an array of pairs, in which a pair may occur several times."""

    count: int
    first: NDArray[np.int64]
    second: NDArray[np.int64]

    @classmethod
    def of(cls, count: int, tail: ArrayLike, head: ArrayLike) -> Junctions:
        """Return the graph of the corridors, without loops."""
        first, second = np.asarray(tail, np.int64), np.asarray(head, np.int64)
        proper = first != second
        return cls(count, first[proper], second[proper])

    @classmethod
    def of_network(cls, network: BlockNetwork) -> Junctions:
        """Return the graph of a network; for paths, an edge joins sink and source, as in the sweep."""
        if network.cyclic:
            return cls.of(network.junctions, network.tail, network.head)
        tail, head = np.append(network.tail, network.sink), np.append(network.head, network.source)
        return cls.of(network.junctions, tail, head)

    @cached_property
    def near(self) -> list[list[int]]:
        """The neighbours of each junction, in ascending order."""
        lists: list[set[int]] = [set() for _ in range(self.count)]
        for u, v in zip(self.first.tolist(), self.second.tolist(), strict=True):
            lists[u].add(v)
            lists[v].add(u)
        return [sorted(near) for near in lists]


def order_of(
    network: BlockNetwork,
    watch: Watch | None = None,
    most: int = MAX_SEARCH,
    columns: ArrayLike | None = None,
) -> NDArray[np.int64]:
    """Return the junctions of a network in the order of `best_order`.

    If paths of one cell are excluded (loose corridors), source and sink come last.
    """
    ends = np.array([] if network.cyclic else [network.source, network.sink], np.int64)
    if network.loose is None:
        return best_order(Junctions.of_network(network), ends.tolist(), watch, most, columns)
    inner = np.setdiff1d(np.arange(network.junctions), ends)
    place = np.full(network.junctions, -1)
    place[inner] = np.arange(len(inner))
    between = (place[network.tail] >= 0) & (place[network.head] >= 0)
    graph = Junctions.of(len(inner), place[network.tail[between]], place[network.head[between]])
    columns = None if columns is None else np.asarray(columns)[inner]
    return np.concatenate([inner[best_order(graph, (), watch, most, columns)], ends])


def ends_last(network: BlockNetwork, order: ArrayLike) -> NDArray[np.int64]:
    """Return an order of the junctions with source and sink moved to its end."""
    order, ends = np.asarray(order, np.int64), np.array([network.source, network.sink])
    return np.concatenate([order[~np.isin(order, ends)], ends])


def best_order(
    graph: Junctions,
    ends: Iterable[int],
    watch: Watch | None = None,
    most: int = MAX_SEARCH,
    columns: ArrayLike | None = None,
) -> NDArray[np.int64]:
    """Return all junctions in the order of least estimated work, the first of several.

    The candidates are: ascending, descending, breadth-first from each end and from pseudo-peripheral
    vertices, by columns, all of these with the ends last, greedy search, and beam search.  For a network,
    which has no rows and columns, greedy searches begin at many junctions, and the best order is rearranged.

    Parameters
    ----------
    graph : Junctions
        The junctions and the pairs that are joined.
    ends : iterable of int
        Junctions to begin with.
    watch : Watch, optional
        The clock, for limits and progress.
    most : int, optional
        The maximum number of steps of the search.
    columns : array-like of int, optional
        The column of each junction; None for a network.

    """
    watch, ends = watch or NO_LIMITS.watch(), list(dict.fromkeys(ends))

    best, least = np.arange(graph.count), np.inf

    def consider(*orders: NDArray[np.int64]) -> None:
        nonlocal best, least
        for order in orders:
            if (needed := work(graph, order, watch)) < least:
                best, least = order, needed

    far = [*ends, *(v for v in peripheral(graph) if v not in ends)]
    orders = [best, best[::-1], *(breadth_first(graph, v) for v in far)]
    if columns is not None:
        orders.append(np.argsort(np.asarray(columns), kind="stable"))
    # An end with many corridors, such as a virtual end, is better decided last.
    orders += [np.array([*(v for v in order.tolist() if v not in ends), *ends], np.int64) for order in orders]
    consider(*orders)
    starts = sorted({*far, *range(min(1, graph.count))})
    looks = sum(len(near) ** 2 for near in graph.near)  # corridors that a greedy search visits
    if looks <= GREEDY * most:
        found = greedy(graph, starts, watch)
        consider(found, found[::-1])
    for width in BEAMS:
        widest = int(widths(graph, best)[0].max(initial=0))
        steps = width * graph.count * widest
        if widest > MAX_WIDTH or steps > most or BEAM_WORK * steps > least:
            break
        found = beam(graph, starts, width, watch)
        consider(found, found[::-1])
    if columns is not None or least <= LITTLE_WORK:
        return best
    choices = (1 + len(graph.first) / graph.count) / REARRANGED  # choices of a state, roughly
    steps = BEGINNINGS * looks // GREEDY
    if steps <= most and BEAM_WORK * steps <= choices * least:
        for v in range(0, graph.count, max(1, graph.count // BEGINNINGS)):
            found = greedy(graph, [v], watch)
            consider(found, found[::-1])
    looks = int(min(choices * least, LOOKS * most))
    return rearranged(graph, best, looks // (graph.count + len(graph.first)), watch)


def work(graph: Junctions, order: ArrayLike, watch: Watch | None = None) -> float:
    """Return the estimated work of a sweep in *order*, for comparisons with other orders of the graph."""
    if watch is not None:
        watch.check(0, 0, 0, PLANNING)
    return weight(*widths(graph, order))


def weight(width: NDArray[np.int64], more: NDArray[np.int64]) -> float:
    """Return the estimated work of a sweep with these `widths`."""
    return float((POWERS[0, np.minimum(width - more, WIDEST)] * POWERS[1, np.minimum(more, WIDEST)]).sum())


def widths(graph: Junctions, order: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return two arrays, for the frontier after each step: its width, and its junctions of `MORE_LETTERS`.

    The latter have two or more decided neighbours.  O(corridors).
    """
    order, n = np.asarray(order, np.int64), graph.count
    place = np.empty(n, np.int64)
    place[order] = np.arange(n)
    here = place[np.concatenate([graph.first, graph.second])]
    there = place[np.concatenate([graph.second, graph.first])]
    # A junction enters when its first neighbour is decided.  It leaves as soon as the junction itself or its
    # last neighbour is decided.
    first, second, last = np.full(n, n), np.full(n, n), np.full(n, -1)
    np.minimum.at(first, here, there)
    later = there > first[here]
    np.minimum.at(second, here[later], there[later])
    np.maximum.at(last, here, there)
    last = np.minimum(last, np.arange(n))
    return _covered(first, last), _covered(second, last)


def _covered(begin: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each index the number of spans, from *begin* to before *end*, that contain it."""
    lies, n = begin < end, len(begin)
    return np.cumsum(np.bincount(begin[lies], minlength=n) - np.bincount(end[lies], minlength=n))


def breadth_first(graph: Junctions, start: int) -> NDArray[np.int64]:
    """Return all junctions by their distance from *start*, followed by the other components."""
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


def peripheral(graph: Junctions) -> list[int]:
    """Return two pseudo-peripheral vertices: the last of a breadth-first search, and the last from there."""
    if not graph.count:
        return []
    far = int(breadth_first(graph, 0)[-1])
    return [far, int(breadth_first(graph, far)[-1])]


def greedy(graph: Junctions, starts: Iterable[int], watch: Watch) -> NDArray[np.int64]:
    """Return an order from one of *starts* that always continues with the narrowest possible frontier.

    Among equal junctions the lowest number is chosen.  O(corridors) steps if junctions have few corridors,
    because a decision changes only the junctions near it.
    """
    near = graph.near
    left = [len(others) for others in near]  # undecided neighbours
    decided, on_frontier = bytearray(graph.count), bytearray(graph.count)
    waiting: list[tuple[int, int]] = []  # a heap of (change of the width, junction), some out of date

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
    """Return an order found by beam search from *starts*; each next junction is on the frontier.

    Of all partial orders of the same length, the *width* with the least work so far are extended.
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


def rearranged(graph: Junctions, order: NDArray[np.int64], steps: int, watch: Watch) -> NDArray[np.int64]:
    """Return an order with no more work than *order*, found by *steps* of threshold accepting.

    Dueck and Scheuer (1990): like simulated annealing, but without exponentials, whose last bits differ
    between machines.  Work is always added in the same order.  So compiled and interpreted code, on all
    machines, take the same decisions.
    """
    if steps < graph.count or graph.count < 2:
        return order
    orders, works = np.stack([order] * 3), np.zeros(3)
    scratch, pairs = np.zeros((SCRATCH, graph.count), np.int64), np.stack([graph.first, graph.second])
    random, span = np.array([STATES // 3], np.int64), np.array([0, 0, steps], np.int64)
    looks = graph.count + len(graph.first)
    while span[0] < steps:
        watch.check(0, 0, 0, PLANNING)
        compiled = compiles(rearrange, 0)
        budget = slice_of(compiled, COMPILED_LOOKS, INTERPRETED_LOOKS) // looks
        span[1] = min(steps, span[0] + max(1, budget))
        arguments = orders, works, pairs, POWERS, scratch, random, span
        call(rearrange, watch, *arguments, compiled=compiled)
        span[0] = span[1]
    best: NDArray[np.int64] = orders[BEST]
    return best


@inline_kernel
def work_of(orders, row, pairs, powers, scratch):
    """Return the estimated work of an order; see `work`."""
    count = orders.shape[1]
    for i in range(count):
        v = orders[row, i]
        scratch[PLACE, v] = i
        scratch[FIRST, v] = count
        scratch[SECOND, v] = count
        scratch[LAST, v] = -1
        scratch[GROWS, i] = 0
        scratch[GROWS_MORE, i] = 0
    for e in range(2 * pairs.shape[1]):
        v, at = pairs[e & 1, e >> 1], scratch[PLACE, pairs[1 - (e & 1), e >> 1]]
        if at < scratch[FIRST, v]:
            scratch[SECOND, v] = scratch[FIRST, v]
            scratch[FIRST, v] = at
        elif scratch[FIRST, v] < at < scratch[SECOND, v]:
            scratch[SECOND, v] = at
        scratch[LAST, v] = max(scratch[LAST, v], at)
    for v in range(count):
        end = min(scratch[LAST, v], scratch[PLACE, v])
        if scratch[FIRST, v] < end:
            scratch[GROWS, scratch[FIRST, v]] += 1
            scratch[GROWS, end] -= 1
        if scratch[SECOND, v] < end:
            scratch[GROWS_MORE, scratch[SECOND, v]] += 1
            scratch[GROWS_MORE, end] -= 1
    width = more = 0
    work = 0.0
    widest = powers.shape[1] - 1
    for i in range(count):
        width += scratch[GROWS, i]
        more += scratch[GROWS_MORE, i]
        work += powers[0, min(width - more, widest)] * powers[1, min(more, widest)]
    return work


@kernel
def rearrange(orders, works, pairs, powers, scratch, random, span):
    """Do the steps from ``span[0]`` to before ``span[1]`` of ``span[2]``; each tries to move one junction.

    Row `NOW` of *orders* is the current order, row `BEST` the best one so far.
    """
    count = orders.shape[1]
    if span[0] == 0:
        works[NOW] = work_of(orders, NOW, pairs, powers, scratch)
        works[BEST] = works[NOW]
        for k in range(count):
            orders[BEST, k] = orders[NOW, k]
    for step in range(span[0], span[1]):
        i, j = below(random, count), below(random, count)
        if draw(random) & 3:
            j = min(max(i + j % (2 * NEAR + 1) - NEAR, 0), count - 1)
        for k in range(count):
            orders[TRIAL, k] = orders[NOW, k]
        way = 1 if i < j else -1
        for k in range(i, j, way):
            orders[TRIAL, k] = orders[NOW, k + way]
        orders[TRIAL, j] = orders[NOW, i]
        work = work_of(orders, TRIAL, pairs, powers, scratch)
        if work > works[NOW] * (1.0 + THRESHOLD * (span[2] - step) / span[2]):
            continue
        works[NOW] = work
        for k in range(count):
            orders[NOW, k] = orders[TRIAL, k]
        if work < works[BEST]:
            works[BEST] = work
            for k in range(count):
                orders[BEST, k] = orders[NOW, k]
