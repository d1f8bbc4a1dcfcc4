"""Many questions at once: pairs of start and goal, answered in compiled code by all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.algorithms import names
from gridwalk.cells import CellLike
from gridwalk.checks import checked_number, plain_array
from gridwalk.errors import (
    ArgumentError,
    BoardArrayError,
    CellNameError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
)
from gridwalk.grid import Grid
from gridwalk.kernels.codes import FULL, NONE
from gridwalk.path import Path
from gridwalk.runtime.limits import TELL_EVERY, Limits, Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import beside, interpreting
from gridwalk.search.choice import suitable
from gridwalk.search.solved import GETTING_READY

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from gridwalk.search.solvers import Solver

PIECES_PER_THREAD = 16  # so that a thread with easy questions is not done long before the others
SAMPLE = 256  # so many questions tell how long paths are, and how much room their cells need
CELLS_PER_PATH, MORE_CELLS = 256, 4096
INTERPRETED_PAIRS = 64  # between two looks at the clock


@dataclass(frozen=True, eq=False)
class Batch:
    """The answers to many questions; ``batch[i]`` is the path of question *i*, or None.

    Attributes
    ----------
    costs : float64 array, shape (questions,)
        Infinite where there is no path.
    cells : int32 array, shape (all cells, 2)
        The cells of all paths, one path after another.
    offsets : int64 array, shape (questions + 1,)
        The cells of path *i* are ``cells[offsets[i]:offsets[i + 1]]``.
    by : str
        The algorithm.
    """

    board: Grid
    costs: NDArray[np.float64]
    cells: NDArray[np.int32]
    offsets: NDArray[np.int64]
    by: str

    def __post_init__(self) -> None:
        for array in (self.costs, self.cells, self.offsets):
            array.flags.writeable = False

    def __len__(self) -> int:
        return len(self.costs)

    def __getitem__(self, question: int) -> Path | None:
        try:
            question = range(len(self))[index(question)]
        except TypeError:
            raise ArgumentError("question", question, "a whole number; iterate for all") from None
        first, end = self.offsets[question : question + 2].tolist()
        return Path._found(self.board, self.cells[first:end], False, self.by) if end > first else None

    def __iter__(self) -> Iterator[Path | None]:
        return (self[question] for question in range(len(self)))


def shortest_many(
    grid: Grid,
    starts: ArrayLike | Iterable[CellLike],
    exits: ArrayLike | Iterable[CellLike],
    by: str,
    threads: int | None,
    limits: Limits,
) -> Batch:
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
    from gridwalk.search.solvers import solver

    ready = beside(lambda: solver(grid, chosen), watch, GETTING_READY)
    doing = f"the cells of {len(pairs):,} paths"
    memory = MemoryBudget(limits.memory_allowed, doing, "ask fewer pairs at a time")
    crew = _Crew(ready, watch, memory, len(pairs))
    if interpreting():
        parts = crew.alone(np.array_split(pairs, 1 + len(pairs) // INTERPRETED_PAIRS))
        return Batch(grid, *_joined(parts, crew.memory, map), chosen)
    from concurrent.futures import ThreadPoolExecutor

    # Even a single worker is not this thread, which waits for Ctrl-C and the clock.
    with ThreadPoolExecutor(workers) as pool:
        try:
            first = crew.together(pool, [pairs[:SAMPLE]], CELLS_PER_PATH)
            rest = pairs[SAMPLE:]
            mean = len(first[0].cells) * 9 // (8 * max(1, len(first[0].costs))) + 1
            pieces = np.array_split(rest, max(1, min(len(rest), PIECES_PER_THREAD * workers)))
            parts = first + crew.together(pool, pieces, mean)
            return Batch(grid, *_joined(parts, crew.memory, pool.map), chosen)
        except BaseException:
            crew.stop[0] = 1
            raise


@dataclass
class _Crew:
    """Who answers: a solver, on one clock, within one memory."""

    ready: Solver
    watch: Watch
    memory: MemoryBudget
    pairs: int
    # Set when the time is over, or Ctrl-C is pressed: no question is begun after that.
    stop: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(1, np.uint8))
    _answered: int = 0

    def alone(self, pieces: list[NDArray[np.int64]]) -> list[_Part]:
        """Answer some pairs after another, in this thread."""
        parts = []
        for piece in pieces:
            parts.append(self._answer(piece, CELLS_PER_PATH))
            self._tell(len(piece))
        return parts

    def together(
        self, pool: ThreadPoolExecutor, pieces: list[NDArray[np.int64]], cells_per_path: int
    ) -> list[_Part]:
        """Answer all pieces in the threads of *pool*, while this one asks the clock."""
        from concurrent.futures import FIRST_COMPLETED, wait

        running = {pool.submit(self._answer, piece, cells_per_path): n for n, piece in enumerate(pieces)}
        parts: dict[int, _Part] = {}
        try:
            while running:
                finished, _ = wait(running, TELL_EVERY, FIRST_COMPLETED)
                for task in finished:
                    parts[running[task]] = task.result()
                    self._tell(len(pieces[running.pop(task)]))
                self._tell(0)
        finally:
            for task in running:
                task.cancel()
        return [parts[n] for n in range(len(pieces))]

    def _tell(self, answered: int) -> None:
        self._answered += answered
        self.watch.check(0, 0, self._answered, f"{self._answered:,} of {self.pairs:,} pairs answered")

    def _answer(self, pairs: NDArray[np.int64], cells_per_path: int) -> _Part:
        """Answer some pairs; room for cells and scratch grows as they need it."""
        batch = self.ready.batch if interpreting() else self.ready.batch.compiled
        costs, offsets = np.empty(len(pairs)), np.zeros(len(pairs) + 1, np.int64)
        cells = self._cells(len(pairs) * cells_per_path + MORE_CELLS)
        done, status = 0, FULL
        room, scratch = self.ready.borrow()
        while True:
            done, status = batch(self.ready.model, scratch, pairs, done, self.stop, costs, offsets, cells)
            if status == NONE:
                break
            if status == FULL:
                room, scratch = self.ready.larger(room)
            else:
                larger = self._cells(2 * len(cells) + MORE_CELLS)
                larger[: len(cells)] = cells
                self.memory.give(cells.nbytes)
                cells = larger
        self.ready.give_back(room, scratch)
        return _Part(costs, cells[: offsets[-1]], offsets)

    def _cells(self, number: int) -> NDArray[np.int32]:
        self.memory.take(8 * number)
        return np.empty((number, 2), np.int32)


class _Part(NamedTuple):
    """The answers to some of the questions, as in `Batch`."""

    costs: NDArray[np.float64]
    cells: NDArray[np.int32]
    offsets: NDArray[np.int64]


def _joined(parts: list[_Part], memory: MemoryBudget, each: Callable[..., Iterable[None]]) -> _Part:
    """Return all parts as one, their cells copied by *each* (`map`, or that of a pool of threads)."""
    ends = np.cumsum([0, *(len(part.cells) for part in parts)])
    memory.take(8 * int(ends[-1]))
    cells = np.empty((ends[-1], 2), np.int32)

    def copy(i: int) -> None:
        cells[ends[i] : ends[i + 1]] = parts[i].cells

    list(each(copy, range(len(parts))))
    offsets = [part.offsets[1:] + end for part, end in zip(parts, ends, strict=False)]
    costs = np.concatenate([part.costs for part in parts])
    return _Part(costs, cells, np.concatenate([np.zeros(1, np.int64), *offsets]))


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
