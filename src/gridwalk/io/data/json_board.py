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
 "moves": "rook"
}
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError, BoardTextError, Cell, FieldError, InputError, NotPrintableError
from gridwalk.grids.checks import checked_diagonal
from gridwalk.grids.moves import CORNER_RULES, NAMED_MOVES, Moves
from gridwalk.grids.namedmoves import parse_moves
from gridwalk.grids.portals import Portal, checked_portals
from gridwalk.grids.ways import OneWay, ways_of
from gridwalk.io.boardtext import BoardText
from gridwalk.io.content import Content, Fit
from gridwalk.io.data.jsonrows import cells_of_matrix, json_of
from gridwalk.io.data.values import cell_of, cells_of_list, refuse_walled

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

VERSION = 1
MATRIX_KEYS = ("grid", "matrix", "maze", "map", "board", "cells")
START_KEYS = ("start", "source", "from", "origin")
EXIT_KEYS = ("end", "ends", "exit", "exits", "goal", "goals", "target", "to", "finish")
_OWN_KEYS = {
    "gridwalk", "cells", "start", "exits", "moves", "corners", "costs", "diagonal", "one_way", "walls",
    "wrap", "portals",
}  # fmt: skip
_BEGINS = re.compile(r'\s*(\{\s*(["}]|$)|\[\s*["tfnNI]|\[\s*\[\s*(?:["tfnNI-]|-?[0-9.]+\s*,\s*["tfnNI-]))')
_HAS_NAME = re.compile(r"[0-9]+,[0-9]+|(queen|bishop|amazon):[0-9]+")
_NOT_IN_A_MATRIX = re.compile(r'"|-\d|\d[eE]|\b(true|false|null|NaN|Infinity)\b')


def fit_json(content: Content) -> Fit:
    """SURE for an object with a key of a board, or a list with words in it; a list of numbers is a matrix."""
    if not _BEGINS.match(content.sample) and not _is_list_with_words(content.sample):
        return Fit.NO
    if '"layers"' in content.text and '"tilewidth"' in content.text:
        return Fit.NO  # a map of Tiled
    if "connection_list" in content.sample or re.match(r"\s*\[\s*\[\s*\[", content.sample):
        return Fit.NO  # of maze-dataset
    return Fit.SURE


def _is_list_with_words(sample: str) -> bool:
    return bool(re.match(r"\s*\[\s*\[", sample)) and _NOT_IN_A_MATRIX.search(sample) is not None


def parse_json(text: str, *, costs: bool = False, wall: str | None = None) -> BoardText:
    """Read a board in JSON: ours, an object with a matrix, start and end, or rows alone."""
    value = json_of(text)
    if isinstance(value, list):
        matrix, ends = value, {}
        return cells_of_matrix(matrix, "the list", (), costs=costs, wall=wall)
    if not isinstance(value, dict):
        raise BoardTextError("this JSON is neither an object nor a list of rows")
    if "gridwalk" in value:
        if wall is not None:
            raise FieldError("gridwalk", "gridwalk's own form says what walls are: leave out wall")
        return _own(value)
    matrix_key = _one_of(value, MATRIX_KEYS)
    if matrix_key is None:
        found = ", ".join(map(repr, list(value)[:8])) or "none"
        raise BoardTextError(
            f"this JSON object has no board: its keys are {found}; a key is {MATRIX_KEYS[0]!r}, or "
            f"one of {', '.join(map(repr, MATRIX_KEYS[1:]))}"
        )
    matrix, shape = value[matrix_key], _shape_of(value[matrix_key])
    keys = [key for key in (_one_of(value, START_KEYS), _one_of(value, EXIT_KEYS)) if key is not None]
    ends = {key: cells_of_list(value[key], shape, key) for key in keys}
    cells = tuple(cell for group in ends.values() for cell in group)
    read = cells_of_matrix(matrix, matrix_key, cells, costs=costs, wall=wall, is_object=True)
    for key, group in ends.items():
        refuse_walled(group, read.open_cells, key, may_be_swapped=not isinstance(value[key], dict))
    start_key, exit_key = _one_of(value, START_KEYS), _one_of(value, EXIT_KEYS)
    if start_key is not None:
        if len(ends[start_key]) > 1:
            raise FieldError(start_key, f"{len(ends[start_key])} cells are given; a board has one start")
        read = read._replace(start=ends[start_key][0])
    return read if exit_key is None else read._replace(exits=ends[exit_key])


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
    if type(value["gridwalk"]) is not int or value["gridwalk"] != VERSION:
        raise FieldError("gridwalk", f"this is version {value['gridwalk']!r}; version {VERSION} can be read")
    if unknown := value.keys() - _OWN_KEYS:
        raise FieldError(min(unknown), f"there is no such key; the keys are {', '.join(sorted(_OWN_KEYS))}")
    if "cells" not in value:
        raise FieldError("cells", "the key is missing: rows of '.' (open) and '#' (wall)")
    open_cells = bits_of(value["cells"], "cells", "#.")
    shape = open_cells.shape
    exits = cells_of_list(value["exits"], shape, "exits") if "exits" in value else ()
    start = cell_of(value["start"], shape, "start") if "start" in value else None
    refuse_walled(exits, open_cells, "exits")
    refuse_walled(() if start is None else (start,), open_cells, "start")
    return BoardText(
        "board in JSON",
        open_cells,
        costs=costs_of(value["costs"], open_cells, "costs") if "costs" in value else None,
        one_way=_ways(value.get("one_way", []), shape),
        start=start,
        exits=exits,
        moves=moves_of(value.get("moves", "rook"), value.get("corners", "both")),
        walls=_walls(value["walls"], shape) if value.get("walls") is not None else None,
        wrap=wrap_of(value.get("wrap")),
        diagonal=diagonal_of(value.get("diagonal")),
        portals=portals_of(value["portals"], open_cells) if "portals" in value else None,
    )


def diagonal_of(given: Any) -> float | None:
    """Return the factor of a diagonal step of our own form, checked."""
    try:
        return checked_diagonal(given, None)
    except ArgumentError as error:
        raise FieldError("diagonal", str(error)) from None


def portals_of(rows: Any, open_cells: NDArray[np.bool_]) -> tuple[Portal, ...]:
    """Return the portals of our own form, rows ``[row, column, row, column, cost or null]``, checked."""
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 5 for row in rows):
        raise FieldError("portals", "it must be rows [row, column, to row, to column, cost or null]")
    try:
        return checked_portals([(row[:2], row[2:4], row[4]) for row in rows], open_cells)
    except InputError as error:
        raise FieldError("portals", str(error)) from None


def bits_of(rows: Any, key: str, letters: str) -> NDArray[np.bool_]:
    """Return rows of two letters as an array, the second of them True."""
    if not isinstance(rows, list) or not rows or not all(type(row) is str for row in rows):
        raise FieldError(key, f"it must be a list of rows, each a text of {letters[0]!r} and {letters[1]!r}")
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        number = next(at for at, row in enumerate(rows) if len(row) != len(rows[0]))
        raise FieldError(
            f"{key}[{number}]", f"{len(rows[number])} cells, where the first row has {len(rows[0])}"
        )
    codes = np.frombuffer("".join(rows).encode("utf-32-le", "surrogatepass"), np.uint32)
    codes = codes.reshape(len(rows), -1)
    second: NDArray[np.bool_] = codes == ord(letters[1])
    strange = ~second & (codes != ord(letters[0]))
    if strange.any():
        row, column = divmod(int(strange.argmax()), codes.shape[1])
        raise FieldError(
            f"{key}[{row}]",
            f"column {column}: {rows[row][column]!r} is neither {letters[0]!r} nor {letters[1]!r}",
        )
    return second


def costs_of(rows: Any, open_cells: NDArray[np.bool_], key: str) -> NDArray[Any]:
    """Return the costs of our own form, checked."""
    try:
        costs = np.array(rows)
    except ValueError:
        raise FieldError(key, "its rows are not of one length") from None
    if costs.shape != open_cells.shape or costs.dtype.kind not in "iuf":
        raise FieldError(key, f"it must be {open_cells.shape[0]} rows of {open_cells.shape[1]} numbers")
    strange = open_cells & ~(np.isfinite(costs) & (costs >= 0))
    if strange.any():
        row, column = divmod(int(strange.argmax()), costs.shape[1])
        raise FieldError(
            f"{key}[{row}][{column}]", f"{costs[row, column]} is no cost: costs are finite, and 0 or more"
        )
    return costs


def moves_of(given: Any, corners: Any) -> Moves:
    """Return the moves that a name or a list of steps says."""
    if corners not in CORNER_RULES:
        raise FieldError("corners", f"{corners!r}: it must be one of {', '.join(CORNER_RULES)}")
    try:
        if isinstance(given, str):
            return parse_moves(given).with_corners(corners)
        return Moves([tuple(step) for step in given], corners)
    except (TypeError, ValueError) as error:
        reason = str(error) if isinstance(error, InputError) else "it must be a name or a list of steps"
        raise FieldError("moves", reason) from None


def wrap_of(given: Any) -> str | None:
    """Return which edges meet."""
    if given not in (None, "rows", "columns", "both"):
        raise FieldError("wrap", f"{given!r}: it must be null, 'rows', 'columns' or 'both'")
    return None if given is None else str(given)


def _ways(given: Any, shape: tuple[int, int]) -> dict[Cell, OneWay]:
    if not isinstance(given, list):
        raise FieldError("one_way", "it must be a list of [row, column, step in rows, step in columns]")
    for number, way in enumerate(given):
        if not isinstance(way, list) or len(way) != 4 or not all(type(part) is int for part in way):
            raise FieldError(f"one_way[{number}]", "it must be [row, column, step in rows, step in columns]")
    return ways_of_rows(given, shape)


def ways_of_rows(rows: list[list[int]], shape: tuple[int, int]) -> dict[Cell, OneWay]:
    """Return the directions of one-way cells, a row for each; the step 0, 0 says that there is none."""
    ways: dict[Cell, list[tuple[int, int]]] = {}
    for number, (row, column, down, across) in enumerate(rows):
        cell = cell_of((row, column), shape, f"one_way[{number}]")
        several = ways.setdefault(cell, [])
        if down or across:
            several.append((down, across))
    return {cell: several[0] if len(several) == 1 else tuple(several) for cell, several in ways.items()}


def rows_of_ways(grid: Grid) -> list[list[int]]:
    """Return the rows that `ways_of_rows` reads."""
    return [[*cell, *way] for cell, given in grid.one_way.items() for way in ways_of(given) or ((0, 0),)]


def _walls(given: Any, shape: tuple[int, int]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    if not isinstance(given, dict) or set(given) != {"right", "below"}:
        raise FieldError("walls", 'it must have the keys "right" and "below"')
    rows, columns = shape
    right = _sides(given["right"], "walls.right", ((rows, columns - 1), (rows, columns)))
    below = _sides(given["below"], "walls.below", ((rows - 1, columns), (rows, columns)))
    return right, below


def _sides(given: Any, key: str, shapes: tuple[tuple[int, int], ...]) -> NDArray[np.bool_]:
    if 0 in shapes[0] and (given == [] or given == [""] * shapes[0][0]):
        return np.zeros(shapes[0], bool)
    found = bits_of(given, key, "01")
    if found.shape not in shapes:
        words = " or ".join(f"{rows} rows of {columns}" for rows, columns in shapes)
        raise FieldError(key, f"it has {found.shape[0]} rows of {found.shape[1]}; it must be {words}")
    return found


def print_json(grid: Grid) -> str:
    """Return a grid in our own form, with everything that it holds."""
    import json

    def lines(array: NDArray[np.bool_], letters: str) -> str:
        words = np.where(array, np.uint8(ord(letters[1])), np.uint8(ord(letters[0])))
        return "[\n" + ",\n".join(f'  "{row.tobytes().decode()}"' for row in words) + "\n ]"

    parts = {
        "gridwalk": str(VERSION),
        "cells": lines(grid.open_cells, "#."),
        "start": json.dumps(grid.start),
        "exits": json.dumps(grid.exits),
        "moves": json.dumps(named_or_steps(grid.moves.unwrapped)),
    }
    if grid.moves.corners != "both":
        parts["corners"] = json.dumps(grid.moves.corners)
    if grid.costs is not None:
        parts["costs"] = "[\n" + ",\n".join(f"  {json.dumps(row)}" for row in grid.costs.tolist()) + "\n ]"
    if grid.diagonal is not None:
        parts["diagonal"] = json.dumps(grid.diagonal)
    if grid.one_way:
        parts["one_way"] = json.dumps(rows_of_ways(grid))
    walls, wrap = grid.walls, grid.wrap
    if walls is not None:
        parts["walls"] = '{"right": ' + lines(walls[0], "01") + ', "below": ' + lines(walls[1], "01") + "}"
    if wrap is not None:
        parts["wrap"] = json.dumps(wrap)
    if grid.portals:
        parts["portals"] = json.dumps([[*one.source, *one.target, one.cost] for one in grid.portals])
    return "{\n" + ",\n".join(f' "{name}": {part}' for name, part in parts.items()) + "\n}"


def named_or_steps(moves: Moves) -> str | list[list[int]]:
    """Return the name of moves that `parse_moves` knows, or else their steps."""
    try:
        has_name = moves.name in NAMED_MOVES or re.fullmatch(
            r"[0-9]+,[0-9]+|(queen|bishop|amazon):[0-9]+", moves.name
        )
        if has_name and parse_moves(moves.name).deltas == moves.deltas:
            return moves.name
    except InputError:
        pass
    if moves.slides:
        raise NotPrintableError("moves that slide are kept by name only: queen, bishop and amazon")
    return [list(delta) for delta in moves.deltas]
