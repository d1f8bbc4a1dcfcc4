"""A path in Unicode: a line of box-drawing characters, or of Braille dots where it leaves rows and columns.

A Braille character holds 2 x 4 dots; a cell is 4 x 2 of them, 8 x 8 dots, so that lines
of any direction run from middle to middle.  Walls between cells are heavy lines, or dots between the cells.

A flow field in characters and as an SVG picture: in each cell an arrow to the next one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.grids.moves import letters_of
from gridwalk.io.drawing import EXIT_MARKS, OPEN, WALL
from gridwalk.io.lines.rooms import by_levels, sides_of_rooms
from gridwalk.render.nodes import shape_of
from gridwalk.render.pen import UNIT
from gridwalk.render.seams import pieces_of, steps_along
from gridwalk.render.svg import NOTEBOOK_CELLS, svg
from gridwalk.render.text import in_columns, rooms_of_words

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

BLOCK, LINE_START, LINE_END, BEAD = "█", "●", "◎", "•"
# By the sides that a line leaves on: up 1, right 2, down 4, left 8.
_BOX = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
_HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
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
    board._need_squares("a drawing of lines")
    around = np.concatenate([cells, cells[:1]]) if closed else cells
    steps = steps_along(board, around)
    if (np.abs(steps).sum(axis=1) != 1).any():
        return _line_of_dots(board, cells, around, closed)
    sides = _sides_of_line(board, cells, steps)
    if board.walls is None:
        return _line_of_boxes(board, cells, sides, closed)
    return _line_in_rooms(board, cells, sides, closed)


def _sides_of_line(board: Grid, cells: NDArray[np.int32], steps: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sides on which the line leaves each cell."""
    sides = np.zeros(board.shape, np.int64)
    rows, columns = board.shape
    for (row, column), (d_row, d_column) in zip(cells.tolist(), steps.tolist(), strict=False):
        sides[row, column] |= _SIDE_OF_STEP[d_row, d_column]
        sides[(row + d_row) % rows, (column + d_column) % columns] |= _SIDE_OF_STEP[-d_row, -d_column]
    return sides


def _line_of_boxes(board: Grid, cells: NDArray[np.int32], sides: NDArray[np.int64], closed: bool) -> str:
    """Return the line in box-drawing characters, a cell and the gap right of it."""
    picture = np.full((board.rows, 2 * board.columns - 1), " ")
    picture[:, ::2] = np.where(board.open_cells, _of_line(sides), BLOCK)
    walls = ~board.open_cells
    picture[:, 1::2] = np.where(sides[:, :-1] & 2, "─", np.where(walls[:, :-1] & walls[:, 1:], BLOCK, " "))
    return _line_drawing(picture, cells * (1, 2), closed)


def _line_in_rooms(board: Grid, cells: NDArray[np.int32], sides: NDArray[np.int64], closed: bool) -> str:
    """Return the line in rooms between heavy walls, each three characters wide."""
    (rows, columns), (level, upright) = board.shape, sides_of_rooms(board)
    ways = np.zeros((rows + 1, columns + 1), np.int64)
    ways[1:] |= np.where(upright, 1, 0)
    ways[:-1] |= np.where(upright, 4, 0)
    ways[:, :-1] |= np.where(level, 2, 0)
    ways[:, 1:] |= np.where(level, 8, 0)
    table = np.full((rows + 1, 2, columns + 1, 4), " ")
    table[:, 0, :, 0] = np.array(list(_HEAVY))[ways]
    table[:, 0, :-1, 1:][level] = "━"
    table[:-1, 1, :, 0][upright] = "┃"
    table[:-1, 1, :-1, 1:][~board.open_cells] = BLOCK
    table[:-1, 1, :-1, 2][board.open_cells] = _of_line(sides)[board.open_cells]
    # The line on its way out of each room, up to the side and on it.
    table[:-1, 0, :-1, 2][sides & 1 > 0] = "│"
    table[1:, 0, :-1, 2][sides & 4 > 0] = "│"
    table[:-1, 1, :-1, 3][sides & 2 > 0] = "─"
    table[:-1, 1, 1:, 0][sides & 2 > 0] = "─"
    table[:-1, 1, :-1, 1][sides & 8 > 0] = "─"
    table[:-1, 1, :-1, 0][sides & 8 > 0] = "─"
    picture = table.reshape(2 * rows + 2, -1)[: 2 * rows + 1, : 4 * columns + 1]
    return _line_drawing(picture, cells * (2, 4) + (1, 2), closed)


def _of_line(sides: NDArray[np.int64]) -> NDArray[np.str_]:
    """Return the character of each cell by the sides on which the line leaves it."""
    return np.where(sides > 0, np.array(list(_BOX))[sides], "·")


def _line_of_dots(board: Grid, cells: NDArray[np.int32], around: NDArray[np.int32], closed: bool) -> str:
    """Return the line in Braille dots."""
    dots = np.zeros((board.rows * _DOTS, board.columns * _DOTS), bool)
    for piece in pieces_of(board, around):
        for begin, end in pairwise(np.rint(piece * _DOTS).astype(np.int64)):
            many = max(1, int(np.abs(end - begin).max()))
            places = begin + (2 * np.outer(np.arange(many + 1), end - begin) + many) // (2 * many)
            rows, columns = np.minimum(places, np.array(dots.shape) - 1).T
            dots[rows, columns] = True
    if board.walls is not None:
        level, upright = sides_of_rooms(board)
        dots[::_DOTS] |= np.repeat(level[:-1], _DOTS, axis=1)
        dots[-1] |= np.repeat(level[-1], _DOTS)
        dots[:, ::_DOTS] |= np.repeat(upright[:, :-1], _DOTS, axis=0)
        dots[:, -1] |= np.repeat(upright[:, -1], _DOTS)
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


ARROWS = {(-1, 0): "↑", (-1, 1): "↗", (0, 1): "→", (1, 1): "↘",
          (1, 0): "↓", (1, -1): "↙", (0, -1): "←", (-1, -1): "↖"}  # fmt: skip
MAX_MARKS = 1000
_CODES = "12345678"  # what stands for the arrows until the drawing is done, in bytes
_SHAPE = ((-3.0, 0.0), (3.0, 0.0), (0.6, -2.2), (0.6, 2.2))  # tail, head, and the ends of its two sides


def draw_arrows(board: Grid, next_move: NDArray[np.int8], goals: NDArray[np.int64]) -> str:
    """Return the board with an arrow in each cell, ``E`` goals; where moves leap, with their letters.

    Cells from which no goal is reached are drawn as on the board.
    """
    known, steps = dict(zip(ARROWS, _CODES, strict=True)), board.moves.steps
    if board.levels is not None:
        known |= {(-board.levels.height, 0): "u", (board.levels.height, 0): "d"}
        pairs = zip(board.moves.deltas, steps, strict=True)
        steps = tuple(delta if step == (0, 0) else step for delta, step in pairs)
    leaps = any(step not in known for step in steps)
    words_of_move = [letters_of(*step) if leaps else known[step] for step in steps]
    words = np.where(board.open_cells, OPEN, WALL).astype(f"<U{max(map(len, words_of_move))}")
    for m, word in enumerate(words_of_move):
        words[next_move == m] = word
    words[goals[:, 0], goals[:, 1]] = EXIT_MARKS[0]
    is_hexagonal = board.moves.cells != "square"
    if board.walls is not None or is_hexagonal:
        picture = rooms_of_words(board, words, words.itemsize // 4)
        text = "\n".join(row.tobytes().decode("ascii").rstrip() for row in picture)
    else:
        text = in_columns(words) if leaps else "\n".join(map("".join, words.tolist()))
    arrows = "".join(ARROWS.values())
    if is_hexagonal:  # where each row begins half a cell further right
        arrows = arrows.translate(str.maketrans("↑↓", "↖↘"))
    return by_levels(board, text if leaps else text.translate(str.maketrans(_CODES, arrows)))


def marked(board: Grid, goals: Sequence[Cell]) -> Grid:
    """Return the board with *goals* for exits, if they are not too many to be marked."""
    return board.replace(exits=goals) if 0 < len(goals) <= MAX_MARKS else board


def svg_of_field(
    board: Grid, distances: NDArray[np.float64], next_move: NDArray[np.int8], dark: bool | None = None
) -> str:
    """Return the heat map of *distances* as SVG, with an arrow in each cell of a board that is not large."""
    picture = svg(board, dark=dark, field=distances)
    if board.size > NOTEBOOK_CELLS:
        return picture
    pieces, cells = [], shape_of(board)
    for m, step in enumerate(board.moves.steps):
        if step == (0, 0):
            continue  # a portal, or a move from a level to the next: it has no direction
        shape = _turned(cells.turn(step))
        middles = UNIT * cells.points(np.argwhere(next_move == m) + 0.5)
        pieces += [f"M{x:.6g} {y:.6g}{shape}" for x, y in middles.tolist()]
    arrows = f'<path class="here line" stroke-width=".8" d="{"".join(pieces)}"/>\n'
    return picture.replace("</svg>\n", f"{arrows}</svg>\n") if pieces else picture


def _turned(turn: float) -> str:
    """Return an arrow in the direction *turn*, drawn from the middle of its cell, as relative SVG lines."""
    cos, sin = math.cos(turn), math.sin(turn)
    tail, head, left, right = ((round(x * cos - y * sin, 1), round(x * sin + y * cos, 1)) for x, y in _SHAPE)
    way = [tail, head, left, head, right]
    moves = [(x - x0, y - y0) for (x0, y0), (x, y) in zip([(0.0, 0.0), *way], way, strict=False)]
    return "".join(f"{letter}{x:g} {y:g}" for letter, (x, y) in zip("mlmll", moves, strict=True))
