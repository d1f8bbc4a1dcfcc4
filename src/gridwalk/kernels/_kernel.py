"""`@kernel`: one plain function, two tiers.

``k.python(...)`` interprets the function on memory views, which index three times faster
than arrays and write to the same memory.  ``k.compiled(...)`` runs machine code: what was
compiled once is kept (`_cache`) and loaded (`_machine`).  Only what was not is compiled, by `_numba`, the one
module that imports Numba, after replacing, in a copy of its globals, every kernel that it
calls by that one's form for Numba.  Both tiers leave the same bytes behind, so a search may begin in one and
go on in the other.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from gridwalk.kernels._compiled import CompiledKernel


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
    def compiled(self) -> CompiledKernel:
        """The compiled form (by Numba, without the interpreter lock, cached on disk)."""
        from gridwalk.kernels._compiled import CompiledKernel  # loads LLVM

        return CompiledKernel(self)

    @functools.cached_property
    def for_numba(self) -> Any:
        """What Numba compiles, and what other kernels call that it compiles."""
        from gridwalk.kernels._numba import dispatcher  # takes longer than most searches

        plain = self._function
        names = {
            name: value.for_numba if isinstance(value, Kernel) else value for name, value in self._named()
        }
        copy = FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__)
        copy.__module__, copy.__qualname__ = plain.__module__, plain.__qualname__
        return dispatcher(copy, self._inline)

    @property
    def takes(self) -> int:
        """How many arguments it takes."""
        return self._function.__code__.co_argcount

    @property
    def defaults(self) -> tuple[Any, ...]:
        """What its last arguments are where they are not given."""
        return self._function.__defaults__ or ()

    @property
    def full_name(self) -> str:
        """Which kernel it is, bound ones of one template told apart."""
        return f"{self._function.__module__}.{self._function.__qualname__}"

    @property
    def origin(self) -> str:
        """Which kernel it is, and which it calls: what its code is made from, but for the sources."""
        called = [value.full_name for _, value in self._named() if isinstance(value, Kernel)]
        return " ".join([self.full_name, *called])

    @functools.cached_property
    def modules(self) -> frozenset[str]:
        """The modules that its code comes from: its own, and those of all kernels that it calls."""
        called = [value for _, value in self._named() if isinstance(value, Kernel)]
        return frozenset({self._function.__module__}).union(*(value.modules for value in called))

    def _named(self) -> Iterator[tuple[str, Any]]:
        """Yield the globals that the function uses."""
        plain = self._function
        for name, value in plain.__globals__.items():
            if name in plain.__code__.co_names or name.startswith("__"):
                yield name, value


class Instruction(Kernel):
    """A kernel over one 64-bit word whose compiled form is an LLVM intrinsic."""

    def __init__(self, function: FunctionType, name: str, counts: bool) -> None:
        super().__init__(function)
        self._llvm_name, self._counts = name, counts

    @functools.cached_property
    def for_numba(self) -> Any:
        """The intrinsic, for kernels that Numba compiles."""
        from gridwalk.kernels._numba import intrinsic_of

        return intrinsic_of(self._llvm_name, self._counts)


def kernel(function: Callable[..., Any]) -> Kernel:
    """Make a kernel of a plain function."""
    assert isinstance(function, FunctionType)
    return Kernel(function)


def inline_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a kernel that is compiled into each of its callers: for the small parts of hot loops."""
    assert isinstance(function, FunctionType)
    return Kernel(function, inline=True)


def instruction(name: str, *, counts: bool) -> Callable[[Callable[..., Any]], Kernel]:
    """Make a kernel whose compiled form is the LLVM intrinsic *name*; it *counts* bits, or returns a word."""

    def make(function: Callable[..., Any]) -> Kernel:
        assert isinstance(function, FunctionType)
        return Instruction(function, name, counts)

    return make


def bound_kernel(
    template: Callable[..., Any], name: str, *, inline: bool = False, **kernels: Kernel
) -> Kernel:
    """Make a kernel of *template* in which the global names given are these kernels."""
    assert isinstance(template, FunctionType)
    function = FunctionType(template.__code__, {**template.__globals__, **kernels}, name)
    function.__module__, function.__qualname__, function.__doc__ = template.__module__, name, template.__doc__
    return Kernel(function, inline)


def _view(argument: Any) -> Any:
    if isinstance(argument, np.ndarray):
        return argument.data if argument.size else argument
    if isinstance(argument, tuple):
        return tuple(map(_view, argument))
    return argument
