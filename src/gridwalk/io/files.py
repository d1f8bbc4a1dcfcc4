"""Reading of board files, with a limit on their size."""

from __future__ import annotations

import os
import stat
import sys
from typing import BinaryIO

from gridwalk.errors import BoardFileError

MAX_FILE_BYTES = 1 << 30


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the content of the file *path*, or of standard input for ``-``.

    Raises
    ------
    BoardFileError
        If it is missing, a directory, unreadable, or larger than 1 GiB (refused before reading).

    """
    try:
        if not isinstance(path, str | os.PathLike):
            raise TypeError(f"a board file's name is a str or a path, not {type(path).__name__}")
        if path == "-":
            if sys.stdin is None:
                raise BoardFileError("standard input", "it is closed")
            return _read_limited("standard input", sys.stdin.buffer)
        with open(path, "rb") as stream:
            status = os.fstat(stream.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size > MAX_FILE_BYTES:
                raise _too_large(path, status.st_size)
            return _read_limited(path, stream)
    except OSError as error:
        raise BoardFileError(path, _reason(error)) from None
    except (ValueError, TypeError) as error:
        if isinstance(error, BoardFileError):
            raise
        raise BoardFileError(path, str(error)) from None  # a NUL in the name, for instance


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file (a board is a file, - for standard input, or a size such as 8x8)"
    if isinstance(error, IsADirectoryError):
        return "this is a directory; a board is one file"
    return (error.strerror or str(error)).lower()


def _too_large(path: object, size: int) -> BoardFileError:
    return BoardFileError(path, f"{size:,} bytes is more than a board file may have ({MAX_FILE_BYTES:,})")


def _read_limited(path: object, stream: BinaryIO) -> bytes:
    data = stream.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise _too_large(path, len(data))
    return data
