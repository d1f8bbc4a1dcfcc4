"""Search for a closed tour by its edges: every cell keeps exactly two, and what follows from that is forced.

A graph is ``(first_of_cell, cell_of_edge, twin_of_edge)``: the edges of *v* are
``first_of_cell[v]`` to ``first_of_cell[v + 1]``.  Each edge is listed at both of its cells; the two entries
are *twins*.  ``marks`` is ``(mark_of_edge, kept_of_cell, left_of_cell, mate_of_cell)``: the mark of an
edge, how many edges of a cell are kept, how many are not removed, and, for the two ends of a chain of
kept edges, the other end.

The search keeps an edge and follows what is forced.  Where that breaks a rule it backtracks and removes the
edge instead.  The rules are few, so that a refutation can be checked by hand: the *proof* lists the
edges decided on, in order, with a NONE wherever a rule is broken.

Room: *trail* has an entry for each edge, which is marked once.  *levels* has one more than there are cells:
each level but the last keeps an edge, and a tour has as many edges as cells.  *pending* has an entry a cell.
The *proof* takes what fits.
"""

from gridwalk.runtime.codes import BACKTRACKS, EXHAUSTED, EXPANDED, FOUND, NONE, PAUSED
from gridwalk.runtime.kernel import inline_kernel, kernel

FREE, KEPT, REMOVED = 0, 1, 2

# Indices of ``place``: how much of each array is in use.
TRAIL, PENDING, LEVEL, KEPT_EDGES, LOGGED, BROKEN = range(6)
PLACES = 6


@inline_kernel
def push(v, pending, place):
    """Put *v* on the stack of cells whose edges may be forced."""
    cell_of_place, is_pending = pending
    if not is_pending[v]:
        is_pending[v] = 1
        cell_of_place[place[PENDING]] = v
        place[PENDING] += 1


@kernel
def remove(graph, marks, e, pending, trail, place):
    """Remove the free edge *e*; a cell with fewer than two edges left breaks the rules."""
    mark_of_edge, left_of_cell = marks[0], marks[2]
    v, twin = graph[1][e], graph[2][e]
    u = graph[1][twin]
    mark_of_edge[e] = mark_of_edge[twin] = REMOVED
    trail[place[TRAIL]] = e
    place[TRAIL] += 1
    left_of_cell[u] -= 1
    left_of_cell[v] -= 1
    if left_of_cell[u] < 2 or left_of_cell[v] < 2:
        place[BROKEN] = 1
    if left_of_cell[u] == 2:
        push(u, pending, place)
    if left_of_cell[v] == 2:
        push(v, pending, place)


@kernel
def keep(graph, marks, e, pending, trail, place):
    """Keep the free edge *e*; a third kept edge at a cell, or a cycle without all cells, breaks the rules."""
    first_of_cell, cell_of_edge, twin_of_edge = graph
    mark_of_edge, kept_of_cell, _, mate_of_cell = marks
    v, twin = cell_of_edge[e], twin_of_edge[e]
    u = cell_of_edge[twin]
    cells = len(kept_of_cell)
    closes = mate_of_cell[u] == v
    if kept_of_cell[u] == 2 or kept_of_cell[v] == 2 or (closes and place[KEPT_EDGES] + 1 < cells):
        place[BROKEN] = 1
        return
    mark_of_edge[e] = mark_of_edge[twin] = KEPT
    trail[place[TRAIL]] = e
    place[TRAIL] += 1
    place[KEPT_EDGES] += 1
    kept_of_cell[u] += 1
    kept_of_cell[v] += 1
    if kept_of_cell[u] == 2:
        push(u, pending, place)
    if kept_of_cell[v] == 2:
        push(v, pending, place)
    if closes:
        return
    a, b = mate_of_cell[u], mate_of_cell[v]
    mate_of_cell[a], mate_of_cell[b] = b, a
    if place[KEPT_EDGES] + 1 < cells:
        if first_of_cell[a + 1] - first_of_cell[a] > first_of_cell[b + 1] - first_of_cell[b]:
            a, b = b, a  # search the shorter list
        for edge in range(first_of_cell[a], first_of_cell[a + 1]):
            if cell_of_edge[edge] == b and mark_of_edge[edge] == FREE:
                remove(graph, marks, edge, pending, trail, place)


@kernel
def propagate(graph, marks, pending, trail, place):
    """Keep and remove all edges that are forced, until none is or a rule is broken."""
    first_of_cell = graph[0]
    mark_of_edge, kept_of_cell, left_of_cell, _ = marks
    cell_of_place, is_pending = pending
    while place[PENDING]:
        place[PENDING] -= 1
        v = cell_of_place[place[PENDING]]
        is_pending[v] = 0
        if place[BROKEN]:
            continue
        for e in range(first_of_cell[v], first_of_cell[v + 1]):
            if mark_of_edge[e] == FREE and not place[BROKEN]:
                if kept_of_cell[v] == 2:
                    remove(graph, marks, e, pending, trail, place)
                elif left_of_cell[v] == 2:
                    keep(graph, marks, e, pending, trail, place)


@kernel
def undo(graph, marks, trail, place, length):
    """Undo all marks of the trail but the first *length*."""
    cell_of_edge, twin_of_edge = graph[1], graph[2]
    mark_of_edge, kept_of_cell, left_of_cell, mate_of_cell = marks
    while place[TRAIL] > length:
        place[TRAIL] -= 1
        e = trail[place[TRAIL]]
        twin = twin_of_edge[e]
        v, u = cell_of_edge[e], cell_of_edge[twin]
        if mark_of_edge[e] == KEPT:
            kept_of_cell[u] -= 1
            kept_of_cell[v] -= 1
            place[KEPT_EDGES] -= 1
            # The chain falls into two, each with its own ends; a cell without edges is its own mate.
            a = mate_of_cell[u] if kept_of_cell[u] else u
            b = mate_of_cell[v] if kept_of_cell[v] else v
            mate_of_cell[a], mate_of_cell[b] = u, v
        else:
            left_of_cell[u] += 1
            left_of_cell[v] += 1
        mark_of_edge[e] = mark_of_edge[twin] = FREE


@kernel
def next_edge(graph, marks):
    """Return the edge to decide on, or NONE if none is free.

    It leads from the end of a chain with the fewest edges left (without chains: from a cell with the
    fewest) to a cell with the fewest edges left.
    """
    first_of_cell, cell_of_edge, _ = graph
    mark_of_edge, kept_of_cell, left_of_cell, _ = marks
    best, fewest = NONE, 1 << 30
    for v in range(len(kept_of_cell)):
        if kept_of_cell[v] < 2:
            left = left_of_cell[v] + (1 - kept_of_cell[v]) * (1 << 20)
            if left < fewest:
                best, fewest = v, left
    if best == NONE:
        return NONE
    edge, fewest = NONE, 1 << 30
    for e in range(first_of_cell[best], first_of_cell[best + 1]):
        if mark_of_edge[e] == FREE and left_of_cell[cell_of_edge[e]] < fewest:
            edge, fewest = e, left_of_cell[cell_of_edge[e]]
    return edge


@inline_kernel
def write(proof, place, entry):
    """Write an entry of the proof; one that does not fit is only counted."""
    if place[LOGGED] < len(proof):
        proof[place[LOGGED]] = entry
    place[LOGGED] += 1


@kernel
def edge_search(graph, marks, pending, trail, levels, proof, place, state, budget, events):
    """Decide on edges until those kept are a tour (FOUND), all cases are refuted (EXHAUSTED), or PAUSED.

    ``levels`` is ``(edge_of_level, trail_of_level)``; *events* stays empty.
    """
    edge_of_level, trail_of_level = levels
    cells = len(marks[1])
    while budget > 0:
        budget -= cells
        propagate(graph, marks, pending, trail, place)
        if not place[BROKEN]:
            if place[KEPT_EDGES] == cells:
                return FOUND
            e = next_edge(graph, marks)
            level = place[LEVEL]
            edge_of_level[level], trail_of_level[level] = e, place[TRAIL]
            place[LEVEL] = level + 1
            state[EXPANDED] += 1
            write(proof, place, e)
            keep(graph, marks, e, pending, trail, place)
        else:
            write(proof, place, NONE)
            if place[LEVEL] == 0:
                return EXHAUSTED
            level = place[LEVEL] - 1
            place[LEVEL] = level
            state[BACKTRACKS] += 1
            undo(graph, marks, trail, place, trail_of_level[level])
            place[BROKEN] = 0
            remove(graph, marks, edge_of_level[level], pending, trail, place)
    return PAUSED
