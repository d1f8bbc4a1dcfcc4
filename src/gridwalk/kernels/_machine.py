"""Machine code: for which processor, how it is kept as bytes, and how it is made callable.

LLVM alone loads and links it (`_llvm`), in a few milliseconds; Numba, which takes a third of a second to
import, is needed only to compile.

Compiled code that comes with the package: whoever installs such a wheel compiles nothing.

A wheel for one kind of machine has a folder ``objects``: code for the plainest processor of that kind that
is still in use, and a file ``machine.txt`` with what a machine must have to run it.  Code depends on
the sources of its kernel, not on the versions of Python, NumPy or Numba.  Where the folder is missing, or
meant for another machine, or has no code for a form of arguments, that is compiled as ever.

``hatch_build.py`` makes the folder: `$GRIDWALK_SHIP` names it while it is filled, and Numba is told the
processor.
"""

from __future__ import annotations

import ctypes
import functools
import os
import platform
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from gridwalk.errors import InputError
from gridwalk.kernels import _llvm

_loading = threading.Lock()  # LLVM's engine serves one thread at a time


class Code(NamedTuple):
    """One compiled form of a kernel.

    Attributes
    ----------
    entry : str
        The name of the function to call: ``int entry(block)``.
    words : str
        How `struct` packs the arguments into the block, one character or so for each word.
    size : int
        How many words that are; then follow one for an exception, and the results.
    results : str
        How `struct` unpacks the results.
    is_tuple : bool
        Whether they are returned as a tuple; else it is one, or None.
    symbols : tuple of str
        Functions that the code calls, which the process has to have.
    code : bytes
        An object file.

    """

    entry: str
    words: str
    size: int
    results: str
    is_tuple: bool
    symbols: tuple[str, ...]
    code: bytes

    def to_bytes(self) -> bytes:
        """Return all of it as bytes."""
        parts = (self.entry, self.words, self.size, self.results, int(self.is_tuple), *self.symbols)
        return "\t".join(map(str, parts)).encode() + b"\n" + self.code

    @classmethod
    def from_bytes(cls, data: bytes) -> Code:
        """Return what `to_bytes` made into bytes; ValueError if that cannot be."""
        head, _, code = data.partition(b"\n")
        entry, words, size, results, is_tuple, *symbols = head.decode().split("\t")
        return cls(entry, words, int(size), results, is_tuple == "1", tuple(symbols), code)


@functools.cache
def processor() -> tuple[str, str]:
    """Return name and features of the processor that code is for: this one, if Numba is not told another."""
    name = os.environ.get("NUMBA_CPU_NAME") or _llvm.text("GetHostCPUName")
    features = os.environ.get("NUMBA_CPU_FEATURES")
    if features is None:
        features = "" if "NUMBA_CPU_NAME" in os.environ else _llvm.text("GetHostCPUFeatures")
    if told := [f"{word}={os.environ[word]!r}" for word in _TOLD if os.environ.get(word)]:
        _check(name, features, " ".join(told))
    return name, features


_TOLD = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
_TRIED = f"import sys; from {__name__} import try_processor; try_processor(*sys.argv[1:])"


def _check(name: str, features: str, told: str) -> None:
    """Raise `InputError` if LLVM makes no code for a processor: it ends the process, so another one tries."""
    import subprocess

    command = [sys.executable, "-c", _TRIED, name, features]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode or "is not a recognized" in done.stderr:
        reason = (done.stderr.splitlines() or ["the compiler ended"])[0].rpartition("Assertion ")[2]
        raise InputError(f"{told}: no code can be compiled for this processor ({reason}); unset it")


def try_processor(name: str, features: str) -> None:
    """Compile nothing, for a processor; LLVM complains on stderr or ends the process where it cannot."""
    engine = _llvm.engine(name, features, "define void @f() { ret void }")
    _llvm.call("GetFunctionAddress", engine, b"f")


@functools.cache
def _engine() -> Any:
    return _llvm.engine(*processor())


def is_linking() -> bool:
    """Whether LLVM has been loaded: to load more code takes a millisecond then, and some twenty before."""
    return _engine.cache_info().currsize > 0


def lacks_symbols(code: Code) -> bool:
    """Whether this process has not all the functions that *code* calls."""
    return any(_llvm.call("SearchAddressOfSymbol", symbol.encode()) is None for symbol in code.symbols)


def loaded(code: Code) -> Callable[[Any], int]:
    """Return the entry of *code* as a function of a block; it lets other threads run meanwhile."""
    with _loading:
        engine, entry = _engine(), code.entry.encode()
        if not (address := _llvm.call("GetFunctionAddress", engine, entry)):
            object_file = _llvm.call("CreateObjectFile", code.code, len(code.code))
            _llvm.call("MCJITAddObjectFile", engine, object_file)
            _llvm.call("FinalizeObject", engine)
            address = _llvm.call("GetFunctionAddress", engine, entry)
    if not address:
        raise ValueError(f"there is no {code.entry} in the code")
    return ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(address)


OBJECTS = Path(__file__).parent / "objects"
MACHINE = "machine.txt"

# The processor that code is shipped for, by what `platform.machine` says, and the features it counts on.
BASELINES = {
    "x86_64": ("x86-64-v3", "avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sse3 sse4.1 sse4.2 ssse3"),
    "AMD64": ("x86-64-v3", "avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sse3 sse4.1 sse4.2 ssse3"),
    "aarch64": ("generic", ""),
    "arm64": ("generic", ""),
}


def needs() -> str:
    """Return what a machine and its Python must have to run code that is compiled here."""
    features = BASELINES[platform.machine()][1]
    return f"{_system()}\n{object.__basicsize__}\n{features}\n"


def _system() -> str:
    """Return LLVM's name of this system, without the version that macOS has in it."""
    return re.sub(r"(?<=-darwin)[\d.]+", "", _llvm.text("GetProcessTriple"))


@functools.cache
def shipped_directory() -> Path | None:
    """Return the folder of the code that comes with the package, or None if none of it can be run here."""
    if os.environ.get("NUMBA_BOUNDSCHECK"):
        return None
    try:
        triple, head, features = (OBJECTS / MACHINE).read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return None
    there = set(_llvm.text("GetHostCPUFeatures").split(",")) if features else set()
    fits = (triple, head) == (_system(), str(object.__basicsize__))
    return OBJECTS if fits and there.issuperset(f"+{name}" for name in features.split()) else None


def filled_directory() -> Path | None:
    """Return the folder that is being filled, or None."""
    folder = os.environ.get("GRIDWALK_SHIP")
    return Path(folder) if folder else None
