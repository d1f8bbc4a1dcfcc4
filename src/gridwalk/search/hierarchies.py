"""The contraction hierarchy of a board, for very many questions: when it pays, and how it is built.

It is kept with the board: about 24 bytes for each arc and shortcut beside the graph of corridors, on clutter
some 80 bytes a cell in all; 95 more while it is built, and 20 for each thread that searches.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.search import contraction, dead_ends
from gridwalk.kernels.search.hierarchy import find_hierarchy, write_hierarchy
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.slices import beside, call_whole, interpreting, registers, run
from gridwalk.search.choice import why_not
from gridwalk.search.landmarks import WITHOUT_INDEX, landmark_solver, landmarks_pay
from gridwalk.search.solver import GETTING_READY, Scratch, Solver, key_of, solver, solver_of
from gridwalk.search.solvers import onward_of

Arrays = tuple[NDArray[Any], ...]

A_TRIAL, TRIALS = 64, 32  # one question of so many tells how many cells are expanded, up to so many do
EXPANSION = {"jps": 0.18, "corridors": 0.03, "astar": 0.03}  # microseconds of a search, for a cell expanded
# Microseconds to contract a junction, by doors a junction: where many ways cost the same, witnesses are far.
CONTRACTION = {
    "orthogonal": ((3.0, 3.3, 3.5, 4.0), (4.0, 6.0, 36.0, 100.0)),
    "king": ((4.2, 4.6, 4.9, 5.3, 6.7), (4.2, 9.0, 25.0, 40.0, 100.0)),
}
ANSWER = 70.0  # microseconds of a question then, in clutter of 512 x 512
WORTH = 1.25  # so many times what they take then must the searches take without it
SAVED = 0.3e6  # microseconds it must save: loading its code takes a while, too
BYTES_A_DOOR, BYTES_A_JUNCTION = 60, 60  # while it is built


def solver_of_many(
    grid: Grid, name: str, questions: NDArray[np.int64], watch: Watch, *, may_contract: bool
) -> Solver:
    """Return the board's solver *name*, or where that *may* be and pays, one by contraction or landmarks.

    Whether landmarks pay is told by how far apart the cells of *questions* are, contraction by the cells that
    a few of them expand: so every run decides alike.
    """
    if name == "contraction":
        return contracted(grid, watch)
    if may_contract and name == "astar" and landmarks_pay(grid, questions, watch.limits.memory_allowed):
        return landmark_solver(grid, watch)
    ready = grid._kept.peek(key_of(name)) or beside(lambda: solver(grid, name), watch, GETTING_READY)
    if not may_contract or len(questions) < WITHOUT_INDEX or interpreting() or why_not(grid, "contraction"):
        return ready
    if beside(lambda: _pays(grid, ready, questions, watch.limits.memory_allowed), watch, GETTING_READY):
        return contracted(grid, watch)
    return ready


def _pays(grid: Grid, ready: Solver, questions: NDArray[np.int64], memory: int) -> bool:
    """Whether a contraction hierarchy and its answers take less time than the searches of *ready*."""
    if key_of("contraction") in grid._kept:
        return True
    some = questions[:: max(A_TRIAL, -(-len(questions) // TRIALS))]
    expanded = sum(ready.path(source, goal, False)[2] for source, goal in some.tolist())
    searches = EXPANSION[ready.name] * expanded / len(some) * len(questions)
    if searches < SAVED:
        return False
    junctions, doors = call_whole(dead_ends.census, grid.size, onward_of(grid))
    table = CONTRACTION["king" if grid.moves.has_diagonals else "orthogonal"]
    index = junctions * float(np.interp(doors / max(1, junctions), *table))
    whole = index + ANSWER * len(questions)
    room = BYTES_A_DOOR * doors + BYTES_A_JUNCTION * junctions
    return bool(searches > max(WORTH * whole, whole + SAVED)) and room < memory // 4


def hierarchy_solver(grid: Grid) -> Solver:
    """Contraction hierarchy: where the corridor graph is exact."""
    return contracted(grid, NO_LIMITS.watch())


def contracted(grid: Grid, watch: Watch) -> Solver:
    """Return the board's solver by contraction, built on first use, in slices between looks at the clock."""
    return grid._kept.get(key_of("contraction"), lambda: _build(grid, watch))


def _build(grid: Grid, watch: Watch) -> Solver:
    size = grid.size
    corridors, graph, rest, state = beside(lambda: _before(grid), watch, GETTING_READY)
    ranks = rest[0]
    run(contraction.contract, graph, *rest, state=state, moves_of_cell=grid._moves_of_cell, watch=watch)
    first, arcs, weights = graph
    hierarchy = beside(
        lambda: _from_the_top(size, first, arcs, weights, ranks[:, contraction.RANK]), watch, GETTING_READY
    )
    n = len(ranks)

    def new_scratch(room: int) -> Scratch:
        return (
            np.zeros(size + 1, np.uint16),
            np.zeros((n + 1, 4), np.int64),
            np.empty((room * 4096, 2), np.int64),
            np.empty((room * 4096, 2), np.int64),
            np.empty(n + 4, np.int32),
            np.zeros((6, 5), np.int64),
        )

    model = *corridors.model[:2], hierarchy
    return solver_of("contraction", find_hierarchy, write_hierarchy, size, model, new_scratch)


def _before(grid: Grid) -> tuple[Solver, Arrays, tuple[Any, ...], NDArray[np.int64]]:
    """Return the solver by corridors, the graph to contract, and the other arguments of `contract`."""
    corridors = solver(grid, "corridors")
    junctions, doors = corridors.model[0][2:]
    n, most = len(junctions) - 1, contraction.MOST
    arcs = np.full((len(doors) * 3 // 2 + 8, 4), NONE, np.int32)
    graph = np.empty(n, np.int32), arcs, np.empty(len(arcs), np.int64)
    state = registers()
    state[contraction.FREE], state[contraction.QUEUED] = NONE, n
    call_whole(contraction.link, grid.size, junctions, doors, *graph, state)
    ranks = np.zeros((n, 2), np.int32)
    ranks[:, contraction.RANK] = NONE
    queue = np.zeros((n + 4, 2), np.int64)
    queue[:n, 1], queue[n:, 0] = np.arange(n), 1 << 62
    labels, heap = np.zeros((n, 3), np.int64), np.zeros((contraction.ROOM, 2), np.int64)
    around, needed = np.empty(most, np.int32), np.empty((most * most // 2, 2), np.int32)
    return corridors, graph, (ranks, (queue, labels, heap, around, needed)), state


def _from_the_top(
    size: int,
    first: NDArray[np.int32],
    arcs: NDArray[np.int32],
    weights: NDArray[np.int64],
    ranks: NDArray[np.int32],
) -> tuple[Any, ...]:
    """Return the hierarchy as `gridwalk.kernels.search.hierarchy` reads it, the top in front."""
    core = ranks == NONE
    order = np.concatenate([np.flatnonzero(core), np.flatnonzero(~core)[np.argsort(-ranks[~core])]])
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    begin = np.empty(len(order) + 1, np.int32)
    arc_of_number, number_of_arc = np.empty((2, len(arcs)), np.int32)
    call_whole(contraction.collect, size, first, arcs, order, begin, arc_of_number, number_of_arc)
    chosen = arc_of_number[: begin[-1]]
    parts = np.empty((len(chosen), 3), np.int32)
    parts[:, 0] = np.repeat(np.arange(len(order)), np.diff(begin))
    parts[:, 1:] = arcs[chosen, contraction.LEFT :]
    is_shortcut = parts[:, 1] != NONE
    parts[is_shortcut, 1:] = number_of_arc[parts[is_shortcut, 1:]]
    heads = place[arcs[chosen, contraction.HEAD]]
    return begin, heads, weights[chosen], parts, place, int(np.count_nonzero(core))
