"""Networks with several edges between two nodes, loops, and lengths of edges, against brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from . import draw
from .case import Case, SkipError
from .families import Members, ask

Row = tuple[int, int, int, int]  # from, to, moves, cost
Steps = tuple[tuple[int, int], ...]  # the node that is entered, by which edge
STEPS = 20_000


def run(case: Case) -> None:
    rng = case.rng
    directed = rng.random() < 0.5
    nodes, kind = rng.randint(2, 7), rng.choice(("paths", "paths", "cycles", "tours", "closed"))
    rows = edges(rng, nodes, priced=rng.random() < 0.5)
    leads: dict[int, list[tuple[int, int]]] = {node: [] for node in range(nodes)}
    for number, (u, v, _, _) in enumerate(rows):
        leads[u].append((v, number))
        if not directed and u != v:
            leads[v].append((u, number))
    case.let("board", f"gw.Network({rows}, range({nodes}), directed={directed})")
    budget = [STEPS]
    ends = [draw.ends(rng, list(range(nodes))) if rng.random() < 0.7 else None for _ in "ab"]
    closed = kind in ("cycles", "closed")
    found: dict[Any, tuple[int, Steps]] = {}
    stops = set(ends[1] or ()) if kind == "paths" else set()
    for start in range(nodes) if closed else sorted(ends[0] or range(nodes)):
        for steps in walks(leads, start, stops, budget):
            last = steps[-1][0] if steps else start
            whole = len(steps) + 1 == nodes
            if closed:
                for back, number in leads[last]:
                    used = {edge for _, edge in steps}
                    if back == start and number not in used and (whole or kind == "cycles"):
                        found[frozenset(used | {number})] = start, (*steps, (start, number))
            elif (ends[1] is None or last in ends[1]) and (whole or kind == "paths"):
                found[start, tuple(number for _, number in steps)] = start, steps
    text = {
        "paths": "paths({}, {})".format(*(some or "'anywhere'" for some in ends)),
        "tours": f"tours({ends[0]}, {ends[1]})",
        "cycles": "cycles()",
        "closed": "tours(closed=True)",
    }[kind]
    if kind == "closed" and nodes < 3:
        return
    if not closed:
        text, found = conditions(case, text, found, rows, nodes, kind)
    values = {
        key: {"length": sum(rows[n][2] for _, n in steps), "cost": sum(rows[n][3] for _, n in steps)}
        for key, (_, steps) in found.items()
    }
    case.let("members", f"board.{text}")

    def key(path: Any) -> Any:
        return frozenset(path.edges) if closed else (path.start, tuple(path.edges))

    ask(case, Members("members", values, key, kind, ("length", "cost"), in_rows=False))


def conditions(
    case: Case, text: str, found: dict[Any, tuple[int, Steps]], rows: list[Row], nodes: int, kind: str
) -> tuple[str, dict[Any, tuple[int, Steps]]]:
    """Paths through a node, that avoid one, or of a number of moves."""
    rng = case.rng

    def moves(steps: Steps) -> int:
        return sum(rows[n][2] for _, n in steps)

    def visited(start: int, steps: Steps) -> set[int]:
        return {start, *(node for node, _ in steps)}

    node, chosen = rng.randrange(nodes), rng.random()
    if not found or chosen < 0.5:
        return text, found
    if chosen < 0.65:
        return f"{text}.through({node})", {k: one for k, one in found.items() if node in visited(*one)}
    if chosen < 0.8 and kind == "paths":
        kept = {k: one for k, one in found.items() if node not in visited(*one)}
        return (f"{text}.avoiding({node})", kept) if kept else (text, found)
    number = max(1, moves(rng.choice(list(found.values()))[1]))
    return f"{text}.of_length({number})", {k: one for k, one in found.items() if moves(one[1]) == number}


def walks(
    leads: dict[int, list[tuple[int, int]]], start: int, stops: set[int], budget: list[int]
) -> Iterator[Steps]:
    """Every walk without a node twice, that goes on from no stop."""
    todo: list[tuple[int, Steps]] = [(start, ())]
    while todo:
        node, steps = todo.pop()
        yield steps
        budget[0] -= 1
        if budget[0] < 0:
            raise SkipError
        if node not in stops:
            seen = {start, *(one for one, _ in steps)}
            todo += [(v, (*steps, (v, number))) for v, number in leads[node] if v not in seen]


def edges(rng: random.Random, nodes: int, *, priced: bool) -> list[Row]:
    """A tree and more, some of them again, and loops; lengths of 0 to 3 moves."""
    lengths = rng.choice(((1,), (1, 1, 2, 3), (0, 1, 2)))
    ends = [(rng.randrange(n), n)[:: rng.choice((1, -1))] for n in range(1, nodes)]
    ends += [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(rng.randint(0, nodes + 2))]
    ends += [rng.choice(ends)[:: rng.choice((1, -1))] for _ in range(rng.randint(0, 3))]
    rng.shuffle(ends)
    return [
        (u, v, length, rng.choice((1, 2, 5, 0)) if priced else length)
        for u, v in ends
        for length in [rng.choice(lengths)]
    ]
