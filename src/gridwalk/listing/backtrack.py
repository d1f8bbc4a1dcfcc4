"""All simple paths, one after another: the backtracking search.

The current path is ``cell_of_step[0:DEPTH + 1]``; ``untried_of_step[i]`` is the mask of the moves
not yet tried from its i-th cell, and ``on_path[v]`` says whether a cell is on it.  These
arrays and the registers are the whole state: a call goes on where the last one stopped.

Room: the path has as many entries as there are open cells, for no cell is on it twice.  All other arrays
have an entry a cell.

All tours, one after another: the search backtracks as soon as some cell has too low a degree.  The *degree*
of a cell off the path counts its moves to other cells off the path, to the path's last cell, and for closed
tours to the start.  A tour uses two of them; at its last cell, one.  The *degree deficiency* of a cell with
fewer is 1 where the tour may end there, and 2 where it may not.  A path with a total deficiency of more than
1 is the beginning of no tour.  Each step changes degrees around one cell only.

A batch of paths is ``(cell_of_place, offsets)``: its i-th path is
``cell_of_place[offsets[i]:offsets[i + 1]]``, and ``offsets[0]`` is 0.  Ask `has_room` before writing to it.
"""

from gridwalk.runtime.codes import (
    BACK,
    BACKTRACKS,
    DEFICIENCY,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUND_PATH,
    FOUNDS,
    GATHERED,
    LEAD,
    NONE,
    PAUSED,
    PRUNE,
    SEARCHES,
    STEP,
    VERIFIED,
    WASTED,
    record,
)
from gridwalk.runtime.kernel import inline_kernel, kernel

# Indices of ``rules``: which paths are in the set.
CELLS = 0  # how many cells it must have; 0: any number, and the first exit ends it
CLOSING = 1  # 1: a move must lead from its last cell back to its first
ONE_DIRECTION = 2  # 1: of a path and its reverse only one is in the set
WARNSDORFF = 3  # 1: try the cell with the fewest onward moves first, else moves in order
ALL = 4  # 1: do not stop at a path, only count it (register FOUNDS)
PATIENCE = 5  # after so many steps without a path, enter no cell that leads to no exit
PRUNING = 6  # 1: look for tours as `next_tour` does
MOST = 7  # enter no cell from which every path to an exit has more than so many moves in all
PASSING = 8  # 1: a path may go through an exit to others
RULES = 9


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
    """Return whether the current path, which has just entered an exit or its last cell, is in the set."""
    moves_of_cell, delta_of_move = table
    v = cell_of_step[depth]
    first = cell_of_step[0]
    if not is_exit[v]:
        return False
    if rules[ONE_DIRECTION] and cell_of_step[rules[CLOSING]] > v:
        return False
    if rules[CLOSING]:
        if depth < 2:
            return False  # there and back again is no cycle
        legal = moves_of_cell[v]
        for m in range(len(delta_of_move)):
            if legal >> m & 1 and v + delta_of_move[m] == first:
                return True
        return False
    return True


@kernel
def leads_out(table, is_exit, on_path, v, ways, search):
    """Search for a way from *v* to an exit over cells off the path; return (found, cells looked at).

    ``ways`` is ``(next_of_cell, parent_of_cell, search_of_cell, cell_of_stack, moves_to_exit)``, one entry a
    cell each; *search_of_cell* is int64, so that no two searches have the same number.  A way that is found
    is written to *next_of_cell*; if none is found, the one written before stays.
    """
    moves_of_cell, delta_of_move = table
    next_of_cell, parent_of_cell, search_of_cell, cell_of_stack, _ = ways
    cell_of_stack[0] = v
    search_of_cell[v] = search
    size, looked = 1, 0
    while size:
        size -= 1
        u = cell_of_stack[size]
        looked += 1
        if is_exit[u]:
            while u != v:
                next_of_cell[parent_of_cell[u]] = u
                u = parent_of_cell[u]
            return True, looked
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if legal >> m & 1:
                w = u + delta_of_move[m]
                if search_of_cell[w] != search and not on_path[w]:
                    search_of_cell[w] = search
                    parent_of_cell[w] = u
                    cell_of_stack[size] = w
                    size += 1
    return False, looked


@kernel
def may_stand(table, is_exit, on_path, depth, path, ways, state):
    """Return (whether an exit can be reached from the path's last cell, cells looked at).

    Where it can be, it can be from every cell before.  Where it cannot, the cells looked at lead out no more
    when the path steps back: the search from the cell before does not look at them again.
    """
    if depth >= state[VERIFIED]:
        return True, 0
    u = path[0][depth]
    if state[LEAD] != NONE or state[VERIFIED] != depth + 1 or state[VERIFIED] == len(path[0]):
        state[SEARCHES] += 1
    found, looked = leads_out(table, is_exit, on_path, u, ways, state[SEARCHES])
    state[VERIFIED] = 0 if found else depth
    state[LEAD] = u if found else NONE
    if not found:
        path[1][depth] = 0
    return found, looked


@kernel
def may_step(table, is_exit, on_path, u, v, ways, state):
    """Return (whether an exit can be reached from *v*, entered from the last cell *u*; cells looked at)."""
    if state[LEAD] == u and ways[0][u] == v:
        state[LEAD] = v
        return True, 0
    state[SEARCHES] += 1
    found, looked = leads_out(table, is_exit, on_path, v, ways, state[SEARCHES])
    if found:
        state[LEAD] = v
    return found, looked


@kernel
def next_path(table, is_exit, rules, path, ways, on_path, state, budget, events):
    """Go on to the next path (FOUND), or as far as the budget goes (PAUSED), or to the end (EXHAUSTED).

    ``path`` is the pair ``(cell_of_step, untried_of_step)``.  Paths come in depth-first
    order of their moves; the caller has put the start at step 0, with all its moves untried.

    After ``rules[PATIENCE]`` steps without a path the search checks, until the next path, that an exit can
    be reached from every cell before it enters it.  So the work between two paths is bounded by a polynomial.
    ``moves_to_exit`` (see `leads_out`) is a lower bound for ``rules[MOST]``: the moves from a cell to the
    nearest exit if no cell were on the path.
    """
    moves_of_cell, delta_of_move = table
    cell_of_step, untried_of_step = path
    depth, need = state[DEPTH], rules[CELLS]
    status = PAUSED
    while budget > 0:
        budget -= 1
        u = cell_of_step[depth]
        careful = need == 0 and state[WASTED] >= rules[PATIENCE]
        if careful:
            leads, looked = may_stand(table, is_exit, on_path, depth, path, ways, state)
            budget -= looked
            if not leads and events is not None:
                record(events, PRUNE, u, u)
        untried = untried_of_step[depth]
        if untried == 0:
            if depth == 0:
                status = EXHAUSTED
                break
            on_path[u] = 0
            depth -= 1
            state[BACKTRACKS] += 1
            if events is not None:
                record(events, BACK, u, cell_of_step[depth])
            continue
        m = fewest_onward(table, on_path, u, untried) if rules[WARNSDORFF] else first_move(untried)
        untried_of_step[depth] = untried ^ (1 << m)
        v = u + delta_of_move[m]
        if on_path[v] or depth + 1 + ways[4][v] > rules[MOST]:
            continue
        if careful:
            leads, looked = may_step(table, is_exit, on_path, u, v, ways, state)
            budget -= looked
            if not leads:
                if events is not None:
                    record(events, PRUNE, v, u)
                continue
        depth += 1
        state[EXPANDED] += 1
        state[WASTED] += 1
        cell_of_step[depth] = v
        on_path[v] = 1
        if events is not None:
            record(events, STEP, v, u)
        ends = depth + 1 == need if need else is_exit[v]
        untried_of_step[depth] = 0 if ends and not rules[PASSING] else moves_of_cell[v]
        if ends and completes(table, is_exit, rules, cell_of_step, depth):
            state[FOUNDS] += 1
            state[WASTED], state[VERIFIED] = 0, len(cell_of_step)
            if events is not None:
                record(events, FOUND_PATH, v, depth + 1)
            if not rules[ALL]:
                status = FOUND
                break
    state[DEPTH] = depth
    return status


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
    """Go on to the next tour, as `gridwalk.listing.backtrack.next_path` does, without an event log.

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


@kernel
def has_room(batch, paths, longest):
    """Whether one more path, of at most *longest* cells, fits after the *paths* in a batch."""
    cell_of_place, offsets = batch
    return paths + 1 < len(offsets) and offsets[paths] + longest <= len(cell_of_place)


@kernel
def gather(table, is_exit, rules, path, ways, on_path, batch, state, budget, events):
    """Write the next paths to *batch* until the next may not fit (FOUND); else return as `next_path` does.

    ``state[GATHERED]`` counts the paths in *batch*; no path is longer than the arrays of *path*.
    """
    cell_of_place, offsets = batch
    cell_of_step = path[0]
    status = FOUND
    while status == FOUND and budget > 0:
        if not has_room(batch, state[GATHERED], len(cell_of_step)):
            return FOUND
        steps = state[EXPANDED] + state[BACKTRACKS]
        if rules[PRUNING]:
            status = next_tour(table, is_exit, rules, path, ways, on_path, state, budget, events)
        else:
            status = next_path(table, is_exit, rules, path, ways, on_path, state, budget, events)
        budget -= 1 + state[EXPANDED] + state[BACKTRACKS] - steps
        if status == FOUND:
            number = state[GATHERED]
            first, length = offsets[number], state[DEPTH] + 1
            for i in range(length):
                cell_of_place[first + i] = cell_of_step[i]
            offsets[number + 1] = first + length
            state[GATHERED] = number + 1
    return PAUSED if status == FOUND else status
