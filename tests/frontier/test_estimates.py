"""Estimates of counts: without bias, exact where all fits, honest where they cannot be good."""

import math
import os
import time
from fractions import Fraction
from itertools import count, product

import numpy as np
import pytest

import gridwalk as gw
import profiles
import seeded
from gridwalk.answers.estimated import CountEstimate
from gridwalk.errors import ArgumentError, QuestionError, TimeLimitError
from gridwalk.frontier.sampled.run import SampledRun
from gridwalk.frontier.sampled.runs import Precision, Runs, Spread, runs_needed, student
from gridwalk.kernels.frontier.simpath import thinning
from gridwalk.kernels.makers.chance import CERTAIN, STATES
from gridwalk.planner import listed
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.slices import tier as in_tier
from published import ROOK_PATHS
from strategies import KING, KING_AND_KNIGHT, KNIGHT, ORTHOGONAL, board_of

ROOK_PATHS_OF_60 = 33548015746008978536  # 12 x 12: moves counted along, and paths of all lengths swept
E, OPEN = gw.Board.rectangle, np.ones((5, 5), bool)


def with_walls(rows, columns, seed, share=0.2, **options):
    """Return a board with random walls that has paths."""
    rng = np.random.default_rng(seed)
    while True:
        open_cells = rng.random((rows, columns)) >= share
        open_cells[0, 0] = open_cells[-1, -1] = True
        board = gw.Board(open_cells, **options)
        if board.paths().find() is not None:
            return board


def walls_between(rows, columns, seed):
    rng = np.random.default_rng(seed)
    return rng.random((rows, columns - 1)) < 0.15, rng.random((rows - 1, columns)) < 0.15


# A set, and how many states a run keeps: so few that layers are thinned.
SETS = {
    "orthogonal": lambda: (E(6, 6).paths(), 20),
    "rook with walls": lambda: (with_walls(7, 7, 3).paths(), 8),
    "rook, wide": lambda: (E(4, 9).paths(), 8),
    "king": lambda: (E(4, 4, moves=gw.KING).paths(), 30),
    "king with walls": lambda: (with_walls(5, 5, 1, moves=gw.KING).paths(), 20),
    "knight": lambda: (E(5, 5, moves=gw.KNIGHT).paths(), 100),
    "cycles": lambda: (E(6, 6).cycles(), 20),
    "king's cycles": lambda: (E(4, 4, moves=gw.KING).cycles(), 30),
    "closed tours": lambda: (E(6, 6, moves=gw.KNIGHT).tours(closed=True), 150),
    "rook's closed tours": lambda: (E(6, 6).tours(closed=True), 8),
    "open tours": lambda: (E(5, 5).tours((0, 0)), 8),
    "open tours from anywhere": lambda: (E(4, 4).tours(), 30),
    "tours without direction": lambda: (E(4, 4).tours(undirected=True), 30),
    "through": lambda: (E(6, 6).paths().through((0, 5), (3, 2)), 15),
    "avoiding": lambda: (E(6, 6).paths().avoiding((0, 5), (3, 2)), 15),
    "several exits": lambda: (E(6, 6, exits=[(5, 5), (0, 5), (4, 1)]).paths(), 15),
    "several starts": lambda: (E(5, 6).paths([(0, 0), (2, 3)]), 15),
    "a start that is an exit": lambda: (E(5, 6, exits=[(4, 5), (0, 5)]).paths([(0, 0), (0, 5)]), 15),
    "one-way": lambda: (
        gw.Board(OPEN, one_way={(1, 1): (0, 1), (3, 2): (1, 0)}).paths(),
        15,
    ),
    "one-way cycles": lambda: (gw.Board(OPEN, one_way={(1, 1): (0, 1)}).cycles(), 15),
    "walls between cells": lambda: (gw.Board(np.ones((6, 6), bool), walls=walls_between(6, 6, 5)).paths(), 8),
    "wrap": lambda: (E(4, 4, wrap="both").paths(), 20),
    "blocks in series": lambda: (
        gw.Board.from_text("S...#....\n....#....\n.........\n....#....\n....#...E").paths(),
        6,
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", SETS)
def test_the_mean_of_many_runs_is_the_true_number(name):
    paths, states = SETS[name]()
    with in_tier("compiled"):
        true, found = paths.count(), paths.estimate_count(states=states, runs=profiles.number(600), seed=7)
    assert not found.exact
    assert found.relative_error > 0  # layers were thinned
    assert abs(found.value / true - 1) <= 4 * found.relative_error


@pytest.mark.parametrize("name", SETS)
def test_both_tiers_draw_the_same(name):
    paths, states = SETS[name]()
    found = []
    for tier in ("python", "compiled"):
        with in_tier(tier):
            found.append(str(paths.estimate_count(states=states, runs=2, seed=5).value))
    assert found[0] == found[1]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(24))
def test_any_board_is_estimated_without_bias(seed):
    """Boards of every kind, with any moves, corner rules, walls, wraps and one-way cells."""
    for raw, random in seeded.raws(
        seed, 3, [ORTHOGONAL, KING, KNIGHT, KING_AND_KNIGHT], one_way=True, most=6
    ):
        start, end = random.choice(raw.cells), random.choice(raw.cells)
        board = board_of(raw, start=start, exits=[end])
        for paths in (board.paths(), board.cycles(), board.tours(start)):
            if (true := listed.count_within(paths._question, 30_000)) is None:
                continue
            with in_tier("compiled"):
                found = paths.estimate_count(states=5, runs=profiles.number(400), seed=seed)
            if found.exact:
                assert found.value == true
            elif found.is_lower_bound:
                assert found.low <= true
            else:
                assert abs(found.value - true) <= 5 * found.relative_error * found.value + 1e-6 * true


@pytest.mark.parametrize("name", SETS)
def test_what_fits_is_exact(name):
    paths, _ = SETS[name]()
    found = paths.estimate_count(states=10**6)
    assert found.exact
    assert found.value == found.low == found.high == paths.count()
    assert paths.estimate_count().value == paths.count()  # over in a moment, so it is counted


def test_a_large_board_comes_near_the_published_number():
    found = E(13, 13).paths().estimate_count(states=3000, runs=16, seed=3)
    assert not found.exact
    assert found.low <= ROOK_PATHS[13] <= found.high
    assert abs(found.value / ROOK_PATHS[13] - 1) < 0.15


# --------------------------------------------------------------------------- the thinning of states


def chances_of(scores, limit, points):
    """Return the mean scores after thinning, over a grid of random numbers for each draw."""
    total, number = np.zeros(len(scores)), 0
    draws = len(scores)
    for random in points(draws):
        kept, new = np.zeros(len(scores) + 1, np.int64), np.zeros(len(scores) + 1)
        count = thin_with(scores, limit, kept, new, random)
        np.add.at(total, kept[:count], new[:count])
        number += 1
    return total / number


def thin_with(scores, limit, kept, new, numbers):
    """Thin with given random numbers, by the kernel's own function."""
    stream = iter(numbers)
    function = thinning.thin._function
    names = dict(function.__globals__) | {"draw": lambda _: next(stream)}
    return type(function)(function.__code__, names)(scores, limit, kept, new, None)


@pytest.mark.parametrize(
    "scores",
    [
        [0.0, 1.0, 1.0, 1.0, 1.0],
        [0.0, 0.5, 2.0, 0.25, 0.125, 1.0],
        [0.0, 0.125, 0.125, 0.5, 0.75, 0.0, 0.375],
    ],
)
def test_every_score_keeps_its_expectation(scores):
    """The mean over all combinations of equally spaced random numbers."""
    scores, steps = np.array(scores), 24
    middles = [int((2 * n + 1) * CERTAIN / (2 * steps)) for n in range(steps)]

    def points(draws):
        lights = int(((scores > 0) & (scores < 1.3)).sum())
        return product(middles, repeat=min(draws, lights) - 1)

    mean = chances_of(scores, 1.3, points)
    assert mean == pytest.approx(scores, abs=0.05)
    assert mean.sum() == pytest.approx(scores.sum(), rel=1e-9)  # the sum stays, every time


def test_the_threshold_keeps_about_as_many_as_asked_for(tier):
    rng = np.random.default_rng(1)
    scores = np.concatenate([[0.0], np.exp(3 * rng.standard_normal(2000))])
    found = np.zeros(1)
    call = getattr(thinning.threshold, tier)
    call(scores, 300, found)
    assert np.minimum(scores / found[0], 1).sum() == pytest.approx(300, abs=0.01)
    kept, new = np.zeros(2001, np.int64), np.zeros(2001)
    count = getattr(thinning.thin, tier)(
        scores, float(found[0]), kept, new, np.array([STATES // 3], np.int64)
    )
    assert 300 <= count <= 302
    assert sorted(set(kept[:count])) == sorted(kept[:count])  # none twice
    assert set(np.flatnonzero(scores >= found[0])) <= set(kept[:count])  # the heavy ones stay,
    heavy = scores[kept[:count]] >= found[0]
    assert (new[:count][heavy] == scores[kept[:count]][heavy]).all()  # as they are
    assert new[:count].sum() == pytest.approx(scores.sum())


# -------------------------------------------------------------------------------- runs and intervals


def test_the_same_seed_gives_the_same_answer_with_any_number_of_threads(spy):
    paths, found = E(8, 8).paths(), []
    for threads in (1, 2, 3):
        spy(os, "cpu_count", lambda *_, threads=threads: threads)
        found.append(paths.estimate_count(0.1, states=100, seed=11))
    assert found[0] == found[1] == found[2]
    assert found[0].runs >= 12
    assert paths.estimate_count(0.1, states=100, seed=12) != found[0]
    generators = [np.random.default_rng(4) for _ in range(2)]
    assert len({paths.estimate_count(states=100, runs=2, seed=rng) for rng in generators}) == 1


def test_a_smaller_error_takes_more_runs():
    paths = E(8, 8).paths()
    rough, fine = (paths.estimate_count(error, states=100, seed=3) for error in (0.2, 0.02))
    assert fine.runs > rough.runs
    assert fine.high - fine.low < rough.high - rough.low
    assert (fine.high - fine.low) / (2 * fine.value) == pytest.approx(0.02, rel=0.5)


@pytest.mark.long
def test_intervals_cover_the_true_number_as_often_as_they_say():
    boards = [E(7, 7).paths(), with_walls(8, 8, 2).paths(), E(4, 4, moves=gw.KING).paths(), E(7, 7).cycles()]
    covered = 0
    for paths, seed in product(boards, range(12)):
        true, found = paths.count(), paths.estimate_count(0.1, states=60, seed=seed)
        assert not found.is_lower_bound
        covered += found.low <= true <= found.high
    assert covered >= 42  # of 48


@pytest.mark.long
def test_intervals_of_given_lengths_cover_the_true_number_as_often_as_they_say():
    every = [
        E(8, 8).paths().of_length(30), with_walls(8, 8, 2).paths().of_length(22),
        E(6, 8).paths().longer_than(16).shorter_than(24), E(7, 7).paths().longer_than(36),
        E(7, 7).cycles().of_length(20), E(6, 6, exits=[(5, 5), (0, 5), (4, 1)]).paths().of_length(17),
        E(5, 5, moves=gw.KING).paths().of_length(9), E(6, 6, moves=gw.KNIGHT).paths().of_length(12),
    ]  # fmt: skip
    covered = given = 0
    for paths, seed in product(every, range(8)):
        found = paths.estimate_count(states=100, runs=12, seed=seed)
        given += not found.is_lower_bound
        covered += not found.is_lower_bound and found.low <= paths.count() <= found.high
    assert given > 0.9 * len(every) * 8
    assert 0.9 * given <= covered


def test_students_quantiles():
    """From tables: Abramowitz and Stegun 26.10."""
    table = {9: 2.262, 10: 2.228, 11: 2.201, 15: 2.131, 20: 2.086, 30: 2.042, 60: 2.000, 120: 1.980}
    assert {n: round(student(n), 3) for n in table} == pytest.approx(table, abs=6e-4)


def test_few_runs_or_a_wide_spread_give_a_lower_bound_only():
    values = [Fraction(n) for n in (90, 100, 110)]
    few = Spread.of(values)
    assert (few.mean, few.low, few.high) == (100, 5, None)
    wide = Spread.of([Fraction(0)] * 19 + [Fraction(100)])
    assert (wide.mean, wide.low, wide.high) == (5, Fraction(1, 4), None)
    good = Spread.of(values * 4)
    assert good.low < 100 < good.high
    factor = math.exp(2.201 * math.sqrt(800 / 11) / 100 / math.sqrt(12))
    assert (float(good.low), float(good.high)) == pytest.approx((100 / factor, 100 * factor), rel=1e-5)
    assert math.isnan(Spread.of(values[:1]).deviation)
    assert Spread.of([Fraction(0)] * 12).high is None
    assert Spread.of(values * 4, judged=0.6).high is None
    assert Spread.of([Fraction(0)] * 19 + [Fraction(100)], judged=0.4).high is not None
    assert Spread.of([Fraction(0)] * 12, judged=0.4).high is None


def test_the_number_of_runs_is_chosen_as_by_stein():
    values = [Fraction(n) for n in (80, 120) * 6]  # a standard deviation of 20.9 %
    assert runs_needed(values, 0.5) == 12
    assert runs_needed(values, 0.02) == math.ceil((2.201 * 0.20889 / 0.02) ** 2)
    assert runs_needed([Fraction(0)] * 12, 0.02) == 12  # none found a path, however many


def test_where_runs_differ_too_much_there_is_a_lower_bound():
    paths = E(5, 5, moves=gw.KNIGHT).tours()
    found = paths.estimate_count(states=60, seed=1)
    assert found.is_lower_bound
    assert found.high is None
    assert "at least" in str(found)
    assert found.low <= paths.count()
    few = E(7, 7).paths().estimate_count(states=30, runs=9, seed=1)
    assert few.is_lower_bound
    assert not E(7, 7).paths().estimate_count(states=30, runs=10, seed=1).is_lower_bound


def judged(values, pilots, wanted, states_of_pilots=100):
    """Return the runs of these values, where *pilots* come after the first runs."""
    made = iter([*values[:12], *pilots, *values[12:]])

    def run(states, rng, watch, memory):
        return SampledRun(Fraction(next(made)), True, 1)

    runs = Runs(run, np.random.default_rng(1), NO_LIMITS.watch(), Resources(threads=1))
    runs.make(wanted)
    return runs


def test_runs_that_do_not_count_say_whether_there_is_an_interval():
    steady, wild = [90, 110] * 3, [0, 0, 0, 0, 0, 600]
    wanted = Precision(0.1, None, 100, None)
    good = judged([0, 400] * 6 + [100] * 10_000, steady, wanted)
    assert good.spread.deviation > 1
    assert good.spread.high is not None
    assert len(good.done) == runs_needed([Fraction(n) for n in [0, 400] * 6], 0.1)
    bad = judged([90, 110] * 6, wild, wanted)
    assert (bad.spread.mean, bad.spread.low, bad.spread.high) == (100, 5, None)
    assert len(bad.done) == 12
    assert len(bad.pilots) == 6
    assert judged([90, 110] * 6, wild, Precision(0.1, None, 100, 12)).spread.high is None


def test_in_a_given_time_a_third_of_the_runs_judges_where_the_pilots_spread_too_much(spy):
    clock = count(0, 0.01)
    spy(time, "monotonic", lambda _: next(clock))
    found = judged([90, 110] * 1000, [0, 0, 0, 0, 0, 600], Precision(0.1, 10.0, 100, None))
    assert found.spread.high is not None
    assert len(found.done) > 100
    assert len(found.pilots) == pytest.approx(len(found.done) / 2, abs=1)


def test_where_all_runs_die_the_number_is_unknown():
    found = E(8, 8, moves=gw.KNIGHT).tours(closed=True).estimate_count(states=1, runs=12, seed=1)
    assert (found.value, found.low, found.high) == (0, 0, None)
    assert str(found) == "unknown (no run found one)"


# -------------------------------------------------------------------------------------- the answer


def test_an_answer_prints_with_the_digits_that_say_something():
    def estimate(value, low, high, error):
        return CountEstimate(value, math.log10(value), low, high, 0.95, 20, error, 100, False, "sampled")

    big = 10**365
    assert str(estimate(312 * big, 295 * big, 329 * big, 0.027)) == "3.12e367 (2.95e367 .. 3.29e367, 95 %)"
    assert str(estimate(312 * big, 295 * big, 329 * big, 0.2)) == "3.1e367 (3.0e367 .. 3.3e367, 95 %)"
    assert str(estimate(10**5000, 9 * 10**4999, 2 * 10**5000, 0.2)) == "1.0e5000 (9.0e4999 .. 2.0e5000, 95 %)"
    assert str(estimate(12, 10, 14, 0.2)) == "12 (10 .. 14, 95 %)"
    assert str(CountEstimate.certain(184, "sweep")) == "184 (exact)"


def test_paths_that_are_none_are_known_exactly():
    assert E(4, 5, moves=gw.KNIGHT).tours(closed=True).estimate_count() == CountEstimate.certain(0, "proof")
    assert E(1, 1).paths().estimate_count(states=1).value == 1
    cut_off = gw.Board.from_text("S#E")
    assert cut_off.paths().estimate_count(states=1) == CountEstimate.certain(0, "sweep")


@pytest.mark.parametrize(
    ("name", "value"),
    [("error", 0), ("error", 1), ("error", math.nan), ("error", "5%"), ("error", True), ("anytime", 0),
     ("anytime", math.inf), ("states", 0), ("states", 2.5), ("runs", 0), ("seed", -1)],
)  # fmt: skip
def test_bad_arguments_are_refused(name, value):
    with pytest.raises(ArgumentError, match=name):
        E(3, 3).paths().estimate_count(**{name: value})


def test_limits_mean_what_they_mean_elsewhere():
    paths = E(30, 30).paths()
    with pytest.raises(TimeLimitError):
        paths.within(seconds=1e-9).estimate_count(seed=1)
    with pytest.raises(gw.MemoryLimitError):
        paths.within(memory=2 << 20).estimate_count(states=100_000, seed=1)


def test_seconds_stop_between_runs():
    found = E(20, 20).paths().estimate_count(0.001, anytime=1e-6, states=50, seed=1)
    assert 1 <= found.runs <= 64
    assert found.is_lower_bound == (found.runs < 10 or found.high is None)


def test_progress_has_an_interval_that_narrows(tune):
    told = []
    tune(tell_every=0.0)
    found = E(8, 8).paths().within(progress=told.append).estimate_count(0.05, states=100, seed=2)
    answers = [(one.value, one.low, one.high) for one in told if one.high is not None]
    assert answers
    assert all(low <= value <= high for value, low, high in answers)
    assert answers[-1][2] - answers[-1][1] < answers[0][2] - answers[0][1]
    assert found.low <= answers[-1][0] <= found.high


# ---------------------------------------------------------------------- lengths, visits and samples


@pytest.mark.long
@pytest.mark.parametrize("name", SETS)
def test_lengths_are_estimated_without_bias(name):
    paths, states = SETS[name]()
    with in_tier("compiled"):
        true, found = (
            paths.lengths(),
            paths.estimate_lengths(states=6 * states, runs=profiles.number(500), seed=3),
        )
    assert list(found) == sorted(found)
    assert found.count.low <= 1.1 * sum(true.values())
    for length, number in true.items():
        if length not in found:
            continue
        one = found[length]
        if not one.is_lower_bound:
            assert abs(one.value - number) <= 4.5 * one.relative_error * one.value + 1e-6 * number
    total = sum(true.values())
    mean = sum(length * number for length, number in true.items()) / total
    assert abs(found.mean - mean) <= 4.5 * found.mean_error + 1e-9
    assert set(found) <= set(true)


def test_lengths_that_fit_are_exact(tier):
    for paths in (E(4, 4).paths(), E(4, 4).cycles(), E(5, 5, moves=gw.KNIGHT).tours((0, 0))):
        found = paths.estimate_lengths(states=100_000, runs=2)
        assert {length: one.value for length, one in found.items()} == paths.lengths()
        assert found.count.exact
        assert found.mean_error == 0
        assert {length: one.value for length, one in paths.estimate_lengths().items()} == paths.lengths()


def test_paths_of_given_lengths_are_counted_by_their_lengths():
    paths = E(7, 7).paths()
    for some in (paths.of_length(24), paths.longer_than(30), paths.shorter_than(20)):
        found = some.estimate_count(states=60, runs=60, seed=1)
        assert not found.exact
        assert abs(found.value / some.count() - 1) < 4.5 * found.relative_error
    assert paths.of_length(13).estimate_count() == CountEstimate.certain(0, "proof")
    assert paths.of_length(24).estimate_count() == CountEstimate.certain(paths.of_length(24).count(), "sweep")


def test_paths_of_a_rare_length_of_a_large_board_come_near_the_exact_number():
    with in_tier("compiled"):
        found = E(12, 12).paths().of_length(60).estimate_count(states=1000, runs=12, seed=1)
    assert found.low <= ROOK_PATHS_OF_60 <= found.high
    assert found.relative_error < 0.06


def true_visits(paths):
    total, number = np.zeros(paths.board.shape), 0
    for path in paths:
        total[tuple(path.cells.T)] += 1
        number += 1
    return total / number


VISITED = [
    "rook with walls", "knight", "king's cycles", "open tours", "through", "several exits",
    "a start that is an exit", "one-way", "one-way cycles", "walls between cells", "wrap",
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", VISITED)
def test_visits_are_estimated(name):
    paths, states = SETS[name]()
    with in_tier("compiled"):
        found = paths.estimate_visits(states=2 * states, runs=profiles.number(300), seed=3)
    true = true_visits(paths)
    assert (found.frequencies[~paths.board.open_cells] == 0).all()
    if not found.count.is_lower_bound:
        assert np.abs(found.frequencies - true).max() < 5 * found.errors.max() + 1e-9
        assert found.errors.max() < 0.2
    exact = paths.estimate_visits(states=10**6, runs=1)
    assert exact.frequencies == pytest.approx(true, abs=1e-9)
    assert (exact.errors == 0).all()
    assert exact.count.value == paths.count()


def test_visits_of_blocks_in_series():
    paths, _ = SETS["blocks in series"]()
    exact = paths.estimate_visits(states=10**6, runs=1)
    assert exact.frequencies.max() <= 1 + 1e-9
    assert exact.frequencies[0, 0] == exact.frequencies[2, 4] == pytest.approx(1)
    for cell in [(0, 3), (4, 4), (2, 8)]:
        if paths.board.open_cells[cell]:
            share = paths.through(cell).count() / paths.count()
            assert exact.frequencies[cell] == pytest.approx(share, abs=1e-9)


@pytest.mark.parametrize("name", SETS)
def test_samples_are_paths_of_the_set(name):
    paths, states = SETS[name]()
    found = paths.sample_approximately(4, states=4 * states, seed=2)
    assert len(found) == 4
    assert all(path in paths for path in found)
    assert all(path.by == "sampled" for path in found)
    again = paths.sample_approximately(4, states=4 * states, seed=2)
    assert [list(path) for path in again] == [list(path) for path in found]


def test_samples_are_uniform_where_all_states_fit():
    """A chi-square test over the 12 paths of 3x3: 11 degrees of freedom, 99.9 % below 31.3."""
    paths = E(3, 3).paths()
    with in_tier("compiled"):
        drawn = paths.sample_approximately(1200, states=1000, seed=1)
    counts = np.array([sum(path == one for one in drawn) for path in paths])
    assert counts.sum() == 1200
    assert ((counts - 100) ** 2 / 100).sum() < 31.3


def test_what_a_sample_of_states_cannot_answer_is_refused():
    paths = E(6, 6).paths().of_length(12)
    for verb in (paths.estimate_visits, paths.sample_approximately):
        with pytest.raises(QuestionError, match="given lengths"):
            verb()
    assert E(6, 6).paths().sample_approximately(0) == []
    assert E(4, 5, moves=gw.KNIGHT).tours(closed=True).sample_approximately(2) == []


def test_when_the_time_is_over_the_runs_made_are_the_answer(spy):
    """Six runs were thrown away first, however long they took."""
    made = spy(Runs, "_batch")
    estimate = gw.Board.rectangle(16, 16).paths().within(on=1).estimate_count(anytime=1e-9, seed=1)
    assert (estimate.runs, [number for _, number, _ in made]) == (1, [1])
