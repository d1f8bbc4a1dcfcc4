"""Paths of given lengths: their counts, ranks and samples, against listings."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.allpaths.blocks import AllPaths
from gridwalk.errors import ArgumentError, MemoryLimitError, TimeLimitError
from gridwalk.planner import ranks
from gridwalk.planner.ranks import FIRST_BATCH
from gridwalk.planner.swept import ByLength, all_paths, paths_of
from profiles import examples
from strategies import board_of, small_questions


def of_lengths(paths, least, most):
    """Return the paths of at least *least* moves, and at most *most* if given."""
    return replace(paths, _question=paths._question.of_lengths(least, most))


def agrees(paths, listed):
    """Whether the paths *listed* have the ranks of *paths*, each once, and nothing else has one."""
    whole = all_paths(paths._question, moves=paths._question.lengths)
    assert whole.total == len(listed)
    found = paths_of(paths._question, whole.at(range(len(listed))))
    assert sorted(map(tuple, found)) == sorted(map(tuple, listed))
    for rank in range(0, len(listed), max(1, len(listed) // 4)):
        assert paths.unrank(rank) == found[rank]
        assert paths.rank(found[rank]) == rank
    with pytest.raises(ArgumentError):
        paths.unrank(len(listed))
    lengths = Counter(len(path) - (not paths._question.closed) for path in listed)
    assert paths.lengths() == dict(sorted(lengths.items()))
    assert ByLength(paths._question).lengths_along(None) == lengths
    assert (
        sum(ByLength(paths._question).lengths_along(None, apart=False).values())
        == len(listed)
        == paths.count()
    )


@given(small_questions(), st.data())
@examples(150)
def test_ranks_are_those_of_a_listing(question, data):
    """Walls, one-way cells, several exits, corridors and blocks in series."""
    board = board_of(question.raw)
    every = list(islice(oracles.simple_paths(question.raw, question.start, question.exits), 400))
    lengths = [len(path) - 1 for path in every] or [0]
    least = data.draw(st.integers(0, max(lengths)))
    most = data.draw(st.one_of(st.none(), st.integers(least, max(lengths) + 1)))
    if len(every) == 400:
        return
    paths = board.paths(question.start, question.exits).longer_than(least - 1 if least else 0)
    least = max(least, 1)
    if most is not None:
        paths = paths.shorter_than(most + 1)
    wanted = [path for path in every if least <= len(path) - 1 <= ((most is None and 99) or most or 0)]
    agrees(paths, wanted)


def test_several_starts_exits_required_cells_and_cut_cells(tier):
    """Two rooms joined by one cell are one network: their moves add up."""
    board = gw.Board.from_text("...#...\n.......\n...#...")
    for paths in (
        board.paths((0, 0), (2, 6)),
        board.paths([(0, 0), (2, 0)], [(0, 6), (2, 6)]),
        board.paths((0, 0), (2, 6)).through((0, 5)),
        board.paths((0, 0), (2, 6)).avoiding((1, 0)),
        board.paths((0, 0), (2, 6)).through_edges(((0, 4), (0, 5))).avoiding_edges(((0, 0), (0, 1))),
        board.paths((0, 0), [(0, 0), (2, 6)]),
    ):
        for least, most in ((8, 8), (9, 12), (0, 8), (11, None), (30, 40)):
            asked = of_lengths(paths, least, most)
            agrees(asked, asked.list())


def test_shortest_paths_of_a_large_board_are_drawn_at_once():
    """The numbers of paths of 2 n moves are binomial: a board that no sweep over all paths takes."""
    for side in (12, 30):
        paths = gw.Board.rectangle(side, side).paths().of_length(2 * side - 2)
        assert all_paths(paths._question, moves=paths._question.lengths).total == comb(2 * side - 2, side - 1)
        drawn = paths.sample(5, seed=1)
        assert [path.length for path in drawn] == [2 * side - 2] * 5
        assert drawn == paths.sample(5, seed=1) == list(paths.samples(5, seed=np.random.default_rng(1)))
        assert paths.unrank(paths.rank(drawn[0])) == drawn[0]


@pytest.mark.parametrize("direct", [True, False])
def test_samples_are_fair_either_way(spy, direct):
    """132 paths of 8 to 10 moves; 40 draws for each on average."""
    spy(ranks, "is_direct", lambda *_: direct)
    paths = gw.Board.rectangle(4, 4).paths().longer_than(7).shorter_than(11)
    every = paths.list()
    drawn = Counter(paths.sample(40 * len(every), seed=3))
    assert set(drawn) == set(every)
    squared = sum((drawn[path] - 40) ** 2 / 40 for path in every)
    free = len(every) - 1
    assert abs(squared - free) < 4 * (2 * free) ** 0.5  # outside with a chance below 1e-3


def test_samples_come_one_by_one_and_are_those_of_a_list(spy):
    """The first comes when few have been made; the drawn do not depend on how many are made at a time."""
    made = spy(AllPaths, "sample")
    paths = gw.Board.rectangle(7, 7).paths()
    stream = paths.samples(3000, seed=1)
    first = next(stream)
    assert [n for _, n, _ in made] == [FIRST_BATCH]
    rest = list(stream)
    assert sum(n for _, n, _ in made) == 3000
    assert [first, *rest] == paths.sample(3000, seed=1)


# ------------------------------------------------------------------------------------ counts


def paths_with_one_step_back(side):
    """The number of paths of 2 * side moves across a square: one step back, between two steps across it."""
    # By the row, the column, the move before, and whether the step back is behind or just made.
    ways = {(0, 0, "", False): 1}
    total = 0
    for _ in range(2 * side):
        after = Counter()
        for (row, column, last, back), number in ways.items():
            steps = [("D", row + 1, column, back)]
            if last != "L":
                steps.append(("R", row, column + 1, back))
            if last == "D" and not back:
                steps.append(("L", row, column - 1, True))
            for move, down, across, was in steps:
                if down < side and 0 <= across < side:
                    after[down, across, move, was] += number
        ways = after
    for (row, column, last, back), number in ways.items():
        if (row, column, back) == (side - 1, side - 1, True) and last != "L":
            total += number
    return 2 * total  # back to the left, or up


@pytest.mark.parametrize("side", [3, 4, 12, 30])
def test_one_length_is_counted_where_all_lengths_are_hopeless(side):
    paths = gw.Board.rectangle(side, side).paths().of_length(2 * side)
    number = paths_with_one_step_back(side)
    assert ByLength(paths._question).lengths_along(None) == {2 * side: number}
    assert paths.count() == number
    assert paths.lengths() == {2 * side: number}


def test_counts_within_lengths_keep_to_limits(tmp_path):
    """A count that was stopped begins again; one that is done is read; a worker finds the same."""
    wide = gw.Board.rectangle(20, 20).paths()
    expected = wide.of_length(40).count()
    assert expected == paths_with_one_step_back(20)
    state = tmp_path / "state"
    with pytest.raises(TimeLimitError):
        wide.shorter_than(80).within(0.5, keep=state).count()
    kept = wide.of_length(40).within(keep=tmp_path / "other")
    assert kept.count() == kept.count() == expected
    assert kept.lengths() == {40: expected}
    with pytest.raises(MemoryLimitError):
        wide.of_length(60).within(memory=1 << 24).count()
    with ThreadPoolExecutor(1) as pool:
        assert wide.of_length(40).within(on=pool).count() == expected
