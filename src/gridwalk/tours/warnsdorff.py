"""A tour by depth-first search with an explicit stack: moves in order, or by Warnsdorff's rule.

The rule says: go first to the cell with the fewest onward moves (H. C. von Warnsdorff, Des Rösselsprungs
einfachste und allgemeinste Lösung, 1823).  Where no move is left the search backtracks, so it finds a tour
wherever there is one; the number of backtracks is reported with the tour.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.question.knows import Knows, answers
from gridwalk.question.question import Question
from gridwalk.runtime.codes import (
    BACK,
    BACKTRACKS,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUND_PATH,
    NONE,
    PAUSED,
    STEP,
    record,
)
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.progress import EventLog
from gridwalk.runtime.slices import call, compiles
from gridwalk.search import bfs
from gridwalk.search.query import Query
from gridwalk.tours.partial_tour import is_move
from gridwalk.tours.starts import starts_of

# Indices of ``rules``.
WARNSDORFF = 0  # 1: try the cell with the fewest onward moves first, else moves in order
CLOSING = 1  # 1: a move must lead from the last cell back to the start
ONE_DIRECTION = 2  # 1: of a tour and its reverse only one counts
RULES = 3
EVENTS_A_STEP = 2


@answers(Knows.ALL & ~Knows.NETWORK, "find()")
def find_tour(question: Question, by: str, log: EventLog | None = None) -> Path | None:
    """Return the first tour of depth-first search, with its number of backtracks, or None.

    *by* is "warnsdorff", or "dfs" for moves in their order.  A tour that visits every open cell of the board
    is found wherever there is one, in time exponential in the number of cells at worst.
    """
    one_direction = question.board._symmetric and (question.closed or question.undirected)
    search = DepthFirst(question, question.watch(), log, by, one_direction)
    return search.first_tour(starts_of(question))


@dataclass
class DepthFirst:
    """The search: the stack holds the cell of each step and the moves not yet tried there."""

    question: Question
    watch: Watch
    log: EventLog | None = None
    by: str = "warnsdorff"
    one_direction: bool = False

    def __post_init__(self) -> None:
        board, exits = self.question.board, self.question.exits
        self.query = query = Query(board, (board.start,), exits or (), self.watch, self.log)
        self._is_exit = np.ones(board.size, np.uint8) if exits is None else query.is_exit
        self._rules = np.zeros(RULES, np.int64)
        self._rules[:] = self.by == "warnsdorff", self.question.closed, self.one_direction

    def first_tour(self, starts: Iterable[Cell]) -> Path | None:
        """Return the first tour, from one start after another."""
        query = self.query
        for start in starts:
            status = self._begin(start)
            if status == PAUSED:
                query.check()
                status = query.run(depth_first, *self._arrays)
            if status == FOUND:
                return self.tour()
            query.state[BACKTRACKS] += 1
            query.note(BACK, query.source, query.source)
        return None

    def first_within(self, start: Cell, steps: int) -> int:
        """Search from *start* for at most the given number of steps; return FOUND, EXHAUSTED or PAUSED."""
        query, events = self.query, None
        status = self._begin(start)
        if status != PAUSED:
            return status
        if self.log is not None:
            events = np.zeros((EVENTS_A_STEP * steps + 1, 3), np.int32)
        arguments = query.table, *self._arrays, query.state, steps, events
        compiled = compiles(depth_first, self.question.board.size)
        status = int(call(depth_first, query.watch, *arguments, compiled=compiled))
        if self.log is not None and events is not None:
            self.log.append(events[1 : events[0, 0] + 1].copy())
        return status

    @property
    def cells(self) -> NDArray[np.int32]:
        """The path so far, flat."""
        cells: NDArray[np.int32] = self._path[0][: int(self.query.state[DEPTH]) + 1]
        return cells

    def tour(self) -> Path:
        """Return the tour found."""
        return self.query.path(self.cells, self.by, closed=self.question.closed)

    def _begin(self, start: Cell) -> int:
        """Put *start* on the stack; return FOUND or EXHAUSTED if that decides, else PAUSED."""
        board, query = self.question.board, self.query
        query.starts = (start,)
        source = query.source
        self._path = (
            np.zeros(board.open_count, np.int32),
            np.zeros(board.open_count, board._moves_of_cell.dtype),
        )
        self._path[0][0], self._path[1][0] = source, board._moves_of_cell[source]
        on_path = np.zeros(board.size, np.uint8)
        on_path[source] = 1
        self._arrays = self._is_exit, self._rules, self._path, on_path
        query.state[DEPTH] = 0
        query.state[EXPANDED] += 1
        query.note(STEP, source, source)
        if self.question.closed and board.open_count < 3:
            return EXHAUSTED  # there and back again is no cycle
        if board.open_count == 1 and self._is_exit[source]:
            query.note(FOUND_PATH, source, 1)
            return FOUND
        reach = Query(board, query.starts, (), self.watch)
        bfs.find(reach)
        return PAUSED if reach.state[EXPANDED] == board.open_count else EXHAUSTED


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
        m = next_move(table, on_path, u, untried, rules[WARNSDORFF])
        untried_of_step[depth] = untried ^ (1 << m)
        v = u + delta_of_move[m]
        if on_path[v]:
            continue
        depth += 1
        state[EXPANDED] += 1
        cell_of_step[depth] = v
        on_path[v] = 1
        if events is not None:
            record(events, STEP, v, u)
        untried_of_step[depth] = 0 if depth == last else moves_of_cell[v]
        if depth == last and is_tour(table, is_exit, rules, cell_of_step, v):
            if events is not None:
                record(events, FOUND_PATH, v, depth + 1)
            status = FOUND
            break
    state[DEPTH] = depth
    return status


@kernel
def next_move(table, on_path, u, untried, by_rule):
    """Return the untried move from *u* to try next: the first, or by the rule."""
    moves_of_cell, delta_of_move = table
    best, fewest = NONE, len(delta_of_move) + 1
    if by_rule:
        for m in range(len(delta_of_move)):
            v = u + delta_of_move[m] if untried >> m & 1 else u
            if not on_path[v]:
                legal, onward = moves_of_cell[v], 0
                for n in range(len(delta_of_move)):
                    if legal >> n & 1 and not on_path[v + delta_of_move[n]]:
                        onward += 1
                if onward < fewest:
                    best, fewest = m, onward
    if best == NONE:
        best = 0
        while not untried >> best & 1:
            best += 1
    return best


@kernel
def is_tour(table, is_exit, rules, cell_of_step, v):
    """Whether a path over all cells that ends at *v* is a tour."""
    if not is_exit[v] or (rules[ONE_DIRECTION] and cell_of_step[rules[CLOSING]] > v):
        return False
    return not rules[CLOSING] or is_move(table, v, cell_of_step[0])
