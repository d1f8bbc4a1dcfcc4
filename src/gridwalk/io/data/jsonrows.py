"""JSON from a stranger: read strictly, with line and column in the errors.

The rows of a board in the JSON of others: numbers, booleans, characters or texts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, EmptyTextError, FieldError, TextSyntaxError
from gridwalk.io.boardtext import BoardText, place_of
from gridwalk.io.content import MAX_NUMBERS, within
from gridwalk.io.data.values import cells_of
from gridwalk.io.drawing import parse_drawing


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
        names = [name for name, _ in pairs]
        raise FieldError(next(name for name in names if names.count(name) > 1), "the key stands here twice")
    return found


def cells_of_matrix(
    rows: Any, key: str, ends: tuple[Cell, ...], *, costs: bool, wall: str | None, is_object: bool = False
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
        return _drawn(rows, key, costs, wall)
    if not all(type(row) is list for row in rows):
        number = next(at for at, row in enumerate(rows) if type(row) is not list)
        raise FieldError(f"{key}[{number}]", "it must be a list, as the other rows are")
    if len({len(row) for row in rows}) > 1:
        number = next(at for at, row in enumerate(rows) if len(row) != len(rows[0]))
        raise FieldError(
            f"{key}[{number}]", f"{len(rows[number])} cells, where the first row has {len(rows[0])}"
        )
    values, blank = _array(rows, key)
    if values.dtype.kind == "U":
        return _drawn(["".join(row) for row in rows], key, costs, wall)
    implied = is_object and wall is None and values.dtype != bool and bool((values > 1).any())
    if implied and ends:
        word = "<=0" if all(values[cell] > 0 for cell in ends) else None
        found = cells_of(values, costs=True, wall=word, blank=blank)
    elif implied:
        found = cells_of(values, costs=True, wall="<=0", blank=blank)
    else:
        default = None if is_object else "1"
        found = cells_of(values, costs=costs, wall=wall, blank=blank, ends=ends, default=default)
    return BoardText(f"{found.form} in JSON", found.open_cells, costs=found.costs)


def _drawn(rows: list[str], key: str, costs: bool, wall: str | None) -> BoardText:
    if number := next((at for at, row in enumerate(rows) if "\n" in row), None):
        raise FieldError(f"{key}[{number}]", "a row is one line of text")
    if wall is None and set("".join(rows)) <= set("01"):
        rows, wall = [row.replace("0", ".").replace("1", "#") for row in rows], None
    elif wall in ("0", "1"):
        rows, wall = [row.translate({48: "#."[wall == "1"], 49: ".#"[wall == "1"]}) for row in rows], None
    return parse_drawing("\n".join(rows), costs=costs, cell_width=1, wall=wall)._replace(
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
