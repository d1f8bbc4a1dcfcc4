"""Boards changed in a few cells, again and again: equal in all to boards that are built anew."""

import pickle
import runpy
import weakref
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.algorithms import names
from gridwalk.board.board import CHANGES
from gridwalk.errors import BoardError
from gridwalk.runtime import slices
from gridwalk.search.choice import why_not
from gridwalk.search.prepared import key_of
from profiles import examples
from strategies import board_of, raws, shapes


def anew(board: gw.Board) -> gw.Board:
    """Return the board of the same parts, made by the constructor from plain data."""
    parts = {name: getattr(board, name) for name in CHANGES}
    parts["walls"] = None if board.walls is None else [side.tolist() for side in board.walls]
    parts["costs"] = None if board.costs is None else board.costs.tolist()
    parts["open_cells"] = np.array(board.open_cells.tolist())
    return gw.Board(**parts)


def neighbours(board: gw.Board, cell):
    """Return the cells next to *cell*, in a row or a column."""
    found = [(cell[0] + d, cell[1] + e) for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return [(r, c) for r, c in found if 0 <= r < board.rows and 0 <= c < board.columns]


@st.composite
def changes(draw, board: gw.Board):
    """Return *board* with some cells or walls changed."""
    cell = st.tuples(st.integers(0, board.rows - 1), st.integers(0, board.columns - 1))
    cells = draw(st.lists(cell, min_size=1, max_size=3))
    kind = draw(st.sampled_from(("open", "close", "price", "wall", "no wall")))
    cost = st.integers(0, 9) if draw(st.booleans()) else st.floats(0.5, 9)
    if kind == "open":
        costs = None if board.costs is None else draw(st.none() | cost)
        return board.with_open(*cells, costs=costs)
    if kind == "close":
        return board.with_walls(*(cell for cell in cells if cell not in (board.start, *board.exits)))
    if kind == "price":
        priced = [cell for cell in cells if board.open_cells[cell]]
        return board if board.costs is None else board.with_costs({cell: draw(cost) for cell in priced})
    pairs = [(cell, draw(st.sampled_from(beside))) for cell in cells if (beside := neighbours(board, cell))]
    return board.with_walls_between(*pairs) if kind == "wall" else board.without_walls_between(*pairs)


def check_value(board: gw.Board) -> gw.Board:
    """Compare what *board* is with the same board made anew, which is returned."""
    other = anew(board)
    assert np.array_equal(board._moves_of_cell, other._moves_of_cell)
    assert board._moves_of_cell.dtype == other._moves_of_cell.dtype
    assert (board.open_count, board._symmetric) == (other.open_count, other._symmetric)
    for asked in ({}, {"cells_decide": True}, {"whole": True}):
        assert board._is_plain(**asked) == other._is_plain(**asked)
    assert board == other
    assert hash(board) == hash(other)
    assert pickle.loads(pickle.dumps(board)) == other
    assert (board.walls is None) == (other.walls is None)
    if board.costs is not None:
        assert board.costs.dtype == other.costs.dtype
        assert np.array_equal(board.costs, other.costs)
    for array in (board.open_cells, board.costs, board._moves_of_cell, *(board.walls or ())):
        assert array is None or not array.flags.writeable
    return other


@examples(120)
@given(st.data(), raws(shapes(7, 9)), st.sampled_from(("python", "compiled")), st.booleans())
def test_changed_boards_are_those_made_anew(data, raw, tier, asked):
    with slices.tier(tier):
        board = board_of(raw)
        for _ in range(4):
            if asked:
                _ = board._moves_of_cell, board.open_count
            before = board
            board = data.draw(changes(before))
            check_value(board)
            assert before == anew(before)


# Iterative deepening forgets where it was: on boards of this size it may take years (`test_more_searches`).
LEFT_OUT = ("sweep", "idastar")


def check_answers(board: gw.Board, other: gw.Board, start, goal) -> None:
    """Compare what all algorithms answer on *board* with what they answer on *other*, which is equal."""
    for by in ("auto", *names("shortest")):
        if by in LEFT_OUT or (by != "auto" and why_not(board, by)):
            assert by in LEFT_OUT or why_not(other, by)
            continue
        for _ in range(2):  # the second answer takes another way
            mine, its = (grid.paths(start, goal).shortest(by=by) for grid in (board, other))
            assert (mine is None) == (its is None), by
            if mine is not None:
                assert mine.cells.tolist() == its.cells.tolist(), by
                assert (mine.cost, mine.by, mine.expanded) == (its.cost, its.by, its.expanded)


def test_many_changes_at_once():
    board = gw.Board.rectangle(40, 40, moves=gw.KING)
    board.paths().shortest()
    diagonal = [(r, 39 - r) for r in range(1, 39)]
    many = [(r, c) for r in range(1, 39) for c in range(0, 40, 3)]
    for cells in (diagonal, many):
        changed = board.with_walls(*cells)
        check_answers(changed, anew(changed), (0, 0), (39, 39))
    before, after = (each._kept.peek(key_of("jps")) for each in (board, board.with_walls(*many)))
    assert after.spare is before.spare


def test_a_board_of_before_is_not_held():
    board = gw.Board.rectangle(300, 300, moves=gw.KING)
    gone = []
    for number in range(8):
        for _ in range(3):
            board.paths((0, 0), (299, 299)).shortest()
        if number % 3 == 0:
            board.paths((0, 0), (299, 299)).shortest(by="astar")
        gone.append(weakref.ref(board))
        board = board.with_walls((150, 150 - number))
    assert [one() for one in gone] == [None] * 8


def test_costs_far_apart_are_refused_after_many_changes():
    board = gw.Board(np.ones((1, 4), bool), costs=[[1.0, 2.0**51, 1.0, 1.0]])
    cheap = board.with_open((0, 3), costs=0.5)
    with pytest.raises(BoardError, match="least above 0"):
        cheap.with_costs({(0, 2): 2.0**51})
    assert cheap.with_costs({(0, 1): 3.0, (0, 2): 2.0**51}).costs.tolist() == [[1, 3, 2**51, 0.5]]


def test_a_cell_named_twice_gets_the_last_cost():
    board = gw.Board.from_text("S##E", costs=True).with_open((0, 1), (0, 1), costs=[2, 3])
    assert board.costs.tolist() == [[1, 3, 1, 1]]


class Counted(gw.Board):
    """A board with a constructor of its own."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        object.__setattr__(self, "number", self.open_count)


def test_a_subclass_with_a_constructor_is_made_by_it():
    board = Counted(np.ones((2, 3), bool)).with_walls((0, 1))
    assert (type(board), board.number) == (Counted, 5)


EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "game_loop.py"


def test_plans_of_the_game_loop_stay_shortest():
    names = runpy.run_path(str(EXAMPLE))
    game = names["Game"](60, 96, 3)
    for _ in range(30):
        assert 0 <= game.frame(everyone=False) <= 60
        batch = game.board.shortest_many(game.at, game.goals)
        for agent, plan in enumerate(game.plans):
            rest = plan[game.steps[agent] :]
            if tuple(rest[-1]) == tuple(game.goals[agent]):  # who has just arrived has another goal
                assert names["least"](rest[:-1], rest[1:]).sum() == pytest.approx(batch.costs[agent])
