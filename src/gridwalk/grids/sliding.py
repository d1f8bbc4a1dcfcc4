"""The legal moves of pieces that slide: a move of several steps is legal where each of its steps is."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.moves import Moves


def step_of(delta: tuple[int, int], moves: Moves) -> tuple[int, int]:
    """Return the step that *delta* is made of: the shortest of the moves that it is a multiple of."""
    times = gcd(*delta)
    parts = sorted(times // n for n in range(1, times + 1) if times % n == 0)
    steps = ((delta[0] // times * part, delta[1] // times * part) for part in parts)
    return next(step for step in steps if step in moves.deltas)


def sliding(
    table: NDArray[Any],
    moves: Moves,
    table_of: Callable[[Moves], NDArray[Any]],
    ways: NDArray[np.int64] | None,
) -> NDArray[Any]:
    """Return *table*, rows and columns, with moves of several steps only where each step is legal.

    *table_of* gives the flat table of single steps, without one-way cells; *ways* are the moves by which
    one-way cells may be left.
    """
    step_of_delta = {delta: step_of(delta, moves) for delta in moves.deltas}
    steps = Moves(dict.fromkeys(step_of_delta.values()), corners=moves.corners)
    single = table_of(steps).reshape(table.shape)
    found, one = np.zeros_like(table), table.dtype.type(1)
    for m, delta in enumerate(moves.deltas):
        step = step_of_delta[delta]
        times = max(map(abs, delta)) // max(map(abs, step))
        bit = (single >> single.dtype.type(steps.deltas.index(step)) & single.dtype.type(1)).astype(bool)
        legal = bit.copy()
        for k in range(1, times):
            legal &= _shifted(bit, (k * step[0], k * step[1]))
        if ways is not None:
            legal &= (ways >> m & 1).astype(bool)
        found[legal] |= one << table.dtype.type(m)
    return found


def _shifted(array: NDArray[np.bool_], delta: tuple[int, int]) -> NDArray[np.bool_]:
    """Return for each cell the entry of the cell *delta* further; False beyond the border."""
    found = np.zeros_like(array)
    (rows, columns), (down, across) = array.shape, delta
    here = np.s_[max(0, -down) : min(rows, rows - down), max(0, -across) : min(columns, columns - across)]
    there = np.s_[max(0, down) : min(rows, rows + down), max(0, across) : min(columns, columns + across)]
    if abs(down) < rows and abs(across) < columns:
        found[here] = array[there]
    return found
