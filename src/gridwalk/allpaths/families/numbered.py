"""One path through all cells that passes numbered ones: in order (Zip), or at steps (Numbrix, Hidato).

A *counter* goes up by 1 at some cells along the path, and has given values at its numbered cells.  An order
is a counter of the numbered cells alone, steps are a counter of all cells; there may be several.  Both ends
of the path are numbered, too.

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

import numpy as np

from gridwalk.allpaths.frontier import DEAD, DIRECTED, SLOTS, Family, Graph, expand_states
from gridwalk.allpaths.mates import FRESH, FULL, LABEL, MATE, MET, decide, join, settle
from gridwalk.errors import HopelessError
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch

MOST = 255  # numbers, and what a counter adds between two: they fit into a byte
GIVEN = 1  # row of data before those of counters: for each counter the values, and the widest gaps


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
            before = far_number(state, numbers, state[p], far_p)
            after = far_number(state, numbers, state[q], far_q)
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
    """Decide a cell; the path is finished when the pieces from both ends meet."""
    return settle(state, layer, decide(link, state, layer, c, data), MET)


@kernel
def expand(states, layer, data, state, words, rows, pending, registers, budget):
    """Expand states by `step`."""
    expand_states(step, states, layer, data, state, words, rows, pending, registers, budget)


@dataclass(frozen=True)
class Counter:
    """What a counter has at each numbered cell, and at both ends of the path.

    *every*: whether it counts all cells; else it counts the numbered ones.
    """

    value_of_cell: Mapping[int, int]
    every: bool


class NumberedPaths(Family):
    """The paths through all cells of *graph*, from *start* to *end*, on which every counter is right."""

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
        entering = np.zeros((graph.cells, 1 + self.fields), np.int64)  # the bytes of each cell
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
            widest = map(max, [0, *gaps], [*gaps, 0])  # beside each number
            rows += [[0, *values], [max(gaps), *widest]]
        everywhere = replace(graph, must_visit=np.ones(graph.cells, bool))
        super().__init__(everywhere, order, {u: u for u in range(graph.cells)}, rows, watch)
        places = self.slots * np.array([0, *(np.arange(self.fields) + 1 + graph.directed)])
        for n, layer in enumerate(self.layers):
            slots, cells = layer.arrays[3].T
            enter = np.stack([slots[:, None] + places, entering[cells]], axis=2).reshape(-1, 2)
            arrays = (*layer.arrays[:3], enter[enter[:, 1] > 0], *layer.arrays[4:])
            self.layers[n] = replace(layer, arrays=arrays)
