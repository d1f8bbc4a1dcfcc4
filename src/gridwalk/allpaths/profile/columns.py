"""A planar sweep by length: for every word a count of each length that may still come right."""

from __future__ import annotations

from functools import partial

import numpy as np

from gridwalk.allpaths.profile.column_steps import MOVES, STAYS, columns_modular, columns_wrapping
from gridwalk.allpaths.profile.plan import ColumnWindows
from gridwalk.allpaths.profile.steps import apply_modular, apply_wrapping
from gridwalk.allpaths.profile.sweep import WORDS_A_CELL, Pause, ProfileAlgebra, ProfileSweep, allowed
from gridwalk.allpaths.profile.table import SCANNED, SLICES
from gridwalk.runtime.slices import compiles, slice_of

BY_COLUMNS = {apply_modular: columns_modular, apply_wrapping: columns_wrapping}


class ColumnTable:
    """The counts of every word, one residue; ``values[w, c]`` are those of the kernel `apply_columns`."""

    def __init__(
        self, sweep: ProfileSweep, algebra: ProfileAlgebra, windows: ColumnWindows, pause: Pause
    ) -> None:
        self.sweep, self.algebra, self.windows, self._pause = sweep, algebra, windows, pause
        self.values = np.zeros((sweep.words.size, windows.width), algebra.dtype)
        self.rises = np.zeros(sweep.words.size, np.uint8)
        self._by_colour = windows.unit == 2
        for word, _ in sweep.begin():
            self.values[word, 0] = 1
            self.rises[word] = STAYS if self._by_colour else MOVES

    def totals(self) -> dict[int, int]:
        """Sweep, and return how many there are by number of cells, modulo the number of the algebra."""
        kernel, work = BY_COLUMNS[self.algebra.kernel], self.sweep.plan.work * self.windows.width
        compiled = compiles(kernel, work // WORDS_A_CELL)
        call = kernel.compiled if compiled else kernel.python
        most = max(1, slice_of(compiled) * (SLICES if compiled else 1) // self.windows.width)
        steps, windows, found = self.sweep.plan.steps, self.windows, dict[int, int]()
        for at in range(self.sweep.first, len(steps)):
            step, base = steps[at], int(windows.base[at])
            self._move_on(base - int(windows.base[max(at - 1, 0)]))
            if step.shift:
                self._shift()
            self._close(at, found)
            if at + 1 == len(steps):
                break
            low, high = int(windows.low[at]), int(windows.high[at + 1])
            window = windows.width, low - base, high - low + 1, self._by_colour
            fixed = partial(call, self.values.ravel(), self.rises)
            masks, constants = allowed(step), self.algebra.constants(step)[0, 1:]
            for rows, spans, words in self.sweep.rounds(at, most):
                for span in spans:
                    fixed(rows, self.sweep.lists, masks, constants, span, window)
                self._pause(words * self.windows.width)
        return found

    def _move_on(self, by: int) -> None:
        """Let the first column kept be a later one."""
        for low in range(0, len(self.values) if by else 0, SCANNED // self.windows.width + 1):
            some = self.values[low : low + SCANNED // self.windows.width + 1]
            some[:, :-by] = some[:, by:].copy()
            some[:, -by:] = 0
            self._pause(0)

    def _shift(self) -> None:
        """Move every plug a place on."""
        used = np.flatnonzero(self.rises)
        values, rises, to = self.values[used], self.rises[used], self.sweep.words.shifted(used, 1)
        self.rises[used] = 0
        self.values[to], self.rises[to] = values, rises

    def _close(self, at: int, found: dict[int, int]) -> None:
        """Add up, by number of cells, the paths that end before or at cell *at*."""
        windows, rest = self.windows, len(self.sweep.plan.steps) - at - 1
        first, last = int(windows.low[at]), int(windows.high[at])
        for word in self.sweep.closing(at):
            if not self.rises[word]:
                continue
            begin = first - int(windows.base[at])
            values = self.values[word, begin : begin + last - first + 1].tolist()
            odd = int(self._by_colour and self.rises[word] == MOVES)
            for column, value in enumerate(values, first):
                left_out = windows.unit * column + odd
                if value and windows.least <= left_out + rest <= windows.most:
                    used = at + 1 - left_out
                    found[used] = (found.get(used, 0) + value) % self.algebra.modulus
