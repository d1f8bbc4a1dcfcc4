"""The shortest walk through many stops: distances between them, their order, the legs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.cells import CellLike
from gridwalk.errors import ArgumentError, Cell, UnknownChoiceError
from gridwalk.grid import Grid
from gridwalk.kernels.makers.chance import STATES
from gridwalk.kernels.search.stops import better_orders
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.slices import registers, run
from gridwalk.search.fields import distance_field
from gridwalk.search.one_tree import lower_bound
from gridwalk.search.orders import MAX_STOPS, orders
from gridwalk.search.query import Query
from gridwalk.search.run import find, shortest
from gridwalk.search.suits import is_varied
from gridwalk.walk import Walk

if TYPE_CHECKING:
    from gridwalk.keywords import Measure

MOST = 2000  # stops
KICKS = 30_000  # of the local search, divided by the number of stops
CLOSE = 1e-9  # relative: two costs that differ by less are the same
MEASURES = ("cost", "length")
EXACT, SEARCH = "held-karp", "local search"
Matrix = NDArray[np.float64]


def visit(
    grid: Grid,
    cells: Iterable[CellLike],
    start: CellLike | None,
    back: bool,
    measure: Measure,
    limits: Limits,
) -> Walk | None:
    """Answer behind `gridwalk.Board.visit`."""
    UnknownChoiceError.check("measure", measure, MEASURES)
    first = grid.start if start is None else grid.open_cell(start, "start")
    stops = [first, *(cell for cell in grid.open_cells_of(cells, "cells") if cell != first)]
    if len(stops) - 1 > MOST:
        raise ArgumentError("cells", len(stops) - 1, f"at most {MOST:,} stops")
    watch = limits.watch()
    fewest = measure == "length" and is_varied(grid)
    leg = _legs(grid, stops, fewest, watch)
    if not np.isfinite(leg[0]).all():
        return None
    found = _ordered(leg, back, watch)
    if found is None:
        return None
    order, bound, by = found
    walk, positions = _walked(grid, [stops[i] for i in order], back, fewest, watch)
    value = sum(leg[a, b] for a, b in zip(order, order[1:], strict=False)) + (
        leg[order[-1], 0] if back else 0
    )
    proved = bound >= value * (1 - CLOSE)
    whole = (
        measure == "length"
        or not is_varied(grid)
        or (grid.costs is not None and grid.costs.dtype == np.int64)
    )
    if whole:
        bound = math.ceil(bound - 2.0**-20)
    return Walk(grid, walk, positions, back=back, best=measure, bound=None if proved else bound, by=by)


def _legs(grid: Grid, stops: Sequence[Cell], fewest: bool, watch: Watch) -> Matrix:
    """Return what the leg from each stop to each costs at least; infinite where there is none."""
    places = [grid.index(stop) for stop in stops]
    leg = np.empty((len(stops), len(stops)))
    for i, stop in enumerate(stops):
        watch.check(0, 0, 0, f"{i} of {len(stops)} distance fields")
        query = Query(grid, (stop,), (), watch)
        leg[i] = (_moves_from(query) if fewest else distance_field(query))[places]
    return leg


def _ordered(leg: Matrix, back: bool, watch: Watch) -> tuple[tuple[int, ...], float, str] | None:
    """Return an order of the stops, what any order costs at least, and how it was found."""
    n = len(leg)
    if n == 1:
        return (0,), 0.0, EXACT
    whole = np.full((n + 1, n + 1), np.inf)  # with a last stop: the start again, or anywhere
    whole[:n, :n] = leg
    whole[:n, n] = leg[:, 0] if back else 0.0
    if n - 1 <= MAX_STOPS:
        best = next(orders(whole), None)
        return None if best is None else (best[1][:-1], best[0], EXACT)
    return _searched(whole, watch)


def _searched(leg: Matrix, watch: Watch) -> tuple[tuple[int, ...], float, str] | None:
    """Return a good order of many stops, and a bound; None where one-way cells allow no order."""
    begun = _by_reach(leg)
    if begun is None:
        return None
    n = len(leg)
    order, best, value = begun.copy(), begun.copy(), np.array([np.inf])
    finite = leg[np.isfinite(leg)]
    least = CLOSE * float(finite.max(initial=1.0))
    random = np.array([STATES // 3], np.int64)
    state = registers()
    arguments = leg, order, best, value, least, random, max(10, KICKS // n)
    run(better_orders, *arguments, state=state, moves_of_cell=leg, watch=watch)
    bound = lower_bound(leg, float(value[0]))
    return tuple(best[:-1].tolist()), bound, SEARCH


def _by_reach(leg: Matrix) -> NDArray[np.int64] | None:
    """Return an order without infinite legs: nearest first, of those that can reach all that are left."""
    n = len(leg)
    order, left = [0], set(range(1, n - 1))
    # Of two stops one can reach the other, or there is no order: the one that more can reach comes later.
    reached_by = np.isfinite(leg).sum(0)
    while left:
        earliest = min(reached_by[j] for j in left)
        j = min((j for j in left if reached_by[j] == earliest), key=lambda j: (leg[order[-1], j], j))
        if leg[order[-1], j] == np.inf:
            return None
        order.append(j)
        left.remove(j)
    return None if leg[order[-1], n - 1] == np.inf else np.array([*order, n - 1], np.int64)


def _walked(
    grid: Grid, stops: Sequence[Cell], back: bool, fewest: bool, watch: Watch
) -> tuple[NDArray[np.int32], list[int]]:
    """Return the cells of the walk from stop to stop, and where the stops are in it."""
    parts, positions = [np.array(stops[:1], np.int32)], [0]
    for a, b in zip(stops, [*stops[1:], *stops[:1]], strict=True):
        if len(positions) == len(stops) and not (back and len(stops) > 1):
            break
        query = Query(grid, (a,), (b,), watch)
        path = find("bfs", query) if fewest else shortest("auto", grid, (a,), (b,), lambda: watch)
        assert path is not None
        parts.append(path.cells[1:])
        if len(positions) < len(stops):
            positions.append(positions[-1] + path.length)
    return np.concatenate(parts), positions


def _moves_from(query: Query) -> NDArray[np.float64]:
    """Return the number of moves from the start to every cell."""
    from gridwalk.kernels.search.first_path import distance_labels

    label_of_cell, queue = query.no_cells(), np.empty(query.grid.open_count, np.int32)
    query = replace(query, state=registers())
    query.seed(queue, 0)
    label_of_cell[query.sources] = 0
    query.run(distance_labels, query.is_exit, label_of_cell, queue)
    return np.where(label_of_cell >= 0, label_of_cell, np.inf)
