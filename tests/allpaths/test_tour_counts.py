"""Tours counted in blocks: against a plain listing, published numbers and other sweeps; limits."""

import mmap
import random
from itertools import product

import numpy as np
import pytest

from gridwalk.allpaths.halves import sweep as sweeping
from gridwalk.allpaths.halves.count import count_tours
from gridwalk.board.board import Board
from gridwalk.board.moves import KING, KNIGHT, ORTHOGONAL, Moves, leaper
from gridwalk.errors import MemoryLimitError, TimeLimitError, UnsuitableAlgorithmError
from gridwalk.runtime import slices
from gridwalk.runtime.limits import NO_LIMITS, Limits
from gridwalk.runtime.memory import LentArray
from gridwalk.runtime.resources import Resources
from published import KING_CLOSED, KNIGHT_CLOSED, KNIGHT_OPEN, KNIGHT_OPEN_FROM, ROOK_CLOSED

MEMORY = 1 << 28


def count(rows, columns, *, moves=KNIGHT, memory=MEMORY, limits=NO_LIMITS, **question):
    given = {"resources": Resources(memory), "watch": limits.watch()}
    return count_tours(rows, columns, moves=moves, **given, **question)


def list_tours(rows, columns, deltas, start):
    """Every open tour from *start*, by plain backtracking; yields its last cell."""
    on_path = {start}

    def walk(cell):
        if len(on_path) == rows * columns:
            yield cell
        for d_row, d_column in deltas:
            to = cell[0] + d_row, cell[1] + d_column
            if 0 <= to[0] < rows and 0 <= to[1] < columns and to not in on_path:
                on_path.add(to)
                yield from walk(to)
                on_path.remove(to)

    yield from walk(start)


def plain_counts(rows, columns, deltas):
    """Count open tours by start; and closed tours, once for both directions."""
    by_start = {
        start: sum(1 for _ in list_tours(rows, columns, deltas, start))
        for start in product(range(rows), range(columns))
    }
    lasts = list_tours(rows, columns, deltas, (0, 0))
    back = sum((-last[0], -last[1]) in deltas for last in lasts)
    return by_start, back // 2 if rows * columns > 2 else 0


def random_stencil(rng):
    """The moves of a few leapers together; every reflection of a move is a move."""
    some = [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (0, 2), (2, 0), (1, 3), (2, 3)]
    steps = rng.sample(some, rng.randint(1, 3))
    return tuple(sorted({(s * a, t * b) for a, b in steps for s in (1, -1) for t in (1, -1)}))


SMALL = [(1, 4), (5, 1), (2, 3), (3, 3), (4, 3), (3, 4), (2, 6), (5, 2), (7, 2)]


@pytest.mark.parametrize("seed", range(24))
def test_small_boards_are_those_of_plain_backtracking(seed):
    rng = random.Random(seed)
    rows, columns = rng.choice(SMALL)
    named = KNIGHT.deltas, KING.deltas, ORTHOGONAL.deltas
    deltas = rng.choice([*named, random_stencil(rng), random_stencil(rng)])
    if deltas == KING.deltas and rows * columns > 9:
        rows, columns = 3, 3
    moves = Moves(deltas)
    if max(abs(delta[rows < columns]) for delta in deltas) not in range(1, max(rows, columns) - 1):
        with pytest.raises(UnsuitableAlgorithmError, match="do not divide"):
            count(rows, columns, moves=moves, closed=True)
        return
    by_start, closed = plain_counts(rows, columns, set(deltas))
    with slices.tier("python" if seed % 4 == 0 else "auto"):
        assert count(rows, columns, moves=moves, closed=True) == closed
        assert count(rows, columns, moves=moves, closed=False) == sum(by_start.values())
        for start in rng.sample(sorted(by_start), min(3, len(by_start))):
            assert count(rows, columns, moves=moves, closed=False, start=start) == by_start[start]


# ------------------------------------------------------------------------------- published


@pytest.mark.long
@pytest.mark.parametrize(
    "shape", [(3, 10), (3, 18), (5, 6), (5, 8), (5, 14), (6, 6), (6, 7), (6, 9), (8, 7), (5, 5), (4, 7)]
)
def test_closed(shape):
    assert count(*shape, closed=True) == KNIGHT_CLOSED[shape]


@pytest.mark.parametrize(
    "shape", [(3, 7), (3, 8), (3, 16), (4, 5), (4, 6), (4, 11), (5, 5), (5, 6), (5, 8), (6, 6)]
)
def test_open(shape):
    assert count(*shape, closed=False) == 2 * KNIGHT_OPEN[shape]
    assert count(*shape[::-1], closed=False) == 2 * KNIGHT_OPEN[shape]


@pytest.mark.parametrize("cell", [(0, 0), (1, 1), (1, 2)])
def test_6x6_by_start(cell):
    expected = KNIGHT_OPEN_FROM[6, 6][cell]
    assert count(6, 6, closed=False, start=cell) == expected
    assert count(6, 6, closed=False, start=(5 - cell[0], cell[1])) == expected


def test_a_table_by_start():
    """5 x 6, sum 37568: the upper left quarter, also counted vertex by vertex."""
    table = Board.rectangle(5, 6, moves=KNIGHT).tours().counts_by_start()
    assert [row[:3] for row in table[:3]] == [[4542, 1910, 906], [1080, 742, 84], [172, 16, 68]]
    assert sum(map(sum, table)) == 2 * KNIGHT_OPEN[5, 6]


OTHERS = [
    *((KING, (n, n), number) for n, number in KING_CLOSED.items() if n > 2),
    *((ORTHOGONAL, (n, n), number) for n, number in ROOK_CLOSED.items() if n > 2),
    (leaper(2, 3), (5, 16), 90),  # zebra: OEIS A152138 says that this is its smallest board of 5 rows
    (leaper(2, 3), (5, 14), 0),
    (leaper(1, 1), (4, 4), 0),
    (leaper(0, 2), (4, 4), 0),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("moves", "shape", "expected"), OTHERS, ids=lambda value: getattr(value, "name", None)
)
def test_other_moves(moves, shape, expected):
    assert count(*shape, moves=moves, closed=True) == expected


@pytest.mark.long
def test_above_all_words():
    """The rook's cycles of 4 x n boards by their recurrence (OEIS A006864)."""
    values = [0, 1, 2, 6]
    while len(values) < 150:
        values.append(2 * values[-1] + 2 * values[-2] - 2 * values[-3] + values[-4])
    assert values[50] > 1 << 64
    assert values[149] > 1 << 128
    for n in (9, 50, 51, 150):
        assert count(n, 4, moves=ORTHOGONAL, closed=True) == values[n - 1]


# ------------------------------------------------------------------------------- ways to run


@pytest.mark.parametrize(
    "limits",
    [
        {"narrow_limit": 2},
        {"exact_bits": 8},
        {"narrow_limit": 2, "exact_bits": 8},
        {"slice": 7},
        {"largest_table": 4},
        {"slice": 50, "narrow_limit": 2},
    ],
    ids=str,
)
def test_residues_small_slices_and_few_tables(tune, limits):
    """Residues from the start or only in the join; calls of a few states."""
    tune(**limits)
    assert count(6, 6, closed=True) == KNIGHT_CLOSED[6, 6]
    assert count(5, 6, closed=False) == 2 * KNIGHT_OPEN[5, 6]
    with slices.tier("python"):
        assert count(3, 8, closed=False) == 2 * KNIGHT_OPEN[3, 8]


def test_too_little_memory():
    with pytest.raises(MemoryLimitError, match="the sweep, as estimated, needs at least") as caught:
        count(8, 7, closed=True, memory=30_000_000)
    assert caught.value.limit == 30_000_000 < caught.value.needed
    for memory in (1 << 16, 1 << 20, 1 << 22):
        with pytest.raises(MemoryLimitError):
            count(7, 6, closed=False, memory=memory)


def test_time_limit_and_progress():
    told = []
    tours = Board.rectangle(6, 7, moves=KNIGHT).tours().within(progress=told.append)
    assert tours.count(by="halves") == 2 * KNIGHT_OPEN[6, 7]
    assert told
    assert all(progress.doing for progress in told)
    with pytest.raises(TimeLimitError):
        count(8, 8, closed=False, memory=1 << 36, limits=Limits(seconds=0.2))


def test_pages_given_back_are_no_more_than_asked_for():
    pages = LentArray(100_000, np.uint32)
    pages.array[:] = np.arange(100_000)
    given = most = 0
    for before in (0, 1, 2000, 1500, 60_000, 100_000 - 1):
        given, most = given + pages.give_back(before), max(most, before)
        assert given == pages.given
        assert 4 * most - mmap.PAGESIZE < given <= 4 * most
        assert (pages.array[most:] == np.arange(most, 100_000)).all()


@pytest.mark.long
def test_blocks_are_given_back_only_when_nothing_comes_from_them(tune, monkeypatch):
    """Freed memory is overwritten here, so freeing a block too early makes the count wrong."""
    freed = []

    class Spoilt:
        def __init__(self, count, dtype):
            self.array, self.given = np.zeros(count, dtype), 0

        def give_back(self, before):
            self.array[self.given : before] = 12345
            more, self.given = max(0, before - self.given), max(before, self.given)
            freed.append(more)
            return more * self.array.itemsize

    monkeypatch.setattr(sweeping, "LentArray", Spoilt)
    tune(halves_slice=1000)
    assert count(6, 6, closed=True) == KNIGHT_CLOSED[6, 6]
    assert count(8, 8, moves=ORTHOGONAL, closed=True) == ROOK_CLOSED[8]
    assert sum(freed) > 1000
    tune(exact_bits=1, narrow_limit=3)  # residues
    assert count(6, 6, closed=True) == KNIGHT_CLOSED[6, 6]
