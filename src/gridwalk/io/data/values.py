"""Values of arrays: which are walls, which are open, and at what cost; and cells given by numbers.

Libraries differ: 1 is a wall (PathFinding.js, mazelib), 0 is a wall (python-pathfinding, tcod), infinity is
(pyastar2d), and True may be either.  What a wall is, is given (``wall_is=``) or follows from the values, or
from a start that must be open; else the array is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    ArgumentError,
    BoardTextError,
    Cell,
    Message,
    empty_text_error,
    field_error,
    two_readings_error,
)
from gridwalk.io.boardtext import BoardText, first_of

WALL_WORDS = "numbers, '<=0', 'inf' or 'nan', with commas between"
_ALIASES = {"true": "1", "false": "0"}

Mask = NDArray[np.bool_]


def cells_of(
    values: NDArray[Any], *, costs: bool = False, wall_is: str | None = None, ends: Iterable[Cell] = ()
) -> BoardText:
    """Return the open cells, and the costs, of an array of bool or numbers.

    Parameters
    ----------
    values : array of shape (rows, columns)
        Of bool, integers or floats; infinity and NaN are allowed.
    costs : bool
        Whether the numbers of open cells are costs.
    wall_is : str, optional
        What a wall is: `WALL_WORDS`.
    ends : iterable of cells
        Values that must be open: they decide between two values where *wall_is* does not.

    Raises
    ------
    UnclearBoardError, BoardTextError
        If the values can be read in two ways, or in none.

    """
    if values.ndim != 2:
        raise BoardTextError(
            Message(
                "a board is an array of rows and columns; this one has the shape {shape}", shape=values.shape
            )
        )
    if values.size == 0:
        raise empty_text_error()
    if values.dtype.kind not in "biuf":
        raise BoardTextError(
            Message("a board is an array of bool or numbers, not of {kind}", kind=values.dtype)
        )
    is_binary = bool(((values == 0) | (values == 1)).all())
    if is_binary and not costs and (wall_is is None or wall_is in ("0", "1", *_ALIASES)):
        return _of_two(values == 1, wall_is, [*ends], is_bool=values.dtype == bool)
    if wall_is is None and not costs:
        row, column = divmod(int((~((values == 0) | (values == 1))).argmax()), values.shape[1])
        raise two_readings_error(
            Message(
                "row {row}, column {column} holds {value}: the array",
                row=row,
                column=column,
                value=values[row, column].item(),
            ),
            ("costs", "open cells and walls"),
            "say costs=True, or what a wall is, such as wall_is='0' or wall_is='inf,<=0'",
        )
    is_wall = ~np.isfinite(values) | (values < 0) if wall_is is None else _walls_of(values, wall_is)
    strange = ~is_wall & ~(np.isfinite(values) & ((values > 0) | (not costs)))
    if cell := first_of(strange):
        value = values[cell].item()
        word = "0" if value == 0 else "<=0" if value < 0 and value != -np.inf else str(float(value))
        raise BoardTextError(
            Message(
                "row {row}, column {column} holds {value}, which is no cost: costs are above 0 and finite",
                f"; if it is a wall, say wall_is={word if wall_is is None else f'{wall_is},{word}'!r}",
                row=cell[0],
                column=cell[1],
                value=value,
            )
        )
    wall_is = "inf, nan and below 0" if wall_is is None and is_wall.any() else wall_is
    named = "" if wall_is is None else f", {wall_is} a wall"
    if not costs:
        return BoardText(f"matrix of numbers{named}", ~is_wall)
    if values.dtype == bool or (values == 1).all():
        values = values.astype(np.int64)
    return BoardText(f"matrix of costs{named}", ~is_wall, np.where(is_wall, values.dtype.type(1), values))


def _walls_of(values: NDArray[Any], wall_is: str) -> Mask:
    """Return which *values* are walls by the words of *wall_is*."""
    found = np.zeros(values.shape, bool)
    for word in wall_is.lower().replace(" ", "").split(","):
        name = _ALIASES.get(word, word)
        if name == "<=0":
            found |= values <= 0
        elif name == "nan":
            found |= np.isnan(values)
        else:
            try:
                found |= values == float(name)
            except ValueError:
                raise ArgumentError("wall_is", wall_is, WALL_WORDS + ": this board is numbers") from None
    return found


def _of_two(ones: Mask, wall_is: str | None, ends: list[Cell], *, is_bool: bool) -> BoardText:
    """Return the cells of an array of two values; of 0 and 1, 1 is a wall by default."""
    zero, one = ("False", "True") if is_bool else ("0", "1")
    word = None if wall_is is None else _ALIASES.get(wall_is.lower(), wall_is)
    if word is None and ends:
        on_ones = {bool(ones[cell]) for cell in ends}
        if len(on_ones) == 2:
            raise BoardTextError(
                Message(
                    "the start and an exit must be open, but one is on {zero}, one on {one}",
                    zero=zero,
                    one=one,
                )
            )
        word = "0" if on_ones == {True} else "1"
    if word is None and is_bool:
        readings = (
            Message("{one} open and {other} a wall", one=zero, other=one),
            Message("{one} open and {other} a wall", one=one, other=zero),
        )
        raise two_readings_error("an array of False and True", readings, "say wall_is='1' or wall_is='0'")
    form = f"matrix of {one if word == '0' else zero} (open) and {zero if word == '0' else one} (wall)"
    return BoardText(form, ones if word == "0" else ~ones)


_ROW_KEYS, _COLUMN_KEYS = ("row", "r", "y"), ("column", "col", "c", "x")


def cell_of(value: Any, shape: tuple[int, int], key: str) -> Cell:
    """Return the cell that *value* names: ``[row, column]`` or ``{"x": 3, "y": 0}``.

    Raises
    ------
    BoardTextError
        If it names none, or one outside the board; the message names *key*.

    """
    if isinstance(value, dict):
        rows = [value[name] for name in _ROW_KEYS if name in value]
        columns = [value[name] for name in _COLUMN_KEYS if name in value]
        pair: Any = (*rows, *columns) if len(rows) == len(columns) == 1 else ()
    else:
        pair = value
    try:
        row, column = (_whole(part) for part in pair)
    except (TypeError, ValueError):
        raise field_error(
            key, Message("{cell} is no cell: write [row, column]", cell=_short(value))
        ) from None
    rows_there, columns_there = shape
    if not (0 <= row < rows_there and 0 <= column < columns_there):
        swapped = 0 <= column < rows_there and 0 <= row < columns_there and not isinstance(value, dict)
        words = Message(
            "{cell} is outside of {rows} rows and {columns} columns",
            cell=(row, column),
            rows=rows_there,
            columns=columns_there,
        )
        raise field_error(key, said_swapped(words, row, column) if swapped else words)
    return row, column


def said_swapped(words: Message, row: int, column: int) -> Message:
    """Return what is wrong with a cell that may be meant the other way round, and how to write that."""
    return Message(
        "{words}; is it x, y? then write {example}", words=words, example=f'{{"x": {row}, "y": {column}}}'
    )


def cells_of_list(value: Any, shape: tuple[int, int], key: str) -> tuple[Cell, ...]:
    """Return the cells of a list of them, or of one alone."""
    if not isinstance(value, list | tuple) or (len(value) == 2 and all(_is_number(part) for part in value)):
        return (cell_of(value, shape, key),)
    return tuple(sorted({cell_of(part, shape, f"{key}[{number}]") for number, part in enumerate(value)}))


def ends_of(given: dict[str, tuple[str, Any]], shape: tuple[int, int]) -> dict[str, tuple[Cell, ...]]:
    """Return the cells of the "start" and the "exits", of which *given* has the keys and the values."""
    ends = {end: cells_of_list(value, shape, key) for end, (key, value) in given.items()}
    if "start" in ends and len(ends["start"]) != 1:
        key = given["start"][0]
        raise field_error(key, Message("{n} cells are given; a board has one start", n=len(ends["start"])))
    return ends


def with_ends(read: BoardText, ends: dict[str, tuple[Cell, ...]]) -> BoardText:
    """Return a board with these ends, as `ends_of` has them."""
    start = ends["start"][0] if "start" in ends else read.start
    return read._replace(start=start, exits=ends.get("exits", read.exits))


def refuse_walled(
    cells: Iterable[Cell], open_cells: NDArray[np.bool_], key: str, *, may_be_swapped: bool = True
) -> None:
    """Raise `BoardTextError` if one of *cells* is a wall."""
    for row, column in cells:
        if not open_cells[row, column]:
            rows, columns = open_cells.shape
            swapped = may_be_swapped and column < rows and row < columns and bool(open_cells[column, row])
            words = Message("{cell} is a wall", cell=(row, column))
            raise field_error(key, said_swapped(words, row, column) if swapped else words)


def _is_number(part: Any) -> bool:
    return isinstance(part, int | float) and not isinstance(part, bool)


def _whole(part: Any) -> int:
    if isinstance(part, bool):
        raise TypeError
    return index(part)


def _short(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 40 else f"{words[:37]}..."
