"""Flow fields: as drawings, for many walkers, of many moves; the campaign compares them with relaxation."""

import math

import networkx
import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import TimeLimitError


def test_a_cost_that_is_a_sum_of_fractions_is_at_most_itself():
    board = gw.Board.rectangle(9, 9, moves=gw.KING)
    for path in (board.paths((0, 0), (8, 5)).shortest(), board.paths((0, 0), (8, 8)).shortest()):
        assert board.distances((0, 0), max_cost=path.cost)[path.end] == pytest.approx(path.cost)
        assert (
            board.distances((0, 0), max_cost=math.nextafter(path.cost, 0) * (1 - 1e-10))[path.end] == np.inf
        )


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


def test_limits(tier, tune):
    tune(slice=5, tell_every=0)
    board, told = gw.Board.rectangle(20, 20, costs=np.ones((20, 20))), []
    board.distances(exits=(0, 0), progress=told.append, seconds=1000)
    assert told[-1].expanded > 300
    for ask in (board.distances, board.flow_field):
        with pytest.raises(TimeLimitError):
            ask(seconds=1e-9)


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
