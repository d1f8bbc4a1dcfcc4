"""Arrays as callers really bring them: the answer that their values have, or an error of ours.

A kernel trusts its arrays, so an odd one is either made plain before or refused.  These tests say
most where bounds are checked: ``NUMBA_BOUNDSCHECK=1 python -m pytest tests/board/test_odd_arrays.py``.
"""

from itertools import product

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import GridwalkError


class Sub(np.ndarray):
    """A subclass whose comparisons lie."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = None


def _with_bytes(array, byte):
    return (array.astype(np.uint8) * np.uint8(byte)).view(array.dtype) if array.dtype == bool else array


def _aside(array):
    """Return the same values as every second column of another array, from its end."""
    room = np.zeros((array.shape[0], 2 * array.shape[1]), array.dtype)
    room[:, ::-2] = array
    return room[:, ::-2]


def _unaligned(array):
    room = np.zeros(array.nbytes + 1, np.uint8)
    odd = room[1:].view(array.dtype).reshape(array.shape)
    odd[:] = array
    return odd


def _read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


def _buffer(array):
    """Return a view of the bytes; NumPy has none of long doubles in the other byte order."""
    return memoryview(np.ascontiguousarray(array.astype("g") if array.dtype.char == "g" else array))


# The same values in another dress: each must give the same answer.
DRESSES = {
    "bytes of 255": lambda array: _with_bytes(array, 255),
    "bytes of 2": lambda array: _with_bytes(array, 2),
    "bytes of 128": lambda array: _with_bytes(array, 128),
    "Fortran order": np.asfortranarray,
    "strided, backwards": _aside,
    "turned twice": lambda array: np.ascontiguousarray(array[::-1, ::-1])[::-1, ::-1],
    "unaligned": _unaligned,
    "read-only": _read_only,
    "matrix": lambda array: array.view(np.matrix),
    "a subclass": lambda array: array.view(Sub),
    "nothing masked": np.ma.masked_array,
    "lists": lambda array: array.tolist(),
    "the other byte order": lambda array: array.astype(array.dtype.newbyteorder()),
    "a buffer": _buffer,
}
WHOLE_KINDS = ("i1", "u1", "i2", ">u2", "i4", "<u4", "i8", ">u8")
COST_KINDS = (*WHOLE_KINDS, "f4", ">f8", "g", ">g", "e")


@pytest.mark.parametrize("kind", COST_KINDS)
def test_costs_in_every_two_dresses(kind):
    costs = np.arange(6).reshape(2, 3) % 4 + 1
    for first, second in product(DRESSES.values(), repeat=2):
        worn_costs = second(np.asarray(first(costs.astype(kind))))
        assert gw.Board.rectangle(2, 3, costs=worn_costs).costs.tolist() == costs.tolist()


# What is no board, no costs, no cells: each must be refused, by an error of ours.
RUBBISH = [
    np.array([[1.0, np.nan]]),
    np.array([["a", "b"]]),
    np.array([[None, True]], object),
    np.array([[1 + 1j, 0]]),
    np.zeros((2, 2), "M8[s]"),
    np.zeros((2, 2), "V4"),
    np.zeros((2, 2), [("x", bool)]),
    np.zeros((0, 2), bool),
    np.zeros((2, 0), bool),
    np.zeros(4, bool),
    np.zeros((), bool),
    np.zeros((2, 2, 2), bool),
    np.broadcast_to(True, (2**20, 2**20)),
    np.broadcast_to(np.int8(1), (2**20, 2**20)),
    np.ma.masked_array(np.ones((2, 2), bool), [[False, True], [False, False]]),
    np.ma.masked_array(np.ones((2, 2), int), [[False, True], [False, False]]),
    [[True], [True, False]],
    None,
    "maze",
    object(),
    3,
]


def is_empty(value):
    """None is allowed: no direction, of a cell that cannot be left, and no cell to pass."""
    return isinstance(value, np.ndarray) and value.size == 0


@pytest.mark.parametrize("rubbish", RUBBISH, ids=lambda value: type(value).__name__)
def test_rubbish_is_refused_at_every_entry(rubbish):
    board = gw.Board.rectangle(2, 2)
    for take in (
        gw.Board,
        gw.Board.from_matrix,
        lambda value: gw.Board.rectangle(2, 2, costs="none" if value is None else value),
        lambda value: gw.Board.rectangle(2, 2, one_way={(0, 0): "none" if is_empty(value) else value}),
        lambda value: gw.Board.rectangle(2, 2, one_way=value if value is not None else 3),
        lambda value: board.paths((0, 0), value) if value is not None else board.paths("no"),
        lambda value: board.paths().through("none" if is_empty(value) else value),
        lambda value: board.shortest_many(value, [(0, 0), (0, 1)]),
        lambda value: board.paths().count(by=value),
        lambda value: board.paths().find(by=value),
        lambda value: board.paths().shortest(by=value),
        lambda value: board.paths().longest(measure=value),
        gw.KING.with_corners,
        lambda value: gw.Path(board, value),
    ):
        with pytest.raises(GridwalkError):
            take(rubbish)
    assert rubbish not in board.paths()


@pytest.mark.parametrize("by", ["dfs", "bfs"])
def test_an_image_of_one_bit_a_pixel(tier, by):
    """Pillow makes it bool with bytes 0 and 255, which once were taken for numbers."""
    image = np.where(np.arange(60) % 6 == 5, 0, 255).astype(np.uint8).repeat(60).reshape(60, 60)
    image[5::12, -1] = image[11::12, 0] = 255
    board = gw.Board(image.view(bool))
    assert board == gw.Board(image > 0)
    assert board.paths().find(by=by) == gw.Board(image > 0).paths().find(by=by)
    full = gw.Board(np.full((60, 60), 255, np.uint8).view(bool))
    assert (full.paths().shortest().length, full.distances().max()) == (118, 118)


def test_old_pickles_are_made_plain_again():
    """A pickle made by a version that kept whatever bytes it was given."""
    board = gw.Board.rectangle(3, 3)
    rebuild, (kind, values) = board.__reduce__()
    odd = np.full((3, 3), 255, np.uint8).view(bool)
    assert rebuild(kind, values | {"open_cells": odd}).paths().shortest().length == 4
