"""Two ways that share no vertex, of minimum total cost: from an item to where a path stands, and to the sink.

A path that still has to visit the item costs at least as much.  For a single item, on a board where every
move can be taken back, that bound is exact.  Suurballe 1974, over the vertices off a path, as two
augmentations of a flow: vertices of the first way have two sides, *v* where they are entered and
``vertices + v`` where they are left.

``ways`` is ``(cost_of_vertex, search_of_vertex, next, before, cost_of_side, search_of_side)``; *next* is NONE
between two calls.  The *search* numbers the calls, and ``heap`` is ``(keys, items)``.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import FULL, NONE
from gridwalk.kernels.search.binary_heap import pop, push


@kernel
def first_way(graph, on_path, sources, v, ways, heap, search, far):
    """Search for a cheapest way from one of two *sources* to *v* or the sink.

    Return its cost (*far*: there is none; `FULL`: no room on the heap), its end, and the vertices looked at.
    """
    first_edge, head_of_edge, cost_of_edge = graph
    cost_of_vertex, search_of_vertex, _, before, _, _ = ways
    keys, items = heap
    size, looked = 0, 0
    for i in range(2):
        cost_of_vertex[sources[i]], search_of_vertex[sources[i]], before[sources[i]] = 0, search, NONE
        size = push(keys, items, size, keys[0] - keys[0], sources[i])
    while size > 0:
        key, u = keys[0], items[0]
        size = pop(keys, items, size)
        if key > cost_of_vertex[u]:
            continue
        looked += 1
        if u == v or u == len(on_path) - 1:
            return key, u, looked
        if size + first_edge[u + 1] - first_edge[u] > len(keys):
            return FULL, NONE, looked
        for e in range(first_edge[u], first_edge[u + 1]):
            w = head_of_edge[e]
            cost = key + cost_of_edge[e]
            if not on_path[w] and (search_of_vertex[w] != search or cost < cost_of_vertex[w]):
                cost_of_vertex[w], search_of_vertex[w], before[w] = cost, search, u
                size = push(keys, items, size, cost, w)
    return far, NONE, looked


@kernel
def second_way(graph, on_path, source, ends, least, ways, heap, search, far):
    """Search for a cheapest second way to the second of *ends*; return as `first_way`, without the end.

    *source* is a side; *least* is the cost of the first way, which leads to the first of *ends*.
    """
    first_edge, head_of_edge, cost_of_edge = graph
    cost_of_vertex, search_of_vertex, following, before, cost_of_side, search_of_side = ways
    keys, items = heap
    vertices, looked = len(on_path), 0
    cost_of_side[source], search_of_side[source] = 0, search
    size = push(keys, items, 0, keys[0] - keys[0], source)
    while size > 0:
        key, side = keys[0], items[0]
        size = pop(keys, items, size)
        if key > cost_of_side[side]:
            continue
        looked += 1
        if side == ends[1]:
            return key + least, looked  # no potential is above that of the first end
        u = side if side < vertices else side - vertices
        on_way = following[u] != NONE or u == ends[0]
        back = NONE
        if on_way and side >= vertices:
            back = u
        elif on_way and before[u] != NONE:
            back = vertices + before[u]
        if back != NONE and back != source and (search_of_side[back] != search or key < cost_of_side[back]):
            cost_of_side[back], search_of_side[back] = key, search
            size = push(keys, items, size, key, back)
        if on_way and side < vertices:
            continue
        if size + first_edge[u + 1] - first_edge[u] + 1 > len(keys):
            return FULL, looked
        own = min(cost_of_vertex[u], least) if search_of_vertex[u] == search else least
        for e in range(first_edge[u], first_edge[u + 1]):
            w = head_of_edge[e]
            if on_path[w] or w == following[u] or vertices + w == source:
                continue
            other = min(cost_of_vertex[w], least) if search_of_vertex[w] == search else least
            cost = key + cost_of_edge[e] + own - other
            if search_of_side[w] != search or cost < cost_of_side[w]:
                cost_of_side[w], search_of_side[w] = cost, search
                size = push(keys, items, size, cost, w)
    return far, looked


@kernel
def cost_of_two_ways(graph, on_path, sources, v, ways, heap, search, far):
    """Return the total cost of two ways from *sources* to *v* and to the sink, and the vertices looked at.

    It is *far* if there are none, `FULL` if there is no room on the heap.  The two sources are different, and
    each begins a way; or they are one, and it begins both.
    """
    following, before, sink = ways[2], ways[3], len(on_path) - 1
    cost, end, looked = first_way(graph, on_path, sources, v, ways, heap, search, far)
    if end == NONE:
        return cost, looked
    u = end
    while before[u] != NONE:
        following[before[u]] = u
        u = before[u]
    if sources[0] == sources[1]:
        source = len(on_path) + sources[0]
    else:
        source = sources[1] if u == sources[0] else sources[0]
    ends = end, sink if end == v else v
    more, seen = second_way(graph, on_path, source, ends, cost, ways, heap, search, far)
    u = end
    while before[u] != NONE:
        u = before[u]
        following[u] = NONE
    if more == FULL or more >= far:
        return more, looked + seen
    return cost + more, looked + seen
