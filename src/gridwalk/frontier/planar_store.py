"""Tables on disk: those that do not fit in memory, and the state of a count that may be interrupted.

A checkpoint is a directory for one question, used by one process at a time::

    question.json       what is counted, and in which residues
    residue-2.table     one line of JSON (cell of the sweep, words closed so far), then the table
    residue-2.done      the finished residue

Every file is written beside and renamed, so whatever stops the process, each is whole.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import CheckpointError, SpillError
from gridwalk.frontier.planar_sweep import Pause, Table
from gridwalk.io.whole import CHUNK, Pace, write_beside

VERSION = 1  # of the files, and of the order of words and cells that they rely on


@contextmanager
def spilled(directory: Path, size: int, dtype: type[np.generic]) -> Iterator[NDArray[Any]]:
    """Give an array in a file of *directory* that is gone afterwards."""
    needed = size * np.dtype(dtype).itemsize
    try:
        file = tempfile.TemporaryFile(dir=directory, prefix="gridwalk-")  # noqa: SIM115 - closed below
    except OSError as error:
        raise SpillError(directory, needed, error.strerror or str(error)) from error
    with file:
        try:
            _reserve(file, needed)
            values = np.asarray(np.memmap(file, dtype, "r+", shape=(size,)))
        except OSError as error:
            raise SpillError(directory, needed, error.strerror or str(error)) from error
        yield values


def _reserve(file: IO[bytes], size: int) -> None:
    """Make a file that large on the disk: a hole filled later, on a full disk, would end the process."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
    else:
        zeros = bytes(CHUNK)
        for low in range(0, size, CHUNK):
            file.write(zeros[: size - low])
        file.flush()


class Checkpoint:
    """The files of one question, which *name* tells from all others."""

    def __init__(self, directory: str | Path, name: dict[str, Any]) -> None:
        self.directory = Path(directory)
        name = {"version": VERSION, **name}
        file = self.directory / "question.json"
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            known = json.loads(file.read_text()) if file.exists() else None
            if known is None:
                _write(file, [json.dumps(name).encode()], lambda words: None)
        except (OSError, ValueError) as error:
            raise CheckpointError(self.directory, f"cannot be used: {error}") from error
        if known is not None and known != name:
            raise CheckpointError(self.directory, "is of another question, or another version of gridwalk")

    def finished(self, residue: int) -> dict[int, int] | None:
        """Return the totals of a finished residue."""
        file = self.directory / f"residue-{residue}.done"
        if not file.exists():
            return None
        return {int(used): total for used, total in json.loads(file.read_text()).items()}

    def resume(self, residue: int, table: Table, pause: Pause) -> None:
        """Put into *table* what was saved of it last, if anything was."""
        path = self.directory / f"residue-{residue}.table"
        if not path.exists():
            return
        try:
            with path.open("rb") as file:
                state = json.loads(file.readline())
                rows = state["grades"] * table.sweep.words.size
                for low in range(0, rows, CHUNK // 8):
                    part = table.values[low : min(low + CHUNK // 8, rows)]
                    part[:] = np.fromfile(file, part.dtype, part.size)
                    pause(0)
        except (OSError, ValueError, KeyError) as error:
            raise CheckpointError(path, f"cannot be read: {error}") from error
        table.at, table.grades = state["at"], state["grades"]
        table.closed = [(at, word, values) for at, word, values in state["closed"]]

    def save(self, residue: int, table: Table, pause: Pause) -> None:
        """Write the state of *table*; the one written before is kept until this is whole."""
        state = {"at": table.at, "grades": table.grades, "closed": table.closed}
        rows = table.values[: table.grades * table.sweep.words.size]
        path = self.directory / f"residue-{residue}.table"
        _write(path, [json.dumps(state).encode() + b"\n", rows], pause)

    def finish(self, residue: int, totals: dict[int, int]) -> None:
        """Write a finished residue, and forget its table."""
        path = self.directory / f"residue-{residue}.done"
        _write(path, [json.dumps(totals).encode()], lambda words: None)
        for leftover in (".table", ".table.part"):
            path.with_suffix(leftover).unlink(missing_ok=True)


def _write(path: Path, pieces: Sequence[Any], pause: Pause) -> None:
    try:
        write_beside(path, path.with_suffix(path.suffix + ".part"), pieces, lambda: pause(0))
    except OSError as error:
        raise CheckpointError(path, f"not written ({error.strerror}); an older one is kept") from error


class Saver:
    """Saves a table now and then."""

    def __init__(self, checkpoint: Checkpoint | None, residue: int) -> None:
        self._checkpoint, self._residue = checkpoint, residue
        self._pace = Pace()

    def offer(self, table: Table, pause: Pause) -> None:
        """Save *table* if it is time."""
        checkpoint = self._checkpoint
        if checkpoint is not None and not table.done:
            self._pace.offer(lambda: checkpoint.save(self._residue, table, pause))
