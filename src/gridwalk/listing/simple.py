"""All simple paths, or all tours, of a board, depth-first in the order of moves: `SimpleListing`.

The current path is ``cell_of_step[0:DEPTH + 1]``; ``untried_of_step[i]`` is the mask of the moves not yet
tried from its i-th cell, and ``on_path[v]`` is 1 if *v* is on the path.  These arrays and the registers are
the whole state, so each slice continues where the last one stopped.  The work between two paths is
polynomial.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.listing.listing import Listing, PathBatch, add_path, patience_of
from gridwalk.question.question import Question
from gridwalk.runtime.codes import (
    BACK,
    BACKTRACKS,
    DEFICIENCY,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUND_PATH,
    LEAD,
    NONE,
    PAUSED,
    PRUNE,
    SEARCHES,
    STEP,
    VERIFIED,
    WASTED,
    record,
    trailing_zeros,
)
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.progress import EventLog
from gridwalk.runtime.slices import run_slice
from gridwalk.search import bfs, dfs, fields
from gridwalk.search.query import Query

# Indices of ``rules``: which paths are in the set.
CELLS = 0  # the number of cells of a path; 0: any number, and the first exit ends it
CLOSING = 1  # 1: a move must lead from its last cell back to its first
ONE_DIRECTION = 2  # 1: only one of a path and its reverse is in the set
PATIENCE = 3  # after this number of steps without a path, only cells that lead to an exit are entered
PRUNING = 4  # 1: backtrack if no tour is possible any more
MOST = 5  # the maximum number of moves
PASSING = 6  # 1: a path may go through an exit to others
RULES = 7


class SimpleListing(Listing):
    """The search over the paths or tours of a question, from each of *starts* in turn.

    Of the conditions on lengths, only the maximum is applied; required cells and edges are ignored.

    Parameters
    ----------
    question : Question
    starts : iterable of cells
    watch : Watch
        The clock.
    log : EventLog, optional
        With a log, the search is the textbook algorithm, without *prunes*.
    prunes : bool
        Whether the search for tours backtracks as soon as no tour is possible any more.

    """

    def __init__(
        self,
        question: Question,
        starts: Iterable[Any],
        watch: Watch,
        log: EventLog | None = None,
        *,
        prunes: bool = True,
    ) -> None:
        board, exits, tour, most = question.ground, question.exits_left, question.tour, question.max_length
        super().__init__(board, watch, question.closed)
        self.starts, self.tour = iter(starts), tour
        # Whether the maximum length excludes some paths; all tours have the same length.
        self.is_bounded = most is not None and not tour and most < board.open_count - 1
        self.query = Query(board, (board.start,), exits or (), watch, log)
        self.state, self.is_exit = self.query.state, self.query.is_exit
        if exits is None:
            self.is_exit[:] = 1
        self._moves_to_exit = np.zeros(board.size, np.int32)
        if self.is_bounded and exits is not None:
            self._moves_to_exit = fields.moves_to(self.query)
        self._rules = np.zeros(RULES, np.int64)
        self._rules[CELLS] = board.open_count if tour else 0
        self._rules[CLOSING] = question.closed
        self._rules[ONE_DIRECTION] = board._symmetric and (question.closed or question.undirected)
        self._rules[PATIENCE] = patience_of(board.open_count)
        self._rules[PRUNING] = prunes and tour and board._symmetric and log is None
        self._rules[MOST] = board.size if most is None or tour else most
        self._rules[PASSING] = exits is None and not (tour or question.closed)

    def _begin(self, start: Any) -> bool:
        source = self.board.index(start)
        self.query.starts = (start,)
        self._lay_out([source])
        self._ways[4][:] = self._moves_to_exit
        if self._rules[PRUNING]:
            self._begin_pruning(source)
        self.query.note(STEP, source, source)
        untried_of_step = self._path[1]
        if self.is_exit[source] and not self.closed and (self.board.open_count == 1 or not self.tour):
            if not self._rules[PASSING]:
                untried_of_step[0] = 0
            self.query.note(FOUND_PATH, source, 1)
            return True
        if self.tour or self.query.log is not None:
            if not self._leads_on():
                untried_of_step[0] = 0
            return False
        return not self.is_bounded and self._first_path(source)

    def _lay_out(self, cells: list[int]) -> None:
        """Put *cells* on the path; all moves of the last cell are untried."""
        board, state, longest = self.board, self.state, self.longest
        self._path = np.zeros(longest, np.int32), np.zeros(longest, board._moves_of_cell.dtype)
        # The third array has numbers of searches, which may need more than 32 bits.
        kinds = np.int32, np.int32, np.int64, np.int32, np.int32
        self._ways: tuple[NDArray[Any], ...] = tuple(np.zeros(board.size, kind) for kind in kinds)
        self._on_path = np.zeros(board.size, np.uint8)
        self._path[0][: len(cells)] = cells
        self._path[1][len(cells) - 1] = board._moves_of_cell[cells[-1]]
        self._on_path[cells] = 1
        state[DEPTH], state[WASTED], state[VERIFIED], state[SEARCHES] = len(cells) - 1, 0, longest, 0
        state[EXPANDED] += len(cells)

    def _first_path(self, source: int) -> bool:
        """Begin with the path that depth-first search finds, if any; it is the first in order.

        If depth-first search has backtracked from a cell, an exit can be reached from there only across the
        path so far.  So no path comes before the one found.  The search takes linear time, backtracking
        might take exponential time.
        """
        search = Query(self.board, self.query.starts, self.query.exits, self.watch)
        parent_of_cell, stack = search.no_cells(), np.zeros((self.longest, 2), np.int32)
        stack[0, 0] = parent_of_cell[source] = source
        cell_of_step, untried_of_step = self._path
        if search.run(dfs.dfs, search.is_exit, parent_of_cell, stack) != FOUND:
            untried_of_step[0] = 0
            return False
        depth = int(search.state[DEPTH])
        cell_of_step[: depth + 1] = stack[: depth + 1, 0]
        tried = stack[: depth + 1, 1].astype(untried_of_step.dtype)
        untried_of_step[: depth + 1] = self.board._moves_of_cell[stack[: depth + 1, 0]] >> tried << tried
        untried_of_step[depth] = 0
        self._on_path[cell_of_step[: depth + 1]] = 1
        self.state[DEPTH] = depth
        self.state[[EXPANDED, BACKTRACKS]] += search.state[[EXPANDED, BACKTRACKS]]
        return True

    def _leads_on(self) -> bool:
        """Return whether enough cells for a path can be reached from the start."""
        reached = bfs.reachable_cells(self.query)
        if not self.tour:
            return bool(reached[self.query.goals].any())
        # A closed tour has at least three cells, because a move and its reverse are no cycle.
        return int(reached.sum()) == self.longest and (self.longest > 2 or not self.closed)

    def _begin_pruning(self, source: int) -> None:
        """Prepare the degrees of all cells (see `change_degrees`)."""
        moves_of_cell, board = self.board._moves_of_cell, self.board
        degree_of_cell, may_end = self._ways[:2]
        degree_of_cell[:] = np.bitwise_count(moves_of_cell)
        if self.closed:
            legal = moves_of_cell[source] >> np.arange(len(board.moves)) & 1 == 1
            degree_of_cell[source + board._delta_of_move[legal]] += 1
        else:
            may_end[:] = self.is_exit
            if self._rules[ONE_DIRECTION]:
                may_end[: source + 1] = 0
        deficiency = np.where(degree_of_cell > 1, 0, np.where((degree_of_cell == 1) & (may_end == 1), 1, 2))
        deficiency[source] = 0
        self.state[DEFICIENCY] = deficiency[board.open_cells.ravel()].sum()
        if self.state[DEFICIENCY] > 1:
            self._path[1][0] = 0  # no tour begins here

    def _go_on(self, batch: PathBatch) -> int:
        table, arguments = self.board._moves_of_cell, self._arguments(batch)
        return run_slice(next_paths, arguments, self.state, table, self.watch, self.query.log)

    def _arguments(self, batch: PathBatch) -> tuple[Any, ...]:
        return self.query.table, self.is_exit, self._rules, self._path, self._ways, self._on_path, batch

    def _path_of(self, flat_cells: NDArray[np.int32]) -> Path:
        return self.query.path(flat_cells, self.by, closed=self.closed)


# ------------------------------------------------------------------------------------- the search


@kernel
def next_paths(table, is_exit, rules, path, ways, on_path, batch, state, budget, events):
    """Add paths to *batch* until the next one may not fit (FOUND) or the budget is spent (PAUSED).

    ``path`` is the pair ``(cell_of_step, untried_of_step)``, with an entry for each open cell.  Paths come in
    depth-first order of their moves.  The caller has put the start at step 0, with all its moves untried.

    After ``rules[PATIENCE]`` steps without a path, and until the next path, the search enters a cell only if
    an exit can be reached from there.  So the work between two paths is polynomial.  ``moves_to_exit`` (see
    `leads_out`) is a lower bound for ``rules[MOST]``: the distance to the nearest exit on the board without
    the path.

    If ``rules[PRUNING]``, the search backtracks when the total degree deficiency (see `change_degrees`)
    exceeds 1, and ``ways`` is ``(degree_of_cell, may_end, ..., moves_to_exit)``.
    """
    moves_of_cell, delta_of_move = table
    cell_of_step, untried_of_step = path
    depth, need, pruning = state[DEPTH], rules[CELLS], rules[PRUNING]
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
            state[BACKTRACKS] += 1
            back = cell_of_step[max(0, depth - 1)]
            if events is not None:
                record(events, BACK, u, back)
            if depth == 0:
                status = EXHAUSTED
                break
            on_path[u] = 0
            depth -= 1
            if pruning:
                state[DEFICIENCY] += deficiency_of(ways, u) + change_degrees(table, on_path, back, u, 1, ways)
            continue
        untried_of_step[depth] = untried & (untried - 1)
        v = u + delta_of_move[trailing_zeros(untried)]
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
        cell_of_step[depth] = v
        on_path[v] = 1
        if pruning:
            state[DEFICIENCY] += change_degrees(table, on_path, u, v, -1, ways) - deficiency_of(ways, v)
        else:
            state[WASTED] += 1
        if events is not None:
            record(events, STEP, v, u)
        ends = depth + 1 == need if need else is_exit[v]
        stops = (ends and not rules[PASSING]) or (pruning and state[DEFICIENCY] > 1)
        untried_of_step[depth] = 0 if stops else moves_of_cell[v]
        if ends and completes(table, is_exit, rules, cell_of_step, depth):
            if events is not None:
                record(events, FOUND_PATH, v, depth + 1)
            if not pruning:
                state[WASTED], state[VERIFIED] = 0, len(cell_of_step)
            if not add_path(batch, cell_of_step, depth + 1, len(cell_of_step), state):
                status = FOUND
                break
    state[DEPTH] = depth
    return status


@kernel
def completes(table, is_exit, rules, cell_of_step, depth):
    """Return whether the path, which has just entered an exit or its last cell, is in the set."""
    v = cell_of_step[depth]
    if not is_exit[v] or (rules[ONE_DIRECTION] and cell_of_step[rules[CLOSING]] > v):
        return False
    if rules[CLOSING]:
        return depth > 1 and is_move(table, v, cell_of_step[0])  # a move and its reverse are no cycle
    return True


@kernel
def is_move(table, u, v):
    """Return whether a move leads from *u* to *v*."""
    moves_of_cell, delta_of_move = table
    for m in range(len(delta_of_move)):
        if moves_of_cell[u] >> m & 1 and u + delta_of_move[m] == v:
            return True
    return False


# --------------------------------------------------------------------------------------- dead ends


@kernel
def leads_out(table, is_exit, on_path, v, ways, search):
    """Search for a way from *v* to an exit over cells off the path; return (found, cells looked at).

    ``ways`` is ``(next_of_cell, parent_of_cell, search_of_cell, cell_of_stack, moves_to_exit)``, each with an
    entry for every cell; *search_of_cell* is int64, so that no two searches have the same number.  A way is
    written to *next_of_cell*; if none is found, the previous way stays there.
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

    If it can, it can also be reached from every earlier cell.  If it cannot, the cells looked at still lead
    to no exit after the path steps back, so the search from the previous cell skips them.
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


# ------------------------------------------------------------------------------------- no tour


@inline_kernel
def deficiency_of(ways, v):
    """Return the degree deficiency of *v*, a cell off the path."""
    degree_of_cell, may_end = ways[0], ways[1]
    if degree_of_cell[v] > 1:
        return 0
    return 1 if degree_of_cell[v] == 1 and may_end[v] else 2


@kernel
def change_degrees(table, on_path, u, v, change, ways):
    """Add *change* to the degrees of cells off the path around *u*, except *v*; return the added deficiency.

    The *degree* of a cell off the path is its number of moves to other cells off the path, to the last cell
    of the path, and for closed tours to the start.  A tour uses two of them, or one at its last cell.  A cell
    with fewer than two has a *degree deficiency*: 1 if the tour may end there, else 2.  If the total
    deficiency exceeds 1, the path cannot be extended to a tour.
    """
    moves_of_cell, delta_of_move = table
    legal = moves_of_cell[u]
    deficiency = 0
    for m in range(len(delta_of_move)):
        w = u + delta_of_move[m] if legal >> m & 1 else v
        if w != v and not on_path[w]:
            deficiency -= deficiency_of(ways, w)
            ways[0][w] += change
            deficiency += deficiency_of(ways, w)
    return deficiency
