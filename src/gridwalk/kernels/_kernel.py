"""`@kernel`: one plain function, two tiers.

``k.python(...)`` interprets the function on memory views, which index three times faster
than arrays and write to the same memory.  ``k.compiled(...)`` runs machine code: what was
compiled once is kept (`_cache`) and loaded (`_machine`).  Only what was not is compiled, by `_numba`, the one
module that imports Numba, after replacing, in a copy of its globals, every kernel that it
calls by that one's form for Numba.  Both tiers leave the same bytes behind, so a search may begin in one and
go on in the other.

The form of a call: of which types its arguments are, and the words that stand for them.

A compiled form of a kernel is called with one block of 64-bit words: an array is the address of its object
(NumPy's layout of it is part of its C interface), a number is its value, None is nothing, and a
tuple is its parts one after another.  Behind them are a word for Numba's exception and room for the results.

The compiled forms of a kernel, one for each form of its arguments: found on the disk, or compiled.

What is found is loaded by `_machine` without Numba, so that a program that is run again starts at once.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import pickle
import struct
import threading
from array import array
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, Protocol

import numpy as np

from gridwalk.kernels import when_compiling
from gridwalk.kernels._machine import Code, lacks_symbols, loaded


class Kernel:
    """A plain function over arrays and integers with an interpreted and a compiled form."""

    def __init__(self, function: FunctionType, inline: bool = False, packs: bool = False) -> None:
        functools.update_wrapper(self, function)
        self.packs = packs  # whether like statements, one after another, become one instruction
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
    def is_kept(self) -> bool:
        """Whether code of it was found on the disk, for arguments of some form, when that was first asked."""
        from gridwalk.kernels._cache import code_caches

        return any(
            cache.has_any for cache in code_caches(self.origin, self._function.__module__, self.modules)
        )

    @functools.cached_property
    def compiled(self) -> CompiledKernel:
        """The compiled form (by Numba, without the interpreter lock, cached on disk)."""
        # loads LLVM

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
        """Which kernel it is, and which it calls: the kernel and its callees, by name."""
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
    template: Callable[..., Any], name: str, *, inline: bool = False, packs: bool = False, **kernels: Kernel
) -> Kernel:
    """Make a kernel of *template* in which the global names given are these kernels."""
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


_MEANT = 0x503  # of an array's flags: C and Fortran order, aligned, writable
_SIGN = 1 << 63


def take_apart(arguments: tuple[Any, ...], kinds: list[Any], words: list[Any]) -> None:
    """Append to *kinds* what *arguments* are, and to *words* what stands for them in a block.

    >>> import numpy as np
    >>> kinds, words = [], []
    >>> take_apart((7, (None, 0.5), np.zeros(3)), kinds, words)
    >>> name_of(kinds)
    'int (2 NoneType float <f8 1 501'
    >>> words[:2]
    [7, 0.5]
    """
    for argument in arguments:
        kind = type(argument)
        if kind is int:
            kinds.append(int if -_SIGN <= argument < _SIGN else _wide(argument))
            words.append(argument)
        elif kind is float or kind is bool:
            kinds.append(kind)
            words.append(argument)
        elif kind is np.ndarray or isinstance(argument, np.ndarray):
            flags = argument.flags.num
            kinds += (argument.dtype, argument.ndim, flags & (0x501 if flags & 1 else _MEANT))
            words.append(id(argument))
        elif kind is tuple:
            kinds += ("(", len(argument))
            take_apart(argument, kinds, words)
        else:
            kinds.append(kind)
            if argument is not None:
                words.append(argument)


def _wide(number: int) -> type[np.uint64]:
    """Return the type of an integer that needs the bit of the sign."""
    if not 0 <= number < 2 * _SIGN:
        raise OverflowError(f"{number} does not fit 64 bits")
    return np.uint64


def name_of(kinds: list[Any]) -> str:
    """Return the *kinds* as text, the same in every process."""
    return " ".join(map(_text, kinds)).replace("( ", "(")


def _text(kind: Any) -> str:
    if isinstance(kind, type):
        return kind.__name__
    if isinstance(kind, np.dtype):
        return str(kind.str)
    return f"{kind:x}" if isinstance(kind, int) else str(kind)


_making = threading.RLock()
_NO_RESULT = -2  # the status of a function that returns None
_RESULTS = 8  # words of room for them


class Source(Protocol):
    """What is compiled: a `gridwalk.kernels._kernel.Kernel`."""

    name: str
    packs: bool
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

    def form(self, *arguments: Any) -> CompiledForm:
        """Return the form for arguments like these."""
        return self._found(arguments)[0]

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
        code = compile_form(kernel.for_numba, arguments, f"gridwalk_{entry}", kernel.packs)
        for cache in caches[:1]:
            cache.save(form, code)
        return code


class CompiledForm:
    """One compiled form, called with the words of `take_apart`."""

    def __init__(self, code: Code) -> None:
        if lacks_symbols(code):
            from gridwalk.kernels._numba import provide_symbols

            provide_symbols()
        self.entry = loaded(code)
        self.pack = struct.Struct(code.words).pack_into
        self._unpack = struct.Struct(code.results).unpack_from
        self._is_tuple = code.is_tuple
        self._error = self.size = code.size
        self._at = 8 * code.size + 8
        self.block = ctypes.c_int64 * (code.size + 1 + _RESULTS)

    def __call__(self, words: list[Any]) -> Any:
        block = self.block()
        self.pack(block, 0, *words)
        return self.run(block, ctypes.addressof(block))

    def run(self, block: Any, address: int) -> Any:
        """Call the code on a *block*, given by its address too, and return its results."""
        if (status := self.entry(address)) and status != _NO_RESULT:
            raise _error_at(block[self._error])
        results = self._unpack(block, self._at)
        return results if self._is_tuple else results[0] if results else None


class PreparedCall:
    """A call of one form whose arrays stay the same, while numbers among its arguments change.

    It belongs to one thread: its block is used again in each call.

    Attributes
    ----------
    words : array of int64
        The words of the arguments, tuples taken apart and None left out, then one for an exception and those
        of the results.  That of an integer may be set, and that of an array to the `id` of another like it.
    end, address, entry : int, int, function
        How many words the arguments are; where the words are, and the code, which takes that place.

    """

    def __init__(self, form: CompiledForm, words: list[Any], arguments: tuple[Any, ...]) -> None:
        self.words, self.end = array("q", bytes(form.block())), form.size
        form.pack(self.words, 0, *words)
        self.address, self.entry = self.words.buffer_info()[0], form.entry
        self._run, self._kept = form.run, arguments  # the words are the addresses of these

    def __call__(self) -> Any:
        return self._run(self.words, self.address)


def _error_at(address: int) -> Exception:
    """Return the error that compiled code ended with: Numba keeps it pickled, with its arguments."""
    data, size = ctypes.c_void_p.from_address(address).value, ctypes.c_int32.from_address(address + 8).value
    kind, arguments, *_ = pickle.loads(ctypes.string_at(data or 0, size))
    error: Exception = kind(*(arguments or ()))
    return error
