"""Boards of Advent of Code: heights ``a`` to ``z``, and lists of walls ``x,y``.

Heights (2022, day 12): a step climbs at most 1 and descends as far as it likes; ``S`` is as high as
``a``, ``E`` as ``z``.  Lists (2024, day 18): each line is the column and the row of a wall, from 0.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    BoardSizeError,
    Cell,
    FieldError,
    NotPrintableError,
    RaggedRowsError,
    TextSyntaxError,
)
from gridwalk.grids.checks import MAX_CELLS
from gridwalk.grids.moves import ROOK
from gridwalk.grids.ways import OneWay
from gridwalk.io.boardtext import BoardText
from gridwalk.io.content import Content, Fit
from gridwalk.io.data.glyphs import at_most_one, cells_with, is_one_of, lines_of, refuse_others, table_of

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

_HEIGHTS = "abcdefghijklmnopqrstuvwxyz"
_POINT = re.compile(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*")
MAX_HEIGHTS = 2**20  # cells; each beside a cliff is an entry of a dict
MANY_POINTS = 10  # lines; fewer may well be a matrix


# ---------------------------------------------------------------- lists of walls


def fit_points(content: Content) -> Fit:
    """MAYBE for many lines of two numbers, not only 0 and 1, where costs are not asked for."""
    lines = content.lines
    if content.asked["costs"] or len(lines) < MANY_POINTS:
        return Fit.NO
    if not all(map(_POINT.fullmatch, lines[:-1])) or set("".join(lines)) <= set("01, "):
        return Fit.NO
    return Fit.MAYBE


def parse_points(text: str) -> BoardText:
    """Read a list of walls ``x,y``; the board is as large as the largest numbers say."""
    lines = text.split("\n")
    found = [(number, _POINT.fullmatch(line)) for number, line in enumerate(lines, 1) if line.strip()]
    if not found:
        table_of([])
    for number, match in found:
        if match is None:
            raise TextSyntaxError(
                number, 1, f"{lines[number - 1].strip()[:40]!r}: a wall is x,y, two whole numbers"
            )
    points = np.array([(int(match[2]), int(match[1])) for _, match in found if match is not None], np.int64)
    shape = int(points[:, 0].max()) + 1, int(points[:, 1].max()) + 1
    if shape[0] * shape[1] > MAX_CELLS:
        raise BoardSizeError(shape, MAX_CELLS)
    open_cells = np.ones(shape, bool)
    open_cells[tuple(points.T)] = False
    return BoardText("list of x,y walls", open_cells)


def print_points(grid: Grid) -> str:
    """Return the walls of a grid as a list; its last row and its last column must have one."""
    walls = ~grid.open_cells
    if not walls[-1].any() or not walls[:, -1].any():
        raise NotPrintableError(
            "a list of walls cannot tell the size of a board without walls in its last row and column"
        )
    return "\n".join(f"{column},{row}" for row, column in np.argwhere(walls).tolist())


# ---------------------------------------------------------------- heights


def fit_heights(content: Content) -> Fit:
    """SURE for lines of small letters with one S and one E."""
    letters = set("".join(content.lines))
    if not letters <= set(_HEIGHTS + "SE") or len(letters - set("SEv")) < 2:
        return Fit.NO
    text = content.text
    return Fit.SURE if text.count("S") == text.count("E") == 1 and "\n" in text.strip("\n") else Fit.NO


def parse_heights(text: str) -> BoardText:
    """Read heights; a cell beside one that is too high is one-way, in all directions but that."""
    lines, first = lines_of(text)
    for number, line in enumerate(lines, first):
        if len(line) != len(lines[0]):
            raise RaggedRowsError(number, len(line), len(lines[0]))
    codes = table_of(lines)
    refuse_others(codes, lines, _HEIGHTS + "SE", "heights a-z, S start, E exit", first_line=first)
    if codes.size > MAX_HEIGHTS:
        raise FieldError("heights", f"{codes.size:,} cells; at most {MAX_HEIGHTS:,} can be read")
    height = codes.astype(np.int64)
    height[is_one_of(codes, "S")], height[is_one_of(codes, "E")] = ord("a"), ord("z")
    starts, exits = cells_with(codes, "S"), cells_with(codes, "E")
    return BoardText(
        "map of heights",
        np.ones(codes.shape, bool),
        one_way=_climbs(height),
        start=at_most_one(starts),
        exits=exits,
    )


def _climbs(height: NDArray[np.int64]) -> dict[Cell, OneWay]:
    """Return in which directions the cells beside a cliff can be left."""
    padded = np.pad(height, 1, constant_values=-1)  # beyond the border: neither a step nor a cliff
    rows, columns = height.shape
    free, cliff = [], np.zeros(height.shape, bool)
    for down, across in ROOK.deltas:
        beside = padded[1 + down : 1 + down + rows, 1 + across : 1 + across + columns]
        free.append((beside >= 0) & (beside <= height + 1))
        cliff |= beside > height + 1
    places = np.nonzero(cliff)
    table = np.stack([way[places] for way in free], axis=1).tolist()
    cells = zip(*(part.tolist() for part in places), strict=True)
    ways: dict[Cell, OneWay] = {}
    for (row, column), allowed in zip(cells, table, strict=True):
        ways[row, column] = tuple(step for step, is_free in zip(ROOK.deltas, allowed, strict=True) if is_free)
    return ways
