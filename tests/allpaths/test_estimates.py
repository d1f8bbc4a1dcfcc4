"""Estimates of counts are unbiased, exact if all states fit, and have no interval if they are unreliable."""

import math
import os
from itertools import product

import numpy as np
import pytest

import gridwalk as gw
import profiles
import seeded
from gridwalk.allpaths.sampled.runs import Runs
from gridwalk.answers.estimated import CountEstimate
from gridwalk.planner import listed
from gridwalk.runtime.slices import tier as in_tier
from published import ROOK_PATHS
from strategies import KING, KING_AND_KNIGHT, KNIGHT, ORTHOGONAL, board_of

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


# A set, and the number of states of a run, small enough to drop states.
SETS = {
    "orthogonal": lambda: (E(6, 6).paths(), 20),
    "rook with walls": lambda: (with_walls(7, 7, 3).paths(), 8),
    "king": lambda: (E(4, 4, moves=gw.KING).paths(), 30),
    "knight": lambda: (E(5, 5, moves=gw.KNIGHT).paths(), 100),
    "cycles": lambda: (E(6, 6).cycles(), 20),
    "king's cycles": lambda: (E(4, 4, moves=gw.KING).cycles(), 30),
    "closed tours": lambda: (E(6, 6, moves=gw.KNIGHT).tours(closed=True), 150),
    "open tours": lambda: (E(5, 5).tours((0, 0)), 8),
    "open tours from anywhere": lambda: (E(4, 4).tours(), 30),
    "through": lambda: (E(6, 6).paths().through((0, 5), (3, 2)), 15),
    "several exits": lambda: (E(6, 6, exits=[(5, 5), (0, 5), (4, 1)]).paths(), 15),
    "a start that is an exit": lambda: (E(5, 6, exits=[(4, 5), (0, 5)]).paths([(0, 0), (0, 5)]), 15),
    "one-way": lambda: (gw.Board(OPEN, one_way={(1, 1): (0, 1), (3, 2): (1, 0)}).paths(), 15),
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
    assert found.relative_error > 0  # states were dropped
    assert abs(found.value / true - 1) <= 4 * found.relative_error


@pytest.mark.parametrize("name", ["orthogonal", "king's cycles", "open tours from anywhere", "one-way"])
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


@pytest.mark.long
def test_a_large_board_comes_near_the_published_number():
    found = E(13, 13).paths().estimate_count(states=3000, runs=16, seed=3)
    assert not found.exact
    assert found.low <= ROOK_PATHS[13] <= found.high
    assert abs(found.value / ROOK_PATHS[13] - 1) < 0.15


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


# ---------------------------------------------------------------------------------------- lengths


@pytest.mark.long
@pytest.mark.parametrize("name", SETS)
def test_lengths_are_estimated_without_bias(name):
    paths, states = SETS[name]()
    with in_tier("compiled"):
        true = paths.lengths()
        found = paths.estimate_lengths(states=6 * states, runs=profiles.number(500), seed=3)
    assert list(found) == sorted(found)
    assert found.count.low <= 1.1 * sum(true.values())
    for length, one in found.items():
        if not one.is_lower_bound:
            assert abs(one.value - true[length]) <= 4.5 * one.relative_error * one.value + 1e-6 * true[length]
    total = sum(true.values())
    mean = sum(length * number for length, number in true.items()) / total
    assert abs(found.mean - mean) <= 4.5 * found.mean_error + 1e-9
    assert set(found) <= set(true)


def test_paths_of_given_lengths_are_counted_by_their_lengths():
    paths = E(7, 7).paths()
    for some in (paths.of_length(24), paths.longer_than(30), paths.shorter_than(20)):
        found = some.estimate_count(states=60, runs=60, seed=1)
        assert not found.exact
        assert abs(found.value / some.count() - 1) < 4.5 * found.relative_error
    assert paths.of_length(13).estimate_count() == CountEstimate.certain(0, "proof")
    assert paths.of_length(24).estimate_count() == CountEstimate.certain(paths.of_length(24).count(), "sweep")


def test_when_the_time_is_over_the_runs_made_are_the_answer(spy):
    """The six pilots are discarded, however long they take."""
    made = spy(Runs, "_batch")
    estimate = gw.Board.rectangle(16, 16).paths().within(on=1).estimate_count(anytime=1e-9, seed=1)
    assert (estimate.runs, [number for _, number, _ in made]) == (1, [1])
