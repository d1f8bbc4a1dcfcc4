"""Iterative deepening A*: cheapest paths with the memory of one path."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.kernels.codes import DEPTH, EXPANDED, FOUND, STEP
from gridwalk.kernels.search.deepening import within_limit
from gridwalk.search.fields import reachable_cells
from gridwalk.search.query import Query, lower_bounds
from gridwalk.search.spreading import tolerance


def shortest_deepening(query: Query) -> Path | None:
    """Search depth-first within a limit, from each start, and raise the limit until a path is found.

    The limit is what cost and bound on the rest add up to at least: first at the starts, then where the
    last search turned back.  Whether an exit can be reached is told by breadth-first search, as this one
    would try every path before it knew.
    """
    grid = query.grid
    aside = replace(query, log=None, state=query.state.copy())
    if not reachable_cells(aside)[query.is_exit == 1].any():
        return None
    rest, costs, sources = lower_bounds(grid, query.exits), grid.step_costs.in_kernels, query.sources
    stack, cost_to_place = np.zeros((grid.open_count, 2), np.int32), np.zeros(grid.open_count)
    is_on_path = np.zeros(grid.size, np.uint8)
    slack = 1 + tolerance(grid)  # sums of the same steps in another order are no other limit
    limits = np.array([0.0, rest[sources].min()])
    while limits[1] < np.inf:
        limits[:] = limits[1] * slack, np.inf
        for source in sources:
            if rest[source] > limits[0]:
                limits[1] = min(limits[1], rest[source])
                continue
            stack[0], is_on_path[source], query.state[DEPTH] = (source, 0), 1, 0
            query.state[EXPANDED] += 1
            query.note(STEP, source, source)
            path = stack, cost_to_place, is_on_path
            if query.run(within_limit, costs, rest, query.is_exit, path, limits) == FOUND:
                return query.found(stack[: query.state[DEPTH] + 1, 0].copy(), "idastar")
    return None
