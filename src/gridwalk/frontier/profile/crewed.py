"""The partitions of a sweep as tasks: of threads, of processes, or of machines that share a directory.

A task reads files of the round before and writes one; nothing else travels but its number.  So it may be done
twice, by a worker that was given up and by another, and whoever asks the same question of the same
directory goes on from the files.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock

from gridwalk.errors import KeepError
from gridwalk.frontier.profile.cutting import FEWEST_COLUMNS, Cutting
from gridwalk.frontier.profile.ondisk import (
    CUT,
    DiskSweep,
    Perform,
    RoundFiles,
    as_saved,
    cutting_of,
    directory_for,
    is_begun,
)
from gridwalk.frontier.profile.partitions import Partitions
from gridwalk.frontier.profile.plan import ProfilePlan, make_plan
from gridwalk.frontier.profile.roles import CellRoles
from gridwalk.frontier.profile.store import FORMAT
from gridwalk.frontier.profile.sweep import ProfileAlgebra
from gridwalk.runtime.checkpoint import Answer, Checkpoint
from gridwalk.runtime.crew import Crew
from gridwalk.runtime.limits import TaskWatch, Watch
from gridwalk.runtime.lock import InUseError, locked
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.tasks import Task, run_tasks
from gridwalk.runtime.tuning import POLL_EVERY, tuning


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


@contextmanager
def _waiting(lock: Path, check: Callable[[str], object]) -> Iterator[None]:
    """Take a lock; while waiting, call *check* with who holds it, and may raise."""
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(locked(lock))
                break
            except InUseError as error:
                check(error.holder)
                time.sleep(POLL_EVERY)
            except OSError as error:
                raise KeepError(lock, f"cannot be used: {error.strerror or error}") from error
        yield


@dataclass(frozen=True)
class PartitionCrew:
    """A crew that sweeps partitions, and what it needs for any residue of a question."""

    crew: Crew
    question: CellRoles
    plan: ProfilePlan
    grades: int
    resources: Resources

    def is_cut(self, number: int) -> bool:
        """Whether the residue modulo *number* is swept in partitions: it was begun so, or memory is short."""
        return is_begun(self._journal, self._residue(number)) or self._capacity(number) is not None

    def _capacity(self, number: int) -> int | None:
        """Return how many bytes a partition may take modulo *number*; None: the residue is better one task.

        So it is where its table fits in the memory of a worker, where words cannot be cut so far, and where
        the workers share no directory.
        """
        cutting = self._cutting(number)
        if self.plan.states * cutting.width <= self.resources.memory or self.plan.places - 1 < FEWEST_COLUMNS:
            return None
        if self.resources.spill_directory is None or not self._has_directory:
            return None
        capacity = self._room(cutting)
        return capacity if capacity >= cutting.least else None

    def _cutting(self, number: int) -> Cutting:
        return cutting_of(self.plan, ProfileAlgebra.counting(number, self.grades))

    def _residue(self, number: int) -> str:
        return f"residue-{number:x}-{self.grades}"

    def _room(self, cutting: Cutting, workers: int = 1) -> int:
        """Return how many bytes there are for partitions in the memory of some *workers*."""
        tuned = tuning().partition
        if tuned is not None:
            return workers * max(tuned, cutting.least)
        return cutting.capacity(workers * self.resources.memory, 1)[0]

    @property
    def _has_directory(self) -> bool:
        """Whether the workers see one directory: that of the journal, or all of this machine."""
        if self.crew.journal is not None:
            return "://" not in self.crew.journal.directory
        return self.crew.is_here or type(self.crew.on).__module__ == "concurrent.futures.process"

    @cached_property
    def _journal(self) -> Checkpoint | None:
        """The rounds in the journal; None: there is none, or it is no directory of this machine."""
        journal = self.crew.journal
        if journal is None or not self._has_directory:
            return None
        asked, order = ("planar", "partitions", *self.question.facts), (FORMAT, self.plan.facts)
        return Checkpoint(Path(journal.directory), asked, order)

    def totals(self, number: int, name: str, watch: Watch) -> Answer:
        """Return how many there are by number of cells, modulo *number*; the journal has that by *name*.

        Only one process at a time sweeps the residue; another one waits for its result.
        """
        kept, residue = self._journal, self._residue(number)
        if kept is None or self.crew.journal is None:
            with directory_for(self.resources, None) as place:
                return self._swept(number, place, watch)
        known = self.crew.journal.find(name)
        if known is not None and not is_begun(kept, residue):
            found: Answer = known.value
            return found
        lock = kept.path(f"lock-{residue}")
        with _waiting(lock, lambda holder: watch.check(0, 0, 0, f"{holder} sweeps this residue: waiting")):
            if (known := self.crew.journal.find(name)) is not None:
                found = known.value
            else:
                began = time.monotonic()
                with self.crew.journal.begun(name):
                    found = self._swept(number, kept, watch)
                    self.crew.journal.save(name, found, time.monotonic() - began)
            kept.forget(f"{residue}-round-")
            kept.forget(f"{residue}-")  # last, for it tells that there are rounds
        return found

    def _swept(self, number: int, kept: Checkpoint, watch: Watch) -> Answer:
        """Sweep the rounds of a residue that are still to come."""
        algebra, cutting = ProfileAlgebra.counting(number, self.grades), self._cutting(number)
        residue, lasting = self._residue(number), self.crew.journal is not None
        capacity, workers = self._capacity(number), self.crew.workers if self.crew.is_here else 1
        saved = kept.find(f"{residue}-{CUT}")
        if saved is not None:
            allowed, memory = self._room(cutting, workers), workers * self.resources.memory
            capacity, workers = as_saved(saved, allowed, workers, cutting, memory)
        assert capacity is not None
        files = RoundFiles(kept, residue, lasting, 2 * self.plan.states * cutting.width, capacity)
        files.check_room()
        if lasting and saved is None:
            kept.save(f"{residue}-{CUT}", {"capacity": capacity})
        shared = SharedSweep(self.question, number, self.grades, files)
        sweep = shared.made(self.plan)
        closed = sweep.run(self._perform(shared, len(sweep.partitions.rounds), workers, watch))
        forget_made()
        return {used: total % number for used, total in algebra.totals(closed).items()}

    def _perform(self, shared: SharedSweep, rounds: int, workers: int, watch: Watch) -> Perform:
        done = 0

        def perform(number: int, todo: list[int]) -> None:
            nonlocal done
            here = 0

            def check() -> None:
                words = f"round {number + 1} of {rounds}, {here:,} of {len(todo):,} partitions done"
                watch.check(done, 0, 0, words)

            tasks = [Task(f"partition-{number}-{p}", sweep_partition, (shared, number, p)) for p in todo]
            on = workers if self.crew.is_here else self.crew.on
            for _ in run_tasks(tasks, on, None, check, deadline=watch.deadline):
                done, here = done + 1, here + 1

        return perform
