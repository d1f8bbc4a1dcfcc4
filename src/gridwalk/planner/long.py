"""The longest path where limits of gap, time or steps are given: a long one, with a bound."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING

from gridwalk.checks import checked_number
from gridwalk.errors import ArgumentError, HopelessError, InputError, QuestionError, UnknownChoiceError
from gridwalk.path import Path
from gridwalk.planner import single, theorem
from gridwalk.planner.ranks import generator
from gridwalk.question import Question
from gridwalk.runtime.limits import Limits

if TYPE_CHECKING:
    from gridwalk.keywords import Measure
    from gridwalk.planner.ranks import RNG

VERB = "longest() within a gap, seconds or steps"


def longest(
    question: Question,
    measure: Measure = "length",
    gap: float | None = None,
    seconds: float | None = None,
    steps: int | None = None,
    rng: RNG = None,
) -> Path | None:
    """Return a longest path; where *gap*, *seconds* or *steps* are given, a long one with a bound."""
    if gap is None and seconds is None and steps is None:
        if rng is not None:
            raise InputError("rng is the seed of a search: give gap, seconds or steps with it")
        return _exact(question, measure)
    from gridwalk.anytime.longest import Effort, long_path  # few ask for it

    UnknownChoiceError.check("measure", measure, single.MEASURES)
    effort = Effort(
        0.0 if gap is None else _checked_gap(gap),
        Limits(seconds).seconds,
        None if steps is None else checked_number(steps, "steps", 1),
        int(generator(rng).bit_generator.random_raw()),  # NumPy keeps these bits for ever
    )
    question.refuse_checkpoint(VERB)
    if question.tour or question.is_conditional:
        reason = f"it searches among all paths from start to exit, not {question.described}"
        raise QuestionError(VERB, reason)
    if question.why_empty is not None:
        return None
    if (path := theorem.longest(question, measure)) is not None:
        return path._claiming(measure)
    return long_path(question.running(), measure, effort)


def _exact(question: Question, measure: Measure) -> Path | None:
    try:
        return single.longest(question, measure)
    except HopelessError as error:
        if question.is_conditional:
            raise
        raise HopelessError(error.reason, "longest(seconds=10) finds a long path, with a bound") from None


def _checked_gap(gap: object) -> float:
    """Return *gap* as a float; raise `ArgumentError` unless it is a share."""
    share = float(gap) if isinstance(gap, Real) and not isinstance(gap, bool) else -1.0
    if not 0 <= share < 1:
        raise ArgumentError("gap", gap, "a share: a number from 0 to below 1")
    return share
