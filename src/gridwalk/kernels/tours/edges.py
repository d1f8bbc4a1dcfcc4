"""Tours by their edges: every cell keeps exactly two of its moves, and what follows from that is forced.

A graph is ``(first_of_cell, cell_of_edge, twin_of_edge)``: the edges of *v* are
``first_of_cell[v]`` to ``first_of_cell[v + 1]``, each there from both of its ends, one the
other's twin.  ``marks`` is ``(mark_of_edge, kept_of_cell, left_of_cell, mate_of_cell)``: how an
edge is marked, how many of a cell's edges are kept, how many are not removed, and, at the two
ends of a chain of kept edges, its other end.

A search keeps an edge, follows what is forced, and where that breaks a rule removes the edge
instead.  The rules are few, so that anybody can check a refutation: the edges decided on in
order, with a NONE wherever a rule is broken, are all there is to know.

Room: *trail* has an entry for each edge, which is marked once; *levels* one more than there are cells,
for each level but the last keeps an edge and a tour has as many as cells; *waits* an entry a cell.
The *proof* takes what fits.
"""

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.codes import BACKTRACKS, EXHAUSTED, EXPANDED, FOUND, NONE, PAUSED

FREE, KEPT, REMOVED = 0, 1, 2

# Indices of ``place``: how much of each array is in use.
TRAIL, WAITING, LEVEL, KEPT_EDGES, LOGGED, BROKEN = range(6)
PLACES = 6


@inline_kernel
def wait(v, waits, place):
    """Put *v* among the cells that may force something."""
    cell_of_place, is_waiting = waits
    if not is_waiting[v]:
        is_waiting[v] = 1
        cell_of_place[place[WAITING]] = v
        place[WAITING] += 1


@kernel
def remove(graph, marks, e, waits, trail, place):
    """Remove the free edge *e*; a cell left with one edge breaks the rules."""
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
        wait(u, waits, place)
    if left_of_cell[v] == 2:
        wait(v, waits, place)


@kernel
def keep(graph, marks, e, waits, trail, place):
    """Keep the free edge *e*; a third edge at a cell, or a cycle of some cells only, breaks the rules."""
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
        wait(u, waits, place)
    if kept_of_cell[v] == 2:
        wait(v, waits, place)
    if closes:
        return
    a, b = mate_of_cell[u], mate_of_cell[v]
    mate_of_cell[a], mate_of_cell[b] = b, a
    if place[KEPT_EDGES] + 1 < cells:
        if first_of_cell[a + 1] - first_of_cell[a] > first_of_cell[b + 1] - first_of_cell[b]:
            a, b = b, a  # look where there are fewer edges
        for edge in range(first_of_cell[a], first_of_cell[a + 1]):
            if cell_of_edge[edge] == b and mark_of_edge[edge] == FREE:
                remove(graph, marks, edge, waits, trail, place)


@kernel
def follow(graph, marks, waits, trail, place):
    """Keep and remove all that is forced, until nothing is or a rule is broken."""
    first_of_cell = graph[0]
    mark_of_edge, kept_of_cell, left_of_cell, _ = marks
    cell_of_place, is_waiting = waits
    while place[WAITING]:
        place[WAITING] -= 1
        v = cell_of_place[place[WAITING]]
        is_waiting[v] = 0
        if place[BROKEN]:
            continue
        for e in range(first_of_cell[v], first_of_cell[v + 1]):
            if mark_of_edge[e] == FREE and not place[BROKEN]:
                if kept_of_cell[v] == 2:
                    remove(graph, marks, e, waits, trail, place)
                elif left_of_cell[v] == 2:
                    keep(graph, marks, e, waits, trail, place)


@kernel
def undo(graph, marks, trail, place, length):
    """Take back all marks after the first *length*."""
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
            # Each end of a chain is again the mate of its other end; a cell alone is its own.
            a = mate_of_cell[u] if kept_of_cell[u] else u
            b = mate_of_cell[v] if kept_of_cell[v] else v
            mate_of_cell[a], mate_of_cell[b] = u, v
        else:
            left_of_cell[u] += 1
            left_of_cell[v] += 1
        mark_of_edge[e] = mark_of_edge[twin] = FREE


@kernel
def next_edge(graph, marks):
    """Return the edge to decide on: at a chain's end of fewest edges left, to the cell of fewest; or NONE."""
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
def note(proof, place, word):
    """Write a word of the proof; one that does not fit is only counted."""
    if place[LOGGED] < len(proof):
        proof[place[LOGGED]] = word
    place[LOGGED] += 1


@kernel
def edge_search(graph, marks, waits, trail, levels, proof, place, state, budget, events):
    """Decide on edge after edge until a tour is kept (FOUND), none can be (EXHAUSTED), or PAUSED.

    ``levels`` is ``(edge_of_level, trail_of_level)``; *events* stays empty.
    """
    edge_of_level, trail_of_level = levels
    cells = len(marks[1])
    while budget > 0:
        budget -= cells
        follow(graph, marks, waits, trail, place)
        if not place[BROKEN]:
            if place[KEPT_EDGES] == cells:
                return FOUND
            e = next_edge(graph, marks)
            level = place[LEVEL]
            edge_of_level[level], trail_of_level[level] = e, place[TRAIL]
            place[LEVEL] = level + 1
            state[EXPANDED] += 1
            note(proof, place, e)
            keep(graph, marks, e, waits, trail, place)
        else:
            note(proof, place, NONE)
            if place[LEVEL] == 0:
                return EXHAUSTED
            level = place[LEVEL] - 1
            place[LEVEL] = level
            state[BACKTRACKS] += 1
            undo(graph, marks, trail, place, trail_of_level[level])
            place[BROKEN] = 0
            remove(graph, marks, edge_of_level[level], waits, trail, place)
    return PAUSED
