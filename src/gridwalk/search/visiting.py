"""The shortest walk through many stops: distances between them, their order, the legs.

Orders of stops, cheapest first: Held and Karp's table, and a search over beginnings of orders.  ``leg[i, j]``
is what the leg from stop *i* to stop *j* costs at least.  Stop 0 comes first, the last last.

A lower bound on the cost of visiting all stops: 1-trees with multipliers (Held and Karp 1971).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.cellsequence import Walk
from gridwalk.errors import ArgumentError, Cell, UnknownChoiceError
from gridwalk.grids.cells import CellLike
from gridwalk.grids.grid import Grid
from gridwalk.kernels.makers.chance import STATES
from gridwalk.kernels.search.legs import better_orders
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.slices import registers, run
from gridwalk.search.choice import find, shortest
from gridwalk.search.fields import distance_field, moves_from
from gridwalk.search.query import Query, is_varied

if TYPE_CHECKING:
    from gridwalk.keywords import Measure


MOST = 2000  # stops
MAX_STOPS = 16  # between the first and the last: the table has 2**MAX_STOPS rows
TRIALS = 5  # orders of more stops
KICKS, KICKS_PER_STOP = 100_000, 20  # of the local search: at most so many divided by the stops, and a stop
ASCENTS = 400  # steps at most
STALE = 12  # steps without a better bound, after which the steps get shorter
CLOSE = 1e-9  # relative: two costs that differ by less are the same
MEASURES = ("cost", "length")
EXACT, SEARCH = "held-karp", "local search"
Matrix = NDArray[np.float64]
Order = tuple[int, ...]


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
    if isinstance(cells, str) and cells == "all":
        cells = map(tuple, np.argwhere(grid.open_cells).tolist())
    stops = [first, *(cell for cell in grid._open_cells_of(cells, "cells") if cell != first)]
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
    if measure == "length" or grid._step_costs.are_whole:
        bound = math.ceil(bound - 2.0**-20)
    return Walk(grid, walk, positions, back=back, best=measure, bound=None if proved else bound, by=by)


def _legs(grid: Grid, stops: Sequence[Cell], fewest: bool, watch: Watch) -> Matrix:
    """Return what the leg from each stop to each costs at least; infinite where there is none."""
    places = [grid.index(stop) for stop in stops]
    leg = np.empty((len(stops), len(stops)))
    for i, stop in enumerate(stops):
        watch.check(0, 0, 0, f"{i} of {len(stops)} distance fields")
        query = Query(grid, (stop,), (), watch)
        leg[i] = (moves_from(query) if fewest else distance_field(query))[places]
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


def rest_table(leg: Matrix) -> Matrix:
    """Return ``rest[left, i]``: what it costs at least, from *i*, to visit all stops *left*, and the last.

    Bit *j* of *left* is stop *j* + 1.  Held and Karp 1962; O(2**n n**2) for n stops between.
    """
    between = len(leg) - 2
    rest = np.full((1 << between, between + 1), np.inf)
    rest[0] = leg[:-1, -1]
    sets = np.arange(1 << between)
    sizes = np.bitwise_count(sets)
    for size in range(1, between + 1):
        of_size = sets[sizes == size]
        for j in range(between):
            left = of_size[of_size >> j & 1 == 1]
            onward = rest[left ^ 1 << j, j + 1][:, None] + leg[None, :-1, j + 1]
            rest[left] = np.minimum(rest[left], onward)
    return rest


def orders(leg: Matrix) -> Iterator[tuple[float, Order]]:
    """Yield (cost, order) of all orders of finite cost, the cheapest first; of equals the first by number."""
    rest = rest_table(leg)
    last = len(leg) - 1
    every = (1 << (last - 1)) - 1
    heap: list[tuple[float, Order, float, int]] = [(float(rest[every, 0]), (0,), 0.0, every)]
    while heap:
        bound, order, cost, left = heapq.heappop(heap)
        if bound == np.inf:
            return
        if not left:
            yield bound, (*order, last)
            continue
        for j in range(last - 1):
            if left >> j & 1:
                so_far = cost + float(leg[order[-1], j + 1])
                after = left ^ 1 << j
                heapq.heappush(heap, (so_far + float(rest[after, j + 1]), (*order, j + 1), so_far, after))


def good_orders(leg: Matrix, watch: Watch) -> Iterator[tuple[float, Order]]:
    """Yield (cost, order) of a few good orders of many stops, by local search.

    None where no order can be had in that way: some stops cannot be reached from others.
    """
    begun = _by_reach(leg)
    if begun is None:
        return
    n = len(leg)
    least = CLOSE * float(leg[np.isfinite(leg)].max(initial=1.0))
    random = np.array([STATES // 3], np.int64)
    seen = set()
    for _ in range(TRIALS):
        order, best, value = begun.copy(), begun.copy(), np.array([np.inf])
        arguments = leg, order, best, value, least, random, min(KICKS_PER_STOP * n, 1 + KICKS // n)
        run(better_orders, *arguments, state=registers(), moves_of_cell=leg, watch=watch)
        found = tuple(best.tolist())
        if found not in seen:
            seen.add(found)
            yield float(value[0]), found


def _by_reach(leg: Matrix) -> NDArray[np.int64] | None:
    """Return an order without infinite legs: the nearest of those that can reach all that are left.

    Of two stops one can reach the other, or there is no order; the one that more can reach comes later.
    """
    last = len(leg) - 1
    order, left = [0], set(range(1, last))
    reached_by = np.isfinite(leg).sum(0)
    while left:
        earliest = min(reached_by[j] for j in left)
        j = min((j for j in left if reached_by[j] == earliest), key=lambda j: (leg[order[-1], j], j))
        if leg[order[-1], j] == np.inf:
            return None
        order.append(j)
        left.remove(j)
    return None if leg[order[-1], last] == np.inf else np.array([*order, last], np.int64)


def lower_bound(leg: Matrix, above: float) -> float:
    """Return what visiting all stops costs at least, from stop 0 to the last one; O(n**2) a step.

    *above* is what some order costs.  Steps are Polyak's, a share of the gap.

    ``leg[i, j]`` is what the leg from *i* to *j* costs.  Where that depends on the direction by more than a
    difference of two potentials, the cheaper direction counts.
    """
    n = len(leg)
    if n == 2:
        return float(leg[0, 1])
    both, constant = _both_ways(leg)
    # A path from 0 to the last stop is a cycle whose closing edge is forced: the tree spans all but the
    # last stop, which is tied to stop 0 and to one other.
    price, best, pace, stale = np.zeros(n), -np.inf, 1.0, 0
    for _ in range(ASCENTS):
        value, degree = _one_tree(both + price[:, None] + price[None, :])
        value -= 2 * float(price.sum())
        stale = 0 if value > best else stale + 1
        best = max(best, value)
        slope = degree - 2
        norm = float(slope @ slope)
        if norm == 0 or pace < 1e-3 or best + constant >= above:
            break
        if stale >= STALE:
            pace, stale = pace / 2, 0
        price += pace * max(above - constant - value, 0.0) / norm * slope
    return best + constant


def _both_ways(leg: Matrix) -> tuple[Matrix, float]:
    """Return costs of edges, the same both ways, infinite where none is, and what to add to their sum."""
    last = len(leg) - 1
    inner = leg[:last, :last]
    with np.errstate(invalid="ignore"):
        shift = (inner[0] - inner[:, 0]) / 2  # of each stop; exact where cells cost the same both ways
    shift = np.where(np.isfinite(shift), shift, 0.0)
    edges = np.full((last + 1, last + 1), np.inf)
    even = inner + shift[:, None] - shift[None, :]
    edges[:last, :last] = np.minimum(even, even.T)
    edges[:last, last] = edges[last, :last] = leg[:last, last] + shift
    edges[0, last] = edges[last, 0] = 0.0  # the closing edge
    np.fill_diagonal(edges, np.inf)
    return edges, -float(shift[0])


def _one_tree(edges: Matrix) -> tuple[float, NDArray[np.int64]]:
    """Return the cost of a cheapest 1-tree, its special node the last one, and the degree of each node."""
    last = len(edges) - 1
    degree = np.zeros(last + 1, np.int64)
    nearest, tree = edges[0, :last].copy(), np.zeros(last, np.int64)
    nearest[0] = np.inf
    outside = np.ones(last, bool)
    outside[0] = False
    total = 0.0
    for _ in range(last - 1):  # Prim
        v = int(np.where(outside, nearest, np.inf).argmin())
        total += float(nearest[v])
        degree[v] += 1
        degree[tree[v]] += 1
        outside[v] = False
        closer = outside & (edges[v, :last] < nearest)
        nearest[closer], tree[closer] = edges[v, :last][closer], v
    tie = edges[last, 1:last]
    total += float(edges[last, 0] + tie.min(initial=np.inf))
    degree[0] += 1
    degree[1 + int(tie.argmin())] += 1
    degree[last] = 2
    return total, degree
