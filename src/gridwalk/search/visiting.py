"""Walks and paths through given cells.

`visit` returns the shortest walk through at most 16 stops.  `find_in_legs` and `shortest_in_legs` return
paths, which enter no cell twice: any path, or a cheapest path if its *legs*, from stop to stop, do not meet.

`orders` yields the orders of the stops, the cheapest first.  ``leg[i, j]`` is the minimum cost of the leg
from stop *i* to stop *j*.  Stop 0 is always the first, and the stop with the highest number the last.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, permutations

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.answers.walk import Walk
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.errors import ArgumentError, Cell, check_choice
from gridwalk.keywords import Measure
from gridwalk.runtime.codes import EXPANDED
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.slices import registers
from gridwalk.search import bfs
from gridwalk.search.choice import find, shortest
from gridwalk.search.dijkstra import Sources
from gridwalk.search.fields import distances_of, moves_from
from gridwalk.search.query import Query

MAX_STOPS = 16  # between the first and the last stop; the table has 2**MAX_STOPS rows
MEASURES = ("cost", "length")
ALL_ORDERS = 4  # maximum number of cells for which all orders are tried
BEST_ORDERS = 10  # maximum number of cheapest orders whose legs are tried
CLOSE = 1e-9  # relative; costs that differ by less count as equal
FEWER = f"at most {MAX_STOPS} stops: for more, give distance_matrix(stops, stops) to a routing library"
Matrix = NDArray[np.float64]
Order = tuple[int, ...]


def visit(
    board: Board,
    cells: Iterable[CellLike],
    start: CellLike | None,
    back: bool,
    measure: Measure,
    limits: Limits,
) -> Walk | None:
    """Return the answer of `gridwalk.Board.visit`."""
    check_choice("measure", measure, MEASURES)
    first = board.start if start is None else board.open_cell(start, "start")
    stops = [first, *(cell for cell in board._open_cells_of(cells, "cells") if cell != first)]
    if len(stops) - 1 > MAX_STOPS:
        raise ArgumentError("cells", len(stops) - 1, FEWER)
    watch = limits.watch()
    fewest = measure == "length" and not board._step_costs.are_equal
    order = _ordered(distances_between(board, stops, fewest, watch), back)
    if order is None:
        return None
    walk, positions = _walked(board, [stops[i] for i in order], back, fewest, watch)
    return Walk(board, walk, tuple(positions), back=back, best=measure, by="held-karp")


def distances_between(board: Board, stops: Sequence[Cell], fewest: bool, watch: Watch) -> Matrix:
    """Return the minimum cost, or the *fewest* moves, from each stop to each; infinite without a path."""
    places = [board.index(stop) for stop in stops]
    leg = np.empty((len(stops), len(stops)))
    for i, place in enumerate(places):
        watch.check(0, 0, 0, f"{i} of {len(stops)} distance fields")
        source = Sources.plain([place])
        field = moves_from(board, source, watch) if fewest else distances_of(board, source, watch)
        leg[i] = field[places]
    return leg


def _ordered(leg: Matrix, back: bool) -> Order | None:
    """Return the cheapest order of the stops, or None if no order has a finite cost."""
    n = len(leg)
    whole = np.full((n + 1, n + 1), np.inf)  # the added last stop is the start, or free
    whole[:n, :n] = leg
    whole[:n, n] = leg[:, 0] if back else 0.0
    best = next(orders(whole), None)
    return None if best is None else best[1][:-1]


def _walked(
    board: Board, stops: Sequence[Cell], back: bool, fewest: bool, watch: Watch
) -> tuple[NDArray[np.int32], list[int]]:
    """Return the cells of the walk from stop to stop, and the positions of the stops in it."""
    parts, positions = [np.array(stops[:1], np.int32)], [0]
    for a, b in zip(stops, [*stops[1:], *stops[:1]], strict=True):
        if len(positions) == len(stops) and not (back and len(stops) > 1):
            break
        query = Query(board, (a,), (b,), watch)
        path = find("bfs", query) if fewest else shortest("auto", board, (a,), (b,), lambda: watch)
        assert path is not None
        parts.append(path.cells[1:])
        if len(positions) < len(stops):
            positions.append(positions[-1] + path.length)
    return np.concatenate(parts), positions


def rest_table(leg: Matrix) -> Matrix:
    """Return ``rest[left, i]``: the minimum cost, from stop *i*, of visiting all stops *left*, then the last.

    Bit *j* of *left* stands for stop *j* + 1.  O(2**n n**2) for n stops between (Held and Karp 1962).
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
    """Yield (cost, order) of all orders of finite cost, by cost and then lexicographically."""
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


# ---------------------------------------------------------------- paths through given cells


def shortest_in_legs(query: Query, required: Iterable[Cell]) -> Path | None:
    """Return a cheapest path through all of *required*, or None if this heuristic finds no path.

    No path costs less than the walk of cheapest legs in the best order (Held and Karp 1962).  So if legs that
    avoid the cells of earlier legs cost no more than that walk, they form a cheapest path.
    """
    needed, exits = set(required), set(query.exits)
    last = tuple(sorted(needed & exits or exits))
    if len(needed & exits) > 1 or len(needed - exits) > MAX_STOPS:
        return None
    tried: list[tuple[float, list[Cell]]] = []
    for start in query.starts:
        between = sorted(needed - exits - {start})
        if start in exits:
            continue  # the first exit ends the path
        leg = distances_between(query.board, [start, *between, *last], False, query.watch)
        stops = len(between) + 1
        whole = np.column_stack([leg[: stops + 1, :stops], leg[: stops + 1, stops:].min(axis=1)])
        for cost, order in islice(orders(whole), BEST_ORDERS):
            tried.append((cost, [[start, *between][i] for i in order[:-1]]))
    least = min((cost for cost, _ in tried), default=np.inf) * (1 + CLOSE)
    for cost, cells in tried:
        path = _in_order(query, cells, last) if cost <= least else None
        if path is not None and path.cost <= least:
            return path
    return None


def _in_order(query: Query, order: list[Cell], last: tuple[Cell, ...]) -> Path | None:
    """Return the path of cheapest legs in that order, where each leg avoids the cells of earlier ones."""
    board, walked, expanded = query.board, list(order[:1]), 0
    for number in range(len(order)):
        goals = tuple(order[number + 1 : number + 2]) or last
        out = {*walked[:-1], *order[number + 2 :], *query.exits} - {*goals}
        left = board._without(tuple(sorted(out)))
        leg = shortest("auto", left, (walked[-1],), goals, lambda: query.watch)
        if leg is None:
            return None
        expanded += leg.expanded
        walked += list(leg)[1:]
    query.state[EXPANDED] = expanded
    return query.found(np.array([board.index(cell) for cell in walked], np.int32), "legs")


def find_in_legs(query: Query, required: Iterable[Cell]) -> Path | None:
    """Return a path from a start through all of *required* to an exit, or None if this heuristic fails.

    Each leg leads to the nearest cell still required and avoids the cells of earlier legs (breadth-first
    search).  If that fails and there are few required cells, all their orders are tried.
    """
    exits = set(query.exits)
    for start in query.starts:
        between = sorted(set(required) - exits - {start})
        last = set(required) & exits or exits
        if start in exits or len(last & set(required)) > 1:
            continue  # the first exit ends the path
        if path := _along([], set(between), start, last, query):
            return path
        if 1 < len(between) <= ALL_ORDERS:
            for order in permutations(between):
                if path := _along([{cell} for cell in order], set(), start, last, query):
                    return path
    return None


def _along(
    stops: list[set[Cell]], nearest: set[Cell], start: Cell, last: set[Cell], query: Query
) -> Path | None:
    """Return a path through one cell of each of *stops*, then all of *nearest*, to one of *last*."""
    columns, walked = query.board.columns, [query.board.index(start)]
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
    """Return the cells after the last one *walked*, to the nearest of *goals*; avoid *walked* and exits."""
    board = query.board
    source = divmod(walked[-1], board.columns)
    leg = replace(query, starts=(source,), exits=tuple(sorted(goals)), state=registers())
    _, cells = bfs.spread(leg, [*walked, *(board.index(cell) for cell in set(query.exits) - goals)])
    query.state[EXPANDED] += leg.state[EXPANDED]
    return [] if cells is None else cells[1:].tolist()
