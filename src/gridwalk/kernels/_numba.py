"""Compile one form of a kernel with Numba, into machine code that needs no Numba to run.

The code is one object file with one entry, ``int entry(block)``: it reads the words of `_form` from the
block, gives them to the function that Numba compiled, and returns its status.  The entry is written here in
the language of LLVM, and the types of its arguments are compared with those that Numba gave the function.

Numba's wrappers for Python are left out: they take a quarter of the time, and nobody calls them.

Numba optimises every function by itself, makes machine code of it, and does both again in each function
that calls it.  Here all is put together first, optimised once and made into machine code once: that takes
half as long.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from struct import calcsize
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba.core import base, imputils, types
from numba.core import typed_passes as typed
from numba.core import untyped_passes as untyped
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import CompilerBase, Flags
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.errors import TypingError
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.registry import cpu_target
from numba.core.transforms import canonicalize_cfg
from numba.core.types.functions import BaseFunction
from numba.core.typing import mathdecl, npydecl
from numba.cpython import builtins, iterators, mathimpl, numbers, rangeobj, slicing, tupleobj  # noqa: F401
from numba.extending import intrinsic
from numba.np import arrayobj, npyimpl  # noqa: F401
from numba.np.numpy_support import as_dtype

from gridwalk.kernels._machine import Code, processor

# Kernels allocate nothing, so no array needs its references counted (`_nrt`): counting
# them, atomically and at every call, costs jump point search a factor of four.
_FLAGS: dict[str, Any] = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_HEAD = object.__basicsize__  # bytes before what an array's object holds:
_DATA, _SHAPE, _STRIDES = _HEAD, _HEAD + 16, _HEAD + 24  # after the data the number of dimensions


class _Library(JITCodeLibrary):
    """The code of a function as it is written: `compile_form` optimises it where it is called from."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Leave what it calls where that is: `linked` puts all together, once."""
        self._finalized = True

    def linked(self) -> Any:
        """Return a module with all that it calls, and what that calls."""
        module = llvm.parse_bitcode(self._final_module.as_bitcode())
        found, waiting = {self}, [*self._linking_libraries]
        while waiting:
            library = waiting.pop()
            if library not in found:
                found.add(library)
                ours = isinstance(library, _Library)
                waiting += library._linking_libraries if ours else []
                part = library._final_module if ours else library._get_module_for_linking()
                module.link_in(part, preserve=True)
        return module

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:  # it is Numba that asks, with all that is called
            self._final_module = self.linked()
        return super()._get_module_for_linking()  # type: ignore[no-untyped-call]

    def get_pointer_to_function(self, name: str) -> int:
        """Return that there is none, as is asked when all of it is written: nobody calls it from here."""
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return 0


class _Codegen(JITCPUCodegen):
    _library_class = _Library

    def set_env(self, env_name: str, env: Any) -> None:
        """Do nothing: the code uses no objects of Python."""


_PASSES = (
    *(untyped.TranslateByteCode, untyped.FixupArgs, untyped.IRProcessing),
    *(untyped.RewriteSemanticConstants, untyped.DeadBranchPrune, untyped.GenericRewrites),
    *(untyped.ReconstructSSA, untyped.DeadBranchPrune),
    *(typed.NopythonTypeInference, typed.PreLowerStripPhis),
    *(typed.NativeLowering, typed.NoPythonBackend),
)


class _Flags(Flags):
    """Options of Numba, which asks for their hash with each call that it finds the type of.

    Its own hash looks at the values of all forty of them: a tenth of the time to compile a kernel.
    """

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(tuple(sorted(self._values)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Flags) and bool(self._values == other._values)


class _Compiler(CompilerBase):
    """The passes that kernels need: they hold no closures, no array expressions, nothing parallel."""

    def __init__(self, *arguments: Any) -> None:
        *others, flags, local = arguments
        kept: Any = _Flags
        super().__init__(*others, kept(flags), local)  # type: ignore[call-arg, no-untyped-call]

    def define_pipelines(self) -> list[Any]:
        """Return the one way to compile."""
        passes: Any = PassManager("kernel")  # type: ignore[no-untyped-call]
        for each in _PASSES:
            passes.add_pass(each, each.__name__)
        passes.finalize()
        return [passes]


@contextmanager
def _as_written() -> Iterator[None]:
    """Let Numba make a `_Library` of all that it compiles, and no other thread compile meanwhile.

    Numba does some things again for each variable, operator or call, which are done once here or not at all.
    """
    with global_compiler_lock:
        context = cpu_target.target_context
        typing: Any = context.typing_context
        others: list[tuple[Any, str, Any]] = [
            (context, "_internal_codegen", _codegen()),
            (context, "refresh", lambda: _learn(context)),
            (typing, "refresh", lambda: _learn(typing)),
            (context, "post_lowering", lambda module, library: None),  # it would link what counts references
            (context, "get_abi_sizeof", functools.cache(context.get_abi_sizeof)),
            (typing, "resolve_function_type", _resolver(typing.resolve_function_type)),
            (BaseFunction, "get_call_type", _once(BaseFunction.get_call_type)),
            (PostProcessor, "run", _without_lifetimes),
            (base, "_has_loc", functools.cache(base._has_loc)),
        ]
        before = [(each, name, vars(each).get(name)) for each, name, _ in others]
        try:
            for each, name, value in others:
                setattr(each, name, value)
            _learn(context, imputils, mathimpl, npyimpl)
            _learn(typing, mathdecl, npydecl)
            yield
        finally:
            for each, name, value in before:
                setattr(each, name, value) if value is not None else delattr(each, name)


def _learn(context: Any, *modules: Any) -> None:
    """Tell *context* what is registered by these modules, and what is new in those that it knows.

    All modules of Numba take a third of a second to load, much of it for SciPy; kernels need few.
    """
    for each in modules:
        context.install_registry(getattr(each, "registry", imputils.builtin_registry))
    for registry in [*context._registries]:
        context.install_registry(registry)
    if context is not cpu_target.target_context:
        context._load_builtins()


def _without_lifetimes(self: Any, *_: Any, **__: Any) -> None:
    """Post-process a function, which is no generator and whose arrays nobody counts: nothing is deleted."""
    self.func_ir.blocks = canonicalize_cfg(self.func_ir.blocks)  # type: ignore[no-untyped-call]
    self.func_ir.variable_lifetime = VariableLifetime(self.func_ir.blocks)  # type: ignore[no-untyped-call]


def _once(look_up: Any) -> Any:
    """Return what finds the type of a call of a function of Numba, or the error, once for the same types."""
    found: dict[Any, tuple[Any, Any]] = {}

    def get_call_type(function: Any, context: Any, arguments: Any, keywords: Any) -> Any:
        if keywords:
            return look_up(function, context, arguments, keywords)
        key = id(function), arguments
        if key not in found:
            try:
                found[key] = function, look_up(function, context, arguments, keywords)
            except TypingError as error:
                found[key] = function, error
        signature = found[key][1]
        if isinstance(signature, TypingError):
            raise signature
        return signature

    return get_call_type


def _resolver(look_up: Any) -> Any:
    """Return what finds the type of a call, with one form of a kernel for what differs by a constant."""

    def resolve(function: Any, arguments: Any, keywords: Any) -> Any:
        if isinstance(function, types.Dispatcher):
            with suppress(TypingError):
                return look_up(function, tuple(map(_as_any, arguments)), keywords)
        return look_up(function, arguments, keywords)  # a kernel where the constant says what types there are

    return resolve


def _as_any(kind: Any) -> Any:
    """Return what stands for a constant of a type, and for a narrow integer with a sign: it loses nothing."""
    wide: Any = types.unliteral(kind)  # type: ignore[no-untyped-call]
    return types.int64 if wide in types.signed_domain else wide


@functools.cache
def _codegen() -> _Codegen:
    return _Codegen("gridwalk")  # type: ignore[no-untyped-call]


def dispatcher(function: FunctionType, inline: bool) -> Any:
    """Return what compiles *function*, and what functions that Numba compiles can call."""
    return numba.njit(**_FLAGS, forceinline=inline, pipeline_class=_Compiler)(function)


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


@functools.cache
def machine() -> Any:
    """Return what makes code for this `processor`."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    reloc = "static" if target.name.startswith("x86") else "default"
    name, features = processor()
    return target.create_target_machine(
        cpu=name, features=features, opt=3, reloc=reloc, codemodel="jitdefault", jit=True
    )


def compile_form(compiler: Any, arguments: tuple[Any, ...], entry: str, packs: bool = False) -> Code:
    """Compile the form of what `dispatcher` returned for these *arguments*; *entry* names its entry.

    If it *packs*, like statements become one instruction (SLP), which Numba leaves out.
    """
    typeof: Any = numba.typeof
    given = tuple(typeof(argument) for argument in arguments)
    with _as_written():
        compiler.compile(given)
    compiled = compiler.overloads[given]
    module = compiled.library.linked()
    function = module.get_function(compiled.fndesc.llvm_func_name)
    reader = _Reader()
    for part in given:
        reader.take(part)
    if str(function.global_value_type) != f"i32 {reader.takes}":
        raise TypeError(f"{function.name} is a {function.global_value_type}, and not given {reader.takes}")
    module.link_in(llvm.parse_assembly(reader.entry(entry, function.name)))
    _optimise(entry, module, packs)
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


def _optimise(entry: str, module: Any, packs: bool) -> None:
    """Optimise all that the entry needs, together: what it calls is no function that others could call."""
    for each in [*module.functions, *module.global_variables]:
        if not each.is_declaration and each.name != entry:
            each.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(3)
    tuning.loop_vectorization, tuning.slp_vectorization = True, packs
    builder = llvm.create_pass_builder(machine(), tuning)
    builder.getModulePassManager().run(module, builder)
