"""Runs of the tour kernels on one question: walks, turns, and the search by edges."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.kernels._kernel import Kernel
from gridwalk.kernels.codes import BACK, BACKTRACKS, DEPTH, EXPANDED, FOUND, NONE, PAUSED, STEP
from gridwalk.kernels.tours import edges, rotations, warnsdorff
from gridwalk.question import Question
from gridwalk.runtime.eventlog import EventLog
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call, compiles, slice_of
from gridwalk.search.query import Query
from gridwalk.tours.existence import neighbours_of, possible_exits
from gridwalk.tours.orders import Order
from gridwalk.tours.refutation import Refutation

MAX_PROOF = 1 << 20  # words of a refutation that are kept


@dataclass
class Walker:
    """The arrays of one question, which its searches share and hand on to each other.

    What is left of a walk, however it ends, is ``cells[:length]``.
    """

    question: Question
    watch: Watch | None = None
    log: EventLog | None = None
    cells: NDArray[np.int32] = field(init=False)
    length: int = 0

    def __post_init__(self) -> None:
        grid = self.question.grid
        self.query = Query(grid, (), (), self.watch or self.question.watch(), self.log)
        self.cells = np.zeros(grid.open_count, np.int32)
        if "walks" not in grid.kept:
            degree = np.bitwise_count(grid.moves_of_cell)
            deltas = np.array(grid.moves.deltas, np.int64)
            grid.kept["walks"] = degree, (deltas[:, 0].copy(), deltas[:, 1].copy())
        self._degree, self._deltas = grid.kept["walks"]

    @property
    def is_whole(self) -> bool:
        """Whether every cell is visited."""
        return self.length == len(self.cells)

    def walk(self, start: Cell, order: Order) -> bool:
        """Walk by Warnsdorff's rule; tell whether it ends as a tour that was asked for."""
        grid, state = self.question.grid, self.query.state
        self._forget()
        source = grid.index(start)
        end = self._only_end()
        free = self._degree.copy()
        free[source] = warnsdorff.TAKEN
        if end is not None:
            free[end] = warnsdorff.TAKEN  # it comes last of all
        self.cells[0] = source
        rules = np.zeros(warnsdorff.RULES, np.int64)
        rules[: warnsdorff.ORDER] = order.ties, len(self.cells) - (end is not None), *grid.shape, *start
        state[DEPTH] = 0
        state[EXPANDED] += 1
        self.query.note(STEP, source, source)
        orders = order.switch_of_order, order.move_of_place
        self.query.run(warnsdorff.warnsdorff_walk, self._deltas, orders, rules, free, self.cells)
        self.length = int(state[DEPTH]) + 1
        return self._is_tour()

    def turn(self, turns: int, seed: int, slices: int = 1 << 30) -> bool:
        """Extend and turn what is left of the walk; tell whether a tour came of it."""
        question, state = self.question, self.query.state
        grid, end = question.grid, self._only_end()
        step_of_cell = np.full(grid.size, NONE, np.int32)
        cells = self.cells[: self.length]
        if end is not None:
            # A tour to a given end is a closed one that makes the step from there to the start.
            self.length = min(self.length + 1, len(self.cells))
            cells = np.concatenate([[np.int32(end)], cells[cells != end]])[: self.length]
        around = np.zeros(len(self.cells), np.int32)
        around[: self.length] = cells
        step_of_cell[cells] = np.arange(self.length)
        rules = np.zeros(rotations.RULES, np.int64)
        rules[:] = len(around), question.closed or end is not None, end is not None, seed + 1, turns
        state[DEPTH] = self.length - 1
        arguments = self.query.table, self._is_end(), rules, around, step_of_cell
        status = self._some(rotations.turn_walk, slices, *arguments)
        self.length = int(state[DEPTH]) + 1
        if end is not None:
            around[: self.length] = np.roll(around[: self.length], -1)
        self._note_all(around[: self.length])
        self.cells = around
        return status == FOUND

    def turn_back(self) -> None:
        """Go on from the walk's other end."""
        self.cells[: self.length] = self.cells[: self.length][::-1].copy()

    def begin_with(self, cells: NDArray[np.int32]) -> None:
        """Take these cells for the walk."""
        self._forget()
        self.query.state[EXPANDED] += len(cells)
        self.cells[: len(cells)] = cells
        self.length = len(cells)
        self._note_all(cells)

    def take_over(self, cells: NDArray[np.int32], spent: NDArray[np.int64]) -> None:
        """Take the walk at which another search stopped, and what it spent."""
        self._forget()
        self.cells[: len(cells)] = cells
        self.length = len(cells)
        for register in (EXPANDED, BACKTRACKS):
            self.query.state[register] += spent[register]

    # ------------------------------------------------------------------------------ parts

    def _only_end(self) -> int | None:
        """Return the one cell, not the start, where the tour must end."""
        ends = self.question.exits
        if self.question.closed or ends is None or len(ends) != 1:
            return None
        return self.question.grid.index(ends[0])

    def _is_end(self) -> NDArray[np.uint8]:
        grid, ends = self.question.grid, self.question.exits
        if ends is None:
            return np.ones(grid.size, np.uint8)
        return Query(grid, (), ends).is_exit

    def _is_tour(self) -> bool:
        end, last = self._only_end(), int(self.cells[self.length - 1])
        if end is not None:
            if self.length != len(self.cells) - 1 or not self._is_move(last, end):
                return False
            self.begin_with(np.append(self.cells[: self.length], np.int32(end)))
            return True
        if not self.is_whole:
            return False
        if self.question.closed:
            return self._is_move(last, int(self.cells[0]))
        return self.question.exits is None or bool(self._is_end()[last])

    def _is_move(self, u: int, v: int) -> bool:
        grid = self.question.grid
        ways = np.flatnonzero(grid.delta_of_move == v - u).tolist()
        return any(int(grid.moves_of_cell[u]) >> m & 1 for m in ways)

    def _some(self, kernel: Kernel, slices: int, *arguments: Any) -> int:
        """Run *kernel* for so many slices at most."""
        state = self.query.state
        status = PAUSED
        while slices > 0 and status == PAUSED:
            slices -= 1
            compiled = compiles(kernel, len(self.cells))
            budget = slice_of(compiled)
            given = *arguments, state, budget, None
            status = call(kernel, self.query.watch, *given, compiled=compiled)
            kernel.expanded += budget if status == PAUSED else 0
            self.query.check()
        return status

    def _forget(self) -> None:
        """Leave the walk cell by cell, for the counters and the log."""
        if self.length:
            cells = self.cells[: self.length]
            self.query.state[BACKTRACKS] += self.length
            if self.log is not None:
                before = np.concatenate([cells[:1], cells[:-1]])
                self.log.append(
                    np.column_stack([np.full(len(cells), BACK), cells, before])[::-1].astype(np.int32)
                )
        self.length = 0

    def _note_all(self, cells: NDArray[np.int32]) -> None:
        if self.log is not None:
            before = np.concatenate([cells[:1], cells[:-1]])
            self.log.append(np.column_stack([np.full(len(cells), STEP), cells, before]).astype(np.int32))


class EdgeSearch:
    """The search by edges; it goes on where it stopped."""

    def __init__(self, walker: Walker, near: list[list[int]] | None = None, proof: int = MAX_PROOF) -> None:
        question = walker.question
        self._walker = walker
        self._proof = np.zeros(proof, np.int32)
        grid = question.grid
        self._flat = np.flatnonzero(grid.open_cells.reshape(-1))
        self._number = number = {v: i for i, v in enumerate(self._flat.tolist())}
        near = near or neighbours_of(grid)
        lists = [[number[w] for w in near[v]] for v in number]
        self._hub = len(lists)  # stands before the start and behind the end of an open tour
        ends: list[int] = []
        start = None if question.start is None else number[grid.index(question.start)]
        if not question.closed:
            allowed = possible_exits(question)
            ends = [*range(len(lists))] if allowed is None else [number[grid.index(end)] for end in allowed]
            if start is not None:
                ends = sorted({*ends, start})
            for v in ends:
                lists[v].append(self._hub)
            lists.append(ends)
        self._make(lists)
        if not question.closed and start is not None:
            self._keep(self._hub, start)

    def insist(self, u: Cell, v: Cell) -> None:
        """Look for tours with this move only."""
        self._keep(*(self._number[self._walker.question.grid.index(cell)] for cell in (u, v)))

    def _keep(self, u: int, v: int) -> None:
        first, to, _ = self._graph
        e = int(first[u]) + to[first[u] : first[u + 1]].tolist().index(v)
        if self._marks[0][e] == edges.FREE:
            edges.keep.python(self._graph, self._marks, e, self._waits, self._trail, self._place)
        elif self._marks[0][e] == edges.REMOVED:
            self._place[edges.BROKEN] = 1

    def _make(self, lists: list[list[int]]) -> None:
        cells = len(lists)
        first = np.zeros(cells + 1, np.int32)
        first[1:] = np.cumsum([len(near) for near in lists])
        edge = {(u, v): first[u] + i for u, near in enumerate(lists) for i, v in enumerate(near)}
        to = np.array([v for near in lists for v in near], np.int32)
        twin = np.array([edge[v, u] for u, v in edge], np.int32)
        left = np.diff(first).astype(np.int32)
        self._graph = first, to, twin
        self._marks = (
            np.zeros(len(to), np.uint8),
            np.zeros(cells, np.uint8),
            left,
            np.arange(cells, dtype=np.int32),
        )
        waiting = np.flatnonzero(left == 2).astype(np.int32)
        self._waits = np.zeros(cells, np.int32), np.zeros(cells, np.uint8)
        self._waits[0][: len(waiting)], self._waits[1][waiting] = waiting, 1
        self._trail = np.zeros(len(to), np.int32)
        self._levels = np.zeros(cells + 1, np.int32), np.zeros(cells + 1, np.int32)
        self._place = np.zeros(edges.PLACES, np.int64)
        self._place[edges.WAITING] = len(waiting)
        self._place[edges.BROKEN] = cells < 3 or bool((left < 2).any())

    def go_on(self, slices: int) -> int:
        """Search on for so many slices; return the kernel's word."""
        walker = self._walker
        arguments = self._graph, self._marks, self._waits, self._trail, self._levels, self._proof, self._place
        status = walker._some(edges.edge_search, slices, *arguments)
        if status == FOUND:
            walker.begin_with(self._tour())
        return status

    def refutation(self) -> Refutation:
        """Return why there is no tour, after the search was EXHAUSTED."""
        words = int(self._place[edges.LOGGED])
        _, to, twin = self._graph
        decisions: list[tuple[Cell | None, Cell | None] | None] = []
        for e in self._proof[:words].tolist() if words <= len(self._proof) else ():
            decisions.append(None if e == NONE else (self._cell(to[twin[e]]), self._cell(to[e])))
        cases = (words + 1) // 2
        reason = (
            "moves that are forced contradict each other"
            if cases == 1
            else f"none of {cases:,} cases has a tour"
        )
        return Refutation(reason, "search", (), tuple(decisions), self._walker.question.start)

    def _cell(self, v: int) -> Cell | None:
        return None if v == self._hub else divmod(int(self._flat[v]), self._walker.question.grid.columns)

    def _tour(self) -> NDArray[np.int32]:
        """Return the cells along the kept edges, from the start."""
        question = self._walker.question
        first, to, _ = self._graph
        kept = self._marks[0] == edges.KEPT
        if not question.closed:
            v = self._hub
        else:
            v = (
                0
                if question.start is None
                else int(np.searchsorted(self._flat, question.grid.index(question.start)))
            )
        order, before = [v], NONE
        while len(order) < len(first) - 1:
            ways = to[first[v] : first[v + 1]][kept[first[v] : first[v + 1]]].tolist()
            if before == NONE and question.start is not None and not question.closed:
                source = int(np.searchsorted(self._flat, question.grid.index(question.start)))
                ways.sort(key=lambda w: w != source)
            v, before = next(w for w in ways if w != before), v
            order.append(v)
        return self._flat[order if question.closed else order[1:]].astype(np.int32)
