"""Boards wrapped round, cylinders and tori, also with walls between cells."""

import copy
import pickle

import numpy as np
import pytest

import gridwalk as gw
import oracles
from gridwalk.errors import UnsuitableAlgorithmError
from oracles import Raw
from published import TORUS_CLOSED
from strategies import KNIGHT

WRAPS = ("rows", "columns", "both")


# ------------------------------------------------------------------------------------ values


@pytest.mark.parametrize("wrap", WRAPS)
def test_the_sides_that_meet(wrap):
    board = gw.Board.rectangle(3, 4, wrap=wrap)
    assert board.has_move((0, 1), (2, 1)) == (wrap != "columns")
    assert board.has_move((1, 3), (1, 0)) == (wrap != "rows")
    assert not board.has_move((0, 0), (2, 3))
    assert board.replace(wrap=None) == gw.Board.rectangle(3, 4)
    assert board != gw.Board.rectangle(3, 4)
    for other in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board), board.replace()):
        assert (other, hash(other)) == (board, hash(board))
        assert other.moves == board.moves
    word = {"rows": "rows wrapped", "columns": "columns wrapped", "both": "torus"}[wrap]
    assert repr(board).startswith(f"<Board 3 x 4, {word}, orthogonal moves, start")


def test_a_move_across_the_seam_is_a_move():
    torus = gw.Board.rectangle(3, 4, wrap="both", moves=gw.KING)
    assert torus.moves.unwrapped == gw.KING
    assert (torus.moves.name, torus.moves.names) == ("king", gw.KING.names)
    assert {len(torus.moves_from(cell)) for cell in np.ndindex(3, 4)} == {8}
    path = gw.Path(torus, [[0, 0], [2, 3], [2, 2]])
    assert path.letters == "UL,L"
    assert path.cost == pytest.approx(1 + 2**0.5)
    other = torus.replace(moves=gw.KNIGHT.ordered([*gw.KNIGHT.deltas[::-1]]))
    assert other.moves.unwrapped.deltas == gw.KNIGHT.deltas[::-1]
    assert torus.moves.with_corners("one") == gw.KING.with_corners("one").wrapped((3, 4))
    assert torus.moves.ordered("D,U,L,R,UL,UR,DL,DR").unwrapped == gw.KING.ordered("D,U,L,R,UL,UR,DL,DR")


def test_boards_of_one_row_or_two():
    """Left and right may lead to one cell; a cell is no neighbour of its own."""
    assert gw.Board.rectangle(1, 1, wrap="both").moves_from((0, 0)) == []
    assert gw.Board.rectangle(1, 2, wrap="both").moves_from((0, 0)) == [((0, 1), 1.0)]
    near = gw.Board.rectangle(2, 2, wrap="both", moves=gw.KING).moves_from((0, 0))
    assert near == [((1, 0), 1.0), ((1, 1), 2**0.5), ((0, 1), 1.0)]
    ring = gw.Board.rectangle(1, 5, wrap="columns", moves=gw.KING)
    assert ring.cycles().count() == 1
    two = gw.Board.rectangle(1, 2, wrap="columns", walls=([[True, False]], np.zeros((0, 2), bool)))
    assert two.has_move((0, 0), (0, 1))  # the other way round
    assert two.paths().count() == 1
    assert not two.replace(walls=([[True, True]], [[False] * 2])).has_move((0, 0), (0, 1))


def test_moves_that_are_alike_on_a_small_board_are_not_the_same():
    """A leap passes a wall, a step does not, though both lead to the same cell."""
    walls = [[True, True]], [[False, False]]
    step, leap = (
        gw.Board.rectangle(1, 2, moves=gw.Moves([(0, n), (0, -n)]), wrap="columns", walls=walls)
        for n in (1, 3)
    )
    assert step != leap
    assert (step.has_move((0, 0), (0, 1)), leap.has_move((0, 0), (0, 1))) == (False, True)


def test_a_step_one_way_round_is_not_undone():
    """On two columns right leads back to the first cell, but not past a wall."""
    moves, walls = gw.Moves([(0, 1)]), ([[True, False]], [[False, False]])
    board = gw.Board.rectangle(1, 2, moves=moves, wrap="columns", walls=walls, start=(0, 0), exits=[(0, 1)])
    assert not board._symmetric
    assert board.paths().count() == 0
    assert board.paths((0, 1), (0, 0)).count() == 1
    assert board.paths().shortest() is None


@pytest.mark.parametrize(("size", "number"), sorted(TORUS_CLOSED.items()))
def test_hamiltonian_cycles_of_tori(size, number):
    """The edges of the graph: on a side of two cells its double edges count once."""
    assert gw.Board.rectangle(*size, wrap="both").tours(closed=True).count() == number


def test_knights_on_a_torus(tier):
    """Every cell has all eight moves; a 5 x 5 torus has closed tours, and the plain board has none."""
    torus = gw.Board.rectangle(5, 5, moves=gw.KNIGHT, wrap="both")
    assert {len(torus.moves_from(cell)) for cell in np.ndindex(5, 5)} == {8}
    tour = torus.tours(closed=True).find()
    raw = Raw(((True,) * 5,) * 5, KNIGHT, wrap="both")
    oracles.check_certificate(raw, tour, tour=True, closed=True)
    assert torus.replace(wrap=None).tours(closed=True).find() is None
    for by in ("warnsdorff", "dfs"):
        oracles.check_certificate(raw, torus.tours().find(by=by), tour=True)
    with pytest.raises(UnsuitableAlgorithmError, match=r"whole rectangle|knight"):
        torus.tours(closed=True).find(by="construct")


@pytest.mark.parametrize("verb", ["count", "lengths"])
@pytest.mark.parametrize("wrap", WRAPS)
def test_a_part_is_of_its_walls_and_its_wrap(wrap, verb, tmp_path):
    """Boards that differ in walls or wrap alone share a directory, not the files in it."""
    right = np.zeros((5, 5), bool)
    right[2, 2] = True
    found = {}
    for walls in (None, (right, right)):
        for around in (None, wrap):
            paths = gw.Board.rectangle(5, 5, walls=walls, wrap=around).paths((0, 0), (2, 3))
            said, kept = (getattr(some, verb)() for some in (paths, paths.within(keep=tmp_path)))
            assert said == kept
            found[walls is None, around] = paths.count()
    assert len(set(found.values())) == 4
