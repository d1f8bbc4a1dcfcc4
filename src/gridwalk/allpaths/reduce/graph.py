"""A graph of nodes and corridors, and the steps of its reduction, each in linear time.

A step never changes its graph; it returns a new one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce import biconnected, contract
from gridwalk.allpaths.reduce.contract import BACKWARD, FORWARD
from gridwalk.runtime.codes import NONE, TAIL
from gridwalk.runtime.slices import Slices

Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]
Incidence = tuple[NDArray[np.int64], Ints]
Steps = tuple[Ints, Ints, NDArray[np.uint8]]  # tails, heads and ways of corridors


@dataclass(frozen=True)
class Graph:
    """Nodes and the corridors between them, as in `gridwalk.allpaths.reduce.contract`.

    Attributes
    ----------
    cell_of_node : int32 array
        NONE for a virtual node.
    tail, head : int32 arrays, ways : uint8 array
        The nodes that a corridor connects, and the directions in which it can be walked.
    offsets : int64 array, inner : int32 array
        The cells inside the corridors, from tail to head.
    source, sink : int
        NONE if the question is about cycles.

    """

    cell_of_node: Ints
    tail: Ints
    head: Ints
    ways: NDArray[np.uint8]
    offsets: NDArray[np.int64]
    inner: Ints
    source: int = NONE
    sink: int = NONE

    @property
    def size(self) -> tuple[int, int]:
        """The number of corridors and of their directions."""
        return len(self.tail), int(self.ways.sum())

    @property
    def cyclic(self) -> bool:
        """Whether the question is about cycles."""
        return self.source == NONE

    def only(self, kept: Bools) -> Graph:
        """Return the graph with only the corridors *kept*."""
        return self.taken(np.flatnonzero(kept))

    def taken(self, order: NDArray[np.int64]) -> Graph:
        """Return the graph with its corridors in that order."""
        if len(order) == len(self.tail) and (order[1:] > order[:-1]).all():
            return self
        counts = np.diff(self.offsets)[order]
        offsets = offsets_of(counts)
        place = np.repeat(self.offsets[order] - offsets[:-1], counts) + np.arange(offsets[-1])
        return replace(
            self,
            tail=self.tail[order],
            head=self.head[order],
            ways=self.ways[order],
            offsets=offsets,
            inner=self.inner[place],
        )

    def with_steps(self, before: Steps, after: Steps) -> Graph:
        """Return the graph with more corridors, without cells inside: *before* its own, and *after* them."""
        counts = np.pad(np.diff(self.offsets), (len(before[0]), len(after[0])))
        return replace(
            self,
            tail=np.concatenate([before[0], self.tail, after[0]]),
            head=np.concatenate([before[1], self.head, after[1]]),
            ways=np.concatenate([before[2], self.ways, after[2]]).astype(np.uint8),
            offsets=offsets_of(counts),
        )


def offsets_of(counts: NDArray[Any]) -> NDArray[np.int64]:
    """Return the offsets of runs with *counts* entries, and the end of the last run."""
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def incidence(run: Slices, graph: Graph) -> Incidence:
    """Return the edges at each node, ``(first, edge_at)``."""
    nodes = len(graph.cell_of_node)
    degrees = np.bincount(graph.tail, minlength=nodes) + np.bincount(graph.head, minlength=nodes)
    first = offsets_of(degrees)
    edge_at = np.empty(2 * len(graph.tail), np.int32)
    run(biconnected.list_edges, graph.tail, graph.head, first[:-1].copy(), edge_at)
    return first, edge_at


def pruned_directed(run: Slices, graph: Graph) -> Graph:
    """Return the graph without the directions that no path from source to sink (no cycle) takes."""
    first, edge_at = incidence(run, graph)
    packed, ways = (first, edge_at, graph.tail, graph.head), graph.ways.copy()
    held = np.zeros(len(graph.cell_of_node), np.uint8)
    if not graph.cyclic:
        held[[graph.source, graph.sink]] = 1
        after = _reachable(run, packed, ways, graph.source, backwards=False)
        before = _reachable(run, packed, ways, graph.sink, backwards=True)
        ways[~(after[graph.tail] & before[graph.head])] &= BACKWARD
        ways[~(after[graph.head] & before[graph.tail])] &= FORWARD
        _one_direction(graph, ways, graph.source, graph.sink)
    waiting = 1 - held
    stack = np.zeros(len(held), np.int32)
    free = np.flatnonzero(waiting)
    stack[: free.size] = free
    run(biconnected.prune_directed, packed, ways, held, graph.cyclic, waiting, stack, begin={TAIL: free.size})
    return replace(graph, ways=ways).only(ways > 0)


def _reachable(run: Slices, packed: tuple[Any, ...], ways: Any, begin: int, *, backwards: bool) -> Bools:
    nodes = len(packed[0]) - 1
    reached, queue = np.zeros(nodes, np.uint8), np.empty(nodes, np.int32)
    reached[begin], queue[0] = 1, begin
    run(biconnected.mark_reachable, packed, ways, backwards, reached, queue, begin={TAIL: 1})
    return reached.view(bool)


def _one_direction(graph: Graph, ways: NDArray[np.uint8], entry: Any, exit_: Any) -> None:
    """Close the directions into *entry* and out of *exit_*: a node each, or one for each corridor."""
    ways[(graph.tail == entry) | (graph.head == exit_)] &= FORWARD
    ways[(graph.head == entry) | (graph.tail == exit_)] &= BACKWARD


def _found_blocks(run: Slices, graph: Graph, roots: tuple[int, int]) -> tuple[Ints, Ints, Ints]:
    """Return the block of each corridor (NONE: not reached) and of each node, and the top of each block."""
    nodes = len(graph.cell_of_node)
    first, edge_at = incidence(run, graph)
    order, block_of_node = np.zeros(nodes, np.int32), np.full(nodes, NONE, np.int32)
    top_of_block = np.empty(nodes, np.int32)
    walk = first[:-1].copy(), *(np.empty(nodes, np.int32) for _ in range(3))
    run(
        biconnected.find_blocks,
        (first, edge_at, graph.tail, graph.head),
        roots[1],
        walk,
        order,
        block_of_node,
        top_of_block,
        begin={biconnected.AT: NONE, biconnected.ROOT: roots[0]},
    )
    later = np.where(order[graph.tail] > order[graph.head], graph.tail, graph.head)
    return block_of_node[later], block_of_node, top_of_block


def in_series(run: Slices, graph: Graph, *, directed: bool) -> tuple[Graph, Ints]:
    """Return the blocks in series between source and sink, and the index of the block of each corridor.

    If all corridors are two-way, these are exactly the corridors on simple paths from source to sink.
    """
    block_of_edge, block_of_node, top_of_block = _found_blocks(run, graph, (graph.source, graph.source + 1))
    chain, cuts = [], [graph.sink]
    while cuts[-1] != graph.source and block_of_node[cuts[-1]] != NONE:
        chain.append(block_of_node[cuts[-1]])
        cuts.append(top_of_block[chain[-1]])
    place = np.full(len(top_of_block) + 1, NONE, np.int32)  # the last entry is for NONE
    place[chain] = np.arange(len(chain))[::-1]
    place_of_edge = place[block_of_edge]
    kept = (place_of_edge != NONE) & (graph.tail != graph.head)
    graph, place_of_edge = graph.only(kept), place_of_edge[kept]
    if directed and chain:
        nodes = np.array(cuts[::-1])
        ways = graph.ways.copy()
        _one_direction(graph, ways, nodes[place_of_edge], nodes[place_of_edge + 1])
        graph, place_of_edge = replace(graph, ways=ways).only(ways > 0), place_of_edge[ways > 0]
    return graph, place_of_edge


def in_blocks(run: Slices, graph: Graph) -> tuple[Graph, Ints]:
    """Return the corridors on cycles, as if all were two-way, and the block of each; a loop is a block."""
    block_of_edge, _, _ = _found_blocks(run, graph, (0, len(graph.cell_of_node)))
    loops = graph.tail == graph.head
    block_of_edge[loops] = len(graph.cell_of_node) + np.arange(np.count_nonzero(loops))
    kept = loops | (np.bincount(block_of_edge, minlength=1)[block_of_edge] > 1)
    return graph.only(kept), renumbered(block_of_edge[kept])


def renumbered(numbers: Ints) -> Ints:
    """Return the same numbers without gaps, in the same order."""
    if not numbers.size:
        return numbers
    present = np.bincount(numbers) > 0
    return (np.cumsum(present, dtype=np.int32) - 1)[numbers]


def split(run: Slices, graph: Graph, block_of_edge: Ints) -> tuple[Graph, NDArray[np.int64]]:
    """Return the graph with separate nodes for each block, and the first node of each block."""
    count = int(block_of_edge.max(initial=NONE)) + 1
    counts, ends = np.zeros(count, np.int64), np.empty((len(graph.tail), 2), np.int32)
    packed = (*incidence(run, graph), graph.tail, graph.head)
    run(biconnected.number_in_blocks, packed, block_of_edge, np.full(count, NONE, np.int32), counts, ends)
    offsets = offsets_of(counts)
    tail, head = (ends + offsets[block_of_edge, None]).astype(np.int32).T.copy()
    cell_of_node = np.empty(offsets[-1], np.int32)
    cell_of_node[tail], cell_of_node[head] = graph.cell_of_node[graph.tail], graph.cell_of_node[graph.head]
    return replace(graph, cell_of_node=cell_of_node, tail=tail, head=head), offsets


def end_cells(graph: Graph, block_of_edge: Ints) -> list[Ints]:
    """Return the cells of the two ends of each block of a series; NONE for a virtual one."""
    count = int(block_of_edge.max(initial=NONE)) + 1
    nodes = len(graph.cell_of_node)
    lowest, highest = np.full(nodes, count, np.int32), np.full(nodes, NONE, np.int32)
    for end in (graph.tail, graph.head):
        np.minimum.at(lowest, end, block_of_edge)
        np.maximum.at(highest, end, block_of_edge)
    ends = np.empty(count + 1, np.int32)
    between = np.flatnonzero(lowest < highest)
    ends[highest[between]] = graph.cell_of_node[between]
    ends[[0, -1]] = graph.cell_of_node[[graph.source, graph.sink]]
    return [ends[b : b + 2] for b in range(count)]


def contracted(
    run: Slices, graph: Graph, first_of_block: NDArray[np.int64] | None = None
) -> tuple[Graph, Ints]:
    """Return the graph with each chain of corridors contracted to one, and the first corridor of each chain.

    For cycles, *first_of_block* is the first node of each block; a ring keeps one node.
    """
    first, edge_at = incidence(run, graph)
    degrees = np.diff(first)
    kept = (degrees != 2) & (degrees != 0)
    if first_of_block is None:
        kept[[graph.source, graph.sink]] = True
    elif len(first_of_block) > 1:
        rings = np.add.reduceat(kept, first_of_block[:-1].astype(np.intp), dtype=np.int64) == 0
        kept[first_of_block[:-1][rings]] = True
    if kept.all():
        return graph, np.arange(len(graph.tail), dtype=np.int32)
    number = np.cumsum(kept, dtype=np.int32) - 1
    edges, cells = len(graph.tail), len(graph.inner) + len(kept)
    written = (
        np.empty(edges, np.int32),
        np.empty(edges, np.int32),
        np.empty(edges, np.uint8),
        np.zeros(edges + 1, np.int64),
        np.empty(cells, np.int32),
    )
    edge_of_chain = np.empty(edges, np.int32)
    state = run(
        contract.contract,
        (first, edge_at),
        (graph.tail, graph.head, graph.ways, graph.offsets, graph.inner),
        (kept.view(np.uint8), number, graph.cell_of_node),
        np.zeros(edges, np.uint8),
        (written, edge_of_chain),
    )
    count = int(state[contract.CHAINS])
    smaller = Graph(
        graph.cell_of_node[kept],
        written[0][:count],
        written[1][:count],
        written[2][:count],
        written[3][: count + 1],
        written[4][: int(state[contract.CHAIN_CELLS])],
    )
    if not graph.cyclic:
        smaller = replace(smaller, source=int(number[graph.source]), sink=int(number[graph.sink]))
    return smaller, edge_of_chain[:count]


def facing_forward(graph: Graph) -> Graph:
    """Return the graph with one-way corridors reversed where necessary, to lead from tail to head."""
    turned = graph.ways == BACKWARD
    if not turned.any():
        return graph
    counts = np.diff(graph.offsets)
    place = np.arange(len(graph.inner))
    mirrored = np.repeat(graph.offsets[:-1] + graph.offsets[1:] - 1, counts) - place
    return replace(
        graph,
        tail=np.where(turned, graph.head, graph.tail),
        head=np.where(turned, graph.tail, graph.head),
        ways=np.where(turned, FORWARD, graph.ways).astype(np.uint8),
        inner=graph.inner[np.where(np.repeat(turned, counts), mirrored, place)],
    )
