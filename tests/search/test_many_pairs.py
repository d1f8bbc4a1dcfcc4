"""One with many, pairs that cannot be asked, costs at most, matrices and islands: against the oracles."""

import pickle

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import CellError, MemoryLimitError, TimeLimitError

# ----------------------------------------------------------------------------------- batches


def test_one_cell_goes_with_any_number(tier):
    board = gw.Board.from_text("..#.\n....", moves=gw.KING)
    cells = [(0, 1), (1, 3), (0, 0), (0, 3)]
    for one in ((0, 0), [(0, 0)], "a2", np.array([0, 0]), np.array([[0, 0]])):
        assert list(board.shortest_many(one, cells)) == list(board.shortest_many([(0, 0)] * 4, cells))
        assert list(board.shortest_many(cells, one)) == list(board.shortest_many(cells, [(0, 0)] * 4))
        assert len(board.shortest_many(one, [])) == 0
    assert [path.length for path in board.shortest_many((0, 0), (1, 3))] == [3]


@pytest.mark.parametrize("as_array", [False, True])
def test_a_bad_pair_does_not_spoil_the_others(tier, as_array):
    board = gw.Board.from_text("..#.\n....")
    starts, exits = [(0, 0), (0, 2), (0, 1), (9, 9)], [(1, 3), (0, 0), (-1, 0), (0, 2)]
    if as_array:
        starts, exits = np.array(starts), np.array(exits)
    batch = board.shortest_many(starts, exits, invalid="none")
    assert [None if path is None else path.length for path in batch] == [4, None, None, None]
    assert batch.costs.tolist() == [4, np.inf, np.inf, np.inf]
    assert batch.offsets.tolist() == [0, 5, 5, 5, 5]
    assert list(batch.errors) == [1, 2, 3]
    assert batch.errors[1].startswith("starts[1]=(0, 2) is a wall")
    assert batch.errors[2].startswith("exits[2]=(-1, 0) is outside")
    assert batch.errors[3].startswith("starts[3]=(9, 9) is outside")
    assert pickle.loads(pickle.dumps(batch)).errors == batch.errors
    with pytest.raises(CellError, match=r"starts\[1\]="):
        board.shortest_many(starts, exits)
    one = board.shortest_many((0, 2), [(0, 0), (1, 1)], invalid="none")
    assert (list(one), list(one.errors)) == ([None, None], [0, 1])
    mixed = board.shortest_many([(0, 0), "z99", "no cell"], [(0, 1)], invalid="none")
    assert (mixed[0].length, list(mixed.errors)) == (1, [1, 2])
    assert board.shortest_many((0, 0), (1, 1)).errors == {}


# ---------------------------------------------------------------------------------- matrices


def test_a_matrix_of_no_cells():
    board = gw.Board.rectangle(2, 2)
    assert board.distance_matrix([], [(0, 0)]).shape == (0, 1)
    assert board.distance_matrix([(0, 0)], np.empty((0, 2), int)).shape == (1, 0)
    assert board.distance_matrix((0, 0), "b1").tolist() == [[2]]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_matrix_of_long_searches(threads, tune):
    """Each search runs in several slices, also in the calling thread, where the clock stops it."""
    board = gw.Board.rectangle(30, 30, costs=np.arange(900).reshape(30, 30) % 7 + 1)
    tune(slice=50)
    cells = [(0, 0), (29, 3), (14, 14)]
    matrix = board.distance_matrix(cells, cells[::-1], threads=threads)
    assert matrix.tolist() == [[board.distances(start)[cell] for cell in cells[::-1]] for start in cells]
    with pytest.raises(TimeLimitError):
        board.distance_matrix(cells, cells, threads=threads, seconds=1e-9)


def test_limits_of_a_matrix(tier):
    board = gw.Board.rectangle(30, 30, costs=np.ones((30, 30)))
    cells = np.argwhere(board.open_cells)[::9]
    for error, limit in ((TimeLimitError, {"seconds": 1e-9}), (MemoryLimitError, {"memory": 1 << 20})):
        with pytest.raises(error):
            board.distance_matrix(np.tile(cells, (9, 1)), cells, **limit)


# ------------------------------------------------------------------------ at most a cost


def test_other_sets_and_algorithms_cost_at_most():
    board = gw.Board.rectangle(5, 5)
    for most, found in ((8, True), (7, False)):
        assert (board.paths().shortest(by="astar", max_cost=most) is not None) is found
        assert (board.paths().through((2, 2)).shortest(max_cost=most) is not None) is found
    near = gw.Board.rectangle(200, 200).paths((0, 0), (0, 5)).shortest(max_cost=6)
    assert (near.cost, near.by) == (5, "dijkstra")
    assert near.expanded <= 28  # the search ends at the cost


# ------------------------------------------------------------------------------------ islands


NOISE = np.random.default_rng(5).random((40, 50)) > 0.3


class Number(int):
    """A subclass of int."""


FORMS = {
    "tuples": list,
    "lists": lambda cells: [list(cell) for cell in cells],
    "of an iterator": iter,
    "numbers of NumPy": lambda cells: [tuple(map(np.int16, cell)) for cell in cells],
    "numbers of one's own": lambda cells: [tuple(map(Number, cell)) for cell in cells],
    "squares": lambda cells: [f"{row},{column}" for row, column in cells],
    "bytes": lambda cells: np.array(cells, np.int8),
    "swapped": lambda cells: np.array(cells, ">i8"),
    "Fortran": np.asfortranarray,
    "every other": lambda cells: np.repeat(cells, 2, axis=0)[::2],
    "unaligned": lambda cells: np.frombuffer(b"." + np.array(cells).tobytes(), np.int64, offset=1),
    "read only": lambda cells: np.broadcast_to(np.array(cells), np.shape(cells)),
}


@pytest.mark.parametrize("form", FORMS)
def test_few_pairs_may_be_written_in_any_form(form, tier):
    board, fresh = (gw.Board(NOISE[:10, :12], moves=gw.KING) for _ in range(2))
    cells = [tuple(cell) for cell in np.argwhere(board.open_cells)[::7].tolist()]
    expected = fresh.shortest_many(cells, cells[::-1], progress=lambda _: None)
    for _ in range(2):
        starts, exits = FORMS[form](cells), FORMS[form](cells[::-1])
        if form == "unaligned":
            starts, exits = starts.reshape(-1, 2), exits.reshape(-1, 2)
        batch = board.shortest_many(starts, exits)
        assert list(batch) == list(expected)
        assert batch.costs.tolist() == expected.costs.tolist()
    assert not batch.cells.flags.writeable
    assert pickle.loads(pickle.dumps(batch)).to_dict() == expected.to_dict()


def test_islands_of_many_cells(tier, tune):
    """A chain longer than any recursion, one way all along; and its ring closed."""
    tune(slice=1000)
    n = 3000
    ways = {(0, column): (0, 1) for column in range(n)}
    chain = gw.Board.rectangle(1, n, one_way=ways)
    assert chain.islands().tolist() == [list(range(n))]
    ring = gw.Board.rectangle(1, n, one_way=ways, wrap="columns")
    assert not ring.islands().any()
