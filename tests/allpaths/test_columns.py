"""Counts by length in columns: those of every length, or of a window of lengths."""

import random
from collections import Counter

import numpy as np
import pytest
from test_planar import random_question

import gridwalk as gw
import roles
from gridwalk.allpaths.planar import lengths
from gridwalk.planner.swept import ByLength

ROOK_PATHS_OF_60 = 33548015746008978536  # 12 x 12: moves counted along, and hashed words with lengths


@pytest.mark.parametrize("seed", range(4))
def test_windows_of_lengths_agree_with_listing(tier, seed):
    rng = random.Random(80 + seed)
    for _ in range(30 if tier == "compiled" else 6):
        question, paths = random_question(rng)
        true = Counter(len(path) - bool((question.roles > 1).any()) for path in paths)
        ends = sorted(true)[:1] + sorted(true)[-1:]
        for some in {(0, None), (rng.randint(0, 6), 9), (99, None), *((length, length) for length in ends)}:
            least, most = some[0], 99 if some[1] is None else some[1]
            wanted = {n: times for n, times in true.items() if least <= n <= most}
            assert lengths(question, moves=some) == wanted


@pytest.mark.parametrize(
    "question",
    [roles.corner(7), roles.cycles(np.ones((6, 6))), roles.paths(np.ones((4, 7)), (1, 2), None)],
    ids=["corner to corner", "cycles", "to any cell"],
)
def test_every_window_is_a_part_of_all_lengths(question):
    """The first column kept moves on, row by row; sums pass 16, 32 and 64 bits."""
    every = lengths(question)
    found = Counter()
    for least in range(0, max(every) + 1, 5):
        some = lengths(question, moves=(least, least + 4))
        assert set(some) <= set(range(least, least + 5))
        found.update(some)
    assert found == every
    middle = sorted(every)[len(every) // 2]
    assert lengths(question, moves=(middle, None)) == {n: k for n, k in every.items() if n >= middle}


def test_a_length_on_a_large_board():
    paths = gw.Board.rectangle(12, 12).paths()
    assert paths.of_length(60).count() == ROOK_PATHS_OF_60
    few = paths.longer_than(59).shorter_than(65)
    assert few.lengths()[60] == ROOK_PATHS_OF_60
    assert sum(few.lengths().values()) == few.count()
    assert paths.of_length(61).count() == 0


def test_blocks_in_series_have_windows_of_their_own():
    board = gw.Board.from_text("S..#....\n...#....\n........\n...#....\n...#...E")
    paths = board.paths()
    every = paths.lengths()
    for length in every:
        assert ByLength(paths.of_length(length)._question).lengths_of_all() == {length: every[length]}
