"""What a step may cost: factors of diagonal steps."""

import pickle

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.draw.pagedata import board_data
from gridwalk.draw.shape import pieces_of
from gridwalk.errors import UnsuitableAlgorithmError
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


def test_cycles_that_cost_more_one_way_are_refused_by_cost():
    board = gw.Board.rectangle(2, 2, moves=gw.KING, costs=[[1, 2], [3, 4]], diagonal=2)
    with pytest.raises(UnsuitableAlgorithmError, match="one way than the other"):
        board.cycles().longest(measure="cost")
    assert board.cycles().longest().length == 4


def test_the_factor_is_a_part_of_the_value():
    board = gw.Board.rectangle(3, 3, moves=gw.KING)
    other = board.replace(diagonal=1.5)
    assert board != other
    assert other.replace(open_cells=board.open_cells) == other == pickle.loads(pickle.dumps(other))
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


def test_who_holds_no_portals_says_so():
    board = CAVE.with_portals(((0, 1), (0, 3), 2))
    with pytest.raises(gw.errors.BoardTextError, match="portals"):
        board_data(board)


@pytest.mark.parametrize("ending", ["json", "npz"])
def test_our_own_formats_keep_what_steps_cost(tmp_path, ending):
    board = gw.Board.rectangle(3, 3, moves=gw.KING, costs=[[2] * 3] * 3, diagonal=1.5)
    board = board.with_portals(((0, 0), (2, 1)), ((2, 1), (0, 0), 0.5), ((1, 1), (0, 2), 7))
    board.save(tmp_path / f"board.{ending}")
    assert gw.read(tmp_path / f"board.{ending}") == board


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
