"""A graph of NetworkX as lists of neighbours: what the back end converts a graph to.

NetworkX keeps it with the graph until that is changed by its methods: later questions convert nothing.
The lists have the order of NetworkX's adjacency, on which every tie and every listing depends.  A node is its
number in the order of the graph; a parallel edge is one more place in a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate, chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.kernels.codes import EXHAUSTED, FOUND, FULL, GATHERED, NONE
from gridwalk.kernels.listing.edges import MOST, PASSING, PATIENCE, RULES, next_paths
from gridwalk.kernels.search import nodes as kernels
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.slices import registers, run, run_slice

FAR = 1 << 61  # beyond every distance
EXACT = 1 << 53  # floats below are exact, if they are whole
BATCH, MAX_BATCH = 256, 1 << 16  # entries of paths: the first ones come at once
PATIENCE_PER_NODE = 4  # steps without a path before the search looks ahead at each

Array = NDArray[Any]
Lists = tuple[Array, Array]
Reach = tuple[Array, Array, Array]
# Nodes and edges of paths, one path after another, and where in the nodes each begins.
Batch = tuple[NDArray[np.int32], NDArray[np.int32], list[int]]


def spread_from(
    lists: Lists, sources: list[int], weights: Array | None = None, cutoff: float = FAR, target: int = NONE
) -> Reach:
    """Return (nodes in order of distance, distances, parents) up to the distance *cutoff* or to *target*.

    A distance below 0 is not known.
    """
    nodes, first = len(lists[0]) - 1, np.array(sources, np.int32)
    parent, order = np.full(nodes, NONE, np.int32), np.empty(nodes, np.int32)
    distance = np.full(nodes, -1, np.int64 if weights is None else weights.dtype)
    entries, heap = order, None
    if weights is not None:
        entries = np.empty(len(weights) + len(first), np.int32)
        heap = np.zeros(len(entries), weights.dtype), np.arange(len(entries), dtype=np.int32)
    entries[: len(first)], distance[first] = first, 0
    state = registers()
    state[kernels.WAITING] = state[kernels.MADE] = len(first)
    until, tree = (distance.dtype.type(min(cutoff, FAR)).item(), target), (entries, order, parent, distance)
    given, watch = (lists, weights, until, tree, heap), NO_LIMITS.watch()
    run(kernels.spread, *given, state=state, moves_of_cell=lists[1], watch=watch)
    return order[: state[kernels.SETTLED]], distance, parent


def batches_of(
    lists: Lists, back: Lists, source: int, exits: list[int], steps: int, *, passing: bool = False
) -> Iterator[Batch]:
    """Yield paths of at most *steps* edges in batches; if the source is an exit, they are cycles.

    *back* are the lists with every edge reversed.
    """
    nodes, edges = len(lists[0]) - 1, len(lists[1])
    steps_to_exit = spread_from(back, exits, cutoff=steps)[1]
    steps_to_exit[steps_to_exit < 0] = FAR
    is_exit, on_path = np.zeros(nodes, np.uint8), np.zeros(nodes, np.uint8)
    is_exit[exits], on_path[source] = 1, source not in exits
    rules = np.zeros(RULES, np.int64)
    rules[[MOST, PASSING, PATIENCE]] = steps, passing, PATIENCE_PER_NODE * nodes
    path = np.zeros(nodes + 1, np.int32), np.zeros(nodes + 1, np.int64), np.zeros(nodes + 1, np.int64)
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
        turn = np.arange(len(found)) + np.repeat(
            paths[:-1], np.diff(begins)
        )  # a path has an odd number of entries
        yield found[turn % 2 == 0], found[turn % 2 == 1], ((begins + paths) // 2).tolist()
        state[GATHERED] = 0
        if status == FOUND and len(cells) < MAX_BATCH:
            cells, offsets = np.empty(2 * len(cells), np.int32), np.zeros(2 * len(cells), np.int64)


class NodeLists:
    """A graph of NetworkX with its lists of neighbours; what it holds is made when it is first asked for."""

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
        """Return the lists of the reversed graph, for NetworkX's own functions."""
        return NodeLists(self.graph.reverse(copy=False))

    @cached_property
    def lists(self) -> Lists:
        """The neighbours of each node."""
        return self._of(self.graph._adj)

    @cached_property
    def back(self) -> Lists:
        """The nodes from which an edge leads to each node."""
        return self._of(self.graph._pred) if self.graph.is_directed() else self.lists

    @cached_property
    def keys(self) -> list[Any]:
        """The keys of the edges of a multigraph, a place each."""
        return [key for row in self.graph._adj.values() for parallel in row.values() for key in parallel]

    def _of(self, adjacency: Mapping[Any, Mapping[Any, Any]]) -> Lists:
        rows: list[Any] = list(adjacency.values())
        if self.graph.is_multigraph():
            rows = [[v for v, parallel in row.items() for _ in parallel] for row in rows]
        first = np.array([0, *accumulate(map(len, rows))])
        heads = map(self.number.__getitem__, chain.from_iterable(rows))
        return first, np.fromiter(heads, np.int32, int(first[-1]))

    def weights(self, name: Any, *, back: bool = False) -> Array:
        """Return the weights *name*, a place each; of parallel edges each has the least.

        Raises NotImplementedError, and NetworkX takes the question over, unless they are `int` or `float`, at
        least 0, and their sums are exact where they are whole numbers.
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
            return None  # also where one is no number
        return np.array(data, np.float64 if float in kinds else np.int64)


class Detours:
    """Shortest paths between two nodes, and those that leave a given path: NetworkX's, from both ends."""

    def __init__(self, graph: NodeLists, weight: Any = None) -> None:
        self._lists, nodes, sides = graph.lists, len(graph), list[tuple[Array, ...]]()
        for back, lists in enumerate((graph.lists, graph.back)):
            room, more = nodes, tuple[Array, ...]()
            if weight is not None:
                weights, room = graph.weights(weight, back=bool(back)), len(lists[1]) + 1
                more = weights, np.empty(nodes, weights.dtype), np.empty(room, weights.dtype)
                more = *more, np.empty(room, np.int32)
            arrays = np.empty(room, np.int32), np.empty(nodes, np.int32), np.zeros(nodes, np.int64)
            sides.append((*lists, *arrays, *more))
        self._kernel, self._is_weighted = kernels.by_weight, True
        if weight is None:
            self._kernel, self._is_weighted = kernels.by_edges, False
        self._sides, self._bans = (sides[0], sides[1]), np.zeros(nodes, np.int64)
        self._room, self._state = np.empty(2 * nodes, np.int32), registers()

    def of(
        self, path: list[int], first: int = 0, bars: list[list[int]] | None = None
    ) -> list[tuple[int, Any, list[int]]]:
        """Return (step, length, nodes) of the shortest paths that leave *path* at each step from *first* on.

        Such a path leads to the end of *path*, avoids its nodes before that step, and begins with no edge to
        the *bars* of the step.  A length is a sum of weights; without them it is a number of edges.
        """
        barred, state, answers, status = bars or [[]] * len(path), self._state, [], FULL
        first_of_step = np.array([0, *accumulate(map(len, barred))])
        node_of_bar = np.array([*chain.from_iterable(barred)], np.int32)
        lengths = np.zeros(len(path), self._sides[0][6].dtype if self._is_weighted else np.int64)
        end_of_step = np.zeros(len(path), np.int64)
        found = self._room, end_of_step, lengths
        given = self._sides, (first_of_step, node_of_bar), self._bans, np.array(path, np.int32), found
        state[kernels.STAMP] += 2
        state[kernels.CLOSED], state[kernels.STEP] = state[kernels.STAMP], first
        while status == FULL:
            step, begin, state[GATHERED], watch = int(state[kernels.STEP]), 0, 0, NO_LIMITS.watch()
            status = run(self._kernel, *given, state=state, moves_of_cell=self._lists[1], watch=watch)
            values, ends = self._room[: state[GATHERED]].tolist(), end_of_step.tolist()
            for number in range(step, int(state[kernels.STEP])):
                if way := values[begin : ends[number]]:
                    length = lengths[number].item() if self._is_weighted else len(way) - 1
                    answers.append((number, length, way))
                begin = ends[number]
        return answers
