"""A tour by depth-first search with an explicit stack and Warnsdorff's rule.

The rule: move to the cell with the fewest onward moves (H. C. von Warnsdorff, Des Rösselsprungs einfachste
und allgemeinste Lösung, 1823).  If no move is left, the search backtracks, so it finds a tour if there is
one, at worst in exponential time.  The number of backtracks is reported with the tour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.errors import Cell
from gridwalk.listing.simple import CLOSING, ONE_DIRECTION, RULES, SimpleListing, completes
from gridwalk.question.conditions import Conditions, answers
from gridwalk.question.question import Question
from gridwalk.runtime.codes import (
    BACK,
    BACKTRACKS,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    NONE,
    PAUSED,
    STEP,
    record,
)
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.progress import EventLog
from gridwalk.search import bfs
from gridwalk.tours.existence import starts_of
from gridwalk.tours.partial_tour import PartialTour


@answers(Conditions.ALL & ~Conditions.NETWORK, "find()")
def find_tour(question: Question, by: str, log: EventLog | None = None) -> Path | None:
    """Return the first tour of depth-first search, with its number of backtracks, or None.

    *by* is "warnsdorff", or "dfs" for moves in their order.  If there is a tour, one is found, at worst in
    exponential time.
    """
    if by == "dfs":
        search = SimpleListing(question, starts_of(question), question.watch(), log, prunes=False)
        return next(search.paths(), None)
    return first_tour(PartialTour(question, log=log), starts_of(question))


def first_tour(partial: PartialTour, starts: Iterable[Cell]) -> Path | None:
    """Return the first tour by the rule, from one start after another."""
    query, board = partial.query, partial.question.board
    for start in starts:
        status, arguments = _begin(partial, start)
        if status == PAUSED and int(bfs.reachable_cells(query).sum()) == board.open_count:
            query.check()
            status = query.run(depth_first, *arguments)
            partial.length = int(query.state[DEPTH]) + 1
        if status == FOUND:
            return partial.tour("warnsdorff")
        partial.leave()
    return None


def first_within(partial: PartialTour, start: Cell, steps: int) -> Path | None:
    """Return the first tour from *start* by the rule, if that takes at most the given number of steps."""
    status, arguments = _begin(partial, start)
    if status == PAUSED:
        query = partial.query
        status = partial.run_steps(depth_first, steps, query.table, *arguments, logs=True)
        partial.length = int(query.state[DEPTH]) + 1
    return partial.tour("warnsdorff") if status == FOUND else None


def _begin(partial: PartialTour, start: Cell) -> tuple[int, tuple[Any, ...]]:
    """Begin a path at *start*; return the arrays, and FOUND or EXHAUSTED if that is already the answer."""
    question, board = partial.question, partial.question.board
    partial.begin_at(start)
    source = partial.cells[0]
    rules = np.zeros(RULES, np.int64)
    rules[CLOSING] = question.closed
    rules[ONE_DIRECTION] = board._symmetric and (question.closed or question.undirected)
    untried = np.zeros(board.open_count, board._moves_of_cell.dtype)
    untried[0] = board._moves_of_cell[source]
    on_path = np.zeros(board.size, np.uint8)
    on_path[source] = 1
    status = PAUSED
    if question.closed and board.open_count < 3:
        status = EXHAUSTED  # a move and its reverse are no cycle
    elif board.open_count == 1 and partial.is_exit[source]:
        status = FOUND
    return status, (partial.is_exit, rules, (partial.cells, untried), on_path)


@kernel
def depth_first(table, is_exit, rules, path, on_path, state, budget, events):
    """Continue until the path is a tour (FOUND), all paths have been tried (EXHAUSTED), or PAUSED.

    ``path`` is ``(cell_of_step, untried_of_step)``, with an entry for each open cell.  The path so far is
    ``cell_of_step[0:DEPTH + 1]``; ``untried_of_step[i]`` is the mask of moves not yet tried at step *i*.
    The caller has put the start at step 0, with all its moves untried.
    """
    moves_of_cell, delta_of_move = table
    cell_of_step, untried_of_step = path
    depth, last = state[DEPTH], len(cell_of_step) - 1
    status = PAUSED
    while budget > 0:
        budget -= 1
        u = cell_of_step[depth]
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
        m = fewest_onward(table, on_path, u, untried)
        if m == NONE:
            untried_of_step[depth] = 0
            continue
        untried_of_step[depth] = untried ^ (1 << m)
        v = u + delta_of_move[m]
        depth += 1
        state[EXPANDED] += 1
        cell_of_step[depth] = v
        on_path[v] = 1
        if events is not None:
            record(events, STEP, v, u)
        untried_of_step[depth] = 0 if depth == last else moves_of_cell[v]
        if depth == last and completes(table, is_exit, rules, cell_of_step, depth):
            status = FOUND
            break
    state[DEPTH] = depth
    return status


@kernel
def fewest_onward(table, on_path, u, untried):
    """Return the untried move from *u* to the free cell with the fewest onward moves, the first of equals.

    NONE if no untried move leads to a free cell.
    """
    _, delta_of_move = table
    best, fewest = NONE, len(delta_of_move) + 1
    for m, delta in enumerate(delta_of_move):
        if untried >> m & 1 and not on_path[u + delta]:
            onward = onward_moves(table, on_path, u + delta)
            if onward < fewest:
                best, fewest = m, onward
    return best


@inline_kernel
def onward_moves(table, on_path, v):
    """Return the number of moves from *v* to free cells."""
    moves_of_cell, delta_of_move = table
    legal, onward = moves_of_cell[v], 0
    for m, delta in enumerate(delta_of_move):
        if legal >> m & 1 and not on_path[v + delta]:
            onward += 1
    return onward


# --------------------------------------------------------------------------- without backtracking
#
# Ties are broken in favour of the cell farthest from the centre (Roth).  If only the order of the moves
# breaks ties, the path gets stuck on large boards.

TAKEN = 255

# Tie-breaks between cells with equally few onward moves; further ties are broken by the order of the moves.
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
        free[exit_cell] = TAKEN  # it is appended at the end
    rules = np.array([ties, len(partial.cells) - (exit_cell is not None), *board.shape, *start], np.int64)
    deltas = np.array(board.moves.deltas, np.int64).T.copy()
    query.run(follow, (deltas[0], deltas[1]), move_of_place, rules, free, partial.cells)
    partial.length = int(query.state[DEPTH]) + 1
    return partial.is_tour()


def orders(board: Board, number: int) -> Iterator[Order]:
    """Yield the given number of orders, with alternating tie-breaks; the third and later are shuffled."""
    moves, rng = len(board.moves), np.random.default_rng(len(board.moves))
    for n in range(number):
        yield (BY_CENTRE, BY_EDGE)[n % 2], np.arange(moves) if n < 2 else rng.permutation(moves)


@inline_kernel
def preference(ties, rows, columns, row, column):
    """Return a number that breaks ties: the cell with the greater number is preferred."""
    down, right = 2 * row - rows + 1, 2 * column - columns + 1
    distance = down * down + right * right
    if ties == BY_CENTRE:
        return distance
    edge = min(row, rows - 1 - row, column, columns - 1 - column)
    return distance - edge * (1 << 40)


@kernel
def follow(table, moves, move_of_place, rules, free_of_cell, cell_of_step, state, budget, events):
    """Extend the path from step DEPTH until it has all cells (FOUND), it is stuck (EXHAUSTED), or PAUSED.

    ``free_of_cell[v]`` is the number of moves from *v* to cells off the path; it is TAKEN if the path has
    visited *v* or may not enter it.  A step visits each neighbour once: the same pass lowers these numbers
    and compares them.  All moves can be undone, so no number becomes negative.  ``cell_of_step`` has at least
    ``rules[CELLS]`` entries, the number of cells of the path to find.

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
                        if not is_known:  # computed only for ties, because most steps have none
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
