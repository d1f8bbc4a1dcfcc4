"""`Listing`, the base class of searches that list paths: it fills batches, counts paths, or yields them.

A batch is ``(cells, offsets)``, where ``offsets[0]`` is 0: its i-th path is
``cells[offsets[i]:offsets[i + 1]]``.  If *cells* is empty, paths are only counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.network import ReducedGraph
from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.cells import pairs_of
from gridwalk.board.checks import MAX_CELLS
from gridwalk.runtime.codes import DEPTH, EXHAUSTED, FOUND, FOUNDS, GATHERED, PAUSED
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call, check, registers
from gridwalk.runtime.tuning import tuning

# Steps without a path after which a search begins to check that exits can be reached.  A search of a small
# board takes fewer steps, so its trace is that of the textbook algorithm.
PATIENCE, PATIENCE_PER_CELL = 1000, 4
LONG_PATH = 10_000  # cells; a longer first path is a batch of its own
EXTRA = 8  # cells that a search may write after the end of a path
CELLS_PER_PATH = 4  # a batch has an offset for every four cells
BY_AND_BY_CELLS = 1 << 14  # the maximum number of cells of a batch if paths are yielded one by one

PathBatch = tuple[NDArray[Any], ...]  # cells, offsets, perhaps more


class Listing:
    """A search over all paths of a set, from each of *starts* in turn.

    Attributes
    ----------
    starts : iterator
    longest : int
        The maximum number of cells of a path.
    is_steady : bool
        Whether the next path is always found soon, so that paths may be searched for in batches.

    """

    is_steady = False
    by = "dfs"

    def __init__(self, board: Board, watch: Watch, closed: bool = False) -> None:
        self.board, self.watch, self.closed = board, watch, closed
        self.state, self.longest = registers(), board.open_count
        self.starts: Iterator[Any] = iter(())
        self._path: tuple[NDArray[Any], ...] = ()  # the cells of the path so far, and more arrays
        self._status = EXHAUSTED

    def batches(self, most_cells: int) -> Iterator[Batch[Path]]:
        """Yield the paths in batches of at most *most_cells* cells, or one long path."""
        room = max(min(most_cells, MAX_CELLS), 2 * self.board.open_count + EXTRA)
        batch = self._empty(room)
        while paths := self.fill(batch):
            yield self._batch(batch, paths)
            batch = np.empty_like(batch[0]), *batch[1:]

    def by_and_by(self, most_cells: int | None = None) -> Iterator[Batch[Path] | Path]:
        """Yield the paths one by one or, if the search is steady, in batches of growing size."""
        if not self.is_steady:
            cells, offsets = np.empty(self.longest, np.int32), np.zeros(2, np.int64)
            while self.fill((cells, offsets)):
                yield self._path_of(cells[: offsets[1]])
            return
        room = 2 * self.longest
        while paths := self.fill(batch := self._empty(room)):
            yield self._batch(batch, paths)
            room = min(2 * room, most_cells or BY_AND_BY_CELLS)

    def paths(self) -> Iterator[Path]:
        """Yield the paths one by one."""
        for found in self.by_and_by():
            yield from (found,) if isinstance(found, Path) else found

    def count(self) -> int:
        """Return the number of paths; each is visited, but not written."""
        nothing = self._empty(0)
        return sum(iter(lambda: self.fill(nothing), 0))

    def fill(self, batch: PathBatch) -> int:
        """Write the next paths that fit into *batch*, and return their number; 0 at the end."""
        state = self.state
        state[GATHERED] = 0
        while True:
            if self._status == EXHAUSTED:
                start = next(self.starts, None)
                if start is None:
                    return int(state[GATHERED])
                self._status = PAUSED
                if self._begin(start):
                    length = int(state[DEPTH]) + 1
                    fits = call(add_path, self.watch, batch, self._path[0], length, self.longest, state)
                    if not fits or length > LONG_PATH:  # the search for the next path may take long
                        return int(state[GATHERED])
            check(self.watch, state)
            self._status = self._go_on(batch)
            if self._status == FOUND:
                return int(state[GATHERED])

    def _begin(self, start: Any) -> bool:
        """Prepare the arrays for one start; return whether the initial path is in the set."""
        raise NotImplementedError

    def _go_on(self, batch: PathBatch) -> int:
        """Search for one slice; return FOUND if the next path may not fit, PAUSED, or EXHAUSTED."""
        raise NotImplementedError

    def _empty(self, room: int) -> PathBatch:
        """Return an empty batch with room for *room* cells."""
        return np.empty(room, np.int32), np.zeros(room // CELLS_PER_PATH + 2, np.int64)

    def _batch(self, batch: PathBatch, paths: int) -> Batch[Path]:
        """Return the paths that `fill` wrote."""
        offsets = batch[1][: paths + 1].copy()
        cells = pairs_of(batch[0][: offsets[-1]], self.board.columns, self.board.size)
        return Batch(self.board, cells, offsets, self.by, self.closed)

    def _path_of(self, flat_cells: NDArray[np.int32]) -> Path:
        """Return the path over *flat_cells*, the last path found."""
        raise NotImplementedError


def patience_of(cells: int) -> int:
    """Return the number of steps without a path after which the search looks for dead ends."""
    chosen = tuning().patience
    return PATIENCE + PATIENCE_PER_CELL * cells if chosen is None else chosen


def cells_on_paths(reduced: ReducedGraph, board: Board) -> NDArray[np.bool_]:
    """Return a mask of the flat cells that are in some block of the reduced graph."""
    on_paths = np.zeros(board.size, bool)
    for block in reduced.blocks:
        on_paths[block.cells] = True
    return on_paths


@kernel
def add_path(batch, cell_of_step, length, longest, state):
    """Add the path of *length* cells to the batch; return whether a path of *longest* cells still fits."""
    cells, offsets = batch[0], batch[1]
    number = state[GATHERED]
    state[GATHERED] = number + 1
    state[FOUNDS] += 1
    if len(cells) == 0:
        return True
    first = offsets[number]
    for i in range(length):
        cells[first + i] = cell_of_step[i]
    offsets[number + 1] = first + length
    return number + 2 < len(offsets) and first + length + longest <= len(cells)
