"""Maps of the MovingAI pathfinding benchmark (Sturtevant 2012).

A map has a header (``type octile``, height, width, ``map``) and one character per cell.  Its moves are king's
moves without corner cutting; a diagonal step costs the square root of 2.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from gridwalk.board.moves import KING
from gridwalk.errors import (
    BoardTextError,
    error_of,
    line_error,
    ragged_rows_error,
    unknown_character_error,
)
from gridwalk.io.boardtext import BoardText, among, first_of, place_of, text_of, wide_codes_of
from gridwalk.io.content import Content, Fit

if TYPE_CHECKING:
    from gridwalk.board.board import Board

KNOWN_TERRAIN = ".GS@OTW"

_FORM = "a map begins with the lines type octile, height N, width N, map"
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")


def fit_map(content: Content) -> Fit:
    """Return SURE if the text begins like a map."""
    return Fit.SURE if content.text.lstrip().startswith("type ") else Fit.NO


def print_map(grid: Board) -> str:
    """Return the map of a grid: open cells and walls, without start, exits and moves."""
    rows = text_of(np.where(grid.open_cells, np.uint8(ord(".")), np.uint8(ord("@"))))
    return f"type octile\nheight {grid.rows}\nwidth {grid.columns}\nmap\n{rows}\n"


def parse_map(text: str, *, terrain: str) -> BoardText:
    """Read a map; cells are open if their character is in *terrain*.

    The letters of the format are ``.`` and ``G`` ground, ``S`` swamp,
    ``W`` water, ``T`` trees, ``@`` and ``O`` out of bounds.
    """
    height, width, first_line = _header(text)
    lines = text.split("\n", first_line - 1)[-1].rstrip("\n ").split("\n")
    if len(lines) != height and any(len(line) != width for line in lines):
        raise error_of(
            BoardTextError,
            "the map says height {height} and width {width}, but its rows are {rows}, the first "
            "of {cells} cells",
            height=height,
            width=width,
            rows=len(lines),
            cells=len(lines[0]),
        )
    for number, line in enumerate(lines, first_line):
        if len(line) != width:
            raise ragged_rows_error(number, len(line), width)
    if len(lines) != height:
        seen = "the map says height {height}, but has {rows} rows"
        raise error_of(BoardTextError, seen, height=height, rows=len(lines))
    codes = wide_codes_of("".join(lines)).reshape(height, width)
    if place := first_of(~among(codes, KNOWN_TERRAIN + terrain)):
        row, column = place
        raise unknown_character_error(
            first_line + row, column + 1, lines[row][column], f"terrain {KNOWN_TERRAIN}"
        )
    return BoardText("MovingAI map", among(codes, terrain), moves=KING)


def _header(text: str) -> tuple[int, int, int]:
    """Return height, width, and the number of the first line after the header."""
    lines = text.lstrip().split("\n", 4)
    number = place_of(text, len(text) - len(text.lstrip()))[0]
    sizes: dict[str, int] = {}
    for at, line in enumerate(lines[1:4], number + 1):
        word, *values = line.split() or [""]
        if word == "map" and not values and len(sizes) == 2:
            return sizes["height"], sizes["width"], at + 1
        if word not in ("height", "width") or word in sizes:
            wanted = [name for name in ("height", "width") if name not in sizes] or ["map"]
            seen = "{line!r} stands where {wanted} should: {form}"
            raise line_error(at, seen, line=line, wanted=" or ".join(wanted), form=_FORM)
        if len(values) != 1 or not _WHOLE.fullmatch(values[0]) or int(values[0]) < 1:
            raise line_error(
                at, "{line!r} does not say a whole number of at least 1: {form}", line=line, form=_FORM
            )
        sizes[word] = int(values[0])
    raise line_error(number + len(lines) - 1, "the header ends too soon: {form}", form=_FORM)
