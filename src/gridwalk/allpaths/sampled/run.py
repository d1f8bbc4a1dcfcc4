"""One run: a sweep that keeps a sample of its states, and counts its paths.

Weights are floats times a power of two kept apart, so they never overflow, and scaling loses nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.simpath import layer as codes
from gridwalk.allpaths.simpath import thinning as kernels
from gridwalk.allpaths.simpath.algebras import grown
from gridwalk.allpaths.simpath.plan import SimpathPlan
from gridwalk.allpaths.simpath.sweep import STEPS, At, LayerSweep, Machine, SliceRows, Steps, compiling
from gridwalk.allpaths.simpath.sweep import Record as Values
from gridwalk.runtime.chance import STATES
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call

Floats = NDArray[np.float64]
# The chance of a state to be kept is multiplied by these, for each end of a piece and each full junction:
# there are fewer ways to finish it.  Any factors are without bias; these make the variance a half to a fifth
# of what it is without, for orthogonal and king, and leave that of knights as it is.
FACTORS: Floats = np.array([0.75, 0.6])


@dataclass(frozen=True)
class SampledRun:
    """What a run estimates, by what it is asked.

    Attributes
    ----------
    value : Fraction
        How many paths there are.
    thinned : bool
        Whether states were left out; else it is exact, but for rounding.
    peak : int
        The memory that it took, in bytes.
    of_length : dict of int to Fraction
        How many paths there are of each length.

    """

    value: Fraction
    thinned: bool
    peak: int
    of_length: dict[int, Fraction] = field(default_factory=dict)


class Weights(Steps):
    """How many paths lead to each state, about: float64, in units of ``2**scale``; the facts are the scale.

    *Tagged*: of each sum that the last word of a key has, too.
    """

    first: tuple[Values, Any] = (np.array([0.0, 1.0]),), 0

    def __init__(self, *, tagged: bool = False) -> None:
        super().__init__(keeping=False)
        self.value, self.total, self._tagged = Fraction(0), dict[int, Fraction](), tagged

    def begin(self, at: At, states: int, choices: int, capacity: int, memory: MemoryBudget) -> None:
        """Make room."""
        super().begin(at, states, choices, capacity, memory)
        memory.take(8 * capacity)
        self._scale, self._after = at.facts, np.zeros(capacity)

    def grow(self, capacity: int, memory: MemoryBudget) -> None:
        """Make room for more states."""
        self._after = grown(self._after, capacity, memory)

    def take(self, at: At, rows: SliceRows, count: int, watch: Watch) -> None:
        """Add; harvest by the sums of keys."""
        super().take(at, rows, count, watch)
        (before,), steps = at.values, rows.steps
        call(kernels.add_weights, watch, before, self._after, steps, 0, count, compiled=rows.compiled)
        ends = np.flatnonzero(steps[:count, codes.TO] == 0) if self._tagged else ()
        if len(ends):
            sums, weights = rows.pending[ends, -1].astype(np.int64), before[steps[ends, codes.FROM]]
            for one in np.unique(sums).tolist():
                share = in_units(float(weights[sums == one].sum()), self._scale)
                self.total[one] = self.total.get(one, Fraction(0)) + share

    def end(self, states: int, memory: MemoryBudget) -> tuple[Values, Any, int]:
        """Harvest the paths finished in this layer, and scale the others to at most 1."""
        super().end(states, memory)
        after = self._after[:states]
        if after[0]:
            self.value += in_units(after[0], self._scale)
            after[0] = 0.0
        memory.give(self._after.nbytes)
        _, exponent = math.frexp(float(after.max(initial=0.0)))
        after *= math.ldexp(1.0, -exponent)
        return (after,), self._scale + exponent, 0


def in_units(weight: float, scale: int) -> Fraction:
    """Return ``weight * 2**scale``."""
    return Fraction(float(weight)) * Fraction(2) ** scale


def swept(
    machine: Machine,
    limit: int,
    rng: np.random.Generator,
    watch: Watch,
    memory: int,
    *,
    lengths: bool = False,
    alike: bool = False,
) -> SampledRun:
    """Make a run that keeps about *limit* states of a layer.

    With *lengths* the last word of each state's key is the number of moves so far; where only some lengths
    are wanted, states are kept *alike* of every number: most of the states have too few moves, or too many.
    """
    plan = machine.plan
    if not plan.possible:
        return SampledRun(Fraction(0), False, 0)
    # Not `integers`: NumPy keeps the bits of its generators for ever, not what it makes of them.
    random = np.array([rng.bit_generator.random_raw() % STATES + 1], np.int64)
    budget = MemoryBudget(memory, "a run of an estimate")
    algebra = Weights(tagged=lengths)
    sweep = LayerSweep(machine, algebra, watch, budget)
    at, thinned = sweep.first, False
    while at.more and at.layer < sweep.layers:
        at = sweep.step(at)
        (weights,) = at.values
        if at.more and len(weights) - 1 > limit:
            thinned = True
            kept, stayed = _thin(at.keys, weights, plan, limit, random, watch, alike=alike)
            keys = at.keys[kept]
            budget.give(at.held)
            at = at._replace(keys=keys, values=(stayed,), held=keys.nbytes)
            budget.take(at.held)
    return SampledRun(algebra.value, thinned, budget.peak, algebra.total)


def _thin(
    keys: NDArray[np.uint64],
    weights: Floats,
    plan: SimpathPlan,
    limit: int,
    random: NDArray[np.int64],
    watch: Watch,
    *,
    alike: bool,
) -> tuple[NDArray[np.int64], Floats]:
    """Return which states stay, and their weights."""
    factors, compiled = np.ones(len(keys)), compiling()
    # By products, which are the same on every processor; `np.power` is not, nor are runs by the last bit.
    powers = np.hstack([np.ones((2, 1)), np.repeat(FACTORS[:, None], len(plan.fields[0]), axis=1)])
    powers = np.cumprod(powers, axis=1)
    for first in range(1, len(keys), STEPS):
        last = min(first + STEPS, len(keys))
        given = keys, plan.fields, powers, factors, first, last
        call(kernels.favour, watch, *given, compiled=compiled)
    if alike:  # strata: all states of a number of moves together count as much as those of any other
        moves = keys[:, -1].astype(np.int64)
        sums = np.bincount(moves, weights * factors)
        factors /= np.where(sums > 0, sums, 1.0)[moves]
    scores, threshold = weights * factors, np.zeros(1)
    call(kernels.threshold, watch, scores, limit, threshold, compiled=compiled)
    kept, new_scores = np.zeros(len(keys), np.int64), np.zeros(len(keys))
    drawn = scores, float(threshold[0]), kept, new_scores, random
    count: int = call(kernels.thin, watch, *drawn, compiled=compiled)
    kept = kept[:count].copy()
    return kept, new_scores[:count] / factors[kept]
