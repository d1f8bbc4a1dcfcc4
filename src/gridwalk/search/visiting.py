"""The shortest walk through many stops: distances between them, their order, the legs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.cellsequence import Walk
from gridwalk.errors import ArgumentError, Cell, UnknownChoiceError
from gridwalk.grids.cells import CellLike
from gridwalk.grids.grid import Grid
from gridwalk.kernels.search.first_path import distance_labels
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.slices import registers
from gridwalk.search.fields import distance_field
from gridwalk.search.find import MAX_STOPS, good_orders, orders
from gridwalk.search.query import Query, is_varied
from gridwalk.search.run import find, shortest
from gridwalk.search.spreading import lower_bound

if TYPE_CHECKING:
    from gridwalk.keywords import Measure

MOST = 2000  # stops
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
    value: float = sum(leg[a, b] for a, b in pairwise(order)) + (leg[order[-1], 0] if back else 0)
    proved = bound >= value * (1 - CLOSE)
    if measure == "length" or grid.step_costs.are_whole:
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
    found = next(good_orders(whole, watch), None)
    if found is None:
        return None
    cost, order = found
    return order[:-1], lower_bound(whole, cost), SEARCH


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
    queue = np.empty(query.grid.open_count, np.int32)
    query = replace(query, state=registers())
    label_of_cell = query.labels(queue)
    query.run(distance_labels, label_of_cell, queue)
    return np.where(label_of_cell >= 0, label_of_cell, np.inf)
