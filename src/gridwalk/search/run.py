"""Run one search of `find`, `shortest` or `trace` by its name.

The caller has checked the names: those of `gridwalk.algorithms.names`, or "auto".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from gridwalk.algorithmrow import Algorithm, resolve
from gridwalk.algorithms import algorithm
from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.grids.grid import Grid
from gridwalk.runtime.cache import Key
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import beside_once
from gridwalk.search.choice import SMALL_BOARD, are_far, suitable
from gridwalk.search.query import Query, key_of
from gridwalk.search.solved import GETTING_READY, QUICK, by_solver, kind_of

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
