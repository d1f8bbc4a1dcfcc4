"""The compiled forms of a kernel, one for each form of its arguments: found on the disk, or compiled.

What is found is loaded by `_machine` without Numba, so that a program that is run again starts at once.
"""

from __future__ import annotations

import ctypes
import hashlib
import pickle
import struct
import threading
from typing import Any, Protocol

from gridwalk.kernels import when_compiling
from gridwalk.kernels._form import name_of, take_apart
from gridwalk.kernels._machine import Code, lacks_symbols, loaded

_making = threading.RLock()
_NO_RESULT = -2  # the status of a function that returns None
_RESULTS = 8  # words of room for them


class Source(Protocol):
    """What is compiled: a `gridwalk.kernels._kernel.Kernel`."""

    name: str
    __module__: str

    @property
    def takes(self) -> int: ...
    @property
    def defaults(self) -> tuple[Any, ...]: ...
    @property
    def origin(self) -> str: ...
    @property
    def modules(self) -> frozenset[str]: ...
    @property
    def for_numba(self) -> Any: ...


class CompiledKernel:
    """What `Kernel.compiled` is: called like the kernel, it does the same in machine code."""

    def __init__(self, kernel: Source) -> None:
        self._kernel = kernel
        self._forms: dict[tuple[Any, ...], CompiledForm] = {}
        self._takes, self._defaults = kernel.takes, kernel.defaults

    def __call__(self, *arguments: Any) -> Any:
        form, words = self._found(arguments)
        return form(words)

    def prepared(self, *arguments: Any) -> PreparedCall:
        """Return the call with these *arguments*, to be made many times."""
        return PreparedCall(*self._found(arguments), arguments)

    def _found(self, arguments: tuple[Any, ...]) -> tuple[CompiledForm, list[Any]]:
        """Return the form for these *arguments*, and their words."""
        if (missing := self._takes - len(arguments)) > 0:
            arguments += self._defaults[-missing:]
        kinds: list[Any] = []
        words: list[Any] = []
        take_apart(arguments, kinds, words)
        form = self._forms.get(tuple(kinds)) or self._form(arguments, tuple(kinds))
        return form, words

    def _form(self, arguments: tuple[Any, ...], kinds: tuple[Any, ...]) -> CompiledForm:
        with _making:
            if (form := self._forms.get(kinds)) is None:  # another thread may have been first
                form = self._forms[kinds] = CompiledForm(self._code(arguments, name_of(list(kinds))))
            return form

    def _code(self, arguments: tuple[Any, ...], form: str) -> Code:
        from gridwalk.kernels._cache import code_caches

        kernel = self._kernel
        caches = code_caches(kernel.origin, kernel.__module__, kernel.modules)
        for cache in caches:
            if (code := cache.load(form)) is not None:
                return code
        for tell in [*when_compiling]:
            tell(kernel.name)
        from gridwalk.kernels._numba import compile_form

        entry = hashlib.sha256(f"{kernel.origin} {form}".encode()).hexdigest()[:24]
        code = compile_form(kernel.for_numba, arguments, f"gridwalk_{entry}")
        for cache in caches[:1]:
            cache.save(form, code)
        return code


class CompiledForm:
    """One compiled form, called with the words of `take_apart`."""

    def __init__(self, code: Code) -> None:
        if lacks_symbols(code):
            from gridwalk.kernels._numba import provide_symbols

            provide_symbols()
        self._entry = loaded(code)
        self.pack = struct.Struct(code.words).pack_into
        self._unpack = struct.Struct(code.results).unpack_from
        self._is_tuple = code.is_tuple
        self._error = code.size
        self._at = 8 * code.size + 8
        self.block = ctypes.c_int64 * (code.size + 1 + _RESULTS)

    def __call__(self, words: list[Any]) -> Any:
        block = self.block()
        self.pack(block, 0, *words)
        return self.run(block)

    def run(self, block: Any) -> Any:
        """Call the code, and return its results."""
        if (status := self._entry(block)) and status != _NO_RESULT:
            raise _error_at(block[self._error])
        results = self._unpack(block, self._at)
        return results if self._is_tuple else results[0] if results else None


class PreparedCall:
    """A call of one form whose arrays stay the same, while numbers among its arguments change.

    It belongs to one thread: its block is used again in each call.

    Attributes
    ----------
    words : ctypes array of int64
        The words of the arguments, tuples taken apart and None left out; those of integers may be set.

    """

    def __init__(self, form: CompiledForm, words: list[Any], arguments: tuple[Any, ...]) -> None:
        self.words = form.block()
        form.pack(self.words, 0, *words)
        self._run, self._kept = form.run, arguments  # the words are the addresses of these

    def __call__(self) -> Any:
        return self._run(self.words)


def _error_at(address: int) -> Exception:
    """Return the error that compiled code ended with: Numba keeps it pickled, with its arguments."""
    data, size = ctypes.c_void_p.from_address(address).value, ctypes.c_int32.from_address(address + 8).value
    kind, arguments, *_ = pickle.loads(ctypes.string_at(data or 0, size))
    error: Exception = kind(*(arguments or ()))
    return error
