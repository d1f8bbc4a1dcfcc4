"""The edges of a network as arrays, their lengths and costs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import exact_sums
from gridwalk.errors import ArgumentError, InputError
from gridwalk.runtime.codes import NONE

FORWARD, BACKWARD, BOTH = 1, 2, 3  # directions of an edge: from tail to head, from head to tail
MAX_SUM = 1 << 53  # limit of the sum of all lengths, and of all costs
MAX_PLACES = (1 << 31) - 1  # maximum number of nodes and edges together, which have 32-bit numbers
LENGTH = "a whole number of 0 or more; give costs for others"
COST = "a finite number of 0 or more"


@dataclass(frozen=True, eq=False)
class Edges:
    """The edges of a network, and the names of its nodes.

    Attributes
    ----------
    nodes, number : sequence, mapping or None
        The names in order, and the number of each; if *number* is None, the names are the numbers.
    tail, head, ways, length, cost : arrays
        For each edge its two nodes, the directions in which it leads, its length and its cost.
    order : (int32 array, int32 array) or None
        The rank of each edge among the edges of its tail, and of its head.  None: by number.

    """

    nodes: Sequence[Hashable]
    number: Mapping[Hashable, int] | None
    tail: NDArray[np.int32]
    head: NDArray[np.int32]
    ways: NDArray[np.uint8]
    length: NDArray[np.int64]
    cost: NDArray[Any]
    order: tuple[NDArray[np.int32], NDArray[np.int32]] | None = None

    @classmethod
    def of(
        cls,
        nodes: Sequence[Hashable],
        number: Mapping[Hashable, int] | None,
        ends: NDArray[np.int64],
        lengths: Any,
        costs: Any,
        *,
        directed: bool,
        order: tuple[NDArray[np.int32], NDArray[np.int32]] | None = None,
    ) -> Edges:
        """Return the edges between the nodes *ends*, shape (n, 2), after checks of lengths and costs."""
        if len(nodes) + len(ends) > MAX_PLACES:
            raise InputError(f"a network has at most {MAX_PLACES:,} nodes and edges")
        length, cost = _checked_lengths(lengths), checked_edge_costs(costs)
        tail, head = ends.astype(np.int32).T.copy()
        ways = np.full(len(ends), FORWARD if directed else BOTH, np.uint8)
        return cls(nodes, number, tail, head, ways, length, cost, order)

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The arrays with an entry for each edge."""
        return self.tail, self.head, self.ways, self.length, self.cost

    def equal(self, other: Edges) -> bool:
        """Return whether both have the same nodes and edges in the same order."""
        mine, its = (*self.arrays, *self.places()), (*other.arrays, *other.places())
        return self is other or (
            list(self.nodes) == list(other.nodes) and all(map(np.array_equal, mine, its))
        )

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The numbers of the two nodes of each edge."""
        return list(zip(self.tail.tolist(), self.head.tolist(), strict=True))

    def ends(self, edge: int) -> tuple[int, int]:
        """Return the numbers of the two nodes of an edge."""
        return int(self.tail[edge]), int(self.head[edge])

    def number_of(self, node: Any) -> int | None:
        """Return the number of the node with this name, or None."""
        if self.number is not None:
            return self.number.get(node)
        is_one = isinstance(node, int | np.integer) and 0 <= node < len(self.nodes)
        return int(node) if is_one else None

    def places(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return *order*, computed if it is None."""
        every = np.arange(len(self.tail), dtype=np.int32)
        return (every, every) if self.order is None else self.order

    def leaving(
        self, *, back: bool = False
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """Return (first, node, edge): the edges that leave each node, in order, or if *back* that enter it.

        The edges of node *u* have the indices ``first[u]`` to ``first[u + 1] - 1``.  A loop is listed once.
        """
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
    """The costs of the steps of a network: the cost of an edge when it is entered, 0 for a node."""

    is_plain, are_mutual = False, True

    def __init__(self, edges: Edges) -> None:
        zero = np.zeros(len(edges.nodes), edges.cost.dtype)
        self.cost_of_cell = np.concatenate([zero, edges.cost])
        self.are_equal = bool((edges.cost == edges.length).all())  # then a shortest path is a cheapest one
        self.are_whole = edges.cost.dtype.kind == "i"
        self.are_exact = self.are_whole or exact_sums(edges.cost)

    def of_steps(self, _: NDArray[Any], v: NDArray[Any]) -> NDArray[Any]:
        """Return the costs of the steps into the places *v*."""
        cost: NDArray[Any] = np.where(v == NONE, self.cost_of_cell.dtype.type(0), self.cost_of_cell[v])
        return cost


def _checked_lengths(values: Any) -> NDArray[np.int64]:
    """Return the lengths of edges; raise `ArgumentError` if one is invalid."""
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
    """Return the costs of edges, int64 if all are integers; raise `ArgumentError` if one is invalid."""
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
