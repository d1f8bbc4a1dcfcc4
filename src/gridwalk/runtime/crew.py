"""The crew of a question: who does its tasks, and where their results are kept."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gridwalk.runtime.limits import Limits, On, Watch
from gridwalk.runtime.results import Results
from gridwalk.runtime.tasks import Task, run_tasks
from gridwalk.runtime.threads import useful

SUPPOSED_WORKERS = 8  # workers, where nobody says how many there are


def workers_of(on: On) -> int:
    """Return how many tasks are done at a time, about: for who does not want many more in advance."""
    if on is None:
        return useful(os.cpu_count() or 1)
    if isinstance(on, int):
        return useful(on)
    client = getattr(on, "_client", None)  # Dask's
    if client is not None and hasattr(client, "nthreads"):
        return sum(client.nthreads().values()) or SUPPOSED_WORKERS
    return int(getattr(on, "_max_workers", None) or SUPPOSED_WORKERS)


@dataclass(frozen=True)
class Crew:
    """Who does the tasks of an answer: threads, or the workers of an executor; perhaps results are kept."""

    on: On
    kept: Results | None

    @classmethod
    def of(cls, limits: Limits) -> Crew:
        """Return who does the tasks of an answer within *limits*."""
        return cls(limits.on, None if limits.keep is None else Results(limits.keep))

    @property
    def is_here(self) -> bool:
        """Whether it is threads of this process."""
        return self.on is None or isinstance(self.on, int)

    @property
    def workers(self) -> int:
        """How many tasks are done at a time, about; each in one thread."""
        return workers_of(self.on)

    def plan(self, tasks: Sequence[Task], watch: Watch) -> None:
        """Note, where results are kept, that the question consists of the *tasks*."""
        if self.kept is not None and tasks:
            question, key = watch.asked()
            self.kept.plan(f"{_plural(_kind(tasks))} of {question}", [task.name for task in tasks], key)

    def results(self, tasks: Sequence[Task], watch: Watch, *, planned: bool = True) -> list[Any]:
        """Return the results of the *tasks*, in order; errors are those of `run_tasks`.

        The clock is told how many are done.  *planned*: whether the tasks are first noted by `plan`.
        """
        found: dict[int, Any] = {}
        words = f"{_kind(tasks)}, " if _kind(tasks) else ""
        if planned:
            self.plan(tasks, watch)
        for number, result in run_tasks(
            tasks,
            self.workers if self.on is None else self.on,
            self.kept,
            lambda: watch.check(len(found), 0, 0, f"{words}{len(found):,} of {len(tasks):,} tasks done"),
            deadline=watch.deadline,
        ):
            found[number] = result
        return [found[number] for number in range(len(tasks))]

    def result(self, task: Task, watch: Watch) -> Any:
        """Return the result of a question that is one task."""
        return self.results([task], watch)[0]


def _kind(tasks: Sequence[Task]) -> str:
    """Return what the tasks are, by the name of the first."""
    return tasks[0].name.rpartition("-")[0] if tasks else ""


def _plural(kind: str) -> str:
    """Return the plural of what tasks are.

    >>> _plural("residue"), _plural("symmetry"), _plural("halves")
    ('residues', 'symmetries', 'halves')
    """
    if kind.endswith("s"):
        return kind
    return f"{kind.removesuffix('y')}ies" if kind.endswith("y") else f"{kind}s"
