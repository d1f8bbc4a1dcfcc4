"""Induced paths and cycles: only consecutive cells are joined by an edge of the graph.

The invariant is that of `mates`; in addition, a BLOCKED cell is not on the path and has a neighbour on it.
The update: when a cell on the path has been decided, its undecided neighbours are blocked, except those to
which the path leads.
"""

from __future__ import annotations

from gridwalk.allpaths.families.cycles import Cycles
from gridwalk.allpaths.families.simple import SimplePaths, settle_path
from gridwalk.allpaths.frontier import CELL, DEAD, OPEN, expand_states
from gridwalk.allpaths.mates import BLOCKED, CYCLE, FRESH, FULL, decide, join, settle
from gridwalk.runtime.kernel import inline_kernel, kernel


@inline_kernel
def keep_apart(state, layer, c, said, on_path):
    """Block the other neighbours of a cell *on_path*; return DEAD if one of them is on the path already.

    *said* is the result of `decide`.  If it finishes a path, undecided cells of the path are checked, too.
    """
    near, p, q, pairs = layer[4], layer[1][c, 0], layer[1][c, 1], layer[6]
    if on_path:
        for i in range(len(near)):
            u = near[i]
            if u != p and u != q:
                if state[u] != FRESH and state[u] != BLOCKED:
                    return DEAD
                state[u] = BLOCKED
    if said != OPEN:
        for i in range(len(pairs)):
            if state[pairs[i, 0]] == FULL and state[pairs[i, 1]] == FULL:
                return DEAD
    return said


@inline_kernel
def decide_apart(link, state, layer, c, data):
    """Decide a cell by *link*; if it is then on a path, block its other neighbours."""
    v, p = layer[0][CELL], layer[1][c, 0]
    on_path = p >= 0 or state[v] == FULL
    said = decide(link, state, layer, c, data)
    return DEAD if said == DEAD else keep_apart(state, layer, c, said, on_path)


@inline_kernel
def step_of_path(state, layer, c, data):
    """Decide a cell of induced paths."""
    return settle_path(state, layer, decide_apart(join, state, layer, c, data))


@inline_kernel
def step_of_cycle(state, layer, c, data):
    """Decide a cell of induced cycles."""
    return settle(state, layer, decide_apart(join, state, layer, c, data), CYCLE)


@kernel
def expand_paths(states, layer, data, state, words, rows, pending, registers, budget):
    """Expand states by `step_of_path`."""
    expand_states(step_of_path, states, layer, data, state, words, rows, pending, registers, budget)


@kernel
def expand_cycles(states, layer, data, state, words, rows, pending, registers, budget):
    """Expand states by `step_of_cycle`."""
    expand_states(step_of_cycle, states, layer, data, state, words, rows, pending, registers, budget)


class InducedPaths(SimplePaths):
    """The induced paths of a graph from *start* to *end*."""

    expand, too_few, sees_pairs = expand_paths, BLOCKED, True


class InducedCycles(Cycles):
    """The induced cycles of a graph."""

    expand, too_few, sees_pairs = expand_cycles, BLOCKED, True
