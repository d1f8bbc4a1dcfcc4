"""Cycles through given cells and edges; through all cells they are closed tours.

The invariant is that of `mates`; a cycle is finished when a piece is closed with nothing left over.
"""

from __future__ import annotations

from collections.abc import Sequence

from gridwalk.allpaths.frontier import Family, Graph, expand_states
from gridwalk.allpaths.mates import CYCLE, decide, join, settle
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch


@inline_kernel
def step(state, layer, c, data):
    """Decide a cell; the cycle is finished when a piece is closed."""
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
