"""All tours, one after another: the search backtracks as soon as some cell has too low a degree.

The *degree* of a cell off the path counts its moves to other cells off the path, to the path's last cell, and
for closed tours to the start.  A tour uses two of them; at its last cell, one.  The *degree deficiency* of
a cell with fewer is 1 where the tour may end there, and 2 where it may not.  A path with a total
deficiency of more than 1 is the beginning of no tour.  Each step changes degrees around one cell only.

Room: the path has an entry for each open cell, and no move is tried from the last one.
"""

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.codes import (
    BACKTRACKS,
    DEFICIENCY,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUNDS,
    PAUSED,
)
from gridwalk.kernels.listing.backtrack import ALL, completes, first_move


@inline_kernel
def deficiency_of(degree, may_end):
    """Return the degree deficiency of a cell off the path."""
    if degree > 1:
        return 0
    return 1 if degree == 1 and may_end else 2


@kernel
def change_degrees(table, on_path, u, v, change, degree_of_cell, may_end):
    """Add *change* to the degrees of cells off the path around *u* but *v*; return the added deficiency."""
    moves_of_cell, delta_of_move = table
    legal = moves_of_cell[u]
    deficiency = 0
    for m in range(len(delta_of_move)):
        w = u + delta_of_move[m] if legal >> m & 1 else v
        if w != v and not on_path[w]:
            deficiency -= deficiency_of(degree_of_cell[w], may_end[w])
            degree_of_cell[w] += change
            deficiency += deficiency_of(degree_of_cell[w], may_end[w])
    return deficiency


@kernel
def next_tour(table, is_exit, rules, path, ways, on_path, state, budget, events):
    """Go on to the next tour, as `gridwalk.kernels.listing.backtrack.next_path` does, without an event log.

    Here ``ways`` is ``(degree_of_cell, may_end, ...)``, and the total deficiency is ``state[DEFICIENCY]``.
    """
    moves_of_cell, delta_of_move = table
    cell_of_step, untried_of_step = path
    degree_of_cell, may_end = ways[0], ways[1]
    depth, deficiency = state[DEPTH], state[DEFICIENCY]
    last = len(cell_of_step) - 1
    status = PAUSED
    while budget > 0:
        budget -= 1
        u = cell_of_step[depth]
        untried = untried_of_step[depth]
        if untried == 0:
            if depth == 0:
                status = EXHAUSTED
                break
            depth -= 1
            state[BACKTRACKS] += 1
            on_path[u] = 0
            deficiency += deficiency_of(degree_of_cell[u], may_end[u])
            deficiency += change_degrees(table, on_path, cell_of_step[depth], u, 1, degree_of_cell, may_end)
            continue
        m = first_move(untried)
        untried_of_step[depth] = untried ^ (1 << m)
        v = u + delta_of_move[m]
        if on_path[v]:
            continue
        on_path[v] = 1
        deficiency -= deficiency_of(degree_of_cell[v], may_end[v])
        deficiency += change_degrees(table, on_path, u, v, -1, degree_of_cell, may_end)
        depth += 1
        state[EXPANDED] += 1
        cell_of_step[depth] = v
        untried_of_step[depth] = 0 if depth == last or deficiency > 1 else moves_of_cell[v]
        if depth == last and completes(table, is_exit, rules, cell_of_step, depth):
            state[FOUNDS] += 1
            if not rules[ALL]:
                status = FOUND
                break
    state[DEPTH], state[DEFICIENCY] = depth, deficiency
    return status
