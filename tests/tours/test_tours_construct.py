"""Tours built of tiles: every tile, every small size cell by cell, huge ones by samples and arithmetic."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.errors import ArgumentError, OutsideBoardError, UnsuitableAlgorithmError
from gridwalk.runtime import slices
from gridwalk.tours.implicit import ImplicitTour
from gridwalk.tours.tiles import ABOVE, CLOSED, LEFT, OPEN, parts, tile
from profiles import examples
from seeded import knights

PARTS = (5, 6, 7, 8, 9, 10)
EVEN = (6, 8, 10)


def is_step(u, v):
    return sorted((abs(u[0] - v[0]), abs(u[1] - v[1]))) == [1, 2]


def check_order(cells, rows, columns, *, closed):
    """Every cell of the rectangle once, a knight's move from each to the next."""
    flat = cells[:, 0].astype(np.int64) * columns + cells[:, 1]
    assert cells.min() >= 0
    assert (cells < (rows, columns)).all()
    assert np.array_equal(np.bincount(flat, minlength=rows * columns), np.ones(rows * columns, np.int64))
    around = np.concatenate([cells, cells[:1]]) if closed else cells
    assert (np.sort(np.abs(np.diff(around, axis=0)), axis=1) == (1, 2)).all()


def test_parts():
    for n in range(5, 400):
        assert sum(parts(n)) == n
        assert all(part in EVEN for part in parts(n)[1:])
        assert parts(n)[0] in PARTS


TILES = [
    *((rows, columns, LEFT) for rows in PARTS for columns in EVEN),
    *((rows, columns, ABOVE) for rows in EVEN for columns in PARTS),
    *((rows, columns, CLOSED) for rows in PARTS for columns in PARTS if rows * columns % 2 == 0),
    *((rows, columns, OPEN) for rows in (5, 7, 9) for columns in (5, 7, 9)),
]


@pytest.mark.parametrize(("rows", "columns", "kind"), TILES, ids=str)
def test_every_tile(rows, columns, kind):
    for forward in (True, False):
        one = tile(rows, columns, kind, forward)
        check_order(one.cells, rows, columns, closed=kind != OPEN)
        ends = [tuple(cell) for cell in (one.cells[0], one.cells[-1])][:: 1 if forward else -1]
        if kind in (LEFT, ABOVE):
            assert ends == [(1, 1), (3, 0) if kind == LEFT else (0, 3)]
        else:
            assert ends[0] == (0, 0)
        for at, goes_forward, corner, other in (
            (one.right, one.right_forward, (0, columns - 1), (2, columns - 2)),
            (one.below, one.below_forward, (rows - 1, 0), (rows - 2, 2)),
        ):
            pair = [tuple(cell) for cell in one.cells[at - 1 : at + 1]]
            assert pair == ([corner, other] if goes_forward else [other, corner])
        assert (one.place_of_cell[one.cells[:, 0], one.cells[:, 1]] == np.arange(rows * columns)).all()


@pytest.mark.parametrize("rows", range(5, 31))
def test_every_rectangle(rows):
    """Sides of 5 to 30: the order, the numbers, the moves, and each cell asked for alone, say the same."""
    rng = np.random.default_rng(rows)
    deltas = np.array(gw.KNIGHT.deltas)
    for columns in range(5, 31):
        closed = rows * columns % 2 == 0
        start = (int(rng.integers(rows)), int(rng.integers(columns))) if closed else (0, 0)
        tour = ImplicitTour(rows, columns, start)
        cells, numbers, moves = tour.cells(), tour.numbers(), tour.moves()
        assert (tour.closed, len(tour), tuple(cells[0])) == (closed, rows * columns, start)
        check_order(cells, rows, columns, closed=closed)
        assert (numbers[cells[:, 0], cells[:, 1]] == np.arange(rows * columns)).all()
        following = np.roll(cells, -1, axis=0)
        left = moves[cells[:, 0], cells[:, 1]]
        if not closed:
            assert left[-1] == 255
            cells, following, left = cells[:-1], following[:-1], left[:-1]
        assert (cells + deltas[left] == following).all()
        for k in rng.integers(0, len(cells), 3).tolist():
            cell = tuple(cells[k].tolist())
            assert (tour.square(k), tour.index(cell)) == (cell, k)
            assert tour.successor(cell) == tuple(following[k].tolist())


@pytest.mark.parametrize("size", [(5, 6), (17, 20), (7, 9), (13, 13)])
def test_every_cell_by_itself(size):
    tour = ImplicitTour(*size)
    cells = [tuple(cell) for cell in tour.cells().tolist()]
    assert [tour.square(k) for k in range(len(tour))] == cells
    assert [tour.index(cell) for cell in cells] == list(range(len(tour)))
    after = [tour.successor(cell) for cell in cells]
    assert after == cells[1:] + (cells[:1] if tour.closed else [None])


@examples(60)
@given(st.data())
def test_huge_boards_by_samples(data):
    """Far above 2**31 cells, where nothing could be listed: numbers and cells are each other's inverse."""
    rows, columns = data.draw(st.integers(5, 10**5)), data.draw(st.integers(5, 10**5))
    tour = ImplicitTour(rows, columns)
    k = data.draw(st.integers(0, len(tour) - 2))
    cell = tour.square(k)
    assert tour.index(cell) == k
    assert is_step(cell, tour.square(k + 1))
    other = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
    assert tour.square(tour.index(other)) == other


def test_numbers_above_2_to_the_40():
    tour = ImplicitTour(2_000_001, 1_000_003)
    last = len(tour) - 1
    assert len(tour) == 2_000_001 * 1_000_003 > 2**40
    assert tour.index(tour.square(last)) == last
    assert tour.successor(tour.square(last)) is None
    assert is_step(tour.square(last - 1), tour.square(last))


def test_a_long_narrow_board():
    check_order(ImplicitTour(5, 20_000).cells(), 5, 20_000, closed=True)
    check_order(ImplicitTour(20_001, 7).cells(), 20_001, 7, closed=False)


# ------------------------------------------------------------------------------ by the board


@pytest.mark.parametrize("size", [(5, 6), (6, 6), (8, 8), (7, 12), (31, 20)])
@pytest.mark.parametrize("closed", [True, False])
def test_find_by_construct(size, closed):
    board = knights(*size)
    for start in (None, (0, 0), (2, 3), (4, 5)):
        tour = board.tours(start, closed=closed).find(by="construct")
        check_order(tour.cells, *size, closed=closed)
        assert (tour.by, tour.closed, tour.start) == ("construct", closed, start or (0, 0))
        assert tour in board.tours(start, closed=closed)


@pytest.mark.parametrize(
    "size", [(5, 5), (5, 23), (5, 27), (7, 29), (11, 13), (13, 13), (15, 11), (17, 17), (31, 45), (101, 75)]
)
def test_odd_boards_from_everywhere(size):
    board, rng = knights(*size), np.random.default_rng(5)
    starts = [(r, c) for r in range(size[0]) for c in range(size[1]) if (r + c) % 2 == 0]
    if len(starts) > 60:
        starts = [starts[i] for i in rng.choice(len(starts), 25, replace=False)] + starts[:1] + starts[-1:]
    with slices.tier("compiled"):
        for start in starts:
            tour = board.tours(start).find(by="construct")
            check_order(tour.cells, *size, closed=False)
            assert (tour.start, tour.by) == (start, "construct")


def test_an_odd_tour_without_the_board():
    with pytest.raises(UnsuitableAlgorithmError, match="odd"):
        knights(15, 11).tours((2, 2)).implicit()
    assert knights(15, 11).tours((0, 0)).implicit().square(0) == (0, 0)


def test_closed_tours_from_every_start():
    board = knights(6, 7)
    tours = [
        board.tours((row, column), closed=True).find()
        for row, column in itertools.product(range(6), range(7))
    ]
    assert [tour.start for tour in tours] == list(itertools.product(range(6), range(7)))
    for tour in tours:
        check_order(tour.cells, 6, 7, closed=True)


def test_a_trace_of_what_was_built():
    trace = knights(6, 6).tours(closed=True).trace(by="construct")
    assert len(trace) == 37
    assert (trace.path.expanded, trace.path.backtracks) == (36, 0)


def test_implicit_of_a_board():
    board = knights(12, 10)
    tour = board.tours((3, 4), closed=True).implicit()
    assert (tour.square(0), tour.index((3, 4))) == ((3, 4), 0)
    found = board.tours((3, 4), closed=True).find()
    assert [tuple(cell) for cell in found] == [tour.square(k) for k in range(120)]
    assert tour.square(120) == tour.square(0)
    assert knights(7, 7).tours(closed=True).implicit() is None
    with pytest.raises(UnsuitableAlgorithmError):
        knights(3, 10).tours(closed=True).implicit()


def test_what_cannot_be():
    with pytest.raises(UnsuitableAlgorithmError, match="4 x 9"):
        ImplicitTour(4, 9)
    with pytest.raises(UnsuitableAlgorithmError, match="odd"):
        ImplicitTour(7, 9, (2, 2))
    with pytest.raises(OutsideBoardError):
        ImplicitTour(8, 8).index((8, 0))
    with pytest.raises(ArgumentError):
        ImplicitTour(7, 7).square(49)
    with pytest.raises(ArgumentError):
        ImplicitTour(7, 7).square(1.5)
