r"""Compiled code on disk: where it lies, and how it is written and read back.

An entry is one file: a digest of its name and its data, then the data.  There is no index that could
point to nothing, and whatever is not byte for byte what was written, under the name it was written for,
is dropped and compiled again: damaged machine code would be run.  A file is written beside its place and
renamed, so processes that write at once each leave a whole entry.

Numba's own cache covers a function's own file only: after an upgrade a cached caller could run a callee's
old code.  So each digest of a folder of kernels and of all that it builds on (`_sources`) has a directory
of its own, ``FOLDER-DIGEST``, in

- ``$GRIDWALK_CACHE_DIR/gridwalk`` where that is set, else
- the user's cache directory: ``~/.cache/gridwalk`` (or ``$XDG_CACHE_HOME/gridwalk``),
  ``~/Library/Caches/gridwalk``, ``%LOCALAPPDATA%\gridwalk\Cache``.

Whoever uses a directory marks it with the time; what nobody has used for 30 days is removed.

The sources that a compiled kernel was made from, as a digest: while it is the same, so is the code.

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

import errno
import functools
import hashlib
import os
import re
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from gridwalk.errors import CompileCacheWarning
from gridwalk.kernels._machine import Code, filled_directory, processor, shipped_directory
from gridwalk.later import tempfile
from gridwalk.records import dataclass

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

PACKAGE = __name__.rpartition(".")[0]

# Read by pattern, for this is done at every start and `ast` takes ten times longer; a test compares both.
# It begins with what is rare, and looks back at what stands before.
_HERE = re.escape(PACKAGE)
_IMPORT = re.compile(
    rf"{_HERE}(?:(?<=[\n ]from {_HERE})([\w.]*) import (\([^)]*\)|[^\n]*)|(?<=[\n ]import {_HERE})([\w.]*))"
)


def folder_of(module: str) -> str | None:
    """Return the folder of kernels in which *module* lies, or None if it lies elsewhere.

    >>> folder_of("gridwalk.kernels.search.dijkstra"), folder_of("gridwalk.kernels.codes"), folder_of("numpy")
    ('search', '', None)
    """
    package = f"{module.rpartition('.')[0]}."
    return package.removeprefix(f"{PACKAGE}.")[:-1] if package.startswith(f"{PACKAGE}.") else None


def folders_behind(folders: Iterable[str]) -> list[str]:
    """Return the *folders*, the one that all share, and all that these import from; sorted."""
    is_folder = functools.cache(lambda folder: _place(folder).is_dir())  # asked for each name imported
    found: set[str] = set()
    waiting = ["", *folders]
    while waiting:
        folder = waiting.pop()
        if folder not in found:
            found.add(folder)
            waiting.extend(_imported(folder, is_folder))
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
    home: Traversable = Path(__file__).parent
    if not home.is_dir():  # in a zip
        from importlib.resources import files  # loads what reads zips

        home = files(PACKAGE)
    return home.joinpath(*folder.split(".")) if folder else home


def _imported(folder: str, is_folder: Callable[[str], bool]) -> set[str]:
    """Return the folders that the modules of *folder* import from."""
    return {
        _folder_part(name[len(PACKAGE) + 1 :], is_folder)
        for source in _sources(folder)
        for name in imported_names(source.read_text(encoding="utf-8"))
    }


def imported_names(source: str) -> Iterator[str]:
    """Yield the dotted names that a source imports from below `gridwalk.kernels`."""
    for found in _IMPORT.finditer(f"\n{source}"):
        package, names, module = found.groups()
        if module is not None:
            yield f"{PACKAGE}{module}"
            continue
        for name in re.findall(r"\w+", re.sub(r"#.*|\bas\s+\w+", "", names)):
            yield f"{PACKAGE}{package}.{name}"


def _folder_part(name: str, is_folder: Callable[[str], bool]) -> str:
    """Return the part of a dotted name that is folders: a module and a name in it may follow."""
    folder = ""
    for part in name.split("."):
        inner = f"{folder}.{part}" if folder else part
        if not is_folder(inner):
            break
        folder = inner
    return folder


_DIGEST = hashlib.sha256
_DIGEST_BYTES = _DIGEST().digest_size
_LEFT_OVER = 3600.0  # seconds after which a file half written is nobody's any more
_UNUSED = 30 * 24 * 3600.0  # seconds after which a directory that nobody used is removed
_OURS = re.compile(
    r"([a-z_.]+-)?[0-9a-f]{16}"
)  # the name of a directory; without a folder in earlier versions
_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}


class CodeCache:
    """The compiled forms of one kernel on the disk, one entry each.

    Parameters
    ----------
    kernel : str
        Names the kernel and those it calls, and whatever of their versions *directory* does not say.
    directory : Path
        Where the entries are.
    machine : tuple of str
        What the code is for.

    """

    def __init__(self, kernel: str, directory: Path, machine: tuple[str, ...] = ()) -> None:
        self._kernel, self._directory, self._machine = kernel, directory, machine
        self._name = re.sub(r"\W+", "-", kernel.partition(" ")[0].rpartition(".")[2])[:60]

    @property
    def has_any(self) -> bool:
        """Whether there is an entry for some form of arguments."""
        return any(self._directory.glob(f"{self._name}-*.code"))

    def load(self, form: str) -> Code | None:
        """Return the code for a *form* of arguments, or None: then it is compiled."""
        file = self._file(form)
        try:
            data = _read(file)
            return None if data is None else Code.from_bytes(data)
        except ValueError:  # whatever is wrong with an entry, the source is at hand
            _warn("damaged", f"compiled code in {file} is damaged: compiled again")
            return None

    def save(self, form: str, code: Code) -> None:
        """Keep the *code* for a *form* of arguments, where there is room for it."""
        try:
            _write(self._file(form), code.to_bytes())
        except OSError as error:
            _warn_of_no_room(self._directory, error)

    def _file(self, form: str) -> Path:
        digest = _DIGEST(repr((self._kernel, form, self._machine)).encode()).hexdigest()
        return self._directory / f"{self._name}-{digest[:24]}.code"


def code_caches(kernel: str, module: str, behind: Iterable[str]) -> list[CodeCache]:
    """Return where the compiled forms of a kernel may be: in the user's cache, and in the package.

    Parameters
    ----------
    kernel : str
        Names the kernel and those it calls.
    module : str
        In which it is defined.
    behind : iterable of str
        All modules that its code comes from: kernels bound to a template may lie anywhere.

    """
    folder, folders = folder_of(module), [folder_of(each) for each in behind]
    if folder is None or None in folders:
        return []  # no digest covers its sources
    sources = frozenset(each for each in folders if each is not None)
    if (filled := filled_directory()) is not None:
        return [CodeCache(f"{kernel} {_digest(sources | {folder})}", filled)]
    caches = []
    # Without those that are behind every folder: so fewer sources are read.
    if (directory := cache_directory(folder, sources - {folder, ""})) is not None:
        caches.append(CodeCache(kernel, directory, processor()))
    if (shipped := shipped_directory()) is not None:
        caches.append(CodeCache(f"{kernel} {_digest(sources | {folder})}", shipped))
    return caches


@functools.cache
def _digest(folders: frozenset[str]) -> str:
    return digest_of(folders).hex()


def _sealed(name: str, data: bytes) -> bytes:
    return _DIGEST(name.encode() + b"\0" + data).digest()


def _read(file: Path) -> bytes | None:
    """Return the data of an entry, or None where there is none; ValueError if it is not what was written."""
    try:
        raw = file.read_bytes()
    except OSError:
        return None
    data = raw[_DIGEST_BYTES:]
    if raw[:_DIGEST_BYTES] != _sealed(file.name, data):
        raise ValueError(f"{file} is damaged")
    return data


def _write(file: Path, data: bytes) -> None:
    """Write an entry, whole or not at all."""
    file.parent.mkdir(mode=0o700, exist_ok=True)  # another process may have pruned it
    number, beside = tempfile.mkstemp(suffix=".tmp", dir=file.parent)
    try:
        with os.fdopen(number, "wb") as stream:
            stream.write(_sealed(file.name, data) + data)
        os.replace(beside, file)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


_warned: dict[str, str] = {}  # of each kind its words


def unkept() -> str:
    """Return why something that this process compiled is not kept; nothing if all is."""
    return _warned.get("unwritable", "")


def _warn(kind: str, words: str) -> None:
    """Warn once in a process of each kind: a damaged directory has many damaged entries."""
    if kind not in _warned:
        _warned[kind] = words
        warnings.warn(words, CompileCacheWarning, stacklevel=2)


def _warn_of_no_room(directory: Path, error: OSError) -> None:
    reason = error.strerror or error
    _warn("unwritable", f"compiled code is not kept: {directory} cannot be written ({reason})")


@functools.cache
def cache_directory(folder: str, behind: frozenset[str] = frozenset()) -> Path | None:
    """Return the directory for the kernels of a *folder* as they are now, or None where none can be written.

    Parameters
    ----------
    folder : str
        By its dotted name below `gridwalk.kernels`, "" for that itself.
    behind : frozenset of str
        Folders that the code comes from beside those that *folder* imports: of kernels bound to a template.

    """
    try:
        home = _user_cache()
        directory = home / f"{folder or 'kernels'}-{_version({folder, *behind})}"
        for each in (home, directory):
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_ones_own(each):
                return None  # somebody else may write there: cached code is code that will be run
        trial = directory / f"{os.getpid()}.tmp"
        trial.touch()
        with suppress(FileNotFoundError):  # another thread was first
            os.remove(trial)
        os.utime(directory)
    except (OSError, RuntimeError) as error:  # RuntimeError: there is no home directory
        if isinstance(error, OSError) and error.errno in _FULL:
            _warn_of_no_room(directory, error)
        return None
    _remove_left_over(directory.glob("*.tmp"), _LEFT_OVER)
    _prune(home)
    return directory


@dataclass(frozen=True)
class Kept:
    """How much compiled code is kept, of all versions, and where."""

    directory: Path
    entries: int
    size: int  # bytes


def kept() -> Kept | None:
    """Return how much compiled code is kept, or None where none can be."""
    if cache_directory("") is None:
        return None
    home = _user_cache()
    sizes = [file.stat().st_size for file in home.glob("*/*.code")]
    return Kept(home, len(sizes), sum(sizes))


def _is_ones_own(directory: Path) -> bool:
    status = directory.stat()
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)


def _version(folders: Iterable[str]) -> str:
    """Return a digest of the sources of these folders, of all behind them, and of what compiles them."""
    import llvmlite  # a browser has none

    checked = os.environ.get("NUMBA_BOUNDSCHECK", "")
    digest = _DIGEST(f"{_numba_version()} {llvmlite.__version__} {sys.version} {checked}".encode())
    digest.update(digest_of(folders))
    return digest.hexdigest()[:16]


def _numba_version() -> str:
    """Return the version of Numba; neither it nor `importlib.metadata`, which takes time, is imported."""
    package = find_spec("numba")
    if package is None or package.origin is None:
        return ""  # without Numba nothing is compiled
    return Path(package.origin).with_name("_version.py").read_text(encoding="utf-8")


@functools.cache
def _prune(home: Path) -> None:
    """Remove the directories that nobody has used for long, once in a process.

    Only entries in directories named as ours are removed, and a directory only when that leaves it empty,
    so a file of anybody else's stays.  A process that is about to use such a directory loses nothing but
    time: what it does not find it compiles, and writing makes the directory anew.
    """
    with suppress(OSError):
        for directory in home.iterdir():
            if not _OURS.fullmatch(directory.name) or directory.is_symlink():
                continue
            with suppress(OSError):  # another process was first, or it holds what is not ours
                if directory.stat().st_mtime < time.time() - _UNUSED and _is_ones_own(directory):
                    _remove_left_over([*directory.glob("*.code"), *directory.glob("*.tmp")], 0)
                    directory.rmdir()


def _remove_left_over(files: Iterable[Path], age: float) -> None:
    """Remove those of the *files* that are older than *age* seconds."""
    for file in files:
        with suppress(OSError):
            if file.stat().st_mtime < time.time() - age:
                file.unlink()


def _user_cache() -> Path:
    """Return the directory in which those of all versions lie; RuntimeError if there is no home."""
    if given := os.environ.get("GRIDWALK_CACHE_DIR"):
        return Path(given) / "gridwalk"
    import platformdirs

    directory = platformdirs.user_cache_path("gridwalk", appauthor=False)
    if not directory.is_absolute():
        raise RuntimeError(f"there is no home directory: {directory}")
    return directory
