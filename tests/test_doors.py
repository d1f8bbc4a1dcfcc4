"""Boards changed in a few cells, again and again: equal in all to boards that are built anew."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.errors import ClosedMarkError, CostsError, WallCellError, WallsError
from gridwalk.grid import CHANGES
from gridwalk.runtime import slices
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
    cost = st.integers(1, 9) if draw(st.booleans()) else st.floats(0.5, 9)
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
    assert np.array_equal(board.moves_of_cell, other.moves_of_cell)
    assert board.moves_of_cell.dtype == other.moves_of_cell.dtype
    assert (board.open_count, board.geometry, board.symmetric) == (
        other.open_count, other.geometry, other.symmetric,
    )  # fmt: skip
    assert board == other
    assert hash(board) == hash(other)
    assert pickle.loads(pickle.dumps(board)) == other
    assert (board.walls is None) == (other.walls is None)
    if board.costs is not None:
        assert board.costs.dtype == other.costs.dtype
        assert np.array_equal(board.costs, other.costs)
    for array in (board.open_cells, board.costs, board.moves_of_cell, *(board.walls or ())):
        assert array is None or not array.flags.writeable
    return other


@examples(400)
@given(st.data(), raws(shapes(7, 9)), st.sampled_from(("python", "compiled")), st.booleans())
def test_changed_boards_are_those_made_anew(data, raw, tier, asked):
    with slices.tier(tier):
        board = board_of(raw)
        for _ in range(4):
            if asked:
                _ = board.moves_of_cell, board.open_count, board.geometry
            before = board
            board = data.draw(changes(before))
            check_value(board)
            assert before == anew(before)


def test_with_costs():
    board = gw.Board.from_text("S1E\n1#1", costs=True)
    dear = board.with_costs({(0, 1): 5, "c1": np.int32(2)})
    assert dear.costs.tolist() == [[1, 5, 1], [1, 1, 2]]
    assert dear.costs.dtype == np.int64
    assert dear.with_costs({}) == dear
    assert dear.with_costs({(0, 0): 0.5}).costs.tolist() == [[0.5, 5, 1], [1, 1, 2]]
    assert board.costs.tolist() == [[1, 1, 1], [1, 1, 1]]
    assert dear.with_walls((0, 1)).with_open((0, 1)).costs[0, 1] == 1
    for wrong in ({(0, 1): 0}, {(0, 1): float("nan")}, {(0, 1): "x"}, {(0, 1): [1, 2]}, {(0, 1): True}, 5):
        with pytest.raises(CostsError):
            board.with_costs(wrong)
    with pytest.raises(CostsError, match="sum"):
        board.with_costs({(0, 1): 2**53})
    with pytest.raises(CostsError, match="sum"):
        board.with_costs({(0, 1): 2**52, (0, 0): 2**52})
    with pytest.raises(CostsError, match="no costs"):
        gw.Board.rectangle(2, 2).with_costs({(0, 0): 2})
    with pytest.raises(WallCellError, match="wall"):
        board.with_costs({(1, 1): 2})


def test_costs_far_apart_are_refused_after_many_changes():
    board = gw.Board(np.ones((1, 4), bool), costs=[[1.0, 2.0**51, 1.0, 1.0]])
    cheap = board.with_open((0, 3), costs=0.5)
    with pytest.raises(CostsError, match="minimum"):
        cheap.with_costs({(0, 2): 2.0**51})
    assert cheap.with_costs({(0, 1): 3.0, (0, 2): 2.0**51}).costs.tolist() == [[1, 3, 2**51, 0.5]]


def test_a_cell_named_twice_gets_the_last_cost():
    board = gw.Board.from_text("S##E", costs=True).with_open((0, 1), (0, 1), costs=[2, 3])
    assert board.costs.tolist() == [[1, 3, 1, 1]]


def test_marks_stay_and_are_not_walled():
    board = gw.Board.rectangle(3, 3, start=(1, 1), exits=[(0, 0), (2, 2)])
    changed = board.with_walls((0, 1))
    assert (changed.start, changed.exits) == ((1, 1), ((0, 0), (2, 2)))
    with pytest.raises(ClosedMarkError):
        board.with_walls((0, 1), (2, 2))
    with pytest.raises(WallsError):
        board.with_walls_between(((0, 0), (1, 1)))


class Counted(gw.Board):
    """A board with a constructor of its own."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        vars(self)["number"] = self.open_count


def test_a_subclass_with_a_constructor_is_made_by_it():
    board = Counted(np.ones((2, 3), bool)).with_walls((0, 1))
    assert (type(board), board.number) == (Counted, 5)
