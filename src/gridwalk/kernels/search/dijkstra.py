"""Distances from cells, each with a value of its own, or to them: Dijkstra's algorithm with an indexed heap.

With a lower bound it is A*.

``heap`` is ``(cell_of_place, place_of_cell, key_of_cell)``, the cell of least key on top: a cell
stands in the heap at most once, so the heap never outgrows the board.  ``place_of_cell`` is NONE
for a cell never seen and CLOSED for one whose distance is final.

``move_of_cell`` (int8) is NONE in the sources and in cells that are not reached.  No cell is reached from one
that was closed later, so that following the moves ends at a source, even if some moves cost nothing.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

from gridwalk.kernels.codes import (
    CLOSE,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    GOAL,
    HEAD,
    NONE,
    OPEN,
    PAUSED,
    PLACE,
    RELAX,
    TAIL,
    record,
)
from gridwalk.runtime.kernel import kernel

CLOSED = -2
LEFT = 6  # register: how many of the cells that are wanted have not been closed


@kernel
def sift_up(heap, place, v):
    """Put *v* at *place* or above it, where its key belongs."""
    cell_of_place, place_of_cell, key_of_cell = heap
    while place > 0:
        above = (place - 1) >> 2
        u = cell_of_place[above]
        if key_of_cell[u] <= key_of_cell[v]:
            break
        cell_of_place[place] = u
        place_of_cell[u] = place
        place = above
    cell_of_place[place] = v
    place_of_cell[v] = place


@kernel
def sift_down(heap, size, v):
    """Put *v* at the top, or below it, where its key belongs."""
    cell_of_place, place_of_cell, key_of_cell = heap
    place = 0
    while 4 * place + 1 < size:
        least = 4 * place + 1
        for below in range(least + 1, min(least + 4, size)):
            if key_of_cell[cell_of_place[below]] < key_of_cell[cell_of_place[least]]:
                least = below
        u = cell_of_place[least]
        if key_of_cell[v] <= key_of_cell[u]:
            break
        cell_of_place[place] = u
        place_of_cell[u] = place
        place = least
    cell_of_place[place] = v
    place_of_cell[v] = place


@kernel
def dijkstra(table, costs, bound_of_cell, most, is_wanted, tree, heap, state, budget, events):
    """Close cells in order of distance, up to *most*, until all that are wanted are closed (register LEFT).

    ``costs`` is ``(cost_of_cell, factor_of_move, extra_of_move, backwards, worst, most_of_step)``: move *m*
    into cell *v* costs ``cost_of_cell[v] * factor_of_move[m] + extra_of_move[m]``, and is not made if that is
    above *most_of_step*.  *backwards*: the table holds the moves that enter each cell, with their offsets
    reversed, and distances are those to the sources.  *worst*: a distance is the cost of the most expensive
    step, not the sum.
    ``bound_of_cell`` is None, and then the heap's keys are the distances themselves; or it is what
    the rest of the way costs at least, a consistent bound, and the keys are the sums: A*.
    ``tree`` is ``(distance_of_cell, move_of_cell)``, distances infinite where unknown.  The caller has put
    the sources in the heap, by value, and their values in the distances.  Register GOAL is the last of the
    cells wanted that was closed.
    """
    moves_of_cell, delta_of_move = table
    cost_of_cell, factor_of_move, extra_of_move, backwards, worst, most_of_step = costs
    distance_of_cell, move_of_cell = tree
    cell_of_place, place_of_cell, key_of_cell = heap
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
        if events is not None:
            record(events, CLOSE, u, state[EXPANDED])
        if is_wanted[u]:
            state[GOAL] = u
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
            cost = cost_of_cell[entered] * factor_of_move[m] + extra_of_move[m]
            beyond = max(distance, cost) if worst else distance + cost
            if beyond < distance_of_cell[v] and beyond <= most and cost <= most_of_step:
                place = place_of_cell[v]
                if place == CLOSED:  # by rounding only: the bound is consistent
                    continue
                distance_of_cell[v] = beyond
                move_of_cell[v] = m
                if bound_of_cell is not None:
                    key_of_cell[v] = beyond + bound_of_cell[v]
                if events is not None:
                    record(events, OPEN if place == NONE else RELAX, v, u)
                if place == NONE:
                    place = state[TAIL]
                    state[TAIL] = place + 1
                sift_up(heap, place, v)
    return PAUSED


@kernel
def follow_moves(delta_of_move, move_of_cell, goal, cell_of_step):
    """Fill *cell_of_step* with the way from the goal back to its source; return how many cells it has."""
    v, steps = goal, 0
    while True:
        cell_of_step[steps] = v
        steps += 1
        if move_of_cell[v] == NONE:
            return steps
        v = v - delta_of_move[move_of_cell[v]] & PLACE


@kernel
def point(table, costs, tree, state, budget, events):
    """Set each cell's first move, in move order, of a cheapest path that makes it nearer.

    The arguments are those of `dijkstra` backwards, but for the table, which is that of the board.  Cells
    that no cheapest path leaves by a move that costs something keep the move they have.  A cell of value 0
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
