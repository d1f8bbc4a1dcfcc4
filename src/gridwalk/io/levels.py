"""Boards of levels as text: a title above each level, then its cells, perhaps with walls between them.

::

    level 0
    S.#
    #.d
    level 1
    E.u

Stairs lead from ``d`` down to the next level and from ``u`` up to the previous level; ``x`` has both.  S and
E have stairs if the cell above or below them has a mark of stairs.  In a text without stairs every open cell
leads up and down, unless the first line is ``no stairs``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from gridwalk.board.levels import BOTH, DOWN, UP
from gridwalk.errors import BoardTextError, place_error
from gridwalk.io.boardtext import BoardText, among, text_of
from gridwalk.io.content import Content, Fit
from gridwalk.io.drawing import OPEN, WALL, checked_characters, parse_drawing
from gridwalk.io.lines.boxes import parse_boxes
from gridwalk.io.lines.rooms import BLANK, HEIGHT, PITCH, by_levels, rooms

if TYPE_CHECKING:
    from gridwalk.board.board import Board
    from gridwalk.errors import Cell

NO_STAIRS = "no stairs"  # the first line if no cell leads up or down
_TITLE = re.compile(r"level (\d{1,9}) *")


def fit_levels(content: Content) -> Fit:
    """Return SURE if the first line is the title of a level."""
    return Fit.SURE if content.sample.lstrip("\n").startswith(("level ", NO_STAIRS)) else Fit.NO


def parse_levels(text: str, *, costs: bool = False) -> BoardText:
    """Read levels as one flat board, in which the rows of titles are walls."""
    lines, titles, free = text.rstrip("\n").split("\n"), list[int](), True
    for number, line in enumerate(lines):
        if match := _TITLE.fullmatch(line):
            if int(match[1]) != len(titles):
                seen = "{line!r}, where level {n} comes next"
                raise place_error(number + 1, 1, seen, line=line.strip(), n=len(titles))
            titles.append(number)
        elif not titles and line.strip():
            if line.strip() != NO_STAIRS:
                seen = "{line!r}, where the title 'level 0' comes first"
                raise place_error(number + 1, 1, seen, line=line[:20])
            free, lines[number] = False, ""
    if not titles or titles[-1] + 1 >= len(lines):
        raise place_error(len(lines) + 1, 1, "the text ends where a level begins")
    high = np.diff([*titles, len(lines)]) - 1
    if (high != high[0]).any():
        odd = int((high != high[0]).argmax())
        seen = "level {n} has {m} lines, level 0 has {first}"
        raise place_error(titles[odd] + 1, 1, seen, n=odd, m=high[odd], first=high[0])
    first = lines[titles[0] + 1]
    boxed = first.startswith("+")
    between = "|" + "###|" * (len(first) // PITCH) if boxed else WALL * len(first)
    for number in titles:
        lines[number] = between if number > titles[0] else ""
    bare = "\n".join(lines).translate(dict.fromkeys(map(ord, UP + DOWN + BOTH), " " if boxed else OPEN))
    read = parse_boxes(bare, costs=costs) if boxed else parse_drawing(bare, costs=costs)
    height = (read.open_cells.shape[0] + 1) // len(titles)
    stairs = _stairs(read, height, lines, titles[0] + 1, boxed)
    return read._replace(
        form="board of levels",
        levels=(len(titles), free and not stairs),
        portals=(*stairs, *(pair[::-1] for pair in stairs)) or None,
    )


def _stairs(
    read: BoardText, height: int, lines: list[str], first: int, boxed: bool
) -> list[tuple[Cell, Cell]]:
    """Return the stairs of the flat board, as pairs of upper and lower cell."""
    top, left, down, across = (1, 2, HEIGHT, PITCH) if boxed else (0, 0, 1, 1)
    marks, ends = dict[tuple[int, int], str](), {read.start, *read.exits}
    for number, line in enumerate(lines[first:]):
        for match in re.finditer(f"[{UP}{DOWN}{BOTH}]", line):
            marks[(number - top) // down, (match.start() - left) // across] = match[0]
    found: dict[tuple[Cell, Cell], None] = {}
    for (row, column), mark in marks.items():
        for far, names, back in ((height, DOWN + BOTH, UP + BOTH), (-height, UP + BOTH, DOWN + BOTH)):
            other = row + far, column
            if mark in names and marks.get(other, "S" if other in ends else "-") not in back + "S":
                seen = "the stairs {mark!r} in column {column} of the level have no other end"
                raise place_error(first + 1 + row * down + top, 1, seen, mark=mark, column=column)
            if mark in names:
                found[min((row, column), other), max((row, column), other)] = None
    return list(found)


def print_levels(grid: Board) -> str:
    """Return the levels as text; raise `BoardTextError` if one character cannot show a cell."""
    levels = grid.levels
    if levels is None:
        raise BoardTextError("a board of levels is made by Board.from_levels; this board has none")
    marks, ends = levels.marks(grid.portals), {grid.start, *grid.exits}
    if any(cell in grid.one_way or (grid.costs is not None and grid.costs[cell] != 1) for cell in marks):
        raise BoardTextError("a board of levels cannot hold stairs in one-way cells and cells with costs")
    if any({cell, (cell[0] + levels.height, cell[1])} <= ends & marks.keys() for cell in marks):
        raise BoardTextError("a board of levels cannot hold stairs with start or exits at both ends")
    picture = checked_characters(grid)
    if grid.walls is not None:
        picture = rooms(grid, np.where(among(picture, OPEN + WALL), np.uint8(ord(BLANK)), picture))
    header = "" if levels.free or marks else f"{NO_STAIRS}\n"
    return header + by_levels(grid, text_of(picture))
