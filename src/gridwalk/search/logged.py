"""A* and jump point search with an event log.

Without a log these two run as solvers (`gridwalk.search.solvers`), which store only what the answer needs.
Here A* is Dijkstra's algorithm with a lower bound, so that the two logs are alike; among several paths of
minimum cost it may find another one.  Jump point search is the same kernel, with an event log.
"""

from __future__ import annotations

from contextlib import nullcontext

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.kernels.codes import CLOSE, EXPANDED, FULL, NONE, OPEN
from gridwalk.kernels.search.jps import jps, unfold
from gridwalk.runtime.slices import BRIEF_BOARD, beside, interpreting, tier, undecided
from gridwalk.search.lowerbounds import bound_on_rest
from gridwalk.search.query import Query
from gridwalk.search.ready import Solver
from gridwalk.search.shortest import nearest_first
from gridwalk.search.solved import GETTING_READY, by_solver
from gridwalk.search.solvers import solver


def trace_astar(query: Query) -> Path | None:
    """Expand cells in order of their cost plus a lower bound on the rest."""
    return nearest_first(query, "astar", bound_on_rest("astar", query.grid, query.exits))


def trace_jps(query: Query) -> Path | None:
    """Jump point search; for several exits, the search for the nearest one is logged."""
    grid, log = query.grid, query.log
    assert log is not None
    small = grid.size <= BRIEF_BOARD and undecided()
    with tier("python") if small else nullcontext():  # faster than compiling
        nearest = by_solver(grid, "jps", query.starts[0], query.exits, lambda: query.watch)
        goal = grid.index(query.exits[0] if nearest is None else nearest.end)
        ready = solver(grid, "jps")
        cells, events, query.state[EXPANDED] = beside(
            lambda: _run(ready, query.source, goal), query.watch, GETTING_READY
        )
    query.note(OPEN, query.source, query.source)
    log.append(events)
    return None if cells is None else query.found(cells, "jps")


def _run(ready: Solver, source: int, goal: int) -> tuple[NDArray[np.int32] | None, NDArray[np.int32], int]:
    """Return (flat cells of the path or None, events, nodes expanded)."""
    plain = interpreting()
    columns = ready.model[2][0]
    desk = ready.borrow()
    while True:
        scratch = desk.scratch
        events = np.zeros((8 * len(scratch[1]) + 1, 3), np.int32)
        find = jps if plain else jps.compiled
        last, straight, diagonal, expanded = find(ready.model, scratch, source, goal, events)
        if last != FULL:
            break
        desk = ready.larger(desk)
    log = events[1 : events[0, 0] + 1].copy()
    cells = None
    if last != NONE:
        way = np.empty((straight + diagonal + 1, 2), np.int32)
        write = unfold if plain else unfold.compiled
        write(scratch[1], last, goal // columns, goal % columns, way, len(way))
        cells = way[:, 0] * columns + way[:, 1]
    ready.give_back(desk)
    assert last == NONE or log[-1, 0] == CLOSE
    return cells, log, expanded
