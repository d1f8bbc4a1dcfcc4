"""Texts of one character a cell: what their characters mean is a row of a table.

- Sokoban (XSB): a blank outside of the walls is no cell; ``.`` a goal, which is an exit here; ``@`` and
  ``+`` (on a goal) the player, who starts; ``$`` and ``*`` (on a goal) boxes.  A box stands in the way: it is
  a wall here, unless ``wall_is="#"`` says that only walls are.  Digits repeat the character after them, ``|``
  ends a row.
- labmaze: the text of DeepMind's mazes.
- Roguelikes (``format="rogue"`` only): ``#`` is a *corridor*, open; creatures and things stand on open floor.
- Advent of Code: heights ``a`` to ``z`` (2022, day 12), where a step climbs at most 1 and descends as far as
  it likes, ``S`` is as high as ``a``, ``E`` as ``z``; and lists of walls (2024, day 18): each line is the
  column and the row of one, from 0.
- Numberlink: a letter at both ends of each path that is to be found.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    BoardTextError,
    Cell,
    FieldError,
    NotPrintableError,
    OneBoardError,
    TextSyntaxError,
    counted,
)
from gridwalk.grids.legal import OneWay
from gridwalk.grids.moves import ORTHOGONAL
from gridwalk.io.boardtext import (
    BLANK,
    BoardText,
    Codes,
    among,
    cells_where,
    check_size,
    check_widths,
    one_start,
    refuse_others,
    table_of,
    text_of,
)
from gridwalk.io.content import Content, Fit, within

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid


class Glyphs(NamedTuple):
    """What the characters of a text mean; the first of each kind is what is printed.

    Of *stairs* one is the start where no character of *starts* is there.
    """

    form: str
    words: str  # for errors: all that is known
    floor: str
    walls: str
    starts: str = ""
    exits: str = ""
    stairs: str = ""

    @property
    def known(self) -> str:
        """All characters."""
        return self.floor + self.walls + self.starts + self.exits + self.stairs


_LETTERS = "abcdefghijklmnopqrstuvwxyz"
SOKOBAN = Glyphs("Sokoban level", "'#' wall, ' ' '-' '_' floor, '.' goal, '@' '+' player, '$' '*' box",
                 floor=" -_", walls="#$*", starts="@+", exits=".+*")  # fmt: skip
LABMAZE = Glyphs("maze of labmaze", "'*' wall, ' ' floor, P start, G and O goals",
                 floor=" ", walls="*", starts="P", exits="GO")  # fmt: skip
ROGUE = Glyphs(
    "map of a roguelike",
    "'.' floor, '#' corridor, '+' door, '|' '-' wall, '<' '>' stairs, '@' you, letters, things, blank rock",
    floor=".#+$%!?/=*()[\"'`_&^:;,{\\" + _LETTERS + _LETTERS.upper(), walls="-| ", starts="@", exits=">",
    stairs="<",
)  # fmt: skip
HEIGHTS = Glyphs("map of heights", "heights a-z, S start, E exit", floor=_LETTERS, walls="", starts="S",
                 exits="E")  # fmt: skip
_RUN = re.compile(r"(?<![0-9])([0-9]+)([^0-9|])")
_MAX_RUN = 10_000
_POINT = re.compile(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*")
MAX_HEIGHTS = 2**20  # cells; each beside a cliff is an entry of a dict
MANY_POINTS = 10  # lines; fewer may well be a matrix


def read_glyphs(glyphs: Glyphs, text: str, codes: Codes, line: int) -> BoardText:
    """Return the board of characters that begin in that line of *text*."""
    refuse_others(text, codes, glyphs.known, glyphs.words, line)
    start, open_cells = one_start(among(codes, glyphs.starts)), ~among(codes, glyphs.walls)
    stairs = cells_where(among(codes, glyphs.stairs)) if start is None else []
    if len(stairs) == 1:
        start = stairs[0]
    exits = tuple(cells_where(among(codes, glyphs.exits) & open_cells))
    return BoardText(glyphs.form, open_cells, start=start, exits=exits)


def parse_glyphs(glyphs: Glyphs, text: str) -> BoardText:
    """Read a text whose lines are rows."""
    lines, first = lines_of(text)
    return read_glyphs(glyphs, text, table_of(lines), first)


def parse_letters(glyphs: Glyphs, text: str) -> BoardText:
    """Read a text whose lines are rows, and keep its letters: what they say is the caller's."""
    lines, first = lines_of(text)
    check_widths(list(map(len, lines)), range(first, first + len(lines)))
    codes = table_of(lines)
    return read_glyphs(glyphs, text, codes, first)._replace(letters=codes)


def print_glyphs(glyphs: Glyphs, grid: Grid) -> str:
    """Return a grid as such a text."""
    if glyphs.starts and grid.start in grid.exits:
        words = f"a {glyphs.form} has one mark a cell, and {grid.start} is both start and exit"
        raise NotPrintableError(words)
    return text_of(drawn(glyphs, grid))


def drawn(glyphs: Glyphs, grid: Grid) -> Codes:
    """Return a grid in characters."""
    codes = np.where(grid.open_cells, np.uint8(ord(glyphs.floor[0])), np.uint8(ord(glyphs.walls[0])))
    if glyphs.starts:
        for cell in grid.exits:
            codes[cell] = ord(glyphs.exits[0])
        codes[grid.start] = ord(glyphs.starts[0])
    return codes


parse_labmaze, print_labmaze = partial(parse_glyphs, LABMAZE), partial(print_glyphs, LABMAZE)
parse_rogue, print_rogue = partial(parse_glyphs, ROGUE), partial(print_glyphs, ROGUE)


def fit_labmaze(content: Content) -> Fit:
    """SURE for stars all around and nothing but blanks, P and G within."""
    lines = content.lines
    if len(lines) < 3 or not set("".join(lines)) <= set(LABMAZE.known):
        return Fit.NO
    return Fit.SURE if all(line[0] == "*" for line in lines) and set(lines[0].strip()) == {"*"} else Fit.NO


def lines_of(text: str) -> tuple[list[str], int]:
    """Return the lines between empty ones at both ends, and the number of the first, from 1."""
    bare = text.lstrip("\n")
    return bare.rstrip("\n").split("\n"), len(text) - len(bare) + 1


# ---------------------------------------------------------------- Sokoban


def fit_sokoban(content: Content) -> Fit:
    """SURE with walls, one player and a box; MAYBE with a player alone."""
    lines = [line for line in content.lines if not _is_comment(line)]
    text = "".join(lines)
    if not lines or "#" not in text or not set(text) <= set(SOKOBAN.known + "|0123456789"):
        return Fit.NO
    if text.count("@") + text.count("+") != 1 and content.sample == content.text:
        return Fit.NO
    empty_goals = text.count(".") + text.count("+")
    if empty_goals != text.count("$") and content.ending not in (".xsb", ".sok"):
        return Fit.NO  # a level has a goal for each box; a drawing of a path has @ and $ too
    return Fit.SURE if "@" in text and ("$" in text or "*" in text) else Fit.MAYBE if "@" in text else Fit.NO


def _is_comment(line: str) -> bool:
    return line.startswith(";") or re.match(r"\s*[A-Za-z][A-Za-z -]*:", line) is not None


def parse_sokoban(text: str, *, wall_is: str | None = None) -> BoardText:
    """Read one level; boxes are walls, unless *wall_is* names the characters that are."""
    if wall_is is not None and (not set(wall_is) <= set("#$*") or "#" not in wall_is):
        raise BoardTextError(
            "a wall of a Sokoban level is '#', or '#$*' with boxes (--wall-is, in Python wall_is=)"
        )
    lines, first = _level(text)
    codes = table_of(lines)
    boxes = among(codes, "$*")
    are_walls = bool(boxes.any()) and (wall_is is None or "$" in wall_is)
    glyphs = SOKOBAN if are_walls else SOKOBAN._replace(walls="#", floor=SOKOBAN.floor + "$*")
    read = read_glyphs(glyphs, "\n" * (first - 1) + "\n".join(lines), codes, first)
    number = int(boxes.sum())
    words = "" if not number else f" ({number} boxes are {'walls' if are_walls else 'open'} here)"
    return read._replace(
        form=f"{SOKOBAN.form}{words}", open_cells=read.open_cells & ~outside_of(codes, " ", "#")
    )


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
        check_size(1, cells)
        rows = [part for number, row in enumerate(rows, first + 1) for part in _unpacked(row, number)]
    return rows, first + 1


def _unpacked(row: str, line: int) -> list[str]:
    """Return the rows of a line with run lengths."""
    for run in _RUN.finditer(row):
        if len(run[1]) > 5 or int(run[1]) > _MAX_RUN:
            raise TextSyntaxError(
                line, run.start() + 1, f"a run of {run[1][:20]} is longer than {_MAX_RUN:,}"
            )
    if stray := re.search(r"(?<![0-9])[0-9]+(?=[|]|$)", row):
        raise TextSyntaxError(
            line, stray.start() + 1, "a number repeats the character after it, and there is none"
        )
    plain = _RUN.sub(lambda run: run[2] * int(run[1]), row)
    return (plain[:-1] if plain.endswith("|") else plain).split("|")


def print_sokoban(grid: Grid) -> str:
    """Return a grid as a level without boxes: the start is the player, exits are goals."""
    codes = drawn(SOKOBAN, grid)
    bare = np.where(grid.open_cells, np.uint8(BLANK), np.uint8(ord("#")))
    codes[outside_of(bare, " ", "#") & (codes == BLANK)] = ord("-")  # a blank there would be no cell
    if grid.start in grid.exits:
        codes[grid.start] = ord("+")
    return text_of(codes)


def outside_of(codes: Codes, blanks: str, walls: str) -> NDArray[np.bool_]:
    """Return the blanks before the first or after the last wall of their row or column."""
    is_wall = among(codes, walls)

    def between(axis: int) -> NDArray[np.bool_]:
        before = np.logical_or.accumulate(is_wall, axis)
        after = np.flip(np.logical_or.accumulate(np.flip(is_wall, axis), axis), axis)
        return before & after

    inside: NDArray[np.bool_] = between(0) & between(1)
    return ~inside & among(codes, blanks)


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
    check_size(*shape)
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


# ---------------------------------------------------------------- Numberlink

PAIRED = "the letters are pairs of cells, open here: read_pairs(file) joins them, in the shell --pair letters"


def fit_numberlink(content: Content) -> Fit:
    """SURE for capital letters, A among them and each twice, between ``.`` and ``#``."""
    if not set("".join(content.lines)) <= set(_LETTERS.upper() + ".#"):
        return Fit.NO
    numbers = {content.text.count(letter) for letter in _LETTERS.upper()}
    return Fit.SURE if numbers <= {0, 2} and "A" in content.text else Fit.NO


def parse_numberlink(text: str) -> BoardText:
    """Read a Numberlink puzzle: ``.`` open cells, ``#`` walls, and a letter at both ends of each path."""
    lines, first = lines_of(text)
    check_widths(list(map(len, lines)), range(first, first + len(lines)))
    codes = table_of(lines)
    allowed = "'.' open, '#' wall, and capital letters, each twice"
    refuse_others(text, codes, _LETTERS.upper() + ".#", allowed, first)
    pairs = []
    for letter in _LETTERS.upper():
        if cells := cells_where(codes == ord(letter)):
            if len(cells) != 2:
                raise FieldError(letter, f"it stands {counted(len(cells), 'time')}; a path has two ends")
            pairs.append((cells[0], cells[1]))
    return BoardText(
        "Numberlink puzzle", codes != ord("#"), pairs=tuple(pairs), remark=PAIRED if pairs else ""
    )


# ---------------------------------------------------------------- heights


def fit_heights(content: Content) -> Fit:
    """SURE for lines of small letters with one S and one E."""
    letters = set("".join(content.lines))
    if not letters <= set(_LETTERS + "SE") or len(letters - set("SEv")) < 2:
        return Fit.NO
    text = content.text
    return Fit.SURE if text.count("S") == text.count("E") == 1 and "\n" in text.strip("\n") else Fit.NO


def parse_heights(text: str) -> BoardText:
    """Read heights; a cell beside one that is too high is one-way, in all directions but that."""
    read = parse_letters(HEIGHTS, text)
    codes: Codes = read.letters
    if codes.size > MAX_HEIGHTS:
        raise FieldError("heights", f"{codes.size:,} cells; at most {MAX_HEIGHTS:,} can be read")
    height = codes.astype(np.int64)
    height[codes == ord("S")], height[codes == ord("E")] = ord("a"), ord("z")
    return read._replace(one_way=_climbs(height), letters=None)


def _climbs(height: NDArray[np.int64]) -> dict[Cell, OneWay]:
    """Return in which directions the cells beside a cliff can be left."""
    padded = np.pad(height, 1, constant_values=-1)  # beyond the border: neither a step nor a cliff
    rows, columns = height.shape
    free, cliff = [], np.zeros(height.shape, bool)
    for down, across in ORTHOGONAL.deltas:
        beside = padded[1 + down : 1 + down + rows, 1 + across : 1 + across + columns]
        free.append((beside >= 0) & (beside <= height + 1))
        cliff |= beside > height + 1
    places = np.nonzero(cliff)
    table = np.stack([way[places] for way in free], axis=1).tolist()
    cells = zip(*(part.tolist() for part in places), strict=True)
    ways: dict[Cell, OneWay] = {}
    for (row, column), allowed in zip(cells, table, strict=True):
        ways[row, column] = tuple(
            step for step, is_free in zip(ORTHOGONAL.deltas, allowed, strict=True) if is_free
        )
    return ways
