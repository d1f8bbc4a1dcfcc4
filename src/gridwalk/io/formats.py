"""The registry of board formats: recognised by content, read, and some written.

Ambiguous text is refused, with both readings and the option that chooses one; nothing is guessed.

- A MovingAI map has a header (`gridwalk.io.movingai`).
- A matrix has 0 (open) and 1 (wall), with or without blanks, commas, brackets or a C array's
  braces; where costs are asked for, numbers above 0 and ``#`` (wall) (`gridwalk.io.matrix`).
- A drawing has walls ``#``, open cells ``.`` or blank, marks ``S`` (start) and ``E``, ``G`` or
  ``X`` (exits), arrows ``> < ^ v`` (one-way cells) and, where costs are asked for, digits 1
  to 9 (`gridwalk.io.drawing`).

All steps work on whole arrays: 16 million cells take well under a second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gridwalk.errors import ArgumentError, BoardTextError
from gridwalk.grid import Grid
from gridwalk.io.boardtext import BoardText
from gridwalk.io.drawing import parse_drawing
from gridwalk.io.matrix import is_matrix, parse_matrix
from gridwalk.io.movingai import TERRAIN, is_map, parse_map, print_map

_BLOCKS = str.maketrans({"\N{FULL BLOCK}": "#", "\N{MIDDLE DOT}": ".", "\N{NO-BREAK SPACE}": " "})


@dataclass(frozen=True, kw_only=True)
class Format:
    """One format of boards.

    Attributes
    ----------
    name : str
        For messages.
    sniff : callable
        Whether the content is in this format, if it is in none of the rows above.  Called with the whole
        content (bytes if the format is binary, else text with newlines only) and all options.
    parse : callable
        Reads the content; called with it and with the options of the format as keywords.
    options : tuple of str
        The members of `READING` that apply; others must be left out.
    binary : bool
        Whether the content is bytes.
    blocks : bool
        Whether block characters may mean walls, and middle dots open cells.
    print : callable, optional
        Returns a grid as text (bytes if the format is binary).
    endings : tuple of str
        The endings of files that `print` writes.

    """

    name: str
    sniff: Callable[[Any, Mapping[str, Any]], bool]
    parse: Callable[..., BoardText]
    options: tuple[str, ...] = ()
    binary: bool = False
    blocks: bool = False
    print: Callable[[Grid], Any] | None = None
    endings: tuple[str, ...] = ()


class ReadingOption(NamedTuple):
    """An option for reading: its valid values, and those that change nothing."""

    is_valid: Callable[[Any], bool]
    allowed: str
    neutral: tuple[Any, ...]  # the first is the default; every format accepts these
    lacks: str  # why other formats refuse the option
    help: str


FORMATS = (
    Format(name="MovingAI map", sniff=is_map, parse=parse_map, options=("terrain",),
           print=print_map, endings=(".map",)),
    Format(name="matrix", sniff=is_matrix, parse=parse_matrix, options=("costs",), blocks=True),
    Format(name="drawing", sniff=lambda text, asked: True, parse=parse_drawing,
           options=("costs", "cell_width"), blocks=True),
)  # fmt: skip
READING = {
    "costs": ReadingOption(
        lambda costs: isinstance(costs, bool | np.bool_), "True or False", (False,), "has none",
        "Numbers are cell costs: digits 1-9 of a '#' maze, any in a matrix (wall '#').",
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
}  # fmt: skip


def parse(text: str, **options: Any) -> BoardText:
    """Read *text* in its format; *options* (`READING`) and errors are those of `Board.from_text`."""
    if not isinstance(text, str):
        raise BoardTextError(f"a board's text is a str, not {type(text).__name__}")
    asked = _checked(options)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for row in FORMATS:
        if row.blocks and not text.isascii():
            text = text.translate(_BLOCKS)
        if not row.binary and row.sniff(text, asked):
            return _parsed(row, text, asked)
    raise AssertionError("the last row takes every text")


def parse_bytes(data: bytes, **options: Any) -> BoardText:
    """Read the content of a file: a binary format, or text."""
    asked = _checked(options)
    for row in FORMATS:
        if row.binary and row.sniff(data, asked):
            return _parsed(row, data, asked)
    return parse(decode(data), **options)


def decode(data: bytes) -> str:
    """Return *data* as text; raise `BoardTextError` if it is not text."""
    try:
        if b"\0" in data:
            raise ValueError
        return data.decode("utf-8")
    except ValueError:
        raise BoardTextError("this is not a text file (binary, or not UTF-8)") from None


def _checked(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a value for every option: the one given, or the default."""
    asked = {name: option.neutral[0] for name, option in READING.items()} | dict(options)
    for name, value in asked.items():
        if not READING[name].is_valid(value):
            raise ArgumentError(name, value, READING[name].allowed)
    return asked


def _parsed(row: Format, content: str | bytes, asked: Mapping[str, Any]) -> BoardText:
    for name, option in READING.items():
        if name not in row.options and asked[name] not in option.neutral:
            raise ArgumentError(name, asked[name], f"left out: this is a {row.name}, and {option.lacks}")
    return row.parse(content, **{name: asked[name] for name in row.options})


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
