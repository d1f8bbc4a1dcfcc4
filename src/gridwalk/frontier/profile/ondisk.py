"""A planar sweep whose table does not fit in memory: partition by partition, from files to files.

::

    gridwalk-<name>-<residue>-partitions        how the words are cut into partitions
    gridwalk-<name>-<residue>-round-<k>-<p>     what partition p of round k has for those of round k + 1

A round is removed when the next one is complete, so the files are the checkpoint: a task is done if its file
is there.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import GridwalkError, KeepError, SpillError
from gridwalk.frontier.profile.cutting import FEWEST_COLUMNS, SHARE, Cutting, bytes_of
from gridwalk.frontier.profile.partitions import Partitions
from gridwalk.frontier.profile.plan import ProfilePlan
from gridwalk.frontier.profile.sweep import Closed, Pause, ProfileAlgebra
from gridwalk.runtime.checkpoint import Checkpoint
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.pieces import Pieces, write_pieces
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.sealed import Sealed
from gridwalk.runtime.spill import scratch
from gridwalk.runtime.threads import Check, together, useful
from gridwalk.runtime.tuning import tuning

CUT = "partitions"

Perform = Callable[[int, list[int]], None]  # given a round and its tasks to do: the partitions


@dataclass(frozen=True)
class RoundFiles:
    """The files of the rounds of one residue."""

    kept: Checkpoint
    residue: str
    lasting: bool  # do they have to outlast a crash of the machine
    needed: int  # bytes of two rounds
    capacity: int  # of a partition

    def check_room(self) -> None:
        """Raise `SpillError` unless the disk has room for two rounds."""
        own = bytes_of(self.kept.directory, f"{self._stem}-*")
        free = shutil.disk_usage(self.kept.directory).free + own
        if free < self.needed:
            raise SpillError(self.kept.directory, self.needed, f"{free:,} bytes are free")

    @property
    def _stem(self) -> str:
        return self.kept.path(self.residue).name

    def path(self, number: int, partition: int) -> Path:
        """Return the file of a partition of a round."""
        return self.kept.path(self._part(number, partition))

    def _part(self, number: int, partition: int) -> str:
        return f"{self.residue}-round-{number}-{partition}"

    def _whose(self, number: int, partition: int) -> dict[str, Any]:
        return {**self.kept.whose(self._part(number, partition)), "capacity": self.capacity}

    @property
    def advice(self) -> str:
        """How to go on without a file."""
        return f"remove the files {self._stem}-*, and this residue is counted again"

    def there(self) -> dict[int, set[int]]:
        """Return which partitions of which rounds are complete."""
        found: dict[int, set[int]] = {}
        pattern = re.compile(re.escape(self._stem) + r"-round-(\d+)-(\d+)")
        for path in self.kept.directory.iterdir():
            if match := pattern.fullmatch(path.name):
                found.setdefault(int(match[1]), set()).add(int(match[2]))
        return found

    def open(self, number: int, partition: int) -> Pieces:
        """Return a file that must be there."""
        file = Pieces.open(self.path(number, partition), self.advice)
        whose = self._whose(number, partition)
        if any(file.about.get(word) != whose[word] for word in whose):
            raise KeepError(file.path, f"is of another question or another version; {self.advice}")
        return file

    def write(
        self, number: int, partition: int, closed: list[Closed], pieces: Iterable[NDArray[Any]], pause: Pause
    ) -> None:
        """Write a file."""
        path = self.path(number, partition)
        about = {**self._whose(number, partition), "closed": closed}
        try:
            write_pieces(path, about, pieces, lambda: pause(0), sync=self.lasting)
        except GridwalkError:  # TimeLimitError is an OSError, too
            raise
        except OSError as error:
            reason = error.strerror or str(error)
            if not self.lasting:
                raise SpillError(self.kept.directory, self.needed, reason) from error
            raise KeepError(path, f"not written ({reason}); what is complete is kept") from error

    def remove(self, number: int) -> None:
        """Remove a round that the next has read."""
        self.kept.forget(f"{self.residue}-round-{number}-")


@dataclass(frozen=True)
class DiskSweep:
    """The sweep of one residue in partitions."""

    partitions: Partitions
    algebra: ProfileAlgebra
    files: RoundFiles

    def run(self, perform: Perform) -> list[Closed]:
        """Return what `Table` has closed, after all rounds that are still to come.

        *perform* does the tasks of a round; no two rounds overlap.
        """
        rounds, there = len(self.partitions.rounds), self.files.there()
        first = max(there, default=0)
        for number in range(first, rounds):
            done = there.get(number, set())
            todo = [p for p in self.partitions.tasks(number) if p not in done]
            if todo and number and number == first and number - 1 not in there:
                raise KeepError(self.files.path(number, todo[0]), f"is missing; {self.files.advice}")
            if todo:
                perform(number, todo)
            for over in {number - 1, *there} - set(range(number, rounds)):
                self.files.remove(over)
        last = self.files.open(rounds - 1, self.partitions.origin(rounds - 1))
        return [(at, word, values) for at, word, values in last.about["closed"]]

    def in_threads(self, threads: int, pause: Pause) -> Perform:
        """Return what does tasks in threads of this process; only the calling thread calls *pause*."""
        told: list[int] = []  # words done by tasks

        def check() -> None:
            new = told[:]
            del told[: len(new)]
            pause(sum(new))

        def perform(number: int, todo: list[int]) -> None:
            before = self.before(number)
            together([partial(self.task, number, p, before, told.append) for p in todo], threads, check)

        return perform

    def before(self, number: int) -> list[Pieces]:
        """Return the files of the round before."""
        return [self.files.open(number - 1, p) for p in self.partitions.tasks(number - 1)]

    def task(self, number: int, partition: int, before: list[Pieces], tell: Pause, check: Check) -> None:
        """Sweep a partition through a round, given the files of the round *before*."""

        def told(words: int) -> None:
            tell(words)
            check()

        def read(source: int, piece: int) -> NDArray[Any]:
            return before[source].read(piece, self.algebra.dtype)

        table = self.partitions.begun(number, partition, self.algebra, read, told)
        while table.at < self.partitions.rounds[number].end:
            table.advance(told)
        closed: list[Closed] = []
        if partition == self.partitions.origin(number):
            closed = [row for file in before for row in file.about["closed"]] + table.closed
        pieces = self.partitions.pieces(number, partition, table)
        self.files.write(number, partition, closed, pieces, told)


def as_saved(saved: Sealed, allowed: int, threads: int, cutting: Cutting, memory: int) -> tuple[int, int]:
    """Return the bytes of a partition as they were *saved*, and how many *threads* may have one at a time.

    Raises
    ------
    MemoryLimitError
        If not even one fits in the bytes *allowed* for all of them, of a *memory*.

    """
    capacity: int = saved.about["facts"]["capacity"]
    if capacity > allowed:
        doing = f"a partition of those that {saved.path} tells of"
        MemoryBudget(memory, doing).take(cutting.shared + int(capacity / SHARE) + 1)
    return capacity, max(1, min(threads, allowed // capacity))


def is_begun(kept: Checkpoint | None, residue: str) -> bool:
    """Whether the sweep of a residue was begun in partitions."""
    return kept is not None and kept.find(f"{residue}-{CUT}") is not None


def cutting_of(plan: ProfilePlan, algebra: ProfileAlgebra) -> Cutting:
    """Return the sizes of the partitions of a sweep in an algebra."""
    width = np.dtype(algebra.dtype).itemsize * algebra.grades
    return Cutting(plan.places, plan.levels, plan.shallow, width)


def closed_on_disk(
    plan: ProfilePlan,
    algebra: ProfileAlgebra,
    resources: Resources,
    kept: Checkpoint | None,
    residue: str,
    pause: Pause,
) -> list[Closed] | None:
    """Sweep for one residue on disk, in the checkpoint if there is one, and return what is closed.

    None: the words cannot be cut into partitions that fit in the memory.

    Raises
    ------
    MemoryLimitError
        If the partitions in the checkpoint do not fit.
    SpillError
        If the disk has no room for two rounds; raised before anything is written.
    KeepError
        If a file cannot be read or written.

    """
    if plan.places - 1 < FEWEST_COLUMNS:
        return None
    cutting = cutting_of(plan, algebra)
    capacity, threads = cutting.capacity(resources.memory, useful(resources.threads))
    tuned = tuning().partition
    if tuned is not None:
        capacity = max(tuned, cutting.least)
    saved = None if kept is None else kept.find(f"{residue}-{CUT}")
    if saved is not None:
        capacity, threads = as_saved(saved, threads * capacity, threads, cutting, resources.memory)
    if capacity < cutting.least:
        return None
    with directory_for(resources, kept) as place:
        files = RoundFiles(place, residue, kept is not None, 2 * plan.states * cutting.width, capacity)
        files.check_room()
        if kept is not None and saved is None:
            kept.save(f"{residue}-{CUT}", {"capacity": capacity})
        partitions = Partitions(plan, cutting, capacity, pause)
        sweep = DiskSweep(partitions, algebra, files)
        return sweep.run(sweep.in_threads(threads, pause))


@contextmanager
def directory_for(resources: Resources, kept: Checkpoint | None) -> Iterator[Checkpoint]:
    """Yield the checkpoint, or one in a directory that vanishes."""
    if kept is not None:
        yield kept
        return
    directory = resources.spill_directory
    assert directory is not None
    with ExitStack() as stack:
        try:
            name = stack.enter_context(scratch(directory))
        except OSError as error:
            raise SpillError(directory, 0, error.strerror or str(error)) from error
        yield Checkpoint(name, "", "")
