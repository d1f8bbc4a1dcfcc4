"""The tree of branches of a listing in order: nodes are added, kept, removed and forgotten.

A node is a path from the source to some vertex.  Free nodes are chained by their siblings.
"""

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.codes import DEPTH, NONE

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
STORED, TOP, FREE, SHORT, KEEP, MIN_MOVES, MAX_MOVES, NEEDS, WASTED, PATIENCE = (
    10,
    11,
    12,
    13,
    14,
    15,
    16,
    17,
    18,
    19,
)
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
