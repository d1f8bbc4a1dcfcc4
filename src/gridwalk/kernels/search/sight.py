"""Lines of sight: the straight segment between the middles of two cells, in whole numbers.

``table`` is ``(moves_of_cell, columns)``: bit *n* of an entry is set if the step to the neighbour number *n*
is free, the eight neighbours counted in reading order.  A segment that goes through a corner makes a
diagonal step there, so walls, walls between cells and the corner rule are all in the table.

The caller owns all memory; the kernels allocate nothing and raise nothing.

The order of many stops: local search by Or-opt and 2-opt, and random kicks between.

``leg[i, j]`` is what the leg from stop *i* to stop *j* costs; costs may differ with the direction.  ``order``
begins with stop 0 and ends with the last one, and both stay in place.
"""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, HEAD, PAUSED
from gridwalk.kernels.makers.chance import below

LEFT_AT, TAKEN = 6, 7  # registers: the way point in force, and how many there are


@kernel
def look(table, row, column, to_row, to_column, places):
    """Return (whether the second cell is in sight of the first, steps taken); both are open.

    *places*, None or an array, gets the cells on the way, flat, without the first.
    """
    moves_of_cell, width = table
    rows, columns = abs(to_row - row), abs(to_column - column)
    down = 1 if to_row > row else -1
    across = 1 if to_column > column else -1
    level, upright, corner = (
        3 * down + 4,
        across + 4,
        3 * down + across + 4,
    )  # of 9 neighbours, the cell itself 4
    level, upright, corner = level - (level > 4), upright - (upright > 4), corner - (corner > 4)
    place, goal, taken = row * width + column, to_row * width + to_column, 0
    # Level side number i is crossed after (2 i + 1) / (2 rows) of the segment, upright ones likewise: what is
    # left of their difference says which comes next.
    ahead = rows - columns
    while place != goal:
        legal = moves_of_cell[place]
        if ahead > 0:
            is_free = legal >> level & 1
            place += down * width
            ahead -= 2 * columns
        elif ahead < 0:
            is_free = legal >> upright & 1
            place += across
            ahead += 2 * rows
        else:
            is_free = legal >> corner & 1
            place += down * width + across
            ahead += 2 * (rows - columns)
        taken += 1
        if not is_free:
            return False, taken
        if places is not None:
            places[taken - 1] = place
    return True, taken


@kernel
def look_around(table, is_open, source, box, is_seen, state, budget, events):
    """Mark the cells of *box* that are in sight of *source*, a cell (row, column), in ``is_seen``.

    ``box`` is ``(top, left, rows, columns, greatest squared distance)``; register HEAD is the place in it.
    """
    row, column = source
    top, left, rows, columns, far = box
    place, taken = state[HEAD], 0
    while place < rows * columns and taken < budget:
        to_row, to_column = top + place // columns, left + place % columns
        place += 1
        taken += 1
        if not is_open[to_row, to_column] or (to_row - row) ** 2 + (to_column - column) ** 2 > far:
            continue
        seen, steps = look(table, row, column, to_row, to_column, None)
        taken += steps
        is_seen[to_row, to_column] = seen
    state[HEAD] = place
    state[EXPANDED] += taken
    return PAUSED if place < rows * columns else EXHAUSTED


@kernel
def pull_taut(table, cells, way_points, state, budget, events):
    """Keep of a path's *cells* those where its line of sight from the one kept last ends.

    ``way_points`` gets their places; register HEAD is the place looked at, LEFT_AT the one kept last.  The
    caller has kept the first.
    """
    place, last, kept = state[HEAD], state[LEFT_AT], state[TAKEN]
    taken = 0
    while place + 1 < len(cells) and taken < budget:
        row, column, to_row, to_column = (
            cells[last, 0],
            cells[last, 1],
            cells[place + 1, 0],
            cells[place + 1, 1],
        )
        seen, steps = look(table, row, column, to_row, to_column, None)
        taken += 1 + steps
        if not seen:
            last = place
            way_points[kept] = last
            kept += 1
        place += 1
    state[HEAD], state[LEFT_AT], state[TAKEN] = place, last, kept
    state[EXPANDED] += taken
    return PAUSED if place + 1 < len(cells) else EXHAUSTED


SEGMENT = 3  # the maximum of stops that are moved together


@kernel
def cost_of(leg, order):
    """Return what the legs cost in this order."""
    total = 0.0
    for i in range(len(order) - 1):
        total += leg[order[i], order[i + 1]]
    return total


@kernel
def reverse(order, i, j):
    """Reverse ``order[i:j]``."""
    j -= 1
    while i < j:
        order[i], order[j] = order[j], order[i]
        i += 1
        j -= 1


@kernel
def exchange(order, i, j, k):
    """Put ``order[j:k]`` before ``order[i:j]``."""
    reverse(order, i, j)
    reverse(order, j, k)
    reverse(order, i, k)


@kernel
def better_by_reversal(leg, order, least):
    """Reverse the first stretch that gains more than *least* (2-opt); return whether there is one."""
    n = len(order)
    for i in range(1, n - 2):
        before = order[i - 1]
        forth = back = 0.0
        for j in range(i + 1, n - 1):
            forth += leg[order[j - 1], order[j]]
            back += leg[order[j], order[j - 1]]
            after = order[j + 1]
            now = leg[before, order[i]] + forth + leg[order[j], after]
            if leg[before, order[j]] + back + leg[order[i], after] < now - least:
                reverse(order, i, j + 1)
                return True
    return False


@kernel
def better_by_move(leg, order, least):
    """Move the first short stretch that gains more than *least* so (Or-opt); return whether there is one."""
    n = len(order)
    for size in range(1, SEGMENT + 1):
        for i in range(1, n - size):
            first, last = order[i], order[i + size - 1]
            before, after = order[i - 1], order[i + size]
            gain = leg[before, first] + leg[last, after] - leg[before, after]
            for j in range(n - 1):
                if i - 1 <= j < i + size:
                    continue
                u, v = order[j], order[j + 1]
                if leg[u, first] + leg[last, v] - leg[u, v] < gain - least:
                    if j < i:
                        exchange(order, j + 1, i, i + size)
                    else:
                        exchange(order, i, i + size, j + 1)
                    return True
    return False


@kernel
def better_orders(leg, order, best, value, least, random, kicks, state, budget, events):
    """Improve *order*, kick it, improve it again, *kicks* times; *best* keeps the best, *value* its cost.

    A kick exchanges two random stretches next to each other; a worse order goes back to the best.
    """
    n = len(order)
    done = 0
    while done < budget:
        done += n * n
        state[EXPANDED] += n * n
        if better_by_move(leg, order, least) or better_by_reversal(leg, order, least):
            continue
        cost = cost_of(leg, order)
        if cost < value[0] - least:
            value[0] = cost
            for i in range(n):
                best[i] = order[i]
        else:
            for i in range(n):
                order[i] = best[i]
        if state[HEAD] == kicks or n < 5:
            return EXHAUSTED
        state[HEAD] += 1
        # Three cuts, each between two stops.
        a = 1 + below(random, n - 3)
        c = a + 2 + below(random, n - 2 - a)
        b = a + 1 + below(random, c - a - 1)
        exchange(order, a, b, c)
    return PAUSED
