"""Dijkstra's algorithm where costs are whole numbers, by a kernel that looks at as few moves as it can."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.moves import KING_STEPS
from gridwalk.kernels.codes import FULL
from gridwalk.kernels.search.buckets import BASE, INSIDE, PRESENT, SHIFT, begin, walk_back
from gridwalk.kernels.search.few_moves import ANY, dijkstra_buckets, dijkstra_first, dijkstra_onward
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call, compiles
from gridwalk.search.query import Query, jump_points
from gridwalk.search.solver import Desk, Solver, solver
from gridwalk.search.whole import COSTS, DISTANCES, FRAME, PRICES, REACH, RING, whole_costs


def spread_whole(query: Query) -> tuple[Solver, Desk] | None:
    """Find the distances from the starts, up to the nearest exit; None where costs are not whole.

    They are in the desk's labels: see `distances_in`.  Give it back to the solver.
    """
    grid = query.grid
    if whole_costs(grid) is None:
        return None
    ready = solver(grid, "astar")
    desk = ready.borrow()
    labels, queue, fresh, *rest = desk.scratch
    least = len(queue[0]) + INSIDE * len(grid.moves) + len(query.sources) // INSIDE + 2 << SHIFT
    if len(queue[1]) < least:  # many cells to start from take chunks of their own
        queue = queue[0], np.empty(least, np.int32)
        desk.scratch = labels, queue, fresh, *rest
    reach, compiled = int(ready.model[FRAME][REACH]), compiles(begin, grid.size)
    call(begin, query.watch, labels, queue, np.array(query.sources), 0, reach, query.state, compiled=compiled)
    ends = np.array(query.goals, np.int64)
    kernel, costs, near = _moves_left(query, ready, desk)
    while query.run(kernel, costs, None, ends, labels, queue, near) == FULL:
        queue = queue[0], np.concatenate([queue[1], np.empty_like(queue[1])])
        desk.scratch = labels, queue, fresh, *rest
    if kernel is dijkstra_first:  # nothing is known between questions; a row on the way costs something
        rise = int(query.state[PRESENT] * ready.model[PRICES][0] / grid._step_costs.least) + 2
        columns, first, last = grid.columns, min(query.sources), max(query.sources)
        end = (last + (rise + 3) * columns >> 3) + 3
        near[1][max(0, first - rise * columns) >> 3 : end] = 0
    return ready, desk


def _moves_left(query: Query, ready: Solver, desk: Desk) -> tuple[Kernel, Any, Any]:
    """Return the kernel that looks at as few moves as it can, its costs, and what it works with."""
    grid, sources = query.grid, np.array(query.sources)
    costs = cost_of_cell, factor_of_move, _ = ready.model[COSTS]
    deltas, columns, cells = grid.moves.deltas, grid.columns, np.empty(INSIDE, np.int32)
    if factor_of_move is not None and not jump_points(grid):
        if desk.near is None:
            desk.near = cells, np.empty(grid.size, np.uint8), onward_moves(deltas)
        desk.near[1][sources] = ANY
        return dijkstra_onward, costs, desk.near
    near_only = {*deltas} <= KING_STEPS and grid._is_plain()
    narrow = grid._step_costs.greatest / ready.model[PRICES][0] < min(DISTANCES, ready.model[FRAME][RING])
    if factor_of_move is not None or not near_only or not narrow:
        return dijkstra_buckets, costs, desk.scratch[2]
    if desk.near is None:
        known = np.zeros((grid.size + 2 * columns >> 3) + 3, np.uint16)
        desk.near = cells, known, _moves_of_pattern(deltas), columns
    place, bit = sources + columns + 9 >> 3, (sources + columns + 9 & 7).astype(np.uint16)
    np.bitwise_or.at(desk.near[1], place, np.uint16(1) << bit)
    np.bitwise_or.at(desk.near[1], place - 1, np.uint16(256) << bit)
    return dijkstra_first, (cost_of_cell, None, 0), desk.near


@cache
def _moves_of_pattern(deltas: tuple[tuple[int, int], ...]) -> NDArray[np.uint8]:
    """Return the moves to those of nine cells, in reading order, whose bits in a pattern are not set."""
    pattern = ~np.arange(512)
    moves = [(pattern >> 3 * down + across + 4 & 1) << m for m, (down, across) in enumerate(deltas)]
    of_pattern: NDArray[np.uint8] = np.array(moves).sum(0).astype(np.uint8)
    return of_pattern


@cache
def onward_moves(deltas: tuple[tuple[int, int], ...]) -> NDArray[np.uint8]:
    """Return the legal moves l that are left after the move m, the king's, at 256 m + l.

    The cell before can reach all others as cheaply on another way, and that is legal: each of its cells is
    beside one that was left, so its moves are told from the legal ones.

    >>> from gridwalk import KING
    >>> onward, east, every = onward_moves(KING.deltas), KING.deltas.index((0, 1)), 255
    >>> [KING.deltas[m] for m in range(8) if onward[256 * east + every] >> m & 1]
    [(0, 1)]
    """
    legal = np.arange(256)
    has = {step: legal >> m & 1 for m, step in enumerate(deltas)}
    onward: NDArray[np.uint8] = np.zeros((ANY + 1, 256), np.uint8)
    onward[ANY] = legal
    for m, (down, across) in enumerate(deltas):
        left: dict[tuple[int, int], Any] = {(down, across): 1}
        if down and across:
            left |= {(down, 0): 1, (0, across): 1}
            left |= {(down, -across): 1 - has[0, -across], (-down, across): 1 - has[-down, 0]}
        else:
            for row, column in ((across, down), (-across, -down)):
                forced = 1 - (has[row, column] & has[row - down, column - across])
                left |= {(row, column): forced, (row + down, column + across): forced}
        for step, kept in left.items():
            onward[m] |= ((kept & has[step]) << deltas.index(step)).astype(np.uint8)
    flat: NDArray[np.uint8] = onward.reshape(-1)
    return flat


def distances_in(ready: Solver, desk: Desk, cells: list[int] | slice) -> NDArray[np.float64]:
    """Return the distances of flat *cells* that a search found, infinite where it found none."""
    (label_of_cell, book), (_, factor_of_move, _), prices, _ = desk.scratch[0], *ready.model[COSTS:]
    unit = prices[0] / (1 if factor_of_move is None else factor_of_move[0])
    above = label_of_cell[cells] - book[BASE]
    distances: NDArray[np.float64] = np.where(above >= 0, (above >> 1) * unit, np.inf)
    return distances


def way_in(ready: Solver, desk: Desk, goal: int, watch: Watch) -> NDArray[np.int32]:
    """Return the cells of a cheapest path to *goal* that a search found."""
    (table, costs, prices, _), (labels, *_, cell_of_step) = ready.model, desk.scratch
    compiled = compiles(walk_back, len(table[0]))
    steps, _ = call(walk_back, watch, table, costs, prices, labels, goal, cell_of_step, compiled=compiled)
    way: NDArray[np.int32] = cell_of_step[:steps][::-1].copy()
    return way
