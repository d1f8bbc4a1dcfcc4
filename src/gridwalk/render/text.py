"""Text drawings: the board, a path on it, a tour's step numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.io.text import ARROWS, EXIT_MARKS, START_MARK

if TYPE_CHECKING:
    from gridwalk.board import Board

WALL, OPEN, UNPRINTABLE = "#", ".", "?"
PATH_START, PATH_END, TURN = "@", "$", "+"
_STRAIGHT = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}


def draw_board(board: Board, *, marks: bool = True) -> str:
    """Return the board in characters, one a cell; `UNPRINTABLE` where no character will do."""
    return _lines(_characters(board, marks))


def draw_path(board: Board, cells: NDArray[np.int32]) -> str:
    """Return the board with a path on it: ``@`` start, ``$`` end, ``+`` turn, ``-`` and ``|`` straight.

    Diagonal stretches are ``/`` and ``\\``.  Made for moves to neighbouring cells;
    for others see `draw_numbers`.
    """
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
    return _lines(picture)


def draw_numbers(board: Board, cells: NDArray[np.int32]) -> str:
    """Return the board with each cell's step number, from 1, aligned in columns."""
    width = len(str(len(cells)))
    text = np.where(board.open_cells, OPEN, WALL).astype(f"<U{width}")
    text[cells[:, 0], cells[:, 1]] = np.arange(1, len(cells) + 1).astype(f"<U{width}")
    return "\n".join(" ".join(word.rjust(width) for word in row) for row in text.tolist())


def _characters(board: Board, marks: bool) -> NDArray[np.uint8]:
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


def _lines(picture: NDArray[np.uint8]) -> str:
    rows, columns = picture.shape
    with_ends = np.full((rows, columns + 1), ord("\n"), np.uint8)
    with_ends[:, :-1] = picture
    return with_ends.tobytes()[:-1].decode("ascii")
