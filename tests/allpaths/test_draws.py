"""Samples from one sweep in floating point: each path has the same chance, however counts are rounded."""

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from test_profile import boards, random_question, turned

import gridwalk as gw
import roles
from gridwalk.allpaths.combine import Streams, fair_ranks
from gridwalk.allpaths.profile import draw
from gridwalk.allpaths.profile.draw import Drawer
from gridwalk.allpaths.profile.walkback import Sampler
from gridwalk.runtime.limits import NO_LIMITS


def is_fair(drawn, members):
    """Whether the drawn are members, and as evenly spread as one in 10,000 fair draws is not: chi-squared."""
    many = Counter(drawn)
    assert set(many) <= set(members)
    each, free = many.total() / len(members), len(members) - 1
    squared = sum((many[member] - each) ** 2 / each for member in members)
    return abs(squared - free) < 4 * (2 * free) ** 0.5 + 8


@pytest.mark.parametrize("seed", range(3))
def test_samples_are_as_fair_as_a_listing(tier, seed):
    rng = random.Random(60 + seed)
    for _ in boards(tier, 20):
        question, paths = random_question(rng)
        drawer, cyclic = Drawer(question), not (question.roles > 1).any()
        n = 10 * len(paths) if len(paths) < 1000 else 100
        drawn = [turned(path, cyclic) for path in drawer.sample(n, np.random.default_rng(seed))]
        assert len(drawn) == n
        assert set(drawn) <= set(paths)
        if 1 < len(paths) < 1000:
            assert is_fair(drawn, paths)


@pytest.mark.parametrize("given_up", [2.0**-5, 0.25])
def test_a_path_is_as_likely_as_any_other_however_often_walks_are_given_up(given_up):
    """From a cell to any other: paths end at different cells of the sweep."""
    question = roles.paths(np.ones((3, 3)), (0, 1), None)
    every = [tuple(path) for path in Sampler(question).unrank_many(range(Sampler(question).count))]
    drawer = Drawer(question)
    drawer._stays = 1 - given_up
    stays, last = Fraction(drawer._stays), max(at for at, _ in drawer._ends)
    shares = [
        Fraction(values[0]) * stays ** (last - at) for at, _, values in sorted(drawer._layers.closed[0])
    ]
    drawer._edges = draw._edges(shares)
    drawn = drawer.sample(60 * len(every), np.random.default_rng(1))
    assert is_fair(map(tuple, drawn), every)


@pytest.mark.parametrize(
    "paths",
    [
        gw.Board.rectangle(3, 3).paths((1, 1), exits=None),
        gw.Board.from_text("..#..\n.....\n..#..").cycles(),
        gw.Board.from_text("..#..\n.....\n..#..").paths((0, 0), (2, 4)),
        gw.Board.rectangle(3, 3, moves=gw.KING).paths(),
        gw.Board.rectangle(3, 3).tours(start=None),
        gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours(start=None),
    ],
    ids=["any exit", "blocks of cycles", "blocks in series", "king", "tours", "knight's tours"],
)
def test_sets_put_together_of_parts_are_drawn_from_fairly(paths):
    every = [tuple(path) for path in paths]
    assert len(every) > 2
    drawn = paths.sample(40 * len(every), seed=6)
    assert is_fair([tuple(path) for path in drawn], every)


def test_streams_are_of_their_own_and_follow_from_the_seed():
    first, again = (Streams.of(np.random.default_rng(3)) for _ in range(2))
    every = [first, first.under(0), first.under(1), first.under(0).under(1)]
    assert len({int(streams.rng.integers(1 << 62)) for streams in every}) == 4
    number = again.under(0).under(1).rng.integers(1 << 62)
    assert number != first.under(0).under(1).rng.integers(1 << 62)
    ranks = fair_ranks(3, 3000, first.rng, NO_LIMITS.watch())
    assert is_fair(ranks, range(3))
