"""All blocks of a reduced board as one directed graph, for searches that go from start to exit.

The blocks lie in series: the sink of each is the source of the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.grids.grid import Grid
from gridwalk.grids.moves import SQRT2
from gridwalk.kernels.codes import NONE
from gridwalk.runtime.limits import Watch
from gridwalk.shrink.cells import sums, sums_of_steps
from gridwalk.shrink.reduced import Block

JOINING = "joining the blocks of the reduced board"
CHECK_AFTER = 256  # blocks
MAX_KEY = 1 << 61  # of sums of costs that are whole numbers

Ints = NDArray[Any]


@dataclass(frozen=True)
class Series:
    """A directed graph whose paths from *source* to the last vertex, the sink, are the paths of the board.

    The edges out of vertex *v* are ``first_edge[v]`` to below ``first_edge[v + 1]``, in the order of their
    first moves (those of a virtual source in the order of cells).  An edge is a corridor in one direction.

    Attributes
    ----------
    grid : Grid
    source : int
    cell_of_vertex : int32 array
        Flat cells; NONE for a virtual source (several starts) or sink (several exits).
    first_edge : int64 array, shape (vertices + 1,)
    head_of_edge, corridor_of_edge : int32 arrays
    is_forward : array of bool
        Whether the edge is walked as the cells of its corridor are written.
    offsets : int64 array, inner : int32 array
        The cells inside corridor *c* are ``inner[offsets[c]:offsets[c + 1]]``.
    moves_of_corridor, diagonals_of_corridor : int64 arrays
    required : tuple of (int, int)
        What every path must visit, and might miss: (vertex, NONE) or (NONE, corridor).
    twins : dict of int to int
        Of a corridor that every path must take, the other that will do (`BlockNetwork.twins`).
    origin_of_vertex : int array or None
        Of a graph with several copies of a vertex (`shrink.lifted`): the vertex that each is a copy of.  A
        path visits one of them.

    """

    grid: Grid
    source: int
    cell_of_vertex: NDArray[np.int32]
    first_edge: NDArray[np.int64]
    head_of_edge: NDArray[np.int32]
    corridor_of_edge: NDArray[np.int32]
    is_forward: NDArray[np.bool_]
    offsets: NDArray[np.int64]
    inner: NDArray[np.int32]
    moves_of_corridor: NDArray[np.int64]
    diagonals_of_corridor: NDArray[np.int64]
    required: tuple[tuple[int, int], ...]
    twins: dict[int, int]
    origin_of_vertex: Ints | None = None

    @property
    def vertices(self) -> int:
        """The number of vertices."""
        return len(self.cell_of_vertex)

    @property
    def edges(self) -> int:
        """The number of edges."""
        return len(self.head_of_edge)

    def copies_of(self, vertex: int) -> list[int]:
        """Return the copies of a vertex: itself, if it has no others."""
        origin = self.origin_of_vertex
        return [vertex] if origin is None else np.flatnonzero(origin == vertex).tolist()

    @cached_property
    def tail_of_edge(self) -> NDArray[np.int32]:
        """The vertex that each edge leaves."""
        return np.repeat(np.arange(self.vertices, dtype=np.int32), np.diff(self.first_edge))

    @property
    def ranges_of_edge(self) -> tuple[Ints, Ints]:
        """Where the cells inside each edge begin and end in *inner*; backwards if the end is first."""
        corridor, turned = self.corridor_of_edge, ~self.is_forward
        first, end = self.offsets[corridor], self.offsets[corridor + 1]
        return np.where(turned, end - 1, first), np.where(turned, first - 1, end)

    def costs(self) -> tuple[Ints, float]:
        """Return the cost of each edge, and how many of its units a cost of 1 is.

        Costs are whole numbers (int64) unless the board's own are not; without costs, too, where
        a diagonal step costs the square root of 2: up to a million moves they order paths exactly.
        """
        if not self.grid._step_costs.is_plain:
            return self._costs_of_steps(), 1.0
        if self.grid.costs is not None:
            return self._costs_of_cells(self.grid.costs.reshape(-1)), 1.0
        moves, diagonals = (
            numbers[self.corridor_of_edge] for numbers in (self.moves_of_corridor, self.diagonals_of_corridor)
        )
        if not self.grid.moves.has_diagonals:
            return moves, 1.0
        unit = MAX_KEY // (2 * (len(self.inner) + self.vertices))
        return (moves - diagonals) * unit + diagonals * round(unit * SQRT2), float(unit)

    def _costs_of_steps(self) -> Ints:
        tail_of_corridor, head_of_corridor = np.full((2, len(self.offsets) - 1), NONE, np.int32)
        ahead = self.is_forward
        tails, heads = self.cell_of_vertex[self.tail_of_edge], self.cell_of_vertex[self.head_of_edge]
        tail_of_corridor[self.corridor_of_edge] = np.where(ahead, tails, heads)
        head_of_corridor[self.corridor_of_edge] = np.where(ahead, heads, tails)
        of_steps = self.grid._step_costs.of_steps
        corridors = self.offsets, self.inner, tail_of_corridor, head_of_corridor
        forward = sums_of_steps(of_steps, *corridors)
        backward = sums_of_steps(lambda u, v: of_steps(v, u), *corridors)
        costs: Ints = np.where(ahead, forward[self.corridor_of_edge], backward[self.corridor_of_edge])
        return costs

    def _costs_of_cells(self, cost_of_cell: Ints) -> Ints:
        cost_of_inner = cost_of_cell[self.inner]
        leaving = slice(*self.first_edge[self.source : self.source + 2].tolist())
        virtual = self.cell_of_vertex[self.source] == NONE
        if virtual:  # the first cell of its edges is a start, which costs nothing
            corridors = self.corridor_of_edge[leaving]
            first, end = self.offsets[corridors], self.offsets[corridors + 1]
            places = np.where(self.is_forward[leaving], first, end - 1)
            cost_of_inner[places[end > first]] = 0
        cells = self.cell_of_vertex[self.head_of_edge]
        costs = sums(cost_of_inner, self.offsets)[self.corridor_of_edge]
        into = np.where(cells == NONE, 0, cost_of_cell[cells])
        if virtual:
            into[leaving][end == first] = 0
        total: Ints = costs + into
        return total


def in_series(grid: Grid, blocks: tuple[Block, ...], watch: Watch) -> Series:
    """Return the graph of *blocks*, at least one, of paths."""
    vertex_of_end, cell_of_vertex, source = _joined_vertices(blocks)
    parts: list[tuple[Ints, ...]] = []
    required: list[tuple[int, int]] = []
    twins: dict[int, int] = {}
    base = corridors = 0
    for b, block in enumerate(blocks):
        if b % CHECK_AFTER == 0:
            watch.check(0, 0, 0, JOINING)
        net = block.network
        if (block.must.size or block.edges) and net.corridors > 1:  # every path takes an only corridor
            visits = vertex_of_end[base + np.flatnonzero(net.must_visit)].tolist()
            passed = vertex_of_end[[base + net.source, base + net.sink]].tolist()
            required += [(v, NONE) for v in visits if v not in passed]
            used = [c for c in np.flatnonzero(net.must_use).tolist() if net.twins.get(c, c) >= c]
            required += [(NONE, corridors + c) for c in used]
            twins |= {corridors + c: corridors + twin for c, twin in net.twins.items()}
        parts.append((net.tail + base, net.head + base, net.one_way, net.length, net.cost,
                      np.diff(block.offsets), block.inner))  # fmt: skip
        base, corridors = base + net.junctions, corridors + net.corridors
    tail, head, one_way, moves, cost, counts, inner = map(np.concatenate, zip(*parts, strict=True))
    tail, head = vertex_of_end[tail], vertex_of_end[head]
    diagonals = np.zeros(corridors, np.int64)
    if grid.costs is None and grid._step_costs.is_plain and grid.moves.has_diagonals:
        diagonals = np.rint((cost - moves) / (SQRT2 - 1)).astype(np.int64)
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])

    edge_corridor = np.concatenate([np.arange(corridors), np.flatnonzero(~one_way)]).astype(np.int32)
    is_forward = np.arange(len(edge_corridor)) < corridors
    edge_tail = np.where(is_forward, tail[edge_corridor], head[edge_corridor])
    edge_head = np.where(is_forward, head[edge_corridor], tail[edge_corridor])
    useful = (edge_head != source) & (edge_tail != len(cell_of_vertex) - 1)
    edge_corridor, is_forward = edge_corridor[useful], is_forward[useful]
    edge_tail, edge_head = edge_tail[useful], edge_head[useful]
    first, end = offsets[edge_corridor], offsets[edge_corridor + 1]
    entered = cell_of_vertex[edge_head]
    full = end > first
    entered[full] = inner[np.where(is_forward, first, end - 1)[full]]
    order = np.lexsort((grid._ranks_of_steps(cell_of_vertex[edge_tail], entered), edge_tail))
    counts = np.bincount(edge_tail, minlength=len(cell_of_vertex))
    return Series(
        grid, source, cell_of_vertex, np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)]),
        edge_head[order], edge_corridor[order], is_forward[order], offsets, inner, moves, diagonals,
        tuple(required), twins,
    )  # fmt: skip


def _joined_vertices(blocks: tuple[Block, ...]) -> tuple[Ints, NDArray[np.int32], int]:
    """Return the vertex of each junction of each block, the cell of each vertex, and the source.

    The sink of a block and the source of the next are one vertex; the last vertex is the last sink.
    """
    cells = np.concatenate([block.cell_of_junction for block in blocks])
    begins = np.cumsum([0, *(block.network.junctions for block in blocks[:-1])])
    sources = begins + [block.network.source for block in blocks]
    sinks = begins + [block.network.sink for block in blocks]
    own = np.arange(len(cells))
    for sink, source in zip(sinks[:-1].tolist(), sources[1:].tolist(), strict=True):
        own[source] = sink
    kept = np.setdiff1d(np.arange(len(cells)), sources[1:])
    kept = np.append(kept[kept != sinks[-1]], sinks[-1])
    vertex = np.full(len(cells), NONE, np.int32)
    vertex[kept] = np.arange(len(kept))
    return vertex[own], cells[kept], int(vertex[own][sources[0]])
