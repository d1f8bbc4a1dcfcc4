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


class Conditions(Flag, boundary=KEEP):
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


PLAIN = Conditions(0)  # paths from given starts to given exits, without limits
# The reason of the error for each condition that is not declared.
WORDS = {
    Conditions.ANYWHERE: "it supports only paths from given starts to given exits",
    Conditions.CELLS: "it does not support cells that a path must visit",
    Conditions.EDGES: "it does not support edges that a path must take",
    Conditions.LENGTHS: "it does not support given lengths",
    Conditions.CYCLES: "it does not support cycles",
    Conditions.TOURS: "it does not support tours",
    Conditions.NETWORK: "it is for boards, with rows and columns",
    Conditions.UNDIRECTED: "it does not support tours without direction",
}
# The verb to use on a network, by the verb for boards.
OF_NETWORKS = {
    "all_shortest()": "nearly_shortest(0)",
    "refutation()": "is_empty()",
    "trace()": "find(), whose path holds the number of expanded nodes",
}
UNNAMED = "it does not support one of the conditions"
LIMITS = {
    Conditions.KEPT: ("keep", "only counts (by sweeps) have parts that are stored, {} has not"),
    Conditions.EXECUTOR: (
        "on",
        "only counts (by sweeps) and estimates have parts that workers can do, {} has not",
    ),
}


class HasConditions(Protocol):
    """A question, seen through its conditions."""

    @property
    def needs(self) -> Conditions:
        """The conditions that an engine must support."""


Q = TypeVar("Q", bound=HasConditions)


def answers(
    supported: Conditions, verb: str
) -> Callable[[Callable[Concatenate[Q, P], T]], Callable[Concatenate[Q, P], T]]:
    """Declare the conditions that a function of a question supports.

    The function raises `QuestionError`, which names the *verb*, if the question has another condition.

    >>> from gridwalk import Board
    >>> @answers(Conditions.ANYWHERE | Conditions.LENGTHS, "width()")
    ... def width(question):
    ...     return question.board.columns
    >>> width(Board.rectangle(3, 4).paths().of_length(7)._question)
    4
    >>> width(Board.rectangle(3, 4).cycles()._question)
    Traceback (most recent call last):
        ...
    gridwalk.errors.QuestionError: width() does not fit here: it does not support cycles
    """

    def declared(function: Callable[Concatenate[Q, P], T]) -> Callable[Concatenate[Q, P], T]:
        @wraps(function)
        def asked(question: Q, /, *args: P.args, **options: P.kwargs) -> T:
            if question.needs is not PLAIN:
                refuse_unsupported(question, supported, verb)
            return function(question, *args, **options)

        return asked

    return declared


def refuse_unsupported(question: HasConditions, supported: Conditions, verb: str) -> None:
    """Raise `QuestionError` if the question has a condition or limit that is not *supported*."""
    missing = unmet(question, supported)
    for limit, (name, words) in LIMITS.items():
        if limit in missing:
            raise QuestionError(f"within({name}=...)", words.format(verb))
    if (reason := why_unsupported(question, supported)) is not None:
        other = OF_NETWORKS.get(verb) if Conditions.NETWORK in missing else None
        raise QuestionError(
            verb,
            reason
            if other is None
            else Message("{reason}; of a network ask {other}", reason=reason, other=other),
        )


def why_unsupported(question: HasConditions, supported: Conditions) -> str | None:
    """Return why an engine with the conditions *supported* cannot answer the question; None if it can."""
    missing = unmet(question, supported)
    reasons = [words for flag, words in WORDS.items() if flag in missing]
    has_unnamed = missing.value >= 1 << len(Conditions)
    return joined("{one}; {other}", reasons + [UNNAMED] * has_unnamed) or None


def unmet(question: HasConditions, supported: Conditions) -> Conditions:
    """Return the conditions of the question that are not *supported*, including those without a name."""
    needs = question.needs
    return needs ^ (needs & supported)  # `~supported` does not include conditions without a name
