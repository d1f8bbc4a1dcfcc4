"""The conditions of a question, and the decorator that declares which of them a function supports.

All functions support starts and exits, and avoided cells, edges and moves, because these only change the
board.  If a question has a condition that is not declared, even a new one, the function raises an error.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import KEEP, Flag, auto
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from gridwalk.errors import Message, QuestionError, joined

P = ParamSpec("P")
T = TypeVar("T")


class Knows(Flag, boundary=KEEP):
    """The conditions of a question (`Question.needs`), or those that an engine supports."""

    ANYWHERE = auto()
    CELLS = auto()
    EDGES = auto()
    LENGTHS = auto()
    CYCLES = auto()
    TOURS = auto()
    UNDIRECTED = auto()
    KEPT = auto()
    EXECUTOR = auto()
    NETWORK = auto()  # nodes and edges, without rows and columns

    FILTERED = CELLS | EDGES | LENGTHS
    LIMITS = KEPT | EXECUTOR  # parts of the answer are stored, or computed by workers
    PATHS = ANYWHERE | FILTERED
    ANY = PATHS | CYCLES | TOURS | UNDIRECTED | NETWORK  # any set, but no parts
    ANY_BY_WORKERS = ANY | EXECUTOR
    ALL = ANY | LIMITS


PLAIN = Knows(0)  # paths from given starts to given exits, without limits
# The reason of the error for each condition that is not declared.
WORDS = {
    Knows.ANYWHERE: "it knows no paths that may start or end anywhere, only given starts to given exits",
    Knows.CELLS: "it knows no cells that a path must visit",
    Knows.EDGES: "it knows no edges that a path must take",
    Knows.LENGTHS: "it knows no given lengths",
    Knows.CYCLES: "it knows no cycles",
    Knows.TOURS: "it knows no tours",
    Knows.NETWORK: "it is for boards, with rows and columns",
    Knows.UNDIRECTED: "it knows no tours without direction",
}
# The verb to use on a network, by the verb for boards.
OF_NETWORKS = {
    "all_shortest()": "nearly_shortest(0)",
    "refutation()": "is_empty()",
    "trace()": "find(), whose path knows how many nodes were expanded",
}
UNNAMED = "it does not know a condition that is set"
LIMITS = {
    Knows.KEPT: ("keep", "only counts (by sweeps) have parts that are stored, {} has not"),
    Knows.EXECUTOR: (
        "on",
        "only counts (by sweeps) and estimates have parts that workers can do, {} has not",
    ),
}


class HasConditions(Protocol):
    """A question, seen through its conditions."""

    @property
    def needs(self) -> Knows:
        """The conditions that an engine must support."""


Q = TypeVar("Q", bound=HasConditions)


def answers(
    known: Knows, verb: str
) -> Callable[[Callable[Concatenate[Q, P], T]], Callable[Concatenate[Q, P], T]]:
    """Declare the conditions that a function of a question supports.

    The function raises `QuestionError`, which names the *verb*, if the question has another condition.

    >>> from gridwalk import Board
    >>> @answers(Knows.ANYWHERE | Knows.LENGTHS, "width()")
    ... def width(question):
    ...     return question.board.columns
    >>> width(Board.rectangle(3, 4).paths().of_length(7)._question)
    4
    >>> width(Board.rectangle(3, 4).cycles()._question)
    Traceback (most recent call last):
        ...
    gridwalk.errors.QuestionError: width() does not fit here: it knows no cycles
    """

    def declared(function: Callable[Concatenate[Q, P], T]) -> Callable[Concatenate[Q, P], T]:
        @wraps(function)
        def asked(question: Q, /, *args: P.args, **options: P.kwargs) -> T:
            if question.needs:
                refuse_unknown(question, known, verb)
            return function(question, *args, **options)

        return asked

    return declared


def refuse_unknown(question: HasConditions, known: Knows, verb: str) -> None:
    """Raise `QuestionError` if the question has a condition or limit that is not *known*."""
    missing = unmet(question, known)
    for limit, (name, words) in LIMITS.items():
        if limit in missing:
            raise QuestionError(f"within({name}=...)", words.format(verb))
    if (reason := why_unknown(question, known)) is not None:
        other = OF_NETWORKS.get(verb) if Knows.NETWORK in missing else None
        raise QuestionError(
            verb,
            reason
            if other is None
            else Message("{reason}; of a network ask {other}", reason=reason, other=other),
        )


def why_unknown(question: HasConditions, known: Knows) -> str | None:
    """Return the reason why an engine that supports the *known* conditions cannot answer; None if it can."""
    missing = unmet(question, known)
    reasons = [words for flag, words in WORDS.items() if flag in missing]
    has_unnamed = missing.value >= 1 << len(Knows)
    return joined("{one}; {other}", reasons + [UNNAMED] * has_unnamed) or None


def unmet(question: HasConditions, known: Knows) -> Knows:
    """Return the conditions of the question that are not *known*, including those without a name."""
    needs = question.needs
    return needs ^ (needs & known)  # `~known` does not include conditions without a name
