"""The symmetries of a board: its rotations and reflections, as maps of the cells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.errors import Cell

Permutation = NDArray[np.intp]  # the image of every cell, as flat indices


def symmetries(board: Board, *keeping: Sequence[Cell]) -> list[Permutation]:
    """Return the rotations and reflections that leave *board* unchanged, the identity first.

    Each of *keeping* is a set of cells that must be mapped to itself, such as the starts.
    """
    cells = np.arange(board.size).reshape(board.shape)
    kept = [{board.index(cell) for cell in group} for group in keeping]
    open_cells = np.flatnonzero(board.open_cells)
    found: dict[bytes, Permutation] = {}  # on a single row or column two of them are equal
    for swap, *flips in product((False, True), repeat=3):
        turned = (cells.T if swap else cells)[:: -1 if flips[0] else 1, :: -1 if flips[1] else 1]
        to = turned.ravel()
        identity = not (swap or any(flips))
        if not identity and not (turned.shape == board.shape and _changes_nothing(board, to, swap, flips)):
            continue
        if all({int(to[cell]) for cell in group} == group for group in kept):
            found.setdefault(to[open_cells].tobytes(), to)
    return list(found.values())


def _changes_nothing(board: Board, to: Permutation, swap: bool, flips: Sequence[bool]) -> bool:
    """Whether open cells, costs and legal moves are the same after the cells have been moved by *to*."""
    deltas, table = board.moves.deltas, board._moves_of_cell
    if board.portals:
        return _keeps_portals(board, to)

    def turned(delta: Cell) -> Cell:
        signed = -delta[0] if flips[0] else delta[0], -delta[1] if flips[1] else delta[1]
        return signed[::-1] if swap else signed

    if set(map(turned, deltas)) != set(deltas):
        return False
    open_cells = board.open_cells.ravel()
    costs = np.zeros(board.size) if board.costs is None else board.costs.ravel()
    return (
        bool((open_cells[to] == open_cells).all())
        and bool((costs[to] == costs)[open_cells].all())
        and all(
            np.array_equal(_has(table[to], deltas.index(turned(delta))), _has(table, m))
            for m, delta in enumerate(deltas)
        )
    )


def _keeps_portals(board: Board, to: Permutation) -> bool:
    """As `_changes_nothing`, move by move: a portal may have the offset of another move."""
    u, v = np.concatenate([_ends(board, m) for m in range(len(board.moves))], axis=1)
    costs, size = board._step_costs.of_steps, board.size
    there, here = to[u] * size + to[v], u * size + v
    same = np.array_equal(np.sort(there), np.sort(here))
    open_cells = board.open_cells.ravel()
    return same and bool((open_cells[to] == open_cells).all() and (costs(u, v) == costs(to[u], to[v])).all())


def _ends(board: Board, m: int) -> NDArray[np.int64]:
    """Return the cells that the move *m* leaves, and those that it enters, shape (2, n)."""
    u = np.flatnonzero(_has(board._moves_of_cell, m))
    return np.stack([u, u + board._delta_of_move[m]])


def _has(table: NDArray[np.integer[Any]], m: int) -> NDArray[np.integer[Any]]:
    return table >> table.dtype.type(m) & table.dtype.type(1)
