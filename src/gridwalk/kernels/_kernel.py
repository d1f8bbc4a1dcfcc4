"""`@kernel`: one plain function, two tiers.  With `_cache`, the one place that knows Numba.

``k.python(...)`` interprets the function on memory views, which index three times faster
than arrays and write to the same memory.  ``k.compiled(...)`` compiles it on first use,
after replacing, in a copy of its globals, every kernel that it calls by that one's
compiled form.  Both tiers leave the same bytes behind, so a search may begin in one and
go on in the other.
"""

from __future__ import annotations

import functools
import importlib
import threading
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, cast

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
        numba: Any = importlib.import_module("numba")  # takes longer than most searches
        plain = self._function
        kernels = {name: value for name, value in self._named() if isinstance(value, Kernel)}
        names = dict(self._named()) | {name: value.compiled for name, value in kernels.items()}
        copy = FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__)
        copy.__module__, copy.__qualname__ = plain.__module__, plain.__qualname__
        # Kernels allocate nothing, so no array needs its references counted (`_nrt`): counting
        # them, atomically and at every call, costs jump point search a factor of four.
        compiled: Any = numba.njit(nogil=True, _nrt=False, forceinline=self._inline)(copy)
        if plain.__module__.rpartition(".")[0] == __package__:  # its sources are in the cache's digest
            from gridwalk.kernels._cache import CodeCache, cache_directory

            if (directory := cache_directory()) is not None:
                called = " ".join(value.full_name for value in kernels.values())
                compiled._cache = CodeCache(f"{self.full_name} {called}", directory)
        return cast(Callable[..., Any], compiled)

    @property
    def full_name(self) -> str:
        """Which kernel it is, bound ones of one template told apart."""
        return f"{self._function.__module__}.{self._function.__qualname__}"

    def _named(self) -> Iterator[tuple[str, Any]]:
        """Yield the globals that the function uses."""
        plain = self._function
        for name, value in plain.__globals__.items():
            if name in plain.__code__.co_names or name.startswith("__"):
                yield name, value


def kernel(function: Callable[..., Any]) -> Kernel:
    """Make a kernel of a plain function."""
    assert isinstance(function, FunctionType)
    return Kernel(function)


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
