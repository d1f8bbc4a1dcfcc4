"""Many questions at once: pairs of start and goal, answered in compiled code by all cores."""

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
from gridwalk.batch import Batch
from gridwalk.cells import CellLike
from gridwalk.checks import checked_number, plain_array
from gridwalk.errors import (
    BoardArrayError,
    CellNameError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
)
from gridwalk.grid import Grid
from gridwalk.kernels.codes import FULL, NONE
from gridwalk.path import Path
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import interpreting
from gridwalk.runtime.threads import Check, together, useful
from gridwalk.runtime.tuning import tuning
from gridwalk.search.choice import suitable

if TYPE_CHECKING:
    from gridwalk.search.solvers import Solver

PIECES_PER_THREAD = 16  # so that a thread with easy questions is not done long before the others
SAMPLE = 256  # so many questions tell how long paths are, and how much room their cells need
FIRST, MOMENT = 16, 0.05  # of one thread: questions at first, then those that take about so many seconds
INTERPRETED_PAIRS = 64  # between two looks at the clock


def shortest_many(
    grid: Grid,
    starts: ArrayLike | Iterable[CellLike],
    exits: ArrayLike | Iterable[CellLike],
    by: str,
    threads: int | None,
    limits: Limits,
) -> Batch[Path | None]:
    """Answer behind `gridwalk.Board.shortest_many`."""
    watch = limits.watch()
    sources, targets = _flat(grid, starts, "starts"), _flat(grid, exits, "exits")
    if len(sources) != len(targets):
        raise BoardArrayError(
            f"starts and exits make pairs: {len(sources)} starts do not go with {len(targets)} exits"
        )
    pairs = np.stack([sources, targets], axis=1)
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
    memory = MemoryBudget(limits.memory_allowed, doing, "ask fewer pairs at a time")
    crew = _Crew(ready, watch, memory, useful(workers), len(pairs))
    if interpreting():
        parts = crew.answers(np.array_split(pairs, 1 + len(pairs) // INTERPRETED_PAIRS))
    elif workers == 1 and ready.batch.is_warm:
        parts = crew.alone(pairs)
    else:
        parts = crew.answers([pairs[:SAMPLE]])
        ready.batch.is_warm = True
        if len(rest := pairs[SAMPLE:]):
            pieces = np.array_split(rest, min(len(rest), PIECES_PER_THREAD * workers))
            parts += crew.answers(pieces, parts[0].cells_per_path)
    costs, cells, offsets = crew.joined(parts)
    return Batch(grid, cells, offsets, ready.name, _costs=costs)


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
        ends = np.cumsum([0, *(len(part.cells) for part in parts)])
        self.memory.take(8 * int(ends[-1]))
        cells = np.empty((ends[-1], 2), np.int32)

        def copy(i: int, _: Check) -> None:
            cells[ends[i] : ends[i + 1]] = parts[i].cells

        together([partial(copy, i) for i in range(len(parts))], min(self.threads, len(parts)), self._tell)
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


def _flat(grid: Grid, cells: ArrayLike | Iterable[CellLike], name: str) -> NDArray[np.int64]:
    """Return the flat indices of *cells*, an array of shape (n, 2) or any cells; all open."""
    array = plain_array(cells, name, BoardArrayError) if isinstance(cells, np.ndarray) else None
    if array is None or array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        if not isinstance(cells, Iterable) or (array is not None and not array.ndim):
            raise CellNameError(name, cells)
        listed = [grid.open_cell(cell, f"{name}[{n}]") for n, cell in enumerate(cells)]
        array = np.array(listed, np.int64).reshape(-1, 2)
    rows, columns = array.astype(np.int64).T
    inside = (rows >= 0) & (rows < grid.rows) & (columns >= 0) & (columns < grid.columns)
    inside[inside] = grid.open_cells[rows[inside], columns[inside]]
    if not inside.all():
        first = int((~inside).argmax())
        row, column = array[first].tolist()
        grid.open_cell((row, column), f"{name}[{first}]")  # raises, with all the reasons
    flat: NDArray[np.int64] = rows * grid.columns + columns
    return flat
