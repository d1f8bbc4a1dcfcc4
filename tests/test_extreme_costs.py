"""Costs so small, so large or so close that rounding tells."""

import numpy as np
import pytest

import gridwalk as gw


def board_with(costs):
    costs = np.array(costs)
    return gw.Board(np.ones(costs.shape, bool), costs=costs)


@pytest.mark.parametrize("scale", [1e-300, 1e-11, 1.0, 1e17, 1e19, 1e200, 1e300])
def test_a_star_and_dijkstra_agree_at_any_scale(tier, scale):
    costs = np.random.default_rng(1).random((12, 13)) * scale + scale / 100
    paths = board_with(costs).paths()
    expected = paths.shortest(by="dijkstra").cost
    assert paths.shortest(by="astar").cost == pytest.approx(expected, rel=1e-12)
    batch = paths.board.shortest_many([paths.start], [paths.exits[0]], by="astar")
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


def test_costs_lost_in_rounding_lead_nowhere_in_circles():
    """Beside 1e20 a cost of 1 is nothing; ways must still not go round and round."""
    costs = np.ones((4, 4))
    costs[0, 1] = costs[1, 0] = 1e20
    cheapest = board_with(costs).paths().all_shortest()
    assert cheapest.count() == len(list(cheapest))
