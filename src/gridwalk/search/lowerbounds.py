"""What the rest of the cost is at least: the bounds that steer searches to an exit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell
from gridwalk.grids.grid import Grid
from gridwalk.grids.stepcosts import StepCosts

WEIGHT = 2.0  # of the bound in weighted A*, unless another is asked for


def bound_on_rest(
    by: str, grid: Grid, exits: tuple[Cell, ...], nearest: Cell | None = None, weight: float = WEIGHT
) -> NDArray[np.float64]:
    """Return for each cell, flat, what the search *by* takes the rest of the cost for.

    The log of "jps" is the search for one exit: the *nearest*, or the first if none can be reached.
    "weighted-astar" multiplies the bound by *weight*; "greedy" takes that of a board without costs.
    """
    if by == "jps" and exits:
        return lower_bounds(grid, (nearest or exits[0],))
    if by == "greedy":
        return lower_bounds(grid, exits, StepCosts(grid.open_cells, grid.moves, None, None))
    return lower_bounds(grid, exits) * (weight if by == "weighted-astar" else 1.0)


def lower_bounds(
    grid: Grid, exits: tuple[Cell, ...], step_costs: StepCosts | None = None
) -> NDArray[np.float64]:
    """Return for each cell, flat, a lower bound on the cost of a path to the bounding box of *exits*."""
    if not exits:
        return np.zeros(grid.size)
    rate, slope = (step_costs or grid.step_costs).rates(is_wrapped=grid.wrap is not None)
    (top, left), (bottom, right) = np.min(exits, axis=0), np.max(exits, axis=0)
    rows, columns = np.arange(grid.rows)[:, None], np.arange(grid.columns)[None, :]
    down = np.maximum(0, np.maximum(top - rows, rows - bottom))
    across = np.maximum(0, np.maximum(left - columns, columns - right))
    rest: NDArray[np.float64] = rate * np.maximum(down, across) + slope * np.minimum(down, across)
    return rest.reshape(-1)
