"""A flow field in characters and as an SVG picture: in each cell an arrow to the next one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.moves import letters_of
from gridwalk.draw.nodes import shape_of
from gridwalk.draw.pen import UNIT
from gridwalk.draw.svg import NOTEBOOK_CELLS, svg
from gridwalk.draw.text import in_columns, rooms_of_words
from gridwalk.errors import Cell
from gridwalk.io.drawing import EXIT_MARKS, OPEN, WALL
from gridwalk.io.lines.rooms import by_levels

if TYPE_CHECKING:
    from gridwalk.board.board import Board

ARROWS = {(-1, 0): "↑", (-1, 1): "↗", (0, 1): "→", (1, 1): "↘",
          (1, 0): "↓", (1, -1): "↙", (0, -1): "←", (-1, -1): "↖"}  # fmt: skip
MAX_MARKS = 1000
_CODES = "12345678"  # what stands for the arrows until the drawing is done, in bytes
_SHAPE = ((-3.0, 0.0), (3.0, 0.0), (0.6, -2.2), (0.6, 2.2))  # tail, head, and the ends of its two sides


def draw_arrows(board: Board, next_move: NDArray[np.int8], goals: NDArray[np.int64]) -> str:
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


def marked(board: Board, goals: Sequence[Cell]) -> Board:
    """Return the board with *goals* for exits, if they are not too many to be marked."""
    return board.replace(exits=goals) if 0 < len(goals) <= MAX_MARKS else board


def svg_of_field(
    board: Board, distances: NDArray[np.float64], next_move: NDArray[np.int8], dark: bool | None = None
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
