"""A planar sweep whose table does not fit in memory: partition by partition, from files to files.

::

    gridwalk-<name>-<residue>-partitions        how the words are cut into partitions
    gridwalk-<name>-<residue>-round-<k>-<p>     what partition p of round k has for those of round k + 1

To sweep a partition through a round is a task, of threads, of processes, or of machines that share a
directory.  It reads files of the round before and writes one; nothing else travels but its number.  So it may
be done twice, by a worker that was given up and by another.  A round is removed when the next is complete, so
the files are the state: a task is done if its file is there, and whoever asks the same goes on from them.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import KeepError, SpillError
from gridwalk.frontier.profile.cutting import FEWEST_COLUMNS, SHARE, Cutting, bytes_of
from gridwalk.frontier.profile.partitions import Partitions
from gridwalk.frontier.profile.plan import ProfilePlan
from gridwalk.frontier.profile.sweep import Closed, Pause, ProfileAlgebra
from gridwalk.runtime.kept import KeptParts
from gridwalk.runtime.limits import On, task_check
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.sealed import Pieces, file_of_pieces
from gridwalk.runtime.spill import scratch
from gridwalk.runtime.tasks import Task, run_tasks
from gridwalk.runtime.threads import useful
from gridwalk.runtime.tuning import tuning

CUT = "partitions"
WIDTHS = 2  # of words, of the residues of a question that are swept side by side

Tell = Callable[[int, str], None]  # told words done and what is done; raises to stop


@dataclass(frozen=True)
class RoundSweep:
    """The sweep of one residue, modulo *number*, in rounds of tasks; it travels to workers."""

    plan: ProfilePlan
    number: int
    grades: int
    capacity: int  # bytes of a partition
    kept: KeptParts
    residue: str
    lasting: bool  # do the files have to outlast a crash of the machine

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel without what is made of these."""
        given = self.plan, self.number, self.grades, self.capacity, self.kept, self.residue, self.lasting
        return RoundSweep, given

    @cached_property
    def algebra(self) -> ProfileAlgebra:
        """Counts modulo *number*."""
        return ProfileAlgebra.counting(self.number, self.grades)

    @cached_property
    def _cutting(self) -> Cutting:
        return cutting_of(self.plan, self.number, self.grades)

    def partitions(self, pause: Pause) -> Partitions:
        """Return the partitions: made once in a process for each width of words."""
        key = self.plan, self._cutting.width, self.capacity
        with _lock:
            if key not in _made:
                while len(_made) >= WIDTHS:
                    del _made[next(iter(_made))]
                _made[key] = Partitions(self.plan, self._cutting, self.capacity, pause)
            return _made[key]

    def run(self, on: On, tell: Tell, deadline: float | None) -> list[Closed]:
        """Return what `Table` has closed, after all rounds that are still to come; no two rounds overlap."""
        partitions, there = self.partitions(lambda done: tell(done, "")), self._there()
        rounds, first = len(partitions.rounds), max(there, default=0)
        for number in range(first, rounds):
            done = there.get(number, set())
            todo = [p for p in partitions.tasks(number) if p not in done]
            if todo and number and number == first and number - 1 not in there:
                raise KeepError(self.path(number, todo[0]), f"is missing; {self._advice}")
            if todo:
                self._perform(number, todo, rounds, on, tell, deadline)
            for over in {number - 1, *there} - set(range(number, rounds)):
                self.kept.forget(f"{self.residue}-round-{over}-")
        last = self._opened(rounds - 1, partitions.origin(rounds - 1))
        return [(at, word, values) for at, word, values in last.about["closed"]]

    def _perform(
        self, number: int, todo: list[int], rounds: int, on: On, tell: Tell, deadline: float | None
    ) -> None:
        doing = f"round {number + 1} of {rounds}, {{:,}} of {len(todo):,} partitions done"
        so_far = doing.format(0)
        tasks = [Task(self._name(number, p), sweep_partition, (self, number, p)) for p in todo]
        found = run_tasks(tasks, on, None, lambda: tell(0, so_far), deadline=deadline)
        for done, (_, words) in enumerate(found, 1):
            so_far = doing.format(done)
            tell(words, so_far)

    def task(self, number: int, partition: int) -> int:
        """Sweep a partition through a round, unless that is done; return how many words that were."""
        if self.path(number, partition).exists():
            return 0
        words = 0

        def pause(done: int) -> None:
            nonlocal words
            words += done
            task_check()

        partitions = self.partitions(pause)
        before = self._before(number, partitions)

        def read(source: int, piece: int) -> NDArray[Any]:
            return before[source].read(piece, self.algebra.dtype)

        table = partitions.begun(number, partition, self.algebra, read, pause)
        while table.at < partitions.rounds[number].end:
            table.advance(pause)
        closed: list[Closed] = []
        if partition == partitions.origin(number):
            closed = [row for file in before for row in file.about["closed"]] + table.closed
        about = {**self._whose(number, partition), "closed": closed}
        file = file_of_pieces(about, partitions.pieces(number, partition, table))
        store = self.kept.store
        if self.lasting and not is_begun(self.kept, self.residue):  # others were quicker, and it is over
            return words
        try:
            store.put_pieces(self._name(number, partition), file, lambda: pause(0), lasting=self.lasting)
        except KeepError as error:
            if self.lasting:
                raise
            reason = error.__cause__ if isinstance(error.__cause__, OSError) else error.reason
            raise SpillError(store.directory, self._needed, reason) from error
        return words

    # -------------------------------------------------------------------------------- the files

    def path(self, number: int, partition: int) -> Path:
        """Return the file of a partition of a round."""
        return self.kept.store.path(self._name(number, partition))

    def _part(self, number: int, partition: int) -> str:
        return f"{self.residue}-round-{number}-{partition}"

    def _name(self, number: int, partition: int) -> str:
        return self.kept.name(self._part(number, partition))

    def _whose(self, number: int, partition: int) -> dict[str, Any]:
        return {**self.kept.whose(self._part(number, partition)), "capacity": self.capacity}

    @property
    def _stem(self) -> str:
        return self.kept.name(self.residue)

    @property
    def _advice(self) -> str:
        return f"remove the files {self._stem}-*, and this residue is counted again"

    @property
    def _needed(self) -> int:
        """Bytes of two rounds."""
        return bytes_of_rounds(self.plan, self._cutting)

    def check_room(self) -> None:
        """Raise `SpillError` unless the disk has room for two rounds."""
        directory = self.kept.store.directory
        free = shutil.disk_usage(directory).free + bytes_of(directory, f"{self._stem}-*")
        if free < self._needed:
            raise SpillError(directory, self._needed, f"{free:,} bytes are free")

    def _there(self) -> dict[int, set[int]]:
        """Return which partitions of which rounds are complete."""
        found: dict[int, set[int]] = {}
        pattern = re.compile(re.escape(self._stem) + r"-round-(\d+)-(\d+)")
        for match in filter(None, map(pattern.fullmatch, self.kept.store.names())):
            found.setdefault(int(match[1]), set()).add(int(match[2]))
        return found

    @cached_property
    def _files(self) -> dict[int, list[Pieces]]:
        return {}

    def _before(self, number: int, partitions: Partitions) -> list[Pieces]:
        """Return the files of the round before; they are opened once."""
        with _lock:
            if number not in self._files:
                self._files.clear()
                self._files[number] = [self._opened(number - 1, p) for p in partitions.tasks(number - 1)]
            return self._files[number]

    def _opened(self, number: int, partition: int) -> Pieces:
        """Return a file that must be there."""
        file = Pieces.open(self.path(number, partition), self._advice)
        KeptParts.check(file.path, file.about, self._whose(number, partition), self._advice)
        return file


_made: dict[object, Partitions] = {}
_lock = Lock()


def sweep_partition(sweep: RoundSweep, number: int, partition: int) -> int:
    """Sweep, in a worker, a partition through a round; return how many words that were."""
    return sweep.task(number, partition)


def cutting_of(plan: ProfilePlan, number: int, grades: int) -> Cutting:
    """Return the sizes of the partitions of a sweep modulo *number*."""
    width = np.dtype(ProfileAlgebra.counting(number, grades).dtype).itemsize * grades
    return Cutting(plan.places, plan.levels, plan.shallow, width)


def bytes_of_rounds(plan: ProfilePlan, cutting: Cutting) -> int:
    """Return how much disk two rounds take."""
    return 2 * plan.states * cutting.width


def is_begun(kept: KeptParts | None, residue: str) -> bool:
    """Whether the sweep of a residue was begun in partitions."""
    return kept is not None and kept.find(f"{residue}-{CUT}") is not None


def capacity_of(cutting: Cutting, memory: int, workers: int) -> tuple[int, int]:
    """Return the bytes of a partition, and how many of *workers* may have one at a time in a *memory*."""
    tuned = tuning().partition
    return cutting.capacity(memory, workers) if tuned is None else (max(tuned, cutting.least), workers)


def closed_in_rounds(
    plan: ProfilePlan,
    number: int,
    grades: int,
    resources: Resources,
    kept: KeptParts | None,
    residue: str,
    tell: Tell,
    deadline: float | None = None,
) -> list[Closed] | None:
    """Sweep for one residue on disk, where it is *kept* if it is, and return what is closed.

    None: the words cannot be cut into partitions that fit in the memory.

    Raises
    ------
    MemoryLimitError
        If the partitions kept do not fit.
    SpillError
        If the disk has no room for two rounds; raised before anything is written.
    KeepError
        If a file cannot be read or written.

    """
    if plan.places - 1 < FEWEST_COLUMNS:
        return None
    cutting, crew = cutting_of(plan, number, grades), resources.crew
    on: On = None if crew is None or crew.is_here else crew.on
    workers = 1 if on is not None else useful(resources.threads) if crew is None else crew.workers
    memory = resources.memory * (1 if crew is None else workers)  # each of a crew has so much
    capacity, workers = capacity_of(cutting, memory, workers)
    saved = None if kept is None else kept.find(f"{residue}-{CUT}")
    if saved is not None:
        allowed, capacity = workers * capacity, int(saved.facts["capacity"])
        if capacity > allowed:
            doing = f"a partition of those that {saved.path} tells of"
            MemoryBudget(memory, doing).take(cutting.shared + int(capacity / SHARE) + 1)
        workers = max(1, min(workers, allowed // capacity))
    if capacity < cutting.least:
        return None
    with _place(resources, kept) as place:
        sweep = RoundSweep(plan, number, grades, capacity, place, residue, kept is not None)
        sweep.check_room()
        if kept is not None and saved is None:
            kept.save(f"{residue}-{CUT}", {"capacity": capacity})
        try:
            return sweep.run(workers if on is None else on, tell, deadline)
        finally:
            with _lock:
                _made.clear()


@contextmanager
def _place(resources: Resources, kept: KeptParts | None) -> Iterator[KeptParts]:
    """Yield where rounds are kept, or else a place that vanishes."""
    if kept is not None:
        yield kept
        return
    directory = resources.spill_directory
    assert directory is not None
    with scratch(directory) as name:
        yield KeptParts(name, "", "")
