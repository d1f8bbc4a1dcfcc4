"""A directory in which a count of tours keeps its state, so that it can go on after a stop.

What is kept of every half is its newest layer on disk: without signatures, which planning finds again.  The
files of a count carry its name, so a directory may serve several; they go when the number is
known.  All are written beside and renamed.
"""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from io import BufferedReader
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import CheckpointError
from gridwalk.io.whole import CHUNK, write_beside
from gridwalk.limits import Watch

FORMAT = 1  # of the files, and of the order of signatures and counts that they rely on
SAVE_EVERY = 1.0  # seconds of work that may be lost ...
SAVE_SHARE = 4  # ... or so many times what saving takes
SAVING = "writing the checkpoint"
READING = "reading the checkpoint"


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
        self._next = time.monotonic() + SAVE_EVERY
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CheckpointError(self.directory, f"cannot be used: {error.strerror}") from error

    def offer(self, half: str, layer: Saved) -> None:
        """Save a layer of *half* if it is time."""
        if time.monotonic() < self._next:
            return
        began = time.monotonic()
        numbers = layer.starts, layer.lengths, layer.values
        facts = {"step": layer.step, "sizes": [len(array) for array in numbers], "wide": layer.wide}
        self._write(self._file(half), [json.dumps(facts).encode() + b"\n", *numbers])
        now = time.monotonic()
        self._next = now + max(SAVE_EVERY, SAVE_SHARE * (now - began))

    def load(self, half: str) -> Saved | None:
        """Return the newest layer of *half* on disk, if there is one."""
        path = self._file(half)
        if not path.exists():
            return None
        try:
            with path.open("rb") as file:
                facts = json.loads(file.readline())
                types = (np.int64, np.int32, np.uint64 if facts["wide"] else np.uint32)
                arrays = [self._read(file, n, dtype) for n, dtype in zip(facts["sizes"], types, strict=True)]
            return Saved(int(facts["step"]), *arrays)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CheckpointError(path, f"is damaged ({error}); remove it") from error

    @property
    def residues(self) -> dict[int, int]:
        """The finished residues, by modulus."""
        if not self._note.exists():
            return {}
        try:
            return {int(modulus): int(number) for modulus, number in json.loads(self._note.read_bytes())}
        except (OSError, ValueError, TypeError) as error:
            raise CheckpointError(self._note, f"is damaged ({error}); remove it") from error

    def finish(self, modulus: int, number: int) -> None:
        """Note a residue, and forget the layers that led to it."""
        known = self.residues | {modulus: number}
        self._write(self._note, [json.dumps(sorted(known.items())).encode()])
        self._remove(".layer")

    def clear(self) -> None:
        """Remove all files of this count."""
        self._remove("")

    @property
    def _note(self) -> Path:
        return self.directory / f"{self._name}.json"

    def _file(self, half: str) -> Path:
        return self.directory / f"{self._name}-{half.replace(' ', '-')}.layer"

    def _remove(self, ending: str) -> None:
        for path in self.directory.glob(f"{self._name}*{ending}"):
            path.unlink(missing_ok=True)

    def _write(self, path: Path, pieces: list[Any]) -> None:
        try:
            beside = path.with_suffix(".part")
            write_beside(path, beside, pieces, lambda: self.watch.check(0, 0, 0, SAVING))
        except OSError as error:
            raise CheckpointError(path, f"not written ({error.strerror}); an older one is kept") from error

    def _read(self, file: BufferedReader, size: int, dtype: Any) -> NDArray[Any]:
        array = np.empty(size, dtype)
        raw = array.data.cast("B") if size else memoryview(b"")
        for low in range(0, len(raw), CHUNK):
            part = raw[low : low + CHUNK]
            if file.readinto(part) != len(part):
                raise ValueError("it ends too soon")
            self.watch.check(0, 0, 0, READING)
        return array
