"""Drawings of boxes (``+---+`` and ``|``), micromouse mazes (posts ``o``), and drawings of a path.

Boxes and micromouse mazes have walls between cells.  The posts are at a fixed distance, the pitch: 4 for
``+---+``, 2 for ``+-+``; a cell may be several lines high.  If the characters between two posts are not
blank, there is a wall.  A mark may be anywhere in its cell: ``S`` start, ``E``, ``G`` or ``X`` exit, an
arrow, or a digit with costs.  A cell full of ``#`` is closed.  If two cells are open to the outside and none
is marked, they are start and exit.

A drawing of a path (``str(path)``, or printed by find, shortest, longest or sample) is read as a board. ``@``
is the start and ``$`` the end (``@`` alone is both).  ``+``, ``-``, ``|``, ``/`` and a backslash are cells of
the path, which are open.  Other characters are as in a drawing or in boxes; ``0`` and ``1`` (``--glyphs 01``)
are open cells and walls.  The line ``length 12`` and all lines below are skipped.  Costs, arrows and exits on
cells of the path are not in the drawing.
"""

from __future__ import annotations

import re
from math import gcd
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import BoardTextError, error_of, one_board_error, place_error
from gridwalk.io.boardtext import (
    BLANK,
    COST_DIGITS,
    NEWLINE,
    BoardText,
    Codes,
    among,
    codes_of,
    first_of,
    place_of,
    rectangle_of,
    text_of,
    unknown_at,
)
from gridwalk.io.content import Content, Fit, answer_of
from gridwalk.io.drawing import (
    CHARACTERS,
    EXIT_MARKS,
    START_MARK,
    WALL,
    checked_characters,
    parse_drawing,
    read_marks,
)
from gridwalk.io.lines.rooms import HEIGHT, PITCH, check_open, rooms
from gridwalk.io.text.conventions import ARROWS, STARTS

if TYPE_CHECKING:
    from gridwalk.board.board import Board

LEVEL, UPRIGHT = "-=_~", "|"
BOX_POST, MOUSE_POST = "+", "o"
_MARKS = START_MARK + EXIT_MARKS + "".join(ARROWS)
_SIZES = re.compile(r"\A\s*\d{1,4}(?:[ ,x]+\d{1,4})?[ \t]*\n")


def fit_boxes(content: Content) -> Fit:
    """Return SURE if the first line is posts and walls, and all characters are those of boxes."""
    return _fit(content, BOX_POST)


def fit_micromouse(content: Content) -> Fit:
    """Return SURE if the first line is posts ``o`` and walls, and all characters are those of boxes."""
    return _fit(content, MOUSE_POST)


def _fit(content: Content, post: str) -> Fit:
    lines = content.lines
    if lines and _SIZES.match(f"{lines[0]}\n"):
        lines = lines[1:]
    first, signs = lines[0].strip() if lines else "", set(content.sample)
    if len(lines) < 3 or first[0] != post or first[-1] != post or len(first) < 3:
        return Fit.NO
    if not set(first) <= set(post + LEVEL + " ") or not signs & set(LEVEL + UPRIGHT):
        return Fit.NO
    if not any(line.strip()[0] == post for line in lines[1:]):
        return Fit.NO
    known = set(post + LEVEL + UPRIGHT + _MARKS + COST_DIGITS + WALL + "\N{FULL BLOCK} \n")
    return Fit.SURE if signs <= known else Fit.MAYBE


def parse_boxes(text: str, *, costs: bool = False) -> BoardText:
    """Read boxes; a first line of sizes is skipped."""
    text = _SIZES.sub("\n", text)
    return _parse(text, BOX_POST, costs, "drawing of boxes")


def parse_micromouse(text: str) -> BoardText:
    """Read a micromouse maze: no post may be missing; ``S`` is the start, ``G`` the goal."""
    return _parse(text, MOUSE_POST, False, "micromouse maze")


def _parse(text: str, post: str, costs: bool, form: str) -> BoardText:
    text = text if text.isascii() else text.replace("\N{FULL BLOCK}", WALL)
    codes, first_line = rectangle_of(text)
    indent = int((codes != BLANK).any(axis=0).argmax())
    codes = codes[:, indent:]
    line, column = first_line, indent + 1  # of the corner

    high, wide = _pitches(codes, post, line, column)
    if post == MOUSE_POST and (place := first_of(codes[::high, ::wide] != ord(MOUSE_POST))):
        raise place_error(line + place[0] * high, column + place[1] * wide, "the post 'o' is missing")
    rows, columns = (codes.shape[0] - 1) // high, (codes.shape[1] - 1) // wide
    if place := first_of(~among(codes[::high, ::wide], post + LEVEL + UPRIGHT + " ")):
        r, c = place
        raise unknown_at(text, line + r * high, column + c * wide, "{post!r} here, a post", post=post)
    level = codes[::high, :-1].reshape(rows + 1, columns, wide)[:, :, 1:]
    upright = codes[:-1, ::wide].reshape(rows, high, columns + 1)[:, 1:]
    is_level = _walls(level, LEVEL, 2)
    is_upright = _walls(upright, UPRIGHT, 1)
    for found, pieces, kinds in ((is_level, level, LEVEL), (is_upright, upright.transpose(0, 2, 1), UPRIGHT)):
        if place := first_of(found < 0):
            r, c = place
            odd = ~among(pieces[r, c], kinds + " ")
            at = 1 + int((odd if odd.any() else pieces[r, c] == BLANK).argmax())
            down, right = (0, at) if kinds == LEVEL else (at, 0)
            place, wall = (line + r * high + down, column + c * wide + right), kinds[0]
            if not odd.any():
                seen = "a wall has a gap here: between two posts is {wall!r} all along, or blanks"
                raise place_error(*place, seen, wall=wall)
            seen = "{wall!r} here, or blanks: a wall between two posts, or none"
            raise unknown_at(text, *place, seen, wall=wall)
    rooms = codes[:-1, :-1].reshape(rows, high, columns, wide)[:, 1:, :, 1:]
    rooms, remark = _with_own_ends(rooms) if post == BOX_POST else (rooms, "")
    marks = _marks(text, rooms, (line, column, high, wide), costs, is_mouse=post == MOUSE_POST)
    read = read_marks(form, marks, costs=costs).between(is_level == 1, is_upright == 1)
    return read._replace(remark=remark)


def _with_own_ends(rooms: Codes) -> tuple[Codes, str]:
    """Return rooms in which one or two other letters that occur once become S and E, and a remark."""
    number = dict(zip(*(found.tolist() for found in np.unique(rooms, return_counts=True)), strict=True))
    letters = sorted(chr(code) for code in number if chr(code).isalpha() and chr(code) not in _MARKS)
    marked = [mark for mark in START_MARK + EXIT_MARKS if ord(mark) in number]
    if len(letters) + len(marked) > 2 or any(number[ord(letter)] > 1 for letter in letters) or not letters:
        return rooms, ""
    ends = [(START_MARK, "start"), (EXIT_MARKS[0], "exit")]
    if len(letters) == 1:
        is_start = bool({*marked} & {*EXIT_MARKS}) or (not marked and letters[0] in STARTS)
        ends = ends[:1] if is_start else ends[1:]
    rooms, said = rooms.copy(), []
    for letter, (mark, name) in zip(letters, ends, strict=True):
        rooms[rooms == ord(letter)] = ord(mark)
        said.append(f"{letter} is {name} (it stands once)")
    return rooms, "; ".join(said)


def _pitches(codes: Codes, post: str, line: int, column: int) -> tuple[int, int]:
    """Return the distances of posts down and across; raise an error if posts are not in a rectangle."""
    is_post = codes == ord(post)
    if post != BOX_POST:  # a letter o in a room is no post
        is_post[1::2] = False
    lines, columns = np.flatnonzero(is_post[:, 0]), np.flatnonzero(is_post[0])
    if not is_post[0, 0] or len(columns) < 2 or len(lines) < 2:
        seen = "a corner {post!r} and a row and a column of them are needed: this is no box"
        raise place_error(line, column, seen, post=post)
    pitches = []
    for axis, known in ((1, columns), (0, lines)):
        places = np.flatnonzero(is_post.any(axis=1 - axis))
        pitches.append(gcd(*places.tolist()))
        if pitches[-1] < 2:
            odd = int(places[(places % int(known[1]) > 0).argmax()])
            beside = int(is_post.take(odd, axis).argmax())
            r, c = (beside, odd) if axis else (odd, beside)
            seen = "the post {post!r} is at no regular distance from the others"
            raise place_error(line + r, column + c, seen, post=post)
    wide, high = pitches
    height, width = codes.shape
    if (height - 1) % high:
        seen = "a room has {n} lines, and the last line must hold posts"
        raise place_error(line + height - 1, column, seen, n=high - 1)
    if (width - 1) % wide:
        longest = int((codes[:, -1] != BLANK).argmax())
        seen = "a room is {n} characters wide, and this is beside it"
        raise place_error(line + longest, column + width - 1, seen, n=wide - 1)
    return high, wide


def _walls(pieces: Codes, wall: str, axis: int) -> NDArray[np.int8]:
    """Return 1 for a piece whose characters are all in *wall*, 0 for a blank piece, else -1."""
    kinds = np.full(256, -1, np.int8)
    kinds[[ord(character) for character in wall]] = 1
    kinds[BLANK] = 0
    first, *others = np.moveaxis(pieces, axis, 0)  # few large arrays, for speed
    found: NDArray[np.int8] = kinds[first]
    for layer in others:
        found[found != kinds[layer]] = -1
    return found


def _marks(
    text: str, rooms: Codes, places: tuple[int, int, int, int], costs: bool, *, is_mouse: bool
) -> Codes:
    """Return the mark of each room: a blank for no mark, ``#`` for a closed room."""
    line, column, high, wide = places
    size = (high - 1) * (wide - 1)
    number, walls = (np.zeros((rooms.shape[0], rooms.shape[2]), np.uint16) for _ in range(2))
    marks, wrong = np.full_like(number, BLANK, np.uint8), np.zeros(number.shape, bool)
    allowed = START_MARK + "G" if is_mouse else _MARKS + (COST_DIGITS if costs else "")
    is_odd = ~among(np.arange(256, dtype=np.uint8), allowed + " " + ("" if is_mouse else WALL))
    layers = [rooms[:, i, :, j] for i in range(high - 1) for j in range(wide - 1)]
    for layer in layers:
        number += layer != BLANK
        walls += layer == ord(WALL)
        np.maximum(marks, layer, out=marks)  # a blank is less than all marks
        wrong |= is_odd[layer]
    closed = walls == size
    wrong |= ~closed & (walls > 0)
    if place := first_of(wrong):
        names = "in a room 'S' start, 'E' 'G' 'X' exit, '> < ^ v' one-way, all of '#' if closed"
        names = "'S' start and 'G' goal" if is_mouse else names + ", 1-9 costs" * costs
        r, c = place
        odd = is_odd[rooms[r, :, c]]
        i, j = np.argwhere(odd if odd.any() else rooms[r, :, c] == ord(WALL))[0].tolist()
        raise unknown_at(text, line + r * high + 1 + i, column + c * wide + 1 + j, names)
    if place := first_of((number > 1) & ~closed):
        r, c = place
        i, j = np.argwhere(rooms[r, :, c] != BLANK)[1].tolist()
        raise place_error(line + r * high + 1 + i, column + c * wide + 1 + j, "a second mark in one room")
    return marks


# ---------------------------------------------------------------- printing


def print_boxes(grid: Board) -> str:
    """Return *grid* as boxes, with ``S``, ``E``, arrows and costs in the cells."""
    marks = checked_characters(grid)
    return text_of(rooms(grid, np.where(among(marks, ".#"), np.uint8(BLANK), marks)))


def print_micromouse(grid: Board) -> str:
    """Return *grid* as a micromouse maze; all cells must be open."""
    check_open(grid, "micromouse maze")
    marks = checked_characters(grid)
    goals = np.where(marks == ord(EXIT_MARKS[0]), np.uint8(ord("G")), np.uint8(BLANK))
    return text_of(rooms(grid, np.where(marks == ord(START_MARK), marks, goals), MOUSE_POST))


START, END, WAY = "@", "$", "+-|/\\"
STRAIGHT = {"-": (0, 1), "|": (1, 0), "\\": (1, 1), "/": (1, -1)}
_ENDS_AS_DRAWN = {START: "S", END: "E"}
_AS_DRAWN = str.maketrans(_ENDS_AS_DRAWN | dict.fromkeys(WAY, "."))
_ZERO_ONE = str.maketrans("01", ".#")
_KNOWN = {*CHARACTERS, *COST_DIGITS, "0", START, END, *WAY, "\n"} - {"S"}
_TOP = re.compile(r"[+/\\]((---| \| |   )[+/\\])+")  # the first line of a drawing with walls between cells


def fit_path(content: Content) -> Fit:
    """Return SURE for a drawing with one ``@`` and one ``$``, or with a line ``length`` below it."""
    drawn, below = answer_of(content.text)
    if drawn.count(START) != 1 or drawn.count(END) > 1 or not set(drawn[: len(content.sample)]) <= _KNOWN:
        return Fit.NO
    if below or _has_rooms(drawn):
        return Fit.SURE
    if " " in drawn and not _is_spaced(drawn):
        return Fit.NO
    if END in drawn:
        return Fit.NO if drawn == content.sample and _loose(drawn) is not None else Fit.SURE
    return Fit.NO


def parse_path(text: str, *, costs: bool = False) -> BoardText:
    """Return the board of a drawing of a path, with the ends of the path as start and exit."""
    drawn, below = answer_of(text)
    if START in below:
        line = place_of(text, len(drawn) + below.index(START))[0]
        raise one_board_error(line, "another path is drawn here")
    for mark, least in ((START, 1), (END, 0)):
        if not least <= drawn.count(mark) <= 1:
            seen = "{n} cells are marked {mark!r}: a path has one start '@', and one end '$'"
            raise error_of(BoardTextError, seen, n=drawn.count(mark), mark=mark)
    if _has_rooms(drawn):
        read = parse_boxes(_bare_rooms(drawn), costs=costs)
    else:
        if _is_spaced(drawn):
            drawn = "\n".join(line[::2] for line in drawn.split("\n"))
        elif " " in drawn:
            reason = "a blank is no cell here (the margin of a path over a seam is not read: keep the board)"
            raise place_error(*place_of(drawn, drawn.index(" ")), reason)
        plain = drawn.translate(_AS_DRAWN)
        if not costs or "0" in plain:
            plain = plain.translate(_ZERO_ONE)
        read = parse_drawing(plain, costs=costs)
        if (loose := _loose(drawn)) is not None:
            raise place_error(
                *place_of(drawn, loose),
                "{mark!r} goes straight on, and there is no path beside it",
                mark=drawn[loose],
            )
    assert read.start is not None
    return read._replace(form="drawing of a path", exits=read.exits or (read.start,))


def _has_rooms(drawn: str) -> bool:
    return " " in drawn and _TOP.fullmatch(drawn.lstrip("\n").partition("\n")[0]) is not None


def _is_spaced(drawn: str) -> bool:
    return " " in drawn and not any(line[1::2].strip(" ") for line in drawn.split("\n"))


def _loose(drawn: str) -> int | None:
    """Return the index of a straight mark without a path on either side, or None (also for ragged rows)."""
    skipped = len(drawn) - len(drawn.lstrip("\n"))
    codes = codes_of(drawn.strip("\n") + "\n")
    width = int((codes == NEWLINE).argmax()) + 1
    if codes.size % width or (codes[width - 1 :: width] != NEWLINE).any():
        return None
    is_path = np.pad(among(codes.reshape(-1, width), START + END + WAY), 1)
    rows, columns = is_path.shape
    for mark, (down, across) in STRAIGHT.items():
        here = codes.reshape(-1, width) == ord(mark)
        for sign in (1, -1):
            top, left = 1 + sign * down, 1 + sign * across
            loose = here & ~is_path[top : top + rows - 2, left : left + columns - 2]
            if loose.any():
                return skipped + int(loose.argmax())
    return None


def _bare_rooms(drawn: str) -> str:
    """Return a drawing with walls between cells without its path, with letters for the ends of the path."""
    codes, line = rectangle_of(drawn)
    codes = codes.copy()
    if (codes.shape[0] - 1) % HEIGHT or (codes.shape[1] - 1) % PITCH:
        raise place_error(line, 1, "the rooms of a drawing of a path have three characters, and one line")
    posts, doors = codes[::HEIGHT, ::PITCH], codes[::HEIGHT, 2::PITCH]
    posts[among(posts, "/\\")] = ord("+")
    doors[doors == ord("|")] = BLANK
    for column in (0, 1, 3):
        beside = codes[1::HEIGHT, column::PITCH]
        beside[beside == ord("-")] = BLANK
    middles = codes[1::HEIGHT, 2::PITCH]
    middles[among(middles, WAY)] = BLANK
    for mark, letter in _ENDS_AS_DRAWN.items():
        middles[middles == ord(mark)] = ord(letter)
    return "\n" * (line - 1) + text_of(codes)
