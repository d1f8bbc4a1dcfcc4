"""Paths in order of cost: a tree of the branches not yet followed (Lawler 1972), level by level.

A *node* of the tree is a path from the source to some vertex.  Its key is a lower bound on the cost of all
paths that begin so: the cost up to its vertex, and the cost of a cheapest way on that meets no cell of the
path.  A level walks the tree depth-first through all nodes of the least key, lists the paths of that cost and
keeps the other nodes for later levels.  Free nodes are chained by their siblings.

A graph is ``(first_edge, head_of_edge, cost_of_edge)``: the edges out of *v* are those from ``first_edge[v]``
to below ``first_edge[v + 1]``; the last vertex is the sink.  Costs are 0 or more, int64 or float64.  Several
vertices may be one cell, ``cell_of_vertex``; a path visits a cell once (``on_path``, by cell).

``bounds`` is ``(rest, moves_to_sink, visit, tours, low_of_vertex)``: *rest* is the cost of a cheapest way
from every vertex to the sink (*far*: there is none), *low_of_vertex* the least rest of all vertices of its
cell.  A cheapest way from *v* passes only vertices with a lower rest, so it meets no path all of whose cells
have a rest above that of *v*.  For the required items ``visit[i, v]`` is the cost from *v* until the i-th
item is visited, ``tours[i, others]`` that from there through *others*, in the best order, and on.

The caller owns all memory; the kernels allocate nothing and raise nothing, and trust their arguments.
"""

from gridwalk.runtime.codes import (
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
)
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.search.heap import dequeue, enqueue

NEW = UNKNOWN = -2  # a node that this level has not entered yet; children that are not in the tree

# Arrays of ``tree``, an entry a node: its first child, next sibling, last edge, and its key.
CHILD, SIBLING, EDGE, KEY = 0, 1, 2, 3

# Arrays of ``path``, an entry a step from the root to the current node: the node, its child that is looked
# at, the child kept before that, the least key kept; the vertex, the cost and moves up to it, the minimum
# rest of the cells so far, and a bit for each of the required items visited.
NODE, CURSOR, BEFORE, LEAST, VERTEX, COST, MOVES, LOW, VISITED = 0, 1, 2, 3, 4, 5, 6, 7, 8

# More registers: nodes in use, nodes ever used, the first free one; which arrays are too short; the maximum
# of nodes to keep; the range of lengths; a bit for each of the items that a path must visit.
STORED, TOP, FREE, SHORT, KEEP, MIN_MOVES, MAX_MOVES, NEEDS = range(10, 18)
REGISTERS = 18
NODES, STEPS, HEAP = 1, 2, 3  # values of SHORT
ORDERED = 8  # items of which all orders are looked at

# Entries of ``limits``, of the type of costs: the cost due, the maximum, the cost of the level before, how
# far costs may differ that are due together (relative), no cost, and the cost of the path just listed.
REACH, MOST, LAST, SPREAD, FAR, LATEST = 0, 1, 2, 3, 4, 5


@inline_kernel
def remove(tree, path, depth, c, state):
    """Remove the node *c*, at which the walk stands below *depth*."""
    following = tree[SIBLING][c]
    if path[BEFORE][depth] == NONE:
        tree[CHILD][path[NODE][depth]] = following
    else:
        tree[SIBLING][path[BEFORE][depth]] = following
    path[CURSOR][depth] = following
    tree[SIBLING][c] = state[FREE]
    state[FREE] = c
    state[STORED] -= 1


@inline_kernel
def keep(tree, path, depth, c):
    """Leave the node *c* for a later level, and go on to its next sibling."""
    path[LEAST][depth] = min(path[LEAST][depth], tree[KEY][c])
    path[BEFORE][depth] = c
    path[CURSOR][depth] = tree[SIBLING][c]


@kernel
def forget(tree, t, state):
    """Free all nodes below *t*."""
    child_of_node, sibling_of_node = tree[CHILD], tree[SIBLING]
    c = child_of_node[t]
    while c != NONE:
        following = sibling_of_node[c]
        if child_of_node[c] >= 0:  # its children are next
            last = child_of_node[c]
            while sibling_of_node[last] != NONE:
                last = sibling_of_node[last]
            sibling_of_node[last] = following
            following = child_of_node[c]
        sibling_of_node[c] = state[FREE]
        state[FREE] = c
        state[STORED] -= 1
        c = following
    child_of_node[t] = UNKNOWN


@kernel
def bound_on(bounds, v, cost, missing, far):
    """Return a lower bound on the cost of a path that has cost *cost* at *v* and still visits *missing*."""
    bound = cost + bounds[0][v]
    if missing == 0:
        return bound
    visit, tours = bounds[2], bounds[3]
    together = missing & (1 << ORDERED) - 1
    least = far
    for i in range(len(visit)):
        if missing >> i & 1:
            others = together & ~(1 << i) if i < ORDERED else 0
            tour = far
            if visit[i, v] < far and tours[i, others] < far:
                tour = visit[i, v] + tours[i, others]
            if i < ORDERED:
                least = min(least, tour)
            else:
                bound = max(bound, cost + tour)
    return max(bound, cost + least) if together else bound


@kernel
def spur(graph, cell_of_vertex, rest, on_path, low, v, scratch, search, most, far):
    """Search for a cheapest way from *v* to the sink over cells off the path, by A*.

    Return its cost (*far*: there is none of at most *most*; `FULL`: no room on the heap) and the vertices
    looked at.  *low* is the minimum rest of the cells on the path: where the search comes below, the
    cheapest way meets no cell of the path, and the search ends.

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
            if on_path[cell_of_vertex[w]] or cost + cost_of_edge[e] + rest[w] > most:
                continue
            if search_of_vertex[w] != search or cost + cost_of_edge[e] < cost_of_vertex[w]:
                search_of_vertex[w] = search
                cost_of_vertex[w] = cost + cost_of_edge[e]
                edge_to_vertex[w], tail_of_vertex[w] = e, u
                size = enqueue(keys, items, size, cost + cost_of_edge[e] + rest[w], w)
    return far, looked


@kernel
def begin_node(graphs, bounds, tree, path, on_path, limits, state):
    """Begin with the current node, and add its children; at the root, begin a level."""
    (first_edge, head_of_edge, cost_of_edge), moves_of_edge, need_of_edge, cell_of_vertex = graphs
    child_of_node, sibling_of_node, edge_of_node, key_of_node = tree
    depth = state[DEPTH]
    t, u, cost, moves = path[NODE][depth], path[VERTEX][depth], path[COST][depth], path[MOVES][depth]
    is_unknown, due = child_of_node[t] == UNKNOWN, key_of_node[t]
    if depth == 0 and (due >= limits[FAR] or due > limits[MOST]):
        return EXHAUSTED
    if is_unknown and state[STORED] + first_edge[u + 1] - first_edge[u] > len(child_of_node):
        state[SHORT] = NODES
        return FULL
    if depth == 0:
        if limits[SPREAD] == 0:
            limits[LAST] = limits[REACH]
        limits[REACH] = due + due * limits[SPREAD]
    if is_unknown:
        first = NONE
        for i in range(first_edge[u + 1] - first_edge[u]):
            e = first_edge[u + 1] - 1 - i
            v = head_of_edge[e]
            if on_path[cell_of_vertex[v]] or moves + moves_of_edge[e] + bounds[1][v] > state[MAX_MOVES]:
                continue
            missing = state[NEEDS]
            if missing:
                missing &= ~(path[VISITED][depth] | need_of_edge[e])
            key = max(bound_on(bounds, v, cost + cost_of_edge[e], missing, limits[FAR]), due)
            if key > limits[MOST]:
                continue
            c = state[FREE]
            if c == NONE:
                c = state[TOP]
                state[TOP] += 1
            else:
                state[FREE] = sibling_of_node[c]
            state[STORED] += 1
            child_of_node[c], sibling_of_node[c], edge_of_node[c], key_of_node[c] = UNKNOWN, first, e, key
            first = c
        child_of_node[t] = first
    path[CURSOR][depth], path[BEFORE][depth], path[LEAST][depth] = child_of_node[t], NONE, limits[FAR]
    return FOUND


@kernel
def end_node(graphs, tree, path, on_path, limits, state):
    """Leave the current node, all children of which have been looked at in this level."""
    depth, key_of_node = state[DEPTH], tree[KEY]
    t = path[NODE][depth]
    key_of_node[t] = path[LEAST][depth]
    if depth == 0:
        path[CURSOR][0] = NEW
        return
    if state[STORED] > state[KEEP] and key_of_node[t] < limits[FAR]:
        forget(tree, t, state)
    on_path[graphs[3][path[VERTEX][depth]]] = 0
    state[DEPTH] = depth - 1
    state[BACKTRACKS] += 1
    if key_of_node[t] >= limits[FAR]:
        remove(tree, path, depth - 1, t, state)
    else:
        keep(tree, path, depth - 1, t)


@kernel
def leads_on(graphs, bounds, tree, path, on_path, scratch, c, limits, state):
    """Make the key of the node *c* exact, unless it is; return (whether to enter it: FOUND, looked at)."""
    graph, depth = graphs[0], state[DEPTH]
    e, cost = tree[EDGE][c], path[COST][depth]
    v, u, low = graph[1][e], path[VERTEX][depth], path[LOW][depth]
    following = state[LEAD] == u and scratch[4][u] == e
    state[LEAD] = NONE
    if tree[CHILD][c] != UNKNOWN or bounds[0][v] < low:
        return FOUND, 0
    if following:
        state[LEAD] = v
        return FOUND, 0
    state[SEARCHES] += 1
    before, far = cost + graph[2][e], limits[FAR]
    most = limits[MOST] - before
    rest, looked = spur(graph, graphs[3], bounds[0], on_path, low, v, scratch, state[SEARCHES], most, far)
    if rest == FULL:
        state[SHORT] = HEAP
        return FULL, looked
    if rest >= far:
        remove(tree, path, depth, c, state)
        return NONE, looked
    tree[KEY][c] = max(tree[KEY][c], before + rest)
    if tree[KEY][c] > limits[REACH]:
        keep(tree, path, depth, c)
        return NONE, looked
    state[LEAD] = v
    return FOUND, looked


@kernel
def list_in_order(graphs, bounds, tree, path, on_path, scratch, batch, limits, state, budget, _events):
    """Write the next paths to *batch* until there is no room for one (FOUND), or as far as the budget goes.

    ``graphs`` is ``(graph, moves_of_edge, need_of_edge, cell_of_vertex)``: what an edge adds to the moves, a
    bit for each item that it visits, and the cells.  ``batch`` is ``(cells, offsets)``, without the
    source and the sink.
    """
    (first_edge, head_of_edge, cost_of_edge), moves_of_edge, need_of_edge, cell_of_vertex = graphs
    sink = len(first_edge) - 2
    cell_of_place, offsets = batch
    while budget > 0:
        budget -= 1
        depth = state[DEPTH]
        c = path[CURSOR][depth]
        if c == NEW:
            status = begin_node(graphs, bounds, tree, path, on_path, limits, state)
            if status != FOUND:
                return status
            budget -= first_edge[path[VERTEX][depth] + 1] - first_edge[path[VERTEX][depth]]
            continue
        if c == NONE:
            end_node(graphs, tree, path, on_path, limits, state)
            continue
        if tree[KEY][c] > limits[REACH]:
            keep(tree, path, depth, c)
            continue
        e = tree[EDGE][c]
        cost, moves = path[COST][depth] + cost_of_edge[e], path[MOVES][depth] + moves_of_edge[e]
        visited = path[VISITED][depth] | need_of_edge[e] if state[NEEDS] else path[VISITED][depth]
        if head_of_edge[e] == sink:
            if moves >= state[MIN_MOVES] and cost > limits[LAST] and visited == state[NEEDS]:
                written = state[GATHERED]
                if written + 1 >= len(offsets) or offsets[written] + depth > len(cell_of_place):
                    return FOUND
                for i in range(depth):
                    cell_of_place[offsets[written] + i] = cell_of_vertex[path[VERTEX][i + 1]]
                offsets[written + 1] = offsets[written] + depth
                state[GATHERED] += 1
                state[FOUNDS] += 1
                limits[LATEST] = cost
                budget -= depth
            remove(tree, path, depth, c, state)
            continue
        if depth + 2 > len(path[NODE]):
            state[SHORT] = STEPS
            return FULL
        status, looked = leads_on(graphs, bounds, tree, path, on_path, scratch, c, limits, state)
        budget -= looked
        if status == FULL:
            return FULL
        if status == FOUND:
            v = head_of_edge[e]
            path[NODE][depth + 1], path[CURSOR][depth + 1], path[VERTEX][depth + 1] = c, NEW, v
            path[COST][depth + 1], path[MOVES][depth + 1], path[VISITED][depth + 1] = cost, moves, visited
            path[LOW][depth + 1] = min(path[LOW][depth], bounds[4][v])
            on_path[cell_of_vertex[v]] = 1
            state[DEPTH] = depth + 1
            state[EXPANDED] += 1
    return PAUSED
