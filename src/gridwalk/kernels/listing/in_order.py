"""All simple paths from source to sink of a graph, the cheapest first: a search tree that remembers costs.

A node of the tree is a path from the source.  ``key_of_node`` is a lower bound on the costs of those paths
below the node, down to the sink, that have not been listed.  A *level* is one depth-first walk through the
nodes with keys up to the cost that is due, `REACH`.  It lists all paths of that cost, in the order of their
edges, and leaves the next cost in the key of the root.  A node below which nothing is left is removed.  If
there are more than `KEEP` nodes, those below a node that the walk leaves are forgotten, and made again later.

The key of a new node is the cost of its path plus the rest of its last vertex.  That is exact if all
vertices before have a higher rest (`gridwalk.kernels.listing.spur`), or if the node lies on the way that the
last spur search found.  Otherwise a spur search makes the key exact before the walk enters the node.  So
every node that it enters leads to a path, as in Lawler's partition (1972) of Yen's algorithm (1971).

``path`` holds the nodes from the root to the current one, and what is known at each.  Where an array has no
room the status is FULL, and the register `SHORT` says which.  The arrays and registers are the whole state.
"""

from gridwalk.kernels._kernel import inline_kernel, kernel
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
)
from gridwalk.kernels.listing.spur import spur

NEW = UNKNOWN = -2  # a node that this level has not entered yet; children that are not in the tree

# More registers: nodes in use, nodes ever used, the first free one; which arrays are too short; the maximum
# of nodes to keep; the range of lengths; a bit for each of the items that a path must visit.
STORED, TOP, FREE, SHORT, KEEP, MIN_MOVES, MAX_MOVES, NEEDS = 10, 11, 12, 13, 14, 15, 16, 17
REGISTERS = 18
NODES, STEPS, HEAP = 1, 2, 3  # values of SHORT

ORDERED = 8  # items of which all orders are looked at

# Entries of ``limits``, of the type of costs: the cost due, the maximum, the cost of the level before, how
# far costs may differ that are due together (relative), no cost, and the cost of the path just listed.
REACH, MOST, LAST, SPREAD, FAR, LATEST = 0, 1, 2, 3, 4, 5


@inline_kernel
def remove(tree, path, depth, c, state):
    """Remove the node *c*, at which the walk stands below *depth*."""
    child_of_node, sibling_of_node = tree[0], tree[1]
    node_of_step, cursor_of_step, before_of_step = path[0], path[1], path[2]
    following = sibling_of_node[c]
    if before_of_step[depth] == NONE:
        child_of_node[node_of_step[depth]] = following
    else:
        sibling_of_node[before_of_step[depth]] = following
    cursor_of_step[depth] = following
    sibling_of_node[c] = state[FREE]
    state[FREE] = c
    state[STORED] -= 1


@inline_kernel
def keep(tree, path, depth, c):
    """Leave the node *c* for a later level, and go on to its next sibling."""
    least_of_step, key = path[3], tree[3][c]
    least_of_step[depth] = min(least_of_step[depth], key)
    path[2][depth] = c
    path[1][depth] = tree[1][c]


@kernel
def forget(tree, t, state):
    """Free all nodes below *t*."""
    child_of_node, sibling_of_node = tree[0], tree[1]
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
    """Return a lower bound on the cost of a path that has cost *cost* at *v* and still visits *missing*.

    ``bounds`` is ``(rest, moves to the sink, visit, tours)``: ``visit[i, v]`` is the cost from *v* until
    the i-th item is visited, ``tours[i, others]`` that from there through *others*, in any order, and on.
    """
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
def expand(graph, bounds, tree, path, on_path, limits, state):
    """Add the children of the current node, one for each edge to a vertex from which paths go on."""
    (first_edge, head_of_edge, cost_of_edge), moves_of_edge, need_of_edge = graph
    child_of_node, sibling_of_node, edge_of_node, key_of_node = tree
    depth = state[DEPTH]
    t, u, cost, moves = path[0][depth], path[4][depth], path[5][depth], path[6][depth]
    first = NONE
    for i in range(first_edge[u + 1] - first_edge[u]):
        e = first_edge[u + 1] - 1 - i
        v = head_of_edge[e]
        if on_path[v] or moves + moves_of_edge[e] + bounds[1][v] > state[MAX_MOVES]:
            continue
        missing = state[NEEDS]
        if missing:
            missing &= ~(path[8][depth] | need_of_edge[e])
        key = max(bound_on(bounds, v, cost + cost_of_edge[e], missing, limits[FAR]), key_of_node[t])
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


@kernel
def write_path(cells, edge_of_node, path, depth, last, batch, state):
    """Write the cells of the current path and its *last* edge to the batch."""
    cell_of_vertex, inner, begin_of_edge, end_of_edge, head_of_edge = cells
    cell_of_place, offsets = batch
    place = offsets[state[GATHERED]]
    if cell_of_vertex[path[4][0]] != NONE:
        cell_of_place[place] = cell_of_vertex[path[4][0]]
        place += 1
    for i in range(1, depth + 2):
        e = last if i > depth else edge_of_node[path[0][i]]
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
    e = tree[2][c]
    moves = path[6][depth] + graph[1][e]
    if moves < state[MIN_MOVES] or path[5][depth] + graph[0][2][e] <= limits[LAST]:
        return False
    return not state[NEEDS] or (path[8][depth] | graph[2][e]) == state[NEEDS]


@kernel
def leads_on(graph, bounds, tree, path, on_path, scratch, c, limits, state):
    """Make the key of the node *c* exact, unless it is; return (whether to enter it: FOUND, looked at)."""
    depth, key_of_node = state[DEPTH], tree[3]
    e, cost = tree[2][c], path[5][depth]
    v, u, low = graph[0][1][e], path[4][depth], path[7][depth]
    following = state[LEAD] == u and scratch[4][u] == e
    state[LEAD] = NONE
    if tree[0][c] != UNKNOWN or bounds[0][v] < low:
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
def step_into(graph, bounds, tree, path, on_path, c, state):
    """Enter the node *c*."""
    depth = state[DEPTH]
    e = tree[2][c]
    v = graph[0][1][e]
    path[0][depth + 1], path[1][depth + 1], path[4][depth + 1] = c, NEW, v
    path[5][depth + 1] = path[5][depth] + graph[0][2][e]
    path[6][depth + 1] = path[6][depth] + graph[1][e]
    path[7][depth + 1] = min(path[7][depth], bounds[0][v])
    if state[NEEDS]:
        path[8][depth + 1] = path[8][depth] | graph[2][e]
    on_path[v] = 1
    state[DEPTH] = depth + 1
    state[EXPANDED] += 1


@kernel
def begin_node(graph, bounds, tree, path, on_path, limits, state):
    """Begin with the current node, of which there may be children; at the root, begin a level."""
    depth, first_edge = state[DEPTH], graph[0][0]
    t, u = path[0][depth], path[4][depth]
    is_unknown, due = tree[0][t] == UNKNOWN, tree[3][t]
    if depth == 0 and (due >= limits[FAR] or due > limits[MOST]):
        return EXHAUSTED
    if is_unknown and state[STORED] + first_edge[u + 1] - first_edge[u] > len(tree[0]):
        state[SHORT] = NODES
        return FULL
    if depth == 0:
        if limits[SPREAD] == 0:
            limits[LAST] = limits[REACH]
        limits[REACH] = due + due * limits[SPREAD]
    if is_unknown:
        expand(graph, bounds, tree, path, on_path, limits, state)
    path[1][depth], path[2][depth], path[3][depth] = tree[0][t], NONE, limits[FAR]
    return FOUND


@kernel
def end_node(tree, path, on_path, limits, state):
    """Leave the current node, all children of which have been looked at in this level."""
    depth, key_of_node = state[DEPTH], tree[3]
    t = path[0][depth]
    key_of_node[t] = path[3][depth]
    if depth == 0:
        path[1][0] = NEW
        return
    if state[STORED] > state[KEEP] and key_of_node[t] < limits[FAR]:
        forget(tree, t, state)
    on_path[path[4][depth]] = 0
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
    vertex is the sink.  ``bounds`` are those of `bound_on`.  ``tree`` is ``(child, sibling, edge, key)``, an
    entry a node; ``path`` is ``(node, cursor, before, least, vertex, cost, moves, low, needs)``, an entry a
    step.
    """
    head_of_edge, sink = graph[0][1], len(on_path) - 1
    cell_of_place, offsets = batch
    while budget > 0:
        budget -= 1
        depth = state[DEPTH]
        c = path[1][depth]
        if c == NEW:
            status = begin_node(graph, bounds, tree, path, on_path, limits, state)
            if status != FOUND:
                return status
            budget -= graph[0][0][path[4][depth] + 1] - graph[0][0][path[4][depth]]
        elif c == NONE:
            end_node(tree, path, on_path, limits, state)
        elif tree[3][c] > limits[REACH]:
            keep(tree, path, depth, c)
        elif head_of_edge[tree[2][c]] == sink:
            if is_member(graph, tree, path, depth, c, limits, state):
                count = path[6][depth] + graph[1][tree[2][c]] + 1
                written = state[GATHERED]
                if written + 1 >= len(offsets) or offsets[written] + count > len(cell_of_place):
                    return FOUND
                write_path(cells, tree[2], path, depth, tree[2][c], batch, state)
                limits[LATEST] = path[5][depth] + graph[0][2][tree[2][c]]
                budget -= count
            remove(tree, path, depth, c, state)
        else:
            if depth + 2 > len(path[0]):
                state[SHORT] = STEPS
                return FULL
            status, looked = leads_on(graph, bounds, tree, path, on_path, scratch, c, limits, state)
            budget -= looked
            if status == FULL:
                return FULL
            if status == FOUND:
                step_into(graph, bounds, tree, path, on_path, c, state)
    return PAUSED
