"""Published numbers of tours that take long to count: ``python -m pytest -m slow``, some ten minutes."""

import pytest

import gridwalk as gw
from gridwalk.limits import free_memory

pytestmark = pytest.mark.slow
GIB = 1 << 30


def tours(rows, columns, **question):
    return gw.Board.rectangle(rows, columns, moves=gw.KNIGHT).tours(**question)


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    [
        (6, 10, 239187240144),  # OEIS A175881
        (8, 7, 34524432316),  # OEIS A193054
        (10, 7, 1250063279938854),
        (8, 8, 13267364410532),  # McKay 1997, and others since
    ],
)
def test_closed(rows, columns, expected):
    assert tours(rows, columns, closed=True).within(memory=4 * GIB).count() == expected


def test_7x7_open():
    # OEIS A165134(7), undirected; odd height: the halves differ
    assert tours(7, 7, undirected=True).count() == 82787609160


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
