"""Back through a planar sweep: which paths stand behind the values of its table.

The tables before each cell are the *layers*.  From a word that was closed the way leads back, cell
by cell, over the words that led to it; how the path left each cell is the path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.profile.plan import CellStep, ProfilePlan
from gridwalk.allpaths.profile.roles import END_CELL, NOWHERE, CellRoles
from gridwalk.allpaths.profile.steps import BY_LEFT, BY_RIGHT, NOT_VISITED, gather
from gridwalk.allpaths.profile.sweep import WORDS_A_CELL, Pause, ProfileAlgebra, ProfileSweep, allowed
from gridwalk.allpaths.profile.table import Table
from gridwalk.allpaths.profile.words import Ints
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import compiles, slice_of
from gridwalk.runtime.threads import useful

FOUND_ROWS = 1 << 16
SMALL_LAYERS = 128 << 20  # bytes of layers that are kept, however little a count takes; more save little
TIMES = 3
FEWEST_LAYERS = 4  # with fewer the sweep is made again too often


@dataclass
class Trail:
    """Walks back through a sweep: how far they are, and how each path leaves each cell."""

    at: int  # the cell of the sweep done last
    closing: Ints  # the cell of the sweep that closed each path
    words: Ints  # before cell `at`
    leaves: NDArray[np.uint8]  # one row for a path

    @classmethod
    def begun(cls, ends: list[tuple[int, int]], cells: int) -> Trail:
        """Return the walks from each of *ends*, ``(cell of the sweep, word it closed)``."""
        closing, words = np.array(ends, np.int64).reshape(-1, 2).T.copy()
        leaves = np.full((len(ends), cells), NOT_VISITED, np.uint8)
        leaves[np.arange(len(ends)), closing] = 0
        return cls(int(closing.max(initial=0)), closing, words, leaves)


# Given a cell of the sweep, the walks under way, for each the first row of its choices and the row after
# the last, and the choices (words before the cell, how the path leaves it): the row each walk takes.
Pick = Callable[[int, Ints, Ints, Ints, Ints, Ints], Ints]


def to_keep(start: int, stop: int, room: int) -> list[int]:
    """Return which layers to keep from layer *start*, which is kept, to *stop*, which is used at once.

    The others are made again, from the nearest one kept before them.  With room for *s* layers and none
    made more than *t* times, a walk back goes over ``comb(s + t, t) - 1`` layers: 1000 with 12 layers and 4
    sweeps.  After A. Griewank, A. Walther, "Algorithm 799: revolve", ACM TOMS 26, 2000.

    Parameters
    ----------
    start, stop : int
        Layers, one number apart from step to step.
    room : int
        How many may be kept beside *start*.

    Examples
    --------
    >>> to_keep(0, 5, 4)
    [1, 2, 3, 4]
    >>> to_keep(0, 20, 5)
    [7, 13, 17, 18, 19]

    """
    kept = []
    while room and stop - start > 1:
        times = 1
        while comb(room + 1 + times, times) <= stop - start:
            times += 1
        # What comes after the next one kept must not need more times, nor less than one time less.
        least = comb(room + times - 1, times - 1) - 1
        start += max(1, min(comb(room + times, times - 1), stop - start - least))
        kept.append(start)
        room -= 1
    return kept


class Layers:
    """All layers of a sweep in one or more algebras: kept, or some of them, and those between made again.

    They are kept where all of this takes *room* bytes at most; else so many of them, and those between
    are made again on the walk back (`to_keep`).
    """

    def __init__(
        self,
        sweep: ProfileSweep,
        algebras: Sequence[ProfileAlgebra],
        memory: MemoryBudget,
        pause: Pause,
        room: int,
        threads: int = 1,
    ) -> None:
        self.sweep = sweep
        size, cells = sweep.words.size, len(sweep.plan.steps)
        layer = size * sum(np.dtype(algebra.dtype).itemsize for algebra in algebras)
        # Beside the layers there are the table itself, and a slot of 4 bytes for every word.
        beside = sweep.bytes + layer + 4 * size
        fitting = min(memory.left - beside, max(room - beside, SMALL_LAYERS)) // layer
        self._most = max(min(fitting, cells - sweep.first), FEWEST_LAYERS)
        memory.doing = f"a table of {size:,} states"
        memory.take(beside + self._most * layer)
        self.pause = pause
        self._tables = [Table(sweep, algebra, pause, threads=threads) for algebra in algebras]
        first = sweep.first
        self._kept = {first: [table.values.copy() for table in self._tables]}
        self._lasting = [
            first,
            *to_keep(first, cells - 1, self._most - 1),
        ]  # for the next walk, too, if may be
        self._here = NOWHERE  # the cell that the tables are before
        self._asked = cells  # the cell asked for last
        self._run(cells, self._lasting)
        self.closed = [list(table.closed) for table in self._tables]
        self._slot_of_word = np.full(size, -1, np.int32)
        self._found = np.zeros((FOUND_ROWS, 3), np.int64)

    @property
    def bytes(self) -> int:
        """How much memory the layers take."""
        arrays = [*(t.values for t in self._tables), self._slot_of_word, self._found]
        return sum(array.nbytes for array in [*arrays, *chain.from_iterable(self._kept.values())])

    def at(self, cell: int) -> list[NDArray[Any]]:
        """Return the values before a cell, one table for each algebra; they stay until the next call."""
        if cell > self._asked:  # another walk
            self._kept = {at: layer for at, layer in self._kept.items() if at in self._lasting}
        self._asked = cell
        if cell in self._kept:
            return self._kept[cell]
        if self._here != cell:
            self._here = NOWHERE  # should it be stopped
            start = max(at for at in self._kept if at < cell)
            for table, values in zip(self._tables, self._kept[start], strict=True):
                table.values[:], table.at, table.grades = values, start, 1
            free = self._most - sum(at <= start for at in self._kept)
            self._run(cell, to_keep(start, cell, free))
            self._here = cell
        return [table.values for table in self._tables]

    def _run(self, stop: int, wanted: Sequence[int]) -> None:
        """Carry the tables on to cell *stop*, and keep the layers *wanted* on the way."""
        while self._tables[0].at < stop:
            for table in self._tables:
                table.advance(self.pause)
            at = self._tables[0].at
            if at in wanted and at not in self._kept:
                self._kept[at] = self._copied(at)

    def _copied(self, at: int) -> list[NDArray[Any]]:
        """Return a copy of the tables: in the memory of a layer after *at*, where there are too many."""
        if len(self._kept) < self._most:
            return [table.values.copy() for table in self._tables]
        oldest = min((kept in self._lasting, kept) for kept in self._kept if kept > at)
        copies = self._kept.pop(oldest[1])
        for copy, table in zip(copies, self._tables, strict=True):
            np.copyto(copy, table.values)
        return copies

    def before(self, at: int, words: Ints) -> tuple[Ints, Ints, Ints]:
        """Return what may have led through cell *at* to each of *words*, all different.

        As ``(up to which row of the others each word's ways go, words before the cell, how the
        path leaves the cell)``, in an order that is always the same.
        """
        if self.sweep.plan.steps[at + 1].shift:
            words = self.sweep.words.shifted(words, -1)
        self._slot_of_word[words] = np.arange(words.size)
        try:
            found = self._gather(at)
        finally:
            self._slot_of_word[words] = -1
        found = found[np.argsort(found[:, 0], kind="stable")]
        return np.searchsorted(found[:, 0], np.arange(words.size), side="right"), found[:, 1], found[:, 2]

    def _gather(self, at: int) -> Ints:
        """Return what the kernel `gather` finds for the words that have a slot."""
        masks, state, parts = allowed(self.sweep.plan.steps[at]), np.zeros(1, np.int64), []
        compiled = compiles(gather, self.sweep.plan.work // WORDS_A_CELL)
        call = gather.compiled if compiled else gather.python
        for rows, [(low, high)], done in self.sweep.rounds(at, slice_of(compiled)):
            longest, first = 4 * int(rows[low:high, 4].max()), low
            if len(self._found) < longest:
                self._found = np.zeros((2 * longest, 3), np.int64)
            while first < high:
                span, slots = (first, high), self._slot_of_word
                first = call(rows, self.sweep.lists, masks, span, slots, self._found, state)
                parts.append(self._found[: state[0]].copy())
                state[0] = 0
            self.pause(done)
        return np.concatenate(parts)

    def walk(self, trail: Trail, pick: Pick) -> Iterator[int]:
        """Walk back, and note on *trail* how each path leaves each cell; yield the cells done."""
        for at in range(trail.at - 1, self.sweep.first - 1, -1):
            active = np.flatnonzero(trail.closing > at)
            words, slot = np.unique(trail.words[active], return_inverse=True)
            up_to, sources, how = self.before(at, words)
            low = np.concatenate([[0], up_to])
            row = pick(at, active, low[slot], up_to[slot], sources, how)
            trail.words[active], trail.leaves[active, at] = sources[row], how[row]
            trail.at = at
            yield at
        if self.sweep.first:
            words = trail.words
            if self.sweep.plan.steps[1].shift:
                words = self.sweep.words.shifted(words, -1)
            for first_word, left_by in self.sweep.begin():
                trail.leaves[words == first_word, 0] = left_by


def room_beside_count(plan: ProfilePlan, threads: int) -> int:
    """Return how many bytes a walk back may take where there are more: `TIMES` what a count takes."""
    return TIMES * plan.bytes * min(2, useful(threads))


def cells_of(
    leaves: NDArray[np.uint8], steps: Sequence[CellStep], question: CellRoles
) -> Iterator[list[int]]:
    """Yield the cells of paths in order, from how each, a row of *leaves*, leaves each cell of the sweep."""
    walks, size, cyclic = len(leaves), question.roles.size, not (question.roles >= END_CELL).any()
    first, before = np.full(walks, question.start), np.zeros(walks, np.int64)
    # Of each cell the exclusive or of its neighbours on the path: with one of them it tells the other.
    both, many = np.zeros(walks * size, np.int64), np.zeros(walks * size, np.uint8)
    edges = []
    for way, ahead in ((BY_LEFT, [step.left for step in steps]), (BY_RIGHT, [step.right for step in steps])):
        walk, at = np.nonzero(leaves & way)
        u, v = np.array([step.cell for step in steps])[at], np.array(ahead)[at]
        edges += [(walk, u, v), (walk, v, u)]
    for walk, u, v in edges:
        np.bitwise_xor.at(both, walk * size + u, v)
        np.add.at(many, walk * size + u, 1)
    visited = many.reshape(walks, size)
    if question.start == NOWHERE:
        first = (visited > 0 if cyclic else visited == 1).argmax(axis=1)
    if cyclic:  # towards the lesser neighbour
        second = np.full(walks, size)
        for walk, u, v in edges:
            np.minimum.at(second, walk, np.where(u == first[walk], v, size))
        before = both[np.arange(walks) * size + first] ^ second
    lengths = (visited > 0).sum(axis=1)
    offset, here = np.arange(walks) * size, first
    path = np.zeros((int(lengths.max(initial=0)), walks), np.int64)
    for cells in path:
        cells[:] = here
        before, here = here, (both[offset + here] ^ before) % size  # any cell, after the last
    for row, length in zip(path.T.tolist(), lengths.tolist(), strict=True):
        yield row[:length]


def leaves_of(cells: Sequence[int], steps: Sequence[CellStep], cyclic: bool) -> NDArray[np.uint8] | None:
    """Return how a path leaves each cell of the sweep, or None if it is none of this board's."""
    at_of_cell = {step.cell: at for at, step in enumerate(steps)}
    if len(set(cells)) < len(cells) or not all(cell in at_of_cell for cell in cells):
        return None
    leaves = np.full(len(steps), NOT_VISITED, np.uint8)
    for cell in cells:
        leaves[at_of_cell[cell]] = 0
    for u, v in zip(cells, [*cells[1:], cells[0]] if cyclic else cells[1:], strict=False):
        here, there = sorted((u, v), key=at_of_cell.__getitem__)
        step = steps[at_of_cell[here]]
        if there not in (step.left, step.right):
            return None
        leaves[at_of_cell[here]] |= BY_LEFT if there == step.left else BY_RIGHT
    return leaves
