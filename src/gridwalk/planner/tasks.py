"""Answers that are kept, and questions that are parts of others, as tasks for workers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

import numpy as np

from gridwalk.answers import linkage
from gridwalk.answers.path import Path
from gridwalk.questions.knows import Knows
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.tuning import tuning

if TYPE_CHECKING:
    from gridwalk.frontier.estimate import Estimate
    from gridwalk.runtime.tasks import Task

# The folders of kernels of all engines that may count.
COUNTING = ("frontier", "frontier.simpath", "frontier.halves", "listing", "shrink", "tours")

P = ParamSpec("P")
T = TypeVar("T")


class TaskQuestion(Protocol):
    """A question that a worker can be asked."""

    @property
    def limits(self) -> Limits:
        """The limits of an answer."""

    @property
    def facts(self) -> tuple[object, ...]:
        """All that an answer depends on, but for limits."""

    @property
    def of_task(self) -> Any:
        """The question for a worker."""

    def limited(self, limits: Limits) -> Any:
        """Return the question with other limits."""


Q = TypeVar("Q", bound=TaskQuestion)
# Kind, function, question.
ToCount: TypeAlias = "tuple[str, Callable[[Any], int], TaskQuestion]"


def one_task(kind: str, function: Callable[..., Any], question: TaskQuestion) -> Task:
    """Return the task to ask *function* about *question*, a part of another."""
    from gridwalk.runtime.tasks import Task, read_number, read_numbers, task_name

    part: Any = question.of_task
    memory = Resources.within(question.limits).memory
    part = part.limited(replace(part.limits, memory=memory))
    reads = read_numbers if kind == "lengths" else read_number
    return Task(task_name(kind, question.facts, kernels=COUNTING), function, (part,), reads)


def is_worth_it(estimate: Estimate) -> bool:
    """Whether there is enough to do for a task; what takes a moment is done here."""
    return estimate.seconds >= tuning().worth_a_task


# ---------------------------------------------------------------------------- kept answers


@dataclass(frozen=True)
class AnswerForm:
    """How an answer is kept: as plain data, and back, for a question; an error if it is none."""

    pack: Callable[[Any], Any]
    unpack: Callable[[Any, Any], Any]


def _number(value: Any, _: object) -> int:
    from gridwalk.runtime.tasks import read_number

    read_number(value)
    return int(value)


def _numbers(value: Any, _: object) -> dict[int, int]:
    from gridwalk.runtime.tasks import read_numbers

    read_numbers(value)
    return dict(value)


def _table(value: Any, question: Any) -> Any:
    from gridwalk.runtime.tasks import read_number

    table = np.array(value, object)
    if table.shape != question.grid.shape:
        raise ValueError("it is of another board")
    for number in table.flat:
        read_number(number)
    return table


def _packed_members(members: Sequence[Any]) -> Any:
    """Return paths, or linkages of as many paths, as arrays of all their cells."""
    paths: list[Path] = [path for one in members for path in ([one] if isinstance(one, Path) else one)]
    ends = np.cumsum([0, *(len(path.cells) for path in paths)])
    cells = np.concatenate([np.zeros((0, 2), np.int32), *(path.cells for path in paths)])
    each = 0 if not members or isinstance(members[0], Path) else len(members[0])
    words = [(path.best, path.by, path.expanded, path.backtracks) for path in paths]
    return cells, ends, each, words, any(path.closed for path in paths)


def _members(value: Any, question: Any) -> list[Any]:
    cells, ends, each, words, closed = value
    grid, (row, column) = question.grid, cells.T
    inside = (cells >= 0).all() and (column < grid.columns).all()
    if not (inside and grid._passable[row * grid.columns + column].all()):
        raise ValueError("a path enters a closed cell")
    paths = []
    for (first, end), (best, *found) in zip(pairwise(ends.tolist()), words, strict=True):
        path = Path._found(question.grid, cells[first:end], closed, *found)
        paths.append(path._claiming(best) if best else path)
    return [linkage.Linkage(paths[n : n + each]) for n in range(0, len(paths), each)] if each else paths


NUMBER = AnswerForm(lambda value: value, _number)
NUMBERS = AnswerForm(lambda value: value, _numbers)
TABLE = AnswerForm(lambda value: np.asarray(value).tolist(), _table)
MEMBERS = AnswerForm(_packed_members, _members)
MEMBER = AnswerForm(
    lambda one: _packed_members([] if one is None else [one]),
    lambda value, question: next(iter(_members(value, question)), None),
)


def keeps(
    verb: str,
    form: AnswerForm = NUMBER,
    *,
    saves: Knows = Knows.LIMITS,
    tells: Callable[..., tuple[object, ...]] = lambda *_, **__: (),
) -> Callable[[Callable[Concatenate[Q, P], T]], Callable[Concatenate[Q, P], T]]:
    """Declare that the answer of a function of a question is kept: what is there is it, whoever made it.

    Parameters
    ----------
    verb : str
        What is asked, with the *kind* of `one_task` for the same.
    form : AnswerForm
        Of the answer.
    saves : Knows
        What the function keeps by itself on the way: states, results of parts.  What keeps nothing is not
        told of *keep*.
    tells : callable
        Given all but the question, returns what the answer depends on.

    """

    def declared(function: Callable[Concatenate[Q, P], T]) -> Callable[Concatenate[Q, P], T]:
        @wraps(function)
        def asked(question: Q, /, *args: P.args, **options: P.kwargs) -> T:
            keep = question.limits.keep
            if keep is None:
                return function(question, *args, **options)
            from gridwalk.runtime.results import Results
            from gridwalk.runtime.tasks import task_name

            results = Results(keep)
            name = task_name(verb, question.facts, *tells(*args, **options), kernels=COUNTING)
            if (known := results.find(name)) is not None:
                with results.naming(name):
                    found: T = form.unpack(known.value, question)
                    return found
            began = time.monotonic()
            if (Knows.PARTS if question.limits.has_tasks else Knows.SAVED) & saves:
                answer = function(question, *args, **options)
            else:
                answer = function(question.limited(replace(question.limits, keep=None)), *args, **options)
            if (seconds := time.monotonic() - began) >= tuning().worth_saving:
                results.save(name, form.pack(answer), seconds)
            return answer

        return asked

    return declared
