"""Colour the junctions of a network by the parity of the weights on the way."""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, FOUND, HEAD, NONE, PAUSED, TAIL


@kernel
def colour(first, near, edge, odd, colour_of_junction, queue, state, budget, events):
    """Colour what is reached from the queue (``state[TAIL]`` junctions, coloured); EXHAUSTED: impossible.

    An edge joins different colours if it is *odd*, else equal ones.  The others start as NONE.
    """
    at, last, steps = state[HEAD], state[TAIL], 0
    status = FOUND
    while at < last:
        if steps >= budget:
            status = PAUSED
            break
        u = queue[at]
        at += 1
        for i in range(first[u], first[u + 1]):
            v = near[i]
            wanted = colour_of_junction[u] ^ odd[edge[i]]
            if colour_of_junction[v] == NONE:
                colour_of_junction[v] = wanted
                queue[last] = v
                last += 1
            elif colour_of_junction[v] != wanted:
                status = EXHAUSTED
        steps += 1 + first[u + 1] - first[u]
    state[HEAD], state[TAIL] = at, last
    state[EXPANDED] += steps
    return status
