"""The parts of a board in gridwalk's own files, with a row for each part, in the order of writing.

A row has a function that returns the part as plain values (numbers, strings, lists, arrays), and a function
that checks such values.  The modules of JSON and of NumPy's archives convert plain values to bytes and back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import checked_diagonal
from gridwalk.board.legal import OneWay, ways_of
from gridwalk.board.moves import CORNER_RULES, NAMED_MOVES, Moves, filed, parse_moves
from gridwalk.board.passages import Portal, checked_portals
from gridwalk.errors import BoardTextError, Cell, InputError, Message, field_error, joined

if TYPE_CHECKING:
    from gridwalk.board.board import Board

VERSION = 1
SIDES = ("right", "below", "slant")  # of walls between cells; the last for hexagons only
_WAY = "[row, column, step in rows, step in columns]"

Mask = NDArray[np.bool_]


class Part(NamedTuple):
    """A part of a board.

    *of* returns its plain values, or None if the board has no such part.  *read* receives plain values and
    the open cells of the board, checks the values and returns the part.
    """

    of: Callable[[Board], Any]
    read: Callable[[Any, Mask], Any]


def parts_of(grid: Board) -> dict[str, Any]:
    """Return the plain values of all parts of *grid*."""
    values = {name: part.of(grid) for name, part in PARTS.items()}
    return {name: value for name, value in values.items() if value is not None}


def read_parts(values: dict[str, Any], open_cells: Mask) -> dict[str, Any]:
    """Return the fields of a `BoardText`, except the open cells; raise `BoardTextError` if one is invalid."""
    read = {}
    for name in [name for name in PARTS if name in values]:
        try:
            read[name] = PARTS[name].read(values[name], open_cells)
        except BoardTextError:
            raise
        except InputError as error:
            raise field_error(name, str(error)) from None
    corners = read.pop("corners", "both")
    moves = read.get("moves", NAMED_MOVES["orthogonal"])
    return {**read, "moves": moves if corners == moves.corners else moves.with_corners(corners)}


def check_version(found: Any) -> None:
    """Raise `BoardTextError` for a file of another version."""
    if type(found) is not int or found != VERSION:
        raise field_error(
            "gridwalk", "this is version {found!r}; version {known} can be read", found=found, known=VERSION
        )


_ROW_KEYS, _COLUMN_KEYS = ("row", "r", "y"), ("column", "col", "c", "x")


def _whole(part: Any) -> int:
    if isinstance(part, bool):
        raise TypeError
    return index(part)


def cell_of(value: Any, shape: tuple[int, int], key: str) -> Cell:
    """Return the cell of a value such as ``[row, column]`` or ``{"x": 3, "y": 0}``.

    Raises
    ------
    BoardTextError
        If it is no cell, or a cell outside the board; *key* is named in the message.

    """
    pair: Any = value
    if isinstance(value, dict):
        rows = [value[name] for name in _ROW_KEYS if name in value]
        columns = [value[name] for name in _COLUMN_KEYS if name in value]
        pair = (*rows, *columns) if len(rows) == len(columns) == 1 else ()
    try:
        row, column = (_whole(part) for part in pair)
    except (TypeError, ValueError):
        shown = repr(value)
        shown = shown if len(shown) <= 40 else f"{shown[:37]}..."
        raise field_error(key, "{cell} is no cell: write [row, column]", cell=shown) from None
    if not (0 <= row < shape[0] and 0 <= column < shape[1]):
        seen = "{cell} is outside of {rows} rows and {columns} columns"
        words = Message(seen, cell=(row, column), rows=shape[0], columns=shape[1])
        swapped = 0 <= column < shape[0] and 0 <= row < shape[1] and not isinstance(value, dict)
        raise _swapped_error(key, words, row, column) if swapped else field_error(key, words)
    return row, column


def _swapped_error(key: str, words: Message, row: int, column: int) -> BoardTextError:
    """Return the error for a cell that may be (x, y), with the notation for that."""
    example = f'{{"x": {row}, "y": {column}}}'
    return field_error(key, "{words}; is it x, y? then write {example}", words=words, example=example)


def cells_of_list(value: Any, shape: tuple[int, int], key: str) -> tuple[Cell, ...]:
    """Return the cells of a list of cells, or of a single cell."""
    is_pair = isinstance(value, list | tuple) and len(value) == 2
    if not isinstance(value, list | tuple) or (is_pair and all(type(part) in (int, float) for part in value)):
        return (cell_of(value, shape, key),)
    return tuple(sorted({cell_of(part, shape, f"{key}[{number}]") for number, part in enumerate(value)}))


def refuse_walled(cells: Iterable[Cell], open_cells: Mask, key: str) -> None:
    """Raise `BoardTextError` if one of *cells* is a wall."""
    rows, columns = open_cells.shape
    for row, column in cells:
        if not open_cells[row, column]:
            words = Message("{cell} is a wall", cell=(row, column))
            swapped = column < rows and row < columns and bool(open_cells[column, row])
            raise _swapped_error(key, words, row, column) if swapped else field_error(key, words)


def _start(given: Any, open_cells: Mask) -> Cell:
    cells = cells_of_list(given, open_cells.shape, "start")
    if len(cells) != 1:
        raise field_error("start", "{n} cells are given; a board has one start", n=len(cells))
    refuse_walled(cells, open_cells, "start")
    return cells[0]


def _exits(given: Any, open_cells: Mask) -> tuple[Cell, ...]:
    exits = cells_of_list(given, open_cells.shape, "exits")
    refuse_walled(exits, open_cells, "exits")
    return exits


def _moves(given: Any, open_cells: Mask) -> Moves:
    """Return the moves of a name or a list of steps."""
    try:
        if isinstance(given, str):
            return parse_moves(filed(given))
        return Moves([tuple(step) for step in given], "none")
    except InputError:
        raise
    except (TypeError, ValueError):
        raise field_error("moves", "it must be a name or a list of steps") from None


def _corners(given: Any, open_cells: Mask) -> Any:
    if given not in CORNER_RULES:
        seen = "{given!r}: it must be one of {known}"
        raise field_error("corners", seen, given=given, known=", ".join(CORNER_RULES))
    return given


def costs_of(rows: Any, open_cells: Mask) -> NDArray[Any]:
    """Return the costs as an array, checked."""
    try:
        costs = np.array(rows)
    except ValueError:
        raise field_error("costs", "its rows are not of one length") from None
    if costs.shape != open_cells.shape or costs.dtype.kind not in "iuf":
        rows, columns = open_cells.shape
        raise field_error("costs", "it must be {rows} rows of {columns} numbers", rows=rows, columns=columns)
    strange = open_cells & ~(np.isfinite(costs) & (costs >= 0))
    if strange.any():
        row, column = divmod(int(strange.argmax()), costs.shape[1])
        seen = "{cost} is no cost: costs are finite, and 0 or more"
        raise field_error(f"costs[{row}][{column}]", seen, cost=costs[row, column])
    return costs


def _ways(rows: Any, open_cells: Mask) -> dict[Cell, OneWay]:
    """Return the directions of one-way cells from rows; the step 0, 0 means no direction."""
    if not isinstance(rows, list):
        raise field_error("one_way", "it must be a list of {what}", what=_WAY)
    ways: dict[Cell, list[tuple[int, int]]] = {}
    for number, way in enumerate(rows):
        if not isinstance(way, list) or len(way) != 4 or not all(type(part) is int for part in way):
            raise field_error(f"one_way[{number}]", "it must be {what}", what=_WAY)
        several = ways.setdefault(cell_of(way[:2], open_cells.shape, f"one_way[{number}]"), [])
        if any(way[2:]):
            several.append((way[2], way[3]))
    return {cell: several[0] if len(several) == 1 else tuple(several) for cell, several in ways.items()}


def _rows_of_ways(grid: Board) -> list[list[int]]:
    return [[*cell, *way] for cell, given in grid.one_way.items() for way in ways_of(given) or ((0, 0),)]


def _walls(given: Any, open_cells: Mask) -> tuple[Mask, ...] | None:
    """Return the walls between cells from arrays of bool: right, below, and slant for hexagons."""
    if given is None:
        return None
    rows, columns = open_cells.shape
    inner_of = {"right": (rows, columns - 1), "below": (rows - 1, columns), "slant": (rows - 1, columns)}
    for key, inner in ((key, inner_of[key]) for key in inner_of if key in given):
        found = given[key].shape
        if found not in (inner, (rows, columns)) or given[key].dtype != bool:
            has, one, other = (
                joined("{one} rows of {other}", [*map(str, sides)])
                for sides in (found, inner, (rows, columns))
            )
            words = Message("{one} or {other}", one=one, other=other)
            raise field_error(f"walls.{key}", "it has {has}; it must be {wanted}", has=has, wanted=words)
    return tuple(given[key] for key in inner_of if key in given)


def _wrap(given: Any, open_cells: Mask) -> str | None:
    if given not in (None, "rows", "columns", "both"):
        raise field_error("wrap", "{given!r}: it must be null, 'rows', 'columns' or 'both'", given=given)
    return None if given is None else str(given)


def _portals(rows: Any, open_cells: Mask) -> tuple[Portal, ...]:
    """Return the portals of rows ``[row, column, row, column, cost or null]``."""
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 5 for row in rows):
        raise field_error("portals", "it must be rows [row, column, to row, to column, cost or null]")
    return checked_portals([(row[:2], row[2:4], row[4]) for row in rows], open_cells)


def _levels(given: Any, open_cells: Mask) -> tuple[int, bool]:
    """Return the number of levels, and whether every cell leads up and down."""
    if not isinstance(given, list) or len(given) != 2 or given[1] not in (0, 1) or type(given[0]) is not int:
        raise field_error("levels", "it must be [number, 1 or 0: whether every cell leads up and down]")
    return given[0], bool(given[1])


def _named_or_steps(moves: Moves) -> str | list[list[int]]:
    """Return the name of the moves if `parse_moves` reads it, else their steps."""
    try:
        by_numbers = re.fullmatch(r"[0-9]+,[0-9]+|(hex-)?(rook|bishop|queen|amazon):[0-9]+", moves.name)
        has_name = moves.name in NAMED_MOVES or by_numbers
        if has_name and parse_moves(moves.name).deltas == moves.deltas:
            return moves.name
    except InputError:
        pass
    if moves.slides:
        raise BoardTextError("moves that slide are kept by name only: rook, bishop, queen and amazon")
    return [list(delta) for delta in moves.deltas]


PARTS = {
    "start": Part(lambda grid: grid.start, _start),
    "exits": Part(lambda grid: grid.exits, _exits),
    "moves": Part(lambda grid: _named_or_steps(grid.moves.unwrapped), _moves),
    "corners": Part(lambda grid: grid.moves.corners, _corners),
    "costs": Part(lambda grid: grid.costs, costs_of),
    "diagonal": Part(lambda grid: grid.diagonal, lambda given, open_cells: checked_diagonal(given, None)),
    "one_way": Part(lambda grid: _rows_of_ways(grid) or None, _ways),
    "walls": Part(
        lambda grid: None if grid.walls is None else dict(zip(SIDES, grid.walls.sides, strict=False)), _walls
    ),
    "wrap": Part(lambda grid: grid.wrap, _wrap),
    "portals": Part(
        lambda grid: [[*one.source, *one.target, one.cost] for one in grid.portals] or None, _portals
    ),
    "levels": Part(
        lambda grid: None if grid.levels is None else [grid.levels.number, int(grid.levels.free)], _levels
    ),
}
