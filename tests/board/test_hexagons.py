"""Boards of hexagons: counted by published numbers, and compared with plain searches in cube coordinates."""

from __future__ import annotations

import copy
import pickle
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import published
from gridwalk.errors import BoardError, InputError, QuestionError

AXIAL = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]


# ------------------------------------------------------------- an oracle in cube coordinates: x + y + z = 0


def cube(cell):
    return cell[1], -cell[0] - cell[1], cell[0]


def apart(one, other):
    return max(abs(a - b) for a, b in zip(cube(one), cube(other), strict=True))


def graph_of(cells, walls):
    """The neighbours of each open cell: one coordinate the same, the others one more and one less."""
    at = {cube(cell): cell for cell in cells}
    steps = set(permutations((1, -1, 0)))
    return {
        cell: [
            to
            for step in steps
            if (to := at.get(tuple(a + b for a, b in zip(place, step, strict=True)))) is not None
            and frozenset((cell, to)) not in walls
        ]
        for place, cell in at.items()
    }


def lengths_of_paths(graph, start, end):
    """The number of moves of every simple path."""

    def search(path):
        if path[-1] == end:
            yield len(path) - 1
            return
        for to in graph[path[-1]]:
            if to not in path:
                yield from search([*path, to])

    return sorted(search([start]))


@st.composite
def boards(draw):
    rows, columns = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    every = [(r, c) for r in range(rows) for c in range(columns)]
    closed = draw(st.sets(st.sampled_from(every), max_size=3))
    cells = [cell for cell in every if cell not in closed]
    start, end = draw(st.permutations(cells))[:2] if len(cells) > 1 else (cells[0], cells[0])
    graph = graph_of(cells, set())
    pairs = sorted({(min(u, v), max(u, v)) for u in graph for v in graph[u]})
    walls = draw(st.sets(st.sampled_from(pairs), max_size=4)) if pairs else set()
    open_cells = np.ones((rows, columns), bool)
    for cell in closed:
        open_cells[cell] = False
    board = gw.Board(open_cells, moves=gw.HEX, start=start, exits=[end]).with_walls_between(*walls)
    return board, graph_of(cells, {frozenset(pair) for pair in walls})


@given(boards())
def test_paths_are_those_of_the_oracle(question):
    board, graph = question
    lengths = lengths_of_paths(graph, board.start, board.exits[0])
    paths = board.paths()
    assert paths.count() == len(lengths) == len(list(paths))
    assert sorted(n for n, times in paths.lengths().items() for _ in range(times)) == lengths
    for by in ("bfs", "dijkstra", "astar"):
        best = paths.shortest(by=by)
        assert (best and (best.length, best.cost)) == (lengths[0], lengths[0]) if lengths else best is None
    longest = paths.longest()
    assert (longest and longest.length) == (lengths[-1] if lengths else None)
    for cell in graph:
        assert {to for to, cost in board.moves_from(cell) if cost == 1} == set(graph[cell])


@given(boards())
def test_walls_are_kept_by_copies_and_files(question):
    board, _ = question
    other = gw.Board.rectangle(*board.shape, moves=gw.HEX)
    assert (board == other) == (
        board.open_count == board.size
        and board.walls is None
        and (board.start, board.exits) == (other.start, other.exits)
    )
    for same in (pickle.loads(pickle.dumps(board)), copy.copy(board), board.replace()):
        assert same == board
        assert np.array_equal(same._moves_of_cell, board._moves_of_cell)
    read = gw.Board.from_text(board.to_text("json"))
    assert (read, read.moves.cells) == (board, "hex")


def test_walls_come_and_go_in_an_archive(tmp_path):
    board = gw.Board.hexagons(4, 4).with_walls_between(((1, 1), (2, 0)), ((0, 1), (0, 2)))
    board.save(tmp_path / "board.npz")
    assert gw.read(tmp_path / "board.npz") == board
    assert board.without_walls_between(((1, 1), (2, 0)), ((0, 1), (0, 2))) == gw.Board.hexagons(4, 4)


def test_one_wall_stops_both_ways():
    board = gw.Board.rectangle(3, 3, moves=gw.HEX)
    for step in AXIAL[:3]:
        to = 1 + step[0], 1 + step[1]
        walled = board.with_walls_between(((1, 1), to))
        assert walled.walls.number == 1
        assert not walled.has_move((1, 1), to)
        assert not walled.has_move(to, (1, 1))
        assert (
            int(np.bitwise_count(walled._moves_of_cell).sum())
            == int(np.bitwise_count(board._moves_of_cell).sum()) - 2
        )


def test_changed_boards_are_as_if_made_anew():
    board = gw.Board.hexagons(5, 5).with_walls_between(((2, 2), (3, 1)))
    assert board.paths().shortest().length > 0  # its table is made, and taken over
    for changed in (board.with_walls((2, 3)), board.with_walls_between(((1, 2), (2, 1)))):
        assert np.array_equal(changed._moves_of_cell, changed.replace()._moves_of_cell)


# ---------------------------------------------------------------------------------------- published numbers


def triangle(n):
    return gw.Board(np.add.outer(np.arange(n), np.arange(n)) < n, moves=gw.HEX)


@pytest.mark.parametrize(("n", "tours"), published.HEX_TRIANGLE_CLOSED.items())
def test_tours_of_triangles(n, tours):
    assert triangle(n).tours(closed=True).count() == tours


@pytest.mark.parametrize(("n", "cycles"), published.HEX_TRIANGLE_CYCLES.items())
def test_cycles_of_triangles(n, cycles):
    assert triangle(n).cycles().count() == cycles


def test_walks_on_the_lattice():
    board = gw.Board.hexagon(len(published.HEX_WALKS) - 1)
    middle = board.rows // 2, board.columns // 2
    walks = board.paths(middle, "anywhere")
    assert (
        tuple(walks.of_length(n).count() for n in range(len(published.HEX_WALKS) - 1))
        == (published.HEX_WALKS[:-1])
    )


@pytest.mark.parametrize("moves", [gw.HEX, gw.Moves(AXIAL), gw.Moves(AXIAL[::-1], corners="both")])
def test_six_steps_given_by_hand_do_not_mislead(moves):
    board = gw.Board.rectangle(5, 5, moves=moves).with_walls((2, 2))
    assert board.paths((0, 0), (4, 4)).count() == published.HEX_RHOMBUS_WITH_HOLE
    assert board.with_open((2, 2)).paths((4, 0), (0, 4)).shortest().cost == 4
    assert moves.with_corners("one") == moves


def test_mirrored_steps_are_refused():
    mirrored = [(row, -column) for row, column in AXIAL]
    with pytest.raises(BoardError, match=r"neighbours of a hexagon.*gridwalk\.HEX"):
        gw.Moves(mirrored)
    assert gw.Moves(mirrored, corners="none").cells == "square"


# --------------------------------------------------------------------------------------------- their shapes


@given(st.integers(1, 7), st.integers(1, 7), st.sampled_from(["odd", "even"]))
def test_maps_in_offset_rows(rows, columns, layout):
    board = gw.Board.hexagons(rows, columns, layout=layout)
    cells = np.argwhere(board.open_cells)
    of_map = gw.to_offset(cells, rows, layout)
    assert {tuple(cell) for cell in of_map.tolist()} == {(r, c) for r in range(rows) for c in range(columns)}
    assert np.array_equal(gw.to_axial(of_map, rows, layout), cells)
    assert board.open_cells.any(axis=0).all()

    def places(row, column):  # neighbours on a map whose odd (even) rows are half a cell further right
        right = row % 2 == (layout == "odd")
        beside = [(row + d, column + e) for d in (-1, 1) for e in ((0, 1) if right else (-1, 0))]
        return {
            (r, c)
            for r, c in [*beside, (row, column - 1), (row, column + 1)]
            if 0 <= r < rows and 0 <= c < columns
        }

    for cell in cells.tolist():
        near = [gw.to_offset(to, rows, layout) for to, _ in board.moves_from(tuple(cell))]
        assert set(near) == places(*gw.to_offset(tuple(cell), rows, layout))


def test_arrays_of_maps():
    mask, costs = np.ones((3, 2), bool), np.arange(1, 7).reshape(3, 2)
    mask[1, 1] = False
    board = gw.Board.hexagons(mask, costs=costs)
    assert {
        gw.to_offset(tuple(cell), 3): int(board.costs[tuple(cell)])
        for cell in np.argwhere(board.open_cells).tolist()
    } == {(r, c): costs[r, c] for r in range(3) for c in range(2) if (r, c) != (1, 1)}
    assert gw.Board.hexagons(2, 2, layout="even", costs=[[9, 1, 2], [3, 4, 9]]).costs.tolist() == [
        [1, 1, 2],
        [3, 4, 1],
    ]


@pytest.mark.parametrize("radius", range(5))
def test_hexagons_of_a_radius(radius):
    board = gw.Board.hexagon(radius)
    assert board.open_count == 3 * radius * (radius + 1) + 1
    middle = (radius, radius)
    assert all(apart(middle, tuple(cell)) <= radius for cell in np.argwhere(board.open_cells).tolist())


def test_astar_goes_straight(tier):
    board = gw.Board.hexagon(12)
    for end in ((0, 24), (24, 0), (12, 0), (24, 12)):
        path = board.paths((12, 12), end).shortest(by="astar")
        assert path.length == 12
        assert path.expanded < board.open_count // 3


@given(st.integers(0, 10**6))
def test_costs_are_paid(seed):
    costs = np.random.default_rng(seed).integers(1, 9, (6, 6))
    board = gw.Board.hexagons(6, 6, costs=costs)
    best = {by: board.paths().shortest(by=by).cost for by in ("dijkstra", "astar")}
    assert best["astar"] == best["dijkstra"]
    halves = board.replace(costs=board.costs / 3)  # no whole numbers: a heap
    assert halves.paths().shortest(by="astar").cost == pytest.approx(best["astar"] / 3)


# --------------------------------------------------------------------------------------------------- pieces


def slides(way):
    return {tuple(k * part for part in way) for k in range(1, 11)}


PIECES = {
    "hex": {cube(step) for step in AXIAL},
    "hex-king": set(permutations((1, -1, 0))) | {c for s in (1, -1) for c in permutations((2 * s, -s, -s))},
    "hex-knight": {c for s in (1, -1) for c in permutations((s, 2 * s, -3 * s))},
    "hex-rook": {c for way in permutations((1, -1, 0)) for c in slides(way)},
    "hex-bishop": {c for s in (1, -1) for way in permutations((2 * s, -s, -s)) for c in slides(way)},
}


@pytest.mark.parametrize("name", PIECES)
def test_pieces_of_hexagonal_chess(name):
    """Glinski's chess, in cube coordinates: a bishop keeps its colour of three, (x - y) % 3."""
    board = gw.Board.hexagon(5, moves=name.removeprefix("hex-"))
    middle = np.array((5, 5))
    on_board = {c for c in PIECES[name] if max(map(abs, c)) <= 5}
    assert {
        cube(tuple(np.array(to) - middle)) for to, cost in board.moves_from((5, 5)) if cost == 1
    } == on_board
    assert board.moves.cells == "hex"
    if name == "hex-bishop":
        colour = (board.open_cells * 0 + np.subtract(*np.indices(board.shape))) % 3
        assert all(colour[to] == colour[5, 5] for to, _ in board.moves_from((5, 5)))


def test_slides_are_stopped():
    board = gw.Board.hexagon(5, moves=gw.HEX_ROOK).with_walls((5, 7)).with_walls_between(((5, 5), (6, 4)))
    reached = {to for to, _ in board.moves_from((5, 5))}
    assert (5, 6) in reached
    assert not {(5, 7), (5, 8), (6, 4), (7, 3)} & reached
    assert board.paths((5, 5), (5, 8)).shortest().length == 2


def test_a_knight_tours_the_board():
    tour = gw.Board.hexagon(5, moves=gw.HEX_KNIGHT).tours(closed=True).find()
    steps = np.diff(np.concatenate([tour.cells, tour.cells[:1]]), axis=0)
    assert {cube(tuple(step)) for step in steps.tolist()} <= PIECES["hex-knight"]
    assert len({tuple(cell) for cell in tour.cells.tolist()}) == 91


def test_names():
    assert gw.parse_moves("hex") == gw.HEX
    assert gw.parse_moves("hex-king") == gw.HEX_KING
    assert gw.parse_moves("hex-queen:2").name == "hex-queen:2"
    with pytest.raises(BoardError, match="hex-queen slides 5 cells at most"):
        gw.Board.hexagon(5, moves="queen")


# ------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("ask", "error", "match"),
    [
        (lambda: gw.Board.hexagons(3, 3, moves=gw.KING), InputError, "are of squares"),
        (lambda: gw.Board.hexagons(10**5, 10**5), BoardError, "cells"),
        (lambda: gw.Board.hexagon(10**5), BoardError, "cells"),
        (lambda: gw.Board.hexagon(-1), InputError, "radius"),
        (lambda: gw.Board.hexagons(3, 3, layout="odd-r"), InputError, "layout"),
        (lambda: gw.to_axial((1, 2, 3), 3), InputError, "one cell"),
        (lambda: gw.Moves(AXIAL, cells="round"), InputError, "cells"),
        (lambda: gw.Board.hexagon(2).clearance(), QuestionError, "hexagons"),
        (lambda: gw.Board.hexagon(2).for_size(2), QuestionError, "hexagons"),
        (lambda: gw.Board.hexagon(2).thick(), InputError, "orthogonal"),
        (lambda: gw.Board.hexagon(2).paths().shortest(by="jps"), InputError, "king"),
        (lambda: gw.Board.hexagon(2).paths().shortest(by="corridors"), InputError, "equal costs"),
        (lambda: gw.Board.rectangle(2, 2, walls=np.zeros((3, 2, 2), bool)), BoardError, "moves='hex'"),
        (lambda: gw.Board.hexagon(1).with_walls_between(((0, 1), (2, 1))), BoardError, "next to"),
        (
            lambda: gw.Board.hexagon(1).with_walls_between(((1, 0), (2, 0))).replace(moves=gw.KING),
            BoardError,
            "moves='hex'",
        ),
    ],
)
def test_refusals(ask, error, match):
    with pytest.raises(error, match=match):
        ask()
