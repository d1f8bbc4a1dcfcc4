"""Warnsdorff's rule without backtracking, with tie-breaks by which it hardly ever fails.

With the order of the moves alone the path gets stuck on large boards; if the cell farthest from the centre
wins (Roth), it hardly ever does.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.errors import Cell
from gridwalk.runtime.codes import DEPTH, EXHAUSTED, EXPANDED, FOUND, NONE, PAUSED, STEP, record
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.tours.partial_tour import PartialTour

TAKEN = 255

# What decides between cells with equally few onward moves, before the order of the moves does.
BY_CENTRE = 1  # the farthest from the centre (Roth)
BY_EDGE = 2  # the nearest to the edge, then the farthest from the centre

# Indices of ``rules``.
TIES, CELLS, ROWS, COLUMNS, ROW, COLUMN = range(6)

Order = tuple[int, NDArray[np.int64]]  # a tie-break, and the order in which moves are compared


def follow_rule(partial: PartialTour, start: Cell, order: Order) -> bool:
    """Follow Warnsdorff's rule from *start*; return whether that leads to a tour of the question."""
    board, query, (ties, move_of_place) = partial.question.board, partial.query, order
    partial.begin_at(start)
    exit_cell = partial.only_exit
    free = np.bitwise_count(board._moves_of_cell)
    free[query.source] = TAKEN
    if exit_cell is not None:
        free[exit_cell] = TAKEN  # it comes last of all
    rules = np.array([ties, len(partial.cells) - (exit_cell is not None), *board.shape, *start], np.int64)
    deltas = np.array(board.moves.deltas, np.int64).T.copy()
    query.run(follow, (deltas[0], deltas[1]), move_of_place, rules, free, partial.cells)
    partial.length = int(query.state[DEPTH]) + 1
    return partial.is_tour()


def orders(board: Board, number: int) -> Iterator[Order]:
    """Yield the given number of orders, with both tie-breaks in turn, and from the third on shuffled."""
    moves, rng = len(board.moves), np.random.default_rng(len(board.moves))
    for n in range(number):
        yield (BY_CENTRE, BY_EDGE)[n % 2], np.arange(moves) if n < 2 else rng.permutation(moves)


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
def follow(table, moves, move_of_place, rules, free_of_cell, cell_of_step, state, budget, events):
    """Extend the path from step DEPTH until it has all cells (FOUND), it is stuck (EXHAUSTED), or PAUSED.

    ``free_of_cell[v]`` is the number of moves from *v* to cells not on the path, or TAKEN for a cell on the
    path, or one that the path may not enter.  Entering a cell lowers its neighbours' numbers in the same pass
    that compares them, so a step costs one look at each neighbour.  All moves can be undone, so no number
    falls below 0.  ``cell_of_step`` has at least ``rules[CELLS]`` entries, the length of the path to find.

    ``moves`` is ``(d_row_of_move, d_column_of_move)``, and *move_of_place* the order in which moves are
    compared.
    """
    moves_of_cell, delta_of_move = table
    d_row_of_move, d_column_of_move = moves
    depth, row, column = state[DEPTH], rules[ROW], rules[COLUMN]
    ties, rows, columns = rules[TIES], rules[ROWS], rules[COLUMNS]
    last, expanded = rules[CELLS] - 1, 0
    u = cell_of_step[depth]
    status = PAUSED
    while budget > 0:
        budget -= 1
        if depth == last:
            status = FOUND
            break
        legal = moves_of_cell[u]
        fewest, best, most, is_known = TAKEN, NONE, 0, False
        for m in move_of_place:
            if legal >> m & 1:
                v = u + delta_of_move[m]
                onward = free_of_cell[v]
                if onward != TAKEN:
                    free_of_cell[v] = onward - 1
                    if onward < fewest:
                        fewest, best, is_known = onward, m, False
                    elif onward == fewest:
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
    state[DEPTH], rules[ROW], rules[COLUMN] = depth, row, column
    state[EXPANDED] += expanded
    return status
