"""Drawings of a path, as ``str(path)``, find, shortest, longest and sample print them: their board.

``@`` is the start and ``$`` the end (``@`` alone is both); ``+``, ``-``, ``|``, ``/`` and a backslash are
the path, whose cells are open.  The rest is as in a drawing, with walls between cells as in one of boxes;
``0`` and ``1`` (``--glyphs 01``) are open cells and walls.  From the line ``length 12`` on nothing is read.

What the path covers is not in the drawing: costs, arrows, and exits that it passes.
"""

from __future__ import annotations

import re

import numpy as np

from gridwalk.errors import BoardTextError, OneBoardError, TwoReadingsError
from gridwalk.io.boardtext import BoardText
from gridwalk.io.characters import COST_DIGITS, NEWLINE, among, codes_of, place_of
from gridwalk.io.content import Content, Fit, answer_of
from gridwalk.io.drawing import CHARACTERS, parse_drawing
from gridwalk.io.lines.boxes import parse_boxes, text_of
from gridwalk.io.lines.lattice import BLANK, rectangle_of, wrong_at
from gridwalk.io.lines.rooms import HEIGHT, PITCH

START, END, WAY = "@", "$", "+-|/\\"
STRAIGHT = {"-": (0, 1), "|": (1, 0), "\\": (1, 1), "/": (1, -1)}
_ENDS_AS_DRAWN = {START: "S", END: "E"}
_AS_DRAWN = str.maketrans(_ENDS_AS_DRAWN | dict.fromkeys(WAY, "."))
_ZERO_ONE = str.maketrans("01", ".#")
_KNOWN = {*CHARACTERS, *COST_DIGITS, "0", START, END, *WAY, "\n"} - {"S"}
_TOP = re.compile(r"[+/\\]((---| \| |   )[+/\\])+")  # of a drawing of rooms


def fit_path(content: Content) -> Fit:
    """SURE for a drawing with one ``@`` and one ``$``; MAYBE where the start may be all of the path."""
    drawn, below = answer_of(content.text)
    if drawn.count(START) != 1 or drawn.count(END) > 1 or not set(drawn[: len(content.sample)]) <= _KNOWN:
        return Fit.NO
    if below or _has_rooms(drawn):
        return Fit.SURE
    if " " in drawn and not _is_spaced(drawn):
        return Fit.NO
    if END in drawn:
        return Fit.NO if drawn == content.sample and _loose(drawn) is not None else Fit.SURE
    if set(drawn) & set(WAY):
        return Fit.NO
    # A player of Sokoban who is walled in is the same board.
    return Fit.NO if "#" in drawn and set(drawn) <= set("#@\n") else Fit.MAYBE


def doubt_path(content: Content) -> None:
    """Refuse ``@`` alone among open cells: somebody may have marked the start of a board so."""
    drawn, below = answer_of(content.text)
    if END not in drawn and not below and set(drawn) - set("#@\n"):
        raise TwoReadingsError(
            "'@' (there is no '$')",
            ("a path of one cell, the start and the exit", "a start"),
            "write S for a start, or say --format path (in Python format='path')",
        )


def parse_path(text: str, *, costs: bool = False) -> BoardText:
    """Return the board of a drawing of a path, with the path's ends; *text* has newlines only."""
    drawn, below = answer_of(text)
    if START in below:
        line = place_of(text, len(drawn) + below.index(START))[0]
        raise OneBoardError(line, "another path is drawn here")
    for mark, least in ((START, 1), (END, 0)):
        if not least <= drawn.count(mark) <= 1:
            raise BoardTextError(
                f"{drawn.count(mark)} cells are marked {mark!r}: a path has one start '@', and one end '$'"
            )
    if _has_rooms(drawn):
        read = parse_boxes(_bare_rooms(drawn), costs=costs)
    else:
        if _is_spaced(drawn):
            drawn = "\n".join(line[::2] for line in drawn.split("\n"))
        elif " " in drawn:
            reason = "a blank is no cell here (the margin of a path over a seam is not read: keep the board)"
            wrong_at(*place_of(drawn, drawn.index(" ")), reason)
        plain = drawn.translate(_AS_DRAWN)
        if not costs or "0" in plain:
            plain = plain.translate(_ZERO_ONE)
        read = parse_drawing(plain, costs=costs, cell_width=1)
        if (loose := _loose(drawn)) is not None:
            wrong_at(
                *place_of(drawn, loose), f"{drawn[loose]!r} goes straight on, and there is no path beside it"
            )
    assert read.start is not None
    return read._replace(form="drawing of a path", exits=read.exits or (read.start,))


def _has_rooms(drawn: str) -> bool:
    return " " in drawn and _TOP.fullmatch(drawn.lstrip("\n").partition("\n")[0]) is not None


def _is_spaced(drawn: str) -> bool:
    return " " in drawn and not any(line[1::2].strip(" ") for line in drawn.split("\n"))


def _loose(drawn: str) -> int | None:
    """Return where a straight mark has no path before or behind it; None if all have, or rows are ragged."""
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
    """Return a drawing of rooms without the path, its ends as letters."""
    codes, line = rectangle_of(drawn)
    codes = codes.copy()
    if (codes.shape[0] - 1) % HEIGHT or (codes.shape[1] - 1) % PITCH:
        wrong_at(line, 1, "the rooms of a drawing of a path have three characters, and one line")
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
