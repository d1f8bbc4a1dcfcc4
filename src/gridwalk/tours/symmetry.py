"""The symmetries of a board: its rotations and reflections, as maps of the cells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.errors import Cell

Permutation = NDArray[np.intp]  # the flat index of the image of every cell


def symmetries(board: Board, *keeping: Sequence[Cell]) -> list[Permutation]:
    """Return the rotations and reflections that leave *board* unchanged; the identity is the first.

    Each item of *keeping* is a set of cells that must be mapped to itself, such as the starts.
    """
    cells = np.arange(board.size).reshape(board.shape)
    is_open = board.open_cells.ravel()
    fixed = [{board.index(cell) for cell in group} for group in keeping]
    (u, v), size, costs = board._all_moves(), board.size, board._step_costs.of_steps
    moves, priced = np.sort(u * size + v), costs(u, v)
    found: dict[bytes, Permutation] = {}  # on a single row or column, pairs of them are equal
    for swap, *flips in product((False, True), repeat=3):
        turned = (cells.T if swap else cells)[:: -1 if flips[0] else 1, :: -1 if flips[1] else 1]
        to = turned.ravel()
        if turned.shape != board.shape or not (is_open[to] == is_open).all():
            continue
        if not np.array_equal(np.sort(to[u] * size + to[v]), moves) or (costs(to[u], to[v]) != priced).any():
            continue
        if all({int(to[cell]) for cell in group} == group for group in fixed):
            found.setdefault(to[is_open].tobytes(), to)
    return list(found.values())
