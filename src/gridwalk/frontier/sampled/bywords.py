"""Runs of paths of given lengths on orthogonal boards: a sample of the words of a planar sweep.

The sweep is that of `gridwalk.frontier.profile`, cell by cell, but over the words that it meets.  A word has
a number for every length that may still come right: there are far fewer words than states that know their
length.  Where they are too many, those of all lengths are drawn alike.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.engine import Range
from gridwalk.frontier.profile.plan import ProfilePlan
from gridwalk.frontier.profile.roles import CLOSED, END_CELL, LAST, NOWHERE, CellRoles
from gridwalk.frontier.sampled.run import Floats, SampledRun, in_units
from gridwalk.kernels.frontier import byword as kernels
from gridwalk.kernels.frontier.simpath import thinning
from gridwalk.kernels.makers.chance import STATES
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call, compiles

WORK_OF_WORD = 8  # how much a word weighs beside a cell of a plain search, which decides when to compile
# The chance of a word to be kept is multiplied by these, for each of its plugs and for each move that the
# rest takes at least.  Any factors are without bias; from 12 x 12 to 40 x 40 these are near the best: a path
# that is to visit few of the cells leaves room for fewer plugs.
PLUG, SPARSE, AHEAD = (0.42, 0.6), (0.125, 0.25), 0.85  # the first by how much of the board is visited


@dataclass(frozen=True)
class CellFacts:
    """A cell of the sweep, for the kernels: facts, where its places lead to, whether the plugs move on."""

    facts: NDArray[np.int64]
    cells: NDArray[np.int64]
    shift: bool


class PlanOfLengths:
    """The cells of a plan, and the lengths that are *wanted*."""

    def __init__(self, question: CellRoles, plan: ProfilePlan, wanted: Range) -> None:
        roles = question.roles
        free, ends = bool((roles >= LAST).any()), np.flatnonzero(roles == END_CELL).tolist()
        most, unit = int((roles != CLOSED).sum()), 1 if free else 2
        self.wanted = wanted[0], most if wanted[1] is None else min(wanted[1], most), unit
        self.factors = np.array([[np.interp(self.wanted[1] / most, SPARSE, PLUG)], [AHEAD]])
        self.places, self.steps = plan.places, list[CellFacts]()
        flat = np.zeros(plan.places, np.int64)
        for at, step in enumerate(plan.steps):
            if step.shift:
                flat = np.roll(flat, 1)
            flat[[step.column, step.column + 1]] = step.left, step.right
            ends = [end for end in ends if end != step.cell]
            facts = np.zeros(kernels.FACTS, np.int64)
            facts[kernels.COLUMN] = step.column
            facts[[kernels.BY_LEFT, kernels.BY_RIGHT]] = step.left != NOWHERE, step.right != NOWHERE
            facts[[kernels.SKIP, kernels.INNER, kernels.DONE]] = step.skip, step.inner, step.done
            facts[kernels.ENDS] = sum(1 << level for level in step.ends)
            facts[[kernels.FREE, kernels.CYCLES]] = free, plan.cycles
            facts[kernels.TO_COME] = 2 * (len(plan.steps) - at - 1) - len(ends)
            leads = np.stack(np.divmod(np.append(flat, ends).astype(np.int64), roles.shape[1]), axis=1)
            self.steps.append(CellFacts(facts, leads, step.shift))

    def run(self, limit: int, rng: np.random.Generator, watch: Watch, memory: int) -> SampledRun:
        """Make a run that keeps about *limit* words."""
        random = np.array([rng.bit_generator.random_raw() % STATES + 1], np.int64)
        budget = MemoryBudget(memory, "a run of an estimate")
        words, values = np.zeros((1, self.places), np.uint8), np.ones((1, 1))
        facts, base, scale, thinned = np.zeros((1, 4), np.int64), 0, 0, False
        found: dict[int, Fraction] = {}
        for number, step in enumerate(self.steps):
            words = np.roll(words, 1, axis=1) if step.shift else words
            finished = np.zeros(self.wanted[1] + 1)
            words, values, facts, base = self._after(
                step, words, values, facts, base, finished, watch, budget
            )
            for length in np.flatnonzero(finished).tolist():
                found[length] = found.get(length, Fraction(0)) + in_units(finished[length], scale)
            if not len(words):
                break
            if len(words) > limit:
                thinned = True
                kept, gains = self._thin(values, facts, limit, random, watch)
                words, facts, values = words[kept], facts[kept], values[kept] * gains[:, None]
            _, exponent = math.frexp(float(values.max()))
            values *= math.ldexp(1.0, -exponent)
            scale += exponent
            watch.check(number, 0, 0)
        return SampledRun(sum(found.values(), Fraction(0)), thinned, budget.peak, found)

    def _after(
        self,
        step: CellFacts,
        words: NDArray[np.uint8],
        before: Floats,
        facts: NDArray[np.int64],
        base_of: int,
        finished: Floats,
        watch: Watch,
        budget: MemoryBudget,
    ) -> tuple[NDArray[np.uint8], Floats, NDArray[np.int64], int]:
        """Return the words after a cell, their values and facts, and the length of column 0."""
        room, unit, compiled = kernels.OPTIONS * len(words), self.wanted[2], compiles(kernels.add, 0)
        children, rows = np.zeros((room, self.places), np.uint8), np.zeros((room, 3), np.int64)
        bounds, pieces = np.zeros((room, 4), np.int64), np.zeros((self.places + 1, 3), np.int64)
        child = np.zeros(self.places, np.int64)
        made = call(kernels.branch, watch, words, step.facts, child, children, rows, compiled=compiled)
        given = children, rows, step.facts, step.cells, pieces, facts, self.wanted, bounds, made
        count = call(kernels.keep_within, watch, *given, compiled=compiled)
        low, high = (int(bounds[:count, 0].min()), int(bounds[:count, 1].max())) if count else (0, 0)
        after = np.zeros((count, (high - low) // unit + 1))
        table = np.full(1 << max(4, (2 * count).bit_length()), -1, np.int32)
        new, facts = np.zeros((count, self.places), np.uint8), np.zeros((count, 4), np.int64)
        held = sum(array.nbytes for array in (children, rows, bounds, after, table, new, facts, before))
        budget.take(held)
        sums, shape = (before, after, new, facts, table, finished), (count, base_of, low, unit)
        number = call(kernels.add, watch, children, rows, bounds, *sums, shape, compiled=compiled)
        budget.give(held)
        return new[:number], after[:number], facts[:number], low

    def _thin(
        self, values: Floats, facts: NDArray[np.int64], limit: int, random: NDArray[np.int64], watch: Watch
    ) -> tuple[NDArray[np.int64], Floats]:
        """Return which words stay, and by what their values are multiplied."""
        compiled, longest = compiles(kernels.add, 0), max(self.places, int(facts[:, 2].max())) + 1
        powers = np.cumprod(np.hstack([np.ones((2, 1)), np.repeat(self.factors, longest, axis=1)]), axis=1)
        scores, threshold, sums = np.zeros(len(values) + 1), np.zeros(1), np.zeros(values.shape[1])
        call(kernels.score, watch, values, facts, sums, powers, scores, compiled=compiled)
        call(thinning.threshold, watch, scores, limit, threshold, compiled=compiled)
        kept, new = np.zeros(len(scores), np.int64), np.zeros(len(scores))
        drawn = scores, float(threshold[0]), kept, new, random
        count: int = call(thinning.thin, watch, *drawn, compiled=compiled)
        kept = kept[1:count]
        return kept - 1, new[1:count] / scores[kept]
