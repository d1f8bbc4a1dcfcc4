"""Longest paths: an exact one by a sweep, a long one with a bound, or the bound alone."""

from __future__ import annotations

from gridwalk.answers.path import Path
from gridwalk.errors import HopelessError, UnsuitableAlgorithmError, check_choice
from gridwalk.keywords import Measure
from gridwalk.longest import bound as bounds
from gridwalk.longest import longest as anytime
from gridwalk.longest.bound import Bound
from gridwalk.planner import listed, single, swept
from gridwalk.question.conditions import Conditions, answers, refuse_unsupported, why_unsupported
from gridwalk.question.enough import EXACT, Enough
from gridwalk.question.question import Question
from gridwalk.runtime.limits import checked_seconds

VERB = "longest() within a gap, a time or steps"
LARGER = "; of all paths, also those that miss a cell or length asked for"
ANYWHERE_COSTS = "of paths that may start or end anywhere only moves are bounded, not costs"
ASKED = "no path of the set has more moves"
EXACT_BOUND = "exact: no path can return to a cell, so one pass over the moves finds the longest"


def longest(question: Question, measure: Measure = "length", enough: Enough = EXACT) -> Path | None:
    """Return a longest path, or within the limits of *enough* a long path with a bound."""
    if enough.is_exact or swept.acyclic(question) is not None:
        return _exact(question, measure)
    check_choice("measure", measure, listed.MEASURES)
    refuse_unsupported(question, Conditions.NETWORK, VERB)
    if question.why_empty is not None:
        return None
    return anytime.long_path(question.running(), measure, enough)


def why_not_anytime(question: Question) -> str | None:
    """Return the reason why the search for a long path does not apply; None if it does."""
    return why_unsupported(question, Conditions.LIMITS | Conditions.NETWORK)


@answers(Conditions.ANY, "longest()")
def longest_of_all(question: Question, measure: Measure = "length") -> Path | None:
    """Return a path of maximum length or cost."""
    check_choice("measure", measure, listed.MEASURES)
    if question.tour and measure == "length" and not question.board._lengths_vary:  # all have one length
        path = single.any_path(question)
    else:
        path = swept.best(question.running(), longest=True, by_cost=measure == "cost")
    return None if path is None else path._claiming(measure)


def _exact(question: Question, measure: Measure) -> Path | None:
    try:
        return longest_of_all(question, measure)
    except HopelessError as error:
        if question.is_conditional:
            raise
        raise HopelessError(error.reason, "longest(anytime=10) finds a long path, with a bound") from None


@answers(Conditions.PATHS | Conditions.CYCLES | Conditions.NETWORK, "bound()")
def bound(
    question: Question, measure: Measure = "length", seconds: float | None = None, *, induced: bool = False
) -> Bound | None:
    """Return an upper bound on the length or cost of a path; None if a quick proof shows that there is none.

    With conditions on cells or lengths the bound is that of a larger set, which its text names.
    """
    check_choice("measure", measure, listed.MEASURES)
    seconds = checked_seconds(seconds, "anytime")
    question = question.running()
    if question.why_empty is not None:
        return None
    if not induced and swept.acyclic(question) is not None:
        path = longest_of_all(question, measure)
        value = None if path is None else path.cost if measure == "cost" else path.length
        return None if value is None else bounds.Bound(value, EXACT_BOUND)
    closed, starts, exits = question.closed, question.starts_left, question.exits_left
    if not closed and single.any_path(question.unconditional()) is None:
        return None
    if not closed and None in (starts, exits) and measure == "cost":
        raise UnsuitableAlgorithmError("bound()", ANYWHERE_COSTS)
    given = question.ground, starts, exits, question.required, measure, question.watch(), seconds
    found = bounds.bound_of_paths(*given, cycles=closed, induced=induced)
    if found is None or not question.is_filtered:
        return found
    if measure == "length" and question.has_given_lengths:
        if found.value < question.min_length:
            return None
        if question.max_length is not None and question.max_length <= found.value:
            return bounds.Bound(question.max_length, ASKED)
    return bounds.Bound(found.value, found.by + LARGER)
