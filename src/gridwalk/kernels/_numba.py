"""Compile one form of a kernel with Numba, into machine code that needs no Numba to run.

The code is one object file with one entry, ``int entry(block)``: it reads the words of `_form` from the
block, gives them to the function that Numba compiled, and returns its status.  The entry is written here in
the language of LLVM, and the types of its arguments are compared with those that Numba gave the function.

Numba's wrappers for Python are left out: they take a quarter of the time, and nobody calls them.
"""

from __future__ import annotations

from struct import calcsize
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba.core import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic
from numba.np.numpy_support import as_dtype

from gridwalk.kernels._machine import Code, machine

# Kernels allocate nothing, so no array needs its references counted (`_nrt`): counting
# them, atomically and at every call, costs jump point search a factor of four.
_FLAGS: dict[str, Any] = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_HEAD = object.__basicsize__  # bytes before what an array's object holds:
_DATA, _SHAPE, _STRIDES = _HEAD, _HEAD + 16, _HEAD + 24  # after the data the number of dimensions


def dispatcher(function: FunctionType, inline: bool) -> Any:
    """Return what compiles *function*, and what functions that Numba compiles can call."""
    return numba.njit(**_FLAGS, forceinline=inline)(function)


def intrinsic_of(name: str, counts: bool) -> Any:
    """Return the LLVM intrinsic *name* on a word, as a function; it *counts* bits, or returns a word."""

    @intrinsic
    def instruction(typing_context: Any, word: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            i64 = ir.IntType(64)
            extra = [ir.Constant(ir.IntType(1), 0)] if counts else []  # zero is a word like any other
            shape = ir.FunctionType(i64, [i64, *(value.type for value in extra)])
            called = builder.module.declare_intrinsic(name, [i64], shape)
            return builder.call(called, [arguments[0], *extra])

        return (types.int64 if counts else types.uint64)(types.uint64), emit

    return instruction


def provide_symbols() -> None:
    """Make known to LLVM the functions of Numba that compiled code may call."""
    cpu_target.target_context.refresh()


def compile_form(compiler: Any, arguments: tuple[Any, ...], entry: str) -> Code:
    """Compile the form of what `dispatcher` returned for these *arguments*; *entry* names its entry."""
    typeof: Any = numba.typeof
    given = tuple(typeof(argument) for argument in arguments)
    compiler.compile(given)
    compiled = compiler.overloads[given]
    _, _, bitcode = compiled.library.serialize_using_bitcode()
    module = llvm.parse_bitcode(bitcode)
    function = module.get_function(compiled.fndesc.llvm_func_name)
    reader = _Reader()
    for part in given:
        reader.take(part)
    if str(function.global_value_type) != f"i32 {reader.takes}":
        raise TypeError(f"{function.name} is a {function.global_value_type}, and not given {reader.takes}")
    module.link_in(llvm.parse_assembly(reader.entry(entry, function.name)))
    _keep_only(entry, module)
    symbols = [each.name for each in module.functions if each.is_declaration]
    symbols = [name for name in symbols if not name.startswith("llvm.")]
    result: Any = compiled.signature.return_type
    several = isinstance(result, types.BaseTuple)
    parts = [*result] if several else [result]
    results = "".join(_format(part) for part in parts)
    code = machine().emit_object(module)
    return Code(entry, reader.words, reader.size, results, several, tuple(symbols), code)


class _Reader:
    """Writes the function that reads a block, one instruction a line."""

    def __init__(self) -> None:
        self.size = 0  # words of the block
        self.words = ""  # how `struct` packs them
        self._lines: list[str] = []
        self._given: list[str] = []  # to the function that Numba compiled, each with its type

    @property
    def takes(self) -> str:
        """The types of all arguments of the function that Numba compiled, as LLVM has them."""
        kinds = [given.partition(" ")[0] for given in self._given]
        return f"({', '.join(['ptr', 'ptr', *kinds])})"

    def entry(self, name: str, function: str) -> str:
        """Return the whole as text."""
        error, results = self._at("%block", 8 * self.size), self._at("%block", 8 * self.size + 8)
        given = ", ".join([f"ptr {results}", f"ptr {error}", *self._given])
        status = self._line(f'call i32 @"{function}"({given})')
        body = "\n  ".join([*self._lines, f"ret i32 {status}"])
        return f'declare i32 @"{function}"{self.takes}\n\ndefine i32 @{name}(ptr %block) {{\n  {body}\n}}\n'

    def take(self, kind: Any) -> None:
        """Read an argument of this type."""
        if isinstance(kind, types.BaseTuple):
            for part in iter(kind):  # type: ignore[call-overload]
                self.take(part)
        elif kind is types.none:
            self._given.append("ptr null")
        elif isinstance(kind, types.Array):
            self._take_array(kind.ndim, as_dtype(kind.dtype).itemsize)
        else:
            llvm_kind = "i8" if isinstance(kind, types.Boolean) else f"i{kind.bitwidth}"
            if isinstance(kind, types.Float):
                llvm_kind = {32: "float", 64: "double"}[kind.bitwidth]
            letter = _format(kind)
            aligned = f"{letter}{8 - calcsize(letter)}x"
            self._given.append(f"{llvm_kind} {self._word(llvm_kind, aligned.replace('0x', ''))}")

    def _take_array(self, dimensions: int, item: int) -> None:
        array = self._word("ptr", "P")
        data = self._load("ptr", array, _DATA)
        shape, strides = self._load("ptr", array, _SHAPE), self._load("ptr", array, _STRIDES)
        lengths = [self._load("i64", shape, 8 * axis) for axis in range(dimensions)]
        steps = [self._load("i64", strides, 8 * axis) for axis in range(dimensions)]
        size = lengths[0]
        for length in lengths[1:]:
            size = self._line(f"mul i64 {size}, {length}")
        self._given += ["ptr null", "ptr null", f"i64 {size}", f"i64 {item}", f"ptr {data}"]
        self._given += [f"i64 {value}" for value in [*lengths, *steps]]

    def _word(self, kind: str, letter: str) -> str:
        """Read the next word of the block."""
        self.size, self.words = self.size + 1, self.words + letter
        return self._load(kind, "%block", 8 * (self.size - 1))

    def _load(self, kind: str, place: str, offset: int) -> str:
        return self._line(f"load {kind}, ptr {self._at(place, offset)}")

    def _at(self, place: str, offset: int) -> str:
        return self._line(f"getelementptr i8, ptr {place}, i64 {offset}")

    def _line(self, text: str) -> str:
        name = f"%v{len(self._lines)}"
        self._lines.append(f"{name} = {text}")
        return name


def _format(kind: Any) -> str:
    """Return the letter by which `struct` knows a number; nothing for None."""
    if kind is types.none:
        return ""
    if isinstance(kind, types.Float):
        return {32: "f", 64: "d"}[kind.bitwidth]
    if isinstance(kind, types.Boolean):
        return "?"
    letter = {8: "b", 16: "h", 32: "i", 64: "q"}[kind.bitwidth]
    return letter if kind.signed else letter.upper()


def _keep_only(entry: str, module: Any) -> None:
    """Remove what is compiled into its callers, and nobody calls by itself."""
    for each in [*module.functions, *module.global_variables]:
        if not each.is_declaration and each.name != entry:
            each.linkage = "internal"
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(machine(), llvm.create_pipeline_tuning_options()))
