"""A long path with a bound: the path is valid, and the longest is between its length and the bound."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.errors import TimeLimitError
from gridwalk.longest.longnetwork import LongNetwork
from gridwalk.longest.search import LongSearch, gains
from gridwalk.runtime import slices
from gridwalk.runtime.limits import NO_LIMITS
from profiles import examples
from seeded import corner_to_corner
from strategies import listable_questions


@pytest.fixture
def no_sweep(tune):
    """Never answer for a block by a sweep."""
    tune(longest_exact_seconds=-1.0)


def check(raw, path, expected, measure, starts, exits):
    """Compare a path and its bound with all paths, listed by the oracle."""
    if not expected:
        assert path is None
        return
    oracles.check_certificate(raw, path, exits=exits)
    assert path.start in starts

    value, *values = (oracles.worth(raw, one, measure) for one in (path, *expected))
    optimum = max(values)
    slack = 1e-9 * max(1.0, abs(optimum))
    assert math.isclose(value, path.length if measure == "length" else path.cost, rel_tol=1e-12)
    assert value - slack <= optimum <= path.bound + slack
    assert path.best == measure
    assert path.proved == (path.gap == 0)
    if path.proved:
        assert value >= optimum - slack


@pytest.mark.parametrize("measure", ["length", "cost"])
@examples(300)
@given(question=listable_questions(), data=st.data())
def test_the_longest_lies_between_path_and_bound(no_sweep, measure, question, data):
    raw, cell = question.raw, st.sampled_from(question.raw.cells)
    starts = sorted(data.draw(st.sets(cell, min_size=1, max_size=2)))
    avoided = sorted(data.draw(st.sets(cell, max_size=1)))
    paths = question.board.paths(starts)
    paths = paths.avoiding(*avoided) if avoided else paths
    expected = [
        path
        for start in starts
        for path in oracles.simple_paths(raw, start, question.exits)
        if not set(path) & set(avoided)
    ]
    path = paths.longest(measure=measure, steps=data.draw(st.sampled_from((1, 70, 700))), seed=1)
    check(raw, path, expected, measure, starts, question.exits)


@examples(60)
@given(question=listable_questions())
def test_blocks_that_are_swept_are_exact(question):
    expected = list(oracles.simple_paths(question.raw, question.start, question.exits))
    path = question.board.paths().longest(steps=1)
    check(question.raw, path, expected, "length", [question.start], question.exits)
    if path is not None:
        assert path.proved
        assert path.by == "sweep"
        assert path.expanded == 0


@pytest.mark.parametrize(
    ("board", "measure"),
    [
        (corner_to_corner(9, 0.2, 2), "length"),
        (corner_to_corner(5, 0.1, 1).replace(moves=gw.KING), "cost"),
        (corner_to_corner(8, 0.1, 3).replace(costs=np.arange(64).reshape(8, 8) + 1), "cost"),
        (corner_to_corner(8, 0.1, 4).replace(exits=[(7, 7), (7, 0), (0, 7)]), "length"),
        (corner_to_corner(8, 0.1, 3).replace(one_way={(2, 2): (0, 1), (5, 4): (1, 0)}), "length"),
        (gw.Board.rectangle(5, 5, wrap="both"), "length"),
    ],
)
def test_paths_of_small_boards_are_close_to_the_optimum(no_sweep, board, measure):
    paths = board.paths()
    exact = paths.longest(measure=measure)
    path = paths.longest(measure=measure, steps=20_000, seed=1)
    value, optimum = (getattr(one, measure) for one in (path, exact))
    assert path in paths
    assert path.by == "anytime"
    assert 0.98 * optimum <= value <= optimum + 1e-9
    assert path.bound >= optimum - 1e-9


def test_the_same_seed_and_steps_give_the_same_path(no_sweep):
    paths, steps = corner_to_corner(20, 0.25, 4).paths(), 999
    first, again = (paths.longest(steps=steps, seed=7) for _ in range(2))
    assert first == again
    assert first.expanded == again.expanded == steps
    assert first == paths.longest(steps=steps, seed=np.random.default_rng(7))
    assert first != paths.longest(steps=steps, seed=8)


def test_both_tiers_find_the_same_path(no_sweep):
    paths = corner_to_corner(12, 0.2, 4).paths()
    found = []
    for tier in ("python", "compiled"):
        with slices.tier(tier):
            found.append(paths.longest(steps=1500, seed=3))
    assert found[0] == found[1]
    assert found[0].bound == found[1].bound


@pytest.mark.parametrize("total", [4000, 90_000])
def test_steps_may_be_made_in_any_portions(tune, total):
    board = corner_to_corner(9, 0.1, 1)
    blocks = shrink(board, [board.start], board.exits).blocks
    network = max((LongNetwork.of(block.network) for block in blocks), key=lambda one: one.junctions)
    whole, other = (LongSearch(network, 5, NO_LIMITS.watch()) for _ in range(2))
    whole.run(total)
    tune(slice=50)
    for steps in (1, 7, 1000, 0, 2500, total - 3508):
        other.run(steps)
    assert whole.steps == other.steps == total
    assert np.array_equal(whole.path[0], other.path[0])
    assert whole.value == other.value


@pytest.mark.parametrize(
    "weights", [[0, 0], [0.0, 0.0], [5e-324, 0], [3e-300, 1e-300], [1, 3], [2**60, 2**60]]
)
def test_gains_are_weights_to_scale_however_small(weights):
    found = gains(np.array(weights))
    whole, total = sum(weights), int(found.sum())
    assert 0 <= total <= 1 << 40
    for gain, weight in zip(found.tolist(), weights, strict=True):
        assert abs(gain * whole - weight * total) <= 1e-9 * whole * total


def test_a_gap_that_is_reached_ends_the_search(no_sweep):
    paths = corner_to_corner(20, 0.0, 1).paths()
    path = paths.longest(gap=0.25, seed=1)
    assert path.gap <= 0.25
    assert paths.longest(gap=0.99, seed=1).expanded == 0  # the first path is good enough


def test_within_raises_where_seconds_would_answer(no_sweep):
    paths = corner_to_corner(30, 0.2, 1).paths()
    with pytest.raises(TimeLimitError):
        paths.within(1e-9).longest(gap=0.0, seed=1)
    with pytest.raises(TimeLimitError):
        paths.within(1e-9).longest(anytime=60, seed=1)


def test_progress_closes_in(no_sweep, tune):
    tune(tell_every=0.0)
    told = []
    paths = corner_to_corner(25, 0.2, 1).paths()
    path = paths.within(progress=told.append).longest(steps=200_000, seed=1)
    told = [one for one in told if one.path is not None]
    assert len(told) > 3
    for one, after in pairwise(told):
        assert one.value <= after.value
        assert one.high >= after.high
    for one in told:
        assert one.value == one.low == one.path.length <= path.length <= path.bound <= one.high
        assert one.path in paths
        assert one.path.bound == one.high
    assert "at most" in told[-1].doing


def test_boards_without_a_path_and_of_one_cell():
    board = gw.Board.from_text("S#E")
    assert board.paths().longest(anytime=1) is None
    assert board.paths().avoiding((0, 0)).longest(steps=1) is None
    same = gw.Board.rectangle(3, 3).paths((0, 0)).board.replace(exits=[(0, 0)])
    path = same.paths((0, 0)).longest(gap=0.1)
    assert (list(path), path.proved, path.gap) == ([(0, 0)], True, 0.0)


# ------------------------------------------------------------------------------ command line


def test_ctrl_c_prints_the_best_path_so_far(run, tune, spy, tmp_path):
    tune(tell_every=0.0)
    file = tmp_path / "board.txt"
    corner_to_corner(40, 0.1, 3).save(file)

    def interrupted(run, self, steps):
        if self.steps > 0:
            raise KeyboardInterrupt
        run(self, steps)

    spy(LongSearch, "run", interrupted)
    status, out, err = run("longest", file, "--anytime", "60s", "--lines")
    assert status == 130
    assert len(out.split()) > 100
    assert ", at most 1," in err


def test_a_long_path_is_bounded_at_least_as_well_as_by_the_bound_alone():
    paths = gw.make("caves", 40, 40, seed=1).paths()
    assert paths.longest(steps=1, seed=1).bound <= paths.bound().value
