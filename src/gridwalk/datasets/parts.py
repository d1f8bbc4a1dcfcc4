"""The files of a dataset: a description, and parts of some rows each; whole, or not there.

::

    _dataset.json       the schema, what the rows are of, how many there are
    part-00000.parquet  rows 0 .. 9,999, a column each (or .npz)
    part-00001.parquet  ...

Names that begin with ``_`` or ``.`` are passed over by what reads a folder of Parquet files, such as pyarrow
and pandas.  Files are written beside and renamed.  A part knows which dataset it is of.
Parquet pages and the members of ``.npz`` files carry checksums, which are verified when they are read.
"""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.datasets.rows import SCHEMA, Column
from gridwalk.errors import DatasetError, InputError, SpillError
from gridwalk.runtime.atomic import write_beside
from gridwalk.runtime.store import ADDRESS, in_a_line

DESCRIPTION = "_dataset.json"
_OLD_DESCRIPTION = (
    "dataset.json"  # up to the first versions; such a folder is read, and renamed when it goes on
)
FORMATS = ("parquet", "npz")
VARIED = ("digest", "count")  # texts that hardly ever repeat
_PART = re.compile(r"part-(\d{5,9})\.\w+", re.ASCII)
KEY = b"gridwalk"  # of the description of a part, in the metadata of a Parquet file


class _Kind(NamedTuple):
    """How the values of a column are kept."""

    arrow: Callable[[Any], Any]  # the type in pyarrow
    dtype: Any = None  # of numbers in .npz; all else is bytes there:
    encode: Callable[[Any], bytes] = bytes
    decode: Callable[[bytes], Any] = bytes


KINDS = {
    "int32": _Kind(lambda pa: pa.int32(), np.int32),
    "int64": _Kind(lambda pa: pa.int64(), np.int64),
    "float": _Kind(lambda pa: pa.float64(), np.float64),
    "bool": _Kind(lambda pa: pa.bool_(), np.bool_),
    "text": _Kind(lambda pa: pa.string(), None, str.encode, bytes.decode),
    "bytes": _Kind(lambda pa: pa.binary()),
    "cells": _Kind(
        lambda pa: pa.list_(pa.field("element", pa.int32(), nullable=False)),
        encode=lambda cells: np.array(cells, "<i4").tobytes(),
        decode=lambda data: np.frombuffer(data, "<i4").tolist(),
    ),
}
Table = Mapping[str, Sequence[Any]]  # a column by name: its values, None is null
Columns = dict[str, NDArray[Any]]


def default_format() -> str:
    """Return "parquet" if pyarrow is installed, else "npz"."""
    return "parquet" if find_spec("pyarrow") else "npz"


def checked_folder(where: str | os.PathLike[str]) -> Path:
    """Return the directory of a dataset, or what stands for it at an address that fsspec knows."""
    name = str(where) if hasattr(where, "protocol") else os.fspath(where)  # what we return is taken, too
    name = name.removeprefix("file://")
    if not ADDRESS.fullmatch(name):
        return Path(name)
    try:
        from upath import UPath
    except ImportError:
        reason = "is an address, which needs universal_pathlib: pip install universal_pathlib"
        raise DatasetError(name, reason) from None
    try:
        folder = UPath(name)
        if not folder.protocol:  # else a directory of that name would be made here
            raise ValueError("no such kind of store")
        folder.fs.invalidate_cache()
        folder.exists()
    except Exception as error:  # every store has errors of its own
        raise DatasetError(name, f"cannot be used ({in_a_line(error)})") from None
    return folder  # type: ignore[return-value]  # it has the methods of a path


def check_format(form: str) -> None:
    """Raise `InputError` if files of that format cannot be written or read here."""
    if form == "parquet" and not find_spec("pyarrow"):
        raise InputError("Parquet needs pyarrow: pip install pyarrow, or choose format npz")


def part_path(folder: Path, number: int, form: str) -> Path:
    """Return the file of part *number*."""
    return folder / f"part-{number:05d}.{form}"


def key_of(about: Mapping[str, Any]) -> str:
    """Return a digest of what decides the rows: two parts with the same are of the same dataset."""
    return sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()


# --------------------------------------------------------------------------- description


def write_description(folder: Path, about: Mapping[str, Any]) -> None:
    """Write what the dataset is."""
    text = json.dumps({"gridwalk_dataset": SCHEMA, **about}, indent=1, sort_keys=True)
    _write(folder / DESCRIPTION, f"{text}\n".encode())


def read_description(folder: Path) -> dict[str, Any] | None:
    """Return what the dataset is; None if there is none; raise `DatasetError` if it cannot be read."""
    path = folder / DESCRIPTION
    if not path.exists() and (folder / _OLD_DESCRIPTION).exists():
        path = folder / _OLD_DESCRIPTION
    try:
        about = json.loads(path.read_bytes())
        if not isinstance(about, dict) or "gridwalk_dataset" not in about:
            raise ValueError("it does not describe a dataset")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise DatasetError(path, f"cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise DatasetError(path, f"is damaged ({error}); remove it and make the dataset again") from None
    if (version := about.pop("gridwalk_dataset")) != SCHEMA:
        reason = f"is of schema {version}, and this version of gridwalk reads schema {SCHEMA}"
        raise DatasetError(path, reason)
    return about


def rename_description(folder: Path) -> None:
    """Give the description of an earlier version its name of today."""
    if not (folder / DESCRIPTION).exists():
        with suppress(FileNotFoundError):
            (folder / _OLD_DESCRIPTION).rename(folder / DESCRIPTION)


def continued(folder: Path) -> dict[str, Any] | None:
    """Return what the dataset is that is continued there; None if nothing of one has been made."""
    about = read_description(folder)
    return about if any(folder.glob("part-*")) else None


def rows_there(folder: Path, form: str, size: int, key: str) -> int:
    """Return how many rows the parts of *size* reach to; a last part that is damaged has one."""
    matches = (_PART.fullmatch(path.name) for path in folder.glob(f"part-*.{form}"))
    last = max((int(match[1]) for match in matches if match), default=-1)
    if last < 0:
        return 0
    about = {"key": key, "first": last * size}
    try:
        return last * size + int(_read(part_path(folder, last, form), [], about)[1]["rows"])
    except DatasetError:
        return last * size + 1


# ----------------------------------------------------------------------------- a part


def write_part(path: Path, schema: Sequence[Column], table: Table, about: Mapping[str, Any]) -> None:
    """Write a part; *about* are ``key``, ``first`` and ``rows``."""
    write = _parquet_bytes if path.suffix == ".parquet" else _npz_bytes
    _write(path, write(schema, table, json.dumps({"schema": SCHEMA, **about}, sort_keys=True).encode()))


def read_part(
    path: Path, schema: Sequence[Column], about: Mapping[str, Any], names: Iterable[str] | None = None
) -> Columns:
    """Return the columns of these names of a part; raise `DatasetError` if it is not what *about* says.

    Numbers without nulls are arrays of their type; numbers that may be null are float64 with NaN for null;
    all else are arrays of objects, None for null.
    """
    kept = None if names is None else set(names)
    return _read(path, [column for column in schema if kept is None or column.name in kept], about)[0]


def no_rows(schema: Sequence[Column]) -> Columns:
    """Return all columns, as `read_part` does, without a row."""
    dtypes = {column.name: KINDS[column.kind].dtype or object for column in schema}
    nulls = {column.name for column in schema if column.nullable and KINDS[column.kind].dtype}
    return {name: np.zeros(0, np.float64 if name in nulls else dtype) for name, dtype in dtypes.items()}


def _read(path: Path, wanted: Sequence[Column], about: Mapping[str, Any]) -> tuple[Columns, dict[str, Any]]:
    """Return columns of a part, and what it says of itself."""
    read = _parquet_columns if path.suffix == ".parquet" else _npz_columns
    try:
        own, columns = read(path, wanted)
        found: dict[str, Any] = json.loads(own)
        if found.get("schema") != SCHEMA:
            raise ValueError(
                f"it is of schema {found.get('schema')}, this version of gridwalk reads {SCHEMA}"
            )
        if any(found.get(name) != value for name, value in about.items()):
            raise ValueError("it is a part of another dataset")
        if any(len(column) != found["rows"] for column in columns.values()):
            raise ValueError("it has not as many rows as it says")
    except FileNotFoundError:
        raise DatasetError(path, "is missing; make the dataset again, and only this part is made") from None
    except Exception as error:  # of pyarrow and of zip files there are a dozen kinds
        words = in_a_line(error)[:200]
        advice = "remove it and make the dataset again, and only this part is made"
        raise DatasetError(path, f"is damaged ({words}); {advice}") from None
    return columns, found


def is_whole(path: Path, schema: Sequence[Column], about: Mapping[str, Any]) -> bool:
    """Whether the part is there with these rows, and can be read; raise `DatasetError` if it has others."""
    if not path.exists():
        return False
    wanted = {name: about[name] for name in ("key", "first")}
    try:
        _, own = _read(path, schema, wanted)
    except DatasetError:
        return False
    if own["rows"] > about["rows"]:
        raise DatasetError(path, f"has {own['rows']:,} rows, and only {about['rows']:,} are asked for")
    if own["rows"] == about["rows"] and own.get("boards") != about.get("boards"):
        raise DatasetError(path, "holds other boards than those given; choose another directory")
    return bool(own["rows"] == about["rows"])


def remove_remains(folder: Path) -> None:
    """Remove what workers that were killed have left: files that were never whole."""
    for path in folder.glob(".*.part"):
        path.unlink(missing_ok=True)


def _write(path: Path, data: bytes) -> None:
    if not isinstance(path, Path):
        _put(path, data)
        return
    beside = path.with_name(f".{path.name}.{token_hex(4)}.part")
    try:
        write_beside(path, beside, [data])
    except OSError as error:
        if not path.parent.is_dir():
            raise SpillError(path.parent, 0, error) from error
        if isinstance(error, FileNotFoundError) and path.exists():
            return  # somebody else has made the same part, and finished the dataset
        raise SpillError(path, len(data), error) from error


def _put(path: Any, data: bytes) -> None:
    """Put a file at an address, in one piece, so that no reader sees half of it."""
    try:
        path.fs.pipe_file(path.path, data)
    except Exception as error:
        raise DatasetError(path, f"not written ({in_a_line(error)})") from error


# ------------------------------------------------------------------------------- Parquet


def _parquet_bytes(schema: Sequence[Column], table: Table, about: bytes) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    fields = [pa.field(column.name, KINDS[column.kind].arrow(pa), column.nullable) for column in schema]
    arrays = [pa.array(table[field.name], field.type) for field in fields]
    out = io.BytesIO()
    whole = pa.Table.from_arrays(arrays, schema=pa.schema(fields, {KEY: about}))
    few = [column.name for column in schema if column.kind == "text" and column.name not in VARIED]
    pq.write_table(whole, out, compression="zstd", write_page_checksum=True, use_dictionary=few)
    return out.getvalue()


def _parquet_columns(path: Path, wanted: Sequence[Column]) -> tuple[bytes, Columns]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    source = path if isinstance(path, Path) else io.BytesIO(path.read_bytes())
    with pq.ParquetFile(source, page_checksum_verification=True) as file:
        own = (file.schema_arrow.metadata or {}).get(KEY)
        if own is None:
            raise ValueError("it is no part of a dataset of gridwalk")
        table = file.read([column.name for column in wanted], use_threads=False)
    found = {}
    for column in wanted:
        array = table.column(column.name)
        if KINDS[column.kind].dtype is None:
            found[column.name] = _objects(array.to_pylist())
        else:
            array = array.cast(pa.int32()) if column.kind == "bool" and column.nullable else array
            array = array.cast(pa.float64()) if column.nullable else array
            found[column.name] = np.asarray(array.to_numpy())
    return own, found


# ----------------------------------------------------------------------------------- npz


def _npz_bytes(schema: Sequence[Column], table: Table, about: bytes) -> bytes:
    """Numbers under their name; ``NAME.null`` says which are null; texts are bytes with ``NAME.offsets``."""
    arrays: dict[str, NDArray[Any]] = {"about": np.frombuffer(about, np.uint8)}
    for column in schema:
        values, name = table[column.name], column.name
        if column.nullable:
            arrays[f"{name}.null"] = np.array([value is None for value in values], np.bool_)
        kind = KINDS[column.kind]
        if kind.dtype is not None:
            arrays[name] = np.array([value or 0 for value in values], kind.dtype)
            continue
        pieces = [b"" if value is None else kind.encode(value) for value in values]
        arrays[f"{name}.offsets"] = np.cumsum([0, *map(len, pieces)], dtype=np.int64)
        arrays[name] = np.frombuffer(b"".join(pieces), np.uint8)
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)  # type: ignore[arg-type]
    return out.getvalue()


def _npz_columns(path: Path, wanted: Sequence[Column]) -> tuple[bytes, Columns]:
    found: Columns = {}
    whole = io.BytesIO(path.read_bytes())  # NumPy leaves a damaged file open
    with np.load(whole, allow_pickle=False) as file:
        for column in wanted:
            name, array, kind = column.name, file[column.name], KINDS[column.kind]
            null = file[f"{name}.null"] if column.nullable else None
            if kind.dtype is not None:
                found[name] = array if null is None else np.where(null, np.nan, array.astype(np.float64))
                continue
            data, offsets = array.tobytes(), file[f"{name}.offsets"].tolist()
            pieces = [data[first:end] for first, end in pairwise(offsets)]
            nulls = [False] * len(pieces) if null is None else null.tolist()
            found[name] = _objects(
                [None if no else kind.decode(piece) for no, piece in zip(nulls, pieces, strict=True)]
            )
        return file["about"].tobytes(), found


def _objects(values: list[Any]) -> NDArray[np.object_]:
    return np.fromiter(values, object, len(values))
