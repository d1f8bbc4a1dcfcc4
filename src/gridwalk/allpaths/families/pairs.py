"""Disjoint paths between given pairs of cells (Numberlink), and those that also keep apart from each other.

The invariant is that of `mates`, with two labels for each pair.  The update: two labels may meet only if they
belong to the same pair; the last pair that meets finishes the paths.  The two ends of a pair are
interchangeable, so the even label is always put into the lower slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gridwalk.allpaths.families.induced import decide_apart
from gridwalk.allpaths.frontier import DEAD, DIRECTED, DONE, OPEN, SLOTS, Family, Graph, expand_states
from gridwalk.allpaths.mates import BLOCKED, CYCLE, LABEL, MET, decide, is_finished, join, sort_labels, tidy
from gridwalk.errors import HopelessError
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch

MOST_PAIRS = 63  # labels must fit into a byte


@inline_kernel
def link(state, layer, p, q, edge, data):
    """Join two pieces; two labels may meet only if they belong to the same pair."""
    a, b = state[p], state[q]
    said = join(state, layer, p, q, edge, data)
    return DEAD if said == MET and (a ^ 1) != b else said


@inline_kernel
def settle_pairs(state, layer, said):
    """Return the result of a step from the result *said* of `decide`; the last pair that meets finishes."""
    if said == DEAD or said == CYCLE or not tidy(state, layer):
        return DEAD
    if said == MET and is_finished(state, layer):
        return DONE
    if not layer[0][DIRECTED]:
        sort_labels(state, layer[0][SLOTS])
    return OPEN


@inline_kernel
def step(state, layer, c, data):
    """Decide a cell."""
    return settle_pairs(state, layer, decide(link, state, layer, c, data))


@inline_kernel
def step_apart(state, layer, c, data):
    """Decide a cell of paths that keep apart."""
    return settle_pairs(state, layer, decide_apart(link, state, layer, c, data))


@kernel
def expand(states, layer, data, state, words, rows, pending, registers, budget):
    """Expand states by `step`."""
    expand_states(step, states, layer, data, state, words, rows, pending, registers, budget)


@kernel
def expand_apart(states, layer, data, state, words, rows, pending, registers, budget):
    """Expand states by `step_apart`."""
    expand_states(step_apart, states, layer, data, state, words, rows, pending, registers, budget)


class DisjointPairs(Family):
    """Disjoint paths of *graph*, one for each of *pairs*."""

    expand = expand

    def __init__(
        self, graph: Graph, pairs: Sequence[tuple[int, int]], order: Sequence[int], watch: Watch | None = None
    ) -> None:
        if len(pairs) > MOST_PAIRS:
            raise HopelessError(f"a sweep has at most {MOST_PAIRS} pairs, and there are {len(pairs):,}")
        ends = [cell for pair in pairs for cell in pair]
        must = graph.must_visit.copy()
        must[ends] = True
        codes = {cell: LABEL + k for k, cell in enumerate(ends)}
        super().__init__(replace(graph, must_visit=must), order, codes, watch=watch)


class PairsApart(DisjointPairs):
    """Disjoint paths that keep apart: edges join only cells that are consecutive on the same path."""

    expand, too_few, sees_pairs = expand_apart, BLOCKED, True
