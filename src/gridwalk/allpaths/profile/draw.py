"""Fair samples of the paths of a question, from one sweep in floating point.

A walk back through the layers takes each word that may come before *w* with the chance ``stays * its count /
count of w``, and is given up with what is left over: *stays* is so much less than 1 that something is left
over, however the counts were rounded.  Then the chances of all steps multiply to the same number for each
path, ``stays ** steps / count of all``.  So the paths that are not given up are exactly fair, where exact
counts would take several sweeps and as many tables.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.exact import bits_on_the_way
from gridwalk.allpaths.profile.count import pause_for
from gridwalk.allpaths.profile.plan import make_plan
from gridwalk.allpaths.profile.roles import CellRoles
from gridwalk.allpaths.profile.sweep import ProfileAlgebra, sweep_of
from gridwalk.allpaths.profile.traceback import Layers, Trail, cells_of, room_beside_count
from gridwalk.allpaths.profile.words import Ints
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.resources import DEFAULT_RESOURCES, Resources

BITS = 53  # of a random number
UNSURE = 2.0**-48  # relative: two numbers as close as that are compared exactly
RARE = 1e-6  # walks given up that are not provided for
GIVEN_UP = 4  # standard deviations: so many more walks than are given up on average are begun

Reals = NDArray[np.float64]


class Drawer:
    """Draws paths or cycles of a question, each with the same chance.

    Made by one sweep, whose layers are kept, or some of them, in ``resources.memory``.
    *possible* is False where counts are too large for any floating-point number.

    Examples
    --------
    >>> roles = np.array([[2, 1, 1], [1, 1, 1], [1, 1, 2]], np.uint8)  # from corner to corner
    >>> drawer = Drawer(CellRoles(roles, np.zeros((3, 3), bool), start=0))
    >>> drawer.sample(2, np.random.default_rng(1))
    [[0, 3, 4, 1, 2, 5, 8], [0, 3, 4, 1, 2, 5, 8]]

    """

    def __init__(
        self, question: CellRoles, *, resources: Resources = DEFAULT_RESOURCES, watch: Watch | None = None
    ) -> None:
        self.question, self.possible = question, True
        self._ends: list[tuple[int, int]] = []
        pause = pause_for(watch or NO_LIMITS.watch())
        if question.is_hopeless:
            return
        plan = make_plan(question, pause)
        algebra = ProfileAlgebra.real(bits_on_the_way(plan, pause))
        if algebra is None:
            self.possible = False
            return
        self._steps, sweep = plan.steps, sweep_of(plan, pause)
        room, budget = room_beside_count(plan, resources.threads), resources.budget()
        self._layers = Layers(sweep, [algebra], budget, pause, room, resources.threads)
        # A word is the sum of the words before it, rounded at each addition.  They are fewer than the plugs
        # and a few: each is told by the piece that the path through the cell was cut from.
        digits = 24 if algebra.dtype is np.float32 else 53
        self._most_before = plan.places + 8
        self._stays = 1 - 2.0 ** -(digits - self._most_before.bit_length())
        closed = sorted((at, word, values[0]) for at, word, values in self._layers.closed[0])
        self._ends = [(at, word) for at, word, _ in closed]
        stays, last = Fraction(self._stays), max((at for at, _ in self._ends), default=0)
        self._edges = _edges([Fraction(value) * stays ** (last - at) for at, _, value in closed])

    @property
    def bytes(self) -> int:
        """How much memory it holds."""
        return self._layers.bytes if self._ends else 0

    def sample(self, n: int, rng: np.random.Generator, *, watch: Watch | None = None) -> list[list[int]]:
        """Return *n* paths, drawn independently, each of all with the same chance; none if there are none.

        To draw twice is to draw as many at once: *rng* is left as if nothing had been given up in vain.
        """
        if not self._ends:
            return []
        self._layers.pause = pause_for(watch or NO_LIMITS.watch())
        paths: list[list[int]] = []
        while len(paths) < n:
            missing, before = n - len(paths), rng.bit_generator.state
            lost = missing * len(self._steps) * (1 - self._stays)
            begun = missing + (math.ceil(lost + GIVEN_UP * math.sqrt(lost)) if lost > RARE else 0)
            leaves, lasted = self._walk(rng.random((begun, len(self._steps) + 1)))
            found = np.flatnonzero(lasted)[:missing]
            paths += cells_of(leaves[found], self._steps, self.question)
            if len(found) == missing and missing:
                rng.bit_generator.state = before
                rng.random((int(found[-1]) + 1, len(self._steps) + 1))
        return paths

    def _walk(self, numbers: Reals) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Walk back for each row of random *numbers*; return how paths leave their cells, and which last."""
        ends = [settled(self._edges, row[-1], row) for row in numbers]
        trail = Trail.begun([self._ends[end] for end in ends], len(self._steps))
        lasted, counts = np.ones(len(ends), bool), np.zeros(len(ends))
        for at in np.unique(trail.closing):
            mine = trail.closing == at
            counts[mine] = self._layers.at(int(at))[0][trail.words[mine]]

        def pick(at: int, active: Ints, low: Ints, high: Ints, sources: Ints, _: Ints) -> Ints:
            assert int((high - low).max()) <= self._most_before
            before = self._layers.at(at)[0][sources].astype(np.float64)
            rows = self._picked(before, low, high, counts[active], numbers[active], at)
            lasted[active[rows == high]] = False
            rows = np.where(rows == high, self._any(before, low, high), rows)
            counts[active] = before[rows]
            return rows

        for _ in self._layers.walk(trail, pick):
            pass
        return trail.leaves, lasted

    @staticmethod
    def _any(before: Reals, low: Ints, high: Ints) -> Ints:
        """Return a row from *low* to *high* with a count, for walks that are given up to go on."""
        rows = low.copy()
        for n in range(int((high - low).max())):
            at = np.minimum(low + n, high - 1)
            rows = np.where(before[at] > 0, at, rows)
        return rows

    def _picked(self, before: Reals, low: Ints, high: Ints, count: Reals, numbers: Reals, at: int) -> Ints:
        """Return which row from *low* to *high* each walk takes; *high*: it is given up."""
        place, edge, margin = numbers[:, at] * count, np.zeros(len(low)), UNSURE * count
        rows, unsure = low.copy(), np.zeros(len(low), bool)
        for n in range(int((high - low).max())):
            here = low + n < high
            edge = edge + np.where(here, before[np.minimum(low + n, high - 1)], 0) * self._stays
            rows += here & (place >= edge)
            unsure |= np.abs(place - edge) <= margin
        for walk in np.flatnonzero(unsure).tolist():
            first, end = int(low[walk]), int(high[walk])
            counts = map(Fraction, before[first:end].tolist())
            scale = Fraction(self._stays) / Fraction(float(count[walk]))
            edges = [edge * scale for edge in accumulate(counts)]
            rows[walk] = first + settled(edges, numbers[walk, at], numbers[walk])
        return rows


def _edges(shares: Sequence[Fraction]) -> list[Fraction]:
    """Return where the pieces of a line of length 1 end that has pieces in proportion to *shares*."""
    total = sum(shares)
    return [edge / total for edge in accumulate(shares)]


def settled(edges: Sequence[Fraction], number: float, more: Reals, bits: int = BITS) -> int:
    """Return in which piece of the line from 0 to 1, cut at *edges*, a random real number lies.

    Its first *bits* are those of *number*; the others, hardly ever asked for, follow from all of *more*.
    """
    size = 1 << bits
    low, width = Fraction(int(number * size), size), Fraction(1, size)
    rng: np.random.Generator | None = None
    while (first := bisect_right(edges, low)) != bisect_left(edges, low + width):
        rng = rng or np.random.default_rng(np.ascontiguousarray(more).view(np.uint64))
        low, width = low + width * Fraction(int(rng.integers(size)), size), width / size
    return first
