"""Check that light pixels join the two cells of each passage of a board.

A board is read from the middle of each cell and wall.  A line across a corridor may lie elsewhere, so here
each passage is checked pixel by pixel.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.io.picture.lattice import Axis, Lattice

FRAMED = 0.25  # the share of closed passages above which the picture has borders of cells
NEAR_A_LINE = 2  # the maximum distance of such a border from the line of the lattice, in pixels

Passages = tuple[NDArray[np.bool_], NDArray[np.bool_]]


class Closed(NamedTuple):
    """A passage of the board that is closed in the picture."""

    cells: tuple[Cell, Cell]
    pixel: tuple[int, int]  # row and column of a dark pixel between the middles of the cells


def first_closed(light: NDArray[np.bool_], lattice: Lattice, passages: Passages) -> Closed | None:
    """Return the first passage, in reading order, that is closed in the picture; None if all are open.

    The floor of a cell is the largest component of its light pixels.  A passage is open if the pixels between
    the middles of its two cells are light, or if the floors of the cells touch.  If more than a quarter of
    all passages are closed, the picture draws borders of cells.  Then floors may be a border apart at each
    line of the lattice at which more than a quarter of the passages are closed.

    Takes O(pixels) time, and O(r log r) for the r horizontal runs of light pixels in doubtful cells.

    Parameters
    ----------
    light : array of bool, shape (height, width)
        The pixels that are not wall; coloured marks are light.
    lattice : Lattice
        The lattice of cells, in pixels.
    passages : (right, below), two arrays of bool
        The passages of the board from each cell to the right, shape (rows, columns - 1), and down, shape
        (rows - 1, columns).

    """
    down, across = (_extent(axis, size) for axis, size in zip(lattice[:2], light.shape, strict=True))
    light = light[down, across]
    axes = tuple(
        axis._replace(offset=axis.offset - part.start)
        for axis, part in zip(lattice[:2], (down, across), strict=True)
    )
    closed = _closed(light, axes, passages)
    if sum(map(np.count_nonzero, closed)) > FRAMED * sum(map(np.count_nonzero, passages)):
        framed = tuple(
            side.sum(axis=along) > FRAMED * of.sum(axis=along)
            for along, side, of in zip((0, 1), closed, passages, strict=True)
        )
        closed = _closed(light, axes, passages, framed)
    found = [
        (divmod(int(side.argmax()), side.shape[1]), way)
        for side, way in zip(closed, ((0, 1), (1, 0)), strict=True)
        if side.any()
    ]
    if not found:
        return None
    cell, way = min(found)
    other = cell[0] + way[0], cell[1] + way[1]
    first, last = (
        [int(_middles(axis, size)[place]) for axis, size, place in zip(axes, light.shape, pair, strict=True)]
        for pair in (cell, other)
    )
    line = light[first[0] : last[0] + 1, first[1] : last[1] + 1]
    darks = np.flatnonzero(~line.reshape(-1))
    dark = int(darks[np.abs(2 * darks - line.size).argmin()])  # the nearest to the border of the cells
    pixel = down.start + first[0] + way[0] * dark, across.start + first[1] + way[1] * dark
    return Closed((cell, other), pixel)


def _extent(axis: Axis, size: int) -> slice:
    """Return the pixels of an axis that are on the board."""
    first, last = np.ceil([axis.offset - 0.5, axis.offset + axis.pitch * axis.cells + axis.wall - 0.5])
    return slice(max(0, int(first)), min(size, int(last)))


def _middles(axis: Axis, size: int) -> NDArray[np.int64]:
    """Return the middle pixel of each cell; the last cell may extend beyond the picture."""
    return np.minimum(axis.middles().astype(np.int64), size - 1)


def _closed(
    light: NDArray[np.bool_],
    axes: tuple[Axis, ...],
    passages: Passages,
    framed: tuple[Any, ...] = (False, False),
) -> Passages:
    """Return the closed passages; *framed* are the upright and level lines with borders of cells."""
    rows, columns = (_middles(axis, size) for axis, size in zip(axes, light.shape, strict=True))
    dark = ~light[rows]
    right = passages[0] & (np.logical_or.reduceat(dark, columns, axis=1)[:, :-1] | dark[:, columns[1:]])
    dark = ~light[:, columns]
    below = passages[1] & (np.logical_or.reduceat(dark, rows, axis=0)[:-1] | dark[rows[1:]])
    if not (right.any() or below.any()):
        return right, below
    doubtful = np.zeros((axes[0].cells, axes[1].cells), np.bool_)
    doubtful[:, :-1] |= right
    doubtful[:, 1:] |= right
    doubtful[:-1] |= below
    doubtful[1:] |= below
    row_of, column_of = (axis.cell_of(np.arange(size)) for axis, size in zip(axes, light.shape, strict=True))
    floor = _floors(light & doubtful[row_of][:, column_of], row_of, column_of)
    first_rows, first_columns = (
        np.flatnonzero(np.diff(places, prepend=-1)) for places in (row_of, column_of)
    )
    before, after = _beside_lines(first_columns, axes[1], framed[0])
    right &= ~np.logical_or.reduceat(floor[:, before] & floor[:, after], first_rows, axis=0)
    before, after = _beside_lines(first_rows, axes[0], framed[1])
    below &= ~np.logical_or.reduceat(floor[before] & floor[after], first_columns, axis=1)
    return right, below


def _beside_lines(firsts: NDArray[np.intp], axis: Axis, framed: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the last pixel before and the first pixel after each line between cells, or its border."""
    reach = np.where(framed, int(axis.wall / 2 + min(NEAR_A_LINE, axis.pitch / 4)), 0)
    return firsts[1:] - 1 - reach, firsts[1:] + reach


def _floors(
    light: NDArray[np.bool_], row_of: NDArray[np.int64], column_of: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Return the pixels in the largest component of light pixels of their cell."""
    begins = np.diff(column_of, prepend=-1) > 0  # the first column of a cell
    edge = light.copy()  # first pixels of horizontal runs within a cell
    edge[:, 1:] &= ~light[:, :-1] | begins[1:]
    runs = np.flatnonzero(edge)
    if not runs.size:
        return light
    lengths = np.add.reduceat(light.reshape(-1), runs, dtype=np.int64)
    both = light[:-1] & light[1:] & (row_of[:-1] == row_of[1:])[:, None]  # with the pixel below
    edge = both.copy()
    edge[:, 1:] &= ~both[:, :-1] | begins[1:]
    upper = np.flatnonzero(edge)
    width = light.shape[1]
    part = parts_of(
        runs.size, *(np.searchsorted(runs, places, side="right") - 1 for places in (upper, upper + width))
    )
    sizes = np.bincount(part, lengths)[part]
    cell = row_of[runs // width] * (column_of[-1] + 1) + column_of[runs % width]
    largest = np.zeros(cell.max() + 1, np.int64)
    order = np.lexsort((part, sizes))
    largest[cell[order]] = part[order]  # the last assignment wins
    floor = light.copy()
    floor[light] = np.repeat(largest[cell] == part, lengths)
    return floor


def parts_of(number: int, one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the smallest node of the component of each of *number* nodes.

    The edges join *one* and *other*.  In each round, the root of each part is replaced by the smallest root
    of a neighbouring part.

    >>> parts_of(5, np.array([4, 1]), np.array([3, 4])).tolist()
    [0, 1, 2, 1, 1]
    """
    part = np.arange(number)
    while True:
        low, high = np.minimum(part[one], part[other]), np.maximum(part[one], part[other])
        apart = low != high
        if not apart.any():
            return part
        one, other = one[apart], other[apart]
        np.minimum.at(part, high[apart], low[apart])
        while (part[part] != part).any():
            part = part[part]
