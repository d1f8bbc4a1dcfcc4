"""All induced paths, one after another: backtracking that closes the neighbours of the path.

The current path is ``cell_of_step[0:DEPTH + 1]``; ``untried_of_step[i]`` is the number of the neighbour to
try next at its i-th cell.  ``closed_by[v]`` says how many cells of the path, but for its last (and of a
cycle its first), are joined to *v* by a move: a path does not enter a cell that is closed.

Room: the path has as many entries as there are open cells, for no cell is on it twice; ``closed_by`` and
``role_of_cell`` have an entry a cell.

Two ways that share no vertex, of minimum total cost: from an item to where a path stands, and to the sink.

A path that still has to visit the item costs at least as much.  For a single item, on a board where every
move can be taken back, that bound is exact.  Suurballe 1974, over the vertices off a path, as two
augmentations of a flow: vertices of the first way have two sides, *v* where they are entered and
``vertices + v`` where they are left.

``ways`` is ``(cost_of_vertex, search_of_vertex, next, before, cost_of_side, search_of_side)``; *next* is NONE
between two calls.  The *search* numbers the calls, and ``heap`` is ``(keys, items)``.
"""

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.codes import BACKTRACKS, DEPTH, EXHAUSTED, EXPANDED, FOUND, FOUNDS, FULL, NONE, PAUSED
from gridwalk.kernels.search.binary_heap import pop, push

# Bits of ``role_of_cell``.
ON_PATH, EXIT, REQUIRED, BARRED = 1, 2, 4, 8

# Indices of ``rules``: which paths are in the set; and how many required cells are not on the path.
CYCLES = 0  # 1: a move must lead from the last cell back to the first, which has the lowest index
ONE_DIRECTION = 1  # 1: of a cycle and its reverse only that with the lower second cell is in the set
PASSING = 2  # 1: a path may go through an exit
FEWEST, MOST = 3, 4  # moves
ALL = 5  # 1: do not stop at a path, only count it
MISSING = 6
RULES = 7


@inline_kernel
def close_beside(near, closed_by, u, change):
    """Add *change* to the cells beside *u*."""
    offsets, cells, _ = near
    for i in range(offsets[u], offsets[u + 1]):
        closed_by[cells[i]] += change


@inline_kernel
def way_between(near, u, v):
    """Return the way from *u* to its neighbour *v*; -1: no move joins them."""
    offsets, cells, ways = near
    for i in range(offsets[u], offsets[u + 1]):
        if cells[i] == v:
            return ways[i]
    return -1


@kernel
def next_induced(near, rules, role_of_cell, closed_by, cell_of_step, untried_of_step, state, budget):
    """Go on to the next path (FOUND), or as far as the budget goes (PAUSED), or to the end (EXHAUSTED).

    ``near`` is the triple ``(offsets, cells, ways)`` of `gridwalk.shrink.network.Neighbours`.  The caller
    has put the start at step 0, and has taken note if it is a path by itself.
    """
    offsets, cells, ways = near
    depth = state[DEPTH]
    cyclic = rules[CYCLES]
    status = PAUSED
    while budget > 0:
        budget -= 1
        u = cell_of_step[depth]
        i = untried_of_step[depth]
        if i == offsets[u + 1] or depth == rules[MOST]:
            if depth == 0:
                status = EXHAUSTED
                break
            role_of_cell[u] ^= ON_PATH
            if role_of_cell[u] & REQUIRED:
                rules[MISSING] += 1
            depth -= 1
            if depth > 0 or not cyclic:
                close_beside(near, closed_by, cell_of_step[depth], -1)
            state[BACKTRACKS] += 1
            continue
        untried_of_step[depth] = i + 1
        v = cells[i]
        role = role_of_cell[v]
        if not ways[i] & 1 or closed_by[v] or role & (ON_PATH | BARRED):
            continue
        ends = role & EXIT != 0
        stops = ends and not rules[PASSING]
        if cyclic:
            ends = False
            stops = False
            if depth > 0:
                home = way_between(near, v, cell_of_step[0])
                stops = home >= 0
                ends = home > 0 and home & 1 != 0
                ends = ends and (not rules[ONE_DIRECTION] or cell_of_step[1] < v)
                if stops and not ends:
                    continue
        if depth > 0 or not cyclic:
            close_beside(near, closed_by, u, 1)
        depth += 1
        state[EXPANDED] += 1
        cell_of_step[depth] = v
        role_of_cell[v] = role | ON_PATH
        if role & REQUIRED:
            rules[MISSING] -= 1
        untried_of_step[depth] = offsets[v + 1] if stops else offsets[v]
        if ends and rules[MISSING] == 0 and rules[FEWEST] <= depth + cyclic:
            state[FOUNDS] += 1
            if not rules[ALL]:
                status = FOUND
                break
    state[DEPTH] = depth
    return status


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
