"""The backtracking search over all simple paths of a set, one after another.

The ``rules`` of the kernel (`gridwalk.listing.backtrack`) define the set.  Listing and counting are
the same search; counting does not stop at a path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.errors import Cell
from gridwalk.listing import backtrack
from gridwalk.listing.backtrack import gather, has_room, next_tour
from gridwalk.runtime import codes
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.progress import EventLog
from gridwalk.runtime.slices import call, compiles
from gridwalk.runtime.tuning import tuning
from gridwalk.search import bfs, dfs, fields
from gridwalk.search.query import Query

# Steps without a path before the search checks that exits can be reached.  On a small board a plain search
# takes fewer steps, and its trace is the textbook's.
PATIENCE, PATIENCE_PER_CELL = 1000, 4
LONG_PATH = 10_000  # cells; a first path that long is a batch of its own


def patience_of(cells: int) -> int:
    """Return the number of fruitless steps after which dead ends are looked for."""
    chosen = tuning().patience
    return PATIENCE + PATIENCE_PER_CELL * cells if chosen is None else chosen


class Search:
    """A search over all members of a set, from each of *starts* in turn."""

    starts: Iterable[Any]
    state: NDArray[np.int64]  # registers

    def paths(self) -> Iterator[Path]:
        """Yield the members, start after start, each in the order of the search."""
        for start in self.starts:
            status = self._begin(start)
            while status != codes.EXHAUSTED:
                if status == codes.FOUND:
                    yield self._path_found()
                status = self._go_on(stop=True)
            self._leave()

    def count(self) -> int:
        """Return how many there are, visiting each but making none."""
        for start in self.starts:
            status = self._begin(start)
            while status != codes.EXHAUSTED:
                status = self._go_on(stop=False)
            self._leave()
        return int(self.state[codes.FOUNDS])

    def _begin(self, start: Any) -> int:
        """Lay out the arrays for one start; return the status before any step."""
        raise NotImplementedError

    def _go_on(self, *, stop: bool) -> int:
        """Search on, to the next member if it is to *stop* there; return the status."""
        raise NotImplementedError

    def _path_found(self) -> Path:
        raise NotImplementedError

    def _leave(self) -> None:
        """Do what is due where nothing is left to try from a start."""


@dataclass
class Backtracking(Search):
    """The search over all paths of a set, from each of *starts* in turn.

    Parameters
    ----------
    board : Grid
    starts : iterable of cells
    exits : tuple of cells, or None
        Where a path may end; None: anywhere.
    tour : bool
        Whether a path must visit every open cell; else it ends at the first exit entered, if exits are given.
    closed, one_direction, warnsdorff : bool
        Whether a move must lead back to the start; whether of a path and its reverse only
        one counts; whether the cell with the fewest onward moves is tried first.
    plain : bool
        Whether to search without pruning; else the search backtracks where no tour is possible any more.
    most : int, optional
        The maximum number of moves of a path; not for tours.

    """

    board: Board
    starts: Iterable[Cell]
    exits: tuple[Cell, ...] | None
    tour: bool = False
    closed: bool = False
    one_direction: bool = False
    warnsdorff: bool = False
    plain: bool = False
    most: int | None = None
    watch: Watch = field(default_factory=NO_LIMITS.watch)
    log: EventLog | None = None

    def __post_init__(self) -> None:
        self.query = Query(self.board, (self.board.start,), self.exits or (), self.watch, self.log)
        self.state = self.query.state

    @property
    def by(self) -> str:
        """The name of the search, as its answers carry it."""
        return "warnsdorff" if self.warnsdorff else "dfs"

    @property
    def bounded(self) -> bool:
        """Whether the maximum length rules out some paths."""
        return self.most is not None and self.most < self.board.open_count - 1

    @property
    def ends_anywhere(self) -> bool:
        """Whether a path may end in any cell, and so may go on from any."""
        return self.exits is None and not (self.tour or self.closed)

    @cached_property
    def _moves_to_exit(self) -> NDArray[np.int32]:
        return fields.moves_to(self.query)

    def gather(self, cell_of_place: NDArray[np.int32], offsets: NDArray[np.int64]) -> Iterator[int]:
        """Write the paths to the arrays, one batch at a time; yield how many paths a batch has.

        There must be room for a path through every open cell, and for two offsets.
        """
        state, batch = self.query.state, (cell_of_place, offsets)
        for start in self.starts:
            status = self._begin(start)
            path = self._path[0]
            if status == codes.FOUND:
                if not has_room(batch, state[codes.GATHERED], len(path)):
                    yield int(state[codes.GATHERED])
                    state[codes.GATHERED] = 0
                first, length = offsets[state[codes.GATHERED]], state[codes.DEPTH] + 1
                cell_of_place[first : first + length] = path[:length]
                state[codes.GATHERED] += 1
                offsets[state[codes.GATHERED]] = first + length
                if length > LONG_PATH:  # the next may be far
                    yield int(state[codes.GATHERED])
                    state[codes.GATHERED] = 0
            while status != codes.EXHAUSTED:
                self._rules[backtrack.ALL] = False
                self.query.check()
                status = self._advance(gather, batch)
                if status == codes.FOUND:
                    yield int(state[codes.GATHERED])
                    state[codes.GATHERED] = 0
        if state[codes.GATHERED]:
            yield int(state[codes.GATHERED])

    def first_within(self, steps: int) -> tuple[int, NDArray[np.int32]]:
        """Search from the first start for at most so many steps; return the status and the current path."""
        query, kernel = self.query, backtrack.next_path
        status = self._begin(next(iter(self.starts)))
        if status == codes.NONE:
            events = None
            if self.log is not None:
                events = np.zeros((steps * (8 * self.board._moves_of_cell.itemsize + 2) + 1, 3), np.int32)
            arguments = query.table, self._is_exit, self._rules, self._path, self._ways, self._on_path
            compiled = compiles(kernel, self.board.size)
            rest = query.state, steps, events
            status = call(kernel, query.watch, *arguments, *rest, compiled=compiled)
            if self.log is not None and events is not None:
                self.log.append(events[1 : events[0, 0] + 1].copy())
        return status, self._path[0][: query.state[codes.DEPTH] + 1]

    def _begin(self, start: Cell) -> int:
        board, query = self.board, self.query
        source = board.index(start)
        query.starts = (start,)
        self._is_exit = np.ones(board.size, np.uint8) if self.exits is None else query.is_exit
        rules = {
            backtrack.CELLS: board.open_count if self.tour else 0,
            backtrack.CLOSING: self.closed,
            backtrack.ONE_DIRECTION: self.one_direction,
            backtrack.WARNSDORFF: self.warnsdorff,
            backtrack.PASSING: self.ends_anywhere,
        }
        self._lay_out([source], rules, self.most)
        if self.bounded and self.exits is not None:
            self._ways[4][:] = self._moves_to_exit
        if self.tour and board._symmetric and not self.plain:
            self._begin_pruning(source)
        query.note(codes.STEP, source, source)
        return self._status_at_start(source)

    def _lay_out(self, cells: list[int], rules: dict[int, int], most: int | None) -> None:
        """Put *cells* on the path; of the last of them all moves are untried."""
        board, state, longest = self.board, self.state, self.board.open_count
        self._rules = np.zeros(backtrack.RULES, np.int64)
        self._rules[list(rules)] = list(rules.values())
        self._rules[backtrack.PATIENCE] = patience_of(longest)
        self._rules[backtrack.MOST] = board.size if most is None else most
        self._path = np.zeros(longest, np.int32), np.zeros(longest, board._moves_of_cell.dtype)
        # The third has numbers of searches, which in a long listing need more than 32 bits.
        kinds = np.int32, np.int32, np.int64, np.int32, np.int32
        self._ways: tuple[NDArray[Any], ...] = tuple(np.zeros(board.size, kind) for kind in kinds)
        self._on_path = np.zeros(board.size, np.uint8)
        depth = len(cells) - 1
        self._path[0][: depth + 1], self._path[1][depth] = cells, board._moves_of_cell[cells[depth]]
        self._on_path[cells] = 1
        state[codes.DEPTH], state[codes.WASTED], state[codes.VERIFIED], state[codes.SEARCHES] = (
            depth,
            0,
            longest,
            0,
        )
        state[codes.EXPANDED] += len(cells)

    def _begin_pruning(self, source: int) -> None:
        """Prepare the degrees of all cells, by which `backtrack.next_tour` prunes."""
        moves_of_cell = self.board._moves_of_cell
        degree_of_cell, may_end = self._ways[:2]
        degree_of_cell[:] = np.bitwise_count(moves_of_cell)
        if self.closed:
            onward = moves_of_cell[source] >> np.arange(len(self.board.moves)) & 1 == 1
            legal = self.board._delta_of_move[onward]
            degree_of_cell[source + legal] += 1
        else:
            may_end[:] = self._is_exit
            if self.one_direction:
                may_end[: source + 1] = 0
        deficiency = np.where(degree_of_cell > 1, 0, np.where((degree_of_cell == 1) & (may_end == 1), 1, 2))
        deficiency[source] = 0
        self.query.state[codes.DEFICIENCY] = deficiency[self.board.open_cells.ravel()].sum()
        self._rules[backtrack.PRUNING] = 1
        if self.query.state[codes.DEFICIENCY] > 1:
            self._path[1][0] = 0  # there is no tour from here

    def _path_found(self) -> Path:
        cell_of_step = self._path[0][: int(self.state[codes.DEPTH]) + 1]
        return self.query.path(cell_of_step, self.by, closed=self.closed)

    def _leave(self) -> None:
        """Backtrack from the start itself."""
        source = self.query.source
        self.query.state[codes.BACKTRACKS] += 1
        self.query.note(codes.BACK, source, source)

    def _status_at_start(self, source: int) -> int:
        """Answer without a search if the start is the whole path, or no exit can be reached."""
        single = self.board.open_count == 1 if self.tour else bool(self._is_exit[source])
        if single and self._is_exit[source] and not self.closed:
            if not self.ends_anywhere:
                self._path[1][0] = 0  # no path goes on from here
            self.query.state[codes.FOUNDS] += 1
            self.query.note(codes.FOUND_PATH, source, 1)
            return codes.FOUND
        if self.closed and self.board.open_count < 3:
            return codes.EXHAUSTED  # there and back again is no cycle
        if self.bounded:
            return (
                codes.NONE if self._moves_to_exit[source] <= self._rules[backtrack.MOST] else codes.EXHAUSTED
            )
        if self.log is None and not self.tour:
            return self._first_path()
        return codes.NONE if self._within_reach() else codes.EXHAUSTED

    def _first_path(self) -> int:
        """Start from the path that depth-first search finds, which is the first in order.

        From a cell that depth-first search has left, an exit can be reached only across the path at that
        time.  So no path comes before this one.  This takes linear time; backtracking may take exponential.
        """
        search = Query(self.board, self.query.starts, self.exits or (), self.watch)
        path = dfs.find(search)
        if path is None:
            return codes.EXHAUSTED
        cells, deltas = path.cells, np.array(self.board.moves.deltas)
        steps, depth = np.diff(cells, axis=0), len(cells) - 1
        cell_of_step, untried_of_step = self._path
        cell_of_step[: depth + 1] = cells[:, 0] * self.board.columns + cells[:, 1]
        legal = self.board._moves_of_cell[cell_of_step[:depth]]
        for m in range(len(deltas)):
            taken = (steps == deltas[m]).all(axis=1) & (legal >> legal.dtype.type(m) & 1 == 1)
            done = legal.dtype.type((1 << (m + 1)) - 1)
            untried_of_step[:depth][taken] = legal[taken] & ~done
        untried_of_step[depth] = 0
        self._on_path[cell_of_step[: depth + 1]] = 1
        state = self.query.state
        state[codes.DEPTH] = depth
        state[codes.EXPANDED] += path.expanded - 1  # the start has been counted
        state[codes.BACKTRACKS] += path.backtracks
        state[codes.FOUNDS] += 1
        return codes.FOUND

    def _within_reach(self) -> bool:
        """Whether an exit (for a tour: every open cell) can be reached from the start at all."""
        if self.tour:
            reach = Query(self.board, self.query.starts, (), self.watch)
            bfs.find(reach)
            return int(reach.state[codes.EXPANDED]) == self.board.open_count
        return bfs.find(Query(self.board, self.query.starts, self.exits or (), self.watch)) is not None

    def _go_on(self, *, stop: bool) -> int:
        self._rules[backtrack.ALL] = not stop
        self.query.check()
        return self._advance(next_tour if self._rules[backtrack.PRUNING] else backtrack.next_path)

    def _advance(self, kernel: Kernel, *more: Any) -> int:
        arguments = self._is_exit, self._rules, self._path, self._ways, self._on_path
        return self.query.run(kernel, *arguments, *more)
