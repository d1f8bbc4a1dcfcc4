"""Compiled code on disk: where it lies, and how it is written and read back.

An entry is one file: a digest of its name and its data, then the data.  There is no index that could
point to nothing, and whatever is not byte for byte what was written, under the name it was written for,
is dropped and compiled again: damaged machine code would be run.  A file is written beside its place and
renamed, so processes that write at once each leave a whole entry.

Numba's own cache covers a function's own file only: after an upgrade a cached caller could run a callee's
old code.  So each digest of *all* kernel sources has a directory of its own.
"""

from __future__ import annotations

import errno
import functools
import hashlib
import os
import pickle
import re
import sys
import tempfile
import time
import warnings
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from gridwalk.errors import CompileCacheWarning

_DIGEST = hashlib.sha256
_DIGEST_BYTES = _DIGEST().digest_size
_LEFT_OVER = 3600.0  # seconds after which a file half written is nobody's any more
_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}


class CodeCache(NullCache):
    """What Numba asks for the compiled forms of one kernel, one entry a signature.

    Parameters
    ----------
    kernel : str
        Names the kernel and those it calls, for all versions of the sources are apart anyway.
    directory : Path
        Of this version, as `cache_directory` returns it.

    """

    def __init__(self, kernel: str, directory: Path) -> None:
        self._kernel, self._directory = kernel, directory

    @property
    def cache_path(self) -> str:
        """The directory."""
        return str(self._directory)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled form for the signature *sig*, or None: then it is compiled."""
        target_context.refresh()
        file = self._file(sig, target_context.codegen())
        try:
            data = _read(file)
            return None if data is None else CompileResult._rebuild(target_context, *pickle.loads(data))
        except Exception:  # whatever is wrong with an entry, the source is at hand
            _warn("damaged", f"compiled code in {file} is damaged: compiled again")
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the compiled form for the signature *sig*, where there is room for it."""
        if data.lifted or data.library.has_dynamic_globals:
            return  # code of this process only
        file = self._file(sig, data.codegen)
        try:
            _write(file, dumps(data._reduce()))
        except OSError as error:
            _warn_of_no_room(self._directory, error)

    def _file(self, sig: Any, codegen: Any) -> Path:
        digest = _DIGEST(repr((self._kernel, sig, codegen.magic_tuple())).encode()).hexdigest()
        name = re.sub(r"\W+", "-", self._kernel.partition(" ")[0].rpartition(".")[2])
        return self._directory / f"{name[:60]}-{digest[:24]}.code"


def _sealed(name: str, data: bytes) -> bytes:
    return _DIGEST(name.encode() + b"\0" + data).digest()


def _read(file: Path) -> bytes | None:
    """Return the data of an entry, or None where there is none; ValueError if it is not what was written."""
    try:
        raw = file.read_bytes()
    except OSError:
        return None
    data = raw[_DIGEST_BYTES:]
    if raw[:_DIGEST_BYTES] != _sealed(file.name, data):
        raise ValueError(f"{file} is damaged")
    return data


def _write(file: Path, data: bytes) -> None:
    """Write an entry, whole or not at all."""
    number, beside = tempfile.mkstemp(suffix=".tmp", dir=file.parent)
    try:
        with os.fdopen(number, "wb") as stream:
            stream.write(_sealed(file.name, data) + data)
        os.replace(beside, file)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


_warned: set[str] = set()


def _warn(kind: str, words: str) -> None:
    """Warn once in a process of each kind: a damaged directory has many damaged entries."""
    if kind not in _warned:
        _warned.add(kind)
        warnings.warn(words, CompileCacheWarning, stacklevel=2)


def _warn_of_no_room(directory: Path, error: OSError) -> None:
    reason = error.strerror or error
    _warn("unwritable", f"compiled code is not kept: {directory} cannot be written ({reason})")


@functools.cache
def cache_directory() -> Path | None:
    """Return this version's own directory, or None where none can be written."""
    try:
        directory = _user_cache() / "gridwalk" / _version()
        for folder in (directory.parent, directory):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            status = folder.stat()
            others = hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & 0o022)
            if others:
                return None  # somebody else may write there: cached code is code that will be run
        tempfile.TemporaryFile(dir=directory).close()
        _tidy(directory.glob("*.tmp"))
    except (OSError, RuntimeError) as error:  # RuntimeError: there is no home directory
        if isinstance(error, OSError) and error.errno in _FULL:
            _warn_of_no_room(directory, error)
        return None
    return directory


def _version() -> str:
    """Return a digest of all kernels, and of what compiles them."""
    checked = getattr(numba.config, "BOUNDSCHECK", None)
    digest = _DIGEST(f"{numba.__version__} {llvmlite.__version__} {sys.version} {checked}".encode())
    for source in sorted(files(__package__).iterdir(), key=lambda source: source.name):  # in a zip, too
        if source.name.endswith(".py"):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _tidy(left_over: Iterable[Path]) -> None:
    """Remove what killed processes left half written."""
    for file in left_over:
        if file.stat().st_mtime < time.time() - _LEFT_OVER:
            file.unlink(missing_ok=True)


def _user_cache() -> Path:
    if given := os.environ.get("GRIDWALK_CACHE_DIR"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
