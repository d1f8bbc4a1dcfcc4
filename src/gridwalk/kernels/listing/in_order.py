"""All simple paths from source to sink of a graph, the cheapest first: a search tree that remembers costs.

A node of the tree is a path from the source.  ``key_of_node`` is a lower bound on the costs of those paths
below the node, down to the sink, that have not been listed.  A *level* is one depth-first walk through the
nodes with keys up to the cost that is due, `REACH`.  It lists all paths of that cost, in the order of their
edges, and leaves the next cost in the key of the root.  A node below which nothing is left is removed.  If
there are more than `KEEP` nodes, those below a node that the walk leaves are forgotten, and made again later.

The key of a new node is the cost of its path plus the rest of its last vertex.  That is exact if all
vertices before have a higher rest (`spur`), or if the node lies on the way that the
last spur search found.  Otherwise a spur search makes the key exact before the walk enters the node.  So
every node that it enters leads to a path, as in Lawler's partition (1972) of Yen's algorithm (1971).

Where an array has no room the status is FULL, and the register `SHORT` says which.  The arrays and registers
are the whole state between two calls.

Cheapest ways to the sink of a graph: from every vertex, and from one vertex around a path.

A graph is ``(first_edge, head_of_edge, cost_of_edge)``: the edges out of *v* are those from ``first_edge[v]``
to below ``first_edge[v + 1]``.  Costs are 0 or more, int64 or float64; the array ``rest`` has the cost of a
cheapest way from every vertex to the sink, *far* where there is none.

A cheapest way from *v* passes only vertices with a lower rest.  So it meets no path all of whose
vertices have a rest above that of *v*.

Two ways that share no vertex, of minimum total cost: from an item to where a path stands, and to the sink.

A path that still has to visit the item costs at least as much.  For a single item, on a board where every
move can be taken back, that bound is exact.  Suurballe 1974, over the vertices off a path, as two
augmentations of a flow: vertices of the first way have two sides, *v* where they are entered and
``vertices + v`` where they are left.

``ways`` is ``(cost_of_vertex, search_of_vertex, next, before, cost_of_side, search_of_side)``; *next* is NONE
between two calls.  The *search* numbers the calls, and ``heap`` is ``(keys, items)``.
"""

from gridwalk.kernels.codes import (
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FULL,
    GATHERED,
    LEAD,
    NONE,
    PAUSED,
    SEARCHES,
    TAIL,
)
from gridwalk.kernels.listing.branches import (
    CHILD,
    COST,
    CURSOR,
    EDGE,
    FAR,
    HEAP,
    KEY,
    LATEST,
    LOW,
    MOST,
    NEEDS,
    NEW,
    NODE,
    PATIENCE,
    REACH,
    SHORT,
    STEPS,
    UNKNOWN,
    VERTEX,
    VISITED,
    WASTED,
    begin_node,
    cells_of,
    end_node,
    is_member,
    keep,
    remove,
    step_into,
    write_path,
)
from gridwalk.kernels.search.heap import dequeue, enqueue
from gridwalk.runtime.kernel import kernel


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
        size = dequeue(keys, items, size)
        if key > rest[u]:
            continue
        state[EXPANDED] += 1
        for e in range(first_edge[u], first_edge[u + 1]):
            v = head_of_edge[e]
            cost = key + cost_of_edge[e]
            if cost < rest[v]:
                rest[v] = cost
                size = enqueue(keys, items, size, cost, v)
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
    size, looked, sink = enqueue(keys, items, 0, rest[v], v), 0, len(first_edge) - 2
    while size > 0:
        key, u = keys[0], items[0]
        size = dequeue(keys, items, size)
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
                size = enqueue(keys, items, size, cost + cost_of_edge[e] + rest[w], w)
    return far, looked


@kernel
def leads_on(graph, bounds, tree, path, on_path, scratch, c, limits, state):
    """Make the key of the node *c* exact, unless it is; return (whether to enter it: FOUND, looked at)."""
    depth, key_of_node = state[DEPTH], tree[KEY]
    e, cost = tree[EDGE][c], path[COST][depth]
    v, u, low = graph[0][1][e], path[VERTEX][depth], path[LOW][depth]
    following = state[LEAD] == u and scratch[4][u] == e
    state[LEAD] = NONE
    if tree[CHILD][c] != UNKNOWN or bounds[0][v] < low:
        return FOUND, 0
    if following:
        state[LEAD] = v
        return FOUND, 0
    state[SEARCHES] += 1
    before = cost + graph[0][2][e]
    most = limits[MOST] - before
    rest, looked = spur(graph[0], bounds[0], on_path, low, v, scratch, state[SEARCHES], most, limits[FAR])
    if rest == FULL:
        state[SHORT] = HEAP
        return FULL, looked
    if rest >= limits[FAR]:
        remove(tree, path, depth, c, state)
        return NONE, looked
    key_of_node[c] = max(key_of_node[c], before + rest)
    if key_of_node[c] > limits[REACH]:
        keep(tree, path, depth, c)
        return NONE, looked
    state[LEAD] = v
    return FOUND, looked


@kernel
def stays_due(graph, bounds, tree, path, on_path, scratch, c, limits, state):
    """Raise the key of the node *c* by the two ways that each missing item needs; return as `leads_on`.

    ``bounds[4]`` is ``(ends, extra, own, ways)``: the two ends of each item (one vertex twice; NONE: not
    known), what a path costs beyond the two ways from them, and the cost of each vertex.
    """
    ends_of_item, extra_of_item, own_of_vertex, ways = bounds[4]
    depth, e, heap, far = state[DEPTH], tree[EDGE][c], (scratch[5], scratch[6]), limits[FAR]
    v, key, all_looked = graph[0][1][e], tree[KEY][c], 0
    missing = state[NEEDS] & ~(path[VISITED][depth] | graph[2][e])
    for i in range(len(ends_of_item)):
        sources = ends_of_item[i, 0], ends_of_item[i, 1]
        if not missing >> i & 1 or sources[0] == NONE or key > limits[MOST]:
            continue
        cost = far
        if not on_path[sources[0]] and not on_path[sources[1]]:
            state[SEARCHES] += 1
            cost, looked = cost_of_two_ways(graph[0], on_path, sources, v, ways, heap, state[SEARCHES], far)
            all_looked += looked
            if cost == FULL:
                state[SHORT] = HEAP
                return FULL, all_looked
        if cost < far:
            cost += path[COST][depth] + graph[0][2][e] + extra_of_item[i] - own_of_vertex[v]
        key = max(key, cost)
    tree[KEY][c] = key
    if key <= limits[REACH]:
        return FOUND, all_looked
    state[LEAD] = NONE
    if key > limits[MOST]:
        remove(tree, path, depth, c, state)
    else:
        keep(tree, path, depth, c)
    return NONE, all_looked


@kernel
def list_in_order(graph, bounds, tree, path, on_path, scratch, cells, batch, limits, state, budget, _events):
    """Write the next paths to *batch* until there is no room for one (FOUND), or as far as the budget goes.

    ``graph`` is ``((first_edge, head_of_edge, cost_of_edge), moves_of_edge, need_of_edge)``; its last
    vertex is the sink.  ``tree``, ``path``, ``limits`` and bounds: see `gridwalk.kernels.listing.branches`.
    """
    head_of_edge, sink = graph[0][1], len(on_path) - 1
    cell_of_place, offsets = batch
    while budget > 0:
        budget -= 1
        depth = state[DEPTH]
        c = path[CURSOR][depth]
        if c == NEW:
            status = begin_node(graph, bounds, tree, path, on_path, limits, state)
            if status != FOUND:
                return status
            budget -= graph[0][0][path[VERTEX][depth] + 1] - graph[0][0][path[VERTEX][depth]]
        elif c == NONE:
            end_node(bounds, tree, path, on_path, limits, state)
        elif tree[KEY][c] > limits[REACH]:
            keep(tree, path, depth, c)
        elif head_of_edge[tree[EDGE][c]] == sink:
            if is_member(graph, tree, path, depth, c, limits, state):
                count = cells_of(cells, tree[EDGE], path, depth, tree[EDGE][c])
                written = state[GATHERED]
                if written + 1 >= len(offsets) or offsets[written] + count > len(cell_of_place):
                    return FOUND
                write_path(cells, tree[EDGE], path, depth, tree[EDGE][c], batch, state)
                limits[LATEST] = path[COST][depth] + graph[0][2][tree[EDGE][c]]
                budget -= count
                state[WASTED] = 0
            remove(tree, path, depth, c, state)
        else:
            if depth + 2 > len(path[NODE]):
                state[SHORT] = STEPS
                return FULL
            status, looked = leads_on(graph, bounds, tree, path, on_path, scratch, c, limits, state)
            budget -= looked
            doubted = state[NEEDS] and state[WASTED] >= state[PATIENCE] and tree[CHILD][c] == UNKNOWN
            if status == FOUND and doubted:
                status, looked = stays_due(graph, bounds, tree, path, on_path, scratch, c, limits, state)
                budget -= looked
            if status == FULL:
                return FULL
            if status == FOUND:
                step_into(graph, bounds, tree, path, on_path, c, state)
    return PAUSED


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
        size = enqueue(keys, items, size, keys[0] - keys[0], sources[i])
    while size > 0:
        key, u = keys[0], items[0]
        size = dequeue(keys, items, size)
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
                size = enqueue(keys, items, size, cost, w)
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
    size = enqueue(keys, items, 0, keys[0] - keys[0], source)
    while size > 0:
        key, side = keys[0], items[0]
        size = dequeue(keys, items, size)
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
            size = enqueue(keys, items, size, key, back)
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
                size = enqueue(keys, items, size, cost, w)
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
