"""The network of a long path: paths in one array, colours and components of junctions.

In a path of a network ``onward[v]`` is the place of the edge by which the path leaves *v*.

A network is ``(first, near, gain)``: the edges that leave *v* have the places ``first[v]`` to below
``first[v + 1]``; the one at *place* leads to ``near[place]`` and is worth ``gain[place]``, an integer.

The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.runtime.codes import EXHAUSTED, EXPANDED, FOUND, HEAD, NONE, PAUSED, TAIL
from gridwalk.runtime.kernel import kernel

OFF = -1  # the path does not visit the junction
SINK = -2  # the path ends here
TAKEN = -3  # a search stands on the junction
COMPONENTS = 6  # register of `label_components`


@kernel
def junctions_of(near, onward, source, junctions):
    """Write the junctions of the path into *junctions*, and return how many there are."""
    number, x = 0, source
    junctions[0] = x
    while onward[x] >= 0:
        x = near[onward[x]]
        number += 1
        junctions[number] = x
    return number + 1


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


@kernel
def label_components(first, near, edge, joins, label, queue, state, budget, events):
    """Number the components over the edges that *joins* marks; *label* starts as NONE."""
    at, count, steps = state[HEAD], state[COMPONENTS], 0
    while at < len(label) and steps < budget:
        if label[at] == NONE:
            queue[0], label[at] = at, count
            last, i = 1, 0
            while i < last:
                u = queue[i]
                i += 1
                for k in range(first[u], first[u + 1]):
                    v = near[k]
                    if joins[edge[k]] and label[v] == NONE:
                        queue[last], label[v] = v, count
                        last += 1
                steps += 1 + first[u + 1] - first[u]
            count += 1
        steps += 1
        at += 1
    state[HEAD], state[COMPONENTS] = at, count
    state[EXPANDED] += steps
    return PAUSED if at < len(label) else FOUND
