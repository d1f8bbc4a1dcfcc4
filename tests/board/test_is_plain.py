"""`Board._is_plain`: the one question that every fast path asks before it reads cells and moves only."""

import numpy as np
import pytest

import gridwalk as gw

OPEN = np.ones((5, 5), bool)
MOVES = {"orthogonal": gw.ORTHOGONAL, "king": gw.KING, "hex": gw.HEX, "knight": gw.KNIGHT}
DOUBLED = {  # a portal that leads where a step leads too: a set of the moves hides it
    "king": ((0, 0), (0, 1)),
    "hex": ((0, 2), (0, 3)),
    "orthogonal": ((2, 2), (2, 3)),
    "knight": ((0, 0), (1, 2)),
}


@pytest.mark.parametrize("moves", MOVES.values(), ids=str)
def test_a_rectangle_is_plain_in_every_sense(moves):
    board = gw.Board(OPEN, moves=moves)
    assert board._is_plain()
    assert board._is_plain(moves)
    assert board._is_plain(moves, whole=True)
    assert board._is_plain(moves, cells_decide=True)
    assert board._is_plain(moves.ordered(moves.deltas[::-1]))  # in any order
    assert not board._is_plain(gw.Moves(((1, 3),)))


@pytest.mark.parametrize(("name", "portal"), DOUBLED.items())
@pytest.mark.parametrize("costs", [None, [[1] * 5] * 5, [[1, 3, 1, 2, 5]] * 5])
def test_a_portal_to_a_neighbour_is_seen_and_changes_no_answer(name, portal, costs):
    moves = MOVES[name]
    plain = gw.Board(OPEN, moves=moves, costs=costs)
    board = gw.Board(OPEN, moves=moves, portals=[portal], costs=costs)
    assert not board._is_plain()
    assert not board._is_plain(moves)
    for start in np.ndindex(5, 5):
        assert board.distances(start).tolist() == plain.distances(start).tolist()
        goals = list(np.ndindex(5, 5))
        expected = pytest.approx(plain.distances(start).reshape(-1).tolist())
        assert board.shortest_many([start], goals).costs.tolist() == expected
        for by in ("astar", "dijkstra"):
            found = [board.paths(start, goal).shortest(by=by) for goal in goals]
            assert [np.inf if path is None else path.cost for path in found] == expected


def test_walls_one_way_cells_wraps_and_slides():
    walled = gw.Board(OPEN).with_walls((2, 2))
    assert walled._is_plain(gw.ORTHOGONAL, cells_decide=True)
    assert not walled._is_plain(whole=True)
    between = gw.Board(OPEN).with_walls_between(((0, 0), (0, 1)))
    assert between._is_plain(gw.ORTHOGONAL)
    assert not between._is_plain(cells_decide=True)
    assert not between._is_plain(whole=True)
    one_way = gw.Board(OPEN, one_way={(0, 0): (0, 1)})
    assert one_way._is_plain(gw.ORTHOGONAL)
    assert not one_way._is_plain(gw.ORTHOGONAL, cells_decide=True)
    assert not one_way._is_plain(whole=True)
    assert not gw.Board(OPEN, wrap="both")._is_plain()
    rook = gw.Board(OPEN, moves="rook")
    assert not rook._is_plain()
    assert rook._is_plain(whole=True)
    assert not rook.with_walls((2, 2))._is_plain(whole=True)
    assert not gw.Network([(0, 1), (1, 2)])._board._is_plain()


def test_a_board_without_some_cells_or_edges():
    board = gw.Board(OPEN)
    without_cell = board._without(out=((2, 2),))
    assert without_cell._is_plain(gw.ORTHOGONAL, cells_decide=True)
    assert not without_cell._is_plain(whole=True)
    without_edge = board._without(edges=(((0, 0), (0, 1)),))
    assert without_edge._is_plain(gw.ORTHOGONAL)
    assert not without_edge._is_plain(gw.ORTHOGONAL, cells_decide=True)
