"""All induced paths, one after another: backtracking that closes the neighbours of the path.

The current path is ``cell_of_step[0:DEPTH + 1]``; ``untried_of_step[i]`` is the number of the neighbour to
try next at its i-th cell.  ``closed_by[v]`` says how many cells of the path, but for its last (and of a
cycle its first), are joined to *v* by a move: a path does not enter a cell that is closed.

Room: the path has as many entries as there are open cells, for no cell is on it twice; ``closed_by`` and
``role_of_cell`` have an entry a cell.
"""

from gridwalk.runtime.codes import BACKTRACKS, DEPTH, EXHAUSTED, EXPANDED, FOUND, FOUNDS, PAUSED
from gridwalk.runtime.kernel import inline_kernel, kernel

# Bits of ``role_of_cell``.
ON_PATH, EXIT, REQUIRED, BARRED = 1, 2, 4, 8

# Indices of ``rules``: which paths are in the set; and how many required cells are not on the path.
CYCLES = 0  # 1: a move must lead from the last cell back to the first, which has the lowest index
ONE_DIRECTION = 1  # 1: of a cycle and its reverse only that with the lower second cell is in the set
PASSING = 2  # 1: a path may go through an exit
FEWEST, MOST = 3, 4  # moves
ALL = 5  # 1: do not stop at a path, only count it
MISSING = 6
RULES = 7


@inline_kernel
def close_beside(near, closed_by, u, change):
    """Add *change* to the cells beside *u*."""
    offsets, cells, _ = near
    for i in range(offsets[u], offsets[u + 1]):
        closed_by[cells[i]] += change


@inline_kernel
def way_between(near, u, v):
    """Return the way from *u* to its neighbour *v*; -1: no move joins them."""
    offsets, cells, ways = near
    for i in range(offsets[u], offsets[u + 1]):
        if cells[i] == v:
            return ways[i]
    return -1


@kernel
def next_induced(near, rules, role_of_cell, closed_by, path, state, budget, _events):
    """Go on to the next path (FOUND), or as far as the budget goes (PAUSED), or to the end (EXHAUSTED).

    ``near`` is the triple ``(offsets, cells, ways)`` of `allpaths.reduce.network.Neighbours`.  The caller
    has put the start at step 0, and has taken note if it is a path by itself.
    """
    offsets, cells, ways = near
    cell_of_step, untried_of_step = path
    depth = state[DEPTH]
    cyclic = rules[CYCLES]
    status = PAUSED
    while budget > 0:
        budget -= 1
        u = cell_of_step[depth]
        i = untried_of_step[depth]
        if i == offsets[u + 1] or depth == rules[MOST]:
            if depth == 0:
                status = EXHAUSTED
                break
            role_of_cell[u] ^= ON_PATH
            if role_of_cell[u] & REQUIRED:
                rules[MISSING] += 1
            depth -= 1
            if depth > 0 or not cyclic:
                close_beside(near, closed_by, cell_of_step[depth], -1)
            state[BACKTRACKS] += 1
            continue
        untried_of_step[depth] = i + 1
        v = cells[i]
        role = role_of_cell[v]
        if not ways[i] & 1 or closed_by[v] or role & (ON_PATH | BARRED):
            continue
        ends = role & EXIT != 0
        stops = ends and not rules[PASSING]
        if cyclic:
            ends = False
            stops = False
            if depth > 0:
                home = way_between(near, v, cell_of_step[0])
                stops = home >= 0
                ends = home > 0 and home & 1 != 0
                ends = ends and (not rules[ONE_DIRECTION] or cell_of_step[1] < v)
                if stops and not ends:
                    continue
        if depth > 0 or not cyclic:
            close_beside(near, closed_by, u, 1)
        depth += 1
        state[EXPANDED] += 1
        cell_of_step[depth] = v
        role_of_cell[v] = role | ON_PATH
        if role & REQUIRED:
            rules[MISSING] -= 1
        untried_of_step[depth] = offsets[v + 1] if stops else offsets[v]
        if ends and rules[MISSING] == 0 and rules[FEWEST] <= depth + cyclic:
            state[FOUNDS] += 1
            if not rules[ALL]:
                status = FOUND
                break
    state[DEPTH] = depth
    return status
