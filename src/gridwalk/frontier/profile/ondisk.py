"""A planar sweep whose table does not fit in memory: partition by partition, from files to files.

::

    gridwalk-<name>-<residue>-partitions        how the words are cut into partitions
    gridwalk-<name>-<residue>-round-<k>-<p>     what partition p of round k has for those of round k + 1

A round is removed when the next one is complete, so the files are the checkpoint: a task is done if its file
is there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from gridwalk.errors import CheckpointError, GridwalkError
from gridwalk.frontier.profile.partitions import Partitions
from gridwalk.frontier.profile.sweep import Pause, ProfileAlgebra, Table
from gridwalk.runtime.checkpoint import Checkpoint
from gridwalk.runtime.pieces import Pieces, write_pieces
from gridwalk.runtime.threads import Check, together

CUT = "partitions"


@dataclass(frozen=True)
class RoundFiles:
    """The files of the rounds of one residue."""

    kept: Checkpoint
    residue: str
    lasting: bool  # do they have to outlast a crash of the machine

    def path(self, number: int, partition: int) -> Path:
        """Return the file of a partition of a round."""
        return self.kept.path(self._part(number, partition))

    def _part(self, number: int, partition: int) -> str:
        return f"{self.residue}-round-{number}-{partition}"

    @property
    def advice(self) -> str:
        """How to go on without a file."""
        others = self.kept.path(f"{self.residue}-").name
        return f"remove all files {others}*, and this residue is counted again"

    def there(self) -> dict[int, set[int]]:
        """Return which partitions of which rounds are complete."""
        found: dict[int, set[int]] = {}
        pattern = re.compile(re.escape(self.kept.path(self.residue).name) + r"-round-(\d+)-(\d+)")
        for path in self.kept.directory.iterdir():
            if match := pattern.fullmatch(path.name):
                found.setdefault(int(match[1]), set()).add(int(match[2]))
        return found

    def open(self, number: int, partition: int) -> Pieces:
        """Return a file that must be there."""
        file = Pieces.open(self.path(number, partition), self.advice)
        whose = self.kept.whose(self._part(number, partition))
        if any(file.about.get(word) != whose[word] for word in whose):
            raise CheckpointError(file.path, f"is of another question or another version; {self.advice}")
        return file

    def write(self, number: int, partition: int, closed: Any, pieces: Any, pause: Pause) -> None:
        """Write a file."""
        path = self.path(number, partition)
        about = {**self.kept.whose(self._part(number, partition)), "closed": closed}
        try:
            write_pieces(path, about, pieces, lambda: pause(0), sync=self.lasting)
        except GridwalkError:  # TimeLimitError is an OSError, too
            raise
        except OSError as error:
            reason = error.strerror or str(error)
            raise CheckpointError(path, f"not written ({reason}); what is complete is kept") from error

    def remove(self, number: int) -> None:
        """Remove a round that the next has read."""
        self.kept.forget(f"{self.residue}-round-{number}-")


@dataclass(frozen=True)
class DiskSweep:
    """The sweep of one residue in partitions."""

    partitions: Partitions
    algebra: ProfileAlgebra
    files: RoundFiles

    def run(self, threads: int, pause: Pause, check: Check) -> list[tuple[int, int, list[Any]]]:
        """Return what `Table` has closed, after all rounds that are still to come."""
        rounds, there = len(self.partitions.rounds), self.files.there()
        first = max(there, default=0)
        for number in range(first, rounds):
            done = there.get(number, set())
            todo = [p for p in self.partitions.tasks(number) if p not in done]
            if todo and number and number == first and number - 1 not in there:
                raise CheckpointError(self.files.path(number, todo[0]), f"is missing; {self.files.advice}")
            before = (
                [self.files.open(number - 1, p) for p in self.partitions.tasks(number - 1)] if todo else []
            )
            together([partial(self._task, number, p, before, pause) for p in todo], threads, check)
            for over in {number - 1, *there} - set(range(number, rounds)):
                self.files.remove(over)
        last = self.files.open(rounds - 1, self.partitions.origin(rounds - 1))
        return [(at, word, values) for at, word, values in last.about["closed"]]

    def _task(self, number: int, partition: int, before: list[Pieces], pause: Pause, check: Check) -> None:
        """Sweep a partition through a round, given the files of the round *before*."""

        def told(words: int) -> None:
            pause(words)
            check()

        def read(source: int, piece: int) -> NDArray[Any]:
            return before[source].read(piece, self.algebra.dtype)

        table: Table = self.partitions.begun(number, partition, self.algebra, read, told)
        while table.at < self.partitions.rounds[number].end:
            table.advance(told)
        closed: list[Any] = []
        if partition == self.partitions.origin(number):
            closed = [row for file in before for row in file.about["closed"]] + table.closed
        pieces = self.partitions.pieces(number, partition, table)
        self.files.write(number, partition, closed, pieces, told)
