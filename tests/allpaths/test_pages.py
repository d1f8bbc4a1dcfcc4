"""Layers of a count of tours that are given back while the next one is made."""

import mmap

import numpy as np
import pytest

from gridwalk.allpaths.halves import sweep as sweeping
from gridwalk.allpaths.halves.count import count_tours
from gridwalk.board.moves import KING, KNIGHT, ORTHOGONAL
from gridwalk.errors import MemoryLimitError
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.memory import LentArray
from gridwalk.runtime.resources import Resources
from published import KNIGHT_CLOSED, ROOK_CLOSED


def test_what_is_given_back_is_no_more_than_asked_for():
    pages = LentArray(100_000, np.uint32)
    pages.array[:] = np.arange(100_000)
    given = most = 0
    for before in (0, 1, 2000, 1500, 60_000, 100_000 - 1):
        given, most = given + pages.give_back(before), max(most, before)
        assert given == pages.given
        assert 4 * most - mmap.PAGESIZE < given <= 4 * most
        assert (pages.array[most:] == np.arange(most, 100_000)).all()


def test_systems_that_take_nothing_back(tune):
    tune(pages_given_back=False)
    pages = LentArray(100_000, np.uint32)
    pages.array[:] = 7
    assert pages.give_back(90_000) == 0
    assert (pages.array == 7).all()


@pytest.mark.long
@pytest.mark.parametrize(
    ("rows", "columns", "moves", "tours"),
    [
        (6, 6, KNIGHT, KNIGHT_CLOSED[6, 6]),
        (7, 6, KNIGHT, KNIGHT_CLOSED[6, 7]),
        (8, 8, ORTHOGONAL, ROOK_CLOSED[8]),
        (5, 6, KING, None),
    ],
)
def test_blocks_are_forgotten_only_when_nothing_comes_from_them(
    rows, columns, moves, tours, tune, monkeypatch
):
    """Whatever is given back is overwritten, so that a block that was still needed makes a wrong count."""
    limits = {
        "moves": moves,
        "closed": True,
        "resources": Resources(1 << 28),
        "watch": NO_LIMITS.watch(),
    }
    freed = []

    class Spoilt:
        def __init__(self, count, dtype):
            self.array, self.given = np.zeros(count, dtype), 0

        def give_back(self, before):
            self.array[self.given : before] = 12345
            more, self.given = max(0, before - self.given), max(before, self.given)
            freed.append(more)
            return more * self.array.itemsize

    expected = count_tours(rows, columns, **limits) if tours is None else tours
    monkeypatch.setattr(sweeping, "LentArray", Spoilt)
    tune(halves_slice=1000)
    assert count_tours(rows, columns, **limits) == expected
    assert sum(freed) > 1000
    tune(exact_bits=1, narrow_limit=3)  # residues
    assert count_tours(rows, columns, **limits) == expected


def test_a_mapping_that_the_system_refuses_is_an_error_of_memory():
    with pytest.raises(MemoryLimitError, match="1,152,921,504,606,846,976; the system gives no more"):
        LentArray(1 << 57, np.uint64)
