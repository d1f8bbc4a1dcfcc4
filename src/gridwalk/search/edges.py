"""Shortest paths in graphs and networks, by breadth-first search or Dijkstra's algorithm.

The edges that leave node *u* are numbered from ``first[u]`` to ``first[u + 1] - 1``; edge *i* enters node
``head[i]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import Cell, UnsuitableAlgorithmError
from gridwalk.network.board import NetworkBoard
from gridwalk.runtime.codes import EXHAUSTED, EXPANDED, FOUND, GOAL, HEAD, NONE, PAUSED, TAIL
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call, registers, run
from gridwalk.search.heap import dequeue, enqueue

FAR = 1 << 62  # above every sum of integer costs


def shortest(
    board: NetworkBoard, by: str, starts: Sequence[Cell], exits: Sequence[Cell], watch: Watch
) -> Path | None:
    """Return a cheapest path, or with *by* "any" a path with the fewest edges; None if there is no path.

    Of equal paths it is the first in the order of edges.
    """
    if not (starts and exits):
        return None
    equal = costs_are_equal(board)
    if by == "bfs" and not equal:
        raise UnsuitableAlgorithmError(by, "it counts edges, but here they differ in cost: use 'dijkstra'")
    sources, ends = _nodes(starts), _nodes(exits)
    if by in ("any", "bfs") or (by == "auto" and equal):
        return _path(board, _fewest(board, sources, ends, watch), "bfs", watch)
    return _path(board, _graph(board, board.edges.cost).cheapest(sources, ends, watch), "dijkstra", watch)


def least_worst(
    board: NetworkBoard, starts: Sequence[Cell], exits: Sequence[Cell], watch: Watch
) -> Path | None:
    """Return a path whose most expensive edge costs least; of these paths, a cheapest one."""
    cost, sources, ends = board.edges.cost, _nodes(starts), _nodes(exits)
    found = _graph(board, cost).cheapest(sources, ends, watch, worst=True)
    if found.goal == NONE:
        return None
    far = FAR if cost.dtype.kind == "i" else np.inf  # excludes the edge
    allowed = np.where(cost <= found.value_of_node[found.goal], cost, far)
    return _path(board, _graph(board, allowed).cheapest(sources, ends, watch), "dijkstra", watch)


def distances(
    board: NetworkBoard, starts: Sequence[Cell], watch: Watch, *, back: bool = False, worst: bool = False
) -> NDArray[np.float64]:
    """Return the cost of a cheapest path from the nearest of *starts* to each node.

    If *back*, paths lead from the node to the nearest start.  If *worst*, the cost of a path is that of its
    most expensive edge.
    """
    return _graph(board, board.edges.cost, back=back).cheapest(_nodes(starts), [], watch, worst=worst).cost


def lengths_to(board: NetworkBoard, exits: Sequence[Cell], watch: Watch) -> NDArray[np.int64]:
    """Return the minimum length of a path from each node to one of *exits*; `FAR` if there is no path."""
    return _graph(board, board.edges.length, back=True).cheapest(_nodes(exits), [], watch).value_of_node


def costs_are_equal(board: NetworkBoard) -> bool:
    """Return whether all edges cost the same, so that a path with the fewest edges is a cheapest one."""
    cost = board.edges.cost
    return not len(cost) or bool((cost == cost[0]).all())


def _nodes(cells: Sequence[Cell]) -> list[int]:
    return [node for node, _ in cells]


def _graph(board: NetworkBoard, cost: NDArray[Any], *, back: bool = False) -> CostGraph:
    """Return the graph of a network with these costs of edges; if *back*, every edge is reversed."""
    first, head, edge = board.edges.leaving(back=True) if back else board._leaving
    return CostGraph(first, head, cost[edge])


def _fewest(board: NetworkBoard, sources: list[int], ends: list[int], watch: Watch) -> PathTree:
    """Return the tree of a breadth-first search from *sources* up to the nearest of *ends*: O(edges)."""
    (first, head, _), nodes = board._leaving, board.nodes
    edge_of_node, before, queue = np.full((3, nodes), NONE, np.int32)
    before[sources], queue[: len(sources)] = sources, sources
    state = registers()
    state[TAIL] = len(sources)
    status = run(
        fewest_edges, (first, head), _marks(nodes, ends), edge_of_node, before, queue,
        state=state, moves_of_cell=before, watch=watch,
    )  # fmt: skip
    goal = int(state[GOAL]) if status == FOUND else NONE
    return PathTree(queue[:0], edge_of_node, before, goal, int(state[EXPANDED]))


def _path(board: NetworkBoard, found: PathTree, by: str, watch: Watch) -> Path | None:
    """Return the path to the nearest end: nodes and edges in turn; edge *e* has the number ``nodes + e``."""
    if found.goal == NONE:
        return None
    places, place_of_edge = np.empty(2 * board.nodes, np.int32), board._leaving[2] + np.int32(board.nodes)
    count = call(follow_edges, watch, found.edge_of_node, found.before, place_of_edge, found.goal, places)
    cells = np.zeros((count, 2), np.int32)
    cells[:, 0] = places[:count][::-1]
    return Path._found(board, cells, False, by, found.expanded)


# ----------------------------------------------------------------------------------- any graph


@dataclass(frozen=True)
class CostGraph:
    """A graph with a cost for each edge.

    Attributes
    ----------
    first : int64 array
        The edges that leave node *n* are numbered from ``first[n]`` to ``first[n + 1] - 1``.
    head : int32 array
        The node that each edge enters.
    cost : array
        The cost of each edge, 0 or more.

    """

    first: NDArray[np.int64]
    head: NDArray[np.int32]
    cost: NDArray[Any]

    @property
    def tail(self) -> NDArray[np.int64]:
        """The node that each edge leaves."""
        return np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))

    def cheapest(
        self,
        sources: Sequence[int],
        ends: Sequence[int] | NDArray[np.int64],
        watch: Watch,
        *,
        values: Sequence[Any] = (),
        worst: bool = False,
    ) -> PathTree:
        """Return the tree of Dijkstra's algorithm from *sources* to the nearest end: O(edges log edges).

        *values* are the initial costs of the sources, in ascending order.  Default: 0.  If *worst*, the cost
        of a path is that of its most expensive edge.
        """
        nodes, count, capacity = len(self.first) - 1, len(sources), len(self.head) + len(sources) + 1
        far = FAR if self.cost.dtype.kind == "i" else np.inf
        value_of_node = np.full(nodes, far, self.cost.dtype)
        edge_of_node, before = np.full((2, nodes), NONE, np.int32)
        keys, items = np.zeros(capacity, self.cost.dtype), np.zeros(capacity, np.int32)
        keys[:count], items[:count] = values or 0, sources  # sorted, so this is a heap
        value_of_node[sources], before[sources] = keys[:count], sources
        state = registers()
        state[TAIL] = count
        status = run(
            least_cost, (self.first, self.head, self.cost, int(worst)), _marks(nodes, ends),
            value_of_node, edge_of_node, before, (keys, items),
            state=state, moves_of_cell=before, watch=watch,
        )  # fmt: skip
        goal = int(state[GOAL]) if status == FOUND else NONE
        return PathTree(value_of_node, edge_of_node, before, goal, int(state[EXPANDED]))


def _marks(nodes: int, ends: Sequence[int] | NDArray[np.int64]) -> NDArray[np.uint8]:
    is_end = np.zeros(nodes, np.uint8)
    is_end[np.asarray(ends, np.int64)] = 1
    return is_end


@dataclass(frozen=True)
class PathTree:
    """The paths that a search found.

    Attributes
    ----------
    value_of_node : array
        The cost of the path to each node, `FAR` or infinite if there is no path; empty after a breadth-first
        search.
    edge_of_node, before : int32 arrays
        The last edge of the path to each node and the node before it, or NONE.  A source is the node before
        itself.
    goal : int
        The nearest end, or NONE.
    expanded : int
        The number of nodes expanded.

    """

    value_of_node: NDArray[Any]
    edge_of_node: NDArray[np.int32]
    before: NDArray[np.int32]
    goal: int
    expanded: int

    @property
    def cost(self) -> NDArray[np.float64]:
        """The cost of the path to each node; infinite if there is no path."""
        return np.where(self.before == NONE, np.inf, self.value_of_node)


@kernel
def fewest_edges(graph, is_exit, edge_of_node, before, queue, state, budget, _events):
    """Expand nodes in order of their number of edges from a source, up to the first exit (register GOAL)."""
    first_edge, node_of_edge = graph[0], graph[1]
    head, tail = state[HEAD], state[TAIL]
    state[EXPANDED] -= head
    status = PAUSED
    while budget > 0:
        if head == tail:
            status = EXHAUSTED
            break
        u = queue[head]
        head += 1
        if is_exit[u]:
            state[GOAL] = u
            status = FOUND
            break
        budget -= 1 + first_edge[u + 1] - first_edge[u]
        for i in range(first_edge[u], first_edge[u + 1]):
            v = node_of_edge[i]
            if before[v] == NONE:
                before[v], edge_of_node[v] = u, i
                queue[tail] = v
                tail += 1
    state[HEAD], state[TAIL] = head, tail
    state[EXPANDED] += head
    return status


@kernel
def least_cost(graph, is_exit, cost_of_node, edge_of_node, before, heap, state, budget, _events):
    """Expand nodes in order of their cost, by Dijkstra's algorithm, up to the first exit (register GOAL).

    ``graph`` is ``(first, head, cost, worst)``; if *worst*, the cost of a path is that of its most expensive
    edge, not the sum.  ``cost_of_node`` is infinite, or above all costs, except for the sources.  The *heap*
    ``(keys, items)`` holds the sources and has room for these and all edges.
    """
    first_edge, node_of_edge, cost_of_edge, worst = graph
    keys, items = heap
    size = state[TAIL]
    status = PAUSED
    while budget > 0:
        if size == 0:
            status = EXHAUSTED
            break
        key, u = keys[0], items[0]
        size = dequeue(keys, items, size)
        if key > cost_of_node[u]:
            budget -= 1
            continue
        state[EXPANDED] += 1
        if is_exit[u]:
            state[GOAL] = u
            status = FOUND
            break
        budget -= 1 + first_edge[u + 1] - first_edge[u]
        for i in range(first_edge[u], first_edge[u + 1]):
            v = node_of_edge[i]
            cost = max(key, cost_of_edge[i]) if worst else key + cost_of_edge[i]
            if cost < cost_of_node[v]:
                cost_of_node[v], before[v], edge_of_node[v] = cost, u, i
                size = enqueue(keys, items, size, cost, v)
    state[TAIL] = size
    return status


@kernel
def follow_edges(edge_of_node, before, place_of_edge, goal, places):
    """Fill *places* with the path back from *goal*, nodes and edges alternating; return its size."""
    places[0] = goal
    count, v = 1, goal
    while edge_of_node[v] != NONE:
        places[count], places[count + 1] = place_of_edge[edge_of_node[v]], before[v]
        count += 2
        v = before[v]
    return count
