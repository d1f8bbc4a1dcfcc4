"""What a solver is made ready with, repaired after a change of the grid in a few cells.

Each function takes the model of a solver (`gridwalk.search.solvers`) and the change, and returns the model
for the changed grid; None where that must be made anew.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.costfacts import CostFacts
from gridwalk.grids.repairs import Change
from gridwalk.kernels.search.jump_repairs import mend_maps
from gridwalk.runtime.slices import call_whole

Model = tuple[Any, ...]

MANY = 64  # cells from which on bit maps are laid anew


def jump_maps(model: Model, change: Change) -> Model | None:
    """Repair the bit maps of jump points."""
    grid = change.after
    if len(change.switched) > MANY or grid.walls is not change.before.walls:
        return None
    words, turns, frame = model
    words = words.copy()
    is_open = grid.open_cells.reshape(-1)[change.switched].view(np.uint8)
    call_whole(mend_maps, grid.size, (words, turns, frame), grid.rows, change.switched, is_open)
    return words, turns, frame


def table(model: Model, change: Change) -> Model:
    """Take the repaired legal-move table."""
    return change.after.moves_of_cell, *model[1:]


def bucket_costs(model: Model, change: Change) -> Model | None:
    """Take the repaired legal-move table, and repair the costs of A* with buckets."""
    before, after = CostFacts.of_both(change)
    if (before.least, before.greatest) != (after.least, after.greatest):
        return None  # the buckets are others
    _, delta_of_move, costs = model
    return change.after.moves_of_cell, delta_of_move, _repaired(costs, change)


def heap_costs(model: Model, change: Change) -> Model | None:
    """Take the repaired legal-move table, and repair the costs of A* with a heap, if there are any.

    They are not scaled: sums great enough for that make the changed grid in full (`CostFacts.surely_fit`).
    """
    grid = change.after
    _, delta_of_move, moves, costs, rates = model
    if costs is None or grid.costs is None:
        return grid.moves_of_cell, *model[1:]
    before, after = CostFacts.of_both(change)
    if grid.costs.dtype.kind == "i" and (before.least, before.greatest) != (after.least, after.greatest):
        return None  # they may fit in buckets
    if before.least != after.least:
        rates = np.array([*grid.step_costs.rates(is_wrapped=grid.wrap is not None), 1.0])
    return grid.moves_of_cell, delta_of_move, moves, _repaired(costs, change), rates


def _repaired(costs: NDArray[Any], change: Change) -> NDArray[Any]:
    """Return *costs* with those of the changed grid where they changed."""
    if not len(change.priced) or change.after.costs is None:
        return costs
    costs = costs.copy()
    costs[change.priced] = change.after.costs.reshape(-1)[change.priced]
    return costs
