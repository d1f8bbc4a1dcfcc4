"""The tree of branches of a listing in order: nodes are added, entered, left, kept, removed and forgotten.

A node is a path from the source to some vertex.  Free nodes are chained by their siblings.
"""

from gridwalk.kernels.codes import (
    BACKTRACKS,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUNDS,
    FULL,
    GATHERED,
    NONE,
)
from gridwalk.runtime.kernel import inline_kernel, kernel

NEW = UNKNOWN = -2  # a node that this level has not entered yet; children that are not in the tree

# Arrays of ``tree``, an entry a node: its first child, next sibling, last edge, and a bound on what is below.
CHILD, SIBLING, EDGE, KEY = 0, 1, 2, 3

# Arrays of ``path``, an entry a step from the root to the current node: the node, its child that is looked
# at, the child kept before that, the least key kept; the vertex, the cost and moves up to it, the minimum
# rest of the vertices so far, and a bit for each of the required items visited.
NODE, CURSOR, BEFORE, LEAST, VERTEX, COST, MOVES, LOW, VISITED = 0, 1, 2, 3, 4, 5, 6, 7, 8

# More registers: nodes in use, nodes ever used, the first free one; which arrays are too short; the maximum
# of nodes to keep; the range of lengths; a bit for each of the items that a path must visit; the steps since
# the last path, and after how many of them two ways are looked for.
STORED, TOP, FREE, SHORT, KEEP, MIN_MOVES, MAX_MOVES, NEEDS, WASTED, PATIENCE = range(10, 20)
REGISTERS = 20
NODES, STEPS, HEAP = 1, 2, 3  # values of SHORT
ORDERED = 8  # items of which all orders are looked at

# Entries of ``limits``, of the type of costs: the cost due, the maximum, the cost of the level before, how
# far costs may differ that are due together (relative), no cost, and the cost of the path just listed.
REACH, MOST, LAST, SPREAD, FAR, LATEST = 0, 1, 2, 3, 4, 5


@inline_kernel
def remove(tree, path, depth, c, state):
    """Remove the node *c*, at which the walk stands below *depth*."""
    child_of_node, sibling_of_node = tree[CHILD], tree[SIBLING]
    node_of_step, cursor_of_step, before_of_step = path[NODE], path[CURSOR], path[BEFORE]
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
    least_of_step, key = path[LEAST], tree[KEY][c]
    least_of_step[depth] = min(least_of_step[depth], key)
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
    """Return a lower bound on the cost of a path that has cost *cost* at *v* and still visits *missing*.

    ``bounds`` begins with ``(rest, moves to the sink, visit, tours)``: ``visit[i, v]`` is the cost from *v*
    until the i-th item is visited, ``tours[i, others]`` that from there through *others*, in any order, and
    on.  ``bounds[5]`` has for each vertex its first copy and the end of its copies, of which a path visits
    one, and the least rest of them.
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
    t, u, cost, moves = path[NODE][depth], path[VERTEX][depth], path[COST][depth], path[MOVES][depth]
    first = NONE
    for i in range(first_edge[u + 1] - first_edge[u]):
        e = first_edge[u + 1] - 1 - i
        v = head_of_edge[e]
        if on_path[v] or moves + moves_of_edge[e] + bounds[1][v] > state[MAX_MOVES]:
            continue
        missing = state[NEEDS]
        if missing:
            missing &= ~(path[VISITED][depth] | need_of_edge[e])
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
def cells_of(cells, edge_of_node, path, depth, last):
    """Return how many cells `write_path` may write."""
    _, _, begin_of_edge, end_of_edge, _ = cells
    count = 1
    for i in range(1, depth + 2):
        e = last if i > depth else edge_of_node[path[NODE][i]]
        count += 1 + abs(end_of_edge[e] - begin_of_edge[e])
    return count


@kernel
def is_member(graph, tree, path, depth, c, limits, state):
    """Return whether the path that ends with the node *c*, at the sink, is to be listed now."""
    e = tree[EDGE][c]
    moves = path[MOVES][depth] + graph[1][e]
    if moves < state[MIN_MOVES] or path[COST][depth] + graph[0][2][e] <= limits[LAST]:
        return False
    return not state[NEEDS] or (path[VISITED][depth] | graph[2][e]) == state[NEEDS]


@kernel
def step_into(graph, bounds, tree, path, on_path, c, state):
    """Enter the node *c*."""
    depth = state[DEPTH]
    e = tree[EDGE][c]
    v = graph[0][1][e]
    path[NODE][depth + 1], path[CURSOR][depth + 1], path[VERTEX][depth + 1] = c, NEW, v
    path[COST][depth + 1] = path[COST][depth] + graph[0][2][e]
    path[MOVES][depth + 1] = path[MOVES][depth] + graph[1][e]
    first_copy, end_copy, low_of_vertex = bounds[5]
    path[LOW][depth + 1] = min(path[LOW][depth], low_of_vertex[v])
    if state[NEEDS]:
        path[VISITED][depth + 1] = path[VISITED][depth] | graph[2][e]
    for copy in range(first_copy[v], end_copy[v]):
        on_path[copy] = 1
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
def end_node(bounds, tree, path, on_path, limits, state):
    """Leave the current node, all children of which have been looked at in this level."""
    depth, key_of_node = state[DEPTH], tree[KEY]
    t = path[NODE][depth]
    key_of_node[t] = path[LEAST][depth]
    if depth == 0:
        path[CURSOR][0] = NEW
        return
    if state[STORED] > state[KEEP] and key_of_node[t] < limits[FAR]:
        forget(tree, t, state)
    v = path[VERTEX][depth]
    for copy in range(bounds[5][0][v], bounds[5][1][v]):
        on_path[copy] = 0
    state[DEPTH] = depth - 1
    state[BACKTRACKS] += 1
    if key_of_node[t] >= limits[FAR]:
        remove(tree, path, depth - 1, t, state)
    else:
        keep(tree, path, depth - 1, t)
