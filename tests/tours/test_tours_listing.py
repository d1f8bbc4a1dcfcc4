"""Listing tours: compared with a plain listing, and with published numbers by visiting every tour."""

import pytest

import gridwalk as gw
from gridwalk.errors import TimeLimitError
from published import KNIGHT_CLOSED, KNIGHT_OPEN


@pytest.mark.long
@pytest.mark.parametrize(
    ("rows", "columns", "question", "expected"),
    [
        # sources as in test_tour_counts.py
        (5, 6, {"closed": True}, 8),
        (6, 6, {"closed": True}, KNIGHT_CLOSED[6, 6]),
        (5, 8, {"closed": True}, 44202),
        (3, 10, {"closed": True}, 16),
        (3, 14, {"closed": True}, 1536),
        (3, 8, {"undirected": True}, 396),
        (4, 6, {"undirected": True}, 744),
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


def test_the_plain_search_is_what_a_trace_shows():
    """A trace shows the textbook algorithm, without pruning."""
    tours = gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours((0, 0))
    trace = tours.trace(by="list")
    assert trace.path == tours.list()[-1]
    assert len(trace.events) > 50


def test_find_by_dfs_is_the_plain_search():
    """The textbook algorithm: on 8 x 8 it takes too long, while the listing finds a first tour at once."""
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


def test_parts_of_an_answer_share_the_time(ticks, tune):
    """The counts of a table share one limit of time, though each alone checks the clock too rarely."""
    tune(slice=300)

    def table(seconds):
        return gw.Board.rectangle(5, 5, moves=gw.KNIGHT).tours().within(seconds).counts_by_start()

    before = next(ticks)
    table(10**9)
    needed = next(ticks) - before
    with pytest.raises(TimeLimitError):
        table(0.7 * needed)


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
