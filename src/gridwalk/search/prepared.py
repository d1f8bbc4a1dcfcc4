"""A search prepared for one board: its model, its two kernels, and a pool of scratch memory.

An algorithm (`astar`, `jps`, `corridors`) has a *model*, arrays made once for a board and shared by all
threads, and *scratch* memory, arrays of one thread with any contents.  Two kernels work on them::

    find(model, scratch, source, goal) -> (moves, cost, expanded)     moves may be NONE or FULL
    write(model, scratch, source, goal, cells)                        cells: int32 (moves + 1, 2)

They answer single questions and batches.  No question takes time proportional to the size of the board.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.repairs import Change
from gridwalk.runtime.cache import Key, Repairable, bytes_of
from gridwalk.runtime.codes import FULL, NONE
from gridwalk.runtime.kernel import Kernel, bound_kernel
from gridwalk.runtime.slices import compiles
from gridwalk.search.components import PARTS, part_of_cell

Model = tuple[Any, ...]
Scratch = tuple[Any, ...]
LONG_BOARD = 1 << 22  # cells; on smaller boards every search takes less than half a second
GETTING_READY = "getting the board ready, and compiling what this machine has not yet compiled"
POOLED = 1 << 20  # cells; larger boards keep their scratch memory to themselves
MOST_SPARE = 4  # maximum number of workspaces in a pool
PAGE = 2048  # cells; longer paths are written by a second call


@dataclass(slots=True)
class Workspace:
    """The memory for one question at a time."""

    room: int  # the size of the scratch memory, as a multiple of the default
    scratch: Scratch
    page: NDArray[np.int32] = field(default_factory=lambda: np.empty((PAGE, 2), np.int32))


@dataclass
class Prepared(Repairable):
    """An algorithm prepared for one board."""

    name: str
    find: Kernel
    write: Kernel
    cells: int
    model: Model
    new_scratch: partial[Scratch]  # called with a room
    # Returns the model of a changed board, or None if it cannot be repaired.
    repair: Callable[[Model, Change], Model | None] | None = None
    room: int = 1
    failures: int = 0  # the number of questions without a path
    spare: list[Workspace] = field(init=False)  # see `_pool_of`
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.answer, self.batch = _kernels_of(self.find, self.write)
        is_pooled = self.cells <= POOLED
        self.spare = _pool_of(self.new_scratch.func, self.new_scratch.args) if is_pooled else []
        for part in self.model:
            for array in part if isinstance(part, tuple) else (part,):
                if isinstance(array, np.ndarray):
                    array.flags.writeable = False

    def path(self, source: int, goal: int) -> tuple[NDArray[np.int32] | None, float, int]:
        """Return (cells, cost, expanded) of a cheapest path; cells are None if there is no path."""
        plain = not compiles(self.answer, self.cells)
        answer = self.answer.interpret if plain else self.answer.compiled
        space = self.borrow()
        moves, cost, expanded = answer(source, goal, self.model, space.scratch, space.page)
        while moves == FULL:
            space = self.larger(space)
            moves, cost, expanded = answer(source, goal, self.model, space.scratch, space.page)
        cells = None
        if moves >= PAGE:
            cells = np.empty((moves + 1, 2), np.int32)
            write = self.write if plain else self.write.compiled
            write(self.model, space.scratch, source, goal, cells)
        elif moves != NONE:
            cells = space.page[: moves + 1].copy()
        self.give_back(space)
        if not plain:
            self.answer.is_warm = True
        return cells, cost, int(expanded)  # an interpreted kernel returns NumPy's integers

    @property
    def bytes(self) -> int:
        """The size of the model and of all spare scratch memory."""
        return bytes_of(self.model) + sum(bytes_of(space.scratch) + space.page.nbytes for space in self.spare)

    @property
    def is_quick(self) -> bool:
        """Whether a question takes less than half a second: nothing to compile, and no huge board."""
        return self.cells < LONG_BOARD and (self.answer.is_warm or not compiles(self.answer, self.cells))

    @property
    def lasts(self) -> bool:  # type: ignore[override]
        """Whether a changed board may repair it."""
        return self.repair is not None

    def after(self, change: Change) -> Prepared | None:
        """Return this search for the changed board, with the same pool; None if a new one is needed."""
        model = None if self.repair is None else self.repair(self.model, change)
        if model is None:
            return None
        changed = replace(self, model=model, failures=0)
        changed.spare = self.spare
        return changed

    def borrow(self) -> Workspace:
        """Return a workspace that no other caller uses."""
        try:
            return self.spare.pop()
        except IndexError:  # also if another thread took the last one
            return Workspace(self.room, self.new_scratch(self.room))

    def larger(self, space: Workspace) -> Workspace:
        """Return a workspace with twice the room of *space*; all later ones have this room too."""
        with self.lock:
            self.room = max(self.room, 2 * space.room)
        return Workspace(self.room, self.new_scratch(self.room))

    def give_back(self, space: Workspace) -> None:
        """Return *space* to the pool, unless it is too small by now or the pool is full."""
        if space.room >= self.room and len(self.spare) < MOST_SPARE:
            self.spare.append(space)


@cache
def key_of(name: str) -> Key[Prepared]:
    """Return the key of the search *name* in the cache of a board."""
    return Key("prepared", (name,))


def to_nearest(
    board: Board, ready: Prepared, source: int, goals: list[int]
) -> tuple[NDArray[np.int32] | None, int]:
    """Return the cells of a cheapest path to the nearest of *goals*, or None, and the cells expanded."""
    parts = board._kept.peek(PARTS)
    best, least, expanded = None, np.inf, 0
    for goal in goals:
        if parts is not None and parts[source] != parts[goal] and source != goal:
            continue
        cells, cost, work = ready.path(source, goal)
        expanded += work
        if cells is not None and cost < least:
            best, least = cells, cost
    if best is None:
        ready.failures += 1
        if ready.failures > 1:
            part_of_cell(board)  # later questions without a path then need no search
    if best is not None and len(goals) > 1:
        # If rounding makes two exits equally distant, the path may lead through one to the other.
        entered = np.isin(best[:, 0] * np.int64(board.columns) + best[:, 1], goals)
        best = best[: int(entered.argmax()) + 1]
    return best, expanded


@lru_cache(maxsize=2)
def _pool_of(scratch: Callable[..., Scratch], arguments: tuple[int, ...]) -> list[Workspace]:
    """Return the spare workspaces of all boards that need the same scratch memory.

    A new board of the same size then uses no new pages of memory: getting these takes longer than most
    searches.  Contents of scratch memory must mean the same for equal *arguments*.
    """
    return []


@cache
def _kernels_of(find: Kernel, write: Kernel) -> tuple[Kernel, Kernel]:
    """Return the kernels `answer` and `batch` of an algorithm, the same for every board."""
    one = bound_kernel(answer, f"answer_{find.name}", find=find, write=write)
    return one, bound_kernel(batch, f"batch_{find.name}", find=find, write=write)


# ------------------------------------------------------------------------- templates of kernels
#
# `answer` and `batch` call *find* and *write*, which this module does not define.  `bound_kernel` copies a
# template and binds these names to the two kernels of an algorithm.


def answer(source, goal, model, scratch, cells):
    """Find a path, write it to the first rows of *cells* if it fits, and return the result of *find*."""
    moves, cost, expanded = find(model, scratch, source, goal)  # noqa: F821
    if 0 <= moves < cells.shape[0]:
        write(model, scratch, source, goal, cells[: moves + 1])  # noqa: F821
    return moves, cost, expanded


def batch(model, scratch, pairs, first, stop, costs, offsets, cells):
    """Answer ``pairs[first:]``, rows (source, goal); return (number answered, status, expanded).

    The cells of path *i* are written to ``cells[offsets[i]:offsets[i + 1]]``; the caller sets
    ``offsets[first]``.  If there is no path, ``costs[i]`` is infinite and there are no cells.  The status is
    NONE at the end of *pairs* or after another thread set ``stop[0]``, FULL if *scratch* is too small for the
    next pair, 0 if *cells* is too small.
    """
    expanded = 0
    for i in range(first, pairs.shape[0]):
        if stop[0]:
            break
        moves, cost, work = find(model, scratch, pairs[i, 0], pairs[i, 1])  # noqa: F821
        expanded += work
        if moves == FULL:
            return i, FULL, expanded
        end = offsets[i]
        costs[i] = np.inf
        if moves != NONE:
            if end + moves + 1 > cells.shape[0]:
                return i, 0, expanded
            write(model, scratch, pairs[i, 0], pairs[i, 1], cells[end : end + moves + 1])  # noqa: F821
            end += moves + 1
            costs[i] = cost
        offsets[i + 1] = end
    return pairs.shape[0], NONE, expanded
