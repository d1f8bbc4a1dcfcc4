"""Which format a content is in, by what it holds; reading and writing by the registry.

What a format cannot hold of a board, in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwalk.errors import (
    ArgumentError,
    BoardTextError,
    EmptyTextError,
    NotPrintableError,
    TwoReadingsError,
    UnknownFormatError,
)
from gridwalk.io import formats
from gridwalk.io.boardtext import BoardText
from gridwalk.io.content import Content, Fit, not_text
from gridwalk.io.drawing import is_mostly_drawn
from gridwalk.io.formats import READING, Format, checked, format_named

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

_PARTS = {
    "costs": "costs",
    "one_way": "one-way cells",
    "walls": "walls between cells",
    "wrap": "edges that meet",
    "portals": "portals",
    "zeros": "cells that cost nothing",
}


def why_not_printable(grid: Grid, title: str, holds: tuple[str, ...]) -> str:
    """Return why a format that *holds* these parts cannot hold *grid*, or an empty text.

    Moves, and start and exits, do not count: they are a part of the question as much as of the board.
    """
    has = {
        "costs": grid.costs is not None,
        "one_way": bool(grid.one_way),
        "walls": grid.walls is not None,
        "wrap": grid.wrap is not None,
        "portals": bool(grid.portals),
        "zeros": grid.costs is not None and not grid.costs.all(),
    }
    lost = [words for part, words in _PARTS.items() if has[part] and part not in holds]
    return f"a {title} cannot hold the board's {' and '.join(lost)}" if lost else ""


def parse(data: str | bytes, *, ending: str = "", format: str | None = None, **options: Any) -> BoardText:  # noqa: A002
    """Read a text, or the bytes of a file; *options* (`READING`) and errors are those of `Board.from_text`.

    *format* insists on a format; *ending* is that of the file's name.
    """
    if not isinstance(data, str | bytes):
        raise BoardTextError(f"a board's text is a str, not {type(data).__name__}")
    row = None if format is None else format_named(format, can="parse")
    asked = checked(options)
    content = Content(data, ending, asked)
    if row is None:
        row = chosen(content)
        if row.doubt is not None:
            row.call("doubt", content)
    elif row.binary and content.data is None:
        raise ArgumentError("format", row.name, f"left out: a {row.title} is bytes, and this is a text")
    elif not row.binary and not content.is_text:
        raise not_text()
    for name, option in READING.items():
        if name not in row.options and asked[name] not in option.neutral:
            raise ArgumentError(name, asked[name], f"left out: this is a {row.title}, and {option.lacks}")
    given: Any = content.data if row.binary else content.plain if row.blocks else content.text
    read: BoardText = row.call("parse", given, **{name: asked[name] for name in row.options})
    return read


def chosen(content: Content) -> Format:
    """Return the format of *content*; raise a `BoardTextError` if there is none, or are several."""
    rows = [row for row in formats.FORMATS if row.parse is not None]
    rows = [row for row in rows if (content.data is not None if row.binary else content.is_text)]
    fits = {row.name: row.call("sniff", content) for row in rows}
    if content.is_text and not content.text.strip() and not any(fits[row.name] for row in rows if row.binary):
        raise EmptyTextError
    for fit in (Fit.SURE, Fit.MAYBE):
        found = [row for row in rows if fits[row.name] == fit]
        if len(found) > 1 and content.ending:
            found = [row for row in found if content.ending in row.endings] or found
        if len(found) > 1:
            raise _two_readings(found)
        if found:
            return found[0]
    if not content.is_text:
        raise not_text()
    if is_mostly_drawn(content):
        return format_named("drawing", can="parse")
    raise UnknownFormatError([row.title for row in rows if not row.binary])


def print_as(grid: Grid, format: str) -> str | bytes:  # noqa: A002
    """Return *grid* in a format; raise `NotPrintableError` with the reason where it cannot hold it."""
    row = format_named(format, can="print")
    if reason := why_not_printable(grid, row.title, row.holds):
        raise NotPrintableError(reason)
    printed: str | bytes = row.call("print", grid)
    return printed


def _two_readings(found: list[Format]) -> TwoReadingsError:
    words = " or ".join(f"--format {row.name}" for row in found)
    in_python = " or ".join(f"format={row.name!r}" for row in found)
    return TwoReadingsError(
        "this text", tuple(f"a {row.title}" for row in found), f"say {words} (in Python {in_python})"
    )
