"""Pieces that slide: queens, bishops, amazons; and stencils of more than 32 moves."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.errors import BoardError, BoardTextError, InputError
from profiles import examples
from strategies import BISHOP_STEPS, KING, KNIGHT, ORTHOGONAL, board_of, raws, shapes

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


@pytest.mark.long
@examples(100)
@given(ridden((3, 3), 7), st.data())
def test_all_verbs_of_a_rider(ridden, data):
    board, leads_to = ridden
    cells = st.sampled_from(sorted(leads_to))
    start, goal = data.draw(cells), data.draw(cells)
    listed = sorted(oracles.simple_paths(leads_to, start, [goal]))
    paths = board.paths(start, goal)
    assert paths.count(by="sweep") == paths.count(by="list") == len(listed)
    assert sorted(map(list, paths)) == listed
    if listed:
        least = min(len(path) - 1 for path in listed)
        for by in ("auto", "bfs", "labels", "dijkstra", "astar", "sweep"):
            assert paths.shortest(by=by).length == least
        assert paths.longest().length == max(len(path) - 1 for path in listed)
        assert paths.all_shortest().count() == sum(len(path) - 1 == least for path in listed)


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


def test_tours_of_a_queen(tier, queens):
    board, leads_to = queens
    tour = board.tours((0, 0)).find()
    assert sorted(tour) == sorted(leads_to)
    assert all(v in leads_to[u] for u, v in zip(tour, list(tour)[1:], strict=False))
    closed = board.tours(closed=True).find()
    assert closed[0] in leads_to[closed[-1]]


def test_an_amazon_is_queen_and_knight():
    board = gw.Board.rectangle(7, 7, moves=gw.amazon())
    assert len(board.moves_from((3, 3))) == 24 + 8
    assert board.tours(closed=True).find().length == 49


def test_a_door_is_a_wall_to_all_who_slide_past():
    board = gw.Board.rectangle(1, 6, moves=gw.queen(5))
    assert board._moves_of_cell is not None
    shut = board.with_walls((0, 2))
    assert [v for v, _ in shut.moves_from((0, 0))] == [(0, 1)]
    assert shut.with_open((0, 2)) == board
    assert np.array_equal(shut.with_open((0, 2))._moves_of_cell, board._moves_of_cell)


def test_a_bishop_stays_on_its_colour():
    board = gw.Board.rectangle(5, 5, moves=gw.bishop(4))
    assert board.reachable((0, 0)).sum() == 13
    assert board.paths((0, 0), (4, 4)).shortest().length == 1
    assert board.paths((0, 0), (0, 1)).is_empty


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: gw.queen(8), "64 moves; at most 62, a reach of 7"),
        (lambda: gw.amazon(7), "6 cells are most"),
        (lambda: gw.rider((0, 1), reach=0), "reach="),
        (lambda: gw.parse_moves("queen"), "how far a queen slides"),
        (lambda: gw.Moves([(0, n) for n in range(1, 65)]), "1 to 62 moves"),
        (lambda: gw.Board.rectangle(8, 8, moves=gw.queen(), wrap="rows"), "wrapped round"),
    ],
)
def test_what_is_too_much(make, words):
    with pytest.raises(InputError, match=words):
        make()


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
    with pytest.raises(
        BoardError, match=r"slides (7|6|15) cells at most, too few to cross a board of 17 x 17"
    ):
        gw.parse_moves(name, shape=(17, 17))
    crossing = getattr(gw, name.strip().upper())
    for chosen in (name, crossing, replace(crossing, deltas=crossing.deltas[::-1])):
        board = gw.Board.rectangle(*shape, moves=chosen)
        assert sorted(board.moves.deltas) == sorted(moves.deltas)
        assert (board.moves.name, board.moves.corners) == (moves.name, "none")
    assert board.moves.deltas == moves.deltas[::-1]  # an order of one's own is kept
    with pytest.raises(BoardError, match="too few to cross a board of 17 x 17"):
        gw.Board.rectangle(17, 17, moves=crossing)
    assert gw.parse_moves("orthogonal", shape=shape) == gw.ORTHOGONAL


def test_a_rook_slides_and_orthogonal_steps(run):
    """Of the product of two triangles a plain search over its edges finds 1,512 Hamiltonian paths."""
    assert gw.Board.rectangle(3, 3, moves="rook").tours().count() == 1512
    assert gw.Board.rectangle(3, 3, moves="wazir").tours().count() == 40
    status, out, err = run("count", "3x3", "--moves", "rook", "--tour")
    assert (status, int(out)) == (0, 1512)
    assert "a rook slides any number of cells, as in chess; --moves orthogonal is one step at a time" in err
    assert "slides" not in run("count", "3x3", "--moves", "4", "--tour")[2]


def test_a_rider_without_a_reach_on_the_command_line(tmp_path, run):
    """Of a size, and of files of any kind: the reach is that of the board, whatever else is given."""
    for name, longest in (("queen", 7), ("bishop", 7), ("amazon", 6), ("rook", 7)):
        size = f"{longest + 1}x4"
        most = 3 if name == "bishop" else longest
        for more in ((), ("--diagonal", "1.5"), ("--wall", "1,1"), ("--portal", "0,0:2,2")):
            one, other = tmp_path / "one.json", tmp_path / "other.json"
            assert run("convert", size, one, "--moves", name, *more)[0] == 0
            assert run("convert", size, other, "--moves", f"{name}:{most}", *more)[0] == 0
            assert one.read_text() == other.read_text()
            asked = run("shortest", one, "--json")
            assert asked[:2] == run("shortest", other, "--json")[:2]
            assert asked[0] in (0, 1)
        one, other = (run("shortest", size, "--moves", moves, "--json") for moves in (name, f"{name}:{most}"))
        assert one[:2] == other[:2]
        assert one[0] in (0, 1)
    file = tmp_path / "board.txt"
    file.write_text("S....#\n......\n...#.E\n")
    assert json.loads(run("show", str(file), "--moves", "queen", "--json")[1])["moves"] == "queen:5"
    assert (
        run("count", str(file), "--moves", "queen")[:2] == run("count", str(file), "--moves", "queen:5")[:2]
    )
    status, _, err = run("count", "9x9", "--moves", "queen")
    assert status == 2
    assert "slides 7 cells at most" in err
    assert "slides 6 cells at most" in run("count", "8x8", "--moves", "amazon")[2]


def test_names_and_files(tmp_path, run):
    board = gw.Board.rectangle(4, 4, moves=gw.queen(3))
    assert gw.parse_moves("Queen:3") == gw.queen(3) != gw.Moves(gw.queen(3).deltas)
    assert gw.Board.from_text(board.to_text("json")) == board
    board.save(tmp_path / "queens.npz")
    assert gw.read(tmp_path / "queens.npz") == board
    with pytest.raises(BoardTextError, match="by name only"):
        board.replace(moves=gw.rider((0, 1), reach=3)).to_text("json")
    status, out, _ = run("count", "3x3", "--moves", "queen:2")
    assert (status, int(out)) == (0, gw.Board.rectangle(3, 3, moves=gw.queen(2)).paths().count())
    assert run("count", "3x3", "--moves", "queen:x")[0] == 2


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


def test_a_sliding_king_is_a_king_where_it_may_go_one_step():
    raw = oracles.Raw(((True, False), (True, True)), KING, "both")
    board = gw.Board(raw.open_cells, moves=gw.queen(1).with_corners("both"))
    assert {v for v, _ in board.moves_from((0, 0))} == {(1, 0)}


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
    for by in ("jps", "corridors"):  # they know diagonal steps at the square root of 2 only
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


def test_the_corner_rule_of_a_file_holds(run, tmp_path):
    thin = gw.Board.from_text("S#\n#E", moves=gw.KING.with_corners("none"))
    thin.save(tmp_path / "thin.json")
    assert run("count", tmp_path / "thin.json")[:2] == (0, "1\n")
    assert run("count", tmp_path / "thin.json", "--corners", "both")[:2] == (0, "0\n")


def test_a_name_is_a_label():
    own = gw.Moves([(0, 1), (1, 0), (1, 1), (2, 1)], name="rook")
    assert gw.Board.rectangle(3, 3, moves=own).moves == own
    queen = gw.Moves(gw.KING.deltas, name="queen")
    assert gw.Board.rectangle(12, 12, moves=queen).moves == queen
