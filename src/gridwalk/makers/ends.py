"""Start and exit of a board that was made."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridwalk.board import Board
from gridwalk.errors import ArgumentError, Cell, UnknownChoiceError, WallCellError
from gridwalk.grids.cells import as_cell
from gridwalk.kernels.search.components import label_components
from gridwalk.runtime.slices import call_whole

ENDS = ("corners", "far")


def with_ends(board: Board, ends: Any, shape: tuple[int, int], scale: int) -> Board:
    """Return *board* with these ends.

    Parameters
    ----------
    board : Board
        Rook moves, two-way.
    ends : str or pair of rooms
        As for `gridwalk.make`.
    shape : (int, int)
        Rows and columns of rooms, in which a pair is given.
    scale : int
        2 if room ``(r, c)`` is the cell ``(2 r + 1, 2 c + 1)``; 1 if rooms are cells.

    """
    if isinstance(ends, str):
        UnknownChoiceError.check("ends", ends, ENDS)
        start, end = far_ends(board) if ends == "far" else _corners(board)
    else:
        allowed = "'corners', 'far' or a pair of rooms (cells, where there are no rooms): (start, exit)"
        try:
            start, end = ends
        except (TypeError, ValueError):
            raise ArgumentError("ends", ends, allowed) from None
        rooms = [as_cell(room, shape, "ends") for room in (start, end)]
        start, end = (_of_room(room, scale) for room in rooms)
        for room in rooms:
            if not board.open_cells[_of_room(room, scale)]:
                raise WallCellError("ends", room)
    if (board.start, board.exits) == (start, (end,)):
        return board
    return board.replace(start=start, exits=[end])


def far_ends(board: Board) -> tuple[Cell, Cell]:
    """Return two cells far from each other, the first in reading order first.

    A sweep from any cell of the largest part finds a cell as far from it as possible, a second sweep from
    there the other end: the longest of all shortest paths of a tree, a long one elsewhere.  O(cells).
    """
    part_of_cell = np.empty(board.size, np.int32)
    call_whole(label_components, board.size, board.moves_of_cell, board.delta_of_move, part_of_cell)
    known = part_of_cell[part_of_cell >= 0]
    if not len(known):  # no move at all
        return board.start, board.start
    largest = int(np.bincount(known).argmax())
    first = _farthest(board, _cell(board, int((part_of_cell == largest).argmax())))
    other = _farthest(board, first)
    return min(first, other), max(first, other)


def _farthest(board: Board, start: Cell) -> Cell:
    far = board.distances(start)
    return _cell(board, int(np.where(np.isfinite(far), far, -1).argmax()))


def _corners(board: Board) -> tuple[Cell, Cell]:
    """Return the first and the last open cell."""
    flat = board.open_cells.reshape(-1)
    return _cell(board, int(flat.argmax())), _cell(board, board.size - 1 - int(flat[::-1].argmax()))


def _cell(board: Board, flat: int) -> Cell:
    return divmod(flat, board.columns)


def _of_room(room: Cell, scale: int) -> Cell:
    return (2 * room[0] + 1, 2 * room[1] + 1) if scale == 2 else room
