"""Iterative deepening A*, and the lower bound that steers it and A*.

The lower bound that steers A*: ``rate * longer + slope * shorter`` of the two differences.

With c the least cost of a move, (rate, slope) is (c, c) for rook moves (Manhattan), (c, 0) for king
moves at equal cost (Chebyshev), (c, (sqrt 2 - 1) c) where a diagonal costs sqrt 2 times as much
(octile), and (c / r, 0) for moves that reach r rows or columns, rounded down in whole numbers.
All are consistent: no move lowers the bound by more than it costs.

Iterative deepening A*: depth-first search within a limit of the cost and the bound on the rest.

The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import (
    BACK,
    BACKTRACKS,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    GOAL,
    PAUSED,
    PRUNE,
    STEP,
    record,
)


@kernel
def bound(v, goal_row, goal_column, columns, rate, slope):
    """Return the lower bound of the cost from cell *v* to the goal."""
    row = v // columns
    down = abs(row - goal_row)
    across = abs(v - row * columns - goal_column)
    return rate * max(down, across) + slope * min(down, across)


@kernel
def within_limit(table, costs, bound_of_cell, is_exit, path, limits, state, budget, events):
    """Search depth-first until an exit is entered (register GOAL), or no path within the limit is left.

    ``costs`` is ``(cost_of_cell, factor_of_move, extra_of_move)``.  ``path`` is ``(stack, cost_to_place,
    is_on_path)``: ``stack[i]`` is ``(cell, next move to try)``, and the caller has put the source on it.
    ``limits[0]`` is what the cost to a cell and the bound on its rest may add up to; the least sum above
    it that was met is left in ``limits[1]``, the limit of the next search.
    """
    moves_of_cell, delta_of_move = table
    cost_of_cell, factor_of_move, extra_of_move = costs
    stack, cost_to_place, is_on_path = path
    depth = state[DEPTH]
    for _ in range(budget):
        u = stack[depth, 0]
        m = stack[depth, 1]
        if is_exit[u]:
            state[GOAL], state[DEPTH] = u, depth
            return FOUND
        legal = moves_of_cell[u] >> m
        entered = False
        while legal and not entered:
            if legal & 1:
                v = u + delta_of_move[m]
                if not is_on_path[v]:
                    cost = cost_to_place[depth] + cost_of_cell[v] * factor_of_move[m] + extra_of_move[m]
                    least = cost + bound_of_cell[v]
                    if least > limits[0]:
                        limits[1] = min(limits[1], least)
                        if events is not None:
                            record(events, PRUNE, v, u)
                    else:
                        stack[depth, 1] = m + 1
                        depth += 1
                        stack[depth, 0], stack[depth, 1] = v, 0
                        cost_to_place[depth], is_on_path[v] = cost, 1
                        state[EXPANDED] += 1
                        entered = True
                        if events is not None:
                            record(events, STEP, v, u)
            legal >>= 1
            m += 1
        if entered:
            continue
        is_on_path[u] = 0
        if depth == 0:
            return EXHAUSTED
        depth -= 1
        state[BACKTRACKS] += 1
        if events is not None:
            record(events, BACK, u, stack[depth, 0])
    state[DEPTH] = depth
    return PAUSED
