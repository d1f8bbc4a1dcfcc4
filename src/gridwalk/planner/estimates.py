"""Estimates of counts by a sweep that continues with a random sample of its states.

If a proof, a listing, one pass over the moves or a short sweep is quick, the answer is exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from gridwalk.allpaths.blocks import moves_of
from gridwalk.answers.estimated import CountEstimate, LengthEstimates, leading, log10_of
from gridwalk.board.checks import checked_number
from gridwalk.errors import ArgumentError
from gridwalk.planner import counts, listed, single, swept
from gridwalk.planner.cells import CellQuestion
from gridwalk.question.conditions import Conditions, refuse_unsupported
from gridwalk.question.question import Question
from gridwalk.runtime.resources import Resources

if TYPE_CHECKING:  # sampling is loaded when an estimate is asked for
    from gridwalk.allpaths.sampled.paths import Sampled, SampledPaths
    from gridwalk.allpaths.sampled.runs import Precision, Runs, Spread

BY = "sampled"  # the name of the algorithm
DIGITS = 12  # digits of a value; further ones are 0
CONFIDENCE = 0.95
Asked: TypeAlias = "AllQuestion | CellQuestion[Any]"


def wanted(error: float, seconds: float | None, states: int | None, runs: int | None) -> Precision:
    """Return the checked precision."""
    from gridwalk.allpaths.sampled.runs import Precision

    _check_number("error", error, "a number above 0 and below 1", 1.0)
    if seconds is not None:
        _check_number("anytime", seconds, "a positive, finite number", math.inf)
    return Precision(
        float(error),
        None if seconds is None else float(seconds),
        None if states is None else checked_number(states, "states", 1),
        None if runs is None else checked_number(runs, "runs", 1),
    )


def _check_number(name: str, value: object, allowed: str, below: float) -> None:
    if not isinstance(value, Real) or isinstance(value, bool) or not 0 < float(value) < below:
        raise ArgumentError(name, value, allowed)


@dataclass(frozen=True)
class AllQuestion:
    """The paths of a question, with the methods that an estimate needs; `CellQuestion` has the same."""

    question: Question

    def for_estimate(self, verb: str) -> AllQuestion:
        """Return the question with its clock started; workers may make the runs."""
        refuse_unsupported(self.question, Conditions.ANY_BY_WORKERS, verb)
        return AllQuestion(self.question.running())

    @property
    def facts(self) -> tuple[object, ...]:
        """The values that an answer depends on, without limits."""
        return self.question.facts

    @property
    def is_refuted(self) -> bool:
        """Whether a quick proof shows that there is no path."""
        return counts.is_refuted(self.question)

    def count_within(self, patience: int) -> int | None:
        """Count by visiting every path; None if that enters more than *patience* cells."""
        return listed.count_within(self.question, patience)

    def count_in_one_pass(self) -> int | None:
        """Count by one pass over the moves; None if the question is not acyclic."""
        one_pass = swept.acyclic(self.question)
        return None if one_pass is None else one_pass.count()

    def lengths(self) -> dict[int, int]:
        """Return the number of paths of each number of moves."""
        return counts.lengths(self.question)

    def lengths_within(self, seconds: float) -> dict[int, int] | None:
        """Return `lengths` if that takes at most *seconds*; else None."""
        return swept.ByLength(self.question).lengths_within(seconds)

    def sampled(self, quick: float | None) -> SampledPaths:
        """Return the paths, for runs; blocks that take at most *quick* seconds are counted exactly."""
        from gridwalk.allpaths.sampled.paths import SampledPaths

        question = self.question
        # The paths are sent to the workers with the runs, so they must not contain the question, which has
        # limits.
        moves = question.lengths if question.has_given_lengths else None
        return SampledPaths(swept.by_sweep(question, moves=moves, measure=moves_of), quick)


# ------------------------------------------------------------------------------------ count


def count(asked: Asked, wanted: Precision, rng: np.random.Generator) -> CountEstimate:
    """Return an estimate of the number of paths, or the exact number if that is quick.

    If ``wanted.states`` is given, the estimate comes from sweeps with samples of so many states.  It is exact
    only if a proof shows that there is no path, or if no state is dropped.
    """
    asked = asked.for_estimate("estimate_count()")
    question, states = asked.question, wanted.states
    if asked.is_refuted:
        return CountEstimate.certain(0, "proof")
    if states is None and (number := asked.count_within(single.PATIENCE)) is not None:
        return CountEstimate.certain(number, "list")
    if states is None and (number := asked.count_in_one_pass()) is not None:
        return CountEstimate.certain(number, "sweep")
    if question.has_given_lengths:
        return _of_lengths(asked, wanted, rng).count
    from gridwalk.allpaths.sampled.paths import QUICK

    paths = asked.sampled(QUICK if states is None else 0.0)
    if states is not None and not paths.is_exact:
        paths.settle(states, rng, Resources.within(question.limits).memory)
    if paths.is_exact:
        number = int(_each_once(question, paths.trivial, Fraction(paths.count)))
        return CountEstimate.certain(number, "sweep")
    runs = _runs(paths.run, paths, asked, wanted, rng)
    return _estimate(question, runs.spread, paths.trivial, runs)


# ---------------------------------------------------------------------------------- lengths


def lengths(asked: Asked, wanted: Precision, rng: np.random.Generator) -> LengthEstimates:
    """Return estimates of the number of paths of each length."""
    asked = asked.for_estimate("estimate_lengths()")
    question = asked.question
    if question.tour and not question.board._lengths_vary:
        number = count(asked, wanted, rng)
        moves = question.moves_of_tour
        return LengthEstimates({moves: number} if number.value else {}, number, float(moves), 0.0)
    if asked.is_refuted:
        return _exact_lengths({}, "proof")
    if wanted.states is None and asked.count_within(single.PATIENCE) is not None:
        return _exact_lengths(asked.lengths(), "sweep")
    return _of_lengths(asked, wanted, rng)


def _exact_lengths(known: dict[int, int], by: str) -> LengthEstimates:
    number = sum(known.values())
    mean = sum(length * times for length, times in known.items()) / number if number else math.nan
    every = {length: CountEstimate.certain(times, by) for length, times in known.items()}
    return LengthEstimates(every, CountEstimate.certain(number, by), mean, 0.0)


def _of_lengths(asked: Asked, wanted: Precision, rng: np.random.Generator) -> LengthEstimates:
    """Return estimates for each of the given lengths."""
    from gridwalk.allpaths.sampled.paths import QUICK

    if wanted.states is None and (known := asked.lengths_within(QUICK)) is not None:
        return _exact_lengths(known, "sweep")
    paths, question = asked.sampled(None), asked.question
    runs = _runs(paths.run_of_lengths, paths, asked, wanted, rng)
    if not any(run.thinned for run in runs.done):
        return _exact_lengths(asked.lengths(), "sweep")
    estimates = {}
    for length in sorted(set().union(*(run.of_length for run in runs.done))):
        spread = runs.spread_of_length(length)
        trivial = paths.trivial if length == 0 else 0
        estimates[length] = _estimate(question, spread, trivial, runs)
    trivial = paths.trivial if question.has_length(0) else 0
    moves = [sum((n * number for n, number in run.of_length.items()), Fraction(0)) for run in runs.done]
    mean, error = _ratio(moves, [run.value for run in runs.done])
    return LengthEstimates(estimates, _estimate(question, runs.spread, trivial, runs), mean, error)


# -------------------------------------------------------------------------------------- parts


def _runs(run: Any, paths: Sampled, asked: Asked, wanted: Precision, rng: np.random.Generator) -> Runs:
    """Make the runs."""
    from gridwalk.allpaths.sampled.runs import Runs

    if asked.question.limits.has_workers:
        paths.plan()  # the plan travels with the runs
    runs = Runs(run, rng, paths.watch, Resources.within(asked.question.limits))
    runs.make(wanted)
    return runs


def _estimate(question: Question, spread: Spread, trivial: int, runs: Runs) -> CountEstimate:
    """Make the estimate from the spread of the runs."""
    of = partial(_each_once, question, trivial)
    value, low = leading(round(of(spread.mean)), DIGITS), math.floor(of(spread.low))
    high = None if spread.high is None else math.ceil(of(spread.high))
    return CountEstimate(
        value,
        log10_of(value),
        low,
        high,
        CONFIDENCE,
        len(runs.done),
        spread.error,
        runs.states,
        exact=False,
        by=BY,
    )


def _each_once(question: Question, trivial: int, number: Fraction) -> Fraction:
    """Convert a directed count to the count asked for: a tour and its reverse may count once."""
    return trivial + (number - trivial) / 2 if question.halves_trivial else number


def _ratio(above: Sequence[Fraction], below: Sequence[Fraction]) -> tuple[float, float]:
    """Return the ratio of two means over runs, and its standard error."""
    total = sum(below, Fraction(0))
    if not total:
        return math.nan, math.nan
    ratio, number = sum(above, Fraction(0)) / total, len(below)
    if number < 2:
        return float(ratio), math.nan
    off = [float((a - ratio * b) * number / total) for a, b in zip(above, below, strict=True)]
    return float(ratio), math.sqrt(math.fsum(x * x for x in off) / (number * (number - 1)))
