"""Lower bounds on costs, from the rows and columns between two cells; and the upper limit *max_cost*."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.stepcosts import StepCosts
from gridwalk.errors import ArgumentError, Cell
from gridwalk.runtime.kernel import inline_kernel, kernel

CLOSE = 1e-11  # relative; sums of the same fractions in different orders differ by less


@kernel
def bound(v, goal_row, goal_column, columns, rate, slope):
    """Return a lower bound on the cost from cell *v* to the goal: see `bound_apart`."""
    row = v // columns
    return bound_apart(row - goal_row, v - row * columns - goal_column, rate, slope)


@inline_kernel
def bound_apart(down, across, rate, slope):
    """Return a lower bound on the cost between cells that are *down* rows and *across* columns apart.

    The bound is ``rate * longer + slope * shorter``, for the longer and the shorter of the two differences.
    If c is the least cost of a move, (rate, slope) is

    - (c, c) for orthogonal moves (Manhattan distance),
    - (c, 0) for king moves of equal cost (Chebyshev distance),
    - (c, (sqrt 2 - 1) c) if a diagonal costs sqrt 2 times as much (octile distance),
    - (c / r, 0) for moves that reach r rows or columns,
    - (c, -c) for hexagons, where the shorter difference counts only if both have the same sign.

    All bounds are consistent: no move lowers the bound by more than its cost.
    """
    shorter = min(abs(down), abs(across))
    if slope < 0 and (down < 0) != (across < 0):
        shorter = 0
    return rate * max(abs(down), abs(across)) + abs(slope) * shorter


def bounds_apart(
    board: Board, down: NDArray[Any], across: NDArray[Any], step_costs: StepCosts | None = None
) -> NDArray[np.float64]:
    """Return `bound_apart` for arrays of differences in rows, *down*, and in columns, *across*."""
    rate, slope = (step_costs or board._step_costs).rates(is_wrapped=board.wrap is not None)
    shorter = np.minimum(abs(down), abs(across))
    if slope < 0:  # hexagons
        slope, shorter = -slope, np.where((down < 0) == (across < 0), shorter, 0)
    bounds: NDArray[np.float64] = rate * np.maximum(abs(down), abs(across)) + slope * shorter
    return bounds


def lower_bounds(
    board: Board, exits: tuple[Cell, ...], step_costs: StepCosts | None = None
) -> NDArray[np.float64]:
    """Return a lower bound on the cost from each cell to the bounding box of *exits*, flat."""
    if not exits:
        return np.zeros(board.size)
    (top, left), (bottom, right) = np.min(exits, axis=0), np.max(exits, axis=0)
    rows, columns = np.arange(board.rows)[:, None], np.arange(board.columns)[None, :]
    down, across = rows - rows.clip(top, bottom), columns - columns.clip(left, right)
    return bounds_apart(board, down, across, step_costs).reshape(-1)


def least_cost(board: Board) -> float:
    """Return the least cost of a move; 1 if some cost nothing."""
    return board._step_costs.least or 1.0


def tolerance(board: Board) -> float:
    """Return the maximum relative rounding error of sums of costs: 0 if all sums are exact."""
    return 0.0 if board._step_costs.are_exact else CLOSE


def allowed(board: Board, max_cost: float | None) -> float:
    """Return *max_cost* plus the rounding error of sums of costs; infinity for None.

    Raises
    ------
    ArgumentError
        Unless *max_cost* is None or a number of 0 or more.

    """
    if max_cost is None:
        return math.inf
    if isinstance(max_cost, bool) or not isinstance(max_cost, Real) or not max_cost >= 0:
        raise ArgumentError("max_cost", max_cost, "a number of 0 or more")
    try:
        return float(max_cost) * (1 + tolerance(board))
    except OverflowError:  # an integer above the range of float64
        return math.inf
