"""The searches that look at one cell at a time, with an event log if somebody watches.

Any path: depth-first (with a stack, or recursive) and breadth-first; greedy, and A* with a weight.  A
cheapest path: distance labels, both ends at once, Dijkstra's algorithm with buckets or a heap, iterative
deepening A*.
"""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.checks import checked_real
from gridwalk.errors import ArgumentError, TooDeepError
from gridwalk.kernels import codes
from gridwalk.kernels.search import first_path
from gridwalk.kernels.search.dijkstra import LEFT, follow_moves
from gridwalk.kernels.search.heap import CELL, FREE, LINK, PRESENT, USED, WAITING, close_floats
from gridwalk.runtime.cache import Key
from gridwalk.runtime.slices import call
from gridwalk.runtime.tuning import tuning
from gridwalk.search.query import Query, bound_on_rest, is_varied, lower_bounds
from gridwalk.search.spreading import Costs, DistanceTree, Sources, reversed_table, spread_from, tolerance


def find_dfs(query: Query) -> Path | None:
    """Depth-first search with an explicit stack of (cell, next move), from one start after another."""
    return query.from_each_start(_dfs)


def _dfs(query: Query) -> Path | None:
    parent_of_cell = query.no_cells()
    stack = np.zeros((query.board.open_count, 2), np.int32)
    query.state[codes.DEPTH] = 0
    stack[0, 0] = parent_of_cell[query.source] = query.source
    query.state[codes.EXPANDED] += 1
    query.note(codes.STEP, query.source, query.source)
    if query.run(first_path.dfs, query.is_exit, parent_of_cell, stack) != codes.FOUND:
        return None
    depth = int(query.state[codes.DEPTH])
    return query.found(stack[: depth + 1, 0], "dfs")


def find_bfs(query: Query) -> Path | None:
    """Breadth-first search with a queue: a path of minimum length, the first in move order."""
    return breadth_first(query, "bfs")


def breadth_first(query: Query, by: str) -> Path | None:
    """Run `find_bfs` under the name of an algorithm that does the same where all moves cost the same."""
    cells = query.breadth_first()[1]
    return None if cells is None else query.found(cells, by)


def find_recursive(query: Query) -> Path | None:
    """Depth-first search by recursion, with a predecessor matrix, in plain Python; for lessons.

    Returns the path of `find_dfs`.  Each step is a Python call: raises `TooDeepError` at the recursion limit.
    """
    return query.from_each_start(_recursive)


def _recursive(query: Query) -> Path | None:
    moves_of_cell, delta_of_move = (array.tolist() for array in query.table)
    is_exit, state = query.is_exit.tolist(), query.state
    parent_of_cell = query.no_cells().tolist()
    events = [(codes.STEP, query.source, query.source)]

    def visit(u: int) -> int:
        """Return the exit reached from *u*, or codes.NONE."""
        state[codes.EXPANDED] += 1
        if is_exit[u]:
            return u
        for m, delta in enumerate(delta_of_move):
            v = u + delta
            if moves_of_cell[u] >> m & 1 and parent_of_cell[v] == codes.NONE:
                parent_of_cell[v] = u
                events.append((codes.STEP, v, u))
                reached = visit(v)
                if reached != codes.NONE:
                    return reached
                state[codes.BACKTRACKS] += 1
                events.append((codes.BACK, v, u))
        return codes.NONE

    parent_of_cell[query.source] = query.source
    try:
        goal = visit(query.source)
    except RecursionError:
        raise TooDeepError(sys.getrecursionlimit()) from None
    if query.log is not None:
        query.log.append(np.array(events, np.int32))
    if goal == codes.NONE:
        return None
    cells = [goal]
    while cells[-1] != query.source:
        cells.append(parent_of_cell[cells[-1]])
    return query.found(np.array(cells[::-1], np.int32), "dfs-recursive")


def reachable_cells(query: Query) -> NDArray[np.bool_]:
    """Return which cells can be reached from the starts, flat."""
    return np.not_equal(Query(query.board, query.starts, (), query.watch).breadth_first()[0], 0)


Buckets = tuple[tuple[NDArray[Any], NDArray[Any], float], int]
BUCKETS: Key[Buckets | None] = Key("buckets")


MOST_BUCKETS = (
    256  # costs that differ more take a heap: it may take long to look for a bucket that is not empty
)


def shortest_labels(query: Query) -> Path | None:
    """Label cells with their distance from the start, then walk back from the exit along falling labels."""
    cell_of_queue = np.empty(query.board.open_count, np.int32)
    label_of_cell = query.labels(cell_of_queue)
    if query.run(first_path.distance_labels, label_of_cell, cell_of_queue) != codes.FOUND:
        return None
    goal = int(query.state[codes.GOAL])
    moves = int(label_of_cell[goal])
    events = None if query.log is None else np.zeros((moves + 1, 3), np.int32)
    call(first_path.walk_back, query.watch, query.table, label_of_cell, goal, cell_of_queue, events)
    if query.log is not None and events is not None:
        query.log.append(events[1:])
    return query.found(cell_of_queue[: moves + 1], "labels")


def shortest_dijkstra(query: Query) -> Path | None:
    """Close cells in order of cost: with a queue where all moves cost the same, else with buckets or a heap.

    On small boards and with an event log it is the heap, which may find another path of the same cost.
    """
    if query.log is not None or query.board.size < tuning().buckets_from:
        return nearest_first(query, "dijkstra")
    if not is_varied(query.board):
        return breadth_first(query, "dijkstra")
    if (tree := run_buckets(query)) is None:
        return nearest_first(query, "dijkstra")
    goal = int(query.state[codes.GOAL])
    return None if goal == codes.NONE else query.found(query.way(tree[1], goal), "dijkstra")


def run_buckets(query: Query) -> tuple[NDArray[Any], NDArray[np.uint8]] | None:
    """Return the distances and marks of `close_floats`; None where costs differ too much for buckets."""
    board, state = query.board, query.state
    if (buckets := buckets_of(board)) is None:
        return None
    costs, number = buckets
    tree = distance_of_cell, _ = np.full(board.size, np.inf), query.marks()
    head_of_bucket, sources = np.full(number, codes.NONE, np.int32), query.sources
    entry_of_pool = np.empty((len(sources) + board.open_count // 4 + tuning().more_cells, 2), np.int32)
    distance_of_cell[sources] = 0
    entry_of_pool[: len(sources), CELL] = sources
    entry_of_pool[: len(sources), LINK] = np.arange(1, len(sources) + 1)
    entry_of_pool[len(sources) - 1, LINK] = codes.NONE
    head_of_bucket[0] = 0
    state[PRESENT], state[WAITING], state[FREE], state[USED] = 0, len(sources), codes.NONE, len(sources)
    state[codes.GOAL] = codes.NONE
    while query.run(close_floats, costs, tree, (head_of_bucket, entry_of_pool)) == codes.FULL:
        entry_of_pool = np.concatenate([entry_of_pool, np.empty_like(entry_of_pool)])
    return tree


def buckets_of(board: Board) -> Buckets | None:
    """Return the costs as `close_floats` takes them, and the number of buckets; None: too many.  Kept."""
    return board._kept.get(BUCKETS, lambda: _costs_in_buckets(board))


def _costs_in_buckets(board: Board) -> Buckets | None:
    costs, steps = board.costs, board._step_costs
    if steps.extra_of_move.any() or (steps.least == 0 and not steps.are_whole):
        return None  # prices of portals; no bucket is as narrow as nothing
    least, greatest, factors = steps.least, steps.greatest, steps.factor_of_move
    if costs is None:
        flat, total = np.ones(1), greatest * board.open_count
    else:
        flat = costs.reshape(-1)
        total = float(costs.sum(where=board.open_cells, dtype=np.float64)) * max(1.0, float(factors.max()))
    width = 2.0 ** (np.frexp(least)[1] - 1)  # a power of two divides without rounding
    divides = 2.0**-1000 < width < 2.0**1000 and total / width < 2.0**52
    if not divides or greatest / width > MOST_BUCKETS - 2:
        return None
    scaled = flat.astype(np.float64), factors.copy(), 1 / width
    return scaled, _power_above(greatest / width + 2)


def _power_above(number: float) -> int:
    """Return a power of two of at least *number*."""
    return 1 << math.ceil(number - 1).bit_length()


def nearest_first(
    query: Query, by: str, bound_of_cell: NDArray[np.float64] | None = None, costs: Costs | None = None
) -> Path | None:
    """Close cells in order of cost plus *bound_of_cell*, if it is given, and follow the moves back.

    *costs* as kernels take them; default: those of the board.
    """
    tree = spread_over(query, bound_of_cell, costs)
    return None if query.state[LEFT] else followed(query, tree, int(query.state[codes.GOAL]), by)


def nearest_within(query: Query, most: float) -> Path | None:
    """Return a cheapest path to the nearest exit if it costs at most *most*: a search that ends there."""
    tree = spread_over(query, most=most)
    exits = np.array(query.goals, np.int64)
    goal = int(exits[tree.distances[exits].argmin()])
    return None if tree.distances[goal] == np.inf else followed(query, tree, goal, "dijkstra")


def spread_over(
    query: Query,
    bound_of_cell: NDArray[np.float64] | None = None,
    costs: Costs | None = None,
    most: float = math.inf,
) -> DistanceTree:
    """Return the distances from the starts, and the moves, by Dijkstra's algorithm up to the first exit."""
    sources = query.sources
    for source in sources:
        query.note(codes.OPEN, source, source)
    return spread_from(
        query.board, Sources.plain(sources), query.watch, most=most, is_wanted=query.is_exit,
        enough=1, state=query.state, bound_of_cell=bound_of_cell, costs=costs, log=query.log,
    )  # fmt: skip


def followed(query: Query, tree: DistanceTree, goal: int, by: str) -> Path:
    """Return the path to *goal* by the moves of *tree*."""
    cells = np.empty(query.board.open_count, np.int32)
    steps = call(follow_moves, query.watch, query.board._delta_of_move, tree.moves, goal, cells)
    return query.found(cells[:steps][::-1], by)


def shortest_bidirectional(query: Query) -> Path | None:
    """Search from the starts and back from the exits, in turn, until a cell of one is next to the other."""
    board, state, watch = query.board, query.state, query.watch
    ends, mark_of_cell = (query.sources, query.goals), np.zeros(board.size, np.uint8)
    queues = np.empty(board.open_count, np.int32), np.empty(board.open_count, np.int32)
    if both := [cell for cell in ends[0] if cell in {*ends[1]}]:
        query.note(codes.OPEN, both[0], both[0])
        return query.found(np.array(both[:1], np.int32), "bidirectional")
    for cells, cell_of_queue, side in zip(ends, queues, (0, first_path.BACKWARD), strict=True):
        cell_of_queue[: len(cells)] = cells
        mark_of_cell[cells] = first_path.SOURCE + side
    for cell in (*ends[0], *ends[1]):
        query.note(codes.OPEN, cell, cell)
    state[codes.HEAD] = state[first_path.REST_HEAD] = state[first_path.SIDE] = 0
    state[first_path.END] = state[codes.TAIL] = len(ends[0])
    state[first_path.REST_TAIL] = len(ends[1])
    entering = reversed_table(board, watch)
    if query.run(first_path.bidirectional, entering, mark_of_cell, queues) != codes.FOUND:
        return None
    met = int(state[codes.GOAL]), int(state[first_path.MEETING])
    near, far = met[::-1] if state[first_path.SIDE] else met
    state[first_path.MEETING] = 0
    # A queue is free now, and long enough for any path.
    deltas, way = (board._delta_of_move, entering[1]), queues[0]
    steps = call(first_path.follow_both, watch, deltas, mark_of_cell, near, far, way)
    return query.found(way[:steps], "bidirectional")


WEIGHTED = "weighted-astar"


def find_greedy(query: Query) -> Path | None:
    """Expand the cell that seems nearest to an exit; what it cost to get there does not count."""
    board = query.board
    rest = bound_on_rest("greedy", board, query.exits)
    nothing = np.zeros(board.size), np.zeros(len(board.moves)), np.zeros(len(board.moves))
    return nearest_first(query, "greedy", rest, nothing)


def find_weighted(query: Query) -> Path | None:
    """Expand the cell of least cost plus the weight times the bound on the rest.

    The path costs at most the weight times as much as a cheapest one (Pohl 1970); because the bound is
    consistent, that holds although no cell is expanded twice (Likhachev, Gordon and Thrun 2003).
    """
    rest = lower_bounds(query.board, query.exits)
    path = nearest_first(query, WEIGHTED, query.weight * rest)
    if path is None:
        return None
    bound = max(path.cost / query.weight, min(rest[query.sources].tolist()))
    return path._claiming("cost", min(bound, path.cost))


def checked_weight(weight: object, by: object) -> float:
    """Return the *weight* of weighted A*, 1 or more; raise `ArgumentError` if it is none, or not for *by*."""
    if by != WEIGHTED:
        raise ArgumentError("weight", weight, f"left out unless by={WEIGHTED!r}")
    allowed = "a finite number of 1 or more"
    number = checked_real(weight, "weight", allowed)
    if not isinstance(weight, Real) or number < 1:
        raise ArgumentError("weight", weight, allowed)
    return number


def shortest_deepening(query: Query) -> Path | None:
    """Search depth-first within a limit, from each start, and raise the limit until a path is found.

    The limit is what cost and bound on the rest add up to at least: first at the starts, then where the
    last search turned back.  Whether an exit can be reached is told by breadth-first search, as this one
    would try every path before it knew.
    """
    board = query.board
    aside = replace(query, log=None, state=query.state.copy())
    if not reachable_cells(aside)[query.is_exit == 1].any():
        return None
    rest, costs, sources = lower_bounds(board, query.exits), board._step_costs.in_kernels, query.sources
    stack, cost_to_place = np.zeros((board.open_count, 2), np.int32), np.zeros(board.open_count)
    is_on_path = np.zeros(board.size, np.uint8)
    slack = 1 + tolerance(board)  # sums of the same steps in another order are no other limit
    limits = np.array([0.0, rest[sources].min()])
    while limits[1] < np.inf:
        limits[:] = limits[1] * slack, np.inf
        for source in sources:
            if rest[source] > limits[0]:
                limits[1] = min(limits[1], rest[source])
                continue
            stack[0], is_on_path[source], query.state[codes.DEPTH] = (source, 0), 1, 0
            query.state[codes.EXPANDED] += 1
            query.note(codes.STEP, source, source)
            path = stack, cost_to_place, is_on_path
            if query.run(first_path.within_limit, costs, rest, query.is_exit, path, limits) == codes.FOUND:
                return query.found(stack[: query.state[codes.DEPTH] + 1, 0].copy(), "idastar")
    return None
