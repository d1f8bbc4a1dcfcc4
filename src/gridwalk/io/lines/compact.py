"""Two short forms: rooms of ``_`` and ``|``, and a board in one line.

Rooms: the first line has the tops; then a line for each row, two characters for each room: ``_`` if there is
a wall below, and ``|`` if there is one on the right.

One line: rows from the top, ``/`` between them; a number is so many open cells, ``#`` a wall, ``S`` the
start, ``E``, ``G`` or ``X`` an exit, arrows are one-way cells: ``8/3##3/S6E``.

Bytes of micromouse contests (``.maz``).

Micromouse: a byte for each room of a square, column by column from the west, each from the south northwards;
bit 1 is a wall in the north, 2 east, 4 south, 8 west.  So each wall stands there twice, and both sides must
agree.  The start is the south-west corner, the goal the middle: four rooms if the side is even.
"""

from __future__ import annotations

import re
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import BoardSizeError, BoardTextError, Cell, EmptyTextError, NotPrintableError
from gridwalk.grids.checks import MAX_CELLS
from gridwalk.io.boardtext import (
    BLANK,
    BoardText,
    codes_of,
    first_of,
    first_unknown,
    place_of,
    rectangle_of,
    refuse,
    refuse_others,
    text_of,
    wrong_at,
)
from gridwalk.io.content import Content, Fit, within
from gridwalk.io.drawing import ARROWS, EXIT_MARKS, START_MARK, checked_characters, read_marks
from gridwalk.io.lines.rooms import boxed, check_open

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
    refuse_others(text, codes, "_| ", "'_' floor, '|' side and blanks", line)
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
    rows = codes[1:]
    misplaced = np.zeros(rows.shape, bool)
    misplaced[:, 1::2] = rows[:, 1::2] == _SIDE
    misplaced[:, 0] = rows[:, 0] == _FLOOR
    misplaced[:, -1] |= rows[:, -1] == _FLOOR
    if place := first_of(misplaced):
        r, c = place
        words = "'|' where a floor should be" if rows[r, c] == _SIDE else "'_' where a side should be"
        wrong_at(line + 1 + r, left + c + 1, f"{words}: a room is '_' or blank, then '|' or blank")
    level, upright = codes[:, 1::2] == _FLOOR, rows[:, ::2] == _SIDE
    return BoardText("maze of _ and |", np.ones(upright[:, 1:].shape, bool)).between(level, upright)


def print_compact(grid: Grid) -> str:
    """Return the rooms of *grid*, all of which must be open, without start and exits."""
    check_open(grid, "maze of _ and |")
    level, upright = boxed(grid)
    codes = np.full((grid.rows + 1, 2 * grid.columns + 1), BLANK, np.uint8)
    codes[:, 1::2][level] = _FLOOR
    codes[1:, ::2][upright] = _SIDE
    return text_of(codes)


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


NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
SIDES = (16, 32)  # of contests: 256 and 1024 bytes
_ORDER = (
    "the bits are 1 north, 2 east, 4 south, 8 west; columns from the west, each from the south northwards"
)


def fit_maz(content: Content) -> Fit:
    """SURE if both sides of all walls agree, in a file of 256 or 1024 bytes; MAYBE by the ending."""
    data = content.data or b""
    side = isqrt(len(data))
    if side * side != len(data) or side < 2 or len(data) > 1 << 20 or max(data) > 15:
        return Fit.NO
    if side in SIDES and _why_not(_rooms(data)) is None:
        return Fit.SURE
    return Fit.MAYBE if content.ending == ".maz" else Fit.NO


def parse_maz(data: bytes) -> BoardText:
    """Read the bytes of a micromouse maze."""
    side = isqrt(len(data))
    if side * side != len(data) or side < 1:
        raise BoardTextError(
            f"byte {len(data)}: the file ends; a micromouse maze has a byte for each room of a square, "
            "256 for 16 x 16 or 1024 for 32 x 32"
        )
    codes = np.frombuffer(data, np.uint8)
    if (codes > 15).any():
        at = int((codes > 15).argmax())
        raise BoardTextError(f"byte {at}: {codes[at]:#04x} is more than four walls; {_ORDER}")
    rooms = _rooms(data)
    if (wrong := _why_not(rooms)) is not None:
        (row, column), words = wrong
        at = column * side + side - 1 - row
        raise BoardTextError(f"byte {at}, room {(row, column)}: {words}; {_ORDER}")
    low, high = (side - 1) // 2, side // 2
    centre = tuple((r, c) for r in range(low, high + 1) for c in range(low, high + 1)) if side > 2 else ()
    walls = (rooms[:, :-1] & EAST) > 0, (rooms[:-1] & SOUTH) > 0
    return BoardText(
        "micromouse maze in bytes",
        np.ones((side, side), bool),
        start=(side - 1, 0),
        exits=tuple(sorted(set(centre))),
        walls=walls,
    )


def print_maz(grid: Grid) -> bytes:
    """Return the bytes of *grid*, a square of 16 or 32 open cells a side."""
    if grid.rows != grid.columns or grid.rows not in SIDES:
        raise NotPrintableError(
            f"a micromouse maze in bytes has 16 x 16 or 32 x 32 cells, not {grid.rows} x {grid.columns}"
        )
    check_open(grid, "micromouse maze")
    level, upright = boxed(grid)
    rooms = NORTH * level[:-1] + EAST * upright[:, 1:] + SOUTH * level[1:] + WEST * upright[:, :-1]
    printed: bytes = rooms[::-1].T.astype(np.uint8).tobytes()
    return printed


def _rooms(data: bytes) -> NDArray[np.uint8]:
    side = isqrt(len(data))
    return np.frombuffer(data, np.uint8).reshape(side, side).T[::-1]


def _why_not(rooms: NDArray[np.uint8]) -> tuple[Cell, str] | None:
    """Return the first room that is wrong, and why."""
    for side, differ in (
        ("east", (rooms[:, :-1] & EAST > 0) != (rooms[:, 1:] & WEST > 0)),
        ("south", (rooms[:-1] & SOUTH > 0) != (rooms[1:] & NORTH > 0)),
    ):
        if room := first_of(differ):
            return room, f"the room in the {side} has another wall between"
    border = np.zeros(rooms.shape, bool)
    border[0] |= rooms[0] & NORTH == 0
    border[-1] |= rooms[-1] & SOUTH == 0
    border[:, 0] |= rooms[:, 0] & WEST == 0
    border[:, -1] |= rooms[:, -1] & EAST == 0
    room = first_of(border)
    return None if room is None else (room, "the border is open here")
