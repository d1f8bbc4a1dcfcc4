"""A board is freed when the last reference to it goes, whatever was built for it."""

import gc
import weakref

import numpy as np
import pytest

import gridwalk as gw

pytestmark = pytest.mark.no_kernels

QUESTIONS = {
    "jps": (gw.KING, None),
    "corridors": (gw.ROOK, None),
    "astar": (gw.ROOK, None),
    "dijkstra": (gw.KING, None),
    "buckets": (gw.KING, np.full((20, 20), 2)),
    "heap": (gw.KING, np.full((20, 20), 2.5)),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_board_holds_on_to_nothing_that_holds_on_to_it(name):
    moves, costs = QUESTIONS[name]
    board = gw.Board.rectangle(20, 20, moves=moves, costs=costs)
    by = "astar" if costs is not None else name
    gc.disable()
    try:
        path = board.paths().shortest(by=by)
        assert path is not None
        assert len(board.shortest_many([(0, 0)], [(5, 5)])) == 1
        alive = weakref.ref(board)
        del board, path
        assert alive() is None
    finally:
        gc.enable()
