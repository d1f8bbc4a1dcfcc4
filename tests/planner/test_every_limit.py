"""Every verb keeps the time and the memory given.  The clock is a false one: each look at it is a second."""

from itertools import islice

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import LimitError, MemoryLimitError, TimeLimitError
from gridwalk.runtime import limits, slices

ORTHOGONAL = gw.Board.rectangle(9, 9)
KING = gw.Board.rectangle(6, 6, moves=gw.KING)
COSTS = gw.Board.rectangle(40, 40, costs=np.arange(1600).reshape(40, 40) % 7 + 1)
KNIGHT = gw.Board.rectangle(6, 6, moves=gw.KNIGHT)
WORN = gw.Board(~np.isin(np.arange(900).reshape(30, 30), [50, 51]), moves=gw.KNIGHT)
LAKE = gw.Board(np.pad(np.zeros((4, 4), bool), 3, constant_values=True), moves=gw.KNIGHT)
ROOMS = gw.Board.from_text("\n".join(["..#" * 60 + "..", "." * 182]))
SNAKE = gw.Board.from_text("\n".join(["." * 60, "#" * 59 + ".", "." * 60, "." + "#" * 59] * 15 + ["." * 60]))
WIDE = gw.Board.rectangle(60, 60)


def fresh():
    """A board that keeps no ranks yet."""
    return gw.Board.rectangle(9, 9)


VERBS = {
    "find": lambda within: within(SNAKE.paths()).find(),
    "find by bfs": lambda within: within(WIDE.paths()).find(by="bfs"),
    "find through": lambda within: within(ORTHOGONAL.paths().through((0, 8), (4, 4)).longer_than(60)).find(),
    "find of a length": lambda within: within(ORTHOGONAL.paths().longer_than(70)).find(),
    "find a cycle": lambda within: within(WIDE.with_walls((30, 30)).cycles()).find(),
    "find a tour": lambda within: within(KNIGHT.tours((0, 0))).find(by="dfs"),
    "shortest by bfs": lambda within: within(WIDE.paths()).shortest(by="bfs"),
    "shortest by labels": lambda within: within(WIDE.paths()).shortest(by="labels"),
    "shortest by dijkstra": lambda within: within(COSTS.paths()).shortest(by="dijkstra"),
    "shortest through": lambda within: within(WIDE.paths().through((0, 59), (59, 0))).shortest(),
    "shortest cycle through": lambda within: within(ORTHOGONAL.cycles().through((0, 8), (8, 0))).shortest(),
    "nearest": lambda within: within(gw.Board.from_text("." * 900 + "#.").paths()).shortest(nearest=True),
    "all shortest, counted": lambda within: within(WIDE.paths()).all_shortest().count(),
    "all shortest, listed": lambda within: list(within(ORTHOGONAL.paths()).all_shortest()),
    "all shortest, their cost": lambda within: within(COSTS.paths()).all_shortest().cost,
    "trace": lambda within: within(WIDE.paths()).trace(by="bfs"),
    "trace of a listing": lambda within: within(ORTHOGONAL.paths()).trace(by="list"),
    "distances": lambda within: within(WIDE.paths()).distances(),
    "distances by cost": lambda within: within(COSTS.paths()).distances(),
    "distances at most": lambda within: within(COSTS.paths()).distances(max_cost=200),
    "shortest at most": lambda within: within(WIDE.paths((29, 29), (59, 59))).shortest(max_cost=29),
    "iterate": lambda within: list(within(ORTHOGONAL.paths())),
    "iterate over cycles": lambda within: list(within(ORTHOGONAL.cycles())),
    "iterate over lengths": lambda within: list(within(ORTHOGONAL.paths().shorter_than(30))),
    "in order": lambda within: list(within(ORTHOGONAL.paths()).in_order()),
    "in order by cost": lambda within: list(within(COSTS.paths()).in_order()),
    "nearly shortest": lambda within: list(within(ORTHOGONAL.paths()).nearly_shortest(30)),
    "list": lambda within: within(KING.paths()).list(),
    "batches": lambda within: list(within(ORTHOGONAL.paths()).batches()),
    "batches through": lambda within: list(within(ORTHOGONAL.paths().through((4, 4))).batches()),
    "count": lambda within: within(ORTHOGONAL.paths()).count(),
    "count by list": lambda within: within(ORTHOGONAL.paths()).count(by="list"),
    "count by sweep": lambda within: within(KING.paths()).count(by="sweep"),
    "count by blocks": lambda within: within(KNIGHT.tours(closed=True)).count(by="halves"),
    "count up to symmetry": lambda within: within(KNIGHT.tours()).count(up_to_symmetry=True),
    "count in rooms": lambda within: within(ROOMS.paths()).count(),
    "count from all starts": lambda within: within(LAKE.tours()).count(),
    "counts by start": lambda within: within(KNIGHT.tours()).counts_by_start(),
    "lengths": lambda within: within(ORTHOGONAL.paths()).lengths(),
    "lengths in rooms": lambda within: within(ROOMS.paths()).lengths(),
    "lengths by network": lambda within: within(KING.paths()).lengths(),
    "longest": lambda within: within(ORTHOGONAL.with_walls((4, 3)).paths()).longest(),
    "longest by network": lambda within: within(KING.paths()).longest(),
    "estimate": lambda within: within(ORTHOGONAL.paths()).explain("count").estimate,
    "estimate by network": lambda within: within(KING.paths()).explain("count").estimate,
    "estimate of lengths": lambda within: within(ROOMS.paths()).explain("lengths").estimate,
    "sample": lambda within: within(ORTHOGONAL.paths()).sample(3, seed=1),
    "sample by network": lambda within: within(KING.paths()).sample(3, seed=1),
    "sample many": lambda within: within(gw.Board.rectangle(3, 3).paths()).sample(10**9, seed=1),
    "sample of a length": lambda within: within(ORTHOGONAL.paths().shorter_than(40)).sample(3, seed=1),
    "samples": lambda within: list(within(gw.Board.rectangle(3, 3).paths()).samples(seed=1)),
    "unrank": lambda within: within(fresh().paths()).unrank(7),
    "rank": lambda within: within(fresh().paths()).rank(ORTHOGONAL.paths().find()),
    "refutation": lambda within: within(WORN.tours(closed=True)).refutation(),
}


@pytest.fixture
def second_by_second(ticks, tune):
    """Slices are short, so that many look at the clock."""
    tune(slice=100, tell_after=8)


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_keeps_the_time_given(name, second_by_second):
    with slices.tier("python"), pytest.raises(TimeLimitError, match="stopped after 5 s"):
        VERBS[name](lambda paths: paths.within(5))


def test_an_iteration_has_the_time_from_its_first_path_on(second_by_second):
    with slices.tier("python"):
        paths = iter(gw.Board.rectangle(3, 3).paths().within(50))
        for _ in range(100):
            limits.time.monotonic()
        assert len(list(paths)) == 12
        slow = iter(ORTHOGONAL.paths().within(500))
        next(slow)
        for _ in range(500):
            limits.time.monotonic()  # the consumer's own time counts
        with pytest.raises(TimeLimitError) as late:
            list(islice(slow, 100_000))
        assert late.value.found < 1000


MEMORY = {
    "list": lambda paths: paths.list(),
    "in order": lambda paths: sum(1 for _ in paths.in_order()),
    "sample": lambda paths: paths.sample(10_000, seed=1),
    "longest": lambda paths: paths.longest(),
    "lengths": lambda paths: paths.lengths(),
    "unrank": lambda paths: paths.unrank(0),
}


@pytest.mark.parametrize("name", MEMORY)
def test_the_memory_given_means_the_same_everywhere(name):
    """What needs more is refused by one kind of error."""
    paths = gw.Board.rectangle(6, 7, moves=gw.KING).paths()
    with pytest.raises(LimitError, match=r"1,?048,?576"):
        MEMORY[name](paths.within(memory=1 << 20))


def test_a_count_that_needs_more_memory_is_refused():
    paths = gw.Board.rectangle(7, 9, moves=gw.KING).paths()
    with pytest.raises(MemoryLimitError, match="are not enough"):
        paths.within(memory=1 << 20).count(by="sweep")


def test_a_sample_that_no_memory_holds_is_refused_before_it_is_drawn():
    paths = gw.Board.rectangle(3, 3).paths()
    with pytest.raises(
        MemoryLimitError, match="a list of 1,000,000,000,000 paths needs at least 450,000,000,000,000"
    ):
        paths.sample(10**12)
    assert gw.Board.from_text(".#.").paths().sample(10**12) == []
    assert [path in paths for path in islice(paths.samples(seed=1), 5)] == [True] * 5
    assert list(paths.samples(5, seed=1)) == paths.sample(5, seed=1)


def test_samples_of_any_number_are_the_same(tier):
    paths = gw.Board.rectangle(4, 4).paths()
    many = paths.sample(40, seed=7)
    assert paths.sample(3, seed=7) == many[:3]
    assert list(islice(paths.samples(seed=7), 40)) == many
    long = paths.longer_than(9)
    assert list(islice(long.samples(seed=7), 9)) == long.sample(9, seed=7)
