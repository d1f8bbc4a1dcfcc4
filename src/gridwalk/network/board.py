"""The board that represents a network: a single column of places, first the nodes, then the edges.

Node *v* is the place ``(v, 0)``; edge *e* of a network of n nodes is the place ``(n + e, 0)``.  A path is a
sequence of places in which nodes and edges alternate.  So parallel edges make different paths, and conditions
on cells (required, avoided) are also conditions on edges.  The class overrides the methods that engines ask
of a board.  A condition that removes nodes or edges is represented by a second board without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.board import Board
from gridwalk.board.without import Edge
from gridwalk.errors import ArgumentError, Cell, node_error
from gridwalk.network.edges import BACKWARD, BOTH, FORWARD, EdgeCosts, Edges
from gridwalk.runtime.cache import Cache
from gridwalk.runtime.codes import NONE

EDGE = "(u, v), two nodes with an edge from one to the other, or an edge's number in network.edges"


class NetworkBoard(Board):
    """A network in the form that engines take; ``network`` is the `gridwalk.Network`."""

    _network: Any  # the `gridwalk.Network`, which sets this attribute
    edges: Edges
    nodes: int  # the number of nodes, removed ones included
    _uncut: NetworkBoard | None  # the whole board, if nodes or edges are removed

    def __init__(
        self, edges: Edges, gone: NDArray[np.bool_] | None = None, whole: NetworkBoard | None = None
    ) -> None:
        nodes, places = len(edges.nodes), len(edges.nodes) + len(edges.tail)
        open_cells = np.zeros((places, 1), bool)
        open_cells[:nodes, 0] = True if gone is None else ~gone
        self._set(open_cells=open_cells, shape=(places, 1), rows=places, columns=1, size=places)
        self._set(costs=None, diagonal=None, walls=None, wrap=None, portals=(), start=None, exits=())
        self._set(edges=edges, nodes=nodes, _uncut=whole, _kept=Cache())
        if whole is not None:
            self._set(_network=whole.network)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._uncut is None:
            return getattr, (self.network, "_board")
        gone = ~self.open_cells[: self.nodes, 0]
        return NetworkBoard, (self.edges, gone, self._uncut)

    def __repr__(self) -> str:
        return repr(self.network)

    def __eq__(self, other: object) -> bool:
        return self.edges.equal(other.edges) if isinstance(other, NetworkBoard) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.size, self.nodes))

    @property
    def network(self) -> Any:
        """The network that this board represents."""
        return self._network

    # ---------------------------------------- what engines ask, as listed in `gridwalk.board.board.Board`

    _is_network = True

    @cached_property
    def _lengths_vary(self) -> bool:  # type: ignore[override]
        return bool((self.edges.length != 1).any())

    @cached_property
    def _length_of_place(self) -> NDArray[np.int64]:  # type: ignore[override]
        return np.concatenate([np.zeros(self.nodes, np.int64), self.edges.length])

    @property
    def _whole(self) -> NetworkBoard:
        return self if self._uncut is None else self._uncut

    def _without(
        self, out: tuple[Cell, ...] = (), edges: tuple[Edge, ...] = (), moves: tuple[Edge, ...] = ()
    ) -> NetworkBoard:
        """Return the board without some nodes, edges, and directions of edges."""
        own, gone = self.edges, ~self.open_cells[: self.nodes, 0]
        ways = own.ways.copy()
        gone[[row for row, _ in out]] = True
        ways[[row - self.nodes for (row, _), _ in edges]] = 0
        for (u, _), (place, _) in moves:
            ways[place - self.nodes] &= ~np.uint8(self._way(u, place - self.nodes))
        ways[gone[own.tail] | gone[own.head]] = 0
        return NetworkBoard(replace(own, ways=ways), gone, self._whole)

    def _is_plain(self, *_: object, **__: object) -> bool:
        """Return False: a network has no moves."""
        return False

    @cached_property
    def _symmetric(self) -> bool:
        return bool(np.isin(self.edges.ways, (0, BOTH)).all())

    @cached_property
    def _moves_of_cell(self) -> NDArray[Any]:
        """For each place, 1 if it is a node with an edge that can be used, else 0.

        On other boards, the bits of an entry are moves; a network has none.
        """
        touched, there = np.zeros(self.size, np.uint8), self.edges.ways > 0
        touched[self.edges.tail[there]] = touched[self.edges.head[there]] = 1
        return touched

    _delta_of_move = np.zeros(0, np.int64)

    @cached_property
    def _step_costs(self) -> EdgeCosts:  # type: ignore[override]
        return EdgeCosts(self.edges)

    @property
    def _facts(self) -> tuple[object, ...]:
        return "network", self.nodes, *self.edges.arrays, self.edges.places()

    @property
    def _passable(self) -> NDArray[np.bool_]:
        return np.concatenate([self.open_cells[: self.nodes, 0], self.edges.ways > 0])

    @property
    def _ways_on(self) -> int:
        return len(self._leaving[1])

    def _all_moves(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        tail, head, ways = self.edges.tail, self.edges.head, self.edges.ways
        place = np.arange(self.nodes, self.size, dtype=np.int64)
        ahead, back = ways & FORWARD > 0, ways & BACKWARD > 0
        tails: list[NDArray[Any]] = [tail[ahead], place[ahead], head[back], place[back]]
        heads: list[NDArray[Any]] = [place[ahead], head[ahead], place[back], tail[back]]
        return np.concatenate(tails).astype(np.int64), np.concatenate(heads).astype(np.int64)

    def _moves_between_cells(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        tail, head, ways = self.edges.tail, self.edges.head, self.edges.ways
        ahead, back = ((ways & way > 0) & (tail != head) for way in (FORWARD, BACKWARD))
        tails, heads = [tail[ahead], head[back]], [head[ahead], tail[back]]
        return np.concatenate(tails).astype(np.int64), np.concatenate(heads).astype(np.int64)

    def _ranks_of_steps(self, tails: NDArray[Any], entered: NDArray[Any]) -> NDArray[Any]:
        edge = np.clip(entered - self.nodes, 0, None)
        if not len(self.edges.tail):
            return entered
        at_tail, at_head = self.edges.places()
        here = np.where(self.edges.tail[edge] == tails, at_tail[edge], at_head[edge])
        return np.where((tails == NONE) | (entered < self.nodes), entered, here)

    def _cells_at(self, place: Cell) -> tuple[Cell, ...]:
        edge = place[0] - self.nodes
        return (place,) if edge < 0 else tuple((node, 0) for node in self.edges.ends(edge))

    def _places_between(self, cells: NDArray[np.int32], *, closed: bool) -> NDArray[np.int32]:
        steps = zip(cells.tolist(), np.roll(cells, -1).tolist(), strict=True)
        edges = [self.nodes + self._joining(u, v)[0] for u, v in steps if closed or u != cells[-1]]
        places = np.empty(len(cells) + len(edges), np.int32)
        places[::2], places[1::2] = cells, edges
        return places

    def _why_not_induced(self, *, closed: bool) -> str | None:
        ends, one_way = np.stack([self.edges.tail, self.edges.head], axis=1), self.network.is_directed
        each, number = np.unique(ends if one_way else np.sort(ends, axis=1), axis=0, return_counts=True)
        if (number > 1).any():
            u, v = each[number.argmax()]
            return f"{number.max()} edges join {self.edges.nodes[u]} and {self.edges.nodes[v]}"
        if closed and (one_way or (ends[:, 0] == ends[:, 1]).any()):
            return "edges lead one way" if one_way else "an edge leads from a node to itself"
        return "edges differ in length" if self._lengths_vary else None

    def _cells_named(self, given: Any, name: str) -> tuple[Cell, ...]:
        """Return the places of one node, or of several in a list or a set, by their names."""
        try:
            if self.edges.number_of(given) is not None:
                return (self._place(given, name),)
        except TypeError:  # not hashable, so several nodes
            pass
        several = isinstance(given, Iterable) and not isinstance(given, str | bytes)
        return tuple(sorted({self._place(node, name) for node in (given if several else (given,))}))

    def _edges_named(
        self, given: Iterable[Any], name: str, *, directed: bool
    ) -> tuple[tuple[Cell, Cell], ...]:
        """Return for each edge its place, twice; if *directed*, the node that it leaves, and its place."""
        found = set()
        for one in given:
            if isinstance(one, int | np.integer) and not isinstance(one, bool):
                numbers = [int(one)] if 0 <= one < len(self.edges.tail) else []
                if directed:
                    raise ArgumentError(name, one, f"{EDGE}; with directed=True the two nodes")
            else:
                numbers = self._between(one, name)
                if not directed and not numbers:
                    numbers = self._between(tuple(one)[::-1], name)
            if not numbers:
                raise ArgumentError(name, one, EDGE)
            if len(numbers) > 1:
                each = ", ".join(map(str, numbers))
                raise ArgumentError(
                    name,
                    one,
                    f"one edge: there are {len(numbers)} from node to node, with the numbers {each}",
                )
            place = (self.nodes + numbers[0], 0)
            found.add((self._place(one[0], name), place) if directed else (place, place))
        return tuple(sorted(found))

    def _places_along(self, path: Any, *, closed: bool = False) -> list[Cell]:
        """Return the places of a path, or of a sequence of nodes and the edges between them.

        Between two nodes of a sequence, take the first edge that is not used yet.  If there is none, there is
        no place between them.  Raise `CellError` for an unknown node.
        """
        if hasattr(path, "cells") and path.board == self._whole:
            return [(int(place), 0) for place in path.cells[:, 0]]
        nodes = [self._place(node, "path")[0] for node in path]
        places: list[Cell] = []
        for u, v in zip(nodes, [*nodes[1:], *nodes[:closed]], strict=False):
            taken = {row - self.nodes for row, _ in places}
            edges = [edge for edge in self._joining(u, v) if edge not in taken]
            places += [(u, 0), *((self.nodes + edge, 0) for edge in edges[:1])]
        return places if closed else [*places, *((v, 0) for v in nodes[-1:])]

    def _length_along(self, cells: Sequence[Cell], *, closed: bool) -> int | None:
        """Return the length of a path that enters no place twice, or None if it is no path of the network."""
        places = [row for row, _ in cells]
        if len(places) % 2 == closed or any((place >= self.nodes) != n % 2 for n, place in enumerate(places)):
            return None
        for edge, u, v in zip(places[1::2], places[::2], [*places[2::2], *places[:closed]], strict=False):
            ends, ways = self.edges.ends(edge - self.nodes), int(self.edges.ways[edge - self.nodes])
            if not ((ends == (u, v) and ways & FORWARD) or (ends == (v, u) and ways & BACKWARD)):
                return None
        return int(self._length_of_place[places].sum())

    def _edges_along(self, cells: Sequence[Cell], *, closed: bool) -> set[tuple[Cell, Cell]]:
        return {(cell, cell) for cell in cells}

    def _either_way(self, edge: tuple[Cell, Cell]) -> tuple[Cell, Cell]:
        return max(edge), max(edge)

    def _turned(self, edge: tuple[Cell, Cell]) -> tuple[Cell, Cell] | None:
        (u, _), place = edge
        number = place[0] - self.nodes
        back = BOTH ^ self._way(u, number)
        if not self.edges.ways[number] & back:
            return None
        tail, head = self.edges.ends(number)
        return (head if back == BACKWARD else tail, 0), place

    def _said(self, cell: Cell) -> str:
        if cell[0] < self.nodes:
            return str(self.edges.nodes[cell[0]])
        return "-".join(str(self.edges.nodes[node]) for node in self.edges.ends(cell[0] - self.nodes))

    def _said_edge(self, edge: tuple[Cell, Cell], sign: str) -> str:
        if edge[0] == edge[1]:
            return self._said(edge[1])
        other = sum(self.edges.ends(edge[1][0] - self.nodes)) - edge[0][0]
        return f"{self._said(edge[0])}{sign}{self._said((other, 0))}"

    def _table(self, values: NDArray[Any]) -> Any:
        """Return *values*, one for each place, as a dict from node to value, without removed nodes."""
        flat, there = values.reshape(-1).tolist(), np.flatnonzero(self.open_cells[: self.nodes, 0]).tolist()
        return {self.edges.nodes[v]: flat[v] for v in there}

    def _listed_names(self, cells: NDArray[np.int32]) -> list[Any]:
        return [self.edges.nodes[v] if v < self.nodes else v - self.nodes for v in cells[:, 0].tolist()]

    def _names(self, cells: Iterable[Cell] | None) -> tuple[Any, ...] | None:
        return None if cells is None else tuple(self.edges.nodes[row] for row, _ in cells)

    def open_cell(self, cell: Any, name: str = "cell") -> Cell:
        """Return a place, which must belong to a node or an edge."""
        return int(cell[0]), 0

    def index(self, cell: Any, name: str = "cell") -> int:
        """Return the number of a place."""
        return int(cell[0])

    # ------------------------------------------------------------- edges and names

    @cached_property
    def _leaving(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """The edges that leave each node: `Edges.leaving`."""
        return self.edges.leaving()

    def _joining(self, u: int, v: int) -> list[int]:
        first, node, edge = self._leaving
        part = slice(int(first[u]), int(first[u + 1]))
        joining: list[int] = edge[part][node[part] == v].tolist()
        return joining

    def _way(self, u: int, edge: int) -> int:
        """Return the direction of an edge that leaves node *u*: FORWARD or BACKWARD."""
        return FORWARD if self.edges.tail[edge] == u else BACKWARD

    def _between(self, pair: Any, name: str) -> list[int]:
        """Return the edges that lead from one node to another."""
        try:
            first, second = pair
        except (TypeError, ValueError):
            raise ArgumentError(name, pair, EDGE) from None
        return self._joining(self._place(first, name)[0], self._place(second, name)[0])

    def _place(self, node: Any, name: str) -> Cell:
        try:
            number = self.edges.number_of(node)
        except TypeError:
            number = None
        if number is None:
            raise node_error(name, node, self.edges.nodes)
        return number, 0
