"""Iterative deepening A* (Korf 1985): depth-first search within a limit that grows until a path is found.

It stores a single path.  It takes exponential time if many paths lead round obstacles.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.runtime.codes import (
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
from gridwalk.runtime.kernel import kernel
from gridwalk.search.bfs import reachable_cells
from gridwalk.search.bounds import lower_bounds, tolerance
from gridwalk.search.query import Query


def find(query: Query) -> Path | None:
    """Return a cheapest path from a start to an exit, or None.

    The limit applies to the cost so far plus the lower bound on the remaining cost.  It is first the least
    bound of the starts, then the least sum at which the previous search backtracked.
    """
    # Breadth-first search shows whether an exit can be reached.  Otherwise every path would be tried.
    board = query.board
    aside = replace(query, log=None, state=query.state.copy())
    if not reachable_cells(aside)[query.is_exit == 1].any():
        return None
    rest, costs, sources = lower_bounds(board, query.exits), board._step_costs.in_kernels, query.sources
    stack, cost_to_place = np.zeros((board.open_count, 2), np.int32), np.zeros(board.open_count)
    is_on_path = np.zeros(board.size, np.uint8)
    slack = 1 + tolerance(board)  # sums that differ only by rounding are no new limit
    limits = np.array([0.0, rest[sources].min()])
    while limits[1] < np.inf:
        limits[:] = limits[1] * slack, np.inf
        for source in sources:
            if rest[source] > limits[0]:
                limits[1] = min(limits[1], rest[source])
                continue
            stack[0], is_on_path[source], query.state[DEPTH] = (source, 0), 1, 0
            query.state[EXPANDED] += 1
            query.note(STEP, source, source)
            path = stack, cost_to_place, is_on_path
            if query.run(within_limit, costs, rest, query.is_exit, path, limits) == FOUND:
                return query.found(stack[: query.state[DEPTH] + 1, 0].copy(), "idastar")
    return None


@kernel
def within_limit(table, costs, bound_of_cell, is_exit, path, limits, state, budget, events):
    """Search depth-first until an exit is entered (register GOAL) or no path within the limit is left.

    ``costs`` is ``(cost_of_cell, factor_of_move, extra_of_move)``.  ``path`` is ``(stack, cost_to_place,
    is_on_path)``: ``stack[i]`` is ``(cell, next move to try)``; the caller puts the source on the stack.
    ``limits[0]`` is the limit on the cost so far plus the lower bound.  ``limits[1]`` becomes the least sum
    above the limit: the limit of the next search.
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
