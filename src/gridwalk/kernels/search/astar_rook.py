"""A* on rook boards with unit steps: two stacks, no queue, no distances.

The Manhattan distance *h* changes by one with every rook move, so ``f = g + h`` either stays (a
move towards the goal) or grows by two (a move away).  Cells with the present *f* wait on the
stack *near*, those with ``f + 2`` on the stack *far*; when *near* is used up *far* takes its
place.  No distance is kept: a path found at level *k* has ``h(source) + 2 k`` moves.

``mark_of_cell`` (see `marks`, span 16) holds for each cell met: base + move by which it was
met, plus `SETTLED` once its *f* is the present one, and so the least.  Move order: up, right,
down, left.  Walls, one-way cells and walls between cells are all in the table.

The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

import numpy as np

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import FULL, NONE, PLACE
from gridwalk.kernels.search.legal_cells import advance

SETTLED = 8
SPAN = 16


@kernel
def rook_astar(moves_of_cell, delta_of_move, columns, source, goal, mark_of_cell, cell_of_stack):
    """Return (moves of a shortest path, cells expanded); NONE: no path, FULL: stacks too small.

    ``cell_of_stack`` int32 (2, capacity): capacity = cells always suffices, and an eighth nearly always.
    """
    base = advance(mark_of_cell, SPAN)
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
    """Keep those of ``cells[:size]`` that were not settled meanwhile, settle them; return how many."""
    kept = 0
    for i in range(size):
        v = cells[i]
        if mark_of_cell[v] < settled:
            mark_of_cell[v] += SETTLED
            cells[kept] = v
            kept += 1
    return kept


@kernel
def rook_path(columns, source, goal, mark_of_cell, cells):
    """Fill *cells* (moves + 1, 2), as (row, column), with the path that `rook_astar` found last."""
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
