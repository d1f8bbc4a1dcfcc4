"""Rasters of costs, as other libraries have them: what is a wall there, from arrays and from files."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from tests import oracles

import gridwalk as gw
from gridwalk.board.checks import exact_sums

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


def test_costs_are_integers_if_all_of_them_are():
    floats = np.array([[1.0, np.nan, 3.0], [4.0, 2.0, 7.0]], np.float32)
    board = gw.Board.from_costs(floats, moves=gw.KING)
    assert board.costs.dtype == np.int64
    cost = board.paths((1, 0), (1, 2)).shortest().cost
    assert (cost, type(cost)) == (9, int)
    assert gw.Board.from_costs(np.where(floats == 4, 4.5, floats)).costs.dtype == np.float64
    large = gw.Board.from_costs(np.full((1, 3), 2.0**60))  # their sum does not fit into 53 bits
    assert large.costs.dtype == np.float64


def test_changed_costs_are_integers_if_all_of_them_are():
    board = gw.Board.from_costs([[1, 2, 3, 4]])
    half = board.with_costs({(0, 1): 2.5, (0, 2): 3.5})
    assert half.costs.dtype == np.float64
    assert board.with_costs({(0, 1): 5.0}).costs.dtype == np.int64
    assert half.with_costs({(0, 1): 2}).costs.dtype == np.float64
    for whole in (half.with_costs({(0, 1): 2, (0, 2): 9}), half.with_walls((0, 1), (0, 2))):
        assert whole.costs.dtype == np.int64
        assert whole.with_open((0, 1), costs=0.5).costs.dtype == np.float64


def test_what_a_zero_is_has_to_be_said():
    assert gw.Board.from_costs([[1, 0, 2]], zero="wall").open_count == 2
    assert gw.Board.from_costs([[1, 0, 2]], zero="free").paths().shortest().cost == 2


def test_sums_are_exact_if_all_costs_are_multiples_of_a_power_of_two():
    quarters = np.random.default_rng(1).integers(1, 40, 30_000) / 4
    assert exact_sums(quarters)
    assert not exact_sums(np.append(quarters, 0.1))
    assert not exact_sums(np.append(quarters, 2.0**60))
    assert exact_sums(np.zeros(3))
