"""Distances to goals, values of goals, flow fields: against relaxation in plain Python."""

import itertools
import math
import pickle
import xml.etree.ElementTree as ET

import networkx
import numpy as np
import pytest

import gridwalk as gw
import oracles
import seeded
from gridwalk.board.stepcosts import StepCosts
from gridwalk.errors import ArgumentError, CellError, GridwalkError, TimeLimitError
from strategies import KING, KING_AND_KNIGHT, KNIGHT, ORTHOGONAL, WIDE, board_of

STENCILS = (ORTHOGONAL, KING, KNIGHT, WIDE, KING_AND_KNIGHT, ((0, 1), (1, 0), (1, 1)))
KINDS = {"cost_kinds": (None, None, "small", "large", "fractions"), "one_way": True}


def asked(seed, count):
    """Yield boards with goals: plain ones, and with values, whole or not."""
    for raw, rng in seeded.raws(seed, count, STENCILS, **KINDS):
        goals = [rng.choice(raw.cells) for _ in range(rng.choice((1, 1, 3)))]
        kind = rng.randrange(3)
        drawn = [(0, rng.randint(-9, 9), rng.uniform(-5, 5))[kind] for _ in goals]
        values = dict(zip(goals, drawn, strict=True))
        yield raw, board_of(raw), (goals if kind == 0 else values), values


def cells_of(board):
    return itertools.product(range(board.rows), range(board.columns))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_a_flow_field_leads_to_goals(tier, seed):
    """Each next move is the first in move order of those that begin a cheapest path."""
    for raw, board, goals, values in asked(seed + 10, 80):
        far, field = oracles.distances_to(raw, values), board.flow_field(goals)
        assert np.array_equal(field.distances, board.distances(exits=goals))
        leads_to = oracles.graph(raw)
        for cell in cells_of(board):
            move, ahead = int(field.next_move[cell]), tuple(field.next_cell[cell].tolist())
            path = field.path(cell) if raw.is_open(*cell) else None
            if cell not in far:
                assert (move, ahead, path) == (-1, (-1, -1), None)
                continue
            through = {v: oracles.cost_of_move(raw, cell, v) + far[v] for v in leads_to[cell] if v in far}
            if move == -1:
                assert ahead == cell
                assert cell in field.goals
                assert far[cell] == values[cell]
                assert min(through.values(), default=np.inf) >= values[cell] - 1e-9
                assert list(path) == [cell]
                continue
            least = min(through.values())
            close = [v for v, cost in through.items() if cost - least <= 1e-9]
            assert ahead in close
            if raw.costs is None and isinstance(
                values.get(goals[0]) if isinstance(goals, list) else 0.5, int
            ):
                number = [board.moves.deltas.index((v[0] - cell[0], v[1] - cell[1])) for v in close]
                assert move == min(number) or oracles.has_diagonals(raw)
            oracles.check_certificate(raw, list(path), start=cell)
            assert path.end in field.goals
            assert path.cost + values[path.end] == pytest.approx(far[cell], rel=1e-11, abs=1e-9)
            step = field.directions[cell].tolist()
            there = board.moves.deltas[move]
            assert tuple(step) == board.moves.steps[move]
            assert (cell[0] + there[0], cell[1] + there[1]) == ahead


def test_moves_that_cost_nothing_never_go_in_a_circle(tier, monkeypatch):
    """Every next move still leads to a goal where all moves, or some of them, cost nothing."""
    for share in (0.0, 0.5):
        for raw, rng in seeded.raws(5, 40, STENCILS[:4], one_way=True):
            board, goal = board_of(raw).replace(costs=np.ones(raw.shape)), rng.choice(raw.cells)
            free = np.array([float(rng.random() < share) for _ in range(board.size)])
            costs = free, np.ones(len(board.moves)), np.zeros(len(board.moves))
            monkeypatch.setattr(StepCosts, "in_kernels", costs)
            field = board.flow_field(goal)
            far = oracles.distances_to(
                raw, {goal: 0}, lambda _, u, v, free=free, board=board: free[v[0] * board.columns + v[1]]
            )
            for cell in raw.cells:
                assert field.distances[cell] == far.get(cell, np.inf)
                if cell in far:
                    assert field.path(cell).end == goal
                    assert field.goals == (goal,)


def test_a_cost_that_is_a_sum_of_fractions_is_at_most_itself():
    board = gw.Board.rectangle(9, 9, moves=gw.KING)
    for path in (board.paths((0, 0), (8, 5)).shortest(), board.paths((0, 0), (8, 8)).shortest()):
        assert board.distances((0, 0), max_cost=path.cost)[path.end] == pytest.approx(path.cost)
        assert (
            board.distances((0, 0), max_cost=math.nextafter(path.cost, 0) * (1 - 1e-10))[path.end] == np.inf
        )


def test_fleeing():
    """Every cell that a goal is reached from becomes a goal of its distance times the factor."""
    for raw, board, goals, _ in asked(8, 40):
        field = board.flow_field(goals)
        known = np.isfinite(field.distances)
        away = {cell: -1.2 * field.distances[cell] for cell in cells_of(board) if known[cell]}
        far, fled = oracles.distances_to(raw, away), field.flee()
        for cell in raw.cells:
            assert fled.distances[cell] == pytest.approx(far.get(cell, np.inf), rel=1e-9, abs=1e-9)
            if cell in far:
                assert fled.path(cell).end in fled.goals


def test_a_corner_is_no_way_out():
    """In a blind alley of three cells it goes past the goal, if that is worth it."""
    board = gw.Board.rectangle(1, 12)
    field = board.flow_field((0, 3))
    assert str(field.flee(-1.2)) == "E←←→→→→→→→→E"
    assert str(field.flee(-9)) == "→→→→→→→→→→→E"


def test_many_walkers_at_once():
    board = gw.Board.from_text("....#\n##.#.\n..#.E")
    field, places = board.flow_field(), np.array([(2, 3), (2, 0), (1, 4)])
    for _ in range(12):
        places = places + field.directions[places[:, 0], places[:, 1]]
    assert places.tolist() == [[2, 4], [2, 0], [2, 4]]
    assert field.next_cell[2, 0].tolist() == [-1, -1]
    assert not field.next_cell.flags.writeable
    assert not field.distances.flags.writeable


def test_a_field_is_drawn():
    walls = np.zeros((2, 2), bool), np.zeros((1, 3), bool)
    walls[0][0, 1] = True
    field = gw.Board.rectangle(2, 3, walls=walls).flow_field((0, 2))
    assert str(field).splitlines() == [
        "+---+---+---+",
        "| →   ↓ | E |",
        "+   +   +   +",
        "| →   →   ↑ |",
        "+---+---+---+",
    ]
    knight = gw.Board.rectangle(3, 3, moves=gw.KNIGHT).flow_field("a1")
    assert str(knight).splitlines() == ["DRR DDL DDL", "DRR   . DLL", "  E UUL UUL"]
    assert str(gw.Board.rectangle(3, 3, moves=gw.KING).flow_field("b2")) == "↘↓↙\n→E←\n↗↑↖"
    assert str(gw.Board.rectangle(1, 5, wrap="columns").flow_field((0, 0))) == "E←←→→"
    assert str(gw.Board.from_text("E#.")) == "E#S"
    shut = gw.Board.from_text("E#.").flow_field((0, 0))
    assert (str(shut), shut.path((0, 2))) == ("E#.", None)
    assert repr(shut) == "<FlowField: 1 x 3, goal (0, 0), reached from 1 cells>"


def test_a_field_as_a_picture():
    field = gw.Board.from_text("S.#.\n...E", moves=gw.KING).flow_field()
    root = ET.fromstring(field._repr_svg_())
    assert root.tag.endswith("svg")
    arrows = [each for each in root if each.get("stroke-width") == ".8"]
    assert arrows[0].get("d").count("M") == np.count_nonzero(field.next_move >= 0)
    assert gw.Board.rectangle(300, 300).flow_field()._repr_svg_() is None
    assert ET.fromstring(gw.Board.rectangle(300, 300).flow_field().svg(dark=True)).tag.endswith("svg")


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda b: b.distances((0, 0), exits=(1, 1)), ArgumentError, "exits="),
        (lambda b: b.distances(exits=(0, 3)), CellError, r"exits=\(0, 3\) is a wall"),
        (lambda b: b.distances(exits={(0, 3): 1}), CellError, r"exits=\(0, 3\) is a wall"),
        (lambda b: b.flow_field((9, 9)), CellError, "exits="),
        (lambda b: b.flow_field([]), GridwalkError, "at least one cell"),
        (lambda b: b.flow_field({}), GridwalkError, "at least one cell"),
        (lambda b: b.flow_field({(0, 0): float("nan")}), ArgumentError, "finite number"),
        (lambda b: b.flow_field({(0, 0): "1"}), ArgumentError, "finite number"),
        (lambda b: b.flow_field({(0, 0): 10**400}), ArgumentError, "finite number"),
        (lambda b: b.flow_field({(0, 0): True}), ArgumentError, "finite number"),
        (lambda b: b.flow_field({(0, 0): 1e300}), ArgumentError, "costs would be lost"),
        (lambda b: b.distances(max_cost=-1), ArgumentError, "max_cost=-1"),
        (lambda b: b.distances(max_cost=float("nan")), ArgumentError, "max_cost=nan"),
        (lambda b: b.distances(max_cost=True), ArgumentError, "max_cost=True"),
        (lambda b: b.flow_field().flee(1), ArgumentError, "factor=1"),
        (lambda b: b.flow_field().flee("far"), ArgumentError, "factor='far'"),
        (lambda b: b.flow_field().path((0, 3)), CellError, "is a wall"),
        (lambda b: b.distances(seconds=0), ArgumentError, "seconds=0"),
    ],
)
def test_what_is_wrong_is_refused(ask, error, message):
    with pytest.raises(error, match=message):
        ask(gw.Board.from_text("...#\n...."))


def test_a_maximum_beyond_all_costs():
    board = gw.Board.rectangle(2, 2)
    for most in (np.float32(9), np.inf, 10**400):
        assert np.array_equal(board.distances(max_cost=most), board.distances())
        assert board.paths().shortest(max_cost=most).length == 2


def test_of_one_cell_named_twice_the_lower_value_counts():
    assert gw.Board.rectangle(1, 2).distances(exits={(0, 0): 3, "a1": 1}).tolist() == [[1, 2]]


def test_limits(tier, tune):
    tune(slice=5, tell_every=0)
    board, told = gw.Board.rectangle(20, 20, costs=np.ones((20, 20))), []
    board.distances(exits=(0, 0), progress=told.append, seconds=1000)
    assert told[-1].expanded > 300
    for ask in (board.distances, board.flow_field):
        with pytest.raises(TimeLimitError):
            ask(seconds=1e-9)


def test_a_field_can_be_pickled():
    field = gw.Board.rectangle(3, 3).flow_field()
    assert np.array_equal(pickle.loads(pickle.dumps(field)).next_move, field.next_move)


def test_a_queen_has_more_moves_than_a_word_of_32_bits(tier):
    """Distances to a goal are those on the reversed graph of NetworkX, with costs and without."""
    rng = np.random.default_rng(2)
    for costs in (None, rng.integers(1, 9, (7, 7))):
        board = gw.Board(rng.random((7, 7)) > 0.25, moves=gw.queen(6), costs=costs)
        assert board._moves_of_cell.itemsize == 8
        goal, graph = board.exits[0], networkx.DiGraph(board.to_networkx()).reverse()
        far = networkx.single_source_dijkstra_path_length(graph, goal)
        field, labels = board.flow_field({goal: 0.5}), board.islands()
        for cell in graph.nodes:
            assert field.distances[cell] == far.get(cell, np.inf) + 0.5
            if cell in far:
                path = field.path(cell)
                assert path.end == goal
                assert path.cost == far[cell]
                assert path in board.paths(cell, goal)
        islands = list(networkx.connected_components(networkx.Graph(graph)))
        assert sorted(np.bincount(labels[labels >= 0]).tolist()) == sorted(map(len, islands))
