"""Boards as JSON objects: a grid under one of several keys, sizes and obstacles, or cells with walls."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gridwalk.errors import (
    BoardTextError,
    Cell,
    UnclearBoardError,
    empty_text_error,
    error_of,
    field_error,
    place_error,
)
from gridwalk.io.boardtext import BoardText
from gridwalk.io.content import MAX_NUMBERS, within
from gridwalk.io.text.conventions import EXIT_NAME, MAZE, START_NAME
from gridwalk.io.text.sides import board_of_sides, side_of

GRIDS = ("maze", "grid", "map", "board", "matrix", "cells", "layout", "tiles", "rows")
OBSTACLES = ("obstacles", "walls", "blocked")
ROWS, COLUMNS = ("height", "rows", "nrows"), ("width", "cols", "columns", "ncols")
SIZES = ("dimensions", "size", "shape", "grid_size", "gridsize")
LOST = ("walls", "costs", "weights", "portals")
LONGEST_NUMBER = 4300  # digits; Python takes quadratic time
_LARGER = {"w", "h", "width", "height", "radius", "size"}  # keys of obstacles larger than a cell
_POINTS = (("row", "col"), ("row", "column"), ("r", "c"), ("i", "j"), ("y", "x"))


@dataclass
class Point:
    """Two numbers, and whether they are certainly (row, column)."""

    pair: Cell
    is_cell: bool


@dataclass
class Found:
    """The board in an object, or its cells, and the points of start and exits."""

    board: BoardText | None = None
    cells: list[list[str]] = field(default_factory=list)
    start: list[Point] = field(default_factory=list)
    exits: list[Point] = field(default_factory=list)
    has_costs: bool = False

    def with_ends(self, board: BoardText, notes: list[str]) -> BoardText:
        """Return *board* with its ends; points are (row, column), or (x, y) if only these are all open."""
        points = [*self.start[:1], *self.exits]
        if len(self.start) > 1:
            raise field_error("start", "{n} cells are given; a board has one start", n=len(self.start))
        if not points:
            return board
        ways = {
            "row, column": [point.pair for point in points],
            "x, y": [point.pair if point.is_cell else point.pair[::-1] for point in points],
        }
        fits = {name: cells for name, cells in ways.items() if all(board.is_open(cell) for cell in cells)}
        if not fits:
            rows, columns = board.open_cells.shape
            given, key = (
                ", ".join(str(point.pair) for point in points[:6]),
                "start" if self.start else "exits",
            )
            seen = "not all of {cells} are open cells of {rows} x {columns}, as (row, column) or as (x, y)"
            raise field_error(key, seen, cells=given, rows=rows, columns=columns)
        name, cells = next(iter(fits.items()))
        if name == "x, y":
            notes.append("start and exits are (x, y): as (row, column) they are no open cells")
        start = cells[0] if self.start else board.start
        return board._replace(start=start, exits=tuple(cells[1:] if self.start else cells) or board.exits)


def json_of(text: str) -> Any:
    """Return the value of a JSON text; ``NaN`` and ``Infinity`` are numbers.

    Raises
    ------
    BoardTextError
        If it is not JSON, nested too deep, or an object has a key twice.

    """
    within(sum(map(text.count, "[{:")), "lists, objects and keys")
    within(text.count(","), "values", MAX_NUMBERS)
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(LONGEST_NUMBER)  # the command line removes the limit
    try:
        return json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise place_error(error.lineno, error.colno, "this is not JSON: {error}", error=error.msg) from None
    except RecursionError:
        raise place_error(1, 1, "brackets are nested too deep") from None
    except BoardTextError:
        raise
    except ValueError as error:  # a number of thousands of digits
        raise place_error(1, 1, "this is not JSON: {error}", error=error) from None
    finally:
        sys.set_int_max_str_digits(limit)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        number_of = Counter(name for name, _ in pairs)
        twice = next(name for name in number_of if number_of[name] > 1)
        raise field_error(twice, "the key stands here twice")
    return found


def check_lengths(rows: list[Any], key: str) -> None:
    """Raise `BoardTextError` if a row is not as long as the first."""
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            seen = "{n} cells, where the first row has {first}"
            raise field_error(f"{key}[{number}]", seen, n=len(row), first=len(rows[0]))


def has_objects(data: Any) -> bool:
    """Return whether *data* is an object, or an array of objects."""
    while isinstance(data, list) and data:
        data = data[0]
    return isinstance(data, dict)


def _value(thing: dict[str, Any], names: tuple[str, ...]) -> Any:
    """Return the value of the first key in *names* that an object has, or None."""
    lower = {str(key).lower(): value for key, value in thing.items()}
    return next((lower[name] for name in names if name in lower), None)


def _named(thing: dict[str, Any], pattern: re.Pattern[str]) -> Any:
    """Return the value of the first key that matches *pattern*, or None."""
    return next((value for key, value in thing.items() if pattern.match(str(key))), None)


def _points(data: Any, key: str) -> list[Point]:
    """Return the points in a value: [1, 2], {"x": 2, "y": 1}, "1,2", or a list of such points."""
    if isinstance(data, dict):
        lower = {str(name).lower(): value for name, value in data.items()}
        for one, two in _POINTS:
            if one in lower and two in lower and isinstance(lower[one], int) and isinstance(lower[two], int):
                if key == "obstacles" and (sizes := {*lower} & _LARGER):
                    seen = "the key {key!r} is not read: give a point for each cell"
                    raise field_error(key, seen, key=min(sizes))
                return [Point((lower[one], lower[two]), True)]
    elif isinstance(data, str) and (pair := re.fullmatch(r"\D?(\d{1,9})\D{1,3}(\d{1,9})\D?", data)):
        return [Point((int(pair[1]), int(pair[2])), False)]
    elif isinstance(data, list) and len(data) == 2 and all(type(value) is int for value in data):
        return [Point((data[0], data[1]), False)]
    elif isinstance(data, list) and all(isinstance(entry, dict | list | str) for entry in data):
        return [point for entry in data for point in _points(entry, key)]
    seen = "{cell} is no cell: write [row, column], or {example}"
    raise field_error(key, seen, cell=str(data)[:40], example='{"x": 3, "y": 0}')


def board_of_object(data: Any, notes: list[str], *, costs: bool) -> Found:
    """Return the board in a JSON value that is or holds an object."""
    whole = dict(data) if isinstance(data, dict) else {}
    for name in ("map", "maze", "grid", "board", *SIZES):
        if isinstance(inner := _value(whole, (name,)), dict):
            whole |= inner
    agents = _value(whole, ("agents",))
    if isinstance(agents, list) and agents and isinstance(agents[0], dict):
        notes.append(f"start and exit of the first of {len(agents)} agents")
        whole |= agents[0]
    found = Found()
    for key, pattern, points in (("start", START_NAME, found.start), ("exits", EXIT_NAME, found.exits)):
        value = _named(whole, pattern)
        if value == []:
            raise field_error(key, "{n} cells are given", n=0)
        if value is not None and not isinstance(value, bool):
            points.extend(_points(value, key))
    lower = {str(key).lower(): value for key, value in whole.items()}
    grid = data if isinstance(data, list) else _value(whole, GRIDS)
    if {"left_walls", "top_walls"} <= lower.keys():
        found.board = _by_two_sides(lower["left_walls"], lower["top_walls"], notes)
    elif isinstance(grid, list | str):
        grid = grid.strip("\n").split("\n") if isinstance(grid, str) else grid
        if lost := [key for key in LOST if key in lower]:
            seen = "beside the board the object holds {keys}, which would be lost"
            raise error_of(UnclearBoardError, seen, keys=", ".join(lost))
        _of_grid(grid, whole, found, notes, is_list=isinstance(data, list), costs=costs)
    elif isinstance(obstacles := _value(whole, OBSTACLES), list):
        given = [key for key in (*OBSTACLES, *LOST) if isinstance(lower.get(key), list)]
        if len({*given}) > 1:
            seen = "the object holds {keys}: one would be lost"
            raise error_of(UnclearBoardError, seen, keys=" and ".join(dict.fromkeys(given)))
        _by_obstacles(whole, obstacles, found, notes)
    else:
        keys = ", ".join(map(repr, [*whole][:8])) or "none"
        raise error_of(
            UnclearBoardError,
            "this JSON object has no board: its keys are {found}; rows of a board stand under "
            "{keys}, or obstacles beside a width and a height",
            found=keys,
            keys=", ".join(map(repr, GRIDS[:5])),
        )
    return found


def _by_two_sides(left: Any, top: Any, notes: list[str]) -> BoardText:
    try:
        one, two = np.array(left, bool), np.array(top, bool)
    except ValueError:
        raise field_error("left_walls", "it must be a list of rows, all of one length") from None
    rows, columns = min(len(one), len(two)), min(one.shape[-1], two.shape[-1])
    if one.ndim != 2 or two.ndim != 2 or not rows or not columns:
        raise field_error("left_walls", "it must be a list of rows")
    closed = np.ones((1, columns), bool), np.ones((rows, 1), bool)
    notes.append("left_walls and top_walls: walls between cells, [row][column]")
    board = BoardText("walls between cells in JSON", np.ones((rows, columns), bool))
    return board.between(np.concatenate([two[:rows, :columns], closed[0]]),
                         np.concatenate([one[:rows, :columns], closed[1]], axis=1))  # fmt: skip


def _folded(grid: list[Any], whole: dict[str, Any]) -> list[Any]:
    """Return rows of a flat list of cells: of objects with row and column, or with a given width."""
    columns = _value(whole, COLUMNS)
    if all(isinstance(cell, dict) for cell in grid) and all(len(cell) > 2 for cell in grid):
        try:
            cells = {_points(cell, "cells")[0].pair: cell for cell in grid}
        except BoardTextError:
            return grid
        rows, columns = max(row for row, _ in cells) + 1, max(column for _, column in cells) + 1
        if len(cells) != rows * columns or min(min(pair) for pair in cells) < 0:
            seen = "{n} cells are given of a board of {rows} x {columns}"
            raise error_of(UnclearBoardError, seen, n=len(cells), rows=rows, columns=columns)
        return [[cells[row, column] for column in range(columns)] for row in range(rows)]
    if type(columns) is int and columns > 0 and not any(isinstance(cell, list | str) for cell in grid):
        return [grid[at : at + columns] for at in range(0, len(grid), columns)]
    return grid


def _of_grid(
    grid: list[Any], whole: dict[str, Any], found: Found, notes: list[str], *, is_list: bool, costs: bool
) -> None:
    """Put the rows of a grid into *found*."""
    if not grid or grid == [[]]:
        raise empty_text_error()
    grid = _folded(grid, whole)
    if all(isinstance(row, dict) and len(row) == 1 for row in grid):
        grid = [next(iter(row.values())) for row in grid]
    if all(isinstance(row, str) for row in grid):
        grid = [[*row] for row in grid]
    if not all(isinstance(row, list) for row in grid):
        raise field_error("grid", "it must be a list of rows: lists of cells, or texts")
    check_lengths(grid, "grid")
    if all(isinstance(cell, dict) for row in grid for cell in row):
        _by_cell_objects(grid, found, notes)
        return
    if any(isinstance(cell, list | dict) for row in grid for cell in row):
        reason = "a cell is a number, true, false, null or a text; all cells are of one kind"
        raise field_error("grid", reason)
    found.cells = [["" if cell is None else str(cell) for cell in row] for row in grid]
    # In an object, numbers above 1 are costs, and 0 and below are walls, as in python-pathfinding.
    numbers = {cell for row in grid for cell in row if type(cell) in (int, float)}
    words = {cell for row in grid for cell in row if type(cell) in (str, bool)}
    above = [cell for row in grid for cell in row if type(cell) in (int, float) and cell > 1]
    are_marks = len(above) < 3 and len(grid) * len(grid[0]) >= MAZE  # one or two numbers are ends
    if not is_list and not words and len(numbers) > 2 and above and not are_marks:
        found.has_costs = True
        found.cells = [
            ["" if cell is None else "#" if cell <= 0 else str(cell) for cell in row] for row in grid
        ]
        if not costs or 0 in numbers:
            notes.append("numbers are costs, 0 and below walls")


def _by_obstacles(whole: dict[str, Any], obstacles: list[Any], found: Found, notes: list[str]) -> None:
    """Put the board of two sizes and a list of obstacles into *found*; all points have the same order."""
    rows, columns, sizes = _value(whole, ROWS), _value(whole, COLUMNS), _value(whole, SIZES)
    blocked = _points(obstacles, "obstacles")
    points = [*blocked, *found.start, *found.exits]
    if rows is None and isinstance(sizes, list) and len(sizes) == 2:
        columns, rows = sizes  # (x, y), as for points
    if type(rows) is not int or type(columns) is not int or not (rows > 0 and columns > 0):
        raise field_error("height", "a list of obstacles needs a height and a width")
    within(rows * columns, "cells", MAX_NUMBERS)
    as_xy = all(point.is_cell or (point.pair[0] < columns and point.pair[1] < rows) for point in points)
    as_cells = all(point.is_cell or (point.pair[0] < rows and point.pair[1] < columns) for point in points)
    if not as_xy and not as_cells:
        seen = "points are outside of {rows} rows and {columns} columns, as (x, y) and as (row, column)"
        raise error_of(UnclearBoardError, seen, rows=rows, columns=columns)
    are_rows_named = _value(whole, ("rows", "nrows")) is not None  # named rows, not height
    is_xy = as_xy and not (as_cells and are_rows_named)
    if not all(point.is_cell for point in points):
        order, other = ("(x, y)", "(row, column)") if is_xy else ("(row, column)", "(x, y)")
        notes.append(f"points are {order}" + (f"; as {other} they fit, too" if as_xy and as_cells else ""))
    for point in points:
        if is_xy and not point.is_cell:
            point.pair = point.pair[::-1]
        point.is_cell = True
    open_cells = np.ones((rows, columns), bool)
    for point in blocked:
        if not (0 <= point.pair[0] < rows and 0 <= point.pair[1] < columns):
            seen = "{cell} is outside of {rows} rows and {columns} columns"
            raise field_error("obstacles", seen, cell=point.pair, rows=rows, columns=columns)
        open_cells[point.pair] = False
    found.board = BoardText("obstacles in JSON", open_cells)


def _by_cell_objects(grid: list[list[dict[str, Any]]], found: Found, notes: list[str]) -> None:
    """Put the board of cells that are objects, with a wall or with sides, into *found*."""
    flat = [
        [{**cell, **cell["walls"]} if isinstance(cell.get("walls"), dict) else cell for cell in row]
        for row in grid
    ]
    names = {str(name) for row in flat for cell in row for name in cell}
    for row, line in enumerate(flat):
        for column, cell in enumerate(line):
            if _named(cell, START_NAME) is True:
                found.start.append(Point((row, column), True))
            if _named(cell, EXIT_NAME) is True:
                found.exits.append(Point((row, column), True))
    lists = sorted(
        name for name in names
        if all(isinstance(cell.get(name), list) and len(cell[name]) == 4 for row in flat for cell in row)
    )  # fmt: skip
    sides = {side: name for name in sorted(names) if (side := side_of(name))}
    steps = sorted(names & {"move", "moves", "directions"})
    flags = sorted(
        name for name in names if name.lower() in ("wall", "iswall", "is_wall", "blocked", "obstacle")
    )
    if {*sides} == {*"NESW"}:
        bits = np.array([[[bool(cell.get(sides[side])) for cell in row] for row in flat] for side in "NESW"])
        found.board = board_of_sides(
            bits, "objects with " + ", ".join(sides[side] for side in "NESW"), notes, "NESW"
        )
    elif lists:
        bits = np.array([[[bool(cell[lists[0]][k]) for cell in row] for row in flat] for k in range(4)])
        found.board = board_of_sides(bits, f"objects whose {lists[0]!r} are four walls", notes, usual="NESW")
    elif steps:
        given = [
            [{side_of(word) for word in re.findall(r"\w+", str(cell.get(steps[0])))} for cell in row]
            for row in flat
        ]
        bits = np.array([[[side in sides for sides in row] for row in given] for side in "NESW"])
        found.board = board_of_sides(bits, f"objects whose {steps[0]!r} lists sides", notes, "NESW")
    elif flags:
        found.board = BoardText(
            "objects in JSON", np.array([[not cell.get(flags[0]) for cell in row] for row in flat])
        )
        notes.append(f"cells whose {flags[0]!r} is true are walls")
    else:
        seen = "cells are objects with {names}: none of them is known as a wall"
        raise error_of(UnclearBoardError, seen, names=", ".join(sorted(names)[:10]))
