"""Breadth-first search (Moore 1959): a path with the fewest moves, the first in the order of moves.

O(cells + moves) time; one byte for each cell and four for each open cell.

Kernels name a cell by its flat index ``v = row * columns + column``, and arrays ``value_of_index``.  In this
package the caller of a kernel allocates all arrays; a kernel allocates nothing and does not check arguments.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.errors import Message
from gridwalk.runtime.codes import (
    CLOSE,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    GOAL,
    HEAD,
    OPEN,
    PAUSED,
    PLACE,
    TAIL,
    record,
)
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.slices import call
from gridwalk.search.query import Query

SEEN, SOURCE, EXIT = 63, 63, 128  # bits of a mark: the move into the cell, or a source; an exit


def why_not(board: Board) -> str:
    """Return why breadth-first search is not exact on *board*, or an empty string."""
    if board.costs is not None:
        return Message(
            "it counts moves, but here cells have costs: use {one!r} or {other!r}",
            one="dijkstra",
            other="astar",
        )
    if not board._step_costs.are_equal and board.portals:
        return Message(
            "it counts moves, but here steps differ in cost: use {one!r} or {other!r}",
            one="dijkstra",
            other="astar",
        )
    if not board._step_costs.are_equal:
        diagonal = "the square root of 2" if board._step_costs.is_plain else f"{board._step_costs.diagonal:g}"
        return Message(
            "it counts moves, but here a diagonal step costs {cost}: use {one!r} or {other!r}, "
            "or find with {third!r} for fewest moves",
            cost=diagonal,
            one="dijkstra",
            other="astar",
            third="bfs",
        )
    return ""


def find(query: Query, by: str = "bfs") -> Path | None:
    """Return a path with the fewest moves from a start to the nearest exit, or None."""
    _, cells = spread(query)
    return None if cells is None else query.found(cells, by)


def reachable_cells(query: Query) -> NDArray[np.bool_]:
    """Return whether each cell can be reached from the starts, flat."""
    return np.not_equal(spread(Query(query.board, query.starts, (), query.watch))[0], 0)


def spread(
    query: Query, closed: list[int] | slice | None = None
) -> tuple[NDArray[np.uint8], NDArray[np.int32] | None]:
    """Return the marks and the flat cells of a path to the first exit, or None if no exit is reached.

    The search does not enter the cells *closed*.
    """
    board = query.board
    mark_of_cell, queue = marks(board, query.sources, query.goals), np.empty(board.open_count, np.int32)
    if closed is not None:
        mark_of_cell[closed] |= SOURCE
    query.seed(queue)
    if query.run(bfs, mark_of_cell, queue) != FOUND:
        return mark_of_cell, None
    return mark_of_cell, path_to(query, mark_of_cell, int(query.state[GOAL]))


def marks(board: Board, sources: list[int] | NDArray[np.int64], goals: list[int]) -> NDArray[np.uint8]:
    """Return the initial marks for `bfs`."""
    mark_of_cell = np.zeros(board.size, np.uint8)
    mark_of_cell[goals] = EXIT
    mark_of_cell[sources] |= SOURCE
    return mark_of_cell


def path_to(query: Query, mark_of_cell: NDArray[np.uint8], goal: int) -> NDArray[np.int32]:
    """Return the flat cells of the path to *goal* that the marks hold."""
    cell_of_step = np.empty(query.board.open_count, np.int32)
    steps = call(follow_marks, query.watch, query.board._delta_of_move, mark_of_cell, goal, cell_of_step)
    return cell_of_step[:steps][::-1]


@kernel
def bfs(table, mark_of_cell, cell_of_queue, state, budget, events):
    """Mark cells in order of distance until an exit leaves the queue, and set register GOAL to it.

    ``mark_of_cell`` holds 0 in unseen cells, `SOURCE` in sources and forbidden cells, otherwise 1 + the move
    by which a cell was entered.  Exits have the bit `EXIT` as well.
    """
    moves_of_cell, delta_of_move = table
    head, tail = state[HEAD], state[TAIL]
    state[EXPANDED] -= head
    status = PAUSED
    # Invariant: queue[head:tail] is sorted by distance and spans at most two values.
    for _ in range(min(budget, len(cell_of_queue) + 1)):
        if head == tail:
            status = EXHAUSTED
            break
        u = cell_of_queue[head & PLACE] & PLACE
        head += 1
        if events is not None:
            record(events, CLOSE, u, head)
        if mark_of_cell[u] & EXIT:
            state[GOAL] = u
            status = FOUND
            break
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                v = u + delta_of_move[m] & PLACE
                if mark_of_cell[v] & SEEN == 0:
                    mark_of_cell[v] |= m + 1
                    cell_of_queue[tail & PLACE] = v
                    tail += 1
                    if events is not None:
                        record(events, OPEN, v, u)
    state[HEAD], state[TAIL] = head, tail
    state[EXPANDED] += head
    return status


@kernel
def follow_marks(delta_of_move, mark_of_cell, goal, cell_of_step):
    """Fill *cell_of_step* with the path from *goal* back to its source; return its number of cells."""
    v = goal
    steps = 0
    while True:
        cell_of_step[steps & PLACE] = v
        steps += 1
        mark = mark_of_cell[v] & SEEN
        if mark == SOURCE:
            return steps
        v = v - delta_of_move[mark - 1 & PLACE] & PLACE
