"""Atomic writing of files, and a folder of finished parts of counts, each in a JSON file.

Files of parts are written atomically and never changed, so several processes may share a folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

from gridwalk.errors import KeepError

Numbers = dict[int, int]  # of paths by length, for instance


def write_beside(path: Path, beside: Path, data: bytes) -> None:
    """Write *data* to *path* atomically, by a temporary file *beside* it.

    At any time, even after a crash, *path* is the old file or the complete new one.

    Raises
    ------
    OSError
        If writing fails, for instance because the disk is full; *path* is then unchanged.

    """
    with opened_beside(path, beside) as file:
        file.write(data)


@contextmanager
def opened_beside(path: Path, beside: Path) -> Iterator[BinaryIO]:
    """Return a context with the file *beside*; without an error, it is renamed to *path* at the end."""
    beside.unlink(missing_ok=True)
    try:
        with beside.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


class Parts:
    """The finished parts in a folder: each a number, or numbers by integer keys, under a name.

    The folder is made when a part is first looked for.  If it cannot be used, methods raise `KeepError`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     parts = Parts(folder)
    ...     parts.save("residue-1", {7: 1 << 70})
    ...     parts.find("residue-1"), parts.find("residue-2")
    ({7: 1180591620717411303424}, None)

    """

    def __init__(self, folder: str | PathLike[str]) -> None:
        self.folder = Path(folder).absolute()

    def find(self, name: str) -> Any:
        """Return the part *name*; None if it does not exist or its file is damaged."""
        file = self.folder / f"{name}.json"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            saved = json.loads(file.read_bytes())
            if saved["sum"] != _checksum(name, saved["numbers"]):
                return None
            numbers = {key: int(number, 16) for key, number in saved["numbers"]}
            return numbers.get(None, numbers)
        except FileNotFoundError:
            return None
        except (ValueError, TypeError, KeyError, RecursionError):
            return None
        except OSError as error:
            raise KeepError(file, f"cannot be read: {error.strerror or error}") from error

    def save(self, name: str, value: int | Numbers) -> None:
        """Write the part *name*."""
        file = self.folder / f"{name}.json"
        numbers = value if isinstance(value, dict) else {None: value}
        rows = [[key, hex(number)] for key, number in numbers.items()]
        text = json.dumps({"part": name, "numbers": rows, "sum": _checksum(name, rows)})
        try:
            write_beside(file, self.folder / f"{name}.{uuid4().hex}.part", text.encode())
        except OSError as error:
            raise KeepError(file, f"cannot be written: {error.strerror or error}") from error

    def get(self, name: str, count: Callable[[], Any]) -> Any:
        """Return the part *name*; if it does not exist, compute it by *count* and save it."""
        found = self.find(name)
        if found is None:
            found = count()
            self.save(name, found)
        return found


def _checksum(name: str, rows: Any) -> str:
    return sha256(json.dumps([name, rows]).encode()).hexdigest()
