"""The resources of an engine for one answer."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from gridwalk.runtime.limits import Limits
from gridwalk.runtime.memory import MIN_MEMORY, UNLIMITED, MemoryBudget

if TYPE_CHECKING:
    from gridwalk.runtime.workers import TaskWorkers


@dataclass(frozen=True)
class Resources:
    """Memory and processors for one answer.

    Parameters
    ----------
    memory : int
        Bytes for states, tables and results.
    threads : int
        The maximum number of threads; default: one per processor.
    workers : TaskWorkers, optional
        The workers of an executor, which have all the memory and one thread each, or the folder where
        finished parts are stored.

    """

    memory: int = UNLIMITED
    threads: int = field(default_factory=lambda: os.cpu_count() or 1)
    workers: TaskWorkers | None = None

    @classmethod
    def within(cls, limits: Limits) -> Resources:
        """Return the resources within *limits*."""
        workers, memory = None, limits.memory_allowed
        if limits.has_tasks:
            from gridwalk.runtime.workers import TaskWorkers  # imports executors

            workers = TaskWorkers.of(limits if limits.has_workers else replace(limits, on=1))
            if not workers.are_here and limits.memory is None:  # they may share the memory of this machine
                memory = max(MIN_MEMORY, memory // workers.number)
        return cls(memory, limits.threads or os.cpu_count() or 1, workers)

    @property
    def of_task(self) -> Resources:
        """The resources of one task: a worker of an executor has one thread; no task has workers."""
        here = self.workers is None or self.workers.are_here
        return Resources(self.memory, self.threads if here else 1)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to a worker as the resources of a task."""
        return Resources, (self.memory, 1)

    def budget(self, doing: str = "the answer") -> MemoryBudget:
        """Return a new budget with all the memory."""
        return MemoryBudget(self.memory, doing)


DEFAULT_RESOURCES = Resources()
