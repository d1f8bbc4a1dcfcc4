"""One run: a sweep that keeps a sample of its states.

Weights are floats times a power of two kept apart, so they never overflow, and scaling loses nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.simpath.algebras import grown
from gridwalk.frontier.simpath.plan import SimpathLayer, SimpathPlan
from gridwalk.frontier.simpath.sweep import STEPS, SimpathSweep, compiling
from gridwalk.kernels.frontier.simpath import thinning as kernels
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call

Floats = NDArray[np.float64]
EVEN: Floats = np.ones(2)  # factors that favour no state


@dataclass(frozen=True)
class Run:
    """What a run estimates, and whether it left out any states (else it is exact, but for rounding)."""

    value: Fraction
    thinned: bool
    peak: int  # bytes


class Weights:
    """How many paths lead to each state, about: float64, in units of ``2**scale``."""

    def __init__(self) -> None:
        self.total = Fraction(0)
        self.before: Floats = np.array([0.0, 1.0])
        self._scale = 0

    def begin(self, layer: SimpathLayer, states: int, capacity: int, memory: MemoryBudget) -> None:
        """Make room."""
        memory.take(8 * capacity)
        self._after: Floats = np.zeros(capacity)

    def grow(self, capacity: int, memory: MemoryBudget) -> None:
        """Make room for more states."""
        self._after = grown(self._after, capacity, memory)

    def take(self, steps: NDArray[np.int32], count: int, watch: Watch) -> None:
        """Add."""
        call(kernels.add_weights, watch, self.before, self._after, steps, 0, count, compiled=compiling())

    def end(self, states: int, memory: MemoryBudget) -> bool:
        """Harvest the paths finished in this layer, and scale the others to at most 1."""
        if self._after[0]:
            self.total += Fraction(float(self._after[0])) * Fraction(2) ** self._scale
            self._after[0] = 0.0
        memory.give(self._after.nbytes)
        self.before = self._after[:states]
        _, exponent = math.frexp(float(self.before.max(initial=0.0)))
        self.before *= math.ldexp(1.0, -exponent)
        self._scale += exponent
        return True


class SampledSweep(SimpathSweep):
    """A sweep that keeps about *limit* states of a layer, drawn by *random*, a kernel's generator.

    *factors* multiply the chance of a state to be kept: for each end of a piece, and each full junction.
    """

    def __init__(
        self,
        plan: SimpathPlan,
        limit: int,
        random: NDArray[np.int64],
        watch: Watch,
        memory: MemoryBudget,
        factors: Floats = EVEN,
    ) -> None:
        super().__init__(plan, watch, memory)
        self.limit, self.thinned = limit, False
        self._random = random
        slots = len(plan.fields[0])
        self._powers = None if (factors == 1.0).all() else factors[:, None] ** np.arange(slots + 1.0)
        self._limit_of_score = np.zeros(1)

    def run(self) -> Run:
        """Make all layers."""
        weights = Weights()
        keys, held = self.first_keys(), 0
        for number in range(len(self._plan.layers)):
            keys, held, more = self.step(number, keys, held, weights)
            if not more:
                break
            if len(keys) - 1 > self.limit:
                kept, weights.before = self._thin(keys, weights.before)
                self._memory.give(held)
                keys = keys[kept]
                held = keys.nbytes
                self._memory.take(held)
        return Run(weights.total, self.thinned, self._memory.peak)

    def _thin(self, keys: NDArray[np.uint64], weights: Floats) -> tuple[NDArray[np.int64], Floats]:
        """Return which states stay, and their weights."""
        self.thinned = True
        factors = np.ones(len(keys))
        if self._powers is not None:
            for first in range(1, len(keys), STEPS):
                last = min(first + STEPS, len(keys))
                arguments = keys, self._plan.fields, self._powers, factors, first, last
                call(kernels.favour, self._watch, *arguments, compiled=compiling())
        scores = weights * factors
        compiled = compiling()
        call(kernels.threshold, self._watch, scores, self.limit, self._limit_of_score, compiled=compiled)
        kept = np.zeros(len(keys), np.int64)
        new_scores = np.zeros(len(keys))
        arguments = scores, float(self._limit_of_score[0]), kept, new_scores, self._random
        count: int = call(kernels.thin, self._watch, *arguments, compiled=compiled)
        kept = kept[:count].copy()
        return kept, new_scores[:count] / factors[kept]
