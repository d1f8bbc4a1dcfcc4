"""Tours as boards of step numbers, puzzles of numbers, and Numberlink puzzles.

Each cell of a tour has the number of its step, from 1 or from 0, as Rosetta Code, Hidato and gridwalk print
it. Blanks, ``-1`` and ``#`` are walls, and so is ``0`` if steps begin with 1.  ``.`` is an open cell that is
not visited.  Columns are right-aligned, or separated by commas, semicolons, tabs or bars.
"""

from __future__ import annotations

import re
from itertools import pairwise
from string import ascii_letters, ascii_lowercase, ascii_uppercase

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    BoardTextError,
    Cell,
    Message,
    counted,
    empty_text_error,
    error_of,
    field_error,
    line_error,
    one_board_error,
    place_error,
    two_readings_error,
)
from gridwalk.io.boardtext import BoardText, cells_where, check_widths, checked_table, place_of, table_of
from gridwalk.io.content import Content, Fit, answer_of
from gridwalk.io.lines.boxes import parse_boxes

HOLE, UNVISITED = -1, -2
_WORDS = {"#": HOLE, "-1": HOLE, "": HOLE, "_": HOLE, "x": HOLE, "X": HOLE, ".": UNVISITED}
_RULE = re.compile(r"[|\s]*[-+=][-+=|\s]*")  # a line between rows
LARGE = 10_000  # characters; only the beginning of a longer text is used for recognition
_LEAST = 9  # the minimum number of steps; fewer numbers may be costs
_MAX_DIGITS = 9
NUMBERED = "the numbers are passed by a path: read_numbered(file) asks for it, in the shell gridwalk puzzle"

Numbers = NDArray[np.int64]


def fit_tour(content: Content) -> Fit:
    """Return SURE for the numbers from 1 to at least 9, each once, unless costs are asked for.

    If a line ``length 5`` of gridwalk follows, fewer numbers are enough.
    """
    text = content.text if len(content.text) < LARGE else content.sample
    text, below = answer_of(text)
    if content.asked["costs"] or not set(text) <= set("0123456789 .#_xX|,;\t\n-+[]"):
        return Fit.NO
    words = re.findall(r"[0-9]+", text)
    numbers = [int(word) for word in words if len(word) <= _MAX_DIGITS and word.strip("0")]
    if len(numbers) < (1 if below else _LEAST) or len(numbers) != len(set(numbers)):
        return Fit.NO
    is_whole = len(content.text) < LARGE
    return Fit.SURE if not is_whole or max(numbers) == len(numbers) else Fit.NO


def parse_tour(text: str, origin: int = 1) -> BoardText:
    """Read a board of step numbers; ``tour`` has the cells, the first is the start, the last the exit.

    *origin* is the number of the first step, 0 or 1.
    """
    text, below = answer_of(text)
    if "\nlength " in below:
        line = place_of(text + below, len(text) + below.index("\nlength "))[0] + 1
        raise one_board_error(line, "another tour ends here")
    numbers, rows = _table(text)
    zeros = numbers == 0
    numbers[numbers >= 0] += 1 - origin
    steps = numbers > 0
    count = int(np.count_nonzero(steps))
    if count == 0:
        raise BoardTextError("there is no step: a tour is a board of the numbers 1, 2, 3 and so on")
    highest = int(numbers.max())
    seen = np.bincount(numbers[steps], minlength=2) if highest <= numbers.size else np.zeros(0, np.int64)
    if not seen.size or (seen[1:] != 1).any():
        raise _not_in_order(numbers, origin, lines=rows)
    if origin:
        if numbers.size > 1 and np.count_nonzero(zeros) == 1:
            raise two_readings_error(
                "the only 0", ("the first step of a tour that is numbered from 0", "a hole"),
                "for the first say check --origin 0 (in Python origin=0), for the second write '#'",
            )  # fmt: skip
        numbers[zeros] = HOLE
    flat = np.flatnonzero(steps)
    cells = np.empty((count, 2), np.int32)
    cells[numbers.reshape(-1)[flat] - 1] = np.stack(np.divmod(flat, numbers.shape[1]), axis=1)
    start, end = cells[[0, -1]].tolist()
    return BoardText(
        "tour", numbers != HOLE, start=(start[0], start[1]), exits=((end[0], end[1]),), tour=cells
    )


def parse_numbered(text: str) -> BoardText:
    """Read a puzzle of a numbered path; ``numbers`` has the numbers with their cells.

    ``#`` is a wall.  A cell without number is ``.``, as gridwalk prints it, or one of ``0 _ ? * -``, or empty
    between two separators.  If a text uses one of the latter, ``.`` is a wall, as on Rosetta Code.  Drawings
    of boxes with walls between cells are read, too.
    """
    if wrong := re.search(r"[^\s\d.#_xX?*|,;+=\[\]-]", text.replace("null", "0").replace("None", "0")):
        what = Message("{word!r} is no number: a cell without one is '.', a wall '#'", word=wrong[0])
        raise place_error(*place_of(text, text.find(wrong[0])), what)
    if re.search(r"\+ +\+", text):
        read, given = _rooms_of_numbers(text)
    else:
        if not re.search(r"\S[ ,;\t|]+\S", text):  # a character for each cell
            text = re.sub(r"(?<=\S)(?=\S)", " ", text)
        numbers, _ = _table(_with_zeros(text))
        if (numbers == 0).any():
            numbers[numbers == UNVISITED] = HOLE
        elif not (numbers == UNVISITED).any() and "#" not in text and (numbers == HOLE).any():
            raise BoardTextError("blanks are walls here, and all cells have numbers: write '.' for no number")
        cells = [(row, column) for row, column in np.argwhere(numbers > 0).tolist()]
        given = sorted((int(numbers[cell]), cell) for cell in cells)
        read = BoardText("puzzle of numbers", numbers != HOLE)
    if twice := [one for (one, _), (other, _) in pairwise(given) if one == other]:
        seen = "{number} stands in two cells: a puzzle has each of its numbers once"
        raise error_of(BoardTextError, seen, number=twice[0])
    if not given:
        raise BoardTextError("there is no number: a puzzle has some, and '.' in the other cells")
    return read._replace(numbers=tuple(given), remark=NUMBERED)


def _with_zeros(text: str) -> str:
    """Return the text of a puzzle with 0 for each sign of a cell without number, and for each empty cell."""

    def zero(sign: re.Match[str]) -> str:
        return "0".rjust(len(sign[0]))

    text = re.sub(r"(?<![^\s,;|\[])(_+|\?+|\*+|0+|null|None)(?![^\s,;|\]])", zero, text)
    text = re.sub(r"(?<![^\s,;\[])--?(?![^\s,;\]])", zero, text)
    text = re.sub(r"\|(?=[ \t]*\|)", "|0", text)
    if not re.search(r"[,;\t][ ]*[,;\t]|^[,;\t]", text, re.MULTILINE):  # no cell is empty
        return re.sub(r"[,;\t]+[ ]*$", "", text, flags=re.MULTILINE)
    lines = text.splitlines()
    empty = r"(?<![^,;\t])(?=[ ]*([,;\t]|$))"
    return "\n".join(re.sub(empty, "0", line) if re.search(r"[,;\t]", line) else line for line in lines)


def _rooms_of_numbers(text: str) -> tuple[BoardText, list[tuple[int, Cell]]]:
    """Return the board of a drawing of boxes, and its numbers with their cells."""
    lines = text.strip("\n").expandtabs().splitlines()
    read = parse_boxes(re.sub(r"\d", " ", text))
    first = lines[0].index("+")
    wide = (lines[0].rindex("+") - first) // read.open_cells.shape[1]
    given = [
        (int(word[0]), (row, (word.start() - first) // wide))
        for row, line in enumerate(lines[1::2])
        for word in re.finditer(r"\d+", line)
    ]
    return read._replace(start=None, exits=()), sorted(given)


def _table(text: str) -> tuple[Numbers, list[int]]:
    """Return the number in each cell, and the line number of each row."""
    if "[" in text:  # a list of lists, as Python prints it
        text = re.sub(r"[\[\]]", " ", re.sub(r"\]\s*,?", "\n", text))
    lines = {
        number: line.rstrip(" ")
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not _RULE.fullmatch(line)
    }
    if not lines:
        raise empty_text_error()
    is_marked = any(re.search(r"[,;\t|]", line) for line in lines.values())
    rows = _by_marks(list(lines.values())) if is_marked else _by_columns(list(lines.values()))
    numbers = [
        [_number(word, number, line) for word in row]
        for row, (number, line) in zip(rows, lines.items(), strict=True)
    ]
    check_widths(list(map(len, rows)), [*lines])
    return np.array(numbers, np.int64), [*lines]


def _not_in_order(numbers: Numbers, origin: int, lines: list[int]) -> BoardTextError:
    present = np.sort(numbers[numbers > 0])
    less = 1 - origin
    twice = present[1:][present[1:] == present[:-1]]
    if twice.size:
        value = int(twice[0])
        row, column = divmod(int(np.flatnonzero(numbers == value)[1]), numbers.shape[1])
        seen = "cell {column} is a second {value}; each step stands there once"
        return line_error(lines[row], seen, column=column + 1, value=value - less)
    return error_of(
        BoardTextError,
        "the number {n} is missing: the steps are {first} to {last:,}, each once (a puzzle "
        "with gaps is no tour yet)",
        n=int(np.setdiff1d(np.arange(1, present.size + 1), present)[0]) - less,
        first=origin,
        last=int(present[-1]) - less,
    )


def _by_marks(lines: list[str]) -> list[list[str]]:
    """Return the words of rows with separators between cells."""
    mark = next(mark for mark in "|;\t," if any(mark in line for line in lines))
    rows = []
    for line in lines:
        bare = line.strip().strip("|") if mark == "|" else line
        words = [word.strip() for word in bare.split(mark)]
        if mark == "," and words[-1] == "":
            words.pop()  # a comma at the end of a row
        rows.append(words)
    return rows


def _by_columns(lines: list[str]) -> list[list[str]]:
    """Return the words of rows with right-aligned columns; if columns do not fit, words between blanks."""
    table = table_of(lines)
    filled = np.pad(table != ord(" "), ((0, 0), (0, 1)))
    places = np.flatnonzero((filled[:, :-1] & ~filled[:, 1:]).any(axis=0))  # ends of columns
    pitch = int(np.gcd.reduce(np.diff(places))) if places.size > 1 else int(places[0]) + 1
    first, end = int(places[0]) + 1 - pitch, int(places[-1]) + 1
    if (pitch == 1 and places.size > 1) or (first > 0 and filled[:, :first].any()):
        return [line.split() for line in lines]
    padded = np.pad(table[:, max(first, 0) : end], ((0, 0), (max(-first, 0), 0)), constant_values=ord(" "))
    cells = padded.reshape(len(lines), -1, pitch) != ord(" ")
    if (cells[:, 1:, 0] & cells[:, :-1, -1]).any():  # two cells touch
        return [line.split() for line in lines]
    width = padded.shape[1]
    texts = padded.tobytes().decode("latin-1")
    return [
        [texts[at : at + pitch].strip() for at in range(row * width, (row + 1) * width, pitch)]
        for row in range(len(lines))
    ]


def _number(word: str, line: int, text: str) -> int:
    if word in _WORDS:
        return _WORDS[word]
    if not (word.isascii() and word.isdecimal() and len(word) <= _MAX_DIGITS):
        column = max(0, text.find(word)) + 1
        seen = "{word!r} is no step: steps are 1, 2, 3 ...; a hole is '#'"
        raise place_error(line, column, seen, word=word[:40])
    return int(word)


# ---------------------------------------------------------------- Numberlink


PAIRED = (
    "the letters are pairs of cells, open here: read_pairs(file) joins them, in the shell gridwalk puzzle"
)
_DRAWN = "SEGXv"  # letters that mean something in a drawing


def fit_numberlink(content: Content) -> Fit:
    """Return SURE for ``.``, ``#`` and letters that occur twice each, unless all are letters of drawings."""
    signs = set("".join(content.lines))
    letters = signs - {*".#"}
    if letters == signs or not letters <= {*ascii_letters} or letters <= {*_DRAWN}:
        return Fit.NO
    if all(2 * letter in content.text for letter in letters):
        return Fit.NO  # each cell of a drawing takes two characters
    are_pairs = {content.text.count(letter) for letter in ascii_letters} <= {0, 2}
    return Fit.SURE if are_pairs and (len(letters) > 1 or "A" in letters) else Fit.NO


def parse_numberlink(text: str) -> BoardText:
    """Read a Numberlink puzzle: ``.`` open, ``#`` wall, and a letter at both ends of each path.

    Small and capital letters differ; the pairs are in the order A to Z, a to z.
    """
    codes = checked_table(
        text, ascii_letters + ".#", "'.' open, '#' wall, and letters, each twice (a and A are different)"
    )
    pairs = []
    for letter in ascii_uppercase + ascii_lowercase:
        if cells := cells_where(codes == ord(letter)):
            if len(cells) != 2:
                raise field_error(letter, "it stands {n}; a path has two ends", n=counted(len(cells), "time"))
            pairs.append((cells[0], cells[1]))
    remark = PAIRED if pairs else ""
    return BoardText("Numberlink puzzle", codes != ord("#"), pairs=tuple(pairs), letters=codes, remark=remark)
