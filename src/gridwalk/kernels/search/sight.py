"""Lines of sight: the straight segment between the middles of two cells, in whole numbers.

``table`` is ``(moves_of_cell, columns)``: bit *n* of an entry is set if the step to the neighbour number *n*
is free, the eight neighbours counted in reading order.  A segment that goes through a corner makes a
diagonal step there, so walls, walls between cells and the corner rule are all in the table.

The caller owns all memory; the kernels allocate nothing and raise nothing.
"""

from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, HEAD, PAUSED
from gridwalk.runtime.kernel import kernel

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
