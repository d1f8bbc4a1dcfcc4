"""Paths that may start or end anywhere: every verb beside a listing, and published numbers."""

import pytest

import gridwalk as gw
from published import ESCAPES, KING_WALKS, LATTICE_WALKS, ROOK_WALKS


@pytest.mark.parametrize(("moves", "published"), [(gw.ORTHOGONAL, ROOK_WALKS), (gw.KING, KING_WALKS)])
def test_walks_of_a_square(moves, published):
    for side in range(1, 10 if moves is gw.ORTHOGONAL else 6):
        board = gw.Board.rectangle(side, side, moves=moves)
        assert board.paths("anywhere", "anywhere").count() == published[side]
    corner = gw.Board.rectangle(4, 4, moves=moves)
    sides = corner.paths("anywhere", "anywhere").counts_by_end()
    assert sides.dtype == object
    assert sides.sum() == published[4]


def test_walks_of_the_square_lattice():
    for steps in range(7):
        board = gw.Board.rectangle(2 * steps + 1, 2 * steps + 1)
        walks = board.paths((steps, steps), "anywhere").of_length(steps)
        assert walks.count(by="list") == LATTICE_WALKS[steps]
    walks = gw.Board.rectangle(9, 9).paths((4, 4), "anywhere").shorter_than(5)
    assert walks.count(by="sweep") == sum(LATTICE_WALKS[:5])


def test_ways_out_of_a_square():
    """The last cell of a walk has as many ways out as sides on the border."""
    for side in range(1, 8):
        ends = gw.Board.rectangle(side, side).paths((0, 0), "anywhere").counts_by_end()
        ways = ends[0].sum() + ends[-1].sum() + ends[:, 0].sum() + ends[:, -1].sum()
        assert ways == ESCAPES[side]


@pytest.mark.long
def test_a_shortest_path_through_cells_of_a_large_board_needs_no_sweep():
    board = gw.Board.rectangle(200, 200, moves=gw.KING)
    path = board.paths("anywhere", "anywhere").through((10, 10), (190, 20), (50, 120)).shortest()
    assert (path.length, {tuple(path.cells[0]), tuple(path.cells[-1])}) == (250, {(10, 10), (190, 20)})


def test_paths_of_one_cell_that_no_move_leaves_count_once():
    """A move leads there, from a cell that no path reaches."""
    board = gw.Board.rectangle(1, 4, moves=gw.Moves([(0, 2)]))
    paths = board.paths([(0, 2), (0, 3)], "anywhere")
    assert paths.count() == paths.count(by="sweep") == paths.count(by="list") == 2
    assert paths.lengths() == {0: 2}
    assert sorted(path.cells.tolist() for path in paths.sample(20, seed=1))[::19] == [[[0, 2]], [[0, 3]]]
    assert [paths.rank(paths.unrank(rank)) for rank in range(2)] == [0, 1]
