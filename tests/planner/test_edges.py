"""Sets through edges and without them: every verb beside a listing, for paths, tours and cycles."""

import copy
import itertools
import pickle

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import ArgumentError, InputError, QuestionError, UnsuitableAlgorithmError

EDGE = (0, 0), (0, 1)


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


def test_a_shortest_path_avoids_edges_of_a_large_board():
    paths = gw.Board.rectangle(150, 150).paths()
    assert paths.avoiding_edges(((0, 0), (0, 1))).shortest().length == 298


def test_what_it_says_of_itself():
    paths = gw.Board.rectangle(3, 3).paths()
    edge = (1, 1), (1, 2)
    both = paths.through_edges(edge).avoiding_edges(((0, 0), (0, 1)))
    assert both._described == (
        "simple paths from (0, 0) to (2, 2) through the edge (1, 1)-(1, 2) avoiding the edge (0, 0)-(0, 1)"
    )
    assert "BoardWithout" not in repr(both)
    assert both == pickle.loads(pickle.dumps(both)) == copy.copy(both)
    assert both.count() == pickle.loads(pickle.dumps(both)).count()
    clash = paths.through_edges(edge).avoiding_edges(edge)
    assert clash.why_empty() == "every path must take, and must avoid, the edge (1, 1)-(1, 2)"
    assert (clash.count(), list(clash), clash.find()) == (0, [], None)
    assert paths.through_edges(edge).avoiding((1, 1)).why_empty() == (
        "every path must visit, and must avoid, (1, 1)"
    )
    assert paths.through_edges(edge) == paths.through_edges(edge[::-1]) == paths.through_edges(("b2", "c2"))


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda b: b.paths().through_edges(((0, 0), (1, 1))), ArgumentError, "a move from one to the other"),
        (lambda b: b.paths().through_edges((0, 0)), ArgumentError, "two cells for each edge"),
        (
            lambda b: b.cycles().avoiding_edges(((0, 0), (0, 1)), directed=True),
            InputError,
            "have a direction",
        ),
        (
            lambda b: b.tours(undirected=True).through_edges(EDGE, directed=True),
            InputError,
            "have a direction",
        ),
        (lambda b: b.paths().through_edges(((0, 0), (0, 1))).trace(), QuestionError, "through the edge"),
        (
            lambda b: b.paths().through_edges(((0, 0), (0, 1))).find(by="bfs"),
            UnsuitableAlgorithmError,
            "through the edge",
        ),
        (
            lambda b: b.tours().through_edges(((0, 0), (0, 1))).count(up_to_symmetry=True),
            QuestionError,
            "no edges that a path must take",
        ),
        (lambda b: b.tours().through_edges(((0, 0), (0, 1))).refutation(), QuestionError, "edges"),
    ],
)
def test_what_makes_no_sense_is_refused(ask, error, message):
    with pytest.raises(error, match=message):
        ask(gw.Board.rectangle(3, 4))


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
