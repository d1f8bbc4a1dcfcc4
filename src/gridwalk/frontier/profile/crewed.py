"""The partitions of a sweep as tasks: of threads, of processes, or of machines that share a directory.

A task reads files of the round before and writes one; nothing else travels but its number.  So it may be done
twice, by a worker that was given up and by another, and whoever asks the same question of the same
directory goes on from the files.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from gridwalk.frontier.profile.cutting import FEWEST_COLUMNS
from gridwalk.frontier.profile.ondisk import DiskSweep, Perform, RoundFiles, cutting_of, directory_for
from gridwalk.frontier.profile.partitions import Partitions
from gridwalk.frontier.profile.plan import ProfilePlan, make_plan
from gridwalk.frontier.profile.roles import CellRoles
from gridwalk.frontier.profile.store import FORMAT
from gridwalk.frontier.profile.sweep import ProfileAlgebra
from gridwalk.runtime.checkpoint import Answer, Checkpoint
from gridwalk.runtime.crew import Crew
from gridwalk.runtime.limits import TaskWatch, Watch
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.tasks import Task, run_tasks
from gridwalk.runtime.tuning import tuning


@dataclass(frozen=True)
class SharedSweep:
    """What a worker has to know of the sweep of a residue."""

    question: CellRoles
    number: int
    grades: int
    files: RoundFiles

    def made(self, plan: ProfilePlan | None = None) -> DiskSweep:
        """Return the sweep; its partitions are made once in a process."""
        algebra = ProfileAlgebra.counting(self.number, self.grades)
        kept = self.files.kept
        key = kept.question, kept.plan, algebra.dtype, self.files.capacity
        with _lock:
            if key not in _made:
                clock = TaskWatch()
                plan = plan or make_plan(self.question)
                cutting = cutting_of(plan, algebra)
                _made.clear()
                _made[key] = Partitions(
                    plan, cutting, self.files.capacity, lambda done: clock.check(done, 0, 0)
                )
            return DiskSweep(_made[key], algebra, self.files)


_made: dict[object, Partitions] = {}
_lock = Lock()


def forget_made() -> None:
    """Forget the partitions that this process has made."""
    with _lock:
        _made.clear()


def sweep_partition(shared: SharedSweep, number: int, partition: int) -> None:
    """Sweep, in a worker, a partition through a round, unless that is done."""
    if shared.files.path(number, partition).exists():
        return
    sweep, clock = shared.made(), TaskWatch()
    sweep.task(number, partition, sweep.before(number), lambda _: None, lambda: clock.check(0, 0, 0))


@dataclass(frozen=True)
class PartitionCrew:
    """A crew that sweeps partitions, and what it needs for any residue of a question."""

    crew: Crew
    question: CellRoles
    plan: ProfilePlan
    grades: int
    resources: Resources

    def capacity(self, number: int) -> int | None:
        """Return how many bytes a partition may take modulo *number*; None: the residue is better one task.

        So it is where its table fits in the memory of a worker, where words cannot be cut so far, and where
        the workers share no directory.
        """
        cutting = cutting_of(self.plan, ProfileAlgebra.counting(number, self.grades))
        if self.plan.states * cutting.width <= self.resources.memory or self.plan.places - 1 < FEWEST_COLUMNS:
            return None
        if self.resources.spill_directory is None or not self._has_directory:
            return None
        capacity, _ = cutting.capacity(self.resources.memory, 1)
        tuned = tuning().partition
        if tuned is not None:
            capacity = max(tuned, cutting.least)
        return capacity if capacity >= cutting.least else None

    @property
    def _has_directory(self) -> bool:
        """Whether the workers see one directory: that of the journal, or all of this machine."""
        if self.crew.journal is not None:
            return "://" not in self.crew.journal.directory
        return self.crew.is_here or type(self.crew.on).__module__ == "concurrent.futures.process"

    @contextmanager
    def _kept(self) -> Iterator[Checkpoint]:
        """Yield where the rounds are, locked."""
        asked, order = ("planar", "partitions", *self.question.facts), (FORMAT, self.plan.facts)
        journal = self.crew.journal
        kept = None if journal is None else Checkpoint(Path(journal.directory), asked, order)
        with directory_for(self.resources, kept) as place, place.locked():
            yield place

    def totals(self, number: int, capacity: int, name: str, watch: Watch) -> Answer:
        """Return how many there are by number of cells, modulo *number*; the journal has that by *name*."""
        journal = self.crew.journal
        if journal is not None and (known := journal.find(name)) is not None:
            found: Answer = known.value
            return found
        began = time.monotonic()
        algebra = ProfileAlgebra.counting(number, self.grades)
        with self._kept() as kept:
            needed = 2 * self.plan.states * cutting_of(self.plan, algebra).width
            residue = f"residue-{number:x}-{self.grades}-{capacity}"
            files = RoundFiles(kept, residue, journal is not None, needed, capacity)
            files.check_room()
            shared = SharedSweep(self.question, number, self.grades, files)
            sweep = shared.made(self.plan)
            closed = sweep.run(self._perform(shared, len(sweep.partitions.rounds), watch))
            found = {used: total % number for used, total in algebra.totals(closed).items()}
            if journal is not None:
                journal.save(name, found, time.monotonic() - began)
            kept.forget(f"{residue}-")
        forget_made()
        return found

    def _perform(self, shared: SharedSweep, rounds: int, watch: Watch) -> Perform:
        done = 0

        def perform(number: int, todo: list[int]) -> None:
            nonlocal done
            here = 0

            def check() -> None:
                words = f"round {number + 1} of {rounds}, {here:,} of {len(todo):,} partitions done"
                watch.check(done, 0, 0, words)

            tasks = [Task(f"partition-{number}-{p}", sweep_partition, (shared, number, p)) for p in todo]
            on = self.crew.workers if self.crew.on is None else self.crew.on
            for _ in run_tasks(tasks, on, None, check, deadline=watch.deadline):
                done, here = done + 1, here + 1

        return perform
