"""Atomic writing of files: into a temporary file, which is then renamed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def write_beside(path: Path, beside: Path, data: bytes) -> None:
    """Write *data* to *beside*, a file in the same directory, and rename it to *path*.

    Readers see the old file or the whole new one, even if the process or the machine stops at any point.

    Raises
    ------
    OSError
        If the disk is full, for instance; *path* is then unchanged.

    """
    with opened_beside(path, beside) as file:
        file.write(data)


@contextmanager
def opened_beside(path: Path, beside: Path) -> Iterator[BinaryIO]:
    """Open *beside* to write to, and rename it to *path* in the end; after an error *path* is unchanged."""
    beside.unlink(missing_ok=True)
    try:
        with beside.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
