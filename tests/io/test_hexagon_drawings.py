"""Hexagons in characters and pictures: what is drawn is read back, and lies where hexagons lie."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.board.moves import HEX_STEPS
from gridwalk.draw.nodes import shape_of
from gridwalk.draw.raster import film, image
from gridwalk.draw.shape import CORNERS
from gridwalk.errors import BoardTextError
from gridwalk.io.formats import FORMATS

MAP = """\
S . .
 . # .
. . E"""
ROOMS = r"""
 / \ / \ / \
| S | .   . |
 \     / \   \
  | . | # | . |
 / \   \ /   /
| . | .   E |
 \ / \ / \ /"""[1:]


@st.composite
def boards(draw):
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    mask = np.array(draw(st.lists(st.booleans(), min_size=rows * columns, max_size=rows * columns)))
    mask = mask.reshape(rows, columns)
    cell = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    start, end = draw(cell), draw(cell)
    mask[start] = mask[end] = True
    walls = None
    if draw(st.booleans()):
        bits = draw(st.lists(st.booleans(), min_size=3 * rows * columns, max_size=3 * rows * columns))
        walls = np.array(bits).reshape(3, rows, columns)
    exits = [end] if start != end else None
    return gw.Board(mask, moves=gw.HEX, walls=walls, start=start, exits=exits)


@given(boards())
def test_what_is_drawn_is_read(board):
    text = board.to_text()
    read = gw.Board.from_text(text)
    assert read == board
    assert read.moves.cells == "hex"
    assert gw.Board.from_text(text, format="hexagons") == board
    assert not re.search(r" $", text, re.MULTILINE)
    indented = "\n".join("    " + line for line in text.split("\n"))
    assert gw.Board.from_text(indented, format="hexagons") == board


@given(boards())
def test_a_drawn_path_is_on_its_cells(board):
    path = board.paths().shortest()
    if path is not None and path.length:
        text, bare = str(path), str(board)
        assert (text.count("@"), text.count("$")) == (1, 1)
        assert [len(line) for line in text.split("\n")] == [len(line) for line in bare.split("\n")]


def test_a_map():
    board = gw.Board.from_text(MAP)
    assert board == gw.Board.hexagons(np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], bool))
    assert str(board) == MAP
    assert str(board.paths().shortest()) == "@ . .\n \\ # .\n. + $"
    assert gw.Board.from_text("S 2 3\n . 9 E\n", costs=True).costs.tolist() == [[1, 2, 3], [1, 9, 1]]


def test_rooms():
    board = gw.Board.from_text(ROOMS)
    assert board.to_text() == ROOMS
    walled = gw.Board.hexagons(3, 3).with_walls((1, 2))
    assert board == walled.with_walls_between(((0, 1), (0, 2)), ((1, 1), (2, 0)), ((2, 0), (2, 1)))


def test_step_numbers_are_aligned():
    tour = gw.Board.hexagon(2, moves="knight").paths((0, 2), (4, 2)).find()
    lines = str(tour).split("\n")
    assert [len(line) - len(line.lstrip()) for line in lines] == [2, 1, 0, 1, 2]
    walled = gw.Board.hexagon(1, moves="knight").with_walls_between(((1, 1), (0, 1)))
    assert "S" in str(walled)


def test_traces_are_drawn():
    trace = gw.Board.hexagons(4, 5).with_walls_between(((1, 2), (2, 1))).paths().trace(by="bfs")
    for step in (0, len(trace) // 2, len(trace)):
        assert "|" in str(trace.at(step))
    numbered = gw.Board.hexagon(1).tours(closed=True).trace()
    assert "1" in str(numbered.at(len(numbered)))


def test_other_drawings_are_what_they_were():
    for text in ("# #\n # ", ". . .\n. . .", "..\n..", "#.#\n.#."):
        try:
            assert gw.Board.from_text(text, cell_width=1).moves.cells == "square"
        except BoardTextError:
            assert text.startswith(". .")


@pytest.mark.parametrize("row", [row for row in FORMATS if row.print is not None], ids=lambda row: row.name)
def test_no_format_forgets_walls_between_hexagons(row):
    board = gw.Board.hexagons(3, 3).with_walls_between(((0, 1), (1, 1)), ((1, 2), (2, 1)))
    try:
        printed = gw.io.formats.print_as(board, row.name)
    except BoardTextError:
        assert row.name not in ("hexagons", "json", "npz")
        return
    assert gw.Board(**_parts(gw.io.formats.parse(printed))) == board


def _parts(read):
    return {"open_cells": read.open_cells, **read.options()}


# --------------------------------------------------------------------------------------------------- pictures


def test_neighbours_share_a_side():
    board = gw.Board.hexagon(2)
    shape = shape_of(board)
    middle = shape.points(np.array([2.5, 2.5]))
    for k, step in enumerate(HEX_STEPS):
        other = shape.points(np.array([2.5, 2.5]) + step)
        assert math.dist(middle, other) == pytest.approx(1)
        shared = {tuple(np.round(corner, 9)) for corner in middle + CORNERS} & {
            tuple(np.round(corner, 9)) for corner in other + CORNERS
        }
        assert shared == {tuple(np.round(middle + CORNERS[c], 9)) for c in (k, (k + 1) % 6)}
    assert (shape.width, shape.height) == pytest.approx((5, 4 * math.sqrt(3) / 2 + 2 / math.sqrt(3)))


def test_walls_are_drawn_once():
    board = gw.Board.hexagon(1)
    around = len(shape_of(board).walls)
    assert around == 18
    assert len(shape_of(board.with_walls_between(((1, 1), (0, 1)), ((1, 1), (1, 2)))).walls) == around + 2


def test_svg_has_every_shown_cell():
    board = gw.Board.hexagons(3, 4).with_walls((1, 2))
    picture = board.svg(board.paths().shortest())
    ground = re.search(r'class="open grid"[^>]* d="([^"]*)"', picture)[1]
    assert ground.count("M") == 12
    assert re.search(r'class="wall" d="([^"]*)"', picture)[1].count("M") == 1
    walled = board.with_walls_between(((0, 1), (0, 2))).svg()
    assert 'class="side line"' in walled


def test_pixels_are_where_cells_are():
    board = gw.Board.hexagon(2).with_walls((2, 3))
    picture = image(board, cell=30).convert("RGB")
    shape, ground = shape_of(board), picture.getpixel((0, 0))
    at = lambda row, column: picture.getpixel(  # noqa: E731
        tuple(int(12 + 30 * part) for part in shape.points(np.array([row + 0.5, column + 0.7])))
    )
    assert at(2, 3) != at(2, 1) == at(1, 2) == at(4, 1) != ground
    assert picture.getpixel((14, 14)) == ground  # outside the hexagon


def test_films_and_chess():
    trace = gw.Board.hexagons(4, 4, costs=np.arange(1, 17).reshape(4, 4)).paths().trace(by="dijkstra")
    assert film(trace, frames=3).startswith(b"GIF8")
    backtracked = gw.Board.hexagon(1).paths().trace(by="list")
    assert film(backtracked, "png", frames=2).startswith(b"\x89PNG")
    chess = gw.Board.hexagon(2, moves="bishop")
    assert chess.svg().count('class="dark"') == 1
    assert len(image(chess, cell=20).convert("RGB").getcolors(10**6)) > 3
