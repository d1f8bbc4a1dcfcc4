"""Tables: CSV and TSV, as sheets are saved, with quotes, headers, blank cells, True and False, S and E.

The mark between cells is a comma, a semicolon or a tab.  A row of names above the cells is left out, and
so is the index that pandas writes above and beside them.
"""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

from gridwalk.errors import (
    EmptyTextError,
    OneBoardError,
    RaggedRowsError,
    TextSyntaxError,
)
from gridwalk.io.boardtext import BoardText
from gridwalk.io.budget import MAX_NUMBERS, within
from gridwalk.io.content import Content, Fit
from gridwalk.io.data.table_cells import (
    BLANK,
    EXIT,
    FALSE,
    NUMERIC,
    START,
    TRUE,
    WALL,
    WORD,
    Kinds,
    WordTable,
)
from gridwalk.io.drawing import parse_drawing
from gridwalk.io.matrix import rows_of_numbers

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

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


def parse_csv(text: str, *, costs: bool = False, wall: str | None = None) -> BoardText:
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
    if wall is None and "#" in table.names and table.names <= _DRAWN | (_COSTS | {"1"} if costs else set()):
        drawing = "\n".join("".join(word.strip() or " " for word in row) for row in rows)
        return parse_drawing(drawing, costs=costs, cell_width=1)._replace(form="table of a drawing")
    return table.board(costs=costs, wall=wall)


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
    for row, number in zip(rows, numbers, strict=True):
        if len(row) != len(rows[0]):
            raise RaggedRowsError(number, len(row), len(rows[0]))
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
