"""Landmarks of a board with costs, for many questions: distances from cells far apart, as bounds for A*.

They are kept with the board: 2 bytes a cell for each landmark, 4 where paths cost more than 65,535; and 12 to
20 for each thread that searches.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.search import landmarks
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.slices import beside
from gridwalk.runtime.tuning import tuning
from gridwalk.search.fields import distances_of
from gridwalk.search.solver import GETTING_READY, Scratch, Solver, part_of_cell, solver_of
from gridwalk.search.spreading import Sources

LANDMARKS: Key[Solver] = Key("landmarks")
MAX_BUCKETS = 4096  # costs below it go into buckets
FEW = 400  # questions that are never worth landmarks
NUMBER = 24  # of landmarks: with 16 searches look at 16 to 32 % more cells, with 32 at up to 6 % less
SEARCHES = 48  # of as many cells as the board has: with so many the fields pay, and half of the time is saved
SAVED = 1 << 23  # cells that it must save: loading its code takes a while, too
BYTES_A_CELL = 4 * NUMBER + 40  # at most, while they are made


def landmarks_pay(board: Board, questions: NDArray[np.int64], limits: Limits) -> bool:
    """Whether landmarks are exact on *board*, and with their fields so many questions take less time.

    Between cells *d* moves apart plain A* expands some d * d cells, all cells at most.
    """
    if board.costs is None:
        return False
    down, across = (np.abs(part[:, 0] - part[:, 1]) for part in np.divmod(questions, board.columns))
    cells = int(np.minimum(np.maximum(down, across) ** 2, board.size).sum())
    least = tuning().landmarks_from
    if least is None:
        least = max(SEARCHES * board.size, SAVED) if len(questions) >= FEW else cells + 1
    if cells < least:
        return False
    steps = board._step_costs
    if not (steps.is_plain and steps.are_whole and steps.are_mutual and board._symmetric):
        return False
    if steps.greatest >= MAX_BUCKETS or steps.greatest * board.size >= 1 << 31:
        return False
    return len(board.moves) <= landmarks.MOVE + 1 and BYTES_A_CELL * board.size <= limits.memory_allowed // 4


def landmark_solver(board: Board, watch: Watch) -> Solver:
    """Return A* with landmarks for *board*, for which `landmarks_pay`; kept."""
    return board._kept.get(LANDMARKS, lambda: _build(board, watch))


def _build(board: Board, watch: Watch) -> Solver:
    size, greatest = board.size, int(board._step_costs.greatest)
    assert board.costs is not None
    costs = board.costs.reshape(-1).astype(np.uint8 if greatest < 256 else np.int32)
    model = board._moves_of_cell, board._delta_of_move, costs, (greatest * size + 1) << landmarks.SHIFT
    parts = beside(lambda: part_of_cell(board), watch, GETTING_READY)
    assert parts is not None

    def new_scratch(room: int) -> Scratch:
        labels = np.full(size + 1, landmarks.FIRST, np.int64)
        heads = np.empty(1 << (2 * greatest).bit_length(), np.int32)
        pool = np.empty((room * (size // 4 + 1024), 2), np.int32)
        return labels, (heads, pool), np.empty(landmarks.ACTIVE, np.int64)

    # The largest part of the board has the landmarks: elsewhere all bounds are 0.
    far = int(np.argmax(parts == np.bincount(parts[parts != NONE], minlength=1).argmax()))
    # From any cell of it to a cell farthest away, and from there to those farthest from all before.
    distances = _distances(board, far, watch)
    far, most = int(distances.argmax()), 2 * int(distances.max()) + greatest
    fields = np.empty((NUMBER, size), np.uint16 if most < 1 << 16 else np.int32)
    nearest = np.full(size, np.inf)
    for i, field in enumerate(fields):
        watch.check(0, 0, i, f"{i} of {NUMBER} landmarks measured")
        field[:] = distances = _distances(board, far, watch)
        far = int(np.minimum(nearest, distances, out=nearest).argmax())
    find, write = landmarks.find_landmarks, landmarks.write_landmarks
    return solver_of("astar", find, write, size, (model, board.columns, parts, fields), new_scratch)


def _distances(board: Board, source: int, watch: Watch) -> NDArray[np.float64]:
    """Return the cost of a cheapest path from flat cell *source* to each cell, 0 where there is none."""
    distances = distances_of(board, Sources.plain([source]), watch)
    return np.where(distances < np.inf, distances, 0)
