"""Many questions at once: pairs of start and goal, answered in compiled code by all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.board import Board
from gridwalk.cells import CellLike
from gridwalk.checks import checked_number, plain_array
from gridwalk.errors import (
    ArgumentError,
    BoardArrayError,
    CellNameError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
)
from gridwalk.kernels.codes import FULL, NONE
from gridwalk.path import Path
from gridwalk.search.shortest import BY_CELL, SOLVERS, suitable
from gridwalk.search.slices import interpreting

if TYPE_CHECKING:
    from gridwalk.search.solvers import Solver

PIECES_PER_THREAD = 16  # so that a thread with easy questions is not done long before the others
SAMPLE = 256  # so many questions tell how long paths are, and how much room their cells need
CELLS_PER_PATH, MORE_CELLS = 256, 4096


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

    board: Board
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
    board: Board,
    starts: ArrayLike | Iterable[CellLike],
    goals: ArrayLike | Iterable[CellLike],
    by: str,
    threads: int | None,
) -> Batch:
    """Answer behind `gridwalk.Board.shortest_many`."""
    sources, targets = _flat(board, starts, "starts"), _flat(board, goals, "goals")
    if len(sources) != len(targets):
        raise BoardArrayError(
            f"starts and goals make pairs: {len(sources)} starts do not go with {len(targets)} goals"
        )
    pairs = np.stack([sources, targets], axis=1)
    if isinstance(by, str) and by in BY_CELL:
        raise UnsuitableAlgorithmError(
            by, "it answers one question at a time; for many take 'auto' or 'astar'"
        )
    UnknownChoiceError.check("by", by, ("auto", *SOLVERS))
    chosen = suitable(board, by, 1, 1)
    if chosen in BY_CELL:
        chosen = "astar"  # exact on every board
    from gridwalk.search.solvers import solver

    ready = solver(board, chosen)
    workers = (os.cpu_count() or 1) if threads is None else checked_number(threads, "threads", 1)
    stop = np.zeros(1, np.uint8)  # set when Ctrl-C is pressed: no question is begun after that
    if interpreting():
        return Batch(board, *_answer(ready, pairs, stop, CELLS_PER_PATH), chosen)
    from concurrent.futures import ThreadPoolExecutor

    # Even a single worker is not this thread, which waits for Ctrl-C.
    with ThreadPoolExecutor(workers) as pool:
        try:
            first = pool.submit(_answer, ready, pairs[:SAMPLE], stop, CELLS_PER_PATH).result()
            rest = pairs[SAMPLE:]
            mean = len(first.cells) * 9 // (8 * max(1, len(first.costs))) + 1
            pieces = np.array_split(rest, max(1, min(len(rest), PIECES_PER_THREAD * workers)))
            parts = [first, *pool.map(lambda piece: _answer(ready, piece, stop, mean), pieces)]
            return Batch(board, *_joined(parts, pool.map), chosen)
        except BaseException:
            stop[0] = 1
            raise


class _Part(NamedTuple):
    """The answers to some of the questions, as in `Batch`."""

    costs: NDArray[np.float64]
    cells: NDArray[np.int32]
    offsets: NDArray[np.int64]


def _answer(ready: Solver, pairs: NDArray[np.int64], stop: NDArray[np.uint8], cells_per_path: int) -> _Part:
    """Answer some pairs; room for cells and scratch grows as they need it."""
    batch = ready.batch if interpreting() else ready.batch.compiled
    costs, offsets = np.empty(len(pairs)), np.zeros(len(pairs) + 1, np.int64)
    cells = np.empty((len(pairs) * cells_per_path + MORE_CELLS, 2), np.int32)
    done, status = 0, FULL
    room, scratch = ready.borrow()
    while True:
        done, status = batch(ready.model, scratch, pairs, done, stop, costs, offsets, cells)
        if status == NONE:
            break
        if status == FULL:
            room, scratch = ready.larger(room)
        else:
            cells = np.concatenate([cells, np.empty((len(cells) + MORE_CELLS, 2), np.int32)])
    ready.give_back(room, scratch)
    return _Part(costs, cells[: offsets[-1]], offsets)


def _joined(parts: list[_Part], each: Callable[..., Iterable[None]]) -> _Part:
    """Return all parts as one, their cells copied by *each* (`map`, or that of a pool of threads)."""
    ends = np.cumsum([0, *(len(part.cells) for part in parts)])
    cells = np.empty((ends[-1], 2), np.int32)

    def copy(i: int) -> None:
        cells[ends[i] : ends[i + 1]] = parts[i].cells

    list(each(copy, range(len(parts))))
    offsets = [part.offsets[1:] + end for part, end in zip(parts, ends, strict=False)]
    costs = np.concatenate([part.costs for part in parts])
    return _Part(costs, cells, np.concatenate([np.zeros(1, np.int64), *offsets]))


def _flat(board: Board, cells: ArrayLike | Iterable[CellLike], name: str) -> NDArray[np.int64]:
    """Return the flat indices of *cells*, an array of shape (n, 2) or any cells; all open."""
    array = plain_array(cells, name, BoardArrayError) if isinstance(cells, np.ndarray) else None
    if array is None or array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        if not isinstance(cells, Iterable) or (array is not None and not array.ndim):
            raise CellNameError(name, cells)
        listed = [board.open_cell(cell, name) for cell in cells]
        array = np.array(listed, np.int64).reshape(-1, 2)
    rows, columns = array.astype(np.int64).T
    inside = (rows >= 0) & (rows < board.rows) & (columns >= 0) & (columns < board.columns)
    inside[inside] = board.open_cells[rows[inside], columns[inside]]
    if not inside.all():
        row, column = array[int((~inside).argmax())].tolist()
        board.open_cell((row, column), name)  # raises, with all the reasons
    flat: NDArray[np.int64] = rows * board.columns + columns
    return flat
