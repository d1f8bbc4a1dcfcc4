"""The protocol of the page: checks its requests, and converts boards both ways.

A message that the page cannot have sent (no JSON, a field missing or of another type) is a
`MalformedError`: the server closes the connection with its message.  An invalid board, or one larger
than the limits below, is an `InputError`, which is sent as an answer.

A board is ``{"rows", "columns", "cells", "start", "exits", "ways", "moves", "order", "corners"}``;
``cells`` has one character per cell: ``0`` for a wall, ``1`` to ``9`` for the cost of entering it.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from gridwalk.board import Board
from gridwalk.errors import CostsNotAskedForError, InputError
from gridwalk.moves import NAMED_MOVES, parse_moves
from gridwalk.ways import ways_of

MAX_SIDE = 512  # rows or columns
MAX_TEXT = 1 << 20  # characters of a file
MAX_MESSAGE = 2 << 20  # bytes: the text of a file with its line ends escaped in JSON
MAX_WORD = 400  # characters of a name: moves, an order of them, an algorithm
MAX_WAYS = 4096  # one-way cells
MAX_PATHS = 100  # of a page
FORMS = ("svg", "gif")  # of pictures
SLOTS = ("left", "right", "list", "file")  # a page asks one thing at a time in each


class MalformedError(Exception):
    """A message that our page never sends."""


class TooLargeForPageError(InputError):
    """A board or a file larger than the viewer takes."""


class Drawing(NamedTuple):
    """A picture that the page wants as a file."""

    form: str  # "svg" or "gif"
    dark: bool
    step: int | None  # of the question's film; None: no film is shown
    cells: list[int]  # of the path that is shown, flat
    closed: bool


class Request(NamedTuple):
    """A checked message."""

    do: str  # "ask", "page", "draw", "read" or "cancel"
    id: int
    slot: str
    question: str = ""
    by: str = ""
    board: dict[str, Any] | None = None
    first: int = 0
    most: int = 0  # paths of a page
    seed: int = 0
    text: str = ""
    drawing: Drawing | None = None


def parse(text: str) -> Request:
    """Return the request in *text*; raise `MalformedError` if it is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise MalformedError("a message is one JSON object") from None
    if not isinstance(data, dict):
        raise MalformedError("a message is one JSON object")
    do, number, slot = _word(data, "do"), _whole(data, "id", 0, 2**53), _word(data, "slot")
    if slot not in SLOTS:
        raise MalformedError(f"slot is one of {', '.join(SLOTS)}")
    request = Request(do, number, slot)
    if do == "cancel":
        return request
    if do == "read":
        return request._replace(text=_text(data, "text", MAX_MESSAGE))
    if do not in ("ask", "page", "draw"):
        raise MalformedError("do is one of ask, page, draw, read, cancel")
    if not isinstance(data.get("board"), dict):
        raise MalformedError("board is an object")
    request = request._replace(board=data["board"])
    if do == "page":
        return request._replace(
            first=_whole(data, "first", 0, 2**53), most=_whole(data, "most", 1, MAX_PATHS)
        )
    request = request._replace(question=_word(data, "question"), by=_word(data, "by"))
    if do == "draw":
        return request._replace(drawing=_drawing(data))
    return request._replace(seed=_whole(data, "seed", 0, 2**53))


def _drawing(data: dict[str, Any]) -> Drawing:
    form, step, cells = _word(data, "form"), data.get("step"), data.get("cells", [])
    if form not in FORMS:
        raise MalformedError(f"form is one of {', '.join(FORMS)}")
    is_list = isinstance(cells, list) and len(cells) <= MAX_SIDE**2
    if not is_list or not all(type(v) is int for v in cells):
        raise MalformedError("cells is a list of whole numbers")
    return Drawing(
        form,
        _flag(data, "dark"),
        None if step is None else _whole(data, "step", 0, 2**31),
        cells,
        _flag(data, "closed"),
    )


def board_of(data: dict[str, Any]) -> Board:
    """Return the board that the page drew."""
    rows, columns = _whole(data, "rows", 1, 2**31), _whole(data, "columns", 1, 2**31)
    check_shape(rows, columns)
    cells = _text(data, "cells", MAX_SIDE**2)
    if len(cells) != rows * columns or not (cells.isascii() and cells.isdigit()):
        raise MalformedError("cells has one digit a cell")
    costs = (np.frombuffer(cells.encode(), np.uint8) - ord("0")).reshape(rows, columns)
    open_cells = costs > 0
    corners: Any = _word(data, "corners")  # which `Moves` checks
    moves = parse_moves(_word(data, "moves")).with_corners(corners)
    if order := _word(data, "order"):
        moves = moves.ordered(order)
    one_way: dict[Any, Any] = {}
    for row, column, down, across in _numbers(data, "ways", 4, MAX_WAYS):
        one_way[row, column] = (*one_way.get((row, column), ()), (down, across))
    return Board(
        open_cells,
        moves=moves,
        costs=costs.astype(np.int64) if (costs > 1).any() else None,
        one_way=one_way,
        start=tuple(_numbers({"start": [data.get("start")]}, "start", 2, 1)[0]),
        exits=[tuple(exit_) for exit_ in _numbers(data, "exits", 2, MAX_SIDE**2)],
    )


def data_of(board: Board) -> dict[str, Any]:
    """Return *board* in the form of the page; the inverse of `board_of`."""
    check_shape(board.rows, board.columns)
    costs = np.ones(board.shape, np.int64) if board.costs is None else board.costs
    if not (np.isin(costs, range(1, 10)) | ~board.open_cells).all():
        raise TooLargeForPageError(
            "the viewer draws costs that are whole numbers from 1 to 9; this board has others"
        )
    cells = (np.where(board.open_cells, costs, 0).astype(np.uint8) + ord("0")).tobytes().decode()
    named = NAMED_MOVES.get(board.moves.name)
    letters = ",".join(board.moves.names)
    is_named = named is not None and set(named.deltas) == set(board.moves.deltas)
    return {
        "rows": board.rows,
        "columns": board.columns,
        "cells": cells,
        "start": board.start,
        "exits": board.exits,
        "ways": [(*cell, *way) for cell, given in board.one_way.items() for way in ways_of(given)],
        "moves": board.moves.name if is_named else letters,
        "order": letters if is_named and named is not None and named.deltas != board.moves.deltas else "",
        "corners": board.moves.corners,
    }


def check_shape(rows: int, columns: int) -> None:
    """Refuse a board larger than the viewer takes."""
    if rows > MAX_SIDE or columns > MAX_SIDE:
        raise TooLargeForPageError(
            f"the viewer takes boards of up to {MAX_SIDE} x {MAX_SIDE} cells; this one has "
            f"{rows} x {columns} (the command line has no such limit)"
        )


def read_board(text: str) -> Board:
    """Return the board in the *text* of a file; numbers are costs if they can mean nothing else."""
    if len(text) > MAX_TEXT:
        raise TooLargeForPageError(
            f"the viewer takes files of up to {MAX_TEXT:,} characters; this one has {len(text):,}"
        )
    try:
        board = Board.from_text(text)
    except CostsNotAskedForError:
        board = Board.from_text(text, costs=True)
    check_shape(*board.shape)
    if board.costs is not None and (board.costs == 1).all():
        return board.replace(costs=None)
    return board


def _whole(data: dict[str, Any], name: str, low: int, high: int) -> int:
    value = data.get(name)
    if type(value) is not int or not low <= value <= high:
        raise MalformedError(f"{name} is a whole number from {low} to {high}")
    return value


def _flag(data: dict[str, Any], name: str) -> bool:
    value = data.get(name)
    if not isinstance(value, bool):
        raise MalformedError(f"{name} is true or false")
    return value


def _text(data: dict[str, Any], name: str, limit: int) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise MalformedError(f"{name} is a text")
    if len(value) > limit:
        raise MalformedError(f"{name} has at most {limit} characters")
    return value


def _word(data: dict[str, Any], name: str) -> str:
    return _text(data, name, MAX_WORD)


def _numbers(data: dict[str, Any], name: str, width: int, limit: int) -> list[list[int]]:
    """Return the list *name* of lists of *width* small whole numbers."""
    value = data.get(name)
    if not isinstance(value, list) or len(value) > limit:
        raise MalformedError(f"{name} is a list of at most {limit}")
    for row in value:
        is_list = isinstance(row, list) and len(row) == width
        if not is_list or not all(type(number) is int and abs(number) < 2**31 for number in row):
            raise MalformedError(f"{name} holds {width} whole numbers each")
    return value
