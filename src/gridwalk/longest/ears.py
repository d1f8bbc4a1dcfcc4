"""Ears: long ways through free junctions, to begin a path with, and in place of stretches of it.

An ear leads from one junction to another through *free* ones, which the path does not visit.  It is searched
for depth-first, first to the junction with the fewest free neighbours (after Warnsdorff's rule), and enters
its other end only where it cannot go on.  So it visits most of what is free beside the path.

*scratch* is (came_from, entering, seen): where the search came from, NONE everywhere; by which edge; and
what it has seen, as many junctions as there is room for.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

from gridwalk.longest.places import OFF, TAKEN
from gridwalk.longest.reroute import STEPS, VALUE, put_back, take_away
from gridwalk.runtime.chance import draw
from gridwalk.runtime.codes import EXHAUSTED, EXPANDED, NONE, PAUSED
from gridwalk.runtime.kernel import inline_kernel, kernel

HERE, STRETCH = 6, 7  # registers: the junction where the next ear begins, the number of its stretch


@inline_kernel
def loneliest(network, onward, came_from, x, random):
    """Return the place of the free neighbour of *x* with the fewest free neighbours; NONE: no such."""
    first, near, _ = network
    fewest, best = 1 << 40, NONE
    for place in range(first[x], first[x + 1]):
        y = near[place]
        if onward[y] == OFF and came_from[y] == NONE:
            free = draw(random) & 1  # of equals a random one
            for further in range(first[y], first[y + 1]):
                if onward[near[further]] == OFF and came_from[near[further]] == NONE:
                    free += 2
            if free < fewest:
                fewest, best = free, place
    return best


@inline_kernel
def find_ear(network, onward, scratch, ends, random):
    """Search for an ear between *ends*; return (its last junction or NONE, place of the last edge, seen)."""
    first, near, _ = network
    came_from, entering, seen = scratch
    u, count = ends[0], 0
    while True:
        place = NONE
        if count < len(seen):
            place = loneliest(network, onward, came_from, u, random)
        if place != NONE:
            v = near[place]
            came_from[v], entering[v], seen[count] = u, place, v
            count += 1
            u = v
            continue
        for last in range(first[u], first[u + 1]):
            if near[last] == ends[1]:
                return u, last, count
        if u == ends[0]:
            return NONE, NONE, count
        u = came_from[u]


@inline_kernel
def lead(network, onward, scratch, begin, u, last, count, least):
    """Lead the path along an ear that is worth *least*; return its worth, or NONE, and clear the scratch."""
    gain, came_from, entering = network[2], scratch[0], scratch[1]
    worth, v = NONE, u
    if u != NONE:
        worth = gain[last]
        while v != begin:
            worth += gain[entering[v]]
            v = came_from[v]
    if worth >= least:
        onward[u] = last
        while u != begin:
            onward[came_from[u]] = entering[u]
            u = came_from[u]
    for i in range(count):
        came_from[scratch[2][i]] = NONE
    return worth if worth >= least else NONE


@kernel
def begin_path(network, onward, scratch, source, sink, random):
    """Lead a path from source to sink, and return its worth; *onward* is OFF, and SINK at the sink."""
    onward[source] = TAKEN
    u, last, count = find_ear(network, onward, scratch, (source, sink), random)
    return lead(network, onward, scratch, source, u, last, count, 0)


@kernel
def add_ears(network, onward, scratch, taken, stretches, source, random, state, budget, events):
    """Try ``state[STEPS]`` ears, in place of a stretch from each junction of the path on, one after another.

    A stretch has as many edges as *stretches* say, in turn, one number for each walk along the path.
    """
    near = network[1]
    while state[STEPS] > 0:
        if budget <= 0:
            return PAUSED
        x = state[HERE]
        if onward[x] < 0:
            state[HERE] = source
            state[STRETCH] = state[STRETCH] + 1 if state[STRETCH] + 1 < len(stretches) else 0
            continue
        state[STEPS] -= 1
        number, y, old = take_away(network, onward, x, stretches[state[STRETCH]], taken)
        u, last, count = find_ear(network, onward, scratch, (x, y), random)
        new = lead(network, onward, scratch, x, u, last, count, old)
        if new == NONE:
            put_back(near, onward, x, number, taken)
        else:
            state[VALUE] += new - old
        state[HERE] = near[onward[x]]
        budget -= 1 + count
        state[EXPANDED] += 1 + count
    return EXHAUSTED
