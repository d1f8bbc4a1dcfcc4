"""Conversion of answers to dictionaries, JSON, CSV, pandas tables, drawings and files."""

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

EXACT_IN_JSON = 2**53  # many programs read numbers in JSON as floats, which are rounded above this


class Facts:
    """An answer that consists of named values."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as a dictionary of plain Python values: numbers, text, lists, None.

        Whole numbers of any size are exact; cells are lists ``[row, column]``.
        """
        raise NotImplementedError

    def _repr_html_(self) -> str | None:
        """The values as a table, for notebooks; None if there is a picture."""
        return None if hasattr(self, "_repr_svg_") else notebook.facts(self.to_dict())

    def to_json(self) -> str:
        """Return `to_dict` as one line of JSON.

        Whole numbers above 2**53 become text, because many programs would round them.  Infinite and unknown
        numbers become null.
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
        """Return a drawing on the board, as text."""
        raise NotImplementedError

    def svg(self, *, dark: bool | None = None, legend: bool = False, squares: bool = False) -> str:
        """Return an SVG picture of the answer on its board; the arguments are the same as for `Board.svg`.

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
        """Write the answer to a file; the ending of its name is the format.  Errors leave no partial file.

        Parameters
        ----------
        file : str or path-like
            ``.svg`` and ``.png``: a picture.  ``.txt``: the drawing ``str(path)``.  ``.json``: the text of
            `to_json`.  ``.npy``: an array of the cells (not for networks and linkages).  ``.html``: a page
            (for a `Path` on a board).
        dark : bool
            Use dark colours.  By default, .svg and .html follow the setting of the reader's browser.
        pixels : int, optional
            The size of a cell in a .png, in pixels.  Default: at most 960 pixels for a side of the picture.
        squares : bool
            If true, pictures label columns and rows as on a chessboard.

        Raises
        ------
        ArgumentError
            If the ending is none of these.
        ArgumentError, InputError
            If an option does not apply to the format, or the file cannot be written.

        """
        from gridwalk.draw.save import save_path

        save_path(self, file, dark=dark, pixels=pixels, squares=squares)

    def __str__(self) -> str:
        return self.draw()


class Tabular(Facts):
    """An answer that is a table: `to_dict` returns its columns by name, as lists of equal length."""

    __slots__ = ()

    def to_csv(self) -> str:
        """Return the table as CSV: a line of names, then the rows.  None is an empty field."""
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

        Whole numbers too large for int64 are in a column of dtype object.  For other libraries use `to_dict`:
        ``polars.DataFrame(answer.to_dict())``.

        Raises
        ------
        ModuleNotFoundError
            If pandas is not installed.

        """
        import pandas as pd

        return pd.DataFrame(self.to_dict())


def as_json(value: Any) -> str:
    """Return plain data as one line of JSON that any program can read without loss.

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
    """Return a column for CSV, with its lists as JSON."""
    return [as_json(value) if isinstance(value, list | tuple) else value for value in column]
