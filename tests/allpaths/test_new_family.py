"""A family of paths written from the contract alone: paths that use an even number of marked edges."""

import numpy as np
import pytest

from gridwalk.allpaths.families.simple import SimplePaths, settle_path
from gridwalk.allpaths.frontier import DEAD, DONE, EXTRA, Graph, expand_states
from gridwalk.allpaths.mates import LABEL, decide, join
from gridwalk.allpaths.members import Members
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.resources import DEFAULT_RESOURCES

MARKED = 2  # row of data


@inline_kernel
def marked_join(state, layer, p, q, edge, data):
    """Join two pieces, and count the marked edges by two."""
    state[data[0, EXTRA]] ^= data[MARKED, edge]
    return join(state, layer, p, q, edge, data)


@inline_kernel
def step(state, layer, c, data):
    """Decide a cell; a path with an odd number of marked edges is none."""
    said = settle_path(state, layer, decide(marked_join, state, layer, c, data))
    return DEAD if said == DONE and state[data[0, EXTRA]] else said


@kernel
def expand(states, layer, data, state, words, rows, pending, registers, budget):
    """Expand states by `step`."""
    expand_states(step, states, layer, data, state, words, rows, pending, registers, budget)


class EvenPaths(SimplePaths):
    """The paths from *start* to *end* with an even number of *marked* edges."""

    expand, extra = expand, 1

    def __init__(self, graph, start, end, order, marked):
        super(SimplePaths, self).__init__(graph, order, {start: LABEL, end: LABEL + 1}, [marked])


def paths(graph, start, end):
    """Return the edges of all simple paths."""
    found, stack = [], [(start, (start,), ())]
    while stack:
        at, cells, used = stack.pop()
        if at == end:
            found.append(frozenset(used))
            continue
        for edge, pair in enumerate(graph.edges.tolist()):
            if at in pair and (after := sum(pair) - at) not in cells:
                stack.append((after, (*cells, after), (*used, edge)))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_family_from_the_contract_has_every_verb(seed, tier):
    rng, cells = np.random.default_rng(seed), 6
    pairs = [(u, v) for u in range(cells) for v in range(u) if rng.random() < 0.7]
    graph = Graph.plain(cells, np.array(pairs, np.int64).reshape(-1, 2), [0, cells - 1])
    marked = (rng.random(len(pairs)) < 0.4).astype(int).tolist()
    wanted = [path for path in paths(graph, 0, cells - 1) if sum(marked[edge] for edge in path) % 2 == 0]
    family = EvenPaths(graph, 0, cells - 1, rng.permutation(cells).tolist(), marked)
    members = Members(family, [1] * len(pairs), DEFAULT_RESOURCES, NO_LIMITS.watch())
    assert members.count() == len(wanted) == members.tape.count
    assert sum(members.count_by_length().values()) == len(wanted)
    listed = members.at(range(len(wanted)))
    assert {frozenset(edges) for edges in listed} == set(wanted)
    assert [members.tape.rank(edges) for edges in listed] == list(range(len(wanted)))
    best = members.best(np.ones(len(pairs), np.int64))
    assert (len(best) if best else 0) == max(map(len, wanted), default=0)
    assert all(frozenset(edges) in wanted for edges in members.sample(5, rng))
