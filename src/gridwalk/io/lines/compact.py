"""Two short forms: rooms of ``_`` and ``|``, and a board in one line.

Rooms: the first line has the tops; then a line for each row, two characters for each room: ``_`` if there is
a wall below, and ``|`` if there is one on the right.

One line: rows from the top, ``/`` between them; a number is so many open cells, ``#`` a wall, ``S`` the
start, ``E``, ``G`` or ``X`` an exit, arrows are one-way cells: ``8/3##3/S6E``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from gridwalk.errors import BoardSizeError, EmptyTextError, NotPrintableError
from gridwalk.grids.checks import MAX_CELLS
from gridwalk.io.boardtext import (
    BLANK,
    BoardText,
    among,
    cells_where,
    codes_of,
    first_unknown,
    one_start,
    rectangle_of,
    refuse,
    refuse_at,
    two_openings,
    wrong_at,
)
from gridwalk.io.content import Content, Fit, within
from gridwalk.io.drawing import ARROWS, EXIT_MARKS, START_MARK, checked_characters

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

_FLOOR, _SIDE = ord("_"), ord("|")


def fit_compact(content: Content) -> Fit:
    """SURE if there is nothing but bars and underscores, the first line without bars."""
    lines = content.lines
    if len(lines) < 2 or "|" in lines[0] or not set(content.sample) <= set("_| \n"):
        return Fit.NO
    return Fit.SURE if "|" in content.sample and "_" in content.sample else Fit.NO


def parse_compact(text: str) -> BoardText:
    """Read rooms of ``_`` and ``|``."""
    codes, line = rectangle_of(text)
    odd = ~among(codes, "_| ")
    if odd.any():
        r, c = divmod(int(odd.argmax()), codes.shape[1])
        refuse_at(text, line + r, c + 1, "'_' floor, '|' side and blanks")
    if len(codes) < 2:
        wrong_at(line, 1, "the first line has the tops, and below it is no row")
    left = int((codes[1:] == _SIDE).any(axis=0).argmax())
    if not (codes[1:] == _SIDE).any() or (codes[:, :left] != BLANK).any():
        wrong_at(line + 1, 1, "no '|' stands on the left of the rows")
    if (codes[0] == _SIDE).any():
        wrong_at(line, int((codes[0] == _SIDE).argmax()) + 1, "the first line has the tops, '_' and blanks")
    codes = codes[:, left:]
    if codes.shape[1] % 2 == 0 or codes.shape[1] < 3:
        row = int((codes[:, -1] != BLANK).argmax())
        wrong_at(line + row, left + codes.shape[1], "a room has two characters, and here is half a room")
    rows, tops = codes[1:], codes[0, 1::2]
    misplaced = np.zeros(rows.shape, bool)
    misplaced[:, 1::2] = rows[:, 1::2] == _SIDE
    misplaced[:, 0] = rows[:, 0] == _FLOOR
    misplaced[:, -1] |= rows[:, -1] == _FLOOR
    if misplaced.any():
        r, c = divmod(int(misplaced.argmax()), codes.shape[1])
        words = "'|' where a floor should be" if rows[r, c] == _SIDE else "'_' where a side should be"
        wrong_at(line + 1 + r, left + c + 1, f"{words}: a room is '_' or blank, then '|' or blank")
    floor, side = rows[:, 1::2] == _FLOOR, rows[:, 2::2] == _SIDE
    ends = two_openings(tops != _FLOOR, ~floor[-1], rows[:, 0] != _SIDE, ~side[:, -1])
    return BoardText(
        "maze of _ and |",
        np.ones(floor.shape, bool),
        start=ends[0] if ends else None,
        exits=tuple(ends[1:]),
        walls=(side[:, :-1], floor[:-1]),
    )


def print_compact(grid: Grid) -> str:
    """Return the rooms of *grid*, all of which must be open, without start and exits."""
    if not grid.open_cells.all():
        cell = divmod(int(grid.open_cells.argmin()), grid.columns)
        raise NotPrintableError(f"a maze of _ and | has no closed cells, and {cell} is one")
    rows, columns = grid.shape
    codes = np.full((rows + 1, 2 * columns + 2), BLANK, np.uint8)
    codes[0, 1:-1:2] = codes[-1, 1:-1:2] = _FLOOR
    codes[1:, 0] = codes[1:, -2] = _SIDE
    if grid.walls is not None:
        codes[1:-1, 1:-1:2][grid.walls.below[: rows - 1]] = _FLOOR
        codes[1:, 2:-2:2][grid.walls.right[:, : columns - 1]] = _SIDE
    codes[:, -1] = ord("\n")
    return codes.tobytes()[:-1].decode("ascii")


# ---------------------------------------------------------------- a board in one line

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
    line, skipped = (
        text[: text.index(stripped)].count("\n") + 1,
        len(text[: text.index(stripped)].rsplit("\n", maxsplit=1)[-1]),
    )
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
    return BoardText(
        "board in one line",
        cells != ord("#"),
        one_way={cell: delta for arrow, delta in ARROWS.items() for cell in cells_where(cells == ord(arrow))},
        start=one_start(cells == ord(START_MARK)),
        exits=tuple(cells_where(among(cells, EXIT_MARKS))),
    )


def print_line(grid: Grid) -> str:
    """Return *grid* in one line."""
    rows = np.full((grid.rows, grid.columns + 1), ord("/"), np.uint8)
    rows[:, :-1] = checked_characters(grid)
    flat = rows.ravel()[: -1 if grid.rows > 1 else None]  # a board of one row ends with "/"
    text = flat.tobytes().decode("ascii")

    def number(run: re.Match[str]) -> str:
        return str(len(run[0]))

    return re.sub(r"\.+", number, text)
