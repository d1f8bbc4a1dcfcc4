"""Texts of one character a cell whose letters have a meaning: keys and doors, and Numberlink puzzles."""

from __future__ import annotations

from typing import NamedTuple

from gridwalk.errors import FieldError, counted
from gridwalk.io.boardtext import (
    BoardText,
    Codes,
    among,
    cells_where,
    check_widths,
    one_start,
    refuse_others,
    table_of,
)
from gridwalk.io.content import Content, Fit


class Glyphs(NamedTuple):
    """What the characters of a text mean."""

    form: str
    words: str  # for errors: all that is known
    floor: str
    walls: str
    starts: str = ""
    exits: str = ""

    @property
    def known(self) -> str:
        """All characters."""
        return self.floor + self.walls + self.starts + self.exits


_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def read_glyphs(glyphs: Glyphs, text: str, codes: Codes, line: int) -> BoardText:
    """Return the board of characters that begin in that line of *text*."""
    refuse_others(text, codes, glyphs.known, glyphs.words, line)
    start, open_cells = one_start(among(codes, glyphs.starts)), ~among(codes, glyphs.walls)
    exits = tuple(cells_where(among(codes, glyphs.exits) & open_cells))
    return BoardText(glyphs.form, open_cells, start=start, exits=exits)


def parse_letters(glyphs: Glyphs, text: str) -> BoardText:
    """Read a text whose lines are rows, and keep its letters: what they say is the caller's."""
    lines, first = lines_of(text)
    check_widths(list(map(len, lines)), range(first, first + len(lines)))
    codes = table_of(lines)
    return read_glyphs(glyphs, text, codes, first)._replace(letters=codes)


def lines_of(text: str) -> tuple[list[str], int]:
    """Return the lines between empty ones at both ends, and the number of the first, from 1."""
    bare = text.lstrip("\n")
    return bare.rstrip("\n").split("\n"), len(text) - len(bare) + 1


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
