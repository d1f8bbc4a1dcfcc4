"""gridwalk's own JSON, which holds all parts of a board; `gridwalk.io.text.objects` reads other JSON.

It has a version, ``"gridwalk": 1``, and rows of ``.`` and ``#``:

>>> from gridwalk import Board
>>> print(print_json(Board.rectangle(1, 2)))
{
 "gridwalk": 1,
 "cells": [
  ".."
 ],
 "start": [0, 0],
 "exits": [[0, 1]],
 "moves": "orthogonal"
}
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import BoardTextError, Message, field_error
from gridwalk.io.boardtext import BoardText, first_of, wide_codes_of
from gridwalk.io.content import Content, Fit
from gridwalk.io.data import schema
from gridwalk.io.text.objects import check_lengths, json_of

if TYPE_CHECKING:
    from gridwalk.board.board import Board

_HELD = re.compile(
    r'<(?:script type="application/json" id|metadata class)="board">(.*?)</(?:script|metadata)>', re.DOTALL
)


def fit_json(content: Content) -> Fit:
    """Return SURE for an object with the key "gridwalk"."""
    return Fit.SURE if re.match(r"\s*\{", content.sample) and '"gridwalk"' in content.text else Fit.NO


def fit_page(content: Content) -> Fit:
    """Return SURE for any web page or SVG picture; `parse_page` checks that it holds a board."""
    begins = content.sample.lstrip()[:14].lower()
    return Fit.SURE if begins.startswith(("<!doctype html", "<html", "<svg", "<?xml")) else Fit.NO


def parse_page(text: str) -> BoardText:
    """Read the board in a page or an SVG picture that gridwalk saved."""
    held = _HELD.search(text)
    if held is None:
        raise BoardTextError("this page holds no board: it was not saved by gridwalk, or by an old one")
    return parse_json(held[1])


def parse_json(text: str) -> BoardText:
    """Read a board in gridwalk's own JSON."""
    value = json_of(text)
    if not isinstance(value, dict) or "gridwalk" not in value:
        raise BoardTextError('this JSON is not gridwalk\'s own: it has no key "gridwalk"')
    schema.check_version(value["gridwalk"])
    known = {"gridwalk", "cells", *schema.PARTS}
    if unknown := value.keys() - known:
        raise field_error(
            min(unknown), "there is no such key; the keys are {keys}", keys=", ".join(sorted(known))
        )
    if "cells" not in value:
        raise field_error("cells", "the key is missing: rows of '.' (open) and '#' (wall)")
    open_cells = bits_of(value["cells"], "cells", "#.")
    parts = {name: value[name] for name in schema.PARTS if name in value}
    if (given := parts.get("walls")) is not None:
        if not isinstance(given, dict) or not {"right", "below"} <= set(given) <= {*schema.SIDES}:
            raise field_error("walls", 'it must have the keys "right" and "below" (and "slant" of hexagons)')
        rows, columns = open_cells.shape
        lower = rows - 1, columns
        shapes = {"right": (rows, columns - 1), "below": lower, "slant": lower}
        parts["walls"] = {key: _sides(given[key], f"walls.{key}", shapes[key]) for key in given}
    return BoardText("board in JSON", open_cells, **schema.read_parts(parts, open_cells))


def _sides(given: Any, key: str, shape: tuple[int, int]) -> NDArray[np.bool_]:
    if 0 in shape and (given == [] or given == [""] * shape[0]):
        return np.zeros(shape, bool)
    return bits_of(given, key, "01")


def print_json(grid: Board) -> str:
    """Return *grid* in gridwalk's own JSON, with all its parts."""

    def lines(array: NDArray[np.bool_], letters: str) -> str:
        words = np.where(array, np.uint8(ord(letters[1])), np.uint8(ord(letters[0])))
        return "[\n" + ",\n".join(f'  "{row.tobytes().decode()}"' for row in words) + "\n ]"

    values = schema.parts_of(grid)
    if values["corners"] == "both":
        del values["corners"]
    parts = {"gridwalk": str(schema.VERSION), "cells": lines(grid.open_cells, "#.")}
    for name, value in values.items():
        if name == "costs":
            parts[name] = "[\n" + ",\n".join(f"  {json.dumps(row)}" for row in value.tolist()) + "\n ]"
        elif name == "walls":
            parts[name] = "{" + ", ".join(f'"{side}": {lines(value[side], "01")}' for side in value) + "}"
        else:
            parts[name] = json.dumps(value)
    return "{\n" + ",\n".join(f' "{name}": {part}' for name, part in parts.items()) + "\n}"


def bits_of(rows: Any, key: str, letters: str) -> NDArray[np.bool_]:
    """Return rows of two *letters* as an array; the second letter is True."""
    if not isinstance(rows, list) or not rows or not all(type(row) is str for row in rows):
        seen = "it must be a list of rows, each a text of {one!r} and {other!r}"
        raise field_error(key, seen, one=letters[0], other=letters[1])
    check_lengths(rows, key)
    codes = wide_codes_of("".join(rows)).reshape(len(rows), -1)
    second: NDArray[np.bool_] = codes == ord(letters[1])
    if cell := first_of(~second & (codes != ord(letters[0]))):
        (row, column), (one, other) = cell, (letters[0], letters[1])
        what = rows[row][column]
        words = Message("{what!r} is neither {one!r} nor {other!r}", what=what, one=one, other=other)
        raise field_error(f"{key}[{row}]", "column {column}: {words}", column=column, words=words)
    return second
