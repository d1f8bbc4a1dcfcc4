"""A board from a file, and what was read of it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Unpack

from gridwalk.board import Board
from gridwalk.errors import (
    BoardFileError,
    BoardSizeError,
    BoardTextError,
    CostsError,
    MovesError,
    NoOpenCellError,
    OneWayError,
    PictureEndsError,
)
from gridwalk.io.boardtext import BoardText
from gridwalk.io.choice import parse
from gridwalk.io.files import read_bytes
from gridwalk.io.picture.maze import settled
from gridwalk.keywords import TERRAIN

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
        A file of at most 1 GiB, in one of the formats that ``gridwalk formats`` lists.  Packed by gzip,
        it has at most 64 MiB unpacked, or 100 bytes for each of its own; a text has at most 2,097,152 lines.
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
    ends_needed: bool = True,
    **options: Unpack[TextOptions],
) -> tuple[Board, BoardText]:
    """Return the board as `read` does, and what its text said: form and marks, without *options*.

    With *ends_needed*, a picture must leave no doubt where paths start and end.
    """
    parsed = parsed_file(path, format=format, costs=costs, terrain=terrain, cell_width=cell_width, wall=wall)
    made: dict[str, Any] = dict(options)
    if parsed.picture is not None:
        try:
            made |= ends_of_picture(parsed, options)
        except PictureEndsError as error:
            if ends_needed:
                raise BoardFileError(named(path), str(error)) from error
    return board_of_file(path, parsed, **made), parsed


def named(path: str | os.PathLike[str]) -> str | os.PathLike[str]:
    """Return *path* for messages."""
    return "standard input" if path == "-" else path


def parsed_file(path: str | os.PathLike[str], *, wanted: str = "", **options: Any) -> BoardText:
    """Return the content of a file, read; errors begin with its name.

    If no format reads it, they are those of the format *wanted*.
    """
    content = read_bytes(path)
    try:
        ending = os.path.splitext(os.fsdecode(path).removesuffix(".gz"))[1]
        try:
            return parse(content, ending=ending, **options)
        except BoardTextError:
            if not wanted or options.get("format") is not None:
                raise
            return parse(content, ending=ending, **{**options, "format": wanted})
    except (BoardTextError, BoardSizeError) as error:
        raise BoardFileError(named(path), str(error)) from error


def board_of_file(path: str | os.PathLike[str], parsed: BoardText, **options: Any) -> Board:
    """Return the board of what was read; *options* override it."""
    parsed.warn()
    try:
        return Board(parsed.open_cells, **{**parsed.options(), **options})
    except (NoOpenCellError, BoardSizeError, OneWayError, CostsError, MovesError) as error:
        raise BoardFileError(named(path), str(error)) from error


def ends_of_picture(text: BoardText, options: TextOptions) -> dict[str, Any]:
    """Return the start and exits of a picture's board: given, marked, or its openings.

    Raises `PictureEndsError` if these leave a choice.
    """
    given_start, given_exits = options.get("start"), options.get("exits")
    if given_start is not None and given_exits is not None:
        return {}
    bare = Board(text.open_cells, start=given_start, exits=given_exits)  # reads names of cells
    start = text.start if given_start is None else bare.start
    exits = text.exits if given_exits is None else bare.exits
    start, exits = settled(text.picture.openings, start, exits)
    return {"start": start, "exits": exits}
