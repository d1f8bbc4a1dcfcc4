"""Questions that are parts of others, as tasks for workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from gridwalk.runtime.limits import Limits
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.tuning import tuning

if TYPE_CHECKING:
    from gridwalk.allpaths.estimate import Estimate
    from gridwalk.runtime.tasks import Task


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


# Kind, function, question.
ToCount: TypeAlias = "tuple[str, Callable[[Any], int], TaskQuestion]"


def one_task(kind: str, function: Callable[..., Any], question: TaskQuestion) -> Task:
    """Return the task to ask *function* about *question*, a part of another."""
    from gridwalk.runtime.tasks import Task, task_name

    part: Any = question.of_task
    memory = Resources.within(question.limits).memory
    part = part.limited(replace(part.limits, memory=memory))
    return Task(task_name(kind, question.facts), function, (part,))


def is_worth_it(estimate: Estimate) -> bool:
    """Whether there is enough to do for a task; what takes a moment is done here."""
    return estimate.seconds >= tuning().worth_a_task
