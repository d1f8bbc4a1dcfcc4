"""All simple paths, one after another: the backtracking search.

The walk is ``cell_of_step[0:DEPTH + 1]``; ``untried_of_step[i]`` is the mask of the moves
not yet tried from its i-th cell, and ``on_path[v]`` says whether a cell is on it.  These
arrays and the registers are the whole state: a call goes on where the last one stopped.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import (
    BACK,
    BACKTRACKS,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUND_PATH,
    FOUNDS,
    PAUSED,
    STEP,
)
from gridwalk.kernels.events import record

# Indices of ``rules``, what makes a walk a path of the set.
CELLS = 0  # how many cells it must have; 0: any number, and the first exit ends it
CLOSING = 1  # 1: a move must lead from its last cell back to its first
ONE_DIRECTION = 2  # 1: of a path and its reverse only one is in the set
WARNSDORFF = 3  # 1: try the cell with the fewest onward moves first, else moves in order
ALL = 4  # 1: do not stop at a path, only count it (register FOUNDS)
RULES = 5


@kernel
def onward_moves(table, on_path, v):
    """Return how many moves lead from *v* to cells not on the path."""
    moves_of_cell, delta_of_move = table
    legal = moves_of_cell[v]
    onward = 0
    for m in range(len(delta_of_move)):
        if legal >> m & 1 and not on_path[v + delta_of_move[m]]:
            onward += 1
    return onward


@kernel
def fewest_onward(table, on_path, u, untried):
    """Return the untried move from *u* to the free cell with the fewest onward moves, else the first."""
    delta_of_move = table[1]
    best = -1
    fewest = len(delta_of_move) + 1
    for m in range(len(delta_of_move)):
        if untried >> m & 1 and not on_path[u + delta_of_move[m]]:
            onward = onward_moves(table, on_path, u + delta_of_move[m])
            if onward < fewest:
                best, fewest = m, onward
    if best >= 0:
        return best
    return first_move(untried)


@kernel
def first_move(untried):
    """Return the index of the lowest bit of *untried*."""
    m = 0
    while not untried >> m & 1:
        m += 1
    return m


@kernel
def completes(table, is_exit, rules, cell_of_step, depth):
    """Return whether the walk, having just entered an exit or its last cell, is a path of the set."""
    moves_of_cell, delta_of_move = table
    v = cell_of_step[depth]
    first = cell_of_step[0]
    if not is_exit[v]:
        return False
    if rules[ONE_DIRECTION] and cell_of_step[rules[CLOSING]] > v:
        return False
    if rules[CLOSING]:
        legal = moves_of_cell[v]
        for m in range(len(delta_of_move)):
            if legal >> m & 1 and v + delta_of_move[m] == first:
                return True
        return False
    return True


@kernel
def next_path(table, is_exit, rules, walk, on_path, state, budget, events):
    """Go on to the next path (FOUND), or as far as the budget goes (PAUSED), or to the end (EXHAUSTED).

    ``walk`` is the pair ``(cell_of_step, untried_of_step)``.  Paths come in depth-first
    order of their moves; the caller has put the start at step 0, with all its moves untried.
    """
    moves_of_cell, delta_of_move = table
    cell_of_step, untried_of_step = walk
    depth, expanded, backtracks = state[DEPTH], state[EXPANDED], state[BACKTRACKS]
    need = rules[CELLS]
    status = PAUSED
    for _ in range(budget):
        u = cell_of_step[depth]
        untried = untried_of_step[depth]
        if untried == 0:
            if depth == 0:
                status = EXHAUSTED
                break
            on_path[u] = 0
            depth -= 1
            backtracks += 1
            if events is not None:
                record(events, BACK, u, cell_of_step[depth])
            continue
        m = fewest_onward(table, on_path, u, untried) if rules[WARNSDORFF] else first_move(untried)
        untried_of_step[depth] = untried ^ (1 << m)
        v = u + delta_of_move[m]
        if on_path[v]:
            continue
        depth += 1
        expanded += 1
        cell_of_step[depth] = v
        on_path[v] = 1
        if events is not None:
            record(events, STEP, v, u)
        ends = depth + 1 == need if need else is_exit[v]
        untried_of_step[depth] = 0 if ends else moves_of_cell[v]
        if ends and completes(table, is_exit, rules, cell_of_step, depth):
            state[FOUNDS] += 1
            if events is not None:
                record(events, FOUND_PATH, v, depth + 1)
            if not rules[ALL]:
                status = FOUND
                break
    state[DEPTH], state[EXPANDED], state[BACKTRACKS] = depth, expanded, backtracks
    return status
