"""Costs so small, so large or so close that rounding tells."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.algorithms import names
from gridwalk.errors import BoardError
from gridwalk.search.choice import why_not
from profiles import examples
from strategies import KING, ORTHOGONAL, board_of, open_grids, shapes


def board_with(costs):
    costs = np.array(costs)
    return gw.Board(np.ones(costs.shape, bool), costs=costs)


@pytest.mark.parametrize("scale", [1e-300, 1e-11, 1.0, 1e17, 1e19, 1e200, 1e300])
def test_a_star_and_dijkstra_agree_at_any_scale(tier, scale):
    costs = np.random.default_rng(1).random((12, 13)) * scale + scale / 100
    paths = board_with(costs).paths()
    expected = paths.shortest(by="dijkstra").cost
    assert paths.shortest(by="astar").cost == pytest.approx(expected, rel=1e-12)
    batch = paths.board.shortest_many([paths.starts[0]], [paths.exits[0]], by="astar")
    assert batch.costs[0] == pytest.approx(expected, rel=1e-12)
    cheapest = paths.all_shortest()
    assert cheapest.count() == len(list(cheapest)) == 1
    assert cheapest.cost == pytest.approx(expected, rel=1e-12)


def test_whole_costs_are_told_apart_to_the_last_unit():
    """10**10 and 10**10 + 1 differ by a ten-thousand-millionth; only one way is the cheapest."""
    cheapest = board_with([[1, 10**10], [10**10 + 1, 1]]).paths().all_shortest()
    assert (cheapest.count(), cheapest.cost) == (1, 10**10 + 1)
    assert [list(path) for path in cheapest] == [[(0, 0), (0, 1), (1, 1)]]


def test_equal_costs_however_small_are_equal():
    cheapest = board_with(np.full((4, 4), 1e-10)).paths().all_shortest()
    assert cheapest.count() == len(list(cheapest)) == 20


def test_a_walls_cost_is_not_among_those_compared():
    board = gw.Board([[True, False, True]], costs=[[1.5, 1e300, 1.5]])
    assert board.costs.tolist() == [[1.5, 1, 1.5]]


def test_the_farthest_costs_allowed():
    """Just below 2**53 times the least: the way that is cheaper by the least is found."""
    board = gw.Board.rectangle(2, 2, costs=[[0.5, 2.0**51 - 2.0], [2.0**51 - 2.5, 0.5]])
    for by in ("dijkstra", "astar", "sweep"):
        assert list(board.paths().shortest(by=by)) == [(0, 0), (1, 0), (1, 1)]
    assert board.paths().all_shortest().count() == 1
    assert board.paths().all_shortest().cost == 2.0**51 - 2


@pytest.mark.parametrize("dear", [1e12, 2.0**49])
def test_fractions_that_are_added_exactly_are_told_apart_to_the_last_bit(dear):
    """One way costs dear + 1, the other dear + 1.5; a relative 1e-11 would take them for equal."""
    cheapest = gw.Board.rectangle(2, 2, costs=[[1.5, 1.0], [1.5, dear]]).paths().all_shortest()
    assert [list(path) for path in cheapest] == [[(0, 0), (0, 1), (1, 1)]]


def best_by_hand(raw, starts, exits, through, choose):
    """The exact cost of the cheapest (max: the most expensive) path that visits *through*, or None."""
    costs = [
        sum(Fraction(raw.costs[row][column]) for row, column in path[1:])
        for start in starts
        for path in oracles.simple_paths(raw, start, exits)
        if through in path
    ]
    return choose(costs, default=None)


@pytest.mark.long
@examples(100)
@given(data=st.data(), deltas=st.sampled_from((ORTHOGONAL, KING)), bits=st.integers(20, 50))
def test_every_engine_is_right_however_far_apart_costs_are(data, deltas, bits):
    """Costs around 1 and around 2**bits; of several starts and exits, and through a cell."""
    shape = data.draw(shapes(3, 4, 9))
    cost = st.one_of(st.floats(1, 1.5), st.floats(2.0 ** (bits - 1), 2.0**bits))
    costs = tuple(tuple(data.draw(cost) for _ in range(shape[1])) for _ in range(shape[0]))
    raw = oracles.Raw(data.draw(open_grids(shape)), deltas, "none", {}, costs)
    cell = st.sampled_from(raw.cells)
    starts, exits = (sorted(data.draw(st.sets(cell, min_size=1, max_size=2))) for _ in range(2))
    through = data.draw(cell)
    try:
        paths = board_of(raw).paths(starts, exits)
    except BoardError:
        assume(False)

    def exact(path):
        return path and sum(Fraction(raw.costs[row][column]) for row, column in list(path)[1:])

    for answer, wanted, choose in (
        (paths.shortest(by="dijkstra"), None, min),
        (paths.shortest(by="sweep"), None, min),
        (paths.longest(measure="cost"), None, max),
        (paths.through(through).shortest(), through, min),
        (paths.through(through).longest(measure="cost"), through, max),
    ):
        if wanted is None:
            every = [best_by_hand(raw, starts, exits, cell, choose) for cell in starts]
            expected = choose((cost for cost in every if cost is not None), default=None)
        else:
            expected = best_by_hand(raw, starts, exits, wanted, choose)
        assert (answer is None) == (expected is None)
        assert answer is None or abs(exact(answer) - expected) <= expected * Fraction(1, 10**10)


@pytest.mark.long
def test_a_sweep_is_made_again_where_rounding_told():
    """Swept once, two of these boards are answered by a path two percent too expensive."""
    rng = np.random.default_rng(5)
    for number in range(50):
        shape = rng.integers(3, 5, 2)
        dear = rng.uniform(0.5, 1, shape) * 2.0 ** rng.uniform(46, 50)
        costs = np.where(rng.random(shape) < 0.4, dear, rng.uniform(1, 1.4, shape))
        board = gw.Board(np.ones(shape, bool), costs=costs, moves=(gw.KING, gw.ORTHOGONAL)[number % 2])
        paths = board.paths([(0, 0), (0, 1)] if number % 3 else [(0, 0)])
        expected = paths.shortest(by="dijkstra").cost
        assert paths.shortest(by="sweep").cost == pytest.approx(expected, rel=1e-10)


def test_a_sweep_that_is_made_again_leaves_out_what_is_avoided():
    far = 2.0**50
    costs = [[1, 1, 1], [1, far, 1.25], [1.5, 1, 1]]
    paths = gw.Board.rectangle(3, 3, costs=costs).paths()
    assert paths.avoiding((0, 1)).shortest(by="sweep").cells.tolist()[1] == [1, 0]
    assert paths.avoiding((0, 1)).shortest(by="sweep").cost == 4.5
    assert paths.through((1, 1)).longest(measure="cost").cost > far
    assert paths.avoiding((1, 1)).longest(measure="cost").cost == 4.5


ENDLESS = (  # boards whose sweep for the best path was repeated for ever
    (
        gw.Board.rectangle(3, 3, moves=gw.KING, costs=[[0.1, 0.1, 0.3]] * 3, diagonal=0.001),
        lambda board: board.paths((0, 0), (1, 1)).within(20).shortest(by="sweep").cost,
        0.0001,
    ),
    (
        gw.Board(
            np.array([[1, 1], [1, 0], [1, 0], [1, 1]], bool),
            moves=gw.Moves([(1, -2), (-2, 1), (-2, 2), (1, -1)], "one"),
            costs=[[1 / 3, 1 / 3], [0.1, 2.2], [2.2, 2.2], [0.7, 2.2]],
            diagonal=0.001,
        ),
        lambda board: board.paths((0, 1), (1, 0)).within(20).longest(measure="cost").cost,
        0.0001,
    ),
)


@pytest.mark.parametrize(("board", "ask", "expected"), ENDLESS, ids=["shortest", "longest"])
def test_a_sweep_ends_where_diagonal_steps_cost_little(board, ask, expected):
    assert ask(board) == pytest.approx(expected, rel=1e-10)


@examples(300)
@given(
    data=st.data(),
    factor=st.one_of(
        st.floats(0.001, 1000), st.sampled_from((0.001, 0.01, 0.1, 0.3, 0.5, 2.0, 30.0, 1000.0))
    ),
    scale=st.sampled_from((1e-6, 1.0, 1e6)),
)
def test_every_search_ends_and_is_right_whatever_diagonal_steps_cost(data, factor, scale):
    """Loops that end by arithmetic: bounds on costs, limits of IDA*, rings of buckets, bands of a heap."""
    shape = data.draw(shapes(3, 4, 9))
    cost = st.one_of(st.floats(0.01, 3), st.sampled_from((0.1, 1 / 3, 0.7, 2.2, 1e3)))
    costs = tuple(tuple(scale * data.draw(cost) for _ in range(shape[1])) for _ in range(shape[0]))
    raw = oracles.Raw(data.draw(open_grids(shape)), KING, "none", {}, costs, diagonal=factor)
    start, goal = (data.draw(st.sampled_from(raw.cells)) for _ in range(2))
    board = board_of(raw)
    every = sorted(oracles.worth(raw, path) for path in oracles.simple_paths(raw, start, [goal]))
    paths = board.paths(start, goal).within(60)
    searches = ("auto", *(by for by in names("shortest") if not why_not(board, by)))
    found = {by: paths.shortest(by=by) for by in searches}
    if not every:
        assert not any(found.values())
        return
    for by, path in found.items():
        assert path.cost == pytest.approx(every[0], rel=1e-9, abs=0), by
    assert paths.longest(measure="cost").cost == pytest.approx(every[-1], rel=1e-9, abs=0)
    assert board.distances(start)[goal] == pytest.approx(every[0], rel=1e-9, abs=0)
    ahead = [path.cost for path in itertools.islice(paths.in_order(measure="cost"), 5)]
    assert ahead == pytest.approx(every[:5], rel=1e-9, abs=0)


def test_a_portal_of_its_own_price_beside_costs_far_apart():
    """The cost of the cell it enters does not matter to it: costs are bounded by the costs of other steps."""
    board = gw.Board(
        [[True], [True], [True], [True]],
        moves=gw.Moves([(1, 0), (-1, 0)]),
        costs=[[256], [1_000_000_000], [1], [255]],
        one_way={(1, 0): (-1, 0), (2, 0): (-1, 0)},
        portals=[((2, 0), (1, 0), 0.5)],
    )
    paths = board.paths((3, 0), "anywhere")
    assert paths.longest(measure="cost").cost == 1 + 0.5 + 256
    assert board.paths((3, 0), (0, 0)).shortest(by="sweep").cost == 1 + 0.5 + 256
