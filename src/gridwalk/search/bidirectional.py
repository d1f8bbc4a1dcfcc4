"""Breadth-first search from both ends."""

from __future__ import annotations

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.kernels.codes import FOUND, GOAL, HEAD, OPEN, TAIL
from gridwalk.kernels.search.bidirectional import (
    END,
    MEETING,
    REST_HEAD,
    REST_TAIL,
    SIDE,
    bidirectional,
)
from gridwalk.kernels.search.first_path import follow_parents
from gridwalk.runtime.slices import call
from gridwalk.search.query import Query
from gridwalk.search.spreading import reversed_table


def shortest_bidirectional(query: Query) -> Path | None:
    """Search from the starts and back from the exits, in turn, until a cell of one is next to the other."""
    grid, state, watch = query.grid, query.state, query.watch
    ends = query.sources, [grid.index(exit_) for exit_ in query.exits]
    parents = query.no_cells(), query.no_cells()
    queues = np.empty(grid.open_count, np.int32), np.empty(grid.open_count, np.int32)
    for cells, parent_of_cell, cell_of_queue in zip(ends, parents, queues, strict=True):
        cell_of_queue[: len(cells)] = parent_of_cell[cells] = cells
    if both := [cell for cell in ends[0] if parents[1][cell] == cell]:
        query.note(OPEN, both[0], both[0])
        return query.found(np.array(both[:1], np.int32), "bidirectional")
    for cell in (*ends[0], *ends[1]):
        query.note(OPEN, cell, cell)
    state[HEAD] = state[REST_HEAD] = state[SIDE] = 0
    state[END] = state[TAIL] = len(ends[0])
    state[REST_TAIL] = len(ends[1])
    entering = reversed_table(grid, watch)
    if query.run(bidirectional, entering, parents, queues) != FOUND:
        return None
    near, far = int(state[GOAL]), int(state[MEETING])
    state[MEETING] = 0
    halves = []
    for cell, parent_of_cell in zip((far, near) if state[SIDE] else (near, far), parents, strict=True):
        half = np.empty(grid.open_count, np.int32)
        halves.append(half[: call(follow_parents, watch, parent_of_cell, cell, half)])
    return query.found(np.concatenate([halves[0][::-1], halves[1]]), "bidirectional")
