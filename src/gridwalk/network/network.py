"""Networks: any finite graph, with the questions of a board."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from os import PathLike
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.linkage import Linkage
from gridwalk.answers.path import Path
from gridwalk.errors import ArgumentError, QuestionError
from gridwalk.errors.missing import Suggesting
from gridwalk.network import forms
from gridwalk.network.board import NetworkBoard
from gridwalk.network.edges import Edges
from gridwalk.question.question import Question
from gridwalk.sets.cellsets import DisjointPaths
from gridwalk.sets.pathset import ANYWHERE, PathSet
from gridwalk.sets.tourset import CycleSet, TourSet


class Network(Suggesting):
    """Nodes and edges: any finite graph, with the same questions as a board.

    ===================  =====================================================================
    constructors         ``Network(edges)``, `from_networkx`, `from_sparse`; `Board.network`
    sets of paths        `paths`, `tours`, `cycles`, `path_pairs`
    output               `svg`, `save`, `to_networkx`
    parts                `nodes`, `edges`, ``len(network)``, ``node in network``, `is_directed`
    changed networks     `without`
    ===================  =====================================================================

    Parameters
    ----------
    edges : iterable of (u, v), (u, v, length) or (u, v, length, cost)
        Nodes are any hashable values.  A length is an integer of 0 or more (default 1), a cost any number of
        0 or more (default: the length).  Parallel edges make different paths.  An edge from a node to itself
        is a cycle of one node, and on no path.

        Or a mapping of each node to a list of its neighbours, to a mapping of its neighbours to costs, or to
        a mapping of its neighbours to attributes, of which *weight* is the cost.  Or a graph of NetworkX, as
        for `from_networkx`.  Or a square NumPy array or sparse array of SciPy, as for `from_sparse`.
    nodes : iterable
        The first nodes in order, with or without edges; other nodes follow in the order of the edges.  For a
        matrix, the names of the rows.
    directed : bool, optional
        Whether edges lead only from their first node to their second.  Default: no, except for a matrix that
        is not symmetric.  A mapping of an undirected network lists each edge at one node, or each at both.
    weight : str, optional
        The name of the attribute that holds the cost; the cost of an edge without it is 1.  By default,
        attributes are ignored.
    positions : mapping of node to (x, y), optional
        Where each node is drawn, *y* upwards.  Default: on a circle, in order, clockwise from the top.
    outlines : mapping of node to [(x, y), (x, y), (x, y) ...], optional
        The corners of each node, which is then drawn as a cell.  Default positions are then the means of the
        corners.  Cells with a common side share its two corners; sides that no edge crosses are drawn as
        walls.

    Raises
    ------
    InputError
        If an edge has another form, a length or cost is negative, the sum of all is too large, or a node has
        no position or outline while others have.

    Notes
    -----
    Paths are tried in the order of the edges of each node, so every answer is the same on every run.

    Examples
    --------
    >>> network = Network([("a", "b"), ("b", "c"), ("a", "c", 5), ("c", "d")])
    >>> network.paths("a", "d").count()
    2
    >>> print(network.paths("a", "d").shortest())
    a - b - c - d

    """

    _board: NetworkBoard
    _keys: Sequence[Any] | None
    is_directed: bool
    positions: dict[Any, Any] | None
    outlines: dict[Any, Any] | None

    def __init__(
        self,
        edges: Any,
        nodes: Iterable[Hashable] = (),
        *,
        directed: bool | None = None,
        weight: str | None = None,
        positions: Mapping[Any, Any] | None = None,
        outlines: Mapping[Any, Any] | None = None,
    ) -> None:
        self._take(forms.parts_of(edges, nodes, directed, weight, positions, outlines))

    def _take(self, parts: forms.NetworkParts) -> None:
        """Set the attributes of a network that is being made: afterwards `__setattr__` refuses."""
        put = object.__setattr__
        put(self, "_board", NetworkBoard(parts.edges))
        put(self, "_keys", parts.keys)
        put(self, "is_directed", parts.is_directed)
        put(self, "positions", None if parts.positions is None else dict(parts.positions))
        put(self, "outlines", None if parts.outlines is None else dict(parts.outlines))
        self._board._set(_network=self)

    @classmethod
    def _of(cls, parts: forms.NetworkParts) -> Self:
        """Return the network of checked parts."""
        network = object.__new__(cls)
        network._take(parts)
        return network

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
        """Return the network of a graph of NetworkX, of any of its four classes.

        Nodes, neighbours and paths keep their order.

        Parameters
        ----------
        graph : networkx.Graph, DiGraph, MultiGraph or MultiDiGraph
            In a multigraph, ``network.edges[number]`` has the key ``network.keys[number]``.
        length, cost : str, optional
            The names of the attributes of edges that hold lengths and costs; an edge without the attribute
            has the value 1.  Default: a length of 1, and a cost equal to the length.
        weight : str, optional
            NetworkX's name for *cost*.
        positions : mapping of node to (x, y), optional
            The result of a layout, such as ``networkx.spring_layout(graph)``.  Default: the attribute ``pos``
            of the nodes, or ``x`` and ``y``, if all nodes have it.

        Examples
        --------
        >>> import networkx
        >>> from gridwalk import Network
        >>> Network.from_networkx(networkx.petersen_graph()).paths(0, 2).count()
        31

        """
        return cls._of(forms.of_graph(graph, length, forms.named_cost(cost, weight), positions))

    @classmethod
    def from_sparse(
        cls, matrix: Any, *, nodes: Iterable[Hashable] = (), directed: bool | None = None
    ) -> Self:
        """Return the network of a square matrix of costs; the nodes are the numbers of the rows.

        Parameters
        ----------
        matrix : sparse array of SciPy, or NumPy array, of shape (n, n)
            The cost of the edge from row to column.  In an array, 0 and infinity stand for no edge.
        nodes : iterable, optional
            The names of the rows, in order.
        directed : bool, optional
            Default: False if the matrix is symmetric.

        Examples
        --------
        >>> from gridwalk import Network
        >>> Network.from_sparse(np.array([[0, 2, 9], [2, 0, 3], [9, 3, 0]])).paths(0, 2).shortest().cost
        5

        """
        return cls._of(forms.of_matrix(matrix, nodes, directed))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a network is immutable; network.without(...) returns a changed copy")

    def __reduce__(self) -> tuple[Any, ...]:
        parts = self._board.edges, self.is_directed, self.positions, self.outlines, self._keys
        return _rebuilt, (type(self), forms.NetworkParts(*parts))

    # ------------------------------------------------------------- its parts

    @property
    def nodes(self) -> list[Any]:
        """The nodes, in order."""
        return list(self._board.edges.nodes)

    @property
    def edges(self) -> list[tuple[Any, Any, int, int | float]]:
        """The edges by number: ``(u, v, length, cost)``."""
        own, names = self._board.edges, self._board.edges.nodes
        rest = own.length.tolist(), own.cost.tolist()
        return [
            (names[u], names[v], length, cost)
            for (u, v), length, cost in zip(self._board.edges.pairs, *rest, strict=True)
        ]

    @property
    def keys(self) -> list[Any]:
        """The keys of the edges by number, from a multigraph of NetworkX; otherwise the numbers."""
        return list(range(len(self._board.edges.tail)) if self._keys is None else self._keys)

    def __len__(self) -> int:
        return len(self._board.edges.nodes)

    def __contains__(self, node: object) -> bool:
        try:
            return self._board.edges.number_of(node) is not None
        except TypeError:
            return False

    __iter__ = None

    def without(self, nodes: Iterable[Any] = (), edges: Iterable[Any] = ()) -> Network:
        """Return the network without some nodes and edges; an edge is a pair of nodes or a number.

        >>> Network([(1, 2), (2, 3), (1, 3)]).without(edges=[(1, 3)]).paths(1, 3).count()
        1
        """
        gone = {row for row, _ in (self._board._place(node, "nodes") for node in nodes)}
        cut = {
            place - len(self) for _, (place, _) in self._board._edges_named(edges, "edges", directed=False)
        }
        left = [(u in gone or v in gone or n in cut) for n, (u, v) in enumerate(self._board.edges.pairs)]
        return self._part(gone, np.flatnonzero(~np.array(left, bool)) if left else np.zeros(0, np.int64))

    def _part(self, gone: Set[int], kept: NDArray[np.int64]) -> Network:
        """Return the network without the nodes *gone* and with the edges *kept*, all given by number."""
        own = self._board.edges
        names = [node for n, node in enumerate(own.nodes) if n not in gone]
        place = np.cumsum([n not in gone for n in range(len(self))]) - 1
        edges = Edges(
            nodes=names,
            number={node: n for n, node in enumerate(names)},
            tail=place[own.tail[kept]].astype(np.int32),
            head=place[own.head[kept]].astype(np.int32),
            ways=own.ways[kept],
            length=own.length[kept],
            cost=own.cost[kept],
            order=own.order and (own.order[0][kept], own.order[1][kept]),
        )
        positions = self.positions and {node: self.positions[node] for node in names}
        outlines = self.outlines and {node: self.outlines[node] for node in names}
        keys = None if self._keys is None else [self._keys[n] for n in kept.tolist()]
        return self._of(forms.NetworkParts(edges, self.is_directed, positions, outlines, keys))

    # ------------------------------------------------------------- questions

    def paths(self, start: Any = None, exits: Any = None) -> PathSet:
        """Return the set of simple paths from *start* to any of *exits*; nothing is computed yet.

        Each argument is a node, several nodes in a list or a set, or "anywhere" (default).  A path ends at
        the first exit it enters.  If exits are "anywhere", every simple path counts.

        >>> Network([(1, 2), (2, 3), (1, 3)]).paths(1, "anywhere").lengths()
        {0: 1, 1: 2, 2: 2}
        """
        return PathSet(Question(self._board, self._ends(start, "start"), self._ends(exits, "exits")))

    def tours(
        self, start: Any = None, exits: Any = None, *, closed: bool = False, undirected: bool = False
    ) -> TourSet:
        """Return the set of tours: Hamiltonian paths, or cycles (*closed*); nothing is computed yet.

        The arguments are the same as for `Board.tours`.

        >>> import networkx
        >>> Network.from_networkx(networkx.dodecahedral_graph()).tours(closed=True).count()
        30
        """
        ends = self._ends(start, "start"), self._ends(exits, "exits")
        return TourSet._of(self._board, *ends, closed=closed, undirected=undirected)

    def cycles(self) -> CycleSet:
        """Return the set of simple cycles, of any length; nothing is computed yet.

        As in NetworkX's ``simple_cycles``, an edge from a node to itself is a cycle.  Two parallel edges are
        a cycle, and in a directed network two opposite edges.  A cycle counts once, in a directed network
        once per direction.

        >>> Network([(1, 2), (2, 3), (1, 3), (3, 3)]).cycles().lengths()
        {1: 1, 3: 1}
        """
        return CycleSet._of(self._board)

    def path_pairs(self, *pairs: tuple[Any, Any], fill: bool = False) -> DisjointPaths:
        """Return all ways to join each of *pairs* of nodes by a path, so that no two paths share a node.

        The arguments are the same as for `Board.path_pairs`; with *fill* the paths visit every node.

        >>> square = Network([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")])
        >>> square.path_pairs(("a", "b"), ("d", "c")).count()
        1
        """
        return DisjointPaths._of(self._board, pairs, self._board._place, fill=fill)

    def _ends(self, given: Any, name: str) -> Any:
        if given is None or (isinstance(given, str) and given == ANYWHERE and given not in self):
            return None
        places = self._board._cells_named(given, name)
        if not places:
            raise ArgumentError(name, given, "at least one node")
        return places

    def svg(
        self,
        path: Path | Linkage | None = None,
        *,
        paths: Iterable[Path] = (),
        dark: bool | None = None,
        legend: bool = False,
    ) -> str:
        """Return an SVG picture of the network; edges that lead one way are arrows.

        Nodes are drawn at their *positions*, or on a circle.  Names that do not fit are left out, and costs
        of edges if all are equal.  The arguments are the same as for `Board.svg`.

        >>> network = Network([(1, 2), (2, 3)])
        >>> "<title>path of 2 edges, network of 3 nodes</title>" in network.svg(network.paths(1, 3).find())
        True
        """
        from gridwalk.draw.svg import svg

        return svg(self._board, path, paths=paths, dark=dark, legend=legend)

    def save(self, file: str | PathLike[str], *, dark: bool = False, pixels: int | None = None) -> None:
        """Write the network to a file in the format of its ending, completely or not at all.

        Parameters
        ----------
        file : str or path-like
            ``.svg`` and ``.png`` are pictures.  ``.edges`` (``.arcs`` for a directed network) is a table for
            `gridwalk.read_network`, which reads the names of nodes as text: ``"1"`` and not 1.
        dark, pixels
            The look of pictures: as for `Path.save`.

        Raises
        ------
        ArgumentError
            If the ending is none of these.
        ArgumentError, InputError
            If an option does not apply to the file, the name of a node does not fit into a table, or the file
            cannot be written.

        """
        from gridwalk.draw import save

        look = save.Look(dark, pixels)
        table = ".arcs" if self.is_directed else ".edges"
        ending = save.checked_ending(file, (*save.PICTURES, table), dark=dark, pixels=pixels)
        pictures = save.pictures(self._board, None, look)
        save.write(file, ending, {**pictures, table: lambda: forms.table_of(self)})

    def to_networkx(self) -> Any:
        """Return a graph of NetworkX, with ``length`` and ``weight`` of each edge.

        With parallel edges it is a multigraph.  Nodes with positions have ``x`` and ``y``.
        """
        return forms.graph_of_network(self)

    def _repr_svg_(self) -> str | None:
        """Return the SVG for notebooks, or None for a large network."""
        from gridwalk.draw.svg import notebook

        return notebook(self._board)

    def draw(self) -> str:
        """Raise `QuestionError`: a network has no rows and columns to draw in characters."""
        raise QuestionError("draw()", "a network has no rows and columns; svg() is a picture of it")

    # ------------------------------------------------------------- as a value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Network):
            return NotImplemented
        return self.is_directed == other.is_directed and self._board == other._board

    def __hash__(self) -> int:
        return hash(self._board)

    def __repr__(self) -> str:
        kind = "directed, " * self.is_directed
        return f"<Network: {kind}{len(self):,} nodes, {len(self._board.edges.tail):,} edges>"


def _rebuilt(cls: type[Network], parts: forms.NetworkParts) -> Network:
    """Return the network that was pickled or copied."""
    return cls._of(parts)
