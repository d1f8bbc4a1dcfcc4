"""Legs of a path: cheapest ways in a graph where some nodes have prices and some may only be ends.

A graph is ``(first, near)``: the arcs of node *v* are ``first[v]:first[v + 1]``, and arc *a* leads to
``near[a]``.  It costs ``weight[a]``; where all arcs cost 1, ``weight`` is None.  ``role_of_node`` is `OPEN`,
`CLOSED` (the node may be reached, and is not left again) or `TARGET`.

The caller owns all memory; the kernels allocate nothing and raise nothing.

The second of two ways that share no node, of least total cost: one augmentation of a flow.

Suurballe 1974, in the form of Bhandari 1999: a shortest path in the residual graph, where nodes of the first
way have two sides.  Side *v* is where they are entered, ``nodes + v`` where they are left; other nodes have
the side *v* only.  Reduced costs (Edmonds and Karp 1972) are not negative.

The order of many stops: local search by Or-opt and 2-opt, and random kicks between.

``leg[i, j]`` is what the leg from stop *i* to stop *j* costs; costs may differ with the direction.  ``order``
begins with stop 0 and ends with the last one, and both stay in place.
"""

from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, FOUND, GOAL, HEAD, NONE, PAUSED, TAIL
from gridwalk.kernels.makers.chance import below
from gridwalk.kernels.search.heap import drop, push
from gridwalk.runtime.kernel import kernel

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


SOURCE, FIRST_END, SECOND_END = 0, 1, 2  # entries of ``ends``


@kernel
def second_way(graph, weight, way, potential_of_node, ends, tree, heap, state, budget, events):
    """Expand sides until the second end is expanded; ``parent_of_side`` then leads back to the source.

    ``way`` is ``(next_of_node, before_of_node)`` along the first way, NONE elsewhere; ``tree`` is
    ``(distance_of_side, parent_of_side, done_of_side)``.  The caller has put the source in the heap, as the
    side where it is left, and cleared the tree: distances infinite, nothing done.
    """
    first, near = graph
    next_of_node, before_of_node = way
    distance_of_side, parent_of_side, done_of_side = tree
    nodes = len(first) - 1
    source, first_end, second_end = ends[SOURCE], ends[FIRST_END], ends[SECOND_END]
    size = state[TAIL]
    for _ in range(budget):
        if size == 0:
            return EXHAUSTED
        side = int(heap[0, 1])
        size = drop(heap, size)
        state[TAIL] = size
        if done_of_side[side]:
            continue
        done_of_side[side] = 1
        state[EXPANDED] += 1
        if side == second_end:
            return FOUND
        u = side % nodes
        on_way = next_of_node[u] != NONE or u == first_end
        distance = distance_of_side[side]
        if on_way and u != source:
            # Backwards along the first way, at no reduced cost: what goes there is taken back.
            back = nodes + before_of_node[u] if side < nodes else u
            if back != nodes + source and distance < distance_of_side[back]:
                distance_of_side[back], parent_of_side[back] = distance, side
                size = push(heap, size, distance, back)
        if not on_way or side >= nodes:
            for arc in range(first[u], first[u + 1]):
                v = near[arc]
                if v == source or v == next_of_node[u]:
                    continue
                beyond = distance + weight[arc] + potential_of_node[u] - potential_of_node[v]
                if beyond < distance_of_side[v]:
                    distance_of_side[v], parent_of_side[v] = beyond, side
                    size = push(heap, size, beyond, v)
        state[TAIL] = size
    return PAUSED


SEGMENT = 3  # the maximum of stops that are moved together


@kernel
def cost_of(leg, order):
    """Return what the legs cost in this order."""
    total = 0.0
    for i in range(len(order) - 1):
        total += leg[order[i], order[i + 1]]
    return total


@kernel
def reverse(order, i, j):
    """Reverse ``order[i:j]``."""
    j -= 1
    while i < j:
        order[i], order[j] = order[j], order[i]
        i += 1
        j -= 1


@kernel
def exchange(order, i, j, k):
    """Put ``order[j:k]`` before ``order[i:j]``."""
    reverse(order, i, j)
    reverse(order, j, k)
    reverse(order, i, k)


@kernel
def better_by_reversal(leg, order, least):
    """Reverse the first stretch that gains more than *least* (2-opt); return whether there is one."""
    n = len(order)
    for i in range(1, n - 2):
        before = order[i - 1]
        forth = back = 0.0
        for j in range(i + 1, n - 1):
            forth += leg[order[j - 1], order[j]]
            back += leg[order[j], order[j - 1]]
            after = order[j + 1]
            now = leg[before, order[i]] + forth + leg[order[j], after]
            if leg[before, order[j]] + back + leg[order[i], after] < now - least:
                reverse(order, i, j + 1)
                return True
    return False


@kernel
def better_by_move(leg, order, least):
    """Move the first short stretch that gains more than *least* so (Or-opt); return whether there is one."""
    n = len(order)
    for size in range(1, SEGMENT + 1):
        for i in range(1, n - size):
            first, last = order[i], order[i + size - 1]
            before, after = order[i - 1], order[i + size]
            gain = leg[before, first] + leg[last, after] - leg[before, after]
            for j in range(n - 1):
                if i - 1 <= j < i + size:
                    continue
                u, v = order[j], order[j + 1]
                if leg[u, first] + leg[last, v] - leg[u, v] < gain - least:
                    if j < i:
                        exchange(order, j + 1, i, i + size)
                    else:
                        exchange(order, i, i + size, j + 1)
                    return True
    return False


@kernel
def better_orders(leg, order, best, value, least, random, kicks, state, budget, events):
    """Improve *order*, kick it, improve it again, *kicks* times; *best* keeps the best, *value* its cost.

    A kick exchanges two random stretches next to each other; a worse order goes back to the best.
    """
    n = len(order)
    done = 0
    while done < budget:
        done += n * n
        state[EXPANDED] += n * n
        if better_by_move(leg, order, least) or better_by_reversal(leg, order, least):
            continue
        cost = cost_of(leg, order)
        if cost < value[0] - least:
            value[0] = cost
            for i in range(n):
                best[i] = order[i]
        else:
            for i in range(n):
                order[i] = best[i]
        if state[HEAD] == kicks or n < 5:
            return EXHAUSTED
        state[HEAD] += 1
        # Three cuts, each between two stops.
        a = 1 + below(random, n - 3)
        c = a + 2 + below(random, n - 2 - a)
        b = a + 1 + below(random, c - a - 1)
        exchange(order, a, b, c)
    return PAUSED
