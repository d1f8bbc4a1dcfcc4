"""The shortest walk through at most 16 stops: distances between them, their best order, the legs.

Held and Karp's table and a search over beginnings of orders find the orders, the cheapest first.
``leg[i, j]`` is the least cost of the leg from stop *i* to stop *j*; stop 0 comes first, the last stop last.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.walk import Walk
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.errors import ArgumentError, Cell, check_choice
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.search.choice import find, shortest
from gridwalk.search.dijkstra import Sources
from gridwalk.search.fields import distances_of, moves_from
from gridwalk.search.query import Query

if TYPE_CHECKING:
    from gridwalk.keywords import Measure


MAX_STOPS = 16  # between the first and the last: the table has 2**MAX_STOPS rows
MEASURES = ("cost", "length")
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
    """Return the least cost of the leg from each stop to each, or the fewest moves; infinite: no path."""
    places = [board.index(stop) for stop in stops]
    leg = np.empty((len(stops), len(stops)))
    for i, place in enumerate(places):
        watch.check(0, 0, 0, f"{i} of {len(stops)} distance fields")
        source = Sources.plain([place])
        field = moves_from(board, source, watch) if fewest else distances_of(board, source, watch)
        leg[i] = field[places]
    return leg


def _ordered(leg: Matrix, back: bool) -> Order | None:
    """Return the best order of the stops; None if there is none of finite cost."""
    n = len(leg)
    whole = np.full((n + 1, n + 1), np.inf)  # with a last stop: the start again, or anywhere
    whole[:n, :n] = leg
    whole[:n, n] = leg[:, 0] if back else 0.0
    best = next(orders(whole), None)
    return None if best is None else best[1][:-1]


def _walked(
    board: Board, stops: Sequence[Cell], back: bool, fewest: bool, watch: Watch
) -> tuple[NDArray[np.int32], list[int]]:
    """Return the cells of the walk from stop to stop, and where the stops are in it."""
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
    """Return ``rest[left, i]``: the least cost, from *i*, of visiting all stops *left* and then the last.

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
