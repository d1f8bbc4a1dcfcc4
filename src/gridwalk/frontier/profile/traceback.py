"""Back through a planar sweep: which paths stand behind the values of its table.

The tables before each cell are the *layers*.  From a word that was closed the way leads back, cell
by cell, over the words that led to it; how the path left each cell is the path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.profile.operations import Ints
from gridwalk.frontier.profile.plan import CellStep
from gridwalk.frontier.profile.roles import NOWHERE, CellRoles
from gridwalk.frontier.profile.store import LayerStore, Trail
from gridwalk.frontier.profile.sweep import Pause, ProfileAlgebra, ProfileSweep, allowed
from gridwalk.frontier.profile.table import Table
from gridwalk.kernels.frontier.profile import BY_LEFT, BY_RIGHT, NOT_VISITED, gather
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import compiles, slice_of

FOUND_ROWS = 1 << 16
SMALL_LAYERS = 512 << 20  # bytes of all layers

# Given a cell of the sweep, the walks under way, for each the first row of its choices and the row after
# the last, and the choices (words before the cell, how the path leaves it): the row each walk takes.
Pick = Callable[[int, Ints, Ints, Ints, Ints, Ints], Ints]


class Layers:
    """All layers of a sweep in one or more algebras: kept, or kept here and there and made again.

    To make all layers but the first of each segment again, in memory in use already, takes less time
    than to touch memory for all of them.  So they are kept if they are small, and there is more than
    one walk back to come (not *once*).  With a *store* the sweep goes on from what that has of it.
    """

    def __init__(
        self,
        sweep: ProfileSweep,
        algebras: Sequence[ProfileAlgebra],
        memory: MemoryBudget,
        pause: Pause,
        once: bool = False,
        threads: int = 1,
        store: LayerStore | None = None,
    ) -> None:
        self.sweep = sweep
        size, cells = sweep.words.size, len(sweep.plan.steps)
        layer = size * sum(np.dtype(algebra.dtype).itemsize for algebra in algebras)
        # Beside the layers there are the table itself, and a slot of 4 bytes for every word.
        beside = sweep.bytes + layer + 4 * size
        fitting = (memory.left - beside) // layer
        # What is kept by length of segment: its layers, and the first of every other one.
        kept = {n: n + -(-cells // n) - 1 for n in range(1, cells + 1)}
        least = min(kept, key=kept.__getitem__)
        whole = not once and cells <= min(fitting, SMALL_LAYERS // layer)
        self._segment = 1 if whole else least
        memory.doing = f"a table of {size:,} states"
        memory.take(beside + kept[self._segment] * layer)
        self.pause = pause
        self._tables = [Table(sweep, algebra, pause, threads=threads) for algebra in algebras]
        self._starts: dict[int, list[NDArray[Any]]] = {}
        self._kept: dict[int, list[NDArray[Any]]] = {}
        self._spare: list[list[NDArray[Any]]] = []
        if store is not None:
            store.resume(self._tables, self._starts, self._segment, pause)
        self._run(cells, store)
        self.closed = [list(table.closed) for table in self._tables]
        self._slot_of_word = np.full(size, -1, np.int32)
        self._found = np.zeros((FOUND_ROWS, 3), np.int64)

    @property
    def bytes(self) -> int:
        """How much memory the layers take, with that of layers to come."""
        every = [*self._starts.values(), *self._kept.values(), *self._spare]
        arrays = {id(array): array for layer in every for array in layer}
        scratch = self._slot_of_word.nbytes + self._found.nbytes
        return scratch + sum(array.nbytes for array in [*arrays.values(), *(t.values for t in self._tables)])

    def at(self, cell: int) -> list[NDArray[Any]]:
        """Return the values before a cell, one table for each algebra."""
        if cell in self._starts:
            return self._starts[cell]
        if cell not in self._kept:
            start = max(known for known in self._starts if known <= cell)
            for table, values in zip(self._tables, self._starts[start], strict=True):
                table.values[:], table.at, table.grades = values, start, 1
            segments = (cell - self.sweep.first) // self._segment + 1
            self._run(min(self.sweep.first + segments * self._segment, len(self.sweep.plan.steps)))
        return self._kept[cell]

    def _run(self, stop: int, store: LayerStore | None = None) -> None:
        """Carry the tables on to cell *stop*: keep its segment's layers, and the first of every one."""
        while (at := self._tables[0].at) < stop:
            first = (at - self.sweep.first) % self._segment == 0
            if first:
                self._forget()
            if first and at not in self._starts:
                self._starts[at] = [table.values.copy() for table in self._tables]
            self._kept[at] = self._starts[at] if first else self._copy()
            for table in self._tables:
                table.advance(self.pause)
            if store is not None:
                store.offer(self._tables, self._starts, self.pause)

    def _copy(self) -> list[NDArray[Any]]:
        copies = self._spare.pop() if self._spare else [np.empty_like(table.values) for table in self._tables]
        for copy, table in zip(copies, self._tables, strict=True):
            np.copyto(copy, table.values)
        return copies

    def _forget(self) -> None:
        """Forget the layers of a segment, but for their memory."""
        self._spare += [layer for at, layer in self._kept.items() if at not in self._starts]
        self._kept.clear()

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
        """Return what `plugs.gather` finds for the words that have a slot."""
        masks, state, parts = allowed(self.sweep.plan.steps[at]), np.zeros(1, np.int64), []
        compiled = compiles(gather, self.sweep.plan.work)
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
            gather.expanded += done
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


def cells_of(leaves: NDArray[np.uint8], steps: Sequence[CellStep], question: CellRoles) -> list[int]:
    """Return the cells of a path in order, from how it leaves each cell of the sweep."""
    beside: dict[int, list[int]] = {}
    for at in np.flatnonzero(leaves & (BY_LEFT | BY_RIGHT)).tolist():
        step = steps[at]
        for to in (step.left,) * bool(leaves[at] & BY_LEFT) + (step.right,) * bool(leaves[at] & BY_RIGHT):
            beside.setdefault(step.cell, []).append(to)
            beside.setdefault(to, []).append(step.cell)
    ends = [cell for cell, others in beside.items() if len(others) == 1] or list(beside)
    cell = question.start if question.start != NOWHERE else min(ends)
    path, before = [cell], NOWHERE
    while len(path) < len(beside):
        others = beside[cell]
        ahead = min(others) if before == NOWHERE else others[others[0] == before]
        before, cell = cell, ahead
        path.append(cell)
    return path


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
