"""Drawings in characters of paths that share no cell: each has a letter, capital at its ends.

Letters of one path may lie side by side without a move between them, so that moves are lines between cells::

    A-a-a-a
          |
    B a-A a
    | |   |
    B a-a-a
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwalk.grids.cells import letter_of
from gridwalk.io.drawing import OPEN, WALL
from gridwalk.io.lines.rooms import BLANK, rooms
from gridwalk.keywords import GLYPHS
from gridwalk.render.text import STRAIGHT, glyphs_of, in_cells, lines_of, mark_doors

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid
    from gridwalk.render.views import PathView

CROSSING = "X"  # of two diagonal moves


def draw_linkage(
    board: Grid, paths: tuple[PathView, ...], *, solved: bool = True, glyphs: str = GLYPHS
) -> str:
    """Return the board with the letter of each path at its ends; *solved*: small between, joined by lines.

    With more than 26 paths the cells are aligned in columns, without lines.  *glyphs* as for `draw_board`.
    """
    letters = [letter_of(number) for number in range(len(paths))]
    glyphs = glyphs_of(board, glyphs, {*"".join(letters), *"".join(letters).upper()})
    words = np.where(board.open_cells, OPEN, WALL).astype(f"<U{len(letters[-1])}")
    for letter, path in zip(letters, paths, strict=True):
        if solved:
            words[tuple(path.cells.T)] = letter
        words[tuple(path.cells[[0, -1]].T)] = letter.upper()
    if len(letters[-1]) > 1 or board.moves.cells != "square":
        return in_cells(board, words, glyphs)
    picture = words.astype("S1").view(np.uint8).reshape(board.shape)
    if not solved:
        return lines_of(picture if board.walls is None else rooms(board, picture), glyphs, blanks=False)
    if board.walls is not None:
        picture = rooms(board, picture)
        for path in paths:
            mark_doors(picture, board, path.cells)
        return lines_of(picture, glyphs, blanks=False)
    table = np.full((2 * board.rows - 1, 2 * board.columns - 1), ord(BLANK), np.uint8)
    table[::2, ::2] = picture
    for path in paths:
        steps = np.diff(path.cells, axis=0).tolist()
        for (row, column), (down, across) in zip(path.cells.tolist(), steps, strict=False):
            if mark := STRAIGHT.get((down, across)) or STRAIGHT.get((-down, -across)):
                place = 2 * row + down, 2 * column + across
                table[place] = ord(mark if table[place] == ord(BLANK) else CROSSING)
    return "\n".join(line.rstrip() for line in lines_of(table, glyphs, blanks=False).split("\n"))
