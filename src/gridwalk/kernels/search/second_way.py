"""The second of two ways that share no node, of least total cost: one augmentation of a flow.

Suurballe 1974, in the form of Bhandari 1999: a shortest path in the residual graph, where nodes of the first
way have two sides.  Side *v* is where they are entered, ``nodes + v`` where they are left; other nodes have
the side *v* only.  Reduced costs (Edmonds and Karp 1972) are not negative.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, FOUND, NONE, PAUSED, TAIL
from gridwalk.kernels.search.heap import drop, push

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
