"""A* on boards with cell costs: buckets for small whole costs, a 4-ary heap for the rest.

Moving into cell v costs ``cost_of_cell[v]``; with the heap, times ``factor_of_move[m]``, and
``extra_of_move[m]`` more.  Where the cost is None the factor alone counts: 1, and the square root of 2 for
a diagonal step.

The lower bound to the goal has a rate and a slope (see `bound`); all such bounds are consistent,
so no cell is expanded twice.  One-way cells and any moves do.

``mark_of_cell`` (see `marks`; span 16, or 2 * moves beyond eight moves) holds base + move by which a
cell was reached, plus half the span once it was expanded; ``cost_to_cell`` is valid where the mark is.

A* on orthogonal boards with unit steps: two stacks, no queue, no distances.

The Manhattan distance *h* changes by one with every orthogonal move, so ``f = g + h`` either stays (a
move towards the goal) or grows by two (a move away).  Cells with the present *f* wait on the
stack *near*, those with ``f + 2`` on the stack *far*; when *near* is used up *far* takes its
place.  No distance is kept: a path found at level *k* has ``h(source) + 2 k`` moves.

``mark_of_cell`` (see `marks`, span 16) holds for each cell met: base + move by which it was
met, plus `SETTLED` once its *f* is the present one, and so the least.  Move order: up, right,
down, left.  Walls, one-way cells and walls between cells are all in the table.

The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

import numpy as np

from gridwalk.kernels.codes import FULL, NONE, PLACE, advance
from gridwalk.kernels.search.heap import drop, push
from gridwalk.runtime.kernel import kernel


@kernel
def bound(v, goal_row, goal_column, columns, rate, slope):
    """Return a lower bound on the cost from cell *v* to the goal: ``rate * longer + slope * shorter``.

    With c the least cost of a move, (rate, slope) is (c, c) for orthogonal moves (Manhattan), (c, 0) for king
    moves at equal cost (Chebyshev), (c, (sqrt 2 - 1) c) where a diagonal costs sqrt 2 times as much
    (octile), and (c / r, 0) for moves that reach r rows or columns, rounded down in whole numbers.
    Between hexagons it is (c, -c): the shorter one counts if both differences have one sign, as a step to the
    lower left or upper right changes both.  All are consistent: no move lowers the bound by more than its
    cost.
    """
    row = v // columns
    down = row - goal_row
    across = v - row * columns - goal_column
    shorter = min(abs(down), abs(across))
    if slope < 0 and (down < 0) != (across < 0):
        shorter = 0
    return rate * max(abs(down), abs(across)) + abs(slope) * shorter


SOURCE, GOAL, COLUMNS, SPAN = 0, 1, 2, 3  # entries of query, int64 (4,)


@kernel
def astar_heap(
    moves_of_cell, delta_of_move, steps, cost_of_cell, query, rates, mark_of_cell, cost_to_cell, heap
):
    """Return (cost of a cheapest path, cells expanded); NONE: no path, FULL: heap too small.

    ``steps`` is ``(factor_of_move, extra_of_move)``, ``cost_of_cell`` 0 or more, or None, ``rates``
    begins with rate and slope, float64; ``cost_to_cell`` float64; ``heap`` float64 (capacity, 2).
    """
    source, goal, columns, span = query[SOURCE], query[GOAL], query[COLUMNS], query[SPAN]
    rate, slope = rates[0], rates[1]
    factor_of_move, extra_of_move = steps
    base = advance(mark_of_cell, span)
    closed = base + span // 2
    goal_row, goal_column = goal // columns, goal % columns
    mark_of_cell[source], cost_to_cell[source] = base, 0.0
    size = push(heap, 0, 0.0, source)
    expanded = 0
    # Invariant: every cell reached and not closed is in the heap with its minimum cost so far.
    while size:
        u = np.int64(heap[0, 1]) & PLACE
        size = drop(heap, size)
        if mark_of_cell[u] >= closed:
            continue
        mark_of_cell[u] += span // 2
        expanded += 1
        cost = cost_to_cell[u]
        if u == goal:
            return cost, expanded
        if size + delta_of_move.size + 3 > heap.shape[0]:
            return FULL + 0.0, expanded
        legal = np.int64(moves_of_cell[u])
        for m in range(delta_of_move.size):
            if legal >> m & 1:
                v = u + delta_of_move[m] & PLACE
                total = cost + factor_of_move[m]
                if cost_of_cell is not None:
                    total = cost + factor_of_move[m] * cost_of_cell[v] + extra_of_move[m]
                if mark_of_cell[v] < base or (mark_of_cell[v] < closed and total < cost_to_cell[v]):
                    mark_of_cell[v], cost_to_cell[v] = base + m, total
                    size = push(heap, size, total + bound(v, goal_row, goal_column, columns, rate, slope), v)
    return NONE + 0.0, expanded


@kernel
def count_back(delta_of_move, query, mark_of_cell):
    """Return the moves of the path found last."""
    v = query[GOAL]
    moves = 0
    while v != query[SOURCE]:
        v -= delta_of_move[np.int64(mark_of_cell[v]) & (query[SPAN] // 2 - 1)]
        moves += 1
    return moves


@kernel
def path_back(delta_of_move, query, mark_of_cell, cells):
    """Fill *cells* (moves + 1, 2), as (row, column), with the path found last."""
    v = query[GOAL]
    for i in range(cells.shape[0] - 1, -1, -1):
        cells[i, 0] = v // query[COLUMNS]
        cells[i, 1] = v % query[COLUMNS]
        v -= delta_of_move[np.int64(mark_of_cell[v]) & (query[SPAN] // 2 - 1)]


SETTLED = 8
ROOK_SPAN = 16


@kernel
def orthogonal_astar(moves_of_cell, delta_of_move, columns, source, goal, mark_of_cell, cell_of_stack):
    """Return (moves of a shortest path, cells expanded); NONE: no path, FULL: stacks too small.

    ``cell_of_stack`` int32 (2, capacity): capacity = cells always suffices, and an eighth nearly always.
    """
    base = advance(mark_of_cell, ROOK_SPAN)
    settled = base + SETTLED
    goal_row, goal_column = goal // columns, goal % columns
    moves = abs(source // columns - goal_row) + abs(source % columns - goal_column)
    near, far = cell_of_stack[0], cell_of_stack[1]
    capacity = near.size - 4
    near[0] = source
    mark_of_cell[source] = settled
    near_size, far_size, expanded = 1, 0, 0
    while near_size:
        # Invariant: near holds settled cells, each once; far holds every cell met but not settled.
        while near_size:
            near_size -= 1
            u = np.int64(near[near_size & PLACE]) & PLACE
            if u == goal:
                return moves, expanded
            if near_size > capacity or far_size > capacity:
                return FULL, expanded
            expanded += 1
            row = u // columns
            column = u - row * columns
            toward = (
                np.int64(row > goal_row)
                | np.int64(column < goal_column) << 1
                | np.int64(row < goal_row) << 2
                | np.int64(column > goal_column) << 3
            )
            legal = np.int64(moves_of_cell[u])
            for m in (0, 2, 1, 3):  # along the row last, so first: there the memory is near
                if legal >> m & 1:
                    v = u + delta_of_move[m] & PLACE
                    if toward >> m & 1:
                        if mark_of_cell[v] < settled:
                            mark_of_cell[v] = settled + m
                            near[near_size & PLACE] = v
                            near_size += 1
                    elif mark_of_cell[v] < base:
                        mark_of_cell[v] = base + m
                        far[far_size & PLACE] = v
                        far_size += 1
        near_size = settle(far, far_size, mark_of_cell, settled)
        near, far = far, near
        far_size = 0
        moves += 2
    return NONE, expanded


@kernel
def settle(cells, size, mark_of_cell, settled):
    """Settle those of ``cells[:size]`` that were not settled meanwhile; return their number."""
    kept = 0
    for i in range(size):
        v = cells[i]
        if mark_of_cell[v] < settled:
            mark_of_cell[v] += SETTLED
            cells[kept] = v
            kept += 1
    return kept


@kernel
def orthogonal_path(columns, source, goal, mark_of_cell, cells):
    """Fill *cells* (moves + 1, 2), as (row, column), with the path that `orthogonal_astar` found last."""
    row, column = goal // columns, goal % columns
    i = cells.shape[0] - 1
    v = goal
    while i > 0:
        cells[i, 0] = row
        cells[i, 1] = column
        m = np.int64(mark_of_cell[v]) & 3
        row += (1, 0, -1, 0)[m]
        column += (0, -1, 0, 1)[m]
        v = row * columns + column
        i -= 1
    cells[0, 0] = row
    cells[0, 1] = column
