"""A flow field in characters and as a picture: in each cell an arrow to the next one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.moves import letters_of
from gridwalk.draw.svg import NOTEBOOK_CELLS
from gridwalk.draw.text import in_columns, rooms_of_words
from gridwalk.errors import Cell
from gridwalk.io.drawing import EXIT_MARKS, OPEN, WALL
from gridwalk.io.lines.rooms import by_levels

if TYPE_CHECKING:
    from gridwalk.board.board import Board

ARROWS = {(-1, 0): "↑", (-1, 1): "↗", (0, 1): "→", (1, 1): "↘",
          (1, 0): "↓", (1, -1): "↙", (0, -1): "←", (-1, -1): "↖"}  # fmt: skip
MAX_MARKS = 1000
_CODES = "12345678"  # for the arrows, until the drawing is text instead of bytes


def draw_arrows(board: Board, next_move: NDArray[np.int8], goals: NDArray[np.int64]) -> str:
    """Return the board with an arrow in each cell, ``E`` goals; letters for moves that leap.

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
    if is_hexagonal:  # each row begins half a cell further right
        arrows = arrows.translate(str.maketrans("↑↓", "↖↘"))
    return by_levels(board, text if leaps else text.translate(str.maketrans(_CODES, arrows)))


def flow_on(
    board: Board, next_move: NDArray[np.int8], goals: Sequence[Cell]
) -> tuple[Board, NDArray[np.int8] | None]:
    """Return the board and the arrows of a picture: with *goals* for exits, no arrows if it is large.

    Many goals are not marked.
    """
    shown = board.replace(exits=goals) if 0 < len(goals) <= MAX_MARKS else board
    return shown, next_move if board.size <= NOTEBOOK_CELLS else None
