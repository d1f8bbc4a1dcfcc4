"""In which order a sweep decides the junctions: the frontier should stay narrow.

The work of a sweep grows like a power of the width of its frontier, the number of junctions
with corridors both decided and undecided.  The best order is hard to find (vertex separation
is NP-complete), so several are tried, the harder the more work there will be, and the one with
the least estimated work is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gridwalk.runtime.limits import NO_LIMITS, Watch

GROWTH = 3.0  # states per junction of width, about: Motzkin words, and less where pieces may cross
MAX_SEARCH = 2e9  # a beginning followed up for some seconds
MAX_WIDTH = 42  # of a frontier that is worth a try
WIDEST = 600  # so that estimates stay finite
PLANNING = "planning the sweep"
BEAMS = (1, 8, 32, 128)  # how many beginnings are followed up
BEAM_WORK = 300  # one beginning, longer by one junction, for one of the frontier: as much as so many states

_Link = tuple[int, "_Link | None"]  # the last junction decided, and those before


def best_order(
    neighbours: Sequence[frozenset[int]], ends: Iterable[int], watch: Watch | None = None
) -> list[int]:
    """Return all junctions in the order of least estimated work; *ends* are good places to begin.

    Of several best orders the first tried wins: as numbered, backwards, breadth-first
    from each end and from far out, found by beams of growing width.
    """
    watch = watch or NO_LIMITS.watch()
    junctions = range(len(neighbours))
    ends = list(ends)
    far = [*ends, *(v for v in rims(neighbours) if v not in ends)]
    orders = [list(junctions), list(reversed(junctions)), *(breadth_first(neighbours, v) for v in far)]
    # An end with many corridors, as where paths may start anywhere, is better decided last.
    orders += [[v for v in order if v not in ends] + ends for order in orders]
    best = min(orders, key=lambda order: work(neighbours, order, watch))
    starts = sorted({*far, *junctions[:1]})
    for width in BEAMS:
        widest = max(widths(neighbours, best), default=0)
        search = BEAM_WORK * width * len(neighbours) * widest
        hopeless = widest > MAX_WIDTH and (width > 1 or search > MAX_SEARCH)
        if hopeless or (width > 1 and search > work(neighbours, best, watch)):
            break
        found = beam(neighbours, starts, width, watch)
        best = min(best, found, found[::-1], key=lambda order: work(neighbours, order, watch))
    return best


def work(neighbours: Sequence[frozenset[int]], order: Sequence[int], watch: Watch | None = None) -> float:
    """Return the estimated work of sweeping in *order*."""
    if watch is not None:
        watch.check(0, 0, 0, PLANNING)
    return sum(GROWTH ** min(width, WIDEST) for width in widths(neighbours, order))


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


def beam(neighbours: Sequence[frozenset[int]], starts: Iterable[int], width: int, watch: Watch) -> list[int]:
    """Return an order from one of *starts* on, always to a junction of the frontier, by beam search.

    Of all beginnings of one length the *width* with the least work so far are followed up.
    """
    near_of = [sum(1 << u for u in near) for near in neighbours]
    everything = (1 << len(neighbours)) - 1
    first = sum(1 << v for v in set(starts))
    beginnings: list[tuple[float, int, int, _Link | None]] = [(0.0, 0, 0, None)]
    for _ in neighbours:
        watch.check(0, 0, 0, PLANNING)
        longer: dict[int, tuple[float, int, int, _Link | None]] = {}
        for work_so_far, decided, frontier, link in beginnings:
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
                total = work_so_far + GROWTH ** min(after.bit_count(), WIDEST)
                known = longer.get(now)
                if known is None or total < known[0]:
                    longer[now] = (total, now, after, (v, link))
        beginnings = sorted(longer.values(), key=lambda beginning: beginning[0])[:width]
    order = []
    trail = beginnings[0][3]
    while trail is not None:
        v, trail = trail
        order.append(v)
    return order[::-1]


def rims(neighbours: Sequence[frozenset[int]]) -> list[int]:
    """Return junctions far out: the last of a breadth-first search, and the last seen from there."""
    if not neighbours:
        return []
    far = breadth_first(neighbours, 0)[-1]
    return [far, breadth_first(neighbours, far)[-1]]
