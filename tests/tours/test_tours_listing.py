"""Tours one after another: against a plain listing, and published numbers by visiting every tour."""

import random

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import TimeLimitError
from gridwalk.runtime import slices
from oracles import Raw, graph, open_tours
from published import KNIGHT_CLOSED, KNIGHT_OPEN

MOVES = [gw.KNIGHT, gw.KING, gw.ORTHOGONAL, gw.leaper(0, 2), gw.leaper(1, 3)]


def random_board(rng):
    rows, columns = rng.choice([(3, 4), (4, 4), (2, 6), (3, 3), (1, 5), (4, 3)])
    cells = [[rng.random() < 0.9 for _ in range(columns)] for _ in range(rows)]
    moves = rng.choice(MOVES)
    if not any(map(any, cells)) or (moves == gw.KING and sum(map(sum, cells)) > 10):
        return random_board(rng)
    return Raw(tuple(map(tuple, cells)), moves.deltas)


@pytest.mark.parametrize("tier", ["python", "compiled"])
@pytest.mark.parametrize("seed", range(60))
def test_listing_is_the_plain_one_in_its_order(seed, tier):
    rng = random.Random(seed)
    raw = random_board(rng)
    board = gw.Board(np.array(raw.open_cells), moves=gw.Moves(raw.deltas))
    leads_to = graph(raw)
    start, ends = rng.choice(raw.cells), rng.sample(raw.cells, min(3, len(raw.cells)))
    with slices.tier(tier):
        from_start = [list(tour) for tour in open_tours(raw, start)]
        assert [list(tour) for tour in board.tours(start)] == from_start
        assert [list(tour) for tour in board.tours(start, ends)] == [
            tour for tour in from_start if tour[-1] in ends
        ]
        everywhere = [list(tour) for first in raw.cells for tour in open_tours(raw, first)]
        assert [list(tour) for tour in board.tours()] == everywhere
        one_way = [tour for tour in everywhere if tour[0] <= tour[-1]]
        assert [list(tour) for tour in board.tours(undirected=True)] == one_way
        closed = [
            tour for tour in open_tours(raw, raw.cells[0])
            if len(tour) > 2 and tour[0] in leads_to[tour[-1]] and tour[1] < tour[-1]
        ]  # fmt: skip
        assert [list(tour) for tour in board.tours(closed=True)] == closed
        gathered = [[tuple(cell) for cell in tour] for batch in board.tours().batches(7) for tour in batch]
        assert gathered == everywhere


@pytest.mark.long
@pytest.mark.parametrize(
    ("rows", "columns", "question", "expected"),
    [
        # sources as in test_tour_counts.py
        (5, 6, {"closed": True}, 8),
        (6, 6, {"closed": True}, KNIGHT_CLOSED[6, 6]),
        (5, 8, {"closed": True}, 44202),
        (3, 10, {"closed": True}, 16),
        (3, 12, {"closed": True}, 176),
        (3, 14, {"closed": True}, 1536),
        (3, 7, {"undirected": True}, 52),
        (3, 8, {"undirected": True}, 396),
        (3, 9, {"undirected": True}, 560),
        (4, 5, {"undirected": True}, 82),
        (4, 6, {"undirected": True}, 744),
        (4, 7, {"undirected": True}, 6378),
        (4, 8, {"undirected": True}, 31088),
        (5, 5, {}, 2 * KNIGHT_OPEN[5, 5]),
        (5, 6, {"undirected": True}, 18784),
        (6, 6, {"start": (2, 2)}, 52662),
        (6, 6, {"start": (1, 2)}, 49578),
    ],
)
def test_published(rows, columns, question, expected):
    tours = gw.Board.rectangle(rows, columns, moves=gw.KNIGHT).tours(**question)
    assert tours.count(by="list") == tours.count() == expected
    assert sum(len(batch) for batch in tours.batches()) == expected


def test_starts_without_a_tour_cost_nothing():
    """A start of the fewer colour has no tour: a plain search would not end."""
    board = gw.Board.rectangle(7, 7, moves=gw.KNIGHT)
    assert list(board.tours((0, 1))) == []
    assert board.tours((0, 1)).count() == 0


def test_the_plain_search_is_what_a_trace_shows():
    """Pruned walks would not be the textbook's."""
    tours = gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours((0, 0))
    trace = tours.trace(by="list")
    assert trace.path == tours.list()[-1]
    assert len(trace.events) > 50


def test_a_time_limit_ends_a_listing():
    with pytest.raises(TimeLimitError):
        list(gw.Board.rectangle(20, 20, moves=gw.KNIGHT).tours((0, 0), closed=True).within(0.3))


@pytest.mark.long
@pytest.mark.parametrize("shape", [(5, 5), (5, 6)])
def test_samples_and_ranks_of_tours_from_everywhere(shape):
    tours = gw.Board.rectangle(*shape, moves=gw.KNIGHT).tours()
    everything = {tuple(map(tuple, tour)) for tour in tours}
    drawn = tours.sample(200, seed=1)
    assert {tuple(map(tuple, tour)) for tour in drawn} <= everything
    assert len({next(iter(tour)) for tour in drawn}) > 5
    for rank in (0, 7, tours.count() - 1):
        assert tours.rank(tours.unrank(rank)) == rank
    assert tours.count(by="sweep") == len(everything)
    assert tours.lengths() == {shape[0] * shape[1] - 1: len(everything)}
    assert tours.longest() in tours


def test_samples_are_fair():
    tours = gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours()
    counts = {tuple(map(tuple, tour)): 0 for tour in tours}
    for tour in tours.sample(3200, seed=5):
        counts[tuple(map(tuple, tour))] += 1
    assert len(counts) == 16
    # 15 degrees of freedom: beyond 44 once in 10,000 seeds
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 44


def test_find_by_dfs_is_the_plain_search():
    """The textbook's: on 8 x 8 it does not end in any time, where the listing has its first tour at once."""
    tours = gw.Board.rectangle(8, 8, moves=gw.KNIGHT).tours("a1")
    assert next(iter(tours)).is_tour
    with pytest.raises(TimeLimitError):
        tours.within(0.5).find(by="dfs")
    small = gw.Board.rectangle(5, 5, moves=gw.KNIGHT).tours("a1")
    assert small.find(by="dfs") == next(iter(small))
    assert small.find(by="dfs").expanded > next(iter(small)).expanded


@pytest.mark.parametrize(("rows", "columns", "moves"), [(3, 4, gw.KNIGHT), (4, 4, gw.KING)])
def test_counts_by_start_know_the_ends(rows, columns, moves):
    board = gw.Board.rectangle(rows, columns, moves=moves)
    tours = board.tours(exits=[(0, 0)])
    table = tours.counts_by_start()
    assert sum(map(sum, table)) == tours.count()
    for start in [(1, 0), (1, 3), (2, 3), (1, 1)]:
        assert table[start[0]][start[1]] == board.tours(start, [(0, 0)]).count()


def test_ranks_forget_the_clock_of_an_earlier_answer():
    tours = gw.Board.rectangle(4, 4, moves=gw.KING).tours(start=(0, 0))
    told = []
    first = tours.within(seconds=1e-6, progress=told.append)
    with pytest.raises(TimeLimitError):
        first.unrank(0)
    tours.unrank(0)
    with pytest.raises(TimeLimitError):
        first.unrank(1)
    before = len(told)
    assert tours.within(seconds=10_000).unrank(7) in tours
    assert len(told) == before


def test_parts_of_an_answer_share_the_time(ticks, tune):
    """A table of counts, none of which looks at the clock as often as all may."""
    tune(slice=300)

    def table(seconds):
        return gw.Board.rectangle(5, 5, moves=gw.KNIGHT).tours().within(seconds).counts_by_start()

    before = next(ticks)
    table(10**9)
    needed = next(ticks) - before
    with pytest.raises(TimeLimitError):
        table(0.7 * needed)


def test_planning_takes_of_the_time(ticks):
    with pytest.raises(TimeLimitError):
        gw.Board.rectangle(60, 60, moves=gw.KNIGHT).tours().within(3).count(by="sweep")


def test_closed_tours_with_one_way_cells_are_found_where_they_are_listed():
    ways = {(0, 0): (0, -1), (1, 2): (0, -1), (2, 3): (0, -1), (3, 1): (-1, -1)}
    board = gw.Board.rectangle(4, 6, moves=gw.KING).replace(one_way=ways)
    tours = board.tours(closed=True)
    assert (tours.find() is not None) == bool(tours.list(1))


def test_tours_have_one_length():
    tours = gw.Board.rectangle(6, 6, moves=gw.KNIGHT).tours(closed=True)
    assert tours.lengths() == {36: KNIGHT_CLOSED[6, 6]}
    assert tours.longest().is_tour
    for all_of_them in (tours.of_length(36), tours.longer_than(3), tours.through((0, 0))):
        assert all_of_them.count() == KNIGHT_CLOSED[6, 6]
    none = tours.of_length(35)
    assert none.why_empty() == "every tour has 36 moves"
    assert (none.count(), none.find(), none.longest(), none.list(), none.sample(2)) == (0, None, None, [], [])
    assert none.lengths() == {}
