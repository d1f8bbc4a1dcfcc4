"""The path as a value, and its pictures."""

import pickle
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.answers.path import Path
from gridwalk.errors import CellError
from oracles import graph
from strategies import questions, unit_questions


def test_equal_where_the_cells_are():
    board = gw.Board.rectangle(2, 2)
    dfs, bfs = board.paths().find(by="dfs"), board.paths().find(by="bfs")
    assert (dfs == bfs, hash(dfs) == hash(bfs), dfs.by == bfs.by) == (True, True, False)
    assert len({*board.paths(), dfs, bfs}) == 2
    assert dfs != list(dfs)


def test_what_it_says_of_itself():
    path = gw.Board.rectangle(1, 3).paths().find()
    assert (path.start, path.end, path.length, len(path), path.is_tour) == ((0, 0), (0, 2), 2, 3, True)
    assert repr(path) == "<Path: path of 2 moves from (0, 0) to (0, 2), by dfs>"
    assert all(type(part) is int for cell in path for part in cell)


def test_a_closed_tour_has_as_many_moves_as_cells():
    tour = gw.Board.rectangle(2, 2).tours(closed=True).find()
    assert (tour.length, len(tour), tour.cost, tour.closed) == (4, 4, 4, True)
    assert repr(tour).startswith("<Path: closed tour of 4 moves from (0, 0)")


def test_cost():
    cells = np.array([[0, 0], [1, 1], [1, 2], [0, 1]], np.int32)
    king = gw.Board.rectangle(2, 3, moves=gw.KING)
    assert Path(king, cells.copy()).cost == 1 + 2 * 2**0.5
    assert Path(king, cells.copy(), closed=True).cost == 2 + 2 * 2**0.5
    dear = king.replace(costs=[[50, 2, 9], [9, 3, 4]])
    assert Path(dear, cells.copy()).cost == 3 + 4 + 2
    assert Path(dear, cells.copy(), closed=True).cost == 3 + 4 + 2 + 50


@pytest.mark.parametrize("kind", ["i1", "u8", ">i4", "i8"])
def test_a_path_of_cells_by_hand(kind):
    """Of any kind of integer; copied, for a path does not change."""
    board, cells = gw.Board.rectangle(2, 3), np.array([[0, 0], [0, 1], [1, 1]], kind)
    path = Path(board, cells)
    assert path in board.paths((0, 0), (1, 1))
    assert path == Path(board, [(0, 0), (0, 1), (1, 1)]) == pickle.loads(pickle.dumps(path))
    assert path.cells.dtype == np.dtype(np.int32)
    cells[:] = 0
    assert list(path) == [(0, 0), (0, 1), (1, 1)]
    with pytest.raises(ValueError, match="read-only"):
        path.cells[0] = 1


@pytest.mark.parametrize(
    "cells",
    [
        [(2, 0)],
        [(0, 3)],
        [(-1, 0)],
        [(0, 0), (2**32, 0)],
        np.array([[2**64 - 1, 0]], np.uint64),
        np.zeros((0, 2), int),
        np.zeros(2, int),
        np.zeros((1, 2, 1), int),
        np.zeros((3, 3), int),
        np.zeros((2, 2)),
        np.zeros((2, 2), bool),
        np.zeros((2, 2), "m8[s]"),
        np.ma.masked_array([[0, 0]], [[True, False]]),
        [(0, "a")],
        None,
        7,
        "a1",
    ],
    ids=repr,
)
def test_cells_that_no_path_can_have(cells):
    with pytest.raises(CellError):
        Path(gw.Board.rectangle(2, 3), cells)


def test_picture_of_a_path():
    maze = gw.Board.from_text("S.#\n#..\n##E")
    assert str(maze.paths().find()) == "@+#\n#++\n##$"
    king = gw.Board.from_text("S...\n....\n...E", moves=gw.KING)
    cells = np.array([[0, 0], [1, 1], [2, 2], [2, 3]], np.int32)
    assert str(Path(king, cells)) == "@...\n.\\..\n..+$"
    assert str(Path(king, np.array([[0, 3], [1, 2], [2, 1]], np.int32))) == "...@\n../.\n.$.."
    assert str(gw.Board.from_text("S\n.\n.\nE").paths().find()) == "@\n|\n|\n$"
    assert str(gw.Board([[True]]).paths().find()) == "@"
    leaps = gw.Board.rectangle(1, 7, moves=gw.leaper(0, 3)).paths().find()
    assert leaps.draw(numbers=False) == "@..+..$"  # no line: it is on none of the cells between


def test_picture_of_a_tour_is_its_step_numbers():
    tour = gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours().find()
    numbers = [[int(word) for word in line.split()] for line in str(tour).split("\n")]
    assert [numbers[r][c] for r, c in tour] == list(range(1, 13))
    assert len({len(line) for line in str(tour).split("\n")}) == 1  # aligned


def test_step_numbers_beside_walls():
    ring = gw.Board([[True, True, True], [True, False, True], [True, True, True]])
    assert str(ring.tours(closed=True).find()) == "1 2 3\n8 # 4\n7 6 5"


@given(question=questions(), data=st.data())
def test_a_sequence_of_cells(question, data):
    """Everything a list of its cells can do, a path can do."""
    path = question.board.paths().find()
    if path is None:
        return
    cells = [tuple(cell) for cell in path.cells.tolist()]
    assert isinstance(path, Sequence)
    assert len(path) == len(cells) == path.length + 1
    assert list(path) == cells
    assert list(reversed(path)) == cells[::-1]
    number = data.draw(st.integers(-len(cells), len(cells) - 1))
    assert path[number] == cells[number]
    assert all(type(part) is int for part in path[number])
    bounds = st.none() | st.integers(-len(cells) - 2, len(cells) + 2)
    part = slice(data.draw(bounds), data.draw(bounds), data.draw(st.sampled_from([None, 1, 2, -1])))
    assert path[part] == cells[part]
    cell = data.draw(st.tuples(st.integers(0, 6), st.integers(0, 6)))
    assert (cell in path) == (cell in cells)
    assert path.count(cell) == cells.count(cell)
    assert path.index(path[number]) == cells.index(cells[number])
    for outside in (len(cells), -len(cells) - 1):
        with pytest.raises(IndexError):
            path[outside]
    with pytest.raises(TypeError):
        path["a1"]


def test_as_an_array():
    path = gw.Board.rectangle(2, 3).paths().find()
    assert np.asarray(path) is not None
    assert np.asarray(path).shape == (len(path), 2)
    assert np.shares_memory(np.asarray(path), path.cells)
    assert not np.asarray(path).flags.writeable
    copy = np.array(path, np.float64)
    copy[0] = 7  # no other's
    assert (copy.dtype, path.start) == (np.float64, (0, 0))
    assert np.array_equal(np.asarray(path, np.int64), path.cells)


@given(question=questions())
def test_letters_lead_along_the_path(question):
    path = question.board.paths().find()
    if path is None:
        return
    row, column = path.start
    words = path.letters.split(",") if "," in path.letters else list(path.letters)
    if path.length == 1:
        words = [path.letters]
    visited = [(row, column)]
    for word in words:
        row += word.count("D") - word.count("U")
        column += word.count("R") - word.count("L")
        row, column = question.raw.at(row, column)
        visited.append((row, column))
    assert visited == list(path)


def test_letters():
    assert gw.read("examples/articles.txt").paths().shortest().letters == "DDRRRRDD"
    assert gw.Board.rectangle(2, 2).tours(closed=True).find().letters in ("RDLU", "DRUL")
    assert gw.Board.rectangle(3, 3, moves=gw.KNIGHT).paths((0, 0), (0, 2)).shortest().letters == "DDR,UUR"
    assert gw.Board([[True]]).paths().find().letters == ""
    assert Path(gw.Board.rectangle(3, 3), [[0, 0], [0, 1], [2, 2]]).letters == "R,DDR"  # made by hand


@given(question=questions())
def test_reversed(question):
    """The same cells from the end, wherever each move can be made back; else it says which cannot."""
    path = question.board.paths().find()
    if path is None:
        return
    cells = list(path)
    blocked = [(v, u) for u, v in pairwise(cells) if u not in graph(question.raw)[v]]
    if blocked:
        with pytest.raises(gw.GridwalkError, match="reversed does not fit here: no move leads from"):
            path.reversed()
        return
    back = path.reversed()
    assert list(back) == cells[::-1]
    assert back.reversed() == path
    assert (back.board, back.by, back.length) == (path.board, path.by, path.length)


def test_a_closed_tour_reversed_keeps_its_start():
    tour = gw.Board.rectangle(3, 4).tours(closed=True).find()
    back = tour.reversed()
    assert (back.start, back.closed, back.length) == (tour.start, True, tour.length)
    assert list(back)[1:] == list(tour)[:0:-1]
    assert back in tour.board.tours(closed=True)


@given(question=unit_questions())
def test_drawn_over_other_glyphs(question):
    """The same picture, open cells and walls in other characters, a blank between the cells if wanted."""
    board = question.board
    path = board.paths().find()
    if path is None or board.one_way or path.leaps or board.walls or board.wrap:
        return
    plain = path.draw()
    assert plain == str(path)
    other = {".": "0", "#": "1"}
    wanted = "\n".join("".join(other.get(c, c) for c in row) for row in plain.split("\n"))
    assert path.draw(glyphs="01") == wanted
    assert path.draw(glyphs="01", blanks=True) == "\n".join(" ".join(row) for row in wanted.split("\n"))
    assert path.draw(glyphs="#.").replace(".", "w").replace("#", ".").replace("w", "#") == plain
    assert path.draw(glyphs="·█").replace("·", ".").replace("█", "#") == plain


def test_boards_drawn_over_other_glyphs():
    text = "S.#\n..E"
    board = gw.Board.from_text(text)
    assert board.draw() == str(board) == text
    assert board.draw(glyphs="01", blanks=True) == "S 0 1\n0 0 E"
    matrix = board.draw(marks=False, glyphs="01")
    assert matrix == "001\n000"
    assert gw.Board.from_text(matrix) == board
    assert gw.Board.from_text(board.draw(marks=False, glyphs="01", blanks=True)) == board


@pytest.mark.parametrize("glyphs", ["", "0", "011", "00", "@1", "0+", "0|", "S#", ".E", "3#", ".\n", None, 1])
def test_glyphs_that_will_not_do(glyphs):
    path = gw.Board.from_text("S.#\n..E").paths().find()
    with pytest.raises(gw.GridwalkError, match=r"glyphs=.* must be two characters"):
        path.draw(glyphs=glyphs)


def test_digits_could_be_taken_for_step_numbers():
    holed = gw.Board.from_text("S.#\n...\n..E", moves=gw.KNIGHT)
    path = holed.paths((0, 0), (2, 1)).find()
    with pytest.raises(gw.GridwalkError, match="'0' does"):
        path.draw(glyphs="01")
    assert path.draw(glyphs="-x") == str(path).replace(".", "-").replace("#", "x")
    whole = gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours().find()
    assert whole.draw(glyphs="01") == str(whole)  # nothing is left to be taken for one


def test_a_path_says_what_is_known_of_better_ones():
    paths = gw.Board.rectangle(3, 4).paths()
    longest, shortest, any_one = paths.longest(), paths.shortest(), paths.find()
    assert (longest.best, longest.bound, longest.gap, longest.proved) == ("length", longest.length, 0.0, True)
    assert (shortest.best, shortest.bound, shortest.gap, shortest.proved) == ("cost", 5, 0.0, True)
    assert (any_one.best, any_one.bound, any_one.gap, any_one.proved) == ("", None, None, False)
    nearly = paths.find()._claiming("length", 2 * any_one.length)
    assert (nearly.bound, nearly.gap, nearly.proved) == (2 * any_one.length, 0.5, False)
    for path in (longest, nearly, any_one):
        again = pickle.loads(pickle.dumps(path))
        assert (again, again.bound, again.gap) == (path, path.bound, path.gap)
