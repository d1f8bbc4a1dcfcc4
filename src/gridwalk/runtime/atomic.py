"""Atomic writing of files: into a temporary file, which is then renamed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO

CHUNK = 1 << 25  # bytes written at a time: some 0.1 s


def write_beside(
    path: Path,
    beside: Path,
    pieces: Iterable[Any],
    pause: Callable[[], object] | None = None,
    *,
    sync: bool = True,
) -> None:
    """Write *pieces* one after another to *beside*, and rename it to *path*.

    Readers see the old file or the whole new one, even if the process stops at any point.

    Parameters
    ----------
    path, beside : Path
        In the same directory.
    pieces : iterable of bytes and arrays
        Contiguous arrays are written as in memory.
    pause : callable, optional
        Called several times a second; if it raises, *path* stays unchanged.
    sync : bool
        Whether the file has to outlast a crash of the machine, not only of the process.

    Raises
    ------
    OSError
        If the disk is full, for instance; *path* is then unchanged.

    """
    synced = 0
    with opened_beside(path, beside, sync=sync) as file:
        for raw in _chunks(pieces):
            file.write(raw)
            if sync and file.tell() - synced >= CHUNK:
                synced = _sync(file)
            if pause is not None:
                pause()


@contextmanager
def opened_beside(path: Path, beside: Path, *, sync: bool = True) -> Iterator[BinaryIO]:
    """Open *beside* to write to, and rename it to *path* in the end; after an error *path* is unchanged."""
    beside.unlink(missing_ok=True)
    try:
        with beside.open("xb") as file:
            yield file
            if sync:
                _sync(file)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _chunks(pieces: Iterable[Any]) -> Iterator[memoryview]:
    for piece in pieces:
        raw = memoryview(piece)
        for low in range(0, raw.nbytes, CHUNK):
            yield raw.cast("B")[low : low + CHUNK]


def _sync(file: IO[bytes]) -> int:
    """Flush to the disk; often, because at the end of a large file it would take seconds."""
    file.flush()
    os.fsync(file.fileno())
    return file.tell()
