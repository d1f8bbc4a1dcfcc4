"""The shortest walk through many stops: against every order of them, on distances found by another way."""

import itertools
import json
import pickle
from math import inf

import numpy as np
import pytest

import gridwalk as gw
import oracles
import seeded
from gridwalk.errors import ArgumentError, CellError, InputError, TimeLimitError
from strategies import KING, KNIGHT, ORTHOGONAL, board_of

STENCILS = (ORTHOGONAL, KING, KNIGHT, ((0, 1), (1, 0), (-1, 0)))


def least_of(raw, stops, back, cost):
    """What the best order of the stops, the first one fixed, has in all."""
    away = {stop: oracles.distances(raw, [stop], cost) for stop in stops}

    def total(order):
        walk = [stops[0], *order, *([stops[0]] if back else [])]
        return sum(away[a].get(b, inf) for a, b in itertools.pairwise(walk))

    return min(map(total, itertools.permutations(stops[1:])))


def is_walk(walk, raw, back):
    """Whether the cells are a walk, and the stops on it where it says they are."""
    cells = list(walk)
    leads_to = oracles.graph(raw)
    steps = all(v in leads_to[u] for u, v in itertools.pairwise(cells))
    stops = [cells[i] for i in walk.positions] == list(walk.stops)
    ends = cells[0] == cells[-1] if back else walk.positions[-1] == len(cells) - 1
    return steps and stops and ends and list(walk.positions) == sorted(walk.positions)


def test_no_order_is_shorter(tier):
    """All kinds of boards, both measures, back and not."""
    some = 0
    kinds = (None, "small", "fractions")
    for raw, rng in seeded.raws(4, 150, STENCILS, cost_kinds=kinds, one_way=True, most=5):
        start = rng.choice(raw.cells)
        near = raw.cells if rng.random() < 0.2 else list(oracles.distances(raw, [start]))
        stops = list(dict.fromkeys([start, *rng.sample(near, min(len(near), rng.randint(1, 5)))]))
        back, measure = rng.random() < 0.5, rng.choice(["cost", "length"])
        board = board_of(raw)
        walk = board.visit(stops, start=stops[0], back=back, measure=measure)
        cost = oracles.cost_of_move if measure == "cost" else oracles.one_move
        least = least_of(raw, stops, back, cost)
        if walk is None:
            assert least == inf
            continue
        some += len(stops) > 2
        value = walk.cost if measure == "cost" else walk.length
        assert is_walk(walk, raw, back)
        assert set(walk.stops) == set(stops)
        assert walk.stops[0] == stops[0]
        assert walk.cost == pytest.approx(
            sum(oracles.cost_of_move(raw, *step) for step in itertools.pairwise(walk))
        )
        assert walk.bound <= least * (1 + 1e-9) <= value * (1 + 2e-9)
        assert walk.proved
        assert value == pytest.approx(least)
    assert some > 5


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


def test_neither_of_two_reaches_the_other():
    board = gw.Board(np.ones((2, 2), bool), moves=gw.Moves([(0, 1), (1, 0)]))
    assert board.visit([(0, 1), (1, 0)]) is None
    assert board.visit([(0, 1), (1, 1)]).length == 2
    wide = gw.Board(np.ones((16, 16), bool), moves=gw.Moves([(0, 1), (1, 0)]))
    assert wide.visit([(r, 15 - r) for r in range(16)]) is None


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


def test_drawings():
    assert str(gw.Board.from_text("S.#\n..E").visit([(1, 2)])) in ("@+#\n.+1", "@.#\n++1")
    walls = gw.Board.rectangle(2, 2, walls=([[1], [0]], [[0, 0]]))
    assert "@" in str(walls.visit([(0, 1)]))
    many = gw.Board.rectangle(1, 12).visit([(0, c) for c in range(12)])
    assert str(many).split() == ["@", *map(str, range(1, 12))]
    with pytest.raises(ArgumentError, match="glyphs="):
        many.draw(glyphs="1#")


def test_bad_stops():
    board = gw.Board.from_text("S.#\n..E")
    with pytest.raises(CellError, match=r"cells=\(0, 2\) is a wall"):
        board.visit([(0, 2)])
    with pytest.raises(CellError):
        board.visit([(5, 5)])
    with pytest.raises(CellError, match="start="):
        board.visit([(1, 1)], start=(0, 2))
    with pytest.raises(ArgumentError, match="measure"):
        board.visit([(1, 1)], measure="time")
    wide = gw.Board.rectangle(50, 50)
    with pytest.raises(ArgumentError, match="at most 16 stops"):
        wide.visit([(r, c) for r in range(50) for c in range(50)])
    with pytest.raises(TimeLimitError):
        wide.visit([(r, r) for r in range(16)], seconds=1e-6)


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


@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        (["3x4", "0,9"], 2, "CELL 0,9 is outside the board"),
        (["3x4"], 2, "CELL"),
        (["3x4", "1,1", "--to", "2,2"], 2, "no option --to for visit"),
        (["3x4", "1,1", "--from", "0,0", "--from", "0,1"], 2, "one start"),
        (["3x4", "1,1", "--json", "--lines"], 2, "leave out --json"),
        (["parted.txt", "0,2"], 1, "no way"),
    ],
)
def test_the_command_line_refuses(run, tmp_path, monkeypatch, words, status, reason):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parted.txt").write_text(".#..\n.#..\n.#..\n")
    found, out, said = run("visit", *words)
    assert found == status
    assert reason in out + said


def fewest_through_all(board, back):
    """Return the moves of a shortest walk through every open cell, by breadth over (cell, cells seen)."""
    cells = [tuple(cell) for cell in np.argwhere(board.open_cells).tolist()]
    bit = {cell: 1 << i for i, cell in enumerate(cells)}
    full, start = (1 << len(cells)) - 1, board.start
    level, seen, moves = {(start, bit[start])}, set(), 0
    while level:
        if any(held == full and (not back or cell == start) for cell, held in level):
            return moves
        seen |= level
        level = {(v, held | bit[v]) for cell, held in level for v, _ in board.moves_from(cell)} - seen
        moves += 1
    return None
