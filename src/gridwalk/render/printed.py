"""A board on paper: black on white without grey, as shapes of `gridwalk.render.paper`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import InputError
from gridwalk.io.lines.rooms import walls_of
from gridwalk.render.paper import Box, Disc, Shape, Stroke, Text
from gridwalk.render.seams import pieces_of
from gridwalk.render.svg import runs

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid
    from gridwalk.render.views import PathView

# In cells, but not more than so many millimetres.
WALL, MAX_WALL = 0.12, 0.7
RULE = 0.1  # millimetres, of the lines between the cells of a chessboard
FIGURE = 0.45  # a number that fills its cell


def printed(
    board: Grid, left: float, top: float, cell: float, path: PathView | None = None, *, solved: bool = True
) -> Iterator[Shape]:
    """Yield the shapes of *board*, *cell* millimetres a cell, and *solved* with the *path* as a dashed line.

    Boards for pieces that leap are ruled, and have the step numbers of the path; not solved the first only.

    Raises
    ------
    InputError
        If the board has one-way cells, portals or sides that meet, which are not drawn on paper.

    """
    if board.one_way:
        raise InputError("one-way cells are not drawn on paper: save a picture instead (board.svg)")
    if board.portals:
        raise InputError("portals are not drawn on paper: save a picture instead (board.svg)")
    if board.wrap is not None:
        raise InputError("sides that meet are not drawn on paper: save a picture instead (board.svg)")
    here = np.array([left, top])
    width = min(WALL * cell, MAX_WALL)
    numbered = is_numbered(board)
    if numbered or board.costs is not None or (board.open_cells.all() and board.walls is None):
        yield from _rules(board, here, cell)
    for row, first, last in zip(*(part.tolist() for part in runs(~board.open_cells)), strict=True):
        yield Box(left + first * cell, top + row * cell, (last - first) * cell, cell)
    sides = walls_of(board)
    for mask, across in ((sides.level, True), (sides.upright.T, False)):
        for line, first, last in zip(*(part.tolist() for part in runs(mask)), strict=True):
            ends = np.array([[first, line], [last, line]] if across else [[line, first], [line, last]])
            yield Stroke(here + cell * ends, width)
    if board.costs is not None:
        yield from _figures(board.costs, board.open_cells, here, cell)
    if path is not None and (numbered or path.closed):
        for number, (row, column) in enumerate(path.cells[: None if solved else 1].tolist(), 1):
            yield _figure(str(number), here, row, column, cell)
        return
    if path is not None and solved:
        for piece in pieces_of(board, path.cells):
            yield Stroke(here + cell * piece[:, ::-1], min(0.16 * cell, 1.0), dash=min(0.3 * cell, 2.0))
    if not numbered:
        start, exits = (board.start, board.exits) if path is None else (path.start, (path.end,))
        yield Disc(left + (start[1] + 0.5) * cell, top + (start[0] + 0.5) * cell, 0.26 * cell)
        for row, column in exits:
            yield Disc(left + (column + 0.5) * cell, top + (row + 0.5) * cell, 0.22 * cell, 0.1 * cell)


def is_numbered(board: Grid) -> bool:
    """Whether a path on *board* is shown by step numbers: its pieces leap."""
    return board.moves.leap


def _rules(board: Grid, here: NDArray[np.float64], cell: float) -> Iterator[Stroke]:
    rows, columns = board.shape
    for row in range(1, rows):
        yield Stroke(here + cell * np.array([[0, row], [columns, row]]), RULE)
    for column in range(1, columns):
        yield Stroke(here + cell * np.array([[column, 0], [column, rows]]), RULE)


def _figures(
    costs: NDArray[np.generic], open_cells: NDArray[np.bool_], here: NDArray[np.float64], cell: float
) -> Iterator[Text]:
    for row, column in np.argwhere(open_cells).tolist():
        yield _figure(f"{costs[row, column]:.4g}", here, row, column, cell)


def _figure(text: str, here: NDArray[np.float64], row: int, column: int, cell: float) -> Text:
    """Return a number in the middle of its cell, smaller the more digits it has."""
    size = cell * min(FIGURE, 0.9 / (0.6 * len(text)))
    x, y = here + cell * np.array([column + 0.5, row + 0.5])
    return Text(float(x), float(y) + 0.36 * size, text, size, "middle")
