"""Compiled code that comes with the package: whoever installs such a wheel compiles nothing.

A wheel for one kind of machine has a folder ``objects``: code for the plainest processor of that kind that
is still in use, and a file ``machine.txt`` with what a machine must have to run it.  Code depends on
the sources of its kernel, not on the versions of Python, NumPy or Numba.  Where the folder is missing, or
meant for another machine, or has no code for a form of arguments, that is compiled as ever.

``hatch_build.py`` makes the folder: `$GRIDWALK_SHIP` names it while it is filled, and Numba is told the
processor.
"""

from __future__ import annotations

import functools
import os
import platform
import re
from pathlib import Path

import llvmlite.binding as llvm

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
    return re.sub(r"(?<=-darwin)[\d.]+", "", str(llvm.get_process_triple()))


@functools.cache
def shipped_directory() -> Path | None:
    """Return the folder of the code that comes with the package, or None if none of it can be run here."""
    if os.environ.get("NUMBA_BOUNDSCHECK"):
        return None
    try:
        triple, head, features = (OBJECTS / MACHINE).read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return None
    there = llvm.get_host_cpu_features() if features else {}
    fits = (triple, head) == (_system(), str(object.__basicsize__))
    return OBJECTS if fits and all(there.get(name) for name in features.split()) else None


def filled_directory() -> Path | None:
    """Return the folder that is being filled, or None."""
    folder = os.environ.get("GRIDWALK_SHIP")
    return Path(folder) if folder else None
