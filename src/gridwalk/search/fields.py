"""From starts to everywhere: distance fields, what can be reached, and all cheapest paths.

And islands: the sets of cells of a board that can all reach one another.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.passages import period_of
from gridwalk.errors import Cell
from gridwalk.kernels.codes import DEPTH, NONE
from gridwalk.kernels.search.dead_ends import strong_components
from gridwalk.kernels.search.first_path import distance_labels
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.slices import Slices, run
from gridwalk.search.query import Query, is_varied
from gridwalk.search.searches import reachable_cells, run_buckets, spread_over
from gridwalk.search.solver import part_of_cell
from gridwalk.search.spreading import reversed_table

FAR = np.int32(1 << 30)  # moves, more than any path has


def distance_field(query: Query) -> NDArray[np.float64]:
    """Return the cost of a cheapest path from the starts to every cell, flat; infinite where there is none.

    Where the query has exits, cells farther than the nearest one may be infinite too.
    """
    if is_varied(query.board):
        tree = run_buckets(query)
        return spread_over(query).distances if tree is None else tree[0]
    return moves_from(query)


def moves_from(query: Query) -> NDArray[np.float64]:
    """Return the number of moves from the starts to every cell, flat; infinite where there is none."""
    queue = np.empty(query.board.open_count, np.int32)
    label_of_cell = query.labels(queue)
    query.run(distance_labels, label_of_cell, queue)
    return np.where(label_of_cell >= 0, label_of_cell, np.inf)


def moves_to(query: Query) -> NDArray[np.int32]:
    """Return how many moves every cell is from the nearest exit, flat: `FAR` where none is reached."""
    table = reversed_table(query.board, query.watch)
    queue = np.empty(query.board.open_count, np.int32)
    backwards = Query(query.board, query.exits, (), query.watch)
    label_of_cell, state, watch = backwards.labels(queue), backwards.state, query.watch
    run(distance_labels, table, label_of_cell, queue, state=state, moves_of_cell=table[0], watch=watch)
    return np.where(label_of_cell >= 0, label_of_cell, FAR)


def nearest_reachable(query: Query) -> Cell:
    """Return the reachable cell nearest to an exit as the crow flies; of equals the first on the board.

    Where the board is wrapped round, the crow may fly across the seam.
    """
    board: Board = query.board
    cells = np.divmod(np.flatnonzero(reachable_cells(query)), board.columns)
    rows, columns = cells
    period = period_of(board.shape, board.wrap)

    def apart(exit_: Cell) -> NDArray[np.float64]:
        away = [np.abs(part - at) for part, at in zip(cells, exit_, strict=True)]
        around = [np.minimum(d, n - d) if n else d for d, n in zip(away, period, strict=True)]
        return np.hypot(*around)  # type: ignore[no-any-return]

    away = np.min([apart(exit_) for exit_ in query.exits], axis=0)
    best = int(away.argmin())
    return int(rows[best]), int(columns[best])


def islands(board: Board) -> NDArray[np.int32]:
    """Answer behind `gridwalk.Board.islands`."""
    is_open = board.open_cells.reshape(-1)
    labels = _connected(board, is_open) if board._symmetric else _strong(board, is_open)
    return _in_order(labels, is_open).reshape(board.shape)


def _connected(board: Board, is_open: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return the connected components, in some order."""
    parts = part_of_cell(board)
    assert parts is not None
    labels = parts.copy()
    alone = np.flatnonzero(is_open & (parts == NONE))  # cells without a move
    labels[alone] = np.arange(len(alone), dtype=np.int32) + (parts.max(initial=NONE) + 1)
    return labels


def _strong(board: Board, is_open: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return the strongly connected components, in some order."""
    number, island = np.where(is_open, NONE, 0).astype(np.int32), np.full(board.size, NONE, np.int32)
    low, kept = np.empty(board.size, np.int32), np.empty(board.open_count, np.int32)
    stack, table = np.empty((board.open_count, 2), np.int32), (board._moves_of_cell, board._delta_of_move)
    run = Slices(board._moves_of_cell, NO_LIMITS.watch())
    run(strong_components, table, number, low, island, stack, kept, begin={DEPTH: NONE})
    return island


def _in_order(labels: NDArray[np.int32], is_open: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return *labels* numbered in the order of their first cells; `NONE` where no cell is open."""
    places = np.flatnonzero(is_open)[::-1]
    first = np.zeros(int(labels.max(initial=NONE)) + 1, np.int64)
    first[labels[places]] = places  # of several the last counts: the first cell
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    numbered: NDArray[np.int32] = np.full(len(labels), NONE, np.int32)
    numbered[places] = rank[labels[places]]
    return numbered
