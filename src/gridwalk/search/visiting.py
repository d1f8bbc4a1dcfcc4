"""The shortest walk through many stops: distances between them, their order, the legs.

A path through given cells, leg by leg: a fast heuristic, which may miss paths that exist.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.cellsequence import Walk
from gridwalk.answers.path import Path
from gridwalk.errors import ArgumentError, Cell, UnknownChoiceError
from gridwalk.grids.cells import CellLike
from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import EXPANDED, FOUND, GOAL
from gridwalk.kernels.search.first_path import SOURCE, bfs, distance_labels, follow_marks
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.slices import call, registers
from gridwalk.search.fields import distance_field
from gridwalk.search.query import Query, is_varied
from gridwalk.search.run import find, shortest
from gridwalk.search.stops import MAX_STOPS, good_orders, lower_bound, orders

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
