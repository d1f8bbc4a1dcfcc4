"""The cells next to each cell, as lists: for algorithms that ask which pairs of cells any move joins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.grid import Grid

ONWARD, BACK = 1, 2  # bits of a way: a move leads to the neighbour, from it


@dataclass(frozen=True, eq=False)
class Neighbours:
    """For each cell those that a move of the whole board joins to it, in either direction.

    Attributes
    ----------
    offsets : int64 array
        The neighbours of the flat cell *u* are numbers ``offsets[u]`` to ``offsets[u + 1] - 1``.
    cells : int32 array
        Them, those to which a move leads first, in move order.
    ways : uint8 array
        Whether a path may move to each (`ONWARD`) and from each (`BACK`); 0: neither may be.

    """

    offsets: NDArray[np.int64]
    cells: NDArray[np.int32]
    ways: NDArray[np.uint8]

    @classmethod
    def of(cls, whole: Grid, ground: Grid) -> Neighbours:
        """Return the neighbours on the board *whole*, with the ways that the moves of *ground* are.

        O(cells * moves) time and memory.

        >>> from gridwalk import Board
        >>> board = Board.rectangle(2, 2)
        >>> near = Neighbours.of(board, board)
        >>> near.offsets.tolist(), near.cells.tolist()
        ([0, 2, 4, 6, 8], [1, 2, 3, 0, 0, 3, 1, 2])
        """
        size = whole.size
        tails, heads = _moves(whole)
        first, second = np.concatenate([tails, heads]), np.concatenate([heads, tails])
        pairs = first * size + second
        _, once = np.unique(pairs, return_index=True)
        once = once[np.lexsort((once, first[once]))]
        first, second, pairs = first[once], second[once], pairs[once]
        legal_tails, legal_heads = (tails, heads) if ground is whole else _moves(ground)
        onward = np.isin(pairs, legal_tails * size + legal_heads)
        back = np.isin(second * size + first, legal_tails * size + legal_heads)
        offsets = np.searchsorted(first, np.arange(size + 1)).astype(np.int64)
        ways = (onward * ONWARD | back * BACK).astype(np.uint8)
        return cls(offsets, second.astype(np.int32), ways)

    def of_cell(self, u: int) -> list[tuple[int, int]]:
        """Return the neighbours of a flat cell with their ways."""
        part = slice(int(self.offsets[u]), int(self.offsets[u + 1]))
        return list(zip(self.cells[part].tolist(), self.ways[part].tolist(), strict=True))


def _moves(grid: Grid) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return all legal moves as flat cells, move by move."""
    table, tails, heads = grid.moves_of_cell, [], []
    for m, delta in enumerate(grid.delta_of_move.tolist()):
        u = np.flatnonzero(table >> table.dtype.type(m) & table.dtype.type(1)).astype(np.int64)
        tails.append(u)
        heads.append(u + delta)
    return np.concatenate(tails), np.concatenate(heads)
