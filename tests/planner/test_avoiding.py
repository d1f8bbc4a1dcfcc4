"""`avoiding` is the complement of `through`, for every move and corner rule, in every engine."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from profiles import examples
from published import KING_PATHS, KNIGHT_OPEN
from strategies import KING, KNIGHT, ORTHOGONAL, asked, raws, shapes

DIAGONALS = ((-1, 1), (1, 1), (1, 0), (0, -1), (-1, -1))  # not all of them can be undone


def questions():
    """Small boards, many of them such that a corner rule looks at the cells avoided."""
    king = raws(shapes(4, 4, 9), st.sampled_from((KING, KING[::-1], DIAGONALS)))
    return asked(st.one_of(king, king, raws(shapes(4, 4, 12), st.sampled_from((ORTHOGONAL, KNIGHT)))))


@examples(200)
@given(question=questions(), data=st.data())
def test_through_and_avoiding_add_up_to_all(question, data):
    board, cell = question.board, data.draw(st.sampled_from(question.raw.cells))
    for every in (board.paths(), board.cycles()):
        through, avoiding = every.through(cell), every.avoiding(cell)
        for by in ("auto", "sweep"):
            assert through.count(by=by) + avoiding.count(by=by) == every.count(by=by)
        both = Counter(through.lengths())
        both.update(avoiding.lengths())
        assert dict(sorted(both.items())) == every.lengths()
        assert all((path in through) != (path in avoiding) for path in every.list(50))


def test_a_king_passes_beside_what_is_avoided_but_not_beside_a_wall():
    paths = gw.Board.rectangle(4, 4, moves=gw.KING).paths()
    assert (paths.count(), paths.through((1, 1)).count(), paths.avoiding((1, 1)).count()) == (
        KING_PATHS[4],
        88967,
        7404,
    )
    assert paths.board.with_walls((1, 1)).paths().count() == 1288
    assert "#" not in str(paths.avoiding((1, 1)).shortest())  # the board asked is drawn


@pytest.mark.parametrize("moves", [gw.ORTHOGONAL, gw.KING, gw.KNIGHT])
def test_large_enough_for_the_sweeps(moves):
    side = {"orthogonal": 7, "king": 5, "knight": 5}[moves.name]
    paths = gw.Board.rectangle(side, side, moves=moves).paths()
    cell = (side // 2, side // 2 - 1)
    assert paths.through(cell).count(by="sweep") + paths.avoiding(cell).count(by="sweep") == paths.count()
    chained = paths.avoiding((0, 1)).avoiding(cell)
    assert chained == paths.avoiding(cell, (0, 1))
    assert chained.count(by="sweep") == chained.count(by="list")


EMPTY = {
    "every path begins at (0, 0), which it must avoid": lambda board: board.paths().avoiding((0, 0)),
    "every path ends at (2, 2) or (3, 3), which it must avoid": lambda board: board.paths(
        exits=[(2, 2), (3, 3)]
    ).avoiding((3, 3), (2, 2), (1, 0)),
    "every path must visit, and must avoid, (1, 1)": lambda board: (
        board.paths().through((1, 1), (2, 2)).avoiding((1, 1))
    ),
    "a tour visits every cell, so none avoids (1, 1)": lambda board: board.tours((0, 0)).avoiding((1, 1)),
    "a tour visits every cell, so none avoids (0, 0) and (2, 1)": lambda board: board.tours(
        closed=True
    ).avoiding((2, 1), (0, 0)),
    "every tour has 15 moves": lambda board: board.tours().of_length(3),
    "every tour has 16 moves": lambda board: board.tours(closed=True).longer_than(16),
    "no path has 9 moves or more and 4 or fewer": lambda board: board.paths().shorter_than(5).longer_than(8),
}


@pytest.mark.parametrize("reason", EMPTY)
def test_empty_by_definition(reason):
    """Such sets answer every question as empty sets do, and tell why."""
    paths = EMPTY[reason](gw.Board.rectangle(4, 4, moves=gw.KING))
    assert (paths.why_empty(), paths.is_empty(), bool(paths)) == (reason, True, False)
    assert [paths.count(by=by) for by in ("auto", "sweep", "list")] == [0, 0, 0]
    assert (list(paths), paths.list(3), list(paths.batches()), paths.sample(3)) == ([], [], [], [])
    assert (paths.find(), paths.shortest(), paths.longest(), paths.longest(measure="cost")) == (None,) * 4
    assert (paths.lengths(), paths.rank([(0, 0)]), paths.explain("count").chosen) == ({}, None, "proof")
    with pytest.raises(gw.errors.ArgumentError, match="rank=0 must be"):
        paths.unrank(0)
    if isinstance(paths, gw.TourSet):
        assert (paths.refutation().kind, paths.count(by="halves")) == ("definition", 0)
        assert paths.count(up_to_symmetry=True) == 0
        assert paths.trace().path is None
    elif not paths._question.is_filtered:
        assert (paths.all_shortest().count(), list(paths.all_shortest())) == (0, [])
        assert all(paths.find(by=by) is None for by in ("dfs", "bfs", "dfs-recursive"))
        assert all(paths.trace(by=by).path is None for by in ("dfs", "bfs", "dijkstra", "list"))


def test_a_length_that_no_tour_has_in_every_engine():
    tours = gw.Board.rectangle(5, 5, moves=gw.KNIGHT).tours()
    assert tours.count() == tours.of_length(24).count(by="sweep") == 2 * KNIGHT_OPEN[5, 5]
    for none in (tours.of_length(3), tours.longer_than(24), tours.shorter_than(24)):
        assert [none.count(by=by) for by in ("auto", "sweep", "list")] == [0, 0, 0]
        assert none.rank(tours.unrank(5)) is None
        with pytest.raises(gw.errors.ArgumentError, match="rank=5 must be"):
            none.unrank(5)  # also after the board keeps the ranks of all tours
