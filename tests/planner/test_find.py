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


def halls():
    """Halls with a wall across, which has one gap: of the wide layers of a search one cell leads on.

    The exit stands where it draws a search to the wrong end of the wall.
    """
    for gap in range(0, 20, 3):
        open_cells = np.ones((12, 20), bool)
        open_cells[8] = False
        open_cells[8, gap] = True
        start, goal = (2, 19 - gap), (11, 0 if gap >= 10 else 19)
        for turned in (open_cells, open_cells.T):
            ends = (start, goal) if turned is open_cells else (start[::-1], goal[::-1])
            yield oracles.Raw(tuple(map(tuple, turned.tolist())), gw.ORTHOGONAL.deltas), *ends


def beam(raw, start, goal, key, width=8) -> bool:
    """Whether a search that keeps *width* cells of each layer only, the least by *key*, finds the goal."""
    near, layer, seen = oracles.graph(raw), [start], {start}
    while layer and goal not in seen:
        reached = dict.fromkeys(v for u in layer for v in near[u] if v not in seen)
        seen.update(reached)
        layer = sorted(reached, key=lambda cell: key(cell, goal))[:width]
    return goal in seen


def test_the_halls_are_too_wide_for_a_search_that_forgets_cells():
    orders = {
        "as they come": lambda cell, goal: 0,
        "nearest first": lambda cell, goal: abs(cell[0] - goal[0]) + abs(cell[1] - goal[1]),
        "farthest first": lambda cell, goal: -abs(cell[0] - goal[0]) - abs(cell[1] - goal[1]),
        "scattered": lambda cell, goal: (7 * cell[0] + 11 * cell[1]) % 17,
    }
    for key in orders.values():
        assert not all(beam(*hall, key) for hall in halls())
        assert all(beam(*hall, key, width=240) for hall in halls())


@pytest.mark.parametrize("by", FIND)
def test_no_search_forgets_the_one_cell_that_leads_on(tier, by):
    for raw, start, goal in halls():
        path = gw.Board(raw.open_cells).paths(start, goal).find(by=by)
        assert path is not None
        oracles.check_certificate(raw, path, start=start, exits=(goal,))


@examples(200)
@given(question=questions())
def test_depth_first_is_the_obvious_walk(tier, question: Question):
    cells, entered, left = oracles.depth_first(question.raw, question.start, question.exits)
    path = question.board.paths().find()
    assert (None if path is None else list(path)) == cells
    if path is not None:
        assert (path.expanded, path.backtracks) == (entered, left)
    assert same(path, question.board.paths().find(by="dfs-recursive"))


@examples(200)
@given(question=questions())
def test_breadth_first_finds_fewest_moves(tier, question: Question):
    path = question.board.paths().find(by="bfs")
    assert (None if path is None else path.length) == oracles.distance(
        question.raw, question.start, question.exits
    )


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


@pytest.mark.parametrize("by", FIND)
def test_the_maze_of_the_articles(tier, by):
    maze = gw.Board.from_matrix(ARTICLE, start=(0, 0), exits=[(4, 4)])
    path = maze.paths().find(by=by)
    raw = oracles.Raw(tuple(tuple(not cell for cell in row) for row in ARTICLE), gw.ORTHOGONAL.deltas)
    oracles.check_certificate(raw, path, start=(0, 0), exits=[(4, 4)])
    bordered = gw.Board.from_matrix(np.pad(ARTICLE, 1, constant_values=1), start=(1, 1), exits=[(5, 5)])
    assert (bordered.paths().find(by=by).cells - 1).tolist() == path.cells.tolist()
    if by == "bfs":
        assert path.length == 8


def test_the_rats_order(tier):
    """Down, right, up, left: the rat goes down into the dead end at the lower left first."""
    rat = gw.Board.from_matrix(ARTICLE, moves=gw.ORTHOGONAL.ordered("DRUL"))
    path = rat.paths().find()
    assert list(path) == [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (3, 4), (4, 4)]
    assert (path.expanded, path.backtracks) == (13, 4)  # (3,0), (4,0), (4,1), (4,2) and back


@pytest.mark.parametrize("by", FIND)
def test_the_start_is_an_exit(tier, by):
    path = gw.Board.rectangle(2, 2, exits=[(0, 0), (1, 1)]).paths().find(by=by)
    assert (list(path), path.length, path.cost) == ([(0, 0)], 0, 0)


@pytest.mark.parametrize("by", FIND)
def test_no_path(tier, by):
    assert gw.Board.from_text("S#E").paths().find(by=by) is None
    assert gw.Board.from_text("S<E").paths().find(by=by) is None


def test_one_cell(tier):
    board = gw.Board([[True]])
    assert [list(path) for path in board.paths()] == [[(0, 0)]]
    assert board.paths().shortest().length == 0


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


def test_the_answer_is_read_only():
    path = gw.Board.rectangle(2, 2).paths().find()
    assert path.cells.dtype == np.int32
    assert path.cells.shape == (3, 2)
    with pytest.raises(ValueError, match="read-only"):
        path.cells[0, 0] = 1


def test_a_search_leaves_the_board_alone(tier):
    board = gw.Board.from_text("S.>.E")
    before = board._moves_of_cell.tobytes(), str(board)
    assert same(board.paths().find(), board.paths().find())
    assert (board._moves_of_cell.tobytes(), str(board)) == before
