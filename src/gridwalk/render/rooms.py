"""Boards with walls between cells in characters: a cell is a room, three characters wide, between its sides.

Row *r* of cells is line ``2 * r + 1``; the middle of column *c* is character ``4 * c + 2``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.render.borders import Sides, steps_along, walls_to_draw

if TYPE_CHECKING:
    from gridwalk.grid import Grid

BLANK = " "
CORNER, LEVEL, UPRIGHT = SIDES = "+-|"
WALL = "#"
STRAIGHT = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}
# Of each step: what is drawn on the way to the side of the room, from its middle.
_DOORS = {
    (1, 0): [(1, 0)],
    (0, 1): [(0, 1), (0, 2)],
    (1, 1): [(1, 2)],
    (1, -1): [(1, -2)],
}


def sides_in_text(board: Grid) -> Sides:
    """Return the sides that are drawn: walls between open cells and around the board, and of closed cells."""
    sides = walls_to_draw(board)
    assert sides is not None
    level, upright = sides
    closed = ~board.open_cells
    level[:-1] |= closed
    level[1:] |= closed
    upright[:, :-1] |= closed
    upright[:, 1:] |= closed
    return sides


def rooms(board: Grid, words: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the characters of a board with walls between cells, in ASCII codes.

    *words* has what stands in each cell, one character or w of them: shape (R, C) or (R, C, w).  The
    result has the shape (2 * R + 1, (w + 3) * C + 1).
    """
    rows, columns = board.shape
    words = words.reshape(rows, columns, -1)
    width = words.shape[2]
    level, upright = sides_in_text(board)
    # One block for each corner of cells: with the room to the right and below.
    table = np.full((rows + 1, 2, columns + 1, width + 3), ord(BLANK), np.uint8)
    table[:, 0, :, 0] = ord(CORNER)
    table[:, 0, :-1, 1:][level] = ord(LEVEL)
    table[:-1, 1, :, 0][upright] = ord(UPRIGHT)
    inner = table[:-1, 1, :-1]
    inner[:, :, 2:-1] = words
    inner[:, :, 1:][~board.open_cells] = ord(WALL)
    lines = table.reshape(2 * rows + 2, -1)
    return lines[: 2 * rows + 1, : (width + 3) * columns + 1]


def mark_doors(table: NDArray[np.uint8], board: Grid, cells: NDArray[np.integer]) -> None:
    """Draw a path through its doors, on the characters that `rooms` returns for words of one character.

    Over a seam it goes to the side of the board, and comes in from the opposite one.
    """
    steps = steps_along(board, cells)
    middles = cells * (2, 4) + (1, 2)
    for (down, across), places in _DOORS.items():
        for sign in (1, -1):
            along = (steps == (sign * down, sign * across)).all(axis=1)
            for place in places:
                offset = np.array(place) * sign
                for at in (middles[:-1][along] + offset, middles[1:][along] - offset):
                    table[at[:, 0], at[:, 1]] = ord(STRAIGHT[down, across])
