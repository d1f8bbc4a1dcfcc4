"""Paths through all cells that pass numbered cells in order (Zip) or at given steps (Numbrix, Hidato).

A *counter* increases by 1 at some cells along the path and has given values at its numbered cells.  For Zip
it counts the numbered cells only, for Numbrix and Hidato it counts all cells.  There may be several counters.
Both ends of the path are numbered, too.

The invariant is that of `mates`.  In addition, each end of a piece stores two bytes for each counter: the
index of the numbered cell nearest to this end along the piece (0: none), and the increase of the counter from
there to the end.  Different indices at the two ends, or an end of the path, determine in which direction the
piece is walked.  The update: if two pieces with nearest indices i and j are joined, i and j must differ by 1,
the values must differ by the increase between them, and the directions of both pieces must agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from gridwalk.allpaths.frontier import DEAD, DIRECTED, SLOTS, Family, Graph, expand_states
from gridwalk.allpaths.mates import FRESH, FULL, LABEL, MATE, MET, decide, join, settle
from gridwalk.errors import HopelessError
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch

MOST = 255  # numbered cells, and the increase of a counter between two of them: both fit into a byte
GIVEN = 1  # the first row of data that belongs to counters; each has two: its values, and the widest gaps


@inline_kernel
def far_number(state, numbers, code, far):
    """Return the index of the numbered cell nearest to the far end of a piece with *code* at this end."""
    if code < LABEL:
        return np.int64(state[numbers + far])
    return np.int64(0 if code == LABEL else MOST)


@inline_kernel
def fits(state, layer, p, q, far_p, far_q, data):
    """Return whether the pieces that end in slots *p* and *q* can be joined by all counters."""
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
            before = far_number(state, numbers, state[p], far_p)
            after = far_number(state, numbers, state[q], far_q)
            if (before - i) * step > 0 or (after - j) * step < 0:
                return False
        numbers += 2 * slots
    return True


@inline_kernel
def hand_on(state, slots, numbers, near, far, own, other, between):
    """Clear the joined end of a piece; without a numbered cell, its far end gets the index of the *other*."""
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
    """Decide a cell; the path is finished when the pieces from both ends meet."""
    return settle(state, layer, decide(link, state, layer, c, data), MET)


@kernel
def expand(states, layer, data, state, words, rows, pending, registers, budget):
    """Expand states by `step`."""
    expand_states(step, states, layer, data, state, words, rows, pending, registers, budget)


@dataclass(frozen=True)
class Counter:
    """The values of a counter at its numbered cells and at both ends of the path.

    *every*: whether it counts all cells; else it counts the numbered cells only.
    """

    value_of_cell: Mapping[int, int]
    every: bool


class NumberedPaths(Family):
    """The paths through all cells of *graph*, from *start* to *end*, that agree with all counters."""

    expand = expand

    def __init__(
        self,
        graph: Graph,
        start: int,
        end: int,
        counters: Sequence[Counter],
        order: Sequence[int],
        watch: Watch | None = None,
    ) -> None:
        self.fields = 2 * len(counters)  # type: ignore[misc]
        entering = np.zeros((graph.cells, 1 + self.fields), np.int64)  # the bytes with which each cell enters
        entering[[start, end], 0] = LABEL, LABEL + 1
        rows: list[list[int]] = []
        for column, counter in zip(range(1, self.fields, 2), counters, strict=True):
            numbered = sorted(counter.value_of_cell, key=lambda u: counter.value_of_cell[u])
            values = [counter.value_of_cell[u] for u in numbered]
            gaps = [after - before for before, after in pairwise(values)]
            if max(len(values), *gaps) > MOST:
                seen = f"{len(values):,} numbers, up to {max(gaps):,} steps apart"
                raise HopelessError(f"{seen}: a sweep takes at most {MOST - 2} numbers, {MOST} steps apart")
            entering[:, column + 1] = counter.every
            entering[numbered, column] = np.arange(1, len(values) + 1)
            entering[numbered, column + 1] = 0
            widest = map(max, [0, *gaps], [*gaps, 0])  # the wider of the gaps before and after each number
            rows += [[0, *values], [max(gaps), *widest]]
        everywhere = replace(graph, must_visit=np.ones(graph.cells, bool))
        super().__init__(everywhere, order, {u: u for u in range(graph.cells)}, rows, watch)
        places = self.slots * np.array([0, *(np.arange(self.fields) + 1 + graph.directed)])
        for n, layer in enumerate(self.layers):
            slots, cells = layer.arrays[3].T
            enter = np.stack([slots[:, None] + places, entering[cells]], axis=2).reshape(-1, 2)
            arrays = (*layer.arrays[:3], enter[enter[:, 1] > 0], *layer.arrays[4:])
            self.layers[n] = replace(layer, arrays=arrays)
