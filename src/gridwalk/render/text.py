"""Drawings in characters: a board, a path on it, a tour's step numbers, one step of a trace.

A path can also be a line of box-drawing characters, or of Braille dots where it leaves rows and columns.
A Braille character holds 2 x 4 dots; a cell is 4 x 2 of them, 8 x 8 dots, so that lines
of any direction run from middle to middle.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError
from gridwalk.io.drawing import ARROWS, EXIT_MARKS, OPEN, START_MARK, UNPRINTABLE, WALL, characters_of

if TYPE_CHECKING:
    from gridwalk.grid import Grid
    from gridwalk.render.views import RunView, SnapshotView

PATH_START, PATH_END, TURN = "@", "$", "+"
_STRAIGHT = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}
GLYPHS = OPEN + WALL  # what an open cell and a wall are drawn as, unless others are asked for
STATUS_CHARACTERS = {"frontier": "o", "expanded": "*", "walk": "+", "left": "x"}
MARKS_OF_PATHS = {PATH_START, PATH_END, TURN, *_STRAIGHT.values()}
_MARKS_OF_BOARDS = {START_MARK, EXIT_MARKS[0], UNPRINTABLE, *ARROWS, *"23456789"}

BLOCK, LINE_START, LINE_END, BEAD = "█", "●", "◎", "•"  # of drawings by lines
# By the sides that the line leaves on: up 1, right 2, down 4, left 8.
_BOX = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
_SIDE_OF_STEP = {(-1, 0): 1, (0, 1): 2, (1, 0): 4, (0, -1): 8}
_DOTS = 8  # a side of a cell
_BIT_OF_DOT = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])


def draw_board(board: Grid, *, marks: bool = True, glyphs: str = GLYPHS, blanks: bool = False) -> str:
    """Return the board in characters, one a cell; `UNPRINTABLE` where no character will do.

    *glyphs* are the characters of an open cell and of a wall: "01" draws a matrix of 0 and 1.
    With *blanks* a blank stands between the cells of a row.
    """
    return _lines(characters_of(board, marks=marks), checked_glyphs(glyphs, _MARKS_OF_BOARDS), blanks)


def draw_path(board: Grid, cells: NDArray[np.int32], *, glyphs: str = GLYPHS, blanks: bool = False) -> str:
    """Return the board with a path on it: ``@`` start, ``$`` end, ``+`` turn, ``-`` and ``|`` straight.

    Diagonal stretches are ``/`` and ``\\``.  Made for moves to neighbouring cells;
    for others see `draw_numbers`.  *glyphs* and *blanks* as for `draw_board`.
    """
    glyphs = checked_glyphs(glyphs, _MARKS_OF_BOARDS | MARKS_OF_PATHS)
    picture = characters_of(board, marks=False)
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
        return _line_of_boxes(board, cells, steps, closed)
    return _line_of_dots(board, cells, around, closed)


def draw_frame(snapshot: SnapshotView, *, glyphs: str = GLYPHS, blanks: bool = False) -> str:
    """Return the board at *snapshot*: ``o`` frontier, ``*`` expanded, ``+`` path so far, ``x`` backtracked.

    Where pieces leap, and where the answer is a closed tour, the cells of the path so far carry
    their step numbers instead.  Once all events are done, the answer is drawn over it where there is one.
    *glyphs* and *blanks* as for `draw_board`.
    """
    trace = snapshot.trace
    numbered = _is_numbered(trace)
    others = set("0123456789") if numbered else MARKS_OF_PATHS
    checked_glyphs(glyphs, {*STATUS_CHARACTERS.values(), *others})
    path = trace.path if snapshot.step == len(trace) else None
    picture = _table(draw_board(trace.board, glyphs=glyphs))
    for name, character in STATUS_CHARACTERS.items():
        picture[snapshot.where(name)] = character
    if numbered:
        width = len(str(trace.board.open_count))  # the same at every step
        words = picture.astype(f"<U{width}")
        rows, columns = (snapshot.stack if path is None else path.cells).T
        words[rows, columns] = np.arange(1, len(rows) + 1).astype(words.dtype)
        return in_columns(words, width)
    if path is not None:
        rows, columns = path.cells.T
        picture[rows, columns] = _table(draw_path(trace.board, path.cells))[rows, columns]
    return "\n".join((" " if blanks else "").join(row) for row in picture.tolist())


def legend_of(trace: RunView) -> str:
    """Return what the characters mean."""
    return f"o in the queue, * expanded, {'1 2 3' if _is_numbered(trace) else '+'} path so far, x backtracked"


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


def _lines(picture: NDArray[np.uint8], glyphs: str, blanks: bool) -> str:
    rows, columns = picture.shape
    # With blanks the line end takes the place of the one after the last cell.
    with_ends = np.full((rows, 2 * columns if blanks else columns + 1), ord(" "), np.uint8)
    with_ends[:, : -1 : 2 if blanks else 1] = picture
    with_ends[:, -1] = ord("\n")
    text = with_ends.tobytes()[:-1].decode("ascii")
    # Nothing else is drawn as these two, so they can be put into other words at the end, all at once.
    return text if glyphs == GLYPHS else text.translate(str.maketrans(GLYPHS, glyphs))


def _is_numbered(trace: RunView) -> bool:
    return trace.board.moves.leap or (trace.path is not None and trace.path.closed)


def _table(text: str) -> NDArray[np.str_]:
    return np.array([list(line) for line in text.split("\n")])


def _line_of_boxes(board: Grid, cells: NDArray[np.int32], steps: NDArray[np.int32], closed: bool) -> str:
    """Return the line in box-drawing characters, a cell and the gap right of it."""
    sides = np.zeros(board.shape, np.int64)
    for (row, column), (d_row, d_column) in zip(cells.tolist(), steps.tolist(), strict=closed):
        sides[row, column] |= _SIDE_OF_STEP[d_row, d_column]
        sides[row + d_row, column + d_column] |= _SIDE_OF_STEP[-d_row, -d_column]
    picture = np.full((board.rows, 2 * board.columns - 1), " ")
    picture[:, ::2] = np.where(board.open_cells, np.where(sides > 0, np.array(list(_BOX))[sides], "·"), BLOCK)
    walls = ~board.open_cells
    picture[:, 1::2] = np.where(sides[:, :-1] & 2, "─", np.where(walls[:, :-1] & walls[:, 1:], BLOCK, " "))
    return _line_drawing(picture, cells * (1, 2), closed)


def _line_of_dots(board: Grid, cells: NDArray[np.int32], around: NDArray[np.int32], closed: bool) -> str:
    """Return the line in Braille dots."""
    dots = np.zeros((board.rows * _DOTS, board.columns * _DOTS), bool)
    middles = around.astype(np.int64) * _DOTS + _DOTS // 2
    for begin, end in pairwise(middles):
        many = int(np.abs(end - begin).max())
        rows, columns = (begin + (2 * np.outer(np.arange(many + 1), end - begin) + many) // (2 * many)).T
        dots[rows, columns] = True
    blocks = dots.reshape(board.rows * 2, 4, board.columns * 4, 2)
    codes = np.einsum("rdcs,ds->rc", blocks, _BIT_OF_DOT)
    empty = np.where(np.kron(board.open_cells, np.ones((2, 4), bool)), " ", BLOCK)
    picture = np.where(codes > 0, np.array([chr(0x2800 + code) for code in range(256)])[codes], empty)
    places = cells * (2, 4) + (1, 2)
    picture[tuple(places.T)] = BEAD  # lines cross: the cells entered stand out
    return _line_drawing(picture, places, closed)


def _line_drawing(picture: NDArray[np.str_], places: NDArray[np.int64], closed: bool) -> str:
    """Return the characters in lines, the ends of the path marked."""
    if not closed:
        picture[tuple(places[-1])] = LINE_END
        picture[tuple(places[0])] = LINE_START
    return "\n".join("".join(row).rstrip() for row in picture.tolist())
