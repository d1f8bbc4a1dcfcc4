"""Warnsdorff's rule without backtracking, with tie-breaks by which it hardly ever fails.

With the order of the moves alone the path gets stuck on large boards; if the cell farthest from the centre
wins (Roth), it hardly ever does; from the corners of square boards the orders of Squirrel and Cull (1996)
never do.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.errors import Cell
from gridwalk.runtime.codes import DEPTH, EXHAUSTED, EXPANDED, FOUND, NONE, PAUSED, STEP, record
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.tours.partial_tour import PartialTour

TAKEN = 255

# What decides between cells with equally few onward moves, before the order of the moves does.
BY_ORDER = 0  # nothing
BY_CENTRE = 1  # the farthest from the centre (Roth)
BY_EDGE = 2  # the nearest to the edge, then the farthest from the centre

# Indices of ``rules``.
TIES, CELLS, ROWS, COLUMNS, ROW, COLUMN, ORDER = range(7)
RULES = 7


class Order(NamedTuple):
    """The name of the algorithm, its tie-break, and orders of the moves (see `follow`)."""

    by: str
    ties: int
    switch_of_order: NDArray[np.int32]
    move_of_place: NDArray[np.int64]


def follow_rule(partial: PartialTour, start: Cell, order: Order) -> bool:
    """Follow Warnsdorff's rule from *start*; return whether that leads to a tour of the question."""
    board, query = partial.question.board, partial.query
    partial.begin_at(start)
    exit_cell = partial.only_exit
    free = np.bitwise_count(board._moves_of_cell)
    free[query.source] = TAKEN
    if exit_cell is not None:
        free[exit_cell] = TAKEN  # it comes last of all
    rules = np.zeros(RULES, np.int64)
    rules[:ORDER] = order.ties, len(partial.cells) - (exit_cell is not None), *board.shape, *start
    deltas = np.array(board.moves.deltas, np.int64).T.copy()
    orders = order.switch_of_order, order.move_of_place
    query.run(follow, (deltas[0], deltas[1]), orders, rules, free, partial.cells)
    partial.length = int(query.state[DEPTH]) + 1
    return partial.is_tour()


def one_order(board: Board, ties: int, by: str, places: NDArray[np.int64] | None = None) -> Order:
    """Return a single order of the moves, by default the board's."""
    moves = np.arange(len(board.moves)) if places is None else places
    return Order(by, ties, np.array([NONE], np.int32), moves.astype(np.int64).reshape(1, -1))


def roths(board: Board, number: int) -> list[Order]:
    """Return the given number of orders with Roth's tie-breaks, after the first two with shuffled moves."""
    found = [one_order(board, BY_CENTRE, "roth"), one_order(board, BY_EDGE, "roth")]
    rng = np.random.default_rng(len(board.moves))
    while len(found) < number:
        ties = (BY_CENTRE, BY_EDGE)[len(found) % 2]
        found.append(one_order(board, ties, "roth", rng.permutation(len(board.moves))))
    return found[:number]


# ------------------------------------------------------- square boards, from a corner

# The knight's moves 1 to 8 of Squirrel and Cull.
_MOVES = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))
# Their orders of the moves, by the remainder of the number of rows divided by 8.
_ORDERS = (
    "34261578 87642135 51867342 51342678 21435678",
    "34261578 87642135 51324678 32481765",
    "34261578 87642135 54132678 52431678 85647123 15746823",
    "34625718 42681357 86512347 51867342 61825437 71642538",
    "34261578 87642135 51867342 51342678 86753421 78563421",
    "34261578 87642135 51324678 15234678",
    "34261578 87642135 54132678 52431678 85647123 12453678",
    "34625718 42681357 86512347 51867342 61825437 61357284",
)


def squirrel_cull(board: Board, start: Cell) -> list[Order]:
    """Return the orders by which a knight tours a square board from a corner; [] for other questions.

    D. Squirrel, P. Cull, A Warnsdorff-rule algorithm for knight's tours on square chessboards, 1996.  Tried
    for every n from 5 to 700, and it fails only for 74.
    """
    n = board.rows
    last = n - 1
    corners = ((0, 0), (0, last), (last, 0), (last, last))
    if board.rows != board.columns or n < 5 or n == 74 or start not in corners:
        return []
    down, right = (-1 if start[0] else 1), (-1 if start[1] else 1)
    index_of_move = [board.moves.deltas.index((down * row, right * column)) for row, column in _MOVES]
    moves = [[index_of_move[int(digit) - 1] for digit in order] for order in _ORDERS[n % 8].split()]
    switches = []
    for from_top, from_left in _switches(n):
        row = from_top - 1 if down > 0 else n - from_top
        column = from_left - 1 if right > 0 else n - from_left
        switches.append(row * n + column if 0 <= row < n and 0 <= column < n else NONE)
    return [
        Order("squirrel-cull", BY_ORDER, np.array([*switches, NONE], np.int32), np.array(moves, np.int64))
    ]


def _switches(m: int) -> tuple[tuple[int, int], ...]:
    """Return the squares, counted from 1, at which the next order of the moves takes over."""
    side, inner = (m - 1, m - 2), (2, 2)
    fifth = m - (5 if m % 16 == 5 else 13)
    of_remainder = (
        (side, inner, (m - 8, 1), (7, m - 3)),
        (side, inner, (m - 6, (m + 9) // 2)),
        ((6, 1), (3, 1), (m - 15, 4), (10, m - 2), (5, (m - 6) // 2)),
        (side, (m - 6, m), (2, 5), (m - 10, 3), ((m + 1) // 2, m - 2)),
        (side, inner, (m - 8, 1), (10, m - 5), (13, (m + 2) // 2)),
        (side, inner, (m - 2, fifth // 2)),
        ((6, 1), (3, 1), (m - 10, 1), (10, m - 2), (3, (m + 8) // 2)),
        (side, (m - 6, m), (2, 5), (m - 6, 3), ((m + 1) // 2, m - 2)),
    )
    return of_remainder[m % 8]


# ------------------------------------------------------------------------------ the loop


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
def follow(table, moves, orders, rules, free_of_cell, cell_of_step, state, budget, events):
    """Extend the path from step DEPTH until it has all cells (FOUND), it is stuck (EXHAUSTED), or PAUSED.

    ``free_of_cell[v]`` is the number of moves from *v* to cells not on the path, or TAKEN for a cell on the
    path, or one that the path may not enter.  Entering a cell lowers its neighbours' numbers in the same pass
    that compares them, so a step costs one look at each neighbour.  All moves can be undone, so no number
    falls below 0.  ``cell_of_step`` has at least ``rules[CELLS]`` entries, the length of the path to find.

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
