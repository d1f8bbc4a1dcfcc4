"""All paths of a set at once, against naive recursion over small boards, and published values."""

import math
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from profiles import examples
from published import (
    KING_PATHS,
    KNIGHT_CLOSED,
    KNIGHT_OPEN,
    KNIGHT_OPEN_FROM,
    ROOK_CLOSED,
    ROOK_CYCLES,
    ROOK_PATHS,
)
from strategies import KING, ORTHOGONAL, Question, asked, custom_stencils, raws, shapes


def small():
    """Boards whose paths can all be listed, with costs and one-way cells or not."""
    return asked(
        st.one_of(
            raws(shapes(4, 5), st.just(ORTHOGONAL), one_way=False),
            raws(shapes(4, 5), custom_stencils(3)),
            raws(shapes(4, 4, 10), st.sampled_from((KING, KING[::-1]))),
        )
    )


def cost(raw, cells):
    return sum(oracles.cost_of_move(raw, u, v) for u, v in pairwise(cells))


def check_all(raw, paths, expected, measure=len):
    """Compare counts, lengths, the best paths and samples of a set with its paths *expected*."""
    expected = [tuple(map(tuple, path)) for path in expected]
    assert paths.count(by="sweep") == len(expected)
    lengths = Counter(len(path) - (not paths._question.closed) for path in expected)
    assert paths.lengths() == dict(sorted(lengths.items()))
    longest, shortest = paths.longest(), paths.find(by="sweep")
    if not expected:
        assert (longest, shortest, paths.sample(3, seed=1)) == (None, None, [])
        return
    assert (longest.length, shortest.length) == (max(lengths), min(lengths))
    assert {tuple(longest), tuple(shortest)} <= set(expected)
    assert len(paths.sample(3, seed=1)) == 3
    assert all(tuple(path) in expected for path in paths.sample(20, seed=1))


@pytest.mark.long
@examples(400)
@given(question=small(), data=st.data())
def test_paths(tier, question: Question, data):
    raw, cell = question.raw, st.sampled_from(question.raw.cells)
    starts = sorted(data.draw(st.sets(cell, min_size=1, max_size=2)))
    through = sorted(data.draw(st.sets(cell, max_size=2)))
    paths = question.board.paths(starts).through(*through) if through else question.board.paths(starts)
    expected = [
        path
        for start in starts
        for path in oracles.simple_paths(raw, start, question.exits)
        if set(through) <= set(path)
    ]
    check_all(raw, paths, expected)
    assert [list(path) for path in paths] == expected
    assert [list(path) for batch in paths.batches() for path in batch] == expected
    assert paths.count() == paths.count(by="list") == len(expected)
    if expected:
        costs = [cost(raw, path) for path in expected]
        assert math.isclose(paths.longest(measure="cost").cost, max(costs), rel_tol=1e-12)
        assert math.isclose(paths.shortest(by="sweep").cost, min(costs), rel_tol=1e-12)


@pytest.mark.parametrize("side", [1, 2, 5, 7, 10])
def test_published_rook_counts(side):
    paths = gw.Board.rectangle(side, side).paths()
    assert paths.count() == sum(paths.lengths().values()) == ROOK_PATHS[side]


@pytest.mark.parametrize("side", [2, 4, 5, 6])
def test_published_king_counts(side):
    paths = gw.Board.rectangle(side, side, moves=gw.KING).paths()
    assert paths.count() == KING_PATHS[side]
    assert side > 5 or sum(paths.lengths().values()) == KING_PATHS[side]


def test_published_cycles_and_tours():
    def knights(rows, columns):
        return gw.Board.rectangle(rows, columns, moves=gw.KNIGHT)

    assert gw.Board.rectangle(6, 6).cycles().count() == ROOK_CYCLES[6]
    assert gw.Board.rectangle(8, 8).tours(closed=True).count() == ROOK_CLOSED[8]
    assert knights(6, 6).tours(closed=True).count() == KNIGHT_CLOSED[6, 6]
    assert knights(6, 8).tours(closed=True).count(by="halves") == KNIGHT_CLOSED[6, 8]
    assert knights(6, 6).tours().count(by="halves") == knights(6, 6).tours().count() == 2 * KNIGHT_OPEN[6, 6]
    assert knights(6, 6).tours(undirected=True).count() == KNIGHT_OPEN[6, 6]
    assert knights(6, 6).tours("a1").count() == KNIGHT_OPEN_FROM[6, 6][0, 0]
    assert sum(map(sum, knights(5, 5).tours().counts_by_start())) == 2 * KNIGHT_OPEN[5, 5]


def test_counts_beyond_machine_words():
    """The count of 13 x 13 cells has 115 bits; the counts of 20 blocks of 2 x 3 cells in series multiply."""
    assert gw.Board.rectangle(13, 13).paths().count() == ROOK_PATHS[13]
    room = ["...", "..."]
    rows = ["".join(f"{part}{gate}" for gate in ".#"[r] * 20) for r, part in enumerate(room)]
    chain = gw.Board.from_text("\n".join(row[:-1] for row in rows))
    single = gw.Board.from_text("\n".join(room), exits=[(0, 2)]).paths().count()
    assert chain.paths((0, 0), (0, chain.columns - 1)).count() == single**20


@pytest.mark.parametrize("by", ["profile", "simpath"])
def test_samples_are_fair(by):
    """Chi-square over all paths of a board; 184 cells of expectation 50."""
    board = gw.Board.rectangle(4, 4, one_way={} if by == "profile" else {(3, 3): (-1, 0)})
    paths = board.paths()
    assert paths.explain("count").estimate.engine == by
    drawn = Counter(paths.sample(50 * 184, seed=7))
    assert set(drawn) == set(paths.list())
    chi_square = sum((drawn[path] - 50) ** 2 / 50 for path in paths)
    assert 120 < chi_square < 260  # 183 degrees of freedom: outside with a chance below 1e-4


def test_there_and_back_again_is_no_cycle():
    ring = gw.Board.rectangle(2, 2, one_way={(0, 0): (0, 1), (0, 1): (0, -1)})
    assert (ring.cycles().count(), ring.cycles().list()) == (0, [])
