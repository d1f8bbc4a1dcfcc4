"""The graph in which legs are routed: of the cells of a board, or of the network of a block."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.grid import Grid
from gridwalk.kernels.search.legs import list_corridors, list_moves
from gridwalk.runtime.slices import Slices
from gridwalk.search.query import is_varied
from gridwalk.shrink.network import Network, NormalForm

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
    moves, deltas = grid.moves_of_cell, grid.delta_of_move
    arcs = int(np.bitwise_count(moves).sum(dtype=np.int64))
    if arcs > MAX_ARCS:
        return None
    entering, of_move, extra = grid.step_costs.in_kernels
    varied = is_varied(grid)
    table = np.zeros(grid.size + 1, np.int64), np.empty(arcs, np.int32), np.empty(arcs) if varied else None
    run(list_moves, (moves, deltas), (entering, of_move, extra), table[:2], table[2])
    back = table
    if not (grid.symmetric and grid.step_costs.is_plain and grid.step_costs.are_mutual):
        before = np.zeros_like(moves)  # the same moves, each seen from the cell that it enters
        for m, delta in enumerate(deltas.tolist()):
            before[np.flatnonzero(moves >> m & 1) + delta] |= moves.dtype.type(1 << m)
        back = np.zeros(grid.size + 1, np.int64), np.empty(arcs, np.int32), np.empty(arcs) if varied else None
        run(list_moves, (before, -deltas), (np.ones(grid.size), of_move, extra * 0), back[:2], back[2])
    if grid.costs is not None:
        factors = 1.0 if grid.step_costs.is_plain or back[2] is None else back[2]
        back = back[0], back[1], np.repeat(entering, np.diff(back[0])) * factors
    whole = grid.step_costs.are_whole
    return LegGraph(table, back, normal.starts, normal.exits, required, normal.out, whole)


def graph_of_network(network: Network, run: Slices) -> LegGraph:
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
