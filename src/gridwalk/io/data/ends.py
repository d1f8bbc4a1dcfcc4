"""Start and exits given by numbers: checked against the board, with the mistake of (x, y) guessed."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, FieldError

_ROW_KEYS, _COLUMN_KEYS = ("row", "r", "y"), ("column", "col", "c", "x")


def cell_of(value: Any, shape: tuple[int, int], key: str) -> Cell:
    """Return the cell that *value* names: ``[row, column]`` or ``{"x": 3, "y": 0}``.

    Raises
    ------
    FieldError
        If it names none, or one outside the board; the message names *key*.

    """
    if isinstance(value, dict):
        rows = [value[name] for name in _ROW_KEYS if name in value]
        columns = [value[name] for name in _COLUMN_KEYS if name in value]
        pair: Any = (*rows, *columns) if len(rows) == len(columns) == 1 else ()
    else:
        pair = value
    try:
        row, column = (_whole(part) for part in pair)
    except (TypeError, ValueError):
        raise FieldError(key, f"{_short(value)} is no cell: write [row, column]") from None
    rows_there, columns_there = shape
    if not (0 <= row < rows_there and 0 <= column < columns_there):
        swapped = 0 <= column < rows_there and 0 <= row < columns_there and not isinstance(value, dict)
        hint = f'; is it x, y? then write {{"x": {row}, "y": {column}}}' if swapped else ""
        raise FieldError(
            key, f"{(row, column)} is outside of {rows_there} rows and {columns_there} columns{hint}"
        )
    return row, column


def cells_of_list(value: Any, shape: tuple[int, int], key: str) -> tuple[Cell, ...]:
    """Return the cells of a list of them, or of one alone."""
    if not isinstance(value, list | tuple) or (len(value) == 2 and all(_is_number(part) for part in value)):
        return (cell_of(value, shape, key),)
    return tuple(sorted({cell_of(part, shape, f"{key}[{number}]") for number, part in enumerate(value)}))


def refuse_walled(
    cells: Iterable[Cell], open_cells: NDArray[np.bool_], key: str, *, may_be_swapped: bool = True
) -> None:
    """Raise `FieldError` if one of *cells* is a wall."""
    for row, column in cells:
        if not open_cells[row, column]:
            rows, columns = open_cells.shape
            swapped = may_be_swapped and column < rows and row < columns and bool(open_cells[column, row])
            hint = f'; is it x, y? then write {{"x": {row}, "y": {column}}}' if swapped else ""
            raise FieldError(key, f"{(row, column)} is a wall{hint}")


def _is_number(part: Any) -> bool:
    return isinstance(part, int | float) and not isinstance(part, bool)


def _whole(part: Any) -> int:
    if isinstance(part, bool):
        raise TypeError
    return index(part)


def _short(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 40 else f"{words[:37]}..."
