"""The registry of board formats, the options for reading, and the choice of the format of a content.

All steps work on whole arrays: 16 million cells take about a second at most.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwalk.errors import (
    ArgumentError,
    BoardTextError,
    check_choice,
    empty_text_error,
    two_readings_error,
)
from gridwalk.io import drawing, levels, movingai
from gridwalk.io.boardtext import BoardText
from gridwalk.io.content import Content, Fit, fit_picture, not_text
from gridwalk.io.data import jsonboard, numpyfiles, tours
from gridwalk.io.lines import boxes, hexes
from gridwalk.io.picture.robotmap import Thresholds
from gridwalk.io.text import reader
from gridwalk.keywords import TERRAIN

if TYPE_CHECKING:
    from gridwalk.board.board import Board

_PARTS = {
    "costs": "costs",
    "one_way": "one-way cells",
    "walls": "walls between cells",
    "hexagons": "walls between hexagons",
    "wrap": "edges that meet",
    "portals": "portals",
    "levels": "levels",
    "zeros": "cells that cost nothing",
}
ALL_PARTS = (*_PARTS, "ends")


@dataclass(frozen=True, kw_only=True)
class Format:
    """One format of boards.

    Attributes
    ----------
    name : str
        The value of ``--format`` and ``format=``.
    title : str
        The name in messages: "this is a ...".
    about : str
        A description in one sentence.
    sniff : callable
        Returns the `Fit` of a `Content`; never raises an error.
    parse : callable, optional
        Returns the `BoardText` of a text (of bytes if *binary*); the options of the format are keywords.
    print : callable, optional
        Returns a grid as text (as bytes if *binary*); raises `BoardTextError` with the reason if the format
        cannot hold the grid.
    options : tuple of str
        The members of `READING` that the format supports.
    endings : tuple of str
        The endings of files that `print` writes.  If two formats may fit a file, its ending decides.
    holds : tuple of str
        The parts of a board, of `ALL_PARTS`, that `print` writes.
    binary : bool
        Whether the content is bytes.
    blocks : bool
        Whether block characters may be walls, and middle dots open cells.
    is_of_signs : bool
        Whether its signs have a fixed meaning; if so, the options of `SIGNS` exclude the format.

    """

    name: str
    title: str
    about: str
    sniff: Callable[[Content], Fit] = lambda content: Fit.NO
    parse: Callable[..., BoardText] | None = None
    print: Callable[[Board], str | bytes] | None = None
    options: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    binary: bool = False
    blocks: bool = False
    is_of_signs: bool = False


def _parse_picture(data: bytes, **options: Any) -> BoardText:
    from gridwalk.io.picture.maze import parse_picture  # imported on use: few boards are pictures

    return parse_picture(data, **options)


NUMBERS = ("costs", "wall_is")
# First the formats that are recognised by their own marks, then the reader of other texts.
FORMATS = (
    Format(
        name="path", title="drawing of a path",
        about="What find and sample print: @ start, $ end, + - | / \\ the path, whose cells are open",
        sniff=boxes.fit_path, parse=boxes.parse_path, options=("costs",), blocks=True, is_of_signs=True,
    ),
    Format(
        name="movingai", title="MovingAI map",
        about="A map of the MovingAI benchmark: a header, then a character a cell; its moves are the king's",
        sniff=movingai.fit_map, parse=movingai.parse_map, print=movingai.print_map, options=("terrain",),
        endings=(".map",),
    ),
    Format(
        name="boxes", title="drawing of boxes",
        about="Rooms between posts + and walls - and |, of any pitch; S start, E exits, # closed rooms",
        sniff=boxes.fit_boxes, parse=boxes.parse_boxes, print=boxes.print_boxes, options=("costs",),
        holds=("costs", "one_way", "walls", "ends"), is_of_signs=True,
    ),
    Format(
        name="hexagons", title="drawing of hexagons",
        about="Each row half a cell further right: . open, # wall, S, E; or rooms with sides / \\ |",
        sniff=hexes.fit_hexagons, parse=hexes.parse_hexagons, print=hexes.print_hexagons, options=("costs",),
        holds=("costs", "walls", "hexagons", "ends"), is_of_signs=True,
    ),
    Format(
        name="levels", title="board of levels",
        about="Levels below one another, each below its title level 0 ...; stairs u up, d down, x both",
        sniff=levels.fit_levels, parse=levels.parse_levels, print=levels.print_levels, options=("costs",),
        endings=(".levels",), holds=("costs", "one_way", "walls", "levels", "ends"),
    ),
    Format(
        name="micromouse", title="micromouse maze",
        about="The text of micromouse contests: posts o, walls --- and |, S start, G goal, north on top",
        sniff=boxes.fit_micromouse, parse=boxes.parse_micromouse, print=boxes.print_micromouse,
        holds=("walls", "ends"),
    ),
    Format(
        name="json", title="board in JSON", about="gridwalk's own JSON, which holds everything",
        sniff=jsonboard.fit_json, parse=jsonboard.parse_json, print=jsonboard.print_json, endings=(".json",),
        holds=ALL_PARTS,
    ),
    Format(
        name="html", title="saved web page",
        about="A page or an SVG that gridwalk saved (-o film.html, *Save as* of the viewer): its board",
        sniff=jsonboard.fit_page, parse=jsonboard.parse_page,
    ),
    Format(
        name="npz", title="NumPy archive",
        about="Named arrays (.npz): open or walls, costs, start, exits; gridwalk's own hold everything",
        sniff=numpyfiles.fit_npz, parse=numpyfiles.parse_npz, print=numpyfiles.print_npz, options=NUMBERS,
        endings=(".npz",), holds=ALL_PARTS, binary=True,
    ),
    Format(
        name="npy", title="NumPy array", about="One array (.npy): bool, 0 and 1, or costs",
        sniff=numpyfiles.fit_npy, parse=numpyfiles.parse_npy, print=numpyfiles.print_npy, options=NUMBERS,
        endings=(".npy",), binary=True,
    ),
    Format(
        name="tour", title="board of step numbers",
        about="A tour, as Rosetta Code and gridwalk print it: the number of its step in each cell, from 1",
        sniff=tours.fit_tour, parse=tours.parse_tour, is_of_signs=True,
    ),
    Format(
        name="numbered", title="puzzle of numbers",
        about="Numbers in some cells, for a path through all (Zip, Numbrix, Hidato); . none, # wall; "
        "gridwalk puzzle solves it",
        parse=tours.parse_numbered, is_of_signs=True,
    ),
    Format(
        name="numberlink", title="Numberlink puzzle",
        about="Letters, each twice: the ends of paths; . open, # wall; gridwalk puzzle joins them",
        sniff=tours.fit_numberlink, parse=tours.parse_numberlink, is_of_signs=True,
    ),
    Format(
        name="picture", title="picture",
        about="A picture of a maze (PNG, JPEG, GIF, BMP, TIFF, WebP, PBM), or map.yaml of ROS",
        sniff=fit_picture, parse=_parse_picture, options=("wall_is", "cell", "unknown"), binary=True,
    ),
    Format(
        name="text", title="board of text",
        about="Signs in any layout and alphabet: 0 1, # . S E, A B, CSV, arrays of programs, JSON, costs, "
        "walls coded in each cell",
        parse=reader.parse_text,
        options=("costs", "cell_width", "header", "wall_is", "open_is", "start_is", "exit_is"),
    ),
    Format(
        name="drawing", title="drawing",
        about="What gridwalk prints: # walls, . open, S start, E exits, arrows; read as text",
        print=drawing.print_drawing, holds=("costs", "one_way", "ends"),
    ),
    Format(
        name="matrix", title="matrix", about="Rows of 0 (open) and 1 (wall), or of costs; read as text",
        print=drawing.print_matrix, holds=("costs",),
    ),
    Format(
        name="csv", title="table", about="The same with commas between cells; read as text",
        print=drawing.print_csv, endings=(".csv", ".tsv"), holds=("costs",),
    ),
)  # fmt: skip


def format_named(name: object, *, argument: str = "format", can: str) -> Format:
    """Return the format of the given name that *can* "parse" or "print"; raise `ArgumentError` if none."""
    rows = {row.name: row for row in FORMATS if getattr(row, can) is not None}
    check_choice(argument, name, rows)
    return rows[str(name)]


class ReadingOption(NamedTuple):
    """An option for reading."""

    is_valid: Callable[[Any], bool]
    allowed: str
    neutral: tuple[Any, ...]  # the default, and other values that every format accepts
    lacks: str  # the reason in errors of formats without the option
    help: str


def _are_signs(signs: Any) -> bool:
    return signs is None or (isinstance(signs, str) and signs != "" and signs.isprintable())


_NO_SIGNS = "its signs have a fixed meaning"
SIGNS = ("wall_is", "open_is", "start_is", "exit_is")
READING = {
    "costs": ReadingOption(
        lambda costs: type(costs).__name__ in ("bool", "bool_"), "True or False", (False,), "has none",
        "Numbers are costs of cells (walls: '#', inf, nan, below 0).",
    ),
    "terrain": ReadingOption(
        lambda terrain: isinstance(terrain, str), "a str of the characters that are open", (TERRAIN,),
        "no MovingAI map", "Characters of a MovingAI map that are open.",
    ),
    "cell_width": ReadingOption(
        lambda width: width is None or (_is_whole(width) and 1 <= width <= 2),
        "1 or 2, the characters that a drawing has for a cell", (None, 1), "no drawing",
        "Characters per cell of a '#' maze: 2 if each is doubled or followed by a blank.",
    ),
    "header": ReadingOption(
        lambda header: header is None or (_is_whole(header) and header >= 0), "a number of lines", (None,),
        "has no header of its own", "Lines before the board, left out; by default they are found.",
    ),
    "wall_is": ReadingOption(
        _are_signs,
        "a str of the signs that are walls, such as '0' for a matrix of 0 (wall) and 1 (open)", (None,),
        "what is a wall there is not asked",
        "What a wall is: signs of a text, such as 0, H or '#%'; dark or light in a picture.",
    ),
    "open_is": ReadingOption(_are_signs, "a str of the signs that are open", (None,), _NO_SIGNS,
                             "Signs of a text that are open cells."),
    "start_is": ReadingOption(_are_signs, "a str of the sign of the start", (None,), _NO_SIGNS,
                              "The sign of a text that marks the start."),
    "exit_is": ReadingOption(_are_signs, "a str of the signs of exits", (None,), _NO_SIGNS,
                             "Signs of a text that mark exits."),
    "cell": ReadingOption(
        lambda cell: cell is None or cell == "pixel" or isinstance(cell, Thresholds),
        "'pixel': each pixel of a picture is a cell", (None,), "has no pixels",
        "What a cell of a picture is: pixel.  [default: a square of the lattice that fits the picture]",
    ),
    "unknown": ReadingOption(
        lambda unknown: unknown in ("wall", "open"), "'wall' or 'open'", ("wall",), "has no pixels",
        "What unknown cells of a map of pixels are: wall or open.",
    ),
}  # fmt: skip


def checked(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the given value or the default of each option; raise `ArgumentError` if one is invalid."""
    asked = {name: option.neutral[0] for name, option in READING.items()} | dict(options)
    for name, value in asked.items():
        if not READING[name].is_valid(value):
            raise ArgumentError(name, value, READING[name].allowed)
    return asked


def _is_whole(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


# ---------------------------------------------------------------- which format it is


def why_not_printable(grid: Board, title: str, holds: tuple[str, ...]) -> str:
    """Return the reason why a format that *holds* these parts cannot hold *grid*, or an empty text.

    Moves, start and exits may be lost: they belong to the question as much as to the board.
    """
    has = {
        "costs": grid.costs is not None,
        "one_way": bool(grid.one_way),
        "walls": grid.walls is not None,
        "hexagons": grid.walls is not None and len(grid.walls.sides) > 2,
        "wrap": grid.wrap is not None,
        "portals": bool(grid.portals if grid.levels is None else grid.levels.stairs(grid.portals)[1]),
        "levels": grid.levels is not None,
        "zeros": grid.costs is not None and not grid.costs.all(),
    }
    lost = [words for part, words in _PARTS.items() if has[part] and part not in holds]
    return f"a {title} cannot hold the board's {' and '.join(lost)}" if lost else ""


def parse(data: str | bytes, *, ending: str = "", format: str | None = None, **options: Any) -> BoardText:  # noqa: A002
    """Read a text or the bytes of a file, with the *options* and errors of `Board.from_text`.

    *format* is the name of a format, by default it is recognised; *ending* is the ending of the file's name.
    """
    if not isinstance(data, str | bytes):
        raise BoardTextError(f"a board's text is a str, not {type(data).__name__}")
    row = None if format is None else format_named(format, can="parse")
    asked = checked(options)
    content = Content(data, ending, asked)
    if row is None:
        row = chosen(content)
    elif row.binary and content.data is None:
        raise ArgumentError("format", row.name, f"left out: a {row.title} is bytes, and this is a text")
    elif not row.binary and not content.is_text:
        raise not_text()
    for name, option in READING.items():
        if name not in row.options and asked[name] not in option.neutral:
            raise ArgumentError(name, asked[name], f"left out: this is a {row.title}, and {option.lacks}")
    given: Any = content.data if row.binary else content.plain if row.blocks else content.text
    assert row.parse is not None
    return row.parse(given, **{name: asked[name] for name in row.options})


def chosen(content: Content) -> Format:
    """Return the format of *content*; raise `BoardTextError` if none fits, or several."""
    rows = [row for row in FORMATS if row.parse is not None]
    rows = [row for row in rows if (content.data is not None if row.binary else content.is_text)]
    named = [row for row in rows if content.ending and content.ending in row.endings]
    if [row.sniff(content) for row in named] == [Fit.SURE]:
        return named[0]  # even if another format fits, too
    if any(content.asked[name] is not None for name in SIGNS):
        rows = [row for row in rows if not row.is_of_signs]
    fits = {row.name: row.sniff(content) for row in rows}
    if content.is_text and not content.text.strip() and not any(fits[row.name] for row in rows if row.binary):
        raise empty_text_error()
    for fit in (Fit.SURE, Fit.MAYBE):
        found = [row for row in rows if fits[row.name] == fit]
        if len(found) > 1 and content.ending:
            found = [row for row in found if content.ending in row.endings] or found
        if len(found) > 1:
            words = " or ".join(f"format={row.name!r}" for row in found)
            raise two_readings_error("this text", tuple(f"a {row.title}" for row in found), f"say {words}")
        if found:
            return found[0]
    if not content.is_text:
        raise not_text()
    return format_named("text", can="parse")


def print_as(grid: Board, format: str) -> str | bytes:  # noqa: A002
    """Return *grid* in a format; raise `BoardTextError` with the reason if the format cannot hold it."""
    row = format_named(format, can="print")
    if reason := why_not_printable(grid, row.title, row.holds):
        raise BoardTextError(reason)
    assert row.print is not None
    return row.print(grid)
