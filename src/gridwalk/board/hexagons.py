"""Boards of hexagons: in rows, as in maps of games, or in the shape of a large hexagon.

A cell is ``(row, column)`` in axial coordinates: each row begins half a cell further right than the row
above.  So the six neighbours of every cell form a single stencil, `HEX`, and a column runs from the upper
left to the lower right.  Maps shift every second row instead (offset rows); there the neighbours of a cell
depend on its row::

    map of 3 x 3         its board, 3 x 4: # is outside
     (0,0) (0,1) (0,2)     #  (0,1) (0,2) (0,3)
       (1,0) (1,1) (1,2)      #  (1,1) (1,2) (1,3)
     (2,0) (2,1) (2,2)           (2,0) (2,1) (2,2)  #

`to_axial` and `to_offset` convert between the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.board.checks import MAX_CELLS, checked_number, checked_open_cells
from gridwalk.board.moves import HEX, Moves
from gridwalk.errors import InputError, board_size_error, check_choice
from gridwalk.keywords import Layout

LAYOUTS = ("odd", "even")


def _shift(rows: Any, of: int, layout: str) -> Any:
    """Return the column on the board minus the column on the map, for *rows* of a map of *of* rows."""
    check_choice("layout", layout, LAYOUTS)
    uneven = int(layout == "even")
    return (of - 1 + uneven) // 2 - (rows + uneven) // 2


def _moved(cells: ArrayLike, rows: int, layout: str, sign: int) -> Any:
    array = np.asarray(cells)
    if array.dtype.kind not in "iu" or array.ndim not in (1, 2) or array.shape[-1] != 2:
        raise InputError(f"cells={cells!r} must be one cell (row, column), or an array of shape (n, 2)")
    rows = checked_number(rows, "rows", 1)
    moved = array.astype(np.int64)
    moved[..., 1] += sign * _shift(moved[..., 0], rows, layout)
    return moved if array.ndim == 2 else tuple(moved.tolist())


def to_axial(cells: ArrayLike, rows: int, layout: Layout = "odd") -> Any:
    """Return the cells of `Board.hexagons` for *cells* of a map in offset rows.

    Parameters
    ----------
    cells : (row, column), or integers of shape (n, 2)
        One cell of the map, or several.
    rows : int
        The number of rows of the map.
    layout : {"odd", "even"}
        Which rows of the map are half a cell further right, the first being row 0.

    Returns
    -------
    (row, column), or int64 array of shape (n, 2)
        In the form of *cells*.

    >>> to_axial((2, 0), rows=3), to_axial((0, 0), rows=3), to_offset((2, 0), rows=3)
    ((2, 0), (0, 1), (2, 0))
    """
    return _moved(cells, rows, layout, 1)


def to_offset(cells: ArrayLike, rows: int, layout: Layout = "odd") -> Any:
    """Return the cells of a map in offset rows for *cells* of `Board.hexagons`: the inverse of `to_axial`.

    >>> to_offset([[0, 1], [1, 1], [2, 0]], rows=3).tolist()
    [[0, 0], [1, 0], [2, 0]]
    """
    return _moved(cells, rows, layout, -1)


def _of_hexagons(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a board of hexagons; raise `InputError` if its moves are of squares."""
    moves = options.get("moves", HEX)
    if isinstance(moves, str):
        moves = moves if moves.startswith("hex") else f"hex-{moves}"
    elif isinstance(moves, Moves) and moves.cells != "hex":
        raise InputError(
            f"moves={moves!r} are of squares: of hexagons are gridwalk.HEX, HEX_KING, HEX_KNIGHT, or any "
            "Moves(..., cells='hex')"
        )
    return {**options, "moves": moves}


def of_map(
    rows: int | ArrayLike, columns: int | None, layout: str, options: Mapping[str, Any]
) -> tuple[NDArray[np.bool_], dict[str, Any]]:
    """Return the open cells and the options of `Board.hexagons`."""
    if columns is None and np.ndim(rows):
        open_cells = checked_open_cells(rows)
    else:
        size = (
            checked_number(rows, "rows", 1),
            checked_number(rows if columns is None else columns, "columns", 1),
        )
        if size[0] * (size[1] + size[0] // 2) > MAX_CELLS:
            raise board_size_error(size, MAX_CELLS)
        open_cells = np.ones(size, np.bool_)
    given = _of_hexagons(options)
    if given.get("costs") is not None:
        costs = np.asarray(given["costs"])
        given["costs"] = _spread(costs, layout) if costs.shape == open_cells.shape else costs
    return _spread(open_cells, layout), given


def of_radius(radius: int, options: Mapping[str, Any]) -> tuple[NDArray[np.bool_], dict[str, Any]]:
    """Return the open cells and the options of `Board.hexagon`."""
    radius = checked_number(radius, "radius", 0)
    if (2 * radius + 1) ** 2 > MAX_CELLS:
        raise board_size_error((2 * radius + 1, 2 * radius + 1), MAX_CELLS)
    row, column = np.ogrid[-radius : radius + 1, -radius : radius + 1]
    return abs(row + column) <= radius, _of_hexagons(options)


def _spread(array: NDArray[Any], layout: str) -> NDArray[Any]:
    """Return the array of a map as an array of its board, with zeros outside the map."""
    rows, columns = array.shape
    first = _shift(np.arange(rows), rows, layout)
    found = np.zeros((rows, columns + int(first.max())), array.dtype)
    for row, column in enumerate(first.tolist()):
        found[row, column : column + columns] = array[row]
    return found


def layout_of(is_open: NDArray[np.bool_]) -> str:
    """Return the smallest of the shapes "hexagon", "odd" and "even" that has all these cells, or "rhombus".

    >>> layout_of(of_radius(1, {})[0]), layout_of(np.eye(3, dtype=bool))
    ('hexagon', 'rhombus')
    """
    rows, columns = is_open.shape
    grounds = {"hexagon": of_radius(rows // 2, {})[0]} if rows == columns > 1 and rows % 2 else {}
    for layout in LAYOUTS:
        if (width := columns - int(_shift(0, rows, layout))) > 0:
            grounds[layout] = _spread(np.ones((rows, width), np.bool_), layout)
    fitting = (name for name, ground in grounds.items() if not (is_open & ~ground).any())
    return min(fitting, key=lambda name: int(grounds[name].sum()), default="rhombus")


def shown_cells(is_open: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which hexagons a drawing shows: in each row, those from the first open one to the last.

    Each row, the first column and the last column show at least one, so that the drawing has the size of the
    board.
    """
    shown: NDArray[np.bool_] = np.logical_or.accumulate(is_open, axis=1)
    shown &= np.logical_or.accumulate(is_open[:, ::-1], axis=1)[:, ::-1]
    rows = np.flatnonzero(shown.any(axis=1))
    top = int(rows[0]) if len(rows) else 0
    empty = ~shown.any(axis=1)
    shown[empty, int(shown[top].argmax())] = True
    for column, beyond in (
        (0, np.s_[top, : int(shown[top].argmax())]),
        (-1, np.s_[top, int(shown[top].argmax()) :]),
    ):
        if not shown[:, column].any():
            shown[beyond] = True
    return shown
