"""The oracles themselves, against what can be counted by hand."""

import pytest

import oracles
from oracles import Raw
from strategies import BISHOP_STEPS, KING, ORTHOGONAL

SQUARE = Raw(((True, True), (True, True)), ORTHOGONAL)
CORNER = Raw(((True, False), (True, True)), KING)


def test_two_ways_round_a_square():
    ways = list(oracles.simple_paths(SQUARE, (0, 0), [(1, 1)]))
    assert ways == [[(0, 0), (0, 1), (1, 1)], [(0, 0), (1, 0), (1, 1)]]
    assert oracles.distance(SQUARE, (0, 0), [(1, 1)]) == 2
    assert len(oracles.cycles(SQUARE)) == 2  # one each way round
    assert len(list(oracles.open_tours(SQUARE, (0, 0)))) == 2


@pytest.mark.parametrize(("corners", "moves"), [("both", 2), ("one", 1), ("none", 1)])
def test_corner_rules(corners, moves):
    raw = Raw(CORNER.open_cells, KING, corners)
    assert oracles.distance(raw, (0, 0), [(1, 1)]) == moves


def test_no_side_open():
    raw = Raw(((True, False), (False, True)), BISHOP_STEPS, "one")
    assert oracles.distance(raw, (0, 0), [(1, 1)]) is None
    assert oracles.distance(Raw(raw.open_cells, BISHOP_STEPS, "none"), (0, 0), [(1, 1)]) == 1


def test_one_way_and_costs():
    raw = Raw(SQUARE.open_cells, ORTHOGONAL, one_way={(0, 0): (0, 1)}, costs=((1, 7), (1, 2)))
    assert oracles.distance(raw, (0, 0), [(1, 0)], oracles.cost_of_move) == 7 + 2 + 1
    assert oracles.distance(raw, (1, 0), [(0, 0)]) == 1


@pytest.mark.parametrize(
    ("cells", "options", "why"),
    [
        ([], {}, "at least one cell"),
        ([(0, 0), (0, 2)], {}, "wall or outside"),
        ([(0, 0), (0, 1), (0, 0)], {}, "twice"),
        ([(0, 0), (1, 1)], {}, "none of the moves"),
        ([(0, 0), (0, 1), (1, 1)], {"exits": [(0, 1), (1, 1)]}, "after an exit"),
        ([(0, 0), (0, 1)], {"tour": True}, "every open cell"),
        ([(0, 0), (0, 1)], {"closed": True}, "no cycle"),
    ],
)
def test_the_certificate_refuses(cells, options, why):
    with pytest.raises(AssertionError, match=why):
        oracles.check_certificate(SQUARE, cells, **options)


def test_the_certificate_knows_one_way_cells():
    raw = Raw(SQUARE.open_cells, ORTHOGONAL, one_way={(0, 0): (0, 1)})
    with pytest.raises(AssertionError, match="not allowed"):
        oracles.check_certificate(raw, [(0, 0), (1, 0)])
