"""One with many, pairs that cannot be asked, costs at most, matrices and islands: against the oracles."""

import pickle

import numpy as np
import pytest

import gridwalk as gw
import oracles
import seeded
from gridwalk.errors import (
    ArgumentError,
    CellError,
    GridwalkError,
    MemoryLimitError,
    TimeLimitError,
    UnsuitableAlgorithmError,
)
from gridwalk.runtime import slices
from strategies import KING, KING_AND_KNIGHT, KNIGHT, ORTHOGONAL, board_of

STENCILS = (ORTHOGONAL, KING, KNIGHT, KING_AND_KNIGHT, ((0, 1), (1, 0), (1, 1)))
KINDS = {"cost_kinds": (None, None, "small", "fractions"), "one_way": True}


def some(rng, raw, count):
    return [rng.choice(raw.cells) for _ in range(count)]


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


@pytest.mark.parametrize("threads", [1, 2])
def test_paths_of_pairs_that_cost_at_most(tier, threads):
    for raw, rng in seeded.raws(2, 50, STENCILS, **KINDS):
        board, starts, exits = board_of(raw), some(rng, raw, 12), some(rng, raw, 12)
        whole = board.shortest_many(starts, exits, threads=threads)
        for most in (0, 2, 4.5):
            near = board.shortest_many(starts, exits, threads=threads, max_cost=most)
            kept = [path if cost <= most else None for path, cost in zip(whole, whole.costs, strict=True)]
            assert list(near) == kept
            assert near.costs == pytest.approx(np.where(whole.costs <= most, whole.costs, np.inf))


@pytest.mark.parametrize(
    ("more", "error", "words"),
    [
        ({"invalid": "skip"}, ArgumentError, "raise, none"),
        ({"invalid": None}, ArgumentError, "raise, none"),
        ({"max_cost": -1}, ArgumentError, "max_cost=-1"),
    ],
)
def test_what_is_wrong_in_a_batch_is_refused(more, error, words):
    with pytest.raises(error, match=words):
        gw.Board.rectangle(2, 2).shortest_many((0, 0), (1, 1), **more)


# ---------------------------------------------------------------------------------- matrices


@pytest.mark.parametrize("threads", [1, 2])
def test_a_matrix_of_costs(tier, threads):
    for raw, rng in seeded.raws(threads, 50, STENCILS, **KINDS):
        board = board_of(raw)
        starts, exits = some(rng, raw, rng.choice((1, 3, 6))), some(rng, raw, rng.choice((1, 3, 6)))
        matrix = board.distance_matrix(starts, exits, threads=threads)
        assert (matrix.dtype, matrix.shape) == (np.float64, (len(starts), len(exits)))
        for row, start in zip(matrix, starts, strict=True):
            far = oracles.distances(raw, [start])
            assert row == pytest.approx([far.get(goal, np.inf) for goal in exits], rel=1e-11)
        near = board.distance_matrix(starts, exits, threads=threads, max_cost=3)
        assert near == pytest.approx(np.where(matrix <= 3, matrix, np.inf))


def test_a_matrix_of_no_cells():
    board = gw.Board.rectangle(2, 2)
    assert board.distance_matrix([], [(0, 0)]).shape == (0, 1)
    assert board.distance_matrix([(0, 0)], np.empty((0, 2), int)).shape == (1, 0)
    assert board.distance_matrix((0, 0), "b1").tolist() == [[2]]


def test_limits_of_a_matrix(tier):
    board = gw.Board.rectangle(30, 30, costs=np.ones((30, 30)))
    cells = np.argwhere(board.open_cells)[::9]
    for error, limit in ((TimeLimitError, {"seconds": 1e-9}), (MemoryLimitError, {"memory": 1 << 20})):
        with pytest.raises(error):
            board.distance_matrix(np.tile(cells, (9, 1)), cells, **limit)
    for cell, error in (((0, 99), CellError), ("", GridwalkError)):
        with pytest.raises(error, match=r"exits\[1\]="):
            board.distance_matrix((0, 0), [(0, 0), cell])


# ------------------------------------------------------------------------ at most a cost


@pytest.mark.long
def test_a_shortest_path_that_costs_at_most(tier):
    """Both where few cells are within the cost, and where the whole board is searched."""
    small = 0
    for raw, rng in seeded.raws(7, 150, STENCILS, **KINDS):
        starts, exits = some(rng, raw, rng.choice((1, 2))), some(rng, raw, rng.choice((1, 2)))
        paths = board_of(raw).paths(starts, exits)
        shortest = paths.shortest()
        for most in (0, 0.5, 1, 3, 20):
            path = paths.shortest(max_cost=most)
            assert (path is None) == (shortest is None or shortest.cost > most)
            if path is not None:
                oracles.check_certificate(raw, list(path), exits=exits)
                assert path.start in starts
                assert path.cost == pytest.approx(shortest.cost)
                assert path.proved
                small += path.by == "dijkstra"
        if shortest is not None:
            assert paths.shortest(max_cost=shortest.cost).cost == pytest.approx(shortest.cost)
    assert small > 20


def test_the_search_ends_at_the_cost():
    board = gw.Board.rectangle(200, 200)
    with slices.tier("compiled"):
        path = board.paths((0, 0), (0, 5)).shortest(max_cost=6)
        assert path.expanded <= 28
        assert board.paths((0, 0), (199, 199)).shortest(max_cost=6) is None


def test_other_sets_and_algorithms_cost_at_most():
    board = gw.Board.rectangle(5, 5)
    for most, found in ((8, True), (7, False)):
        assert (board.paths().shortest(by="astar", max_cost=most) is not None) is found
        assert (board.paths().through((2, 2)).shortest(max_cost=most) is not None) is found
    with pytest.raises(ArgumentError, match="left out with nearest"):
        board.paths().shortest(max_cost=3, nearest=True)
    with pytest.raises(ArgumentError, match="max_cost='far'"):
        board.paths().shortest(max_cost="far")
    with pytest.raises(UnsuitableAlgorithmError):
        board.replace(moves=gw.KNIGHT).paths().shortest(by="jps", max_cost=3)


# ------------------------------------------------------------------------------------ islands


def test_islands(tier):
    for raw, _ in seeded.raws(9, 150, STENCILS, one_way=True):
        leads_to = oracles.graph(raw)
        reached = {cell: set(reached_from(leads_to, cell)) for cell in raw.cells}
        labels = board_of(raw).islands()
        assert (labels.dtype, labels.shape) == (np.int32, raw.shape)
        found: list[set] = []
        for cell in raw.cells:  # in order of the first cell
            if not any(cell in island for island in found):
                found.append({other for other in reached[cell] if cell in reached[other]})
        for number, island in enumerate(found):
            assert all(labels[cell] == number for cell in island)
        assert (labels >= 0).tolist() == [list(row) for row in raw.open_cells]


def reached_from(leads_to, cell):
    seen, waiting = {cell}, [cell]
    while waiting:
        for v in leads_to[waiting.pop()]:
            if v not in seen:
                seen.add(v)
                waiting.append(v)
    return seen


def test_islands_of_many_cells(tune):
    """A spiral deeper than any recursion, one way all along; and its ring closed."""
    tune(slice=1000)
    n = 3000
    ways = {(0, column): (0, 1) for column in range(n)}
    chain = gw.Board.rectangle(1, n, one_way=ways)
    assert chain.islands().tolist() == [list(range(n))]
    ring = gw.Board.rectangle(1, n, one_way=ways, wrap="columns")
    assert not ring.islands().any()


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
