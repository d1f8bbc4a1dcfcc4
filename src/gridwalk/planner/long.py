"""The longest path where limits of gap, time or steps are given: a long one, with a bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwalk.answers.path import Path
from gridwalk.errors import HopelessError, QuestionError, UnknownChoiceError
from gridwalk.planner import single, theorem
from gridwalk.questions.enough import EXACT, Enough
from gridwalk.questions.question import Question

if TYPE_CHECKING:
    from gridwalk.keywords import Measure

VERB = "longest() within a gap, seconds or steps"


def longest(question: Question, measure: Measure = "length", enough: Enough = EXACT) -> Path | None:
    """Return a longest path, or the best found, if that is *enough*, with a bound."""
    if enough.is_exact:
        return _exact(question, measure)
    UnknownChoiceError.check("measure", measure, single.MEASURES)
    question.refuse_checkpoint(VERB)
    if (reason := why_not(question)) is not None:
        raise QuestionError(VERB, reason)
    if question.why_empty is not None:
        return None
    if (path := theorem.longest(question, measure)) is not None:
        return path._claiming(measure)
    from gridwalk.anytime.longest import long_path  # few ask for it

    return long_path(question.running(), measure, enough)


def why_not(question: Question) -> str | None:
    """Return why no long path is searched for, in one sentence; None: one is."""
    if question.tour or question.is_conditional or question.has_open_ends:
        return f"it searches among all paths from given starts to given exits, not {question.described}"
    return None


def _exact(question: Question, measure: Measure) -> Path | None:
    try:
        return single.longest(question, measure)
    except HopelessError as error:
        if question.is_conditional:
            raise
        raise HopelessError(error.reason, "longest(seconds=10) finds a long path, with a bound") from None
