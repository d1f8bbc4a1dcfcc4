"""What a board is made of, checked and copied: open cells, costs, default start and exit."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.errors import ArgumentError, BoardArrayError, BoardSizeError, Cell, CostsError, NoOpenCellError

MAX_CELLS = 2**28  # 16,384 x 16,384; a search of one takes up to 40 bytes a cell


def checked_number(value: object, name: str, least: int) -> int:
    """Return *value* as a whole number of at least *least*."""
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if number < least or isinstance(value, bool):
        raise ArgumentError(name, value, f"a whole number of at least {least}")
    return number


def checked_open_cells(open_cells: ArrayLike) -> NDArray[np.bool_]:
    """Return a copy of *open_cells* that nobody can write to; refuse what is no board."""
    try:
        array = np.array(open_cells, order="C")
    except ValueError:
        raise BoardArrayError("open_cells must be rows of one length") from None
    if array.ndim != 2:
        raise BoardArrayError(f"open_cells must have two dimensions (rows, columns), not {array.ndim}")
    rows, columns = array.shape
    if not 1 <= array.size <= MAX_CELLS:
        raise BoardSizeError((rows, columns), MAX_CELLS)
    if array.dtype != bool:
        raise BoardArrayError(
            f"open_cells must be bool (True: open), not {array.dtype}; a 0/1 maze in which 1 is a wall "
            "is read by Board.from_matrix"
        )
    array.flags.writeable = False
    return array


def checked_costs(costs: ArrayLike, open_cells: NDArray[np.bool_]) -> NDArray[Any]:
    """Return a copy of *costs*, int64 or float64, that nobody can write to; refuse what are no costs."""
    try:
        array = np.array(costs, order="C")
    except ValueError:
        raise CostsError("costs must be rows of one length") from None
    if array.shape != open_cells.shape:
        raise CostsError(f"costs must have the board's shape {open_cells.shape}, not {array.shape}")
    if not (np.issubdtype(array.dtype, np.integer) or np.issubdtype(array.dtype, np.floating)):
        raise CostsError(f"costs must be numbers, not {array.dtype}")
    wrong = open_cells & ~(np.isfinite(array) & (array > 0))
    if wrong.any():
        row, column = divmod(int(wrong.argmax()), open_cells.shape[1])
        raise CostsError(
            f"the cost {array[row, column]} of cell {(row, column)} is not allowed: costs are positive "
            "and finite (a wall is a closed cell, not a cost)"
        )
    # A wall's entry is never looked at: one value for all makes equal boards equal.
    array = np.where(open_cells, array, 1)
    whole = np.issubdtype(array.dtype, np.integer)
    with np.errstate(over="ignore"):
        total = float(array.sum(dtype=np.float64))
    if not np.isfinite(total) or (whole and total >= 2.0**53):
        raise CostsError("costs must sum to less than 2**53 if whole, else to a finite number, to be exact")
    array = array.astype(np.int64 if whole else np.float64)
    array.flags.writeable = False
    return array


def default_ends(open_cells: NDArray[np.bool_]) -> tuple[Cell, Cell]:
    """Return the default start and exit: two openings of a walled border, else first and last open cell."""
    flat = open_cells.reshape(-1)
    rows, columns = open_cells.shape
    first = int(flat.argmax())
    if not flat[first]:
        raise NoOpenCellError((rows, columns))
    last_row = rows - 1
    while not open_cells[last_row].any():  # from below: a whole board turned round is a copy
        last_row -= 1
    last = last_row * columns + int(np.flatnonzero(open_cells[last_row])[-1])
    if min(rows, columns) >= 3:
        border = np.concatenate(
            [
                np.arange(columns),
                np.arange(columns, (rows - 1) * columns, columns),
                np.arange(2 * columns - 1, (rows - 1) * columns, columns),
                np.arange((rows - 1) * columns, rows * columns),
            ]
        )
        openings = np.sort(border[flat[border]])
        if openings.size == 2:
            first, last = openings.tolist()
    return divmod(first, columns), divmod(last, columns)
