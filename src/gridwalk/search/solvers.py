"""The solvers of a board: how each is built, repaired after a change of the board, and traced.

A repair takes the model of a solver and the change, and returns the model for the changed board; None where
that must be made anew.

Without an event log A* and jump point search run as solvers, which store only what the answer needs.  With
one, A* is Dijkstra's algorithm with a lower bound, so that the two logs are alike; among several paths of
minimum cost it may find another one.  Jump point search is the same kernel, with an event log.
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.moves import ORTHOGONAL
from gridwalk.board.repairs import Change
from gridwalk.kernels import codes
from gridwalk.kernels.codes import CLOSE, EXPANDED, FULL, NONE
from gridwalk.kernels.search import corridors, dead_ends, pairs
from gridwalk.kernels.search import jps as jump_points
from gridwalk.kernels.search.jump_maps import MAPS, OPEN, SPARES, lay_lines
from gridwalk.kernels.search.jump_runs import turns
from gridwalk.runtime.cache import Key
from gridwalk.runtime.memory import copied
from gridwalk.runtime.slices import (
    beside,
    call_whole,
    interpreting,
    tier,
    undecided,
)
from gridwalk.search import searches, whole
from gridwalk.search.query import Query, bound_on_rest
from gridwalk.search.solver import (
    GETTING_READY,
    Model,
    Scratch,
    Solver,
    by_solver,
    solver,
    solver_of,
)

FRONT = 4096  # dead ends that are filled together
SMALL = 4096  # cells; a trace of such a board is interpreted
ONWARD: Key[NDArray[np.uint8]] = Key("onward")
JUNCTIONS: Key[tuple[int, int]] = Key("junctions")


def jps_solver(board: Board) -> Solver:
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

    return solver_of("jps", pairs.find_jps, pairs.write_jps, size, jump_maps(board), new_scratch, jps_after)


def jump_maps(board: Board) -> Model:
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


def jps_after(model: Model, change: Change) -> Model | None:
    """Make the bit maps of the changed board, for the same scratch memory; None where walls came or went."""
    return None if len(change.beside) else jump_maps(change.after)


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


def corridor_solver(board: Board) -> Solver:
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
    return solver_of("corridors", pairs.find_corridors, pairs.write_corridors, size, model, new_scratch)


def astar_solver(board: Board) -> Solver:
    """A*: for orthogonal moves at unit cost with stacks, else with buckets or a heap."""
    return stack_solver(board) if is_plain_orthogonal(board) else cost_solver(board)


def stack_solver(board: Board) -> Solver:
    """A* with two stacks: the four orthogonal moves in their usual order, at unit cost."""
    size = board.size

    def new_scratch(room: int) -> Scratch:
        capacity = min(size + 8, room * (size // 8 + 64))
        return np.zeros(size + 1, np.uint16), np.empty((2, capacity), np.int32)

    model = board._moves_of_cell, board._delta_of_move, board.columns
    return solver_of("astar", pairs.find_orthogonal, pairs.write_orthogonal, size, model, new_scratch, table)


def cost_solver(board: Board) -> Solver:
    """A* on any board: buckets where costs can be whole numbers, else a heap."""
    if (model := whole.whole_costs(board)) is not None:
        find, write, scratch = (
            pairs.find_buckets,
            pairs.write_buckets,
            partial(whole.scratch_of, model, board.open_count),
        )
        return solver_of("astar", find, write, board.size, model, scratch, whole.repaired)
    costs, size, steps = board.costs, board.size, board._step_costs
    span = 16 if len(board.moves) <= 8 else 2 << (len(board.moves) - 1).bit_length()
    rate, slope = steps.rates(is_wrapped=board.wrap is not None)
    query = np.array([0, 0, board.columns, span], np.int64)
    table = board._moves_of_cell, board._delta_of_move

    def heap_scratch(room: int) -> Scratch:
        marks, cost_to_cell = np.zeros(size + 1, np.uint16), np.empty(size)
        return query.copy(), marks, cost_to_cell, np.empty((room * (size // 2 + 1024), 2))

    given = None if costs is None else costs.reshape(-1).astype(np.float64)
    # Keys of the heap stay below 2**62; a power of two is divided by, and multiplied with, exactly.
    total = 0.0 if given is None else float(given.sum()) * max(1.0, float(steps.factor_of_move.max()))
    total += len(board.portals) * float(steps.extra_of_move.max())
    unit = 1.0 if total < 2.0**60 else 2.0 ** (np.frexp(total)[1] - 60)
    given = None if given is None else given / unit
    moves = steps.factor_of_move, steps.extra_of_move / unit
    model = (*table, moves, given, np.array([rate, slope, unit]) / (unit, unit, 1))
    repair = heap_costs if unit == 1 else None
    return solver_of("astar", pairs.find_heap, pairs.write_costs, size, model, heap_scratch, repair)


def is_plain_orthogonal(board: Board) -> bool:
    """Whether moves are the four orthogonal ones in their usual order, at unit cost."""
    in_order = board.moves.deltas == ORTHOGONAL.deltas
    return board.costs is None and in_order and board._is_plain(ORTHOGONAL)


def table(model: Model, change: Change) -> Model:
    """Take the repaired legal-move table."""
    return change.after._moves_of_cell, *model[1:]


def heap_costs(model: Model, change: Change) -> Model | None:
    """Take the repaired legal-move table, and repair the costs of A* with a heap, if there are any.

    They are not scaled: sums great enough for that make the changed board in full (`CostFacts.surely_fit`).
    """
    board = change.after
    _, delta_of_move, moves, costs, rates = model
    if costs is None or board.costs is None:
        return board._moves_of_cell, *model[1:]
    if change.is_repriced or (board.costs.dtype.kind == "f" and whole.may_fit(board)):
        return None  # they may fit in buckets
    return board._moves_of_cell, delta_of_move, moves, _repaired(costs, change), rates


def _repaired(costs: NDArray[Any], change: Change) -> NDArray[Any]:
    """Return *costs* with those of the changed board where they changed."""
    if not len(change.priced) or change.after.costs is None:
        return costs
    costs = copied(costs)
    costs[change.priced] = change.after.costs.reshape(-1)[change.priced]
    return costs


def trace_astar(query: Query) -> Path | None:
    """Expand cells in order of their cost plus a lower bound on the rest."""
    return searches.nearest_first(query, "astar", bound_on_rest("astar", query.board, query.exits))


def trace_jps(query: Query) -> Path | None:
    """Jump point search; for several exits, the search for the nearest one is logged."""
    board, log = query.board, query.log
    assert log is not None
    small = board.size <= SMALL and undecided()
    with tier("python") if small else nullcontext():  # faster than compiling
        nearest = by_solver(board, "jps", query.starts[0], query.exits, lambda: query.watch)
        goal = board.index(query.exits[0] if nearest is None else nearest.end)
        ready = solver(board, "jps")
        cells, events, query.state[EXPANDED] = beside(
            lambda: _traced(ready, query.source, goal), query.watch, GETTING_READY
        )
    query.note(codes.OPEN, query.source, query.source)
    log.append(events)
    return None if cells is None else query.found(cells, "jps")


def _traced(ready: Solver, source: int, goal: int) -> tuple[NDArray[np.int32] | None, NDArray[np.int32], int]:
    """Return (flat cells of the path or None, events, nodes expanded)."""
    plain = interpreting()
    columns, lean = ready.model[2][0], ready.model[2][3]
    desk = ready.borrow()
    while True:
        scratch = desk.scratch
        events = np.zeros((8 * len(scratch[1]) + 1, 3), np.int32)
        find = jump_points.jps if plain else jump_points.jps.compiled
        last, moves, _, expanded = find(ready.model, scratch, source, goal, events)
        if last != FULL:
            break
        desk = ready.larger(desk)
    log = events[1 : events[0, 0] + 1].copy()
    cells = None
    if last != NONE:
        way = np.empty((moves + 1, 2), np.int32)
        write = jump_points.unfold if plain else jump_points.unfold.compiled
        write(scratch[1], last, goal // columns, goal % columns, lean, way, len(way))
        cells = way[:, 0] * columns + way[:, 1]
    ready.give_back(desk)
    assert last == NONE or log[-1, 0] == CLOSE
    return cells, log, expanded
