"""Orders for networks: the best that searches find, made better junction by junction.

A board has rows to sweep along, and the order of its paths is what a version promises; a network has neither.
So here more orders are tried, and the best is rearranged (`gridwalk.allpaths.simpath.rearrange`) for
about as long as the sweep is going to take.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.allpaths.simpath import rearrange as codes
from gridwalk.allpaths.simpath.order import (
    BEAM_WORK,
    GREEDY,
    MAX_SEARCH,
    PLANNING,
    POWERS,
    Junctions,
    best_order,
    breadth_first,
    greedy,
    rims,
    work,
)
from gridwalk.runtime.chance import STATES
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.slices import call, compiles, slice_of

LITTLE_WORK = 1_000_000  # of a sweep that takes some ten milliseconds, as a search does
BEGINNINGS = 16  # of greedy searches
WORTH = 10  # a search takes as long as so much work is hoped to be saved in
LOOKS = 100  # at a junction or corridor while rearranging, in the time of a step of a search
COMPILED_LOOKS, INTERPRETED_LOOKS = 30_000_000, 20_000  # in a slice


def narrow_order(
    graph: Junctions,
    ends: Iterable[int],
    watch: Watch | None = None,
    most: int = MAX_SEARCH,
    columns: ArrayLike = (),
) -> NDArray[np.int64]:
    """Return all junctions in the order of least estimated work, as `best_order` does, of a network.

    Of several best orders the first tried wins: that of `best_order`, of Cuthill and McKee (1969) reversed,
    and greedy from junctions all over the network.  Then junctions are moved, as often as all of them and
    their corridors can be looked at in the time of the sweep, and of *most* steps of a search.
    """
    watch = watch or NO_LIMITS.watch()
    best = best_order(graph, ends, watch, most, columns)
    if work(graph, best) <= LITTLE_WORK:
        return best
    choices = (1 + len(graph.first) / graph.count) / WORTH  # of a state, roughly
    steps = BEGINNINGS * sum(len(near) ** 2 for near in graph.near) // GREEDY
    orders = [best]
    if steps <= most and BEAM_WORK * steps <= choices * work(graph, best):
        orders += [cuthill_mckee(graph, v)[::-1] for v in rims(graph)]
        for v in range(0, graph.count, max(1, graph.count // BEGINNINGS)):
            found = greedy(graph, [v], watch)
            orders += [found, found[::-1]]
    best = min(orders, key=lambda order: work(graph, order, watch))
    looks = int(min(choices * work(graph, best), LOOKS * most))
    return rearranged(graph, best, looks // (graph.count + len(graph.first)), watch)


def cuthill_mckee(graph: Junctions, start: int) -> NDArray[np.int64]:
    """Return all junctions breadth-first from *start*, of neighbours first those with few neighbours."""
    number = np.argsort([len(near) for near in graph.near], kind="stable")
    place = np.argsort(number, kind="stable")
    sorted_ = Junctions(graph.count, place[graph.first], place[graph.second])
    return number[breadth_first(sorted_, int(place[start]))]


def rearranged(graph: Junctions, order: NDArray[np.int64], steps: int, watch: Watch) -> NDArray[np.int64]:
    """Return an order with no more work than *order*, found by *steps* of threshold accepting."""
    if steps < graph.count or graph.count < 2:
        return order
    orders, works = np.stack([order] * 3), np.zeros(3)
    scratch, pairs = np.zeros((codes.SCRATCH, graph.count), np.int64), np.stack([graph.first, graph.second])
    random, span = np.array([STATES // 3], np.int64), np.array([0, 0, steps], np.int64)
    looks = graph.count + len(graph.first)
    while span[0] < steps:
        watch.check(0, 0, 0, PLANNING)
        compiled = compiles(codes.rearrange, 0)
        budget = slice_of(compiled, COMPILED_LOOKS, INTERPRETED_LOOKS) // looks
        span[1] = min(steps, span[0] + max(1, budget))
        arguments = orders, works, pairs, POWERS, scratch, random, span
        call(codes.rearrange, watch, *arguments, compiled=compiled)
        span[0] = span[1]
    best: NDArray[np.int64] = orders[codes.BEST]
    return best
