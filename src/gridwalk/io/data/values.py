"""Values from an array of values: which are walls, which are open, and at what cost.

Libraries differ: 1 is a wall (PathFinding.js, mazelib), 0 is a wall (python-pathfinding, tcod), infinity is
(pyastar2d), and True may be either.  What a wall is, is said (``wall=``) or follows from the values, or
from a start that must be open; else the array is refused.

Start and exits given by numbers: checked against the board, with the mistake of (x, y) guessed.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError, BoardTextError, Cell, EmptyTextError, FieldError, TwoReadingsError
from gridwalk.io.boardtext import first_of

WALL_WORDS = "numbers, '<=0', 'inf', 'nan', 'empty' (blank, else -1, else 0) or 'filled', with commas between"
_ALIASES = {"true": "1", "false": "0"}

Mask = NDArray[np.bool_]


class Values(NamedTuple):
    """What an array of values says of the cells."""

    open_cells: Mask
    costs: NDArray[Any] | None
    form: str  # "matrix of 0 (open) and 1 (wall)"


def cells_of(
    values: NDArray[Any],
    *,
    costs: bool = False,
    wall: str | None = None,
    blank: Mask | None = None,
    ends: Iterable[Cell] = (),
    default: str | None = "1",
) -> Values:
    """Return the open cells, and the costs, of an array of bool or numbers.

    Parameters
    ----------
    values : array of shape (rows, columns)
        Of bool, integers or floats; infinity and NaN are allowed.
    costs : bool
        Whether the numbers of open cells are costs.
    wall : str, optional
        What a wall is: `WALL_WORDS`.
    blank : array of bool, optional
        The cells without a value.
    ends : iterable of cells
        Values that must be open: they decide between 0 and 1 where *wall* does not.
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
    if blank is not None and blank.any() and wall is None:
        row, column = first_of(blank)
        raise TwoReadingsError(
            f"an empty cell (row {row}, column {column})", ("an open cell", "a wall"), say("filled", "empty")
        )
    if values.dtype == bool and not costs:
        return _of_two(values.astype(bool), wall, tuple(ends), None, ("False", "True"))
    is_binary = bool(((values == 0) | (values == 1)).all())
    if is_binary and not costs and (wall is None or wall in ("0", "1", *_ALIASES)):
        return _of_two(values == 1, wall, tuple(ends), default, ("0", "1"))
    if wall is None:
        return _of_costs(values) if costs else _refuse_numbers(values)
    is_wall = walls_of(values, wall, blank)
    strange = ~is_wall & ~np.isfinite(values)
    if strange.any():
        raise _no_meaning(values, strange, wall)
    if not costs:
        return Values(~is_wall, None, f"matrix of numbers, {wall} a wall")
    strange = ~is_wall & ~(values > 0)
    if strange.any():
        raise _no_meaning(values, strange, wall)
    return Values(
        ~is_wall, np.where(is_wall, values.dtype.type(1), values), f"matrix of costs, {wall} a wall"
    )


def walls_of(values: NDArray[Any], wall: str, blank: Mask | None = None) -> Mask:
    """Return which *values* are walls by the words of *wall*."""
    is_blank = np.zeros(values.shape, bool) if blank is None else blank
    found = np.zeros(values.shape, bool)
    for word in wall.lower().replace(" ", "").split(","):
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
                raise ArgumentError("wall", wall, WALL_WORDS + " here: this board is numbers") from None
    return found


def empty_of(values: NDArray[Any], blank: Mask) -> Mask:
    """Return the empty cells: the blank ones, or else those of -1, or else those of 0."""
    return next((mask for mask in (blank, values == -1) if mask.any()), values == 0)


def say(*words: str) -> str:
    """Return the advice to choose what a wall is."""
    options = " or ".join(f"--wall-is {word}" for word in words)
    return f"say {options} (in Python {' or '.join(f'wall={word!r}' for word in words)})"


def _of_two(
    ones: Mask, wall: str | None, ends: tuple[Cell, ...], default: str | None, words: tuple[str, str]
) -> Values:
    """Return the cells of an array of two values."""
    zero, one = words
    word = None if wall is None else _ALIASES.get(wall.lower(), wall)
    if word not in (None, "0", "1"):
        raise ArgumentError("wall", wall, f"'0' or '1' here: the board is {zero} and {one}")
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
    return Values(~ones if word == "1" else ones, None, form)


def _of_costs(values: NDArray[Any]) -> Values:
    strange = ~(np.isfinite(values) & (values > 0))
    if strange.any():
        raise _no_meaning(values, strange, None)
    if values.dtype == bool or (values == 1).all():
        values = values.astype(np.int64)
    return Values(np.ones(values.shape, bool), values, "matrix of costs")


def _refuse_numbers(values: NDArray[Any]) -> Values:
    odd = ~((values == 0) | (values == 1))
    row, column = first_of(odd)
    words = ("filled", "empty") if (values == -1).any() else (str(values[row, column]),)
    raise BoardTextError(
        f"row {row}, column {column} holds {values[row, column]}, and not only 0 and 1 are here: if these "
        f"are costs, say --costs; or say what a wall is: {say(*words).removeprefix('say ')}"
    )


def _no_meaning(values: NDArray[Any], strange: Mask, wall: str | None) -> BoardTextError:
    row, column = first_of(strange)
    value = values[row, column].item()
    word = "0" if value == 0 else "<=0" if value < 0 and value != -np.inf else str(float(value))
    advice = say(word if wall is None else f"{wall},{word}")
    return BoardTextError(
        f"row {row}, column {column} holds {value}, which is no cost: costs are above 0 and finite; "
        f"if it is a wall, {advice}"
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
