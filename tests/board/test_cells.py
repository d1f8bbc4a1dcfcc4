"""Cells and square names."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.board.cells import as_cell, square_name

CHESS = (8, 8)


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ((2, 1), (2, 1)),
        ([2, 1], (2, 1)),
        (np.array([2, 1]), (2, 1)),
        ((np.int64(2), np.uint8(1)), (2, 1)),
        ("2,1", (2, 1)),
        (" ( 2 , 1 ) ", (2, 1)),
        ("[2 1]", (2, 1)),
        ("2;1", (2, 1)),
        ("a1", (7, 0)),
        ("H8", (0, 7)),
        (" b6 ", (2, 1)),
    ],
)
def test_forms(value, cell):
    assert as_cell(value, CHESS, "start") == cell
    assert {*map(type, as_cell(value, CHESS, "start"))} == {int}


@given(st.integers(1, 40), st.integers(1, 900), st.data())
def test_square_names_are_inverse(rows, columns, data):
    cell = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)))
    assert as_cell(square_name(cell, rows), (rows, columns), "start") == cell


@pytest.mark.parametrize("column", [0, 25, 26, 51, 52, 701, 702])
def test_letters_carry_over(column):
    name = square_name((0, column), 1)
    assert as_cell(name, (1, 703), "start") == (0, column)
    assert len(name) - 1 == (1 if column < 26 else 2 if column < 702 else 3)


def test_a_square_name_is_accepted_wherever_a_cell_is():
    board = gw.Board.rectangle(8, 8, start="a1", exits="h8", one_way={"b2": (-1, 0)})
    assert (board.start, board.exits, dict(board.one_way)) == ((7, 0), ((0, 7),), {(6, 1): (-1, 0)})
    assert board.paths("a8", ["b8", "c8"]).exits == ((0, 1), (0, 2))
    assert board.tours("a1", exits="h1").exits == ((7, 7),)
    assert ["a1", "a2"] in board.paths("a1", "a2")
