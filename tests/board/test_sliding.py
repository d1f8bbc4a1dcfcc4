"""Pieces that slide: queens, bishops, amazons; and stencils of more than 32 moves."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.errors import BoardError, BoardTextError, InputError
from profiles import examples
from strategies import BISHOP_STEPS, KNIGHT, ORTHOGONAL, board_of, raws, shapes

EIGHT = ORTHOGONAL + BISHOP_STEPS


def slides_to(raw, steps, reach, u):
    """Where a rider slides from *u*: along each step while the step itself is a legal move of one cell."""
    found = set()
    single = replace(raw, deltas=steps, one_way={})
    for step in steps:
        v = u
        for _ in range(reach):
            if not oracles.may_move(single, v, step):
                break
            v = v[0] + step[0], v[1] + step[1]
            found.add(v)
    return found


@st.composite
def ridden(draw, most=(5, 5), most_cells=None):
    steps = draw(st.sampled_from((ORTHOGONAL, BISHOP_STEPS, EIGHT, KNIGHT, ((0, 1), (1, 1)))))
    reach = draw(st.integers(1, 7))
    raw = draw(raws(shapes(*most, most_cells), st.just(steps), costs=False, one_way=False, wrap=False))
    moves = gw.rider(*steps, reach=reach).with_corners(raw.corners)
    board = board_of(raw).replace(moves=moves)
    leads_to = {u: slides_to(raw, steps, reach, u) for u in raw.cells}
    return board, leads_to


@examples(200)
@given(ridden())
def test_a_slide_stops_where_a_step_does(ridden):
    board, leads_to = ridden
    for u, targets in leads_to.items():
        assert {v for v, _ in board.moves_from(u)} == targets
        assert all(cost == 1 for _, cost in board.moves_from(u))


QUEEN_ROWS = ["........", ".##..#..", "...#....", ".#...##.", "....#...", "..##....", ".....#..", "#......."]


@pytest.fixture
def queens():
    """A chessboard with walls, and where its queen slides to."""
    open_cells = tuple(tuple(cell == "." for cell in row) for row in QUEEN_ROWS)
    raw = oracles.Raw(open_cells, EIGHT, "none")
    board = gw.Board(np.array(open_cells), moves=gw.queen())
    return board, {u: slides_to(raw, EIGHT, 7, u) for u in raw.cells}


def test_56_moves_in_every_search(tier, queens):
    board, leads_to = queens
    assert board._moves_of_cell.dtype == np.int64
    expected = oracles.distances(leads_to, [(0, 0)], oracles.one_move)
    found = board.distances((0, 0))
    assert {tuple(cell): found[tuple(cell)] for cell in np.argwhere(np.isfinite(found))} == expected
    for by in ("bfs", "labels", "dijkstra", "astar"):
        for goal in ((7, 7), (3, 4), (6, 1)):
            assert board.paths((0, 0), goal).shortest(by=by).length == expected[goal]
    costs = np.arange(64).reshape(8, 8) % 7 + 1
    priced = board.replace(costs=costs)
    assert len({priced.paths().shortest(by=by).cost for by in ("dijkstra", "astar")}) == 1
    assert board.reachable((0, 0)).sum() == len(expected)
    first = next(iter(board.paths((0, 0), (7, 7))))
    assert all(v in leads_to[u] for u, v in zip(first, list(first)[1:], strict=False))
    assert board.paths((0, 0), (7, 7)).find().length >= expected[7, 7]
    batch = board.shortest_many([(0, 0)] * 3, [(7, 7), (3, 4), (6, 1)])
    assert batch.lengths.tolist() == [expected[cell] for cell in ((7, 7), (3, 4), (6, 1))]


def test_one_way_cells_keep_their_moves():
    board = gw.Board.rectangle(1, 5, moves=gw.rider((0, 1), (0, -1), reach=4), one_way={(0, 1): (0, 2)})
    assert [v for v, _ in board.moves_from((0, 1))] == [(0, 3)]
    assert [v for v, _ in board.moves_from((0, 0))] == [(0, 1), (0, 2), (0, 3), (0, 4)]


@pytest.mark.parametrize(
    ("name", "shape", "reach"),
    [
        ("queen", (5, 8), 7),
        ("Queen ", (1, 1), 1),
        ("bishop", (16, 40), 15),
        ("amazon", (7, 3), 6),
        ("rook", (2, 16), 15),
    ],
)
def test_a_rider_without_a_reach_crosses_the_board(name, shape, reach):
    moves = gw.parse_moves(name, shape=shape)
    assert moves == gw.parse_moves(f"{name}:{reach}".replace(" ", ""))
    crossing = getattr(gw, name.strip().upper())
    for chosen in (name, crossing, replace(crossing, deltas=crossing.deltas[::-1])):
        board = gw.Board.rectangle(*shape, moves=chosen)
        assert sorted(board.moves.deltas) == sorted(moves.deltas)
        assert (board.moves.name, board.moves.corners) == (moves.name, "none")
    assert board.moves.deltas == moves.deltas[::-1]  # an order of one's own is kept
    assert gw.parse_moves("orthogonal", shape=shape) == gw.ORTHOGONAL


def test_names_and_files(tmp_path):
    board = gw.Board.rectangle(4, 4, moves=gw.queen(3))
    assert gw.parse_moves("Queen:3") == gw.queen(3) != gw.Moves(gw.queen(3).deltas)
    assert gw.Board.from_text(board.to_text("json")) == board
    board.save(tmp_path / "queens.npz")
    assert gw.read(tmp_path / "queens.npz") == board
    with pytest.raises(BoardTextError, match="by name only"):
        board.replace(moves=gw.rider((0, 1), reach=3)).to_text("json")


def test_41_leaps_without_reverses():
    """No move undoes another, so a sweep would need 82 directions: it says so."""
    leaps = gw.Moves([*((row, column) for row in range(1, 5) for column in range(10)), (-5, 0)])
    board = gw.Board.rectangle(6, 10, moves=leaps)
    assert board.paths((0, 0), (5, 9)).shortest().length == 2
    with pytest.raises(BoardError, match="82 directions"):
        board.paths((0, 0), (5, 9)).count(by="sweep")


def test_moves_that_no_cell_has_are_no_directions():
    """33 moves, of which 7 are legal anywhere: the sweep needs these and their reverses."""
    moves = gw.rider((0, 1), (1, 0), (1, 1), reach=11)
    board = gw.Board.rectangle(3, 4, moves=moves)
    ways = np.zeros((3, 4), int)  # to each cell, all from above or from the left
    ways[0, 0] = 1
    for row, column in list(np.ndindex(3, 4))[1:]:
        ways[row, column] = ways[:row, column].sum() + ways[row, :column].sum()
        ways[row, column] += sum(ways[row - n, column - n] for n in range(1, min(row, column) + 1))
    assert board.paths().count(by="sweep") == board.paths().count(by="list") == ways[-1, -1] == 60
    back = board.replace(portals=[((2, 3), (0, 0))])
    assert back.cycles().count(by="sweep") == back.cycles().count(by="list") == ways[-1, -1]


@examples(60)
@given(ridden=ridden(), data=st.data())
def test_portals_do_not_slide_nor_are_they_steps(ridden, data):
    board, leads_to = ridden
    cells = sorted(leads_to)
    pairs = st.tuples(st.sampled_from(cells), st.sampled_from(cells)).filter(lambda pair: pair[0] != pair[1])
    portals = data.draw(st.lists(pairs, max_size=3, unique=True)) if len(cells) > 1 else []
    ported = board.with_portals(*portals)
    for u in cells:
        assert {v for v, _ in ported.moves_from(u)} == leads_to[u] | {v for w, v in portals if w == u}


@pytest.mark.parametrize("corners", ["none", "both"])
def test_a_diagonal_step_of_a_slider_costs_1_by_every_algorithm(corners):
    open_cells = np.random.default_rng(7).random((12, 12)) < (0.7 if corners == "none" else 0.9)
    open_cells[0, 0] = open_cells[11, 11] = True
    board = gw.Board(open_cells, moves=gw.queen(1).with_corners(corners))
    paths = board.paths((0, 0), (11, 11))
    assert paths.shortest(by="dijkstra").cost == paths.shortest(by="bfs").length
    for by in ("jps", "corridors"):  # they support only diagonal steps at the square root of 2
        with pytest.raises(InputError, match="square root of 2"):
            paths.shortest(by=by)
    cost = board.distances((0, 0))[11, 11]
    assert board.shortest_many([(0, 0)], [(11, 11)], max_cost=cost).costs[0] == cost
    assert paths.shortest(by="astar", max_cost=cost).cost == paths.shortest().cost == cost


@pytest.mark.parametrize("corners", ["none", "both"])
def test_avoided_cells_are_in_no_move_but_passed(corners):
    """As for every set that avoids cells, only moves into and out of them are left out."""
    board = gw.Board.rectangle(3, 3, moves=gw.queen(2).with_corners(corners))
    paths = board.paths((0, 0), (2, 2)).avoiding((1, 1), (0, 1))
    listed = [path for path in board.paths((0, 0), (2, 2)) if not {(1, 1), (0, 1)} & set(path)]
    assert [path.cells.tolist() for path in paths] == [path.cells.tolist() for path in listed]
    assert paths.count(by="sweep") == len(listed)
    assert paths.shortest().length == 1


def test_a_rook_slides_and_a_wazir_steps():
    """Of the product of two triangles a plain search over its edges finds 1,512 Hamiltonian paths."""
    assert gw.Board.rectangle(3, 3, moves="rook").tours().count() == 1512
    assert gw.Board.rectangle(3, 3, moves="wazir").tours().count() == 40


def test_a_name_is_a_label():
    own = gw.Moves([(0, 1), (1, 0), (1, 1), (2, 1)], name="rook")
    assert gw.Board.rectangle(3, 3, moves=own).moves == own
    queen = gw.Moves(gw.KING.deltas, name="queen")
    assert gw.Board.rectangle(12, 12, moves=queen).moves == queen
