"""Lines of sight against exact rational geometry; fields of view; paths pulled taut."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk import errors
from gridwalk.render.raster import image
from gridwalk.render.svg import svg
from gridwalk.runtime import slices
from gridwalk.runtime.tuning import tuned
from profiles import examples
from strategies import KING, ORTHOGONAL, board_of, open_grids, shapes, walls_of

HALF = Fraction(1, 2)
PILLAR = gw.Board.from_text("....\n.#..\n....")


# ------------------------------------------------------------------------------------ the oracle


def crossings(u, v):
    """The squares that the segment from *u* to *v* goes through, cut at every grid line, in order."""
    (row, column), (to_row, to_column) = u, v
    down, across = to_row - row, to_column - column
    cuts = {Fraction(0), Fraction(1)}
    for begin, way in ((row, down), (column, across)):
        if way:
            lines = range(min(begin, begin + way), max(begin, begin + way))
            cuts |= {(line + HALF - begin) / way for line in lines}
    ordered = sorted(cuts)
    middles = [(one + other) / 2 for one, other in itertools.pairwise(ordered)]
    squares = [(math.floor(row + t * down + HALF), math.floor(column + t * across + HALF)) for t in middles]
    return [square for square, _ in itertools.groupby(squares)] or [u]


def in_sight(raw, u, v):
    """Whether each square on the way is open, and whether one may go from each to the next."""
    squares = crossings(u, v)
    if not all(raw.open_cells[row][column] for row, column in squares):
        return False
    king = oracles.Raw(raw.open_cells, KING, raw.corners, walls=raw.walls)
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(squares)]
    return all(oracles.may_move(king, a, step) for a, step in zip(squares, steps, strict=False))


@st.composite
def rooms(draw, most=7):
    """Boards without wrap, with any corner rule, at times with walls between cells."""
    shape = draw(shapes(most, most))
    cells = draw(open_grids(shape))
    corners = draw(st.sampled_from(("both", "one", "none")))
    walls = draw(st.none() | walls_of(shape))
    return oracles.Raw(cells, draw(st.sampled_from((ORTHOGONAL, KING))), corners, walls=walls)


@examples(150)
@given(raw=rooms())
def test_what_is_in_sight_is_so_exactly(tier, raw):
    board = board_of(raw)
    rows, columns = board.shape
    cells = list(itertools.product(range(rows), range(columns)))
    seen = {u: {v for v in cells if board.sees(u, v)} for u in cells}
    for u in cells:
        assert seen[u] == {v for v in cells if in_sight(raw, u, v)}
        assert all(u in seen[v] for v in seen[u])  # it is mutual
        if board.open_cells[u]:
            assert set(map(tuple, np.argwhere(board.visible_from(u)).tolist())) == seen[u]


@examples(100)
@given(raw=rooms(), radius=st.sampled_from([0, 1, 1.5, 2, 2.9, 100]), steps=st.sampled_from([1, 7, 0]))
def test_a_radius_is_a_straight_distance(tier, raw, radius, steps):
    board = board_of(raw)
    u = tuple(np.argwhere(board.open_cells)[0].tolist())
    with tuned(slice=steps):
        near = board.visible_from(u, radius=radius)
    rows, columns = np.indices(board.shape)
    assert np.array_equal(near, board.visible_from(u) & (np.hypot(rows - u[0], columns - u[1]) <= radius))


@examples(100)
@given(raw=rooms())
def test_a_king_sees_where_it_may_step(raw):
    board = board_of(raw).replace(moves=gw.KING.with_corners(raw.corners))
    for u in np.argwhere(board.open_cells).tolist():
        for down, across in KING:
            v = (u[0] + down, u[1] + across)
            if 0 <= v[0] < board.rows and 0 <= v[1] < board.columns:
                assert board.sees(u, v) == board.has_move(u, v)


def test_corners_and_walls():
    for corners, passes in (("both", False), ("one", True), ("none", True)):
        board = PILLAR.replace(moves=gw.KING.with_corners(corners))
        assert board.sees((0, 1), (1, 2)) is passes
        squeezed = gw.Board.from_text("S#\n#E", moves=gw.KING.with_corners(corners))
        assert squeezed.sees((0, 0), (1, 1)) is (corners == "none")
    two = gw.Board.rectangle(1, 3, walls=([[False, True]], np.zeros((0, 3), bool)))
    assert (two.sees((0, 0), (0, 1)), two.sees((0, 0), (0, 2))) == (True, False)
    assert not PILLAR.sees((0, 0), (1, 1))  # a wall is not seen
    assert not PILLAR.sees((1, 1), (1, 1))
    assert PILLAR.sees("a1", "a3")


def test_one_way_cells_stop_no_view():
    board = gw.Board.from_text("S<E")
    assert board.paths().is_empty()
    assert board.sees((0, 0), (0, 2))


def test_a_changed_board_is_looked_at_anew():
    board = gw.Board.rectangle(3, 9)
    assert board.sees((1, 0), (1, 8))
    closed = board.with_walls((1, 4))
    assert not closed.sees((1, 0), (1, 8))
    assert closed.with_open((1, 4)).sees((1, 0), (1, 8))


def test_a_large_board_in_slices():
    board = gw.make("percolation", 120, 130, seed=4, walls=0.02)
    u = tuple(np.argwhere(board.open_cells)[5000].tolist())
    found = []
    for name in ("python", "compiled"):
        with slices.tier(name):
            found.append(board.visible_from(u, radius=40))
    assert np.array_equal(*found)
    assert found[0].sum() > 100
    with pytest.raises(gw.TimeLimitError), slices.tier("python"):
        gw.Board.rectangle(300, 300).visible_from((0, 0), seconds=1e-6)


def test_what_cannot_be_looked_at():
    torus = gw.Board.rectangle(3, 3, wrap="both")
    for ask in (lambda: torus.sees((0, 0), (1, 1)), lambda: torus.visible_from((0, 0)),
                lambda: torus.paths().shortest().smoothed()):  # fmt: skip
        with pytest.raises(errors.QuestionError, match="on a board that is wrapped round"):
            ask()
    with pytest.raises(errors.OutsideBoardError):
        PILLAR.sees((0, 0), (3, 0))
    with pytest.raises(errors.WallCellError):
        PILLAR.visible_from((1, 1))
    for radius in (-1, math.nan, math.inf, "2", True):
        with pytest.raises(errors.ArgumentError, match="a number of cells, 0 or more"):
            PILLAR.visible_from((0, 0), radius=radius)


# ------------------------------------------------------------------------------------- pulled taut


@examples(150)
@given(raw=rooms(most=8), steps=st.sampled_from([1, 0]))
def test_way_points_see_each_other(tier, raw, steps):
    board = board_of(raw)
    path = board.paths().shortest()
    if path is None:
        return
    with tuned(slice=steps):
        angle = path.smoothed()
    assert (angle.start, angle.end) == (path.start, path.end)
    cells = list(path)
    places = [cells.index(cell) for cell in angle]
    assert places == sorted(set(places))
    assert all(in_sight(raw, u, v) for u, v in itertools.pairwise(angle))
    # The next way point is the last cell before the first that is out of sight.
    for one, other in itertools.pairwise(places):
        assert all(in_sight(raw, cells[one], cells[at]) for at in range(one, other + 1))
        assert other == len(cells) - 1 or not in_sight(raw, cells[one], cells[other + 1])
    straight = sum(math.dist(u, v) for u, v in itertools.pairwise(angle))
    assert angle.length == pytest.approx(straight)
    euclidean = sum(math.dist(u, v) for u, v in itertools.pairwise(cells))
    assert math.dist(path.start, path.end) <= angle.length + 1e-9 <= euclidean + 2e-9
    crossed = [cell for u, v in itertools.pairwise(angle) for cell in crossings(u, v)[1:]]
    assert angle.crossed.tolist() == [list(angle.start), *map(list, crossed)]


def test_an_any_angle_path_is_a_value():
    path = gw.Board.from_text("S....\n.###.\n....E").paths().shortest()
    angle = path.smoothed()
    assert angle == path.smoothed()
    assert hash(angle) == hash(path.smoothed())
    assert angle != path
    assert (len(angle), angle[-1], angle[:2]) == (3, (2, 4), [(0, 0), (0, 4)])
    assert angle.to_dict() == {
        "by": path.by,
        "any_angle": True,
        "length": 6.0,
        "cells": [[0, 0], [0, 4], [2, 4]],
        "crossed": path.cells.tolist(),
    }
    with pytest.raises(AttributeError, match="immutable"):
        angle.by = "me"
    one = gw.Board([[True]]).paths().find().smoothed()
    assert (list(one), one.length, repr(one)) == (
        [(0, 0)], 0.0, "<AnglePath: any-angle path of length 0 over 1 way point from (0, 0) to (0, 0)>"
    )  # fmt: skip


def test_pictures_draw_straight_lines():
    angle = gw.Board.rectangle(4, 9).paths().shortest().smoothed()
    picture = svg(angle.board, angle, legend=True)
    assert "<title>any-angle path of length 8.544, 4 x 9 board</title>" in picture
    assert 'points="5,5 85,35"' in picture
    assert angle._repr_svg_().startswith("<svg")
    assert image(angle.board, angle).size[0] > 100
    assert str(angle).split("\n")[0].startswith("@+")


REFUSED = {
    "what the cells it crosses cost": gw.Board.rectangle(2, 3, costs=np.ones((2, 3))),
    "against one-way cells": gw.Board.from_text("S>E"),
    "steps to neighbouring cells": gw.Board.rectangle(3, 2, moves=gw.KNIGHT, exits=[(1, 1), (2, 1)]),
    "through portals": gw.Board.rectangle(1, 9, portals=[((0, 0), (0, 8))]),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_is_not_pulled_taut(reason):
    with pytest.raises(errors.QuestionError, match=reason):
        REFUSED[reason].paths().shortest().smoothed()


def test_a_tour_is_not_pulled_taut():
    with pytest.raises(errors.QuestionError, match="a closed path"):
        gw.Board.rectangle(2, 2).tours(closed=True).find().smoothed()
    assert gw.Board.rectangle(1, 9, portals=[((0, 0), (0, 8))]).paths((0, 1), (0, 5)).shortest().smoothed()
