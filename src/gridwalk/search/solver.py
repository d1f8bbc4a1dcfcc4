"""A solver: one algorithm made ready for one board, kept with it, and the desks at which it answers.

Its *model* is shared by all threads; each query borrows a *scratch* from a pool, so that no query does work
in proportion to the board.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import algorithm, resolve
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.repairs import Change
from gridwalk.errors import Cell
from gridwalk.kernels.codes import FULL, NONE
from gridwalk.kernels.search import dead_ends, pairs
from gridwalk.runtime.cache import Key, Repairable, bytes_of
from gridwalk.runtime.kernel import Kernel, bound_kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import beside_once, call_whole, compiles, interpreting

Model = tuple[Any, ...]
Scratch = tuple[Any, ...]
Repair = Callable[[Model, Change], Model | None]
LONG_BOARD = 1 << 22  # cells; on smaller ones no solver takes half a second
PAGE = 2048  # cells; longer paths take a second call


@dataclass(slots=True)
class Desk:
    """What one question works with."""

    room: int  # how large the scratch memory is: 1 is the usual, 2 twice that
    scratch: Scratch
    # Where `pairs.answer` writes a path, and a call of it with all this: words 0 and 1 are source and goal.
    bytes: bytearray = field(default_factory=lambda: bytearray(8 * PAGE))
    page: NDArray[np.int32] = field(init=False)  # the same memory

    def __post_init__(self) -> None:
        self.page = np.frombuffer(self.bytes, np.int32).reshape(-1, 2)


@dataclass
class Solver(Repairable):
    """One algorithm made ready for one board."""

    name: str
    find: Kernel
    write: Kernel
    answer: Kernel  # both in one call, for a path that has room
    batch: Kernel
    cells: int  # of the board
    model: Model
    # Of a room.  It must not hold on to the board: arrays in a circle are freed only by chance.
    new_scratch: Callable[[int], Scratch]
    # The model for a changed board, None: it must be made anew; without this function, it always must.
    repair: Repair | None = None
    room: int = 1
    kind: type[Path] = Path  # of the paths of the board
    spare: list[Desk] = field(default_factory=list)  # shared by those of changed grids
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        for part in self.model:
            for array in part if isinstance(part, tuple) else (part,):
                if isinstance(array, np.ndarray):
                    array.flags.writeable = False  # all threads read it, and so do changed grids

    def path(
        self, source: int, goal: int, plain: bool | None = None
    ) -> tuple[NDArray[np.int32] | None, float, int]:
        """Return (cells, cost, expanded) of a cheapest path; cells are None if there is none.

        *plain* says whether to interpret kernels; None: as `compiles` decides.
        """
        if plain is None:
            plain = not compiles(self.answer, self.cells)
        ask = self._interpreted if plain else self._compiled
        desk = self.borrow()
        while True:
            moves, cost, expanded = ask(desk, source, goal)
            if moves != FULL:
                break
            desk = self.larger(desk)
        cells = None
        if moves >= PAGE:
            cells = np.empty((moves + 1, 2), np.int32)
            write = self.write if plain else self.write.compiled
            write(self.model, desk.scratch, source, goal, cells)
        elif moves != NONE:
            cells = desk.page[: moves + 1].copy()
        self.give_back(desk)
        return cells, cost, int(expanded)  # an interpreted kernel returns NumPy's

    def _interpreted(self, desk: Desk, source: int, goal: int) -> Any:
        return self.answer.interpret(source, goal, self.model, desk.scratch, desk.page)

    def _compiled(self, desk: Desk, source: int, goal: int) -> Any:
        answered = self.answer.compiled(source, goal, self.model, desk.scratch, desk.page)
        self.answer.is_warm = True
        return answered

    def many(
        self,
        desk: Desk,
        pairs: NDArray[np.int64],
        first: int,
        stop: NDArray[np.uint8],
        costs: NDArray[np.float64],
        offsets: NDArray[np.int64],
        cells: NDArray[np.int32],
    ) -> Any:
        """Call `pairs.batch`."""
        if interpreting():
            return self.batch(self.model, desk.scratch, pairs, first, stop, costs, offsets, cells)
        return self.batch.compiled(self.model, desk.scratch, pairs, first, stop, costs, offsets, cells)

    @property
    def bytes(self) -> int:
        """How many bytes the model holds, and what questions have worked with so far."""
        return bytes_of(self.model) + sum(bytes_of(desk.scratch) + desk.page.nbytes for desk in self.spare)

    @property
    def is_quick(self) -> bool:
        """Whether a question is answered at once: nothing is to be compiled, and the board is not huge."""
        return self.cells < LONG_BOARD and (self.answer.is_warm or not compiles(self.answer, self.cells))

    @property
    def lasts(self) -> bool:  # type: ignore[override]
        """Whether a changed board may repair it."""
        return self.repair is not None

    def after(self, change: Change) -> Solver | None:
        """Return this solver for the changed board, if its model can be repaired: with the same desks."""
        model = None if self.repair is None else self.repair(self.model, change)
        if model is None:
            return None
        new = object.__new__(type(self))
        vars(new).update(vars(self), model=model, lock=threading.Lock())
        new.__post_init__()
        return new

    def borrow(self) -> Desk:
        """Return a desk nobody else uses."""
        try:
            return self.spare.pop()
        except IndexError:  # another thread may have been first
            return Desk(self.room, self.new_scratch(self.room))

    def larger(self, desk: Desk) -> Desk:
        """Return a desk with more room than *desk*; new ones have it from now on."""
        with self.lock:
            self.room = max(self.room, 2 * desk.room)
        return Desk(self.room, self.new_scratch(self.room))

    def give_back(self, desk: Desk) -> None:
        """Keep *desk* for the next question, unless it has become too small."""
        if desk.room >= self.room:
            self.spare.append(desk)


def solver_of(
    name: str,
    find: Kernel,
    write: Kernel,
    cells: int,
    model: Model,
    new_scratch: Callable[[int], Scratch],
    repair: Repair | None = None,
) -> Solver:
    """Return the solver of these two kernels: `pairs.answer` and `pairs.batch` are made of them."""
    return Solver(name, find, write, *_bound(find, write), cells, model, new_scratch, repair)


@cache
def _bound(find: Kernel, write: Kernel) -> tuple[Kernel, Kernel]:
    """Return `pairs.answer` and `pairs.batch` of these two: the same ones for every board."""
    answer = bound_kernel(pairs.answer, f"answer_{find.name}", find=find, write=write)
    return answer, bound_kernel(pairs.batch, f"batch_{find.name}", find=find, write=write)


PARTS: Key[NDArray[np.int32]] = Key("parts")  # under which a board keeps the connected component of each cell
GETTING_READY = "getting the board ready, and compiling what this machine has not yet compiled"


@cache
def key_of(name: str) -> Key[Solver]:
    """Return under what a board keeps the solver of a name."""
    return Key("solver", (name,))


def by_solver(
    board: Board, by: str, start: Cell, exits: tuple[Cell, ...], clock: Callable[[], Watch]
) -> Path | None:
    """Return a cheapest path from *start* to the nearest exit, by a solver that suits."""
    source = start[0] * board.columns + start[1]
    goals = [row * board.columns + column for row, column in exits]
    solver = board._kept.peek(key_of(by))
    if interpreting() or (solver is not None and solver.is_quick):
        cells, expanded = _to_nearest(board, by, source, goals)
    else:
        search = partial(_to_nearest, board, by, source, goals)
        doing = "searching" if solver else GETTING_READY
        cells, expanded = beside_once(kind_of(by, board), board.size, search, clock(), doing)
    if cells is None:
        return None
    if len(goals) > 1:
        # Where rounding makes two exits equally far, the path may lead through one to the other.
        entered = np.isin(cells[:, 0] * np.int64(board.columns) + cells[:, 1], goals)
        cells = cells[: int(entered.argmax()) + 1]
    return Path._found(board, cells, False, by, expanded)


def kind_of(work: str, board: Board) -> str:
    """Return a name for *work* on all grids on which it calls the same kernels."""
    return f"{work}: {board.moves.name}, {None if board.costs is None else board.costs.dtype}"


def _to_nearest(board: Board, by: str, source: int, goals: list[int]) -> tuple[NDArray[np.int32] | None, int]:
    """Return the cells of a cheapest path to the nearest of *goals*, if any, and the cells expanded."""
    ready, parts = board._kept.peek(key_of(by)) or solver(board, by), board._kept.peek(PARTS)
    best, least, expanded = None, np.inf, 0
    for goal in goals:
        if parts is not None and parts[source] != parts[goal] and source != goal:
            continue
        cells, cost, work = ready.path(source, goal)
        expanded += work
        if cells is None:
            parts = part_of_cell(board)  # so that the next such question is answered at once
        elif cost < least:
            best, least = cells, cost
    return best, expanded


def solver(board: Board, name: str) -> Solver:
    """Return the board's solver of that name, building it on first use."""
    return board._kept.get(key_of(name), lambda: resolve(algorithm(name).solver)(board))


def part_of_cell(board: Board) -> NDArray[np.int32] | None:
    """Return each cell's connected component, if moves can be undone; kept."""
    if not board._symmetric:
        return None
    return board._kept.get(PARTS, lambda: _labelled(board))


def _labelled(board: Board) -> NDArray[np.int32]:
    parts = np.empty(board.size, np.int32)
    call_whole(dead_ends.label_components, board.size, board._moves_of_cell, board._delta_of_move, parts)
    parts.flags.writeable = False
    return parts
