"""Tables: CSV and TSV, as sheets are saved, with quotes, headers, blank cells, True and False, S and E.

The mark between cells is a comma, a semicolon or a tab.  A row of names above the cells is left out, and
so is the index that pandas writes above and beside them.

The cells of a table by their words: numbers, True and False, marks, blanks, and what is called a wall.
"""

from __future__ import annotations

import csv
import re
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    ArgumentError,
    EmptyTextError,
    OneBoardError,
    TextSyntaxError,
    UnknownCharacterError,
)
from gridwalk.io.boardtext import BoardText, cells_where, check_widths, first_of, one_start, wrong_at
from gridwalk.io.content import MAX_NUMBERS, Content, Fit, within
from gridwalk.io.data.values import cells_of, empty_of
from gridwalk.io.drawing import parse_drawing
from gridwalk.io.matrix import rows_of_numbers

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

_STARTS, _EXITS = ("s", "start"), ("e", "g", "end", "exit", "goal")
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?|[+-]?inf(inity)?|nan")  # in small letters
_ALLOWED = "numbers, True and False, '#' (wall), S, E, or nothing"
BLANK, START, EXIT, WALL, TRUE, FALSE, WORD, NUMERIC = range(8)

Mask = NDArray[np.bool_]


class Kinds(dict[str, int]):
    """The kind of a word, found once for each that is different."""

    def __missing__(self, word: str) -> int:
        name = word.strip().lower()
        kind = WORD
        if not name:
            kind = BLANK
        elif _NUMBER.fullmatch(name):
            kind = NUMERIC
        elif name in ("true", "false"):
            kind = TRUE if name == "true" else FALSE
        elif name == "#":
            kind = WALL
        elif name in _STARTS or name in _EXITS:
            kind = START if name in _STARTS else EXIT
        self[word] = kind
        return kind


class WordTable:
    """Rows of words; *lines* are the lines of the file that they come from."""

    def __init__(self, rows: list[list[str]], lines: list[int], kinds: Kinds) -> None:
        self.words = list(chain.from_iterable(rows))
        self.lines, self.shape = lines, (len(rows), len(rows[0]))
        self.kind = self._by_word(kinds, np.uint8)

    def _by_word(self, table: Any, dtype: Any) -> NDArray[Any]:
        """Return what *table* has for the word of each cell."""
        return np.fromiter(map(table.__getitem__, self.words), dtype, len(self.words)).reshape(self.shape)

    @cached_property
    def names(self) -> set[str]:
        """The different words, without blanks around them."""
        return set(map(str.strip, set(self.words))) - {""}

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """The numbers of the cells, NaN where there is none; True is 1, False 0."""
        return self._by_word({word: _value(word) for word in set(self.words)}, np.float64)

    def board(self, *, costs: bool, wall_is: str | None) -> BoardText:
        """Return the board; *wall* names numbers, words, ``empty`` or ``filled``."""
        asked = set() if wall_is is None else {part.strip().lower() for part in wall_is.split(",")}
        named = {word: word.strip().lower() in asked - {""} for word in set(self.words)}
        is_named = self._by_word(named, np.bool_) | (self.kind == WALL)
        free = ((self.kind == START) | (self.kind == EXIT)) & ~is_named
        if not asked:
            self._refuse_words()
        if asked & {"filled", "empty"}:
            empty = empty_of(np.where(free, np.nan, self.values), self.kind == BLANK)
            is_named |= (~empty if "filled" in asked else empty) & ~free
        elif not (self.kind == WORD).any():
            return self._marked(self._of_numbers(is_named, free, costs, wall_is), free)
        elif not is_named.any():
            raise ArgumentError("wall_is", wall_is, "a word of the table, a number, 'filled' or 'empty'")
        return self._marked(self._of_words(is_named, free, costs, wall_is), free)

    def _refuse_words(self) -> None:
        if cell := first_of(self.kind == WORD):
            row, column = cell
            word = self.words[row * self.shape[1] + column].strip()
            advice = f"if it is a wall, say --wall-is {word[:20]} or --wall-is filled"
            raise UnknownCharacterError(self.lines[row], column + 1, word[:40], f"{_ALLOWED}; {advice}")

    def _of_words(self, is_wall: Mask, free: Mask, costs: bool, wall_is: str | None) -> BoardText:
        """Return the board where walls are named: everything else is open."""
        read = BoardText(f"table, {wall_is} a wall", ~is_wall)
        if not costs:
            return read
        given = np.where(is_wall | free, 1, self.values)
        if cell := first_of(~(np.isfinite(given) & (given > 0))):
            wrong_at(self.lines[cell[0]], cell[1] + 1, "a cell that is no wall has no cost above 0")
        return read._replace(costs=given)

    def _of_numbers(self, is_wall: Mask, free: Mask, costs: bool, wall_is: str | None) -> BoardText:
        """Return the board of a table of numbers, or of True and False."""
        special = free | is_wall
        blank = (self.kind == BLANK) & ~special
        usual = ~special & ~blank
        plain = np.where(usual, self.values, self.values[usual][0] if usual.any() else 0.0)
        given: NDArray[Any] = plain
        if usual.any() and ((self.kind >= TRUE) & (self.kind <= FALSE) | ~usual).all():
            given = plain != 0
        elif (np.abs(plain) < 2**53).all() and (plain == np.floor(plain)).all():
            given = plain.astype(np.int64)
        read = cells_of(given, costs=costs, wall_is=wall_is, blank=blank if blank.any() else None)
        open_cells = (read.open_cells & ~is_wall) | free
        if read.costs is not None:
            read = read._replace(costs=np.where(open_cells & ~free, read.costs, read.costs.dtype.type(1)))
        return read._replace(form=f"table: {read.form}", open_cells=open_cells)

    def _marked(self, read: BoardText, free: Mask) -> BoardText:
        """Return *read* with the start and the exits."""
        start, exits = (self.kind == START) & free, (self.kind == EXIT) & free
        return read._replace(start=one_start(start), exits=tuple(cells_where(exits)))


def _value(word: str) -> float:
    name = word.strip().lower()
    if name in ("true", "false"):
        return float(name == "true")
    return float(name.replace(",", ".")) if _NUMBER.fullmatch(name) else float("nan")


ENDINGS = (".csv", ".tsv")
_DELIMITERS = ";\t,"
_DRAWN, _COSTS = set("#.SEGX<>^v"), set("23456789")
_NO_COST_OF_A_MATRIX = re.compile(r"\de|inf|nan", re.IGNORECASE)
_MARKS = {"S", "E", "G"}


def fit_csv(content: Content) -> Fit:
    """SURE for columns of words, numbers and blanks that no matrix has; MAYBE for numbers in columns."""
    lines = content.lines[:20]
    delimiter = _delimiter(lines)
    if not lines or delimiter is None or lines[0].lstrip()[0] in "[{(<":
        return Fit.NO
    try:
        rows = list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error:
        return Fit.NO
    rows = rows if content.sample == content.text or len(rows) < 2 else rows[:-1]
    if len({len(row) for row in rows}) > 1 or len(rows[0]) < 2:
        return Fit.NO
    kinds = Kinds()
    body = _without_names(rows, kinds)
    words = {word.strip() for row in body for word in row}
    found = {kinds[word] for word in words}
    is_drawn = bool(words & _MARKS) or {"#", "."} <= words
    if is_drawn and len(rows) > 1 and words <= _DRAWN | _COSTS | {"", "0", "1"}:
        return Fit.SURE
    if WORD in found and content.ending not in ENDINGS:
        return Fit.NO
    odd = any(kinds[word] == NUMERIC and _NO_COST_OF_A_MATRIX.search(word) for word in words)
    quoted = any('"' in line for line in lines)
    if quoted or odd or body is not rows or found & {TRUE, FALSE, START, EXIT} or _is_indexed(rows, kinds):
        return Fit.SURE
    if content.ending in ENDINGS:
        return Fit.SURE if found & {BLANK, WALL, WORD} else Fit.MAYBE
    return Fit.NO


def _without_names(rows: list[list[str]], kinds: Kinds) -> list[list[str]]:
    """Return *rows* without a first row of names, where there are no words below it."""
    if len(rows) < 2 or any(kinds[word] != WORD for word in rows[0]):
        return rows
    return rows if any(kinds[word] == WORD for row in rows[1:] for word in row) else rows[1:]


def _delimiter(lines: list[str]) -> str | None:
    """Return the mark that stands between the cells of the first lines, outside of quotes."""
    bare = [re.sub(r'"[^"]*"', "", line) for line in lines]
    for delimiter in _DELIMITERS:
        if bare and all(delimiter in line for line in bare[:2]):
            return delimiter
    return None


def parse_csv(text: str, *, costs: bool = False, wall_is: str | None = None) -> BoardText:
    """Read a table; *wall* is a number, ``inf``, ``nan``, ``empty``, ``filled``, or a word in its cells."""
    within(sum(map(text.count, ",;\t")), "cells", MAX_NUMBERS)
    lines = text.strip("\n").split("\n")
    delimiter = _delimiter(lines[:20]) or ","  # of a single column
    rows, numbers = _rows(text, delimiter)
    kinds = Kinds()
    named = _without_names(rows, kinds)
    rows, numbers = named, numbers[len(rows) - len(named) :]
    if _is_indexed(rows, kinds):
        rows, numbers = [row[1:] for row in rows[1:]], numbers[1:]
    table = WordTable(rows, numbers, kinds)
    if (
        wall_is is None
        and "#" in table.names
        and table.names <= _DRAWN | (_COSTS | {"1"} if costs else set())
    ):
        drawing = "\n".join("".join(word.strip() or " " for word in row) for row in rows)
        return parse_drawing(drawing, costs=costs, cell_width=1)._replace(form="table of a drawing")
    return table.board(costs=costs, wall_is=wall_is)


def _rows(text: str, delimiter: str) -> tuple[list[list[str]], list[int]]:
    """Return the cells of all rows that are not blank, and the line of each."""
    reader = csv.reader(text.split("\n"), delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    numbers: list[int] = []
    blank = 0
    try:
        for row in reader:
            if not row or (len(row) == 1 and not row[0].strip()):
                blank = blank or (reader.line_num if rows else 0)
                continue
            if blank:
                raise OneBoardError(blank, "it is blank, and below it are more cells")
            rows.append(row)
            numbers.append(reader.line_num)
    except csv.Error as error:
        raise TextSyntaxError(reader.line_num, 1, f"this is no table: {error}") from None
    if not rows:
        raise EmptyTextError
    check_widths(list(map(len, rows)), numbers)
    return rows, numbers


def _is_indexed(rows: list[list[str]], kinds: Kinds) -> bool:
    """Whether the first row and the first column count from 0, as pandas writes them."""
    if max(len(rows), len(rows[0])) < 4 or min(len(rows), len(rows[0])) < 2 or kinds[rows[0][0]] != BLANK:
        return False
    across, down = rows[0][1:], [row[0] for row in rows[1:]]
    return across == list(map(str, range(len(across)))) and down == list(map(str, range(len(down))))


def print_csv(grid: Grid) -> str:
    """Return 0 (open) and 1 (wall), or costs with ``#`` for walls, with commas between."""
    return rows_of_numbers(grid, ",")
