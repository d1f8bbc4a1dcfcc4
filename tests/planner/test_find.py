"""Any path: depth-first and breadth-first, certified on random boards in both tiers."""

import sys

import numpy as np
import pytest
from hypothesis import given

import gridwalk as gw
import oracles
from gridwalk.algorithms import rows
from gridwalk.errors import ArgumentError
from gridwalk.runtime import slices
from profiles import examples
from strategies import Question, questions

ARTICLE = [[0, 1, 0, 0, 0], [0, 1, 0, 1, 0], [0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 1, 0]]
FIND = tuple(row.name for row in rows("find") if row.name != "sweep")  # every search in the registry


def same(one: gw.Path | None, other: gw.Path | None) -> bool:
    """Whether two answers are the same, their statistics too."""
    if one is None or other is None:
        return one is other
    return one == other and (one.expanded, one.backtracks) == (other.expanded, other.backtracks)


@pytest.mark.long
@pytest.mark.parametrize("by", FIND)
@examples(200)
@given(question=questions())
def test_certificate(tier, by, question: Question):
    path = question.board.paths().find(by=by)
    reachable = oracles.distance(question.raw, question.start, question.exits) is not None
    assert (path is not None) == reachable
    if path is not None:
        oracles.check_certificate(question.raw, path, start=question.start, exits=question.exits)
        assert path in question.board.paths()
        assert path.by == by


@examples(200)
@given(question=questions())
def test_depth_first_is_the_obvious_walk(tier, question: Question):
    cells, entered, left = oracles.depth_first(question.raw, question.start, question.exits)
    path = question.board.paths().find()
    assert (None if path is None else list(path)) == cells
    if path is not None:
        assert (path.expanded, path.backtracks) == (entered, left)
    assert same(path, question.board.paths().find(by="dfs-recursive"))


@pytest.mark.parametrize("by", FIND)
@examples(200)
@given(question=questions())
def test_the_tiers_agree(by, question: Question):
    answers = []
    for name in ("python", "compiled"):
        with slices.tier(name):
            answers.append((question.board.paths().find(by=by), question.board.paths().trace(by=by)))
    (one, one_trace), (other, other_trace) = answers
    assert same(one, other)
    assert np.array_equal(one_trace.events, other_trace.events)
    assert same(one_trace.path, one)
    assert same(other_trace.path, one)


def test_the_rats_order(tier):
    """Down, right, up, left: the rat goes down into the dead end at the lower left first."""
    rat = gw.Board.from_matrix(ARTICLE, moves=gw.ORTHOGONAL.ordered("DRUL"))
    path = rat.paths().find()
    assert list(path) == [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (3, 4), (4, 4)]
    assert (path.expanded, path.backtracks) == (13, 4)  # (3,0), (4,0), (4,1), (4,2) and back


@pytest.mark.parametrize("by", ["dfs", "bfs"])
def test_a_board_of_many_slices(tier, by):
    """Long enough that an interpreted search is paused and goes on."""
    board = gw.Board.rectangle(200, 200)
    path = board.paths().find(by=by)
    raw = oracles.Raw(((True,) * 200,) * 200, gw.ORTHOGONAL.deltas)
    oracles.check_certificate(raw, path, start=(0, 0), exits=[(199, 199)])
    assert path.expanded == (40000 if by == "bfs" else path.backtracks + len(path))


def test_a_search_begun_interpreted_goes_on_compiled():
    """The "auto" tier changes horses on the way; the answer must not."""
    board = gw.Board.rectangle(200, 200, moves=gw.KNIGHT)
    with slices.tier("python"):
        expected = board.paths().find()
    assert same(board.paths().find(), expected)


def test_recursion_too_deep_is_a_clear_error(tier):
    length = sys.getrecursionlimit() + 1000  # some tests leave a larger one than they found
    snake = gw.Board.rectangle(1, length).paths()
    with pytest.raises(ArgumentError, match="'dfs' gives the same path with an explicit stack"):
        snake.find(by="dfs-recursive")
    assert snake.find(by="dfs").length == length - 1
