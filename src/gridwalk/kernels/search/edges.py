"""One path along the edges of a network: breadth-first, or the cheapest first.

A graph is ``(first_edge, node_of_edge, ...)``: node *u* is left by the edges from ``first_edge[u]`` to below
``first_edge[u + 1]``, each to ``node_of_edge[i]``.  ``edge_of_node[v]`` is the edge by which node *v* was
entered (NONE: not yet), ``before[v]`` the node it left; a source is its own.

The caller owns all memory; the kernels allocate nothing and raise nothing, and trust their arguments.
"""

from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, FOUND, GOAL, HEAD, NONE, PAUSED, TAIL
from gridwalk.kernels.search.heap import dequeue, enqueue
from gridwalk.runtime.kernel import kernel


@kernel
def fewest_edges(graph, is_exit, edge_of_node, before, queue, state, budget, _events):
    """Enter nodes in order of their number of edges, until one that is an exit is left (register GOAL)."""
    first_edge, node_of_edge = graph[0], graph[1]
    head, tail = state[HEAD], state[TAIL]
    state[EXPANDED] -= head
    status = PAUSED
    while budget > 0:
        if head == tail:
            status = EXHAUSTED
            break
        u = queue[head]
        head += 1
        if is_exit[u]:
            state[GOAL] = u
            status = FOUND
            break
        budget -= 1 + first_edge[u + 1] - first_edge[u]
        for i in range(first_edge[u], first_edge[u + 1]):
            v = node_of_edge[i]
            if before[v] == NONE:
                before[v], edge_of_node[v] = u, i
                queue[tail] = v
                tail += 1
    state[HEAD], state[TAIL] = head, tail
    state[EXPANDED] += head
    return status


@kernel
def least_cost(graph, is_exit, cost_of_node, edge_of_node, before, heap, state, budget, _events):
    """Leave nodes in order of their cost, by Dijkstra's algorithm, until one is an exit (register GOAL).

    ``graph[2]`` has the cost of each edge, 0 or more; if ``graph[3]``, the cost of a path is that of its most
    expensive edge, not the sum.  ``cost_of_node`` is *far* but for the sources, which
    are on the *heap* ``(keys, items)``; that has room for them and for every edge.
    """
    first_edge, node_of_edge, cost_of_edge, worst = graph
    keys, items = heap
    size = state[TAIL]
    status = PAUSED
    while budget > 0:
        if size == 0:
            status = EXHAUSTED
            break
        key, u = keys[0], items[0]
        size = dequeue(keys, items, size)
        if key > cost_of_node[u]:
            budget -= 1
            continue
        state[EXPANDED] += 1
        if is_exit[u]:
            state[GOAL] = u
            status = FOUND
            break
        budget -= 1 + first_edge[u + 1] - first_edge[u]
        for i in range(first_edge[u], first_edge[u + 1]):
            v = node_of_edge[i]
            cost = max(key, cost_of_edge[i]) if worst else key + cost_of_edge[i]
            if cost < cost_of_node[v]:
                cost_of_node[v], before[v], edge_of_node[v] = cost, u, i
                size = enqueue(keys, items, size, cost, v)
    state[TAIL] = size
    return status


@kernel
def follow_edges(edge_of_node, before, place_of_edge, goal, places):
    """Fill *places* with the way back from *goal*, node and edge in turn; return how many there are."""
    places[0] = goal
    count, v = 1, goal
    while edge_of_node[v] != NONE:
        places[count], places[count + 1] = place_of_edge[edge_of_node[v]], before[v]
        count += 2
        v = before[v]
    return count
