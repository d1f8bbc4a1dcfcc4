"""A graph of nodes and corridors, and the steps of its reduction, each in linear time.

`in_series` and `on_cycles` find the biconnected components (Hopcroft and Tarjan, 1973) and keep those that
contain paths or cycles.  `contracted` merges each chain of corridors into one corridor.  `split` gives each
block its own nodes.  `pruned_directed` removes the directions of corridors that no path takes.  All functions
return a new graph.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.runtime.codes import EXHAUSTED, EXPANDED, FOUND, HEAD, NONE, PAUSED, TAIL
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.slices import Slices

Ints = NDArray[np.int32]
Steps = tuple[Ints, Ints, NDArray[np.uint8]]  # tails, heads and ways of corridors

FORWARD, BACKWARD, BOTH = 1, 2, 3  # ways of a corridor: from tail to head, from head to tail
AT, ROOT, ORDER, STACKED, BLOCKS = 4, 5, 6, 7, 8  # registers of `find_blocks`
CORRIDORS, CELLS = 6, 7  # registers of kernels that write corridors: the numbers written so far


@dataclass(frozen=True)
class CorridorGraph:
    """Nodes and the corridors between them, both numbered from 0.

    Attributes
    ----------
    cell_of_node : int32 array
        NONE for a virtual node.
    tail, head : int32 arrays, ways : uint8 array
        The nodes that a corridor connects, and the directions in which it can be walked.
    offsets : int64 array, inner : int32 array
        The cells inside corridor *e*, from tail to head: ``inner[offsets[e]:offsets[e + 1]]``.
    source, sink : int
        NONE if the question is about cycles.
    block : int32 array
        The block of each corridor; blocks in series are numbered from the source to the sink.

    """

    cell_of_node: Ints
    tail: Ints
    head: Ints
    ways: NDArray[np.uint8]
    offsets: NDArray[np.int64]
    inner: Ints
    source: int
    sink: int
    block: Ints

    @property
    def cyclic(self) -> bool:
        """Whether the question is about cycles."""
        return self.source == NONE

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return len(self.cell_of_node)

    @property
    def size(self) -> tuple[int, int]:
        """The number of corridors, and the number of directions in which they can be walked."""
        return len(self.tail), int(np.bitwise_count(self.ways).sum())

    @cached_property
    def ends(self) -> Ints:
        """The tail and head of every corridor, one after the other."""
        return np.array([self.tail, self.head]).T.reshape(-1)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The number of cells inside each corridor."""
        return self.offsets[1:] - self.offsets[:-1]

    def taken(self, order: NDArray[np.int64]) -> CorridorGraph:
        """Return the graph with only the corridors in *order*; one-way corridors lead from tail to head."""
        turned = self.ways[order] == BACKWARD
        if len(order) == len(self.tail) and (order[1:] > order[:-1]).all() and not turned.any():
            return self
        counts = self.sizes[order]
        offsets = offsets_of(counts)
        before = np.arange(offsets[-1]) - np.repeat(offsets[:-1], counts)  # in the same corridor
        place = np.repeat(self.offsets[order], counts) + before
        if turned.any():
            last = np.repeat(self.offsets[order + 1] - 1, counts) - before
            place = np.where(np.repeat(turned, counts), last, place)
        tail, head = self.tail[order], self.head[order]
        return replace(
            self,
            tail=np.where(turned, head, tail),
            head=np.where(turned, tail, head),
            ways=np.where(turned, np.uint8(FORWARD), self.ways[order]),
            offsets=offsets,
            inner=self.inner[place],
            block=self.block[order],
        )

    def with_steps(self, before: Steps, after: Steps) -> CorridorGraph:
        """Return the graph with more corridors, without cells, *before* and *after* its own corridors."""
        added = len(before[0]), len(after[0])
        return replace(
            self,
            tail=np.concatenate([before[0], self.tail, after[0]]),
            head=np.concatenate([before[1], self.head, after[1]]),
            ways=np.concatenate([before[2], self.ways, after[2]]),
            offsets=offsets_of(np.pad(self.sizes, added)),
            block=np.pad(self.block, added),
        )

    def with_ways(self, ways: NDArray[np.uint8]) -> CorridorGraph:
        """Return the graph with other *ways*, without the corridors whose way is 0."""
        if np.array_equal(ways, self.ways):
            return self
        return replace(self, ways=ways).taken(np.flatnonzero(ways))


def offsets_of(counts: NDArray[Any]) -> NDArray[np.int64]:
    """Return the offsets of consecutive runs with *counts* entries, and the end of the last run."""
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def renumbered(numbers: Ints) -> Ints:
    """Return the numbers renumbered from 0 without gaps, in the same order."""
    if not numbers.size:
        return numbers
    present = np.bincount(numbers) > 0
    return (np.cumsum(present, dtype=np.int32) - 1)[numbers]


def incidence(run: Slices, graph: CorridorGraph) -> tuple[NDArray[np.int64], Ints]:
    """Return ``(first, at)``: the corridors at node *u*, a loop twice, are ``at[first[u]:first[u + 1]]``."""
    first = offsets_of(np.bincount(graph.ends, minlength=graph.nodes))
    edge_at = np.empty(len(graph.ends), np.int32)
    run(list_edges, graph.ends, first[:-1].copy(), edge_at)
    return first, edge_at


@kernel
def list_edges(ends, place, edge_at, state, budget, events):
    """Fill *edge_at*; ``place[u]`` is at first the beginning of the edges of node *u*, and then their end."""
    first = state[HEAD]
    last = min(first + budget, len(ends))
    for i in range(first, last):
        u = ends[i]
        edge_at[place[u]] = i >> 1
        place[u] += 1
    state[EXPANDED] += last - first
    state[HEAD] = last
    return FOUND if last == len(ends) else PAUSED


def in_series(run: Slices, graph: CorridorGraph, *, directed: bool) -> CorridorGraph:
    """Return the graph of the blocks in series between source and sink.

    If all corridors are two-way, these are exactly the corridors on simple paths from source to sink.
    """
    block, block_of_node, top_of_block = found_blocks(run, graph, (graph.source, graph.source + 1))
    # Walk up the block-cut tree, whose root is the source, from the sink.
    chain, cuts = [], [graph.sink]
    while cuts[-1] != graph.source and block_of_node[cuts[-1]] != NONE:
        chain.append(block_of_node[cuts[-1]])
        cuts.append(top_of_block[chain[-1]])
    place = np.full(graph.nodes + 1, NONE, np.int32)  # the last entry is for NONE
    place[chain] = np.arange(len(chain))[::-1]
    graph = replace(graph, block=place[block])
    graph = graph.taken(np.flatnonzero((graph.block != NONE) & (graph.tail != graph.head)))
    if not directed or not chain:
        return graph
    nodes, ways = np.array(cuts[::-1]), graph.ways.copy()
    lead_from_to(graph, ways, nodes[graph.block], nodes[graph.block + 1])
    return graph.with_ways(ways)


def on_cycles(run: Slices, graph: CorridorGraph) -> CorridorGraph:
    """Return the graph of the corridors on cycles, as if all were two-way, block by block.

    A loop is a block.
    """
    block = found_blocks(run, graph, (0, graph.nodes))[0]
    loops = graph.tail == graph.head
    block[loops] = graph.nodes + np.arange(np.count_nonzero(loops))
    kept = np.flatnonzero(loops | (np.bincount(block, minlength=1)[block] > 1))
    kept = kept[np.argsort(block[kept], kind="stable")]
    graph = replace(graph, block=block).taken(kept)
    return replace(graph, block=renumbered(graph.block))


def lead_from_to(graph: CorridorGraph, ways: NDArray[np.uint8], source: Any, sink: Any) -> None:
    """Remove the ways into *source* and out of *sink*: one node each, or one for each corridor."""
    ways[(graph.tail == source) | (graph.head == sink)] &= FORWARD
    ways[(graph.head == source) | (graph.tail == sink)] &= BACKWARD


def found_blocks(run: Slices, graph: CorridorGraph, roots: tuple[int, int]) -> tuple[Ints, Ints, Ints]:
    """Return the block of each corridor (NONE: not reached) and of each node, and the top of each block."""
    first, edge_at = incidence(run, graph)
    order, block_of_node = np.zeros(graph.nodes, np.int32), np.full(graph.nodes, NONE, np.int32)
    top_of_block = np.empty(graph.nodes, np.int32)
    walk = first[:-1].copy(), *(np.empty(graph.nodes, np.int32) for _ in range(3))
    packed, found = (first, edge_at, graph.tail, graph.head), (order, block_of_node, top_of_block)
    run(find_blocks, packed, roots[1], walk, found, begin={AT: NONE, ROOT: roots[0]})
    later = np.where(order[graph.tail] > order[graph.head], graph.tail, graph.head)
    return block_of_node[later], block_of_node, top_of_block


@kernel
def find_blocks(graph, last_root, walk, found, state, budget, events):
    """Number the blocks of all nodes reached from the roots ``state[ROOT] .. last_root - 1``.

    The block of a node is the block of the tree edge by which the depth-first search entered it.  So an edge
    is in the block of its later end (by *order*; 0: never entered).  The *top* of a block is its first node.
    *walk* is (place, parent, low, stack); place must be a copy of ``first``, the others need no values.
    """
    first, edge_at, tail, head = graph
    place, parent, low, stack = walk
    order, block_of_node, top_of_block = found
    u, root, count, stacked, blocks = state[AT], state[ROOT], state[ORDER], state[STACKED], state[BLOCKS]
    steps = 0
    while steps < budget:
        steps += 1
        w = NONE
        if u == NONE:
            while root < last_root and order[root]:
                root += 1
            if root == last_root:
                break
            w = root
        elif place[u] < first[u + 1]:
            e = edge_at[place[u]]
            place[u] += 1
            w = tail[e] if head[e] == u else head[e]
            if order[w]:
                low[u] = min(low[u], order[w])
                continue
        if w != NONE:
            count += 1
            order[w] = low[w] = count
            parent[w] = u
            stack[stacked] = w
            stacked += 1
            u = w
            continue
        # Invariant: above u, the stack holds the nodes entered after u that have no block yet.
        p = parent[u]
        if p == NONE:
            stacked -= 1
        elif low[u] >= order[p]:
            while block_of_node[u] == NONE:
                stacked -= 1
                block_of_node[stack[stacked]] = blocks
            top_of_block[blocks] = p
            blocks += 1
        else:
            low[p] = min(low[p], low[u])
        u = p
    state[AT], state[ROOT], state[ORDER], state[STACKED], state[BLOCKS] = u, root, count, stacked, blocks
    state[EXPANDED] += steps
    return EXHAUSTED if u == NONE and root == last_root else PAUSED


def split(graph: CorridorGraph) -> tuple[CorridorGraph, NDArray[np.int64], list[tuple[int, int]]]:
    """Return the graph with separate nodes for each block, the first node of each, and its ends.

    The corridors must be in the order of their blocks.  The nodes of a block are in the order of the nodes of
    the graph.  The ends are the nodes where paths enter and leave a block in series; cycles have none.
    """
    count = int(graph.block.max(initial=NONE)) + 1
    block_of_end = np.repeat(graph.block, 2).astype(np.int64)
    lowest = np.full(graph.nodes, count)
    lowest[graph.ends[::-1]] = block_of_end[::-1]
    present = np.flatnonzero(lowest < count)
    # Most nodes are in one block; *others* are pairs of another block and a node.
    pairs, is_other = block_of_end * graph.nodes + graph.ends, block_of_end != lowest[graph.ends]
    others = np.unique(pairs[is_other])
    in_order = np.sort(np.concatenate([lowest[present] * graph.nodes + present, others]))
    blocks, old = np.divmod(in_order, graph.nodes)
    number = np.zeros(graph.nodes, np.int32)  # in the lowest block of each node
    is_lowest = blocks == lowest[old]
    number[old[is_lowest]] = np.flatnonzero(is_lowest)
    ends = number[graph.ends]
    ends[is_other] = np.searchsorted(in_order, pairs[is_other])
    smaller = replace(graph, cell_of_node=graph.cell_of_node[old], tail=ends[::2], head=ends[1::2])
    first_of_block = np.searchsorted(blocks, np.arange(count + 1))
    if graph.cyclic:
        return smaller, first_of_block, []
    entries = [int(number[graph.source]), *np.searchsorted(in_order, others).tolist()]
    leaves = [*number[others % graph.nodes].tolist(), int(number[graph.sink])]
    return smaller, first_of_block, list(zip(entries, leaves, strict=True))


def contracted(run: Slices, graph: CorridorGraph, first_of_block: NDArray[np.int64]) -> CorridorGraph:
    """Return the graph with each chain of corridors contracted to one.

    For cycles, *first_of_block* is the first node of each block; it stays if the block is a ring.
    """
    degrees = np.bincount(graph.ends, minlength=graph.nodes)
    kept = (degrees != 2) & (degrees != 0)
    if not graph.cyclic:
        kept[[graph.source, graph.sink]] = True
    elif len(first_of_block) > 1:
        rings = np.add.reduceat(kept, first_of_block[:-1].astype(np.intp), dtype=np.int64) == 0
        kept[first_of_block[:-1][rings]] = True
    if kept.all():
        return replace(graph, block=renumbered(graph.block))
    number = np.where(kept, np.cumsum(kept, dtype=np.int32) - 1, NONE).astype(np.int32)
    edges, cells = len(graph.tail), len(graph.inner) + graph.nodes
    tail, head, ways = np.empty(edges, np.int32), np.empty(edges, np.int32), np.empty(edges, np.uint8)
    offsets, inner = np.zeros(edges + 1, np.int64), np.empty(cells, np.int32)
    edge_of_chain = np.empty(edges, np.int32)
    state = run(
        contract,
        incidence(run, graph),
        (graph.tail, graph.head, graph.ways, graph.offsets, graph.inner),
        (np.flatnonzero(kept), number, graph.cell_of_node),
        np.zeros(edges, np.uint8),
        (tail, head, ways, offsets, inner, edge_of_chain),
    )
    count, size = int(state[CORRIDORS]), int(state[CELLS])
    source, sink = (NONE, NONE) if graph.cyclic else number[[graph.source, graph.sink]].tolist()
    corridors = tail[:count], head[:count], ways[:count], offsets[: count + 1], inner[:size]
    block = renumbered(graph.block[edge_of_chain[:count]])
    return CorridorGraph(graph.cell_of_node[kept], *corridors, source, sink, block)


@kernel
def contract(incidence, edges, nodes, used, chains, state, budget, events):
    """Write every chain of corridors as one; ``state[HEAD]`` is the place of the next node.

    *nodes* is (the nodes that stay, the new number of each node or NONE, the cell of each node).  *chains*
    are the arrays to write; the last one is the first corridor of each chain.  A node that is removed has two
    corridors.  A chain that cannot be walked in either direction is left out.
    """
    first, edge_at = incidence
    tail, head, ways, offsets, inner = edges
    staying, number, cell_of_node = nodes
    new_tail, new_head, new_ways, new_offsets, new_inner, edge_of_chain = chains
    count, size, steps = state[CORRIDORS], state[CELLS], 0
    at = state[HEAD]
    while at < len(staying) and steps < budget:
        u = staying[at]
        steps += 1
        for i in range(first[u], first[u + 1]):
            e = edge_at[i]
            if used[e]:
                continue
            v, after, walkable = u, size, BOTH
            while True:
                used[e] = 1
                low, high = offsets[e], offsets[e + 1]
                steps += 1 + high - low
                forward = tail[e] == v
                walkable &= ways[e] if forward else (ways[e] & 1) << 1 | ways[e] >> 1
                for place in range(low, high):
                    new_inner[after] = inner[place if forward else low + high - 1 - place]
                    after += 1
                v = head[e] if forward else tail[e]
                if number[v] != NONE:
                    break
                new_inner[after] = cell_of_node[v]
                after += 1
                e = edge_at[first[v]] + edge_at[first[v] + 1] - e
            if walkable:
                new_tail[count], new_head[count] = number[u], number[v]
                new_ways[count] = walkable
                edge_of_chain[count] = edge_at[i]
                size = after
                count += 1
                new_offsets[count] = size
        at += 1
    state[CORRIDORS], state[CELLS], state[HEAD] = count, size, at
    state[EXPANDED] += steps
    return FOUND if at == len(staying) else PAUSED


# -------------------------------------------------------------------------------- directed pruning
#
# Remove the directions of corridors that no path or cycle takes.  First, nodes that cannot be reached from
# the source, or from which the sink cannot be reached, lose their corridors.  Then, if the only way out of a
# node leads to one neighbour, the way in from that neighbour is removed, and vice versa, until nothing
# changes.

MANY = -2  # neighbours in `prune_directed`


def pruned_directed(run: Slices, graph: CorridorGraph) -> CorridorGraph:
    """Return the graph without directions of corridors that no path from source to sink (no cycle) takes."""
    packed = (*incidence(run, graph), graph.tail, graph.head)
    ways = graph.ways.copy()
    held = np.zeros(len(graph.cell_of_node), np.uint8)
    if not graph.cyclic:
        held[[graph.source, graph.sink]] = 1
        after = _reachable(run, packed, graph.ways, graph.source, False)
        before = _reachable(run, packed, graph.ways, graph.sink, True)
        ways[~(after[graph.tail] & before[graph.head])] &= BACKWARD
        ways[~(after[graph.head] & before[graph.tail])] &= FORWARD
        lead_from_to(graph, ways, graph.source, graph.sink)
    waiting = 1 - held
    free = np.flatnonzero(waiting).astype(np.int32)
    stack = np.pad(free, (0, len(held) - len(free)))
    run(prune_directed, packed, ways, held, graph.cyclic, waiting, stack, begin={TAIL: len(free)})
    return graph.with_ways(ways)


def _reachable(
    run: Slices, packed: tuple[Any, ...], ways: NDArray[np.uint8], begin: int, backwards: bool
) -> NDArray[np.bool_]:
    nodes = len(packed[0]) - 1
    reached, queue = np.zeros(nodes, np.uint8), np.empty(nodes, np.int32)
    reached[begin], queue[0] = 1, begin
    run(mark_reachable, packed, ways, backwards, reached, queue, begin={TAIL: 1})
    return reached.view(bool)


@kernel
def mark_reachable(graph, ways, backwards, reached, queue, state, budget, events):
    """Mark the nodes reachable from the nodes in the queue (``state[TAIL]``, already marked).

    With *backwards*, mark the nodes from which those in the queue can be reached.
    """
    first, edge_at, tail, head = graph
    at, last, steps = state[HEAD], state[TAIL], 0
    out = BACKWARD if backwards else FORWARD
    while at < last and steps < budget:
        u = queue[at]
        at += 1
        for i in range(first[u], first[u + 1]):
            e = edge_at[i]
            w, way = (head[e], out) if tail[e] == u else (tail[e], BOTH - out)
            if ways[e] & way and not reached[w]:
                reached[w] = 1
                queue[last] = w
                last += 1
        steps += 1 + first[u + 1] - first[u]
    state[HEAD], state[TAIL] = at, last
    state[EXPANDED] += steps
    return FOUND if at == last else PAUSED


@kernel
def only_neighbour(graph, ways, u, leaving, cyclic):
    """Return the only neighbour to which arcs lead from *u*, or NONE or MANY; if not *leaving*, from which.

    For cycles, return the only edge instead, because two edges to one neighbour make a cycle.
    """
    first, edge_at, tail, head = graph
    found = NONE
    for i in range(first[u], first[u + 1]):
        e = edge_at[i]
        w = tail[e] if head[e] == u else head[e]
        way = FORWARD if (tail[e] == u) == leaving else BACKWARD
        if w == u or not ways[e] & way:
            continue
        there = e if cyclic else w
        if found != NONE and found != there:
            return MANY
        found = there
    return found


@kernel
def prune_directed(graph, ways, held, cyclic, waiting, stack, state, budget, events):
    """Directed pruning: remove every arc into a node whose only way out leads back, and vice versa.

    Nodes *held* are not pruned.  The *stack* starts with the other ``state[TAIL]`` nodes, marked *waiting*.
    """
    first, edge_at, tail, head = graph
    size, steps = state[TAIL], 0
    while size and steps < budget:
        size -= 1
        u = stack[size]
        waiting[u] = 0
        steps += 3 * (1 + first[u + 1] - first[u])
        for leaving in range(2):
            only = only_neighbour(graph, ways, u, leaving == 1, cyclic)
            if only == MANY:
                continue
            for i in range(first[u], first[u + 1]):
                e = edge_at[i]
                w = tail[e] if head[e] == u else head[e]
                # A path that leaves to `only` cannot have entered from there, and vice versa.
                way = BACKWARD if (tail[e] == u) == (leaving == 1) else FORWARD
                if w == u or not ways[e] & way or (only != NONE and (e if cyclic else w) != only):
                    continue
                ways[e] &= ~way
                for x in (u, w):
                    if not waiting[x] and not held[x]:
                        waiting[x] = 1
                        stack[size] = x
                        size += 1
    state[TAIL] = size
    state[EXPANDED] += steps
    return FOUND if size == 0 else PAUSED
