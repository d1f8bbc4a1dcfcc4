"""Sets through edges and without them: every verb beside a listing, for paths, tours and cycles."""

import itertools

import numpy as np

import gridwalk as gw


def moves_of(path, closed=False):
    return set(itertools.pairwise([*path, *path[:1]] if closed else path))


def test_each_path_takes_an_edge_or_avoids_it():
    paths = gw.Board.rectangle(8, 8).paths()
    edge = (3, 3), (3, 4)
    taking, avoiding = paths.through_edges(edge), paths.avoiding_edges(edge)
    assert taking.count() + avoiding.count() == paths.count()
    both = [paths.through_edges(move, directed=True).count() for move in (edge, edge[::-1])]
    assert sum(both) == taking.count()
    assert paths.avoiding_edges(edge, directed=True).count() == paths.count() - both[0]
    assert avoiding.explain().chosen == "profile"  # to which it is a wall
    assert taking.explain().chosen == "simpath"
    assert taking.board is paths.board
    assert avoiding.longest().board == paths.board


def test_tours_of_a_chessboard_without_an_edge_and_through_it():
    board = gw.Board.rectangle(6, 6, moves=gw.KNIGHT)
    closed = board.tours(closed=True)
    edge = (2, 2), (3, 4)
    counts = [closed.through_edges(edge).count(), closed.avoiding_edges(edge).count()]
    assert sum(counts) == closed.count() == 9862
    wide = gw.Board.rectangle(8, 8, moves=gw.KNIGHT).tours(closed=True).avoiding_edges(edge)
    assert wide.find() in wide
    assert not np.array_equal(wide.find().cells[:2], edge)


def test_portals_of_one_difference_are_several_moves():
    portals = [((0, 0), (1, 2), 5.0), ((1, 0), (2, 2), 7.0)]
    paths = gw.Board.rectangle(3, 3, portals=portals).paths((0, 0), "anywhere")
    number = paths.count(by="list")
    for source, target, _ in portals:
        taking, omitting = paths.through_edges((source, target)), paths.avoiding_edges((source, target))
        assert taking.count(by="sweep") == taking.count(by="list") > 0
        assert omitting.count(by="sweep") == omitting.count(by="list") == number - taking.count()
        assert not any((source, target) in moves_of(path) for path in omitting)
