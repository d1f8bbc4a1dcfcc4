"""Tours counted in blocks: against a plain listing, published numbers and other sweeps; limits."""

import random
from itertools import product

import pytest

from gridwalk.allpaths.halves.count import count_tours
from gridwalk.board.board import Board
from gridwalk.board.moves import KING, KNIGHT, ORTHOGONAL, Moves, leaper
from gridwalk.errors import (
    ArgumentError,
    CellError,
    MemoryLimitError,
    TimeLimitError,
    UnsuitableAlgorithmError,
)
from gridwalk.runtime import slices
from gridwalk.runtime.limits import NO_LIMITS, Limits
from gridwalk.runtime.resources import Resources
from published import KING_CLOSED, KING_OPEN, KNIGHT_CLOSED, KNIGHT_OPEN, KNIGHT_OPEN_FROM, ROOK_CLOSED

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
    """Count by start, and the closed tours: those from the corner back to it, less their direction."""
    by_start = {
        start: sum(1 for _ in list_tours(rows, columns, deltas, start))
        for start in product(range(rows), range(columns))
    }
    lasts = list_tours(rows, columns, deltas, (0, 0))
    back = sum((-last[0], -last[1]) in deltas for last in lasts)
    return by_start, back // 2 if rows * columns > 2 else 0


def random_stencil(rng):
    """A few leapers at once; every reflection of a move is a move."""
    steps = rng.sample(
        [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (0, 2), (2, 0), (1, 3), (2, 3)], rng.randint(1, 3)
    )
    return tuple(sorted({(s * a, t * b) for a, b in steps for s in (1, -1) for t in (1, -1)}))


SMALL = [(1, 4), (5, 1), (2, 3), (3, 3), (4, 3), (3, 4), (2, 6), (5, 2), (7, 2)]


@pytest.mark.parametrize("seed", range(40))
def test_small_boards_are_those_of_plain_backtracking(seed):
    rng = random.Random(seed)
    rows, columns = rng.choice(SMALL)
    deltas = rng.choice(
        [KNIGHT.deltas, KING.deltas, ORTHOGONAL.deltas, random_stencil(rng), random_stencil(rng)]
    )
    if deltas == KING.deltas and rows * columns > 9:
        rows, columns = 3, 3
    moves = Moves(deltas)
    if max(abs(delta[rows < columns]) for delta in deltas) not in range(1, max(rows, columns) - 1):
        with pytest.raises(UnsuitableAlgorithmError, match="do not divide"):
            count(rows, columns, moves=moves, closed=True)
        return
    by_start, closed = plain_counts(rows, columns, set(deltas))
    tier = "python" if seed % 4 == 0 else "auto"
    with slices.tier(tier):
        assert count(rows, columns, moves=moves, closed=True) == closed
        assert count(rows, columns, moves=moves, closed=False) == sum(by_start.values())
        for start in rng.sample(sorted(by_start), min(3, len(by_start))):
            assert count(rows, columns, moves=moves, closed=False, start=start) == by_start[start]


def test_every_cell_as_the_start():
    for shape, moves in (((4, 5), KNIGHT), ((3, 4), KING)):
        by_start, _ = plain_counts(*shape, set(moves.deltas))
        table = Board.rectangle(*shape, moves=moves).tours().counts_by_start()
        assert {cell: table[cell[0]][cell[1]] for cell in by_start} == by_start
        for cell, expected in by_start.items():
            assert count(*shape, moves=moves, closed=False, start=cell) == expected


# ------------------------------------------------------------------------------- published

CLOSED = [
    (3, 10), (3, 12), (3, 14), (3, 16), (3, 18), (5, 6), (5, 8), (5, 10), (5, 12), (5, 14),
    (6, 6), (6, 7), (6, 8), (6, 9), (8, 7), (5, 5), (4, 7), (7, 7),
]  # fmt: skip
OPEN = [
    (3, 7), (3, 8), (3, 9), (3, 12), (3, 16), (4, 5), (4, 6), (4, 7), (4, 8), (4, 11),
    (5, 5), (5, 6), (5, 7), (5, 8), (5, 9), (6, 6),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(("rows", "columns"), CLOSED)
def test_closed(rows, columns):
    expected = KNIGHT_CLOSED[rows, columns]
    assert count(rows, columns, closed=True) == expected
    if rows * columns <= 30:
        assert count(columns, rows, closed=True) == expected


@pytest.mark.parametrize(("rows", "columns"), OPEN)
def test_open(rows, columns):
    expected = KNIGHT_OPEN[rows, columns]
    assert count(rows, columns, closed=False) == 2 * expected
    if rows * columns <= 24:
        assert count(columns, rows, closed=False) == 2 * expected


def test_interpreted():
    with slices.tier("python"):
        assert count(5, 6, closed=True) == KNIGHT_CLOSED[5, 6]
        assert count(3, 8, closed=False) == 2 * KNIGHT_OPEN[3, 8]
        assert count(4, 4, moves=KING, closed=True) == KING_CLOSED[4]


@pytest.mark.parametrize("cell", [(0, 0), (1, 1), (1, 2)])
def test_6x6_by_start(cell):
    expected = KNIGHT_OPEN_FROM[6, 6][cell]
    assert count(6, 6, closed=False, start=cell) == expected
    assert count(6, 6, closed=False, start=(5 - cell[0], cell[1])) == expected


def by_start(rows, columns):
    return Board.rectangle(rows, columns, moves=KNIGHT).tours().counts_by_start()


@pytest.mark.long
def test_tables_by_start():
    # 5x5, 5x6, sum 37568; 5x8: upper left quarters, also counted vertex by vertex
    table = by_start(5, 5)
    assert [row[:3] for row in table[:3]] == [[304, 0, 56], [0, 56, 0], [56, 0, 64]]
    assert sum(map(sum, table)) == 2 * KNIGHT_OPEN[5, 5]
    table = by_start(5, 6)
    assert [row[:3] for row in table[:3]] == [[4542, 1910, 906], [1080, 742, 84], [172, 16, 68]]
    assert sum(map(sum, table)) == 2 * KNIGHT_OPEN[5, 6]
    table = by_start(5, 8)
    assert [row[:4] for row in table[:3]] == [
        [3742739, 1041351, 823435, 1006798],
        [748548, 479589, 226046, 432553],
        [439606, 88404, 239392, 291534],
    ]
    assert sum(map(sum, table)) == 2 * KNIGHT_OPEN[5, 8]


@pytest.mark.long
@pytest.mark.parametrize(
    ("moves", "shape", "expected"),
    [
        *((KING, (n, n), c) for n, c in KING_CLOSED.items() if n > 2),
        *((ORTHOGONAL, (n, n), c) for n, c in ROOK_CLOSED.items() if n > 2),
        (leaper(2, 3), (5, 16), 90),  # zebra: OEIS A152138 says that this is its smallest board of 5 rows
        (leaper(2, 3), (5, 14), 0),
        (leaper(1, 1), (4, 4), 0),
        (leaper(0, 2), (4, 4), 0),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_other_moves(moves, shape, expected):
    assert count(*shape, moves=moves, closed=True) == expected


@pytest.mark.parametrize("n", [3, 4, 5])
def test_open_kings(n):
    assert count(n, n, moves=KING, closed=False) == 2 * KING_OPEN[n]


@pytest.mark.parametrize(
    ("shape", "moves"),
    [((6, 4), KNIGHT), ((5, 5), KNIGHT), ((5, 3), KING), ((5, 4), Moves(((0, 1), (0, -1), *KNIGHT.deltas)))],
)
def test_the_sweep_agrees(shape, moves):
    board = Board.rectangle(*shape, moves=moves)
    assert count(*shape, moves=moves, closed=True) == board.tours(closed=True).count(by="sweep")
    assert count(*shape, moves=moves, closed=False) == board.tours().count(by="sweep")
    for start in ((0, 1), (2, 2)):
        assert count(*shape, moves=moves, closed=False, start=start) == board.tours(start).count(by="sweep")


# ------------------------------------------------------------------------------- large numbers


def four_wide(n):
    """The rook's cycles of 4 x n boards by their recurrence (OEIS A006864)."""
    values = [0, 1, 2, 6]
    while len(values) < n:
        values.append(2 * values[-1] + 2 * values[-2] - 2 * values[-3] + values[-4])
    return values[n - 1]


@pytest.mark.long
@pytest.mark.parametrize("n", [9, 49, 50, 51, 101, 150])
def test_above_all_words(n):
    expected = four_wide(n)
    assert n < 51 or expected > 1 << 64
    assert n < 101 or expected > 1 << 128
    assert count(n, 4, moves=ORTHOGONAL, closed=True) == expected


@pytest.mark.parametrize(
    "limits", [{"narrow_limit": 2}, {"exact_bits": 8}, {"narrow_limit": 2, "exact_bits": 8}]
)
def test_counts_that_do_not_fit(tune, limits):
    """Residues: of the counts of a half, or of the joined ones alone."""
    tune(**limits)
    assert count(6, 6, closed=True) == KNIGHT_CLOSED[6, 6]
    assert count(7, 5, closed=False) == 2 * KNIGHT_OPEN[5, 7]
    with slices.tier("python"):
        assert count(3, 8, closed=False) == 2 * KNIGHT_OPEN[3, 8]


# ------------------------------------------------------------------------------- ways to run


def test_layers_that_memory_does_not_hold_are_refused():
    with pytest.raises(MemoryLimitError):
        count(7, 6, closed=True, memory=3_000_000)


@pytest.mark.parametrize("limits", [{"slice": 7}, {"largest_table": 4}, {"slice": 50, "narrow_limit": 2}])
def test_small_slices_and_few_tables(tune, limits):
    tune(**limits)
    assert count(5, 8, closed=True) == KNIGHT_CLOSED[5, 8]
    assert count(5, 5, closed=False) == 2 * KNIGHT_OPEN[5, 5]


def test_too_little_memory():
    with pytest.raises(MemoryLimitError, match="the sweep, as estimated, needs at least") as caught:
        count(8, 7, closed=True, memory=30_000_000)
    assert caught.value.limit == 30_000_000 < caught.value.needed
    for memory in (1 << 16, 1 << 20, 1 << 21, 1 << 22):
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


def test_refused():
    with pytest.raises(UnsuitableAlgorithmError, match="no start"):
        count(6, 6, closed=True, start=(0, 0))
    with pytest.raises(UnsuitableAlgorithmError, match="reflected"):
        count(4, 4, moves=Moves(((1, 2), (-1, -2))), closed=True)
    for shape in ((1, 1), (3, 3)):
        with pytest.raises(UnsuitableAlgorithmError, match="do not divide"):
            count(*shape, closed=False)
    with pytest.raises(UnsuitableAlgorithmError, match="too far"):
        count(20, 20, closed=True)
    with pytest.raises(CellError):
        count(5, 6, closed=False, start=(5, 0))
    for shape in ((0, 5), (5, -1), (2.5, 4)):
        with pytest.raises(ArgumentError):
            count(*shape, closed=True)
