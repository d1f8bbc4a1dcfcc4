"""Cheapest ways to the sink of a graph: from every vertex, and from one vertex around a path.

A graph is ``(first_edge, head_of_edge, cost_of_edge)``: the edges out of *v* are those from ``first_edge[v]``
to below ``first_edge[v + 1]``.  Costs are 0 or more, int64 or float64; the array ``rest`` has the cost of a
cheapest way from every vertex to the sink, *far* where there is none.

A cheapest way from *v* passes only vertices with a lower rest.  So it meets no path all of whose
vertices have a rest above that of *v*.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, FULL, NONE, PAUSED, TAIL
from gridwalk.kernels.search.binary_heap import pop, push


@kernel
def costs_to_sink(backwards, rest, heap, state, budget, _events):
    """Fill *rest* for a graph with all edges *backwards*, by Dijkstra's algorithm; return a status.

    The caller has put the first vertices on the *heap* ``(keys, items)``, which has room for these and all
    edges, and has written their costs to *rest*, which is *far* elsewhere.
    """
    first_edge, head_of_edge, cost_of_edge = backwards
    keys, items = heap
    size = state[TAIL]
    while size > 0 and budget > 0:
        budget -= 1
        key, u = keys[0], items[0]
        size = pop(keys, items, size)
        if key > rest[u]:
            continue
        state[EXPANDED] += 1
        for e in range(first_edge[u], first_edge[u + 1]):
            v = head_of_edge[e]
            cost = key + cost_of_edge[e]
            if cost < rest[v]:
                rest[v] = cost
                size = push(keys, items, size, cost, v)
    state[TAIL] = size
    return PAUSED if size > 0 else EXHAUSTED


@kernel
def spur(graph, rest, on_path, low, v, scratch, search, most, far):
    """Search for a cheapest way from *v* to the sink over vertices off the path, by A*.

    Return its cost (*far*: there is none of at most *most*; `FULL`: no room on the heap) and the vertices
    looked at.  *low* is the minimum rest of the vertices on the path: where the search comes below, the
    cheapest way meets no vertex of the path, and the search ends.

    ``scratch`` is ``(cost_of_vertex, search_of_vertex, edge_to_vertex, tail_of_vertex, lead_of_vertex, keys,
    items)``; *search* is a new number for every call.  The edges of the way are written to *lead_of_vertex*,
    ``NONE`` where the search ended.
    """
    first_edge, head_of_edge, cost_of_edge = graph
    cost_of_vertex, search_of_vertex, edge_to_vertex, tail_of_vertex, lead_of_vertex, keys, items = scratch
    cost_of_vertex[v], search_of_vertex[v] = 0, search
    size, looked, sink = push(keys, items, 0, rest[v], v), 0, len(first_edge) - 2
    while size > 0:
        key, u = keys[0], items[0]
        size = pop(keys, items, size)
        cost = cost_of_vertex[u]
        if key > cost + rest[u]:
            continue
        looked += 1
        if rest[u] < low or u == sink:  # where costs are 0, no rest is below another
            lead_of_vertex[u] = NONE
            while u != v:
                lead_of_vertex[tail_of_vertex[u]] = edge_to_vertex[u]
                u = tail_of_vertex[u]
            return key, looked
        if size + first_edge[u + 1] - first_edge[u] > len(keys):
            return FULL, looked
        for e in range(first_edge[u], first_edge[u + 1]):
            w = head_of_edge[e]
            if on_path[w] or cost + cost_of_edge[e] + rest[w] > most:
                continue
            if search_of_vertex[w] != search or cost + cost_of_edge[e] < cost_of_vertex[w]:
                search_of_vertex[w] = search
                cost_of_vertex[w] = cost + cost_of_edge[e]
                edge_to_vertex[w], tail_of_vertex[w] = e, u
                size = push(keys, items, size, cost + cost_of_edge[e] + rest[w], w)
    return far, looked
