"""All paths of a set at once, against naive recursion over small boards, and published values."""

import math
import random
from collections import Counter
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.errors import GridwalkError, UnsuitableAlgorithmError
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
from strategies import KING, ORTHOGONAL, Question, asked, board_of, custom_stencils, raws, shapes


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
    """Everything that is asked of all paths at once, for a set that has the paths *expected*."""
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


@examples(200)
@given(question=small(), data=st.data())
def test_lengths_given(question: Question, data):
    raw = question.raw
    every = list(oracles.simple_paths(raw, question.start, question.exits))
    length = data.draw(st.integers(0, 8))
    paths = question.board.paths()
    for some, fits in (
        (paths.of_length(length), lambda n: n == length),
        (paths.longer_than(length), lambda n: n > length),
        (paths.shorter_than(length + 1), lambda n: n < length + 1),
    ):
        expected = [path for path in every if fits(len(path) - 1)]
        assert [list(path) for path in some] == expected
        assert some.count() == some.count(by="list") == len(expected)
        if raw.costs is None and not question.board.moves.has_diagonals:
            assert (some.shortest() is None) == (some.longest() is None) == (not expected)
        assert all(list(path) in expected for path in some.sample(5, seed=2))
        assert all(path in paths and (list(path) in expected) == (path in some) for path in paths)


@examples(150)
@given(question=small(), data=st.data())
def test_ranks(question: Question, data):
    """Each rank from 0 to below the count has one path, which has that rank."""
    paths = question.board.paths(sorted({question.start, data.draw(st.sampled_from(question.raw.cells))}))
    count = paths.count()
    ranked = [paths.unrank(rank) for rank in range(min(count, 60))]
    assert len(set(ranked)) == len(ranked)
    assert [paths.rank(path) for path in ranked] == list(range(len(ranked)))
    for path in islice(paths, 60):
        assert paths.unrank(paths.rank(path)) == path
    with pytest.raises(GridwalkError, match=f"rank={count} must be a whole number from 0 to"):
        paths.unrank(count)


@examples(150)
@given(
    raw=st.one_of(
        raws(shapes(4, 4, 12), st.just(ORTHOGONAL), one_way=False, costs=False),
        raws(shapes(3, 4, 9), custom_stencils(4), costs=False),
    ),
    data=st.data(),
)
def test_tours(raw, data):
    board = board_of(raw)
    cells = st.none() | st.sets(st.sampled_from(raw.cells), min_size=1, max_size=3).map(sorted)
    starts, ends = data.draw(cells), data.draw(cells)
    tours = board.tours(starts, ends)
    expected = [tour for start in starts or raw.cells for tour in oracles.open_tours(raw, start, ends)]
    check_all(raw, tours, expected)
    if board._symmetric and starts is ends is None:
        once = [tour for tour in expected if tour[0] <= tour[-1]]
        assert board.tours(undirected=True).count(by="sweep") == len(once)
        assert sum(board.tours(undirected=True).lengths().values()) == len(once)
    closed = board.tours(closed=True)
    directed = oracles.cycles(raw)
    assert closed.count(by="sweep") == len(directed) // (1 + board._symmetric) == closed.count(by="list")


@examples(150)
@given(
    raw=st.one_of(
        raws(shapes(4, 5), st.just(ORTHOGONAL), one_way=False),
        raws(shapes(3, 4, 9), custom_stencils(4)),
        raws(shapes(3, 3, 8), st.just(KING)),
    )
)
def test_cycles(raw):
    board = board_of(raw)
    directed = {c for c in oracles.simple_cycles(raw) if c[1] < c[-1] or not board._symmetric}
    cycles = board.cycles()
    assert cycles.count() == len(directed)
    listed = cycles.list()
    assert {tuple(path) for path in listed} == directed
    assert sorted(cycles.rank(path) for path in listed) == list(range(len(directed)))
    assert all(path in cycles for path in listed)
    assert cycles.lengths() == dict(sorted(Counter(map(len, directed)).items()))
    if directed:
        assert cycles.longest().length == max(map(len, directed))
        assert cycles.shortest(by="sweep").closed
        assert cycles.sample(2, seed=3)[0] in cycles


@pytest.mark.parametrize("side", [1, 2, 5, 7, 10])
def test_published_rook_counts(side):
    paths = gw.Board.rectangle(side, side).paths()
    assert paths.count() == sum(paths.lengths().values()) == ROOK_PATHS[side]


@pytest.mark.parametrize("side", [2, 4, 5, 7])
def test_published_king_counts(side):
    paths = gw.Board.rectangle(side, side, moves=gw.KING).paths()
    assert paths.count() == KING_PATHS[side]
    assert side > 5 or sum(paths.lengths().values()) == KING_PATHS[side]


def test_published_cycles_and_tours():
    assert gw.Board.rectangle(6, 6).cycles().count() == ROOK_CYCLES[6]
    assert gw.Board.rectangle(8, 8).tours(closed=True).count() == ROOK_CLOSED[8]
    assert gw.Board.rectangle(6, 6, moves=gw.KNIGHT).tours(closed=True).count() == KNIGHT_CLOSED[6, 6]
    assert gw.Board.rectangle(5, 5, moves=gw.KNIGHT).tours().count() == 2 * KNIGHT_OPEN[5, 5]


def test_tours_by_blocks():
    open_tours = gw.Board.rectangle(6, 6, moves=gw.KNIGHT).tours()
    assert open_tours.count(by="halves") == open_tours.count() == 2 * KNIGHT_OPEN[6, 6]
    assert gw.Board.rectangle(6, 6, moves=gw.KNIGHT).tours(undirected=True).count() == KNIGHT_OPEN[6, 6]
    assert gw.Board.rectangle(6, 6, moves=gw.KNIGHT).tours("a1").count() == KNIGHT_OPEN_FROM[6, 6][0, 0]
    assert (
        gw.Board.rectangle(6, 8, moves=gw.KNIGHT).tours(closed=True).count(by="halves") == KNIGHT_CLOSED[6, 8]
    )
    by_start = gw.Board.rectangle(5, 5, moves=gw.KNIGHT).tours().counts_by_start()
    assert sum(map(sum, by_start)) == 2 * KNIGHT_OPEN[5, 5]
    with pytest.raises(UnsuitableAlgorithmError, match="it needs an open board"):
        gw.Board.from_text("...\n.#.\n...", moves=gw.KNIGHT).tours().count(by="halves")
    with pytest.raises(UnsuitableAlgorithmError, match="it counts tours"):
        gw.Board.rectangle(3, 3).paths().count(by="halves")


def test_counts_beyond_machine_words():
    """Those of 13 x 13 cells have 115 bits; 20 rooms of 2 x 3 cells in a row multiply to 4**20 as many."""
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


def test_the_same_on_every_run():
    paths = gw.Board.rectangle(7, 7).paths()
    assert paths.longest() == paths.longest()
    assert (
        paths.sample(5, seed=1) == paths.sample(5, seed=np.random.default_rng(1)) != paths.sample(5, seed=2)
    )


def test_a_set_of_one_length_is_drawn_from_however_rare_it_is():
    paths = gw.Board.rectangle(8, 8).paths()
    assert [path.length for path in paths.of_length(40).sample(3, seed=1)] == [40] * 3
    assert [path.length for path in paths.of_length(14).sample(3, seed=1)] == [14] * 3


def test_longest_by_parity():
    """From corner to corner the number of moves is even, so where n is even a cell is left out."""
    for side in (2, 4, 6, 8, 10):
        assert gw.Board.rectangle(side, side).paths().longest().length == side * side - 2
    assert gw.Board.rectangle(7, 7).paths().longest().length == 48


def test_mazes_need_no_wide_frontier():
    """A maze with loops, far too wide for a table of words, is a small network."""
    rng = random.Random(5)
    from seeded import maze

    board = gw.Board(np.array(maze(rng, 81, 81, 0.03)))
    paths = board.paths()
    assert "simpath" in paths.explain("count").estimate.engine
    assert paths.longest().length >= paths.shortest().length
    assert sum(paths.lengths().values()) == paths.count()


# ---------------------------------------------------------------------- arguments, and words


def test_numbers_of_any_kind():
    paths = gw.Board.rectangle(3, 3).paths()
    assert len(paths.list(10**30)) == len(paths.list(np.int64(12))) == 12
    assert paths.within(memory=np.int64(1 << 30))._question.limits.memory == 1 << 30
    assert paths.sample(3, seed=np.uint8(1)) == paths.sample(3, seed=np.random.default_rng(1))


def test_no_rank_where_a_cell_is_outside():
    paths = gw.Board.rectangle(3, 3).paths()
    assert paths.rank([(0, 0), (0, 9)]) is None
    assert paths.rank([(0, 0), (-1, 0)]) is None
    assert paths.rank([]) is None


def test_sets_in_words():
    board = gw.Board.rectangle(3, 3)
    on = "<Board 3 x 3, orthogonal moves, start (0, 0), exits (2, 2)>"
    words = f"<PathSet: simple paths from (0, 0) to (2, 2) through (1, 1) of 6 moves, on {on}>"
    assert repr(board.paths().through((1, 1)).of_length(6).within(5)) == words[:115] + "...>"  # of one line
    assert repr(board.tours()) == f"<TourSet: open tours from any square, on {on}>"
    words = f"<TourSet: open tours from any square, a tour and its reverse once, on {on}>"
    assert repr(board.tours(undirected=True)) == words[:115] + "...>"
    assert repr(board.paths().all_shortest()) == f"<CheapestPaths: from (0, 0) to (2, 2), on {on}>"
    assert repr(board.cycles().find()).startswith("<Path: cycle of 4 moves from")


def test_there_and_back_again_is_no_cycle():
    ring = gw.Board.rectangle(2, 2, one_way={(0, 0): (0, 1), (0, 1): (0, -1)})
    assert (ring.cycles().count(), ring.cycles().list()) == (0, [])
