"""All paths and cycles of a network by backtracking: tuples of steps, corridor *c* onward, or ``~c`` back."""

import numpy as np


def steps_of(network):
    """The steps out of each junction, with where they lead."""
    leads_to = [[] for _ in range(network.junctions)]
    ends = zip(network.tail.tolist(), network.head.tolist(), network.one_way.tolist(), strict=True)
    for c, (tail, head, one_way) in enumerate(ends):
        leads_to[tail].append((c, head))
        if not one_way:
            leads_to[head].append((~c, tail))
    return leads_to


def kept(network, junctions, steps):
    """Whether they visit and use what they must."""
    used = {c if c >= 0 else ~c for c in steps}
    visited = set(np.flatnonzero(network.must_visit)) <= set(junctions)
    return visited and set(np.flatnonzero(network.must_use)) <= used


def network_paths(network):
    """All paths from source to sink."""
    leads_to, found = steps_of(network), []

    def extend(junctions, steps):
        if junctions[-1] == network.sink:
            if kept(network, junctions, steps):
                found.append(tuple(steps))
            return
        for step, v in leads_to[junctions[-1]]:
            if v not in junctions:
                extend([*junctions, v], [*steps, step])

    extend([network.source], [])
    return found


def network_cycles(network):
    """All directed cycles, each begun at its first junction; no corridor is used twice."""
    leads_to, found = steps_of(network), []

    def extend(junctions, steps):
        used = {c if c >= 0 else ~c for c in steps}
        for step, v in leads_to[junctions[-1]]:
            if (step if step >= 0 else ~step) in used:
                continue
            if v == junctions[0]:
                if kept(network, junctions, [*steps, step]):
                    found.append((*steps, step))
            elif v > junctions[0] and v not in junctions:
                extend([*junctions, v], [*steps, step])

    for start in range(network.junctions):
        extend([start], [])
    return found
