"""Estimates of what is out of reach: by a sweep that keeps a sample of its states."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial
from numbers import Real
from typing import TYPE_CHECKING

from gridwalk.checks import checked_number
from gridwalk.errors import ArgumentError
from gridwalk.estimated import CountEstimate, leading, log10_of
from gridwalk.planner import counts, listed, single
from gridwalk.planner.ranks import RNG, generator
from gridwalk.question import Question
from gridwalk.runtime.resources import Resources
from gridwalk.tours.starts import exits_from, promising_starts

if TYPE_CHECKING:
    from gridwalk.frontier.sampled.paths import SampledPaths
    from gridwalk.frontier.sampled.runs import Wanted
    from gridwalk.frontier.sampled.spread import Spread

BY = "sampled"
DIGITS = 12  # of a value that may be other than 0


def estimate_count(
    question: Question,
    error: float,
    seconds: float | None,
    states: int | None,
    runs: int | None,
    rng: RNG,
) -> CountEstimate:
    """Return about how many paths there are."""
    from gridwalk.frontier.sampled.runs import Runs

    wanted = _wanted(error, seconds, states, runs)
    question.refuse_checkpoint("estimate_count()")
    generated, question = generator(rng), question.running()
    if counts.is_refuted(question):
        return CountEstimate.certain(0, "proof")
    if states is None and (known := listed.count_within(question, single.PATIENCE)) is not None:
        return CountEstimate.certain(known, "list")
    resources = Resources.within(question.limits)
    paths = _sampled(question, force=states is not None)
    if states is not None and not paths.is_exact:
        paths.settle(states, generated, resources.memory)
    if paths.is_exact:
        number = in_all(question, len(paths.paths.trivial), Fraction(paths.count))
        return CountEstimate.certain(int(number), "sweep")
    made = Runs(paths.run, generated, paths.watch, resources)
    made.make(wanted)
    return _estimate(question, made.spread, len(paths.paths.trivial), len(made.done), made.states)


def _estimate(question: Question, spread: Spread, trivial: int, runs: int, states: int) -> CountEstimate:
    """Put an answer together, of tours without direction where those are asked for."""
    of = partial(in_all, question, trivial)
    value, low = leading(round(of(spread.mean)), DIGITS), math.floor(of(spread.low))
    high = None if spread.high is None else math.ceil(of(spread.high))
    return CountEstimate(
        value, log10_of(value), low, high, 0.95, runs, spread.error, states, exact=False, by=BY
    )


def in_all(question: Question, trivial: int, number: Fraction) -> Fraction:
    """Return how many paths *number* are, where a tour and its reverse may count once."""
    return trivial + (number - trivial) / 2 if question.halves_trivial else number


def _sampled(question: Question, *, force: bool) -> SampledPaths:
    """Return the paths, ready for runs."""
    from gridwalk.frontier.all_paths import AllPaths
    from gridwalk.frontier.sampled.paths import SampledPaths

    starts = question.starts_left
    if question.tour and not question.closed and (starts is None or len(starts) > 1):
        promising = list(promising_starts(question))
        anywhere = starts is None and len(promising) == question.grid.open_count
        starts = None if anywhere else tuple(promising)
    paths = AllPaths(
        question.ground,
        starts,
        exits_from(question, starts),
        through=question.required,
        tour=question.tour,
        closed=question.closed,
        resources=Resources.within(question.limits),
        watch=question.watch(),
    )
    return SampledPaths(paths, force=force)


def _wanted(error: float, seconds: float | None, states: int | None, runs: int | None) -> Wanted:
    """Check the arguments."""
    from gridwalk.frontier.sampled.runs import Wanted

    _check_number("error", error, "a number above 0 and below 1", 1.0)
    if seconds is not None:
        _check_number("seconds", seconds, "a positive, finite number", math.inf)
    return Wanted(
        float(error),
        None if seconds is None else float(seconds),
        None if states is None else checked_number(states, "states", 1),
        None if runs is None else checked_number(runs, "runs", 1),
    )


def _check_number(name: str, value: object, allowed: str, below: float) -> None:
    if not isinstance(value, Real) or isinstance(value, bool) or not 0 < value < below:
        raise ArgumentError(name, value, allowed)
