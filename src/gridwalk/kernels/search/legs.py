"""Legs of a path: cheapest ways in a graph where some nodes have prices and some may only be ends.

A graph is ``(first, near)``: the arcs of node *v* are ``first[v]:first[v + 1]``, and arc *a* leads to
``near[a]``.  It costs ``weight[a]``; where all arcs cost 1, ``weight`` is None.  ``role_of_node`` is `OPEN`,
`CLOSED` (the node may be reached, and is not left again) or `TARGET`.

The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, FOUND, GOAL, HEAD, PAUSED, TAIL
from gridwalk.kernels.search.heap import drop, push

OPEN, CLOSED, TARGET = 0, 1, 2
FAR = float("inf")


@kernel
def list_moves(table, costs, graph, weight, state, budget, events):
    """Write the legal moves of a board as arcs; move *m* into *v* costs as in `dijkstra`.

    ``first`` comes in zero, and has an entry more than there are cells.
    """
    moves_of_cell, delta_of_move = table
    cost_of_cell, factor_of_move, extra_of_move = costs
    first, near = graph
    begin = state[HEAD]
    end = min(begin + budget, len(moves_of_cell))
    arc = first[begin]
    for u in range(begin, end):
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                v = u + delta_of_move[m]
                near[arc] = v
                if weight is not None:
                    weight[arc] = cost_of_cell[v] * factor_of_move[m] + extra_of_move[m]
                arc += 1
        first[u + 1] = arc
    state[HEAD] = end
    state[EXPANDED] += end - begin
    return EXHAUSTED if end == len(moves_of_cell) else PAUSED


@kernel
def list_corridors(edges, place, near, step, state, budget, events):
    """Write edges as arcs: from their tails as steps *e*, and unless they are one-way from their heads as ~e.

    ``place[u]`` starts as where node *u*'s arcs begin, and ends where they end.
    """
    tail, head, one_way = edges
    begin = state[HEAD]
    end = min(begin + budget, len(tail))
    for e in range(begin, end):
        u, v = tail[e], head[e]
        near[place[u]], step[place[u]] = v, e
        place[u] += 1
        if not one_way[e]:
            near[place[v]], step[place[v]] = u, ~e
            place[v] += 1
    state[HEAD] = end
    state[EXPANDED] += end - begin
    return EXHAUSTED if end == len(tail) else PAUSED


@kernel
def wave(graph, role_of_node, distance_of_node, queue, state, budget, events):
    """Fill *distance_of_node* where all arcs cost 1, wave by wave; the caller has put in the sources, at 0.

    It is `FAR` in nodes not reached.
    """
    first, near = graph
    head, tail = state[HEAD], state[TAIL]
    for _ in range(budget):
        if head == tail:
            return EXHAUSTED
        u = queue[head]
        head += 1
        if role_of_node[u] != CLOSED:
            beyond = distance_of_node[u] + 1
            for arc in range(first[u], first[u + 1]):
                v = near[arc]
                if distance_of_node[v] == FAR:
                    distance_of_node[v] = beyond
                    queue[tail] = v
                    tail += 1
        state[HEAD], state[TAIL] = head, tail
        state[EXPANDED] += 1
    return PAUSED


@kernel
def leg(graph, weight, role_of_node, prices, tree, number, heap, state, budget, events):
    """Expand nodes in order of cost plus bound until a `TARGET` is expanded (register GOAL): A*.

    ``prices`` is ``(price_of_node, bound_of_node)``: to enter a node costs its price, too, and from it the
    rest costs at least the bound, a consistent one.  ``tree`` is ``(distance_of_node,
    parent_of_node, seen_of_node)``: the first two hold where ``seen`` is ``2 * number`` (in the heap) or
    one more (expanded), so that no search has to clear them.  The caller has put the sources in the heap.
    """
    first, near = graph
    price_of_node, bound_of_node = prices
    distance_of_node, parent_of_node, seen_of_node = tree
    size = state[TAIL]
    for _ in range(budget):
        if size == 0:
            return EXHAUSTED
        u = int(heap[0, 1])
        size = drop(heap, size)
        state[TAIL] = size
        if seen_of_node[u] == 2 * number + 1:
            continue
        seen_of_node[u] = 2 * number + 1
        state[EXPANDED] += 1
        if role_of_node[u] == TARGET:
            state[GOAL] = u
            return FOUND
        if role_of_node[u] == CLOSED:
            continue
        for arc in range(first[u], first[u + 1]):
            v = near[arc]
            distance = distance_of_node[u] + price_of_node[v]
            if weight is None:
                distance += 1
            else:
                distance += weight[arc]
            if seen_of_node[v] < 2 * number or (
                seen_of_node[v] == 2 * number and distance < distance_of_node[v]
            ):
                key = distance + bound_of_node[v]
                if key == FAR:
                    continue
                seen_of_node[v] = 2 * number
                distance_of_node[v] = distance
                parent_of_node[v] = u
                size = push(heap, size, key, v)
        state[TAIL] = size
    return PAUSED
