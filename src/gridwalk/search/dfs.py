"""Depth-first search (Tarjan 1972): any path, with an explicit stack, or by recursion for teaching.

O(cells + moves) time and memory.
"""

from __future__ import annotations

import sys

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.errors import too_deep_error
from gridwalk.runtime.codes import (
    BACK,
    BACKTRACKS,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    GOAL,
    NONE,
    PAUSED,
    STEP,
    record,
)
from gridwalk.runtime.kernel import kernel
from gridwalk.search.query import Query


def find(query: Query) -> Path | None:
    """Return a path by depth-first search with an explicit stack, or None; try the starts in order."""
    return query.from_each_start(_dfs)


def _dfs(query: Query) -> Path | None:
    parent_of_cell = query.no_cells()
    stack = np.zeros((query.board.open_count, 2), np.int32)
    query.state[DEPTH] = 0
    stack[0, 0] = parent_of_cell[query.source] = query.source
    query.state[EXPANDED] += 1
    query.note(STEP, query.source, query.source)
    if query.run(dfs, query.is_exit, parent_of_cell, stack) != FOUND:
        return None
    depth = int(query.state[DEPTH])
    return query.found(stack[: depth + 1, 0], "dfs")


def find_recursive(query: Query) -> Path | None:
    """Return the path of `find`, by recursion in plain Python; for teaching.

    Each step is a Python call.  Raise `ArgumentError` at the recursion limit.
    """
    return query.from_each_start(_recursive)


def _recursive(query: Query) -> Path | None:
    moves_of_cell, delta_of_move = (array.tolist() for array in query.table)
    is_exit, state = query.is_exit.tolist(), query.state
    parent_of_cell = query.no_cells().tolist()
    events = [(STEP, query.source, query.source)]

    def visit(u: int) -> int:
        """Return the exit reached from *u*, or NONE."""
        state[EXPANDED] += 1
        if is_exit[u]:
            return u
        for m, delta in enumerate(delta_of_move):
            v = u + delta
            if moves_of_cell[u] >> m & 1 and parent_of_cell[v] == NONE:
                parent_of_cell[v] = u
                events.append((STEP, v, u))
                reached = visit(v)
                if reached != NONE:
                    return reached
                state[BACKTRACKS] += 1
                events.append((BACK, v, u))
        return NONE

    parent_of_cell[query.source] = query.source
    try:
        goal = visit(query.source)
    except RecursionError:
        raise too_deep_error(sys.getrecursionlimit()) from None
    if query.log is not None:
        query.log.append(np.array(events, np.int32))
    if goal == NONE:
        return None
    cells = [goal]
    while cells[-1] != query.source:
        cells.append(parent_of_cell[cells[-1]])
    return query.found(np.array(cells[::-1], np.int32), "dfs-recursive")


@kernel
def dfs(table, is_exit, parent_of_cell, stack, state, budget, events):
    """Search depth-first until an exit is entered (register GOAL) or no cell is left.

    ``stack[i]`` is ``(cell, next move to try)``; the stack is the path so far.  A cell is entered at most
    once: ``parent_of_cell[v]`` is the cell before it, or NONE if *v* was never entered.  The caller puts the
    source on the stack, as its own parent.
    """
    moves_of_cell, delta_of_move = table
    depth = state[DEPTH]
    for _ in range(budget):
        u = stack[depth, 0]
        m = stack[depth, 1]
        if is_exit[u]:
            state[GOAL], state[DEPTH] = u, depth
            return FOUND
        legal = moves_of_cell[u] >> m
        while legal and not (legal & 1 and parent_of_cell[u + delta_of_move[m]] == NONE):
            legal >>= 1
            m += 1
        if legal:
            v = u + delta_of_move[m]
            stack[depth, 1] = m + 1
            depth += 1
            stack[depth, 0], stack[depth, 1] = v, 0
            parent_of_cell[v] = u
            state[EXPANDED] += 1
            if events is not None:
                record(events, STEP, v, u)
        elif depth > 0:
            depth -= 1
            state[BACKTRACKS] += 1
            if events is not None:
                record(events, BACK, u, stack[depth, 0])
        else:
            return EXHAUSTED
    state[DEPTH] = depth
    return PAUSED
