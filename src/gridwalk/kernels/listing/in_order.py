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
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import (
    BACKTRACKS,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUNDS,
    FULL,
    GATHERED,
    LEAD,
    NONE,
    PAUSED,
    SEARCHES,
    TAIL,
)
from gridwalk.kernels.listing.branches import (
    BEFORE,
    CHILD,
    COST,
    CURSOR,
    EDGE,
    FAR,
    HEAP,
    KEEP,
    KEY,
    LAST,
    LATEST,
    LEAST,
    LOW,
    MIN_MOVES,
    MOST,
    MOVES,
    NEEDS,
    NEW,
    NODE,
    NODES,
    PATIENCE,
    REACH,
    SHORT,
    SPREAD,
    STEPS,
    STORED,
    UNKNOWN,
    VERTEX,
    VISITED,
    WASTED,
    expand,
    forget,
    keep,
    remove,
)
from gridwalk.kernels.listing.two_ways import cost_of_two_ways
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


@kernel
def write_path(cells, edge_of_node, path, depth, last, batch, state):
    """Write the cells of the current path and its *last* edge to the batch."""
    cell_of_vertex, inner, begin_of_edge, end_of_edge, head_of_edge = cells
    cell_of_place, offsets = batch
    place = offsets[state[GATHERED]]
    if cell_of_vertex[path[VERTEX][0]] != NONE:
        cell_of_place[place] = cell_of_vertex[path[VERTEX][0]]
        place += 1
    for i in range(1, depth + 2):
        e = last if i > depth else edge_of_node[path[NODE][i]]
        step = 1 if begin_of_edge[e] <= end_of_edge[e] else -1
        for j in range(begin_of_edge[e], end_of_edge[e], step):
            cell_of_place[place] = inner[j]
            place += 1
        v = head_of_edge[e]
        if cell_of_vertex[v] != NONE:
            cell_of_place[place] = cell_of_vertex[v]
            place += 1
    state[GATHERED] += 1
    state[FOUNDS] += 1
    offsets[state[GATHERED]] = place


@kernel
def is_member(graph, tree, path, depth, c, limits, state):
    """Return whether the path that ends with the node *c*, at the sink, is to be listed now."""
    e = tree[EDGE][c]
    moves = path[MOVES][depth] + graph[1][e]
    if moves < state[MIN_MOVES] or path[COST][depth] + graph[0][2][e] <= limits[LAST]:
        return False
    return not state[NEEDS] or (path[VISITED][depth] | graph[2][e]) == state[NEEDS]


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
def step_into(graph, bounds, tree, path, on_path, c, state):
    """Enter the node *c*."""
    depth = state[DEPTH]
    e = tree[EDGE][c]
    v = graph[0][1][e]
    path[NODE][depth + 1], path[CURSOR][depth + 1], path[VERTEX][depth + 1] = c, NEW, v
    path[COST][depth + 1] = path[COST][depth] + graph[0][2][e]
    path[MOVES][depth + 1] = path[MOVES][depth] + graph[1][e]
    path[LOW][depth + 1] = min(path[LOW][depth], bounds[0][v])
    if state[NEEDS]:
        path[VISITED][depth + 1] = path[VISITED][depth] | graph[2][e]
    on_path[v] = 1
    state[DEPTH] = depth + 1
    state[EXPANDED] += 1
    state[WASTED] += 1


@kernel
def begin_node(graph, bounds, tree, path, on_path, limits, state):
    """Begin with the current node, of which there may be children; at the root, begin a level."""
    depth, first_edge = state[DEPTH], graph[0][0]
    t, u = path[NODE][depth], path[VERTEX][depth]
    is_unknown, due = tree[CHILD][t] == UNKNOWN, tree[KEY][t]
    if depth == 0 and (due >= limits[FAR] or due > limits[MOST]):
        return EXHAUSTED
    if is_unknown and state[STORED] + first_edge[u + 1] - first_edge[u] > len(tree[CHILD]):
        state[SHORT] = NODES
        return FULL
    if depth == 0:
        if limits[SPREAD] == 0:
            limits[LAST] = limits[REACH]
        limits[REACH] = due + due * limits[SPREAD]
    if is_unknown:
        expand(graph, bounds, tree, path, on_path, limits, state)
    path[CURSOR][depth], path[BEFORE][depth], path[LEAST][depth] = tree[CHILD][t], NONE, limits[FAR]
    return FOUND


@kernel
def end_node(tree, path, on_path, limits, state):
    """Leave the current node, all children of which have been looked at in this level."""
    depth, key_of_node = state[DEPTH], tree[KEY]
    t = path[NODE][depth]
    key_of_node[t] = path[LEAST][depth]
    if depth == 0:
        path[CURSOR][0] = NEW
        return
    if state[STORED] > state[KEEP] and key_of_node[t] < limits[FAR]:
        forget(tree, t, state)
    on_path[path[VERTEX][depth]] = 0
    state[DEPTH] = depth - 1
    state[BACKTRACKS] += 1
    if key_of_node[t] >= limits[FAR]:
        remove(tree, path, depth - 1, t, state)
    else:
        keep(tree, path, depth - 1, t)


@kernel
def list_in_order(graph, bounds, tree, path, on_path, scratch, cells, batch, limits, state, budget):
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
            end_node(tree, path, on_path, limits, state)
        elif tree[KEY][c] > limits[REACH]:
            keep(tree, path, depth, c)
        elif head_of_edge[tree[EDGE][c]] == sink:
            if is_member(graph, tree, path, depth, c, limits, state):
                count = path[MOVES][depth] + graph[1][tree[EDGE][c]] + 1
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
