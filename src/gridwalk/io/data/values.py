"""Values from an array of values: which are walls, which are open, and at what cost.

Libraries differ: 1 is a wall (PathFinding.js, mazelib), 0 is a wall (python-pathfinding, tcod), infinity is
(pyastar2d), and True may be either.  What a wall is, is said (``wall=``) or follows from the values, or
from a start that must be open; else the array is refused.

Start and exits given by numbers: checked against the board, with the mistake of (x, y) guessed.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError, BoardTextError, Cell, EmptyTextError, FieldError, TwoReadingsError
from gridwalk.io.boardtext import BoardText, first_of

WALL_WORDS = "numbers, '<=0', 'inf', 'nan', 'empty' (blank, else -1, else 0) or 'filled', with commas between"
_ALIASES = {"true": "1", "false": "0"}

Mask = NDArray[np.bool_]


def cells_of(
    values: NDArray[Any],
    *,
    costs: bool = False,
    wall_is: str | None = None,
    blank: Mask | None = None,
    ends: Iterable[Cell] = (),
    default: str | None = "1",
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
    blank : array of bool, optional
        The cells without a value.
    ends : iterable of cells
        Values that must be open: they decide between 0 and 1 where *wall_is* does not.
    default : str, optional
        Which of 0 and 1 is a wall if nothing decides; None: refuse.

    Raises
    ------
    TwoReadingsError, BoardTextError
        If the values can be read in two ways, or in none.

    """
    if values.ndim != 2:
        raise BoardTextError(
            f"a board is an array of rows and columns; this one has the shape {values.shape}"
        )
    if values.size == 0:
        raise EmptyTextError
    if values.dtype.kind not in "biuf":
        raise BoardTextError(f"a board is an array of bool or numbers, not of {values.dtype}")
    if blank is not None and wall_is is None and (cell := first_of(blank)):
        where = f"an empty cell (row {cell[0]}, column {cell[1]})"
        raise TwoReadingsError(where, ("an open cell", "a wall"), say("filled", "empty"))
    if values.dtype == bool and not costs:
        return _of_two(values.astype(bool), wall_is, tuple(ends), None, ("False", "True"))
    is_binary = bool(((values == 0) | (values == 1)).all())
    if is_binary and not costs and (wall_is is None or wall_is in ("0", "1", *_ALIASES)):
        return _of_two(values == 1, wall_is, tuple(ends), default, ("0", "1"))
    if wall_is is None and not costs:
        raise _only_numbers(values)
    is_wall = ~np.isfinite(values) | (values < 0) if wall_is is None else walls_of(values, wall_is, blank)
    strange = ~is_wall & ~(np.isfinite(values) & ((values > 0) | (not costs)))
    if cell := first_of(strange):
        value = values[cell].item()
        word = "0" if value == 0 else "<=0" if value < 0 and value != -np.inf else str(float(value))
        raise BoardTextError(
            f"row {cell[0]}, column {cell[1]} holds {value}, which is no cost: costs are above 0 and finite; "
            f"if it is a wall, {say(word if wall_is is None else f'{wall_is},{word}')}"
        )
    wall_is = "inf, nan and below 0" if wall_is is None and is_wall.any() else wall_is
    named = "" if wall_is is None else f", {wall_is} a wall"
    if not costs:
        return BoardText(f"matrix of numbers{named}", ~is_wall)
    if values.dtype == bool or (values == 1).all():
        values = values.astype(np.int64)
    return BoardText(f"matrix of costs{named}", ~is_wall, np.where(is_wall, values.dtype.type(1), values))


def walls_of(values: NDArray[Any], wall_is: str, blank: Mask | None) -> Mask:
    """Return which *values* are walls by the words of *wall_is*."""
    is_blank = np.zeros(values.shape, bool) if blank is None else blank
    found = np.zeros(values.shape, bool)
    for word in wall_is.lower().replace(" ", "").split(","):
        name = _ALIASES.get(word, word)
        if name in ("empty", "filled"):
            empty = empty_of(values, is_blank)
            found |= empty if name == "empty" else ~empty
        elif name == "<=0":
            found |= ~is_blank & (values <= 0)
        elif name == "nan":
            found |= ~is_blank & np.isnan(values)
        else:
            try:
                found |= ~is_blank & (values == float(name))
            except ValueError:
                raise ArgumentError("wall_is", wall_is, WALL_WORDS + " here: this board is numbers") from None
    return found


def empty_of(values: NDArray[Any], blank: Mask) -> Mask:
    """Return the empty cells: the blank ones, or else those of -1, or else those of 0."""
    return next((mask for mask in (blank, values == -1) if mask.any()), values == 0)


def say(*words: str) -> str:
    """Return the advice to choose what a wall is."""
    options = " or ".join(f"--wall-is {word}" for word in words)
    return f"say {options} (in Python {' or '.join(f'wall_is={word!r}' for word in words)})"


def _of_two(
    ones: Mask, wall_is: str | None, ends: tuple[Cell, ...], default: str | None, words: tuple[str, str]
) -> BoardText:
    """Return the cells of an array of two values."""
    zero, one = words
    word = None if wall_is is None else _ALIASES.get(wall_is.lower(), wall_is)
    if word not in (None, "0", "1"):
        raise ArgumentError("wall_is", wall_is, f"'0' or '1' here: the board is {zero} and {one}")
    if word is None and ends:
        on_ones = {bool(ones[cell]) for cell in ends}
        if len(on_ones) == 2:
            raise BoardTextError(f"the start and an exit must be open, but one is on {zero}, one on {one}")
        word = "0" if on_ones == {True} else "1"
    word = word or default
    if word is None:
        raise TwoReadingsError(
            f"an array of {zero} and {one}",
            (f"{zero} open and {one} a wall", f"{one} open and {zero} a wall"),
            say("1", "0"),
        )
    form = f"matrix of {zero if word == '1' else one} (open) and {one if word == '1' else zero} (wall)"
    return BoardText(form, ~ones if word == "1" else ones)


def _only_numbers(values: NDArray[Any]) -> BoardTextError:
    row, column = first_of(~((values == 0) | (values == 1))) or (0, 0)
    words = ("filled", "empty") if (values == -1).any() else (str(values[row, column]),)
    return BoardTextError(
        f"row {row}, column {column} holds {values[row, column]}, and not only 0 and 1 are here: if these "
        f"are costs, say --costs; or say what a wall is: {say(*words).removeprefix('say ')}"
    )


_ROW_KEYS, _COLUMN_KEYS = ("row", "r", "y"), ("column", "col", "c", "x")


def cell_of(value: Any, shape: tuple[int, int], key: str) -> Cell:
    """Return the cell that *value* names: ``[row, column]`` or ``{"x": 3, "y": 0}``.

    Raises
    ------
    FieldError
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
        raise FieldError(key, f"{_short(value)} is no cell: write [row, column]") from None
    rows_there, columns_there = shape
    if not (0 <= row < rows_there and 0 <= column < columns_there):
        swapped = 0 <= column < rows_there and 0 <= row < columns_there and not isinstance(value, dict)
        hint = f'; is it x, y? then write {{"x": {row}, "y": {column}}}' if swapped else ""
        raise FieldError(
            key, f"{(row, column)} is outside of {rows_there} rows and {columns_there} columns{hint}"
        )
    return row, column


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
        raise FieldError(key, f"{len(ends['start'])} cells are given; a board has one start")
    return ends


def with_ends(read: BoardText, ends: dict[str, tuple[Cell, ...]]) -> BoardText:
    """Return a board with these ends, as `ends_of` has them."""
    start = ends["start"][0] if "start" in ends else read.start
    return read._replace(start=start, exits=ends.get("exits", read.exits))


def refuse_walled(
    cells: Iterable[Cell], open_cells: NDArray[np.bool_], key: str, *, may_be_swapped: bool = True
) -> None:
    """Raise `FieldError` if one of *cells* is a wall."""
    for row, column in cells:
        if not open_cells[row, column]:
            rows, columns = open_cells.shape
            swapped = may_be_swapped and column < rows and row < columns and bool(open_cells[column, row])
            hint = f'; is it x, y? then write {{"x": {row}, "y": {column}}}' if swapped else ""
            raise FieldError(key, f"{(row, column)} is a wall{hint}")


def _is_number(part: Any) -> bool:
    return isinstance(part, int | float) and not isinstance(part, bool)


def _whole(part: Any) -> int:
    if isinstance(part, bool):
        raise TypeError
    return index(part)


def _short(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 40 else f"{words[:37]}..."
