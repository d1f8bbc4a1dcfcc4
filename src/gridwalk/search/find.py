"""Any path: depth-first (with a stack, or recursive) and breadth-first."""

from __future__ import annotations

import sys

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.errors import TooDeepError
from gridwalk.kernels.codes import BACK, BACKTRACKS, DEPTH, EXPANDED, FOUND, GOAL, NONE, STEP
from gridwalk.kernels.search.first_path import bfs, dfs
from gridwalk.search.query import Query


def find_dfs(query: Query) -> Path | None:
    """Depth-first search with an explicit stack of (cell, next move), from one start after another."""
    return query.from_each_start(_dfs)


def _dfs(query: Query) -> Path | None:
    parent_of_cell = query.no_cells()
    stack = np.zeros((query.grid.open_count, 2), np.int32)
    query.state[DEPTH] = 0
    stack[0, 0] = parent_of_cell[query.source] = query.source
    query.state[EXPANDED] += 1
    query.note(STEP, query.source, query.source)
    if query.run(dfs, query.is_exit, parent_of_cell, stack) != FOUND:
        return None
    depth = int(query.state[DEPTH])
    return query.found(stack[: depth + 1, 0], "dfs")


def find_bfs(query: Query) -> Path | None:
    """Breadth-first search with a queue: a path of minimum length, the first in move order."""
    return breadth_first(query, "bfs")


def breadth_first(query: Query, by: str) -> Path | None:
    """Run `find_bfs` under the name of an algorithm that does the same where all moves cost the same."""
    mark_of_cell, cell_of_queue = query.marks(), np.empty(query.grid.open_count, np.int32)
    query.seed(cell_of_queue)
    if query.run(bfs, mark_of_cell, cell_of_queue) != FOUND:
        return None
    # The queue is free now, and long enough for any path: reuse it for the answer.
    return query.marked(mark_of_cell, int(query.state[GOAL]), by, cell_of_queue)


def find_recursive(query: Query) -> Path | None:
    """Depth-first search by recursion, with a predecessor matrix, in plain Python; for lessons.

    Returns the path of `find_dfs`.  Each step is a Python call: raises `TooDeepError` at the recursion limit.
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
        raise TooDeepError(sys.getrecursionlimit()) from None
    if query.log is not None:
        query.log.append(np.array(events, np.int32))
    if goal == NONE:
        return None
    cells = [goal]
    while cells[-1] != query.source:
        cells.append(parent_of_cell[cells[-1]])
    return query.found(np.array(cells[::-1], np.int32), "dfs-recursive")
