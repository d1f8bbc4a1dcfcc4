"""Shortest paths on boards of 100 to 4,000 cells, against Dijkstra's algorithm with a heap."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Sequence

import numpy as np

import seeded
from oracles import Cell, Raw

from . import draw, replay
from .case import Case, close
from .paths import exact
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
                leads(truth, [start], goals, least),
                least,
            )
    several(case, truth, starts, away, goal)
    many(case, truth, starts, away, goal)
    field(case, truth, starts, away)
    start, end = starts[0], goal()
    suits, _ = exact(truth, [start])
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
        deltas = rng.choice((draw.ROOK, draw.KING))
    plain = Raw(grid, deltas, rng.choice(seeded.RULES))
    ways = {}
    if rng.random() < 0.2:
        some = rng.sample(plain.cells, min(len(plain.cells), 6))
        ways = {cell: seeded.several_ways(rng, deltas) for cell in sorted(some)}
    whole = Raw(grid, deltas, plain.corners, ways, draw.costs(rng, (rows, columns)))
    return seeded.closed_in(rng, whole, walls=0.25, wrap=0.2)


def leads(
    truth: Truth, starts: Iterable[Cell], goals: Iterable[Cell], least: float
) -> Callable[[Iterable[Cell] | None], bool | str]:
    """Check a path: legal moves from a start to the first of *goals* it enters, at the *least* cost."""
    begin, ends = set(starts), set(goals)

    def check(path: Iterable[Cell] | None) -> bool | str:
        if path is None:
            return least == math.inf or "no path, and there is one"
        way = list(path)
        if way[0] not in begin or way[-1] not in ends or ends & set(way[:-1]):
            return "it does not lead from a start to the first exit"
        if len(set(way)) < len(way) or any(v not in truth.edges[u] for u, v in itertools.pairwise(way)):
            return "it is no path"
        cost = math.fsum(truth.step(u, v) for u, v in itertools.pairwise(way))
        return close(cost, least) or f"it costs {cost}, not {least}"

    return check


Away = dict[Cell, dict[Cell, float]]


def several(case: Case, truth: Truth, starts: Sequence[Cell], away: Away, goal: Callable[[], Cell]) -> None:
    """From the nearest of several starts to the nearest of several exits."""
    goals = [goal() for _ in range(case.rng.randint(1, 5))]
    least = min(away[start].get(end, math.inf) for start in starts for end in goals)
    suits, _ = exact(truth, starts)
    for by in ("auto", *suits):
        asked = f"board.paths({list(starts)}, {goals}).shortest(by={by!r})"
        case.holds(asked, leads(truth, starts, goals, least), least)


def many(case: Case, truth: Truth, starts: Sequence[Cell], away: Away, goal: Callable[[], Cell]) -> None:
    """A batch: each question of it is one answer."""
    rng = case.rng
    pairs = [(rng.choice(starts), goal()) for _ in range(BATCH)]
    froms, tos = [list(start) for start, _ in pairs], [list(end) for _, end in pairs]
    suits, _ = exact(truth, [starts[0]])
    ways = [name for name in suits if name in ("astar", "jps", "corridors")]
    by = rng.choice(["auto", *ways, *(["contraction"] if "corridors" in suits else [])])

    def check(batch: Sequence[object]) -> bool | str:
        for pair, path, cost in zip(pairs, batch, batch.costs.tolist(), strict=True):  # type: ignore[attr-defined]
            least = away[pair[0]].get(pair[1], math.inf)
            verdict = leads(truth, [pair[0]], [pair[1]], least)(path)  # type: ignore[arg-type]
            if verdict is not True or not close(cost, least):
                return f"{pair}: {verdict}, cost {cost}, not {least}"
        return True

    case.value("froms", froms)
    case.value("tos", tos)
    case.holds(f"board.shortest_many(froms, tos, by={by!r})", check, "a cheapest path each", worth=len(pairs))


def field(case: Case, truth: Truth, starts: Sequence[Cell], away: Away) -> None:
    """Distances, cell by cell."""
    some = list(starts[: case.rng.randint(1, len(starts))])
    grid = truth.raw.open_cells
    expected = np.full((len(grid), len(grid[0])), np.inf)
    for start in some:
        for cell, cost in away[start].items():
            expected[cell] = min(expected[cell], cost)

    def check(said: np.ndarray) -> bool | str:
        same = said.shape == expected.shape and np.isclose(said, expected, rtol=1e-9, atol=0) | (
            said == expected
        )
        return bool(np.all(same)) or f"wrong at {np.argwhere(~same)[:3].tolist()}"

    case.holds(f"board.distances({some})", check, "the oracle's field")
    case.holds(
        f"board.reachable({some})", lambda said: bool((said == (expected < np.inf)).all()), "its cells"
    )
