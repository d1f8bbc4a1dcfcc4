"""Conversion of networks from and to lists of edges, mappings, matrices, graphs of NetworkX, and boards."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError, InputError
from gridwalk.network.edges import Edges

if TYPE_CHECKING:
    from gridwalk.board.board import Board
    from gridwalk.network.network import Network

MAX_PLACE = 1e150  # limit of coordinates, so that their differences can be squared
NOT_IN_NAMES = ",;\"'"  # separators and quotes of a table
SHAPES = "(u, v), (u, v, length) or (u, v, length, cost)"
OTHERS = "a mapping of nodes to neighbours, a graph of NetworkX or a matrix, as numpy.array(matrix)"


@dataclass(frozen=True, eq=False)
class NetworkParts:
    """The checked parts of a `gridwalk.Network`; *keys* are the keys of the edges of a multigraph."""

    edges: Edges
    is_directed: bool
    positions: Mapping[Any, Any] | None = None
    outlines: Mapping[Any, Any] | None = None
    keys: Sequence[Any] | None = None


def parts_of(
    edges: Any,
    nodes: Iterable[Hashable],
    directed: bool | None,
    weight: str | None,
    positions: Mapping[Any, Any] | None,
    outlines: Mapping[Any, Any] | None,
) -> NetworkParts:
    """Return the parts of a network from the arguments of `gridwalk.Network`."""
    if hasattr(edges, "is_multigraph"):
        if tuple(nodes) or directed is not None or outlines is not None:
            raise InputError("a graph of NetworkX has its nodes and directions: leave out nodes=, "
                             "directed= and outlines=")  # fmt: skip
        return of_graph(edges, None, weight, positions)
    # The edges of a graph of NetworkX, ``graph.edges``, are a mapping of edges to attributes, and a set.
    is_mapping = isinstance(edges, Mapping) and not isinstance(edges, Set)
    if weight is not None and not is_mapping:
        raise ArgumentError("weight", weight, "left out: only mappings and graphs have attributes")
    if hasattr(edges, "tocoo") or isinstance(edges, np.ndarray):
        if outlines is not None:
            raise InputError("a matrix has no outlines: leave out outlines=")
        return of_matrix(edges, nodes, directed, positions)
    number: dict[Hashable, int] = {}
    try:
        for node in (*nodes, *edges) if is_mapping else nodes:
            number.setdefault(node, len(number))
        rows = _edges_of_mapping(edges, weight, directed) if is_mapping else list(edges)
        _refuse_matrix(rows)
        ends = np.array([_ends(row, number) for row in rows], np.int64).reshape(-1, 2)
    except TypeError as error:
        raise InputError(f"a node must be hashable: {error}") from None
    lengths = [row[2] if len(row) > 2 else 1 for row in rows]
    costs = [row[3] if len(row) > 3 else length for row, length in zip(rows, lengths, strict=True)]
    cells = None if outlines is None else _checked_outlines(outlines, number)
    if positions is None and cells is not None:
        positions = {node: np.mean(corners, axis=0) for node, corners in cells.items()}
    places = None if positions is None else _checked_positions(positions, number)
    found = Edges.of(list(number), number, ends, lengths, costs, directed=bool(directed))
    return NetworkParts(found, bool(directed), places, cells)


def _ends(row: Any, number: dict[Hashable, int]) -> tuple[int, int]:
    """Return the numbers of the two nodes of an edge; a new node gets the next number."""
    if isinstance(row, str) or not isinstance(row, Sequence) or not 2 <= len(row) <= 4:
        raise ArgumentError("edges", row, f"edges, each {SHAPES}; or {OTHERS}")
    u, v = row[0], row[1]
    return number.setdefault(u, len(number)), number.setdefault(v, len(number))


def _refuse_matrix(rows: list[Any]) -> None:
    """Raise `InputError` if *rows* can be read both as edges and as a symmetric matrix."""
    size = len(rows)
    if size in (3, 4) and all(isinstance(row, list) and len(row) == size for row in rows):
        columns = [list(column) for column in zip(*rows, strict=True)]
        if columns == rows and not any(rows[n][n] for n in range(size)):
            raise InputError(f"edges={rows!r} can be edges or an adjacency matrix: give tuples (u, v, ...), "
                             "or numpy.array(matrix)")  # fmt: skip


NEIGHBOURS = "a mapping of nodes to lists of neighbours, or to mappings of neighbours to costs"


def _edges_of_mapping(
    given: Mapping[Any, Any], weight: str | None, directed: bool | None
) -> list[tuple[Any, Any, int, Any]]:
    """Return the edges of a mapping of nodes to their neighbours; each undirected edge is returned once."""
    listed = []
    for node, near in given.items():
        if isinstance(near, str) or not isinstance(near, Iterable):
            raise ArgumentError("edges", {node: near}, NEIGHBOURS)
        for other in near:
            found = near[other] if isinstance(near, Mapping) else 1
            listed += [(node, other, 1, cost) for cost in _costs(found, weight)]
    if directed:
        return listed
    once: dict[tuple[Any, Any, Any], int] = {}  # number of edges found at the first node only so far
    edges, is_mutual = [], False
    for u, v, length, cost in listed:
        if once.get((v, u, cost), 0) and u != v:
            once[v, u, cost] -= 1
            is_mutual = True
        else:
            once[u, v, cost] = once.get((u, v, cost), 0) + 1
            edges.append((u, v, length, cost))
    left = {(u, v): cost for (u, v, cost), number in once.items() if number and u != v}
    for (u, v), cost in left.items():
        if (v, u) in left:
            raise InputError(f"from {u!r} to {v!r} the cost is {cost}, and back it is {left[v, u]}: "
                             "say directed=True")  # fmt: skip
        if is_mutual and directed is None:
            raise InputError(f"{v!r} is listed as a neighbour of {u!r}, and {u!r} not as one of {v!r}, while "
                             "other edges are listed at both nodes: say directed=True if an edge leads one "
                             "way, directed=False if each leads both")  # fmt: skip
    return edges


def _costs(found: Any, weight: str | None) -> list[Any]:
    """Return the costs of the edges to a neighbour, from a number, attributes, or attributes by key."""
    if not isinstance(found, Mapping):
        return [found]
    several = found and all(isinstance(each, Mapping) for each in found.values())
    return [each.get(weight, 1) for each in (found.values() if several else [found])]


def of_matrix(
    matrix: Any, nodes: Iterable[Hashable], directed: bool | None, positions: Mapping[Any, Any] | None = None
) -> NetworkParts:
    """Return the parts of a network from a matrix of costs: `Network.from_sparse`."""
    shape = tuple(np.shape(matrix) if not hasattr(matrix, "tocoo") else matrix.shape)
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ArgumentError("matrix", shape, "square: a row and a column a node (edges are a list of tuples)")
    if hasattr(matrix, "tocoo"):
        entries = matrix.tocoo()
        tail, head, cost = np.asarray(entries.row), np.asarray(entries.col), np.asarray(entries.data)
    else:
        dense = np.asarray(matrix)
        tail, head = np.nonzero((dense != 0) & (dense != np.inf))
        cost = dense[tail, head]
    order = np.lexsort((head, tail))
    tail, head, cost = tail[order].astype(np.int64), head[order].astype(np.int64), cost[order]
    back = np.lexsort((tail, head))
    is_symmetric = np.array_equal(tail, head[back]) and np.array_equal(head, tail[back])
    is_symmetric = is_symmetric and np.array_equal(cost, cost[back])
    if directed is False and not is_symmetric:
        raise InputError("the matrix is not symmetric, so its edges lead one way: leave out directed=False")
    is_directed = bool(not is_symmetric if directed is None else directed)
    if not is_directed:
        once = tail <= head
        tail, head, cost = tail[once], head[once], cost[once]
    names = list(nodes)
    number = {node: n for n, node in enumerate(names)}
    if names and not len(number) == len(names) == shape[0]:
        raise InputError(f"nodes has {len(number)} different names, and the matrix {shape[0]} rows")
    places = None if positions is None else _checked_positions(positions, number or range(shape[0]))
    ends, ones = np.stack([tail, head], axis=1), np.ones(len(tail), np.int64)
    cost = cost.astype(np.int64) if cost.dtype.kind == "b" else cost
    edges = Edges.of(names or range(shape[0]), number or None, ends, ones, cost, directed=is_directed)
    return NetworkParts(edges, is_directed, places)


def named_cost(cost: str | None, weight: str | None) -> str | None:
    """Return the name of the attribute that holds the cost; *weight* is another name for *cost*."""
    if cost is not None and weight is not None:
        raise InputError(f"cost={cost!r} and weight={weight!r} are two names of one thing: give one")
    return weight if cost is None else cost


def of_graph(
    graph: Any, length: str | None, cost: str | None, positions: Mapping[Any, Any] | None
) -> NetworkParts:
    """Return the parts of a network from a graph of NetworkX: `Network.from_networkx`."""
    number = {node: n for n, node in enumerate(graph)}
    keyed, directed = graph.is_multigraph(), graph.is_directed()
    rows = list(graph.edges(keys=True, data=True) if keyed else graph.edges(data=True))
    ends = np.array([(number[row[0]], number[row[1]]) for row in rows], np.int64).reshape(-1, 2)
    lengths = [1 if length is None else row[-1].get(length, 1) for row in rows]
    costs = lengths if cost is None else [row[-1].get(cost, 1) for row in rows]
    keys = [row[2] for row in rows] if keyed else None
    order = None if directed else _order_of(graph, number, ends, keys)
    if (places := positions) is not None:
        places = _checked_positions(places, number)
    else:
        with suppress(InputError, KeyError):  # unless every node has a position
            places = _checked_positions({node: _place(own) for node, own in graph.nodes(data=True)}, number)
    edges = Edges.of(list(number), number, ends, lengths, costs, directed=directed, order=order)
    return NetworkParts(edges, directed, places, keys=keys)


def _order_of(
    graph: Any, number: Mapping[Any, int], ends: NDArray[np.int64], keys: Sequence[Any] | None
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the rank of each edge among the edges of each of its two nodes."""
    edge: dict[Any, int] = {}
    for n, (u, v) in enumerate(ends.tolist()):
        key = None if keys is None else keys[n]
        edge[u, v, key] = edge[v, u, key] = n
    order = np.zeros((2, len(ends)), np.int32)
    tails = ends[:, 0].tolist()
    for node, near in graph.adjacency():
        u, place = number[node], 0
        for other, data in near.items():
            for key in data if keys is not None else (None,):
                n = edge[u, number[other], key]
                order[0 if tails[n] == u else 1, n] = place
                place += 1
    loops = ends[:, 0] == ends[:, 1]
    order[1, loops] = order[0, loops]
    return order[0], order[1]


def _place(attributes: Mapping[str, Any]) -> Any:
    return attributes["pos"] if "pos" in attributes else (attributes["x"], attributes["y"])


def of_board(board: Board) -> NetworkParts:
    """Return the parts of `Board.network`."""
    tails, heads = board._all_moves()
    order = np.argsort(tails, kind="stable")
    tails, heads = tails[order], heads[order]
    cost = board._step_costs.of_steps(tails, heads)
    rank = np.arange(len(tails)) - np.searchsorted(tails, tails)  # of each move among those of its cell
    there, back = tails * board.size + heads, heads * board.size + tails
    turned = np.argsort(back, kind="stable")
    at = np.argsort(there, kind="stable")
    mutual = np.array_equal(there[at], back[turned]) and bool((cost[at] == cost[turned]).all())
    mutual &= len(np.unique(there)) == len(there)
    reverse = np.empty(len(at), np.int64)
    reverse[turned] = at
    kept = np.flatnonzero(tails < heads) if mutual else np.arange(len(tails))
    places = rank[kept].astype(np.int32), rank[reverse[kept] if mutual else kept].astype(np.int32)
    cells = list(zip(*(part.tolist() for part in np.nonzero(board.open_cells)), strict=True))
    node = np.cumsum(board.open_cells.reshape(-1)) - 1
    ends = np.stack([node[tails[kept]], node[heads[kept]]], axis=1)
    names = [board._name(cell) for cell in cells]
    number: dict[Hashable, int] = {name: n for n, name in enumerate(names)}
    positions = {name: (column, -row) for name, (row, column) in zip(names, cells, strict=True)}
    lengths = np.ones(len(kept), np.int64)
    edges = Edges.of(names, number, ends, lengths, cost[kept], directed=not mutual, order=places)
    return NetworkParts(edges, not mutual, positions)


def _checked_positions(given: Mapping[Any, Any], nodes: Iterable[Hashable]) -> dict[Any, Any]:
    """Return the position (x, y) of each of *nodes*; raise `InputError` if one has no position."""
    places: dict[Any, Any] = {}
    for node in nodes:
        try:
            place: Any = given[node]
        except LookupError:
            raise InputError(
                f"positions has no place for the node {node!r}: each node needs its (x, y)"
            ) from None
        try:
            x, y = map(float, place)
        except (TypeError, ValueError):
            x = y = math.nan
        if not abs(x) + abs(y) < MAX_PLACE:
            raise InputError(f"positions has {place!r} for the node {node!r}, and needs (x, y), two numbers")
        places[node] = x, y
    return places


def _checked_outlines(given: Mapping[Any, Any], nodes: Iterable[Hashable]) -> dict[Any, Any]:
    """Return the corners (x, y) of each of *nodes*; raise `InputError` if one has fewer than three."""
    outlines: dict[Any, Any] = {}
    for node in nodes:
        try:
            corners = [(float(x), float(y)) for x, y in given[node]]
        except LookupError:
            raise InputError(f"outlines has none for the node {node!r}: each node needs one") from None
        except (TypeError, ValueError):
            corners = []
        if len(set(corners)) < 3 or not all(abs(x) + abs(y) < MAX_PLACE for x, y in corners):
            raise InputError(
                f"outlines has {given[node]!r} for the node {node!r}: it needs three corners (x, y) or more"
            )
        outlines[node] = corners
    return outlines


def graph_of_network(network: Network) -> Any:
    """Return a network as a graph of NetworkX: `Network.to_networkx`."""
    import networkx

    own = network._board.edges
    several = len({(min(e), max(e)) if not network.is_directed else e for e in own.pairs}) < len(own.tail)
    kinds = (networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph)
    graph = kinds[2 * several + network.is_directed]()
    graph.add_nodes_from(own.nodes)
    for node, (x, y) in (network.positions or {}).items():
        graph.add_node(node, x=x, y=y)
    keys = network._keys if several and network._keys is not None else None
    for number, (u, v, length, cost) in enumerate(network.edges):
        key = {} if keys is None else {"key": keys[number]}
        graph.add_edge(u, v, **key, length=length, weight=cost)
    return graph


def graph_of_board(board: Board) -> Any:
    """Return a board as a graph of NetworkX: `Board.to_networkx`."""
    import networkx

    cells = list(zip(*(part.tolist() for part in np.nonzero(board.open_cells)), strict=True))
    moves = {(u, v): cost for u in cells for v, cost in board.moves_from(u)}
    mutual = board.costs is None and all(moves.get((v, u)) == cost for (u, v), cost in moves.items())
    graph = networkx.Graph() if mutual else networkx.DiGraph()
    graph.add_nodes_from(map(board._name, cells))
    graph.add_weighted_edges_from((board._name(u), board._name(v), cost) for (u, v), cost in moves.items())
    return graph


def table_of(network: Network) -> str:
    """Return a header, a line for each edge, and a line for each node without edges."""
    words = {node: _word(node) for node in network.nodes}
    if len({*words.values()}) < len(words):
        raise InputError("two nodes of this network have one name as text: a table cannot hold it")
    joined = {node for edge in network.edges for node in edge[:2]}
    lines = [
        "source,target,length,cost",
        *(f"{words[u]},{words[v]},{length},{cost}" for u, v, length, cost in network.edges),
        *(f"{word}," for node, word in words.items() if node not in joined),
    ]
    return "\n".join(lines) + "\n"


def _word(node: Any) -> str:
    """Return the name of a node in a table; the numbers of a tuple, such as a cell, are joined by points."""
    word = ".".join(map(str, node)) if isinstance(node, tuple) else str(node)
    wrong = {*word} & {*NOT_IN_NAMES} or word != word.strip() or word[:1] in {"#", "%", ""}
    if wrong or not word.isprintable():
        allowed = f"named without {' '.join(NOT_IN_NAMES)} and # or % in front: a table cannot hold it"
        raise ArgumentError("node", node, allowed)
    return word
