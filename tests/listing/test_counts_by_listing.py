"""Published numbers of simple corner-to-corner paths, by listing them."""

import pytest

import gridwalk as gw
from gridwalk.runtime.slices import tier as in_tier
from published import KING_PATHS, ROOK_PATHS


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_rook(tier, n):
    paths = gw.Board.rectangle(n, n).paths()
    assert paths.count() == len(paths.list()) == ROOK_PATHS[n]


@pytest.mark.parametrize("n", [5, 6])
def test_rook_compiled(n):
    with in_tier("compiled"):
        assert gw.Board.rectangle(n, n).paths().count() == ROOK_PATHS[n]


def test_the_tier_is_chosen_on_the_way():
    """Begun interpreted, finished compiled: not a path is lost or counted twice at the change."""
    assert gw.Board.rectangle(6, 6).paths().count() == ROOK_PATHS[6]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_king(tier, n):
    paths = gw.Board.rectangle(n, n, moves=gw.KING).paths()
    assert paths.count() == len(paths.list()) == KING_PATHS[n]


def test_king_compiled():
    with in_tier("compiled"):
        assert gw.Board.rectangle(4, 4, moves=gw.KING).paths().count() == KING_PATHS[4]


@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_count_does_not_depend_on_the_order_of_moves(tier, n):
    board = gw.Board.rectangle(n, n, moves=gw.ORTHOGONAL.ordered("DRUL"))
    assert board.paths().count() == ROOK_PATHS[n]


def test_a_table_of_32_bits_counts_the_same():
    """Rook moves among others that fit no board of this size."""
    wide = gw.Moves([*gw.ORTHOGONAL.deltas, *((50 + n, 0) for n in range(28))])
    with in_tier("compiled"):
        assert gw.Board.rectangle(5, 5, moves=wide).paths().count() == ROOK_PATHS[5]
