"""Walls between cells: two arrays of bool, and boards wrapped round.

``right[r, c]`` is the wall between the cells ``(r, c)`` and ``(r, c + 1)``, ``below[r, c]`` that between
``(r, c)`` and ``(r + 1, c)``.  A board of R x C cells has R x (C - 1) and (R - 1) x C such places.  If it is
wrapped round, the last column meets the first (the last row the first), and one more column (row) of
places lies on that seam.

A wall stops a rook's step across it.  A diagonal step passes a corner on two routes of two straight
steps each; the corner rule says how many of them must be free of walls and closed cells.  Walls do not
stop leaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, UnknownChoiceError, WallsError
from gridwalk.grids.checks import canonical, plain_array

Wrap = Literal["rows", "columns", "both"]
WRAPS = ("rows", "columns", "both")
WRAPPED = {None: "", "rows": "rows wrapped", "columns": "columns wrapped", "both": "torus"}


class Walls(NamedTuple):
    """Walls between cells, read-only: ``right`` and ``below``, True where there is a wall."""

    right: NDArray[np.bool_]
    below: NDArray[np.bool_]

    @property
    def number(self) -> int:
        """The number of walls."""
        return sum(int(np.count_nonzero(side)) for side in self)

    def padded(self, shape: tuple[int, int]) -> Walls:
        """Return both arrays with the shape of the board; beyond its border there is no wall."""
        return Walls(*(_of_shape(side, shape) for side in self))

    def between_open(self, open_cells: NDArray[np.bool_]) -> Walls:
        """Return only the walls between two open cells, of the shape of the board; others have no effect."""
        right, below = self.padded((open_cells.shape[0], open_cells.shape[1]))
        return Walls(
            right & open_cells & np.roll(open_cells, -1, axis=1),
            below & open_cells & np.roll(open_cells, -1, axis=0),
        )


def checked_wrap(wrap: str | None) -> Wrap | None:
    """Return *wrap*; raise `UnknownChoiceError` if it is neither None nor one of `WRAPS`."""
    if wrap is not None:
        UnknownChoiceError.check("wrap", wrap, WRAPS)
    return wrap  # type: ignore[return-value]


def period_of(shape: tuple[int, int], wrap: Wrap | None) -> tuple[int, int]:
    """Return after how many rows and columns a board repeats; 0: it does not.

    >>> period_of((3, 8), "columns"), period_of((3, 8), "both")
    ((0, 8), (3, 8))
    """
    return shape[0] if wrap in ("rows", "both") else 0, shape[1] if wrap in ("columns", "both") else 0


def checked_walls(walls: Sequence[Any] | None, shape: tuple[int, int], wrap: Wrap | None) -> Walls | None:
    """Return a copy of *walls* for a board of that *shape*, None if there is none; raise `WallsError`."""
    if walls is None:
        return None
    try:
        given = list(walls)
    except TypeError:
        given = []
    if len(given) != 2:
        raise WallsError("walls must be two arrays of bool, (right, below)")
    (rows, columns), period = shape, period_of(shape, wrap)
    right = _side(given[0], "right", shape, (rows, columns if period[1] else columns - 1))
    below = _side(given[1], "below", shape, (rows if period[0] else rows - 1, columns))
    return Walls(right, below) if right.any() or below.any() else None


def _side(given: Any, name: str, shape: tuple[int, int], places: tuple[int, int]) -> NDArray[np.bool_]:
    array = plain_array(given, f"walls: {name}", WallsError)
    if array.size == 0 and 0 in places and array.ndim <= 2:
        array = np.zeros(places, np.bool_)
    if array.dtype != np.bool_:
        if array.dtype.kind not in "iu" or not np.isin(array, (0, 1)).all():
            raise WallsError(f"walls: {name} must hold bool (True: a wall), not {array.dtype}")
        array = array.astype(np.bool_)
    if array.shape not in (places, shape):
        raise WallsError(
            f"walls: {name} must have the shape {places} (or that of the board, {shape}), not {array.shape}"
        )
    side = canonical(array[: places[0], : places[1]])  # walls on the border mean nothing
    side.flags.writeable = False
    return side


def _of_shape(side: NDArray[np.bool_], shape: tuple[int, int]) -> NDArray[np.bool_]:
    if side.shape == shape:
        return side
    whole = np.zeros(shape, np.bool_)
    whole[: side.shape[0], : side.shape[1]] = side
    return whole


def walls_after(
    walls: Walls | None,
    shape: tuple[int, int],
    wrap: Wrap | None,
    pairs: Iterable[Sequence[Cell]],
    there: bool,
) -> Walls:
    """Return *walls* with those between the two cells of each of *pairs* there, or not."""
    none = np.zeros((0, 0), np.bool_)
    period, sides = period_of(shape, wrap), [np.array(s) for s in (walls or Walls(none, none)).padded(shape)]

    def beyond(cell: Cell, step: Cell) -> Cell:
        row, column = cell[0] + step[0], cell[1] + step[1]
        return row % period[0] if period[0] else row, column % period[1] if period[1] else column

    for u, v in pairs:
        places = [
            (side, cell)
            for side, step in zip(sides, ((0, 1), (1, 0)), strict=True)
            for cell, other in ((u, v), (v, u))
            if u != v and beyond(cell, step) == other
        ]
        if not places:
            raise WallsError(f"{u} and {v} are not next to each other, so no wall can be between them")
        for side, cell in places:  # two, where a board is wrapped round after two cells
            side[cell] = there
    return Walls(*sides)
