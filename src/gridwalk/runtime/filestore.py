"""Small files of one directory, each written whole or not at all: local, or remote by fsspec.

A remote directory is an address such as ``s3://bucket/journal``; what reads it is fsspec, of the extra
``gridwalk[cluster]``.  Its files are put in one piece, so no reader sees half of one there either.
"""

from __future__ import annotations

import errno
import os
import platform
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from os import PathLike, fspath
from pathlib import Path
from threading import get_ident
from typing import Any

from gridwalk.errors import GridwalkError, KeepError
from gridwalk.runtime.atomic import write_beside

ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://.*")


class FileStore(ABC):
    """The files of a directory; every error is a `KeepError` with the name of the file."""

    address: str

    def path(self, name: str) -> str:
        """Return where a file is."""
        return f"{self.address}/{name}"

    @abstractmethod
    def write(self, name: str, pieces: Iterable[Any]) -> None:
        """Write a file, whole, in place of one of that name."""

    @abstractmethod
    def read(self, name: str) -> bytes | None:
        """Return what a file holds; None if there is none."""

    @abstractmethod
    def names(self) -> list[str]:
        """Return the names of all files, in order."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""


class LocalFiles(FileStore):
    """The files of a directory of this machine, or of one that it has mounted."""

    def __init__(self, directory: Path, *, make: bool) -> None:
        self.directory = directory.absolute()  # a worker may run somewhere else
        self.address = str(self.directory)
        with self._naming(self.address, "cannot be used"):
            if make:
                self.directory.mkdir(parents=True, exist_ok=True)
            elif not self.directory.is_dir():
                missing = not self.directory.exists()
                reason = "there is no such directory" if missing else "is a file: give a directory"
                raise KeepError(self.address, reason)

    def write(self, name: str, pieces: Iterable[Any]) -> None:
        """Write a file beside its place, and rename it: readers see no file or the whole one."""
        own = f"{name}.{where().replace('/', '-')}-{get_ident()}.part"
        with self._naming(self.path(name), "not written"):
            write_beside(self.directory / name, self.directory / own, pieces)

    def read(self, name: str) -> bytes | None:
        """Return what a file holds; None if there is none, in a directory that is there."""
        with self._naming(self.path(name), "cannot be read"):
            try:
                return (self.directory / name).read_bytes()
            except FileNotFoundError:
                if self.directory.is_dir():
                    return None
                raise

    def names(self) -> list[str]:
        """Return the names of all files, in order."""
        with self._naming(self.address, "cannot be read"):
            return sorted(os.listdir(self.directory))

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        with suppress(OSError):  # a file that stays takes space but does no harm
            (self.directory / name).unlink()

    @contextmanager
    def _naming(self, path: str, what: str) -> Iterator[None]:
        try:
            yield
        except GridwalkError:
            raise
        except FileExistsError as error:
            raise KeepError(path, "is a file: give a directory") from error
        except OSError as error:
            reason = error.strerror or str(error)
            if error.errno in (errno.ENOENT, errno.ENOTDIR) and not self.directory.is_dir():
                reason = f"the directory is lost, seen from {platform.node()}"
            raise KeepError(path, f"{what} ({reason})") from error


class RemoteFiles(FileStore):
    """The files below an address that fsspec knows."""

    def __init__(self, address: str, *, make: bool) -> None:
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

    def write(self, name: str, pieces: Iterable[Any]) -> None:
        """Put a file, in one piece."""
        with self._naming(self.path(name), "not written"):
            self._files.pipe_file(f"{self._root}/{name}", b"".join(map(bytes, pieces)))

    def read(self, name: str) -> bytes | None:
        """Return what a file holds; None if there is none."""
        with self._naming(self.path(name), "cannot be read"):
            try:
                return bytes(self._files.cat_file(f"{self._root}/{name}"))
            except FileNotFoundError:
                return None

    def names(self) -> list[str]:
        """Return the names of all files, in order, as they are now."""
        with self._naming(self.address, "cannot be read"):
            self._files.invalidate_cache(self._root)
            try:
                found = self._files.ls(self._root, detail=False)
            except FileNotFoundError:  # an object store has no empty directories
                return []
            return sorted(str(path).rpartition("/")[2] for path in found)

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        with suppress(Exception):  # a file that stays takes space but does no harm
            self._files.rm_file(f"{self._root}/{name}")

    @contextmanager
    def _naming(self, path: str, what: str) -> Iterator[None]:
        try:
            yield
        except GridwalkError:
            raise
        except Exception as error:  # every store has errors of its own
            reason = " ".join(str(error).split()) or type(error).__name__
            raise KeepError(path, f"{what} ({reason})") from error


def opened(directory: str | PathLike[str], *, make: bool = True) -> FileStore:
    """Return the files of *directory*, a path or an address; with *make* it is created if missing."""
    name = fspath(directory).removeprefix("file://")  # what is local is renamed, not put
    if ADDRESS.fullmatch(name):
        return RemoteFiles(name, make=make)
    return LocalFiles(Path(name), make=make)


def where() -> str:
    """Return where this runs: machine and process.

    >>> where().count("/")
    1
    """
    return f"{platform.node().replace('/', '-') or 'unknown'}/{os.getpid()}"
