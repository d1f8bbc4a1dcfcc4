"""Searches that follow the bound more than the cost: greedy best-first, and A* with a weight.

Both are Dijkstra's algorithm with another key: O(moves * log cells).
"""

from __future__ import annotations

from numbers import Real

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.checks import checked_real
from gridwalk.board.stepcosts import StepCosts
from gridwalk.errors import ArgumentError, Cell
from gridwalk.search.bounds import lower_bounds
from gridwalk.search.dijkstra import nearest_first
from gridwalk.search.query import WEIGHT, Query

WEIGHTED = "weighted-astar"


def bound_on_rest(
    by: str, board: Board, exits: tuple[Cell, ...], nearest: Cell | None = None, weight: float = WEIGHT
) -> NDArray[np.float64]:
    """Return for each cell, flat, the estimate of the remaining cost that the search *by* uses.

    The log of "jps" is the search for one exit: the *nearest*, or the first if none can be reached.
    "weighted-astar" multiplies the bound by *weight*; "greedy" takes that of a board without costs.
    """
    if by == "jps" and exits:
        return lower_bounds(board, (nearest or exits[0],))
    if by == "greedy":
        return lower_bounds(board, exits, StepCosts(board.open_cells, board.moves, None, None))
    return lower_bounds(board, exits) * (weight if by == "weighted-astar" else 1.0)


def find(query: Query) -> Path | None:
    """Expand the cell that seems nearest to an exit; the cost so far does not count."""
    board = query.board
    rest = bound_on_rest("greedy", board, query.exits)
    nothing = np.zeros(board.size), np.zeros(len(board.moves)), np.zeros(len(board.moves))
    return nearest_first(query, "greedy", rest, nothing)


def find_weighted(query: Query) -> Path | None:
    """Expand the cell of least cost plus the weight times the bound on the rest.

    The path costs at most the weight times as much as a cheapest one (Pohl 1970); because the bound is
    consistent, that holds although no cell is expanded twice (Likhachev, Gordon and Thrun 2003).
    """
    rest = lower_bounds(query.board, query.exits)
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
