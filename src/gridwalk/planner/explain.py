"""Which engine would answer a verb, what it would cost, and why not the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gridwalk.errors import UnknownChoiceError, UnsuitableAlgorithmError
from gridwalk.planner import counts, single, swept
from gridwalk.planner.tables import Explanation, Option, kind_of
from gridwalk.question import Question
from gridwalk.search.choice import suitable

EVERY_PATH = "a search visits every path"


def explain(question: Question, verb: str) -> Explanation:
    """Return the table of a verb, the chosen row marked."""
    UnknownChoiceError.check("verb", verb, tuple(EXPLAINED))
    question = question.running()
    return Explanation(verb, question.described, tuple(EXPLAINED[verb](question)))


def _at_once(question: Question) -> list[Option]:
    """Return the option of not looking at all, if that is enough."""
    found = counts.refutation(question)
    return [] if found is None else [Option("proof", f"there is none: {found.reason}", chosen=True)]


def _find(question: Question) -> list[Option]:
    return _at_once(question) or _ways(question, single.FIND)


def _ways(question: Question, tables: Mapping[str, Mapping[str, object]]) -> list[Option]:
    kind = kind_of(question)
    options = [Option(by, chosen=by == "auto") for by in tables[kind]]
    if kind == "conditional":
        options += [
            Option(by, f"no plain search finds {question.described}")
            for by in tables["paths"]
            if by not in tables[kind]
        ]
    return options


def _shortest(question: Question) -> list[Option]:
    if (options := _at_once(question)) or kind_of(question) != "paths":
        return options or _ways(question, single.SHORTEST)
    ends = len(question.starts_left or ()), len(question.exits_left or ())
    chosen = suitable(question.ground, "auto", *ends)
    for by in single.SHORTEST["paths"]:
        if by not in ("auto", "sweep"):
            try:
                suitable(question.ground, by, *ends)
                reason = "the fastest that is exact here" if by == chosen else None
            except UnsuitableAlgorithmError as error:
                reason = error.reason
            options.append(Option(by, reason, chosen=by == chosen))
    return options


def _counted(question: Question) -> list[Option]:
    return _at_once(question) or counts.options(question)


def _swept(question: Question) -> list[Option]:
    if options := _at_once(question):
        return options
    if question.tour:
        return _find(question)
    return [Option("list", EVERY_PATH), *swept.options(question)]


def _by_length(question: Question) -> list[Option]:
    if question.tour:
        return _counted(question)
    return _at_once(question) or [Option("list", EVERY_PATH), *swept.options(question, lengths=True)]


def _drawn(question: Question) -> list[Option]:
    return _at_once(question) or [Option("list", EVERY_PATH), *swept.options(question)]


EXPLAINED: Mapping[str, Callable[[Question], list[Option]]] = {
    "find": _find,
    "shortest": _shortest,
    "longest": _swept,
    "count": _counted,
    "lengths": _by_length,
    "sample": _drawn,
}
