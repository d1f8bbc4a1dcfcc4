"""A path through given cells, leg by leg: quick, and no proof where it finds none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from gridwalk.errors import Cell
from gridwalk.kernels.codes import FOUND, GOAL
from gridwalk.kernels.walks import bfs, follow_parents
from gridwalk.path import Path
from gridwalk.search.query import Query
from gridwalk.search.slices import call_short, registers

TAKEN = 0  # any cell: what is entered in place of a parent


def find_in_legs(query: Query, required: Iterable[Cell]) -> Path | None:
    """Return a path from a start through all of *required* to an exit, or None if this way finds none.

    Each leg leads breadth-first to the nearest cell that is still required, and the last one to an exit,
    past the cells of the legs before.
    """
    for start in query.starts:
        if path := _from(start, query, set(required) - {start}):
            return path
    return None


def _from(start: Cell, query: Query, required: set[Cell]) -> Path | None:
    board, exits = query.board, set(query.exits)
    if start in exits:
        return None
    walked = [board.index(start)]
    last = required & exits
    if len(last) > 1:
        return None  # the first one ends the path
    remaining = required - exits
    while True:
        goals = remaining or last or exits
        leg = replace(
            query, starts=(divmod(walked[-1], board.columns),), exits=tuple(goals), state=registers()
        )
        parent_of_cell, queue = leg.no_cells(), np.empty(board.open_count, np.int32)
        parent_of_cell[[board.index(cell) for cell in exits - goals]] = TAKEN
        parent_of_cell[walked] = TAKEN
        parent_of_cell[walked[-1]] = walked[-1]
        leg.seed(queue)
        found = leg.run(bfs, leg.is_exit, parent_of_cell, queue) == FOUND
        query.state += leg.state
        if not found:
            return None
        goal = int(leg.state[GOAL])
        steps = call_short(follow_parents, query.watch, parent_of_cell, goal, queue)
        walked += queue[: steps - 1][::-1].tolist()
        if goals is not remaining:
            return query.found(np.array(walked, np.int32), "legs")
        remaining = remaining - {divmod(goal, board.columns)}
