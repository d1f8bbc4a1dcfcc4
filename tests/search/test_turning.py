"""Turns: counted, priced and fewest, against all paths listed one by one and turns counted here."""

import random
from itertools import pairwise

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import ArgumentError, GridwalkError, MemoryLimitError, QuestionError
from gridwalk.runtime.slices import tier

MOST = 2000


def turns_of(path, board):
    """Count changes of direction, by the moves of the board before it is wrapped round."""
    jumps = {portal[:2] for portal in board.portals}
    ways = []
    for u, v in pairwise(path):
        if (u, v) in jumps:
            continue
        step = [b - a for a, b in zip(u, v, strict=True)]
        for axis, size in enumerate(board.shape):
            wraps = board.wrap == "both" or board.wrap == ("rows", "columns")[axis]
            near = [step[axis] + k * size for k in (-1, 0, 1)] if wraps else [step[axis]]
            step[axis] = min(near, key=abs)
        ways.append(tuple(np.array(step) / np.abs(step).max()))
    return sum(a != b for a, b in pairwise(ways))


def questions(seed, number):
    """Yield boards of all kinds with sets of paths, and all of these."""
    rnd = random.Random(seed)
    while number:
        rows, columns = rnd.randint(1, 4), rnd.randint(2, 4)
        moves = rnd.choice(["orthogonal", "orthogonal", "king", "rook"])
        given = {"moves": moves}
        if rnd.random() < 0.5:
            given["costs"] = [[rnd.choice([0, 1, 2, 5, 0.1]) for _ in range(columns)] for _ in range(rows)]
        if rnd.random() < 0.3 and moves != "rook":
            given["wrap"] = rnd.choice(["columns", "rows", "both"])
        share = 0.2 if moves == "orthogonal" else 0.45
        cells = [[int(rnd.random() < share) for _ in range(columns)] for _ in range(rows)]
        try:
            board = gw.Board.from_matrix(cells, **given)
        except GridwalkError:
            continue
        every = [tuple(cell) for cell in np.argwhere(board.open_cells).tolist()]
        if len(every) < 3:
            continue
        if rnd.random() < 0.4:
            u, v = rnd.sample(every, 2)
            board = board.with_portals((u, v, rnd.choice([None, 0, 3])))
        if rnd.random() < 0.2 and moves == "orthogonal" and board.wrap is None:
            right = np.array([[rnd.random() < 0.3 for _ in range(columns - 1)] for _ in range(rows)], bool)
            walls = (right.reshape(rows, columns - 1), np.zeros((rows - 1, columns), bool))
            board = board.replace(walls=walls)
        paths = board.paths(rnd.sample(every, rnd.choice([1, 1, 2])), rnd.sample(every, rnd.choice([1, 2])))
        if (chance := rnd.random()) < 0.2:
            paths = paths.through(*rnd.sample(every, rnd.choice([1, 2])))
        elif chance < 0.4:
            paths = paths.longer_than(rnd.randint(1, 5))
        listed = paths.list(MOST)
        if len(listed) == MOST:
            continue
        try:
            paths.shortest(measure="turns")
        except QuestionError:  # a step has two directions
            continue
        number -= 1
        yield board, paths, listed, rnd


@pytest.mark.parametrize("mode", ["python", "compiled"])
@pytest.mark.parametrize("seed", range(2))
def test_as_all_paths_listed(seed, mode):
    with tier(mode):
        for board, paths, every, rnd in questions(seed, 20):
            turns = {path: turns_of(list(path), board) for path in every}
            for path in every:
                assert path.turns == turns[path]

            def key(path, turns=turns):
                return turns[path], path.length

            ordered = sorted(every, key=key)
            assert list(paths.in_order(measure="turns")) == ordered
            fewest = paths.shortest(measure="turns")
            assert (fewest is None) == (not every)
            price = rnd.choice([0, 1, 2, 0.5, 10, 0.1])
            cheap = paths.shortest(turn_cost=price)
            near = list(paths.nearly_shortest(1, measure="turns"))
            if not every:
                assert cheap is None
                assert near == []
                continue
            assert key(fewest) == key(ordered[0])
            assert fewest.proved
            assert fewest.best == "turns"
            least = min(path.cost + price * turns[path] for path in every)
            assert cheap in turns
            assert cheap.cost + price * turns[cheap] == pytest.approx(least)
            assert cheap.proved
            assert cheap.bound == pytest.approx(least)
            assert near == [path for path in ordered if turns[path] <= turns[ordered[0]] + 1]
            if not paths._question.is_conditional:
                best = paths.all_shortest(measure="turns")
                wanted = {path for path in every if key(path) == key(ordered[0])}
                assert set(best) == wanted
                assert best.count() == len(wanted)
                assert best.turns == turns[ordered[0]]
            moves = paths.shortest(measure="length")
            assert moves.length == min(path.length for path in every)


def test_a_long_detour_has_fewer_turns():
    board = gw.Board.from_text("S......\n.#.###.\n..#..#.\n#..#...\n##..#.E")
    path = board.paths().shortest(measure="turns")
    assert path.turns == 1
    assert path.length == 10
    with tier("compiled"):
        large = gw.Board.rectangle(200, 300).paths().shortest(turn_cost=1)
    assert large.turns == 1
    assert large.bound == large.cost + 1


def test_a_piece_that_slides_on_does_not_turn():
    board = gw.Board.rectangle(1, 6, moves="rook")
    assert gw.Path(board, [(0, 0), (0, 1), (0, 3), (0, 5)]).turns == 0
    assert board.paths().lengths(measure="turns").keys() >= {0}


def test_closed_paths_may_turn_at_the_start():
    assert gw.Board.rectangle(2, 2).cycles().find().turns == 4


def test_what_is_refused():
    paths = gw.Board.rectangle(4, 4).paths()
    with pytest.raises(ArgumentError, match="turn_cost"):
        paths.shortest(turn_cost=-1)
    with pytest.raises(ArgumentError, match="turn_cost"):
        paths.shortest(turn_cost=1, measure="turns")
    with pytest.raises(ArgumentError, match="turns"):
        paths.shortest(measure="bends")
    with pytest.raises(QuestionError, match="leave out"):
        paths.shortest(turn_cost=1, by="astar")
    with pytest.raises(QuestionError, match="two directions"):
        gw.Board.rectangle(3, 2, wrap="columns").paths().shortest(measure="turns")
    with pytest.raises(QuestionError, match="cost"):
        _ = paths.all_shortest(measure="turns").cost
    with pytest.raises(MemoryLimitError):
        gw.Board.rectangle(300, 300).paths().within(memory=1 << 20).shortest(turn_cost=1)


def test_nearest():
    board = gw.Board.from_text("S..\n.##\n.#E")
    assert board.paths().shortest(turn_cost=1) is None
    path = board.paths().shortest(turn_cost=1, nearest=True)
    assert path is not None
    assert path.end == board.paths().shortest(nearest=True).end


@pytest.mark.parametrize("seed", range(6))
def test_a_price_is_refused_before_sums_are_rounded(seed):
    """On a board of bands, joined right and left, a path turns ten times whatever a turn costs."""
    rng = random.Random(seed)
    is_open = [
        [True] * 5 if row % 3 != 2 else [column == (4 if row % 2 else 0) for column in range(5)]
        for row in range(17)
    ]
    board = gw.Board(
        is_open, costs=[[rng.choice([1, 2, 3]) for _ in range(5)] for _ in range(17)], exits=[(16, 0)]
    )
    most = 2**52 // board.open_count
    with pytest.raises(ArgumentError, match=f"at most {most} on this board"):
        board.paths().shortest(turn_cost=2.0**50)
    dear, less = (board.paths().shortest(turn_cost=price) for price in (most, 10**6))
    assert (dear.turns, dear.cost) == (less.turns, less.cost)
