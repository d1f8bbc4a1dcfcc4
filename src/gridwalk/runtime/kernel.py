"""`@kernel`: a function over arrays, interpreted (``k.python(...)``) or compiled (``k.compiled(...)``).

Both forms write the same bytes, so a search may begin interpreted and continue compiled.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, ClassVar

import numpy as np

# If set, error messages of Numba show the lines of the kernel; then any edit of its file compiles it again.
SHOW_LINES = bool(os.environ.get("GRIDWALK_SHOW_LINES"))


class Kernel:
    """A plain function over arrays and integers with an interpreted and a compiled form."""

    interpreted: ClassVar[float] = 0.0  # seconds spent interpreting kernels in this process, all together

    def __init__(self, function: FunctionType, inline: bool = False, packs: bool = False) -> None:
        self._packs = packs  # whether LLVM may vectorise consecutive statements (SLP)
        functools.update_wrapper(self, function)
        self.name = function.__name__
        self.seconds = 0.0  # seconds spent interpreting this kernel
        self.is_warm = False  # whether the compiled form has been called, so that it is compiled
        self._function = function
        self._inline = inline

    def __call__(self, *arguments: Any) -> Any:
        """Interpret the kernel, without measuring the time."""
        return self.plain(*arguments)

    def python(self, *arguments: Any) -> Any:
        """Interpret the kernel on memory views, whose indexing is three times as fast as that of arrays."""
        return self.interpret(*map(_view, arguments))

    def interpret(self, *arguments: Any) -> Any:
        """Interpret the kernel and measure the time."""
        began = perf_counter()
        try:
            return self.plain(*arguments)
        finally:
            seconds = perf_counter() - began
            self.seconds += seconds
            Kernel.interpreted += seconds

    @functools.cached_property
    def plain(self) -> FunctionType:
        """The function with plain functions as callees: a call of a kernel object costs more."""
        names = {name: value.plain if isinstance(value, Kernel) else value for name, value in self._named()}
        return FunctionType(self._function.__code__, names, self.name, self._function.__defaults__)

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled form exists in this process."""
        return "compiled" in self.__dict__

    @functools.cached_property
    def is_cached(self) -> bool:
        """Whether Numba's cache has an entry for this kernel; this loads Numba."""
        folder = Path(self.dispatcher.stats.cache_path)
        return any(folder.glob(f"*{self.digest[:12]}-*.nbi"))

    @functools.cached_property
    def compiled(self) -> Any:
        """The compiled form, for calls from Python."""
        return _vectorised(self.dispatcher) if self._packs else self.dispatcher

    @functools.cached_property
    def dispatcher(self) -> Any:
        """The Numba dispatcher of a copy of the function whose callees are compiled."""
        import numba  # importing it takes longer than most searches

        # Kernels allocate no memory, so Numba need not count references (docs/adr/0006).
        return numba.njit(cache=True, nogil=True, _nrt=False)(self._copy())

    @functools.cached_property
    def part(self) -> Any:
        """The form for calls from compiled kernels: without a wrapper for Python, cached with its callers."""
        import numba

        options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
        part = numba.njit(**options, forceinline=self._inline)(self._copy())
        specialise = part.compile
        # Numba would compile a callee once more for every constant that is an argument.
        part.compile = lambda types: specialise(tuple(map(numba.types.unliteral, types)))
        return part

    def _copy(self) -> FunctionType:
        """Return the function with compiled callees, under a name that changes only with the machine code.

        Numba identifies a cache entry by file, qualified name and line, and drops it if the file changes.
        Here the file is always this one, the line is 1, and the name ends with the digest.  So an edit
        elsewhere in the file of a kernel keeps its entry; an edit of a callee or a constant does not.
        """
        names = {name: value.part if isinstance(value, Kernel) else value for name, value in self._named()}
        plain, code = self._function, self._function.__code__
        if not SHOW_LINES:
            code = code.replace(co_filename=__file__, co_firstlineno=1)
        copy = FunctionType(code, names, plain.__name__, plain.__defaults__)
        copy.__module__, copy.__qualname__ = plain.__module__, f"{plain.__qualname__}_{self.digest[:12]}"
        return copy

    @functools.cached_property
    def digest(self) -> str:
        """A hash of everything that determines the machine code: bytecode, constants, callees, options."""
        code = self._function.__code__
        constants = [value for value in code.co_consts if value != self._function.__doc__]
        parts = [
            self._function.__module__,  # a cache entry imports it
            code.co_code.hex(),
            repr(constants),
            code.co_names,
            code.co_varnames,
            code.co_argcount,
            self._function.__defaults__,
            self._inline,
            self._packs,
            os.environ.get("NUMBA_BOUNDSCHECK", ""),
            sorted((name, _digest_of(value)) for name, value in self._named() if not name.startswith("__")),
        ]
        return sha256(repr(parts).encode()).hexdigest()

    @property
    def full_name(self) -> str:
        """The qualified name; kernels bound from one template have different ones."""
        return f"{self._function.__module__}.{self._function.__qualname__}"

    def _named(self) -> Iterator[tuple[str, Any]]:
        """Yield the globals that the function uses."""
        known = self._function.__globals__
        for name in (*self._function.__code__.co_names, "__builtins__", "__name__"):
            if name in known:
                yield name, known[name]


class Instruction(Kernel):
    """A kernel of one 64-bit integer whose compiled form is an LLVM intrinsic."""

    def __init__(self, function: FunctionType, name: str, counts: bool) -> None:
        super().__init__(function)
        self._llvm_name, self._counts = name, counts

    @functools.cached_property
    def digest(self) -> str:
        """The name of the intrinsic."""
        return f"{self._llvm_name} {self._counts}"

    @functools.cached_property
    def part(self) -> Any:
        """The intrinsic, for kernels that Numba compiles."""
        from llvmlite import ir
        from numba import types
        from numba.extending import intrinsic

        counts, name = self._counts, self._llvm_name

        @intrinsic  # type: ignore[untyped-decorator]
        def instruction(typing_context: Any, word: Any) -> Any:
            def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                i64 = ir.IntType(64)
                extra = [ir.Constant(ir.IntType(1), 0)] if counts else []  # the result for zero is defined
                shape = ir.FunctionType(i64, [i64, *(value.type for value in extra)])
                called = builder.module.declare_intrinsic(name, [i64], shape)
                return builder.call(called, [arguments[0], *extra])

            return (types.int64 if counts else types.uint64)(types.uint64), emit

        return instruction


def _vectorised(made: Any) -> Any:
    """Return a function that calls *made* with Numba's global setting for SLP vectorisation."""
    from numba import config

    def call(*arguments: Any) -> Any:
        before, config.SLP_VECTORIZE = config.SLP_VECTORIZE, 1
        try:
            return made(*arguments)
        finally:
            config.SLP_VECTORIZE = before

    return call


def _digest_of(value: Any) -> str:
    """Return a text that identifies a global of a kernel: a kernel's digest, or a constant's value."""
    if isinstance(value, Kernel):
        return value.digest
    if isinstance(value, (ModuleType, BuiltinFunctionType)):
        return value.__name__
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, (bool, int, float, tuple, np.generic, type(None))):
        return f"{type(value).__name__} {value!r}"
    raise TypeError(f"a kernel cannot use {value!r}: only kernels, modules, numbers, tuples and arrays")


def kernel(function: Callable[..., Any]) -> Kernel:
    """Make a kernel of a plain function."""
    assert isinstance(function, FunctionType)
    return Kernel(function)


def inline_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a kernel that is inlined into its callers, for small parts of hot loops."""
    assert isinstance(function, FunctionType)
    return Kernel(function, inline=True)


def instruction(name: str, *, counts: bool) -> Callable[[Callable[..., Any]], Kernel]:
    """Make a kernel that compiles to the LLVM intrinsic *name*; it *counts* bits or returns an integer."""

    def make(function: Callable[..., Any]) -> Kernel:
        assert isinstance(function, FunctionType)
        return Instruction(function, name, counts)

    return make


def bound_kernel(
    template: Callable[..., Any], name: str, *, inline: bool = False, packs: bool = False, **kernels: Kernel
) -> Kernel:
    """Make a kernel from *template*, with its global names bound to the given *kernels*."""
    assert isinstance(template, FunctionType)
    function = FunctionType(template.__code__, {**template.__globals__, **kernels}, name)
    function.__module__, function.__qualname__, function.__doc__ = template.__module__, name, template.__doc__
    return Kernel(function, inline, packs)


def _view(argument: Any) -> Any:
    if isinstance(argument, np.ndarray):
        return argument.data if argument.size else argument
    if isinstance(argument, tuple):
        return tuple(map(_view, argument))
    return argument
