"""The interface that NetworkX loads: the functions of the backend, and which calls it accepts.

A function takes the graph as `NodeLists`.  Other arguments, errors and answers are those of the function of
NetworkX with the same name.  The kernel that lists simple paths and cycles enters no node from which the path
cannot be completed.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from heapq import heappop, heappush
from itertools import count, pairwise
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from gridwalk.listing.edges import MOST, PASSING, PATIENCE, RULES, next_paths
from gridwalk.nxbackend import LISTED, SAME, SEARCHED
from gridwalk.nxbackend.graph import FAR, Lists, NodeLists
from gridwalk.nxbackend.shortest import Detours, Reach, spread_from
from gridwalk.runtime.codes import EXHAUSTED, FOUND, GATHERED
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.slices import registers, run_slice

Node = Any
Distance = Any  # int or float, as the weights are
ASKED = "asked of gridwalk"  # a key in NetworkX's cache, which is cleared when a graph changes
BATCH, MAX_BATCH = 256, 1 << 16  # entries of paths in a batch; the first batch is small, to be quick
PATIENCE_PER_NODE = 4  # number of steps without a path, per node, after which the search looks ahead

# The nodes and the edges of paths, one path after another, and the index at which each path begins.
Batch = tuple[NDArray[np.int32], NDArray[np.int32], list[int]]


def convert_from_nx(graph: Any, **_: Any) -> NodeLists:
    """Return *graph* as lists of neighbours."""
    return graph if isinstance(graph, NodeLists) else NodeLists(graph)


def convert_to_nx(result: Any, **_: Any) -> Any:
    """Return the original graph of a converted graph, and other results unchanged."""
    return result.graph if isinstance(result, NodeLists) else result


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Return whether the backend accepts a call, or why not; weights are checked when they are used."""
    if name not in (*LISTED, *SEARCHED, *SAME):
        return False
    given = [*args[1:], *kwargs.values()]
    if name not in ("all_simple_paths", "all_simple_edge_paths", "simple_cycles"):
        if any(map(callable, given)):
            return "a function of edges is called by NetworkX"
        if name.startswith("shortest_path") and "bellman-ford" in (*args[4:], kwargs.get("method")):
            return "gridwalk has no Bellman-Ford algorithm"
    return True


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Return whether the backend is worth the conversion of the graph for this call, or why not.

    For a listing, it always is.  A single shortest path takes no longer than the conversion, so conversion
    pays from the second call on.  NetworkX caches the converted graph, and the key `ASKED`, until the graph
    changes.
    """
    if name in LISTED:
        return True
    if name in SAME:
        return "NetworkX's own function asks gridwalk for the searches"
    graph, nodes = args[0] if args else kwargs["G"], SEARCHED[name]
    if len(graph) < nodes:
        return f"NetworkX takes less time on graphs of less than {nodes} nodes"
    kept = getattr(graph, "__networkx_cache__", None)
    if kept is None:
        return "NetworkX does not keep this graph converted"
    asked = kept.get(ASKED) or kept.get("backends", {}).get("gridwalk")
    kept[ASKED] = True
    return bool(asked) or "the first question about a graph costs no more than to convert it"


def bidirectional_shortest_path(G: NodeLists, source: Node, target: Node) -> list[Node]:
    """Return a path with the fewest edges."""
    return _met(G, source, target, None)[1]


def bidirectional_dijkstra(
    G: NodeLists, source: Node, target: Node, weight: Any = "weight"
) -> tuple[Distance, list[Node]]:
    """Return (length, a shortest path)."""
    return _met(G, source, target, weight)


def _met(G: NodeLists, source: Node, target: Node, weight: Any) -> tuple[Distance, list[Node]]:
    for name, node in (("Source", source), ("Target", target)):
        if node not in G:
            raise nx.NodeNotFound(f"{name} {node} is not in G")
    if source == target:
        return 0, [source]
    found = Detours(G, weight).of([G.number[source], G.number[target]])
    if not found:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    return found[0][1], [G.names[v] for v in found[0][2]]


def _levels(G: NodeLists, source: Node, cutoff: float | None, error: str) -> Reach:
    """Return the nodes within *cutoff* edges of *source*; as in NetworkX, a fraction is rounded up."""
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} {error}")
    steps = len(G) if cutoff is None else math.ceil(min(cutoff, len(G)))
    return spread_from(G.lists, [G.number[source]], cutoff=steps)


def single_source_shortest_path_length(
    G: NodeLists, source: Node, cutoff: float | None = None
) -> dict[Node, int]:
    """Return the number of edges from *source* to each node."""
    order, distance, _ = _levels(G, source, cutoff, "is not in G")
    return _distances(G, order, distance, [source])


def single_source_shortest_path(
    G: NodeLists, source: Node, cutoff: float | None = None
) -> dict[Node, list[Node]]:
    """Return a path with the fewest edges from *source* to each node."""
    order, _, parent = _levels(G, source, cutoff, "not in G")
    return _paths(G, order, parent, [source])


def _distances(G: NodeLists, order: Any, distance: Any, sources: list[Node]) -> dict[Node, Distance]:
    names = map(G.names.__getitem__, order.tolist())
    values = distance[order].tolist()
    values[: len(sources)] = [0] * len(sources)
    return dict(zip(names, values, strict=True))


def _paths(G: NodeLists, order: Any, parent: Any, sources: list[Node]) -> dict[Node, list[Node]]:
    names, paths, rest = G.names, {source: [source] for source in sources}, order[len(sources) :]
    for v, u in zip(rest.tolist(), parent[rest].tolist(), strict=True):
        paths[names[v]] = [*paths[names[u]], names[v]]
    return paths


def _settled(
    G: NodeLists, sources: Iterable[Node], weight: Any, cutoff: float | None, target: Node = None
) -> tuple[list[Node], Reach]:
    first = list(dict.fromkeys(sources))
    if not first:
        raise ValueError("sources must not be empty")
    for source in first:
        if source not in G:
            raise nx.NodeNotFound(f"Node {source} not found in graph")
    goal = -1 if target is None else G.number.get(target, -1)
    weights, limit = None if weight is None else G.weights(weight), FAR if cutoff is None else cutoff
    return first, spread_from(G.lists, [G.number[source] for source in first], weights, limit, goal)


def multi_source_dijkstra_path_length(
    G: NodeLists, sources: Iterable[Node], cutoff: float | None = None, weight: Any = "weight"
) -> dict[Node, Distance]:
    """Return the distances from the nearest of *sources*."""
    first, (order, distance, _) = _settled(G, sources, weight, cutoff)
    return _distances(G, order, distance, first)


def multi_source_dijkstra(
    G: NodeLists,
    sources: Iterable[Node],
    target: Node = None,
    cutoff: float | None = None,
    weight: Any = "weight",
) -> tuple[Any, Any]:
    """Return (distances, paths) from the nearest of *sources* to all nodes, or only to *target*."""
    first, (order, distance, parent) = _settled(G, sources, weight, cutoff, target)
    if target is None:
        return _distances(G, order, distance, first), _paths(G, order, parent, first)
    if target in first:
        return 0, [target]
    v = G.number.get(target, -1)
    if v < 0 or distance[v] < 0:
        raise nx.NetworkXNoPath(f"No path to {target}.")
    length, path = distance[v].item(), []
    while v >= 0:
        path.append(G.names[v])
        v = int(parent[v])
    return length, path[::-1]


def dijkstra_path_length(G: NodeLists, source: Node, target: Node, weight: Any = "weight") -> Distance:
    """Return the distance between two nodes."""
    try:
        return multi_source_dijkstra(G, [source], target, None, weight)[0]
    except nx.NetworkXNoPath as error:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}") from error


# ---------------------------------------------------------------- lists of paths and cycles, in its own order


def batches_of(
    lists: Lists, back: Lists, source: int, exits: list[int], steps: int, *, passing: bool = False
) -> Iterator[Batch]:
    """Yield paths of at most *steps* edges in batches; if the source is an exit, they are cycles.

    *back* holds the lists with every edge reversed.
    """
    nodes, edges = len(lists[0]) - 1, len(lists[1])
    steps_to_exit = spread_from(back, exits, cutoff=steps)[1]
    steps_to_exit[steps_to_exit < 0] = FAR
    is_exit, on_path = np.zeros(nodes, np.uint8), np.zeros(nodes, np.uint8)
    is_exit[exits], on_path[source] = 1, source not in exits
    rules = np.zeros(RULES, np.int64)
    rules[[MOST, PASSING, PATIENCE]] = steps, passing, PATIENCE_PER_NODE * nodes
    path = np.zeros(2 * nodes + 1, np.int32), np.zeros(nodes + 1, np.int64), np.zeros(nodes + 1, np.int64)
    path[0][0], path[1][0] = source, lists[0][source]
    graph = *lists, np.arange(edges, dtype=np.int32), np.ones(edges, np.int64)
    scratch = on_path, np.zeros(nodes, np.int64), np.empty(nodes, np.int32)
    state, watch, status = registers(), NO_LIMITS.watch(), FOUND
    room = max(BATCH, 2 * nodes + 3)
    cells, offsets = np.empty(room, np.int32), np.zeros(room, np.int64)
    while status != EXHAUSTED:
        given = graph, (is_exit, steps_to_exit), rules, path, scratch, (cells, offsets)
        status = run_slice(next_paths, given, state, lists[1], watch)
        begins, paths = offsets[: state[GATHERED] + 1], np.arange(state[GATHERED] + 1)
        found = cells[: begins[-1]]
        # A path has an odd number of entries.
        turn = np.arange(len(found)) + np.repeat(paths[:-1], np.diff(begins))
        yield found[turn % 2 == 0], found[turn % 2 == 1], ((begins + paths) // 2).tolist()
        state[GATHERED] = 0
        if status == FOUND and len(cells) < MAX_BATCH:
            cells, offsets = np.empty(2 * len(cells), np.int32), np.zeros(2 * len(cells), np.int64)


def _listed(G: NodeLists, source: Node, target: Node, cutoff: float | None) -> Iterator[Batch]:
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
    for nodes, _, begins in _listed(G, source, target, cutoff):
        names = list(map(G.names.__getitem__, nodes.tolist()))
        for begin, end in pairwise(begins):
            yield names[begin:end]


def all_simple_edge_paths(
    G: NodeLists, source: Node, target: Node, cutoff: float | None = None
) -> Iterator[list[tuple[Any, ...]]]:
    """Yield all simple paths, each as its edges, of a multigraph with their keys."""
    for nodes, edges, begins in _listed(G, source, target, cutoff):
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
    # (length, order of discovery, path, number of first nodes shared with the path from which it branched).
    heap: list[tuple[Any, int, list[int], int]] = [(0, 0, [start], 0)]
    if start != goal:
        heap = [(length, 0, way, 0) for _, length, way in detours.of([start, goal])]
    if not heap:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    made, known = count(1), dict[int, Any]()  # a prefix tree of the paths so far
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
    """Yield all simple cycles of at most *length_bound* nodes, in the order of NetworkX.

    Loops and parallel edges come first.  Then one node after another (undirected: one edge after another) is
    chosen as NetworkX does it; all cycles through it are yielded, and it is removed from the graph.
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
    """Yield the cycles that begin with *begun*, one or two nodes."""
    start, end = inner.number[begun[-1]], inner.number[begun[0]]
    steps = len(inner) if bound is None else bound - len(begun) + 1
    for nodes, _, begins in batches_of(inner.lists, inner.back, start, [end], steps):
        names = list(map(inner.names.__getitem__, nodes.tolist()))
        yield from ([*begun[:-1], *names[first : last - 1]] for first, last in pairwise(begins))


def _over_searches(name: str, G: NodeLists, *args: Any, **kwargs: Any) -> Any:
    """Call NetworkX's own function *name*, which calls the functions above."""
    function, signature = _own(name)
    given = signature.bind(G, *args, **kwargs)
    given.apply_defaults()
    if (weight := given.arguments.get("weight")) is not None:
        G.weights(weight)  # raises NotImplementedError if the weights are not supported
    return function(G, *args, **kwargs)


@cache
def _own(name: str) -> tuple[Callable[..., Any], inspect.Signature]:
    function = getattr(nx, name).orig_func
    return function, inspect.signature(function)


def __getattr__(name: str) -> Callable[..., Any]:
    if name not in SAME:
        raise AttributeError(name)
    return partial(_over_searches, name)
