"""One run: a sweep that keeps a sample of its states, and what its paths are like.

Weights are floats times a power of two kept apart, so they never overflow, and scaling loses nothing.

The layers of a run are a sample of the state DAG, and the product of weights along a path in it is what that
path counts for.  A sweep back adds these up: exactly for the run, whatever its states were drawn from.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.engine import Cells
from gridwalk.frontier.simpath.algebras import grown
from gridwalk.frontier.simpath.plan import Arc, SimpathPlan
from gridwalk.frontier.simpath.rank import SLICE
from gridwalk.frontier.simpath.sweep import STEPS, At, LayerSweep, Machine, SliceRows, Steps, compiling
from gridwalk.frontier.simpath.sweep import Record as Values
from gridwalk.kernels.frontier.simpath import layer as codes
from gridwalk.kernels.frontier.simpath import thinning as kernels
from gridwalk.kernels.makers.chance import STATES
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.slices import call

Floats = NDArray[np.float64]
# The chance of a state to be kept is multiplied by these, for each end of a piece and each full junction:
# there are fewer ways to finish it.  Any factors are without bias; these make the variance a half to a fifth
# of what it is without, for orthogonal and king, and leave that of knights as it is.
FACTORS: Floats = np.array([0.75, 0.6])


@dataclass
class Record:
    """A layer of a run, to go back through: the weights before it, its steps, and which states stayed.

    Attributes
    ----------
    weights : float64 array
        Of the states before the layer, in units of ``2**scale``.
    steps : tuple of arrays
        Where those of a state begin, states after, choices; those to state 0 finish a path.
    kept : int64 array
        The states after the layer that stayed.
    gains : float64 array
        For each of them, what a path through it weighs before the next layer, in its units, if it weighs 1
        in those of this one.

    """

    scale: int
    weights: Floats
    steps: Values
    kept: NDArray[np.int64]
    gains: Floats


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
    shares : float64 array or None
        Which share of the paths visits each cell, flat.
    cells : int32 array or None
        One of the paths; None if the run found none.
    records : list of Record
        All layers, where they are kept.

    """

    value: Fraction
    thinned: bool
    peak: int
    of_length: dict[int, Fraction] = field(default_factory=dict)
    shares: Floats | None = None
    cells: Cells | None = None
    records: list[Record] = field(default_factory=list)


class Weights(Steps):
    """How many paths lead to each state, about: float64, in units of ``2**scale``; the facts are the scale.

    *Tagged*: of each sum that the last word of a key has, too.
    """

    first: tuple[Values, Any] = (np.array([0.0, 1.0]),), 0

    def __init__(self, *, tagged: bool = False, keeping: bool = False) -> None:
        super().__init__(keeping=keeping)
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
    recording: bool = False,
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
    algebra = Weights(tagged=lengths, keeping=recording)
    sweep = LayerSweep(machine, algebra, watch, budget)
    at, thinned, records = sweep.first, False, list[Record]()
    while at.more and at.layer < sweep.layers:
        before, at = at, sweep.step(at)
        (weights,) = at.values
        kept, gains = np.arange(len(weights)), np.ones(len(weights))
        if at.more and len(weights) - 1 > limit:
            thinned = True
            kept, stayed = _thin(at.keys, weights, plan, limit, random, watch, alike=alike)
            gains = stayed / np.where(weights[kept] > 0, weights[kept], 1.0)
            keys = at.keys[kept]
            budget.give(at.held)
            at = at._replace(keys=keys, values=(stayed,), held=keys.nbytes)
            budget.take(at.held)
        if recording:
            gains = gains * math.ldexp(1.0, before.facts - at.facts)
            budget.take(before.values[0].nbytes + kept.nbytes + gains.nbytes)
            records.append(Record(before.facts, before.values[0], algebra.record(), kept, gains))
    return SampledRun(algebra.value, thinned, budget.peak, algebra.total, records=records)


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


def use_of_corridors(plan: SimpathPlan, run: SampledRun, watch: Watch) -> Floats:
    """Return the share of the run's paths that uses each corridor; zeros if it found no path."""
    use = np.zeros(plan.network.corridors + 1)  # the last one leads from the sink back to the source
    if not run.value:
        return use[:-1]
    worth = np.zeros(0)  # of a path through each state, as a share of all
    for number in reversed(range(len(run.records))):
        record, layer = run.records[number], plan.layers[number]
        first, to, choice = record.steps
        gains = np.zeros(max(int(to.max(initial=0)), int(record.kept[-1])) + 1)
        if len(worth):
            gains[record.kept] = record.gains * worth
        gains[0] = _finish(record, run)
        worth, flow = np.zeros(len(record.weights)), np.zeros(len(layer.arcs_of_choice))
        for state in range(0, len(worth), SLICE):
            last = min(state + SLICE, len(worth))
            given = record.weights, gains, worth, flow, first, to, choice, state, last
            call(kernels.go_back, watch, *given, compiled=compiling())
        worth[0] = 0.0
        for arcs, share in zip(layer.arcs_of_choice, flow.tolist(), strict=True):
            for corridor, _ in arcs:
                use[corridor] += share
    return use[:-1]


def _finish(record: Record, run: SampledRun) -> float:
    """Return what a finished path is worth in the units of a layer."""
    return float(Fraction(2) ** record.scale / run.value)


def drawn(plan: SimpathPlan, run: SampledRun, rng: np.random.Generator) -> list[Arc] | None:
    """Return the corridors of a path of the run, drawn by what it counts for; None if it found none."""
    if not run.value:
        return None
    shares = np.array([_finish(record, run) * _weights_of(record, 0)[1].sum() for record in run.records])
    number = _chosen(shares, rng)
    state, arcs = 0, list[Arc]()
    for at in reversed(range(number + 1)):
        record = run.records[at]
        steps, weights = _weights_of(record, 0 if at == number else int(record.kept[state]))
        step = int(steps[_chosen(weights, rng)])
        first, _, choice = record.steps
        arcs += plan.layers[at].arcs_of_choice[choice[step]]
        state = int(np.searchsorted(first, step, side="right")) - 1
    return arcs


def _weights_of(record: Record, state: int) -> tuple[NDArray[np.intp], Floats]:
    """Return the steps to a state, and their weights."""
    first, to, _ = record.steps
    steps = np.flatnonzero(to == state)
    return steps, record.weights[np.searchsorted(first, steps, side="right") - 1]


def _chosen(weights: Floats, rng: np.random.Generator) -> int:
    """Return an index drawn in proportion to its weight."""
    sums = np.cumsum(weights)
    return min(int(np.searchsorted(sums, rng.random() * sums[-1], side="right")), len(weights) - 1)
