"""What a step may cost: factors of diagonal steps."""

import itertools
import json
import pickle
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.datasets.columns import board_values
from gridwalk.errors import ArgumentError, CostsError, UnsuitableAlgorithmError
from gridwalk.render.pagedata import board_data
from gridwalk.render.seams import pieces_of
from gridwalk.runtime.checkpoint import digest
from gridwalk.tours.symmetry import symmetries
from profiles import examples
from strategies import BISHOP_STEPS, KING, KING_AND_KNIGHT, KNIGHT, ROOK, Question, asked, raws, shapes

FACTORS = st.sampled_from((2**0.5, 1, 2, 1.5, 0.25, 1 / 3, 3))
FREE_COSTS = st.sampled_from((0, 0, 0.5, 1 / 3, 4))
MIXED = (*ROOK, (1, 1)), ((0, 1), (1, -1), (1, 1))
STENCILS = st.sampled_from(
    (KING, KING[::-1], BISHOP_STEPS, KING_AND_KNIGHT, (*ROOK, (1, 1)), ((0, 1), (1, -1), (1, 1)))
)


def cost_of(raw, cells):
    return sum(oracles.cost_of_move(raw, u, v) for u, v in itertools.pairwise(cells))


@st.composite
def factored(draw, most_rows=3, most_columns=4, most_cells=9):
    question = draw(asked(raws(shapes(most_rows, most_columns, most_cells), STENCILS)))
    raw = replace(question.raw, diagonal=draw(FACTORS))
    return Question(raw, question.start, question.exits)


@st.composite
def ported(draw, most_rows=3, most_columns=4, most_cells=10):
    """Boards with up to four portals, some of them there and back, or beside a step."""
    stencils = st.sampled_from((ROOK, ROOK, ROOK[::-1], KING, KNIGHT, *MIXED))
    question = draw(asked(raws(shapes(most_rows, most_columns, most_cells), stencils)))
    cell, price = st.sampled_from(question.raw.cells), st.sampled_from((None, None, 1, 2, 0.5, 7, 1 / 3))
    portals = {}
    for u, v in draw(st.lists(st.tuples(cell, cell), max_size=3)):
        if u != v:
            portals[u, v] = draw(price)
            if draw(st.booleans()):
                portals[v, u] = draw(price) if draw(st.booleans()) else portals[u, v]
    raw = replace(question.raw, portals=portals, diagonal=draw(st.sampled_from((None, None, 1, 1.5))))
    return Question(raw, question.start, question.exits)


@st.composite
def free(draw, most_rows=3, most_columns=4, most_cells=10):
    """Boards where many cells, and portals, cost nothing."""
    question = draw(st.one_of(ported(most_rows, most_columns, most_cells), factored(most_rows, most_columns)))
    raw, cost = (
        question.raw,
        draw(st.sampled_from((st.integers(0, 2), st.sampled_from((0, 0, 0.5, 1 / 3, 4))))),
    )
    rows, columns = raw.shape
    costs = tuple(tuple(draw(cost) for _ in range(columns)) for _ in range(rows))
    portals = {ends: price and draw(st.sampled_from((0, price))) for ends, price in raw.portals.items()}
    return Question(replace(raw, costs=costs, portals=portals), question.start, question.exits)


def boards_of_every_kind(**shape):
    return st.one_of(factored(**shape), ported(**shape), free(**shape))


def every_path(question):
    """All simple paths with their costs, by the oracle."""
    found = oracles.simple_paths(question.raw, question.start, question.exits)
    return [(cost_of(question.raw, path), path) for path in map(list, found)]


@examples(300)
@given(question=boards_of_every_kind())
def test_every_verb_adds_up_the_same_costs(question):
    raw, board = question.raw, question.board
    listed, paths = every_path(question), question.board.paths()
    costs = sorted(cost for cost, _ in listed)
    assert paths.count() == paths.count(by="sweep") == len(costs)
    if not costs:
        assert paths.shortest() is None
        return
    near = {"rel": 1e-10, "abs": 1e-12}
    for by in ("auto", "dijkstra", "astar", "sweep"):
        path = paths.shortest(by=by)
        assert path.cost == pytest.approx(costs[0], **near), by
        assert path.cost == pytest.approx(cost_of(raw, list(path)), **near)
    assert paths.longest(measure="cost").cost == pytest.approx(costs[-1], **near)
    assert [path.cost for path in paths.in_order()] == pytest.approx(costs, **near)
    if board.step_costs.least == 0:
        with pytest.raises(UnsuitableAlgorithmError, match="cost nothing"):
            paths.all_shortest()
        return
    least = [path for cost, path in listed if cost <= costs[0] * (1 + 1e-11)]
    cheapest = paths.all_shortest()
    assert sorted(map(list, cheapest)) == sorted(least)
    assert cheapest.count() == len(least)
    assert cheapest.cost == pytest.approx(costs[0], **near)


@examples(150)
@given(question=boards_of_every_kind())
def test_fields_are_those_of_the_oracle(question):
    raw, board, near = question.raw, question.board, {"rel": 1e-12, "abs": 1e-12}
    goal = question.exits[0]
    expected = oracles.distance(raw, question.start, [goal], oracles.cost_of_move)
    batch = board.shortest_many([question.start], [goal])
    assert batch.costs[0] == pytest.approx(np.inf if expected is None else expected, **near)
    expected = np.full(question.raw.shape, np.inf)
    for cell, cost in oracles.distances(question.raw, [question.start]).items():
        expected[cell] = cost
    found = question.board.distances(question.start)
    assert np.array_equal(np.isfinite(found), np.isfinite(expected))
    reached = np.isfinite(expected)
    assert found[reached] == pytest.approx(expected[reached], rel=1e-12)


@examples(100)
@given(question=boards_of_every_kind(), data=st.data())
def test_distances_to_a_goal_are_those_of_the_paths_that_end_there(question, data):
    raw, board = question.raw, question.board
    goal = data.draw(st.sampled_from(raw.cells))
    field, found = board.flow_field(goal), board.distances(to=goal)
    for cell in raw.cells:
        expected = oracles.distance(raw, cell, [goal], oracles.cost_of_move)
        assert found[cell] == pytest.approx(np.inf if expected is None else expected, rel=1e-12, abs=1e-12)
        if expected is not None:
            assert cost_of(raw, list(field.path(cell))) == pytest.approx(expected, rel=1e-12, abs=1e-12)


@examples(100)
@given(question=boards_of_every_kind(), data=st.data())
def test_conditions_keep_the_costs(question, data):
    cell = data.draw(st.sampled_from(question.raw.cells))
    listed = [(cost, path) for cost, path in every_path(question) if cell in path]
    paths = question.board.paths().through(cell)
    path, longest = paths.shortest(), paths.longest(measure="cost")
    assert (path is None) == (longest is None) == (not listed)
    if listed:
        costs = sorted(cost for cost, _ in listed)
        assert path.cost == pytest.approx(costs[0], rel=1e-10)
        assert longest.cost == pytest.approx(costs[-1], rel=1e-10)
        assert [path.cost for path in paths.in_order()] == pytest.approx(costs, rel=1e-10)


@examples(150)
@given(question=boards_of_every_kind(), anywhere=st.booleans(), data=st.data())
def test_paths_through_an_edge_that_costs_more_one_way(question, anywhere, data):
    """The two directions of such an edge are two corridors of the network, of which a path takes one."""
    raw, board = question.raw, question.board
    steps = [(u, v) for u, near in oracles.graph(raw).items() for v in near]
    if not steps:
        return
    edges = data.draw(st.lists(st.sampled_from(steps), max_size=2, unique=True))
    found = oracles.walks(raw, question.start) if anywhere else [path for _, path in every_path(question)]
    wanted = {frozenset(edge) for edge in edges}
    listed = [path for path in found if wanted <= set(map(frozenset, itertools.pairwise(path)))]
    paths = board.paths(question.start, "anywhere" if anywhere else question.exits)
    paths = paths.through_edges(*edges) if edges else paths
    assert paths.count() == paths.count(by="sweep") == len(listed)
    assert paths.lengths() == Counter(sorted(len(path) - 1 for path in listed))
    ranks = range(len(listed))
    unranked = [paths.unrank(rank) for rank in ranks]
    assert sorted(tuple(map(tuple, path.cells.tolist())) for path in unranked) == sorted(map(tuple, listed))
    assert [paths.rank(path) for path in unranked] == list(ranks)
    costs = sorted(cost_of(raw, path) for path in listed)
    assert [path.cost for path in paths.in_order()] == pytest.approx(costs, rel=1e-10, abs=1e-12)
    for path, cost in ((paths.shortest(), costs[:1]), (paths.longest(measure="cost"), costs[-1:])):
        answer = [] if path is None else [path.cost]
        assert answer == pytest.approx(cost, rel=1e-10, abs=1e-12)


@examples(60)
@given(question=boards_of_every_kind(most_rows=4, most_columns=4, most_cells=12), data=st.data())
def test_a_walk_between_stops_adds_up(question, data):
    stops = data.draw(st.lists(st.sampled_from(question.raw.cells), min_size=1, max_size=3, unique=True))
    walk = question.board.visit(stops, start=question.start, measure="cost")
    between = {u: oracles.distances(question.raw, [u]) for u in {question.start, *stops}}
    orders = itertools.permutations([stop for stop in stops if stop != question.start])
    routes = [
        sum(between[u].get(v, np.inf) for u, v in zip((question.start, *order), order, strict=False))
        for order in orders
    ]
    assert (walk is None) == (min(routes) == np.inf)
    if walk is not None:
        assert walk.cost == pytest.approx(min(routes), rel=1e-12)


@examples(60)
@given(question=boards_of_every_kind())
def test_tours_by_cost(question):
    raw, tours = question.raw, question.board.tours(question.start)
    costs = sorted(cost_of(raw, list(tour)) for tour in oracles.open_tours(raw, question.start))
    shortest, longest = tours.shortest(), tours.longest(measure="cost")
    assert (shortest is None) == (longest is None) == (not costs)
    if costs:
        assert shortest.cost == pytest.approx(costs[0], rel=1e-10)
        assert longest.cost == pytest.approx(costs[-1], rel=1e-10)


@examples(150)
@given(question=ported(3, 3, 8))
def test_portals_count_for_all_that_do_not_add_up_costs(question):
    raw, board = question.raw, question.board
    listed = [path for _, path in every_path(question)]
    paths = board.paths()
    assert sorted(map(list, paths)) == sorted(listed)
    lengths = Counter(len(path) - 1 for path in listed)
    assert paths.lengths() == lengths
    longest, found = paths.longest(), paths.find()
    assert (longest is None) == (found is None) == (not listed)
    if listed:
        assert longest.length == max(lengths)
        assert paths.find(by="bfs").length == min(lengths)
        assert sorted(map(list, map(paths.unrank, range(len(listed))))) == sorted(listed)
    tours = sorted(map(list, oracles.open_tours(raw, question.start)))
    assert sorted(map(list, board.tours(question.start))) == tours
    assert board.tours(question.start).count(by="sweep") == len(tours)
    assert (board.tours(question.start).find() is None) == (not tours)
    closed = board.tours(closed=True)
    assert closed.count(by="list") == closed.count(by="sweep") == len(list(closed))
    rings = oracles.simple_cycles(raw)
    if not board.symmetric:
        assert board.cycles().count() == board.cycles().count(by="sweep") == len(rings)
    assert board.cycles().count(by="list") == board.cycles().count(by="sweep")
    for u in raw.cells:
        assert {v for v, _ in board.moves_from(u)} == set(oracles.graph(raw)[u])
        assert all(board.has_move(u, v) for v in oracles.graph(raw)[u])
    assert board.reachable(question.start).sum() == len(oracles.distances(raw, [question.start]))
    assert gw.Board.from_text(board.to_text("json")) == board == eval_copy(board)


def test_the_three_usual_factors():
    """A king crosses 3 x 3 by two diagonal steps."""
    for costs, diagonal, expected in [
        (None, None, 2 * 2**0.5),
        (None, 1, 2),
        (None, 2**0.5, 2 * 2**0.5),
        (np.ones((3, 3), int), None, 2),
        (np.ones((3, 3), int), 2**0.5, 2 * 2**0.5),
        (np.full((3, 3), 5), 3, 20),
    ]:
        board = gw.Board.rectangle(3, 3, moves=gw.KING, costs=costs, diagonal=diagonal)
        assert board.paths().shortest().cost == expected


def test_kings_distance_counts_moves():
    board = gw.Board.rectangle(20, 30, moves=gw.KING, diagonal=1)
    for by in ("auto", "bfs", "labels", "dijkstra", "astar"):
        path = board.paths().shortest(by=by)
        assert (path.cost, path.length) == (29, 29)
    assert isinstance(path.cost, int)


@pytest.mark.parametrize("by", ["jps", "corridors"])
def test_who_knows_only_the_square_root_says_so(by):
    board = gw.Board.rectangle(20, 20, moves=gw.KING, diagonal=1.5)
    with pytest.raises(UnsuitableAlgorithmError, match="square root of 2"):
        board.paths().shortest(by=by)
    assert board.paths().shortest().cost == 19 * 1.5
    assert board.replace(diagonal=2**0.5).paths().shortest(by=by).cost == pytest.approx(19 * 2**0.5)


def test_cycles_that_cost_more_one_way_are_refused_by_cost():
    board = gw.Board.rectangle(2, 2, moves=gw.KING, costs=[[1, 2], [3, 4]], diagonal=2)
    with pytest.raises(UnsuitableAlgorithmError, match="one way than the other"):
        board.cycles().longest(measure="cost")
    assert board.cycles().longest().length == 4


@pytest.mark.parametrize("wrong", [0, -1, float("nan"), float("inf"), "1", True, 1e9, [1]])
def test_a_factor_is_a_positive_number(wrong):
    with pytest.raises(ArgumentError, match="diagonal="):
        gw.Board.rectangle(2, 2, moves=gw.KING, diagonal=wrong)


def test_a_factor_may_not_push_costs_out_of_sums():
    with pytest.raises(CostsError, match="diagonal=1000"):
        gw.Board.rectangle(1, 2, costs=[[1, 2**50]], diagonal=1000)


def test_the_factor_is_a_part_of_the_value():
    board = gw.Board.rectangle(3, 3, moves=gw.KING)
    other = board.replace(diagonal=1.5)
    assert board != other
    assert other.replace(open_cells=board.open_cells) == other == eval_copy(other)
    assert digest(board.paths().question.facts) != digest(other.paths().question.facts)


CAVE = gw.Board.from_text("S.#.\n..#E")


def test_a_portal_leads_past_a_wall_one_way():
    there = CAVE.with_portals(((0, 1), (0, 3)))
    path = there.paths().shortest()
    assert (list(path), path.letters, path.cost) == ([(0, 0), (0, 1), (0, 3), (1, 3)], "R*D", 3)
    assert there.paths((0, 3), (0, 0)).is_empty
    assert "portals: 1" in repr(there)
    assert there.with_walls((0, 1)).portals == ()
    assert there.replace(portals=()) == CAVE


@pytest.mark.parametrize(
    ("portal", "words"),
    [
        (((0, 2), (0, 3)), "is a wall"),
        (((0, 1), (0, 1)), "leads nowhere"),
        (((0, 1),), "must be"),
        ("ab", "is not|must be|names no|no cell"),
        (((0, 1), (0, 3), -1), "cost of the portal"),
        (((0, 1), (0, 3), float("inf")), "cost of the portal"),
        (((0, 1), (9, 9)), "outside|not on"),
    ],
)
def test_what_is_no_portal(portal, words):
    with pytest.raises(gw.errors.InputError, match=words):
        CAVE.with_portals(portal)


def test_portals_that_are_too_many_or_given_twice():
    board = gw.Board.rectangle(40, 40)
    with pytest.raises(gw.errors.MovesError, match="portals of 60 different"):
        board.with_portals(
            *(((0, 0), (7, column)) for column in range(30)), *(((0, 0), (9, column)) for column in range(30))
        )
    alike = board.with_portals(*(((0, column), (30, column)) for column in range(40)))
    assert len(alike.moves) == 5
    with pytest.raises(gw.errors.PortalsError, match="two portals"):
        alike.with_portals(((0, 0), (30, 0), 2))


def test_who_holds_no_portals_says_so():
    board = CAVE.with_portals(((0, 1), (0, 3), 2))
    with pytest.raises(gw.errors.NotPrintableError, match="portals"):
        board.to_text("csv")
    with pytest.raises(gw.errors.ThicknessError, match="portals"):
        board.thick()
    with pytest.raises(gw.errors.NotPrintableError, match="portals"):
        board_data(board)
    with pytest.raises(gw.errors.InputError, match="portals"):
        board_values(board)


@pytest.mark.parametrize("ending", ["json", "npz"])
def test_our_own_formats_keep_what_steps_cost(tmp_path, ending):
    board = gw.Board.rectangle(3, 3, moves=gw.KING, costs=[[2] * 3] * 3, diagonal=1.5)
    board = board.with_portals(((0, 0), (2, 1)), ((2, 1), (0, 0), 0.5), ((1, 1), (0, 2), 7))
    board.save(tmp_path / f"board.{ending}")
    assert gw.read(tmp_path / f"board.{ending}") == board


@pytest.mark.parametrize(
    ("key", "value"),
    [("diagonal", "0"), ("diagonal", '"1"'), ("portals", "[[0, 0, 0, 0, null]]"), ("portals", "[[0, 0]]")],
)
def test_json_that_is_wrong_names_the_key(key, value):
    text = gw.Board.rectangle(1, 2).to_text("json").removesuffix("}") + f', "{key}": {value}}}'
    with pytest.raises(gw.errors.FieldError, match=key):
        gw.Board.from_text(text)


def test_the_command_line_says_what_steps_cost(run):
    assert run("shortest", "3x3", "--moves", "king", "--diagonal", "1")[1].splitlines()[-1] == "length 2"
    answer = json.loads(run("shortest", "3x3", "--moves", "king", "--diagonal", "sqrt2", "--json")[1])
    assert answer["cost"] == 2 * 2**0.5
    answer = json.loads(run("shortest", "9x9", "--portal", "0,0:8,7", "--portal", "a8:h1:2.5", "--json")[1])
    assert answer["cells"] == [[0, 0], [8, 7], [8, 8]]
    shown = json.loads(run("show", "9x9", "--portal", "0,0:8,7:3", "--json")[1])
    assert (shown["portals"], shown["diagonal"]) == ([[[0, 0], [8, 7], 3]], None)
    for wrong in (("--diagonal", "0"), ("--diagonal", "x"), ("--portal", "0,0"), ("--portal", "0,0:8,8:x")):
        assert run("count", "9x9", *wrong)[0] == 2


def test_doors_beside_portals():
    board = CAVE.with_portals(((0, 1), (0, 3)), ((1, 1), (0, 3), 5))
    assert board.paths().shortest().cost == 3
    shut = board.with_walls((0, 1))
    assert (shut.paths().shortest().cost, len(shut.portals)) == (8, 1)
    assert np.array_equal(shut.moves_of_cell, shut.replace(wrap=None).moves_of_cell)
    assert shut.with_open((0, 1)).paths().shortest().cost == 8  # the portal is gone
    assert board.with_open((0, 2)).paths().shortest().cost == 3


def test_symmetries_keep_portals():
    corners = gw.Board.rectangle(3, 3).with_portals(((0, 0), (2, 2)), ((2, 2), (0, 0)))
    assert len(symmetries(gw.Board.rectangle(3, 3))) == 8
    assert len(symmetries(corners)) == 4
    assert len(symmetries(gw.Board.rectangle(3, 3).with_portals(((0, 0), (2, 2))))) == 2
    assert len(symmetries(corners.replace(portals=[((0, 0), (2, 2), 3), ((2, 2), (0, 0))]))) == 2


def test_a_line_ends_at_a_portal():
    path = CAVE.with_portals(((0, 1), (0, 3))).paths().shortest()
    assert [piece.tolist() for piece in pieces_of(path.board, path.cells)] == [
        [[0.5, 0.5], [0.5, 1.5]],
        [[0.5, 3.5], [1.5, 3.5]],
    ]


def eval_copy(board):
    return pickle.loads(pickle.dumps(board))
