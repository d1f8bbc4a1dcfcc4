"""What NetworkX lists: simple paths, simple cycles and shortest simple paths, in its own order.

Each function has the name, the arguments, the errors and the answers of the one in NetworkX.  The search for
simple paths and cycles is a kernel that enters no node from which the path cannot end.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count, pairwise
from typing import Any

import networkx as nx
import numpy as np

from gridwalk.nxbackend.graph import Batch, Detours, NodeLists, batches_of

Node = Any


def _paths(G: NodeLists, source: Node, target: Node, cutoff: float | None) -> Iterator[Batch]:
    """Yield batches of the paths that NetworkX lists."""
    if source not in G:
        raise nx.NodeNotFound(f"source node {source} not in graph")
    try:
        targets = {target} if target in G else set(target)
    except TypeError as error:
        raise nx.NodeNotFound(f"target node {target} not in graph") from error
    steps = len(G) - 1 if cutoff is None else cutoff
    if steps < 0 or not targets:
        return
    if source in targets:
        yield np.array([G.number[source]], np.int32), np.zeros(0, np.int32), [0, 1]
    exits = [G.number[name] for name in targets if name in G and name != source]
    steps = math.ceil(min(steps, len(G)))
    if exits and steps:
        yield from batches_of(G.lists, G.back, G.number[source], exits, steps, passing=len(exits) > 1)


def all_simple_paths(
    G: NodeLists, source: Node, target: Node, cutoff: float | None = None
) -> Iterator[list[Node]]:
    """Yield all simple paths, each as its nodes."""
    for nodes, _, begins in _paths(G, source, target, cutoff):
        names = list(map(G.names.__getitem__, nodes.tolist()))
        for begin, end in pairwise(begins):
            yield names[begin:end]


def all_simple_edge_paths(
    G: NodeLists, source: Node, target: Node, cutoff: float | None = None
) -> Iterator[list[tuple[Any, ...]]]:
    """Yield all simple paths, each as its edges, of a multigraph with their keys."""
    for nodes, edges, begins in _paths(G, source, target, cutoff):
        names = list(map(G.names.__getitem__, nodes.tolist()))
        keys = [G.keys[edge] for edge in edges.tolist()] if G.is_multigraph() else []
        for number, (begin, end) in enumerate(pairwise(begins)):
            steps: tuple[list[Any], ...] = names[begin : end - 1], names[begin + 1 : end]
            if G.is_multigraph():
                steps = *steps, keys[begin - number : end - number - 1]
            yield list(zip(*steps, strict=True))


def shortest_simple_paths(
    G: NodeLists, source: Node, target: Node, weight: Any = None
) -> Iterator[list[Node]]:
    """Yield all simple paths, the shortest first (Yen 1971, and Lawler 1972: each path is found once)."""
    return _shortest_first(G, source, target, weight, Detours(G, weight))


def _shortest_first(
    G: NodeLists, source: Node, target: Node, weight: Any, detours: Detours
) -> Iterator[list[Node]]:
    for name, node in (("source", source), ("target", target)):
        if node not in G:
            raise nx.NodeNotFound(f"{name} node {node} not in graph")
    start, goal = G.number[source], G.number[target]
    # A path with its length, when it was found, and how many of its nodes it shares with the one it left.
    heap: list[tuple[Any, int, list[int], int]] = [(0, 0, [start], 0)]
    if start != goal:
        heap = [(length, 0, way, 0) for _, length, way in detours.of([start, goal])]
    if not heap:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    made, known = count(1), dict[int, Any]()  # the paths so far, as a tree: next nodes by node
    while heap:
        _, _, path, shared = heappop(heap)
        names = [G.names[v] for v in path]
        yield names
        branch, bars = known, []
        for v in path[1:]:
            branch.setdefault(v, {})
            bars.append(list(branch))
            branch = branch[v]
        steps: Any = [1] * len(path)
        if weight is not None:
            steps = [G.graph[u][v].get(weight, 1) for u, v in pairwise(names)]
        for step, length, way in detours.of(path, shared, bars):
            heappush(heap, (sum(steps[:step]) + length, next(made), [*path[:step], *way], step))


def simple_cycles(G: NodeLists, length_bound: int | None = None) -> Iterator[list[Node]]:
    """Yield all simple cycles, of at most *length_bound* nodes.

    Loops and parallel edges come first; then each cycle comes with the first of its nodes (undirected: edges)
    that is taken out of the graph.  Which is taken next is NetworkX's choice.
    """
    short, is_directed = nx.simple_cycles.orig_func, G.graph.is_directed()
    if length_bound is not None and length_bound <= 2:
        yield from short(G.graph, length_bound)
        return
    yield from short(G.graph, 1 if is_directed else 2)
    edges = ((u, v) for u, near in G.graph.adj.items() for v in near if v != u)
    graph = nx.DiGraph(edges) if is_directed else nx.Graph(edges)
    parts_of, least = nx.biconnected_components.orig_func, 3
    if is_directed:
        parts_of, least = nx.strongly_connected_components.orig_func, 2
    parts = [part for part in parts_of(graph) if len(part) >= least]
    while parts:
        part = parts.pop()
        inner = graph.subgraph(part)
        begun = [next(iter(part))] if is_directed else list(next(iter(inner.edges)))
        if not is_directed:
            graph.remove_edge(*begun)
        yield from _closed(NodeLists(inner), begun, length_bound)
        if is_directed:
            graph.remove_node(*begun)
        parts.extend(part for part in parts_of(inner) if len(part) >= least)


def _closed(inner: NodeLists, begun: list[Node], bound: int | None) -> Iterator[list[Node]]:
    """Yield the cycles that begin with the nodes *begun*, one or two."""
    start, end = inner.number[begun[-1]], inner.number[begun[0]]
    steps = len(inner) if bound is None else bound - len(begun) + 1
    for nodes, _, begins in batches_of(inner.lists, inner.back, start, [end], steps):
        names = list(map(inner.names.__getitem__, nodes.tolist()))
        yield from ([*begun[:-1], *names[first : last - 1]] for first, last in pairwise(begins))
