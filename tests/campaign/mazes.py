"""Mazes of networks: a tree of each part, and the paths in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from . import draw
from .case import Case
from .grounds import OF_NETWORKS, Board, ask_set, drawn_edges
from .known import Known
from .truth import TooManyError

MAKERS = ("backtracker", "prim", "growing-tree", "wilson")
GROUNDS = ("gw.rings({})", "gw.triangles({}, 4)", "gw.triangle({})")


def parts(nodes: Iterable[Any], edges: Iterable[tuple[Any, ...]]) -> tuple[set[frozenset[Any]], int]:
    """The connected parts, and how many edges closed a circle."""
    part: dict[Any, frozenset[Any]] = {node: frozenset([node]) for node in nodes}
    circles = 0
    for u, v, *_ in edges:
        if v in part[u]:
            circles += 1
        else:
            both = part[u] | part[v]
            part |= dict.fromkeys(both, both)
    return set(part.values()), circles


def run(case: Case) -> None:
    rng = case.rng
    if rng.random() < 0.3:
        case.let("ground", rng.choice(GROUNDS).format(rng.randint(1, 4)))
        rows = list(map(tuple, case.names["ground"].edges))
        nodes = list(case.names["ground"].nodes)
    else:
        rows = drawn_edges(rng, 30, directed=False, priced=rng.random() < 0.5)  # type: ignore[assignment]
        rows = [row for row in rows if rng.random() < 0.9]  # more than one part, now and then
        rows += [(v, u, 1, 3) for u, v, *_ in rows if rng.random() < 0.1]  # and two edges side by side
        nodes = sorted({node for row in rows for node in row[:2]} | {(9, 9)})
        case.let("ground", f"gw.Network({rows}, {nodes})")
    maker, seed = rng.choice(MAKERS), rng.randrange(1000)
    call = f"gw.make_maze({maker!r}, ground, seed={seed}"
    before, _ = parts(nodes, rows)
    left = Counter(frozenset(row[:2]) for row in rows)

    def spans(edges: list[Any], trees: bool = True) -> bool | str:
        after, closing = parts(nodes, edges)
        if Counter(frozenset(edge[:2]) for edge in edges) - left:
            return "an edge that the ground has not"
        return (after == before and not (trees and closing)) or f"{len(after)} parts, {closing} circles"

    case.holds(f"{call}).edges", spans, "a tree of each part")
    case.holds(f"{call}, braid=0.5, loops=0.2).edges", lambda edges: spans(edges, trees=False), "the parts")
    case.holds(f"len({call}, loops=1.0).edges)", lambda n: n == len(rows), len(rows))
    case.same(f"{call}) == {call})", True)
    case.let("maze", call + ")")
    edges: dict[Any, dict[Any, float]] = {node: {} for node in nodes}
    for u, v, _, cost in case.names["maze"].edges:
        edges[u][v] = edges[v][u] = cost
    truth = Board(edges, (10, 31), in_rows=False)
    ends = [draw.ends(rng, truth.cells), draw.ends(rng, truth.cells)]
    try:
        ways = truth.simple_paths(*ends, draw.STEPS)
    except TooManyError:
        return
    case.let("paths", f"maze.paths({ends[0]}, {ends[1]})")
    case.same("paths.count()", len(ways))
    ask_set(case, Known(truth, ways), ends, ("dijkstra",), OF_NETWORKS)
