"""The seams of a board wrapped round: which there are, and the steps that cross them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from gridwalk.board.board import Board


def seams_of(board: Board) -> tuple[bool, bool]:
    """Return whether the first and last row meet, and whether the first and last column do."""
    return board.wrap in ("rows", "both"), board.wrap in ("columns", "both")


def steps_along(board: Board, cells: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the step from each cell to the next, shape (n - 1, 2), as it is before the board is wrapped.

    Over the seam of a cylinder of 8 columns the difference is ``(0, -7)``, and the step ``(0, 1)``.
    """
    deltas: NDArray[np.int64] = cells[1:].astype(np.int64) - cells[:-1]
    if board.wrap is None:
        return deltas
    steps = deltas.copy()
    makers: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for m, _, step in board.moves.sources():
        makers.setdefault(board.moves.deltas[m], []).append(step)
    for delta, makes in makers.items():
        here = (deltas == delta).all(axis=1)
        # On two columns left and right lead to the same cell: where a wall is in the way, it was the other.
        for step in sorted(makes, key=lambda step: step == delta):
            steps[here & ~(_walled(board, cells[:-1], step) & (len(makes) > 1))] = step
    return steps


def directions_along(board: Board, cells: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the direction of each step, shape (n, 2): however far it goes; a step through a portal has none.

    Steps by ``(0, 1)`` and ``(0, 3)`` have one direction, ``(0, 1)``.
    """
    steps = steps_along(board, cells)
    if board._has_jumps:
        steps = steps[~through_portals(board, cells)]
    steps = steps[steps.any(axis=1)]  # a wait has none
    steps //= np.gcd(*np.abs(steps).T)[:, None]
    return steps


def _walled(board: Board, cells: NDArray[np.integer], step: tuple[int, int]) -> NDArray[np.bool_]:
    """Return for each cell whether a wall is in the way of a straight step of one cell."""
    none: NDArray[np.bool_] = np.zeros(len(cells), np.bool_)
    if board.walls is None or abs(step[0]) + abs(step[1]) != 1:
        return none
    side = board.walls.padded(board.shape)[step[1] == 0]
    at = (cells + np.minimum(step, 0)) % board.shape  # a wall belongs to the cell left of it, or above
    walled: NDArray[np.bool_] = side[at[:, 0], at[:, 1]]
    return walled


def through_portals(board: Board, cells: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return which steps lead through a portal, or from a level to the next."""
    ends = {portal[:2] for portal in board.portals}
    named = map(tuple, cells.tolist()) if ends else ()
    found = [step in ends for step in pairwise(named)] if ends else np.zeros(len(cells) - 1)
    jumps = np.array(found, np.bool_)
    return jumps if board.levels is None else jumps | board.levels.jumps(np.diff(cells, axis=0))
