"""Reading of board files, with a limit on their size, and writing."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from gridwalk.errors import FileError, GridwalkError, InputError, Message
from gridwalk.runtime.parts import opened_beside, write_beside

MAX_FILE_BYTES = 1 << 30
CHUNK_BYTES = 1 << 25  # the bytes of the first read
# The maximum size of an unpacked file, in bytes, or as a multiple of the packed size; a maze has about ten.
MAX_UNPACKED, MAX_RATIO = 1 << 26, 100

_GZIP = b"\x1f\x8b\x08"


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the content of the file *path*; ``-`` is standard input.

    Raises
    ------
    FileError
        If the file is missing, a directory, unreadable, or larger than 1 GiB.

    """
    try:
        if not isinstance(path, str | os.PathLike):
            raise TypeError(f"a board file's name is a str or a path, not {type(path).__name__}")
        if path == "-":
            if sys.stdin is None:
                raise FileError("standard input", "it is closed")
            return _read_limited("standard input", sys.stdin.buffer)
        with open(path, "rb") as stream:
            status = os.fstat(stream.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size > MAX_FILE_BYTES:
                raise _too_large(path, status.st_size)
            return _read_limited(path, stream, status.st_size)
    except OSError as error:
        raise FileError(path, _reason(error)) from None
    except (ValueError, TypeError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError(path, str(error)) from None  # a NUL in the name, for instance


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file (a board is a file, - for standard input, or a size such as 8x8)"
    if isinstance(error, IsADirectoryError):
        return "this is a directory; a board is one file"
    return (error.strerror or str(error)).lower()


def _too_large(path: object, size: int) -> FileError:
    return FileError(path, f"{size:,} bytes is more than a board file may have ({MAX_FILE_BYTES:,})")


def _read_limited(path: object, stream: BinaryIO, size: int = CHUNK_BYTES) -> bytes:
    data = stream.read(size + 1)  # no more memory than the file needs
    while size < len(data) <= MAX_FILE_BYTES:
        size = min(2 * len(data), MAX_FILE_BYTES)
        data += stream.read(size + 1 - len(data))
    if len(data) > MAX_FILE_BYTES:
        raise _too_large(path, len(data))
    return _unpacked(path, data) if data.startswith(_GZIP) else data


def _unpacked(path: object, data: bytes) -> bytes:
    """Return the unpacked data; raise `FileError` if they are too large."""
    import gzip
    import zlib

    most = min(MAX_FILE_BYTES, max(MAX_UNPACKED, MAX_RATIO * len(data)))
    try:
        with gzip.open(io.BytesIO(data)) as stream:
            whole = stream.read(most + 1)
    except (EOFError, OSError, zlib.error) as error:
        raise FileError(
            path, Message("it is packed by gzip, but damaged: {words}", words=str(error).lower())
        ) from None
    if len(whole) > most:
        raise FileError(
            path,
            Message(
                "unpacked, its {n:,} bytes are more than {most:,}, the maximum: {all}",
                n=len(data),
                most=most,
                all=f"{MAX_UNPACKED >> 20} MiB, or {MAX_RATIO} bytes for each, "
                f"up to {MAX_FILE_BYTES >> 20:,} MiB",
            ),
        )
    return whole


def checked_target(target: str | os.PathLike[str]) -> Path:
    """Return *target* with links resolved; raise `InputError` if it cannot be written."""
    path = Path(os.path.realpath(target))
    if path.is_dir():
        raise InputError(f"{target} is a directory; give the name of a file")
    if not path.parent.is_dir():
        raise InputError(f"{target} cannot be written: there is no directory {path.parent}")
    if path.exists() and not path.is_file():
        raise InputError(f"{target} is not a regular file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputError(f"{target} cannot be written: no permission to write there")
    return path


@contextmanager
def new_file(target: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a temporary file for writing; it is renamed to *target* at the end, or removed after an error."""
    path = checked_target(target)
    with _named(target), opened_beside(path, _beside(path)) as file:
        yield file


def write_whole(target: str | os.PathLike[str], data: bytes) -> None:
    """Write *data* to a temporary file and rename it to *target*, so that readers never see a part of it."""
    path = checked_target(target)
    with _named(target):
        write_beside(path, _beside(path), data)


@contextmanager
def _named(target: str | os.PathLike[str]) -> Iterator[None]:
    """Name the target, not the temporary file, in errors."""
    try:
        yield
    except GridwalkError:  # TimeLimitError is an OSError, too
        raise
    except PermissionError:
        raise InputError(f"{target} cannot be written: no permission to write there") from None
    except OSError as error:
        error.filename = os.fspath(target)
        raise


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name[:100]}.{os.urandom(4).hex()}.part")
