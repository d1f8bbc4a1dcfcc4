"""The part of LLVM that loads machine code, asked by `ctypes` in the library that llvmlite brings.

`llvmlite.binding` has it, too, and takes three times as long to import as the library takes to load: most of
it is for making code, which few runs do.  `tests/kernels/test_llvm.py` compares both.
"""

from __future__ import annotations

import ctypes
import functools
import os
import platform
from ctypes import POINTER, byref, c_bool, c_char_p, c_int, c_size_t, c_uint64, c_void_p
from typing import Any

FUNCTIONS: dict[str, list[Any]] = {  # what each takes, behind what it returns
    "GetHostCPUName": [None, POINTER(c_char_p)],
    "GetHostCPUFeatures": [c_int, POINTER(c_char_p)],
    "GetProcessTriple": [None, POINTER(c_char_p)],
    "DisposeString": [None, c_char_p],
    "InitializeNativeTarget": [None],
    "InitializeNativeAsmPrinter": [None],
    "GetTargetFromTriple": [c_void_p, c_char_p, POINTER(c_char_p)],
    "CreateTargetMachine": [
        *(c_void_p, c_void_p, c_char_p, c_char_p, c_char_p),
        *(c_int, c_char_p, c_char_p, c_int, c_int, c_char_p),
    ],
    "ContextCreate": [c_void_p],
    "ParseAssembly": [c_void_p, c_void_p, c_char_p, POINTER(c_char_p)],
    "CreateMCJITCompiler": [c_void_p, c_void_p, c_void_p, c_bool, POINTER(c_char_p)],
    "CreateObjectFile": [c_void_p, c_char_p, c_size_t],
    "MCJITAddObjectFile": [None, c_void_p, c_void_p],
    "FinalizeObject": [None, c_void_p],
    "GetFunctionAddress": [c_uint64, c_void_p, c_char_p],
    "SearchAddressOfSymbol": [c_void_p, c_char_p],
}


@functools.cache
def _function(name: str) -> Any:
    function = _library()[f"LLVMPY_{name}"]
    function.restype, *function.argtypes = FUNCTIONS[name]
    return function


@functools.cache
def _library() -> ctypes.CDLL:
    import llvmlite  # a browser has none
    from llvmlite.utils import get_library_name

    return ctypes.CDLL(os.path.join(os.path.dirname(llvmlite.__file__), "binding", get_library_name()))


def call(name: str, *arguments: Any) -> Any:
    """Call LLVM's function of this name."""
    return _function(name)(*arguments)


@functools.cache
def text(name: str) -> str:
    """Return the text that the function of this name writes."""
    found = c_char_p()
    call(name, byref(found))
    words = (found.value or b"").decode()
    call("DisposeString", found)
    return words


def engine(processor: str, features: str, source: str = "") -> Any:
    """Return an engine that links code for a processor; *source* is compiled at once."""
    call("InitializeNativeTarget")
    call("InitializeNativeAsmPrinter")
    triple, error = text("GetProcessTriple"), c_char_p()
    target = call("GetTargetFromTriple", triple.encode(), byref(error))
    reloc = b"static" if triple.startswith(("x86", "i")) else b"default"
    machine = call(
        "CreateTargetMachine",
        *(target, (triple + "-elf" * (os.name == "nt")).encode(), processor.encode(), features.encode()),
        *(3, reloc, b"jitdefault", 0, 1, b""),
    )
    module = call("ParseAssembly", call("ContextCreate"), source.encode(), byref(error))
    own_memory = platform.machine().lower() in {"arm64", "aarch64"}
    found = module and call("CreateMCJITCompiler", module, machine, own_memory, byref(error))
    if not found:
        raise OSError(f"LLVM makes no engine: {(error.value or b'').decode()}")
    return found
