"""Rows of cells: the separators of cells in a line, and the sign of each cell, as arrays.

The meaning of signs is not used here, except that a blank may be floor.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import MAX_CELLS
from gridwalk.errors import (
    BoardTextError,
    Message,
    UnclearBoardError,
    board_size_error,
    counted,
    error_of,
    ragged_rows_error,
)
from gridwalk.io.content import MAX_NUMBERS, within

_WHOLE = re.compile(r"\d{1,9}")
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?|[-+]?inf(inity)?|[-+]?nan", re.IGNORECASE | re.ASCII)
_TRUTH = {"true": "True", "false": "False"}
_NOTHING = {"null", "None"}
_SEPARATORS = {"\t": "tabs", ";": "semicolons", ",": "commas"}
BLANK, EMPTY = ord(" "), "empty"  # a blank; the sign of an empty cell of a table
HEADER = "; header=N leaves out the first N lines"
MANY_CHANGES = 4  # changes of sign in rows, all at even columns, that prove doubled cells


@dataclass
class SignTable:
    """The signs of the cells of a board.

    Attributes
    ----------
    signs : list of str
        The different signs: characters, or words of a table.
    codes : ndarray of int, shape (rows, columns)
        The index in *signs* of each cell.

    """

    signs: list[str]
    codes: NDArray[np.integer]

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        rows, columns = self.codes.shape
        return rows, columns

    @property
    def counts(self) -> dict[str, int]:
        """The number of cells of each sign."""
        found = np.bincount(self.codes.ravel(), minlength=len(self.signs))
        return dict(zip(self.signs, found.tolist(), strict=True))

    @property
    def few(self) -> int:
        """The maximum number of cells of a sign of ends."""
        return max(2, min(20, self.codes.size // 6))

    def where(self, signs: Collection[str]) -> NDArray[np.bool_]:
        """Return True for each cell with one of *signs*."""
        found: NDArray[np.bool_] = np.array([sign in signs for sign in self.signs], bool)[self.codes]
        return found


def of_table(table: NDArray[np.integer]) -> SignTable:
    """Return the cells of an array of code points."""
    found = np.flatnonzero(np.bincount(table.ravel()))
    code = np.zeros(int(found[-1]) + 1, np.uint8 if len(found) < 256 else np.int32)
    code[found] = np.arange(len(found))
    return SignTable([chr(point) for point in found.tolist()], code[table])


def of_words(rows: list[list[str]]) -> SignTable:
    """Return the cells of rows of words, all of one length; equal numbers are one sign."""
    number: dict[str, int] = {}
    flat = [number.setdefault(word, len(number)) for row in rows for word in row]
    signs = [_plain(word) for word in number]
    distinct = list(dict.fromkeys(signs))
    place = {sign: at for at, sign in enumerate(distinct)}
    code = np.array([place[sign] for sign in signs], np.int32)
    return SignTable(distinct, code[np.array(flat, np.int64)].reshape(len(rows), -1))


def _plain(word: str) -> str:
    """Return the sign of a word: a number in its shortest form, "True", "False", "empty", or the word."""
    word = word.strip() or word[:1]
    if not word or word in _NOTHING:
        return EMPTY
    if word.lower() in _TRUTH:
        return _TRUTH[word.lower()]
    if not NUMBER.fullmatch(word) or re.match(r"0\d", word):
        return word
    value = float(word)
    if not np.isfinite(value):
        return word
    return str(int(value)) if value == int(value) else repr(value)


def are_values(line: str) -> bool:
    """Return whether all words of a line are numbers, True or False."""
    words = re.split(r"[\s,;]+", line.strip())
    return all(NUMBER.fullmatch(word) or word.lower() in _TRUTH for word in words)


def whole_numbers(line: str) -> list[int] | None:
    """Return the whole numbers of a line, or None if it has anything else."""
    line = line.strip().rstrip(",;").strip("()[]")  # spreadsheets pad rows with separators
    parts = re.split(r"[\s,;x×]+", line)
    return [int(part) for part in parts] if all(_WHOLE.fullmatch(part) for part in parts) else None


def characters(lines: list[str]) -> NDArray[np.integer]:
    """Return the code points of lines of one length, shape (rows, columns)."""
    text = "".join(lines)
    if text.isascii():
        return np.frombuffer(text.encode(), np.uint8).reshape(len(lines), -1)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32).reshape(len(lines), -1)


def rows_of(
    lines: list[str],
    notes: list[str],
    *,
    may_fill: bool = False,
    cell_width: int | None = None,
    may_touch: bool = True,
) -> SignTable | None:
    """Return the cells of *lines*, or None if they are not rows of one length; *notes* receives the guesses.

    If *may_fill*, shorter lines may be padded with blanks.  *cell_width* is the number of characters of a
    cell, or None.  If *may_touch*, cells need no separator.
    """
    if max(map(len, lines)) * len(lines) > 16 * MAX_CELLS:
        raise board_size_error((len(lines), max(map(len, lines))), MAX_CELLS)
    if cell_width is None or (cell_width == 1 and {*lines[0]} <= {*"01 ,;\t"}):
        for separator in _SEPARATORS:
            if (
                separator in lines[0]
                and all(separator in line.rstrip("\t") for line in lines)
                and (rows := _separated(lines, separator, notes))
            ):
                return rows
        if rows := _by_blanks(lines):
            return rows
    if not may_touch:
        return None
    lines = [line.rstrip("\t") for line in lines]
    if len(set(map(len, lines))) > 1 and len({len(line.rstrip()) for line in lines}) == 1:
        lines = [line.rstrip() for line in lines]
    if len(set(map(len, lines))) > 1 and not (may_fill and (lines := _filled(lines, notes))):
        return None
    if not lines or not lines[0]:
        return None
    if lines[0] != lines[0].strip():
        bare = [line.strip() for line in lines]
        if len(set(map(len, bare))) == 1 and "0" in bare[0] and set("".join(bare)) <= {"0", "1"}:
            lines = bare  # blanks around numbers
    if len(lines) * len(lines[0]) > 2 * MAX_CELLS:
        raise board_size_error((len(lines), len(lines[0])), MAX_CELLS)
    table = characters(lines)
    if cell_width == 2:
        return of_table(_halved(table))
    if cell_width is None and _is_doubled(table):
        notes.append(
            f"every column stands twice: {table.shape[0]} x {table.shape[1] // 2} cells of two characters "
            "(cell_width=1: of one)"
        )
        return of_table(_merged(table))
    return of_table(_without_margins(table, notes) if cell_width is None else table)


def _without_margins(table: NDArray[np.integer], notes: list[str]) -> NDArray[np.integer]:
    """Return the cells without blank columns at the left and right, if a wall is next to them."""
    columns = table.shape[1]
    if len(table) < 3 or not (table[:, [0, -1]] == BLANK).all(axis=0).any():
        return table
    filled = 1 - (table == BLANK).mean(axis=0)
    used = np.flatnonzero(filled)
    if not len(used):
        return table
    widths = []
    for width, column in ((int(used[0]), used[0]), (columns - 1 - int(used[-1]), used[-1])):
        is_margin = filled[column] >= (0.5 if width > 1 else 0.9)
        widths.append(width if is_margin else 0)
    if not any(widths):
        return table
    notes.append(f"without a margin of {' and '.join(counted(width, 'blank') for width in widths if width)}")
    return table[:, widths[0] : columns - widths[1]]


def _filled(lines: list[str], notes: list[str]) -> list[str]:
    """Return lines padded with blanks if blanks seem to be floor; else an empty list."""
    wide = max(map(len, lines))
    short = [number for number, line in enumerate(lines, 1) if len(line) < wide]
    most = Counter(map(len, lines)).most_common(1)[0][0]
    is_drawn = len(set("".join(lines))) <= 6 or (most == wide and 2 * len(short) <= len(lines))
    if not is_drawn or not any(" " in line.strip() for line in lines):
        return []
    if all(not line[1::2].strip() for line in lines):  # a blank after each cell
        return []
    where = ", ".join(map(str, short[:5])) + (" ..." if len(short) > 5 else "")
    notes.append(f"{'row' if len(short) == 1 else 'rows'} {where} filled up with blanks")
    return [line.ljust(wide) for line in lines]


def ragged(lines: list[str], first: int = 1) -> UnclearBoardError | BoardTextError:
    """Return the error for lines of several lengths; *first* is the number of the first line."""
    between = next((sign for sign in _SEPARATORS if all(sign in line for line in lines)), None)
    words = [line.rstrip(between).split(between) for line in lines]
    are_cells = between or all(_is_number_table(row) for row in words)
    widths = (
        [len(row) for row in words] if are_cells and len(set(map(len, words))) > 1 else [*map(len, lines)]
    )
    lengths = Counter(widths)
    if len(lengths) == 2:
        (usual, _), (odd, _) = lengths.most_common()
        return ragged_rows_error(first + widths.index(odd), odd, usual)
    found = ", ".join(f"{number} of {length}" for length, number in lengths.most_common(4))
    seen = Message(
        "the lines are no rows of one length (cells in a line: {counts}); the first is {line!r}",
        counts=found,
        line=lines[0][:40],
    )
    return UnclearBoardError(seen + HEADER, seen)


# ---------------------------------------------------------------- signs between cells


def _separated(lines: list[str], separator: str, notes: list[str]) -> SignTable | None:
    """Return the cells of a table with a separator, or None."""
    within(sum(line.count(separator) for line in lines), "cells", MAX_NUMBERS)
    if rows := _of_single_characters(lines, separator):
        return _without_names(rows, notes)
    if any('"' in line for line in lines):
        try:
            words = list(csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True))
        except csv.Error as error:
            seen = "a table with {separator} and quotes: {error}"
            raise error_of(UnclearBoardError, seen, separator=_SEPARATORS[separator], error=error) from None
    else:
        words = [line.split(separator) for line in lines]
    if len(words) != len(lines):
        return None
    empty = 0  # empty columns at the right, as in exported spreadsheets
    while all(len(row) > 1 and not row[-1].strip() for row in words):
        words, empty = [row[:-1] for row in words], empty + 1
    if empty > 1 or (empty and any(not word.strip() for row in words for word in row)):
        notes.append(f"without {counted(empty, 'empty column')} at the right")
    below = len(words)
    while len(words) > 1 and not any(map(str.strip, words[-1])):
        words = words[:-1]
    if len(words) < below:
        notes.append(f"without {counted(below - len(words), 'empty row')} at the end")
    if empty and all(len(row) == 1 for row in words):
        return rows_of([row[0] for row in words], notes)
    words = [[word.strip() for word in row] for row in words]
    if separator == ";" and (lines := _between_semicolons(words)):
        return rows_of(lines, notes)
    others = set(_SEPARATORS) - {separator, ","}
    if len({len(row) for row in words}) > 1 or any(
        other in word for row in words for word in row for other in others
    ):
        return None
    if separator != ",":  # decimal commas
        with_points = [[re.sub(r"^([-+]?\d*),(\d+)$", r"\1.\2", word) for word in row] for row in words]
        if with_points != words:
            notes.append("commas are decimal points")
        words = with_points
    return _without_names(of_words(words), notes)


def _between_semicolons(words: list[list[str]]) -> list[str]:
    """Return the rows of a text whose semicolons end rows, as in MATLAB; else an empty list."""
    lines = [word for row in words for word in row if word]
    are_bits = len(words) == 1 and {*"".join(lines)} <= {"0", "1"}
    sizes = {len(line if are_bits else re.split(r"[\s,]+", line)) for line in lines}
    return lines if len(sizes) == 1 and sizes.pop() > 1 and len(lines) > 1 else []


def _without_names(rows: SignTable, notes: list[str]) -> SignTable:
    """Return a table without a first row of names, or without the index of pandas."""
    first = [rows.signs[code] for code in rows.codes[0].tolist()]
    if len(rows.codes) < 3 or len(set(first)) < len(first) or len(first) < 2:
        return rows
    if first[0] == EMPTY:
        down = [rows.signs[code] for code in rows.codes[1:, 0].tolist()]
        if first[1:] == list(map(str, range(len(first) - 1))) and down == list(map(str, range(len(down)))):
            notes.append("without the index in the first row and column")
            return _used(SignTable(rows.signs, rows.codes[1:, 1:]))
    is_number = np.array([bool(NUMBER.fullmatch(sign)) for sign in rows.signs])
    if not is_number[rows.codes[0]].any() and is_number[rows.codes[1:]].all() and not set(first) <= {*"SEGX"}:
        notes.append(f"without the first row, names of columns ({', '.join(first[:4])})")
        return _used(SignTable(rows.signs, rows.codes[1:]))
    return rows


def _used(rows: SignTable) -> SignTable:
    """Return the same cells, without unused signs."""
    found, codes = np.unique(rows.codes, return_inverse=True)
    return SignTable([rows.signs[code] for code in found.tolist()], codes.reshape(rows.codes.shape))


def _of_single_characters(lines: list[str], separator: str) -> SignTable | None:
    """Return the cells of lines with cells of one character in the same columns, or None."""
    lines = [line.strip() for line in lines]
    if len(set(map(len, lines))) > 1:
        return None
    table = characters(lines)
    is_gap = (table == ord(separator)) | (table == BLANK)
    columns = np.flatnonzero(~is_gap[0])
    if not len(columns) or columns[0] != 0 or (np.diff(columns) < 2).any() or not (is_gap == is_gap[0]).all():
        return None
    if separator != " ":
        is_mark = (table[0] == ord(separator)).astype(np.int64)
        between = np.add.reduceat(is_mark, columns)  # after each cell, up to the next
        if (
            (between[:-1] != 1).any()
            or between[-1] > 1
            or not (table[:, is_gap[0]] == table[0, is_gap[0]]).all()
        ):
            return None
    if table.shape[0] * len(columns) > MAX_CELLS:
        raise board_size_error((table.shape[0], len(columns)), MAX_CELLS)
    return of_table(table[:, columns])


def _by_blanks(lines: list[str]) -> SignTable | None:
    """Return the cells of lines with blanks between cells, or None."""
    if not all(" " in line.strip() for line in lines):
        return None
    if rows := _of_single_characters(lines, " "):
        if _is_number_table(rows.signs):
            return rows
        is_tight = len(lines[0].strip()) == 2 * rows.shape[1] - 1
        tones = [sign for sign, number in rows.counts.items() if number > 1 or sign in ".01"]
        return rows if is_tight and ("." in tones or len(tones) > 1) else None  # else blanks are floor
    words = [line.split() for line in lines]
    within(sum(map(len, words)), "numbers", MAX_NUMBERS)
    if len({len(row) for row in words}) != 1:
        return None
    long = {word for row in words for word in row if len(word) > 1}
    if not long:
        spread = all(line.strip() == " ".join(row) for line, row in zip(lines, words, strict=True))
        return (
            of_words(words) if spread or _is_number_table({word for row in words for word in row}) else None
        )
    if any(not NUMBER.fullmatch(word) and word.lower() not in _TRUTH for word in long):
        return None
    if any(word.startswith(".") for word in long) and not _is_number_table(
        {word for row in words for word in row}
    ):
        return None  # a sign beside a digit
    if len(set(map(len, long))) > 1 and any(re.match(r"0\d", word) for word in long):
        return None  # strings of digits, not numbers
    return of_words(words)


def _is_number_table(signs: Iterable[str]) -> bool:
    signs = {*signs}
    return signs != {"#"} and all(NUMBER.fullmatch(sign) or sign == "#" for sign in signs)


# ---------------------------------------------------------------- two characters a cell


def _merged(table: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return the code of each two characters: one sign twice, or a mark and floor; else 0."""
    left, right = table[:, ::2], table[:, 1::2]

    floor = np.array([BLANK, ord(".")])

    number = np.bincount(table.ravel())
    is_mark = np.array(
        [0 < number[code] <= 2 and (chr(code).isalpha() or chr(code) in "@$") for code in range(len(number))]
    )
    is_mark[[code for code in map(ord, "<>^v") if code < len(number)]] = True
    beside = np.where(
        np.isin(right, floor) & is_mark[left], left, np.where(np.isin(left, floor) & is_mark[right], right, 0)
    )
    return np.where(left == right, left, beside)


def _halved(table: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return the cells of a text with two characters per cell."""
    if (table[:, 1::2] == BLANK).all():
        return table[:, ::2]
    if table.shape[1] % 2:
        raise UnclearBoardError(f"cell_width=2: the rows have {table.shape[1]} characters, an odd number")
    merged = _merged(table)
    if (merged == 0).any():
        row, column = np.argwhere(merged == 0)[0].tolist()
        pair = "".join(map(chr, table[row, 2 * column : 2 * column + 2]))
        raise UnclearBoardError(
            f"cell_width=2: row {row} has {pair!r} at column {column}; a cell of two characters is one sign "
            "twice, a mark beside floor, or a sign and a blank"
        )
    return merged


def _is_doubled(table: NDArray[np.integer]) -> bool:
    """Return whether each column occurs twice, and this is no coincidence."""
    if table.shape[1] % 2 or (table[:, 1::2] == BLANK).all():
        return False
    if (_merged(table[:64]) == 0).any():
        return False
    merged = _merged(table)
    if (merged == 0).any() or set(np.unique(merged)) <= set(range(ord("0"), ord("9") + 1)):
        return False
    if len(table) % 2 == 0 and bool((table[::2] == table[1::2]).all()):
        return False  # enlarged in both directions
    anew = np.ones(len(merged), bool)
    anew[1:] = (merged[1:] != merged[:-1]).any(axis=1)  # equal rows are no new evidence
    changes = int(((merged[:, 1:] != merged[:, :-1]) & anew[:, None]).sum())
    starts = np.argwhere(table == ord("S"))
    twice = len(starts) == 2 and starts[0, 0] == starts[1, 0] and starts[0, 1] // 2 == starts[1, 1] // 2
    return twice or changes >= MANY_CHANGES
