"""Boards of hexagons: published numbers, maps in offset rows, pieces; the campaign compares their answers."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import published

AXIAL = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]


# --------------------------------------------------------------------- cube coordinates: x + y + z = 0


def cube(cell):
    return cell[1], -cell[0] - cell[1], cell[0]


def apart(one, other):
    return max(abs(a - b) for a, b in zip(cube(one), cube(other), strict=True))


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
    counts = tuple(walks.of_length(n).count() for n in range(len(published.HEX_WALKS) - 1))
    assert counts == published.HEX_WALKS[:-1]


@pytest.mark.parametrize("moves", [gw.HEX, gw.Moves(AXIAL), gw.Moves(AXIAL[::-1], corners="both")])
def test_six_steps_given_by_hand_do_not_mislead(moves):
    board = gw.Board.rectangle(5, 5, moves=moves).with_walls((2, 2))
    assert board.paths((0, 0), (4, 4)).count() == published.HEX_RHOMBUS_WITH_HOLE
    assert board.with_open((2, 2)).paths((4, 0), (0, 4)).shortest().cost == 4
    assert moves.with_corners("one") == moves


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
    even = gw.Board.hexagons(2, 2, layout="even", costs=[[9, 1, 2], [3, 4, 9]])
    assert even.costs.tolist() == [[1, 1, 2], [3, 4, 1]]


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
