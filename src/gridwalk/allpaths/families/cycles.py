"""Cycles through given cells and edges; with all cells required they are closed tours.

The invariant is that of `mates`.  A cycle is finished when a piece is closed, if no other piece and no
required cell or edge is left.
"""

from __future__ import annotations

from collections.abc import Sequence

from gridwalk.allpaths.frontier import Family, Graph, expand_states
from gridwalk.allpaths.mates import CYCLE, decide, join, settle
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch


@inline_kernel
def step(state, layer, c, data):
    """Decide a cell; closing a piece finishes the cycle."""
    return settle(state, layer, decide(join, state, layer, c, data), CYCLE)


@kernel
def expand(states, layer, data, state, words, rows, pending, registers, budget):
    """Expand states by `step`."""
    expand_states(step, states, layer, data, state, words, rows, pending, registers, budget)


class Cycles(Family):
    """The cycles of *graph*."""

    expand = expand

    def __init__(self, graph: Graph, order: Sequence[int], watch: Watch | None = None) -> None:
        super().__init__(graph, order, {}, watch=watch)
