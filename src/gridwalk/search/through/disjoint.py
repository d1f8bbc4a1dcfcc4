"""Through one node: two ways from it, to the start and to the exit, that share no other node."""

from __future__ import annotations

import numpy as np

from gridwalk.kernels.codes import NONE, TAIL
from gridwalk.kernels.search.heap import FAR
from gridwalk.kernels.search.second_way import second_way
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import Slices
from gridwalk.search.through.leggraph import LegGraph, Nodes
from gridwalk.search.through.legs import Legs


def cheapest_through_one(graph: LegGraph, watch: Watch) -> tuple[float, list[int]] | None:
    """Return the cost and the nodes of a cheapest path through the one required node; None if there is none.

    The arcs of the graph must have reverses.  Suurballe, "Disjoint paths in a network", 1974: the two ways
    are a flow of two units; O(arcs log nodes).  Exact always.
    """
    (source,) = graph.required.tolist()
    legs = Legs(graph, watch, bounds=False)
    found = legs.nearest_end()
    if found is None:
        return None
    way, potential = found
    ends = [int(graph.starts[0]), int(graph.exits[0])]
    first_end = int(way[-1])
    second_end = ends[first_end == ends[0]]
    onward, before = np.full(graph.nodes, NONE, np.int32), np.full(graph.nodes, NONE, np.int32)
    onward[way[:-1]], before[way[1:]] = way[1:], way[:-1]
    sides = 2 * graph.nodes
    distance, parent = np.full(sides, np.inf), np.full(sides, NONE, np.int32)
    done = np.zeros(sides, np.uint8)
    heap = np.empty((len(graph.arcs[1]) + sides + 4, 2))
    heap[0], heap[1:4, 0] = (0.0, graph.nodes + source), FAR
    distance[graph.nodes + source] = 0
    run = Slices(graph.arcs[1], watch)
    run(
        second_way,
        graph.arcs[:2],
        graph.weights,
        (onward, before),
        potential,
        np.array([source, first_end, second_end], np.int64),
        (distance, parent, done),
        heap,
        begin={TAIL: 1},
    )
    if not done[second_end]:
        return None
    path = _joined(graph, way, parent, source, first_end, second_end)
    return graph.cost(path), path


def _joined(
    graph: LegGraph, way: Nodes, parent: Nodes, source: int, first_end: int, second_end: int
) -> list[int]:
    """Return the path from start to exit of the first way and the sides of the second."""
    nodes = graph.nodes
    arcs = set(zip(way[:-1].tolist(), way[1:].tolist(), strict=True))
    on_way = set(way.tolist())
    side = second_end
    added, taken_back = [], set()
    while side != nodes + source:
        before = int(parent[side])
        u, v = before % nodes, side % nodes
        if before < nodes and u in on_way:  # from where *u* is entered, back along the first way
            taken_back.add((v, u))
        elif u != v:
            added.append((u, v))
        side = before
    onward: dict[int, list[int]] = {}
    for u, v in [*(arcs - taken_back), *added]:
        onward.setdefault(u, []).append(v)
    halves = {}
    for v in onward[source]:
        half = [v]
        while half[-1] in onward:
            half.append(onward[half[-1]][0])
        halves[half[-1]] = half
    start, exit_ = int(graph.starts[0]), int(graph.exits[0])
    return [*reversed(halves[start]), source, *halves[exit_]]
