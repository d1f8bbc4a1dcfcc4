"""`@kernel`: one plain function, two tiers.  With `_cache` the only module that imports Numba.

``k.python(...)`` interprets the function on memory views, which index three times faster
than arrays and write to the same memory.  ``k.compiled(...)`` compiles it on first use,
after replacing, in a copy of its globals, every kernel that it calls by that one's
compiled form.  Both tiers leave the same bytes behind, so a search may begin in one and
go on in the other.
"""

from __future__ import annotations

import functools
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
        import numba  # takes longer than most searches

        from gridwalk.kernels._cache import code_cache

        plain = self._function
        kernels = {name: value for name, value in self._named() if isinstance(value, Kernel)}
        names = dict(self._named()) | {name: value.compiled for name, value in kernels.items()}
        copy = FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__)
        copy.__module__, copy.__qualname__ = plain.__module__, plain.__qualname__
        # Kernels allocate nothing, so no array needs its references counted (`_nrt`): counting
        # them, atomically and at every call, costs jump point search a factor of four.
        flags: Any = {"nogil": True, "_nrt": False, "forceinline": self._inline}
        compiled: Any = numba.njit(**flags)(copy)
        called = " ".join(value.full_name for value in kernels.values())
        if (cache := code_cache(f"{self.full_name} {called}", plain.__module__, self.modules)) is not None:
            compiled._cache = cache
        return cast(Callable[..., Any], compiled)

    @property
    def full_name(self) -> str:
        """Which kernel it is, bound ones of one template told apart."""
        return f"{self._function.__module__}.{self._function.__qualname__}"

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

    def _compile(self) -> Callable[..., Any]:
        from llvmlite import ir
        from numba import types
        from numba.extending import intrinsic

        name, counts = self._llvm_name, self._counts

        @intrinsic
        def instruction(typing_context, word):  # type: ignore[no-untyped-def]
            def emit(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
                i64 = ir.IntType(64)
                extra = [ir.Constant(ir.IntType(1), 0)] if counts else []  # zero is a word like any other
                shape = ir.FunctionType(i64, [i64, *(value.type for value in extra)])
                called = builder.module.declare_intrinsic(name, [i64], shape)
                return builder.call(called, [arguments[0], *extra])

            return (types.int64 if counts else types.uint64)(types.uint64), emit

        return cast(Callable[..., Any], instruction)


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
