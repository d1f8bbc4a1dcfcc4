"""One leg at a time: distances to a stop, and cheapest ways from stop to stop under prices.

Through one node: two ways from it, to the start and to the exit, that share no other node.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from gridwalk.kernels.codes import EXPANDED, GOAL, NONE, TAIL
from gridwalk.kernels.search.first_path import follow_parents
from gridwalk.kernels.search.heap import FAR
from gridwalk.kernels.search.legs import CLOSED, OPEN, TARGET, leg, wave
from gridwalk.kernels.search.second_way import second_way
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import Slices, call
from gridwalk.search.through.leggraph import ArcTable, LegGraph, Nodes

CALL = 2000  # nodes that could be expanded in the time of a call


class Legs:
    """Searches in one graph; they share their scratch arrays, so none takes time for what it does not see.

    Stop 0 is the start (one of the starts), the last stop the exit (one of the exits); between them are the
    required nodes.  A leg enters no stop but at its ends.

    Attributes
    ----------
    stops : list of int32 arrays
        The nodes of each stop.
    price : float64 array
        What entering each node costs beside the weight of the arc.
    expanded : int
        How many nodes all searches have expanded.
    effort : int
        The same, and what calls take beside: so that it is in proportion to time on small boards, too.

    """

    def __init__(self, graph: LegGraph, watch: Watch, *, bounds: bool = True) -> None:
        self.graph, self.watch = graph, watch
        self._run = Slices(graph.arcs[1], watch)
        self.stops: list[Nodes] = [graph.starts, *graph.required.reshape(-1, 1), graph.exits]
        self.last = len(self.stops) - 1
        self.expanded = self.effort = 0
        nodes = graph.nodes
        self.role = np.full(nodes, OPEN, np.uint8)
        for closed in (graph.removed, graph.required, graph.exits):
            self.role[closed] = CLOSED
        if len(graph.starts) == 1:  # of several, a path that begins at one may visit another
            self.role[graph.starts] = CLOSED
        self.price, self._zero = np.zeros(nodes), np.zeros(nodes)
        self._distance, self._parent = np.empty(nodes), np.empty(nodes, np.int32)
        self._seen, self._number = np.zeros(nodes, np.int32), 0
        self._heap = np.empty((len(graph.arcs[1]) + nodes + 4, 2))
        self._cells = np.empty(nodes, np.int32)
        self.bounds: list[NDArray[np.float64]] = []
        self.leg = np.full((self.last + 1, self.last + 1), np.inf)
        if bounds:
            self._bound()

    def _bound(self) -> None:
        """Fill `bounds`, what it costs to reach each stop from every node, and `leg`, from each stop."""
        self.bounds = [np.empty(0), *(self._distances_to(stop) for stop in self.stops[1:])]
        for i, stop in enumerate(self.stops[:-1]):
            for j in range(1, self.last + 1):
                if i != j and ((i, j) != (0, self.last) or self.last == 1):
                    self.leg[i, j] = self.bounds[j][stop].min(initial=np.inf)

    def nearest_end(self) -> tuple[Nodes, NDArray[np.float64]] | None:
        """Return a cheapest way from the one required node to the nearest of start and exit, and potentials.

        These are the distances of all nodes from the required one, or that of the nearest end if it is less.
        """
        ends = np.concatenate([self.graph.starts, self.graph.exits])
        self.role[ends], self.role[self.graph.required] = TARGET, OPEN
        self._seed(self.graph.required, 0.0)
        goal = self._search(self.graph.arcs, self.role, (self._zero, self._zero))
        if goal is None:
            return None
        cost = float(self._distance[goal])
        steps = call(follow_parents, self.watch, self._parent, goal, self._cells)
        seen = self._seen >= 2 * self._number
        potential = np.where(seen, np.minimum(self._distance, cost), cost)
        return self._cells[:steps][::-1].copy(), potential

    def _distances_to(self, stop: Nodes) -> NDArray[np.float64]:
        """Return what it costs to reach *stop* from every node, past no other stop."""
        before = self.role[stop]
        self.role[stop] = OPEN
        distance = self.free_distances_to(stop, self.role)
        self.role[stop] = before
        return distance

    def free_distances_to(self, stop: Nodes, role: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return what it costs to reach *stop* from every node, where the nodes have these roles."""
        back, nodes = self.graph.back, self.graph.nodes
        self.check()
        if back[2] is None:
            distance = np.full(nodes, np.inf)
            distance[stop] = 0
            self._cells[: len(stop)] = stop
            state = self._run(wave, back[:2], role, distance, self._cells, begin={TAIL: len(stop)})
            self._count(state)
            return distance
        self._seed(stop, 0.0)
        self._search(back, role, (self._zero, self._zero))
        return np.where(self._seen >= 2 * self._number, self._distance, np.inf)

    def check(self) -> None:
        """Report to the clock: a search that is over in one slice does not."""
        self.watch.check(self.expanded, 0, 0, "routing legs")

    def _count(self, state: NDArray[np.int64]) -> None:
        self.expanded += int(state[EXPANDED])
        self.effort += int(state[EXPANDED]) + CALL

    def way(
        self, i: int, j: int, forbidden: Iterable[int] = (), blocked: Iterable[Nodes] = ()
    ) -> tuple[float, Nodes] | None:
        """Return the cost, prices included, and the nodes of a cheapest leg from stop *i* to stop *j*.

        It enters none of the nodes *forbidden* and *blocked*.
        """
        role, out = self.role, [np.array(list(forbidden), np.int32), *blocked]
        sources = self.stops[i]
        closed = [(nodes, role[nodes]) for nodes in (*out, sources, self.stops[j])]
        for nodes in out:
            role[nodes] = CLOSED
        several = i == 0 and len(sources) > 1
        if not several:
            role[sources] = OPEN
        role[self.stops[j]] = TARGET
        sources = sources[role[sources] != CLOSED]  # of several starts, some may be required, or forbidden
        self._seed(sources, self.price[sources] if several else 0.0, self.bounds[j])
        goal = self._search(self.graph.arcs, role, (self.price, self.bounds[j]))
        for nodes, before in reversed(closed):
            role[nodes] = before
        if goal is None:
            return None
        steps = call(follow_parents, self.watch, self._parent, goal, self._cells)
        return float(self._distance[goal]), self._cells[:steps][::-1].copy()

    def _seed(
        self, sources: Nodes, cost: NDArray[np.float64] | float, bound: NDArray[np.float64] | None = None
    ) -> None:
        self._number += 1
        self._distance[sources], self._parent[sources] = cost, sources
        self._seen[sources] = 2 * self._number
        keys = self._distance[sources] if bound is None else self._distance[sources] + bound[sources]
        in_order = np.argsort(keys, kind="stable")  # a sorted array is a heap
        in_order = in_order[keys[in_order] < np.inf]
        self._size = len(in_order)
        self._heap[: self._size, 0], self._heap[: self._size, 1] = keys[in_order], sources[in_order]
        self._heap[self._size : self._size + 3, 0] = FAR

    def _search(
        self,
        arcs: ArcTable,
        role: NDArray[np.uint8],
        prices: tuple[NDArray[np.float64], NDArray[np.float64]],
    ) -> int | None:
        tree = self._distance, self._parent, self._seen
        begin = {TAIL: self._size, GOAL: NONE}
        state = self._run(leg, arcs[:2], arcs[2], role, prices, tree, self._number, self._heap, begin=begin)
        self._count(state)
        return None if state[GOAL] == NONE else int(state[GOAL])


def cheapest_through_one(graph: LegGraph, watch: Watch) -> tuple[float, list[int]] | None:
    """Return the cost and the nodes of a cheapest path through the one required node; None if there is none.

    The arcs of the graph must have reverses.  Suurballe, "Disjoint paths in a network", 1974: the two ways
    are a flow of two units; O(arcs log nodes).  Exact always.
    """
    (source,) = graph.required.tolist()
    legs = Legs(graph, watch, bounds=False)
    found = legs.nearest_end()
    if found is None:
        return None
    way, potential = found
    ends = [int(graph.starts[0]), int(graph.exits[0])]
    first_end = int(way[-1])
    second_end = ends[first_end == ends[0]]
    onward, before = np.full(graph.nodes, NONE, np.int32), np.full(graph.nodes, NONE, np.int32)
    onward[way[:-1]], before[way[1:]] = way[1:], way[:-1]
    sides = 2 * graph.nodes
    distance, parent = np.full(sides, np.inf), np.full(sides, NONE, np.int32)
    done = np.zeros(sides, np.uint8)
    heap = np.empty((len(graph.arcs[1]) + sides + 4, 2))
    heap[0], heap[1:4, 0] = (0.0, graph.nodes + source), FAR
    distance[graph.nodes + source] = 0
    run = Slices(graph.arcs[1], watch)
    run(
        second_way,
        graph.arcs[:2],
        graph.weights,
        (onward, before),
        potential,
        np.array([source, first_end, second_end], np.int64),
        (distance, parent, done),
        heap,
        begin={TAIL: 1},
    )
    if not done[second_end]:
        return None
    path = _joined(graph, way, parent, source, first_end, second_end)
    return graph.cost(path), path


def _joined(
    graph: LegGraph, way: Nodes, parent: Nodes, source: int, first_end: int, second_end: int
) -> list[int]:
    """Return the path from start to exit of the first way and the sides of the second."""
    nodes = graph.nodes
    arcs = set(zip(way[:-1].tolist(), way[1:].tolist(), strict=True))
    on_way = set(way.tolist())
    side = second_end
    added, taken_back = [], set()
    while side != nodes + source:
        before = int(parent[side])
        u, v = before % nodes, side % nodes
        if before < nodes and u in on_way:  # from where *u* is entered, back along the first way
            taken_back.add((v, u))
        elif u != v:
            added.append((u, v))
        side = before
    onward: dict[int, list[int]] = {}
    for u, v in [*(arcs - taken_back), *added]:
        onward.setdefault(u, []).append(v)
    halves = {}
    for v in onward[source]:
        half = [v]
        while half[-1] in onward:
            half.append(onward[half[-1]][0])
        halves[half[-1]] = half
    start, exit_ = int(graph.starts[0]), int(graph.exits[0])
    return [*reversed(halves[start]), source, *halves[exit_]]
