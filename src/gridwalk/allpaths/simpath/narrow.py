"""Orders for networks: the best that searches find, made better junction by junction.

A board has rows to sweep along, and the order of its paths is what a version promises; a network has neither.
So here more orders are tried, and the best is rearranged (`gridwalk.allpaths.simpath.rearrange`) for
about as long as the sweep is going to take.  What counts is the frontier with the corridor from the sink back
to the source, as the sweep has it.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

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

LITTLE_WORK = 600_000  # of a sweep that takes some ten milliseconds, as a search does
BEGINNINGS = 16  # of greedy searches
WORTH = 4  # a search takes as long as so much work is hoped to be saved in
LOOKS = 100  # at a junction or corridor while rearranging, in the time of a step of a search
COMPILED_LOOKS, INTERPRETED_LOOKS = 30_000_000, 20_000  # in a slice


def narrow_order(
    graph: Junctions, ends: Iterable[int], watch: Watch | None = None, most: int = MAX_SEARCH
) -> NDArray[np.int64]:
    """Return all junctions in the order of least estimated work, as `best_order` does, of a network.

    *ends* are source and sink, or there are none.  Of several best orders the first tried wins: those of
    `best_order` without and with the corridor back, of Cuthill and McKee (1969) reversed, and greedy from
    junctions all over the network.  Then junctions are moved, as often as all of them and their corridors can
    be looked at in the time of the sweep, and of *most* steps of a search.
    """
    watch, ends = watch or NO_LIMITS.watch(), list(ends)
    back = np.array(ends, np.int64).reshape(2, -1)  # from the sink to the source, if there are any
    first, second = np.append(graph.first, back[0]), np.append(graph.second, back[1])
    whole = Junctions(graph.count, first, second)
    best = best_order(graph, ends, watch, most)
    if work(whole, best) <= LITTLE_WORK:
        return best
    choices = (1 + len(whole.first) / whole.count) / WORTH  # of a state, roughly
    steps = BEGINNINGS * sum(len(near) ** 2 for near in whole.near) // GREEDY
    orders = [best]
    if steps <= most and BEAM_WORK * steps <= choices * work(whole, best):
        orders += [
            best_order(whole, ends, watch, most),
            *(cuthill_mckee(whole, v)[::-1] for v in rims(whole)),
        ]
        for v in range(0, whole.count, max(1, whole.count // BEGINNINGS)):
            found = greedy(whole, [v], watch)
            orders += [found, found[::-1]]
    best = min(orders, key=lambda order: work(whole, order, watch))
    looks = int(min(choices * work(whole, best), LOOKS * most))
    return rearranged(whole, best, looks // (whole.count + len(whole.first)), watch)


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
    scratch, pairs = np.zeros((4, graph.count), np.int64), np.stack([graph.first, graph.second])
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
