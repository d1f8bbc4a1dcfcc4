"""Simple paths between two cells, through given cells and edges; with all cells required they are tours.

The invariant is that of `mates`.  Once both ends of the path are on the frontier, a virtual edge joins the
end to the start (a trick of Knuth), so that the path becomes a cycle.  It is finished when a piece is closed,
if no other piece and no required cell or edge is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gridwalk.allpaths.frontier import OPEN, Family, Graph, expand_states
from gridwalk.allpaths.mates import CYCLE, LABEL, MET, close_ends, decide, join, settle
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch


@inline_kernel
def settle_path(state, layer, said):
    """Return the result of a step from the result *said* of `decide`."""
    said = settle(state, layer, CYCLE if said == MET else said, CYCLE)  # MET: both ends enter in this layer
    if said == OPEN and len(layer[3]) > 0:  # an end enters in this layer
        close_ends(state, layer)
    return said


@inline_kernel
def step(state, layer, c, data):
    """Decide a cell; closing the cycle finishes the path."""
    return settle_path(state, layer, decide(join, state, layer, c, data))


@kernel
def expand(states, layer, data, state, words, rows, pending, registers, budget):
    """Expand states by `step`."""
    expand_states(step, states, layer, data, state, words, rows, pending, registers, budget)


class SimplePaths(Family):
    """The simple paths of *graph* from *start* to *end*."""

    expand = expand

    def __init__(
        self, graph: Graph, start: int, end: int, order: Sequence[int], watch: Watch | None = None
    ) -> None:
        must = graph.must_visit.copy()
        must[[start, end]] = True
        super().__init__(replace(graph, must_visit=must), order, {start: LABEL, end: LABEL + 1}, watch=watch)
