"""Mazes of maze-dataset (Ivanitskiy et al.): the array ``connection_list``, and tokens.

``connection_list`` is bool of shape (2, rows, columns): ``[0]`` a passage down, ``[1]`` one to the right.
Tokens are a list of passages, then the start (ORIGIN), the exit (TARGET) and a path:

>>> from gridwalk import Board
>>> print_tokens(Board.rectangle(1, 2)).partition(" <TARGET_START>")[0]
'<ADJLIST_START> (0,0) <--> (0,1) ; <ADJLIST_END> <ORIGIN_START> (0,0) <ORIGIN_END>'
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import BoardTextError, EmptyTextError, FieldError, NotPrintableError, TextSyntaxError
from gridwalk.grids.moves import ORTHOGONAL
from gridwalk.io.boardtext import BoardText, check_size, first_of, place_of
from gridwalk.io.content import Content, Fit, within
from gridwalk.io.data.jsonboard import json_of
from gridwalk.io.data.values import ends_of, with_ends
from gridwalk.io.lines.rooms import boxed

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

_START = "<ADJLIST_START>"
_CELL = re.compile(r"\(\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)")
_EDGE = re.compile(rf"{_CELL.pattern}\s*(?:<-->|<XX>)\s*{_CELL.pattern}\s*;?")
_PASSAGE = re.compile(rf"{_CELL.pattern}\s*<-->\s*{_CELL.pattern}")
_PART = re.compile(r"<(ADJLIST|ORIGIN|TARGET|PATH)_START>(.*?)<\1_END>", re.DOTALL)


# ---------------------------------------------------------------- connection_list


def is_connection_list(array: NDArray[Any]) -> bool:
    """Whether an array is of bool or 0 and 1, of the shape (2, rows, columns)."""
    return array.ndim == 3 and array.shape[0] == 2 and array.size > 0 and array.dtype.kind in "biu"


def connected(array: NDArray[Any]) -> BoardText:
    """Return the board of a ``connection_list``; all its cells are open."""
    if not is_connection_list(array):
        raise FieldError(
            "connection_list", f"it must be bool of the shape (2, rows, columns), not {array.shape}"
        )
    for value in array[(array != 0) & (array != 1)][:1]:
        raise FieldError("connection_list", f"{value} is in it, and not only 0 and 1")
    down, right = array != 0
    for passages, name in (
        (down[-1], "[0] leads down out of the last row"),
        (right[:, -1], "[1] leads out of the last column"),
    ):
        if passages.any():
            raise FieldError("connection_list", f"{name}, at {int(passages.argmax())}")
    return BoardText(
        "connection_list of maze-dataset", np.ones(down.shape, bool), walls=(~right[:, :-1], ~down[:-1])
    )


def fit_connections(content: Content) -> Fit:
    """SURE for JSON of a ``connection_list``, by its name or by three brackets."""
    head = content.sample.lstrip()
    named = head.startswith("{") and '"connection_list"' in content.text
    return Fit.SURE if named or re.match(r"\[\s*\[\s*\[", head) else Fit.NO


def parse_connections(text: str) -> BoardText:
    """Read a ``connection_list`` in JSON."""
    value = json_of(text)
    given = value
    if isinstance(value, dict):
        if "connection_list" not in value:
            raise FieldError("connection_list", "the key is missing")
        given = value["connection_list"]
    try:
        array = np.array(given)
    except (ValueError, OverflowError):
        raise FieldError("connection_list", "its rows are not of one length") from None
    read = connected(array)
    if not isinstance(value, dict):
        return read
    rows, columns = read.open_cells.shape
    keys = {"start": "start_pos", "exits": "end_pos"}
    given = {end: (key, value[key]) for end, key in keys.items() if value.get(key) is not None}
    return with_ends(read, ends_of(given, (rows, columns)))


def print_connections(grid: Grid) -> str:
    """Return a grid as JSON of its ``connection_list``."""
    import json

    array = connections_of(grid).astype(int).tolist()
    down, right = (",\n   ".join(json.dumps(row) for row in side) for side in array)
    return (
        f'{{"connection_list": [\n  [{down}],\n  [{right}]],\n "start_pos": {json.dumps(grid.start)},\n '
        f'"end_pos": {json.dumps(_one_exit(grid))}}}'
    )


def connections_of(grid: Grid) -> NDArray[np.bool_]:
    """Return the ``connection_list`` of a grid; raise `NotPrintableError` if it has closed cells."""
    if cell := first_of(~grid.open_cells):
        raise NotPrintableError(
            f"a connection_list cannot hold closed cells such as {cell}: its walls are between cells"
        )
    if set(grid.moves.deltas) != set(ORTHOGONAL.deltas):
        raise NotPrintableError(
            f"a connection_list is of orthogonal moves; this board has {grid.moves.name} moves"
        )
    level, upright = boxed(grid)
    return np.stack([~level[1:], ~upright[:, 1:]])


def _one_exit(grid: Grid) -> tuple[int, int]:
    if len(grid.exits) > 1:
        raise NotPrintableError(f"maze-dataset has one exit; this board has {len(grid.exits)}")
    return grid.exits[0]


# ---------------------------------------------------------------- tokens


def fit_tokens(content: Content) -> Fit:
    """SURE for a text that begins with the list of passages."""
    return Fit.SURE if content.sample.lstrip().startswith(_START) else Fit.NO


def parse_tokens(text: str) -> BoardText:
    """Read the tokens of one maze: passages, start, exit and path."""
    parts: dict[str, tuple[str, int]] = {}
    last = 0
    for part in _PART.finditer(text):
        if text[last : part.start()].strip():
            raise _wrong(text, last, "this is in no part of a maze")
        if part[1] in parts:
            raise _wrong(text, part.start(), f"{part[1]} begins a second time; a text must hold one maze")
        parts[part[1]] = part[2], part.start(2)
        last = part.end()
    if text[last:].strip() or "ADJLIST" not in parts:
        raise _wrong(text, last, "a part begins here that does not end (<ADJLIST_END>)")
    passages = _passages(text, *parts["ADJLIST"])
    others = {name: _cells(text, *parts[name]) for name in ("ORIGIN", "TARGET", "PATH") if name in parts}
    for name in ("ORIGIN", "TARGET"):
        if name in others and len(others[name]) != 1:
            raise _wrong(text, parts[name][1], f"{name} has {len(others[name])} cells; it is one cell")
    cells = np.concatenate([passages.reshape(-1, 2), *others.values()])
    if not len(cells):
        raise EmptyTextError
    rows, columns = (cells.max(axis=0) + 1).tolist()
    check_size(rows, columns)
    right, below = np.ones((rows, columns - 1), bool), np.ones((rows - 1, columns), bool)
    for side, step in ((below, (1, 0)), (right, (0, 1))):
        for first, second in ((0, 1), (1, 0)):
            here = (passages[:, second] - passages[:, first] == step).all(axis=1)
            side[tuple(passages[here, first].T)] = False
    start, exits = (tuple(map(tuple, others.get(name, cells[:0]).tolist())) for name in ("ORIGIN", "TARGET"))
    return BoardText(
        "tokens of maze-dataset",
        np.ones((rows, columns), bool),
        start=start[0] if start else None,
        exits=exits,
        walls=(right, below),
        tour=others["PATH"].astype(np.int32) if len(others.get("PATH", ())) else None,
    )


def _passages(text: str, part: str, at: int) -> NDArray[np.int64]:
    """Return the passages of a part of *text* that begins *at*, shape (n, 2, 2)."""
    within(part.count("("), "cells of passages")
    _refuse_rest(text, part, at, _EDGE, ": a passage is (0,0) <--> (0,1) ;")
    numbers = [int(word) for edge in _PASSAGE.findall(part) for word in edge]
    passages = np.array(numbers, np.int64).reshape(-1, 2, 2)
    far = np.abs(passages[:, 0] - passages[:, 1]).sum(axis=1) != 1
    if far.any():
        edge = list(_PASSAGE.finditer(part))[int(far.argmax())]
        raise _wrong(text, at + edge.start(), f"{edge[0]}: these cells do not touch")
    return passages


def _cells(text: str, part: str, at: int) -> NDArray[np.int64]:
    _refuse_rest(text, part, at, _CELL, " is no cell: write (row,column)")
    return np.array([int(word) for cell in _CELL.findall(part) for word in cell], np.int64).reshape(-1, 2)


def _refuse_rest(text: str, part: str, at: int, pattern: re.Pattern[str], words: str) -> None:
    """Raise the error for what is none of the *pattern* in a part of *text*."""
    if rest := pattern.sub("", part).strip():
        first = rest.split(None, 1)[0]
        raise _wrong(text, at + max(0, part.find(first)), f"{first!r}{words}")


def _wrong(text: str, at: int, reason: str) -> BoardTextError:
    at += len(text[at:]) - len(text[at:].lstrip())
    return TextSyntaxError(*place_of(text, min(at, len(text))), reason)


def print_tokens(grid: Grid) -> str:
    """Return the passages of a grid in reading order, its start and its exit."""
    down, right = connections_of(grid)
    named = right | down  # the cells with a passage, and the ends
    named[:, 1:] |= right[:, :-1]
    named[1:] |= down[:-1]
    start, exit_ = grid.start, _one_exit(grid)
    named[start] = named[exit_] = True
    if not (named[-1].any() and named[:, -1].any()):
        last = grid.rows - 1, grid.columns - 1
        raise NotPrintableError(
            f"tokens name only cells with a passage; the size would be lost: no one leads to {last}"
        )
    words = [
        f"({row},{column}) <--> ({row + is_down},{column + 1 - is_down}) ;"
        for row, column, is_down in np.argwhere(np.stack([right, down], axis=2)).tolist()
    ]
    return (
        f"{_START} {' '.join(words)}{' ' * bool(words)}<ADJLIST_END> <ORIGIN_START> ({start[0]},{start[1]}) "
        f"<ORIGIN_END> <TARGET_START> ({exit_[0]},{exit_[1]}) <TARGET_END>"
    )
