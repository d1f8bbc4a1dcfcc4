"""All simple cycles of a board, by the depth-first search of `simple`.

A cycle begins at its first cell in reading order, and its second cell is lower than its last one.  So each
cycle is found once; if moves cannot be undone, once for each direction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.cells import cells_at
from gridwalk.listing.listing import cells_on_paths
from gridwalk.listing.simple import MOST, PASSING, SimpleListing
from gridwalk.question.question import Question
from gridwalk.runtime.limits import Watch
from gridwalk.search import bfs, fields
from gridwalk.search.query import Query

ROOTS = "looking for where cycles begin"


@dataclass(frozen=True)
class Root:
    """The beginning of cycles: their first cell, their second cell, and the cells that may be their last."""

    first: int
    second: int
    last: NDArray[np.int64]


class CycleListing(SimpleListing):
    """The search over the simple cycles of a question; the first cell is not after a required cell."""

    def __init__(self, question: Question, watch: Watch) -> None:
        board = question.ground
        before = min(map(board.index, question.needed), default=board.size)
        super().__init__(question, roots(board, watch, before) if question.why_empty is None else (), watch)
        self._rules[PASSING] = 1
        self._rules[MOST] -= 1  # the last move leads back to the first cell

    def _begin(self, start: Any) -> bool:
        """Prepare the arrays for the cycles from a root; cells before the first cell may not be entered."""
        columns = self.board.columns
        self.query.starts, self.query.exits = cells_at([start.first], columns), cells_at(start.last, columns)
        self.is_exit[:] = 0
        self.is_exit[start.last] = 1
        self._lay_out([start.first, start.second])
        self._on_path[: start.first + 1] = 1
        if self.is_bounded:
            self._ways[4][:] = fields.moves_to(self.query)
        return False


def roots(board: Board, watch: Watch, before: int) -> Iterator[Root]:
    """Yield the roots of cycles in the order of cells; no root is after the flat cell *before*."""
    on_cycles = cells_on_paths(shrink(board, None, None, cycles=True, watch=watch), board)
    moves_of_cell, delta_of_move = board._moves_of_cell, board._delta_of_move
    for first in np.flatnonzero(on_cycles[: before + 1]).tolist():
        watch.check(0, 0, 0, ROOTS)
        legal = int(moves_of_cell[first])
        onward = [first + delta for m, delta in enumerate(delta_of_move.tolist()) if legal >> m & 1]
        back = [u for m, u in enumerate((first - delta_of_move).tolist()) if _leads(board, u, m)]
        for second in onward:
            least = second if board._symmetric else first
            last = [u for u in back if u > least and u != second and on_cycles[u]]
            if second > first and on_cycles[second] and last:
                yield Root(first, second, np.array(last))


def _leads(board: Board, u: int, m: int) -> bool:
    return 0 <= u < board.size and bool(int(board._moves_of_cell[u]) >> m & 1)


def short_cycle(board: Board, watch: Watch) -> Path | None:
    """Return a shortest cycle from the first root with a cycle, by breadth-first search; None if none has."""
    for root in roots(board, watch, board.size):
        starts, exits = cells_at([root.second], board.columns), cells_at(root.last, board.columns)
        query = Query(board, starts, exits, watch)
        _, cells = bfs.spread(query, slice(root.first + 1))
        if cells is not None:
            return query.path(np.insert(cells, 0, root.first), "bfs", closed=True)
    return None
