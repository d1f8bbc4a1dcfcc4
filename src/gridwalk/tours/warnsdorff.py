"""Warnsdorff's rule without backtracking: go to the cell with the fewest onward moves.

``free_of_cell[v]`` is how many moves lead from *v* to cells not on the path; it is TAKEN for a cell on
the path, or one that the path may not enter.  Entering a cell lowers its neighbours' numbers in the same
pass that compares them, so a step costs one look at each neighbour.

Room: ``cell_of_step`` has at least ``rules[CELLS]`` entries, and the path ends there; the other arrays have
an entry a cell.  All moves can be undone, so that no number falls below 0.

The tie-break decides whether the rule works on large boards: with the order of the moves alone the path
gets stuck; if the cell farthest from the centre wins (Roth), it hardly ever does.
"""

from gridwalk.runtime.codes import DEPTH, EXHAUSTED, EXPANDED, FOUND, NONE, PAUSED, STEP, record
from gridwalk.runtime.kernel import inline_kernel, kernel

TAKEN = 255

# What decides between cells with equally few onward moves, before the order of the moves does.
BY_ORDER = 0  # nothing
BY_CENTRE = 1  # the farthest from the centre (Roth)
BY_EDGE = 2  # the nearest to the edge, then the farthest from the centre

# Indices of ``rules``.
TIES, CELLS, ROWS, COLUMNS, ROW, COLUMN, ORDER = range(7)
RULES = 7


@inline_kernel
def preference(ties, rows, columns, row, column):
    """Return a number that breaks ties: the cell with the greater one comes first."""
    down, right = 2 * row - rows + 1, 2 * column - columns + 1
    distance = down * down + right * right
    if ties == BY_CENTRE:
        return distance
    edge = min(row, rows - 1 - row, column, columns - 1 - column)
    return distance - edge * (1 << 40)


@kernel
def follow_rule(table, moves, orders, rules, free_of_cell, cell_of_step, state, budget, events):
    """Extend the path from step DEPTH until it has all cells (FOUND), it is stuck (EXHAUSTED), or PAUSED.

    ``moves`` is ``(d_row_of_move, d_column_of_move)``.  ``orders`` is ``(switch_of_order, move_of_place)``:
    row ``rules[ORDER]`` of *move_of_place* is the order in which moves are compared, and at cell
    ``switch_of_order[rules[ORDER]]`` the next row takes over (NONE: never).
    """
    moves_of_cell, delta_of_move = table
    d_row_of_move, d_column_of_move = moves
    switch_of_order, move_of_place = orders
    depth, row, column, order = state[DEPTH], rules[ROW], rules[COLUMN], rules[ORDER]
    ties, rows, columns = rules[TIES], rules[ROWS], rules[COLUMNS]
    last, expanded = rules[CELLS] - 1, 0
    u = cell_of_step[depth]
    status = PAUSED
    while budget > 0:
        budget -= 1
        if depth == last:
            status = FOUND
            break
        if switch_of_order[order] == u:
            order += 1
        legal = moves_of_cell[u]
        fewest, best, most, is_known = TAKEN, NONE, 0, False
        for place in range(len(delta_of_move)):
            m = move_of_place[order, place]
            if legal >> m & 1:
                v = u + delta_of_move[m]
                onward = free_of_cell[v]
                if onward != TAKEN:
                    free_of_cell[v] = onward - 1
                    if onward < fewest:
                        fewest, best, is_known = onward, m, False
                    elif onward == fewest and ties != BY_ORDER:
                        if not is_known:  # most steps have no equals to compare
                            below, aside = row + d_row_of_move[best], column + d_column_of_move[best]
                            most = preference(ties, rows, columns, below, aside)
                            is_known = True
                        below, aside = row + d_row_of_move[m], column + d_column_of_move[m]
                        wanted = preference(ties, rows, columns, below, aside)
                        if wanted > most:
                            best, most = m, wanted
        if best == NONE:
            status = EXHAUSTED
            break
        if events is not None:
            record(events, STEP, u + delta_of_move[best], u)
        u += delta_of_move[best]
        row += d_row_of_move[best]
        column += d_column_of_move[best]
        free_of_cell[u] = TAKEN
        depth += 1
        expanded += 1
        cell_of_step[depth] = u
    state[DEPTH], rules[ROW], rules[COLUMN], rules[ORDER] = depth, row, column, order
    state[EXPANDED] += expanded
    return status
