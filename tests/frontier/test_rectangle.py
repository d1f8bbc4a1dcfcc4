"""The longest path of an open rectangle, by theorem: as long as a sweep's, and a path."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.anytime.rectangle import longest_length, rectangle_path, why_not
from gridwalk.planner import swept
from gridwalk.questions.question import Question
from profiles import examples


def check(rows, columns, start, end):
    """Hold the path to be one, between its ends, and as long as the formula says."""
    cells = rectangle_path(rows, columns, start, end)
    assert cells.dtype == np.int32
    assert (tuple(cells[0]), tuple(cells[-1])) == (start, end)
    assert (cells >= 0).all()
    assert (cells < (rows, columns)).all()
    assert (np.abs(np.diff(cells, axis=0)).sum(axis=1) == 1).all()
    assert np.bincount(cells[:, 0] * columns + cells[:, 1]).max() == 1
    assert len(cells) - 1 == longest_length(rows, columns, start, end)


def pairs(rows, columns):
    return product(product(range(rows), range(columns)), repeat=2)


def deepest(rows, columns, start, end):
    """The length of a longest path, by trying all."""
    best, stack = 0, [(start, frozenset([start]))]
    while stack:
        (row, column), seen = stack.pop()
        if (row, column) == end:
            best = max(best, len(seen) - 1)
            continue
        for cell in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if 0 <= cell[0] < rows and 0 <= cell[1] < columns and cell not in seen:
                stack.append((cell, seen | {cell}))
    return best


def by_sweep(rows, columns, start, end):
    grid = gw.Board.rectangle(rows, columns)
    return swept.best(Question(grid, (start,), (end,)), longest=True, by_cost=False).length


@pytest.mark.parametrize("shape", [(1, 6), (2, 2), (2, 5), (3, 3), (3, 4), (4, 4), (3, 6)])
def test_all_pairs_of_small_rectangles_against_all_paths(shape):
    rows, columns = shape
    for start, end in pairs(rows, columns):
        if start <= end:
            expected = deepest(rows, columns, start, end)
            for turned in (False, True):
                ends = (start[::-1], end[::-1]) if turned else (start, end)
                sides = (columns, rows) if turned else (rows, columns)
                assert longest_length(*sides, *ends) == expected, (sides, ends)
                check(*sides, *ends)
                check(*sides, *ends[::-1])


@pytest.mark.parametrize("rows", range(1, 6))
def test_every_path_is_as_long_as_the_formula(rows):
    for columns in range(1, rows + 1):
        for start, end in pairs(rows, columns):
            check(rows, columns, start, end)


@examples(200)
@given(st.integers(1, 7), st.integers(1, 8), st.data())
def test_the_formula_against_a_sweep(rows, columns, data):
    cell = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    start, end = data.draw(cell), data.draw(cell)
    assert longest_length(rows, columns, start, end) == by_sweep(rows, columns, start, end)


@examples(300)
@given(st.integers(1, 90), st.integers(1, 90), st.data())
def test_large_rectangles(rows, columns, data):
    """Ends also near to sides and to one another, where exceptions are."""

    def near(at, side):
        return st.one_of(st.integers(0, side - 1), st.integers(max(0, at - 2), min(side - 1, at + 2)))

    start = data.draw(st.tuples(near(0, rows), near(0, columns)))
    end = data.draw(st.tuples(near(start[0], rows), near(start[1], columns)))
    check(rows, columns, start, end)


@pytest.mark.parametrize("shape", [(3, 400), (401, 3), (4, 333), (5, 200), (2, 999), (1, 5000), (300, 301)])
def test_long_and_large_rectangles(shape):
    rng = np.random.default_rng(3)
    for _ in range(30):
        start, end = (tuple(int(rng.integers(side)) for side in shape) for _ in range(2))
        check(*shape, start, end)
    check(*shape, (0, 0), (shape[0] - 1, shape[1] - 1))


@pytest.mark.slow
@pytest.mark.parametrize("rows", range(3, 8))
def test_all_pairs_against_a_sweep(rows):
    for columns in range(rows, 9):
        for start, end in pairs(rows, columns):
            if start < end:
                assert longest_length(rows, columns, start, end) == by_sweep(rows, columns, start, end)
                check(rows, columns, start, end)


@pytest.mark.slow
@pytest.mark.parametrize("rows", range(6, 12))
def test_every_path_of_larger_rectangles(rows):
    for columns in range(1, rows + 1):
        for start, end in pairs(rows, columns):
            check(rows, columns, start, end)


# ----------------------------------------------------------------------------------- the verb


def test_large_rectangles_are_answered_and_proved():
    board = gw.Board.rectangle(60, 61)
    paths = board.paths((3, 3), [(40, 41)])
    for path in (
        paths.longest(),
        paths.longest(measure="cost"),
        paths.longest(anytime=1),
        paths.longest(gap=0.1),
    ):
        assert (path.length, path.proved, path.bound, path.by) == (3659, True, 3659, "theorem")
        assert path in paths
    assert paths.bound() == (3659, "exact: a theorem about paths in open rectangles")
    assert paths.explain("longest").chosen == "theorem"


OPEN = gw.Board.rectangle(5, 4)
OTHERS = {
    "a wall": OPEN.with_walls((2, 2)).paths(),
    "several exits": OPEN.paths((0, 0), [(0, 3), (4, 3)]),
    "the start is the exit": OPEN.paths((0, 0), [(0, 0)]),
    "a cell to avoid": OPEN.paths().avoiding((2, 2)),
    "a cell to visit": OPEN.paths().through((2, 2)),
    "a maximum": OPEN.paths().shorter_than(13),
    "king": gw.Board.rectangle(3, 4, moves=gw.KING).paths(),
    "a torus": gw.Board.rectangle(3, 4, wrap="both").paths(),
    "a one-way cell": gw.Board.rectangle(4, 4, one_way={(2, 2): (0, 1)}).paths(),
    "cycles": OPEN.cycles(),
    "tours": OPEN.tours(closed=True),
    "a wall between two cells": gw.Board(
        np.ones((4, 5), bool), walls=(np.eye(4, 4, dtype=bool), np.zeros((3, 5), bool))
    ).paths(),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_questions_are_not_answered_by_the_theorem(name):
    paths = OTHERS[name]
    path = paths.longest()
    assert path.by != "theorem"
    assert paths.explain("longest").chosen != "theorem"
    assert path.length == max(found.length for found in paths)


def test_costs_are_not_moves():
    costs = 1 + np.arange(20).reshape(4, 5)
    board = gw.Board.rectangle(4, 5, costs=costs)
    assert board.paths().longest().by == "theorem"
    path = board.paths().longest(measure="cost")
    assert path.by != "theorem"
    assert path.cost == max(found.cost for found in board.paths())
    assert why_not(board, [(0, 0)], [(0, 4), (3, 4)]) is not None
    assert why_not(board, None, None) is not None
