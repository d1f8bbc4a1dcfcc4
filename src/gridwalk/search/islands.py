"""Islands of a board: the sets of cells that can all reach one another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.runtime.codes import DEPTH, NONE
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.slices import Slices
from gridwalk.search.components import part_of_cell, strong_components


def islands(board: Board) -> NDArray[np.int32]:
    """Return the answer of `gridwalk.Board.islands`."""
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
    first[labels[places]] = places  # of several entries the last stays: the first cell
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    numbered: NDArray[np.int32] = np.full(len(labels), NONE, np.int32)
    numbered[places] = rank[labels[places]]
    return numbered
