"""The edges of a network as arrays, and what they cost; networks of other libraries and of boards."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import exact_sums
from gridwalk.errors import ArgumentError, InputError
from gridwalk.errors.calls import Advised
from gridwalk.kernels.codes import NONE

if TYPE_CHECKING:
    from gridwalk.board.board import Board

FORWARD, BACKWARD, BOTH = 1, 2, 3  # ways of an edge: from tail to head, from head to tail
MAX_SUM = 1 << 53  # of all lengths, and of all costs
MAX_PLACE = 1e150  # of positions: their differences can be squared
LENGTH = "a whole number of 0 or more; give costs for others"
COST = "a finite number of 0 or more"


@dataclass(frozen=True, eq=False)
class Edges:
    """The edges of a network, and the names of its nodes.

    Attributes
    ----------
    nodes, number : sequence, mapping or None
        The names in order, and the place of each; None: they are the numbers.
    tail, head, ways, length, cost : arrays
        Of each edge its two nodes, the directions in which it is taken, and what it adds to a path.
    order : (int32 array, int32 array) or None
        The place of each edge among those of its tail, and of its head; None: that of its number.

    """

    nodes: Sequence[Hashable]
    number: Mapping[Hashable, int] | None
    tail: NDArray[np.int32]
    head: NDArray[np.int32]
    ways: NDArray[np.uint8]
    length: NDArray[np.int64]
    cost: NDArray[Any]
    order: tuple[NDArray[np.int32], NDArray[np.int32]] | None = None

    def number_of(self, node: Any) -> int | None:
        """Return the number of a node by its name; None: there is none."""
        if self.number is not None:
            return self.number.get(node)
        is_one = isinstance(node, int | np.integer) and 0 <= node < len(self.nodes)
        return int(node) if is_one else None

    def places(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return `order`, whatever it is."""
        every = np.arange(len(self.tail), dtype=np.int32)
        return (every, every) if self.order is None else self.order

    def leaving(
        self, *, back: bool = False
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """Return (first, node, edge): what leaves each node (*back*: enters it), in order; a loop once."""
        ahead = np.flatnonzero(self.ways & (BACKWARD if back else FORWARD)).astype(np.int32)
        behind = self.ways & (FORWARD if back else BACKWARD) > 0
        behind &= (self.tail != self.head) | (self.ways == (FORWARD if back else BACKWARD))
        turned = np.flatnonzero(behind).astype(np.int32)
        edge = np.concatenate([ahead, turned])
        begin = np.concatenate([self.tail[ahead], self.head[turned]])
        at_tail, at_head = self.places()
        order = np.lexsort((np.concatenate([at_tail[ahead], at_head[turned]]), begin))
        first = np.zeros(len(self.nodes) + 1, np.int64)
        np.cumsum(np.bincount(begin, minlength=len(self.nodes)), out=first[1:])
        return first, np.concatenate([self.head[ahead], self.tail[turned]])[order], edge[order]


class EdgeCosts:
    """What the steps of a network cost: the cost of the edge entered; nothing where a node is entered."""

    is_plain, are_mutual = False, True

    def __init__(self, edges: Edges) -> None:
        zero = np.zeros(len(edges.nodes), edges.cost.dtype)
        self.cost_of_cell = np.concatenate([zero, edges.cost])
        self.are_equal = bool((edges.cost == edges.length).all())  # cheapest is shortest
        self.are_whole = edges.cost.dtype.kind == "i"
        self.are_exact = self.are_whole or exact_sums(edges.cost)

    def of_steps(self, _: NDArray[Any], v: NDArray[Any]) -> NDArray[Any]:
        """Return what the steps into places *v* cost."""
        cost: NDArray[Any] = np.where(v == NONE, self.cost_of_cell.dtype.type(0), self.cost_of_cell[v])
        return cost


def checked_positions(given: Mapping[Any, Any], nodes: Iterable[Hashable]) -> dict[Any, Any]:
    """Return where the *nodes* are drawn, (x, y) each; `InputError` if one has no place."""
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


def checked_outlines(given: Mapping[Any, Any], nodes: Iterable[Hashable]) -> dict[Any, Any]:
    """Return the corners of the *nodes*, (x, y) each; `InputError` if one has less than three."""
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


def whole_lengths(values: Any) -> NDArray[np.int64]:
    """Return the lengths of edges; `ArgumentError` if one is none."""
    array = np.asarray(values)
    if not len(array):
        return np.zeros(0, np.int64)
    if array.dtype.kind == "f" and (array == np.floor(array)).all() and (abs(array) < MAX_SUM).all():
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise ArgumentError("length", _first(values, lambda x: not isinstance(x, int)), LENGTH)
    if array.min() < 0:
        raise ArgumentError("length", array[array < 0][0].item(), LENGTH)
    if float(array.sum(dtype=np.float64)) >= MAX_SUM:
        raise InputError("the lengths of all edges add up to 2**53 or more: scale them down")
    return array.astype(np.int64)


def checked_edge_costs(values: Any) -> NDArray[Any]:
    """Return the costs of edges, int64 if all are integers; `ArgumentError` if one is none."""
    array = np.asarray(values)
    if not len(array):
        return np.zeros(0, np.int64)
    if array.dtype.kind not in "iuf":
        raise ArgumentError("cost", _first(values, lambda x: not isinstance(x, int | float)), COST)
    wrong = ~np.isfinite(array) | (array < 0)
    if wrong.any():
        raise ArgumentError("cost", array[wrong][0].item(), COST)
    if float(array.sum(dtype=np.float64)) >= MAX_SUM and not exact_sums(array.astype(np.float64)):
        raise InputError("the costs of all edges add up to 2**53 or more: scale them down")
    return array.astype(np.float64 if array.dtype.kind == "f" else np.int64)


def _first(values: Any, is_wrong: Any) -> Any:
    return next((value for value in values if is_wrong(value)), values[0])


def order_of(
    graph: Any, number: Mapping[Any, int], ends: NDArray[np.int64], keys: Sequence[Any] | None
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the place of each edge among the neighbours of its two nodes."""
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


def named_cost(cost: str | None, weight: str | None) -> str | None:
    """Return the name of the attribute that is the cost, which NetworkX calls weight."""
    if cost is not None and weight is not None:
        raise InputError(f"cost={cost!r} and weight={weight!r} are two names of one thing: give one")
    return weight if cost is None else cost


def values_of_graph(
    graph: Any, length: str | None, cost: str | None, positions: Mapping[Any, Any] | None
) -> tuple[Any, ...]:
    """Return what a network holds of a graph of NetworkX, as `NetworkForms._keep` takes it."""
    number = {node: n for n, node in enumerate(graph)}
    keyed, directed = graph.is_multigraph(), graph.is_directed()
    rows = list(graph.edges(keys=True, data=True) if keyed else graph.edges(data=True))
    ends = np.array([(number[row[0]], number[row[1]]) for row in rows], np.int64).reshape(-1, 2)
    lengths = [1 if length is None else row[-1].get(length, 1) for row in rows]
    costs = lengths if cost is None else [row[-1].get(cost, 1) for row in rows]
    keys = [row[2] for row in rows] if keyed else None
    order = None if directed else order_of(graph, number, ends, keys)
    if (places := positions) is not None:
        places = checked_positions(places, number)
    else:
        with suppress(InputError, KeyError):  # where no node, or not every one, has a place
            places = checked_positions({node: _place(own) for node, own in graph.nodes(data=True)}, number)
    return list(number), number, ends, lengths, costs, directed, places, order, keys


def values_of_matrix(
    matrix: Any, nodes: Iterable[Hashable], directed: bool | None, positions: Mapping[Any, Any] | None = None
) -> tuple[Any, ...]:
    """Return what a network holds of a matrix of costs, as `NetworkForms._keep` takes it."""
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
    if not (directed := not is_symmetric if directed is None else directed):
        once = tail <= head
        tail, head, cost = tail[once], head[once], cost[once]
    names = list(nodes)
    number = {node: n for n, node in enumerate(names)}
    if names and not len(number) == len(names) == shape[0]:
        raise InputError(f"nodes has {len(number)} different names, and the matrix {shape[0]} rows")
    places = None if positions is None else checked_positions(positions, number or range(shape[0]))
    ends, ones = np.stack([tail, head], axis=1), np.ones(len(tail), np.int64)
    cost = cost.astype(np.int64) if cost.dtype.kind == "b" else cost
    return names or range(shape[0]), number or None, ends, ones, cost, directed, places


NEIGHBOURS = "a mapping of nodes to lists of neighbours, or to mappings of neighbours to costs"


def edges_of_mapping(
    given: Mapping[Any, Any], weight: str | None, directed: bool | None
) -> list[tuple[Any, Any, int, Any]]:
    """Return the edges of a mapping of nodes to their neighbours; where they lead both ways, each once."""
    listed = []
    for node, near in given.items():
        if isinstance(near, str) or not isinstance(near, Iterable):
            raise ArgumentError("edges", {node: near}, NEIGHBOURS)
        for other in near:
            found = near[other] if isinstance(near, Mapping) else 1
            listed += [(node, other, 1, cost) for cost in _costs(found, weight)]
    if directed:
        return listed
    once: dict[tuple[Any, Any, Any], int] = {}  # listed from the first node, and not yet from the second
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
    """Return the costs of the edges to a neighbour: a number, attributes, or attributes of several edges."""
    if not isinstance(found, Mapping):
        return [found]
    several = found and all(isinstance(each, Mapping) for each in found.values())
    return [each.get(weight, 1) for each in (found.values() if several else [found])]


class NetworkForms(Advised):
    """What a network is made from, and what it is made into."""

    _board: Any
    _keys: Sequence[Any] | None
    is_directed: bool
    positions: dict[Any, Any] | None

    def _keep(self, *values: Any, **more: Any) -> Self:
        """Take these as the network's own."""
        raise NotImplementedError

    @classmethod
    def from_networkx(
        cls,
        graph: Any,
        *,
        length: str | None = None,
        cost: str | None = None,
        weight: str | None = None,
        positions: Mapping[Any, Any] | None = None,
    ) -> Self:
        """Return the network of a graph of NetworkX: any of its four kinds.

        The order of the nodes and of the neighbours of each is kept, and so is the order of paths.

        Parameters
        ----------
        graph : networkx.Graph, DiGraph, MultiGraph or MultiDiGraph
            The edges of a multigraph have keys: ``network.edges[number]`` is then the edge with the key of
            ``network.keys[number]``.
        length, cost : str, optional
            The names of the attributes of edges that are their lengths and costs; where an edge has none, it
            is 1.  Default: a length of 1, and a cost that is the length.
        weight : str, optional
            NetworkX's word for *cost*.
        positions : mapping of node to (x, y), optional
            What a layout returns, such as ``networkx.spring_layout(graph)``.  Default: the attribute ``pos``
            of the nodes, or ``x`` and ``y``, if all of them have it.

        Examples
        --------
        >>> import networkx
        >>> from gridwalk import Network
        >>> Network.from_networkx(networkx.petersen_graph()).paths(0, 2).count()
        31

        """
        return object.__new__(cls)._keep(*values_of_graph(graph, length, named_cost(cost, weight), positions))

    @classmethod
    def _of_board(cls, board: Board) -> Self:
        """Return the network behind `Board.network`."""
        tails, heads = board._all_moves()
        order = np.argsort(tails, kind="stable")
        tails, heads = tails[order], heads[order]
        cost = board._step_costs.of_steps(tails, heads)
        rank = np.arange(len(tails)) - np.searchsorted(tails, tails)  # among the moves of its cell
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
        values = np.ones(len(kept), np.int64), cost[kept], not mutual
        positions = {name: (column, -row) for name, (row, column) in zip(names, cells, strict=True)}
        return object.__new__(cls)._keep(names, number, ends, *values, positions, places)

    @classmethod
    def from_sparse(
        cls, matrix: Any, *, nodes: Iterable[Hashable] = (), directed: bool | None = None
    ) -> Self:
        """Return the network of a square matrix of costs; its nodes are the numbers of the rows.

        Parameters
        ----------
        matrix : sparse array of SciPy, or NumPy array, of shape (n, n)
            The cost of the edge from row to column.  No entry - in an array 0, and infinity - is no edge.
        nodes : iterable, optional
            The names of the rows, in order.
        directed : bool, optional
            Default: unless the matrix is symmetric.

        Examples
        --------
        >>> from gridwalk import Network
        >>> Network.from_sparse(np.array([[0, 2, 9], [2, 0, 3], [9, 3, 0]])).paths(0, 2).shortest().cost
        5

        """
        return object.__new__(cls)._keep(*values_of_matrix(matrix, nodes, directed))

    def to_networkx(self) -> Any:
        """Return a graph of NetworkX, with ``length`` and ``weight`` of each edge.

        A multigraph where edges are parallel.  Nodes with positions have ``x`` and ``y``.
        """
        import networkx

        own = self._board.edges
        several = len({(min(e), max(e)) if not self.is_directed else e for e in self._pairs}) < len(own.tail)
        kinds = (networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph)
        graph = kinds[2 * several + self.is_directed]()
        graph.add_nodes_from(own.nodes)
        for node, (x, y) in (self.positions or {}).items():
            graph.add_node(node, x=x, y=y)
        keys = self._keys if several and self._keys is not None else None
        for number, (u, v, length, cost) in enumerate(self.edges):
            key = {} if keys is None else {"key": keys[number]}
            graph.add_edge(u, v, **key, length=length, weight=cost)
        return graph

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        own = self._board.edges
        return list(zip(own.tail.tolist(), own.head.tolist(), strict=True))

    @property
    def edges(self) -> list[tuple[Any, Any, int, int | float]]:
        """The edges by number."""
        raise NotImplementedError


def _place(attributes: Mapping[str, Any]) -> Any:
    return attributes["pos"] if "pos" in attributes else (attributes["x"], attributes["y"])
