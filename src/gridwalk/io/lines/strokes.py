"""Walls drawn with the box-drawing characters of Unicode (U+2500 to U+257F), and cells as half blocks.

Each box-drawing character has arms up, right, down and left; two posts that point at each other have a wall
between them.  Posts stand at a fixed distance across and down, which may be 1: then each character is a post.
It is the largest distance that fits, unless a dot in each room says otherwise; that is what is printed.

A half block is two cells, one above the other or side by side, a quadrant four.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from math import gcd
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import NotPrintableError
from gridwalk.io.boardtext import (
    BLANK,
    BoardText,
    first_of,
    refuse_at,
    text_of,
    wide_rectangle_of,
    wrong_at,
)
from gridwalk.io.content import Content, Fit
from gridwalk.io.drawing import ARROWS, EXIT_MARKS, START_MARK, checked_characters, read_marks
from gridwalk.io.lines.rooms import Sides, boxed, laid_out

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
_ARMS_OF_WORD = {"UP": UP, "RIGHT": RIGHT, "DOWN": DOWN, "LEFT": LEFT, "HORIZONTAL": LEFT + RIGHT,
                 "VERTICAL": UP + DOWN}  # fmt: skip
_FIRST, _NUMBER, _ODD = 0x2500, 128, 16
DOT, CLOSED = "·", "█"
_PRINTED = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by arms
_MARKS = DOT + START_MARK + EXIT_MARKS + "".join(ARROWS) + CLOSED + "#"
_QUADRANTS = "▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"  # by bits: upper left 1, upper right 2, lower left 4, lower right 8


@cache
def arms_table() -> NDArray[np.uint8]:
    """Return the arms of the 128 box-drawing characters, from their names; `_ODD` for diagonals."""
    table = np.zeros(_NUMBER, np.uint8)
    for at in range(_NUMBER):
        words = unicodedata.name(chr(_FIRST + at)).split()
        for word in words:
            table[at] |= _ARMS_OF_WORD.get(word, 0)
        if "DIAGONAL" in words:
            table[at] = _ODD
    return table


@cache
def _tables() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the arms of every character, `_ODD` if it has no meaning, and the mark that it is."""
    arms, marks = np.full(0x110000, _ODD, np.uint8), np.full(0x110000, BLANK, np.uint8)
    arms[[BLANK, *map(ord, _MARKS)]] = 0
    arms[_FIRST : _FIRST + _NUMBER] = arms_table()
    for mark in _MARKS:
        marks[ord(mark)] = ord("#" if mark == CLOSED else mark)
    return arms, marks


def fit_strokes(content: Content) -> Fit:
    """SURE if there are box-drawing characters, and nothing else but marks."""
    sample = content.sample
    if sample.isascii() or not any("─" <= character <= "╿" for character in sample):
        return Fit.NO
    odd = {character for character in sample if not "─" <= character <= "╿"} - set(_MARKS + " \n")
    return Fit.MAYBE if odd else Fit.SURE


def parse_strokes(text: str) -> BoardText:
    """Read walls of box-drawing characters."""
    codes, line = wide_rectangle_of(text)
    arms_of, mark_of = _tables()
    arms, marks = arms_of[codes], mark_of[codes]
    if place := first_of(arms == _ODD):
        allowed = "box-drawing characters, '·' rooms, S start, E G X exits, '█' closed"
        refuse_at(text, line + place[0], place[1] + 1, allowed)
    if not arms.any():
        wrong_at(line, 1, "there is no box-drawing character")
    left = int(arms.any(axis=0).argmax())
    if (codes[:, :left] != BLANK).any() or not arms[0].any():
        r = int((codes[:, :left] != BLANK).any(axis=1).argmax())
        wrong_at(line + r, 1, "a mark stands outside of all walls")
    arms, marks = arms[:, left:], marks[:, left:]
    places = (line, left + 1)
    high, wide = _pitches(arms, marks, places)
    return _board(text, arms, marks, (*places, high, wide))


def _pitches(arms: NDArray[np.uint8], marks: NDArray[np.uint8], places: tuple[int, int]) -> tuple[int, int]:
    # A straight line may run between two posts; where lines end, turn or meet, there is a post.
    turns = np.ones(_ODD, bool)
    turns[[0, LEFT | RIGHT]] = False
    across = np.flatnonzero(turns[arms].any(axis=0))
    turns[[LEFT | RIGHT, UP | DOWN]] = True, False
    down = np.flatnonzero(turns[arms].any(axis=1))
    height, width = arms.shape
    if not len(across) or not len(down) or height < 2 or width < 2:
        wrong_at(*places, "lines both ways are needed to make rooms")
    high, wide = gcd(*down.tolist(), height - 1), gcd(*across.tolist(), width - 1)
    dots = np.argwhere(marks == ord(DOT))
    if len(dots):
        all_marks = np.argwhere(marks != BLANK)
        high, wide = (2 * int(all_marks[:, axis].min()) for axis in (0, 1))
        if not high or not wide or (height - 1) % high or (width - 1) % wide:
            row, column = dots[0].tolist()
            wrong_at(places[0] + row, places[1] + column, "this dot is not in the middle of a room")
        off_columns, off_rows = across[across % wide > 0], down[down % high > 0]
        if len(off_columns) or len(off_rows):
            row = int(off_rows[0]) if len(off_rows) else int((arms[:, off_columns[0]] > 0).argmax())
            column = int((arms[row] > 0).argmax()) if len(off_rows) else int(off_columns[0])
            wrong_at(
                places[0] + row, places[1] + column, "this line runs through the middle of rooms with dots"
            )
    return high, wide


def _board(
    text: str, arms: NDArray[np.uint8], marks: NDArray[np.uint8], places: tuple[int, int, int, int]
) -> BoardText:
    line, column, high, wide = places
    posts = arms[::high, ::wide]
    rows, columns = posts.shape[0] - 1, posts.shape[1] - 1
    outward = np.zeros(arms.shape, np.uint8)
    outward[0], outward[-1] = arms[0] & UP, arms[-1] & DOWN
    outward[:, 0] |= arms[:, 0] & LEFT
    outward[:, -1] |= arms[:, -1] & RIGHT
    if place := first_of(outward > 0):
        wrong_at(line + place[0], column + place[1], "a line runs out of the drawing")
    # Along each wall every character must point on, and back.
    level = _between(text, [arms[::high, at::wide][:, :columns] for at in range(wide)],
                     posts[:, 1:], (RIGHT, LEFT), places, along=1)  # fmt: skip
    upright = _between(text, [arms[at::high, ::wide][:rows] for at in range(high)],
                       posts[1:], (DOWN, UP), places, along=0)  # fmt: skip
    room = np.full((rows, columns), BLANK, np.uint8)
    number = np.zeros((rows, columns), np.uint16)
    for i in range(1, high):
        for j in range(1, wide):
            layer = marks[i::high, j::wide][:rows, :columns]
            number += layer != BLANK
            np.maximum(room, layer, out=room)  # a blank is the least of all
    for down, across in ((high, 1), (1, wide)):
        if place := first_of(marks[::down, ::across] != BLANK):
            spot = line + place[0] * down, column + place[1] * across
            wrong_at(*spot, "a mark stands on a wall or a post: marks stand in rooms")
    closed = room == ord("#")
    if place := first_of((number > 1) & ~(closed & (number == (high - 1) * (wide - 1)))):
        wrong_at(line + place[0] * high + 1, column + place[1] * wide + 1, "a second mark in one room")
    return read_marks("maze of box-drawing characters", room).between(level, upright)


def _between(
    text: str,
    layers: list[NDArray[np.uint8]],
    ends: NDArray[np.uint8],
    bits: tuple[int, int],
    places: tuple[int, int, int, int],
    along: int,
) -> NDArray[np.bool_]:
    """Return where two posts have a wall between them; raise an error where a line breaks off."""
    on, back = bits
    wall = layers[0] & on > 0
    torn = wall != (ends & back > 0)
    for layer in layers[1:]:  # none of these has one of both arms: where a line ends there is a post
        torn |= (layer & on > 0) != wall
    if place := first_of(torn):
        line, column, high, wide = places
        r, c = place
        at = next((k for k, layer in enumerate(layers) if (layer[r, c] & on > 0) != wall[r, c]), len(layers))
        spot = (r * high + (0 if along else at), c * wide + (at if along else 0))
        wrong_at(line + spot[0], column + spot[1], "a line breaks off here: what points at it must be met")
    return wall


def print_strokes(grid: Grid) -> str:
    """Return *grid* with walls of box-drawing characters, and a dot or a mark in each room."""
    rows, columns = grid.shape
    level, upright = boxed(grid)
    arms = np.zeros((rows + 1, columns + 1), np.uint8)
    arms[:, :-1] += RIGHT * level.astype(np.uint8)
    arms[:, 1:] += LEFT * level.astype(np.uint8)
    arms[:-1] += DOWN * upright.astype(np.uint8)
    arms[1:] += UP * upright.astype(np.uint8)
    marks = checked_characters(grid).astype(np.uint32)
    if not (marks == ord(".")).any():
        raise NotPrintableError("in a maze of box-drawing characters some open cell must have no mark")
    marks[marks == ord(".")] = ord(DOT)
    marks[marks == ord("#")] = ord(CLOSED)
    posts = np.array([ord(glyph) for glyph in _PRINTED], np.uint32)[arms]
    return text_of(laid_out(Sides(level, upright), marks, posts, "─│"))


# ---------------------------------------------------------------- half blocks


def fit_halves(content: Content) -> Fit:
    """SURE if there are half blocks or quadrants, and nothing else but full blocks and blanks."""
    sample = set(content.sample)
    if not sample & set(_QUADRANTS[:-1]):
        return Fit.NO
    return Fit.SURE if sample <= set(_QUADRANTS + " \n\N{NO-BREAK SPACE}") else Fit.MAYBE


def parse_halves(text: str) -> BoardText:
    """Read cells as half blocks and quadrants; blank lower halves in the whole last line are no row."""
    codes, line = wide_rectangle_of(text.replace("\N{NO-BREAK SPACE}", " "))
    allowed = np.array([32, *map(ord, _QUADRANTS)], np.uint32)
    order = np.argsort(allowed)
    found = order[np.minimum(np.searchsorted(allowed, codes, sorter=order), len(allowed) - 1)]
    if place := first_of(allowed[found] != codes):
        refuse_at(text, line + place[0], place[1] + 1, "half blocks, quadrants, '█' and blanks")
    rows, columns = codes.shape
    bits = found  # the place in `allowed` is the mask of the quarters
    wall = np.zeros((2 * rows, 2 * columns), bool)
    for k, (down, across) in enumerate(((0, 0), (0, 1), (1, 0), (1, 1))):
        wall[down::2, across::2] = bits >> k & 1
    if not wall[-1].any():
        wall = wall[:-1]
    elif (wall[::2] == wall[1::2]).all():
        wall = wall[::2]  # left and right halves only
    if (wall[:, ::2] == wall[:, 1::2]).all():
        wall = wall[:, ::2]  # upper and lower halves only
    return BoardText("drawing of half blocks", ~wall)


def print_halves(grid: Grid) -> str:
    """Return *grid* with two cells in a character, one above the other, without start and exits."""
    wall = ~grid.open_cells
    if grid.rows % 2:
        wall = np.vstack([wall, np.zeros((1, grid.columns), bool)])
    elif not wall[-1].any():
        raise NotPrintableError("half blocks cannot hold a last row without walls: it would not be seen")
    if not (wall[::2] != wall[1::2]).any():
        raise NotPrintableError("no half block is needed here, all are whole: write a drawing")
    upper, lower = wall[::2], wall[1::2]
    codes = np.where(upper, np.where(lower, ord("█"), ord("▀")), np.where(lower, ord("▄"), 32))
    if not (wall[:2].any() and wall[-2:].any() and wall[:, -1].any()):
        raise NotPrintableError("half blocks cannot hold a border without walls: it would not be seen")
    return text_of(codes.astype(np.uint32))
