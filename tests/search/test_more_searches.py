"""Searches for lessons: from both ends, by deepening, greedy and with a weight; what they promise holds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.runtime.tuning import tuned
from profiles import examples
from strategies import listable_questions, questions

TRAP = gw.Board.from_text("S........\n.#######.\n.......#.\n.#####.#E\n.....#...")


def cheapest(question):
    return oracles.distance(question.raw, question.start, question.exits, oracles.cost_of_move)


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
    free = gw.Board.rectangle(20, 20, costs=np.zeros((20, 20)))  # it still heads for the exit
    assert free.paths().find(by="greedy").expanded == 39
