"""Turns, against all paths of small boards and Dijkstra's algorithm on larger ones."""

from __future__ import annotations

import math
from typing import Any

from gridwalk.errors import QuestionError
from oracles import Cell, distances

from . import draw
from .case import Case, close
from .shortest import board
from .truth import Direction, Truth, Way, price

PRICES = (0, 1, 2, 0.5, 10, 0.25)


def run(case: Case) -> None:
    small(case)
    large(case)


def small(case: Case) -> None:
    """All paths, one by one."""
    rng = case.rng

    def made(most: int) -> Truth:
        while (truth := Truth(draw.raw(rng, most))).ambiguous:
            pass
        return truth

    truth, ends, ways = draw.between(rng, rng.choice((8, 12, 16)), made, steps=draw.STEPS // 10)
    raw = truth.raw
    case.let("board", draw.board(raw))
    case.let("paths", f"board.paths({ends[0]}, {ends[1]})")
    name, kept = "paths", ways
    if rng.random() < 0.3 and ways:
        filter_ = draw.filters(rng, truth, ways)
        name, kept = name + filter_.calls, [way for way in ways if filter_.keeps(way)]
        if not kept:
            return
    turns = {way: truth.turns(way) for way in kept}

    def key(way: Way) -> tuple[int, int]:
        return turns[way], len(way)

    ordered = sorted(map(key, kept))
    best = ordered[0] if ordered else None

    def fewest(path: Any) -> bool | str:
        if path is None or best is None:
            return path is best
        way = tuple(path)
        return way in turns and (path.turns, len(way)) == key(way) == best

    case.holds(f"{name}.shortest(measure='turns')", fewest, best, QuestionError)
    cost = rng.choice(PRICES)
    least = min((truth.cost(way) + cost * turns[way] for way in kept), default=None)

    def cheap(path: Any) -> bool | str:
        if path is None or least is None:
            return path is least
        way = tuple(path)
        return way in turns and close(truth.cost(way) + cost * turns[way], least) and close(path.bound, least)

    case.holds(f"{name}.shortest(turn_cost={cost})", cheap, least, QuestionError)
    told = "[(path.turns, len(path)) for path in {}]"
    case.same(told.format(f"{name}.in_order(measure='turns')"), ordered, or_refused=QuestionError)
    near = [one for one in ordered if best and one[0] <= best[0] + 1]
    case.same(told.format(f"{name}.nearly_shortest(1, measure='turns')"), near, or_refused=QuestionError)
    if name == "paths":
        wanted = sorted(list(way) for way in kept if key(way) == best)
        asked = "sorted([tuple(cell) for cell in path] for path in paths.all_shortest(measure='turns'))"
        case.same(asked, wanted, or_refused=QuestionError)
        case.same("paths.all_shortest(measure='turns').count()", len(wanted), or_refused=QuestionError)


def large(case: Case) -> None:
    """Dijkstra's algorithm over pairs of a cell and a direction; its walk may enter a cell twice."""
    rng = case.rng
    truth = Truth(board(rng, 300))
    raw = truth.raw
    if truth.ambiguous:
        return
    case.let("board", draw.board(raw))
    start, end, cost = rng.choice(truth.cells), rng.choice(truth.cells), rng.choice(PRICES)
    edges: dict[Any, dict[Any, float]] = {}
    todo: list[tuple[Cell, Direction]] = [(start, None)]
    while todo:
        node = todo.pop()
        if node in edges:
            continue
        (u, way), edges[node] = node, {}
        for v, worth in truth.edges[u].items() if u != end else ():
            on = truth.direction(u, v) or way
            edges[node][v, on] = worth + cost * (way is not None and on != way)
            todo.append((v, on))
    away: dict[Any, float] = distances(edges, [(start, None)], price)
    least = min((far for (cell, _), far in away.items() if cell == end), default=math.inf)

    def check(path: Any) -> bool | str:
        if path is None:
            return least == math.inf or "no path, and there is one"
        way = list(map(tuple, path))
        if (way[0], way[-1]) != (start, end) or len(set(way)) < len(way):
            return "no path from start to end"
        total = truth.cost(way) + cost * truth.turns(way)
        if path.turns != truth.turns(way) or not close(path.bound, total):
            return f"it turns {truth.turns(way)} times, {total} in all"
        return total >= least - 1e-9 * least and (close(total, least) or walk_is_needed(total))

    def walk_is_needed(total: float) -> bool | str:
        """Whether all cheapest walks may enter a cell twice, which needs portals or unusual moves."""
        return (
            set(raw.deltas) not in (set(draw.ORTHOGONAL), set(draw.KING))
            or bool(raw.portals or raw.one_way or raw.wrap)
            or f"{total}, not {least}"
        )

    case.holds(f"board.paths({start}, {end}).shortest(turn_cost={cost})", check, least, QuestionError)
