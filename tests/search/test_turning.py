"""Turns: counted, priced and fewest, against all paths listed one by one and turns counted here."""

import random

import pytest

import gridwalk as gw
from gridwalk.errors import ArgumentError
from gridwalk.runtime.slices import tier


def test_a_long_detour_has_fewer_turns():
    board = gw.Board.from_text("S......\n.#.###.\n..#..#.\n#..#...\n##..#.E")
    path = board.paths().shortest(measure="turns")
    assert path.turns == 1
    assert path.length == 10
    with tier("compiled"):
        large = gw.Board.rectangle(200, 300).paths().shortest(turn_cost=1)
    assert large.turns == 1
    assert large.bound == large.cost + 1


def test_a_piece_that_slides_on_does_not_turn():
    board = gw.Board.rectangle(1, 6, moves="rook")
    assert gw.Path(board, [(0, 0), (0, 1), (0, 3), (0, 5)]).turns == 0
    assert board.paths().lengths(measure="turns").keys() >= {0}
    assert gw.Board.rectangle(2, 2).cycles().find().turns == 4  # a closed path may turn at the start


def test_nearest():
    board = gw.Board.from_text("S..\n.##\n.#E")
    assert board.paths().shortest(turn_cost=1) is None
    path = board.paths().shortest(turn_cost=1, nearest=True)
    assert path is not None
    assert path.end == board.paths().shortest(nearest=True).end


@pytest.mark.parametrize("seed", range(2))
def test_a_price_is_refused_before_sums_are_rounded(seed):
    """On a board of bands, joined right and left, a path turns ten times whatever a turn costs."""
    rng = random.Random(seed)
    is_open = [
        [True] * 5 if row % 3 != 2 else [column == (4 if row % 2 else 0) for column in range(5)]
        for row in range(17)
    ]
    board = gw.Board(
        is_open, costs=[[rng.choice([1, 2, 3]) for _ in range(5)] for _ in range(17)], exits=[(16, 0)]
    )
    most = 2**52 // board.open_count
    with pytest.raises(ArgumentError, match=f"at most {most} on this board"):
        board.paths().shortest(turn_cost=2.0**50)
    dear, less = (board.paths().shortest(turn_cost=price) for price in (most, 10**6))
    assert (dear.turns, dear.cost) == (less.turns, less.cost)
