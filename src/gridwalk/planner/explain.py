"""The engine that would answer a verb, its estimated cost, and why the others do not."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from tempfile import TemporaryDirectory

from gridwalk.algorithms import algorithm, names
from gridwalk.errors import UnknownChoiceError
from gridwalk.planner import counts, longest, ordered, single, swept, tours, within
from gridwalk.planner.tables import EVERY_PATH, Explanation, Option
from gridwalk.questions.knows import Knows, answers
from gridwalk.questions.question import Question
from gridwalk.search import run
from gridwalk.search.choice import are_far, choose, why_unsuitable
from gridwalk.search.query import is_varied

ROUTED = "legs routed round one another, with a bound that proves them, else a sweep"
BY_TURNS = "a short cut where there is one, else listing and sweep, whichever is over sooner"
WITHIN = "moves are counted along; where such lengths are common, paths are drawn among all"


SLOWER = Option("sweep", "the theorem needs no sweep over all paths")


@answers(Knows.ALL)
def explain(question: Question, verb: str) -> Explanation:
    """Return the table of a verb, the chosen row marked."""
    UnknownChoiceError.check("verb", verb, tuple(EXPLAINED))
    with _leaving_no_trace(question.running()) as asked:
        return Explanation(verb, asked.described, tuple(EXPLAINED[verb](asked)))


@contextmanager
def _leaving_no_trace(question: Question) -> Iterator[Question]:
    """Yield *question* with a directory to keep in that is there already, or else one for the moment."""
    keep = question.limits.keep
    if keep is None or "://" in os.fspath(keep) or os.path.exists(keep):
        yield question
        return
    with TemporaryDirectory() as directory:
        yield replace(question, limits=replace(question.limits, keep=directory))


def _at_once(question: Question) -> list[Option]:
    """Return the option of not looking at all, if that is enough."""
    found = counts.refutation(question)
    return [] if found is None else [Option("proof", f"there is none: {found.reason}", chosen=True)]


def _find(question: Question) -> list[Option]:
    if options := _at_once(question):
        return options
    if question.tour and not question.is_conditional:
        return tours.strategies(question)
    if question.is_conditional:
        return _with_conditions(question, single.FIND)
    return [
        Option(by, chosen=by == run.FIRST, note=algorithm(by, "paths").title)
        for by in single.FIND["paths"]
        if by != "auto"
    ]


def _with_conditions(
    question: Question, tables: Mapping[str, Mapping[str, object]], auto: str = BY_TURNS
) -> list[Option]:
    known, plain = tables["conditional"], tables["tours" if question.tour else "paths"]
    options = [Option(by, chosen=by == "auto", note=auto if by == "auto" else "") for by in known]
    reason = f"no plain search finds {question.described}"
    return options + [Option(by, reason) for by in plain if by not in known]


def _shortest(question: Question) -> list[Option]:
    if options := _at_once(question):
        return options
    if question.tour:
        return _swept(question) if is_varied(question.ground) else _find(question)
    if question.is_conditional:
        routes = question.needed and not question.is_cyclic
        return _with_conditions(question, single.SHORTEST, ROUTED if routes else BY_TURNS)
    if question.has_open_ends:
        return [Option(run.FIRST, chosen=True, note="a path of no move is the shortest")]
    grid, starts, exits = question.ground, question.starts_left or (), question.exits_left or ()
    chosen = choose(grid, len(starts), len(exits), far=are_far(grid, starts, exits))
    reasons = {by: why_unsuitable(grid, by, len(starts)) or None for by in names("shortest")}
    return [
        Option(by, reason, chosen=by == chosen, note="" if reason else algorithm(by).title)
        for by, reason in reasons.items()
    ]


def _counted(question: Question) -> list[Option]:
    return _at_once(question) or counts.options(question)


def _longest(question: Question) -> list[Option]:
    if question.tour:
        return _find(question)
    reason = longest.why_no_theorem(question)
    if reason is None:
        return [
            Option(longest.THEOREM, chosen=True, note=longest.THEOREM_TITLE),
            Option("list", EVERY_PATH),
            SLOWER,
        ]
    return _at_once(question) or [Option(longest.THEOREM, reason), *_swept(question)]


def _swept(question: Question) -> list[Option]:
    return _at_once(question) or [Option("list", EVERY_PATH), *swept.explained(question)]


def _sampled(question: Question) -> list[Option]:
    if not question.has_given_lengths:
        return _swept(question)
    return _at_once(question) or [Option("list", EVERY_PATH), Option("simpath", chosen=True, note=WITHIN)]


def _by_length(question: Question) -> list[Option]:
    if question.tour:
        return _counted(question)
    return _at_once(question) or [Option("list", EVERY_PATH), *within.explained(question)]


def _in_order(question: Question) -> list[Option]:
    return _at_once(question) or ordered.options(question)


EXPLAINED: Mapping[str, Callable[[Question], list[Option]]] = {
    "find": _find,
    "shortest": _shortest,
    "longest": _longest,
    "count": _counted,
    "lengths": _by_length,
    "sample": _sampled,
    "in_order": _in_order,
}
