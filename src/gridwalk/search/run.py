"""Run one search of `find`, `shortest` or `trace` by its name.

The caller has checked the names: those of `gridwalk.algorithms.names`, or "auto".

A* and jump point search with an event log.

Without a log these two run as solvers (`gridwalk.search.solvers`), which store only what the answer needs.
Here A* is Dijkstra's algorithm with a lower bound, so that the two logs are alike; among several paths of
minimum cost it may find another one.  Jump point search is the same kernel, with an event log.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import Algorithm, algorithm, resolve
from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import CLOSE, EXPANDED, FULL, NONE, OPEN
from gridwalk.kernels.search import jps as jump_points
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import BRIEF_BOARD, beside, beside_once, interpreting, tier, undecided
from gridwalk.search import shortest as searches
from gridwalk.search import solvers
from gridwalk.search.choice import SMALL_BOARD, are_far, suitable
from gridwalk.search.keptsolvers import GETTING_READY, QUICK, by_solver, kind_of
from gridwalk.search.query import Query, bound_on_rest, key_of

if TYPE_CHECKING:
    from gridwalk.search.ready import Solver

FIRST = "dfs"  # what "auto" means where no path is asked for in particular


def run(row: Algorithm, query: Query) -> Path | None:
    """Return the path that the algorithm finds, or None; the caller has checked that it is exact.

    If the query has an event log, the algorithm fills it.
    """
    if row.solver and query.log is None:
        return by_solver(query.grid, row.name, query.starts[0], query.exits, lambda: query.watch)
    path: Path | None = resolve(row.run)(query)
    return path


def find(by: str, query: Query) -> Path | None:
    """Return a path by an algorithm of `find`."""
    return run(algorithm(FIRST if by == "auto" else by), query)


def trace(by: str, query: Query) -> Path | None:
    """Return a path by an algorithm of `trace`, and write what it does to the log of *query*.

    Raises
    ------
    UnsuitableAlgorithmError
        If an algorithm of `shortest` is not exact there.

    """
    row = algorithm(FIRST if by == "auto" else by)
    if "find" not in row.verbs:
        suitable(query.grid, by, len(query.starts), len(query.exits))
    return run(row, query)


def _is_ready(grid: Grid, name: str) -> bool:
    """Whether the solver of a name answers at once, by compiled code."""
    ready = grid._kept.peek(key_of(name))
    return ready is not None and ready.is_quick and ready.answer.is_warm


@lru_cache(maxsize=256)
def _key_of(by: str, starts: int, exits: int, far: bool) -> Key[str]:
    """Return under what a grid keeps the name of the algorithm that is chosen."""
    return Key("choice", (by, starts, exits, far))


def shortest(
    by: str, grid: Grid, starts: tuple[Cell, ...], exits: tuple[Cell, ...], clock: Callable[[], Watch]
) -> Path | None:
    """Return a cheapest path by an algorithm of `shortest`; *clock* starts a watch if one is needed.

    Raises
    ------
    UnsuitableAlgorithmError
        If the algorithm is not exact there.

    """
    far = by == "auto" and are_far(grid, starts, exits)
    asked = _key_of(by, len(starts), len(exits), far)
    if known := grid._kept.peek(asked):
        if not algorithm(known).solver:
            return run(algorithm(known), Query(grid, starts, exits, clock()))
        if asked.facts == ("auto", 1, 1, False) and QUICK not in grid._kept and _is_ready(grid, known):
            grid._kept.put(QUICK, key_of(known))  # on small boards not before they are worth a compiler
        return by_solver(grid, known, starts[0], exits, clock)
    choose = partial(suitable, grid, by, len(starts), len(exits), far=far)
    is_small = grid.size <= SMALL_BOARD
    kind = kind_of("choice", grid)
    chosen = choose() if is_small else beside_once(kind, grid.size, choose, clock(), GETTING_READY)
    if far or algorithm(chosen).solver:
        # A grid that is asked once will be asked again: the choice is kept, and made in no time.
        grid._kept.put(asked, chosen)
    return run(algorithm(chosen), Query(grid, starts, exits, clock()))


def trace_astar(query: Query) -> Path | None:
    """Expand cells in order of their cost plus a lower bound on the rest."""
    return searches.nearest_first(query, "astar", bound_on_rest("astar", query.grid, query.exits))


def trace_jps(query: Query) -> Path | None:
    """Jump point search; for several exits, the search for the nearest one is logged."""
    grid, log = query.grid, query.log
    assert log is not None
    small = grid.size <= BRIEF_BOARD and undecided()
    with tier("python") if small else nullcontext():  # faster than compiling
        nearest = by_solver(grid, "jps", query.starts[0], query.exits, lambda: query.watch)
        goal = grid.index(query.exits[0] if nearest is None else nearest.end)
        ready = solvers.solver(grid, "jps")
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
        find = jump_points.jps if plain else jump_points.jps.compiled
        last, straight, diagonal, expanded = find(ready.model, scratch, source, goal, events)
        if last != FULL:
            break
        desk = ready.larger(desk)
    log = events[1 : events[0, 0] + 1].copy()
    cells = None
    if last != NONE:
        way = np.empty((straight + diagonal + 1, 2), np.int32)
        write = jump_points.unfold if plain else jump_points.unfold.compiled
        write(scratch[1], last, goal // columns, goal % columns, way, len(way))
        cells = way[:, 0] * columns + way[:, 1]
    ready.give_back(desk)
    assert last == NONE or log[-1, 0] == CLOSE
    return cells, log, expanded
