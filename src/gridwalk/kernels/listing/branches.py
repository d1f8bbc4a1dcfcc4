"""The tree of branches of a listing in order: nodes are added, kept, removed and forgotten.

A node is a path from the source to some vertex.  Free nodes are chained by their siblings.

All paths, written in batches.

A batch is ``(cell_of_place, offsets)``: its i-th path is ``cell_of_place[offsets[i]:offsets[i + 1]]``,
and ``offsets[0]`` is 0.  Ask `has_room` before writing to it.
"""

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.codes import BACKTRACKS, DEPTH, EXPANDED, FOUND, GATHERED, NONE, PAUSED
from gridwalk.kernels.listing.backtrack import PRUNING, next_path
from gridwalk.kernels.listing.tour_listing import next_tour

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


@kernel
def has_room(batch, paths, longest):
    """Whether one more path, of at most *longest* cells, fits after the *paths* in a batch."""
    cell_of_place, offsets = batch
    return paths + 1 < len(offsets) and offsets[paths] + longest <= len(cell_of_place)


@kernel
def gather(table, is_exit, rules, path, ways, on_path, batch, state, budget, events):
    """Write the next paths to *batch* until the next may not fit (FOUND); else return as `next_path` does.

    ``state[GATHERED]`` counts the paths in *batch*; no path is longer than the arrays of *path*.
    """
    cell_of_place, offsets = batch
    cell_of_step = path[0]
    status = FOUND
    while status == FOUND and budget > 0:
        if not has_room(batch, state[GATHERED], len(cell_of_step)):
            return FOUND
        steps = state[EXPANDED] + state[BACKTRACKS]
        if rules[PRUNING]:
            status = next_tour(table, is_exit, rules, path, ways, on_path, state, budget, events)
        else:
            status = next_path(table, is_exit, rules, path, ways, on_path, state, budget, events)
        budget -= 1 + state[EXPANDED] + state[BACKTRACKS] - steps
        if status == FOUND:
            number = state[GATHERED]
            first, length = offsets[number], state[DEPTH] + 1
            for i in range(length):
                cell_of_place[first + i] = cell_of_step[i]
            offsets[number + 1] = first + length
            state[GATHERED] = number + 1
    return PAUSED if status == FOUND else status
