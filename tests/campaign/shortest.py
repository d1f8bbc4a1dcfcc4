"""Shortest paths on boards of 100 to 4,000 cells, against Dijkstra's algorithm with a heap."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import seeded
from oracles import Cell, Raw

from . import draw, fields, replay
from .case import Case, close
from .known import cheapest
from .paths import exact, is_free
from .truth import Truth

LEAST, MOST = 100, {"compiled": 4000, "python": 800}  # cells
SOURCES = 4  # cells from which the oracle measures everything
BATCH = 60  # questions


def run(case: Case) -> None:
    rng = case.rng
    truth = Truth(board(rng, MOST[case.tier]))
    cells = truth.raw.cells
    case.let("board", draw.board(truth.raw))
    starts = rng.sample(cells, min(SOURCES, len(cells)))
    if truth.raw.portals:
        starts[0] = rng.choice(sorted(truth.raw.portals))[0]
    away = {start: truth.distances([start]) for start in starts}
    near = [cell for cell in away[starts[0]] if cell != starts[0]] or cells  # reached: else most cannot be

    def goal() -> Cell:
        return rng.choice(near if rng.random() < 0.8 else cells)

    for start in starts:
        suits, _ = exact(truth, [start])
        goals = [goal()] if rng.random() < 0.8 else [goal() for _ in range(rng.randint(2, 6))]
        least = min(away[start].get(end, math.inf) for end in goals)
        for by in ("auto", *suits):
            case.holds(
                f"board.paths({start}, {goals}).shortest(by={by!r})",
                cheapest(truth, [start], goals, least),
                least,
            )
    several(case, truth, starts, away, goal)
    start, end = starts[0], goal()
    suits, _ = exact(truth, [start])
    ways = [name for name in suits if name in ("astar", "jps", "corridors")]
    by = rng.choice(["auto", *ways])
    fields.many(case, truth, "board", [(rng.choice(starts), goal()) for _ in range(BATCH)], by)
    fields.distances(case, truth, "board")
    agree(case, truth, start, end)
    logs = [by for by in replay.FRONTS if by == "bfs" or by in suits]
    question = replay.Question(truth, [start], [end], ())
    for by in ("dfs", rng.choice(logs)):
        asked = f"board.paths({start}, {end}).trace(by={by!r})"
        case.holds(asked, lambda trace: replay.check(question, trace), "a log that replays")


def board(rng: random.Random, most: int) -> Raw:
    """A large board: noise, a maze or a ring, any moves; costs and one-way cells at times."""
    while True:
        side = math.isqrt(int(LEAST * (most / LEAST) ** rng.random()))
        rows = max(1, int(side * rng.choice((0.25, 0.5, 1, 1, 1, 2, 4))))
        columns = max(1, side * side // rows)
        kind = rng.random()
        if kind < 0.6:
            grid = seeded.noise(rng, rows, columns)
        elif kind < 0.9:
            grid = seeded.maze(rng, rows, columns, rng.choice((0.0, 0.02, 0.2)))
        else:
            grid = seeded.ring(rng, rows, columns)
        if any(map(any, grid)):
            break
    grid = tuple(map(tuple, grid))
    deltas = draw.stencil(rng) if rng.random() < 0.9 else draw.wide_stencil(rng)
    if rng.random() < 0.5:
        deltas = rng.choice((draw.ORTHOGONAL, draw.KING))
    plain = Raw(grid, deltas, rng.choice(seeded.RULES))
    ways = {}
    if rng.random() < 0.2:
        some = rng.sample(plain.cells, min(len(plain.cells), 6))
        ways = {cell: seeded.several_ways(rng, deltas) for cell in sorted(some)}
    whole = Raw(grid, deltas, plain.corners, ways, draw.costs(rng, (rows, columns)))
    if rng.random() < 0.25 and len(deltas) < draw.MAX_MOVES - 4:
        whole = replace(whole, portals=dict(sorted(draw.portals(rng, plain.cells, deltas).items())))
    return seeded.closed_in(rng, whole, walls=0.25, wrap=0.2)


Away = dict[Cell, dict[Cell, float]]


def agree(case: Case, truth: Truth, start: Cell, end: Cell) -> None:
    """Relation: all ways to the cost of a cheapest path are one number."""
    ways = [
        f"board.distances({start})[{end}]",
        f"board.distances(exits={end})[{start}]",
        f"board.flow_field({end}).distances[{start}]",
        f"board.distance_matrix([{start}], [{end}])[0, 0]",
        f"board.shortest_many([{start}], [{end}]).costs[0]",
    ]
    if truth.distances([start]).get(end) is not None:
        ways += [f"board.paths({start}, {end}).shortest(by={by!r}).cost" for by in exact(truth, [start])[0]]
        ways += [f"board.visit([{end}], start={start}).cost", f"board.flow_field({end}).path({start}).cost"]
        ways += [f"board.paths({start}, {end}).all_shortest().cost"] * (not is_free(truth.raw))
    case.holds(f"[{', '.join(ways)}]", lambda said: all(close(one, said[0]) for one in said), "one number")


def several(case: Case, truth: Truth, starts: Sequence[Cell], away: Away, goal: Callable[[], Cell]) -> None:
    """From the nearest of several starts to the nearest of several exits."""
    goals = [goal() for _ in range(case.rng.randint(1, 5))]
    least = min(away[start].get(end, math.inf) for start in starts for end in goals)
    suits, _ = exact(truth, starts)
    for by in ("auto", *suits):
        asked = f"board.paths({list(starts)}, {goals}).shortest(by={by!r})"
        case.holds(asked, cheapest(truth, starts, goals, least), least)
