"""What an engine understands of a question: it names the conditions, and a question with another is refused.

All know the board, starts and exits, and what makes another board: cells, edges and moves to avoid.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import KEEP, Flag, auto
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from gridwalk.errors import QuestionError

P = ParamSpec("P")
T = TypeVar("T")


class Knows(Flag, boundary=KEEP):
    """Conditions of a question: those that it `needs` an engine to know, and those that an engine knows."""

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
    LIMITS = KEPT | EXECUTOR  # finished parts of an answer are stored, or done by workers
    PATHS = ANYWHERE | FILTERED
    ANY = PATHS | CYCLES | TOURS | UNDIRECTED | NETWORK  # of a definition
    ANY_BY_WORKERS = ANY | EXECUTOR
    ALL = ANY | LIMITS


PLAIN = Knows(0)  # paths from given starts to given exits, within no limits
# What an engine, or a verb, says of a condition that it does not name.
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
# What a network answers in place of a verb that is for boards.
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
    """A question, as far as its conditions go."""

    @property
    def needs(self) -> Knows:
        """The conditions that an engine must know."""


Q = TypeVar("Q", bound=HasConditions)


def why_unknown(question: HasConditions, known: Knows) -> str | None:
    """Return why an engine with that knowledge cannot answer, in words; None: it knows all conditions."""
    missing = unmet(question, known)
    if not missing:
        return None
    reasons = [words for flag, words in WORDS.items() if flag in missing]
    named = sum(flag._value_ for flag in Knows)
    return "; ".join(reasons + [UNNAMED] * bool(missing._value_ & ~named)) or None


def refuse_unknown(question: HasConditions, known: Knows, verb: str) -> None:
    """Raise `QuestionError` if the question has a condition, or a limit, that a *verb* does not know."""
    if not question.needs._value_ & ~known._value_:
        return
    missing = unmet(question, known)
    for limit, (name, words) in LIMITS.items():
        if limit in missing:
            raise QuestionError(f"within({name}=...)", words.format(verb))
    if (reason := why_unknown(question, known)) is not None:
        other = OF_NETWORKS.get(verb) if Knows.NETWORK in missing else None
        raise QuestionError(verb, reason if other is None else f"{reason}; of a network ask {other}")


def unmet(question: HasConditions, known: Knows) -> Knows:
    """Return the conditions that are not known, also such as have no name."""
    return Knows(question.needs._value_ & ~known._value_)  # `~` of a flag leaves out what has no name


def answers(
    known: Knows, verb: str = ""
) -> Callable[[Callable[Concatenate[Q, P], T]], Callable[Concatenate[Q, P], T]]:
    """Declare what a function of a question knows; it refuses all else, under the name of a *verb*."""
    others = ~known._value_

    def declared(function: Callable[Concatenate[Q, P], T]) -> Callable[Concatenate[Q, P], T]:
        @wraps(function)
        def asked(question: Q, /, *args: P.args, **options: P.kwargs) -> T:
            if question.needs._value_ & others:
                refuse_unknown(question, known, verb or f"{function.__name__}()")
            return function(question, *args, **options)

        return asked

    return declared
