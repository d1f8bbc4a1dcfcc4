"""A board from a file, and what was read of it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Unpack

from gridwalk.board import Board
from gridwalk.errors import BoardFileError, BoardSizeError, BoardTextError, NoOpenCellError, OneWayError
from gridwalk.io.boardtext import BoardText
from gridwalk.io.choice import parse
from gridwalk.io.files import read_bytes
from gridwalk.io.options import TERRAIN

if TYPE_CHECKING:
    from gridwalk.keywords import TextOptions


def read(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002
    costs: bool = False,
    terrain: str = TERRAIN,
    cell_width: int | None = None,
    wall: str | None = None,
    **options: Unpack[TextOptions],
) -> Board:
    """Return the board in the file *path* (``-``: standard input), recognised by its content.

    Parameters
    ----------
    path : str or path-like
        A file of at most 1 GiB, in one of the formats that ``gridwalk formats`` lists.
    format, costs, terrain, cell_width, wall
        As for `Board.from_text`.
    **options
        As for `Board`: moves, start, exits.

    Raises
    ------
    BoardFileError
        If the file cannot be read, holds no board, or one with two readings; the message
        begins with the path and names line and column where there is one.

    """
    return read_with_text(
        path, format=format, costs=costs, terrain=terrain, cell_width=cell_width, wall=wall, **options
    )[0]


def read_with_text(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002
    costs: bool = False,
    terrain: str = TERRAIN,
    cell_width: int | None = None,
    wall: str | None = None,
    **options: Unpack[TextOptions],
) -> tuple[Board, BoardText]:
    """Return the board as `read` does, and what its text said: form and marks, without *options*."""
    content = read_bytes(path)
    try:
        parsed = parse(
            content, ending=os.path.splitext(path)[1], format=format,
            costs=costs, terrain=terrain, cell_width=cell_width, wall=wall,
        )  # fmt: skip
        return Board(parsed.open_cells, **{**parsed.options(), **options}), parsed
    except (BoardTextError, NoOpenCellError, BoardSizeError, OneWayError) as error:
        raise BoardFileError("standard input" if path == "-" else path, str(error)) from error
