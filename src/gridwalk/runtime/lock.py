"""A file lock for one thread of one process at a time; the system releases it when the process ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


class InUseError(Exception):
    """The lock is held by another process or thread, the *holder*."""

    def __init__(self, holder: str) -> None:
        self.holder = holder
        super().__init__(holder)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file *path*, which contains the process id, and remove it afterwards.

    The file of a dead process does not block.  A file system without locks never blocks.

    Raises
    ------
    InUseError
        If another process, or another thread of this one, holds it.
    OSError
        If the file cannot be made.

    """
    file = _hold(path)
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()
        file.close()


def _hold(path: Path) -> IO[bytes]:
    while True:
        file = path.open("a+b")
        if not _lock(file):
            with file:
                raise InUseError(_holder(file))
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                break
        file.close()  # its holder has just removed it
    try:
        file.truncate(0)
        file.write(str(os.getpid()).encode())
        file.flush()
    except OSError:  # the id is only for messages; a full disk is reported when the state is saved
        pass
    return file


def _holder(file: IO[bytes]) -> str:
    file.seek(0)
    number = file.read(20).decode("ascii", "replace")
    if number == str(os.getpid()):
        return "another thread of this process"
    return f"process {number}" if number.isdecimal() else "another process"


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        """Lock a file; return False if it is locked already."""
        file.seek(1 << 30)  # a byte beyond the content
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        """Lock a file; return False if it is locked already."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            return True
        return True
