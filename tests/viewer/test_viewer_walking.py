"""Walking by hand: legal moves and hints."""

import json
from dataclasses import replace

import pytest

import gridwalk as gw
from gridwalk.viewer import comparison
from gridwalk.viewer.asked import Asked
from gridwalk.viewer.questions import answer
from viewing import MAZE, ask, serving

KNIGHT = gw.Board.rectangle(5, 5, moves=gw.KNIGHT)


# -------------------------------------------------------------------------- walking by hand


def test_a_walk_gets_the_legal_moves():
    with serving(KNIGHT) as viewer:
        words, parts = ask(viewer, "play", "", KNIGHT)
        assert words["kind"] == "play"
        assert [len(parts[name]) for name in ("events", "legal", "rest")] == [0, 25, 0]
        for v, mask in enumerate(parts["legal"].tolist()):
            there = [words["moves"][m] for m in range(8) if mask >> m & 1]
            assert len(there) == len(KNIGHT.moves_from(divmod(v, 5)))


def hinted(board, walked, **more):
    walked = tuple(row * board.columns + column for row, column in walked)
    data, _, _ = answer("hint", Asked(board, walked=walked, **more))
    json.dumps(data)
    return data


def test_hints_lead_a_walk_to_the_exit():
    walked = [(0, 0)]
    while (found := hinted(MAZE, walked))["next"] is not None:
        walked.append(divmod(found["next"], 5))
    assert found["reason"] == "You are at the exit."
    assert len(walked) - 1 == MAZE.paths().shortest().length
    stuck = gw.Board.from_text("S..\n##.\n...\nE..")
    assert hinted(stuck, [(0, 0), (0, 1)])["next"] == 2
    ring = gw.Board.from_text("S.\n..", exits=[(0, 1)])
    assert hinted(ring, [(0, 0), (1, 0)])["next"] == 3
    corner = gw.Board.rectangle(3, 3)
    walk = [(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)]
    assert hinted(corner, walk)["next"] == 2
    blocked = [(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)]
    assert hinted(corner, blocked)["next"] == 6
    closed_in = gw.Board.rectangle(3, 3, exits=[(0, 2)])
    assert hinted(closed_in, [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 1), (2, 0)]) == {
        "question": "hint", "kind": "hint", "next": None, "reason": comparison.NO_PATH, "sure": True,
    }  # fmt: skip
    assert hinted(corner, [(0, 0)], through=((0, 2),), avoiding=((1, 1),))["next"] == 1


def test_hints_lead_a_knight_round_the_board():
    board, walked = gw.Board.rectangle(6, 6, moves=gw.KNIGHT), [(0, 0)]
    while (found := hinted(board, walked, tour=True))["next"] is not None:
        walked.append(divmod(found["next"], 6))
    assert found["reason"] == "Every cell is visited."
    assert len(walked) == 36
    assert walked in board.tours(start=(0, 0))
    cornered = [(0, 0), (2, 1), (4, 2), (2, 3), (1, 1), (3, 2), (2, 0)]  # nobody can enter (4, 4) any more
    assert hinted(KNIGHT, cornered, tour=True)["reason"] == comparison.NO_TOUR
    middle = gw.Board.rectangle(3, 3, moves=gw.KNIGHT, start=(1, 1))
    assert hinted(middle, [(1, 1)], tour=True)["reason"] == comparison.NO_MOVE


def test_a_wrong_walk_is_refused():
    for walked, words in [
        ([(0, 0), (0, 0)], "no move|twice"), ([(0, 0), (2, 2)], "no move from"), ([(0, 1)], "not open"),
    ]:  # fmt: skip
        with pytest.raises(gw.GridwalkError, match=words):
            hinted(MAZE, walked)
    with pytest.raises(gw.GridwalkError, match="not on the board"):
        answer("hint", Asked(MAZE, walked=(99,)))


def test_a_king_on_tour_gets_the_neighbour_with_the_fewest_moves_on():
    king = gw.Board.rectangle(3, 3, moves=gw.KING)
    found = hinted(king, [(0, 0)], tour=True)
    assert (found["sure"], found["next"]) == (False, 1)
    assert replace(Asked(king), tour=True).tour
