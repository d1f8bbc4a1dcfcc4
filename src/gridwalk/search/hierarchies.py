"""The contraction hierarchy of a board, for very many questions: when it pays, and how it is built."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.grid import Grid
from gridwalk.kernels._kernel import bound_kernel
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.search import contraction, pairs
from gridwalk.kernels.search.corridors import CELL
from gridwalk.kernels.search.hierarchy import find_hierarchy, write_hierarchy
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.slices import beside, call_whole, registers, run
from gridwalk.search.choice import why_not
from gridwalk.search.solved import GETTING_READY
from gridwalk.search.solvers import Scratch, Solver, solver

CONTRACTING = "contracting the graph of corridors"
FEW_PAIRS = 400  # below, the index is never worth it
TRIALS = 8  # questions that tell how many cells a search expands here
EXPANSION = {"jps": 0.18, "corridors": 0.16, "astar": 0.04}  # microseconds of a search a cell expanded
# What it takes to contract a junction, in microseconds, by doors a junction: ways of equal cost need many witnesses.
CONTRACTION = (0.0, 3.5, 4.2, 4.7, 5.3, 6.7), (3.0, 4.0, 6.0, 9.0, 30.0, 100.0)
WORTH = 1.5  # so many times the index should the searches take that it saves


def hierarchy_solver(grid: Grid) -> Solver:
    """Contraction hierarchy: where the corridor graph is exact."""
    return contracted(grid, NO_LIMITS.watch())


def contracted(grid: Grid, watch: Watch) -> Solver:
    """Return the board's solver by contraction, building it on first use, in slices between looks at the clock."""
    kept = grid._kept
    if "contraction" not in kept:
        corridors = beside(lambda: solver(grid, "corridors"), watch, GETTING_READY)
        kept["contraction"] = _build(grid, corridors, watch)
    found: Solver = kept["contraction"]
    return found


def _build(grid: Grid, corridors: Solver, watch: Watch) -> Solver:
    graph, columns, _ = corridors.model
    junctions, doors = graph[2], graph[3]
    n, size = len(junctions) - 1, grid.size
    first = np.empty(n, np.int32)
    arcs = np.full((len(doors) * 3 // 2 + 8, 4), NONE, np.int32)
    weights = np.empty(len(arcs), np.int64)
    state = registers()
    state[contraction.FREE] = NONE
    call_whole(contraction.link, size, junctions, doors, first, arcs, weights, state)
    ranks = np.zeros((n, 2), np.int32)
    ranks[:, contraction.RANK] = NONE
    queue = np.zeros((n + 4, 2), np.int64)
    queue[:n, 1], queue[n:, 0] = np.arange(n), 1 << 62
    state[contraction.QUEUED] = n
    most = contraction.MOST
    scratch = (
        queue,
        np.zeros((n, 3), np.int64),
        np.zeros((contraction.ROOM, 2), np.int64),
        np.empty(most, np.int32),
        np.empty((most * most, 2), np.int32),
    )
    run(
        contraction.contract,
        (first, arcs, weights),
        ranks,
        scratch,
        state=state,
        moves_of_cell=grid.moves_of_cell,
        watch=watch,
    )
    hierarchy = _from_the_top(size, first, arcs, weights, ranks[:, contraction.RANK])

    def new_scratch(room: int) -> Scratch:
        return (
            np.zeros(size + 1, np.uint16),
            np.zeros((n + 1, 4), np.int64),
            np.empty((room * 4096, 2), np.int64),
            np.empty((room * 4096, 2), np.int64),
            np.empty(n + 4, np.int32),
            np.zeros((6, 5), np.int64),
        )

    batch = bound_kernel(pairs.batch, "batch_find_hierarchy", find=find_hierarchy, write=write_hierarchy)
    model = graph, columns, hierarchy
    return Solver("contraction", find_hierarchy, write_hierarchy, batch, size, model, new_scratch)


def _from_the_top(
    size: int,
    first: NDArray[np.int32],
    arcs: NDArray[np.int32],
    weights: NDArray[np.int64],
    ranks: NDArray[np.int32],
) -> tuple[NDArray[np.int32] | NDArray[np.int64] | int, ...]:
    """Return the hierarchy as `gridwalk.kernels.search.hierarchy` reads it: the junctions next the top in front."""
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
