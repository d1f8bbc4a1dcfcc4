"""What a board says of its cells: distances, flow, matrices, islands; and boards that change."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import seeded
from gridwalk.errors import UnsuitableAlgorithmError
from oracles import Cell

from . import draw
from .beyond import visited
from .case import Case, close
from .known import Known, cheapest
from .truth import Given, Truth

FACTOR = -1.2  # of fleeing
Checked = Callable[[Any], bool | str]


def run(case: Case) -> None:
    """One board, asked for everything."""
    truth = Truth(board(case.rng, 12 if case.tier == "compiled" else 9))
    case.let("board", draw.board(truth.raw))
    moves(case, truth, "board")
    for question in case.rng.sample((distances, flow, matrix, many, islands, visits), 5):
        question(case, truth, "board")


def run_doors(case: Case) -> None:
    """A board that changes step by step, asked before and after, and at times those that were before it."""
    rng = case.rng
    boards = [Truth(board(rng, 12 if case.tier == "compiled" else 8))]
    marks = {"start": boards[0].cells[0], "exits": [boards[0].cells[-1]]}
    case.let("board0", draw.board(boards[0].raw, **marks))
    for number in range(rng.randint(2, 6)):
        if rng.random() < 0.85:  # what is kept is there to be repaired
            asked(case, boards[-1], f"board{len(boards) - 1}")
        changed = change(rng, boards[-1].raw, {marks["start"], *marks["exits"]})
        if changed is not None:
            calls, raw = changed
            case.let(f"board{len(boards)}", f"board{len(boards) - 1}{calls}")
            boards.append(Truth(raw))
            asked(case, boards[-1], f"board{len(boards) - 1}")
            case.label = "a changed board is the board made anew"
            case.same(f"board{len(boards) - 1} == {draw.board(raw, **marks)}", True)
            case.label = ""
        old = rng.randrange(len(boards))
        if number % 2:
            asked(case, boards[old], f"board{old}")


def board(rng: random.Random, most: int) -> Given:
    """A board with every kind of seam, of 2 to *most* rows and columns."""
    while True:
        rows, columns = rng.randint(2, most), rng.randint(2, most)
        kind = rng.random()
        grid = seeded.maze(rng, rows, columns, 0.1) if kind < 0.2 else seeded.noise(rng, rows, columns)
        if sum(map(sum, grid)) > 1:
            return draw.anything_on(rng, tuple(map(tuple, grid)), draw.stencil(rng))


def asked(case: Case, truth: Truth, name: str) -> None:
    """Two or three questions of any kind."""
    questions = (moves, distances, flow, matrix, many, islands, visits, best, best, counts)
    for question in case.rng.sample(questions, case.rng.randint(1, 3)):
        question(case, truth, name)


# -------------------------------------------------------------------------------------- changes


def change(rng: random.Random, raw: Given, kept: set[Cell]) -> tuple[str, Given] | None:
    """A call that changes a board, and what the board is then; None where there is nothing to change."""
    kind = rng.choice(("open", "walls", "costs", "between", "not between", "portals", "costs"))
    every = [(r, c) for r in range(raw.shape[0]) for c in range(raw.shape[1])]
    some = rng.sample(every, min(len(every), rng.choice((1, 1, 2, 5))))
    if kind == "open":
        prices = (
            [rng.choice((1, 2, 7)) for _ in some] if raw.costs is not None and rng.random() < 0.6 else None
        )
        closed = {cell: 1 for cell in some if not raw.open_cells[cell[0]][cell[1]]}
        new = closed if prices is None else dict(zip(some, prices, strict=True))
        words = "" if prices is None else f", costs={prices}"
        costs = raw.costs and with_values(raw.costs, new)
        return f".with_open({listed(some)}{words})", replace(
            raw, open_cells=with_values(raw.open_cells, dict.fromkeys(some, True)), costs=costs
        )
    if kind == "walls":
        some = [cell for cell in some if cell not in kept]
        grid = with_values(raw.open_cells, dict.fromkeys(some, False))
        ways = {cell: ways for cell, ways in raw.one_way.items() if cell not in some}
        portals = {ends: price for ends, price in raw.portals.items() if not set(ends) & set(some)}
        costs = raw.costs and with_values(raw.costs, dict.fromkeys(some, 1))
        return f".with_walls({listed(some)})", replace(
            raw, open_cells=grid, one_way=ways, portals=portals, costs=costs
        )
    if kind == "costs" and raw.costs is not None:
        new = {cell: rng.choice((1, 2, 3, 9, 0.5)) for cell in rng.sample(raw.cells, min(len(raw.cells), 3))}
        return f".with_costs({new})", replace(raw, costs=with_values(raw.costs, new))
    if kind in ("between", "not between"):
        beside = [(u, raw.at(u[0] + down, u[1] + across)) for down, across in ((0, 1), (1, 0)) for u in every]
        beside = [pair for pair in beside if pair[1] not in (None, pair[0])]  # across a seam, too
        pairs = rng.sample(beside, min(len(beside), rng.choice((1, 2, 4))))
        blank = tuple((False,) * raw.shape[1] for _ in range(raw.shape[0]))
        there, walls = kind == "between", []
        for (down, across), side in zip(((0, 1), (1, 0)), raw.walls or (blank, blank), strict=True):
            behind = {u: raw.at(u[0] + down, u[1] + across) for u in every}
            # Two cells have two sides in common where the board is wrapped round after two cells.
            both = {u: there for u, v in behind.items() if (u, v) in pairs or (v, u) in pairs}
            walls.append(with_values(side, both))
        verb = "with_walls_between" if there else "without_walls_between"
        return f".{verb}({listed(pairs)})", replace(raw, walls=tuple(walls))
    free = [(u, v) for u in raw.cells for v in raw.cells if u != v and (u, v) not in raw.portals]
    if kind == "portals" and free:
        (u, v), price = rng.choice(free), rng.choice((None, 1, 0, 3))
        portals = dict(sorted({**raw.portals, (u, v): price}.items()))
        return f".with_portals(({u}, {v}{'' if price is None else f', {price}'}))", replace(
            raw, portals=portals
        )
    return None


def with_values(rows: Sequence[Sequence[Any]], values: Mapping[Cell, Any]) -> Any:
    return tuple(tuple(values.get((r, c), old) for c, old in enumerate(row)) for r, row in enumerate(rows))


def listed(some: Sequence[Any]) -> str:
    return ", ".join(map(str, some))


# ------------------------------------------------------------------------------------- questions


def moves(case: Case, truth: Truth, name: str) -> None:
    """Every move of every cell, and what it costs."""
    expected = [list(truth.edges[u].items()) for u in truth.cells]

    def check(said: list[list[tuple[Cell, float]]]) -> bool | str:
        wrong = [
            (u, some)
            for u, some, others in zip(truth.cells, said, expected, strict=True)
            if [v for v, _ in some] != [v for v, _ in others]
            or not all(close(a, b) for (_, a), (_, b) in zip(some, others, strict=True))
        ]
        return not wrong or f"wrong: {wrong[:3]}"

    case.holds(f"[{name}.moves_from(cell) for cell in {truth.cells}]", check, expected, worth=len(expected))


def ends(case: Case, truth: Truth) -> tuple[Any, dict[Cell, float], str, float]:
    """Some cells, at times of values, and at times a cost at which a search ends."""
    rng = case.rng
    some = draw.ends(rng, truth.cells)
    values = {cell: rng.choice((0, 0, 1, 2.5, -3)) for cell in some} if rng.random() < 0.4 else None
    if rng.random() < 0.7:
        return values or some, values or dict.fromkeys(some, 0), "", math.inf
    most = rng.choice((0, 1.25, 3.25, 6.1))
    return values or some, values or dict.fromkeys(some, 0), f", max_cost={most}", most


def alike(expected: list[list[float]]) -> Checked:
    def check(field: Any) -> bool | str:
        said = field.tolist()
        for r, (row, other) in enumerate(zip(said, expected, strict=True)):
            for c, (one, two) in enumerate(zip(row, other, strict=True)):
                if not (close(one, two) or abs(one - two) < 1e-9):
                    return f"at {r, c}: {one}, not {two}"
        return True

    return check


def distances(case: Case, truth: Truth, name: str, *_: object) -> None:
    """From cells and to them, with values and up to a cost."""
    some, values, words, most = ends(case, truth)
    for way, back in (("", False), ("exits=", True)):
        away = truth.table(truth.distances(values, most, back=back), math.inf)
        case.holds(f"{name}.distances({way}{some}{words})", alike(away), away)
    cells = list(values)
    reached = truth.table(dict.fromkeys(truth.distances(cells), True), False)
    case.same(f"{name}.reachable({cells}).tolist()", reached)


def flow(case: Case, truth: Truth, name: str) -> None:
    """Each next cell is one step nearer, by a cheapest path, and the field that leads away."""
    some, values, words, most = ends(case, truth)
    field = f"{name}.flow_field({some}{words})"
    leads(case, truth, field, truth.distances(values, most, back=True), values)
    away = truth.distances(values, back=True)
    if away:
        goals = {cell: FACTOR * cost for cell, cost in away.items()}
        leads(case, truth, f"{name}.flow_field({some}).flee()", truth.distances(goals, back=True), goals)


def leads(case: Case, truth: Truth, field: str, away: dict[Cell, float], goals: dict[Cell, float]) -> None:
    expected = truth.table(away, math.inf)
    case.holds(f"{field}.distances", alike(expected), expected)

    def check(said: list[list[list[int]]]) -> bool | str:
        next_of = {cell: tuple(said[cell[0]][cell[1]]) for cell in truth.cells}
        for u, v in next_of.items():
            if u not in away or v == u:
                if v != (u if u in away else (-1, -1)) or (u in away and not close(away[u], goals.get(u))):
                    return f"{u} leads to {v}"
            elif v not in truth.edges[u] or abs(truth.edges[u][v] + away[v] - away[u]) > 1e-9 * (
                1 + abs(away[u])
            ):
                return f"{u} leads to {v}, which is not on a cheapest path"
        for u in away:
            passed = [u]
            while next_of[passed[-1]] != passed[-1]:
                passed.append(next_of[passed[-1]])
                if len(passed) > len(away):
                    return f"from {u} one goes round and round"
        return True

    case.holds(f"{field}.next_cell.tolist()", check, "cells on cheapest paths")
    if away:
        u = case.rng.choice(sorted(away))
        case.holds(f"(path := {field}.path({u})).cost + {goals}[path[-1]]",
                   lambda cost: abs(cost - away[u]) < 1e-9 * (1 + abs(cost)), away[u])  # fmt: skip


def matrix(case: Case, truth: Truth, name: str) -> None:
    rng = case.rng
    starts, exits = ([rng.choice(truth.cells) for _ in range(rng.randint(1, 5))] for _ in "ab")
    _, _, words, most = ends(case, truth)
    expected = [[truth.distances([u], most).get(v, math.inf) for v in exits] for u in starts]
    asked = f"{name}.distance_matrix({starts}, {exits}{words})"
    case.holds(asked, alike(expected), expected, worth=len(starts) * len(exits))


def many(
    case: Case, truth: Truth, name: str, asked: Sequence[tuple[Cell, Cell]] = (), by: str = "auto"
) -> None:
    """Pairs, of which some may be walls; each of a batch is one answer."""
    rng = case.rng
    walls = [(r, c) for r, row in enumerate(truth.raw.open_cells) for c, ok in enumerate(row) if not ok]
    pool = [*truth.cells, *rng.sample(walls, min(len(walls), 2))]
    asked = asked or [(rng.choice(pool), rng.choice(pool)) for _ in range(8)]
    _, _, words, most = ends(case, truth)
    away = {u: truth.distances([u], most) for u in {u for u, _ in asked} if u in truth.edges}
    least = [away[u].get(v, math.inf) if u in away and v in truth.edges else None for u, v in asked]

    def check(batch: Any) -> bool | str:
        for n, ((u, v), known, path) in enumerate(zip(asked, least, batch, strict=True)):
            cost = math.inf if known is None else known
            if (known is None) != (n in batch.errors) or not close(batch.costs[n], cost):
                return f"{u, v}: {path!r} of {batch.costs[n]}, not {known}"
            if (said := cheapest(truth, [u], [v], cost)(path)) is not True:
                return f"{u, v}: {said}"
        return True

    froms, tos = [list(u) for u, _ in asked], [list(v) for _, v in asked]
    call = f"{name}.shortest_many({froms}, {tos}, by={by!r}, invalid='none'{words})"
    case.holds(call, check, least, worth=len(asked))


def islands(case: Case, truth: Truth, name: str) -> None:
    case.same(f"{name}.islands().tolist()", truth.table(truth.islands, -1))


def best(case: Case, truth: Truth, name: str) -> None:
    """A cheapest path by every algorithm that takes the board."""
    u, v = case.rng.choice(truth.cells), case.rng.choice(truth.cells)
    least = truth.distances([u]).get(v, math.inf)
    check = cheapest(truth, [u], [v], least)
    for by in ("auto", "dijkstra", "astar", "bfs", "bidirectional", "labels", "jps", "corridors"):
        refused = () if by in ("auto", "dijkstra", "astar") else UnsuitableAlgorithmError
        case.holds(f"{name}.paths({u}, {v}).shortest(by={by!r})", check, least, refused)


def counts(case: Case, truth: Truth, name: str) -> None:
    """How many paths there are, where they are few."""
    u, v = case.rng.choice(truth.cells), case.rng.choice(truth.cells)
    try:
        number = len(truth.simple_paths([u], [v], draw.STEPS // 10))
    except draw.TooManyError:
        return
    case.same(f"{name}.paths({u}, {v}).count(by='sweep')", number)
    case.same(f"{name}.paths({u}, {v}).count()", number)


def visits(case: Case, truth: Truth, name: str) -> None:
    if name == "board":
        visited(case, Known(truth, []), [case.rng.choice(truth.cells)], [])
