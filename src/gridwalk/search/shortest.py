"""A cheapest path by algorithms that look at one cell at a time: distance labels, Dijkstra's, A*.

Breadth-first search from both ends.

Best-first searches that need not find a cheapest path: greedy, and A* with a weight.

Both are Dijkstra's algorithm with other keys.  Each cell is expanded at most once.
"""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import ArgumentError
from gridwalk.grids.checks import checked_real
from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import FOUND, FULL, GOAL, HEAD, NONE, OPEN, TAIL
from gridwalk.kernels.search.bidirectional import END, MEETING, REST_HEAD, REST_TAIL, SIDE, bidirectional
from gridwalk.kernels.search.dijkstra import dijkstra
from gridwalk.kernels.search.first_path import distance_labels, follow_parents, walk_back
from gridwalk.kernels.search.heap import CELL, FREE, LINK, PRESENT, USED, WAITING, close_buckets
from gridwalk.runtime.cache import Key
from gridwalk.runtime.slices import call
from gridwalk.runtime.tuning import tuning
from gridwalk.search.find import breadth_first
from gridwalk.search.query import Query, bound_on_rest, is_varied, lower_bounds
from gridwalk.search.spreading import reversed_table

Costs = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
Buckets = tuple[tuple[NDArray[Any], NDArray[Any], float], int]
BUCKETS: Key[Buckets | None] = Key("buckets")
UNKNOWN = (1 << 31) - 1  # a whole distance that no path has
MOST_BUCKETS = (
    256  # costs that differ more take a heap: it may take long to look for a bucket that is not empty
)


def shortest_labels(query: Query) -> Path | None:
    """Label cells with their distance from the start, then walk back from the exit along falling labels."""
    cell_of_queue = np.empty(query.grid.open_count, np.int32)
    label_of_cell = query.labels(cell_of_queue)
    if query.run(distance_labels, label_of_cell, cell_of_queue) != FOUND:
        return None
    goal = int(query.state[GOAL])
    moves = int(label_of_cell[goal])
    events = None if query.log is None else np.zeros((moves + 1, 3), np.int32)
    call(walk_back, query.watch, query.table, label_of_cell, goal, cell_of_queue, events)
    if query.log is not None and events is not None:
        query.log.append(events[1:])
    return query.found(cell_of_queue[: moves + 1], "labels")


def shortest_dijkstra(query: Query) -> Path | None:
    """Close cells in order of cost: with a queue where all moves cost the same, else with buckets or a heap.

    On small boards and with an event log it is the heap, which may find another path of the same cost.
    """
    if query.log is not None or query.grid.size < tuning().buckets_from:
        return nearest_first(query, "dijkstra")
    if not is_varied(query.grid):
        return breadth_first(query, "dijkstra")
    if (tree := run_buckets(query)) is None:
        return nearest_first(query, "dijkstra")
    goal = int(query.state[GOAL])
    return None if goal == NONE else query.marked(tree[1], goal, "dijkstra")


def run_buckets(query: Query) -> tuple[NDArray[Any], NDArray[np.uint8]] | None:
    """Return the distances and marks of `close_buckets`; None where costs differ too much for buckets."""
    grid, state = query.grid, query.state
    if (buckets := buckets_of(grid)) is None:
        return None
    costs, number = buckets
    whole = costs[0].dtype == np.uint8
    distance_of_cell = np.full(grid.size, UNKNOWN, np.int32) if whole else np.full(grid.size, np.inf)
    tree = distance_of_cell, query.marks()
    head_of_bucket, sources = np.full(number, NONE, np.int32), query.sources
    entry_of_pool = np.empty((len(sources) + grid.open_count // 4 + tuning().more_cells, 2), np.int32)
    distance_of_cell[sources] = 0
    entry_of_pool[: len(sources), CELL] = sources
    entry_of_pool[: len(sources), LINK] = np.arange(1, len(sources) + 1)
    entry_of_pool[len(sources) - 1, LINK] = NONE
    head_of_bucket[0] = 0
    state[PRESENT], state[WAITING], state[FREE], state[USED] = 0, len(sources), NONE, len(sources)
    state[GOAL] = NONE
    while query.run(close_buckets, costs, tree, (head_of_bucket, entry_of_pool)) == FULL:
        entry_of_pool = np.concatenate([entry_of_pool, np.empty_like(entry_of_pool)])
    return tree


def buckets_of(grid: Grid) -> Buckets | None:
    """Return the costs as `close_buckets` takes them, and the number of buckets; None: too many.  Kept."""
    return grid._kept.get(BUCKETS, lambda: _costs_in_buckets(grid))


def _costs_in_buckets(grid: Grid) -> Buckets | None:
    costs, steps = grid.costs, grid.step_costs
    if steps.extra_of_move.any() or (steps.least == 0 and not steps.are_whole):
        return None  # prices of portals; no bucket is as narrow as nothing
    least, greatest, factors = steps.least, steps.greatest, steps.factor_of_move
    if costs is None:
        flat, total = np.ones(1), greatest * grid.open_count
    else:
        flat = costs.reshape(-1)
        total = float(costs.sum(where=grid.open_cells, dtype=np.float64)) * max(1.0, float(factors.max()))
    if (
        costs is not None
        and steps.is_plain
        and steps.are_whole
        and greatest < MOST_BUCKETS
        and total < UNKNOWN
    ):
        return (flat.astype(np.uint8), np.ones(len(grid.moves), np.int64), 1), _power_above(greatest + 1)
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
    """Close cells in order of cost plus *bound_of_cell*, if it is given, and follow the parents back.

    *costs* as kernels take them; default: those of the board.
    """
    grid = query.grid
    distance_of_cell, parent_of_cell = np.full(grid.size, np.inf), query.no_cells()
    cell_of_place = np.empty(grid.open_count, np.int32)
    arrays = distance_of_cell, parent_of_cell, cell_of_place
    if run_dijkstra(query, *arrays, bound_of_cell, costs) != FOUND:
        return None
    steps = call(follow_parents, query.watch, parent_of_cell, int(query.state[GOAL]), cell_of_place)
    return query.found(cell_of_place[:steps][::-1], by)


def run_dijkstra(
    query: Query,
    distance_of_cell: NDArray[np.float64],
    parent_of_cell: NDArray[np.int32],
    cell_of_place: NDArray[np.int32],
    bound_of_cell: NDArray[np.float64] | None = None,
    costs: Costs | None = None,
) -> int:
    """Run Dijkstra's algorithm over arrays as the kernel wants them; return its status."""
    grid = query.grid
    costs = grid.step_costs.in_kernels if costs is None else costs
    place_of_cell = query.no_cells()
    query.seed(cell_of_place)
    sources = query.sources
    parent_of_cell[sources] = sources
    distance_of_cell[sources] = 0
    place_of_cell[sources] = np.arange(len(sources))
    # A start stands on top whatever its key is, so keys need not be filled where there is a bound.
    key_of_cell = distance_of_cell if bound_of_cell is None else np.zeros(grid.size)
    heap = (cell_of_place, place_of_cell, key_of_cell)
    tree = (distance_of_cell, parent_of_cell)
    return query.run(dijkstra, costs, bound_of_cell, query.is_exit, tree, heap)


def shortest_bidirectional(query: Query) -> Path | None:
    """Search from the starts and back from the exits, in turn, until a cell of one is next to the other."""
    grid, state, watch = query.grid, query.state, query.watch
    ends = query.sources, [grid.index(exit_) for exit_ in query.exits]
    parents = query.no_cells(), query.no_cells()
    queues = np.empty(grid.open_count, np.int32), np.empty(grid.open_count, np.int32)
    for cells, parent_of_cell, cell_of_queue in zip(ends, parents, queues, strict=True):
        cell_of_queue[: len(cells)] = parent_of_cell[cells] = cells
    if both := [cell for cell in ends[0] if parents[1][cell] == cell]:
        query.note(OPEN, both[0], both[0])
        return query.found(np.array(both[:1], np.int32), "bidirectional")
    for cell in (*ends[0], *ends[1]):
        query.note(OPEN, cell, cell)
    state[HEAD] = state[REST_HEAD] = state[SIDE] = 0
    state[END] = state[TAIL] = len(ends[0])
    state[REST_TAIL] = len(ends[1])
    entering = reversed_table(grid, watch)
    if query.run(bidirectional, entering, parents, queues) != FOUND:
        return None
    near, far = int(state[GOAL]), int(state[MEETING])
    state[MEETING] = 0
    halves = []
    for cell, parent_of_cell in zip((far, near) if state[SIDE] else (near, far), parents, strict=True):
        half = np.empty(grid.open_count, np.int32)
        halves.append(half[: call(follow_parents, watch, parent_of_cell, cell, half)])
    return query.found(np.concatenate([halves[0][::-1], halves[1]]), "bidirectional")


WEIGHTED = "weighted-astar"


def find_greedy(query: Query) -> Path | None:
    """Expand the cell that seems nearest to an exit; what it cost to get there does not count."""
    grid = query.grid
    rest = bound_on_rest("greedy", grid, query.exits)
    nothing = np.zeros(grid.size), np.zeros(len(grid.moves)), np.zeros(len(grid.moves))
    return nearest_first(query, "greedy", rest, nothing)


def find_weighted(query: Query) -> Path | None:
    """Expand the cell of least cost plus the weight times the bound on the rest.

    The path costs at most the weight times as much as a cheapest one (Pohl 1970); because the bound is
    consistent, that holds although no cell is expanded twice (Likhachev, Gordon and Thrun 2003).
    """
    rest = lower_bounds(query.grid, query.exits)
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
