"""Many questions at once: pairs of start and goal, answered in compiled code by all cores.

Pairs of cells as callers name them: arrays or cells, one with many, some perhaps not open.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.algorithms import names
from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.errors import (
    BoardArrayError,
    CellNameError,
    GridwalkError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
)
from gridwalk.grids.cells import CellLike, is_one_cell
from gridwalk.grids.checks import checked_number, plain_array
from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import FULL, NONE
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.memory import MIN_MEMORY, MemoryBudget
from gridwalk.runtime.slices import interpreting
from gridwalk.runtime.threads import Check, together, useful
from gridwalk.runtime.tuning import tuning
from gridwalk.search.choice import suitable
from gridwalk.search.query import key_of
from gridwalk.search.ready import LONG_BOARD
from gridwalk.search.spreading import allowed

if TYPE_CHECKING:
    from gridwalk.search.ready import Solver

INVALID = ("raise", "none")


@dataclass(frozen=True)
class Places:
    """Cells as flat indices, -1 where what was named is no open cell, and the reasons."""

    flat: NDArray[np.int64]
    reasons: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls, grid: Grid, cells: ArrayLike | Iterable[CellLike], name: str, *, keep_invalid: bool = False
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
            return cls._listed(grid, [cells] if is_one_cell(cells) else cells, name, keep_invalid)
        rows, columns = array.astype(np.int64).T
        inside = (rows >= 0) & (rows < grid.rows) & (columns >= 0) & (columns < grid.columns)
        inside[inside] = grid.open_cells[rows[inside], columns[inside]]
        flat = np.where(inside, rows * grid.columns + columns, -1)
        if inside.all():
            return cls(flat)
        wrong = np.flatnonzero(~inside)
        listed = cls._listed(grid, array[wrong].tolist(), name, keep_invalid, wrong.tolist())
        return cls(flat, listed.reasons)

    @classmethod
    def _listed(
        cls,
        grid: Grid,
        cells: Iterable[CellLike],
        name: str,
        keep_invalid: bool,
        numbers: list[int] | None = None,
    ) -> Places:
        flat, reasons = [], {}
        for place, cell in enumerate(cells):
            number = place if numbers is None else numbers[place]
            try:
                row, column = grid.open_cell(cell, f"{name}[{number}]")
            except GridwalkError as error:
                if not keep_invalid:
                    raise
                flat.append(-1)
                reasons[number] = str(error)
            else:
                flat.append(row * grid.columns + column)
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
        first, second = np.broadcast_arrays(starts.flat, exits.flat)
        pairs = np.stack([first, second], axis=1)
        errors = {}
        for number in np.flatnonzero((pairs < 0).any(axis=1)).tolist():
            reason = starts.reasons.get(number if n > 1 else 0)
            errors[number] = reason or exits.reasons[number if m > 1 else 0]
        return cls(pairs, errors)


PIECES_PER_THREAD = 16  # so that a thread with easy questions is not done long before the others
FEW = 16  # pairs that take one prepared call, on boards so small that it is over in half a second
READY_FOR_FEW: Key[Key[Solver]] = Key("ready for few")  # the solver that "auto" took
SAMPLE = 256  # so many questions tell how long paths are, and how much room their cells need
FIRST, MOMENT = 16, 0.05  # of one thread: questions at first, then those that take about so many seconds
INTERPRETED_PAIRS = 64  # between two looks at the clock


def few_at_once(grid: Grid, starts: object, exits: object, threads: int | None) -> Batch[Path | None] | None:
    """Answer few pairs, given as arrays, by what earlier questions have made ready; None: ask in full."""
    known = grid._kept.peek(READY_FOR_FEW)
    ready = None if known is None else grid._kept.peek(known)
    if ready is None or interpreting() or not ready.batch.is_warm:
        return None
    if threads is not None and (type(threads) is not int or threads < 1):
        return None
    ends: list[list[int]] = []
    for cells in (starts, exits):
        if not (isinstance(cells, np.ndarray) and cells.ndim == 2 and cells.dtype.kind in "iu"):
            return None
        if cells.shape[1] != 2 or not 0 < len(cells) <= FEW:
            return None
        ends.append([])
        for row, column in cells.tolist():
            if not (0 <= row < grid.rows and 0 <= column < grid.columns and grid.open_cells[row, column]):
                return None
            ends[-1].append(row * grid.columns + column)
    number = max(map(len, ends))
    ends = [cells * number if len(cells) == 1 else cells for cells in ends]
    if len(ends[0]) != len(ends[1]) or (found := ready.few(list(zip(*ends, strict=True)))) is None:
        return None
    costs, cells_of_all, offsets = found
    return Batch(grid, cells_of_all, offsets, ready.name, _costs=costs)


def shortest_many(
    grid: Grid,
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
        Places.of(grid, starts, "starts", keep_invalid=keep),
        Places.of(grid, exits, "exits", keep_invalid=keep),
    )
    most = allowed(grid, max_cost)
    pairs, chosen_pairs = asked.places, None
    if asked.errors or most < np.inf:
        is_asked = (pairs >= 0).all(axis=1) & (_bounds(grid, pairs) <= most)
        chosen_pairs = np.flatnonzero(is_asked)
        pairs = pairs[chosen_pairs]
    many = names("shortest_many")
    if isinstance(by, str) and by in set(names("shortest")).difference(many):
        raise UnsuitableAlgorithmError(
            by, "it answers one question at a time; for many take 'auto' or 'astar'"
        )
    UnknownChoiceError.check("by", by, ("auto", *many))
    workers = (os.cpu_count() or 1) if threads is None else checked_number(threads, "threads", 1)
    chosen = suitable(grid, by, 1, 1)
    if chosen not in many:
        chosen = "astar"  # exact on every board
    from gridwalk.search.hierarchies import solver_of_many

    ready = solver_of_many(grid, chosen, pairs, watch, may_contract=by == "auto")
    doing = f"the cells of {len(pairs):,} paths"
    # Every limit allows as much as this, and to look how much memory is free takes longer than few answers.
    memory = MemoryBudget(MIN_MEMORY, doing, "ask fewer pairs at a time", lambda: limits.memory_allowed)
    crew = _Crew(ready, watch, memory, useful(workers), len(pairs))
    if interpreting():
        parts = crew.answers(np.array_split(pairs, 1 + len(pairs) // INTERPRETED_PAIRS))
    elif ready.batch.is_warm and (workers == 1 or (len(pairs) <= SAMPLE and ready.cells < LONG_BOARD)):
        parts = crew.alone(pairs)
    else:
        parts = crew.answers([pairs[:SAMPLE]])
        ready.batch.is_warm = True
        if len(rest := pairs[SAMPLE:]):
            pieces = np.array_split(rest, min(len(rest), PIECES_PER_THREAD * workers))
            parts += crew.answers(pieces, parts[0].cells_per_path)
    if by == "auto" and ready.name == chosen and ready.cells * FEW <= LONG_BOARD:
        grid._kept.put(READY_FOR_FEW, key_of(chosen))
    answers = crew.joined(parts)
    if chosen_pairs is not None:
        answers = _among(answers, chosen_pairs, len(asked.places), most)
    costs, cells, offsets = answers
    return Batch(grid, cells, offsets, ready.name, _costs=costs, errors=asked.errors)


def _bounds(grid: Grid, pairs: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return what a path of each pair costs at least, by rows and columns between its cells."""
    down, across = (np.abs(part[:, 0] - part[:, 1]) for part in np.divmod(pairs, grid.columns))
    rate, slope = grid.step_costs.rates(is_wrapped=grid.wrap is not None)
    bounds: NDArray[np.float64] = rate * np.maximum(down, across) + slope * np.minimum(down, across)
    return bounds


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
    """Who answers: a solver in some threads, on one clock, within one memory."""

    ready: Solver
    watch: Watch
    memory: MemoryBudget
    threads: int
    pairs: int
    # Set when the time is over, or Ctrl-C is pressed: no question is begun after that.
    stop: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(1, np.uint8))
    _answered: list[int] = field(default_factory=list)  # how many pairs each piece had

    def answers(self, pieces: list[NDArray[np.int64]], cells_per_path: int | None = None) -> list[_Part]:
        """Answer all pieces, of about so many cells a path."""
        room = tuning().cells_per_path if cells_per_path is None else cells_per_path

        def answer(piece: NDArray[np.int64], check: Check) -> _Part:
            part = self._answer(piece, room)
            self._answered.append(len(piece))
            check()
            return part

        tasks = [partial(answer, piece) for piece in pieces]
        # Compiled, a piece may take long: even a single worker is not this thread, which waits for Ctrl-C.
        halt = None if interpreting() else self._halt
        return together(tasks, min(self.threads, len(tasks)), self._tell, halt=halt)

    def alone(self, pairs: NDArray[np.int64]) -> list[_Part]:
        """Answer all in this thread, so few at a time that Ctrl-C and the clock wait for a moment only."""
        parts: list[_Part] = []
        done, number, room = 0, FIRST, tuning().cells_per_path
        while done < len(pairs) or not parts:
            began = time.perf_counter()
            parts.append(self._answer(pairs[done : done + number], room))
            seconds = time.perf_counter() - began
            done += number
            self._answered.append(len(parts[-1].costs))
            self._tell()
            number = max(1, min(4 * number, int(number * MOMENT / max(seconds, 1e-6))))
            room = parts[-1].cells_per_path
        return parts

    def joined(self, parts: list[_Part]) -> _Part:
        """Return all parts as one."""
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
        answered = sum(self._answered)
        self.watch.check(0, 0, answered, f"{answered:,} of {self.pairs:,} pairs answered")

    def _halt(self) -> None:
        self.stop[0] = 1

    def _answer(self, pairs: NDArray[np.int64], cells_per_path: int) -> _Part:
        """Answer some pairs; room for cells and scratch grows as they need it."""
        batch = self.ready.batch if interpreting() else self.ready.batch.compiled
        costs, offsets = np.empty(len(pairs)), np.zeros(len(pairs) + 1, np.int64)
        cells = self._cells(len(pairs) * cells_per_path + tuning().more_cells)
        done, status = 0, FULL
        desk = self.ready.borrow()
        while True:
            done, status, _ = batch(
                self.ready.model, desk.scratch, pairs, done, self.stop, costs, offsets, cells
            )
            if status == NONE:
                break
            if status == FULL:
                desk = self.ready.larger(desk)
            else:
                larger = self._cells(2 * len(cells) + tuning().more_cells)
                larger[: len(cells)] = cells
                self.memory.give(cells.nbytes)
                cells = larger
        self.ready.give_back(desk)
        return _Part(costs, cells[: offsets[-1]], offsets)

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
