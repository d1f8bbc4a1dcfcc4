"""The store: sealed files of one place, a directory or an address, each written whole or not at all.

What is there is the answer, whoever put it there; so a name says all that its file depends on, by a `digest`.
States of sweeps and answers (`gridwalk.runtime.kept`), results of tasks (`gridwalk.runtime.results`), and
tables of one run in a directory that vanishes with it (`gridwalk.runtime.spill`) are uses of it.

An address, such as ``s3://bucket/name``, is one that fsspec knows, of the extra ``gridwalk[cluster]``.  Its
files are put in one piece, so no reader sees half of one there either.
"""

from __future__ import annotations

import errno
import os
import platform
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from threading import get_ident
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import GridwalkError, KeepError
from gridwalk.runtime.atomic import write_beside
from gridwalk.runtime.lock import InUseError, locked
from gridwalk.runtime.sealed import Pause, Sealed, sealed_pieces
from gridwalk.runtime.tuning import POLL_EVERY

ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://.*")
Arrays = Sequence[NDArray[Any]]


def digest(*facts: object) -> str:
    """Return a name unique to *facts*: arrays, values with different `repr`, tuples and lists of both."""
    text = sha256()

    def feed(fact: object) -> None:
        if isinstance(fact, tuple | list):
            text.update(f"({len(fact)};".encode())
            for one in fact:
                feed(one)
        elif isinstance(fact, np.ndarray):
            text.update(f"{fact.dtype.str}{fact.shape};".encode())
            text.update(fact.tobytes())
        else:
            text.update(f"{fact!r};".encode())

    feed(facts)
    return text.hexdigest()[:24]


@cache
def machine() -> str:
    """Return the machine: what numbers its processes, as one number means two of them elsewhere.

    Two machines may have one host name, and two containers of one machine number their processes each.
    """
    name = platform.node().replace("/", "-") or "unknown"
    with suppress(OSError):  # Linux
        started = Path("/proc/sys/kernel/random/boot_id").read_text("ascii")
        return f"{name}-{started[:8]}-{os.stat('/proc/self/ns/pid').st_ino}"
    return name


def where() -> str:
    """Return where this runs: machine and process.

    >>> where().count("/")
    1
    """
    return f"{machine()}/{os.getpid()}"


def in_a_line(error: Exception) -> str:
    """Return what an error of somebody else's says, in one line; its name if it says nothing.

    >>> in_a_line(OSError("no\\n  way")), in_a_line(OSError())
    ('no way', 'OSError')
    """
    return " ".join(str(error).split()) or type(error).__name__


class Store(ABC):
    """The files of a place; every error is a `KeepError` with the name of the file."""

    address: str

    @staticmethod
    def at(place: str | PathLike[str], *, make: bool = True) -> Store:
        """Return the store at a path or an address; with *make* it is created if missing."""
        name = fspath(place).removeprefix("file://")  # what is local is renamed, not put
        if ADDRESS.fullmatch(name):
            return RemoteStore(name, make=make)
        return LocalStore(Path(name), make=make)

    def path(self, name: str) -> Path | str:
        """Return where a file is."""
        return f"{self.address}/{name}"

    @abstractmethod
    def get(self, name: str) -> Sealed | None:
        """Return a file; None if there is none."""

    @abstractmethod
    def put(
        self, name: str, about: Mapping[str, Any], arrays: Arrays = (), pause: Pause | None = None
    ) -> None:
        """Write a file, whole, in place of one of that name, which stays if *pause* raises."""

    @abstractmethod
    def names(self) -> list[str]:
        """Return the names of all files, in order, as they are now."""

    @abstractmethod
    def drop(self, name: str) -> None:
        """Remove a file, if it is there; one that stays takes space but does no harm."""


class LocalStore(Store):
    """The files of a directory of this machine, or of one that it has mounted."""

    def __init__(self, directory: Path, *, make: bool = True) -> None:
        self.directory = directory.absolute()  # a worker may run somewhere else
        self.address = str(self.directory)
        try:
            if make:
                self.directory.mkdir(parents=True, exist_ok=True)
            elif not self.directory.is_dir():
                missing = not self.directory.exists()
                reason = "there is no such directory" if missing else "is a file: give a directory"
                raise KeepError(directory, reason)
        except FileExistsError as error:
            raise KeepError(directory, "is a file: give a directory") from error
        except OSError as error:
            raise KeepError(directory, f"cannot be used: {error.strerror or error}") from error

    def path(self, name: str) -> Path:
        """Return where a file is."""
        return self.directory / name

    def get(self, name: str) -> Sealed | None:
        """Return a file, of which the arrays are not read yet; None if there is none."""
        found = Sealed.open(self.path(name))
        if found is None and not self.directory.is_dir():
            raise self._lost(self.path(name))
        return found

    def put(
        self, name: str, about: Mapping[str, Any], arrays: Arrays = (), pause: Pause | None = None
    ) -> None:
        """Write a file beside its place, and rename it: readers see the old file or the whole new one."""
        self.put_pieces(name, sealed_pieces(about, arrays), pause)

    def put_pieces(
        self, name: str, pieces: Iterable[Any], pause: Pause | None = None, *, lasting: bool = True
    ) -> None:
        """Write a file of *pieces* of any kind; *lasting*: whether it outlasts a crash of the machine."""
        path = self.path(name)
        beside = path.with_name(f"{name}.{where().replace('/', '-')}-{get_ident()}.part")
        try:
            write_beside(path, beside, pieces, pause, sync=lasting)
        except GridwalkError:  # TimeLimitError is an OSError, too
            raise
        except OSError as error:
            if not self.directory.is_dir():
                raise self._lost(path) from error
            reason = error.strerror or str(error)
            raise KeepError(path, f"not written ({reason}); what is complete is kept") from error

    def names(self) -> list[str]:
        """Return the names of all files, in order."""
        try:
            return sorted(os.listdir(self.directory))
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENOTDIR):
                raise self._lost(self.directory) from error
            raise KeepError(self.directory, f"cannot be used: {error.strerror or error}") from error

    def drop(self, name: str) -> None:
        """Remove a file, if it is there."""
        with suppress(OSError):
            self.path(name).unlink()

    @contextmanager
    def hold(self, name: str, waiting: Callable[[str], object] | None = None) -> Iterator[None]:
        """Hold the lock *name* against other processes and threads.

        Where another holds it, *waiting* is called with who it is, now and then, and may raise; without it,
        that is an error.
        """
        path = self.path(name)
        with ExitStack() as stack:
            while True:
                try:
                    stack.enter_context(locked(path))
                    break
                except InUseError as error:
                    if waiting is None:
                        reason = f"is in use by {error.holder} for the same question"
                        reason += ": wait, or give another directory"
                        raise KeepError(self.directory, reason) from error
                    waiting(error.holder)
                    time.sleep(POLL_EVERY)
                except OSError as error:
                    raise KeepError(path, f"cannot be used: {error.strerror or error}") from error
            yield

    def _lost(self, path: Path) -> KeepError:
        return KeepError(path, f"the directory is lost, seen from {platform.node()}")


class RemoteStore(Store):
    """The files below an address that fsspec knows."""

    def __init__(self, address: str, *, make: bool = True) -> None:
        self.address = address.rstrip("/")
        try:
            import fsspec
        except ImportError as error:
            reason = "a remote directory needs fsspec: pip install fsspec"
            raise KeepError(address, reason) from error
        with self._naming(address, "cannot be used"):
            self._files, self._root = fsspec.core.url_to_fs(self.address)
            if make:
                self._files.makedirs(self._root, exist_ok=True)

    def get(self, name: str) -> Sealed | None:
        """Return a file, all of it; None if there is none."""
        with self._naming(self.path(name), "cannot be read"):
            try:
                raw = bytes(self._files.cat_file(f"{self._root}/{name}"))
            except FileNotFoundError:
                return None
        return Sealed.of(raw, self.path(name))

    def put(
        self, name: str, about: Mapping[str, Any], arrays: Arrays = (), pause: Pause | None = None
    ) -> None:
        """Put a file, in one piece."""
        with self._naming(self.path(name), "not written"):
            self._files.pipe_file(f"{self._root}/{name}", b"".join(map(bytes, sealed_pieces(about, arrays))))

    def names(self) -> list[str]:
        """Return the names of all files, in order, as they are now."""
        with self._naming(self.address, "cannot be read"):
            self._files.invalidate_cache(self._root)
            try:
                found = self._files.ls(self._root, detail=False)
            except FileNotFoundError:  # an object store has no empty directories
                return []
            return sorted(str(path).rpartition("/")[2] for path in found)

    def drop(self, name: str) -> None:
        """Remove a file, if it is there."""
        with suppress(Exception):
            self._files.rm_file(f"{self._root}/{name}")

    @contextmanager
    def _naming(self, path: object, what: str) -> Iterator[None]:
        try:
            yield
        except GridwalkError:
            raise
        except Exception as error:  # every store has errors of its own
            raise KeepError(path, f"{what} ({in_a_line(error)})") from error
