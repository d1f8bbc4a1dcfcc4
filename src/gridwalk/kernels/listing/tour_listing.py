"""All tours, one after another: a walk is left as soon as some cell cannot be passed any more.

A cell off the walk has *ways*: moves to other cells off the walk, to the walk's end, and for closed tours
to the start.  A tour passes it by two of them; only its last cell needs one.  The *strain* of a
cell with too few is 1 where the tour may end there, and 2 where it may not: a walk under a
strain of more than 1 goes on to no tour.  Each step changes the ways around one cell only.

Room: the walk has an entry for each open cell, and no move is tried from the last one.
"""

from gridwalk.kernels._kernel import inline_kernel, kernel
from gridwalk.kernels.codes import (
    BACKTRACKS,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUNDS,
    PAUSED,
    STRAIN,
)
from gridwalk.kernels.listing.backtrack import ALL, completes, first_move


@inline_kernel
def strain_of(ways, may_end):
    """Return the strain of a cell off the walk."""
    if ways > 1:
        return 0
    return 1 if ways == 1 and may_end else 2


@kernel
def change_ways(table, on_path, u, v, change, ways_of_cell, may_end):
    """Add *change* to the ways of all cells off the walk around *u*, but *v*; return the strain added."""
    moves_of_cell, delta_of_move = table
    legal = moves_of_cell[u]
    strain = 0
    for m in range(len(delta_of_move)):
        w = u + delta_of_move[m] if legal >> m & 1 else v
        if w != v and not on_path[w]:
            strain -= strain_of(ways_of_cell[w], may_end[w])
            ways_of_cell[w] += change
            strain += strain_of(ways_of_cell[w], may_end[w])
    return strain


@kernel
def next_tour(table, is_exit, rules, walk, ways, on_path, state, budget, events):
    """Go on to the next tour, as `gridwalk.kernels.listing.backtrack.next_path` does, without an event log.

    Here ``ways`` is ``(ways_of_cell, may_end, ...)``, and the strain of all cells ``state[STRAIN]``.
    """
    moves_of_cell, delta_of_move = table
    cell_of_step, untried_of_step = walk
    ways_of_cell, may_end = ways[0], ways[1]
    depth, strain = state[DEPTH], state[STRAIN]
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
            strain += strain_of(ways_of_cell[u], may_end[u])
            strain += change_ways(table, on_path, cell_of_step[depth], u, 1, ways_of_cell, may_end)
            continue
        m = first_move(untried)
        untried_of_step[depth] = untried ^ (1 << m)
        v = u + delta_of_move[m]
        if on_path[v]:
            continue
        on_path[v] = 1
        strain -= strain_of(ways_of_cell[v], may_end[v])
        strain += change_ways(table, on_path, u, v, -1, ways_of_cell, may_end)
        depth += 1
        state[EXPANDED] += 1
        cell_of_step[depth] = v
        untried_of_step[depth] = 0 if depth == last or strain > 1 else moves_of_cell[v]
        if depth == last and completes(table, is_exit, rules, cell_of_step, depth):
            state[FOUNDS] += 1
            if not rules[ALL]:
                status = FOUND
                break
    state[DEPTH], state[STRAIN] = depth, strain
    return status
