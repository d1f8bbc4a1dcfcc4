"""One-way cells: cells that can be left in one direction only, in some only, or not at all."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from operator import index
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, OneWayError
from gridwalk.grids.cells import CellLike, as_cell
from gridwalk.grids.moves import MAX_MOVES, Moves

OneWay: TypeAlias = tuple[int, int] | tuple[tuple[int, int], ...]


def ways_of(given: OneWay) -> tuple[tuple[int, int], ...]:
    """Return the directions of a one-way cell: the one given, or the several, or none.

    >>> ways_of((0, 1)), ways_of(((0, 1), (1, 0))), ways_of(())
    (((0, 1),), ((0, 1), (1, 0)), ())
    """
    return (given,) if given and isinstance(given[0], int) else given


def checked_one_way(
    one_way: Mapping[CellLike, OneWay], open_cells: NDArray[np.bool_], moves: Moves
) -> dict[Cell, OneWay]:
    """Return *one_way* by cell, in reading order; raise `OneWayError` for a wall, or for what is no move."""
    directions: dict[Cell, OneWay] = {}
    if not isinstance(one_way, Mapping):
        raise OneWayError("one_way must map cells to directions: {(0, 3): (0, 1)} leads right")
    for cell, given in one_way.items():
        row, column = as_cell(cell, (open_cells.shape[0], open_cells.shape[1]), "one_way")
        if not open_cells[row, column]:
            raise OneWayError(f"the one-way cell {(row, column)} is a wall")
        ways = [_delta(way, given) for way in (given if _are_several(given) else [given])]
        for delta, way in ways:
            if delta not in moves.deltas:
                raise OneWayError(
                    f"the one-way cell {(row, column)} points along {reprlib.repr(delta or way)}, "
                    f"which is not one of the {moves.name} moves"
                )
        named = {delta for delta, _ in ways}
        several = tuple(delta for delta in moves.deltas if delta in named)
        directions[row, column] = several[0] if len(several) == 1 else several
    return dict(sorted(directions.items()))


def _are_several(given: Any) -> bool:
    """Whether these are several directions, or none."""
    try:
        return len(given) <= MAX_MOVES and all(len(way) >= 0 for way in given)
    except TypeError:
        return False


def _delta(way: Any, given: Any) -> tuple[tuple[int, ...], Any]:
    """Return a direction as plain integers (none, if it is not one), and as it was given."""
    try:
        return (tuple(map(index, way)), way) if len(way) == 2 else ((), way)
    except TypeError:
        return (), given
