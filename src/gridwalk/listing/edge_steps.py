"""All simple paths, or cycles, of a network from one node, depth-first along its edges.

A graph is ``(first_edge, node_of_edge, place_of_edge, length_of_edge)``, as in
`gridwalk.search.edges`; ``place_of_edge`` is what a path has for the edge.  ``node_of_step[d]`` is
the path, ``next_of_step[d]`` the edge that is tried next from there, ``length_of_step[d]`` the length so far.
"""

from gridwalk.runtime.codes import (
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUNDS,
    GATHERED,
    PAUSED,
    SEARCHES,
    WASTED,
)
from gridwalk.runtime.kernel import kernel

# Entries of ``rules``: the greatest length; how many nodes a path has (0: any number); whether it returns to
# its first node, and is told apart from its reverse; whether it may go on from an exit; how many steps
# without a path are made before dead ends are looked for.
MOST, NODES, CLOSING, BOTH_WAYS, PASSING, PATIENCE = 0, 1, 2, 3, 4, 5
RULES = 6


@kernel
def leads_on(graph, is_exit, on_path, seen, queue, rules, v, left, state):
    """Return whether an exit (of tours: all *left* nodes, too) is met from *v* off the path; the effort."""
    first_edge, node_of_edge = graph[0], graph[1]
    state[SEARCHES] += 1
    search = state[SEARCHES]
    queue[0], seen[v] = v, search
    begin, end, looked = 0, 1, 0
    met = is_exit[v] and not rules[CLOSING]
    while begin < end and not (met and rules[NODES] == 0):
        u = queue[begin]
        begin += 1
        looked += 1 + first_edge[u + 1] - first_edge[u]
        for i in range(first_edge[u], first_edge[u + 1]):
            w = node_of_edge[i]
            if is_exit[w] and (rules[CLOSING] or not on_path[w]):
                met = True
            if seen[w] != search and not on_path[w]:
                seen[w] = search
                queue[end] = w
                end += 1
    return met and (rules[NODES] == 0 or end == left), looked


@kernel
def is_path(graph, is_exit, rules, path, on_path, depth, i):
    """Return whether the current path with the edge *i* is one of those asked for, whatever its length."""
    node_of_step, next_of_step = path[0], path[1]
    w = graph[1][i]
    nodes = depth + 2 - rules[CLOSING]
    if rules[NODES] and nodes != rules[NODES]:
        return False
    if not rules[CLOSING]:
        return is_exit[w] and not on_path[w]
    if w != node_of_step[0] or depth == 0:
        return w == node_of_step[0]
    first = graph[2][next_of_step[0] - 1]
    return graph[2][i] > first if not rules[BOTH_WAYS] else graph[2][i] != first


@kernel
def write_places(graph, path, depth, i, closing, cells, first):
    """Write the current path and its last edge *i* from ``cells[first]`` on; return where it ends."""
    node_of_step, next_of_step = path[0], path[1]
    for d in range(depth + 1):
        cells[first] = node_of_step[d]
        cells[first + 1] = graph[2][next_of_step[d] - 1 if d < depth else i]
        first += 2
    if not closing:
        cells[first] = graph[1][i]
        first += 1
    return first


@kernel
def next_paths(graph, reach, rules, path, scratch, batch, state, budget, _events):
    """List paths until the *batch* has no room; with no room for any, only count them.

    ``reach`` is (is_exit, the least length from each node to an exit).  Returns FOUND where the next path
    does not fit, EXHAUSTED, or PAUSED.
    """
    first_edge, node_of_edge, _, length_of_edge = graph
    is_exit, rest_of_node = reach
    node_of_step, next_of_step, length_of_step = path
    on_path, seen, queue = scratch
    cells, offsets = batch
    depth = state[DEPTH]
    while budget > 0:
        budget -= 1
        u = node_of_step[depth]
        i = next_of_step[depth]
        if i == first_edge[u + 1]:
            on_path[u] = 0
            if depth == 0:
                return EXHAUSTED
            depth -= 1
            continue
        v = node_of_edge[i]
        length = length_of_step[depth] + length_of_edge[i]
        if length + rest_of_node[v] > rules[MOST]:
            next_of_step[depth] = i + 1
            continue
        if is_path(graph, is_exit, rules, path, on_path, depth, i):
            if len(offsets) > 1:
                written = state[GATHERED]
                if written + 1 == len(offsets) or offsets[written] + 2 * depth + 3 > len(cells):
                    state[DEPTH] = depth
                    return FOUND
                closing = rules[CLOSING]
                offsets[written + 1] = write_places(graph, path, depth, i, closing, cells, offsets[written])
                state[GATHERED] += 1
                budget -= depth
            state[FOUNDS] += 1
            state[WASTED] = 0
        next_of_step[depth] = i + 1
        if on_path[v] or (is_exit[v] and not rules[PASSING]):
            continue
        state[WASTED] += 1
        if state[WASTED] > rules[PATIENCE]:
            on, looked = leads_on(
                graph, is_exit, on_path, seen, queue, rules, v, rules[NODES] - depth - 1, state
            )
            budget -= looked
            state[EXPANDED] += looked  # as much work: whoever waits that number of steps is not kept longer
            if not on:
                continue
        depth += 1
        node_of_step[depth], next_of_step[depth], length_of_step[depth] = v, first_edge[v], length
        on_path[v] = 1
        state[EXPANDED] += 1
    state[DEPTH] = depth
    return PAUSED
