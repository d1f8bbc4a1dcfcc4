"""The table of the page's questions: their answers, menu entries and reasons to refuse; no web code.

If the algorithm has an event log, the answer is a *film*: the log with the path found.  Otherwise the answer
is a path, or a number in decimal digits, because numbers in JavaScript are not exact.  If it is clear at once
that no path exists, the answer is the reason.  `choices` returns the table for the page, whose words are in
`questions.js`; `offers` returns the reasons why questions cannot be asked of a board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from gridwalk.algorithms import Algorithm, rows
from gridwalk.answers.trace import Trace
from gridwalk.draw.pagedata import algorithm_data, known_names
from gridwalk.errors import check_choice
from gridwalk.makers.table import MAKERS
from gridwalk.planner import traces
from gridwalk.planner.explain import why_not
from gridwalk.viewer import answers, comparison
from gridwalk.viewer.answers import BY_ITSELF
from gridwalk.viewer.asked import Answer, Asked, Words, sentence, told

AUTOMATIC = "automatic"


class PageQuestion(NamedTuple):
    """A question of the page.

    Attributes
    ----------
    answer : callable
        Answers an `Asked`.
    verb, of : str
        The verb in the registry of algorithms, for sets of the kind *of*; empty: there is one algorithm.
    members : str
        The set that it asks, as in `Asked`.
    only : tuple of str
        The algorithms of the verb that it takes; empty: all.
    auto : str
        The title of "auto"; empty: the question has no "auto".
    auto_last : bool
        Whether "auto" is the last choice of the menu; else it is the first, asked unless another is chosen.
    is_film : bool
        Whether the answer is an event log.

    """

    answer: Callable[[Asked], Answer]
    verb: str
    of: str = "paths"
    members: str = "paths"
    only: tuple[str, ...] = ()
    auto: str = ""
    is_film: bool = False
    auto_last: bool = False

    @property
    def algorithms(self) -> tuple[Algorithm, ...]:
        """The algorithms that the page offers; for a film those that keep an event log."""
        found = (row for row in rows(self.verb, self.of) if not self.only or row.name in self.only)
        return tuple(row for row in found if "trace" in row.verbs or not self.is_film)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the algorithms, with "auto", as the menu has them."""
        auto = ("auto",) if self.auto else ()
        known = tuple(row.name for row in self.algorithms)
        return known + auto if self.auto_last else auto + known


PAGE_QUESTIONS: Mapping[str, PageQuestion] = {
    "find": PageQuestion(answers.found, "find", auto=AUTOMATIC, is_film=True, auto_last=True),
    "shortest": PageQuestion(answers.shortest, "shortest", auto=AUTOMATIC, is_film=True, auto_last=True),
    "list": PageQuestion(answers.listed, "list", is_film=True),
    "order": PageQuestion(answers.first_in_order, "in_order"),
    "count": PageQuestion(answers.counted, "count", auto=AUTOMATIC),
    "lengths": PageQuestion(answers.by_length, "count", only=("sweep",)),
    "estimate": PageQuestion(answers.estimated, "estimate"),
    "longest": PageQuestion(answers.longest, "longest", auto=AUTOMATIC),
    "sample": PageQuestion(answers.at_random, "sample"),
    "cycle": PageQuestion(answers.longest_cycle, "longest", members="cycles", only=("sweep",)),
    "cycles": PageQuestion(answers.counted, "count", members="cycles", auto=AUTOMATIC),
    "tour": PageQuestion(answers.found, "find", "tours", "tours", auto=AUTOMATIC, is_film=True),
    "closed": PageQuestion(answers.found, "find", "tours", "closed", auto=AUTOMATIC, is_film=True),
    "tours": PageQuestion(answers.counted, "count", "tours", "tours", auto=AUTOMATIC),
    "closedtours": PageQuestion(answers.counted, "count", "tours", "closed", auto=AUTOMATIC),
}
BESIDE: Mapping[str, Callable[[Asked], Answer]] = {  # asked by buttons, not in the menu
    "play": comparison.play,
    "hint": comparison.hint,
    "table": comparison.table,
}
QUESTIONS: Mapping[str, tuple[str, ...]] = {name: asked.names for name, asked in PAGE_QUESTIONS.items()}
FILMS: Mapping[str, tuple[str, ...]] = {
    name: QUESTIONS[name] for name, asked in PAGE_QUESTIONS.items() if asked.is_film
}


def check_question(question: str, by: str) -> None:
    """Raise `ArgumentError` for an unknown question or algorithm."""
    check_choice("question", question, QUESTIONS)
    check_choice("by", by, QUESTIONS[question])


def answer(question: str, asked: Asked) -> Answer:
    """Return the answer; its data hold the question and the algorithm that found it."""
    if beside := BESIDE.get(question):
        found = beside(asked)
        return found._replace(data={"question": question, **found.data})
    check_question(question, asked.by)
    row = PAGE_QUESTIONS[question]
    found = row.answer(replace(asked, members=row.members))
    return found._replace(data={"question": question, "by": asked.by, **found.data})


def film(question: str, asked: Asked) -> Trace:
    """Return the event log of an algorithm of `FILMS`."""
    check_question(question, asked.by)
    row = PAGE_QUESTIONS[question]
    by: Any = "list" if question == "list" else asked.by
    return answers.traced(replace(asked, members=row.members), by, exact=question == "shortest")


def choices() -> dict[str, Any]:
    """Return all choices as values that JSON can hold."""
    return {
        "algorithms": {name: _algorithms(asked) for name, asked in PAGE_QUESTIONS.items()},
        **known_names(),
        "makers": {
            name: {
                "title": row.title,
                "texture": row.texture,
                "rooms": row.counts == "rooms",
                "code": row.pseudocode,
                "executed": row.lines_of_event,
            }
            for name, row in MAKERS.items()
        },
    }


def _algorithms(asked: PageQuestion) -> dict[str, Any]:
    """Return the algorithms of a question by name, in the order of the menu."""
    offered = {row.name: algorithm_data(row, asked.verb, is_film=asked.is_film) for row in asked.algorithms}
    if not asked.auto:
        return offered
    # The algorithm that "auto" takes is known only from the answer.
    unknown: dict[str, Any] = {
        "title": asked.auto,
        "code": [],
        "executed": {},
        "begin": [],
        "promise": [],
    }
    if asked.auto_last:  # the film shows its algorithm
        unknown["keeps"] = ""
    offered["auto"] = {**next(iter(offered.values())), **unknown}
    return {name: offered[name] for name in asked.names}


def offers(asked: Asked) -> dict[str, Any]:
    """Return the reasons why algorithms cannot answer: ``{question: {by: reason}}``."""
    refused: dict[str, dict[str, Words]] = {}
    for name, row in PAGE_QUESTIONS.items():
        question = replace(asked, members=row.members).all._question
        # A search for one path takes no cells to visit.
        alone = question.is_conditional and row.of == "paths" and row.verb in ("find", "shortest")
        for offered in row.algorithms:
            if reason := BY_ITSELF if alone else why_not(row.verb, offered.name, question):
                refused.setdefault(name, {})[offered.name] = told(sentence(reason))
    if watched := _watched(asked):
        refused["watch"] = watched
    return {"kind": "offers", "refused": refused}


def _watched(asked: Asked) -> dict[str, Words]:
    """Return the reasons why counts cannot be watched: of tours if the piece leaps, else of paths."""
    leaps = any(abs(step) > 1 for move in asked.board.moves.unwrapped.deltas for step in move)
    question = replace(asked, members="tours" if leaps else "paths").all._question
    reason = traces.why_no_film(question)
    return {"simpath": told(sentence(reason))} if reason else {}
