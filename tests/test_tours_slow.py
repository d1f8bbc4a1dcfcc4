"""Published numbers of tours that take long to count: ``python -m pytest -m slow``, some ten minutes."""

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.runtime.memory import free_memory

pytestmark = pytest.mark.slow
GIB = 1 << 30


def tours(rows, columns, **question):
    return gw.Board.rectangle(rows, columns, moves=gw.KNIGHT).tours(**question)


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    [
        (3, 18, 147728),  # OEIS A070030; also by listing below
        (6, 10, 239187240144),  # OEIS A175881
        (6, 11, 15360134570696),
        (6, 12, 964730606632516),
        (8, 7, 34524432316),  # OEIS A193054
        (10, 7, 1250063279938854),
        (12, 7, 38350427205194670084),
        (8, 8, 13267364410532),  # McKay 1997, and others since
        (9, 8, 7112881119092574),  # OEIS A193055
    ],
)
def test_closed(rows, columns, expected):
    assert tours(rows, columns, closed=True).within(memory=8 * GIB).count() == expected


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    [
        (5, 10, 7886117822),  # OEIS A083386, undirected
        (6, 8, 24964893804),  # OEIS A306281
        (6, 9, 1770631206422),
        (6, 10, 143827657320448),
        (7, 7, 82787609160),  # OEIS A165134(7) / 2; odd height: the halves differ
        (8, 7, 20666425060328),  # OEIS A306283
    ],
)
def test_open(rows, columns, expected):
    assert tours(rows, columns, undirected=True).within(memory=8 * GIB).count() == expected


@pytest.mark.parametrize(
    ("rows", "columns", "question", "expected"),
    [
        (3, 18, {"closed": True}, 147728),
        (5, 7, {"undirected": True}, 622868),
        (6, 6, {"start": (0, 0)}, 524486),
        (6, 7, {"closed": True}, 1067638),
    ],
)
def test_by_listing(rows, columns, question, expected):
    assert tours(rows, columns, **question).count(by="list") == expected


@pytest.mark.parametrize(
    ("size", "closed", "expected"),
    [(6, True, 22853860116), (7, True, 1622043117414624), (6, False, 6544911081900)],  # OEIS A140519, A308129
)
def test_kings(size, closed, expected):
    board = gw.Board.rectangle(size, size, moves=gw.KING)
    assert board.tours(closed=closed, undirected=not closed).count() == expected


def holed(size, *holes):
    cells = np.ones((size, size), bool)
    for hole in holes:
        cells[hole] = False
    return gw.Board(cells, moves=gw.KNIGHT)


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (holed(6, (0, 0), (0, 5), (5, 0), (5, 5)), 408052),  # computed by two programs that share nothing
        (holed(7, (3, 3)), 93075384),
        (holed(6, (2, 2), (2, 3), (3, 2), (3, 3)), 0),
    ],
)
def test_holes(board, expected):
    assert board.tours(closed=True).count() == expected


def test_6x6_by_start():
    table = tours(6, 6).counts_by_start()
    quarter = [row[:3] for row in table[:3]]
    assert quarter == [
        [524486, 289050, 115837],
        [289050, 173402, 49578],
        [115837, 49578, 52662],
    ]


def test_8x8_closed_up_to_symmetry():
    # McKay 1997: 608,233 of the classes have four members, all others eight
    assert tours(8, 8, closed=True).count(up_to_symmetry=True) == 1658420855433


def test_8x8_open():
    """Twelve gigabytes and some minutes."""
    if free_memory() < 18 * GIB:
        pytest.skip("18 GiB of free memory are needed")
    found = tours(8, 8, undirected=True).within(memory=18 * GIB).count()
    assert found == 9795914085489952  # OEIS A165134(8) / 2
