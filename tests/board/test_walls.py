"""Walls between cells: as values, and against the thick board, where they are cells."""

import copy
import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.errors import BoardError
from profiles import examples
from strategies import ORTHOGONAL, asked, raws, shapes

RIGHT = [[True, False], [False, False]]
BELOW = [[False, True, False]]


def two_by_three(**options):
    return gw.Board.rectangle(2, 3, walls=(RIGHT, BELOW), **options)


# ------------------------------------------------------------------------------------ values


def test_walls_are_of_the_places_between_cells():
    board = two_by_three()
    assert (board.walls.right.shape, board.walls.below.shape) == ((2, 2), (1, 3))
    assert board.walls.right.tolist() == RIGHT
    assert board.walls.below.tolist() == BELOW
    assert not board.has_move((0, 0), (0, 1))
    assert not board.has_move((1, 1), (0, 1))
    assert board.has_move((0, 1), (0, 2))
    with pytest.raises(ValueError, match="read-only"):
        board.walls.right[0, 0] = False
    assert board.walls.number == 2


def test_no_wall_is_none():
    assert gw.Board.rectangle(2, 3, walls=(np.zeros((2, 2), bool), np.zeros((1, 3), bool))).walls is None
    assert gw.Board.rectangle(1, 1, walls=([[]], [])).walls is None
    border = np.array([[False, False, True]] * 2), np.array([[False] * 3, [True] * 3])
    assert gw.Board.rectangle(2, 3, walls=border).walls is None
    assert gw.Board.rectangle(2, 3, walls=border, wrap="both").walls.number == 5


def test_walls_beside_closed_cells_change_nothing():
    cells = [[True, False, True], [True, True, True]]
    board, other = (
        gw.Board(cells),
        gw.Board(cells, walls=([[True, True], [False, False]], [[False, True, False]])),
    )
    assert (board == other, hash(board) == hash(other)) == (True, True)
    assert np.array_equal(board._moves_of_cell, other._moves_of_cell)
    assert board.with_open((0, 1)) != other.with_open((0, 1))


def test_copies_and_changes_keep_walls():
    board = two_by_three(wrap=None, moves=gw.KING)
    for other in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board), board.replace()):
        assert other == board
        assert hash(other) == hash(board)
        assert np.array_equal(other._moves_of_cell, board._moves_of_cell)
    assert all(map(np.array_equal, board.with_walls((1, 0)).walls, board.walls))
    assert board.with_walls((1, 0)).with_open((1, 0)) == board
    assert board.replace(walls=None) == gw.Board.rectangle(2, 3, moves=gw.KING)
    assert board != board.replace(walls=None)
    assert board != board.replace(walls=(RIGHT, [[False, False, False]]))
    assert repr(board).startswith("<Board 2 x 3, king moves, 2 walls between cells, start")


def test_walls_do_not_stop_leaps():
    walls = np.ones((5, 5), bool), np.ones((5, 5), bool)
    board, plain = (gw.Board.rectangle(5, 5, moves=gw.KNIGHT, walls=w) for w in (walls, None))
    assert np.array_equal(board._moves_of_cell, plain._moves_of_cell)
    assert board._is_plain(gw.KNIGHT, whole=True)
    assert plain._is_plain(gw.KNIGHT, whole=True)
    assert board.tours().count(by="halves") == plain.tours().count() == 1728
    assert board != plain


# ----------------------------------------------------------------------- the legal-move table's users


def rook_questions(most=12):
    """Rook moves, walls between cells, some wrapped round, without costs."""
    return asked(raws(shapes(4, 4, most), st.sampled_from((ORTHOGONAL, ORTHOGONAL[::-1])), costs=False))


def fits(board):
    """Whether the board has a thick form: no side is wrapped round after one cell or two."""
    sides = {"rows": board.shape[:1], "columns": board.shape[1:], "both": board.shape, None: ()}[board.wrap]
    return min(sides, default=3) > 2


@examples(300)
@given(question=rook_questions(16))
def test_thick_boards_are_the_same_mazes(question):
    board = question.board
    if not fits(board):
        with pytest.raises(BoardError, match="two doors lead to one room"):
            board.thick()
        return
    thick = board.thick()
    assert thick.thin() == board
    assert thick.walls is None
    assert thick.wrap == board.wrap
    grown = [
        2 * n + (board.wrap not in (name, "both"))
        for n, name in zip(board.shape, ("rows", "columns"), strict=True)
    ]
    assert list(thick.shape) == grown
    leads_to = oracles.graph(question.raw)
    if not board.one_way:
        doors = sum(map(len, leads_to.values())) // 2
        assert thick.open_count == board.open_count + doors


@examples(150)
@given(question=rook_questions())
def test_paths_are_those_of_the_thick_board_with_half_the_moves(tier, question):
    assume(fits(question.board))
    paths, longer = question.board.paths(), question.board.thick().paths()
    assert longer.lengths() == {2 * moves: number for moves, number in paths.lengths().items()}
    assert [[(r // 2, c // 2) for r, c in list(path)[::2]] for path in longer] == [
        list(path) for path in paths
    ]
    assert np.array_equal(paths.distances(), longer.distances()[1::2, 1::2] / 2)


def test_openings_of_the_border_become_the_rooms_behind_them():
    board = gw.Board.from_text("#S#####\n#...#.#\n###.#.#\n#.....#\n#####E#").thin()
    assert (board.start, board.exits, board.shape) == ((0, 0), ((1, 2),), (2, 3))
    assert board.paths().count() == 1


def test_a_perfect_maze_is_one_path_in_both_forms():
    from gridwalk import makers

    thick = gw.Board(makers.depth_first(61, 81, 7), start=(1, 1), exits=[(59, 79)])
    thin = thick.thin()
    assert thin.shape == (30, 40)
    assert thin.thick() == thick
    assert thick.paths().count() == thin.paths().count() == 1
    for by in ("auto", "bfs", "astar", "corridors", "dijkstra", "labels"):
        one, other = thick.paths().shortest(by=by), thin.paths().shortest(by=by)
        assert one.length == 2 * other.length
        assert all(thin.has_move(u, v) for u, v in pairwise(other))
