"""A path through given cells, leg by leg: a fast heuristic, which may miss paths that exist."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.kernels.codes import EXPANDED, FOUND, GOAL
from gridwalk.kernels.search.first_path import SOURCE, bfs, follow_marks
from gridwalk.runtime.slices import call, registers
from gridwalk.search.query import Query

FEW = 4  # the maximum of cells whose orders are all tried


def find_in_legs(query: Query, required: Iterable[Cell]) -> Path | None:
    """Return a path from a start through all of *required* to an exit, or None if the heuristic finds none.

    Each leg is a breadth-first search that avoids the cells of earlier legs.  It leads to the nearest cell
    still required.  If that fails, and the required cells are few, all their orders are tried.
    """
    exits = set(query.exits)
    for start in query.starts:
        between = sorted(set(required) - exits - {start})
        last = set(required) & exits or exits
        if start in exits or len(last & set(required)) > 1:
            continue  # the first exit ends the path
        if path := _along([], set(between), start, last, query):
            return path
        if 1 < len(between) <= FEW:
            for order in permutations(between):
                if path := _along([{cell} for cell in order], set(), start, last, query):
                    return path
    return None


def _along(
    stops: list[set[Cell]], nearest: set[Cell], start: Cell, last: set[Cell], query: Query
) -> Path | None:
    """Return a path by way of one of each of *stops*, then all of *nearest*, to one of *last*."""
    columns, walked = query.grid.columns, [query.grid.index(start)]
    while stops or nearest:
        goals, *stops = stops or [nearest]
        leg = _leg(walked, goals, query)
        if not leg:
            return None
        walked += leg
        nearest = nearest - {divmod(leg[-1], columns)}
    leg = _leg(walked, last, query)
    return query.found(np.array(walked + leg, np.int32), "legs") if leg else None


def _leg(walked: list[int], goals: set[Cell], query: Query) -> list[int]:
    """Return the cells from the last one *walked* to the nearest of *goals*, past other exits; or none."""
    grid = query.grid
    source = divmod(walked[-1], grid.columns)
    leg = replace(query, starts=(source,), exits=tuple(sorted(goals)), state=registers())
    mark_of_cell, queue = leg.marks(), np.empty(grid.open_count, np.int32)
    mark_of_cell[[grid.index(cell) for cell in set(query.exits) - goals]] |= SOURCE  # not to be entered
    mark_of_cell[walked] |= SOURCE
    leg.seed(queue)
    found = leg.run(bfs, mark_of_cell, queue) == FOUND
    query.state[EXPANDED] += leg.state[EXPANDED]
    if not found:
        return []
    goal = int(leg.state[GOAL])
    steps = call(follow_marks, query.watch, grid.delta_of_move, mark_of_cell, goal, queue)
    cells: list[int] = queue[: steps - 1][::-1].tolist()
    return cells
