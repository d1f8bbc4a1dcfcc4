"""A graph of NetworkX as lists of neighbours, to which the backend converts graphs.

NetworkX caches the converted graph until a method changes the graph, so later calls need no conversion.  The
lists have the order of NetworkX's adjacency, which breaks ties and orders listings.  A node is represented by
its number in the order of the graph.  Each parallel edge has its own place in a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate, chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

FAR = 1 << 61  # above every distance
EXACT = 1 << 53  # float64 holds all integers below this exactly

Array = NDArray[Any]
Lists = tuple[Array, Array]


class NodeLists:
    """A graph of NetworkX with its lists of neighbours, which are computed on first use."""

    __networkx_backend__ = "gridwalk"

    def __init__(self, graph: Any) -> None:
        self.graph = graph
        self.names = list(graph)
        self.number = {name: number for number, name in enumerate(self.names)}
        self._weights: dict[Any, Array | None] = {}

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.names)

    def __contains__(self, node: object) -> bool:
        return node in self.graph

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "graph":
            raise AttributeError(name)
        return getattr(self.graph, name)

    def reverse(self, copy: bool = True) -> NodeLists:
        """Return the reversed graph, for NetworkX's own functions."""
        return NodeLists(self.graph.reverse(copy=False))

    @cached_property
    def lists(self) -> Lists:
        """The neighbours of each node."""
        return self._of(self.graph._adj)

    @cached_property
    def back(self) -> Lists:
        """The predecessors of each node."""
        return self._of(self.graph._pred) if self.graph.is_directed() else self.lists

    @cached_property
    def keys(self) -> list[Any]:
        """The keys of the edges of a multigraph, one for each place."""
        return [key for row in self.graph._adj.values() for parallel in row.values() for key in parallel]

    def _of(self, adjacency: Mapping[Any, Mapping[Any, Any]]) -> Lists:
        rows: list[Any] = list(adjacency.values())
        if self.graph.is_multigraph():
            rows = [[v for v, parallel in row.items() for _ in parallel] for row in rows]
        first = np.array([0, *accumulate(map(len, rows))])
        heads = map(self.number.__getitem__, chain.from_iterable(rows))
        return first, np.fromiter(heads, np.int32, int(first[-1]))

    def weights(self, name: Any, *, back: bool = False) -> Array:
        """Return the weights *name*, one for each place; parallel edges all have their minimum.

        Raise NotImplementedError unless all weights are `int` or `float`, at least 0, and sums of integers
        are exact.  NetworkX then runs its own function.
        """
        key = name, back and self.graph.is_directed()
        if key not in self._weights:
            self._weights[key] = self._weights_of(*key)
        if (found := self._weights[key]) is None:
            raise NotImplementedError("gridwalk takes weights of int or float, at least 0 and not too great")
        return found

    def _weights_of(self, name: Any, back: bool) -> Array | None:
        rows = (self.graph._pred if back else self.graph._adj).values()
        edges = chain.from_iterable(row.values() for row in rows)
        if self.graph.is_multigraph():
            least = [(min(edge.get(name, 1) for edge in each.values()), len(each)) for each in edges]
            data = [weight for weight, times in least for _ in range(times)]
        else:
            data = [edge.get(name, 1) for edge in edges]
        kinds = set(map(type, data))
        if not kinds <= {int, float} or not 0 <= min(data, default=0) <= max(data, default=0) < FAR:
            return None
        if not sum(data) < (EXACT if kinds == {int, float} else FAR):
            return None  # also if a weight is nan
        return np.array(data, np.float64 if float in kinds else np.int64)
