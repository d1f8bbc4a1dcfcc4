"""Drawings in characters of paths that share no cell: each has a letter, capital at its ends.

Letters of one path may lie side by side without a move between them, so that moves are lines between cells::

    A-a-a-a
          |
    B a-A a
    | |   |
    B a-a-a
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.draw.scene import letters_at_ends
from gridwalk.draw.text import STRAIGHT, glyphs_of, in_cells, lines_of, mark_doors
from gridwalk.errors import Cell
from gridwalk.io.drawing import OPEN, WALL
from gridwalk.io.lines.rooms import BLANK, rooms
from gridwalk.keywords import GLYPHS

if TYPE_CHECKING:
    from gridwalk.answers.cellsequence import CellSequence
    from gridwalk.board.board import Board

CROSSING = "X"  # of two diagonal moves
ONE = np.dtype("<U1").itemsize  # bytes of a character


def draw_letters(
    board: Board, letters: Mapping[Cell, str], *, glyphs: str = GLYPHS, blanks: bool = False
) -> str:
    """Return the board with letters or numbers in some cells; longer ones are aligned in columns.

    *glyphs* and *blanks* as for `draw_board`.
    """
    glyphs = glyphs_of(board, glyphs, {*"".join(letters.values())}, blanks)
    words = _with_letters(board, letters)
    if words.dtype.itemsize > ONE or board.moves.cells != "square":
        return in_cells(board, words, glyphs)
    picture = words.astype("S1").view(np.uint8).reshape(board.shape)
    return lines_of(picture if board.walls is None else rooms(board, picture), glyphs, blanks)


def _with_letters(board: Board, letters: Mapping[Cell, str]) -> NDArray[np.str_]:
    """Return the word in each cell."""
    width = max(map(len, letters.values()))
    words = np.where(board.open_cells, OPEN, WALL).astype(f"<U{width}")
    for cell, letter in letters.items():
        words[cell] = letter
    return words


def draw_linkage(board: Board, paths: tuple[CellSequence, ...], *, glyphs: str = GLYPHS) -> str:
    """Return the board with the letter of each path at its ends, and small between, joined by lines.

    With letters of two characters the cells are aligned in columns, without lines.  *glyphs* as for
    `draw_board`.
    """
    letters = letters_at_ends(paths)
    names = "".join(letters.values())
    between = str.lower if names.isupper() else str
    glyphs = glyphs_of(board, glyphs, {*names, *between(names)})
    words = _with_letters(board, letters)
    for path in paths:
        words[tuple(path.cells[1:-1].T)] = between(letters[path.start])
    if words.dtype.itemsize > ONE or board.moves.cells != "square":
        return in_cells(board, words, glyphs)
    picture = words.astype("S1").view(np.uint8).reshape(board.shape)
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
