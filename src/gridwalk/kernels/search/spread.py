"""Distances from cells, each with a value of its own, or to them: Dijkstra's algorithm on all the board.

``heap`` is that of `gridwalk.kernels.search.dijkstra`, its keys are the distances.  ``move_of_cell`` (int8)
is NONE in the sources and in cells that are not reached.  No cell is reached from one that was closed later,
so that following the moves ends at a source, even if some moves cost nothing.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import (
    EXHAUSTED,
    EXPANDED,
    FOUND,
    HEAD,
    NONE,
    PAUSED,
    PLACE,
    TAIL,
)
from gridwalk.kernels.search.dijkstra import CLOSED, sift_down, sift_up

LEFT = 6  # register: how many of the cells that are wanted have not been closed


@kernel
def spread(table, costs, most, is_wanted, tree, heap, state, budget, events):
    """Close cells in order of distance, up to *most*, until all that are wanted are closed (register LEFT).

    ``costs`` is ``(cost_of_cell, factor_of_move, extra_of_move, backwards)``: move *m* into cell *v* costs
    ``cost_of_cell[v] * factor_of_move[m] + extra_of_move[m]``.  *backwards*: the table holds the moves that
    enter each cell, with their offsets reversed, and distances are those to the sources.
    ``tree`` is ``(distance_of_cell, move_of_cell)``, distances infinite where unknown.  The caller has put
    the sources in the heap, by value, and their values in the distances.
    """
    moves_of_cell, delta_of_move = table
    cost_of_cell, factor_of_move, extra_of_move, backwards = costs
    distance_of_cell, move_of_cell = tree
    cell_of_place, place_of_cell, _ = heap
    for _ in range(budget):
        size = state[TAIL]
        if size == 0:
            return EXHAUSTED
        u = cell_of_place[0] & PLACE
        place_of_cell[u] = CLOSED
        state[TAIL] = size - 1
        if size > 1:
            sift_down(heap, size - 1, cell_of_place[size - 1])
        state[EXPANDED] += 1
        if is_wanted[u]:
            state[LEFT] -= 1
            if state[LEFT] == 0:
                return FOUND
        distance = distance_of_cell[u]
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if not legal >> m & 1:
                continue
            v = u + delta_of_move[m] & PLACE
            entered = u if backwards else v
            beyond = distance + (cost_of_cell[entered] * factor_of_move[m] + extra_of_move[m])
            if beyond < distance_of_cell[v] and beyond <= most:
                place = place_of_cell[v]
                distance_of_cell[v] = beyond
                move_of_cell[v] = m
                if place == NONE:
                    place = state[TAIL]
                    state[TAIL] = place + 1
                sift_up(heap, place, v)
    return PAUSED


@kernel
def point(table, costs, tree, state, budget, events):
    """Give each cell its first move, in move order, of those of cheapest paths that make it nearer.

    The arguments are those of `spread` backwards, but for the table, which is that of the board.  Cells that
    no cheapest path leaves by a move that costs something keep the move they have.  A cell of value 0
    without a move is a source.
    """
    moves_of_cell, delta_of_move = table
    cost_of_cell, factor_of_move, extra_of_move, _ = costs
    distance_of_cell, move_of_cell = tree
    first = state[HEAD]
    last = min(first + budget, len(distance_of_cell))
    for u in range(first, last):
        distance = distance_of_cell[u]
        if move_of_cell[u] == NONE:
            continue
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                v = u + delta_of_move[m] & PLACE
                nearer = distance_of_cell[v]
                cost = cost_of_cell[v] * factor_of_move[m] + extra_of_move[m]
                if nearer < distance and nearer + cost == distance:
                    move_of_cell[u] = m
                    break
    state[HEAD] = last
    return EXHAUSTED if last == len(distance_of_cell) else PAUSED


@kernel
def enter(table, entering, state, budget, events):
    """Fill *entering*, zero at first, with the moves that enter each cell: bit *m* of the cell entered."""
    moves_of_cell, delta_of_move = table
    first = state[HEAD]
    last = min(first + budget, len(moves_of_cell))
    for u in range(first, last):
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                entering[u + delta_of_move[m] & PLACE] |= 1 << m
    state[HEAD] = last
    return EXHAUSTED if last == len(moves_of_cell) else PAUSED
