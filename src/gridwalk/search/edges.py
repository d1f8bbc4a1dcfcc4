"""One path of a network, and distances: breadth-first, or by Dijkstra's algorithm where costs differ.

Kernels take a graph as ``(first_edge, node_of_edge, ...)``: node *u* is left by the edges from
``first_edge[u]`` to below ``first_edge[u + 1]``, each to ``node_of_edge[i]``.  ``edge_of_node[v]`` is the
edge by which node *v* was entered (NONE: not yet), ``before[v]`` the node it left; a source is its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import Cell, UnsuitableAlgorithmError
from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, FOUND, GOAL, HEAD, NONE, PAUSED, TAIL
from gridwalk.kernels.search.heap import dequeue, enqueue
from gridwalk.network.board import NetworkBoard
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call, registers, run

FAR = 1 << 62


class NetworkSearch:
    """A search from *starts* along the edges of a network; *back*: against them."""

    def __init__(
        self,
        board: NetworkBoard,
        starts: Sequence[Cell],
        exits: Sequence[Cell],
        watch: Watch,
        *,
        back: bool = False,
    ) -> None:
        self.board, self.watch, self.state = board, watch, registers()
        first, node, edge = board.edges.leaving(back=True) if back else board._leaving
        self.edge, self.graph = edge, (first, node)
        self.is_exit = np.zeros(board.nodes, np.uint8)
        self.is_exit[[row for row, _ in exits]] = 1
        self.sources = np.array([row for row, _ in starts], np.int32)
        self.edge_of_node, self.before = np.full((2, board.nodes), NONE, np.int32)
        self.before[self.sources] = self.sources

    def by_edges(self) -> int:
        """Search breadth-first; return the exit with the fewest edges, NONE: none is reached."""
        queue = np.empty(self.board.nodes, np.int32)
        queue[: len(self.sources)] = self.sources
        self.state[TAIL] = len(self.sources)
        return self._run(fewest_edges, queue)

    def by(self, weight: NDArray[Any], *, worst: bool = False) -> int:
        """Search for the exit of least cost, of which each edge has its own; return it, or NONE.

        *worst*: the cost of a path is that of its most expensive edge.
        """
        weight = weight[self.edge]
        exact = weight.dtype.kind == "i"
        room, sources = len(weight) + len(self.sources) + 1, len(self.sources)
        self.cost_of_node = np.full(self.board.nodes, FAR if exact else np.inf, weight.dtype)
        self.cost_of_node[self.sources] = 0
        heap = np.zeros(room, weight.dtype), np.zeros(room, np.int32)
        heap[1][:sources] = self.sources
        self.state[TAIL] = sources
        return self._run(least_cost, heap, (weight, int(worst)), self.cost_of_node)

    def _run(self, kernel: Any, waiting: Any, weight: tuple[Any, ...] = (), *costs: NDArray[Any]) -> int:
        """Run a kernel, with the costs of edges and those of nodes, if it knows costs."""
        given = (*self.graph, *weight), self.is_exit, *costs, self.edge_of_node, self.before, waiting
        status = run(kernel, *given, state=self.state, moves_of_cell=self.before, watch=self.watch)
        return int(self.state[GOAL]) if status == FOUND else NONE

    def path(self, goal: int, by: str) -> Path | None:
        """Return the path found to a node."""
        if goal == NONE:
            return None
        places, place_of_edge = (
            np.empty(2 * self.board.nodes, np.int32),
            self.edge + np.int32(self.board.nodes),
        )
        given = self.edge_of_node, self.before, place_of_edge, goal, places
        count = call(follow_edges, self.watch, *given)
        cells = np.zeros((count, 2), np.int32)
        cells[:, 0] = places[:count][::-1]
        return Path._found(self.board, cells, False, by, int(self.state[EXPANDED]))


def shortest(
    board: NetworkBoard, by: str, starts: Sequence[Cell], exits: Sequence[Cell], watch: Watch
) -> Path | None:
    """Return a path of least cost, *by* "any" of the fewest edges; of equals the first in order."""
    if not (starts and exits):
        return None
    equal = costs_are_equal(board)
    if by == "bfs" and not equal:
        raise UnsuitableAlgorithmError(by, "it counts edges, but here they differ in cost: use 'dijkstra'")
    search = NetworkSearch(board, starts, exits, watch)
    if by in ("any", "bfs") or (by == "auto" and equal):
        return search.path(search.by_edges(), "bfs")
    return search.path(search.by(board.edges.cost), "dijkstra")


def least_worst(
    board: NetworkBoard, starts: Sequence[Cell], exits: Sequence[Cell], watch: Watch
) -> Path | None:
    """Return a path whose most expensive edge costs least, of these one of least cost."""
    search, cost = NetworkSearch(board, starts, exits, watch), board.edges.cost
    if (goal := search.by(cost, worst=True)) == NONE:
        return None
    far = FAR if cost.dtype.kind == "i" else np.inf  # no edge of that cost is taken
    fit = np.where(cost <= search.cost_of_node[goal], cost, far)
    search = NetworkSearch(board, starts, exits, watch)
    return search.path(search.by(fit), "dijkstra")


def distances(
    board: NetworkBoard, starts: Sequence[Cell], watch: Watch, *, back: bool = False, worst: bool = False
) -> NDArray[Any]:
    """Return the cost of a cheapest path from the nearest of *starts* (*back*: to it) to each node.

    *worst*: the least that the most expensive edge of a path costs.
    """
    search = NetworkSearch(board, starts, (), watch, back=back)
    search.by(board.edges.cost, worst=worst)
    found: NDArray[Any] = search.cost_of_node.astype(np.float64)
    found[search.before == NONE] = np.inf
    return found


def lengths_to(board: NetworkBoard, exits: Sequence[Cell], watch: Watch) -> NDArray[np.int64]:
    """Return the least length from each node to one of *exits*; `FAR` where there is no way."""
    search = NetworkSearch(board, exits, (), watch, back=True)
    search.by(board.edges.length)
    return search.cost_of_node


def costs_are_equal(board: NetworkBoard) -> bool:
    """Whether all edges cost the same, so that the fewest are the cheapest."""
    cost = board.edges.cost
    return not len(cost) or bool((cost == cost[0]).all())

@kernel
def fewest_edges(graph, is_exit, edge_of_node, before, queue, state, budget, _events):
    """Enter nodes in order of their number of edges, until one that is an exit is left (register GOAL)."""
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
    """Leave nodes in order of their cost, by Dijkstra's algorithm, until one is an exit (register GOAL).

    ``graph[2]`` has the cost of each edge, 0 or more; if ``graph[3]``, the cost of a path is that of its most
    expensive edge, not the sum.  ``cost_of_node`` is *far* but for the sources, which
    are on the *heap* ``(keys, items)``; that has room for them and for every edge.
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
    """Fill *places* with the way back from *goal*, node and edge in turn; return how many there are."""
    places[0] = goal
    count, v = 1, goal
    while edge_of_node[v] != NONE:
        places[count], places[count + 1] = place_of_edge[edge_of_node[v]], before[v]
        count += 2
        v = before[v]
    return count
