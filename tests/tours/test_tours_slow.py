"""Published numbers of tours that take long to count: ``python -m pytest -m slow``, some ten minutes."""

import pytest

import gridwalk as gw
from gridwalk.runtime.memory import free_memory
from published import KING_CLOSED, KING_OPEN, KNIGHT_CLOSED, KNIGHT_OPEN, KNIGHT_OPEN_FROM
from seeded import knights

pytestmark = pytest.mark.slow
GIB = 1 << 30


def tours(rows, columns, **question):
    return knights(rows, columns).tours(**question)


@pytest.mark.parametrize(
    ("rows", "columns"), [(3, 18), (6, 10), (6, 11), (6, 12), (8, 7), (10, 7), (12, 7), (8, 8), (9, 8)]
)
def test_closed(rows, columns):
    assert tours(rows, columns, closed=True).within(memory=8 * GIB).count() == KNIGHT_CLOSED[rows, columns]


@pytest.mark.parametrize(("rows", "columns"), [(5, 10), (6, 8), (6, 9), (6, 10), (7, 7), (8, 7)])
def test_open(rows, columns):
    assert tours(rows, columns, undirected=True).within(memory=8 * GIB).count() == KNIGHT_OPEN[rows, columns]


@pytest.mark.parametrize(
    ("size", "closed", "expected"),
    [(6, True, KING_CLOSED[6]), (7, True, KING_CLOSED[7]), (6, False, KING_OPEN[6])],
)
def test_kings(size, closed, expected):
    board = gw.Board.rectangle(size, size, moves=gw.KING)
    assert board.tours(closed=closed, undirected=not closed).count() == expected


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (knights(6, 6, (0, 0), (0, 5), (5, 0), (5, 5)), 408052),  # by two programs that share nothing
        (knights(7, 7, (3, 3)), 93075384),
        (knights(6, 6, (2, 2), (2, 3), (3, 2), (3, 3)), 0),
    ],
)
def test_holes(board, expected):
    assert board.tours(closed=True).count() == expected


def test_6x6_by_start():
    table = tours(6, 6).counts_by_start()
    quarter = {(r, c): table[r][c] for r in range(3) for c in range(3)}
    assert quarter == KNIGHT_OPEN_FROM[6, 6]


def test_8x8_open():
    """Twelve gigabytes and some minutes."""
    if free_memory() < 18 * GIB:
        pytest.skip("18 GiB of free memory are needed")
    found = tours(8, 8, undirected=True).within(memory=18 * GIB).count()
    assert found == KNIGHT_OPEN[8, 8]
