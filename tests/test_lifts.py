"""Walks with a small state, also in the examples: published puzzles, and searches that share no code."""

from __future__ import annotations

import copy
import heapq
import json
import pickle
import re
import runpy
import subprocess
import sys
from itertools import count, pairwise
from math import inf
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import published
from gridwalk.errors import (
    MemoryLimitError,
    TimeLimitError,
)
from profiles import examples
from strategies import board_of, raws, shapes

EXAMPLES = Path(__file__).parent.parent / "examples"
keys_and_doors = runpy.run_path(str(EXAMPLES / "keys.py"))["keys_and_doors"]
sliding = runpy.run_path(str(EXAMPLES / "ice.py"))["sliding"]
timetable = runpy.run_path(str(EXAMPLES / "timetable.py"))["timetable"]
breaking = runpy.run_path(str(EXAMPLES / "breaks.py"))["breaking"]
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
ORTHOGONAL = st.just(gw.ORTHOGONAL.deltas)


# ------------------------------------------------------------- an oracle: Dijkstra over cells with states


def least(begin, nexts, is_end):
    """The least cost from the node *begin* to one that is an end; *nexts* yields (node, cost)."""
    heap, seen, turn = [(0, 0, begin)], set(), count(1)
    while heap:
        cost, _, node = heapq.heappop(heap)
        if is_end(node):
            return cost
        if node not in seen:
            seen.add(node)
            for to, more in nexts(node):
                heapq.heappush(heap, (cost + more, next(turn), to))
    return None


def length_of(path):
    return path and path.length


# ------------------------------------------------------------- keys and doors


@pytest.mark.parametrize("text", published.KEYS_AND_DOORS)
def test_published_keys_and_doors(text, tier):
    paths, length = keys_and_doors(text), published.KEYS_AND_DOORS[text]
    assert length_of(paths.shortest()) == length_of(paths.find()) == length
    assert paths.distances().min() == (inf if length is None else length)  # by Dijkstra's algorithm
    for indent in (None, 2):
        assert length_of(keys_and_doors(json.dumps(text.split("\n"), indent=indent)).shortest()) == length


def test_keys_and_doors_are_read_from_a_json_list(tmp_path):
    file = tmp_path / "keys.json"
    file.write_text('["@.a..","###.#","b.A.B"]')  # LeetCode 864
    script = [sys.executable, str(EXAMPLES / "keys.py"), str(file)]
    done = subprocess.run(script, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("length 8\n")


# ------------------------------------------------------------- a sliding floor


@pytest.mark.parametrize(("matrix", "start", "end", "length"), published.ROLLING_BALLS)
def test_published_rolling_balls(matrix, start, end, length):
    path = sliding(gw.Board.from_matrix(matrix)).paths(start, end).shortest()
    assert length_of(path) == length
    if path is not None:
        stops = [cell for cell, way in zip(path, path.states, strict=True) if way == ""]
        assert stops == [(0, 4), (0, 3), (1, 3), (1, 0), (2, 0), (2, 2), (4, 2), (4, 4)]
        assert path.states[-1] == ""
        assert path.letters == "LDLLLDRRDDRR"


# ------------------------------------------------------------- a timetable


@given(raws(shapes(4, 4)), st.integers(1, 4), st.data())
@examples(100)
def test_a_timetable_agrees_with_a_plain_search(raw, period, data):
    board = board_of(raw)
    cells = [tuple(cell) for cell in np.argwhere(board.open_cells).tolist()]
    times = st.lists(st.integers(-9, 9), max_size=3)
    table = data.draw(st.dictionaries(st.sampled_from(cells), times))
    begin = data.draw(st.integers(0, 9))
    straight = dict.fromkeys(cells, 1) if board.costs is None else {c: board.costs[c].item() for c in cells}

    def nexts(node):
        cell, time = node
        for to, cost in [*board.moves_from(cell), (cell, straight[cell])]:
            later = (time + 1) % period
            if to not in table or any(t % period == later for t in table[to]):
                yield (to, later), cost

    lift = timetable(board, table, period, begin=begin)
    path = lift.paths().shortest()
    expected = least((board.start, begin % period), nexts, lambda node: node[0] in board.exits)
    assert (path and path.cost) == pytest.approx(expected)
    distances = lift.paths().distances()
    assert min(distances[cell] for cell in board.exits) == pytest.approx(
        inf if expected is None else expected
    )
    if path is not None:
        assert [state % period for state in path.states] == [(begin + n) % period for n in range(len(path))]
        assert path.turns <= path.length


# ------------------------------------------------------------- pictures


def test_a_picture_of_a_walk_has_a_line_for_each_stage():
    walk = keys_and_doors("a.@.b.A.$").shortest()
    picture = walk.board.svg(walk)
    assert "<title>walk of 10 moves, 1 x 9 board</title>" in picture
    lines = re.findall(r'<polyline class="(\w+) line" [^>]*points="([^"]*)"', picture)
    assert len(lines) == len({name for name, _ in lines}) == 3  # to a, back past the start to b, and on
    places = [{float(y) for _, y in (point.split(",") for point in points.split())} for _, points in lines]
    assert places[0].isdisjoint(places[1])  # side by side
    assert re.findall(r'<text class="\w+" [^>]*>(\d+)</text>', picture) == ["1", "2", "3"]
    assert gw.Board.rectangle(2, 3).svg(gw.Board.rectangle(2, 3).visit([(0, 2)])).count("<polyline") == 1


@given(raws(shapes(4, 4), ORTHOGONAL, one_way=False, wrap=False), st.data())
@examples(30)
def test_the_stages_of_a_walk_enter_no_cell_twice(raw, data):
    board = board_of(raw)
    cells = [tuple(cell) for cell in np.argwhere(board.open_cells).tolist()]
    walk = board.visit(data.draw(st.lists(st.sampled_from(cells), min_size=1, max_size=4)))
    if walk is None:
        return
    stages = walk._stages
    assert [tuple(stages[0][0])] + [cell for stage in stages for cell in list(stage)[1:]] == list(walk)
    assert all(len(set(stage)) == len(stage) for stage in stages)


@pytest.mark.parametrize(("matrix", "most", "length"), published.WALLS_TO_BREAK)
def test_published_walls_to_break(matrix, most, length):
    ends = (0, 0), (len(matrix) - 1, len(matrix[0]) - 1)
    assert length_of(breaking(gw.Board.from_matrix(matrix), most).paths(*ends).shortest()) == length


# ------------------------------------------------------------- any function


@given(raws())
@examples(100)
def test_one_state_is_the_board(raw):
    board = board_of(raw)
    paths = gw.Lift(board, "only", lambda state, u, v: state).paths()
    path, plain = paths.shortest(), board.paths().shortest()
    assert (path and path.cost) == (plain and pytest.approx(plain.cost))
    assert np.allclose(paths.distances(), board.distances())
    assert (paths.reachable() == board.reachable()).all()
    assert length_of(paths.find()) == length_of(board.paths().find(by="bfs"))


# ------------------------------------------------------------- steps that say what they cost


@given(raws(shapes(4, 4), ORTHOGONAL, wrap=False), st.randoms(use_true_random=False), st.booleans())
@examples(100)
def test_costs_of_steps_agree_with_a_plain_search(raw, rnd, whole):
    board, prices = board_of(raw), [rnd.choice([0, 1, 4] if whole else [0.5, 0.25, 3]) for _ in range(12)]

    def step(state, u, v):
        kind = STEPS.index((v[0] - u[0], v[1] - u[1]))
        return None if kind == state == 1 else ((state + kind) % 3, prices[4 * state + kind])

    def nexts(node):
        state, u = node
        for v, _ in board.moves_from(u):
            if (found := step(state, u, v)) is not None:
                yield (found[0], v), found[1]

    lift = gw.Lift(board, 0, step, costs=True)
    begin, paths = (0, board.start), lift.paths()
    expected = least(begin, nexts, lambda node: node[1] in board.exits)
    path, fewest = paths.shortest(), paths.find()
    assert (path and path.cost) == expected
    if path is None:
        assert fewest is None
        assert paths.product().is_empty()
        return
    assert path.bound == expected
    assert isinstance(path.cost, int) or not whole
    assert expected == min(paths.distances()[cell] for cell in board.exits)
    assert paths.product().shortest().cost == expected
    assert fewest.length == least(
        begin, lambda node: ((n, 1) for n, _ in nexts(node)), lambda n: n[1] in board.exits
    )
    for walk in (path, fewest):
        states, cells = list(walk.states), list(walk)
        steps = [step(s, u, v) for s, (u, v) in zip(states, pairwise(cells), strict=False)]
        assert [state for state, _ in steps] == states[1:]
        assert walk.cost == sum(cost for _, cost in steps) == walk.to_dict()["cost"]
        assert pickle.loads(pickle.dumps(walk)).cost == walk.cost


def test_a_wait_costs_what_the_step_returns():
    def step(time, u, v):
        return (time + 1, 7 if u == v else 1) if time < 3 else None

    lift = gw.Lift(gw.Board.rectangle(1, 3), 0, step, waits=True, costs=True, done=lambda time: time == 3)
    assert lift.paths().shortest().cost == 1 + 1 + 7


def test_states_without_end():
    board = gw.Board.rectangle(4, 4)

    def clock(time, u, v):
        return time + 1

    assert gw.Lift(board, 0, clock).paths((0, 0), (3, 3)).shortest().states == tuple(range(7))
    never = gw.Lift(board, 0, clock, done=lambda time: time < 0).paths()
    with pytest.raises(MemoryLimitError, match=r"this search needs at least .* take fewer states"):
        never.within(memory="2MiB").shortest()
    with pytest.raises(TimeLimitError):
        never.within(seconds=0.05).find()
    hill = gw.Lift(board.replace(costs=np.arange(1, 17).reshape(4, 4)), 0, clock).paths()
    with pytest.raises(MemoryLimitError):  # where costs differ, all is explored
        hill.within(memory="2MiB").shortest()


# ------------------------------------------------------------- as values; what is refused


def stay(state, u, v):
    """A step function that can be pickled: any move, the state as it is."""
    return state


def count_moves(number, u, v):
    return number + 1 if number < 4 else None


def is_even(number):
    return number % 2 == 0


@given(raws(shapes(3, 3)))
@examples(60)
def test_a_product_that_ends_anywhere_is_that_of_paths(raw):
    board = board_of(raw)
    product = gw.Lift(board, "only", stay).paths(board.start, "anywhere").product()
    paths = board.paths(board.start, "anywhere")
    assert product.count() == paths.count()
    assert product.lengths() == paths.lengths()


def test_a_lift_and_its_walks_can_be_pickled():
    lift = gw.Lift(gw.Board.rectangle(2, 3), 0, count_moves, done=is_even, waits=True)
    before = lift.paths().shortest()
    for same in (pickle.loads(pickle.dumps(lift)), copy.copy(lift)):
        assert same.paths().shortest() == before
        assert (same.board, same.begin, same.step, same.done, same.waits) == (
            lift.board, 0, count_moves, is_even, True,
        )  # fmt: skip
    paths = pickle.loads(pickle.dumps(lift.paths((0, 0), (0, 1)).within(seconds=60)))
    assert paths.shortest().states == (0, 1, 2)
    assert paths.product().count() == lift.paths((0, 0), (0, 1)).product().count()
    with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
        pickle.dumps(gw.Lift(lift.board, 0, lambda state, u, v: state))


def test_a_walk_is_a_value():
    path = keys_and_doors("@.a\n.#A\n$..").shortest()
    assert path == pickle.loads(pickle.dumps(path)) == copy.copy(path)
    assert hash(path) == hash(copy.copy(path))
    assert path.to_dict()["states"] == list(path.states)
    assert path.to_dict()["cells"] == path.cells.tolist()
    assert repr(path) == "<LiftedPath: 2 moves from (0, 0) to (2, 0), 0 changes, by bfs>"
    lift = gw.Lift(gw.Board.from_text("S.E"), 0, count_moves)
    assert repr(lift) == "<Lift of <Board 1 x 3, orthogonal moves, start (0, 0), exits (0, 2)>>"
    assert repr(lift.paths()) == "<LiftedSet: walks from (0, 0) to (0, 2)>"
    with pytest.raises(AttributeError, match="immutable"):
        lift.board = None
    assert str(lift.paths().shortest()) == "@12"
