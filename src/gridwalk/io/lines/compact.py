"""A board in one line: rows from the top, ``/`` between them.

A number is a number of open cells, ``#`` a wall, ``S`` the start, ``E``, ``G`` or ``X`` an exit, arrows are
one-way cells: ``8/3##3/S6E``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from gridwalk.errors import BoardSizeError, EmptyTextError
from gridwalk.grids.checks import MAX_CELLS
from gridwalk.io.boardtext import (
    BoardText,
    codes_of,
    first_unknown,
    place_of,
    refuse,
    wrong_at,
)
from gridwalk.io.content import Content, Fit, within
from gridwalk.io.drawing import EXIT_MARKS, START_MARK, checked_characters, read_marks
from gridwalk.io.text.conventions import ARROWS

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

_MARKS = START_MARK + EXIT_MARKS + "".join(ARROWS)
_ALLOWED = "a number of open cells, '#' wall, '/' between rows, S start, E G X exits, > < ^ v one-way cells"
_LINE = re.compile(rf"[0-9#.{re.escape(_MARKS)}/]+")


def fit_line(content: Content) -> Fit:
    """SURE if there is one line with ``/`` between rows, and no other character."""
    text = content.sample.strip()
    return Fit.SURE if "/" in text and _LINE.fullmatch(text) else Fit.NO


def parse_line(text: str) -> BoardText:
    """Read a board in one line."""
    within(text.count("/"), "rows")
    unknown = first_unknown(codes_of(text), "0123456789#./ " + _MARKS)
    if unknown is not None:
        refuse(text, unknown, _ALLOWED)
    stripped = text.strip()
    if not stripped:
        raise EmptyTextError
    line, column = place_of(text, text.index(stripped))
    skipped = column - 1
    if "\n" in stripped or " " in stripped:
        at = min(stripped.find(blank) for blank in "\n " if blank in stripped)
        wrong_at(
            line, skipped + at + 1, "the board ends, and something follows: it is one line without blanks"
        )
    codes = codes_of(stripped.removesuffix("/"))
    is_digit = (codes >= ord("0")) & (codes <= ord("9"))
    begins = np.flatnonzero(is_digit & ~np.concatenate([[False], is_digit[:-1]]))
    ends = np.flatnonzero(is_digit & ~np.concatenate([is_digit[1:], [False]]))
    sizes = ends - begins + 1
    if (sizes > 9).any():
        wrong_at(line, skipped + int(begins[(sizes > 9).argmax()]) + 1, "a number has at most nine digits")
    widths = np.where(is_digit | (codes == ord("/")), 0, 1).astype(np.int64)
    values = np.zeros(len(begins), np.int64)
    for place in range(int(sizes.max(initial=0))):
        has = sizes > place
        values[has] = values[has] * 10 + codes[begins[has] + place] - ord("0")
    if (values == 0).any():
        wrong_at(line, skipped + int(begins[(values == 0).argmax()]) + 1, "0 is no number of open cells")
    widths[begins] = values
    breaks = np.flatnonzero(codes == ord("/"))
    rows = len(breaks) + 1
    totals = (
        np.add.reduceat(np.append(widths, 0), np.append(0, breaks)) if len(codes) else np.zeros(1, np.int64)
    )
    if int(totals.sum()) > MAX_CELLS:
        raise BoardSizeError((rows, int(totals.max())), MAX_CELLS)
    if (totals != totals[0]).any() or totals[0] == 0:
        bad = int((totals != totals[0]).argmax()) if (totals != totals[0]).any() else 0
        at = int(breaks[bad - 1]) + 1 if bad else 0
        words = f"row {bad} has {totals[bad]:,} cells" + (f", and row 0 has {totals[0]:,}" if bad else "")
        wrong_at(line, skipped + at + 1, words)
    cells = np.repeat(np.where(is_digit, np.uint8(ord(".")), codes), widths).reshape(rows, -1)
    return read_marks("board in one line", cells)


def print_line(grid: Grid) -> str:
    """Return *grid* in one line."""
    rows = np.full((grid.rows, grid.columns + 1), ord("/"), np.uint8)
    rows[:, :-1] = checked_characters(grid)
    flat = rows.ravel()[: -1 if grid.rows > 1 else None]  # a board of one row ends with "/"
    text = flat.tobytes().decode("ascii")

    def number(run: re.Match[str]) -> str:
        return str(len(run[0]))

    return re.sub(r"\.+", number, text)
