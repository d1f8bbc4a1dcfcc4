"""Independent runs until their mean is precise enough: the number of runs, their states, and threads.

Every run has its own generator, spawned from the given one in the order of the runs, so the results do not
depend on the number of threads.  The number of states is chosen first, from *pilots*: runs that are
discarded.  No run that counts takes part in a choice that changes the runs.

The mean of the runs is unbiased, however skewed their distribution is.  (So runs are averaged, not their
logarithms; a run without surviving states counts as 0.)  The interval is Student's for the logarithm of the
mean: from ``mean * exp(-t s)`` to ``mean * exp(t s)``, where *s* is the relative error of the mean.  If the
number of runs is chosen from their spread, this is done as in C. Stein, "A two-sample test for a linear
hypothesis whose power is independent of the variance", 1945: the first `FIRST` runs alone determine the
number of runs and the width of the interval, so the choice does not change its probability.

There is no interval below `MIN_RUNS` runs, or if the spread of one run exceeds `MAX_SPREAD`, because a rare
large run may be missing.  The pilots decide this: if the runs that count decided it, runs with a small spread
by chance would get an interval that misses the value.  In its place there is a lower bound by Markov's
inequality: the mean exceeds 20 times the true value with a probability of at most 5 %.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from gridwalk.allpaths.sampled.run import SampledRun
from gridwalk.errors import MemoryLimitError
from gridwalk.runtime.limits import Watch, with_check
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.tasks import Check, Task, together, useful

FEWEST_STATES, MOST_STATES = 1 << 10, 1 << 18
PILOTS = 6  # discarded runs for each number of states tried
JUDGES = 3  # with a time limit, if the pilots spread too much, one in this number of runs is discarded
FINE = 2.0  # the target spread of one run, as a multiple of the requested error; makes about 20 runs
SPREADS = (0.02, 0.25)  # limits of the target spread
DEAD_STATES = 1 << 14  # if no pilot with this number of states finds a path, larger numbers are not tried
PROMISING = 0.7  # below this spread the number of states needed can be predicted
MOST_RUNS = 1_000_000
AHEAD = 4  # runs per worker at a time
CONFIDENCE = 0.95
FIRST = 12  # runs from which the number of all is chosen
MIN_RUNS = 10
MAX_SPREAD = 0.5  # relative standard deviation of one run
_Z = 1.959963984540054  # the normal quantile at 97.5 %
SHARE_OF_TIME = 0.7  # the share of the time left for the minimum number of runs


RunOf = Callable[[int, np.random.Generator, Watch, int], SampledRun]  # states, generator, clock, bytes


@dataclass(frozen=True)
class Precision:
    """The requested precision of an estimate.

    Parameters
    ----------
    error : float
        Half the width of the interval, as a share of the value.
    seconds : float or None
        No run begins after this time.
    states, runs : int or None
        The number of states of a run, and the number of runs; None: chosen automatically.

    """

    error: float
    seconds: float | None = None
    states: int | None = None
    runs: int | None = None


def run_of_task(run: Any, states: int, rng: np.random.Generator, memory: int) -> SampledRun:
    """Make a run in a worker."""
    made: SampledRun = run(states, rng, Watch(), memory)
    return made


class Runs:
    """The runs of one estimate."""

    def __init__(self, run: RunOf, rng: np.random.Generator, watch: Watch, resources: Resources) -> None:
        self._run, self._rng, self._watch = run, rng, watch
        self._workers = resources.workers
        self._threads = useful(resources.threads) if self._workers is None else self._workers.number
        self._memory = resources.memory // (self._threads if self._workers is None else 1)
        self._began = time.monotonic()
        self.done: list[SampledRun] = []
        self.pilots: list[SampledRun] = []  # used only for the spread of one run
        self.states = self._states_of_pilots = 0
        self._fixed: int | None = None  # the number of runs that determine the spread; None: all

    @property
    def spread(self) -> Spread:
        """The mean and the interval of the runs so far."""
        return self.spread_of(lambda run: run.value, self._fixed)

    def spread_of(self, number: Callable[[SampledRun], Fraction], first: int | None = None) -> Spread:
        """Return the mean and the interval of some *number* of the runs; see `Spread.of`."""
        judged, pilots = None, [number(run) for run in self.pilots]
        if pilots:  # runs with more states spread less
            judged = deviation_of(pilots, sum(pilots, Fraction(0)) / len(pilots))
            judged *= math.sqrt(self._states_of_pilots / self.states)
        return Spread.of([number(run) for run in self.done], first, judged)

    def spread_of_length(self, length: int) -> Spread:
        """Return the mean and the interval of the number of paths of a *length*.

        Pilots may agree by chance about a rare length, so the spread of the runs that count is checked, too.
        """

        def number(run: SampledRun) -> Fraction:
            return run.of_length.get(length, Fraction(0))

        spread = self.spread_of(number)
        if spread.deviation <= MAX_SPREAD:
            return spread
        return Spread.of([number(run) for run in self.done])

    def choose(self, wanted: Precision) -> None:
        """Choose the number of states."""
        self.states = self._chosen_states(wanted) if wanted.states is None else wanted.states

    def some(self, number: int) -> list[SampledRun]:
        """Make *number* runs, at most one for each thread."""
        return self._batch(min(number, self._threads), self.states)

    def make(self, wanted: Precision) -> None:
        """Make all runs."""
        self.choose(wanted)
        with self._watch.telling(self._so_far):
            self._make(wanted)

    def _make(self, wanted: Precision) -> None:
        self._more(wanted.runs or FIRST, wanted.seconds)
        self._judge(wanted.seconds)
        if wanted.runs is not None or len(self.done) < FIRST:
            return
        self._fixed = FIRST if wanted.seconds is None else None
        if self.spread.high is not None:
            needed = runs_needed([run.value for run in self.done], wanted.error)
            self._more(min(needed, MOST_RUNS), wanted.seconds)
        elif wanted.seconds is not None:  # no interval yet; the remaining time may lead to one
            self._more(MOST_RUNS, wanted.seconds)
            judges = len(self.done) // JUDGES
            if judges >= PILOTS:
                self.pilots, self._states_of_pilots = self.done[:judges], self.states
                del self.done[:judges]

    def _judge(self, seconds: float | None) -> None:
        """Make pilots, if the choice of the number of states needed none."""
        if self.pilots or len(self.done) < MIN_RUNS or self._is_over(seconds):
            return
        if not any(run.thinned and run.value for run in self.done):
            return
        self._states_of_pilots = self.states
        while len(self.pilots) < PILOTS:
            self.pilots += self.some(PILOTS - len(self.pilots))

    def _more(self, total: int, seconds: float | None) -> None:
        """Make runs up to *total* of them, or until the time is over; at least one."""
        while len(self.done) < total:
            if self.done and self._is_over(seconds):
                return
            most = self._threads
            if self._workers is not None and seconds is None:
                most *= AHEAD  # so that workers need not wait for each other
            self.done += self._batch(min(total - len(self.done), most), self.states)

    def _is_over(self, seconds: float | None) -> bool:
        return seconds is not None and time.monotonic() - self._began >= seconds

    def _batch(self, number: int, states: int) -> list[SampledRun]:
        """Make *number* runs in parallel."""
        rngs = self._rng.spawn(number)
        if self._workers is not None:
            tasks = [Task("run-", run_of_task, (self._run, states, rng, self._memory)) for rng in rngs]
            return self._workers.results(tasks, self._watch)
        if self._threads == 1:
            return [self._run(states, rng, self._watch, self._memory) for rng in rngs]

        def task(rng: np.random.Generator, go_on: Check) -> SampledRun:
            return with_check(go_on, self._run, states, rng, Watch(), self._memory)

        return together(
            [partial(task, rng) for rng in rngs],
            self._threads,
            lambda: self._watch.check(0, 0, 0, f"{len(self.done):,} runs of {states:,} states"),
        )

    def _so_far(self) -> tuple[int | None, int | None, int | None, None]:
        if not self.done:
            return None, None, None, None
        spread = self.spread
        high = None if spread.high is None else math.ceil(spread.high)
        return round(spread.mean), math.floor(spread.low), high, None

    def _chosen_states(self, wanted: Precision) -> int:
        """Return the number of states of a run, chosen by pilots."""
        aim = min(max(FINE * wanted.error, SPREADS[0]), SPREADS[1])
        states = FEWEST_STATES
        while True:
            began = time.monotonic()
            try:
                pilots: list[SampledRun] = []
                while len(pilots) < PILOTS:
                    pilots += self._batch(min(self._threads, PILOTS - len(pilots)), states)
                    if self._is_over(wanted.seconds):
                        # No choice has used their values yet, so these runs may count.
                        self.done = pilots if states == FEWEST_STATES else []
                        return max(FEWEST_STATES, states // 4) if not self.done else states
            except MemoryLimitError:
                if states == FEWEST_STATES:
                    raise
                return states // 4
            values = [run.value for run in pilots]
            self.pilots, self._states_of_pilots = pilots, states
            if states >= DEAD_STATES and not any(values):
                return states  # more states would not help
            spread = deviation_of(values, sum(values, Fraction(0)) / len(values))
            most = self._most_states(wanted, states, pilots, time.monotonic() - began)
            if spread <= aim or states >= most:
                return states
            if spread <= PROMISING:
                doublings = math.ceil(2 * math.log2(spread / aim))
                return min(states << doublings, most)
            states = min(4 * states, most)

    def _most_states(self, wanted: Precision, states: int, pilots: list[SampledRun], seconds: float) -> int:
        """Return the maximum number of states that memory and time allow, a power of two."""
        peak = max(run.peak for run in pilots)
        most = min(float(MOST_STATES), states * self._memory / max(peak, 1))
        if wanted.seconds is not None:
            left = SHARE_OF_TIME * (wanted.seconds - (time.monotonic() - self._began))
            runs = math.ceil((wanted.runs or FIRST) / self._threads) * self._threads
            most = min(most, states * max(left, 0.0) / (seconds / PILOTS * runs))
        return max(states, 1 << max(0, int(math.log2(max(most, 1)))))


@dataclass(frozen=True)
class Spread:
    """Mean and interval of runs.

    Attributes
    ----------
    mean : Fraction
    deviation : float
        The relative standard deviation of one run; nan for a single run or a mean of 0.
    error : float
        The relative standard error of the mean.
    low : Fraction
    high : Fraction or None
        None if there is no interval; then *low* is a lower bound.

    """

    mean: Fraction
    deviation: float
    error: float
    low: Fraction
    high: Fraction | None

    @classmethod
    def of(cls, values: Sequence[Fraction], first: int | None = None, judged: float | None = None) -> Spread:
        """Return the mean and the interval of *values*.

        *first*: the number of values that determine the spread (default: all).  *judged*: the deviation that
        decides whether there is an interval (default: that of *values*).
        """
        mean = sum(values, Fraction(0)) / max(len(values), 1)
        told = values if first is None else values[:first]
        deviation = deviation_of(told, mean)
        error = deviation / math.sqrt(max(len(values), 1))
        judged = deviation if judged is None else judged
        if len(values) < MIN_RUNS or math.isnan(deviation) or not judged <= MAX_SPREAD:
            return cls(mean, deviation, error, mean * Fraction(round(100 * (1 - CONFIDENCE)), 100), None)
        factor = Fraction(math.exp(student(len(told) - 1) * error))
        return cls(mean, deviation, error, mean / factor, mean * factor)


def deviation_of(values: Sequence[Fraction], mean: Fraction) -> float:
    """Return the standard deviation of some values relative to *mean*; nan if undefined."""
    if len(values) < 2 or not mean:
        return math.nan
    about = sum(values, Fraction(0)) / len(values)
    return math.sqrt(sum(float((value - about) / mean) ** 2 for value in values) / (len(values) - 1))


def runs_needed(values: Sequence[Fraction], error: float) -> int:
    """Return the total number of runs by Stein's rule, for an interval of *error* to either side."""
    mean = sum(values, Fraction(0)) / len(values)
    deviation = deviation_of(values, mean)
    if math.isnan(deviation):
        return len(values)  # no run found a path
    return max(len(values), math.ceil((student(len(values) - 1) * deviation / error) ** 2))


def student(freedom: int) -> float:
    """Return the quantile at 97.5 % of Student's distribution, for 9 degrees of freedom or more.

    Uses the expansion of Cornish and Fisher (Abramowitz and Stegun 26.7.5); accurate to 4 digits.

    >>> [round(student(n), 3) for n in (9, 11, 20, 100)]
    [2.262, 2.201, 2.086, 1.984]
    """
    z = _Z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / freedom ** (n + 1) for n, term in enumerate(terms))
