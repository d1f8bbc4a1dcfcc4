"""Checks and copies of the parts of a board: open cells, costs, default start and exit.

Kernels do not check their arguments, and a wrong index in a kernel can write anywhere in memory.  So every
array from a caller is checked and copied here once.  The copy has C order, native byte order and one of a few
types; an array of bool holds only the bytes 0 and 1.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from numbers import Real
from operator import index
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.errors import (
    ArgumentError,
    BoardError,
    CallError,
    Cell,
    GridwalkError,
    InputError,
    Message,
    board_size_error,
    check_choice,
    no_open_cell_error,
    path_cells_error,
)
from gridwalk.runtime.codes import NONE

Rng: TypeAlias = (
    "int | np.random.Generator | np.random.BitGenerator | np.random.SeedSequence | random.Random | None"
)
MAX_CELLS = 2**28  # 16,384 x 16,384; a search takes up to 40 bytes a cell
MAX_FACTOR = 1000  # maximum factor of a diagonal step; the minimum is its inverse
BAND = 1 << 13  # number of cells that are compared at a time
MAX_SUM = 2.0**53  # maximum sum of costs, in units of the minimum, so that no cost is lost in a sum


def checked_number(value: object, name: str, minimum: int) -> int:
    """Return *value* as an int; raise `ArgumentError` unless it is a whole number of at least *minimum*."""
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = minimum - 1
    if number < minimum or isinstance(value, bool):
        raise ArgumentError(name, value, Message("a whole number of at least {least}", least=minimum))
    return number


def checked_rng(rng: Rng, seed: Rng = None) -> int | np.random.Generator | None:
    """Return the source of random numbers: a seed, a generator, or None for a new one each time.

    *rng* may be any source of SPEC 7 of scientific Python, or a `random.Random`; *seed* is another name for
    the same argument.

    Raises
    ------
    CallError
        If both are given.
    ArgumentError
        If the argument is of another type.

    """
    name, source = ("rng", rng) if seed is None else ("seed", seed)
    if rng is not None and seed is not None:
        raise CallError("rng and seed are two names of one argument", "give rng= alone")
    if isinstance(source, np.random.SeedSequence | np.random.BitGenerator):
        return np.random.default_rng(source)
    if isinstance(source, random.Random):
        return source.getrandbits(64)
    if source is None or isinstance(source, np.random.Generator):
        return source
    try:
        return checked_number(source, name, 0)
    except ArgumentError:
        allowed = "a whole number of at least 0, or a numpy.random.Generator, BitGenerator or SeedSequence"
        raise ArgumentError(name, source, allowed) from None


def generator_of(rng: Rng, seed: Rng = None) -> np.random.Generator:
    """Return *rng* as a generator; a seed or None makes a new generator."""
    return np.random.default_rng(checked_rng(rng, seed))


def checked_real(value: object, name: str, allowed: str) -> float:
    """Return *value* as a float; raise `ArgumentError` unless it is a finite number."""
    try:
        number = math.nan if isinstance(value, bool) or not isinstance(value, Real) else float(value)
    except OverflowError:  # an integer above the range of float64
        number = math.inf
    if not math.isfinite(number):
        raise ArgumentError(name, value, allowed)
    return number


def plain_number(value: object) -> float | None:
    """Return a number of Python or NumPy as a Python int or float; return None for other values."""
    is_number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    plain: Any = value.item() if isinstance(value, np.generic) else value
    return plain if is_number else None


def plain_array(values: ArrayLike, name: str, error: Callable[[str], GridwalkError]) -> NDArray[Any]:
    """Return *values* as a plain NumPy array, without a copy if possible.

    Raise *error* if rows differ in length or entries are masked.
    """
    try:
        array = np.asarray(values)
    except ValueError:
        raise error(f"{name} must be rows of one length") from None
    # Avoid to import `numpy.ma`, which takes time: without it there are no masked arrays.
    if (
        "numpy.ma" in sys.modules
        and isinstance(values, np.ma.MaskedArray)
        and np.ma.getmaskarray(values).any()
    ):
        raise error(f"{name} has masked entries, which have no value: fill them first ({name}.filled(...))")
    return array


def checked_path(cells: ArrayLike, shape: tuple[int, int]) -> NDArray[np.int32]:
    """Return a copy of *cells* as int32 of shape ``(n, 2)``, all inside a board of that *shape*."""
    given = plain_array(cells, "cells", path_cells_error)
    if given.ndim != 2 or given.shape[1] != 2 or not len(given):
        raise path_cells_error(f"their shape is {given.shape}")
    if given.dtype.kind not in "iu":
        raise path_cells_error(f"they are {given.dtype}, not integers")
    given = given.copy()  # so that no caller can change it after the check
    wrong = ((given < 0) | (given >= shape)).any(axis=1)
    if wrong.any():
        place = int(wrong.argmax())
        cell = tuple(given[place].tolist())
        raise path_cells_error(f"number {place}, {cell}, is not on the board of {shape[0]} x {shape[1]}")
    return given.astype(np.int32)


def plain_rectangle(values: ArrayLike, name: str) -> NDArray[Any]:
    """Return `plain_array` of *values*, which must have two dimensions and at most `MAX_CELLS` entries."""
    array = plain_array(values, name, InputError)
    if array.ndim != 2:
        raise InputError(f"{name} must have two dimensions (rows, columns), not {array.ndim}")
    if not 1 <= array.size <= MAX_CELLS:
        raise board_size_error((array.shape[0], array.shape[1]), MAX_CELLS)
    return array


def canonical(array: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a C-ordered copy of a bool array in which True is always the byte 1.

    NumPy reads every byte except 0 as True, and views and buffers can hold such bytes.  Kernels compute with
    the bytes.
    """
    copy = np.empty(array.shape, np.bool_)
    np.not_equal(array.view(np.uint8), 0, out=copy)
    return copy


def checked_open_cells(open_cells: ArrayLike) -> NDArray[np.bool_]:
    """Return a read-only copy of *open_cells*, which must be a two-dimensional array of bool."""
    if isinstance(open_cells, str):
        raise InputError("open_cells is an array of bool (True: open); Board.from_text reads a text")
    array = plain_rectangle(open_cells, "open_cells")
    if array.dtype != bool:
        raise InputError(
            f"open_cells must be bool (True: open), not {array.dtype}; for a 0/1 maze in which 1 is a wall "
            "use Board.from_matrix"
        )
    array = canonical(array)
    array.flags.writeable = False
    return array


def checked_size(rows: int, columns: int | None) -> tuple[int, int]:
    """Return the rows and columns of a rectangle or square; raise an error if the size is not allowed."""
    try:
        rows, columns = index(rows), index(rows if columns is None else columns)
    except TypeError:
        given = f"{rows!r}" + (f" x {columns!r}" if columns is not None else "")
        reason = f"a board has whole numbers of rows and columns, as in rectangle(5, 5), not {given}"
        raise InputError(reason) from None
    if rows < 1 or columns < 1 or rows * columns > MAX_CELLS:
        raise board_size_error((rows, columns), MAX_CELLS)
    return rows, columns


def open_by_matrix(matrix: ArrayLike, wall_is: int) -> NDArray[np.bool_]:
    """Return the open cells of a matrix of 0 and 1: `Board.from_matrix`."""
    if isinstance(wall_is, bool) or wall_is not in (0, 1):
        raise ArgumentError("wall_is", wall_is, "1 or 0: the number that is a wall")
    array = plain_rectangle(matrix, "matrix")
    if array.dtype.kind not in "biufc":
        raise InputError(f"a matrix holds 0 and 1; this one holds {array.dtype}")
    if array.dtype == bool:
        return canonical(array) if wall_is == 0 else ~canonical(array)
    is_open: NDArray[np.bool_] = array == 1 - wall_is
    known = is_open | (array == wall_is)
    if not known.all():
        odd = array[~known].flat[0]
        names = "0 (open) and 1 (wall)" if wall_is == 1 else "0 (wall) and 1 (open)"
        raise InputError(f"a matrix holds {names}; this one holds {odd} (costs: Board.from_costs)")
    return is_open


def open_by_costs(costs: ArrayLike, zero: str | None) -> tuple[NDArray[np.bool_], NDArray[Any]]:
    """Return the open cells of a raster, and its costs; inf, nan, negative and masked entries are walls."""
    if zero is not None:
        check_choice("zero", zero, ("wall", "free"))
    mask: Any = None
    if "numpy.ma" in sys.modules and isinstance(costs, np.ma.MaskedArray):
        mask, costs = np.ma.getmaskarray(costs), np.ma.getdata(costs)
    array = plain_rectangle(costs, "costs")
    if array.dtype.kind not in "iuf":
        raise BoardError(f"costs must be numbers, not {array.dtype}")
    open_cells = array > 0 if zero == "wall" else array >= 0
    if array.dtype.kind == "f":
        open_cells &= array < np.inf
    if mask is not None:
        open_cells &= ~mask
    if zero is None and (free := open_cells & (array == 0)).any():
        cell = divmod(int(free.argmax()), array.shape[1])
        raise BoardError(
            f"the cost of cell {cell} is 0, a wall in some libraries and free in others: say zero='wall' or "
            "zero='free'"
        )
    return open_cells, array


@dataclass(frozen=True)
class CostFacts:
    """Facts about the costs of the cells of a board.

    Attributes
    ----------
    total : float
        The sum of all entries up to *greatest*, also of walls, because they may be opened later.
    least, greatest : float
        The minimum and the maximum cost of an open cell.
    places : (int, int)
        An open cell with each of these costs, flat; NONE if no cell is open, and no cells without costs.

    """

    total: float
    least: float
    greatest: float
    places: tuple[int, ...] = ()

    @classmethod
    def of(cls, costs: NDArray[Any], open_cells: NDArray[np.bool_]) -> CostFacts:
        """Return the facts of *costs*."""
        least, greatest = float(costs.min()), float(costs.max())
        # Integers are added faster.
        kind = np.int64 if costs.dtype.kind != "f" and greatest * costs.size < MAX_SUM else np.float64
        total = float(costs.sum(dtype=kind))
        places = tuple(place_of(extreme, costs, open_cells) for extreme in (least, greatest))
        if NONE in places and open_cells.any():  # without open cells, any cost is right
            entered = costs[open_cells]
            least, greatest = float(entered.min()), float(entered.max())
            total = float(costs.sum(dtype=np.float64, where=costs <= greatest))
            places = tuple(place_of(extreme, costs, open_cells) for extreme in (least, greatest))
        return cls(total, least, greatest, places)


def place_of(cost: float, costs: NDArray[Any], open_cells: NDArray[np.bool_]) -> int:
    """Return the first open cell with this cost, flat, or NONE; usually it is in one of the first rows."""
    rows, columns = 1 + BAND // costs.shape[1], costs.shape[1]
    for first in range(0, len(costs), rows):
        found = (costs[first : first + rows] == cost) & open_cells[first : first + rows]
        if found.any():
            return int(first * columns + found.argmax())
    return NONE


def have_fractions(costs: NDArray[Any]) -> bool:
    """Return whether any cost is not an integer; if so, usually one of the first ones is not."""
    return any((band != np.floor(band)).any() for band in _bands(costs))


def _bands(costs: NDArray[Any]) -> Iterator[NDArray[Any]]:
    flat = costs.reshape(-1)
    return (flat[first : first + BAND] for first in range(0, flat.size, BAND))


@np.errstate(over="ignore", under="ignore", invalid="ignore")
def checked_costs(
    costs: ArrayLike, open_cells: NDArray[np.bool_]
) -> tuple[NDArray[np.int64] | NDArray[np.float64], CostFacts]:
    """Return a read-only copy of *costs*, int64 if all are integers, else float64; and facts about them.

    Raise `BoardError` if they are not costs.
    """
    given = plain_array(costs, "costs", BoardError)
    if given.shape != open_cells.shape:
        raise BoardError(f"costs must have the board's shape {open_cells.shape}, not {given.shape}")
    if given.dtype.kind not in "iuf":
        raise BoardError(f"costs must be numbers, not {given.dtype}")
    whole = given.dtype.kind != "f"
    array = np.where(open_cells, given, 1)  # walls get the entry 1, so that equal boards have equal costs
    if given.dtype.itemsize > 8:
        array = array.astype(np.float64)  # before the check, because a long double may become 0 or infinite
    facts = CostFacts.of(array, open_cells)
    total, least = facts.total, facts.least
    if not (least >= 0 and total < math.inf) or given.dtype.itemsize > 8:
        lost = open_cells & (array == 0) & (given != 0)  # a long double that becomes 0 in float64
        wrong = ~(np.isfinite(array) & (array >= 0)) | lost
        if wrong.any():
            row, column = divmod(int(wrong.argmax()), open_cells.shape[1])
            raise BoardError(
                f"the cost {given[row, column]!s} of cell {(row, column)} is not allowed: costs are finite, "
                "and 0 or more (a wall is a closed cell; Board.from_costs takes inf, nan and negative for "
                "walls)"
            )
    whole = whole or (total < MAX_SUM and not have_fractions(array))
    if total >= MAX_SUM * (1.0 if whole else least):  # look closer, at costs of open cells above 0
        total = float(array.sum(dtype=np.float64, where=open_cells))
        minimum = 1.0 if whole else float(array.min(where=open_cells & (array > 0), initial=np.inf))
        if total >= MAX_SUM * minimum:
            raise BoardError(
                f"the costs add up to {total:g}; they must sum to less than 2**53 (about 9.0e15)"
                + ("" if whole else f" times the least above 0, {minimum:g},")
                + " so that none is lost in a sum"
            )
    if whole and array.dtype == np.float64:  # in the same memory, because new memory takes longer
        floats, array = array, array.view(np.int64)
        for integers, band in zip(_bands(array), _bands(floats), strict=True):
            integers[:] = band
    array = array.astype(np.int64 if whole else np.float64, copy=False)
    array.flags.writeable = False
    return array, facts


def checked_diagonal(diagonal: float | None, costs: NDArray[Any] | None) -> float | None:
    """Return the factor of a diagonal step as a Python int or float; None stands for the default."""
    if diagonal is None:
        return None
    factor = plain_number(diagonal)
    if factor is None or not 1 / MAX_FACTOR <= factor <= MAX_FACTOR:
        allowed = f"a number from 1/{MAX_FACTOR} to {MAX_FACTOR}, such as 2**0.5, or None"
        raise ArgumentError("diagonal", diagonal, allowed)
    if costs is not None and costs.sum(dtype=np.float64) * max(1, factor) >= MAX_SUM:
        raise BoardError(f"diagonal={factor:g} times the costs adds up to 2**53 or more: costs would be lost")
    return factor


def exact_sums(costs: NDArray[Any]) -> bool:
    """Return whether float64 holds every sum of some of the *costs*, 0 or more, exactly, in any order.

    This holds if all costs are multiples of a power of two, and the sum is below 2**53 times that power.
    """
    if costs.dtype.kind != "f":
        return True
    total, unit = float(costs.sum()), math.inf
    for band in _bands(costs):  # usually the first band decides
        mantissa, exponent = np.frexp(band[band > 0])
        digits = np.ldexp(mantissa, 53).astype(np.int64)
        units = np.ldexp((digits & -digits).astype(np.float64), exponent - 53)
        unit = min(unit, float(units.min(initial=math.inf)))
        if not total < MAX_SUM * unit:
            return False
    return True


def default_ends(open_cells: NDArray[np.bool_]) -> tuple[Cell, Cell]:
    """Return the default start and exit: two openings of a walled border, else first and last open cell."""
    flat = open_cells.reshape(-1)
    rows, columns = open_cells.shape
    first = int(flat.argmax())
    if not flat[first]:
        raise no_open_cell_error((rows, columns))
    last_row = rows - 1
    while not open_cells[last_row].any():  # a reversed array would be copied
        last_row -= 1
    last = last_row * columns + int(open_cells[last_row].nonzero()[0][-1])
    openings = openings_of(open_cells)
    if len(openings) == 2:
        return openings[0], openings[1]
    return divmod(first, columns), divmod(last, columns)


def settled_ends(
    start: Cell, exits: tuple[Cell, ...], given_start: Cell | None, given_exits: tuple[Cell, ...]
) -> tuple[Cell, tuple[Cell, ...]]:
    """Return the given start and exits, or the defaults.

    If the given start is the default exit, the default start becomes the exit, and the reverse.
    """
    taken = start in given_exits and exits[0] not in given_exits
    return given_start or (exits[0] if taken else start), given_exits or (
        (start,) if given_start in exits else exits
    )


def openings_of(open_cells: NDArray[np.bool_]) -> list[Cell]:
    """Return the first three open cells of the border, in reading order; [] if there is no inner cell."""
    rows, columns = open_cells.shape
    if min(rows, columns) < 3:
        return []
    top, bottom, left, right = [
        line.nonzero()[0][:3].tolist()
        for line in (open_cells[0], open_cells[-1], open_cells[1:-1, 0], open_cells[1:-1, -1])
    ]
    openings = [(0, column) for column in top] + [(rows - 1, column) for column in bottom]
    openings += [(1 + row, 0) for row in left] + [(1 + row, columns - 1) for row in right]
    return sorted(openings)[:3]
