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
from gridwalk.algorithms import names
from gridwalk.kernels.codes import EVENT_NAMES
from gridwalk.runtime.tuning import tuned
from profiles import examples
from strategies import KING, KNIGHT, ORTHOGONAL, board_of, listable_questions, questions

TRAP = gw.Board.from_text("S........\n.#######.\n.......#.\n.#####.#E\n.....#...")
SLOPES = gw.Board([[True] * 3] * 2, costs=[[1, 9, 1], [1, 1, 1]])


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


@pytest.mark.parametrize(
    "by",
    sorted({*names("find"), *names("shortest")} - {"idastar", "sweep", "jps", "corridors"}),
)
def test_where_a_slice_ends_matters_to_nobody(tier, by):
    """The same cells, and as many expanded: a layer that a slice cuts in two is still one layer, say."""
    rng = np.random.default_rng(3)
    for steps in (1, 2, 3, 5, 11):
        board = gw.Board(rng.random((9, 12)) < 0.85, moves=(gw.ORTHOGONAL, gw.KNIGHT)[steps % 2])
        start, goal = (tuple(cell) for cell in rng.choice(np.argwhere(board.open_cells), 2).tolist())
        paths = board.paths(start, goal)
        ask = paths.find if by in names("find") else paths.shortest
        whole = ask(by=by)
        with tuned(slice=steps):
            cut = ask(by=by)
        assert cut == whole
        assert whole is None or (cut.expanded, cut.backtracks) == (whole.expanded, whole.backtracks)


def test_two_discs_are_smaller_than_one():
    paths = gw.Board.rectangle(201, 201).paths((100, 60), (100, 140))
    both, one = paths.shortest(by="bidirectional"), paths.shortest(by="bfs")
    assert both.length == both.bound == one.length == 80
    assert both.expanded < 0.6 * one.expanded


def test_each_end_has_a_queue():
    trace = gw.Board.rectangle(1, 5).paths().trace(by="bidirectional")
    assert list(trace.lines()) == [
        "1 open (0, 0) from (0, 0)",
        "2 open (0, 4) from (0, 4)",
        "3 close (0, 0) number 1",
        "4 open (0, 1) from (0, 0)",
        "5 close (0, 1) number 2",
        "6 open (0, 2) from (0, 1)",
        "7 close (0, 2) number 3",
        "8 open (0, 3) from (0, 2)",
        "9 close (0, 3) number 4",
        "10 found (0, 4)",
    ]
    assert trace.at(4).queue.tolist() == [[0, 4], [0, 1]]


# -------------------------------------------------------------------------- iterative deepening


@examples(150)
@given(question=listable_questions(), steps=st.sampled_from([1, 0]))
def test_deepening_finds_a_cheapest_path(tier, question, steps):
    with tuned(slice=steps):
        path = question.board.paths().shortest(by="idastar")
    ends = [question.start], question.exits
    if oracles.check_cheapest(question.raw, path, cheapest(question), *ends, rel=1e-11):
        assert path.by == "idastar"


def test_each_limit_is_the_least_sum_that_was_skipped():
    trace = gw.Board.from_text("S#E\n...").paths().trace(by="idastar")
    kinds = [EVENT_NAMES[kind] for kind in trace.events[:, 0]]
    assert kinds == ["step", "prune", "step", "step", "step", "step", "step", "found"]  # limits 2 and 4
    assert trace.at(1).stack.tolist() == [[0, 0]]
    assert trace.at(3).stack.tolist() == [[0, 0]]
    assert trace.path.length == 4
    assert trace._wiped


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


def test_keys_of_the_heap():
    for weight in (1, 3):
        trace = SLOPES.paths((0, 0), (0, 2)).trace(by="weighted-astar", weight=weight)
        assert trace.at(4).heap == [(1 + 3 * weight, (1, 0)), (9 + weight, (0, 1))]
    trace = SLOPES.paths((0, 0), (0, 2)).trace(by="greedy")
    assert trace.at(4).heap == [(1.0, (0, 1)), (3.0, (1, 0))]


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
