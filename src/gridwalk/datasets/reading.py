"""`read_dataset`: the rows of a dataset as arrays, boards and paths."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import index
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.datasets import parts
from gridwalk.datasets.rows import BOARD_COLUMNS, Column, asked, board_of, schema_of, unpacked_cells
from gridwalk.errors import (
    ArgumentError,
    BoardArrayError,
    DatasetError,
    InputError,
    UnknownChoiceError,
    counted,
)
from gridwalk.errors.calls import advised

if TYPE_CHECKING:
    from gridwalk.board import Board

_OF_BOARD = tuple(column.name for column in BOARD_COLUMNS)


@advised
def read_dataset(folder: str | os.PathLike[str]) -> Dataset:
    """Return the dataset in a directory, as `gridwalk.dataset` wrote it; no part is read yet.

    Parameters
    ----------
    folder : path
        The directory.

    Raises
    ------
    DatasetError
        If there is none, it is of another version, or a part is missing; a damaged part when it is read.
    InputError
        If it is of Parquet, and pyarrow is not installed.

    """
    home = parts.checked_folder(folder)
    about = parts.read_description(home)
    if about is None:
        raise DatasetError(home, f"holds no dataset: there is no {parts.DESCRIPTION}")
    try:
        rows, size, form = about["rows"], about["part"], about["format"]
        schema = schema_of(asked(about["ask"]))
        if not (isinstance(size, int) and size > 0 and form in parts.FORMATS):
            raise KeyError("part")
        key = parts.key_of({name: about[name] for name in ("boards", "ask", "part", "seconds", "memory")})
    except (KeyError, InputError):
        raise DatasetError(home / parts.DESCRIPTION, "is damaged: it lacks what a dataset has") from None
    there = sum(1 for _ in home.glob(f"part-*.{form}"))
    if rows is None:
        words = counted(there, "part")
        raise DatasetError(home, f"is not finished ({words} so far): the same command goes on")
    parts.check_format(form)
    found = []
    for number, first in enumerate(range(0, rows, size)):
        path = parts.part_path(home, number, form)
        if not path.is_file():
            words = f"{there:,} of {counted(-(-rows // size), 'part')} are there, {path.name} is missing"
            raise DatasetError(home, f"{words}: the same command goes on")
        found.append(DatasetPart(path, schema, key, first, min(size, rows - first)))
    return Dataset(home, about, tuple(found), schema)


class DatasetRows:
    """Rows of a dataset: columns as arrays, boards and paths on demand."""

    schema: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.schema)

    def columns(self, *names: str) -> dict[str, NDArray[Any]]:
        """Return the columns of these names, all rows of each.

        Numbers that are never null are arrays of their type, numbers that may be null float64 with NaN for
        null, and all else arrays of objects with None for null.
        """
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.columns(name)[name]

    def _check(self, names: tuple[str, ...]) -> None:
        for name in names:
            UnknownChoiceError.check("column", name, self.names)

    def open_cells(self) -> NDArray[np.bool_]:
        """Return the open cells of all boards as one stack, bool of shape (n, rows, columns).

        Raises
        ------
        BoardArrayError
            If boards differ in size.

        """
        given = self.columns("rows", "columns", "open")
        shapes = np.unique(np.stack([given["rows"], given["columns"]], axis=1), axis=0).tolist()
        if len(shapes) != 1:
            words = ", ".join(f"{rows} x {columns}" for rows, columns in shapes[:4])
            raise BoardArrayError(
                f"boards of {len(shapes)} sizes make no stack: {words}; ask for them by board(i)"
            )
        (rows, columns), number = shapes[0], len(given["open"])
        data = np.frombuffer(b"".join(given["open"].tolist()), np.uint8).reshape(number, -1)
        bits = np.unpackbits(data, axis=1, count=rows * columns)
        return bits.reshape(number, rows, columns).view(np.bool_)

    def board(self, number: int) -> Board:
        """Return the board of a row; *number* counts from the first row here."""
        return board_of(self._row(number, _OF_BOARD))

    def path(self, number: int, question: str = "shortest") -> Path | None:
        """Return the path that "shortest" or "longest" found in a row; None: there is none, or no answer."""
        names = f"{question}_length", f"{question}_path"
        self._check(names)
        row = self._row(number, (*_OF_BOARD, *names))
        if row[names[1]] is None:
            return None
        board = board_of(row)
        return Path._found(board, unpacked_cells(board, int(row[names[0]]), row[names[1]]), by=question)

    def _row(self, number: int, names: tuple[str, ...]) -> dict[str, Any]:
        raise NotImplementedError

    def _place(self, number: int) -> int:
        try:
            return range(len(self))[index(number)]
        except (TypeError, IndexError):
            raise ArgumentError("number", number, f"a row from 0 to {len(self) - 1}") from None


@dataclass(frozen=True, eq=False, repr=False)
class DatasetPart(DatasetRows):
    """A part of a dataset: a file with some of its rows, read when it is asked for a column.

    Attributes
    ----------
    file : pathlib.Path
    schema : tuple
        Its columns, each with ``name``, ``kind`` and ``about``.
    first : int
        The number of its first row.

    """

    file: FilePath
    schema: tuple[Column, ...]
    key: str
    first: int
    rows: int
    _kept: dict[str, NDArray[Any]] = field(default_factory=dict)

    def __len__(self) -> int:
        return self.rows

    def __repr__(self) -> str:
        return f"<DatasetPart: rows {self.first:,} to {self.first + self.rows - 1:,} in {self.file.name}>"

    def columns(self, *names: str) -> dict[str, NDArray[Any]]:
        """As for `Dataset`."""
        self._check(names)
        about = {"key": self.key, "first": self.first, "rows": self.rows}
        return parts.read_part(self.file, self.schema, about, names or self.names)

    def _row(self, number: int, names: tuple[str, ...]) -> dict[str, Any]:
        place = self._place(number)
        if missing := tuple(name for name in names if name not in self._kept):
            self._kept.update(self.columns(*missing))  # rows are rarely asked for alone
        return {name: self._kept[name][place] for name in names}


@dataclass(frozen=True, eq=False, repr=False)
class Dataset(DatasetRows):
    """A dataset on a disk: a sequence of rows, in parts.

    ``data["shortest_length"]`` is a column of all rows.  Iterating yields the parts, `DatasetPart`, one after
    another: each has the same methods for its rows, so a dataset larger than the memory is read part by
    part.

    Attributes
    ----------
    folder : pathlib.Path
    about : dict
        What it is: ``boards`` (makers, parameters and seed), ``ask``, ``rows``, limits, format.
    parts : tuple of DatasetPart
    schema : tuple
        Its columns, each with ``name``, ``kind`` and ``about``.

    """

    folder: FilePath
    about: dict[str, Any]
    parts: tuple[DatasetPart, ...]
    schema: tuple[Column, ...]

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def __iter__(self) -> Iterator[DatasetPart]:
        return (DatasetPart(part.file, part.schema, part.key, part.first, part.rows) for part in self.parts)

    def __repr__(self) -> str:
        rows, files = counted(len(self), "row"), counted(len(self.parts), "part")
        return f"<Dataset: {rows} in {files}, {', '.join(self.about['ask'])}>"

    def columns(self, *names: str) -> dict[str, NDArray[Any]]:
        """Return the columns of these names, all rows of each; without names all columns.

        Numbers that are never null are arrays of their type, numbers that may be null float64 with NaN for
        null, and all else arrays of objects with None for null.
        """
        self._check(names)
        read = [part.columns(*names) for part in self.parts] or [parts.no_rows(self.schema)]
        return {name: np.concatenate([columns[name] for columns in read]) for name in names or self.names}

    def _row(self, number: int, names: tuple[str, ...]) -> dict[str, Any]:
        place = self._place(number)
        part: DatasetPart = self.parts[place // self.about["part"]]
        return part._row(place - part.first, names)
