"""The shortest walk through many stops: against every order of them, on distances found by another way."""

import json
import pickle

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import ArgumentError, InputError


def test_sixteen_stops_and_no_more():
    rng = np.random.default_rng(1)
    board = gw.make("wilson", 30, 30, seed=2, braid=0.5)
    stops = rng.permutation(np.argwhere(board.open_cells))[:17]
    walk = board.visit(stops[:16])
    assert set(map(tuple, stops[:16].tolist())) <= set(walk)
    assert walk.proved
    assert walk == board.visit(stops[15::-1])
    with pytest.raises(ArgumentError, match=r"at most 16 stops: .* distance_matrix\(stops, stops\)"):
        board.visit(stops)


def test_one_way_streets_allow_one_order():
    """East only, in one row: the nearest first, and never back."""
    board = gw.Board(np.ones((1, 30), bool), moves=gw.Moves([(0, 1)]))
    stops = [(0, c) for c in range(16, 0, -1)]
    walk = board.visit(stops)
    assert walk.stops == tuple((0, c) for c in range(17))
    assert walk.proved
    assert board.visit(stops, back=True) is None
    assert board.visit([(0, 3)], start=(0, 5)) is None


def test_nothing_to_visit():
    board = gw.Board.rectangle(3, 3)
    for walk in (board.visit([(0, 0)]), board.visit((2, 1), start=(2, 1), back=True)):
        assert (walk.length, walk.cost, len(walk), walk.proved) == (0, 0, 1, True)
    with pytest.raises(InputError, match="at least one cell"):
        board.visit([])
    assert board.visit([(1, 1), (1, 1)]).stops == ((0, 0), (1, 1))
    assert board.visit((2, 2)) == board.visit([(2, 2)])
    assert board.visit(["a1"], start="c3").stops == ((0, 2), (2, 0))


def test_a_walk_is_a_value():
    board = gw.Board.rectangle(4, 4)
    walk = board.visit([(0, 3), (3, 0)], back=True)
    assert pickle.loads(pickle.dumps(walk)) == walk
    assert hash(walk) == hash(board.visit([(0, 3), (3, 0)], back=True))
    assert walk != board.visit([(0, 3), (3, 0)])
    assert walk.letters.count("R") == walk.letters.count("L") == 3
    assert (walk[0], walk[-1], len(walk), walk[:1]) == ((0, 0), (0, 0), 13, [(0, 0)])
    assert np.asarray(walk).shape == (13, 2)
    assert "and back" in repr(walk)
    with pytest.raises(AttributeError, match="cannot assign"):
        walk.back = False
    with pytest.raises(ValueError, match="read-only"):
        walk.cells[0] = 1


def test_the_command_line(run):
    status, out, said = run("visit", "3x4", "2,3", "0,3", "2,0")
    assert (status, said) == (0, "")
    assert out.splitlines()[-2:] == ["0,0 2,0 2,3 0,3", "length 7"]
    status, out, _ = run("visit", "3x4", "2,3", "--back", "--json")
    answer = json.loads(out)
    assert (answer["length"], answer["proved"], answer["stops"]) == (10, True, [[0, 0], [2, 3]])
    assert answer["cells"][0] == answer["cells"][-1]
    status, out, _ = run("visit", "3x4", "--from", "a1", "d3", "--lines", "--squares")
    assert out.split() == ["a1", *out.split()[1:-1], "d3"]
    assert run("visit", "8x8", "--moves", "knight", "--from", "a1", "h8", "a8", "--back")[0] == 0
