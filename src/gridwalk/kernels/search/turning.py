"""A cheapest path where turns have a price, too: A* over states, a cell and the direction it was entered in.

State ``v * headings + heading`` is cell *v*, entered in that direction; *heading* 0 is none, that of starts.
A move of heading 0, through a portal, keeps the direction.

No cheapest walk needs a cell twice: to leave out a way from a cell back to it never adds a turn, for it is
a turn less or more whether two directions differ.  Here none is found: a cheaper value must be below the
one that was offered when the walk left the cell for the first time.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, FOUND, FULL, GOAL, NONE, PAUSED, PLACE, TAIL
from gridwalk.kernels.search.heap import dequeue, enqueue
from gridwalk.runtime.kernel import kernel


@kernel
def cheapest_turning(table, costs, ways, bound_of_cell, is_exit, tree, heap, state, budget, _events):
    """Enter states in the order of their value and bound, until one is an exit's (register GOAL).

    ``costs`` is ``(cost_of_cell, factor_of_move, extra_of_move)``, ``ways`` is ``(heading_of_move, headings,
    turn, slack)``: what a turn costs, and how much more than the best of its cell a state may be worth; one
    that is worth a turn more leads to no better path than that.  ``tree`` is ``(value_of_state,
    move_of_state, heading_before, least_of_cell)``: the values, infinite where unknown, the move into the
    state and the heading before it, and the least value of a cell.  The starts are on the heap ``(keys,
    items)``.  FULL: it has no room for more; go on with a larger one.
    """
    moves_of_cell, delta_of_move = table
    cost_of_cell, factor_of_move, extra_of_move = costs
    heading_of_move, headings, turn, slack = ways
    value_of_state, move_of_state, heading_before, least_of_cell = tree
    keys, items = heap
    size = state[TAIL]
    status = PAUSED
    for _ in range(budget):
        if size == 0:
            status = EXHAUSTED
            break
        if size + len(delta_of_move) > len(keys):
            status = FULL
            break
        key, s = keys[0], items[0]
        size = dequeue(keys, items, size)
        u = s // headings & PLACE
        heading = s - u * headings
        value = value_of_state[s]
        if key > value + bound_of_cell[u]:
            continue
        if value < least_of_cell[u]:
            least_of_cell[u] = value
        elif value >= least_of_cell[u] + slack:
            continue
        state[EXPANDED] += 1
        if is_exit[u]:
            state[GOAL] = s
            status = FOUND
            break
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if not legal >> m & 1:
                continue
            v = u + delta_of_move[m] & PLACE
            ahead = heading_of_move[m]
            if ahead == 0:
                ahead = heading
            # First the turn, then the move: so rounding keeps what is above is true of exact sums.
            beyond = value + turn if heading != 0 and ahead != heading else value
            beyond += cost_of_cell[v] * factor_of_move[m] + extra_of_move[m]
            t = v * headings + ahead
            if beyond < value_of_state[t]:
                value_of_state[t] = beyond
                move_of_state[t], heading_before[t] = m, heading
                size = enqueue(keys, items, size, beyond + bound_of_cell[v], t)
    state[TAIL] = size
    return status


@kernel
def follow_turning(delta_of_move, headings, tree, goal, cell_of_step):
    """Fill *cell_of_step* with the way from the state *goal* back to its start; return how many cells."""
    _, move_of_state, heading_before, _ = tree
    s, steps = goal, 0
    while True:
        v = s // headings
        cell_of_step[steps] = v
        steps += 1
        if move_of_state[s] == NONE:
            return steps
        s = (v - delta_of_move[move_of_state[s]]) * headings + heading_before[s]
