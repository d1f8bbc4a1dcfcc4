"""One run: a sweep that keeps a sample of its states.

Weights are floats times a power of two kept apart, so they never overflow, and scaling loses nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.simpath.algebras import grown
from gridwalk.frontier.simpath.plan import SimpathLayer, SimpathPlan
from gridwalk.frontier.simpath.sweep import STEPS, SimpathSweep, compiling
from gridwalk.kernels.frontier.simpath import layer as codes
from gridwalk.kernels.frontier.simpath import thinning as kernels
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call

Floats = NDArray[np.float64]
# The chance of a state to be kept is multiplied by these, for each end of a piece and each full junction:
# there are fewer ways to finish it.  Any factors are without bias; these make the variance a half to a fifth
# of what it is without, for rook and king, and leave that of knights as it is.
FACTORS: Floats = np.array([0.75, 0.6])


@dataclass
class Record:
    """A layer of a run, to go back through: the weights before it, its steps, and which states stayed.

    Attributes
    ----------
    weights : float64 array
        Of the states before the layer, in units of ``2**scale``.
    steps : int32 array, shape (n, 3)
        As the kernels of `simpath` write them; those to state 0 finish a path.
    kept : int64 array
        The states after the layer that stayed.
    gains : float64 array
        For each of them, what a path through it weighs before the next layer, in its units, if it weighs 1
        in those of this one.

    """

    scale: int
    weights: Floats
    steps: NDArray[np.int32]
    kept: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    gains: Floats = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True)
class BlockRun:
    """What a run estimates, and whether it left out any states (else it is exact, but for rounding).

    ``of_length`` has the part of each length, where lengths are asked for; ``records`` all layers, where
    they are kept.
    """

    value: Fraction
    thinned: bool
    peak: int  # bytes
    of_length: dict[int, Fraction] = field(default_factory=dict)
    records: list[Record] = field(default_factory=list)


class Weights:
    """How many paths lead to each state, about: float64, in units of ``2**scale``."""

    def __init__(self) -> None:
        self.total = Fraction(0)
        self.before: Floats = np.array([0.0, 1.0])
        self.scale = 0
        self.exponent = 0  # of what the last layer was scaled by
        self.steps: list[NDArray[np.int32]] | None = None  # of the layer, if they are to be kept

    def begin(self, layer: SimpathLayer, states: int, capacity: int, memory: MemoryBudget) -> None:
        """Make room."""
        memory.take(8 * capacity)
        self._memory = memory
        self._after: Floats = np.zeros(capacity)

    def grow(self, capacity: int, memory: MemoryBudget) -> None:
        """Make room for more states."""
        self._after = grown(self._after, capacity, memory)

    def take(self, steps: NDArray[np.int32], count: int, watch: Watch) -> None:
        """Add."""
        call(kernels.add_weights, watch, self.before, self._after, steps, 0, count, compiled=compiling())
        if self.steps is not None:
            self._memory.take(12 * count)
            self.steps.append(steps[:count].copy())

    def end(self, states: int, memory: MemoryBudget) -> bool:
        """Harvest the paths finished in this layer, and scale the others to at most 1."""
        if self._after[0]:
            self.total += in_units(self._after[0], self.scale)
            self._after[0] = 0.0
        memory.give(self._after.nbytes)
        self.before = self._after[:states]
        _, self.exponent = math.frexp(float(self.before.max(initial=0.0)))
        self.before *= math.ldexp(1.0, -self.exponent)
        self.scale += self.exponent
        return True


def in_units(weight: float, scale: int) -> Fraction:
    """Return ``weight * 2**scale``."""
    return Fraction(float(weight)) * Fraction(2) ** scale


class SampledSweep(SimpathSweep):
    """A sweep that keeps about *limit* states of a layer, drawn by *random*, a kernel's generator.

    *factors* multiply the chance of a state to be kept: for each end of a piece, and each full junction.
    With *lengths* the number of moves so far is a part of each state's key.
    """

    def __init__(
        self,
        plan: SimpathPlan,
        limit: int,
        random: NDArray[np.int64],
        watch: Watch,
        memory: MemoryBudget,
        factors: Floats = FACTORS,
        *,
        lengths: bool = False,
        recording: bool = False,
    ) -> None:
        super().__init__(plan, watch, memory, int(lengths))
        self.limit, self.thinned = limit, False
        self._random = random
        slots = len(plan.fields[0])
        # By products, which are the same on every processor; `np.power` is not, nor are runs by the last bit.
        steps = np.hstack([np.ones((len(factors), 1)), np.repeat(factors[:, None], slots, axis=1)])
        self._powers = None if (factors == 1.0).all() else np.cumprod(steps, axis=1)
        self._limit_of_score = np.zeros(1)
        self._weights = Weights()
        self._recording, self._records = recording, list[Record]()
        self._length = np.append(plan.network.length, 0)  # of every corridor, and of that from the sink back
        self._of_length: dict[int, Fraction] = {}

    def run(self) -> BlockRun:
        """Make all layers."""
        weights = self._weights
        keys, held = self.first_keys(), 0
        for number, layer in enumerate(self._plan.layers):
            arcs = [self._length[[corridor for corridor, _ in arcs]].sum() for arcs in layer.arcs_of_choice]
            self._shift = np.array(arcs, np.uint64)
            before, weights.steps = weights.before, [] if self._recording else None
            scale = weights.scale
            keys, held, more = self.step(number, keys, held, weights)
            kept, gains = None, None
            if more and len(keys) - 1 > self.limit:
                after = weights.before
                kept, weights.before = self._thin(keys, after)
                if self._recording:
                    gains = weights.before / np.where(after[kept] > 0, after[kept], 1.0)
                self._memory.give(held)
                keys = keys[kept]
                held = keys.nbytes
                self._memory.take(held)
            if weights.steps is not None:
                self._record(scale, before, weights, kept, gains)
            if not more:
                break
        return BlockRun(weights.total, self.thinned, self._memory.peak, self._of_length, self._records)

    def _record(
        self,
        scale: int,
        before: Floats,
        weights: Weights,
        kept: NDArray[np.int64] | None,
        gains: Floats | None,
    ) -> None:
        """Keep the layer made last."""
        if kept is None or gains is None:
            kept, gains = np.arange(len(weights.before)), np.ones(len(weights.before))
        gains = gains * math.ldexp(1.0, -weights.exponent)
        steps = np.concatenate(weights.steps or [np.zeros((0, 3), np.int32)])
        self._memory.take(before.nbytes + kept.nbytes + gains.nbytes)
        self._records.append(Record(scale, before, steps, kept, gains))

    def complete(
        self, keys: NDArray[np.uint64], pending: NDArray[np.uint64], steps: NDArray[np.int32]
    ) -> int:
        """Add the moves of a step to those before; harvest the lengths of the paths that it finishes."""
        pending[:, -1] = keys[steps[:, codes.FROM], -1] + self._shift[steps[:, codes.CHOICE]]
        finished = np.flatnonzero(steps[:, codes.TO] == 0)
        if len(finished):
            lengths = pending[finished, -1].astype(np.int64)
            weights = self._weights.before[steps[finished, codes.FROM]]
            for length in np.unique(lengths).tolist():
                share = in_units(float(weights[lengths == length].sum()), self._weights.scale)
                self._of_length[length] = self._of_length.get(length, Fraction(0)) + share
        return len(steps)

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
        limit = float(self._limit_of_score[0])
        given = scores, limit, kept, new_scores, self._random
        count: int = call(kernels.thin, self._watch, *given, compiled=compiled)
        kept = kept[:count].copy()
        return kept, new_scores[:count] / factors[kept]
