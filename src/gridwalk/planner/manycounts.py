"""Counts of many sets at a time: each is a task, equal ones are one."""

from __future__ import annotations

import time
from collections.abc import Sequence

from gridwalk.planner.tasks import ToCount, one_task
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.memory import MIN_MEMORY


def count_all(sets: Sequence[Sequence[ToCount]], limits: Limits) -> list[int]:
    """Return how many paths each set has, of disjoint parts; *limits* are those of all together."""
    from gridwalk.runtime.crew import Crew  # brings executors along

    crew, each = Crew.of(limits), Limits(memory=limits.memory)
    if crew.is_here:  # they share one memory
        each = Limits(memory=max(MIN_MEMORY, limits.memory_allowed // crew.workers))
    tasks = [
        [one_task(kind, count, question.limited(each)) for kind, count, question in parts] for parts in sets
    ]
    different = {task.name: task for parts in tasks for task in parts}

    def asked() -> tuple[str, str]:
        from gridwalk.runtime.checkpoint import digest  # only journals ask

        return f"{len(different):,} sets", digest(*different)

    watch = Watch(limits, time.monotonic(), asked=asked)
    numbers = dict(zip(different, crew.results(list(different.values()), watch), strict=True))
    return [sum(numbers[task.name] for task in parts) for parts in tasks]
