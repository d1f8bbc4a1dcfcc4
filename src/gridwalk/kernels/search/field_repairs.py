"""Distances from cells, or to them, after some moves or costs have changed: the cells that change, no others.

First, in order of distance, cells that nothing nearer explains any more lose their distances (`forget`).
Then these cells, and those around the change, take what their neighbours offer, and what gets nearer goes on
from cell to cell (`restore`): Dijkstra's algorithm from the rim (Ramalingam and Reps 1996).  All moves cost
more than nothing, so what explains a distance is nearer.  Sums are added in the order of `dijkstra`.

``costs`` is ``(cost_of_cell, factor_of_move, extra_of_move, backwards)`` as for `dijkstra`, but for one cost
alone where all cells cost the same.  ``sources`` is ``(places, values)`` by place.  ``heap`` is that of
`dijkstra`, on distances; ``place_of_cell`` comes and goes with NONE everywhere.  ``touched`` are the cells
whose distances changed; if it has no room for them the kernels return NONE, and leave everything half done.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.kernels.codes import NONE
from gridwalk.kernels.search.dijkstra import sift_down, sift_up
from gridwalk.runtime.kernel import inline_kernel, kernel


@inline_kernel
def joined(table, m, u, leaves):
    """Return the cell that move *m* leads to from *u*, or comes from into *u*; NONE if it is illegal."""
    moves_of_cell, delta_of_move = table
    v = u + delta_of_move[m] if leaves else u - delta_of_move[m]
    if v < 0 or v >= len(moves_of_cell) or not moves_of_cell[u if leaves else v] >> m & 1:
        return NONE
    return v


@inline_kernel
def cost_of(costs, m, v):
    """Return what the move *m* into *v* costs."""
    cost_of_cell, factor_of_move, extra_of_move, _ = costs
    return cost_of_cell[v if len(cost_of_cell) > 1 else 0] * factor_of_move[m] + extra_of_move[m]


@kernel
def value_of(sources, u):
    """Return the value of *u* as a source, infinite if it is none."""
    places, values = sources
    low, high = 0, len(places)
    while low < high:
        middle = (low + high) >> 1
        if places[middle] < u:
            low = middle + 1
        else:
            high = middle
    return values[low] if low < len(places) and places[low] == u else np.inf


@kernel
def offered(table, costs, sources, distance_of_cell, u):
    """Return the least distance that the neighbours of *u*, or its value as a source, offer it."""
    least, leaves = value_of(sources, u), costs[3] != 0
    for m in range(len(table[1])):
        v = joined(table, m, u, leaves)
        if v != NONE:
            least = min(least, distance_of_cell[v] + cost_of(costs, m, v if leaves else u))
    return least


@inline_kernel
def top_of(heap, size):
    """Take the cell of least distance from a heap of *size* cells, and return it."""
    cell_of_place, place_of_cell, _ = heap
    u = np.int64(cell_of_place[0])
    place_of_cell[u] = NONE
    if size > 1:
        sift_down(heap, size - 1, np.int64(cell_of_place[size - 1]))
    return u


@kernel
def forget(table, costs, sources, heap, cells, touched):
    """Make the distance of each cell infinite that nothing explains now; return how many are *touched*.

    *cells* are those of which moves or their costs changed, each once.
    """
    _, place_of_cell, distance_of_cell = heap
    size, count, leaves = 0, 0, costs[3] != 0
    for i in range(len(cells)):
        if distance_of_cell[cells[i]] < np.inf:
            sift_up(heap, size, cells[i])
            size += 1
    while size > 0:
        u = top_of(heap, size)
        size -= 1
        distance = distance_of_cell[u]
        if offered(table, costs, sources, distance_of_cell, u) <= distance:
            continue
        if count == len(touched):
            return NONE
        touched[count] = u
        count += 1
        distance_of_cell[u] = np.inf
        for m in range(len(table[1])):
            w = joined(table, m, u, not leaves)
            if w == NONE or place_of_cell[w] != NONE:
                continue
            if distance_of_cell[w] == distance + cost_of(costs, m, u if leaves else w):
                sift_up(heap, size, w)
                size += 1
    return count


@kernel
def restore(table, costs, sources, heap, cells, touched, count):
    """Give *cells* and the *count* touched their distances, and all whom that helps; return the new count."""
    _, place_of_cell, distance_of_cell = heap
    size, leaves = 0, costs[3] != 0
    for i in range(len(cells) + count):
        u = np.int64(cells[i]) if i < len(cells) else np.int64(touched[i - len(cells)])
        distance = offered(table, costs, sources, distance_of_cell, u)
        if distance < distance_of_cell[u]:
            distance_of_cell[u] = distance
            is_new = place_of_cell[u] == NONE
            sift_up(heap, size if is_new else place_of_cell[u], u)
            size += is_new
    while size > 0:
        u = top_of(heap, size)
        size -= 1
        if count == len(touched):
            return NONE
        touched[count] = u
        count += 1
        for m in range(len(table[1])):
            w = joined(table, m, u, not leaves)
            if w == NONE:
                continue
            distance = distance_of_cell[u] + cost_of(costs, m, u if leaves else w)
            if distance < distance_of_cell[w]:
                distance_of_cell[w] = distance
                is_new = place_of_cell[w] == NONE
                sift_up(heap, size if is_new else place_of_cell[w], w)
                size += is_new
    return count


@kernel
def first_move(table, costs, sources, distance_of_cell, u):
    """Return the first move of *u*, in move order, that begins a cheapest path to a goal; NONE at its end."""
    distance = distance_of_cell[u]
    if distance < np.inf and distance != value_of(sources, u):
        for m in range(len(table[1])):
            v = joined(table, m, u, True)
            if v != NONE and distance_of_cell[v] + cost_of(costs, m, v) == distance:
                return m
    return NONE


@kernel
def repoint(table, costs, sources, distance_of_cell, move_of_cell, cells):
    """Point *cells*, and those before them that a change of theirs concerns, to the goals again."""
    for i in range(len(cells)):
        u = np.int64(cells[i])
        move_of_cell[u] = first_move(table, costs, sources, distance_of_cell, u)
        for m in range(len(table[1])):
            w = joined(table, m, u, False)
            if w == NONE:
                continue
            beyond = distance_of_cell[u] + cost_of(costs, m, u)
            if move_of_cell[w] == m or beyond == distance_of_cell[w]:
                move_of_cell[w] = first_move(table, costs, sources, distance_of_cell, w)
