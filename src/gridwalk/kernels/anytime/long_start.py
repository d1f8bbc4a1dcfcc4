"""A long path to begin with: depth-first, first to the junction with the fewest unseen neighbours.

After Warnsdorff's rule.  The sink is entered only where the path cannot go on.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.anytime.places import OFF, SINK
from gridwalk.kernels.codes import DEPTH, EXHAUSTED, EXPANDED, FOUND, GOAL, NONE, PAUSED
from gridwalk.kernels.makers.chance import draw


@inline_kernel
def loneliest(network, came_from, x, sink, random):
    """Return the place of the unseen neighbour of *x* with the fewest unseen neighbours; NONE: no such."""
    first, near, _ = network
    fewest, best = 1 << 40, NONE
    for place in range(first[x], first[x + 1]):
        y = near[place]
        if y != sink and came_from[y] == NONE:
            unseen = draw(random) & 1  # of equals a random one
            for further in range(first[y], first[y + 1]):
                if came_from[near[further]] == NONE:
                    unseen += 2
            if unseen < fewest:
                fewest, best = unseen, place
    return best


@kernel
def find_long_start(network, onward, came_from, random, state, budget, events):
    """Search for the sink, ``state[GOAL]``, from junction ``state[DEPTH]`` on.

    ``onward[v]`` is the place of the edge that leaves *v*; *came_from* is NONE for what was not seen, and the
    source's own number for the source.  Junctions that were left again keep their *onward*: see `keep_path`.
    """
    first, near, _ = network
    x, sink = state[DEPTH], state[GOAL]
    while budget > 0:
        budget -= 1
        state[EXPANDED] += 1
        place = loneliest(network, came_from, x, sink, random)
        if place == NONE:
            for last in range(first[x], first[x + 1]):
                if near[last] == sink:
                    onward[x] = last
                    return FOUND
            if came_from[x] == x:
                return EXHAUSTED
            x = came_from[x]
        else:
            onward[x] = place
            came_from[near[place]] = x
            x = near[place]
        state[DEPTH] = x
    return PAUSED


@kernel
def keep_path(network, onward, came_from, source, sink):
    """Take all other junctions off the path, and return the sum of its gains; *came_from* is scratch."""
    _, near, gain = network
    for v in range(len(onward)):
        came_from[v] = NONE
    total, x = 0, source
    while x != sink:
        came_from[x] = x
        total += gain[onward[x]]
        x = near[onward[x]]
    for v in range(len(onward)):
        if came_from[v] == NONE:
            onward[v] = OFF
    onward[sink] = SINK
    return total
