"""What NetworkX loads: a function for each of its own that is taken over, and for which questions.

A function takes the graph as `NodeLists`, and has the other arguments, the errors and the answers of the one
in NetworkX.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

import networkx as nx

from gridwalk.nxbackend import LISTED, SAME, SEARCHED
from gridwalk.nxbackend.graph import FAR, Detours, NodeLists, Reach, spread_from
from gridwalk.nxbackend.listed import (
    all_simple_edge_paths,
    all_simple_paths,
    shortest_simple_paths,
    simple_cycles,
)

__all__ = ["all_simple_edge_paths", "all_simple_paths", "shortest_simple_paths", "simple_cycles"]

Node = Any
Distance = Any  # int or float, as the weights are
ASKED = "asked of gridwalk"  # in what NetworkX keeps with a graph until it is changed


def convert_from_nx(graph: Any, **_: Any) -> NodeLists:
    """Return *graph* as lists of neighbours."""
    return graph if isinstance(graph, NodeLists) else NodeLists(graph)


def convert_to_nx(result: Any, **_: Any) -> Any:
    """Return the graph that was converted; other answers are those of NetworkX already."""
    return result.graph if isinstance(result, NodeLists) else result


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Return whether a question is taken over, or why not; weights are looked at when they are needed."""
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
    """Return whether it pays to convert the graph for this question, or why not.

    A listing always does.  One shortest path costs no more than the conversion, so it pays from the second
    question on: NetworkX keeps what was converted, and this note, until the graph is changed.
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
    """Return the nodes within *cutoff* edges of *source*; as in NetworkX, a fraction counts as an edge."""
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} {error}")
    steps = len(G) if cutoff is None else math.ceil(min(cutoff, len(G)))
    return spread_from(G.lists, [G.number[source]], cutoff=steps)


def single_source_shortest_path_length(
    G: NodeLists, source: Node, cutoff: float | None = None
) -> dict[Node, int]:
    """Return the numbers of edges from *source*."""
    order, distance, _ = _levels(G, source, cutoff, "is not in G")
    return _distances(G, order, distance, [source])


def single_source_shortest_path(
    G: NodeLists, source: Node, cutoff: float | None = None
) -> dict[Node, list[Node]]:
    """Return paths with the fewest edges from *source*."""
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
    """Return (distances, paths) from the nearest of *sources*, or those of *target* alone."""
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
    """Return the distance of two nodes."""
    try:
        return multi_source_dijkstra(G, [source], target, None, weight)[0]
    except nx.NetworkXNoPath as error:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}") from error


def _over_searches(name: str, G: NodeLists, *args: Any, **kwargs: Any) -> Any:
    """Call NetworkX's own function *name*, which asks the functions above."""
    function, signature = _own(name)
    given = signature.bind(G, *args, **kwargs)
    given.apply_defaults()
    if (weight := given.arguments.get("weight")) is not None:
        G.weights(weight)  # or NetworkX takes the question over
    return function(G, *args, **kwargs)


@cache
def _own(name: str) -> tuple[Callable[..., Any], inspect.Signature]:
    function = getattr(nx, name).orig_func
    return function, inspect.signature(function)


def __getattr__(name: str) -> Callable[..., Any]:
    if name not in SAME:
        raise AttributeError(name)
    return partial(_over_searches, name)
