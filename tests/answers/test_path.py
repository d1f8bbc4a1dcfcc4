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
from oracles import graph
from strategies import questions, unit_questions


def test_equal_where_the_cells_are():
    board = gw.Board.rectangle(2, 2)
    dfs, bfs = board.paths().find(by="dfs"), board.paths().find(by="bfs")
    assert (dfs == bfs, hash(dfs) == hash(bfs), dfs.by == bfs.by) == (True, True, False)
    assert len({*board.paths(), dfs, bfs}) == 2
    assert dfs != list(dfs)


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
