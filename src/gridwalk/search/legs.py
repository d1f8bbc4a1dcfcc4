"""The graph in which legs are routed, of the cells of a board or of the network of a block; and single legs.

Distances to a stop, and cheapest ways from stop to stop under prices.  Through one node: two ways from it, to
the start and to the exit, that share no other node.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.grid import Grid
from gridwalk.kernels.codes import EXPANDED, GOAL, NONE, TAIL
from gridwalk.kernels.search.first_path import follow_parents
from gridwalk.kernels.search.heap import FAR
from gridwalk.kernels.search.legs import (
    CLOSED,
    OPEN,
    TARGET,
    leg,
    list_corridors,
    list_moves,
    second_way,
    wave,
)
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import Slices, call
from gridwalk.search.query import is_varied
from gridwalk.shrink.network import BlockNetwork, NormalForm

Nodes = NDArray[np.int32]
ArcTable = tuple[NDArray[np.int64], Nodes, NDArray[np.float64] | None]
MAX_ARCS = 1 << 26  # of a graph of cells: 800 MB with the arcs backwards


@dataclass(frozen=True, eq=False)
class LegGraph:
    """Nodes and arcs, and which nodes a path starts at, must visit, ends at, and may not enter.

    Attributes
    ----------
    arcs, back : tuple (first, near, weight)
        The arcs of each node, as in `gridwalk.kernels.search.legs`, and the same arcs from their other ends.
    starts, exits, required, removed : int32 arrays
        A path ends at the first exit it enters.  No required node is an exit, nor the only start.
    whole : bool
        Whether all weights are whole numbers.
    step_of_arc : int32 array, optional
        For a network: the corridor *c* that an arc walks, ``~c`` from its head.  Numbers that the network
        has no corridor of are second halves of corridors that must be used.

    """

    arcs: ArcTable
    back: ArcTable
    starts: Nodes
    exits: Nodes
    required: Nodes
    removed: Nodes
    whole: bool
    step_of_arc: Nodes | None = None

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return len(self.arcs[0]) - 1

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weight of each arc."""
        weight = self.arcs[2]
        return np.ones(len(self.arcs[1])) if weight is None else weight

    @property
    def both_ways(self) -> bool:
        """Whether every arc has a reverse of the same weight."""
        return self.arcs is self.back

    def cost(self, path: list[int]) -> float:
        """Return the sum of the weights along *path*."""
        weight = self.arcs[2]
        if weight is None:
            return len(path) - 1.0
        return float(sum(weight[self.arc(u, v)] for u, v in pairwise(path)))

    def arc(self, u: int, v: int) -> int:
        """Return the cheapest arc from *u* to *v*."""
        first, near, weight = self.arcs
        every = first[u] + np.flatnonzero(near[first[u] : first[u + 1]] == v)
        return int(every[0] if weight is None else every[weight[every].argmin()])


def graph_of_cells(grid: Grid, normal: NormalForm, required: Nodes, run: Slices) -> LegGraph | None:
    """Return the graph of the cells of *grid*; None if it would have too many arcs."""
    moves, deltas = grid._moves_of_cell, grid._delta_of_move
    arcs = int(np.bitwise_count(moves).sum(dtype=np.int64))
    if arcs > MAX_ARCS:
        return None
    entering, of_move, extra = grid._step_costs.in_kernels
    varied = is_varied(grid)
    table = np.zeros(grid.size + 1, np.int64), np.empty(arcs, np.int32), np.empty(arcs) if varied else None
    run(list_moves, (moves, deltas), (entering, of_move, extra), table[:2], table[2])
    back = table
    if not (grid._symmetric and grid._step_costs.is_plain and grid._step_costs.are_mutual):
        before = np.zeros_like(moves)  # the same moves, each seen from the cell that it enters
        for m, delta in enumerate(deltas.tolist()):
            before[np.flatnonzero(moves >> m & 1) + delta] |= moves.dtype.type(1 << m)
        back = np.zeros(grid.size + 1, np.int64), np.empty(arcs, np.int32), np.empty(arcs) if varied else None
        run(list_moves, (before, -deltas), (np.ones(grid.size), of_move, extra * 0), back[:2], back[2])
    if grid.costs is not None:
        factors = 1.0 if grid._step_costs.is_plain or back[2] is None else back[2]
        back = back[0], back[1], np.repeat(entering, np.diff(back[0])) * factors
    whole = grid._step_costs.are_whole
    return LegGraph(table, back, normal.starts, normal.exits, required, normal.out, whole)


def graph_of_network(network: BlockNetwork, run: Slices) -> LegGraph:
    """Return the graph of a network; a corridor that must be used has a node of its own in the middle."""
    used = np.flatnonzero(network.must_use)
    first = [min(c, network.twins.get(c, c)) for c in used.tolist()]  # two directions of a step share a node
    middle = (network.junctions + np.unique(first, return_inverse=True)[1]).astype(np.int32)
    tail = np.concatenate([network.tail, middle])
    head = np.concatenate([network.head, network.head[used]])
    head[used] = middle
    weight = np.concatenate([network.cost.astype(np.float64), np.zeros(len(used))])
    one_way = np.concatenate([network.one_way, network.one_way[used]])
    nodes = network.junctions + len(set(first))
    arcs, step_of_arc = _listed(run, nodes, tail, head, weight, one_way)
    back = _listed(run, nodes, head, tail, weight, one_way)[0] if one_way.any() else arcs
    visited = np.flatnonzero(network.must_visit)
    visited = visited[(visited != network.source) & (visited != network.sink)]
    return LegGraph(
        arcs,
        back,
        np.array([network.source], np.int32),
        np.array([network.sink], np.int32),
        np.concatenate([visited, np.unique(middle)]).astype(np.int32),
        np.empty(0, np.int32),
        network.cost.dtype == np.int64,
        step_of_arc,
    )


def _listed(
    run: Slices, nodes: int, tail: Nodes, head: Nodes, weight: NDArray[np.float64], one_way: NDArray[np.bool_]
) -> tuple[ArcTable, Nodes]:
    """Return the arcs of edges, each from its tail and unless *one_way* from its head, and their steps."""
    degree = np.bincount(tail, minlength=nodes) + np.bincount(head[~one_way], minlength=nodes)
    first = np.zeros(nodes + 1, np.int64)
    np.cumsum(degree, out=first[1:])
    near, step = np.empty(first[-1], np.int32), np.empty(first[-1], np.int32)
    run(list_corridors, (tail, head, one_way.view(np.uint8)), first[:-1].copy(), near, step)
    return (first, near, weight[np.where(step < 0, ~step, step)]), step


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
