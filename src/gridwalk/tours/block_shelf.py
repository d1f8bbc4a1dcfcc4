"""A directory in which a count of tours keeps its state, so that it can go on after a stop.

What is kept of every half is its newest layer: without signatures, which planning finds again.  The
files of a count carry its name, so a directory may serve several.  When the number is known a note with it
stays, a few bytes: an answer made of several counts finds those that were done.  All files
are written beside and renamed, and what is read is checked against its sum.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from io import BufferedReader
from os import PathLike
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import CheckpointError
from gridwalk.io.whole import CHUNK, Pace, write_beside
from gridwalk.limits import Watch

FORMAT = 2  # of the files, and of the order of signatures and counts that they rely on
SAVING = "writing the checkpoint"
READING = "reading the checkpoint"
CHECKING = "checking the checkpoint"
WHOLE = 0  # the modulus of the number itself
MOST_HEADER = 1 << 12  # bytes


@dataclass(frozen=True)
class Saved:
    """A layer as it is on disk."""

    step: int  # how many steps were done
    starts: NDArray[np.int64]
    lengths: NDArray[np.int32]
    values: NDArray[Any]

    @property
    def wide(self) -> bool:
        """Whether counts are kept in 64 bits."""
        return self.values.dtype == np.uint64


class Shelf:
    """The files of one count, which *question* tells from all others."""

    def __init__(self, directory: str | PathLike[str], question: dict[str, Any], watch: Watch) -> None:
        self.directory, self.watch = Path(directory), watch
        text = json.dumps({"format": FORMAT, **question}, sort_keys=True)
        self._name = f"tours-{hashlib.sha256(text.encode()).hexdigest()[:24]}"
        self._pace = Pace()
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CheckpointError(self.directory, f"cannot be used: {error.strerror}") from error

    def offer(self, half: str, layer: Saved) -> None:
        """Save a layer of *half* if it is time."""
        self._pace.offer(lambda: self._save(half, layer))

    def _save(self, half: str, layer: Saved) -> None:
        numbers = layer.starts, layer.lengths, layer.values
        facts: dict[str, Any] = {"step": layer.step, "wide": layer.wide}
        facts |= {"sizes": [len(array) for array in numbers], "sums": [self._sum(a) for a in numbers]}
        self._write(self._file(half), [json.dumps(facts).encode() + b"\n", *numbers])

    def load(self, half: str, most: Sequence[int]) -> Saved | None:
        """Return the newest layer of *half* on disk, if any; *most*: how many signatures each step leaves."""
        path = self._file(half)
        if not path.exists():
            return None
        try:
            with path.open("rb") as file:
                facts = json.loads(file.readline(MOST_HEADER))
                step, sizes = int(facts["step"]), facts["sizes"]
                words = np.uint64 if facts["wide"] else np.uint32
                types: list[np.dtype[Any]] = [np.dtype(kind) for kind in (np.int64, np.int32, words)]
                bytes_ = sum(n * dtype.itemsize for n, dtype in zip(sizes, types, strict=True))
                if bytes_ != path.stat().st_size - file.tell():
                    raise ValueError("it is too short or too long")
                if not 0 < step <= len(most) or sizes[:2] != [most[step - 1]] * 2:
                    raise ValueError("it is of another count")
                arrays = [self._read(file, n, dtype) for n, dtype in zip(sizes, types, strict=True)]
            if [self._sum(array) for array in arrays] != facts["sums"]:
                raise ValueError("its sums are wrong")
            return Saved(step, *arrays)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CheckpointError(path, f"is damaged ({error}); remove it") from error

    @property
    def known(self) -> dict[int, int]:
        """The finished residues by modulus; by `WHOLE` the number itself."""
        if not self._note.exists():
            return {}
        try:
            facts = json.loads(self._note.read_bytes())
            if facts["sum"] != crc32(json.dumps(facts["known"]).encode()):
                raise ValueError("its sum is wrong")
            return {int(modulus): int(number) for modulus, number in facts["known"]}
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise CheckpointError(self._note, f"is damaged ({error}); remove it") from error

    def finish(self, modulus: int, number: int) -> None:
        """Note a residue, or the number itself, and forget the layers that led to it."""
        known = {WHOLE: number} if modulus == WHOLE else self.known | {modulus: number}
        rows = sorted([key, value] for key, value in known.items())
        facts = {"known": rows, "sum": crc32(json.dumps(rows).encode())}
        self._write(self._note, [json.dumps(facts).encode()])
        for path in self.directory.glob(f"{self._name}-*"):
            path.unlink(missing_ok=True)

    @property
    def _note(self) -> Path:
        return self.directory / f"{self._name}.json"

    def _file(self, half: str) -> Path:
        return self.directory / f"{self._name}-{half.replace(' ', '-')}.layer"

    def _write(self, path: Path, pieces: list[Any]) -> None:
        try:
            # Two processes with the same question may be at work: each has its own, the last to rename wins.
            beside = path.with_name(f"{path.name}.{os.getpid()}.part")
            write_beside(path, beside, pieces, lambda: self.watch.check(0, 0, 0, SAVING))
        except OSError as error:
            raise CheckpointError(path, f"not written ({error.strerror}); an older one is kept") from error

    def _sum(self, array: NDArray[Any]) -> int:
        raw, sum_ = array.data.cast("B") if array.size else memoryview(b""), 0
        for low in range(0, len(raw), CHUNK):
            sum_ = crc32(raw[low : low + CHUNK], sum_)
            self.watch.check(0, 0, 0, CHECKING)
        return sum_

    def _read(self, file: BufferedReader, size: int, dtype: Any) -> NDArray[Any]:
        array = np.empty(size, dtype)
        raw = array.data.cast("B") if size else memoryview(b"")
        for low in range(0, len(raw), CHUNK):
            part = raw[low : low + CHUNK]
            if file.readinto(part) != len(part):
                raise ValueError("it ends too soon")
            self.watch.check(0, 0, 0, READING)
        return array
