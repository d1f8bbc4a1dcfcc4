"""The path as a value, and its pictures."""

import pickle

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import PathCellsError
from gridwalk.path import Path


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
    with pytest.raises(PathCellsError):
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


def test_picture_of_a_tour_is_its_step_numbers():
    tour = gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours().find()
    numbers = [[int(word) for word in line.split()] for line in str(tour).split("\n")]
    assert [numbers[r][c] for r, c in tour] == list(range(1, 13))
    assert len({len(line) for line in str(tour).split("\n")}) == 1  # aligned


def test_step_numbers_beside_walls():
    ring = gw.Board([[True, True, True], [True, False, True], [True, True, True]])
    assert str(ring.tours(closed=True).find()) == "1 2 3\n8 # 4\n7 6 5"
