"""Cheapest paths by buckets: every kind of costs, several starts and exits, short slices, little room."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.kernels.codes import GOAL
from gridwalk.runtime.tuning import tuned
from gridwalk.search.query import Query
from gridwalk.search.shortest import run_buckets
from profiles import examples
from strategies import board_of, raws

# A bucket for each cost, buckets of a width for whole and for other costs, a range too wide for buckets.
COSTS = {
    "none": None,
    "small": st.integers(1, 9),
    "large": st.integers(200, 900),
    "fractions": st.floats(0.3, 4.0),
    "far apart": st.sampled_from((1, 100_000)),
}


@st.composite
def asked(draw):
    raw, values = draw(raws(costs=False)), COSTS[draw(st.sampled_from(sorted(COSTS)))]
    if values is not None:
        raw = replace(raw, costs=tuple(tuple(draw(values) for _ in row) for row in raw.open_cells))
    ends = st.lists(st.sampled_from(raw.cells), min_size=1, max_size=3, unique=True)
    return raw, draw(ends), draw(ends), draw(st.sampled_from((1, 7, 1000)))


@examples(300)
@given(asked=asked())
def test_several_starts_and_exits_in_slices(tier, asked):
    raw, starts, exits, steps = asked
    board = board_of(raw)
    known = oracles.distances(raw, starts)
    least = min((known[cell] for cell in exits if cell in known), default=None)
    with tuned(slice=steps, more_cells=0, buckets_from=0):
        path = board.paths(starts, exits).shortest(by="dijkstra")
        field = board.distances(starts)
    assert (None if path is None else path.cost) == (
        None if least is None else pytest.approx(least, rel=1e-12)
    )
    if path is not None:
        oracles.check_certificate(raw, path, start=path.start, exits=exits)
        assert path.start in starts
    expected = [[known.get((r, c), np.inf) for c in range(board.columns)] for r in range(board.rows)]
    assert np.allclose(field, expected, rtol=1e-12, atol=0)


@pytest.mark.parametrize(
    ("low", "high", "kind"), [(1, 9, np.int32), (300, 5000, np.float64), (1, 5000, None)]
)
def test_the_range_of_costs_decides(low, high, kind):
    costs = np.random.default_rng(1).integers(low, high + 1, (40, 40))
    board = gw.Board(np.ones((40, 40), bool), moves=gw.KING, costs=costs)
    query = Query(board, ((0, 0),), ((39, 39),))
    tree = run_buckets(query)
    assert (None if tree is None else tree[0].dtype) == kind
    if tree is not None:
        assert (query.state[GOAL], tree[0][-1]) == (1599, board.paths().shortest(by="astar").cost)


def test_a_closed_exit_waits_for_a_cheaper_one_of_its_bucket():
    """Costs 1.0 and 1.6 share a bucket of width 1; the dearer exit leaves it first."""
    board = gw.Board([[True] * 3], costs=[[1.0, 2.5, 1.6]], start=(0, 1))
    for moves in (gw.ROOK, gw.Moves(gw.ROOK.deltas[::-1])):
        paths = board.replace(moves=moves).paths((0, 1), [(0, 0), (0, 2)])
        with tuned(buckets_from=0):
            path = paths.shortest(by="dijkstra")
        assert (path.end, path.cost) == ((0, 0), 1.0)
