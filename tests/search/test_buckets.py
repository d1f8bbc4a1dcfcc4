"""Cheapest paths by buckets: every kind of costs, several starts and exits, short slices, little room."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.tuning import tuned
from gridwalk.search import dijkstra
from gridwalk.search.choice import ready
from gridwalk.search.fields import search_tree
from profiles import examples
from strategies import BISHOP_STEPS, KING, board_of, raws

# A bucket for each cost, buckets of a width for whole and for other costs, a range too wide for buckets.
COSTS = {
    "none": None,
    "small": st.integers(1, 9),
    "large": st.integers(200, 900),
    "free": st.integers(0, 3),
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


def tuples(table):
    return tuple(map(tuple, table.tolist()))


@examples(150)
@given(asked=asked())
def test_several_starts_and_exits_in_slices(tier, asked):
    raw, starts, exits, steps = asked
    board = board_of(raw)
    known = oracles.distances(raw, starts)
    least = min((known[cell] for cell in exits if cell in known), default=None)
    with tuned(slice=steps, more_cells=0, buckets_from=0):
        path = board.paths(starts, exits).shortest(by="dijkstra")
        field = board.distances(starts)
    oracles.check_cheapest(raw, path, least, starts, exits)
    expected = [[known.get((r, c), np.inf) for c in range(board.columns)] for r in range(board.rows)]
    assert np.allclose(field, expected, rtol=1e-12, atol=0)


@examples(60)
@given(
    deltas=st.sampled_from((BISHOP_STEPS, KING)),
    factor=st.sampled_from((0.01, 0.5, 1, 2, 100)),
    greatest=st.sampled_from((3, 255, 256, 300, 600)),
    seed=st.integers(0, 99),
)
def test_costs_of_one_byte_beside_factors_of_diagonal_steps(tier, deltas, factor, greatest, seed):
    """A step may cost less than 256 into a cell that costs more; a copy of the costs must hold the cells."""
    costs = np.random.default_rng(seed).integers(max(1, greatest // 2), greatest + 1, (5, 6))
    board = gw.Board(np.ones((5, 6), bool), moves=gw.Moves(deltas), costs=costs, diagonal=factor)
    for backwards in (False, True):
        sources = dijkstra.Sources.plain([0])
        heap = dijkstra.spread_from(board, sources, Watch(), backwards=backwards).distances
        found = dijkstra.run_buckets(board, sources, Watch(), backwards=backwards)
        assert found is None or (found[0] == heap).all()
    path = board.paths((0, 0), (4, 4)).shortest(by="astar")
    assert path.cost == pytest.approx(board.distances((0, 0))[4, 4], rel=1e-11)


def test_many_sources_need_more_room(tier):
    board = gw.Board.rectangle(20, 30, costs=np.full((20, 30), 2))
    with tuned(more_cells=0):
        assert not board.distances(np.argwhere(board.open_cells)).any()


@examples(150)
@given(
    asked=asked(), values=st.lists(st.sampled_from((0.0, 0.0, 0.3, 2.0, 7.75, 50.0, -0.1, -8.0)), min_size=3)
)
def test_distances_are_those_of_a_heap(tier, asked, values):
    raw, cells, _, steps = asked
    board, watch = board_of(raw), Watch()
    places = np.array([board.index(cell) for cell in cells])
    sources = dijkstra.Sources.by_value(places, np.array(values[: len(cells)]))
    for backwards, most in product((False, True), (np.inf, 6.0, 0.2)):
        options = {"backwards": backwards, "most": most}
        with tuned(slice=steps, more_cells=0):
            found = dijkstra.run_buckets(board, sources, watch, **options)
        tree = dijkstra.spread_from(board, sources, watch, **options)
        if found is not None:
            assert np.array_equal(found[0], tree.distances)
        if backwards:
            field = search_tree(board, "flow", sources, most, watch)
            assert np.array_equal(field.distances, tree.distances)
            if board._step_costs.least > 0:
                assert np.array_equal(field.moves, tree.moves)
            for moves in (field.moves, tree.moves):  # no circle, not even of moves that cost nothing
                ahead = np.arange(board.size) + np.append(board._delta_of_move, 0)[moves]
                ends = ahead
                for _ in range(board.size):
                    ends = ahead[ends]
                assert (moves[ends] == -1).all()
                assert (tree.distances[ahead] <= tree.distances).all()


@pytest.mark.parametrize(
    ("values", "labels", "buckets"),
    [
        ((1, 2, 9), np.int32, 32),
        ((300, 5000), np.int64, 64),
        ((0.25, 4.0), np.int64, 64),
        ((0.3, 4.0), np.int64, 64),
        ((3e200, 4e201), np.int64, 64),
        ((1, 4000), np.int64, 2048),
        ((1, 100_000), None, None),
        ((0, 1), None, None),
        ((1e-9, 1.0), None, None),
    ],
)
def test_the_range_of_costs_decides(values, labels, buckets):
    costs = np.resize(values, (40, 40))
    search = ready(gw.Board(np.ones((40, 40), bool), moves=gw.KING, costs=costs), "astar")
    assert search.find.name == ("find_with_heap" if labels is None else "find_with_buckets")
    if labels is not None:
        scratch = search.new_scratch(1)
        assert (scratch[0][0].dtype, len(scratch[1][0])) == (labels, buckets)


def test_labels_are_cleared_when_there_is_no_room_for_another_search(tier):
    random = np.random.default_rng(3)
    for costs in (random.integers(1, 10, (9, 9)), random.random((9, 9)) + 1):
        board = gw.Board(np.ones((9, 9), bool), moves=gw.KING, costs=costs)
        search, bases = ready(board, "astar"), []
        for number in range(8):
            start, exit_ = (tuple(cell) for cell in random.integers(0, 9, (2, 2)).tolist())
            path = board.paths(start, exit_).shortest(by="astar")
            assert path.cost == pytest.approx(board.distances(start)[exit_], rel=1e-11)
            (label_of_cell, next_base), *_ = search.spare[-1].scratch
            bases.append(int(next_base[0]))
            if number == 4:
                next_base[0] = (1 << 8 * label_of_cell.itemsize - 2) - 5
        assert bases[:5] == sorted(bases[:5])
        assert bases[5] < bases[4] + (1 << 8 * label_of_cell.itemsize - 3)


def test_costs_of_every_magnitude_in_a_heap(tier):
    """Keys of the heap end at 2**62, so that larger costs are divided by a power of two."""
    random = np.random.default_rng(1)
    for _ in range(10):
        costs = 10.0 ** random.uniform(12, 25, (20, 20))
        costs = np.maximum(costs, costs.sum() / 2.0**52)
        board = gw.Board.from_costs(costs, moves="king")
        for _ in range(3):
            start, exit_ = (tuple(cell) for cell in random.integers(0, 20, (2, 2)).tolist())
            path = board.paths(start, exit_).shortest(by="astar")
            assert path.cost == pytest.approx(board.distances(start)[exit_], rel=1e-11)


@pytest.mark.parametrize("diagonal", [0.01, 1 / 3, 1000.0])
@pytest.mark.parametrize("deltas", [BISHOP_STEPS, KING], ids=["slanted", "king"])
@pytest.mark.parametrize("priced", [False, True], ids=["steps", "costs"])
def test_diagonals_of_any_price(tier, diagonal, deltas, priced):
    """Cheaper and dearer than straight steps, or without any of these; and once more after a change."""
    random = np.random.default_rng(6)
    open_cells, costs = random.random((8, 9)) < 0.8, random.integers(2, 10, (8, 9))
    raw = oracles.Raw(
        tuples(open_cells), deltas, "none", diagonal=diagonal, costs=tuples(costs) if priced else None
    )
    board, ends = board_of(raw), random.permutation(raw.cells).tolist()
    for _ in range(1 + priced):
        for start in map(tuple, ends[:2]):
            known = oracles.distances(raw, [start])
            expected = [known.get(tuple(goal), np.inf) for goal in ends]
            with tuned(buckets_from=0):
                field = board.distances(start)
            found = board.shortest_many([start] * len(ends), ends, by="astar", invalid="none").costs
            assert np.allclose([found, [field[tuple(goal)] for goal in ends]], expected, rtol=1e-12, atol=0)
        if priced:
            changed = tuple(ends[-1])
            costs[changed] = 40
            raw, board = replace(raw, costs=tuples(costs)), board.with_costs({changed: 40})
