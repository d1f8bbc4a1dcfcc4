"""Boards with walls between cells in characters.

A cell is a *room*, three characters wide, between its sides.  Row *r* of cells is line ``2 * r + 1``; the
middle of column *c* is character ``4 * c + 2``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import BoardTextError

if TYPE_CHECKING:
    from gridwalk.board.board import Board

PITCH, HEIGHT = 4, 2  # the width and the height of a room with one character, including one wall each
BLANK = " "
CORNER, LEVEL, UPRIGHT = SIDES = "+-|"
WALL = "#"


class Sides(NamedTuple):
    """The sides of R x C cells on which walls are drawn.

    ``level[r, c]``, shape (R + 1, C), is the side above row *r*.  ``upright[r, c]``, shape (R, C + 1), is the
    side left of column *c*.  On a wrapped board, a side on the seam has two entries.
    """

    level: NDArray[np.bool_]
    upright: NDArray[np.bool_]

    @property
    def corners(self) -> NDArray[np.bool_]:
        """True for each corner at which a side ends, shape (R + 1, C + 1)."""
        beside = np.pad(self.level, ((0, 0), (1, 1)))
        above = np.pad(self.upright, ((1, 1), (0, 0)))
        corners: NDArray[np.bool_] = beside[:, 1:] | beside[:, :-1] | above[1:] | above[:-1]
        return corners


def walls_of(board: Board) -> Sides:
    """Return the walls between open cells, and the walls around the board.

    A wrapped board has no walls around it except walls between cells on the seam.
    """
    rows, columns = board.shape
    level, upright = np.zeros((rows + 1, columns), np.bool_), np.zeros((rows, columns + 1), np.bool_)
    if board.walls is not None:
        upright[:, 1:], level[1:] = board.walls.between_open(board.open_cells)
    if board.wrap in ("rows", "both"):
        level[0] = level[-1]
    else:
        level[0], level[-1] = board.open_cells[0], board.open_cells[-1]
    if board.wrap in ("columns", "both"):
        upright[:, 0] = upright[:, -1]
    else:
        upright[:, 0], upright[:, -1] = board.open_cells[:, 0], board.open_cells[:, -1]
    return Sides(level, upright)


def sides_of_rooms(board: Board) -> Sides:
    """Return the sides of `walls_of`, and all sides of closed cells."""
    level, upright = sides = walls_of(board)
    closed = ~board.open_cells
    level[:-1] |= closed
    level[1:] |= closed
    upright[:, :-1] |= closed
    upright[:, 1:] |= closed
    return sides


def rooms(board: Board, words: NDArray[np.uint8], corner: str = CORNER) -> NDArray[np.uint8]:
    """Return a board with walls between cells as ASCII codes, shape (2 * R + 1, (w + 3) * C + 1).

    *words* has the characters of each cell, shape (R, C) or (R, C, w); *corner* is the character of posts.
    """
    closed = ~board.open_cells
    return laid_out(sides_of_rooms(board), words, ord(corner), LEVEL + UPRIGHT, closed)


def laid_out(
    sides: Sides, words: NDArray[Any], posts: Any, strokes: str, filled: NDArray[np.bool_] | None = None
) -> NDArray[Any]:
    """Return rooms with *words* in them, sides drawn by two *strokes*, and ``#`` in *filled* rooms."""
    rows, columns = words.shape[:2]
    words = words.reshape(rows, columns, -1)
    width = words.shape[2]
    # One block for each post, with the room at its lower right.
    table = np.full((rows + 1, 2, columns + 1, width + 3), ord(BLANK), words.dtype)
    table[:, 0, :, 0] = posts
    table[:, 0, :-1, 1:][sides.level], table[:-1, 1, :, 0][sides.upright] = map(ord, strokes)
    inner = table[:-1, 1, :-1]
    inner[:, :, 2:-1] = words
    if filled is not None:
        inner[:, :, 1:][filled] = ord(WALL)
    return table.reshape(2 * rows + 2, -1)[:-1, : (width + 3) * columns + 1]


def by_levels(board: Board, text: str, down: int = 0) -> str:
    """Return a drawing with titles of levels in place of the rows between levels; *down* lines per row."""
    if board.levels is None:
        return text
    lines, down = text.split("\n"), down or (1 if board.walls is None else HEIGHT)
    (_, first), *titles = board.levels.titles()
    for row, title in titles:
        lines[row * down + down // 2] = title
    return "\n".join([first, *lines])


def check_open(board: Board, title: str) -> None:
    """Raise `BoardTextError` if the board has a closed cell, which the format *title* cannot hold."""
    if not board.open_cells.all():
        cell = divmod(int(board.open_cells.argmin()), board.columns)
        raise BoardTextError(f"a {title} has no closed cells, and {cell} is one")
