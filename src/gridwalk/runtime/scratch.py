"""Directories of files with names for one run, which workers may share; they vanish with it.

A process that is killed leaves its directory behind.  Whoever makes the next one removes it: nobody holds its
lock, and nothing has changed in it for an hour (for file systems without locks).
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gridwalk.runtime.lock import InUseError, locked

PREFIX, LOCK = "gridwalk-rounds-", "lock"
LEFT_AFTER = 3600.0  # seconds


@contextmanager
def scratch(directory: Path) -> Iterator[Path]:
    """Yield a new directory in *directory*, and remove it afterwards.

    Raises
    ------
    OSError
        If it cannot be made.

    """
    import tempfile  # takes a while, and is needed for large boards only

    for old in directory.glob(f"{PREFIX}*"):
        with suppress(OSError, InUseError):
            if time.time() - old.stat().st_mtime > LEFT_AFTER:
                with locked(old / LOCK):
                    shutil.rmtree(old, ignore_errors=True)
    name = Path(tempfile.mkdtemp(dir=directory, prefix=PREFIX))
    try:
        with locked(name / LOCK):
            yield name
    finally:
        shutil.rmtree(name, ignore_errors=True)
