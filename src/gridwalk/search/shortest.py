"""A cheapest path: breadth-first, distance labels, Dijkstra."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gridwalk.board import Board
from gridwalk.errors import UnsuitableAlgorithmError
from gridwalk.kernels.codes import FOUND, GOAL, HEAD, TAIL
from gridwalk.kernels.dijkstra import dijkstra
from gridwalk.kernels.walks import distance_labels, follow_parents, walk_back
from gridwalk.path import Path
from gridwalk.search.find import find_bfs
from gridwalk.search.query import Query, Search
from gridwalk.search.slices import call_short


def shortest_labels(query: Query) -> Path | None:
    """Label cells with their distance from the start, then walk back from the exit along falling labels."""
    label_of_cell = query.no_cells()
    cell_of_queue = np.empty(query.board.open_count, np.int32)
    cell_of_queue[0], label_of_cell[query.source] = query.source, 0
    query.state[HEAD], query.state[TAIL] = 0, 1
    if query.run(distance_labels, query.is_exit, label_of_cell, cell_of_queue) != FOUND:
        return None
    goal = int(query.state[GOAL])
    moves = int(label_of_cell[goal])
    events = None if query.log is None else np.zeros((moves + 1, 3), np.int32)
    call_short(walk_back, query.table, label_of_cell, goal, cell_of_queue, events)
    if query.log is not None and events is not None:
        query.log.append(events[1:])
    return query.path(cell_of_queue[: moves + 1], "labels")


def shortest_dijkstra(query: Query) -> Path | None:
    """Close cells in order of cost, with a heap."""
    board = query.board
    if board.costs is None:
        costs = (np.ones(board.size), board.moves.cost_of_move)
    else:
        costs = (board.costs.reshape(-1).astype(np.float64), np.ones(len(board.moves)))
    distance_of_cell = np.full(board.size, np.inf)
    parent_of_cell = query.no_cells()
    cell_of_place, place_of_cell = np.empty(board.open_count, np.int32), query.no_cells()
    cell_of_place[0] = parent_of_cell[query.source] = query.source
    distance_of_cell[query.source], place_of_cell[query.source] = 0, 0
    query.state[TAIL] = 1
    heap = (cell_of_place, place_of_cell)
    if query.run(dijkstra, costs, query.is_exit, distance_of_cell, parent_of_cell, heap) != FOUND:
        return None
    steps = call_short(follow_parents, parent_of_cell, int(query.state[GOAL]), cell_of_place)
    return query.path(cell_of_place[:steps][::-1], "dijkstra")


SHORTEST: Mapping[str, Search] = {
    "bfs": find_bfs,
    "labels": shortest_labels,
    "dijkstra": shortest_dijkstra,
}


def suitable(board: Board, by: str) -> str:
    """Return the algorithm that *by* means on *board*; refuse one that would not be exact there."""
    varied = board.costs is not None or board.moves.has_diagonals
    if by == "auto":
        return "dijkstra" if varied else "bfs"
    if by in ("bfs", "labels") and varied:
        why = "cells have costs" if board.costs is not None else "a diagonal step costs the square root of 2"
        raise UnsuitableAlgorithmError(
            by, f"it counts moves, but here {why}: use 'dijkstra', or find(by='bfs') for fewest moves"
        )
    return by
