"""Files of many pieces, each with a checksum of its own, so that a reader of one need not read the others.

::

    gridwalk pieces <format>, in a line of 64 bytes
    the pieces, as in memory
    the footer in JSON: {"pieces": [[offset, bytes, crc32], ...], and more facts}
    bytes and crc32 of the footer (8 bytes each), the last bytes of the file

Files are written atomically, and a piece is used only after its checksum was verified.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import get_ident
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import KeepError
from gridwalk.runtime.atomic import CHUNK, write_beside

FORMAT = 1
FIRST = f"gridwalk pieces {FORMAT}".encode().ljust(63) + b"\n"
WORD = 8  # bytes

Pause = Callable[[], object]  # called several times a second; raises to stop


def write_pieces(
    path: Path,
    about: Mapping[str, Any],
    pieces: Iterable[NDArray[Any]],
    pause: Pause | None = None,
    *,
    sync: bool = True,
) -> None:
    """Write a file.

    Parameters
    ----------
    path : Path
        Its name; until it is complete it has another one.
    about : dict
        More facts, which JSON can hold.
    pieces : iterable of one-dimensional arrays
        Each is written before the next is asked for.
    pause : callable, optional
        Called several times a second; if it raises, no file is left.
    sync : bool
        Whether the file has to outlast a crash of the machine.

    Raises
    ------
    OSError
        If the disk is full, for instance; no file is left.

    """
    write_beside(
        path,
        path.with_name(f"{path.name}.{os.getpid()}-{get_ident()}.part"),
        _raw(about, pieces),
        pause,
        sync=sync,
    )


def _raw(about: Mapping[str, Any], pieces: Iterable[NDArray[Any]]) -> Iterator[bytes | memoryview]:
    at, table = len(FIRST), []
    yield FIRST
    for piece in pieces:
        total = 0
        for raw in _chunks(piece):
            total = crc32(raw, total)
            yield raw
        table.append((at, piece.nbytes, total))
        at += piece.nbytes
    footer = json.dumps({**about, "pieces": table}).encode()
    yield footer
    yield len(footer).to_bytes(WORD, "little") + crc32(footer).to_bytes(WORD, "little")


def _chunks(piece: NDArray[Any]) -> Iterator[memoryview]:
    raw = piece.data.cast("B") if piece.size else memoryview(b"")
    for low in range(0, raw.nbytes, CHUNK):
        yield raw[low : low + CHUNK]


@dataclass(frozen=True)
class Pieces:
    """A file of pieces with a verified footer."""

    path: Path
    about: dict[str, Any]
    advice: str

    @classmethod
    def open(cls, path: Path, advice: str) -> Pieces:
        """Return the file.

        Raises
        ------
        KeepError
            If it is missing or damaged, or cannot be read, with the *advice* how to go on; so does `read`.

        """
        try:
            with path.open("rb") as file:
                size = file.seek(0, 2)
                file.seek(0)
                if file.read(len(FIRST)) != FIRST or size < len(FIRST) + 2 * WORD:
                    raise ValueError("it does not begin like a file of pieces")
                file.seek(size - 2 * WORD)
                length, total = (int.from_bytes(file.read(WORD), "little") for _ in range(2))
                if length > size - len(FIRST) - 2 * WORD:
                    raise ValueError("it is too short")
                file.seek(size - 2 * WORD - length)
                footer = file.read(length)
                if crc32(footer) != total:
                    raise ValueError("the checksum of its footer is wrong")
            return cls(path, json.loads(footer), advice)
        except (OSError, ValueError) as error:
            raise _said(path, error, advice) from error

    def read(self, number: int, dtype: type[np.generic]) -> NDArray[Any]:
        """Return a piece."""
        at, size, total = self.about["pieces"][number]
        try:
            piece = np.empty(size // np.dtype(dtype).itemsize, dtype)
            if not size:
                return piece
            found = 0
            with self.path.open("rb") as file:
                file.seek(at)
                for raw in _chunks(piece):
                    if file.readinto(raw) != len(raw):
                        raise ValueError("it is too short")
                    found = crc32(raw, found)
            if found != total:
                raise ValueError("the checksum of a piece is wrong")
        except (OSError, ValueError) as error:
            raise _said(self.path, error, self.advice) from error
        return piece


def _said(path: Path, error: Exception, advice: str) -> KeepError:
    if isinstance(error, FileNotFoundError):
        return KeepError(path, f"is missing; {advice}")
    if isinstance(error, OSError):
        return KeepError(path, f"cannot be read ({error.strerror or error}); {advice}")
    return KeepError(path, f"is damaged ({error}); {advice}")
