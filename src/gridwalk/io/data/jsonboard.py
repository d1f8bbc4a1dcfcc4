"""JSON: our own form, which holds everything, and the matrices of others with start and end.

Our own form has a version, ``"gridwalk": 1``, and rows of ``.`` and ``#``:

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

JSON from a stranger: read strictly, with line and column in the errors.

The rows of a board in the JSON of others: numbers, booleans, characters or texts.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import BoardTextError, Cell, EmptyTextError, FieldError, TextSyntaxError
from gridwalk.io.boardtext import BoardText, first_of, place_of, wide_codes_of
from gridwalk.io.content import MAX_NUMBERS, Content, Fit, within
from gridwalk.io.data import schema
from gridwalk.io.data.values import cells_of, ends_of, refuse_walled, with_ends
from gridwalk.io.drawing import parse_drawing

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

MATRIX_KEYS = ("grid", "matrix", "maze", "map", "board", "cells")
START_KEYS = ("start", "source", "from", "origin")
EXIT_KEYS = ("end", "ends", "exit", "exits", "goal", "goals", "target", "to", "finish")
_HELD = re.compile(
    r'<(?:script type="application/json" id|metadata class)="board">(.*?)</(?:script|metadata)>', re.DOTALL
)
_BEGINS = re.compile(r'\s*(\{\s*(["}]|$)|\[\s*["tfnNI]|\[\s*\[\s*(?:["tfnNI-]|-?[0-9.]+\s*,\s*["tfnNI-]))')
_NOT_IN_A_MATRIX = re.compile(r'"|-\d|\d[eE]|\b(true|false|null|NaN|Infinity)\b')


def fit_json(content: Content) -> Fit:
    """SURE for an object with a key of a board, or a list with words in it; a list of numbers is a matrix."""
    if not _BEGINS.match(content.sample) and not _is_list_with_words(content.sample):
        return Fit.NO
    return Fit.SURE


def fit_page(content: Content) -> Fit:
    """SURE for a page or an SVG picture that holds its board, as those do that gridwalk saves."""
    begins = content.sample.lstrip()[:15].lower().startswith(("<!doctype html>", "<svg "))
    return Fit.SURE if begins and _HELD.search(content.text) else Fit.NO


def parse_page(text: str) -> BoardText:
    """Read the board of a page or a picture that gridwalk saved."""
    held = _HELD.search(text)
    if held is None:
        raise BoardTextError("this page holds no board: it was not saved by gridwalk, or by an old one")
    return parse_json(held[1])


def _is_list_with_words(sample: str) -> bool:
    return bool(re.match(r"\s*\[\s*\[", sample)) and _NOT_IN_A_MATRIX.search(sample) is not None


def parse_json(text: str, *, costs: bool = False, wall_is: str | None = None) -> BoardText:
    """Read a board in JSON: ours, an object with a matrix, start and end, or rows alone."""
    value = json_of(text)
    if isinstance(value, list):
        return cells_of_matrix(value, "the list", (), costs=costs, wall_is=wall_is)
    if not isinstance(value, dict):
        raise BoardTextError("this JSON is neither an object nor a list of rows")
    if "gridwalk" in value:
        if wall_is is not None:
            raise FieldError(
                "gridwalk",
                "gridwalk's own form says what walls are: leave out --wall-is (in Python wall_is=)",
            )
        return _own(value)
    matrix_key = _one_of(value, MATRIX_KEYS)
    if matrix_key is None:
        found = ", ".join(map(repr, list(value)[:8])) or "none"
        raise BoardTextError(
            f"this JSON object has no board: its keys are {found}; a key is {MATRIX_KEYS[0]!r}, or "
            f"one of {', '.join(map(repr, MATRIX_KEYS[1:]))}"
        )
    matrix = value[matrix_key]
    keys = {"start": _one_of(value, START_KEYS), "exits": _one_of(value, EXIT_KEYS)}
    given = {end: (key, value[key]) for end, key in keys.items() if key is not None}
    ends = ends_of(given, _shape_of(matrix))
    cells = (*ends.get("start", ()), *ends.get("exits", ()))
    read = cells_of_matrix(matrix, matrix_key, cells, costs=costs, wall_is=wall_is, is_object=True)
    for end, group in ends.items():
        key, named = given[end]
        refuse_walled(group, read.open_cells, key, may_be_swapped=not isinstance(named, dict))
    return with_ends(read, ends)


def _one_of(value: dict[str, Any], names: tuple[str, ...]) -> str | None:
    found = [key for key in value if key.lower() in names]
    if len(found) > 1:
        raise FieldError(found[1], f"{found[0]!r} is given, too: which of the two is meant?")
    return found[0] if found else None


def _shape_of(matrix: Any) -> tuple[int, int]:
    if not isinstance(matrix, list) or not matrix or not isinstance(matrix[0], list | str):
        return 0, 0
    return len(matrix), len(matrix[0])


# ---------------------------------------------------------------- our own form


def _own(value: dict[str, Any]) -> BoardText:
    schema.check_version(value["gridwalk"])
    known = {"gridwalk", "cells", *schema.PARTS}
    if unknown := value.keys() - known:
        raise FieldError(min(unknown), f"there is no such key; the keys are {', '.join(sorted(known))}")
    if "cells" not in value:
        raise FieldError("cells", "the key is missing: rows of '.' (open) and '#' (wall)")
    open_cells = bits_of(value["cells"], "cells", "#.")
    parts = {name: value[name] for name in schema.PARTS if name in value}
    if (given := parts.get("walls")) is not None:
        if not isinstance(given, dict) or not {"right", "below"} <= set(given) <= {*schema.SIDES}:
            raise FieldError("walls", 'it must have the keys "right" and "below" (and "slant" of hexagons)')
        rows, columns = open_cells.shape
        lower = rows - 1, columns
        shapes = {"right": (rows, columns - 1), "below": lower, "slant": lower}
        parts["walls"] = {key: _sides(given[key], f"walls.{key}", shapes[key]) for key in given}
    return BoardText("board in JSON", open_cells, **schema.read_parts(parts, open_cells))


def _sides(given: Any, key: str, shape: tuple[int, int]) -> NDArray[np.bool_]:
    if 0 in shape and (given == [] or given == [""] * shape[0]):
        return np.zeros(shape, bool)
    return bits_of(given, key, "01")


def print_json(grid: Grid) -> str:
    """Return a grid in our own form, with everything that it holds."""
    import json

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
    """Return rows of two letters as an array, the second of them True."""
    if not isinstance(rows, list) or not rows or not all(type(row) is str for row in rows):
        raise FieldError(key, f"it must be a list of rows, each a text of {letters[0]!r} and {letters[1]!r}")
    _check_widths(rows, key)
    codes = wide_codes_of("".join(rows)).reshape(len(rows), -1)
    second: NDArray[np.bool_] = codes == ord(letters[1])
    if cell := first_of(~second & (codes != ord(letters[0]))):
        row, column = cell
        reason = f"column {column}: {rows[row][column]!r} is neither {letters[0]!r} nor {letters[1]!r}"
        raise FieldError(f"{key}[{row}]", reason)
    return second


def _check_widths(rows: list[Any], key: str) -> None:
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise FieldError(f"{key}[{number}]", f"{len(row)} cells, where the first row has {len(rows[0])}")


# ---------------------------------------------------------------- the JSON of others


def cells_of_matrix(
    rows: Any, key: str, ends: tuple[Cell, ...], *, costs: bool, wall_is: str | None, is_object: bool = False
) -> BoardText:
    """Return the cells of *rows*; a start or exit among *ends* decides what a wall is.

    In an object that has numbers above 1 and no *wall* these are costs, as python-pathfinding has them:
    then 0 and below is a wall.  Of 0 and 1 alone, PathFinding.js reads 0 as open, python-pathfinding 1.
    """
    if not isinstance(rows, list):
        raise FieldError(key, "it must be a list of rows")
    if not rows or rows == [[]]:
        raise EmptyTextError
    if all(type(row) is str for row in rows):
        return _drawn(rows, key, costs, wall_is)
    for number, row in enumerate(rows):
        if type(row) is not list:
            raise FieldError(f"{key}[{number}]", "it must be a list, as the other rows are")
    _check_widths(rows, key)
    values, blank = _array(rows, key)
    if values.dtype.kind == "U":
        return _drawn(["".join(row) for row in rows], key, costs, wall_is)
    implied = is_object and wall_is is None and values.dtype != bool and bool((values > 1).any())
    if implied:
        walls = "<=0" if np.isfinite(values).all() else "<=0,inf,nan"
        word = walls if all(values[cell] > 0 for cell in ends) else None
        found = cells_of(values, costs=True, wall_is=word, blank=blank)
    else:
        default = None if is_object else "1"
        found = cells_of(values, costs=costs, wall_is=wall_is, blank=blank, ends=ends, default=default)
    return found._replace(form=f"{found.form} in JSON")


def _drawn(rows: list[str], key: str, costs: bool, wall_is: str | None) -> BoardText:
    for number, row in enumerate(rows):
        if "\n" in row:
            raise FieldError(f"{key}[{number}]", "a row is one line of text")
    if wall_is in ("0", "1") or (wall_is is None and set("".join(rows)) <= set("01")):
        rows, wall_is = (
            [row.translate(str.maketrans("01", "#." if wall_is == "0" else ".#")) for row in rows],
            None,
        )
    return parse_drawing("\n".join(rows), costs=costs, cell_width=1, wall_is=wall_is)._replace(
        form="drawing in JSON"
    )


def _array(rows: list[list[Any]], key: str) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return the values, and which of them are null."""
    try:
        values = np.array(rows)
    except (ValueError, OverflowError):
        raise FieldError(key, "a cell is a number, true, false, null or a character, not a list") from None
    blank = np.zeros(values.shape, bool)
    if values.dtype == object:
        blank = np.array([[cell is None for cell in row] for row in rows])
        try:
            values = np.array([[np.nan if cell is None else cell for cell in row] for row in rows])
        except (ValueError, OverflowError):
            values = np.array(rows, object)
    if values.ndim != 2 or values.dtype.kind not in "biufU":
        raise FieldError(key, "a cell is a number (of at most 18 digits), true, false, null or a character")
    if values.dtype.kind == "U" and any(
        type(cell) is not str or len(cell) != 1 for row in rows for cell in row
    ):
        raise FieldError(key, "either all cells are one character, or none is")
    return values, blank


def json_of(text: str) -> Any:
    """Return the value of a JSON text; ``NaN`` and ``Infinity`` are numbers.

    Raises
    ------
    TextSyntaxError
        If it is not JSON, or nested too deep.
    FieldError
        If an object has a key twice.

    """
    import json

    within(sum(map(text.count, "[{:")), "lists, objects and keys")
    within(text.count(","), "values", MAX_NUMBERS)
    try:
        return json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise TextSyntaxError(error.lineno, error.colno, f"this is not JSON: {error.msg}") from None
    except RecursionError:
        raise TextSyntaxError(1, 1, "brackets are nested too deep") from None
    except FieldError:
        raise
    except ValueError as error:  # a number of thousands of digits
        raise TextSyntaxError(*place_of(text, 0), f"this is not JSON: {error}") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        number_of = Counter(name for name, _ in pairs)
        raise FieldError(next(name for name in number_of if number_of[name] > 1), "the key stands here twice")
    return found
