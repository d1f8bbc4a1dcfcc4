"""A graph of corridors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.moves import KING_STEPS
from gridwalk.kernels.search import corridors, dead_ends
from gridwalk.kernels.search.corridors import find as find_in_core
from gridwalk.kernels.search.corridors import write as write_from_core
from gridwalk.kernels.search.jps import ROOT
from gridwalk.runtime.cache import Key
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.slices import call_whole
from gridwalk.search.jps import UNUSUAL
from gridwalk.search.prepared import Prepared, Scratch

FRONT = 4096  # dead ends that are filled together
MAX_CORRIDOR_CELLS = 1 << 25  # costs in units of 2**-36 stay below 2**62
ONWARD: Key[NDArray[np.uint8]] = Key("onward")
JUNCTIONS: Key[tuple[int, int]] = Key("junctions")


def why_not(board: Board) -> str:
    """Return why the graph of corridors is not exact on *board*, or an empty text."""
    if board.size > MAX_CORRIDOR_CELLS:
        return f"its exact costs have room for boards of up to {MAX_CORRIDOR_CELLS:,} cells"
    if board.wrap is not None:
        return "its lower bounds are those of a board that is not wrapped round"
    squares = board.moves.cells == "square" and set(board.moves.deltas) <= KING_STEPS
    if board.costs is not None or not board._symmetric or not squares:
        return "it needs steps to neighbouring cells that can be taken back, at equal costs"
    if not board._step_costs.is_plain or not board._is_plain():
        return UNUSUAL
    return ""


def onward_of(board: Board) -> NDArray[np.uint8]:
    """Return the board's move table without moves into dead ends; kept."""
    return board._kept.get(ONWARD, lambda: _pruned(board))


def _pruned(board: Board) -> NDArray[np.uint8]:
    onward = board._moves_of_cell.copy()
    step_of_mask = _step_of_mask(board)
    tables = step_of_mask[:, dead_ends.DELTA].copy(), ~step_of_mask[:, dead_ends.BACK].astype(np.uint8)
    front = np.empty(min(FRONT, board.size), np.int32)
    call_whole(dead_ends.prune, board.size, board._moves_of_cell, onward, tables, front)
    onward.flags.writeable = False
    return onward


def junctions_of(board: Board) -> tuple[int, int]:
    """Return how many junctions the board's core has, and how many doors they have in all; kept."""
    return board._kept.get(JUNCTIONS, lambda: call_whole(dead_ends.census, board.size, onward_of(board)))


def _step_of_mask(board: Board) -> NDArray[np.int64]:
    deltas = board.moves.deltas
    steps = np.zeros((256, 5), np.int64)
    for m, (down, across) in enumerate(deltas):
        if (-down, -across) not in deltas:
            continue  # a move that is never legal, as every legal one has a reverse move
        back = 1 << deltas.index((-down, -across))
        steps[1 << m] = down * board.columns + across, back, down != 0 and across != 0, down, across
    return steps


def prepare(board: Board) -> Prepared:
    """A* over corridors, dead ends climbed: king's or orthogonal steps at unit cost, no one-way cells."""
    onward, step_of_mask = onward_of(board), _step_of_mask(board)
    size = board.size
    count, ways = junctions_of(board)
    junctions, doors = np.zeros((count + 1, 3), np.int32), np.empty((ways, 4), np.int32)
    if count:
        call_whole(corridors.number, size, onward, junctions)
        call_whole(corridors.connect, size, onward, step_of_mask, junctions, doors)
        call_whole(corridors.part, size, junctions, doors)
    diagonal = corridors.DIAGONAL_COST if board.moves.has_diagonals else 2 * corridors.STRAIGHT

    def new_scratch(room: int) -> Scratch:
        return (
            np.zeros(size + 1, np.uint16),
            np.zeros((len(junctions), 2), np.int64),
            np.empty((len(doors) + 5, 2), np.int64),
            np.zeros((5, 5), np.int64),
        )

    model = (onward, step_of_mask, junctions, doors), board.columns, diagonal
    return Prepared("corridors", find_corridors, write_corridors, size, model, new_scratch)


@kernel
def find_corridors(model, scratch, source, goal):
    """Climb out of dead ends, then A* over corridors; *model* is ``(graph, columns, diagonal)``."""
    graph, columns, diagonal = model
    moves, diagonals, expanded = find_in_core(graph, source, goal, columns, diagonal, scratch)
    return moves, moves + (ROOT - 1) * diagonals, expanded


@kernel
def write_corridors(model, scratch, source, goal, cells):
    """Unfold corridors and climbs."""
    write_from_core(model[0], source, goal, model[1], scratch, cells)
