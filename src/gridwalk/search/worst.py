"""Bottleneck paths of a board, or minimax paths: the most expensive step costs as little as possible.

M. Pollack, "The maximum capacity through a network", 1960.  For networks see `gridwalk.search.edges`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.errors import ArgumentError
from gridwalk.runtime.codes import GOAL
from gridwalk.runtime.limits import Watch
from gridwalk.search.dijkstra import LEFT, Sources, followed, spread_from
from gridwalk.search.query import Query


def shortest(query: Query) -> Path | None:
    """Return a path to an exit whose most expensive step costs least; of these, one of least cost.

    Dijkstra's algorithm with the greater of two costs in place of their sum finds the cost of that step.
    Then the cheapest path of steps that cost no more is the answer.
    """
    board, state, starts = query.board, query.state, np.array(query.sources, np.int64)
    entered = board._step_costs.in_kernels[0][starts]  # the start's own cell counts
    tree = spread_from(
        board, Sources.by_value(starts, entered), query.watch, worst=True,
        is_wanted=query.is_exit, enough=1, state=state,
    )  # fmt: skip
    if state[LEFT]:
        return None
    most = float(tree.distances[state[GOAL]])
    tree = spread_from(
        board, Sources.plain(starts[entered <= most]), query.watch, most_of_step=most,
        is_wanted=query.is_exit, enough=1, state=state,
    )  # fmt: skip
    return followed(query, tree, int(state[GOAL]), "dijkstra")._claiming("worst")


def distances(
    board: Board, sources: Sources, most: float, watch: Watch, *, backwards: bool
) -> NDArray[np.float64]:
    """Return the least worst cost of a path from *sources* to each cell, or *backwards*, up to *most*.

    Raises
    ------
    ArgumentError
        If the sources have values: a cost that is not added up has no place for them.

    """
    if sources.values.any():
        raise ArgumentError("measure", "worst", "left out where cells have values, which are added to costs")
    entered = board._step_costs.in_kernels[0]
    begin = sources if backwards else Sources.by_value(sources.places, entered[sources.places])
    found = spread_from(board, begin, watch, backwards=backwards, worst=True, most=most).distances
    if backwards:  # each cell is a start, which counts
        found = np.maximum(found, entered)
    return np.where(found <= most, found, np.inf)
