"""A tour by depth-first search with an explicit stack and Warnsdorff's rule.

The rule says: go first to the cell with the fewest onward moves (H. C. von Warnsdorff, Des Rösselsprungs
einfachste und allgemeinste Lösung, 1823).  Where no move is left the search backtracks, so it finds a tour
wherever there is one; the number of backtracks is reported with the tour.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.listing.simple import CLOSING, ONE_DIRECTION, RULES, SimpleListing, completes
from gridwalk.question.knows import Knows, answers
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
from gridwalk.tours.partial_tour import PartialTour
from gridwalk.tours.starts import starts_of


@answers(Knows.ALL & ~Knows.NETWORK, "find()")
def find_tour(question: Question, by: str, log: EventLog | None = None) -> Path | None:
    """Return the first tour of depth-first search, with its number of backtracks, or None.

    *by* is "warnsdorff", or "dfs" for moves in their order.  A tour is found wherever there is one, at worst
    in time exponential in the number of cells.
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
    """Begin a path at *start*; return FOUND or EXHAUSTED if that decides, else PAUSED, and the arrays."""
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
        status = EXHAUSTED  # there and back again is no cycle
    elif board.open_count == 1 and partial.is_exit[source]:
        status = FOUND
    return status, (partial.is_exit, rules, (partial.cells, untried), on_path)


@kernel
def depth_first(table, is_exit, rules, path, on_path, state, budget, events):
    """Search on until the path is a tour (FOUND), every path was tried (EXHAUSTED), or PAUSED.

    ``path`` is ``(cell_of_step, untried_of_step)`` with an entry for each open cell: the path so far is
    ``cell_of_step[0:DEPTH + 1]``, and ``untried_of_step[i]`` is the mask of moves not yet tried at step *i*.
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

    NONE: no untried move leads to a free cell.
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
