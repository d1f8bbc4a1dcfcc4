"""Answers as plain data: dictionaries, JSON, CSV, tables of pandas; and as drawings and files."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from gridwalk.board.board import Board
from gridwalk.draw import notebook

EXACT_IN_JSON = 2**53  # many programs read the numbers in JSON as floats, which round above this


class Facts:
    """An answer that consists of named values."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain Python values by name: numbers, text, lists, None.

        Whole numbers are exact, however large; cells are lists ``[row, column]``.
        """
        raise NotImplementedError

    def _repr_html_(self) -> str | None:
        """The values as a table, for notebooks; None where there is a picture."""
        return None if hasattr(self, "_repr_svg_") else notebook.facts(self.to_dict())

    def to_json(self) -> str:
        """Return `to_dict` as one line of JSON.

        Whole numbers above 2**53 are text, because many programs would round them; infinite numbers and
        those that are not known are null.
        """
        return as_json(self.to_dict())


class Drawn(Facts):
    """An answer that can be drawn on its board."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def board(self) -> Board:
            """The board."""

    def draw(self) -> str:
        """Return it drawn on its board, as text."""
        raise NotImplementedError

    def svg(self, *, dark: bool | None = None, legend: bool = False, squares: bool = False) -> str:
        """Return it on its board as an SVG picture; the arguments are those of `Board.svg`.

        >>> from gridwalk import Board
        >>> Board.rectangle(2, 3).paths().shortest().svg().startswith("<svg ")
        True
        """
        from gridwalk.draw.svg import svg  # loads more than a search does

        path: Any = self
        return svg(self.board, path, dark=dark, legend=legend, squares=squares)

    def save(
        self,
        file: str | PathLike[str],
        *,
        dark: bool = False,
        pixels: int | None = None,
        squares: bool = False,
    ) -> None:
        """Write it to a file, as the ending of its name says; the file is whole, or is not written.

        Parameters
        ----------
        file : str or path-like
            ``.svg`` and ``.png`` are pictures; ``.txt`` is the drawing of ``str(path)``, ``.json`` the text
            of `to_json`, ``.npy`` an array of the cells; of a `Path` on a board ``.html`` is a page.  A path
            of a network has neither ``.npy`` nor ``.html``; paths of several pairs are not in ``.npy``.
        dark : bool
            Dark colours; without it .svg and .html follow the reader.
        pixels : int, optional
            Pixels a cell in a .png.  Default: at most 960 a side.
        squares : bool
            Whether pictures name columns and rows as a chessboard's.

        Raises
        ------
        ArgumentError
            If the ending is none of these.
        ArgumentError, InputError
            If an option does not apply to the file, or the file cannot be written.

        """
        from gridwalk.draw.save import save_path

        save_path(self, file, dark=dark, pixels=pixels, squares=squares)

    def __str__(self) -> str:
        return self.draw()


class Tabular(Facts):
    """An answer that consists of rows: `to_dict` has its columns by name, lists of equal length."""

    __slots__ = ()

    def to_csv(self) -> str:
        """Return the table as CSV: a line of names, then the rows; exact, None as nothing."""
        columns = self.to_dict()
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*map(_words, columns.values()), strict=True))
        return out.getvalue()

    def _repr_html_(self) -> str | None:
        """The table, for notebooks."""
        return notebook.table(self.to_dict())

    def to_frame(self) -> Any:
        """Return the table as a `pandas.DataFrame`.

        Whole numbers that no int64 holds are Python's, in a column of dtype object.  Other libraries take
        `to_dict`: ``polars.DataFrame(answer.to_dict())``.

        Raises
        ------
        ModuleNotFoundError
            If pandas is not installed.

        """
        import pandas as pd

        return pd.DataFrame(self.to_dict())


def as_json(value: Any) -> str:
    """Return plain data as one line of JSON that any program reads without loss.

    >>> as_json({"count": 2**64, "cost": float("inf"), "cells": [(0, 1)]})
    '{"count": "18446744073709551616", "cost": null, "cells": [[0, 1]]}'
    """
    return json.dumps(_readable(value), allow_nan=False)


def _readable(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(name): _readable(part) for name, part in value.items()}
    if isinstance(value, int) and not isinstance(value, bool):
        return value if abs(value) <= EXACT_IN_JSON else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str) or value is None or isinstance(value, bool):
        return value
    return [_readable(part) for part in value]


def _words(column: Sequence[Any]) -> list[Any]:
    """Return a column with lists as JSON: a cell of CSV holds one value."""
    return [as_json(value) if isinstance(value, list | tuple) else value for value in column]
