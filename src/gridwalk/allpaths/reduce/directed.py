"""Directed pruning of a graph with one-way corridors: close the ways that no path or cycle takes.

Nodes that paths from the source do not reach, or from which they do not reach the sink, lose their corridors.
Then a node whose only way out leads back loses the way in from there, and the reverse, until none is left.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.graph import BACKWARD, BOTH, FORWARD, CorridorGraph, incidence, lead_from_to
from gridwalk.runtime.codes import EXPANDED, FOUND, HEAD, NONE, PAUSED, TAIL
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.slices import Slices

MANY = -2  # neighbours in `prune_directed`


def pruned_directed(run: Slices, graph: CorridorGraph) -> CorridorGraph:
    """Return the graph without the directions that no path from source to sink (no cycle) takes."""
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

    With *backwards*, mark the nodes from which these can be reached.
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
    """Return where the arcs that leave *u* (else: enter it) lead: NONE, MANY or the one neighbour.

    For cycles, two edges to one neighbour count as two: the edge is returned instead.
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
    """Directed pruning: close every arc into a node whose only way out leads back, and the reverse.

    Nodes *held* are not pruned.  The *stack* starts with all others (``state[TAIL]`` of them), marked as
    *waiting*.
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
                # A path that leaves to `only` cannot have entered from there, and the reverse.
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
