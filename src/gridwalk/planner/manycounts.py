"""Counts of many sets at a time: each is a task, equal ones are one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from gridwalk.planner.counts import count_of_task
from gridwalk.planner.tasks import one_task
from gridwalk.questions.question import Question
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.memory import MIN_MEMORY


def count_all(questions: Sequence[Question], limits: Limits) -> list[int]:
    """Return how many paths each question has; *limits* are those of all together."""
    from gridwalk.runtime.crew import Crew  # brings executors along

    crew, each = Crew.of(limits), Limits(memory=limits.memory)
    if crew.is_here:  # they share one memory
        each = Limits(memory=max(MIN_MEMORY, limits.memory_allowed // crew.workers))
    tasks = [one_task("count", count_of_task, replace(question, limits=each)) for question in questions]
    different = {task.name: task for task in tasks}

    def asked() -> tuple[str, str]:
        from gridwalk.runtime.checkpoint import digest  # only journals ask

        return f"{len(different):,} sets", digest(*different)

    watch = Watch(limits, time.monotonic(), asked=asked)
    numbers = dict(zip(different, crew.results(list(different.values()), watch), strict=True))
    return [numbers[task.name] for task in tasks]
