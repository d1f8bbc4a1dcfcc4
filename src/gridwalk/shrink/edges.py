"""The graph of a network, as `gridwalk.shrink.cells.graph_of` makes that of a board: an edge a corridor."""

from __future__ import annotations

from typing import cast

import numpy as np

from gridwalk.errors import HopelessError
from gridwalk.grids.networkedges import BACKWARD, BOTH, FORWARD
from gridwalk.grids.networkgrid import NetworkGrid
from gridwalk.kernels.codes import NONE
from gridwalk.runtime.tuning import tuning
from gridwalk.shrink.cells import with_ends
from gridwalk.shrink.graph import Graph
from gridwalk.shrink.network import NormalForm


def graph_of(normal: NormalForm) -> Graph:
    """Return the graph of the network of *normal*: each edge is a corridor with its place inside.

    Several exits of paths are merged into one virtual node, and then lie inside the corridors to it.  Several
    starts, and several exits that paths may pass, are connected to a virtual node.
    """
    grid = cast("NetworkGrid", normal.grid)
    edges, nodes = grid.edges, grid.nodes
    if len(edges.tail) > tuning().max_edges:
        raise HopelessError(f"the network has {len(edges.tail):,} edges")
    several, many_exits = normal.starts.size > 1, normal.exits.size > 1
    merged = many_exits and not normal.passing
    is_exit = np.zeros(nodes, bool)
    is_exit[normal.exits if merged else []] = True
    out = np.zeros(nodes, bool)
    out[normal.out] = True

    number = np.full(nodes, NONE, np.int32)
    real = np.flatnonzero(grid.open_cells[:nodes, 0] & ~is_exit)
    number[real] = np.arange(several, several + len(real))
    sink = int(several) + len(real)
    cells = np.concatenate([np.full(int(several), NONE), real, np.full(int(many_exits), NONE)]).astype(
        np.int32
    )

    kept = (edges.ways > 0) & ~out[edges.tail] & ~out[edges.head]
    if not normal.cyclic:
        kept &= edges.tail != edges.head
    # A path ends where it enters an exit: no edge leads from there, and one to there leads to the sink.
    from_exit, to_exit = is_exit[edges.tail], is_exit[edges.head]
    ways = np.where(to_exit, edges.ways & FORWARD, np.where(from_exit, edges.ways & BACKWARD, edges.ways))
    kept &= (ways > 0) & ~(from_exit & to_exit)
    e = np.flatnonzero(kept)
    ways, turned, ending = ways[e], from_exit[e], (from_exit | to_exit)[e]
    tail, head = edges.tail[e], edges.head[e]
    first, last = np.where(turned, head, tail), np.where(turned, tail, head)
    ways = np.where(turned, FORWARD, ways)
    # The reverse of a step to an exit is of no use, but leaves the graph one of two ways.
    both = ending & (edges.ways[e] == BOTH)
    counts = 1 + ending.astype(np.int64)
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    inner = np.empty(offsets[-1], np.int32)
    inner[offsets[:-1]] = nodes + e
    inner[offsets[1:][ending] - 1] = last[ending]
    heads = np.where(ending, sink, number[last]).astype(np.int32)
    graph = Graph(cells, number[first], heads, np.where(both, BOTH, ways).astype(np.uint8), offsets, inner)
    return graph if normal.cyclic else with_ends(graph, normal, number, sink)
