"""What does not fit in memory, on disk during one run: arrays without a name, directories that workers share.

The files of arrays have no name, so no other process can change them, and they vanish with the array.  So
they need no checksum, unlike the files for later runs (`gridwalk.runtime.kept`).

A process that is killed leaves its directory behind.  Whoever makes the next one removes it: nobody holds its
lock, and nothing has changed in it for an hour (for file systems without locks).
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import SpillError
from gridwalk.runtime.atomic import CHUNK
from gridwalk.runtime.lock import InUseError, locked


def spilled(directory: Path, shape: tuple[int, ...], dtype: np.dtype[Any] | type[np.generic]) -> NDArray[Any]:
    """Return an array of zeros in a file of *directory*.

    Raises
    ------
    SpillError
        If the disk has no room for it; raised before anything is written.

    """
    needed = int(np.prod(shape, dtype=object)) * np.dtype(dtype).itemsize
    try:
        file = tempfile.TemporaryFile(dir=directory, prefix="gridwalk-")
        try:
            _reserve(file, needed)
            mapped = np.memmap(file, dtype, "r+", shape=shape)
        except BaseException:
            file.close()
            raise
    except OSError as error:
        raise SpillError(directory, needed, error.strerror or str(error)) from error
    weakref.finalize(mapped, file.close)
    return np.asarray(mapped)


def moved(directory: Path | None, array: NDArray[Any]) -> NDArray[Any]:
    """Return *array* in a file of *directory*; as it is, if there is none, or nothing in it.

    Raises
    ------
    SpillError
        If the disk has no room for it.

    """
    if directory is None or not array.size:
        return array
    there = spilled(directory, array.shape, array.dtype)
    there[...] = array
    return there


def _reserve(file: IO[bytes], size: int) -> None:
    """Allocate *size* bytes on the disk; a sparse file on a full disk would crash the process later."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
    else:
        zeros = bytes(CHUNK)
        for low in range(0, size, CHUNK):
            file.write(zeros[: size - low])
        file.flush()


PREFIX, LOCK = "gridwalk-rounds-", "lock"
LEFT_AFTER = 3600.0  # seconds


@contextmanager
def scratch(directory: Path) -> Iterator[Path]:
    """Yield a new directory in *directory*, and remove it afterwards.

    Raises
    ------
    SpillError
        If it cannot be made.

    """
    for old in directory.glob(f"{PREFIX}*"):
        with suppress(OSError, InUseError):
            if time.time() - old.stat().st_mtime > LEFT_AFTER:
                with locked(old / LOCK):
                    shutil.rmtree(old, ignore_errors=True)
    try:
        name = Path(tempfile.mkdtemp(dir=directory, prefix=PREFIX))
    except OSError as error:
        raise SpillError(directory, 0, error.strerror or str(error)) from error
    try:
        with locked(name / LOCK):
            yield name
    finally:
        shutil.rmtree(name, ignore_errors=True)
