"""In which order a sweep decides the junctions of a network: the frontier should stay narrow.

The states of a sweep grow like a power of the width of its frontier, the number of junctions with corridors
both decided and undecided.  The best order is hard to find (vertex separation is NP-complete), so several are
tried, the harder the more work there will be, and the one with the least estimated work is taken.  A search
is bounded by steps, never by the clock: the same board has the same order on every run.
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

# How the states grow with a junction of the frontier, roughly, to compare orders by. A junction with one
# corridor decided is untouched, or an end of a piece; one with more of them may also be full.
ONE_LETTERS, MORE_LETTERS = 2.5, 3.5
MAX_WIDTH = 42  # of a frontier that is worth a try
WIDEST = 300  # so that weights stay finite
# By products, the same on every processor; `np.power` is not, and orders are compared by the last bit.
POWERS = np.cumprod([[1.0, *[letters] * WIDEST] for letters in (ONE_LETTERS, MORE_LETTERS)], axis=1)
PLANNING = "planning the sweep"
MAX_SEARCH = 3_000_000  # steps in a search for the order of a sweep: some ten seconds
QUICK_SEARCH = 60_000  # and for an estimate: a tenth of a second
NETWORK_SEARCH = 200_000  # of a network, whose best order is found late: some tenths
GREEDY = 20  # corridors looked at in a greedy search in the time of such a step
BEAMS = (8, 32, 128)  # how many beginnings are followed up, after one
BEAM_WORK = 1000  # work of a sweep that takes as long as a step
BEGINNINGS = 16  # of greedy searches of a network
LITTLE_WORK = 600_000  # of a sweep that takes some ten milliseconds, as rearranging does
REARRANGED = 5  # rearranging takes about this part of the time of the sweep, by the best order found before
LOOKS = 100  # at a junction or corridor while rearranging, in the time of a step
COMPILED_LOOKS, INTERPRETED_LOOKS = 30_000_000, 20_000  # in a slice
NEAR = 8  # places that a junction moves by at most, in three of four steps; else it moves anywhere
THRESHOLD = 0.1  # by what part of it the work may grow in the first step; in the last by nothing
TELL_AFTER = 1024  # junctions
NOW, TRIAL, BEST = 0, 1, 2  # rows of orders, and their work
# Rows of the scratch array: when a junction is decided, its first, second and last neighbour; by how many
# the frontier grows, and its junctions with two neighbours decided.
PLACE, FIRST, SECOND, LAST, GROWS, GROWS_MORE = range(6)
SCRATCH = 6

_Link = tuple[int, "_Link | None"]  # the last junction decided, and those before
# Its work so far; sets of junctions, as bits: decided, on the frontier, of these with two neighbours decided.
_Beginning = tuple[float, int, int, int, _Link | None]


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
    columns: ArrayLike | None = None,
) -> NDArray[np.int64]:
    """Return the junctions of a network in the order of least estimated work, as `best_order` does.

    Source and sink come last where paths of one cell are left out: that is decided at their junctions.
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
    """Return all junctions in the order of least estimated work.

    Of several best orders the first tried wins: as numbered, backwards, breadth-first from each end and from
    far out, by columns, all of these with the ends last, greedily, and found by beams of growing width.  A
    network has no rows to sweep along, so more is tried: greedy searches from junctions all over it; and the
    best order is rearranged.

    Parameters
    ----------
    graph : Junctions
        Which junctions are joined.
    ends : iterable of int
        Good places to begin.
    watch : Watch, optional
        The limits, and the progress.
    most : int, optional
        The steps of a search.
    columns : array-like of int, optional
        The column of each junction; None: a network, which has no columns.

    """
    watch, ends = watch or NO_LIMITS.watch(), list(dict.fromkeys(ends))

    def better(*orders: NDArray[np.int64]) -> NDArray[np.int64]:
        return min(orders, key=lambda order: work(graph, order, watch))

    far = [*ends, *(v for v in rims(graph) if v not in ends)]
    numbered = np.arange(graph.count)
    orders = [numbered, numbered[::-1], *(breadth_first(graph, v) for v in far)]
    if columns is not None:
        orders.append(np.argsort(np.asarray(columns), kind="stable"))
    # An end with many corridors, as where paths may start anywhere, is better decided last.
    orders += [np.array([*(v for v in order.tolist() if v not in ends), *ends], np.int64) for order in orders]
    best = better(*orders)
    starts = sorted({*far, *range(min(1, graph.count))})
    looks = sum(len(near) ** 2 for near in graph.near)  # of a greedy search
    if looks <= GREEDY * most:
        found = greedy(graph, starts, watch)
        best = better(best, found, found[::-1])
    for width in BEAMS:
        widest = int(widths(graph, best)[0].max(initial=0))
        steps = width * graph.count * widest
        if widest > MAX_WIDTH or steps > most or BEAM_WORK * steps > work(graph, best):
            break
        found = beam(graph, starts, width, watch)
        best = better(best, found, found[::-1])
    if columns is not None or work(graph, best) <= LITTLE_WORK:
        return best
    choices = (1 + len(graph.first) / graph.count) / REARRANGED  # of a state, roughly
    steps = BEGINNINGS * looks // GREEDY
    if steps <= most and BEAM_WORK * steps <= choices * work(graph, best):
        for v in range(0, graph.count, max(1, graph.count // BEGINNINGS)):
            found = greedy(graph, [v], watch)
            best = better(best, found, found[::-1])
    looks = int(min(choices * work(graph, best), LOOKS * most))
    return rearranged(graph, best, looks // (graph.count + len(graph.first)), watch)


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


def rims(graph: Junctions) -> list[int]:
    """Return junctions far out: the last of a breadth-first search, and the last seen from there."""
    if not graph.count:
        return []
    far = int(breadth_first(graph, 0)[-1])
    return [far, int(breadth_first(graph, far)[-1])]


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


def rearranged(graph: Junctions, order: NDArray[np.int64], steps: int, watch: Watch) -> NDArray[np.int64]:
    """Return an order with no more work than *order*, found by *steps* of threshold accepting.

    Dueck and Scheuer (1990): simulated annealing without its exponentials, whose last bits differ between
    machines.  Work is added up in one order, so both tiers and all machines take the same decisions.
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
    """Move one junction, in steps number ``span[0]`` to before ``span[1]`` of ``span[2]``.

    Row `NOW` of *orders* is the order to begin with, and row `BEST` the best one found so far.
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
