"""Build wheels that bring their compiled code along.

    python hatch_build.py       # compiles everything, into the package; with names, groups of `gridwalk warm`
    pip wheel --no-deps .       # the wheel is one for this kind of machine

Without the first line the wheel is one for all machines, and each compiles what it needs.

The wheel's tag is one that a package index takes, and no narrower than the code: on Linux the lowest glibc
that has the functions that the objects call.

What the package says of itself is the README without its relative links: they lead nowhere on an index.
"""

import ctypes
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from struct import unpack_from
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ModuleNotFoundError:  # run by hand, where nothing is built
    BuildHookInterface = MetadataHookInterface = object

OBJECTS = Path(__file__).parent / "src" / "gridwalk" / "kernels" / "objects"


class CustomMetadataHook(MetadataHookInterface):
    """Makes the README what the package says of itself."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the text that an index shows."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": standalone(text)}


def standalone(text: str) -> str:
    """Return a page without pictures and links that are files beside it: the words of a link stay."""
    relative = r"\((?!https?://|#|mailto:)[^()\s]*\)"
    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)  # every other one is code
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(rf"!\[[^\]]*\]{relative}\n*", "", parts[i])
        parts[i] = re.sub(rf"(?<!!)\[([^\]]*)\]{relative}", r"\1", parts[i])
    return "".join(parts).rstrip() + "\n\nThe pages and files named here are in the source distribution.\n"


class CustomBuildHook(BuildHookInterface):
    """Names the machine in the wheel that has code for it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the system, if there is code."""
        if OBJECTS.exists():
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{system_of(OBJECTS)}"


def system_of(objects: Path, system: str = sys.platform, machine: str = platform.machine()) -> str:
    """Return the end of the wheel's tag for the code in this folder."""
    if system == "linux":
        symbols = {name for file in objects.glob("*.code") for name in symbols_of(file.read_bytes())}
        return f"manylinux_2_{max(17, glibc_of(symbols))}_{machine}"  # below 2.17 there is no aarch64
    if system == "darwin":  # the code asks nothing of the system: the oldest that Numba's wheels run on
        return f"macosx_{'11_0' if machine == 'arm64' else '10_15'}_{machine}"
    if system == "win32":
        return f"win_{machine.lower()}"
    raise ValueError(f"no wheel with code is made on {system}: remove {objects}")


def symbols_of(entry: bytes) -> set[str]:
    """Return the functions that an entry of the cache of code calls: the undefined symbols of its ELF."""
    code = entry[32:].partition(b"\n")[2]  # behind a digest, and a line that says what it is
    if code[:5] != b"\x7fELF\x02":
        raise ValueError("this is no code for 64-bit Linux")
    (sections,), (size, number) = unpack_from("<Q", code, 0x28), unpack_from("<HH", code, 0x3A)
    headers = [unpack_from("<IIQQQQII", code, sections + size * i) for i in range(number)]
    found = set()
    for _, kind, _, _, start, length, link, _ in headers:
        if kind == 2:  # a table of symbols; its names are in the section it is linked to
            for place in range(start, start + length, 24):
                name, _, section = unpack_from("<IHH", code, place)
                begin = headers[link][4] + name
                if name and not section:
                    found.add(code[begin : code.index(b"\0", begin)].decode())
    return found


def glibc_of(symbols: Iterable[str]) -> int:
    """Return N of the lowest glibc 2.N that has all of these, asking the one that runs here."""
    library, lowest = ctypes.CDLL("libm.so.6"), 0
    find = ctypes.CDLL(None).dlvsym
    find.restype, find.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
    newest = int(re.match(r"2\.(\d+)", platform.libc_ver()[1])[1])  # type: ignore[index]
    versions = [
        (n, f"GLIBC_2.{n}{part}") for n in range(newest + 1) for part in ("", *(f".{i}" for i in range(1, 7)))
    ]
    for symbol in symbols:
        if symbol.startswith(("numba_", "NRT_")):
            continue  # Numba brings them along
        having = [n for n, name in versions if find(library._handle, symbol.encode(), name.encode())]
        if not having:
            raise ValueError(f"{symbol} is in no glibc: the code cannot be shipped")
        lowest = max(lowest, having[0])
    return lowest


def fill(groups: list[str], folder: Path | str = OBJECTS) -> None:
    """Compile for the plainest processor of this kind of machine, into *folder*; no groups are all."""
    from gridwalk.cli.warm import answer_all, answer_group
    from gridwalk.kernels._machine import BASELINES, MACHINE, needs

    objects = Path(folder)
    shutil.rmtree(objects, ignore_errors=True)
    objects.mkdir(parents=True)
    os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = BASELINES[platform.machine()][0], ""
    os.environ["GRIDWALK_SHIP"] = str(objects)
    for name in groups:
        answer_group(name)
    if not groups:
        answer_all()
    (objects / MACHINE).write_text(needs(), encoding="ascii")
    files = list(objects.glob("*.code"))
    size = sum(file.stat().st_size for file in files)
    print(f"{len(files)} pieces of code, {size / 1e6:.1f} MB, in {objects}")


if __name__ == "__main__":
    fill(sys.argv[1:])
