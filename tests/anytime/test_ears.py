"""Ears: ways through free junctions, to begin a path with and to make it longer."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.anytime.improver import STRETCHES, LongSearch
from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.kernels.anytime.ears import HERE, add_ears
from gridwalk.kernels.anytime.places import OFF
from gridwalk.kernels.anytime.reroute import RECORD, STEPS, VALUE
from gridwalk.kernels.codes import NONE
from gridwalk.runtime import slices
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.shrink.reduction import shrink
from profiles import examples


@st.composite
def networks(draw):
    """The largest block between two corners: walls at random, also with costs and one-way cells."""
    shape = draw(st.integers(2, 7)), draw(st.integers(2, 7))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    cells = rng.random(shape) >= draw(st.sampled_from((0.0, 0.15, 0.3)))
    cells[0, 0] = cells[-1, -1] = True
    costs = draw(st.sampled_from((None, rng.integers(1, 9, shape))))
    moves = draw(st.sampled_from((gw.ORTHOGONAL, gw.KING, gw.KNIGHT)))
    board = gw.Board(cells, moves=moves, costs=costs)
    if moves is gw.ORTHOGONAL and draw(st.booleans()):
        cell = tuple(rng.integers(0, shape).tolist())
        if cells[cell]:
            board = board.replace(one_way={cell: (1, 0)})
    blocks = shrink(board, [(0, 0)], [(shape[0] - 1, shape[1] - 1)]).blocks
    assume(blocks)
    block = max(blocks, key=lambda block: block.network.junctions)
    return LongNetwork.of(block.network, "length" if costs is None else "cost")


def walked(network, onward):
    """The junctions and the weight of a path, which must be one."""
    path, total = [network.source], 0
    while path[-1] != network.sink:
        place = int(onward[path[-1]])
        assert network.first[path[-1]] <= place < network.first[path[-1] + 1]
        path.append(int(network.near[place]))
        total += network.weight[network.edge[place]].item()
    assert len(set(path)) == len(path)
    assert {v for v in range(network.junctions) if onward[v] != OFF} == set(path)
    return path, total


def eared(network, steps, stretches=STRETCHES, seen=512, seed=1):
    """A first path, and what ears made of it."""
    search = LongSearch(network, seed, NO_LIMITS.watch())
    first = search._first()
    onward, state = first.onward.copy(), slices.registers()
    state[STEPS], state[VALUE], state[HERE] = steps, first.gain, network.source
    scratch = np.full(network.junctions, NONE, np.int32), np.zeros(network.junctions, np.int32)
    scratch = *scratch, np.empty(seen, np.int32)
    taken, random = np.empty(64, np.int64), np.array([seed], np.int64)
    arguments = search._arrays, onward, scratch, taken, np.array(stretches), network.source, random
    slices.run(add_ears, *arguments, state=state, moves_of_cell=network.near, watch=NO_LIMITS.watch())
    assert (scratch[0] == NONE).all()
    return first, onward, state


@examples(150)
@given(networks(), st.integers(1, 400), st.sampled_from((1, 4, 512)), st.integers(1, 1000))
def test_a_path_with_ears_is_a_path_and_never_worse(network, steps, seen, seed):
    first, onward, state = eared(network, steps, seen=seen, seed=seed)
    assert walked(network, first.onward)[1] == first.gain
    assert walked(network, onward)[1] == state[VALUE] >= first.gain
    assert state[STEPS] == 0


def has_way(network, begin, end, free):
    """Whether a way leads from one junction to another through free ones, at least one."""
    reached, stack = set(), [begin]
    while stack:
        u = stack.pop()
        for v in network.near[network.first[u] : network.first[u + 1]].tolist():
            if v == end and u != begin:
                return True
            if v in free and v not in reached:
                reached.add(v)
                stack.append(v)
    return False


@examples(150)
@given(networks(), st.integers(1, 1000))
def test_after_a_walk_along_the_path_no_edge_has_an_ear(network, seed):
    # All edges are worth the same, or an ear may be worth less than an edge.
    network = replace(network, weight=np.ones(network.edges, np.int64))
    _, onward, _ = eared(network, 2 * network.junctions, [1], seed=seed)
    path, _ = walked(network, onward)
    free = set(range(network.junctions)) - set(path)
    assert not [edge for edge in pairwise(path) if has_way(network, *edge, free)]


@pytest.mark.parametrize("budget", [None, 7])
def test_both_tiers_and_all_slices_make_the_same_path(tune, budget):
    cells = np.random.default_rng(5).random((12, 12)) >= 0.2
    cells[0, 0] = cells[-1, -1] = True
    (block, *_) = shrink(gw.Board(cells, moves=gw.KING), [(0, 0)], [(11, 11)]).blocks
    network, found = LongNetwork.of(block.network), []
    for name in ("python", "compiled"):
        with slices.tier(name):
            found.append(eared(network, 900)[1].tolist())
    tune(slice=budget)
    assert found[0] == found[1] == eared(network, 900)[1].tolist()


def test_ears_alone_are_long():
    """Of the junctions that walls at random leave to knights, ears alone visit nineteen of twenty."""
    cells = np.random.default_rng(3).random((50, 50)) >= 0.2
    cells[0, 0] = cells[-1, -1] = True
    board = gw.Board(cells, moves=gw.KNIGHT, start=(0, 0), exits=[(49, 49)])
    (block, *_) = shrink(board, [(0, 0)], [(49, 49)]).blocks
    network = LongNetwork.of(block.network)
    search = LongSearch(network, 1, NO_LIMITS.watch())
    before = search.value
    search.run(len(STRETCHES) * network.junctions)
    assert search.value >= 0.95 * network.junctions >= before
    assert search._state[RECORD] == search.value
