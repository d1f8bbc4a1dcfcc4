"""The seams of a board wrapped round: which there are, and the steps and lines that cross them.

A line that crosses a seam is drawn broken: it goes out at one side of the board and comes in at the other.
"""

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


def pieces_of(board: Board, cells: NDArray[np.integer]) -> list[NDArray[np.float64]]:
    """Return the line through the middles of *cells*, broken where it crosses a seam.

    Each piece has the shape (n, 2), rows and columns, in units of a cell; the middle of cell (0, 0) is
    (0.5, 0.5).
    """
    middles: NDArray[np.float64] = cells.astype(np.float64) + 0.5
    deltas, steps = np.diff(cells, axis=0), steps_along(board, cells)
    jumps = through_portals(board, cells)
    over = np.flatnonzero((deltas != steps).any(axis=1) | jumps)
    pieces, first, coming = [], 0, middles[:0]
    for i in over.tolist():
        if jumps[i]:  # a line ends at a portal, and goes on where it leads to
            pieces.append(np.concatenate([coming, _turns(middles[first : i + 1])]))
            first, coming = i + 1, middles[:0]
            continue
        crossing = deltas[i] != steps[i]
        out = middles[i] + steps[i] * _share(middles[i], steps[i], crossing, board.shape)
        pieces.append(np.concatenate([coming, _turns(middles[first : i + 1]), [out]]))
        coming = middles[i + 1] - steps[i] * _share(middles[i + 1], -steps[i], crossing, board.shape)
        first, coming = i + 1, coming[None]
    pieces.append(np.concatenate([coming, _turns(middles[first:])]))
    return pieces


def through_portals(board: Board, cells: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return which steps lead through a portal, or from a level to the next."""
    ends = {portal[:2] for portal in board.portals}
    named = map(tuple, cells.tolist()) if ends else ()
    found = [step in ends for step in pairwise(named)] if ends else np.zeros(len(cells) - 1)
    jumps = np.array(found, np.bool_)
    return jumps if board.levels is None else jumps | board.levels.jumps(np.diff(cells, axis=0))


def _share(
    at: NDArray[np.float64], step: NDArray[np.int64], crossing: NDArray[np.bool_], shape: tuple[int, int]
) -> float:
    """Return the share of *step*, from *at*, up to the first of the sides that it crosses."""
    room = np.where(step > 0, np.array(shape) - at, at)[crossing]
    return float((room / np.abs(step[crossing])).min())


def _turns(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points at which a line turns, and its ends."""
    if len(points) < 3:
        return points
    steps = np.diff(points, axis=0)
    turns = np.flatnonzero((steps[1:] != steps[:-1]).any(axis=1)) + 1
    return np.take(points, np.concatenate([[0], turns, [len(points) - 1]]), axis=0)
