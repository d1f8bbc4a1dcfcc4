"""`@kernel`: one plain function, two tiers.  The one module that knows Numba.

``k.python(...)`` interprets the function on memory views, which index three times faster
than arrays and write to the same memory.  ``k.compiled(...)`` compiles it on first use,
after replacing, in a copy of its globals, every kernel that it calls by that one's
compiled form.  Both tiers leave the same bytes behind, so a search may begin in one and
go on in the other.

Numba's cache key covers a function's own file only: after an upgrade a cached caller could
run a callee's old code.  So each digest of *all* kernel sources has a cache directory of
its own.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

_compiling = threading.RLock()


class Kernel:
    """A plain function over arrays and integers with an interpreted and a compiled form."""

    def __init__(self, function: FunctionType, inline: bool = False) -> None:
        functools.update_wrapper(self, function)
        self.name = function.__name__
        self.expanded = 0  # cells, in all searches so far: how much it is in demand
        self.is_warm = False  # whether the compiled form has been called: it is compiled in that call
        self._function = function
        self._inline = inline

    def __call__(self, *arguments: Any) -> Any:
        """Interpret, on the arguments as they are: how an interpreted kernel calls another."""
        return self._function(*arguments)

    def python(self, *arguments: Any) -> Any:
        """Interpret the kernel."""
        return self._function(*map(_view, arguments))

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled form is already there."""
        return "compiled" in self.__dict__

    @functools.cached_property
    def compiled(self) -> Callable[..., Any]:
        """The compiled form (Numba, without the interpreter lock, cached on disk)."""
        with _compiling:
            done: Callable[..., Any] | None = self.__dict__.get("compiled")  # another thread was first
            return done or self._compile()

    def _compile(self) -> Callable[..., Any]:
        numba = _numba()
        plain = self._function
        names = {
            name: value.compiled if isinstance(value, Kernel) else value
            for name, value in plain.__globals__.items()
            if name in plain.__code__.co_names or name.startswith("__")
        }
        copy = FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__)
        copy.__module__, copy.__qualname__ = plain.__module__, plain.__qualname__
        directory = _cache_directory()
        before = numba.config.CACHE_DIR
        try:
            if directory is not None:
                numba.config.CACHE_DIR = str(directory)
            # Kernels allocate nothing, so no array needs its references counted (`_nrt`): counting
            # them, atomically and at every call, costs jump point search a factor of four.
            compiled: Callable[..., Any] = numba.njit(
                nogil=True, cache=directory is not None, _nrt=False, forceinline=self._inline
            )(copy)
        finally:
            numba.config.CACHE_DIR = before
        return compiled


def kernel(function: Callable[..., Any]) -> Kernel:
    """Make a kernel of a plain function."""
    assert isinstance(function, FunctionType)
    return Kernel(function)


def _numba() -> Any:
    """Import Numba, which takes longer than most searches."""
    import numba

    return numba


def inline_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a kernel that is compiled into each of its callers: for the small parts of hot loops."""
    assert isinstance(function, FunctionType)
    return Kernel(function, inline=True)


def bound_kernel(template: Callable[..., Any], name: str, **kernels: Kernel) -> Kernel:
    """Make a kernel of *template* in which the global names given are these kernels."""
    assert isinstance(template, FunctionType)
    function = FunctionType(template.__code__, {**template.__globals__, **kernels}, name)
    function.__module__, function.__qualname__, function.__doc__ = template.__module__, name, template.__doc__
    return Kernel(function)


def _view(argument: Any) -> Any:
    if isinstance(argument, np.ndarray):
        return argument.data if argument.size else argument
    if isinstance(argument, tuple):
        return tuple(map(_view, argument))
    return argument


@functools.cache
def _cache_directory() -> Path | None:
    """Return this version's own cache directory, or None where none can be written."""
    import hashlib

    numba = _numba()
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {numba.config.BOUNDSCHECK}".encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    try:
        directory = _user_cache() / "gridwalk" / digest.hexdigest()[:16]
        for folder in (directory.parent, directory):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            status = folder.stat()
            others = hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & 0o022)
            if others:
                return None  # somebody else may write there: cached code is code that will be run
        probe = directory / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except (OSError, RuntimeError):  # RuntimeError: there is no home directory
        return None
    return directory


def _user_cache() -> Path:
    if given := os.environ.get("GRIDWALK_CACHE_DIR"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
