"""Walls coded in each cell: hexadecimal digits, four bits, named sides, or strokes.

In the right order of the four sides (of 24), all neighbours agree about the wall between them.  The border is
closed, so its bits show whether a set bit is a wall or a passage.
"""

from __future__ import annotations

import re
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Message, UnclearBoardError, error_of
from gridwalk.io.boardtext import BoardText
from gridwalk.io.text.rows import SignTable

_NAMES = {
    **dict.fromkeys(("n", "north", "top", "up", "u"), "N"),
    **dict.fromkeys(("e", "east", "right", "r"), "E"),
    **dict.fromkeys(("s", "south", "bottom", "down", "d"), "S"),
    **dict.fromkeys(("w", "west", "left", "l"), "W"),
}
_STROKES = {"*": "", "|": "|", "_": "_", "7": "|_"}
_SURE = 0.9  # the share of agreeing neighbours from which cells surely hold walls
_FEW_SIGNS = 5

Bits = NDArray[np.bool_]


def _coded(form: str, words: Message) -> Message:
    return Message("walls coded in each cell ({form}): {words}", form=form, words=words)


def side_of(name: str) -> str | None:
    """Return N, E, S or W for a name such as ``northWall``, ``wall_left`` or ``E``; else None."""
    return _NAMES.get(re.sub(r"_|-|walls?|is|has|open", "", name.lower()))


def board_of_sides(
    bits: Bits, form: str, notes: list[str], order: str | None = None, usual: str = ""
) -> BoardText | None:
    """Return the board of four bits per cell, shape (4, rows, columns); None if the bits are not walls.

    *order*, such as ``NESW``, is the order of the bits.  By default it is found; if several fit, *usual* is
    used.
    """
    orders = [order] if order else ["".join(sides) for sides in permutations("NESW")]
    marks = {sides: _agreement(bits, sides) for sides in orders}
    best = max(marks.values())
    if best < 1:
        if best < _SURE and order is None:
            return None
        if best >= _SURE and order is not None:
            return _with_doubt(bits, form, order, best, notes)
        raise UnclearBoardError(
            _coded(form, Message("at best {n:.1%} of the neighbours agree about their wall", n=best))
        )
    found = [sides for sides, mark in marks.items() if mark == best]
    if usual in found:
        found = [usual]
    if len({bits[[sides.index(side) for side in "NESW"]].tobytes() for sides in found}) > 1:
        raise UnclearBoardError(
            _coded(form, Message("the orders {orders} of the sides all fit", orders=" and ".join(found[:4])))
        )
    north, east, south, west = (bits[found[0].index(side)] for side in "NESW")
    closed = float(np.concatenate([north[0], south[-1], west[:, 0], east[:, -1]]).mean())
    if 0.25 < closed < 0.75:
        raise UnclearBoardError(
            _coded(form, Message("is a set bit a wall? {n:.0%} of the border has it", n=closed))
        )
    is_wall = closed >= 0.75
    notes.append(f"{form}, in the order {found[0]}, 1 is a {'wall' if is_wall else 'passage'}")
    return _with_walls(form, *((~side if not is_wall else side) for side in (north, east, south, west)))


def _with_doubt(bits: Bits, form: str, order: str, agreed: float, notes: list[str]) -> BoardText:
    """Return the board if some neighbours disagree: there is a wall if either cell has it."""
    north, east, south, west = (bits[order.index(side)].copy() for side in "NESW")
    if np.concatenate([north[0], south[-1], west[:, 0], east[:, -1]]).mean() < 0.5:  # passages are set
        north, east, south, west = ~north, ~east, ~south, ~west
    east[:, :-1] |= west[:, 1:]
    south[:-1] |= north[1:]
    notes.append(f"{form}: {1 - agreed:.1%} of the neighbours differ, and a wall is where one has it")
    north[1:], west[:, 1:] = south[:-1], east[:, :-1]
    return _with_walls(form, north, east, south, west)


def _agreement(bits: Bits, order: str) -> float:
    """Return the share of neighbours that agree about their wall if ``bits[k]`` is the side ``order[k]``."""
    north, east, south, west = (bits[order.index(side)] for side in "NESW")
    same = (east[:, :-1] == west[:, 1:]).sum() + (south[:-1] == north[1:]).sum()
    return float(same / max(1, east[:, :-1].size + south[:-1].size))


def _with_walls(form: str, north: Bits, east: Bits, south: Bits, west: Bits) -> BoardText:
    """Return the board with walls on these sides; two openings of the border are start and exit."""
    level, upright = np.concatenate([north, south[-1:]]), np.concatenate([west, east[:, -1:]], axis=1)
    return BoardText(form, np.ones(north.shape, bool)).between(level, upright)


def coded_walls(rows: SignTable, notes: list[str]) -> BoardText | None:
    """Return the board of cells that are hexadecimal digits, numbers below 16, or four bits; else None."""
    if min(rows.shape) < 2 or rows.codes.size < 2 * 2:
        return None
    if {*rows.signs} <= _STROKES.keys() and {"7", "_"} <= {*rows.signs}:
        return _of_strokes(rows, notes)
    if all(re.fullmatch(r"[01]{4}", sign) for sign in rows.signs):
        values, form = [int(sign, 2) for sign in rows.signs], "four bits a cell"
    elif all(re.fullmatch(r"[0-9a-fA-F]", sign) for sign in rows.signs):
        values, form = [int(sign, 16) for sign in rows.signs], "a hexadecimal digit of walls a cell"
    elif all(re.fullmatch(r"\d|1[0-5]", sign) for sign in rows.signs):
        values, form = [int(sign) for sign in rows.signs], "a number of walls a cell, below 16"
    else:
        return None
    if not form.startswith("four") and (len(values) < _FEW_SIGNS or max(values) < 8):
        return None
    codes = np.array(values)[rows.codes]
    return board_of_sides(np.array([codes >> k & 1 == 1 for k in range(4)]), form, notes)


def _of_strokes(rows: SignTable, notes: list[str]) -> BoardText:
    """Return the board of cells ``*`` (no wall), ``|`` and ``_`` (a wall), ``7`` (both)."""
    level, upright = (
        rows.where([sign for sign in rows.signs if stroke in _STROKES[sign]]) for stroke in "_|"
    )
    above, below, left, right = level[0].all(), level[-1].all(), upright[:, 0].all(), upright[:, -1].all()
    if above == below or left == right:
        raise UnclearBoardError(
            "cells of * | _ 7: a closed border would show whether _ is above or below, | left or right"
        )
    level = np.concatenate([level, level[:1] | True] if above else [level[:1] | True, level])
    upright = np.concatenate(
        [upright, upright[:, :1] | True] if left else [upright[:, :1] | True, upright], axis=1
    )
    notes.append(
        f"_ is a wall {'above' if above else 'below'}, | {'left' if left else 'right'}, 7 both, * none"
    )
    return BoardText("a sign of walls a cell", np.ones(rows.shape, bool)).between(level, upright)


def table_of_sides(rows: SignTable, notes: list[str]) -> BoardText | None:
    """Return the board of a table with a line for each cell and a column for each side, or None."""
    words = (
        [[rows.signs[code] for code in line] for line in rows.codes.tolist()] if rows.shape[1] < 10 else []
    )
    names = [side_of(name) for name in words[0]] if words else []
    if not {*"NESW"} <= {*names} or len(words) < 5:
        return None
    at = names.index(None) if None in names else -1
    places = [re.findall(r"\d+", line[at]) for line in words[1:]]
    if any(len(place) != 2 for place in places):
        seen = "a table of sides, whose cells are not all (row, column): {cell!r}"
        raise error_of(UnclearBoardError, seen, cell=words[1][at])
    cells = np.array(places, np.int64)
    base = cells.min(axis=0)
    shape = cells.max(axis=0) - base + 1
    if len(cells) != shape[0] * shape[1]:
        seen = "a table of sides with {n} cells on a board of {rows} x {columns}"
        raise error_of(UnclearBoardError, seen, n=len(cells), rows=shape[0], columns=shape[1])
    bits = np.zeros((4, *shape), bool)
    for index, side in enumerate("NESW"):
        is_set = [line[names.index(side)] not in ("0", "False", " ") for line in words[1:]]
        bits[index, cells[:, 0] - base[0], cells[:, 1] - base[1]] = is_set
    return board_of_sides(bits, f"a table of sides, cells counted from {base[0]}", notes, "NESW")
