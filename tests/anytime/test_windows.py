"""Windows of long paths: the best that can be done inside with all outside as it is, and never worse."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.anytime.improver import LongSearch, gains
from gridwalk.anytime.longnetwork import LongNetwork
from gridwalk.anytime.windows import Windows
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.slices import tier
from gridwalk.shrink.reduction import shrink
from profiles import examples


def network_of(cells, moves=gw.ORTHOGONAL, costs=None):
    """The network of the largest block between two corners; None: there is no path."""
    cells[0, 0] = cells[-1, -1] = True
    board = gw.Board(cells, moves=moves, costs=costs)
    blocks = shrink(board, [(0, 0)], [(cells.shape[0] - 1, cells.shape[1] - 1)]).blocks
    if not blocks:
        return None
    block = max(blocks, key=lambda block: block.network.junctions)
    return LongNetwork.of(block.network, "length" if costs is None else "cost")


def first_path(network, steps=0):
    """The junctions of a path to begin with."""
    search = LongSearch(network, 1, NO_LIMITS.watch())
    search.run(steps)
    edges, onward = search.path
    before = np.where(onward, network.tail[edges], network.head[edges])
    return np.append(before, network.sink).astype(np.int32)


def windows_of(network, path, seed=1):
    return Windows(network, gains(network.weight), path, seed, NO_LIMITS.watch())


def weigh(network, junctions):
    """The weight of a path, which must be one."""
    joined = {}
    edges = network.tail.tolist(), network.head.tolist(), network.weight.tolist()
    for u, v, weight in zip(*edges, strict=True):
        joined[u, v] = joined[v, u] = weight
    path = junctions.tolist()
    assert (path[0], path[-1]) == (network.source, network.sink)
    assert len(set(path)) == len(path)
    return sum(joined[step] for step in pairwise(path))


@pytest.mark.parametrize(
    "weights", [[0, 0], [0.0, 0.0], [5e-324, 0], [3e-300, 1e-300], [1, 3], [2**60, 2**60]]
)
def test_gains_are_weights_to_scale_however_small(weights):
    found = gains(np.array(weights))
    whole, total = sum(weights), int(found.sum())
    assert 0 <= total <= 1 << 40
    for gain, weight in zip(found.tolist(), weights, strict=True):
        assert abs(gain * whole - weight * total) <= 1e-9 * whole * total


@st.composite
def networks(draw, most_rows=6, most_columns=7, walls=0.35):
    """Networks of boards with walls at random: rook or king, by moves or by cost."""
    shape = draw(st.integers(2, most_rows)), draw(st.integers(2, most_columns))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    cells = rng.random(shape) >= draw(st.sampled_from((0.0, 0.15, walls)))
    costs = draw(st.sampled_from((None, rng.integers(1, 9, shape), rng.random(shape) + 0.1)))
    network = network_of(cells, draw(st.sampled_from((gw.ORTHOGONAL, gw.ORTHOGONAL, gw.KING))), costs)
    assume(network is not None and not network.directed)
    return network


@examples(150)
@given(networks(5, 5))
def test_a_window_of_everything_finds_the_longest_path(network):
    """As long as that of a sweep by another engine."""
    windows = windows_of(network, first_path(network))
    windows.size = network.junctions
    windows.run(1)
    edges, _ = network.heaviest_walk(NO_LIMITS.watch(), 60.0)
    expected = network.weight[edges].sum()
    assert weigh(network, windows.path) == pytest.approx(expected, rel=1e-9)


def all_paths(network, most=20_000):
    """All paths as lists of junctions, by trying; None: too many."""
    near = [network.near[network.first[v] : network.first[v + 1]].tolist() for v in range(network.junctions)]
    found, stack = [], [[network.source]]
    while stack:
        path = stack.pop()
        if path[-1] == network.sink:
            found.append(path)
            if len(found) > most:
                return None
            continue
        stack += [[*path, v] for v in near[path[-1]] if v not in path]
    return found


@examples(150)
@given(networks(4, 5, 0.25), st.integers(3, 9), st.integers(1, 1000))
def test_a_window_is_the_best_of_all_paths_that_are_the_same_outside(network, size, seed):
    paths = all_paths(network)
    assume(paths is not None)
    windows = windows_of(network, first_path(network), seed)
    seen = []
    solve = windows._solved

    def solved(inside, count, strands):
        seen.append(set(inside[:count].tolist()))
        return solve(inside, count, strands)

    windows._solved = solved
    for _ in range(6):
        windows.size, before = size, windows.path
        windows.run(1)
        if not seen:
            assert windows.path is before
            continue
        inside = seen.pop()

        def outside(path, inside=inside):
            steps = map(frozenset, pairwise(path))
            return {step for step in steps if not step <= inside}

        same = [path for path in paths if outside(path) == outside(before.tolist())]
        best = max(weigh(network, np.array(path)) for path in same)
        assert weigh(network, windows.path) == pytest.approx(best, rel=1e-9)
        assert outside(windows.path.tolist()) == outside(before.tolist())


@examples(60)
@given(networks(12, 12), st.integers(1, 1000))
def test_a_path_is_never_worse_and_says_what_it_gained(network, seed):
    path = first_path(network, 50)
    value, windows = weigh(network, path), windows_of(network, path, seed)
    windows.size = 20
    for _ in range(15):
        windows.run(1)
        now = weigh(network, windows.path)
        assert now >= value - 1e-9
        value = now
    if network.weight.dtype.kind != "f":
        assert value == weigh(network, path) + windows.gained


def test_both_tiers_take_the_same_way():
    network = network_of(np.random.default_rng(4).random((14, 14)) >= 0.2)
    path, found = first_path(network), []
    for name in ("python", "compiled"):
        with tier(name):
            windows = windows_of(network, path)
            windows.size = 25
            windows.run(12)
            found.append((windows.path.tolist(), windows.gained, windows.size))
    assert found[0] == found[1]
    assert found[0][1] > 0


def test_windows_that_are_too_large_are_given_up_and_made_smaller(tune):
    tune(windows_room=40)
    network = network_of(np.ones((12, 12), bool))
    windows = windows_of(network, first_path(network))
    before = windows.path
    windows.size = 60
    with tier("python"):
        windows.run(3)
    assert windows.size < 60
    assert windows.path is before


def test_in_large_networks_windows_gain_what_reroutes_do_not():
    network = network_of(np.random.default_rng(2).random((30, 30)) >= 0.2)
    path = first_path(network, 20_000)
    windows = windows_of(network, path)
    windows.run(300)
    assert weigh(network, windows.path) == weigh(network, path) + windows.gained
    assert windows.gained >= 8
