"""Many questions at once: pairs of start and goal, answered in compiled code by all cores.

Callers name the pairs by arrays or cells, one with many, some perhaps not open.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.algorithms import names
from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike, is_one_cell
from gridwalk.board.checks import checked_number, plain_array
from gridwalk.errors import (
    BoardArrayError,
    CellNameError,
    GridwalkError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
)
from gridwalk.kernels.codes import FULL, NONE
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.memory import MIN_MEMORY, MemoryBudget
from gridwalk.runtime.slices import beside, interpreting
from gridwalk.runtime.threads import Check, together, useful
from gridwalk.runtime.tuning import tuning
from gridwalk.search.choice import chosen_for
from gridwalk.search.landmarks import landmark_solver, landmarks_pay
from gridwalk.search.query import bounds_apart
from gridwalk.search.solver import GETTING_READY, LONG_BOARD, key_of, solver
from gridwalk.search.spreading import allowed

if TYPE_CHECKING:
    from gridwalk.search.solver import Solver

INVALID = ("raise", "none")
MANY = names("shortest_many")
ONE_AT_A_TIME = set(names("shortest")).difference(MANY)


@dataclass(frozen=True)
class Places:
    """Cells as flat indices, -1 where what was named is no open cell, and the reasons."""

    flat: NDArray[np.int64]
    reasons: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls, board: Board, cells: ArrayLike | Iterable[CellLike], name: str, *, keep_invalid: bool = False
    ) -> Places:
        """Return the places of *cells*: an array of shape (n, 2) or (2,), one cell, or any cells.

        Raises an error for the first that is no open cell, unless the invalid ones are kept.
        """
        array = plain_array(cells, name, BoardArrayError) if isinstance(cells, np.ndarray) else None
        if array is not None and array.shape == (2,) and array.dtype.kind in "iu":
            array = array.reshape(1, 2)
        if array is None or array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
            if not isinstance(cells, Iterable) or (array is not None and not array.ndim):
                raise CellNameError(name, cells)
            return cls._listed(board, [cells] if is_one_cell(cells) else cells, name, keep_invalid)
        rows, columns = array.astype(np.int64).T
        inside = (rows >= 0) & (rows < board.rows) & (columns >= 0) & (columns < board.columns)
        inside[inside] = board.open_cells[rows[inside], columns[inside]]
        flat = np.where(inside, rows * board.columns + columns, -1)
        if inside.all():
            return cls(flat)
        wrong = np.flatnonzero(~inside)
        listed = cls._listed(board, array[wrong].tolist(), name, keep_invalid, wrong.tolist())
        return cls(flat, listed.reasons)

    @classmethod
    def _listed(
        cls,
        board: Board,
        cells: Iterable[CellLike],
        name: str,
        keep_invalid: bool,
        numbers: list[int] | None = None,
    ) -> Places:
        flat, reasons = [], {}
        for place, cell in enumerate(cells):
            number = place if numbers is None else numbers[place]
            try:
                row, column = board.open_cell(cell, f"{name}[{number}]")
            except GridwalkError as error:
                if not keep_invalid:
                    raise
                flat.append(-1)
                reasons[number] = str(error)
            else:
                flat.append(row * board.columns + column)
        return cls(np.array(flat, np.int64), reasons)


@dataclass(frozen=True)
class Pairs:
    """Pairs of places, rows (source, goal), and why some of them cannot be asked."""

    places: NDArray[np.int64]
    errors: dict[int, str]

    @classmethod
    def of(cls, starts: Places, exits: Places) -> Pairs:
        """Return the pairs that both make; one place goes with all of the other side."""
        n, m = len(starts.flat), len(exits.flat)
        if n != m and 1 not in (n, m):
            raise BoardArrayError(
                f"starts and exits make pairs: {n} starts do not go with {m} exits (one goes with any number)"
            )
        pairs = np.empty((n if m == 1 else m, 2), np.int64)
        pairs[:, 0], pairs[:, 1] = starts.flat, exits.flat
        errors: dict[int, str] = {}
        if not (starts.reasons or exits.reasons):
            return cls(pairs, errors)
        for number in np.flatnonzero((pairs < 0).any(axis=1)).tolist():
            reason = starts.reasons.get(number if n > 1 else 0)
            errors[number] = reason or exits.reasons[number if m > 1 else 0]
        return cls(pairs, errors)


PIECES_PER_THREAD = 16  # so that a thread with easy questions is not done long before the others
SAMPLE = 256  # so many questions tell how long paths are, and how much room their cells need
FIRST, MOMENT = 16, 0.05  # of one thread: questions at first, then those that take about so many seconds
INTERPRETED_PAIRS = 64  # between two looks at the clock


def shortest_many(
    board: Board,
    starts: ArrayLike | Iterable[CellLike],
    exits: ArrayLike | Iterable[CellLike],
    by: str,
    invalid: str,
    max_cost: float | None,
    threads: int | None,
    limits: Limits,
) -> Batch[Path | None]:
    """Answer behind `gridwalk.Board.shortest_many`."""
    watch = limits.watch()
    UnknownChoiceError.check("invalid", invalid, INVALID)
    keep = invalid == "none"
    asked = Pairs.of(
        Places.of(board, starts, "starts", keep_invalid=keep),
        Places.of(board, exits, "exits", keep_invalid=keep),
    )
    most = allowed(board, max_cost)
    pairs, chosen_pairs = asked.places, None
    if asked.errors or most < np.inf:
        down, across = (part[:, 0] - part[:, 1] for part in np.divmod(pairs, board.columns))
        is_asked = (pairs >= 0).all(axis=1) & (bounds_apart(board, down, across) <= most)
        chosen_pairs = np.flatnonzero(is_asked)
        pairs = pairs[chosen_pairs]
    if isinstance(by, str) and by in ONE_AT_A_TIME:
        raise UnsuitableAlgorithmError(
            by, "it answers one question at a time; for many take 'auto' or 'astar'"
        )
    UnknownChoiceError.check("by", by, ("auto", *MANY))
    workers = (os.cpu_count() or 1) if threads is None else checked_number(threads, "threads", 1)
    chosen = chosen_for(board, by)
    if chosen not in MANY:
        chosen = "astar"  # exact on every board
    if by == "auto" and chosen == "astar" and landmarks_pay(board, pairs, watch.limits):
        ready = landmark_solver(board, watch)
    else:
        ready = board._kept.peek(key_of(chosen)) or beside(
            lambda: solver(board, chosen), watch, GETTING_READY
        )
    stop = np.zeros(1, np.uint8)
    crew = _Crew(ready, watch, lambda: limits.memory_allowed, useful(workers), len(pairs), stop)
    if interpreting():
        parts = crew.answers(np.array_split(pairs, 1 + len(pairs) // INTERPRETED_PAIRS))
    elif ready.batch.is_warm and (workers == 1 or (len(pairs) <= SAMPLE and ready.cells < LONG_BOARD)):
        parts = [crew.alone(pairs)]
    else:
        parts = crew.answers([pairs[:SAMPLE]])
        ready.batch.is_warm = True
        if len(rest := pairs[SAMPLE:]):
            pieces = np.array_split(rest, min(len(rest), PIECES_PER_THREAD * workers))
            parts += crew.answers(pieces, parts[0].cells_per_path)
    answers = crew.joined(parts)
    if chosen_pairs is not None:
        answers = _among(answers, chosen_pairs, len(asked.places), most)
    costs, cells, offsets = answers
    return Batch(board, cells, offsets, ready.name, _costs=costs, errors=asked.errors)


def _among(answers: _Part, numbers: NDArray[np.intp], count: int, most: float) -> _Part:
    """Return the answers to all of *count* pairs, where only those of *numbers* were asked: up to *most*."""
    near = answers.costs <= most
    lengths = np.diff(answers.offsets)
    costs, offsets = np.full(count, np.inf), np.zeros(count + 1, np.int64)
    costs[numbers[near]] = answers.costs[near]
    offsets[numbers + 1] = np.where(near, lengths, 0)
    return _Part(costs, answers.cells[np.repeat(near, lengths)], np.cumsum(offsets))


@dataclass
class _Crew:
    """Who answers: a solver in some threads, on one clock, if any, within one memory."""

    ready: Solver
    watch: Watch | None
    allowed: Callable[[], int]  # bytes of memory
    threads: int
    pairs: int
    # Set when the time is over, or Ctrl-C is pressed: no question is begun after that.
    stop: NDArray[np.uint8]
    _answered: list[int] = field(default_factory=list)  # how many pairs at a time

    @cached_property
    def memory(self) -> MemoryBudget:
        """What the cells of all paths may take."""
        # Every limit allows as much as this, and to look how much is free takes longer than few answers.
        doing = f"the cells of {self.pairs:,} paths"
        return MemoryBudget(MIN_MEMORY, doing, "ask fewer pairs at a time", self.allowed)

    def answers(self, pieces: list[NDArray[np.int64]], cells_per_path: int | None = None) -> list[_Part]:
        """Answer all pieces, of about so many cells a path."""
        room = tuning().cells_per_path if cells_per_path is None else cells_per_path

        def answer(piece: NDArray[np.int64], check: Check) -> _Part:
            sheet = _Sheet(self, piece, self._cells(len(piece) * room + tuning().more_cells))
            sheet.answer(len(piece))
            check()
            return sheet.part()

        tasks = [partial(answer, piece) for piece in pieces]
        # Compiled, a piece may take long: even a single worker is not this thread, which waits for Ctrl-C.
        halt = None if interpreting() else self._halt
        return together(tasks, min(self.threads, len(tasks)), self._tell, halt=halt)

    def alone(self, pairs: NDArray[np.int64]) -> _Part:
        """Answer all in this thread, so few at a time that Ctrl-C and the clock wait for a moment only."""
        sheet, number = _Sheet(self, pairs), FIRST
        while (left := len(pairs) - sheet.done) > number:
            began = time.perf_counter()
            sheet.answer(sheet.done + number)
            self._tell()
            number = max(1, min(4 * number, int(number * MOMENT / (time.perf_counter() - began + 1e-6))))
        sheet.answer(sheet.done + left)
        self._tell()
        return sheet.part(alone=True)

    def joined(self, parts: list[_Part]) -> _Part:
        """Return all parts as one, with no more room for cells than they need."""
        if len(parts) == 1:
            self.memory.take(8 * len(parts[0].cells))
            return parts[0]._replace(cells=parts[0].cells.copy())
        ends = np.cumsum([0, *(len(part.cells) for part in parts)])
        self.memory.take(8 * int(ends[-1]))
        cells = np.empty((ends[-1], 2), np.int32)

        def copy(i: int, _: Check) -> None:
            cells[ends[i] : ends[i + 1]] = parts[i].cells

        threads = min(self.threads, len(parts)) if self.pairs > SAMPLE else 1
        together([partial(copy, i) for i in range(len(parts))], threads, self._tell)
        offsets = [part.offsets[1:] + end for part, end in zip(parts, ends, strict=False)]
        costs = np.concatenate([part.costs for part in parts])
        return _Part(costs, cells, np.concatenate([np.zeros(1, np.int64), *offsets]))

    def _tell(self) -> None:
        if self.watch is not None:
            answered = sum(self._answered)
            self.watch.check(0, 0, answered, f"{answered:,} of {self.pairs:,} pairs answered")

    def _halt(self) -> None:
        self.stop[0] = 1

    def _cells(self, number: int) -> NDArray[np.int32]:
        self.memory.take(8 * number)
        return np.empty((number, 2), np.int32)


class _Part(NamedTuple):
    """The answers to some of the questions, as in `Batch`."""

    costs: NDArray[np.float64]
    cells: NDArray[np.int32]
    offsets: NDArray[np.int64]

    @property
    def cells_per_path(self) -> int:
        """About how many cells a path has, and an eighth more."""
        return len(self.cells) * 9 // (8 * max(1, len(self.costs))) + 1


class _Sheet:
    """The answers to pairs, as far as they are known; room for cells and scratch memory grow as needed."""

    __slots__ = ("cells", "costs", "crew", "desk", "done", "offsets", "pairs", "taken")

    def __init__(self, crew: _Crew, pairs: NDArray[np.int64], cells: NDArray[np.int32] | None = None) -> None:
        self.crew, self.pairs, self.done = crew, pairs, 0
        self.costs, self.offsets = np.empty(len(pairs)), np.zeros(len(pairs) + 1, np.int64)
        self.desk = crew.ready.borrow()
        self.cells, self.taken = (self.desk.page, 0) if cells is None else (cells, cells.nbytes)

    def answer(self, end: int) -> None:
        """Answer the pairs up to *end*."""
        pairs, ready, status = self.pairs[:end], self.crew.ready, FULL
        self.crew._answered.append(end - self.done)
        while True:
            self.done, status, _ = ready.many(
                self.desk, pairs, self.done, self.crew.stop, self.costs, self.offsets, self.cells
            )
            if status == NONE:
                return
            if status == FULL:
                self.desk = ready.larger(self.desk)
            else:
                self._get_room()

    def _get_room(self) -> None:
        """Get room for about as many cells as all paths have, if those to come are like those known."""
        known = int(self.offsets[self.done])
        expected = known * len(self.pairs) * 9 // (8 * max(1, self.done))
        larger = self.crew._cells(max(expected, 3 * len(self.cells) // 2) + tuning().more_cells)
        larger[:known] = self.cells[:known]
        self.crew.memory.give(self.taken)
        self.cells, self.taken = larger, larger.nbytes

    def part(self, *, alone: bool = False) -> _Part:
        """Return the answers, and give the desk back; *alone*: its page, too."""
        cells = self.cells[: self.offsets.item(-1)]
        if alone:
            if self.taken:
                self.crew.memory.take(cells.nbytes)
            cells = cells.copy()
        self.crew.ready.give_back(self.desk)
        return _Part(self.costs, cells, self.offsets)
