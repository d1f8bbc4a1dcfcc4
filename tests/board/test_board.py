"""The board as a value: its making, its defaults, that nothing changes it."""

import copy
import os
import pickle

import numpy as np
import pytest
from hypothesis import given

import gridwalk as gw
import oracles
from gridwalk.board.legal import ways_of
from gridwalk.errors import GridwalkError
from oracles import Raw
from strategies import board_of, raws


@given(raws())
def test_it_keeps_what_it_was_given(raw):
    board = board_of(raw, start=raw.cells[0], exits=raw.cells)
    assert board.open_cells.tolist() == [list(row) for row in raw.open_cells]
    assert (board.shape, board.size) == (board.open_cells.shape, board.open_cells.size)
    assert board.open_count == len(raw.cells)
    assert board == board_of(raw, start=raw.cells[0], exits=raw.cells) == board.replace() != raw
    assert {cell: set(ways_of(ways)) for cell, ways in board.one_way.items()} == {
        cell: set(oracles.ways_of(raw, cell)) for cell in raw.one_way
    }
    assert board.wrap == raw.wrap
    assert (board.walls is not None) == raw.has_walls
    for u in raw.cells if raw.has_walls else ():
        for side, step in zip(board.walls, ((0, 1), (1, 0)), strict=True):
            if raw.at(u[0] + step[0], u[1] + step[1]):
                assert side[u] == raw.wall_between(u, step)
    assert (board.start, board.exits) == (raw.cells[0], tuple(raw.cells))
    assert (board.costs is None) == (raw.costs is None)
    for r, c in raw.cells if raw.costs else ():
        assert board.costs[r, c] == raw.costs[r][c]


def test_boards_differ_by_every_part():
    board = gw.Board.rectangle(3, 3, costs=np.ones((3, 3), int))
    others = [
        board.replace(moves=gw.KING),
        board.replace(start=(1, 1)),
        board.replace(exits=[(1, 1)]),
        board.replace(one_way={(1, 1): (0, 1)}),
        board.replace(one_way={(1, 1): ((0, 1), (1, 0))}),
        board.with_walls_between(((1, 1), (1, 2))),
        board.with_walls_between(((1, 1), (2, 1))),
        board.replace(wrap="rows"),
        board.replace(wrap="columns"),
        board.replace(wrap="both"),
        board.replace(wrap="both").with_walls_between(((1, 0), (1, 2))),
        board.replace(costs=None),
        board.replace(costs=np.full((3, 3), 2)),
        gw.Board(np.tri(3, dtype=bool), costs=np.ones((3, 3), int)),
        gw.Board.rectangle(3, 4),
    ]
    for number, one in enumerate([board, *others]):
        assert [other for other in [board, *others] if other == one] == [one], number


def test_the_board_does_not_hold_the_callers_arrays():
    open_cells, costs, one_way = np.ones((2, 2), bool), np.ones((2, 2)), {(0, 0): (0, 1)}
    board = gw.Board(open_cells, costs=costs, one_way=one_way)
    open_cells[:], costs[:], one_way[1, 1] = False, 7, (0, -1)
    assert board == gw.Board.rectangle(2, 2, costs=np.ones((2, 2)), one_way={(0, 0): (0, 1)})


def test_nothing_in_it_can_be_written():
    board = gw.Board.rectangle(2, 2, costs=np.ones((2, 2)), one_way={(0, 0): (0, 1)})
    for array in (board.open_cells, board.costs, board._moves_of_cell):
        with pytest.raises(ValueError, match="read-only"):
            array.flat[0] = 0
    with pytest.raises(TypeError):
        board.one_way[1, 1] = (0, -1)


def test_copies_and_pickles_are_equal():
    board = gw.Board.rectangle(3, 3, moves=gw.KING, one_way={(0, 1): (0, 1)}, costs=np.ones((3, 3)))
    assert copy.copy(board) == copy.deepcopy(board) == pickle.loads(pickle.dumps(board)) == board


@pytest.mark.parametrize(
    ("text", "start", "exits"),
    [
        ("S.#\n.#E\n..X", (0, 0), ((1, 2), (2, 2))),  # marks
        ("G.#\n.#.\n..S", (2, 2), ((0, 0),)),
        ("#.#\n#.#\n#.#", (0, 1), ((2, 1),)),  # two openings in a walled border
        ("###\n...\n###", (1, 0), ((1, 2),)),
        ("#..#\n#..#\n####", (0, 1), ((0, 2),)),
        ("####\n#...\n#.##", (1, 3), ((2, 1),)),
        ("####\n#..#\n#..#\n####", (1, 1), ((2, 2),)),  # no opening: the first and last open cell
        ("#.#\n#..\n#.#", (0, 1), ((2, 1),)),  # three openings
        ("..\n..", (0, 0), ((1, 1),)),  # too narrow for a border
        (".#", (0, 0), ((0, 0),)),
        ("0 1\n0 0", (0, 0), ((1, 1),)),
    ],
)
def test_defaults(text, start, exits):
    board = gw.Board.from_text(text)
    assert (board.start, board.exits) == (start, exits)


def test_exits_are_cells_without_repeats():
    board = gw.Board.rectangle(3, 3, exits=[(0, 0), "c1", "0,0"])
    assert board.exits == ((0, 0), (2, 2))
    assert gw.Board.rectangle(3, 3, exits=(1, 2)).exits == ((1, 2),)
    assert gw.Board.rectangle(3, 3, exits=iter([(1, 2)])).exits == ((1, 2),)
    assert set(gw.Board.rectangle(3, 3, exits=np.array([[1, 2], [0, 1]])).exits) == {(1, 2), (0, 1)}


def test_from_matrix():
    for matrix in ([[0, 1], [0, 0]], np.array([[0, 1], [0, 0]], np.uint8), [[0.0, 1.0], [0.0, 0.0]]):
        assert gw.Board.from_matrix(matrix).open_cells.tolist() == [[True, False], [True, True]]
    assert gw.Board.from_matrix([[False, True]]).open_cells.tolist() == [[True, False]]  # True is 1 is a wall


def test_one_clause_catches_every_error():
    """Every error is a GridwalkError, and so a ValueError."""
    for bad in (lambda: gw.Board([]), lambda: gw.read(os.devnull), lambda: gw.parse_moves("queen")):
        with pytest.raises(GridwalkError) as caught:
            bad()
        assert isinstance(caught.value, ValueError)


def test_repr_and_str():
    board = board_of(Raw(((True, False), (True, True)), ((0, 1), (1, 0))))
    assert repr(board) == "<Board 2 x 2, custom moves, start (0, 0), exits (1, 1)>"
    assert str(board) == "S#\n.E"


@pytest.mark.parametrize(
    ("text", "start", "exit_"),
    [
        ("#.#\n#.#\n#S#", (2, 1), (0, 1)),
        ("#E#\n#.#\n#.#", (2, 1), (0, 1)),
        ("..\n.S", (1, 1), (0, 0)),
        ("E.\n..", (1, 1), (0, 0)),
    ],
)
def test_a_mark_at_the_other_end_turns_the_defaults_round(text, start, exit_):
    board = gw.Board.from_text(text)
    assert (board.start, board.exits) == (start, (exit_,))


# ------------------------------------------------------------------- a board with some cells changed


class Maze(gw.Board):
    """A board of a kind of its own."""


def test_a_subclass_stays_one():
    maze = Maze.from_text("S.#\n..E")
    made = [
        maze,
        maze.replace(moves=gw.KING),
        maze.with_walls((0, 1)),
        maze.with_open((0, 2)),
        pickle.loads(pickle.dumps(maze)),
        copy.deepcopy(maze),
        Maze.rectangle(2, 2),
        Maze.from_matrix([[0]]),
        maze.paths().avoiding((0, 1)).find().board,
    ]
    assert [type(board) for board in made] == [Maze] * len(made)
    assert pickle.loads(pickle.dumps(maze)) == maze


def test_advice_on_setting_is_true():
    board = gw.Board.rectangle(2, 2)
    for name in ("open_cells", "moves", "costs", "one_way", "start", "exits"):
        with pytest.raises(AttributeError, match=rf"board\.replace\({name}=\.\.\.\) returns a changed copy"):
            setattr(board, name, None)
    for name in ("rows", "size", "shape", "anything"):
        with pytest.raises(AttributeError, match=r"a board is immutable$"):
            setattr(board, name, None)
