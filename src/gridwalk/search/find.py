"""Any path: depth-first (with a stack, or recursive) and breadth-first.

Orders of stops, cheapest first: Held and Karp's table, and a search over beginnings of orders.

``leg[i, j]`` is what the leg from stop *i* to stop *j* costs at least.  Stop 0 comes first, the last last.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import TooDeepError
from gridwalk.kernels.codes import BACK, BACKTRACKS, DEPTH, EXPANDED, FOUND, GOAL, NONE, STEP
from gridwalk.kernels.makers.chance import STATES
from gridwalk.kernels.search.first_path import bfs, dfs
from gridwalk.kernels.search.sight import better_orders
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import registers, run
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


FEW = 5  # orders of more stops
KICKS, KICKS_PER_STOP = 100_000, 20  # of the local search: at most so many divided by the stops, and a stop
CLOSE = 1e-9  # relative: two costs that differ by less are the same
MAX_STOPS = 16  # between the first and the last: the table has 2**MAX_STOPS rows
Order = tuple[int, ...]


def rest_table(leg: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``rest[left, i]``: what it costs at least, from *i*, to visit all stops *left*, and the last.

    Bit *j* of *left* is stop *j* + 1.  Held and Karp 1962; O(2**n n**2) for n stops between.
    """
    between = len(leg) - 2
    rest = np.full((1 << between, between + 1), np.inf)
    rest[0] = leg[:-1, -1]
    sets = np.arange(1 << between)
    sizes = np.bitwise_count(sets)
    for size in range(1, between + 1):
        of_size = sets[sizes == size]
        for j in range(between):
            left = of_size[of_size >> j & 1 == 1]
            onward = rest[left ^ 1 << j, j + 1][:, None] + leg[None, :-1, j + 1]
            rest[left] = np.minimum(rest[left], onward)
    return rest


def orders(leg: NDArray[np.float64]) -> Iterator[tuple[float, Order]]:
    """Yield (cost, order) of all orders of finite cost, the cheapest first; of equals the first by number."""
    rest = rest_table(leg)
    last = len(leg) - 1
    every = (1 << (last - 1)) - 1
    heap: list[tuple[float, Order, float, int]] = [(float(rest[every, 0]), (0,), 0.0, every)]
    while heap:
        bound, order, cost, left = heapq.heappop(heap)
        if bound == np.inf:
            return
        if not left:
            yield bound, (*order, last)
            continue
        for j in range(last - 1):
            if left >> j & 1:
                so_far = cost + float(leg[order[-1], j + 1])
                after = left ^ 1 << j
                heapq.heappush(heap, (so_far + float(rest[after, j + 1]), (*order, j + 1), so_far, after))


def good_orders(leg: NDArray[np.float64], watch: Watch) -> Iterator[tuple[float, Order]]:
    """Yield (cost, order) of a few good orders of many stops, by local search.

    None where no order can be had in that way: some stops cannot be reached from others.
    """
    begun = _by_reach(leg)
    if begun is None:
        return
    n = len(leg)
    least = CLOSE * float(leg[np.isfinite(leg)].max(initial=1.0))
    random = np.array([STATES // 3], np.int64)
    seen = set()
    for _ in range(FEW):
        order, best, value = begun.copy(), begun.copy(), np.array([np.inf])
        arguments = leg, order, best, value, least, random, min(KICKS_PER_STOP * n, 1 + KICKS // n)
        run(better_orders, *arguments, state=registers(), moves_of_cell=leg, watch=watch)
        found = tuple(best.tolist())
        if found not in seen:
            seen.add(found)
            yield float(value[0]), found


def _by_reach(leg: NDArray[np.float64]) -> NDArray[np.int64] | None:
    """Return an order without infinite legs: the nearest of those that can reach all that are left.

    Of two stops one can reach the other, or there is no order; the one that more can reach comes later.
    """
    last = len(leg) - 1
    order, left = [0], set(range(1, last))
    reached_by = np.isfinite(leg).sum(0)
    while left:
        earliest = min(reached_by[j] for j in left)
        j = min((j for j in left if reached_by[j] == earliest), key=lambda j: (leg[order[-1], j], j))
        if leg[order[-1], j] == np.inf:
            return None
        order.append(j)
        left.remove(j)
    return None if leg[order[-1], last] == np.inf else np.array([*order, last], np.int64)
