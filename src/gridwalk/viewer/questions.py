"""The questions of the page, a table, and the one function that answers them; no web code.

If the algorithm keeps an event log, the answer is a *film*: the log with the path found.  Otherwise the
answer is a path, or a number in decimal digits, because numbers in JavaScript are not exact.  If the
library knows at once that no path exists, the answer is the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from gridwalk.algorithmrow import Algorithm
from gridwalk.algorithms import rows
from gridwalk.answers.trace import Trace
from gridwalk.errors import UnknownChoiceError
from gridwalk.viewer import answers, comparison, play
from gridwalk.viewer.asked import Answer, Asked

AUTOMATIC = "automatic"


class PageQuestion(NamedTuple):
    """A question of the page.

    Attributes
    ----------
    title, noun : str
        In its menu; what it finds.
    answer : callable
        Answers an `Asked`.
    verb, of : str
        Of the registry of algorithms: the verb, for sets of the kind *of*; no verb: there is one way.
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

    title: str
    noun: str
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
    "find": PageQuestion("Find a path", "path", answers.found, "find", auto=AUTOMATIC, is_film=True,
                         auto_last=True),
    "shortest": PageQuestion("Shortest path", "path", answers.shortest, "shortest", auto=AUTOMATIC,
                             is_film=True, auto_last=True),
    "list": PageQuestion("List all paths", "path", answers.listed, "list", is_film=True),
    "order": PageQuestion("Paths, shortest first", "path", answers.first_in_order, "in_order"),
    "count": PageQuestion("Count all paths", "path", answers.counted, "count", auto=AUTOMATIC),
    "lengths": PageQuestion("Count by length", "path", answers.by_length, "count", only=("sweep",)),
    "estimate": PageQuestion("Count, about", "path", answers.estimated, "estimate"),
    "longest": PageQuestion("Longest path", "path", answers.longest, "longest", auto=AUTOMATIC),
    "sample": PageQuestion("A random path", "path", answers.at_random, "sample"),
    "cycle": PageQuestion("Longest cycle", "cycle", answers.longest_cycle, "longest",
                          members="cycles", only=("sweep",)),
    "cycles": PageQuestion("Count all cycles", "cycle", answers.counted, "count",
                           members="cycles", auto=AUTOMATIC),
    "tour": PageQuestion("Tour of all cells", "tour", answers.found, "find", "tours", "tours",
                         auto=AUTOMATIC, is_film=True),
    "closed": PageQuestion("Closed tour", "closed tour", answers.found, "find", "tours", "closed",
                           auto=AUTOMATIC, is_film=True),
    "tours": PageQuestion("Count all tours", "tour", answers.counted, "count", "tours", "tours",
                          auto=AUTOMATIC),
    "closedtours": PageQuestion("Count all closed tours", "closed tour", answers.counted, "count", "tours",
                                "closed", auto=AUTOMATIC),
}  # fmt: skip
BESIDE: Mapping[str, Callable[[Asked], Answer]] = {  # asked by buttons, not in the menu
    "play": play.play,
    "hint": play.hint,
    "table": comparison.table,
}
QUESTIONS: Mapping[str, tuple[str, ...]] = {name: asked.names for name, asked in PAGE_QUESTIONS.items()}
FILMS: Mapping[str, tuple[str, ...]] = {
    name: QUESTIONS[name] for name, asked in PAGE_QUESTIONS.items() if asked.is_film
}


def check_question(question: str, by: str) -> None:
    """Raise `UnknownChoiceError` for an unknown question or algorithm."""
    UnknownChoiceError.check("question", question, QUESTIONS)
    UnknownChoiceError.check("by", by, QUESTIONS[question])


def answer(question: str, asked: Asked) -> Answer:
    """Return the answer; its data say what was asked, and by which algorithm it was found."""
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
