"""One run of an estimate: a sweep with a sample of its states, which is an unbiased count of the paths.

A state is kept with probability ``min(1, score / threshold)``; if its score is below the threshold, it is
raised to the threshold.  So the expected score does not change (Fearnhead and Clifford, "On-line inference
for hidden Markov models via particle filters", 2003).  The states below the threshold are drawn in their
order, two at a time, by the pivotal method (Deville and Tille 1998; "SSP" in Gerber, Chopin and Whiteley
2019).  So neighbours, which often come from the same state, compete with each other, and the sum of all
scores stays the same.  Systematic sampling has the same expectation, but a far larger variance: of pairs of
children with equal weights, it keeps all the first ones or all the second ones.

Weights are floats times a common power of two, so they never overflow, and scaling is exact.  Sums are added
in a fixed order, so compiled and interpreted code agree.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.frontier import FROM, TO, Family, Sweep, Tail
from gridwalk.allpaths.mates import FULL, MATE
from gridwalk.allpaths.values import grown
from gridwalk.runtime.chance import CERTAIN, STATES, draw
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget

Floats = NDArray[np.float64]
# Factors of the score of a state, for each end of a piece and each full junction, because such states have
# fewer ways to finish.  The estimate is unbiased for any factors; these divide the variance by two to five
# for orthogonal and king moves, and do not change it for knights.
FACTORS: Floats = np.array([0.75, 0.6])


@dataclass(frozen=True)
class SampledRun:
    """The result of a run.

    Attributes
    ----------
    value : Fraction
        The number of paths.
    thinned : bool
        Whether states were dropped; otherwise the run is exact, except for rounding.
    peak : int
        The peak memory, in bytes.
    of_length : dict of int to Fraction
        The number of paths of each length.

    """

    value: Fraction
    thinned: bool
    peak: int
    of_length: dict[int, Fraction] = field(default_factory=dict)


class Weights:
    """Estimates of the number of paths to each state: float64, in units of a power of two.

    About *limit* states of a layer are kept.  *tagged*: paths are also counted by the last word of their
    states.  *alike*: the states with each value of that word have the same total score.
    """

    bytes_a_state = 8

    def __init__(self, limit: int, rng: np.random.Generator, *, tagged: bool, alike: bool) -> None:
        self.value, self.total, self.thinned = Fraction(0), dict[int, Fraction](), False
        self._limit, self._tagged, self._alike = limit, tagged, alike
        # Raw bits, because NumPy does not guarantee that `integers` stays the same between versions.
        self._random = np.array([rng.bit_generator.random_raw() % STATES + 1], np.int64)
        self._before, self._scale = np.array([0.0, 1.0]), 0

    @property
    def nbytes(self) -> int:
        """The bytes of the weights before the layer, and of the growing weights after it."""
        return self._before.nbytes + self._after.nbytes

    def begin(self, sweep: Sweep, number: int, states: int) -> None:
        """Begin a layer."""
        self._sweep, self._after = sweep, np.zeros(0)

    def make_room(self, capacity: int) -> None:
        """Make room for more states."""
        self._after = grown(self._after, (capacity,))

    def take(self, count: int) -> None:
        """Add the weights of a slice of rows; count finished paths by the sums of their states."""
        sweep = self._sweep
        sweep.call(add_weights, self._before, self._after, sweep.rows, 0, count)
        ends = np.flatnonzero(sweep.rows[:count, TO] == 0) if self._tagged else ()
        if len(ends):
            sums, weights = sweep.pending[ends, -1].astype(np.int64), self._before[sweep.rows[ends, FROM]]
            for one in np.unique(sums).tolist():
                share = in_units(float(weights[sums == one].sum()), self._scale)
                self.total[one] = self.total.get(one, Fraction(0)) + share

    def end(self, states: int) -> NDArray[np.int64] | None:
        """Count the paths finished in this layer, scale other weights to at most 1, and sample the states."""
        after = self._after[:states]
        if after[0]:
            self.value += in_units(after[0], self._scale)
            after[0] = 0.0
        _, exponent = math.frexp(float(after.max(initial=0.0)))
        after *= math.ldexp(1.0, -exponent)
        self._scale += exponent
        kept = None
        if states - 1 > self._limit:
            self.thinned = True
            kept, after = self._drawn(after)
        self._before = after
        return kept

    def _drawn(self, weights: Floats) -> tuple[NDArray[np.int64], Floats]:
        """Return the states that are kept, with their weights."""
        sweep, keys = self._sweep, self._sweep.after
        factors, slots = np.ones(len(keys)), sweep.family.slots
        powers = FACTORS[:, None] ** np.arange(slots + 1)
        sweep.call(favour, keys.view(np.uint8), powers, factors, slots)
        if self._alike:  # strata: the states of each number of moves get the same total score
            moves = keys[:, -1].astype(np.int64)
            sums = np.bincount(moves, weights * factors)
            factors /= np.where(sums > 0, sums, 1.0)[moves]
        scores, limit = weights * factors, np.zeros(1)
        sweep.call(threshold, scores, self._limit, limit)
        kept, new_scores = np.zeros(len(keys), np.int64), np.zeros(len(keys))
        count: int = sweep.call(thin, scores, float(limit[0]), kept, new_scores, self._random)
        kept = kept[:count].copy()
        return kept, new_scores[:count] / factors[kept]


def in_units(weight: float, scale: int) -> Fraction:
    """Return ``weight * 2**scale``."""
    return Fraction(float(weight)) * Fraction(2) ** scale


def thinned(
    family: Family,
    tails: Sequence[Tail],
    limit: int,
    rng: np.random.Generator,
    watch: Watch,
    memory: int,
    *,
    lengths: bool = False,
    alike: bool = False,
) -> SampledRun:
    """Make a run that keeps about *limit* states of each layer.

    With *lengths*, the last tail holds the number of moves so far.  If only some lengths are needed, use
    *alike*: most states have too few or too many moves, so states of every number of moves are kept.
    """
    budget = MemoryBudget(memory, "a run of an estimate")
    algebra = Weights(limit, rng, tagged=lengths, alike=alike)
    for _ in Sweep(family, watch, budget, tails).run(algebra):
        pass
    return SampledRun(algebra.value, algebra.thinned, budget.peak, algebra.total)


ROUNDS = 64  # of the search for the threshold; any threshold is unbiased, and later rounds change it little


@kernel
def add_weights(before, after, steps, first, last):
    """Add to every state after the weights of the states before."""
    for i in range(first, last):
        after[steps[i, TO]] += before[steps[i, FROM]]


@kernel
def threshold(scores, number, found):
    """Find the threshold for which about *number* states are kept, and write it to ``found[0]``.

    ``scores[0]``, of the finished paths, is ignored.
    """
    total = 0.0
    for i in range(1, len(scores)):
        total += scores[i]
    limit = total / number
    for _ in range(ROUNDS):
        heavy = 0
        light = 0.0
        for i in range(1, len(scores)):
            if scores[i] >= limit:
                heavy += 1
            else:
                light += scores[i]
        if heavy >= number or light >= limit * (number - heavy):
            break
        limit = light / (number - heavy)
    found[0] = limit


@kernel
def thin(scores, limit, kept, new_scores, random):
    """Write the states that are kept to *kept*, and their scores to *new_scores*; return their number.

    Row 0 is state 0, the finished paths.  The last state may be kept with a score below the limit.
    """
    kept[0] = 0
    new_scores[0] = scores[0]
    count = 1
    carried = 0  # a state below the limit that is not decided yet, and its score
    carry = 0.0
    for i in range(1, len(scores)):
        score = scores[i]
        if score >= limit:
            kept[count] = i
            new_scores[count] = score
            count += 1
        elif score > 0.0 and carried == 0:
            carried = i
            carry = score
        elif score > 0.0:
            both = carry + score
            chance = draw(random) / CERTAIN
            if both < limit:
                if chance * both >= carry:
                    carried = i
                carry = both
            else:
                kept[count] = i
                if chance * (2.0 * limit - both) < limit - score:
                    kept[count] = carried
                    carried = i
                new_scores[count] = limit
                count += 1
                carry = both - limit
                if carry <= 0.0:
                    carried = 0
    if carried > 0:
        kept[count] = carried
        new_scores[count] = carry
        count += 1
    return count


@kernel
def favour(states, powers, found, slots):
    """Write the factor of state *i* (bytes) to ``found[i]``: by its ends of pieces, and by its full cells."""
    for i in range(len(found)):
        loose = 0
        full = 0
        for slot in range(slots):
            code = states[i, slot]
            if code >= MATE:
                loose += 1
            elif code == FULL:
                full += 1
        found[i] = powers[0, loose] * powers[1, full]
