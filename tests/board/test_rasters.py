"""Rasters of costs, as other libraries have them: what is a wall there, from arrays and from files."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from tests import oracles

import gridwalk as gw

ENTRIES = st.sampled_from([1.0, 2.5, 7.0, math.inf, -math.inf, math.nan, -1.0, -9999.0])
RASTERS = arrays.arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(1, 5)), elements=ENTRIES)


@given(RASTERS)
def test_what_is_a_wall(raster):
    is_open = [[entry in (1.0, 2.5, 7.0) for entry in row] for row in raster.tolist()]
    if not any(map(any, is_open)):
        with pytest.raises(gw.InputError, match="no open cell"):
            gw.Board.from_costs(raster)
        return
    board = gw.Board.from_costs(raster)
    assert board.open_cells.tolist() == is_open
    assert (board.costs[board.open_cells] == raster[board.open_cells]).all()
    cells = [cell for cell, entry in np.ndenumerate(is_open) if entry]
    near = {u: [v for v in cells if abs(u[0] - v[0]) + abs(u[1] - v[1]) == 1] for u in cells}
    far = oracles.distances(near, [board.start], lambda _, u, v: raster[v])
    path = board.paths().shortest()
    assert (path and path.cost) == far.get(board.exits[0])


@given(RASTERS.filter(lambda raster: (raster > 0).any() and np.isfinite(raster[raster > 0]).any()))
def test_files_say_the_same(tmp_path_factory, raster):
    folder, board = tmp_path_factory.mktemp("rasters"), gw.Board.from_costs(raster)
    np.save(folder / "a.npy", raster)
    np.savetxt(folder / "a.csv", raster, delimiter=",")
    names = ["a.npy"] + ["a.csv"] * (raster.shape[1] > 1)
    if raster.shape[1] > 1:  # a number alone in its line may be a digit a cell
        np.savetxt(folder / "a.txt", raster)
        names.append("a.txt")
    for name in names:
        read = gw.read(folder / name, costs=True)
        assert read.open_cells.tolist() == board.open_cells.tolist(), name
        assert (read.costs == board.costs).all(), name


def test_masked_entries_are_walls_and_whole_costs_stay_whole():
    board = gw.Board.from_costs(np.ma.masked_equal([[1, 2, 3], [4, 5, 6]], 5), moves=gw.KING)
    assert board.open_cells.tolist() == [[True, True, True], [True, False, True]]
    assert board.costs.dtype == np.int64


def test_what_a_zero_is_has_to_be_said():
    with pytest.raises(gw.InputError, match=r"cell \(0, 1\) is 0, .* zero='wall' or zero='free'"):
        gw.Board.from_costs([[1, 0, 2]])
    assert gw.Board.from_costs([[1, 0, 2]], zero="wall").open_count == 2
    assert gw.Board.from_costs([[1, 0, 2]], zero="free").paths().shortest().cost == 2
    with pytest.raises(gw.InputError, match="zero='no' is not known: choose from wall, free"):
        gw.Board.from_costs([[1, 0, 2]], zero="no")


@pytest.mark.parametrize(
    ("costs", "words"),
    [([[True, False]], "numbers, not bool"), ([["a"]], "numbers, not"), ([1, 2], "two dimensions"),
     ([[1, 2], [3]], "rows of one length"), ([[1e300, 1]], "add up to 1e")],
)  # fmt: skip
def test_what_is_no_raster(costs, words):
    with pytest.raises(gw.InputError, match=words):
        gw.Board.from_costs(costs)
    with pytest.raises(gw.InputError, match=r"Board\.from_costs"):
        gw.Board.from_matrix([[0, math.inf]])


@pytest.mark.parametrize(
    ("text", "is_open"),
    [("1e0 inf\n-1 2.5", [[True, False], [False, True]]), ("1 NaN\n2 3", [[True, False], [True, True]]),
     ('{"grid": [[2, Infinity], [-1, 3]]}', [[True, False], [False, True]])],
)  # fmt: skip
def test_texts(text, is_open):
    assert gw.Board.from_text(text, costs=True).open_cells.tolist() == is_open


@pytest.mark.parametrize("text", ["1 1e999\n2 3", "1 ina\n2 3", "1,--1\n2,3"])
def test_words_that_are_no_costs(text):
    with pytest.raises(gw.InputError, match=r"too large|no costs: "):
        gw.Board.from_text(text, costs=True)
