"""A solver: one algorithm made ready for one board, and the desks at which its questions are answered.

Its *model* is shared by all threads; each query borrows a *scratch* from a pool, so that no query does work
in proportion to the board.

What a solver is made ready with, repaired after a change of the grid in a few cells.

Each function takes the model of a solver (`gridwalk.search.solvers`) and the change, and returns the model
for the changed grid; None where that must be made anew.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.costfacts import CostFacts
from gridwalk.grids.repairs import Change
from gridwalk.kernels._kernel import Kernel, bound_kernel
from gridwalk.kernels.codes import FULL, NONE
from gridwalk.kernels.search import pairs
from gridwalk.kernels.search.jump_repairs import mend_maps
from gridwalk.runtime.cache import Repairable, bytes_of
from gridwalk.runtime.slices import CALL_SHARE, call_whole, interprets

if TYPE_CHECKING:
    from gridwalk.kernels._kernel import PreparedCall

Model = tuple[Any, ...]
Scratch = tuple[Any, ...]
Repair = Callable[[Model, Change], Model | None]
LONG_BOARD = 1 << 22  # cells; on smaller ones no solver takes half a second
PAGE = 2048  # cells; longer paths take a second call


@dataclass
class Desk:
    """What one question works with."""

    room: int  # how large the scratch memory is: 1 is the usual, 2 twice that
    scratch: Scratch
    # Where `pairs.answer` writes a path, and a call of it with all this: words 0 and 1 are source and goal.
    page: NDArray[np.int32] = field(default_factory=lambda: np.empty((PAGE, 2), np.int32))
    call: PreparedCall | None = None
    model: Model | None = None  # that the call is prepared for
    few: dict[int, tuple[Any, ...]] = field(default_factory=dict)  # calls for so many pairs, and their arrays
    model_of_few: Model | None = None


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
    # The model for a changed grid, None: it must be made anew; without this function, it always must.
    repair: Repair | None = None
    room: int = 1
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

        *plain* says whether to interpret kernels; None: as `interprets` decides.
        """
        if plain is None:
            plain = interprets(self.find, self.cells)
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
        if plain:
            self.find.expanded += max(expanded, self.cells // CALL_SHARE)
        return cells, cost, expanded

    def _interpreted(self, desk: Desk, source: int, goal: int) -> Any:
        return self.answer(source, goal, self.model, desk.scratch, desk.page)

    def _compiled(self, desk: Desk, source: int, goal: int) -> Any:
        if (call := desk.call) is None or desk.model is not self.model:
            call = desk.call = self.answer.compiled.prepared(0, 0, self.model, desk.scratch, desk.page)
            desk.model = self.model
            self.answer.is_warm = True
        call.words[0], call.words[1] = source, goal
        return call()

    def few(self, pairs: list[tuple[int, int]]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]] | None:
        """Return costs, cells and offsets of few *pairs*, by a call that is prepared once; None: no room."""
        desk, number = self.borrow(), len(pairs)
        if desk.model_of_few is not self.model:
            desk.few, desk.model_of_few = {}, self.model
        if (kept := desk.few.get(number)) is None:
            asked, stop = np.empty((number, 2), np.int64), np.zeros(1, np.uint8)
            costs, offsets = np.empty(number), np.zeros(number + 1, np.int64)
            arguments = self.model, desk.scratch, asked, 0, stop, costs, offsets, desk.page
            kept = desk.few[number] = self.batch.compiled.prepared(*arguments), asked, costs, offsets
        call, asked, costs, offsets = kept
        asked[:] = pairs
        is_done = call()[1] == NONE
        answers = costs.copy(), desk.page[: int(offsets[-1])].copy(), offsets.copy()
        self.give_back(desk)
        return answers if is_done else None

    @property
    def bytes(self) -> int:
        """How many bytes the model holds, and what questions have worked with so far."""
        return bytes_of(self.model) + sum(bytes_of(desk.scratch) + desk.page.nbytes for desk in self.spare)

    @property
    def is_quick(self) -> bool:
        """Whether a question is answered at once: nothing is to be compiled, and the board is not huge."""
        return self.cells < LONG_BOARD and (self.answer.is_warm or interprets(self.find, self.cells))

    def after(self, change: Change) -> Solver | None:
        """Return this solver for the changed grid, if its model can be repaired: with the same desks."""
        model = None if self.repair is None else self.repair(self.model, change)
        return None if model is None else replace(self, model=model, lock=threading.Lock())

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


MANY = 64  # cells from which on bit maps are laid anew


def jump_maps(model: Model, change: Change) -> Model | None:
    """Repair the bit maps of jump points."""
    grid = change.after
    if len(change.switched) > MANY or grid.walls is not change.before.walls:
        return None
    words, turns, frame = model
    words = words.copy()
    is_open = grid.open_cells.reshape(-1)[change.switched].view(np.uint8)
    call_whole(mend_maps, grid.size, (words, turns, frame), grid.rows, change.switched, is_open)
    return words, turns, frame


def table(model: Model, change: Change) -> Model:
    """Take the repaired legal-move table."""
    return change.after.moves_of_cell, *model[1:]


def bucket_costs(model: Model, change: Change) -> Model | None:
    """Take the repaired legal-move table, and repair the costs of A* with buckets."""
    before, after = CostFacts.of_both(change)
    if (before.least, before.greatest) != (after.least, after.greatest):
        return None  # the buckets are others
    _, delta_of_move, costs = model
    return change.after.moves_of_cell, delta_of_move, _repaired(costs, change)


def heap_costs(model: Model, change: Change) -> Model | None:
    """Take the repaired legal-move table, and repair the costs of A* with a heap, if there are any.

    They are not scaled: sums great enough for that make the changed grid in full (`CostFacts.surely_fit`).
    """
    grid = change.after
    _, delta_of_move, moves, costs, rates = model
    if costs is None or grid.costs is None:
        return grid.moves_of_cell, *model[1:]
    before, after = CostFacts.of_both(change)
    if grid.costs.dtype.kind == "i" and (before.least, before.greatest) != (after.least, after.greatest):
        return None  # they may fit in buckets
    if before.least != after.least:
        rates = np.array([*grid.step_costs.rates(is_wrapped=grid.wrap is not None), 1.0])
    return grid.moves_of_cell, delta_of_move, moves, _repaired(costs, change), rates


def _repaired(costs: NDArray[Any], change: Change) -> NDArray[Any]:
    """Return *costs* with those of the changed grid where they changed."""
    if not len(change.priced) or change.after.costs is None:
        return costs
    costs = costs.copy()
    costs[change.priced] = change.after.costs.reshape(-1)[change.priced]
    return costs
