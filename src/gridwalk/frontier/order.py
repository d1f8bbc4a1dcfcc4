"""In which order a sweep decides the junctions: the frontier should stay narrow.

The work of a sweep grows like a power of the width of its frontier, the number of junctions
with corridors both decided and undecided.  The best order is hard to find (vertex separation
is NP-complete), so several are tried and the one with the least estimated work is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

GROWTH = 3.0  # states per junction of width, about: Motzkin words, and less where pieces may cross


def best_order(neighbours: Sequence[frozenset[int]], ends: Iterable[int]) -> list[int]:
    """Return all junctions in the order of least estimated work; *ends* are good places to begin.

    Of several best orders the first tried wins: as numbered, backwards, breadth-first
    from each end, greedy from each end.
    """
    junctions = range(len(neighbours))
    starts = dict.fromkeys([*ends, *_rims(neighbours), 0][: len(neighbours)])
    orders = [list(junctions), list(reversed(junctions))]
    for start in starts:
        orders += [breadth_first(neighbours, start), narrow(neighbours, start)]
    orders += [order[::-1] for order in orders[3::2]]
    return min(orders, key=lambda order: work(neighbours, order))


def work(neighbours: Sequence[frozenset[int]], order: Sequence[int]) -> float:
    """Return the estimated work of sweeping in *order*."""
    return sum(GROWTH ** min(width, 600) for width in widths(neighbours, order))


def widths(neighbours: Sequence[frozenset[int]], order: Sequence[int]) -> list[int]:
    """Return how many junctions lie on the frontier after each one decided."""
    undecided = [len(near) for near in neighbours]
    decided: set[int] = set()
    frontier: set[int] = set()
    after = []
    for v in order:
        decided.add(v)
        frontier.discard(v)
        for u in neighbours[v] - decided:
            undecided[u] -= 1
            if undecided[u]:
                frontier.add(u)
            else:
                frontier.discard(u)
        after.append(len(frontier))
    return after


def breadth_first(neighbours: Sequence[frozenset[int]], start: int) -> list[int]:
    """Return all junctions by their distance from *start*; other components follow."""
    order: list[int] = []
    seen: set[int] = set()
    for root in [start, *range(len(neighbours))]:
        if root in seen:
            continue
        seen.add(root)
        wave = len(order)
        order.append(root)
        while wave < len(order):
            for u in sorted(neighbours[order[wave]] - seen):
                seen.add(u)
                order.append(u)
            wave += 1
    return order


def narrow(neighbours: Sequence[frozenset[int]], start: int) -> list[int]:
    """Return all junctions, each time one that leaves the frontier narrowest; the one longest on it first."""
    undecided = [len(near) for near in neighbours]
    rest = dict.fromkeys([start, *range(len(neighbours))])
    frontier: dict[int, None] = {}  # in the order of arrival
    order: list[int] = []
    while rest:
        best, least = -1, len(neighbours) + 1
        for v in frontier or [next(iter(rest))]:
            growth = 0
            for u in neighbours[v]:
                if u in rest:
                    growth += (undecided[u] > 1) - (u in frontier)
            if growth < least:
                best, least = v, growth
        order.append(best)
        del rest[best]
        frontier.pop(best, None)
        for u in sorted(neighbours[best]):
            if u in rest:
                undecided[u] -= 1
                if undecided[u]:
                    frontier.setdefault(u)
                else:
                    frontier.pop(u, None)
    return order


def _rims(neighbours: Sequence[frozenset[int]]) -> list[int]:
    """Return junctions far out: the last of a breadth-first search, and the last seen from there."""
    if not neighbours:
        return []
    far = breadth_first(neighbours, 0)[-1]
    return [far, breadth_first(neighbours, far)[-1]]
