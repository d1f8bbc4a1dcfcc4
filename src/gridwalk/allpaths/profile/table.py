"""The table of a planar sweep: a value for every word, carried from cell to cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.profile.steps import (
    HIGHEST,
    JOIN,
    KIND,
    apply_modular,
    apply_wrapping,
    groups_lanes,
    groups_modular,
    groups_wrapping,
)
from gridwalk.allpaths.profile.sweep import WORDS_A_CELL, Closed, Pause, ProfileAlgebra, ProfileSweep, allowed
from gridwalk.runtime.slices import compiles, slice_of
from gridwalk.runtime.threads import Second, useful
from gridwalk.runtime.tuning import tuning

SLICES = 8  # in a call: a word takes less time than a step of a search; still some 0.1 s a call

GROUPED = {
    apply_modular: groups_modular,
    apply_wrapping: groups_wrapping,
    groups_lanes: groups_lanes,
}
TWO_THREADS = 500_000  # values; below, waiting for each other takes more than it saves
SCANNED = 1 << 22  # words looked at together, for their scratch memory


class Table:
    """A value for every word, and the cells that are still to come.

    ``values`` is flat, one row after another (the kernel `apply`); ``closed`` has a row ``(cell of the sweep,
    word, its values)`` for every word that a cell has closed so far, or word -1 for the sum of
    several.  With two *threads*, both work on a large table.
    """

    def __init__(
        self,
        sweep: ProfileSweep,
        algebra: ProfileAlgebra,
        pause: Pause,
        room: NDArray[Any] | None = None,
        threads: int = 1,
    ) -> None:
        self.sweep, self.algebra = sweep, algebra
        size = sweep.words.size
        shape = (size, len(algebra.lanes)) if algebra.lanes else size * algebra.grades
        self.values = np.empty(shape, algebra.dtype) if room is None else room
        for low in range(0, len(self.values), SCANNED):  # the first touch of memory takes its time
            self.values[low : low + SCANNED] = algebra.none
            pause(0)
        self.at = sweep.first
        self.grades = sweep.grades_before(self.at, algebra.grades)  # rows in use
        self.closed: list[Closed] = []
        compiled = self._is_compiled = compiles(
            algebra.kernel, sweep.plan.work * algebra.grades // WORDS_A_CELL
        )
        self._call = algebra.kernel.compiled if compiled else algebra.kernel.python
        self._most = slice_of(compiled) * (SLICES if compiled else 1)
        shared = size * algebra.grades >= (tuning().shared_from or TWO_THREADS)
        self._second = Second() if shared and useful(threads) > 1 else None
        for word, _ in sweep.begin():
            self.values[word] = algebra.one
        self._shift()

    @property
    def done(self) -> bool:
        """Whether all cells are done."""
        return self.at == len(self.sweep.plan.steps)

    def advance_to(self, stop: int, pause: Pause) -> None:
        """Do some cells, not beyond cell *stop*: group by group, if there are no grades."""
        kernel = GROUPED.get(self.algebra.kernel)
        stop = min(stop, len(self.sweep.plan.steps) - 1)
        if kernel is None or self.algebra.grades > 1 or self.at >= stop:
            return self.advance(pause)
        in_head = self.sweep.plan.steps[self.at].column < self.sweep.words.seam
        if self._second is not None and in_head and not self.algebra.lanes:
            return self.advance(pause)  # one group: the cells are cut in two one by one
        stretch = self.sweep.stretch(self.at, stop, self._most, 1 if self._second is None else 2)
        constants = np.repeat(self.algebra.constants(self.sweep.plan.steps[self.at]), len(stretch.masks), 0)
        groups, closed = self.sweep.groups, np.zeros_like(self.values[:1])
        if not groups.is_one:
            self._close()
        cells = stretch.masks, constants
        fixed = self.values, groups.rows, self.sweep.lists, cells, groups.arrays, stretch.rows, closed
        call = kernel.compiled if self._is_compiled else kernel.python
        for spans, words in zip(stretch.spans, stretch.pairs, strict=True):
            self._both([partial(call, *fixed, span) for span in spans])
            pause(words)
        if closed.any():
            self.closed.append((stretch.end, -1, closed.ravel().tolist()))
        self.at = stretch.end
        self._shift()
        return None

    def _both(self, calls: Sequence[Callable[[], object]]) -> None:
        if len(calls) > 1 and self._second is not None:
            self._second.both(*calls)
        else:
            for call in calls:
                call()

    def _close(self) -> None:
        for word in self.sweep.closing(self.at):
            values = self.values[word :: self.sweep.words.size][: self.grades]
            if self.algebra.reached(values).any():
                self.closed.append((self.at, word, values.ravel().tolist()))

    def advance(self, pause: Pause) -> None:
        """Do a cell, and the shift before the next."""
        step, size = self.sweep.plan.steps[self.at], self.sweep.words.size
        rise = self.algebra.grades > 1
        self._close()
        if self.at + 1 < len(self.sweep.plan.steps):
            self.grades = min(self.grades + (rise and step.skip), self.algebra.grades)
            grades = (size, self.grades, int(rise))
            masks, constants = allowed(step), self.algebra.constants(step)
            for rows, spans, words in self.sweep.rounds(
                self.at, max(1, self._most // self.grades), pairs=self._second is not None
            ):
                fixed = (self.values, rows, self.sweep.lists, masks, constants)
                calls = [partial(self._call, *fixed, span, grades) for span in spans]
                self._both(calls)
                pause(words * self.grades)
        self.at += 1
        self._shift()

    def join(self) -> None:
        """Add what the next cell joins, and take nothing away; without grades."""
        kernel, step = GROUPED[self.algebra.kernel], self.sweep.plan.steps[self.at]
        masks, constants = np.zeros_like(allowed(step)), self.algebra.constants(step)
        masks[..., JOIN], masks[..., HIGHEST] = 1, allowed(step)[..., HIGHEST]
        call, todo = kernel.compiled if self._is_compiled else kernel.python, np.zeros((1, 2), np.int64)
        for operations in self.sweep.operations(self.at):
            rows = operations.rows[operations.rows[:, 0] & KIND == JOIN]
            groups = np.arange(len(rows), dtype=np.int32), np.array([[0, len(rows)]])
            call(
                self.values, rows, self.sweep.lists, (masks, constants), groups, todo, self.values[:0], (0, 1)
            )

    def _shift(self) -> None:
        if self.done or not self.sweep.plan.steps[self.at].shift:
            return
        size, none = self.sweep.words.size, self.algebra.none
        for d in range(self.grades):
            row = self.values[d * size : (d + 1) * size]
            parts = (row[low : low + SCANNED] for low in range(0, size, SCANNED))
            used = np.concatenate(
                [np.flatnonzero(self.algebra.reached(part)) + n * SCANNED for n, part in enumerate(parts)]
            )
            values = row[used]
            row[used] = none
            row[self.sweep.words.shifted(used, 1)] = values
