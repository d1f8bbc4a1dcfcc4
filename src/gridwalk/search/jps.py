"""Jump point search (Harabor and Grastien 2011)."""

from __future__ import annotations

from contextlib import nullcontext

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.moves import KING_STEPS, ORTHOGONAL_STEPS
from gridwalk.board.repairs import Change
from gridwalk.kernels import codes
from gridwalk.kernels.codes import CLOSE, EXPANDED, FULL, NONE
from gridwalk.kernels.search import jps as jump_points
from gridwalk.kernels.search.jps import jps, unfold
from gridwalk.kernels.search.jump_maps import MAPS, OPEN, SPARES, E, lay_lines
from gridwalk.kernels.search.jump_runs import turns
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.slices import beside, call_whole, interpreting, tier, undecided
from gridwalk.search.prepared import GETTING_READY, Model, Prepared, Scratch, prepared, to_nearest
from gridwalk.search.query import Query

SMALL = 4096  # cells; a trace of such a board is interpreted
UNUSUAL = "it knows no portals, and diagonal steps only at the square root of 2: use 'dijkstra' or 'astar'"


def why_not(board: Board) -> str:
    """Return why jump point search is not exact on *board*, or an empty text."""
    steps = set(board.moves.unwrapped.deltas)
    if board.costs is not None or steps not in (KING_STEPS, ORTHOGONAL_STEPS) or board.one_way:
        return "it needs the king's eight moves or the four orthogonal ones, equal costs and no one-way cells"
    if not board._step_costs.is_plain or board.moves.slides:
        return UNUSUAL
    if board.moves.corners == "one" and steps == KING_STEPS:
        return "it knows the corner rules 'both' and 'none', not 'one'"
    if not board._is_plain(cells_decide=True):
        return "it looks at open cells only: not at walls between cells, a wrapped board, or cells avoided"
    return ""


def count_jump_points(ready: Prepared) -> int:
    """Return the number of jump points."""
    words = ready.model[0]
    return int(np.bitwise_count(words[OPEN] & words[E]).sum())


def prepare(board: Board) -> Prepared:
    """Jump point search: at unit cost, four moves, or the king's eight with corner rule both or none."""
    size, seen = board.size, max(8 * min(board.shape), 2 * board.rows) + 16

    def new_scratch(room: int) -> Scratch:
        nodes = room * (size // 64 + 1024)
        return (
            np.empty(size, np.int32),
            np.empty((nodes, 7), np.int32),
            np.empty(nodes // 2 + 8, np.float64),
            np.empty(nodes // 2 + 8, np.int32),
            np.empty((seen, 3), np.int32),
        )

    return Prepared("jps", find_jps, write_jps, size, _maps(board), new_scratch, _after)


def _maps(board: Board) -> Model:
    """Return the bit maps of jump points, the table of turns, and the frame of the lines."""
    lean = int(board.moves.has_diagonals)
    cut = bool(lean) and board.moves.corners == "none"
    frame = board.columns, (board.columns + 66) // 64, (board.rows + 66) // 64, lean
    padded = np.zeros((64 * frame[2], 64 * frame[1]), np.bool_)
    padded[1 : board.rows + 1, 1 : board.columns + 1] = board.open_cells
    words = np.full((MAPS, padded.size // 64), 2**64 - 1, np.uint64)
    words[OPEN] = np.packbits(padded.ravel(), bitorder="little").view("<u8")
    spare = np.full((SPARES, words.shape[1]), 2**64 - 1, np.uint64)
    call_whole(lay_lines, board.size, tuple(words), tuple(spare), frame, cut, np.empty(64, np.uint64))
    return words, turns(cut, lean), frame


def _after(model: Model, change: Change) -> Model | None:
    """Make the bit maps of the changed board, for the same scratch memory; None where walls came or went."""
    return None if len(change.beside) else _maps(change.after)


def trace(query: Query) -> Path | None:
    """Jump point search; for several exits, the search for the nearest one is logged."""
    board, log = query.board, query.log
    assert log is not None
    small = board.size <= SMALL and undecided()
    with tier("python") if small else nullcontext():  # faster than compiling
        ready = prepared(board, "jps", prepare)
        nearest, _ = to_nearest(board, ready, query.source, query.goals)
        goal = query.goals[0] if nearest is None else int(nearest[-1] @ (board.columns, 1))
        cells, events, query.state[EXPANDED] = beside(
            lambda: _traced(ready, query.source, goal), query.watch, GETTING_READY
        )
    query.note(codes.OPEN, query.source, query.source)
    log.append(events)
    return None if cells is None else query.found(cells, "jps")


def _traced(
    ready: Prepared, source: int, goal: int
) -> tuple[NDArray[np.int32] | None, NDArray[np.int32], int]:
    """Return (flat cells of the path or None, events, nodes expanded)."""
    plain = interpreting()
    columns, lean = ready.model[2][0], ready.model[2][3]
    space = ready.borrow()
    while True:
        scratch = space.scratch
        events = np.zeros((8 * len(scratch[1]) + 1, 3), np.int32)
        find = jump_points.jps if plain else jump_points.jps.compiled
        last, moves, _, expanded = find(ready.model, scratch, source, goal, events)
        if last != FULL:
            break
        space = ready.larger(space)
    log = events[1 : events[0, 0] + 1].copy()
    cells = None
    if last != NONE:
        way = np.empty((moves + 1, 2), np.int32)
        write = jump_points.unfold if plain else jump_points.unfold.compiled
        write(scratch[1], last, goal // columns, goal % columns, lean, way, len(way))
        cells = way[:, 0] * columns + way[:, 1]
    ready.give_back(space)
    assert last == NONE or log[-1, 0] == CLOSE
    return cells, log, expanded


@kernel
def find_jps(model, scratch, source, goal):
    """Jump point search; *model* is the ``board`` of `jps`."""
    last, moves, cost, expanded = jps(model, scratch, source, goal, None)
    if last < 0:
        return last, 0.0, expanded
    scratch[4][0, 0] = last
    return moves, cost, expanded


@kernel
def write_jps(model, scratch, source, goal, cells):
    """Unfold the jump points."""
    columns, lean = model[2][0], model[2][3]
    unfold(scratch[1], scratch[4][0, 0], goal // columns, goal % columns, lean, cells, cells.shape[0])
