"""Text drawings: the board, a path on it, a tour's step numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError
from gridwalk.io.drawing import ARROWS, EXIT_MARKS, START_MARK

if TYPE_CHECKING:
    from gridwalk.grid import Grid

WALL, OPEN, UNPRINTABLE = "#", ".", "?"
PATH_START, PATH_END, TURN = "@", "$", "+"
_STRAIGHT = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}
GLYPHS = OPEN + WALL  # what an open cell and a wall are drawn as, unless told otherwise
MARKS_OF_PATHS = {PATH_START, PATH_END, TURN, *_STRAIGHT.values()}
_MARKS_OF_BOARDS = {START_MARK, EXIT_MARKS[0], UNPRINTABLE, *ARROWS, *"23456789"}


def draw_board(board: Grid, *, marks: bool = True, glyphs: str = GLYPHS, blanks: bool = False) -> str:
    """Return the board in characters, one a cell; `UNPRINTABLE` where no character will do.

    *glyphs* are the characters of an open cell and of a wall: "01" draws a matrix of 0 and 1.
    With *blanks* a blank stands between the cells of a row.
    """
    return _lines(_characters(board, marks), checked_glyphs(glyphs, _MARKS_OF_BOARDS), blanks)


def draw_path(board: Grid, cells: NDArray[np.int32], *, glyphs: str = GLYPHS, blanks: bool = False) -> str:
    """Return the board with a path on it: ``@`` start, ``$`` end, ``+`` turn, ``-`` and ``|`` straight.

    Diagonal stretches are ``/`` and ``\\``.  Made for moves to neighbouring cells;
    for others see `draw_numbers`.  *glyphs* and *blanks* as for `draw_board`.
    """
    glyphs = checked_glyphs(glyphs, _MARKS_OF_BOARDS | MARKS_OF_PATHS)
    picture = _characters(board, marks=False)
    steps = np.diff(cells, axis=0)
    into, out_of = steps[:-1], steps[1:]
    straight = (into == out_of).all(axis=1)
    inner = np.full(len(straight), ord(TURN), np.uint8)
    for (d_row, d_column), character in _STRAIGHT.items():
        along = (into == (d_row, d_column)).all(axis=1) | (into == (-d_row, -d_column)).all(axis=1)
        inner[straight & along] = ord(character)
    rows, columns = cells[1:-1].T
    picture[rows, columns] = inner
    picture[tuple(cells[-1])] = ord(PATH_END)
    picture[tuple(cells[0])] = ord(PATH_START)
    return _lines(picture, glyphs, blanks)


def draw_numbers(board: Grid, cells: NDArray[np.int32], *, glyphs: str = GLYPHS) -> str:
    """Return the board with each cell's step number, from 1, aligned in columns.

    *glyphs* as for `draw_board`; a digit could be taken for a step number, so none is allowed where
    there is a cell to be drawn as one.
    """
    bare = not board.open_cells.all() or len(cells) < board.open_count
    glyphs = checked_glyphs(glyphs, set("0123456789") if bare else set())
    words = np.where(board.open_cells, glyphs[0], glyphs[1]).astype(f"<U{len(str(len(cells)))}")
    words[cells[:, 0], cells[:, 1]] = np.arange(1, len(cells) + 1).astype(words.dtype)
    return in_columns(words)


def in_columns(words: NDArray[np.str_], width: int = 0) -> str:
    """Return a table of words, its columns equally wide, at least *width*, and a blank apart."""
    width = max(width, int(np.char.str_len(words).max()))
    return "\n".join(" ".join(word.rjust(width) for word in row) for row in words.tolist())


def checked_glyphs(glyphs: str, marks: set[str]) -> str:
    """Return *glyphs*: two characters, different, and none of the *marks* that are drawn beside them."""
    if not isinstance(glyphs, str) or len(glyphs) != 2 or glyphs[0] == glyphs[1] or not glyphs.isprintable():
        raise ArgumentError("glyphs", glyphs, "two characters, for an open cell and for a wall, such as '01'")
    if taken := sorted(marks & set(glyphs)):
        raise ArgumentError(
            "glyphs", glyphs, f"two characters that mean nothing else here; {taken[0]!r} does"
        )
    return glyphs


def _characters(board: Grid, marks: bool) -> NDArray[np.uint8]:
    picture = np.where(board.open_cells, np.uint8(ord(OPEN)), np.uint8(ord(WALL)))
    if board.costs is not None:
        _draw_costs(picture, board.open_cells, board.costs)
    arrow_of_delta = {delta: arrow for arrow, delta in ARROWS.items()}
    for cell, delta in board.one_way.items():
        picture[cell] = ord(arrow_of_delta.get(delta, UNPRINTABLE))
    if marks:
        for cell in board.exits:
            picture[cell] = ord(EXIT_MARKS[0])
        picture[board.start] = ord(START_MARK)
    return picture


def _draw_costs(picture: NDArray[np.uint8], open_cells: NDArray[np.bool_], costs: NDArray[Any]) -> None:
    digit = (costs >= 2) & (costs <= 9) & (costs == np.floor(costs))
    shown = open_cells & (costs != 1)
    picture[shown] = ord(UNPRINTABLE)
    picture[shown & digit] = costs[shown & digit].astype(np.uint8) + ord("0")


def _lines(picture: NDArray[np.uint8], glyphs: str, blanks: bool) -> str:
    rows, columns = picture.shape
    # With blanks the line end takes the place of the one after the last cell.
    with_ends = np.full((rows, 2 * columns if blanks else columns + 1), ord(" "), np.uint8)
    with_ends[:, : -1 : 2 if blanks else 1] = picture
    with_ends[:, -1] = ord("\n")
    text = with_ends.tobytes()[:-1].decode("ascii")
    # Nothing else is drawn as these two, so they can be put into other words at the end, all at once.
    return text if glyphs == GLYPHS else text.translate(str.maketrans(GLYPHS, glyphs))
