"""Samples from one sweep in floating point: each path has the same chance, however counts are rounded."""

import random
from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from test_profile import boards, random_question, turned

import gridwalk as gw
import roles
from gridwalk.frontier.exact import bits_needed, bits_on_the_way, moduli
from gridwalk.frontier.families import Streams, fair_ranks
from gridwalk.frontier.profile import draw
from gridwalk.frontier.profile import sweep as sweeping
from gridwalk.frontier.profile.draw import Drawer, settled
from gridwalk.frontier.profile.plan import make_plan
from gridwalk.frontier.profile.sweep import ProfileAlgebra, sweep_of
from gridwalk.frontier.profile.table import Table
from gridwalk.frontier.profile.traceback import to_keep
from gridwalk.frontier.profile.walkback import Sampler
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.resources import Resources


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


def test_what_is_compared_exactly_is_as_in_floating_point(tune):
    drawer = Drawer(roles.corner(5))
    wanted = drawer.sample(50, np.random.default_rng(3))
    tune(unsure_draws=2.0)  # everything
    assert drawer.sample(50, np.random.default_rng(3)) == wanted


def test_a_number_of_few_bits_is_settled_by_more():
    edges = [Fraction(1, 3), Fraction(1, 2), Fraction(999, 1000)]
    rng = np.random.default_rng(5)
    rows = rng.random((4000, 2))
    found = Counter(settled(edges, row[0], row, bits=1) for row in rows)
    for piece, share in enumerate((1 / 3, 1 / 6, 0.499, 0.001)):
        assert abs(found[piece] - 4000 * share) < 4 * (4000 * share) ** 0.5 + 1
    for row in rows[:200]:
        exact = sum(edge <= Fraction(row[0]) for edge in edges)
        assert settled(edges, row[0], row) == exact


@pytest.mark.parametrize("given_up", [None, 0.1])
def test_to_draw_twice_is_to_draw_as_many_at_once(given_up):
    drawer, rng = Drawer(roles.corner(5)), np.random.default_rng(2)
    if given_up:
        drawer._stays = 1 - given_up
    at_once = drawer.sample(20, np.random.default_rng(2))
    assert [path for n in (1, 0, 7, 12) for path in drawer.sample(n, rng)] == at_once
    for paths in (gw.Board.rectangle(4, 4).paths(), gw.Board.rectangle(3, 4).cycles()):
        drawn = paths.sample(9, seed=4)
        assert list(paths.samples(9, seed=4)) == drawn
        assert [path for path, _ in zip(paths.samples(seed=4), drawn, strict=False)] == drawn
        assert paths.sample(3, seed=4) == drawn[:3]


def test_samples_and_paths_are_the_same_with_any_number_of_layers(tier):
    n = 6 if tier == "compiled" else 4
    question, ranks = roles.corner(n), [0, 17, 100]
    plan = make_plan(question)
    sweep, numbers = sweep_of(plan, lambda _: None), moduli(bits_needed(plan, lambda _: None))
    width = sum(np.dtype(ProfileAlgebra.counting(number).dtype).itemsize for number in numbers)
    wanted = Drawer(question).sample(30, np.random.default_rng(1)), Sampler(question).unrank_many(ranks)
    for layers in (4, 5, 6, 9, n * n):
        found = []
        for bytes_of_count, maker in ((4, Drawer), (width, Sampler)):
            memory = sweep.bytes + sweep.words.size * (4 + bytes_of_count * (1 + layers))
            made = maker(question, resources=Resources(memory))
            assert made._layers._most == min(layers, n * n - sweep.first)
            assert made.bytes <= memory + made._layers._found.nbytes
            found.append(made)
        for _ in range(2):  # a second walk, after the first has dropped layers
            assert found[0].sample(30, np.random.default_rng(1)) == wanted[0]
            assert found[1].unrank_many(ranks) == wanted[1]
            assert len(found[0]._layers._kept) <= layers
        assert [found[1].rank(path) for path in wanted[1]] == ranks


def test_a_path_of_one_move_has_a_rank():
    question = roles.paths(np.ones((5, 5)), (0, 0), [(0, 1)])
    sampler = Sampler(question)
    assert sampler.unrank_many([sampler.rank([0, 1])]) == [[0, 1]]
    assert sampler.rank([0]) is None


@pytest.mark.parametrize("room", range(1, 8))
def test_a_walk_back_makes_no_layer_more_often_than_it_must(room):
    for layers in range(1, 120):
        kept, made = {0}, Counter()

        def run(start, stop, kept=kept, made=made):
            made.update(range(start + 1, stop + 1))
            kept.update(to_keep(start, stop, room - len(kept)))
            assert len(kept) <= room

        run(0, layers)
        for layer in range(layers - 1, 0, -1):
            kept -= {behind for behind in kept if behind > layer}
            if layer not in kept:
                run(max(kept), layer)
        times = next(t for t in range(1, 200) if comb(room + t, t) > layers)
        assert max(made.values()) <= times


def test_no_count_on_the_way_exceeds_its_bound():
    for question in (
        roles.corner(5),
        roles.cycles(np.ones((4, 5))),
        roles.paths(np.ones((4, 4)), None, None),
    ):
        plan = make_plan(question)
        bits = bits_on_the_way(plan, lambda _: None)
        table = Table(sweep_of(plan, lambda _: None), ProfileAlgebra.counting(1 << 64), lambda _: None)
        highest = 0
        while not table.done:
            highest = max(highest, int(table.values.max()))
            table.advance(lambda _: None)
        assert 1 < highest < 2**bits < 2**20 * highest


@pytest.mark.long
@pytest.mark.parametrize(("columns", "dtype"), [(100, np.float32), (300, np.float64), (300, None)])
def test_long_boards_are_drawn_from_in_wider_numbers_or_by_rank(columns, dtype, tune):
    """2 x n corner to corner, 2**(n - 1) paths: in each column but the last it may change the row."""
    if dtype is None:
        tune(profile_real=sweeping.REAL[:1])
    algebra = ProfileAlgebra.real(bits_on_the_way(make_plan(roles.corner(2, columns)), lambda _: None))
    assert (algebra and algebra.dtype) == dtype
    paths = gw.Board.rectangle(2, columns).paths().sample(30, seed=1)
    lengths = [path.length - columns for path in paths]  # the changes of rows, each by a fair coin, and odd
    assert len(set(paths)) == 30
    assert abs(np.mean(lengths) - columns / 2) < 4 * (columns / 4 / 30) ** 0.5 + 1


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
