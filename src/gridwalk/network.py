"""Networks: any finite graph, with the questions of a board."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

import gridwalk.answers.networkpath  # noqa: F401 (says what the paths of a network are)
from gridwalk.errors import ArgumentError, InputError, QuestionError
from gridwalk.errors.calls import Advised
from gridwalk.grids.grid import Grid
from gridwalk.grids.networkedges import BOTH, FORWARD, Edges, checked_edge_costs, order_of, whole_lengths
from gridwalk.grids.networkgrid import NetworkGrid
from gridwalk.questions.question import Question
from gridwalk.sets.cellsets import DisjointPaths
from gridwalk.sets.pathset import ANYWHERE, PathSet
from gridwalk.sets.tourset import CycleSet, TourSet

MAX_PLACES = (1 << 31) - 1  # nodes and edges together: they have 32-bit numbers
SHAPES = "(u, v), (u, v, length) or (u, v, length, cost)"


class Network(Advised):
    """Nodes and edges: any finite graph, to be asked as a board is.

    ===================  =====================================================================
    made by              ``Network(edges)``, `from_networkx`, `from_sparse`; `Board.network`
    sets, to be asked    `paths`, `tours`, `cycles`, `path_pairs`
    what it has          `nodes`, `edges`, ``len(network)``, ``node in network``, `is_directed`
    other networks       `without`
    for others           `to_networkx`
    ===================  =====================================================================

    Parameters
    ----------
    edges : iterable of (u, v), (u, v, length) or (u, v, length, cost)
        The nodes are any hashable values.  A length is a whole number of 0 or more (default 1), a cost any
        number of 0 or more (default: the length).  There may be several edges between two nodes, which make
        different paths, and edges from a node to itself, which are on no path but are cycles of one node.
    nodes : iterable
        The nodes in order, also those without edges; others follow in the order of the edges.
    directed : bool
        Whether an edge leads from its first node to its second only.
    positions : mapping of node to (x, y), optional
        Where nodes are drawn.

    Raises
    ------
    InputError
        If an edge is none of these, a length or cost is negative, or all are too large to be added up.

    Notes
    -----
    The order of the edges of a node is that in which paths are tried, so every answer is the same on every
    run.

    Examples
    --------
    >>> network = Network([("a", "b"), ("b", "c"), ("a", "c", 5), ("c", "d")])
    >>> network.paths("a", "d").count()
    2
    >>> print(network.paths("a", "d").shortest())
    a - b - c - d

    """

    _made = "it is Network(edges), Network.from_networkx(graph) or Network.from_sparse(matrix)"
    _grid: NetworkGrid
    _keys: Sequence[Any] | None
    is_directed: bool
    positions: dict[Any, Any] | None

    def __init__(
        self,
        edges: Iterable[Sequence[Any]],
        nodes: Iterable[Hashable] = (),
        *,
        directed: bool = False,
        positions: Mapping[Any, Any] | None = None,
    ) -> None:
        rows = list(edges)
        number: dict[Hashable, int] = {}
        try:
            for node in nodes:
                number.setdefault(node, len(number))
            ends = np.array([_ends(row, number) for row in rows], np.int64).reshape(-1, 2)
        except TypeError as error:
            raise InputError(f"a node must be hashable: {error}") from None
        lengths = [row[2] if len(row) > 2 else 1 for row in rows]
        costs = [row[3] if len(row) > 3 else length for row, length in zip(rows, lengths, strict=True)]
        self._keep(list(number), number, ends, lengths, costs, directed, positions)

    def _keep(
        self,
        nodes: Sequence[Hashable],
        number: Mapping[Hashable, int] | None,
        ends: NDArray[np.int64],
        lengths: Any,
        costs: Any,
        directed: bool,
        positions: Mapping[Any, Any] | None = None,
        order: tuple[NDArray[np.int32], NDArray[np.int32]] | None = None,
        keys: Sequence[Any] | None = None,
    ) -> Self:
        if len(nodes) + len(ends) > MAX_PLACES:
            raise InputError(f"a network has at most {MAX_PLACES:,} nodes and edges")
        length, cost = whole_lengths(lengths), checked_edge_costs(costs)
        ways = np.full(len(ends), FORWARD if directed else BOTH, np.uint8)
        tail, head = ends.astype(np.int32).T.copy()
        own = vars(self)
        own["_grid"] = NetworkGrid(Edges(nodes, number, tail, head, ways, length, cost, order))
        own["is_directed"], own["_keys"] = bool(directed), keys
        own["positions"] = None if positions is None else dict(positions)
        vars(self._grid)["network"] = self
        return self

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a network is immutable; network.without(...) returns a changed copy")

    def __reduce__(self) -> tuple[Any, ...]:
        own = self._grid.edges
        ends = np.stack([own.tail, own.head], axis=1)
        arrays = ends, own.length, own.cost, self.is_directed, self.positions, own.order, self._keys
        return _rebuilt, (type(self), own.nodes, *arrays)

    # ------------------------------------------------------------- ways to make one

    @classmethod
    def from_networkx(cls, graph: Any, *, length: str | None = None, cost: str | None = None) -> Self:
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

        Examples
        --------
        >>> import networkx
        >>> Network.from_networkx(networkx.petersen_graph()).paths(0, 2).count()
        31

        """
        number = {node: n for n, node in enumerate(graph)}
        keyed, directed = graph.is_multigraph(), graph.is_directed()
        rows = list(graph.edges(keys=True, data=True) if keyed else graph.edges(data=True))
        ends = np.array([(number[row[0]], number[row[1]]) for row in rows], np.int64).reshape(-1, 2)
        lengths = [1 if length is None else row[-1].get(length, 1) for row in rows]
        costs = lengths if cost is None else [row[-1].get(cost, 1) for row in rows]
        keys = [row[2] for row in rows] if keyed else None
        order = None if directed else order_of(graph, number, ends, keys)
        return object.__new__(cls)._keep(
            list(number), number, ends, lengths, costs, directed, None, order, keys
        )

    @classmethod
    def _of_grid(cls, grid: Grid) -> Self:
        """Return the network behind `Board.network`."""
        tails, heads = grid._all_moves()
        order = np.argsort(tails, kind="stable")
        tails, heads = tails[order], heads[order]
        cost = grid._step_costs.of_steps(tails, heads)
        rank = np.arange(len(tails)) - np.searchsorted(tails, tails)  # among the moves of its cell
        there, back = tails * grid.size + heads, heads * grid.size + tails
        turned = np.argsort(back, kind="stable")
        at = np.argsort(there, kind="stable")
        mutual = np.array_equal(there[at], back[turned]) and bool((cost[at] == cost[turned]).all())
        mutual &= len(np.unique(there)) == len(there)
        reverse = np.empty(len(at), np.int64)
        reverse[turned] = at
        kept = np.flatnonzero(tails < heads) if mutual else np.arange(len(tails))
        places = rank[kept].astype(np.int32), rank[reverse[kept] if mutual else kept].astype(np.int32)
        cells = list(zip(*(part.tolist() for part in np.nonzero(grid.open_cells)), strict=True))
        node = np.cumsum(grid.open_cells.reshape(-1)) - 1
        ends = np.stack([node[tails[kept]], node[heads[kept]]], axis=1)
        names = [grid._name(cell) for cell in cells]
        number: dict[Hashable, int] = {name: n for n, name in enumerate(names)}
        values = np.ones(len(kept), np.int64), cost[kept], not mutual
        positions = {name: (column, row) for name, (row, column) in zip(names, cells, strict=True)}
        return object.__new__(cls)._keep(names, number, ends, *values, positions, places)

    @classmethod
    def from_sparse(cls, matrix: Any, *, directed: bool | None = None) -> Self:
        """Return the network of a square matrix of costs; its nodes are the numbers of the rows.

        Parameters
        ----------
        matrix : sparse array of SciPy, or NumPy array, of shape (n, n)
            The cost of the edge from row to column.  No entry - in an array 0, and infinity - is no edge.
        directed : bool, optional
            Default: unless the matrix is symmetric.

        Examples
        --------
        >>> Network.from_sparse(np.array([[0, 2, 9], [2, 0, 3], [9, 3, 0]])).paths(0, 2).shortest().cost
        5

        """
        shape = tuple(np.shape(matrix) if not hasattr(matrix, "tocoo") else matrix.shape)
        if len(shape) != 2 or shape[0] != shape[1]:
            raise ArgumentError("matrix", shape, "square: a row and a column a node")
        if hasattr(matrix, "tocoo"):
            entries = matrix.tocoo()
            tail, head, cost = np.asarray(entries.row), np.asarray(entries.col), np.asarray(entries.data)
        else:
            dense = np.asarray(matrix)
            tail, head = np.nonzero((dense != 0) & (dense != np.inf))
            cost = dense[tail, head]
        order = np.lexsort((head, tail))
        tail, head, cost = tail[order].astype(np.int64), head[order].astype(np.int64), cost[order]
        if directed is None:
            back = np.lexsort((tail, head))
            same = np.array_equal(tail, head[back]) and np.array_equal(head, tail[back])
            directed = not (same and np.array_equal(cost, cost[back]))
        if not directed:
            once = tail <= head
            tail, head, cost = tail[once], head[once], cost[once]
        ends = np.stack([tail, head], axis=1)
        ones = np.ones(len(ends), np.int64)
        return object.__new__(cls)._keep(range(shape[0]), None, ends, ones, cost, directed)

    def to_networkx(self) -> Any:
        """Return a graph of NetworkX, which must be installed, with ``length`` and ``weight`` of each edge.

        A multigraph where edges are parallel.
        """
        import networkx

        own = self._grid.edges
        several = len({(min(e), max(e)) if not self.is_directed else e for e in self._pairs}) < len(own.tail)
        kinds = (networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph)
        graph = kinds[2 * several + self.is_directed]()
        graph.add_nodes_from(own.nodes)
        keys = self._keys if several and self._keys is not None else None
        for number, (u, v, length, cost) in enumerate(self.edges):
            key = {} if keys is None else {"key": keys[number]}
            graph.add_edge(u, v, **key, length=length, weight=cost)
        return graph

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        own = self._grid.edges
        return list(zip(own.tail.tolist(), own.head.tolist(), strict=True))

    # ------------------------------------------------------------- what it has

    @property
    def nodes(self) -> list[Any]:
        """The nodes, in order."""
        return list(self._grid.edges.nodes)

    @property
    def edges(self) -> list[tuple[Any, Any, int, int | float]]:
        """The edges by number: ``(u, v, length, cost)``."""
        own, names = self._grid.edges, self._grid.edges.nodes
        rest = own.length.tolist(), own.cost.tolist()
        return [
            (names[u], names[v], length, cost)
            for (u, v), length, cost in zip(self._pairs, *rest, strict=True)
        ]

    @property
    def keys(self) -> list[Any]:
        """The keys of the edges by number, as in a multigraph of NetworkX; else the numbers."""
        return list(range(len(self._grid.edges.tail)) if self._keys is None else self._keys)

    def __len__(self) -> int:
        return len(self._grid.edges.nodes)

    def __contains__(self, node: object) -> bool:
        try:
            return self._grid.edges.number_of(node) is not None
        except TypeError:
            return False

    __iter__ = None

    def without(self, nodes: Iterable[Any] = (), edges: Iterable[Any] = ()) -> Network:
        """Return the network without some nodes and edges: a pair of nodes, or the number of an edge.

        >>> Network([(1, 2), (2, 3), (1, 3)]).without(edges=[(1, 3)]).paths(1, 3).count()
        1
        """
        gone = {row for row, _ in (self._grid._place(node, "nodes") for node in nodes)}
        cut = (
            {place - len(self) for _, (place, _) in self._grid._edges_named(edges, "edges", directed=False)}
            if (edges := list(edges))
            else set()
        )
        own = self._grid.edges
        left = [(u in gone or v in gone or n in cut) for n, (u, v) in enumerate(self._pairs)]
        kept = np.flatnonzero(~np.array(left, bool)) if left else np.zeros(0, np.int64)
        names = [node for n, node in enumerate(own.nodes) if n not in gone]
        number = {node: n for n, node in enumerate(names)}
        place = np.cumsum([n not in gone for n in range(len(self))]) - 1
        ends = np.stack([place[own.tail[kept]], place[own.head[kept]]], axis=1)
        order = None if own.order is None else (own.order[0][kept], own.order[1][kept])
        keys = None if self._keys is None else [self._keys[n] for n in kept.tolist()]
        positions = (
            None if self.positions is None else {x: self.positions[x] for x in names if x in self.positions}
        )
        made = object.__new__(type(self))
        values = own.length[kept], own.cost[kept], self.is_directed, positions, order, keys
        return made._keep(names, number, ends, *values)

    # ------------------------------------------------------------- questions

    def paths(self, start: Any = None, exits: Any = None) -> PathSet:
        """Return the set of simple paths from *start* to any of *exits*; nothing is computed yet.

        Each may be one node or several, in a list or a set, or "anywhere", which is the default.  A path ends
        at the first exit it enters, but for "anywhere": then every simple path counts.

        >>> Network([(1, 2), (2, 3), (1, 3)]).paths(1, "anywhere").lengths()
        {0: 1, 1: 2, 2: 2}
        """
        return PathSet(Question(self._grid, self._ends(start, "start"), self._ends(exits, "exits")))

    def tours(
        self, start: Any = None, exits: Any = None, *, closed: bool = False, undirected: bool = False
    ) -> TourSet:
        """Return the set of tours: Hamiltonian paths, or cycles (*closed*); nothing is computed yet.

        The arguments are those of `Board.tours`.

        >>> import networkx
        >>> Network.from_networkx(networkx.dodecahedral_graph()).tours(closed=True).count()
        30
        """
        ends = self._ends(start, "start"), self._ends(exits, "exits")
        return TourSet._of(self._grid, *ends, closed=closed, undirected=undirected)

    def cycles(self) -> CycleSet:
        """Return the set of simple cycles, of any length; nothing is computed yet.

        As in NetworkX's ``simple_cycles`` an edge from a node to itself is a cycle; so are two parallel
        edges, and in directed networks two opposite ones.  A cycle counts once, in directed networks in each
        direction it has.

        >>> Network([(1, 2), (2, 3), (1, 3), (3, 3)]).cycles().lengths()
        {1: 1, 3: 1}
        """
        return CycleSet._of(self._grid)

    def path_pairs(self, *pairs: tuple[Any, Any], fill: bool = False) -> DisjointPaths:
        """Return all ways to join each of *pairs* of nodes by a path, so that no two paths share a node.

        The arguments are those of `Board.path_pairs`; with *fill* the paths visit every node.

        >>> square = Network([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")])
        >>> square.path_pairs(("a", "b"), ("d", "c")).count()
        1
        """
        return DisjointPaths._of(self._grid, pairs, self._grid._place, fill=fill)

    def _ends(self, given: Any, name: str) -> Any:
        if given is None or (isinstance(given, str) and given == ANYWHERE and given not in self):
            return None
        return self._grid._cells_named(given, name)

    def draw(self) -> str:
        """Refused: a network has no rows and columns to draw."""
        raise QuestionError("draw()", "a network has no rows and columns: give positions, or to_networkx()")

    # ------------------------------------------------------------- as a value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Network):
            return NotImplemented
        return self.is_directed == other.is_directed and self._grid == other._grid

    def __hash__(self) -> int:
        return hash(self._grid)

    def __repr__(self) -> str:
        kind = "directed, " * self.is_directed
        return f"<Network: {kind}{len(self):,} nodes, {len(self._grid.edges.tail):,} edges>"


def _ends(row: Any, number: dict[Hashable, int]) -> tuple[int, int]:
    """Return the numbers of the nodes of an edge, new ones for new nodes."""
    if isinstance(row, str) or not isinstance(row, Sequence) or not 2 <= len(row) <= 4:
        raise ArgumentError("edges", row, f"edges, each {SHAPES}")
    u, v = row[0], row[1]
    return number.setdefault(u, len(number)), number.setdefault(v, len(number))


def _rebuilt(cls: type[Network], nodes: Any, *arrays: Any) -> Network:
    number = None if isinstance(nodes, range) else {node: n for n, node in enumerate(nodes)}
    return object.__new__(cls)._keep(nodes, number, *arrays)
