"""Searches for lessons: from both ends, by deepening, greedy and with a weight; what they promise holds."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
import seeded
from gridwalk.runtime.tuning import tuned
from profiles import examples
from strategies import KING, KNIGHT, ORTHOGONAL, board_of, listable_questions, questions

TRAP = gw.Board.from_text("S........\n.#######.\n.......#.\n.#####.#E\n.....#...")


def cheapest(question):
    return oracles.distance(question.raw, question.start, question.exits, oracles.cost_of_move)


# ----------------------------------------------------------------------------- from both ends


@pytest.mark.parametrize("seed", range(2))
def test_deepening_from_several_starts_to_several_exits(tier, seed):
    for raw, rng in seeded.raws(seed, 80, (ORTHOGONAL, KNIGHT), most=4, one_way=True):
        starts, exits = ([rng.choice(raw.cells) for _ in range(3)] for _ in range(2))
        far = oracles.distances(raw, starts)
        expected = min((far[cell] for cell in exits if cell in far), default=None)
        path = board_of(raw).paths(starts, exits).shortest(by="idastar")
        oracles.check_cheapest(raw, path, expected, starts, exits)


# -------------------------------------------------------------------------- iterative deepening


@examples(150)
@given(question=listable_questions(), steps=st.sampled_from([1, 0]))
def test_deepening_finds_a_cheapest_path(tier, question, steps):
    with tuned(slice=steps):
        path = question.board.paths().shortest(by="idastar")
    ends = [question.start], question.exits
    if oracles.check_cheapest(question.raw, path, cheapest(question), *ends, rel=1e-11):
        assert path.by == "idastar"


def test_deepening_knows_at_once_where_there_is_no_way():
    board = gw.Board.rectangle(30, 30).with_walls((28, 29), (29, 28))
    assert board.paths().shortest(by="idastar") is None


def test_deepening_ends_after_the_time_given(tier):
    holed = gw.Board.rectangle(30, 30).with_walls(*((28, column) for column in range(1, 30)))
    with pytest.raises(gw.TimeLimitError):
        holed.paths((0, 0), (29, 29)).within(seconds=0.3).shortest(by="idastar")


# ------------------------------------------------------------------------------ greedy, weights


@examples(200)
@given(question=questions(), weight=st.sampled_from([1, 1.25, 2, 3.5, 100]))
def test_a_weight_bounds_the_cost(tier, question, weight):
    path = question.board.paths().find(by="weighted-astar", weight=weight)
    expected = cheapest(question)
    assert (path is None) == (expected is None)
    if path is not None:
        oracles.check_certificate(question.raw, path, start=question.start, exits=question.exits)
        near = 1 + 1e-12
        assert path.bound <= expected * near
        assert expected <= path.cost * near
        assert path.cost <= weight * expected * near
        assert path.gap <= weight - 1 + 1e-9 or expected == 0
        assert weight > 1 or path.proved


def test_a_weight_trades_length_for_cells():
    land = gw.make("percolation", 200, 200, seed=3, walls=0.25)
    near, far = (land.paths().find(by="weighted-astar", weight=weight) for weight in (1, 5))
    assert near.proved
    assert near.cost <= far.cost <= 5 * near.cost
    assert far.expanded < near.expanded


def test_greedy_is_led_into_a_trap():
    greedy, shortest = TRAP.paths().find(by="greedy"), TRAP.paths().shortest()
    assert greedy.length >= shortest.length
    assert (greedy.best, greedy.bound, greedy.gap, greedy.proved) == ("", None, None, False)
    pit = gw.Board.from_text("S....\n.###.\n...#.\n.##..\n...E.", moves=gw.KING)
    assert pit.paths().find(by="greedy").cost >= pit.paths().shortest().cost


def test_greedy_ignores_costs():
    hills = gw.Board.rectangle(3, 9, costs=np.where(np.arange(27).reshape(3, 9) // 9 == 1, 1, 50))
    greedy = hills.paths((0, 0), (0, 8)).find(by="greedy")
    assert (greedy.length, greedy.cost) == (8, 400)
    assert hills.paths((0, 0), (0, 8)).shortest().cost == 59
    free = gw.Board.rectangle(20, 20, costs=np.zeros((20, 20)))  # it still knows where the exit is
    assert free.paths().find(by="greedy").expanded == 39


@pytest.mark.parametrize("weight", [0, 0.99, -1, math.nan, math.inf, "2", True, None.__class__])
def test_a_weight_is_a_number_of_1_or_more(weight):
    for verb in (gw.Board.rectangle(2, 2).paths().find, gw.Board.rectangle(2, 2).paths().trace):
        with pytest.raises(gw.errors.ArgumentError, match="a finite number of 1 or more"):
            verb(by="weighted-astar", weight=weight)
        with pytest.raises(gw.errors.ArgumentError, match=re.escape("left out unless by='weighted-astar'")):
            verb(by="bfs", weight=2)


def test_king_and_knight_can_be_greedy():
    for deltas in (KING, KNIGHT):
        board = gw.Board.rectangle(9, 9, moves=gw.Moves(deltas))
        path = board.paths().find(by="greedy")
        assert path.expanded < 30
        assert path.length <= 16
