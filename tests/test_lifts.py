"""Walks with a small state, those of the examples too: published puzzles, and searches that share no code."""

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

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import published
from gridwalk.errors import (
    ArgumentError,
    CellError,
    InputError,
    MemoryLimitError,
    QuestionError,
    TimeLimitError,
)
from gridwalk.runtime import slices
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


def beside(cell, lines):
    return [
        (r, c)
        for dr, dc in STEPS
        if 0 <= (r := cell[0] + dr) < len(lines) and 0 <= (c := cell[1] + dc) < len(lines[0])
    ]


def length_of(path):
    return path and path.length


# ------------------------------------------------------------- keys and doors

TILES = st.sampled_from("....##abcABC")


@st.composite
def puzzles(draw):
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(2, 6))
    cells = draw(st.lists(TILES, min_size=rows * columns, max_size=rows * columns))
    places = draw(st.lists(st.integers(0, len(cells) - 1), min_size=2, max_size=2, unique=True))
    cells[places[0]] = "@"
    if draw(st.booleans()):
        cells[places[1]] = "$"
    return ["".join(cells[row * columns : (row + 1) * columns]) for row in range(rows)]


def keys_nexts(lines):
    def nexts(node):
        cell, held = node
        for to in beside(cell, lines):
            tile = lines[to[0]][to[1]]
            if tile != "#" and (not tile.isupper() or tile.lower() in held):
                yield (to, held | {tile} if tile.islower() else held), 1

    return nexts


def least_steps(lines):
    """The fewest steps to the exit, or where there is none to all keys."""
    tiles = {(r, c): tile for r, line in enumerate(lines) for c, tile in enumerate(line)}
    start = next(cell for cell, tile in tiles.items() if tile == "@")
    keys, exits = {tile for tile in tiles.values() if tile.islower()}, {c for c in tiles if tiles[c] == "$"}

    def is_end(node):
        return node[0] in exits if exits else node[1] == keys

    return least((start, frozenset()), keys_nexts(lines), is_end)


@given(puzzles())
@examples(300)
def test_keys_and_doors_agree_with_a_plain_search(lines):
    path = keys_and_doors("\n".join(lines)).shortest()
    assert length_of(path) == least_steps(lines)
    if path is None:
        return
    held = set()  # a certificate of the walk
    for (row, column), state in zip(path, path.states, strict=True):
        tile = lines[row][column]
        assert tile != "#"
        assert not tile.isupper() or tile.lower() in held
        held |= {tile} if tile.islower() else set()
        assert state == "".join(sorted(held))
    assert all(to in beside(cell, lines) for cell, to in pairwise(path))
    assert path.proved
    assert path.bound == path.cost == path.length


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


@given(raws(shapes(5, 5), ORTHOGONAL, costs=False, one_way=False, walls=False, wrap=False), st.data())
@examples(200)
def test_ice_agrees_with_whole_slides(raw, data):
    board = board_of(raw)
    cells = [tuple(cell) for cell in np.argwhere(board.open_cells).tolist()]
    ice = data.draw(st.sets(st.sampled_from(cells), min_size=1))
    start = data.draw(st.sampled_from(cells))

    def nexts(cell):
        for step in STEPS:
            to, far = (cell[0] + step[0], cell[1] + step[1]), 1
            if to not in cells:
                continue
            while to in ice and (on := (to[0] + step[0], to[1] + step[1])) in cells:
                to, far = on, far + 1
            yield to, far

    paths = sliding(board, ice).paths(start, "anywhere")
    distances, reachable = paths.distances(), paths.reachable()
    for cell in cells:
        expected = least(start, nexts, lambda node, cell=cell: node == cell)
        assert distances[cell] == (inf if expected is None else expected)
        assert reachable[cell] == (expected is not None)
        assert length_of(sliding(board, ice).paths(start, cell).shortest()) == expected
    assert not reachable[~board.open_cells].any()
    assert np.isinf(distances[~board.open_cells]).all()


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
@examples(200)
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


# ------------------------------------------------------------- walls to break


@given(
    raws(shapes(4, 4), ORTHOGONAL, one_way=False, wrap=False),
    st.integers(0, 3),
    st.sampled_from(["auto", "compiled"]),
)
@examples(200)
def test_breaks_agree_with_a_plain_search(raw, most, name):
    board = board_of(raw)
    free = board.replace(open_cells=np.ones(board.shape, bool), walls=None)

    def nexts(node):
        cell, broken = node
        legal = {to for to, _ in board.moves_from(cell)}
        for to, cost in free.moves_from(cell):
            now = broken + (to not in legal if board.open_cells[cell] else not board.open_cells[to])
            if now <= most:
                yield (to, now), cost

    with slices.tier(name):
        path = breaking(board, most).paths().shortest()
    expected = least((board.start, 0), nexts, lambda node: node[0] in board.exits)
    assert (path and path.cost) == expected
    if path is not None:
        assert path.states[-1] <= most
        assert len(set(path)) == len(path)


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


@given(raws(shapes(4, 4), ORTHOGONAL, one_way=False, wrap=False), st.integers(0, 3), st.data())
@examples(60)
def test_stages_are_the_walk_and_enter_no_cell_twice(raw, period, data):
    board = board_of(raw)
    cells = [tuple(cell) for cell in np.argwhere(board.open_cells).tolist()]
    stops = data.draw(st.lists(st.sampled_from(cells), min_size=1, max_size=4))
    walk = board.visit(stops)
    if walk is None:
        return
    stages = walk._stages
    assert [tuple(stages[0][0])] + [cell for stage in stages for cell in list(stage)[1:]] == list(walk)
    for stage in stages:
        assert len(set(stage)) == len(stage)
    for before, after in pairwise(stages):
        assert before.end == after.start


@pytest.mark.parametrize(("matrix", "most", "length"), published.WALLS_TO_BREAK)
def test_published_walls_to_break(matrix, most, length):
    ends = (0, 0), (len(matrix) - 1, len(matrix[0]) - 1)
    assert length_of(breaking(gw.Board.from_matrix(matrix), most).paths(*ends).shortest()) == length


# ------------------------------------------------------------- any function


@given(raws())
@examples(200)
def test_one_state_is_the_board(raw):
    board = board_of(raw)
    paths = gw.Lift(board, "only", lambda state, u, v: state).paths()
    path, plain = paths.shortest(), board.paths().shortest()
    assert (path and path.cost) == (plain and pytest.approx(plain.cost))
    assert np.allclose(paths.distances(), board.distances())
    assert (paths.reachable() == board.reachable()).all()
    assert length_of(paths.find()) == length_of(board.paths().find(by="bfs"))


def test_the_price_of_turns_is_a_lift():
    board = gw.make("wilson", 6, 6, seed=3, braid=0.7)

    def step(before, u, v):
        way = v[0] - u[0], v[1] - u[1]
        turns = 0 if before is None else before[1] + (way != before[0])
        return (way, turns) if turns <= most else None

    fewest = board.paths().shortest(measure="turns").turns
    for most in (fewest, fewest - 1):
        path = gw.Lift(board, None, step).paths().shortest()
        assert (path is None) == (most < fewest)
        assert path is None or path.turns == path.states[-1][1] <= most


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


def pay_double(odd, u, v):
    """Every second diagonal step costs 2."""
    return (odd, 1) if 0 in (u[0] - v[0], u[1] - v[1]) else (not odd, 1 + odd)


@pytest.mark.parametrize(("size", "cost"), [(2, 1), (3, 3), (5, 6), (6, 7)])
def test_every_second_diagonal_counts_double(size, cost):
    lift = gw.Lift(gw.Board.rectangle(size, moves=gw.KING), False, pay_double, costs=True)
    paths = lift.paths((0, 0), (size - 1, size - 1))
    assert paths.shortest().cost == paths.distances()[-1, -1] == cost
    assert pickle.loads(pickle.dumps(lift)).paths().shortest().cost == cost
    assert lift.costs


def test_waits_cost_what_the_step_says():
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


@given(puzzles())
@examples(60)
def test_the_product_counts_walks_that_repeat_no_cell_in_one_state(lines):
    lines = [line[:4] for line in lines[:3]]
    if "@" not in "".join(lines):
        lines[0] = "@" + lines[0][1:]
    walks = keys_and_doors("\n".join(lines))
    nexts, ends = (
        keys_nexts(lines),
        {c for c in np.ndindex(len(lines), len(lines[0])) if lines[c[0]][c[1]] == "$"},
    )
    keys = {tile for line in lines for tile in line if tile.islower()}
    if not ends:  # the walk ends where all keys are held
        walks = walks.lift.paths(walks.starts, np.argwhere(walks.board.open_cells).tolist())
    product = walks.product()
    graph, queue = networkx.DiGraph(), [(walks.starts[0], frozenset())]
    graph.add_node(queue[0])
    for node in queue:
        for to, _ in nexts(node):
            queue += [to] if to not in graph else []
            graph.add_edge(node, to)

    def is_end(node):
        return node[0] in ends if ends else node[1] == keys

    for node in list(graph):
        if is_end(node):  # a path ends at the first end that it enters
            graph.remove_edges_from(list(graph.out_edges(node)))
    goals = {node for node in graph if is_end(node)}
    expected = sorted(len(p) - 1 for p in networkx.all_simple_paths(graph, queue[0], goals)) if goals else []
    if is_end(queue[0]):
        expected = [0]
    assert sorted(path.length for path in product) == expected
    assert product.count() == len(expected)


# ------------------------------------------------------------- as values; what is refused


def test_several_starts_and_exits():
    lift = gw.Lift(gw.Board.rectangle(1, 9), 0, lambda state, u, v: state)
    path = lift.paths([(0, 0), (0, 5)], [(0, 2), (0, 8)]).shortest()
    assert (path.start, path.end, path.length) == ((0, 0), (0, 2), 2)
    assert lift.paths((0, 3), (0, 3)).shortest().length == 0
    assert lift.paths((0, 3)).product().count() == 1


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


def test_a_product_that_ends_anywhere_is_refused_where_states_may_not_end():
    lift = gw.Lift(gw.Board.rectangle(2, 2), 0, count_moves, done=is_even)
    with pytest.raises(QuestionError, match=r"done= allows some states only.* give exits"):
        lift.paths((0, 0), "anywhere").product()
    assert lift.paths((0, 0), (1, 1)).product().count() == 2 + 4
    steps = gw.Lift(gw.Board.rectangle(2, 2), 0, count_moves).paths((0, 0), "anywhere")
    assert steps.product().count() == 1 + 2 + 4 + 8 + 16


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


def priced_lift(found):
    return gw.Lift(gw.Board.rectangle(2), 0, lambda state, u, v: found, costs=True).paths()


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: gw.Lift("room", 0, stay), ArgumentError, "board='room' must be a Board"),
        (lambda: gw.Lift(gw.Network([(1, 2)]), 0, stay), ArgumentError, "must be a Board"),
        (lambda: gw.Lift(gw.Board.rectangle(2), 0, 7), ArgumentError, "step=7 must be a function"),
        (lambda: gw.Lift(gw.Board.rectangle(2), 0, lambda *_: []).paths().find(), InputError, "hashable"),
        (lambda: gw.Lift(gw.Board.from_text("S#E"), 0, stay).paths((0, 1)), CellError, "start"),
        (lambda: gw.Lift(gw.Board.rectangle(2), 0, stay).paths((0, 9)), gw.InputError, "start"),
        (lambda: gw.Lift(gw.Board.rectangle(2), 0, stay).paths().count(), AttributeError, "product()"),
        (lambda: gw.Lift(gw.Board.rectangle(2), 0, stay).paths().shrtest(), AttributeError, "shortest"),
        (lambda: priced_lift(3).shortest(), InputError, r"costs=True returns \(state, cost\), not 3"),
        (lambda: priced_lift((0, 1, 2)).find(), InputError, r"not \(0, 1, 2\)"),
        (
            lambda: priced_lift((0, -1)).shortest(),
            ArgumentError,
            "cost=-1 must be a finite number of 0 or more",
        ),
        (
            lambda: priced_lift((0, inf)).find(),
            ArgumentError,
            "cost=inf must be a finite number of 0 or more",
        ),
        (
            lambda: priced_lift((0, "1")).distances(),
            ArgumentError,
            "cost='1' must be a finite number of 0 or more",
        ),
    ],
)
def test_refusals(ask, error, words):
    with pytest.raises(error, match=words):
        ask()
