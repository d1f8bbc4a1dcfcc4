"""Best-first searches that need not find a cheapest path: greedy, and A* with a weight.

Both are Dijkstra's algorithm with other keys.  Each cell is expanded at most once.
"""

from __future__ import annotations

from numbers import Real

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.errors import ArgumentError
from gridwalk.grids.checks import checked_real
from gridwalk.search.lowerbounds import bound_on_rest, lower_bounds
from gridwalk.search.query import Query
from gridwalk.search.shortest import nearest_first

WEIGHTED = "weighted-astar"


def find_greedy(query: Query) -> Path | None:
    """Expand the cell that seems nearest to an exit; what it cost to get there does not count."""
    grid = query.grid
    rest = bound_on_rest("greedy", grid, query.exits)
    nothing = np.zeros(grid.size), np.zeros(len(grid.moves)), np.zeros(len(grid.moves))
    return nearest_first(query, "greedy", rest, nothing)


def find_weighted(query: Query) -> Path | None:
    """Expand the cell of least cost plus the weight times the bound on the rest.

    The path costs at most the weight times as much as a cheapest one (Pohl 1970); because the bound is
    consistent, that holds although no cell is expanded twice (Likhachev, Gordon and Thrun 2003).
    """
    rest = lower_bounds(query.grid, query.exits)
    path = nearest_first(query, WEIGHTED, query.weight * rest)
    if path is None:
        return None
    bound = max(path.cost / query.weight, min(rest[query.sources].tolist()))
    return path._claiming("cost", min(bound, path.cost))


def checked_weight(weight: object, by: object) -> float:
    """Return the *weight* of weighted A*, 1 or more; raise `ArgumentError` if it is none, or not for *by*."""
    if by != WEIGHTED:
        raise ArgumentError("weight", weight, f"left out unless by={WEIGHTED!r}")
    allowed = "a finite number of 1 or more"
    number = checked_real(weight, "weight", allowed)
    if not isinstance(weight, Real) or number < 1:
        raise ArgumentError("weight", weight, allowed)
    return number
