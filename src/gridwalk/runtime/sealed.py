"""The file format of checkpoints and journals: a header, arrays as in memory, and a checksum of both.

::

    gridwalk checkpoint <format> <bytes of the header> <crc32 of the header>
    the header in JSON: {"arrays": [[dtype, shape], ...], and more facts}
    the arrays
    crc32 of header and arrays (4 bytes)

Files are written atomically.  Arrays are used only after their checksum was verified.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from gridwalk.runtime.atomic import CHUNK, write_beside

FORMAT = 3
FIRST = re.compile(rb"gridwalk checkpoint (\d{1,9}) (\d{1,15}) ([0-9a-f]{8}) *\n")
ALIGNED = 64  # bytes of the first line; the header ends on a multiple, so that arrays can be mapped
SUM = 4  # bytes

Pause = Callable[[], object]  # called several times a second; raises to stop


def write_sealed(
    path: Path, about: Mapping[str, Any], arrays: Sequence[NDArray[Any]] = (), pause: Pause | None = None
) -> None:
    """Write a file; if this fails or *pause* raises, the old file stays.

    Raises
    ------
    KeepError
        If the disk is full, for instance.

    """
    try:
        write_beside(path, path.with_name(f"{path.name}.part"), sealed_pieces(about, arrays), pause)
    except GridwalkError:  # TimeLimitError is an OSError, too
        raise
    except OSError as error:
        kept = "; an older one is kept" if path.exists() else ""
        raise KeepError(path, f"not written ({error.strerror or error}){kept}") from error


@dataclass(frozen=True)
class Sealed:
    """A file with a verified header, whose arrays can be read."""

    path: Path
    about: dict[str, Any]
    begin: int  # offset of the arrays
    sum: int  # of the header
    raw: bytes | None = None  # the whole file, if it is in memory

    @classmethod
    def of(cls, raw: bytes, path: Path) -> Sealed:
        """Return the file whose content is *raw*; *path* names it in errors, which are those of `open`."""
        with _naming(path):
            return cls._begun(BytesIO(raw), path, len(raw), raw)

    @classmethod
    def open(cls, path: Path) -> Sealed | None:
        """Return the file, or None if it does not exist.

        Raises
        ------
        KeepError
            If it cannot be read, is damaged, or of another version; so do `read` and `map`.

        """
        with _naming(path):
            try:
                if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would block
                    raise ValueError("it is not a regular file")
                with path.open("rb") as file:
                    return cls._begun(file, path, os.fstat(file.fileno()).st_size)
            except FileNotFoundError:
                return None

    @classmethod
    def _begun(cls, file: IO[bytes], path: Path, size: int, raw: bytes | None = None) -> Sealed:
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
    def kinds(self) -> list[list[Any]]:
        """Dtype and shape of each array."""
        kinds: list[list[Any]] = self.about["arrays"]
        return kinds

    @property
    def end(self) -> int:
        """The offset of the end of the arrays."""
        sizes: list[int] = [np.dtype(dtype).itemsize * prod(shape) for dtype, shape in self.kinds]
        return self.begin + sum(sizes)

    def read(
        self, into: Sequence[NDArray[Any]] | None = None, pause: Pause | None = None
    ) -> list[NDArray[Any]]:
        """Return the arrays, or fill those given; if this raises, their content is undefined."""
        with _naming(self.path), self._opened() as file:
            arrays = [np.empty(shape, dtype) for dtype, shape in self.kinds] if into is None else list(into)
            if _kinds(arrays) != self.kinds:
                raise ValueError("its arrays have other sizes")
            file.seek(self.begin)
            total = self.sum
            for raw in _chunks(arrays):
                if file.readinto(raw) != len(raw):  # type: ignore[attr-defined]
                    raise ValueError("it is too short")
                total = crc32(raw, total)
                if pause is not None:
                    pause()
            self._compare(total)
        return arrays

    def map(self, *, check: bool, pause: Pause | None = None) -> list[NDArray[Any]]:
        """Return the arrays memory-mapped and read-only; with *check*, verify their checksum first."""
        with _naming(self.path):
            arrays, at = [], self.begin
            for dtype, shape in self.kinds:
                mapped = np.memmap(self.path, dtype, "r", at, tuple(shape))
                arrays.append(np.asarray(mapped))
                at += mapped.nbytes
            total = self.sum
            for raw in _chunks(arrays if check else ()):
                total = crc32(raw, total)
                if pause is not None:
                    pause()
            if check:
                self._compare(total)
        return arrays

    def _opened(self) -> IO[bytes]:
        return self.path.open("rb") if self.raw is None else BytesIO(self.raw)

    def _compare(self, total: int) -> None:
        with self._opened() as file:
            file.seek(self.end)
            if int.from_bytes(file.read(SUM), "little") != total:
                raise ValueError("its checksum is wrong")


def sealed_pieces(
    about: Mapping[str, Any], arrays: Sequence[NDArray[Any]] = ()
) -> Iterator[bytes | memoryview]:
    """Yield a file piece by piece."""
    header = json.dumps({**about, "arrays": _kinds(arrays)}).encode()
    header += b" " * (-len(header) % ALIGNED)
    total = crc32(header)
    yield f"gridwalk checkpoint {FORMAT} {len(header)} {total:08x}".encode().ljust(ALIGNED - 1) + b"\n"
    yield header
    for raw in _chunks(arrays):
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


def _chunks(arrays: Sequence[NDArray[Any]]) -> Iterator[memoryview]:
    for array in arrays:
        raw = array.reshape(-1).data.cast("B") if array.size else memoryview(b"")
        for low in range(0, raw.nbytes, CHUNK):
            yield raw[low : low + CHUNK]


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Turn errors into `KeepError` with the name of the file."""
    try:
        yield
    except GridwalkError:  # TimeLimitError is an OSError, too
        raise
    except OSError as error:
        raise KeepError(path, f"cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        reason = f"is damaged ({error}); remove it, and that part is counted again"
        raise KeepError(path, reason) from error
