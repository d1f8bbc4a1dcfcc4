"""The protocol of the page: checks its requests, and converts boards both ways.

A message that the page cannot have sent (no JSON, a field missing or of another type) raises
`MalformedError`; an invalid board, or one larger than the limits below, raises `InputError`.  The server
answers with the message of either error.

The form of a board is that of `gridwalk.draw.pagedata`.

A file is sent whole, in base64, with the ending of its name.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.moves import parse_moves
from gridwalk.draw.pagedata import (
    HEXAGONS,
    LEVELS,
    MAX_SIDE,
    SHAPES,
    TooLargeForPageError,
    board_data,
    check_shape,
)
from gridwalk.errors import BoardTextError, Cell, InputError, Message, PictureError, UnclearBoardError
from gridwalk.io import formats
from gridwalk.io.boardtext import BoardText
from gridwalk.io.picture.maze import in_words
from gridwalk.reading import ends_of_picture

MAX_WORD = 400  # characters of a name: moves, an order of them, an algorithm
MAX_CONDITIONS = 1000  # cells to go through, or to avoid
LEAST_NUMBERS = 4  # of a puzzle; fewer may well be costs
DAMAGED = "the link is damaged: {reason}"
PALE = "⬜◻▢□░"  # the floor, if a board has two symbols


# Remarks on boards that were read, which the page translates.
REMARKS = (
    "every column stands twice: {rows} x {columns} cells of two characters",
    "without {n} empty rows at the end",
    "FrozenLake: H wall, F floor, S start, G exit",
    "numbers are costs, 0 and below walls",
    "start and exits are (x, y): as (row, column) they are no open cells",
    "commas are decimal points",
    "without the index in the first row and column",
    "without a header of {rows} rows, {columns} columns",
    "without a header of {n} lines",
    "{start} and {exit} occur once each: the start and the exit",
    "{start} is the start, {exit} the exit",
    "{sign} is {role}",
)


class MalformedError(Exception):
    """A message that the page never sends; `message` is a template with its values."""

    def __init__(self, template: str, **values: Any) -> None:
        self.message = Message(template, **values)
        super().__init__(str(self.message))


def _checked(value: Any, holds: bool, template: str, **values: Any) -> Any:
    """Return *value* if the condition *holds*, else raise the error."""
    if not holds:
        raise MalformedError(template, **values)
    return value


def whole(data: dict[str, Any], name: str, low: int, high: int) -> int:
    """Return a whole number."""
    value = data.get(name)
    holds = type(value) is int and low <= value <= high
    words = "{name} is a whole number from {low} to {high}"
    return int(_checked(value, holds, words, name=name, low=low, high=high))


def flag(data: dict[str, Any], name: str) -> bool:
    """Return true or false."""
    value = data.get(name)
    return bool(_checked(value, isinstance(value, bool), "{name} is true or false", name=name))


def share(data: dict[str, Any], name: str) -> float:
    """Return a number from 0 to 1."""
    value: Any = data.get(name)
    holds = type(value) in (int, float) and 0 <= value <= 1
    return float(_checked(value, holds, "{name} is a number from 0 to 1", name=name))


def factor(data: dict[str, Any], name: str) -> float | None:
    """Return a factor, or None for 0, the default; `Board` checks its bounds."""
    value: Any = data.get(name)
    return _checked(value, type(value) in (int, float), "{name} is a number", name=name) or None


def text(data: dict[str, Any], name: str, limit: int) -> str:
    """Return a text."""
    value = data.get(name)
    _checked(value, isinstance(value, str), "{name} is a text", name=name)
    words = "{name} has at most {limit} characters"
    return str(_checked(value, len(str(value)) <= limit, words, name=name, limit=limit))


def word(data: dict[str, Any], name: str) -> str:
    """Return a short text."""
    return text(data, name, MAX_WORD)


def one_of(data: dict[str, Any], name: str, known: Iterable[str]) -> str:
    """Return a short text that is *known*."""
    value, words = word(data, name), "{name} is one of {known}"
    return str(_checked(value, value in known, words, name=name, known=", ".join(known)))


def content(data: dict[str, Any], name: str, limit: int) -> bytes:
    """Return the bytes of a text in base64."""
    try:
        return base64.b64decode(text(data, name, limit), validate=True)
    except ValueError:
        raise MalformedError("{name} is in base64", name=name) from None


def record(data: dict[str, Any], name: str) -> dict[str, Any]:
    """Return an object."""
    value = data.get(name)
    return dict(_checked(value, isinstance(value, dict), "{name} is an object", name=name))


def flat_cells(data: dict[str, Any], name: str) -> tuple[int, ...]:
    """Return flat cells, which may be anywhere."""
    value: Any = data.get(name)
    holds = isinstance(value, list) and len(value) <= MAX_SIDE**2 and all(type(v) is int for v in value)
    return tuple(_checked(value, holds, "{name} is a list of whole numbers", name=name))


def numbers(data: dict[str, Any], name: str, width: int, limit: int) -> list[list[int]]:
    """Return the list *name* of lists of *width* small whole numbers."""
    value: Any = data.get(name)
    holds = isinstance(value, list) and len(value) <= limit
    _checked(value, holds, "{name} is a list of at most {limit}", name=name, limit=limit)
    for row in value:
        holds = isinstance(row, list) and len(row) == width
        holds = holds and all(type(number) is int and abs(number) < 2**31 for number in row)
        _checked(row, holds, "{name} holds {width} whole numbers each", name=name, width=width)
    return list(value)


def cells(data: dict[str, Any], name: str) -> tuple[Cell, ...]:
    """Return cells."""
    return tuple((row, column) for row, column in numbers(data, name, 2, MAX_CONDITIONS))


MAX_FILE = 4 << 20  # bytes
MAX_MESSAGE = 6 << 20  # bytes: a file in base64
MAX_WAYS = 4096  # one-way cells
MAX_PATHS = 100  # of a page
FORMS = ("svg", "gif", "html", "txt", "json", "drawn")  # of drawings


class Drawing(NamedTuple):
    """A picture that the page wants as a file."""

    form: str  # one of FORMS
    dark: bool
    step: int | None  # of the question's film; None: no film is shown
    cells: Sequence[int]  # of the path that is shown, flat
    closed: bool
    question: str = ""  # in a web page, with its algorithm; "": none
    by: str = ""
    found: str = ""  # the algorithm that found the path; "": unknown
    language: str = "en"  # of a web page


class Wanted(NamedTuple):
    """A board that the page wants made."""

    maker: str
    rows: int  # the number of rows of cells on the page
    columns: int
    thin: bool
    braid: float
    film: bool = False  # whether a film of the making is wanted


class Request(NamedTuple):
    """A checked message."""

    do: str  # one of DEEDS
    question: str = ""
    by: str = ""
    board: dict[str, Any] | None = None
    tab: str = ""  # the open page that goes on with its list
    first: int = 0
    most: int = 0  # paths of a page
    ordered: bool = False  # the shortest paths first
    seed: int = 0
    file: bytes = b""
    ending: str = ""
    drawing: Drawing | None = None
    wanted: Wanted | None = None
    ground: dict[str, Any] | None = None  # a board of the cells that the maker may open
    through: tuple[Cell, ...] = ()
    avoiding: tuple[Cell, ...] = ()
    walked: tuple[int, ...] = ()  # flat cells
    tour: bool = False
    picture: str = ""  # the sweep to show


Field: TypeAlias = Callable[[dict[str, Any], str], Any]  # takes a message and the name of one of its values
_NUMBER = partial(whole, low=0, high=2**53)
# The check of each value of a message.
FIELDS: Mapping[str, Field] = {
    "seed": _NUMBER,
    "first": _NUMBER,
    "most": partial(whole, low=1, high=MAX_PATHS),
    **dict.fromkeys(("question", "by", "ending", "picture", "tab"), word),
    **dict.fromkeys(("ordered", "tour"), flag),
    **dict.fromkeys(("through", "avoiding"), cells),
    "walked": flat_cells,
    **dict.fromkeys(("board", "ground"), record),
    "file": partial(content, limit=MAX_MESSAGE),
    "wanted": lambda data, _: _wanted(data),
    "drawing": lambda data, _: _drawing(data),
}
_SET = ("board", "through", "avoiding")
# The requests of a page, and the values of each.
DEEDS: Mapping[str, tuple[str, ...]] = {
    "ask": (*_SET, "question", "by", "walked", "tour", "picture", "seed"),
    "page": (*_SET, "tab", "first", "most", "ordered"),
    "draw": (*_SET, "question", "by", "drawing"),
    "make": ("wanted", "seed", "ground"),
    "read": ("file", "ending"),
    "check": ("board",),
    "offers": _SET,
}
MAY_BE_MISSING = {"ground", "through", "avoiding", "walked", "tour", "picture"}


def parse(message: str | bytes) -> Request:
    """Return the request in *message*; raise `MalformedError` if it is none."""
    try:
        data = json.loads(message)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise MalformedError("a message is one JSON object")
    do = one_of(data, "do", DEEDS)
    asked = [name for name in DEEDS[do] if name in data or name not in MAY_BE_MISSING]
    return Request(do, **{name: FIELDS[name](data, name) for name in asked})


def _drawing(data: dict[str, Any]) -> Drawing:
    beside = None if data.get("beside") is None else record(data, "beside")
    return Drawing(
        one_of(data, "form", FORMS),
        flag(data, "dark"),
        None if data.get("step") is None else whole(data, "step", 0, 2**31),
        flat_cells(data, "cells") if "cells" in data else (),
        flag(data, "closed"),
        **({} if beside is None else {name: word(beside, name) for name in ("question", "by")}),
        found=word(data, "found") if "found" in data else "",
        language=word(data, "language") if "language" in data else "en",
    )


def _wanted(data: dict[str, Any]) -> Wanted:
    rows, columns = (whole(data, name, 1, 2**31) for name in ("rows", "columns"))
    film = "film" in data and flag(data, "film")
    return Wanted(word(data, "maker"), rows, columns, flag(data, "thin"), share(data, "braid"), film)


def board_of(data: dict[str, Any]) -> Board:
    """Return the board that the page drew."""
    rows, columns = whole(data, "rows", 1, 2**31), whole(data, "columns", 1, 2**31)
    check_shape(rows, columns)
    cells = text(data, "cells", MAX_SIDE**2)
    is_drawn = len(cells) == rows * columns and cells.isascii() and cells.isdigit()
    _checked(cells, is_drawn, "cells has one digit a cell")
    costs = (np.frombuffer(cells.encode(), np.uint8) - ord("0")).reshape(rows, columns)
    open_cells = costs > 0
    corners: Any = word(data, "corners")  # `Moves` checks them
    moves = parse_moves(word(data, "moves")).with_corners(corners)
    shape, levels = one_of(data, "shape", SHAPES), whole(data, "levels", 1, MAX_SIDE)
    if shape in LEVELS and ((rows + 1) % levels or rows < levels):
        raise MalformedError("levels are equally high, with a row between")
    if shape in HEXAGONS:
        moves = replace(moves, cells="hex")
    if order := word(data, "order"):
        moves = moves.ordered(order)
    one_way: dict[Any, Any] = {}
    for row, column, down, across in numbers(data, "ways", 4, MAX_WAYS):
        one_way[row, column] = (*one_way.get((row, column), ()), (down, across))
    sides = _sides_of(data, rows, columns)
    of_levels: dict[str, Any] = {}
    if shape in LEVELS:
        of_levels["levels"] = levels, shape == "free"
    if shape == "stairs":
        of_levels["portals"] = _stairs(sides[2], open_cells, (rows + 1) // levels)
    return Board(
        open_cells,
        walls=sides if shape in HEXAGONS else sides[:2],
        **of_levels,
        wrap=word(data, "wrap") or None,  # type: ignore[arg-type]  # `Board` checks it
        moves=moves,
        costs=costs.astype(np.int64) if (costs > 1).any() else None,
        diagonal=factor(data, "diagonal"),
        one_way=one_way,
        start=tuple(numbers({"start": [data.get("start")]}, "start", 2, 1)[0]),
        exits=[tuple(exit_) for exit_ in numbers(data, "exits", 2, MAX_SIDE**2)],
    )


def checked(data: dict[str, Any]) -> dict[str, Any]:
    """Return a board from a link, which may come from anyone, with its conditions and numbers.

    Raises
    ------
    InputError
        If there is no such board.

    """
    try:
        board = board_of(data)
        given: dict[str, Any] = {name: cells(data, name) for name in ("through", "avoiding") if name in data}
        of_cells = numbers(data, "numbers", 2, MAX_SIDE**2) if "numbers" in data else []
    except MalformedError as error:
        raise InputError(Message(DAMAGED, reason=error.message)) from None
    ends = {board.start, *board.exits}
    for name, some in given.items():
        for cell in some:
            board.open_cell(cell, name)
            if cell in ends:
                reason = Message("{name}={cell} is the start or an exit", name=name, cell=cell)
                raise InputError(Message(DAMAGED, reason=reason))
    if not all(0 <= v < board.size and number >= 0 for v, number in of_cells):
        raise InputError(Message(DAMAGED, reason="a number is in no cell"))
    return {**board_data(board), "shape": data["shape"], **given, "numbers": of_cells}


def _sides_of(data: dict[str, Any], rows: int, columns: int) -> list[NDArray[np.bool_]]:
    sides = text(data, "sides", MAX_SIDE**2) or "0" * (rows * columns)
    is_drawn = len(sides) == rows * columns and set(sides) <= set("01234567")
    _checked(sides, is_drawn, "sides has one digit a cell, 0 to 7")
    bits = (np.frombuffer(sides.encode(), np.uint8) - ord("0")).reshape(rows, columns)
    return [(bits & bit) > 0 for bit in (1, 2, 4)]


def _stairs(has: NDArray[np.bool_], is_open: NDArray[np.bool_], height: int) -> list[tuple[Cell, Cell]]:
    """Return the portals of the stairs that lead from an open cell to one of the next level."""
    upper = np.argwhere(has[:-height] & is_open[:-height] & is_open[height:]).tolist()
    ends = [((row, column), (row + height, column)) for row, column in upper]
    return [pair for one, other in ends for pair in ((one, other), (other, one))]


def read_board(data: bytes, ending: str = "") -> tuple[Board, str, Sequence[tuple[int, Cell]]]:
    """Return the board in a file's *data*, a remark on how it was read, and the numbers of a puzzle.

    A puzzle (Zip, Numbrix, Hidato) has numbers with their cells; its path goes from the lowest to the
    highest.

    Numbers are costs if they can mean nothing else, and of two symbols the darker one is a wall.  If a
    picture marks no start or exit, the remark names its openings.
    """
    if len(data) > MAX_FILE:
        raise TooLargeForPageError(
            Message(
                "the viewer takes files of up to {n:,} bytes; this one has {m:,}", n=MAX_FILE, m=len(data)
            )
        )
    wall = ""
    try:
        parsed = formats.parse(data, ending=ending)
    except BoardTextError as error:
        if (puzzle := _puzzle(data, ending)) is not None:
            parsed = puzzle
        elif not isinstance(error, UnclearBoardError):
            raise
        elif error.needs_costs:
            parsed = formats.parse(data, ending=ending, costs=True)
        elif error.walls and "".join(error.walls).isprintable():
            wall = error.walls[error.walls[0] in PALE]
            parsed = formats.parse(data, ending=ending, wall_is=wall)
        else:
            raise
    check_shape(*parsed.open_cells.shape)
    ends, words = parsed.options(), _remark_for_page(parsed.remark)
    if parsed.picture is not None:
        try:
            ends |= ends_of_picture(parsed, {})
        except PictureError as error:
            if error.openings is None:
                raise
            words = Message(
                "Its border has {openings}: put start and exit where they belong.",
                openings=in_words(error.openings),
            )
    if wall:
        words = Message("{symbol} is read as a wall.", symbol=wall)
    board = Board(parsed.open_cells, **ends)
    if board.costs is not None and (board.costs == 1).all():
        board = board.replace(costs=None)
    return board, words, parsed.numbers


def _puzzle(data: bytes, ending: str) -> BoardText | None:
    """Return the puzzle of numbers in a file that is no other board; None if there is none."""
    with suppress(BoardTextError):
        puzzle = formats.parse(data, ending=ending, format="numbered")
        if len(numbers := puzzle.numbers) >= LEAST_NUMBERS:
            return puzzle._replace(start=numbers[0][1], exits=(numbers[-1][1],), remark="")
    return None


def _remark_for_page(remark: str) -> str:
    """Return the first *remark* as a sentence, without the options, which a page does not have."""
    if not (plain := re.split(r" \((?![xr])", remark)[0]):
        return ""
    for template in REMARKS:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(template))
        if found := re.fullmatch(pattern, plain):
            return Message(f"{template[:1].upper()}{template[1:]}.", **found.groupdict())
    return f"{plain[0].upper()}{plain[1:]}."
