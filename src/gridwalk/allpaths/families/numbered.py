"""One path through all cells that passes numbered ones: in order (Zip), or at steps (Numbrix, Hidato).

A *counter* goes up by 1 at some cells along the path, and has given values at its numbered cells.  An order
is a counter of the numbered cells alone, steps are a counter of all cells; there may be several.  The path
leads from an imagined source, beside every start, to an imagined sink, beside every exit; these are numbered,
too.

The invariant is that of `mates`; and for each counter a piece of path has, at each of its ends, the number
nearest to it (0: none) and what the counter adds from there to the end.  The numbers at both ends, or an end
of the path, say in which direction a piece is walked; a piece with a single number may go either way.  The
update: where two pieces are joined whose nearest numbers are i and j, these must be neighbours and differ by
what lies between, and both pieces must be walked in that direction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gridwalk.allpaths.frontier import DEAD, DIRECTED, SLOTS, Family, Graph, expand_states, ordered
from gridwalk.allpaths.mates import FRESH, FULL, LABEL, MATE, MET, decide, join, settle
from gridwalk.errors import HopelessError
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch

MOST = 255  # numbers, and what a counter adds between two: they fit into a byte
GIVEN = 2  # rows of data before those of counters: for each counter the values, and the widest gaps


@inline_kernel
def far_number(state, numbers, code, far):
    """Return the number nearest to the far end of a piece with *code* at this end."""
    if code < LABEL:
        return np.int64(state[numbers + far])
    return np.int64(0 if code == LABEL else MOST)


@inline_kernel
def fits(state, layer, p, q, far_p, far_q, data):
    """Return whether the pieces that end in slots *p* and *q*, and elsewhere, can be joined."""
    slots = layer[0][SLOTS]
    numbers = slots * (1 + layer[0][DIRECTED])
    for row in range(GIVEN, len(data), 2):
        i, j = np.int64(state[numbers + p]), np.int64(state[numbers + q])
        between = np.int64(state[numbers + slots + p]) + np.int64(state[numbers + slots + q])
        if i == 0 or j == 0:
            if between >= data[row + 1, i + j]:
                return False
        else:
            step = j - i
            if step * step != 1 or (data[row, j] - data[row, i]) * step != between + 1:
                return False
            before, after = (
                far_number(state, numbers, state[p], far_p),
                far_number(state, numbers, state[q], far_q),
            )
            if (before - i) * step > 0 or (after - j) * step < 0:
                return False
        numbers += 2 * slots
    return True


@inline_kernel
def hand_on(state, slots, numbers, near, far, own, other, between):
    """Clear the near end of a piece, where it was joined; a piece without number gets the *other* one."""
    if far != near:
        state[numbers + near], state[numbers + slots + near] = 0, 0
    if own == 0:
        state[numbers + far], state[numbers + slots + far] = other, between


@inline_kernel
def link(state, layer, p, q, edge, data):
    """Join the pieces that end in slots *p* and *q* by *edge*; return DEAD, OPEN, CYCLE or MET."""
    if state[p] == FULL or state[q] == FULL:
        return DEAD
    far_p = p if state[p] == FRESH else state[p] - MATE if state[p] < LABEL else -1
    far_q = q if state[q] == FRESH else state[q] - MATE if state[q] < LABEL else -1
    if not fits(state, layer, p, q, far_p, far_q, data):
        return DEAD
    said = join(state, layer, p, q, edge, data)
    slots = layer[0][SLOTS]
    numbers = slots * (1 + layer[0][DIRECTED])
    for _ in range(GIVEN, len(data), 2):
        i, j = state[numbers + p], state[numbers + q]
        between = state[numbers + slots + p] + state[numbers + slots + q]
        hand_on(state, slots, numbers, p, far_p, i, j, between)
        hand_on(state, slots, numbers, q, far_q, j, i, between)
        numbers += 2 * slots
    return said


@inline_kernel
def step(state, layer, c, data):
    """Decide a cell; the path is finished when the pieces from source and sink meet."""
    return settle(state, layer, decide(link, state, layer, c, data), MET)


@kernel
def expand(states, layer, data, state, words, rows, pending, registers, budget):
    """Expand states by `step`."""
    expand_states(step, states, layer, data, state, words, rows, pending, registers, budget)


@dataclass(frozen=True)
class Counter:
    """What a counter has at each numbered cell, from 1 on; *total*: at the end of the path.

    *every*: whether it counts all cells; else it counts the numbered ones.
    """

    value_of_cell: Mapping[int, int]
    total: int
    every: bool


class Ends(NamedTuple):
    """The cells where a path may start, and where it may end."""

    starts: Sequence[int]
    exits: Sequence[int]


class NumberedPaths(Family):
    """The paths through all cells of *graph*, from a start to an exit, on which every counter is right."""

    expand = expand

    def __init__(
        self,
        graph: Graph,
        ends: Ends,
        counters: Sequence[Counter],
        order: Sequence[int],
        watch: Watch | None = None,
    ) -> None:
        self.fields = 2 * len(counters)  # type: ignore[misc]
        source, sink = graph.cells, graph.cells + 1
        beside = [(source, u) for u in ends.starts] + [(u, sink) for u in ends.exits]
        edges = np.array([*graph.edges.tolist(), *beside], np.int64)
        ways = np.append(graph.ways, np.ones(len(beside), np.int64))
        whole = Graph.plain(sink + 1, edges, range(sink + 1), ways)
        whole.need[: len(graph.need)] = graph.need
        places = list(order)
        for end, some in ((source, ends.starts), (sink, ends.exits)):
            places.insert(places.index(some[0]) if len(some) == 1 else len(places), end)
        marks = np.zeros((whole.cells, 1 + self.fields), np.int64)  # the bytes of each cell when it enters
        marks[source, 0], marks[sink, 0] = LABEL, LABEL + 1
        rows: list[list[int]] = []
        for column, counter in enumerate(counters):
            value = {source: 0, **counter.value_of_cell, sink: counter.total}
            numbered = sorted(value, key=lambda u: value[u])
            values = [value[u] for u in numbered]
            gaps = [after - before for before, after in pairwise(values)]
            if max(len(values), *gaps) > MOST:
                seen = f"{len(counter.value_of_cell):,} numbers, up to {max(gaps):,} steps apart"
                raise HopelessError(f"{seen}: a sweep takes at most {MOST - 2} numbers, {MOST} steps apart")
            marks[:, 2 + 2 * column] = counter.every
            marks[numbered, 2 + 2 * column] = 0
            marks[numbered, 1 + 2 * column] = np.arange(1, len(values) + 1)
            widest = map(max, [0, *gaps], [*gaps, 0])  # beside each number
            rows += [[0, *values], [max(gaps), *widest]]
        super().__init__(whole, places, {u: u + 1 for u in range(whole.cells)}, rows, watch)
        offset = self.slots * np.array([0, *(np.arange(self.fields) + 1 + whole.directed)])

        def entering(codes: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
            """Return the bytes of the cells that enter: the place and the value of each."""
            every = [
                (slot + place, int(mark))
                for slot, u in codes
                for place, mark in zip(offset.tolist(), marks[u - 1], strict=True)
            ]
            return [one for one in every if one[1]]

        for n, layer in enumerate(self.layers):
            enter = np.array(entering(layer.arrays[3].tolist()), np.int64).reshape(-1, 2)
            self.layers[n] = replace(layer, arrays=(*layer.arrays[:3], enter, *layer.arrays[4:]))


def edges_along(graph: Graph, cells: Sequence[int]) -> list[int]:
    """Return the edges, in the graph of `NumberedPaths`, of the path of these *cells*."""
    edges = enumerate(graph.edges.tolist())
    number = {pair: edge for edge, (u, v) in edges for pair in ((u, v), (v, u))}
    source, sink = graph.cells - 2, graph.cells - 1
    return [number[pair] for pair in pairwise([source, *cells, sink])]


def cells_along(graph: Graph, edges: Sequence[int]) -> list[int]:
    """Return the cells, in order, of the path of these *edges*."""
    steps = ordered(graph, edges, graph.cells - 2)
    return [int(graph.edges[step, 1] if step >= 0 else graph.edges[~step, 0]) for step in steps[:-1]]
