"""A board from a file."""

from __future__ import annotations

import os
from typing import Any

from gridwalk.board import Board
from gridwalk.errors import BoardFileError, BoardSizeError, BoardTextError, NoOpenCellError, OneWayError
from gridwalk.io.files import read_text
from gridwalk.io.movingai import TERRAIN


def read(
    path: str | os.PathLike[str], *, costs: bool = False, terrain: str = TERRAIN, **options: Any
) -> Board:
    """Return the board in the file *path* (``-``: standard input), recognised by its content.

    Parameters
    ----------
    path : str or path-like
        A text file of at most 1 GiB.
    costs : bool
        Whether the digits 1 to 9 of a ``#`` maze are open cells of that cost.
    terrain : str
        The characters that are open cells of a MovingAI map.
    **options
        As for `Board`: moves, start, exits.

    Raises
    ------
    BoardFileError
        If the file cannot be read, is binary, or holds no board; the message begins with
        the path and names line and column where there is one.

    """
    text = read_text(path)
    try:
        return Board.from_text(text, costs=costs, terrain=terrain, **options)
    except (BoardTextError, NoOpenCellError, BoardSizeError, OneWayError) as error:
        raise BoardFileError("standard input" if path == "-" else path, str(error)) from error
