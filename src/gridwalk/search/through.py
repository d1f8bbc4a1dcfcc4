"""A path of a board through given cells, leg by leg: any path, or a cheapest one if the legs do not meet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, permutations

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.errors import Cell
from gridwalk.runtime.codes import EXPANDED
from gridwalk.runtime.slices import registers
from gridwalk.search import bfs
from gridwalk.search.choice import shortest
from gridwalk.search.query import Query
from gridwalk.search.visiting import MAX_STOPS, distances_between, orders

ALL_ORDERS = 4  # cells, at most, whose orders are all tried
BEST_ORDERS = 10  # of the same least cost, at most, whose legs are tried
CLOSE = 1e-9  # relative: two costs that differ by less are the same


def shortest_in_legs(query: Query, required: Iterable[Cell]) -> Path | None:
    """Return a cheapest path through all of *required*, or None if the heuristic finds none.

    No path costs less than a walk of cheapest legs in the best order (Held and Karp 1962).  If the legs of
    such an order, each round the cells of those before it, cost no more, they are a cheapest path.
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
    """Return the path of cheapest legs in that order, each round the cells of those before it."""
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
        if 1 < len(between) <= ALL_ORDERS:
            for order in permutations(between):
                if path := _along([{cell} for cell in order], set(), start, last, query):
                    return path
    return None


def _along(
    stops: list[set[Cell]], nearest: set[Cell], start: Cell, last: set[Cell], query: Query
) -> Path | None:
    """Return a path by way of one of each of *stops*, then all of *nearest*, to one of *last*."""
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
    """Return the cells from the last one *walked* to the nearest of *goals*, past other exits; or none."""
    board = query.board
    source = divmod(walked[-1], board.columns)
    leg = replace(query, starts=(source,), exits=tuple(sorted(goals)), state=registers())
    _, cells = bfs.spread(leg, [*walked, *(board.index(cell) for cell in set(query.exits) - goals)])
    query.state[EXPANDED] += leg.state[EXPANDED]
    return [] if cells is None else cells[1:].tolist()
