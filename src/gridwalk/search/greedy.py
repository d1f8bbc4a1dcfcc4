"""Greedy best-first search and weighted A*, which weigh the bound more than the cost so far.

Both are Dijkstra's algorithm with a different key: O(moves * log cells).
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
    """Return the estimate of the remaining cost from each cell that the algorithm *by* uses, flat.

    "jps" logs the search for a single exit, the *nearest*, or the first if no exit can be reached.
    "weighted-astar" multiplies the bound by *weight*; "greedy" uses the bound for a board without costs.
    """
    if by == "jps" and exits:
        return lower_bounds(board, (nearest or exits[0],))
    if by == "greedy":
        return lower_bounds(board, exits, StepCosts(board.open_cells, board.moves, None, None))
    return lower_bounds(board, exits) * (weight if by == "weighted-astar" else 1.0)


def find(query: Query) -> Path | None:
    """Return a path by greedy best-first search: always expand the cell of the least bound."""
    board = query.board
    rest = bound_on_rest("greedy", board, query.exits)
    nothing = np.zeros(board.size), np.zeros(len(board.moves)), np.zeros(len(board.moves))
    return nearest_first(query, "greedy", rest, nothing)


def find_weighted(query: Query) -> Path | None:
    """Return a path by weighted A*: always expand the cell of least cost plus weight times bound.

    The path costs at most the weight times the minimum (Pohl 1970).  No cell is expanded twice; the guarantee
    still holds, because the bound is consistent (Likhachev, Gordon and Thrun 2003).
    """
    rest = lower_bounds(query.board, query.exits)
    path = nearest_first(query, WEIGHTED, query.weight * rest)
    if path is None:
        return None
    bound = max(path.cost / query.weight, min(rest[query.sources].tolist()))
    return path._claiming("cost", min(bound, path.cost))


def checked_weight(weight: object, by: object) -> float:
    """Return *weight* as a float; raise `ArgumentError` if it is below 1 or *by* is not weighted A*."""
    if by != WEIGHTED:
        raise ArgumentError("weight", weight, f"left out unless by={WEIGHTED!r}")
    allowed = "a finite number of 1 or more"
    number = checked_real(weight, "weight", allowed)
    if not isinstance(weight, Real) or number < 1:
        raise ArgumentError("weight", weight, allowed)
    return number
