"""Levels of games: Sokoban (XSB), labmaze's text, maps of roguelikes.

- Sokoban: ``#`` wall; blank, ``-`` or ``_`` floor (a blank outside of the walls is no cell); ``.`` a goal,
  which is an exit here; ``@`` and ``+`` (on a goal) the player, who starts; ``$`` and ``*`` (on a goal)
  boxes.  A box stands in the way: it is a wall here,
  unless ``wall="#"`` says that only walls are.  Digits repeat the character after them, ``|`` ends a row.
- labmaze: ``*`` wall, blank floor, ``P`` start, ``G`` goals.
- Roguelikes (``format="rogue"`` only): ``#`` is a *corridor*, open; ``.`` floor, ``+`` a door, ``|`` and
  ``-`` walls, blank rock; ``@`` (or ``<``) is the start and ``>`` an exit; creatures and things stand on
  open floor.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gridwalk.errors import BoardSizeError, BoardTextError, OneBoardError, TextSyntaxError
from gridwalk.grids.checks import MAX_CELLS
from gridwalk.io.boardtext import BoardText
from gridwalk.io.content import Content, Fit, within
from gridwalk.io.data.glyphs import (
    at_most_one,
    cells_with,
    drawn,
    is_one_of,
    lines_of,
    one_mark_a_cell,
    only,
    outside_of,
    refuse_others,
    table_of,
    text_of,
)

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

_SOKOBAN = "# -_.@+$*"
_SOKOBAN_WORDS = "'#' wall, ' ' '-' '_' floor, '.' goal, '@' '+' player, '$' '*' box"
_LABMAZE = "* PGO"
_LABMAZE_WORDS = "'*' wall, ' ' floor, P start, G and O goals"
_RUN = re.compile(r"([0-9]+)([^0-9|])")
_MAX_RUN = 10_000
_ITEMS = "$%!?/=*()[\"'`_&^:;,{\\"
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ROGUE_WORDS = (
    "'.' floor, '#' corridor, '+' door, '|' '-' wall, '<' '>' stairs, '@' you, letters, things, blank rock"
)


# ---------------------------------------------------------------- Sokoban


def fit_sokoban(content: Content) -> Fit:
    """SURE with walls, one player and a box; MAYBE with a player alone."""
    lines = [line for line in content.lines if not _is_comment(line)]
    text = "".join(lines)
    if not lines or "#" not in text or not only(lines, _SOKOBAN + "|0123456789"):
        return Fit.NO
    if text.count("@") + text.count("+") != 1 and content.sample == content.text:
        return Fit.NO
    empty_goals = text.count(".") + text.count("+")
    if empty_goals != text.count("$") and content.ending not in (".xsb", ".sok"):
        return Fit.NO  # a level has a goal for each box; a drawing of a path has @ and $ too
    return Fit.SURE if "@" in text and ("$" in text or "*" in text) else Fit.MAYBE if "@" in text else Fit.NO


def _is_comment(line: str) -> bool:
    return line.startswith(";") or re.match(r"\s*[A-Za-z][A-Za-z -]*:", line) is not None


def parse_sokoban(text: str, *, wall: str | None = None) -> BoardText:
    """Read one level; boxes are walls, unless *wall* names the characters that are."""
    if wall is not None and (not set(wall) <= set("#$*") or "#" not in wall):
        raise BoardTextError(
            "a wall of a Sokoban level is '#', or '#$*' with boxes (--wall-is, in Python wall=)"
        )
    lines, first = _level(text)
    codes = table_of(lines)
    refuse_others(codes, lines, _SOKOBAN, _SOKOBAN_WORDS, first_line=first)
    start = at_most_one(cells_with(codes, "@+"))
    boxes = is_one_of(codes, "$*")
    are_walls = bool(boxes.any()) and (wall is None or "$" in wall)
    open_cells = ~is_one_of(codes, "#") & ~outside_of(codes, " ", "#")
    if are_walls:
        open_cells &= ~boxes
    exits = tuple(cell for cell in cells_with(codes, ".+*") if open_cells[cell])
    number = int(boxes.sum())
    words = "" if not number else f" ({number} boxes are {'walls' if are_walls else 'open'} here)"
    return BoardText(f"Sokoban level{words}", open_cells, start=start, exits=exits)


def _level(text: str) -> tuple[list[str], int]:
    """Return the rows of the only level, and the line of the first."""
    within(text.count("|"), "rows")
    lines = text.split("\n")
    is_row = [bool(line.strip()) and not _is_comment(line) for line in lines]
    numbers = [number for number, row in enumerate(is_row) if row]
    if not numbers:
        table_of([])
    first, last = numbers[0], numbers[-1]
    if len(numbers) < last - first + 1:
        between = next(number for number in range(first, last) if not is_row[number])
        after = next(number for number in numbers if number > between)
        raise OneBoardError(after + 1, "another level begins here")
    rows = lines[first : last + 1]
    if any(re.search(r"[0-9|]", row) for row in rows):
        cells = sum(int(run[1]) for row in rows for run in _RUN.finditer(row) if len(run[1]) <= 5)
        if cells > MAX_CELLS:
            raise BoardSizeError((1, cells), MAX_CELLS)
        rows = [part for number, row in enumerate(rows, first + 1) for part in _unpacked(row, number)]
    return rows, first + 1


def _unpacked(row: str, line: int) -> list[str]:
    """Return the rows of a line with run lengths."""
    for run in _RUN.finditer(row):
        if len(run[1]) > 5 or int(run[1]) > _MAX_RUN:
            raise TextSyntaxError(
                line, run.start() + 1, f"a run of {run[1][:20]} is longer than {_MAX_RUN:,}"
            )
    if stray := re.search(r"[0-9]+(?=[|]|$)", row):
        raise TextSyntaxError(
            line, stray.start() + 1, "a number repeats the character after it, and there is none"
        )
    plain = _RUN.sub(lambda run: run[2] * int(run[1]), row)
    return (plain[:-1] if plain.endswith("|") else plain).split("|")


def print_sokoban(grid: Grid) -> str:
    """Return a grid as a level without boxes: the start is the player, exits are goals."""
    codes = drawn(grid, "#", " ")
    codes[outside_of(codes, " ", "#")] = ord("-")  # a blank there would be no cell
    for cell in grid.exits:
        codes[cell] = ord(".")
    codes[grid.start] = ord("+" if grid.start in grid.exits else "@")
    return text_of(codes)


# ---------------------------------------------------------------- labmaze


def fit_labmaze(content: Content) -> Fit:
    """SURE for stars all around and nothing but blanks, P and G within."""
    lines = content.lines
    if len(lines) < 3 or not only(lines, _LABMAZE):
        return Fit.NO
    return Fit.SURE if all(line[0] == "*" for line in lines) and set(lines[0].strip()) == {"*"} else Fit.NO


def parse_labmaze(text: str) -> BoardText:
    """Read the text of a maze of labmaze."""
    lines, first = lines_of(text)
    codes = table_of(lines)
    refuse_others(codes, lines, _LABMAZE, _LABMAZE_WORDS, first_line=first)
    start = at_most_one(cells_with(codes, "P"))
    return BoardText("maze of labmaze", ~is_one_of(codes, "*"), start=start, exits=cells_with(codes, "GO"))


def print_labmaze(grid: Grid) -> str:
    """Return a grid as labmaze's text."""
    one_mark_a_cell(grid, "maze of labmaze")
    codes = drawn(grid, "*", " ")
    for cell in grid.exits:
        codes[cell] = ord("G")
    codes[grid.start] = ord("P")
    return text_of(codes)


# ---------------------------------------------------------------- roguelikes


def parse_rogue(text: str) -> BoardText:
    """Read a map of a roguelike: here ``#`` is a corridor."""
    lines, first = lines_of(text)
    codes = table_of(lines)
    refuse_others(codes, lines, ".#+|- <>@" + _ITEMS + _LETTERS, _ROGUE_WORDS, first_line=first)
    players, up = cells_with(codes, "@"), cells_with(codes, "<")
    start = at_most_one(players) or (up[0] if len(up) == 1 else None)
    return BoardText(
        "map of a roguelike", ~is_one_of(codes, "|- "), start=start, exits=cells_with(codes, ">")
    )


def print_rogue(grid: Grid) -> str:
    """Return a grid as a map of a roguelike: walls are rock."""
    one_mark_a_cell(grid, "map of a roguelike")
    codes = drawn(grid, " ", ".")
    codes[~grid.open_cells] = ord("-")
    for cell in grid.exits:
        codes[cell] = ord(">")
    codes[grid.start] = ord("@")
    return text_of(codes)
