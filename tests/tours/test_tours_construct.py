"""Tours built of tiles: every tile, and every small size."""

import numpy as np
import pytest

from gridwalk.tours.tiles import ABOVE, CLOSED, LEFT, OPEN, built, parts, tile
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


@pytest.mark.parametrize("rows", range(5, 31, 3))
def test_every_rectangle(rows):
    rng = np.random.default_rng(rows)
    for columns in range(5, 31):
        closed = rows * columns % 2 == 0
        start = (int(rng.integers(rows)), int(rng.integers(columns))) if closed else (0, 0)
        cells = built(rows, columns, start)
        assert tuple(cells[0]) == start
        check_order(cells, rows, columns, closed=closed)


def test_long_and_large_boards():
    for rows, columns in ((5, 20_000), (20_001, 7), (1000, 1000), (1001, 999)):
        check_order(built(rows, columns, (0, 0)), rows, columns, closed=rows * columns % 2 == 0)


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


def test_a_trace_of_what_was_built():
    trace = knights(6, 6).tours(closed=True).trace(by="construct")
    assert len(trace) == 37
    assert (trace.path.expanded, trace.path.backtracks) == (36, 0)
