"""The path so far of a search for a tour: extended by Warnsdorff's rule, or changed by Pósa rotations.

The orders in which the rule compares moves: tie-breaks, and orders that need no luck.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.errors import Cell
from gridwalk.question.question import Question
from gridwalk.runtime.cache import Key
from gridwalk.runtime.codes import BACK, BACKTRACKS, DEPTH, EXPANDED, FOUND, NONE, PAUSED, STEP
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.progress import EventLog
from gridwalk.runtime.slices import call, compiles, slice_of
from gridwalk.search.query import Query
from gridwalk.tours import rotations, warnsdorff
from gridwalk.tours.warnsdorff import BY_CENTRE, BY_EDGE, BY_ORDER

DEGREES: Key[NDArray[np.uint8]] = Key("degrees")  # how many moves each cell has
# The knight's moves 1 to 8 of Squirrel and Cull.
_MOVES = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))


@dataclass
class PartialTour:
    """The path so far, which the searches of one question share and hand on to each other.

    Attributes
    ----------
    question : Question
    watch : Watch, optional
        Default: one that the question's limits start now.
    log : EventLog, optional
    cells : int32 array, one entry an open cell
        The path so far, flat, is ``cells[:length]``, however a search ends.
    length : int

    """

    question: Question
    watch: Watch | None = None
    log: EventLog | None = None
    cells: NDArray[np.int32] = field(init=False)
    length: int = 0

    def __post_init__(self) -> None:
        board = self.question.board
        self.query = Query(board, (), (), self.watch or self.question.watch(), self.log)
        self.cells = np.zeros(board.open_count, np.int32)
        self._degree = board._kept.get(DEGREES, lambda: np.bitwise_count(board._moves_of_cell))
        deltas = np.array(board.moves.deltas, np.int64)
        self._deltas = deltas[:, 0].copy(), deltas[:, 1].copy()

    def follow_rule(self, start: Cell, order: Order) -> bool:
        """Follow Warnsdorff's rule from *start*; return whether that leads to a tour of the question."""
        board, state = self.question.board, self.query.state
        self._leave()
        source = board.index(start)
        exit_cell = self._only_exit()
        free = self._degree.copy()
        free[source] = warnsdorff.TAKEN
        if exit_cell is not None:
            free[exit_cell] = warnsdorff.TAKEN  # it comes last of all
        self.cells[0] = source
        rules = np.zeros(warnsdorff.RULES, np.int64)
        cells = len(self.cells) - (exit_cell is not None)
        rules[: warnsdorff.ORDER] = order.ties, cells, *board.shape, *start
        state[DEPTH] = 0
        state[EXPANDED] += 1
        self.query.note(STEP, source, source)
        orders = order.switch_of_order, order.move_of_place
        self.query.run(warnsdorff.follow_rule, self._deltas, orders, rules, free, self.cells)
        self.length = int(state[DEPTH]) + 1
        return self._is_tour()

    def rotate(self, most: int, seed: int) -> bool:
        """Extend the path by *most* Pósa rotations; return whether that leads to a tour of the question."""
        question, state = self.question, self.query.state
        board, exit_cell = question.board, self._only_exit()
        step_of_cell = np.full(board.size, NONE, np.int32)
        cells = self.cells[: self.length]
        if exit_cell is not None:
            # A tour to a given exit is a closed one with a step from there to the start.
            self.length = min(self.length + 1, len(self.cells))
            cells = np.concatenate([[np.int32(exit_cell)], cells[cells != exit_cell]])[: self.length]
        path = np.zeros(len(self.cells), np.int32)
        path[: self.length] = cells
        step_of_cell[cells] = np.arange(self.length)
        rules = np.zeros(rotations.RULES, np.int64)
        closing, fixed = question.closed or exit_cell is not None, exit_cell is not None
        rules[:] = len(path), closing, fixed, seed + 1, most
        state[DEPTH] = self.length - 1
        arguments = self.query.table, self._is_exit(), rules, path, step_of_cell
        status = self.run_steps(rotations.rotate_path, 1 << 60, *arguments)
        self.length = int(state[DEPTH]) + 1
        if exit_cell is not None:
            path[: self.length] = np.roll(path[: self.length], -1)
        self._log(STEP, path[: self.length])
        self.cells = path
        return status == FOUND

    def reverse(self) -> None:
        """Reverse the path, to go on from its other end."""
        self.cells[: self.length] = self.cells[: self.length][::-1].copy()

    def begin_with(self, cells: NDArray[np.int32]) -> None:
        """Replace the path by one over *cells*."""
        self._leave()
        self.query.state[EXPANDED] += len(cells)
        self.cells[: len(cells)] = cells
        self.length = len(cells)
        self._log(STEP, cells)

    def take_over(self, cells: NDArray[np.int32], spent: NDArray[np.int64]) -> None:
        """Replace the path by that of another search, and add what that search *spent* (its registers)."""
        self._leave()
        self.cells[: len(cells)] = cells
        self.length = len(cells)
        for register in (EXPANDED, BACKTRACKS):
            self.query.state[register] += spent[register]

    def run_steps(self, kernel: Kernel, steps: int, *arguments: Any) -> int:
        """Run *kernel* for at most that number of steps, in slices; return its status.

        A step is the same in both tiers, a slice is not: so the answer does not depend on what is compiled.
        """
        state = self.query.state
        status = PAUSED
        while steps > 0 and status == PAUSED:
            compiled = compiles(kernel, len(self.cells))
            budget = min(steps, slice_of(compiled))
            steps -= budget
            given = *arguments, state, budget, None
            status = call(kernel, self.query.watch, *given, compiled=compiled)
            self.query.check()
        return status

    # ------------------------------------------------------------------------------ parts

    def _only_exit(self) -> int | None:
        """Return the one cell where an open tour must end; None: there is a choice."""
        exits = self.question.exits
        if self.question.closed or exits is None or len(exits) != 1:
            return None
        return self.question.board.index(exits[0])

    def _is_exit(self) -> NDArray[np.uint8]:
        board, exits = self.question.board, self.question.exits
        if exits is None:
            return np.ones(board.size, np.uint8)
        return Query(board, (), exits).is_exit

    def _is_tour(self) -> bool:
        exit_cell, last = self._only_exit(), int(self.cells[self.length - 1])
        if exit_cell is not None:
            if self.length != len(self.cells) - 1 or not self._is_move(last, exit_cell):
                return False
            self.begin_with(np.append(self.cells[: self.length], np.int32(exit_cell)))
            return True
        if self.length < len(self.cells):
            return False
        if self.question.closed:
            return self._is_move(last, int(self.cells[0]))
        return self.question.exits is None or bool(self._is_exit()[last])

    def _is_move(self, u: int, v: int) -> bool:
        board = self.question.board
        moves = np.flatnonzero(board._delta_of_move == v - u).tolist()
        return any(int(board._moves_of_cell[u]) >> m & 1 for m in moves)

    def _leave(self) -> None:
        """Backtrack along the whole path, for the counters and the log."""
        if self.length:
            self.query.state[BACKTRACKS] += self.length
            self._log(BACK, self.cells[: self.length], -1)
        self.length = 0

    def _log(self, kind: int, cells: NDArray[np.int32], direction: int = 1) -> None:
        """Log an event for each cell and the one before it, in this direction."""
        if self.log is not None:
            before = np.concatenate([cells[:1], cells[:-1]])
            events = np.column_stack([np.full(len(cells), kind), cells, before])
            self.log.append(events[::direction].astype(np.int32))


class Order(NamedTuple):
    """The name of the algorithm, its tie-break (`gridwalk.tours.warnsdorff`), and orders of moves."""

    by: str
    ties: int
    switch_of_order: NDArray[np.int32]
    move_of_place: NDArray[np.int64]


def plain(board: Board, ties: int, by: str, order: NDArray[np.int64] | None = None) -> Order:
    """Return a single order of the moves, by default the board's."""
    places = np.arange(len(board.moves)) if order is None else order
    return Order(by, ties, np.array([NONE], np.int32), places.astype(np.int64).reshape(1, -1))


def textbook(board: Board) -> Order:
    """Return Warnsdorff's rule as published: ties are broken by the order of the moves."""
    return plain(board, BY_ORDER, "warnsdorff")


def portfolio(board: Board, tries: int) -> list[Order]:
    """Return so many orders, the most promising first: those of Roth, and his with the moves shuffled."""
    found = [plain(board, BY_CENTRE, "roth"), plain(board, BY_EDGE, "roth")]
    rng = np.random.default_rng(len(board.moves))
    while len(found) < tries:
        ties = (BY_CENTRE, BY_EDGE)[len(found) % 2]
        found.append(plain(board, ties, "roth", rng.permutation(len(board.moves))))
    return found[:tries]


def squirrel_cull(board: Board, start: Cell) -> list[Order]:
    """Return the orders by which a knight tours a square board from a corner; [] for other questions.

    Squirrel and Cull 1996; tried for every n from 5 to 700, and it fails only for 74.
    """
    n = board.rows
    last = n - 1
    corners = ((0, 0), (0, last), (last, 0), (last, last))
    if board.rows != board.columns or n < 5 or n == 74 or start not in corners:
        return []
    down, right = (-1 if start[0] else 1), (-1 if start[1] else 1)
    deltas = board.moves.deltas
    index_of_move = [deltas.index((down * d_row, right * d_column)) for d_row, d_column in _MOVES]
    switches, rows_of_moves = [], []
    for digits, from_top, from_left in _switching_orders(n):
        row = from_top - 1 if down > 0 else n - from_top
        column = from_left - 1 if right > 0 else n - from_left
        switches.append(row * n + column if 0 <= row < n and 0 <= column < n else NONE)
        rows_of_moves.append([index_of_move[int(digit) - 1] for digit in digits])
    switches[-1] = NONE
    orders = np.array(switches, np.int32), np.array(rows_of_moves, np.int64)
    return [Order("squirrel-cull", BY_ORDER, *orders)]


def _switching_orders(m: int) -> list[tuple[str, int, int]]:
    """Return move orders, each with the square (from 1) at which the next one takes over."""
    side, inner = ("34261578", m - 1, m - 2), ("87642135", 2, 2)
    of_remainder = {
        0: [side, inner, ("51867342", m - 8, 1), ("51342678", 7, m - 3), ("21435678", 0, 0)],
        1: [side, inner, ("51324678", m - 6, (m + 9) // 2), ("32481765", 0, 0)],
        2: [
            ("34261578", 6, 1),
            ("87642135", 3, 1),
            ("54132678", m - 15, 4),
            ("52431678", 10, m - 2),
            ("85647123", 5, (m - 6) // 2),
            ("15746823", 0, 0),
        ],
        3: [
            ("34625718", m - 1, m - 2),
            ("42681357", m - 6, m),
            ("86512347", 2, 5),
            ("51867342", m - 10, 3),
            ("61825437", (m + 1) // 2, m - 2),
            ("71642538", 0, 0),
        ],
        4: [
            side,
            inner,
            ("51867342", m - 8, 1),
            ("51342678", 10, m - 5),
            ("86753421", 13, (m + 2) // 2),
            ("78563421", 0, 0),
        ],
        5: [side, inner, ("51324678", m - 2, (m - (5 if m % 16 == 5 else 13)) // 2), ("15234678", 0, 0)],
        6: [
            ("34261578", 6, 1),
            ("87642135", 3, 1),
            ("54132678", m - 10, 1),
            ("52431678", 10, m - 2),
            ("85647123", 3, (m + 8) // 2),
            ("12453678", 0, 0),
        ],
        7: [
            ("34625718", m - 1, m - 2),
            ("42681357", m - 6, m),
            ("86512347", 2, 5),
            ("51867342", m - 6, 3),
            ("61825437", (m + 1) // 2, m - 2),
            ("61357284", 0, 0),
        ],
    }
    return of_remainder[m % 8]
