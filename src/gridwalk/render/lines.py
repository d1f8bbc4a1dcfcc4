"""A path as a line of Unicode characters: box drawing for steps along rows and columns, else Braille dots.

A Braille character holds 2 x 4 dots; a cell is 4 x 2 of them, 8 x 8 dots, so that lines
of any direction run from middle to middle.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from gridwalk.grid import Grid

WALL, START, END, BEAD = "█", "●", "◎", "•"
# By the sides that the line leaves on: up 1, right 2, down 4, left 8.
_BOX = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
_SIDE_OF_STEP = {(-1, 0): 1, (0, 1): 2, (1, 0): 4, (0, -1): 8}
_DOTS = 8  # a side of a cell
_BIT_OF_DOT = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])


def draw_lines(board: Grid, cells: NDArray[np.int32], *, closed: bool = False) -> str:
    """Return the board with the path as a line, ``●`` at its start and ``◎`` at its end.

    >>> from gridwalk import Board
    >>> print(draw_lines(Board.rectangle(2, 3), np.array([[0, 0], [1, 0], [1, 1], [1, 2], [0, 2]])))
    ● · ◎
    ╰───╯
    """
    around = np.concatenate([cells, cells[:1]]) if closed else cells
    steps = np.diff(around, axis=0)
    if (np.abs(steps).sum(axis=1) == 1).all():
        return _boxes(board, cells, steps, closed)
    return _braille(board, cells, around, closed)


def _boxes(board: Grid, cells: NDArray[np.int32], steps: NDArray[np.int32], closed: bool) -> str:
    """Return the line in box-drawing characters, a cell and the gap right of it."""
    sides = np.zeros(board.shape, np.int64)
    for (row, column), (d_row, d_column) in zip(cells.tolist(), steps.tolist(), strict=closed):
        sides[row, column] |= _SIDE_OF_STEP[d_row, d_column]
        sides[row + d_row, column + d_column] |= _SIDE_OF_STEP[-d_row, -d_column]
    picture = np.full((board.rows, 2 * board.columns - 1), " ")
    picture[:, ::2] = np.where(board.open_cells, np.where(sides > 0, np.array(list(_BOX))[sides], "·"), WALL)
    walls = ~board.open_cells
    picture[:, 1::2] = np.where(sides[:, :-1] & 2, "─", np.where(walls[:, :-1] & walls[:, 1:], WALL, " "))
    return _finished(picture, cells * (1, 2), closed)


def _braille(board: Grid, cells: NDArray[np.int32], around: NDArray[np.int32], closed: bool) -> str:
    """Return the line in Braille dots."""
    dots = np.zeros((board.rows * _DOTS, board.columns * _DOTS), bool)
    middles = around.astype(np.int64) * _DOTS + _DOTS // 2
    for begin, end in pairwise(middles):
        many = int(np.abs(end - begin).max())
        rows, columns = (begin + (2 * np.outer(np.arange(many + 1), end - begin) + many) // (2 * many)).T
        dots[rows, columns] = True
    blocks = dots.reshape(board.rows * 2, 4, board.columns * 4, 2)
    codes = np.einsum("rdcs,ds->rc", blocks, _BIT_OF_DOT)
    empty = np.where(np.kron(board.open_cells, np.ones((2, 4), bool)), " ", WALL)
    picture = np.where(codes > 0, np.array([chr(0x2800 + code) for code in range(256)])[codes], empty)
    places = cells * (2, 4) + (1, 2)
    picture[tuple(places.T)] = BEAD  # lines cross: the cells entered stand out
    return _finished(picture, places, closed)


def _finished(picture: NDArray[np.str_], places: NDArray[np.int64], closed: bool) -> str:
    """Return the characters in lines, the ends of the path marked."""
    if not closed:
        picture[tuple(places[-1])] = END
        picture[tuple(places[0])] = START
    return "\n".join("".join(row).rstrip() for row in picture.tolist())
