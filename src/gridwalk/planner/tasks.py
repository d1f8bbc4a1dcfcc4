"""Questions that are parts of others, as tasks for workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from gridwalk.questions.question import Question
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.tuning import tuning

if TYPE_CHECKING:
    from gridwalk.frontier.estimate import Estimate
    from gridwalk.planner.disjoint import PairQuestion
    from gridwalk.runtime.tasks import Task

# The folders of kernels of all engines that may count.
COUNTING = ("frontier", "frontier.simpath", "frontier.halves", "listing", "shrink", "tours")

# Of a part: kind, function, question.
ToCount: TypeAlias = "tuple[str, Callable[[Any], int], Question | PairQuestion]"


def one_task(kind: str, function: Callable[..., Any], question: Question | PairQuestion) -> Task:
    """Return the task to ask *function* about *question*, a part of another."""
    from gridwalk.runtime.tasks import Task, task_name
    from gridwalk.runtime.working import read_number, read_numbers

    part: Any = question.of_task
    memory = Resources.within(question.limits).memory
    part = replace(part, limits=replace(part.limits, memory=memory))
    reads = read_numbers if kind == "lengths" else read_number
    return Task(task_name(kind, question.facts, kernels=COUNTING), function, (part,), reads)


def is_worth_it(estimate: Estimate) -> bool:
    """Whether there is enough to do for a task; what takes a moment is done here."""
    return estimate.seconds >= tuning().worth_a_task
