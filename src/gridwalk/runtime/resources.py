"""The resources of an engine for one answer: memory, threads and workers."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from gridwalk.runtime.limits import Limits, On, Watch
from gridwalk.runtime.memory import MIN_MEMORY, UNLIMITED, MemoryBudget
from gridwalk.runtime.parts import Parts
from gridwalk.runtime.tasks import Task, run_tasks, useful

T = TypeVar("T")

SUPPOSED_WORKERS = 8  # workers of an executor of unknown size


def workers_of(on: On) -> int:
    """Return the approximate number of tasks that run in parallel."""
    if on is None:
        return useful(os.cpu_count() or 1)
    if isinstance(on, int):
        return useful(on)
    client = getattr(on, "_client", None)  # Dask's
    if client is not None and hasattr(client, "nthreads"):
        return sum(client.nthreads().values()) or SUPPOSED_WORKERS
    return int(getattr(on, "_max_workers", None) or SUPPOSED_WORKERS)


@dataclass(frozen=True)
class TaskWorkers:
    """The threads or the executor that compute tasks; *parts* is the folder where results are stored."""

    on: On
    parts: Parts | None

    @classmethod
    def of(cls, limits: Limits) -> TaskWorkers:
        """Return the workers for an answer within *limits*."""
        return cls(limits.on, None if limits.keep is None else Parts(limits.keep))

    @property
    def are_here(self) -> bool:
        """Whether tasks run in this process."""
        return self.on is None or isinstance(self.on, int)

    @property
    def number(self) -> int:
        """The approximate number of tasks that run in parallel."""
        return workers_of(self.on)

    def results(self, tasks: Sequence[Task], watch: Watch) -> list[Any]:
        """Return the results of *tasks*, in order, and report progress; for errors see `run_tasks`."""
        found: dict[int, Any] = {}
        kind = tasks[0].name.rpartition("-")[0] if tasks else ""
        words = f"{kind}, " if kind else ""
        for number, result in run_tasks(
            tasks,
            self.number if self.on is None else self.on,
            self.parts,
            lambda: watch.check(len(found), 0, 0, f"{words}{len(found):,} of {len(tasks):,} tasks done"),
            deadline=watch.deadline,
        ):
            found[number] = result
        return [found[number] for number in range(len(tasks))]

    def result(self, task: Task, watch: Watch, here: Callable[[], T]) -> T:
        """Return the result of a single task; in this process, call *here* instead."""
        found: T
        if not self.are_here:
            (found,) = self.results([task], watch)
        else:
            found = here() if self.parts is None else self.parts.get(task.name, here)
        return found


@dataclass(frozen=True)
class Resources:
    """Memory and processors for one answer.

    Parameters
    ----------
    memory : int
        The memory limit in bytes.
    threads : int
        The maximum number of threads.  Default: one for each processor.
    workers : TaskWorkers, optional
        The workers of an executor, each with this memory and one thread; or the folder of finished parts.

    """

    memory: int = UNLIMITED
    threads: int = field(default_factory=lambda: os.cpu_count() or 1)
    workers: TaskWorkers | None = None

    @classmethod
    def within(cls, limits: Limits) -> Resources:
        """Return the resources within *limits*."""
        workers, memory = None, limits.memory_allowed
        if limits.has_tasks:
            workers = TaskWorkers.of(limits if limits.has_workers else replace(limits, on=1))
            if not workers.are_here and limits.memory is None:  # workers may run on this machine
                memory = max(MIN_MEMORY, memory // workers.number)
        return cls(memory, limits.threads or os.cpu_count() or 1, workers)

    @property
    def of_task(self) -> Resources:
        """The resources of one task: without workers, and with one thread in an executor."""
        here = self.workers is None or self.workers.are_here
        return Resources(self.memory, self.threads if here else 1)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the resources of one task."""
        return Resources, (self.memory, 1)

    def budget(self, doing: str = "the answer") -> MemoryBudget:
        """Return a new budget of the whole memory."""
        return MemoryBudget(self.memory, doing)


DEFAULT_RESOURCES = Resources()
