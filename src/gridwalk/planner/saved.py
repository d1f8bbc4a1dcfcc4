"""Paths in a file, written batch by batch: as many as there are, in bounded memory.

``.npz`` has a batch of all paths: ``cells``, ``offsets``, ``costs``.  ``.npy`` is one array, paths by
cells by 2, -1 after the end of a path.  ``.parquet`` has a row a path: ``length``, ``cost``, ``cells``, these
as numbers row * columns + column; ``rows`` and ``columns`` of the board stand in its metadata.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path as FilePath
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.errors import InputError
from gridwalk.grids.grid import Grid
from gridwalk.io.files import new_file
from gridwalk.kernels.codes import NONE

GROUP = 1 << 20  # cells written at a time
KEY = b"gridwalk"

Found = Iterator[Batch[Path] | Path]
# Cells; of each path the number of its cells, its cost and its length.
Part = tuple[NDArray[np.int32], NDArray[np.int64], NDArray[Any], NDArray[np.int64]]


def save(found: Found, board: Grid, target: FilePath) -> int:
    """Write the paths to a new file, which is there when all are; return its size in bytes."""
    ending = target.suffix.lower()
    if ending == ".parquet" and not find_spec("pyarrow"):
        raise InputError("Parquet needs pyarrow: pip install pyarrow, or choose .npz")
    with new_file(target) as file:
        FORMS[ending](_parts(found, board), board, file)
        file.flush()
        return file.seek(0, 2)


def _parts(found: Found, board: Grid) -> Iterator[Part]:
    """Yield the paths, many at a time."""
    kind, kept, cells = _kind_of_costs(board), list[Part](), 0
    for some in found:
        if isinstance(some, Path):
            one: tuple[Any, ...] = np.array([len(some)]), np.array([some.cost], kind), np.array([some.length])
            kept.append((some.cells, *one))
        else:
            costs: NDArray[Any] = np.array(some._exact_costs, kind)
            kept.append((some.cells, np.diff(some.offsets), costs, some.lengths))
        cells += len(kept[-1][0])
        if cells >= GROUP:
            yield _joined(kept)
            kept, cells = [], 0
    if kept:
        yield _joined(kept)


def _joined(parts: list[Part]) -> Part:
    cells, counts, costs, lengths = map(np.concatenate, zip(*parts, strict=True))
    return cells, counts, costs, lengths


def _kind_of_costs(board: Grid) -> type:
    return np.int64 if board._step_costs.are_whole else np.float64


# ------------------------------------------------------------------------------------ NumPy


def _in_npz(parts: Iterator[Part], board: Grid, file: IO[bytes]) -> None:
    from tempfile import TemporaryFile
    from zipfile import ZipFile

    kind = np.dtype(_kind_of_costs(board))
    here = FilePath(file.name).parent
    with TemporaryFile(dir=here) as counts, TemporaryFile(dir=here) as costs, ZipFile(file, "w") as packed:
        with TemporaryFile(dir=here) as cells:
            paths, all_cells, _ = _spooled(parts, cells, counts, costs)
            _pack(packed, "cells", (all_cells, 2), np.dtype(np.int32), _read(cells, np.int32))
        _pack(packed, "offsets", (paths + 1,), np.dtype(np.int64), _sums(_read(counts, np.int64)))
        _pack(packed, "costs", (paths,), kind, _read(costs, kind))


def _in_npy(parts: Iterator[Part], board: Grid, file: IO[bytes]) -> None:
    from tempfile import TemporaryFile

    here = FilePath(file.name).parent
    with TemporaryFile(dir=here) as cells, TemporaryFile(dir=here) as counts:
        paths, _, longest = _spooled(parts, cells, counts)
        _head(file, (paths, longest, 2), np.dtype(np.int32))
        cells.seek(0)
        for some in _read(counts, np.int64, max(1, GROUP // max(1, longest))):
            table = np.full((len(some), longest, 2), NONE, np.int32)
            flat = np.frombuffer(cells.read(8 * int(some.sum())), np.int32)
            table[np.arange(longest) < some[:, None]] = flat.reshape(-1, 2)
            file.write(table.data)


def _spooled(
    parts: Iterator[Part], cells: IO[bytes], counts: IO[bytes], costs: IO[bytes] | None = None
) -> tuple[int, int, int]:
    """Write the arrays to files of their own; return how many paths and cells, and the longest path."""
    paths = all_cells = longest = 0
    for part in parts:
        for array, file in zip(part, (cells, counts, costs), strict=False):
            if file is not None:
                file.write(np.ascontiguousarray(array).data)
        paths, all_cells = paths + len(part[1]), all_cells + len(part[0])
        longest = max(longest, int(part[1].max(initial=0)))
    return paths, all_cells, longest


def _read(file: IO[bytes], kind: Any, numbers: int = GROUP) -> Iterator[NDArray[Any]]:
    place, size = 0, numbers * np.dtype(kind).itemsize
    while True:
        file.seek(place)
        if not (raw := file.read(size)):
            return
        place += len(raw)
        yield np.frombuffer(raw, kind)


def _sums(counts: Iterator[NDArray[np.int64]]) -> Iterator[NDArray[np.int64]]:
    last = np.zeros(1, np.int64)
    yield last
    for some in counts:
        sums = last + np.cumsum(some)
        last = sums[-1:]
        yield sums


def _pack(packed: Any, name: str, shape: tuple[int, ...], kind: Any, arrays: Iterator[NDArray[Any]]) -> None:
    with packed.open(f"{name}.npy", "w", force_zip64=True) as file:
        _head(file, shape, kind)
        for array in arrays:
            file.write(array.tobytes())


def _head(file: IO[bytes], shape: tuple[int, ...], kind: np.dtype[Any]) -> None:
    facts = {"descr": np.lib.format.dtype_to_descr(kind), "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, facts)


# ---------------------------------------------------------------------------------- Parquet


def _in_parquet(parts: Iterator[Part], board: Grid, file: IO[bytes]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    one = pa.field("element", pa.int32(), nullable=False)
    fields = [
        pa.field("length", pa.int32(), nullable=False),
        pa.field("cost", pa.from_numpy_dtype(_kind_of_costs(board)), nullable=False),
        pa.field("cells", pa.list_(one), nullable=False),
    ]
    about = {"rows": board.rows, "columns": board.columns, "moves": board.moves.name}
    schema = pa.schema(fields, {KEY: json.dumps(about).encode()})
    with pq.ParquetWriter(file, schema, compression="zstd", use_dictionary=["length", "cost"]) as writer:
        for cells, counts, costs, lengths in parts:
            offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)]).astype(np.int32)
            flat = cells[:, 0] * np.int32(board.columns) + cells[:, 1]
            lists = pa.ListArray.from_arrays(offsets, pa.array(flat), type=pa.list_(one))
            columns = [pa.array(lengths.astype(np.int32)), pa.array(costs), lists]
            writer.write_table(pa.Table.from_arrays(columns, schema=schema))


FORMS: dict[str, Callable[[Iterator[Part], Grid, IO[bytes]], None]] = {
    ".npy": _in_npy,
    ".npz": _in_npz,
    ".parquet": _in_parquet,
}
