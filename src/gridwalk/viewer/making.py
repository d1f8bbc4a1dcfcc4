"""Boards that the server makes for the page, by any maker of the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridwalk.board import Board
from gridwalk.makers.boards import make
from gridwalk.makers.table import maker
from gridwalk.viewer.protocol import Wanted, check_shape


def made(wanted: Wanted, seed: int) -> Board:
    """Return a board of the size on the page; a maze is as large as fits.

    The page draws the border of a board, so a maze has none of its own: its rooms are at even rows and
    columns, or are the cells, with walls between them (*thin*).  Where the size is even, the last row or
    column is wall.
    """
    name: Any = wanted.maker
    shape = wanted.rows, wanted.columns
    check_shape(*shape)
    if maker(name).counts == "cells":
        return make(name, *shape, rng=seed)
    if wanted.thin:
        return make(name, *shape, rng=seed, thin=True, braid=wanted.braid)
    rooms = ((side + 1) // 2 for side in shape)
    maze = make(name, *rooms, rng=seed, braid=wanted.braid)
    open_cells = np.zeros(shape, np.bool_)
    rows, columns = (side - 2 for side in maze.shape)
    open_cells[:rows, :columns] = maze.open_cells[1:-1, 1:-1]
    start, end = ((row - 1, column - 1) for row, column in (maze.start, *maze.exits))
    return Board(open_cells, start=start, exits=[end])
