"""The shortest path through given cells: against listings and sweeps."""

import numpy as np
import pytest

import gridwalk as gw


def clutter(rng, n, walls, **options):
    cells = rng.random((n, n)) >= walls
    cells[0, 0] = cells[-1, -1] = True
    return gw.Board(cells, start=(0, 0), exits=[(n - 1, n - 1)], **options)


def through(rng, board, k):
    return [tuple(cell) for cell in rng.permutation(np.argwhere(board.open_cells))[:k].tolist()]


LARGER = {
    "orthogonal": lambda rng: clutter(rng, 7, 0.25),
    "costs": lambda rng: clutter(rng, 7, 0.25, costs=rng.integers(1, 9, (7, 7))),
    "fractions": lambda rng: clutter(rng, 7, 0.25, costs=rng.random((7, 7)) + 0.1),
    "king": lambda rng: clutter(rng, 5, 0.3, moves=gw.KING),
    "torus": lambda rng: clutter(rng, 5, 0.3, wrap="both"),
    "braid": lambda rng: gw.make("wilson", 4, 4, seed=rng, braid=0.7),
}


@pytest.mark.long
@pytest.mark.parametrize("k", [1, 4])
@pytest.mark.parametrize("kind", LARGER)
def test_as_short_as_a_sweep_finds(kind, k):
    rng = np.random.default_rng([k, *kind.encode()])
    some = 0
    for _ in range(8):
        board = LARGER[kind](rng)
        paths = board.paths().through(through(rng, board, k))
        best, path = paths.shortest(by="sweep"), paths.shortest()
        if best is None:
            assert path is None
            continue
        some += 1
        assert path in paths
        assert path.proved
        assert path.cost == pytest.approx(best.cost)
    assert some


def test_legs_that_do_not_meet_on_large_boards():
    wide = gw.Board.rectangle(40, 40).paths()
    path = wide.through((4, 30), (30, 4), (20, 20)).shortest()
    assert (path.length, path.by, path.proved) == (130, "legs", True)
    priced = gw.Board.rectangle(30, 30, costs=np.full((30, 30), 2.5)).paths().through((5, 20), (20, 25))
    assert priced.shortest().cost == 2.5 * 58


def test_legs_that_meet_are_left_to_a_sweep():
    board = gw.Board.from_text("S....\n####.\n....E\n.....")
    assert board.paths().through((2, 0)).shortest() is None
    ring = gw.Board.from_text("S...\n.##.\n...E")
    assert ring.paths().through((0, 1), (1, 0)).shortest() is None
    assert ring.paths().through((0, 3), (0, 1)).shortest().length == 5
    small = gw.Board.rectangle(4, 4).paths((0, 0), (0, 1)).through((0, 3))
    assert (small.shortest().length, small.shortest().by) == (9 - 2, "sweep")


def test_find_where_legs_one_by_one_do_not_fit():
    rng = np.random.default_rng(9)
    for _ in range(12):
        board = clutter(rng, 7, 0.2)
        paths = board.paths().through(through(rng, board, 4))
        path = paths.find()
        assert (path is None) == (paths.shortest() is None)
        assert path is None or path in paths
