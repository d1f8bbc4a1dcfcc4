"""Islands: the sets of cells of a board that can all reach one another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import DEPTH, NONE
from gridwalk.kernels.search.islands import strong_components
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.slices import registers, run


def islands(grid: Grid) -> NDArray[np.int32]:
    """Answer behind `gridwalk.Board.islands`."""
    is_open = grid.open_cells.reshape(-1)
    labels = _connected(grid, is_open) if grid.symmetric else _strong(grid, is_open)
    return _in_order(labels, is_open).reshape(grid.shape)


def _connected(grid: Grid, is_open: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return the connected components, in some order."""
    from gridwalk.search.solvers import part_of_cell

    parts = part_of_cell(grid)
    assert parts is not None
    labels = parts.copy()
    alone = np.flatnonzero(is_open & (parts == NONE))  # cells without a move
    labels[alone] = np.arange(len(alone), dtype=np.int32) + (parts.max(initial=NONE) + 1)
    return labels


def _strong(grid: Grid, is_open: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return the strongly connected components, in some order."""
    number, island = np.where(is_open, NONE, 0).astype(np.int32), np.full(grid.size, NONE, np.int32)
    low, kept = np.empty(grid.size, np.int32), np.empty(grid.open_count, np.int32)
    stack, state = np.empty((grid.open_count, 2), np.int32), registers()
    state[DEPTH] = NONE
    table = grid.moves_of_cell, grid.delta_of_move
    run(
        strong_components, table, number, low, island, stack, kept,
        state=state, moves_of_cell=grid.moves_of_cell, watch=NO_LIMITS.watch(),
    )  # fmt: skip
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
