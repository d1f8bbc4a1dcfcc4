"""The formats of the files of a store: facts, arrays as in memory, and checksums of both.

A *sealed* file is checked as a whole::

    gridwalk checkpoint <format> <bytes of the header> <crc32 of the header>
    the header in JSON: {"arrays": [[dtype, shape], ...], and more facts}
    the arrays
    crc32 of header and arrays (4 bytes)

A file of *pieces* has a checksum of each, so that a reader of one need not read the others::

    gridwalk pieces <format>, in a line of 64 bytes
    the pieces, as in memory
    the footer in JSON: {"pieces": [[offset, bytes, crc32], ...], and more facts}
    bytes and crc32 of the footer (8 bytes each), the last bytes of the file

Arrays and pieces are used only after their checksum was verified.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from math import prod
from pathlib import Path
from typing import IO, Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import GridwalkError, KeepError
from gridwalk.runtime.atomic import CHUNK

FORMAT = 3
FIRST = re.compile(rb"gridwalk checkpoint (\d{1,9}) (\d{1,15}) ([0-9a-f]{8}) *\n")
ALIGNED = 64  # bytes of the first line; the header ends on a multiple, so that arrays can be mapped
SUM = 4  # bytes
OF_PIECES = b"gridwalk pieces 1".ljust(ALIGNED - 1) + b"\n"
WORD = 8  # bytes
AT_ONCE = 1 << 20  # bytes of a file that is read as it is opened: a moment later another may stand there
AGAIN = "remove it, and that part is done again"

Pause = Callable[[], object]  # called several times a second; raises to stop


@contextmanager
def naming(path: object, advice: str = AGAIN) -> Iterator[None]:
    """Turn errors of who reads a file into a `KeepError` that names it, with the *advice* how to go on."""
    try:
        yield
    except GridwalkError:  # TimeLimitError is an OSError, too
        raise
    except FileNotFoundError as error:
        raise KeepError(path, f"is missing; {advice}") from error
    except OSError as error:
        raise KeepError(path, f"cannot be read ({error.strerror or error})") from error
    except (ValueError, LookupError, TypeError, RecursionError, AttributeError) as error:
        raise KeepError(path, f"is damaged ({error}); {advice}") from error


@dataclass(frozen=True)
class Sealed:
    """A file with a verified header, whose arrays can be read."""

    path: Path | str
    about: dict[str, Any]
    begin: int  # offset of the arrays
    sum: int  # of the header
    raw: bytes | None = None  # the whole file, if it is in memory

    @classmethod
    def of(cls, raw: bytes, path: Path | str) -> Sealed:
        """Return the file whose content is *raw*; *path* names it in errors, which are those of `open`."""
        with naming(path):
            return cls._begun(BytesIO(raw), path, len(raw), raw)

    @classmethod
    def open(cls, path: Path) -> Sealed | None:
        """Return the file, or None if it does not exist.

        Raises
        ------
        KeepError
            If it cannot be read, is damaged, or of another version; so do `read` and `map`.

        """
        with naming(path):
            try:
                if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would block
                    raise ValueError("it is not a regular file")
                with path.open("rb") as file:
                    size = os.fstat(file.fileno()).st_size
                    if size > AT_ONCE:
                        return cls._begun(file, path, size)
                    raw = file.read()
                return cls._begun(BytesIO(raw), path, len(raw), raw)
            except FileNotFoundError:
                return None

    @classmethod
    def _begun(cls, file: IO[bytes], path: Path | str, size: int, raw: bytes | None = None) -> Sealed:
        first = FIRST.fullmatch(file.read(ALIGNED))
        if not first:
            raise ValueError("it does not begin like a checkpoint")
        if int(first[1]) != FORMAT:
            reason = f"is of format {int(first[1])}, and this version of gridwalk reads format {FORMAT}"
            raise KeepError(path, reason)
        header = file.read(min(int(first[2]), size))
        if crc32(header) != int(first[3], 16):
            raise ValueError("the checksum of its header is wrong")
        sealed = cls(path, _facts(header), file.tell(), crc32(header), raw)
        if sealed.end + SUM != size:
            raise ValueError("it is too short or too long")
        if not sealed.kinds:
            sealed._compare(sealed.sum)
        return sealed

    @property
    def facts(self) -> Any:
        """What was put beside the arrays."""
        return self.about["facts"]

    @property
    def kinds(self) -> list[list[Any]]:
        """Dtype and shape of each array."""
        kinds: list[list[Any]] = self.about["arrays"]
        return kinds

    @property
    def size(self) -> int:
        """How many bytes the arrays take."""
        return sum(np.dtype(dtype).itemsize * prod(shape) for dtype, shape in self.kinds)

    @property
    def end(self) -> int:
        """The offset of the end of the arrays."""
        return self.begin + self.size

    def read(
        self, into: Sequence[NDArray[Any]] | None = None, pause: Pause | None = None
    ) -> list[NDArray[Any]]:
        """Return the arrays, or fill those given; if this raises, their content is undefined."""
        with naming(self.path), self._opened() as file:
            arrays = [np.empty(shape, dtype) for dtype, shape in self.kinds] if into is None else list(into)
            if _kinds(arrays) != self.kinds:
                raise ValueError("its arrays have other sizes")
            file.seek(self.begin)
            self._compare(_filled(file, arrays, self.sum, pause))
        return arrays

    def map(self, *, check: bool, pause: Pause | None = None) -> list[NDArray[Any]]:
        """Return the arrays memory-mapped and read-only; with *check*, verify their checksum first."""
        with naming(self.path):
            arrays, at = [], self.begin
            for dtype, shape in self.kinds:
                mapped = np.memmap(self.path, dtype, "r", at, tuple(shape))
                arrays.append(np.asarray(mapped))
                at += mapped.nbytes
            total = self.sum
            for raw in chunks(arrays if check else ()):
                total = crc32(raw, total)
                if pause is not None:
                    pause()
            if check:
                self._compare(total)
        return arrays

    def _opened(self) -> IO[bytes]:
        return Path(self.path).open("rb") if self.raw is None else BytesIO(self.raw)

    def _compare(self, total: int) -> None:
        with self._opened() as file:
            file.seek(self.end)
            if int.from_bytes(file.read(SUM), "little") != total:
                raise ValueError("its checksum is wrong")


def sealed_pieces(
    about: Mapping[str, Any], arrays: Sequence[NDArray[Any]] = ()
) -> Iterator[bytes | memoryview]:
    """Yield a sealed file from its beginning to its end."""
    header = json.dumps({**about, "arrays": _kinds(arrays)}).encode()
    header += b" " * (-len(header) % ALIGNED)
    total = crc32(header)
    yield f"gridwalk checkpoint {FORMAT} {len(header)} {total:08x}".encode().ljust(ALIGNED - 1) + b"\n"
    yield header
    for raw in chunks(arrays):
        total = crc32(raw, total)
        yield raw
    yield total.to_bytes(SUM, "little")


def _facts(header: bytes) -> dict[str, Any]:
    """Return the facts of a header; raise `ValueError` if it is none that `sealed_pieces` writes."""
    try:
        about = json.loads(header)
        for dtype, shape in about["arrays"]:
            plain = np.dtype(dtype)
            if plain.hasobject or not plain.itemsize or not all(type(n) is int and n >= 0 for n in shape):
                raise ValueError(f"{dtype} of the shape {shape} is no array of numbers")
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"its header is not ours: {type(error).__name__}") from None
    facts: dict[str, Any] = about
    return facts


def _kinds(arrays: Sequence[NDArray[Any]]) -> list[list[Any]]:
    return [[array.dtype.str, list(array.shape)] for array in arrays]


def chunks(arrays: Iterable[NDArray[Any]]) -> Iterator[memoryview]:
    """Yield the bytes of contiguous arrays, some at a time."""
    for array in arrays:
        raw = array.reshape(-1).data.cast("B") if array.size else memoryview(b"")
        for low in range(0, raw.nbytes, CHUNK):
            yield raw[low : low + CHUNK]


def _filled(
    file: IO[bytes], arrays: Sequence[NDArray[Any]], total: int = 0, pause: Pause | None = None
) -> int:
    """Fill arrays from a file; return the checksum, begun at *total*."""
    for raw in chunks(arrays):
        if file.readinto(raw) != len(raw):  # type: ignore[attr-defined]
            raise ValueError("it is too short")
        total = crc32(raw, total)
        if pause is not None:
            pause()
    return total


# ----------------------------------------------------------------------------- files of pieces


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
        with naming(path, advice), path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(0)
            if file.read(ALIGNED) != OF_PIECES or size < ALIGNED + 2 * WORD:
                raise ValueError("it does not begin like a file of pieces")
            file.seek(size - 2 * WORD)
            length, total = (int.from_bytes(file.read(WORD), "little") for _ in range(2))
            if length > size - ALIGNED - 2 * WORD:
                raise ValueError("it is too short")
            file.seek(size - 2 * WORD - length)
            footer = file.read(length)
            if crc32(footer) != total:
                raise ValueError("the checksum of its footer is wrong")
            return cls(path, json.loads(footer), advice)

    def read(self, number: int, dtype: type[np.generic]) -> NDArray[Any]:
        """Return a piece."""
        at, size, total = self.about["pieces"][number]
        piece = np.empty(size // np.dtype(dtype).itemsize, dtype)
        if size:
            with naming(self.path, self.advice), self.path.open("rb") as file:
                file.seek(at)
                if _filled(file, [piece]) != total:
                    raise ValueError("the checksum of a piece is wrong")
        return piece


def file_of_pieces(about: Mapping[str, Any], pieces: Iterable[NDArray[Any]]) -> Iterator[bytes | memoryview]:
    """Yield a file of one-dimensional *pieces*; each is written before the next is asked for."""
    yield OF_PIECES
    table, at = [], ALIGNED
    for piece in pieces:
        total = 0
        for raw in chunks([piece]):
            total = crc32(raw, total)
            yield raw
        table.append((at, piece.nbytes, total))
        at += piece.nbytes
    footer = json.dumps({**about, "pieces": table}).encode()
    yield footer
    yield len(footer).to_bytes(WORD, "little") + crc32(footer).to_bytes(WORD, "little")
