"""What a step may cost: factors of diagonal steps."""

import json
import pickle

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.draw.pagedata import board_data
from gridwalk.draw.shape import pieces_of
from gridwalk.errors import ArgumentError, BoardError, UnsuitableAlgorithmError
from gridwalk.tours.symmetry import symmetries


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
    for by in ("auto", "bfs", "labels", "bidirectional", "dijkstra", "astar"):
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
    with pytest.raises(BoardError, match="diagonal=1000"):
        gw.Board.rectangle(1, 2, costs=[[1, 2**50]], diagonal=1000)


def test_the_factor_is_a_part_of_the_value():
    board = gw.Board.rectangle(3, 3, moves=gw.KING)
    other = board.replace(diagonal=1.5)
    assert board != other
    assert other.replace(open_cells=board.open_cells) == other == eval_copy(other)
    assert repr(board.paths()._question.facts) != repr(other.paths()._question.facts)


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
    with pytest.raises(gw.errors.BoardError, match="portals of 60 different"):
        board.with_portals(
            *(((0, 0), (7, column)) for column in range(30)), *(((0, 0), (9, column)) for column in range(30))
        )
    alike = board.with_portals(*(((0, column), (30, column)) for column in range(40)))
    assert len(alike.moves) == 5
    with pytest.raises(gw.errors.BoardError, match="two portals"):
        alike.with_portals(((0, 0), (30, 0), 2))


def test_who_holds_no_portals_says_so():
    board = CAVE.with_portals(((0, 1), (0, 3), 2))
    with pytest.raises(gw.errors.BoardTextError, match="portals"):
        board.to_text("csv")
    with pytest.raises(gw.errors.BoardError, match="portals"):
        board.thick()
    with pytest.raises(gw.errors.BoardTextError, match="portals"):
        board_data(board)


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
    with pytest.raises(gw.errors.BoardTextError, match=key):
        gw.Board.from_text(text)


def test_the_command_line_says_what_steps_cost(run, tmp_path):
    file = tmp_path / "board.json"

    def asked(question, board, *words):
        assert run("convert", board, file, *words)[0] == 0
        return run(*question.split(), file)[1]

    assert asked("shortest", "3x3", "--moves", "king", "--diagonal", "1").splitlines()[-1] == "length 2"
    answer = json.loads(asked("shortest --json", "3x3", "--moves", "king", "--diagonal", "sqrt2"))
    assert answer["cost"] == 2 * 2**0.5
    portals = "--portal", "0,0:8,7", "--portal", "a8:h1:2.5"
    assert json.loads(asked("shortest --json", "9x9", *portals))["cells"] == [[0, 0], [8, 7], [8, 8]]
    shown = json.loads(asked("show --json", "9x9", "--portal", "0,0:8,7:3"))
    assert (shown["portals"], shown["diagonal"]) == ([[[0, 0], [8, 7], 3]], None)
    for wrong in (("--diagonal", "0"), ("--diagonal", "x"), ("--portal", "0,0"), ("--portal", "0,0:8,8:x")):
        status, _, err = run("convert", "9x9", file, *wrong)
        assert status == 2
        assert wrong[0] in err


def test_doors_beside_portals():
    board = CAVE.with_portals(((0, 1), (0, 3)), ((1, 1), (0, 3), 5))
    assert board.paths().shortest().cost == 3
    shut = board.with_walls((0, 1))
    assert (shut.paths().shortest().cost, len(shut.portals)) == (8, 1)
    assert np.array_equal(shut._moves_of_cell, shut.replace(wrap=None)._moves_of_cell)
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
