"""Cells and their names: ``(row, column)``, flat index, chess square.

A cell's flat index is ``v = row * columns + column``.  A square name counts columns in
letters from the left (a, b, ..., z, aa, ...) and ranks from the bottom (1, 2, ...).
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable
from numbers import Number
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, cell_name_error, outside_board_error

CellLike = Any  # (row, column), "row,column" or a square name; `as_cell` checks it
_PAIR = re.compile(r"\s*[(\[]?\s*(-?\d{1,9})\s*[,;\s]\s*(-?\d{1,9})\s*[)\]]?\s*")
_SQUARE = re.compile(r"\s*([a-z]{1,4})(\d{1,9})\s*", re.IGNORECASE | re.ASCII)


def as_cell(value: CellLike, shape: tuple[int, int], name: str) -> Cell:
    """Return *value* as a cell ``(row, column)`` of a board of that *shape*.

    >>> as_cell("a1", (8, 8), "start"), as_cell("0,3", (8, 8), "start"), as_cell((2, 1), (8, 8), "start")
    ((7, 0), (0, 3), (2, 1))
    """
    if type(shape) is not tuple:  # `gridwalk.board.levels.Levels`: cells have three numbers
        found: Cell = shape.cell(value, name)  # type: ignore[attr-defined]
        return found
    if isinstance(value, str):
        row, column = _from_text(value, shape, name)
    else:
        try:
            row, column = value
            if type(row) is bool or type(column) is bool:  # a row of a mask with two columns
                raise TypeError
            row, column = operator.index(row), operator.index(column)
        except (TypeError, ValueError):
            raise cell_name_error(name, value) from None
    if not (0 <= row < shape[0] and 0 <= column < shape[1]):
        raise outside_board_error(name, (row, column), shape, value if isinstance(value, str) else None)
    return row, column


def is_one_cell(cells: Any) -> bool:
    """Return whether *cells* stands for a single cell, valid or not, and not for several."""
    if isinstance(cells, str):
        return True
    # A sequence of numbers stands for one cell, even an invalid one such as (1, 2, 3).
    if isinstance(cells, np.ndarray) and cells.ndim == 0:
        return True
    return (
        isinstance(cells, tuple | list | np.ndarray)
        and len(cells) > 0
        and isinstance(cells[0], (int, Number))
    )


def _from_text(text: str, shape: tuple[int, int], name: str) -> Cell:
    if pair := _PAIR.fullmatch(text):
        return int(pair[1]), int(pair[2])
    if square := _SQUARE.fullmatch(text):
        column = 0
        for letter in square[1].lower():
            column = column * 26 + ord(letter) - ord("a") + 1
        return shape[0] - int(square[2]), column - 1
    raise cell_name_error(name, text)


def square_name(cell: Cell, rows: int) -> str:
    """Return the square name of *cell* on a board of *rows* rows: ``(7, 0)`` is ``"a1"`` on 8.

    >>> square_name((7, 0), 8), square_name((0, 27), 8)
    ('a1', 'ab8')
    """
    return f"{letter_of(cell[1])}{rows - cell[0]}"


def letter_of(number: int) -> str:
    """Return the letter for a *number*, from 0: a to z, then aa, ab ..."""
    letters, number = "", number + 1
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def letters_of_pairs(number: int) -> tuple[str, ...]:
    """Return the letters of *number* pairs of cells: A to Z, a to z, then AA, AB ..."""
    single = ascii_uppercase + ascii_lowercase
    return (*single[:number], *(letter_of(each - 26).upper() for each in range(len(single), number)))


def cells_at(flat: Iterable[int] | NDArray[np.integer[Any]], columns: int) -> tuple[Cell, ...]:
    """Return the *flat* cells as ``(row, column)``.

    >>> cells_at([0, 5], 4)
    ((0, 0), (1, 1))
    """
    return tuple(divmod(int(v), columns) for v in flat)


def pairs_of(flat: Any, columns: int, size: int = 0) -> NDArray[np.int32]:
    """Return row and column of each of the *flat* cells, int32 of shape (n, 2), on a board of *size* cells.

    >>> pairs_of([0, 5], 4).tolist()
    [[0, 0], [1, 1]]
    """
    if not 0 < size <= len(flat):
        return np.stack(np.divmod(np.asarray(flat, np.int32), np.int32(columns)), axis=1)
    pairs = np.moveaxis(
        np.indices((size // columns, columns), np.int32), 0, -1
    )  # each looked up as one number
    found: NDArray[np.int32] = np.ascontiguousarray(pairs).view(np.int64).reshape(-1)[flat].view(np.int32)
    return found.reshape(-1, 2)
