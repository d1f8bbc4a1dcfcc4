"""The sources that a compiled kernel was made from, as a digest: while it is the same, so is the code.

A folder of kernels goes by its dotted name below `gridwalk.kernels`: ``search``, ``frontier.halves``;
the empty name is `gridwalk.kernels` itself.  The code of a kernel depends on

- the modules of its own folder (not of the folders in it);
- the modules directly below `gridwalk.kernels`, which all share;
- the modules of every folder that one of these imports from, and so on.

Whole folders count, not single modules: then all kernels of a folder have one digest, and to edit a
comment costs the compiled code of that folder and of those that build on it, and of no other.
The imports are read from the sources, not from the modules loaded, so every process finds the same.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

PACKAGE = __name__.rpartition(".")[0]

# Read by pattern, for this is done at every start and `ast` takes ten times longer; a test compares both.
_NAME = re.escape(PACKAGE) + r"[\w.]*"
_IMPORT = re.compile(
    rf"^[ \t]*(?:from[ ]+({_NAME})[ ]+import[ ]+(\([^)]*\)|[^\n]*)|import[ ]+({_NAME}))", re.M
)


def folder_of(module: str) -> str | None:
    """Return the folder of kernels in which *module* lies, or None if it lies elsewhere.

    >>> folder_of("gridwalk.kernels.search.dijkstra"), folder_of("gridwalk.kernels.bits"), folder_of("numpy")
    ('search', '', None)
    """
    package = f"{module.rpartition('.')[0]}."
    return package.removeprefix(f"{PACKAGE}.")[:-1] if package.startswith(f"{PACKAGE}.") else None


def folders_behind(folders: Iterable[str]) -> list[str]:
    """Return the *folders*, the one that all share, and all that these import from; sorted."""
    found: set[str] = set()
    waiting = ["", *folders]
    while waiting:
        folder = waiting.pop()
        if folder not in found:
            found.add(folder)
            waiting.extend(_imported(folder))
    return sorted(found)


def digest_of(folders: Iterable[str]) -> bytes:
    """Return the digest of all sources that the *folders* stand on."""
    digest = hashlib.sha256()
    for folder in folders_behind(folders):
        for source in _sources(folder):
            content = source.read_bytes()
            digest.update(f"{folder}/{source.name} {len(content)}\n".encode() + content)
    return digest.digest()


def _sources(folder: str) -> list[Traversable]:
    """Return the files of a folder, by name; they may lie in a zip."""
    return sorted(
        (file for file in _place(folder).iterdir() if file.name.endswith(".py")), key=lambda file: file.name
    )


def _place(folder: str) -> Traversable:
    return files(PACKAGE).joinpath(*folder.split(".")) if folder else files(PACKAGE)


def _imported(folder: str) -> set[str]:
    """Return the folders that the modules of *folder* import from."""
    return {
        _folder_part(name[len(PACKAGE) + 1 :])
        for source in _sources(folder)
        for name in imported_names(source.read_text(encoding="utf-8"))
    }


def imported_names(source: str) -> Iterator[str]:
    """Yield the dotted names that a source imports from below `gridwalk.kernels`."""
    for package, names, module in _IMPORT.findall(source):
        if module:
            yield module
        for name in re.findall(r"\w+", re.sub(r"#.*|\bas\s+\w+", "", names)):
            yield f"{package}.{name}"


def _folder_part(name: str) -> str:
    """Return the part of a dotted name that is folders: a module and a name in it may follow."""
    parts = name.split(".")
    while parts and not _place(".".join(parts)).is_dir():
        parts.pop()
    return ".".join(parts)
