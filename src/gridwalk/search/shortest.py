"""A cheapest path by algorithms that look at one cell at a time: distance labels, Dijkstra's, A*."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.kernels.codes import FOUND, GOAL
from gridwalk.kernels.search.dijkstra import dijkstra
from gridwalk.kernels.search.first_path import distance_labels, follow_parents, walk_back
from gridwalk.path import Path
from gridwalk.runtime.slices import call
from gridwalk.search.query import Query


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
    """Close cells in order of cost, with a heap."""
    return nearest_first(query, "dijkstra")


def nearest_first(query: Query, by: str, bound_of_cell: NDArray[np.float64] | None = None) -> Path | None:
    """Close cells in order of cost plus *bound_of_cell*, if it is given, and follow the parents back."""
    grid = query.grid
    distance_of_cell, parent_of_cell = np.full(grid.size, np.inf), query.no_cells()
    cell_of_place = np.empty(grid.open_count, np.int32)
    if run_dijkstra(query, distance_of_cell, parent_of_cell, cell_of_place, bound_of_cell) != FOUND:
        return None
    steps = call(follow_parents, query.watch, parent_of_cell, int(query.state[GOAL]), cell_of_place)
    return query.found(cell_of_place[:steps][::-1], by)


def run_dijkstra(
    query: Query,
    distance_of_cell: NDArray[np.float64],
    parent_of_cell: NDArray[np.int32],
    cell_of_place: NDArray[np.int32],
    bound_of_cell: NDArray[np.float64] | None = None,
) -> int:
    """Run Dijkstra's algorithm over arrays as the kernel wants them; return its status."""
    grid = query.grid
    if grid.costs is None:
        costs = (np.ones(grid.size), grid.moves.cost_of_move)
    else:
        costs = (grid.costs.reshape(-1).astype(np.float64), np.ones(len(grid.moves)))
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
