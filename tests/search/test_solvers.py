"""The fast searches agree with an oracle and with each other; what they refuse; what they keep."""

import random
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import every_kernel
import gridwalk as gw
import oracles
import seeded
from gridwalk.algorithms import rows
from gridwalk.errors import UnsuitableAlgorithmError
from gridwalk.runtime import slices
from gridwalk.runtime.kernel import Kernel
from gridwalk.search.bfs import bfs
from gridwalk.search.choice import SMALL_BOARD, choose, ready
from gridwalk.search.components import LOOK_BACK, PARTS, is_enclosed
from gridwalk.search.prepared import MOST_SPARE, Prepared, key_of
from profiles import examples
from strategies import (
    KING,
    KNIGHT,
    ORTHOGONAL,
    Question,
    asked,
    board_of,
    questions,
    raws,
    shapes,
    unit_questions,
)

# Those that expand a cell once; the others are exponential.
SEARCHES = ("auto", *(row.name for row in rows("shortest") if row.keeps in ("queue", "heap")))
BACKWARDS = KING[::-1]


def is_exact(raw: oracles.Raw, by: str) -> bool:
    """Whether *by* suits, in words of the raw board: the table of the documentation."""
    deltas = set(raw.deltas)
    plain = raw.costs is None and not raw.one_way and raw.wrap is None
    if by == "jps":
        is_king = deltas == set(KING) and raw.corners != "one"
        return plain and (is_king or deltas == set(ORTHOGONAL)) and not raw.has_walls
    if by == "corridors":
        near = oracles.graph(raw)
        both_ways = all(u in near[v] for u in near for v in near[u])
        return raw.costs is None and raw.wrap is None and deltas <= set(KING) and both_ways
    if by in ("bfs", "labels", "bidirectional"):
        return raw.costs is None and not oracles.has_diagonals(raw)
    return True


def king_questions():
    """What jump point search answers: both its corner rules, and four moves."""
    king = st.sampled_from((KING, BACKWARDS, ORTHOGONAL))
    return asked(
        raws(shapes(8, 8), king, costs=False, one_way=False).map(
            lambda raw: oracles.Raw(
                raw.open_cells, raw.deltas, "none" if raw.corners == "one" else raw.corners
            )
        )
    )


def step_questions():
    """What the corridor graph answers: any steps that can be taken back."""
    axes = st.lists(st.sampled_from(((0, 1), (1, 0), (1, 1), (1, -1))), min_size=1, unique=True)
    both_ways = axes.map(lambda some: tuple(some) + tuple((-r, -c) for r, c in some))
    return asked(
        raws(shapes(7, 7), both_ways.flatmap(st.permutations).map(tuple), costs=False, one_way=False)
    )


def check(question: Question, board: gw.Board, expected: float | None, by: str) -> gw.Path | None:
    """Ask *board* for a cheapest path; certify the answer, or the refusal."""
    paths = board.paths(question.start, question.exits)
    if not is_exact(question.raw, by):
        with pytest.raises(UnsuitableAlgorithmError):
            paths.shortest(by=by)
        return None
    path = paths.shortest(by=by)
    if oracles.check_cheapest(question.raw, path, expected, [question.start], question.exits):
        whole = question.raw.costs is not None and isinstance(question.raw.costs[0][0], int)
        assert not whole or (path.cost == expected and type(path.cost) is int)
        assert by != "bidirectional" or path.bound == path.length == expected
        assert by in (path.by, "auto")
    return path


@examples(250)
@given(question=st.one_of(questions(), unit_questions(), king_questions(), step_questions()))
def test_every_search_agrees_with_the_oracle(question: Question):
    expected = oracles.distance(question.raw, question.start, question.exits, oracles.cost_of_move)
    for by in SEARCHES:
        found = []
        for name in ("python", "compiled"):
            with slices.tier(name):  # a board each: what is built once is built in the same tier
                found.append(check(question, board_of(question.raw), expected, by))
        assert found[0] == found[1]
        assert found[0] is None or found[0].expanded == found[1].expanded


def test_a_path_ends_at_the_first_exit_it_enters():
    """Costs so unequal that the second exit is hardly farther than the first, as far as a float can tell."""
    board = gw.Board(np.ones((1, 3), bool), costs=[[3e-16, 1, 1]])
    for by in ("dijkstra", "astar"):
        path = board.paths((0, 2), [(0, 0), (0, 1)]).shortest(by=by)
        assert list(path) == [(0, 2), (0, 1)]


# ---------------------------------------------------------------- what suits, and what auto takes


SIDE = 100  # a large board
EMPTY = np.ones((SIDE, SIDE), bool)
ROOMS = EMPTY.copy()  # of 20 x 20 cells, with doors
ROOMS[19::20] = ROOMS[:, 19::20] = False
ROOMS[10::20, 19:99:20] = ROOMS[19:99:20, 10::20] = True
ROOMS[-1, -1] = ROOMS[-2, -1] = ROOMS[-1, -2] = True
CLUTTER = np.random.default_rng(1).random((SIDE, SIDE)) < 0.99
CLUTTER[0, 0] = CLUTTER[-1, -1] = True
DENSE = np.random.default_rng(1).random((SIDE, SIDE)) < 0.8
DENSE[:2, :2] = DENSE[-2:, -2:] = True
MAZE = np.array(seeded.maze(random.Random(7), SIDE + 1, SIDE + 1))
LOOPS = MAZE | (np.random.default_rng(1).random(MAZE.shape) < 0.06)
BENDS = EMPTY.copy()  # one long corridor
BENDS[1::4, :-1] = BENDS[3::4, 1:] = False


@pytest.mark.parametrize(
    ("board", "by"),
    [
        (gw.Board(EMPTY), "astar"),
        (gw.Board(EMPTY, moves=gw.KING), "jps"),
        (gw.Board(ROOMS), "jps"),
        (gw.Board(ROOMS, one_way={(1, 1): (0, 1)}), "astar"),
        (gw.Board(ROOMS[:50]), "astar"),
        (gw.Board(CLUTTER), "astar"),
        (gw.Board(EMPTY, moves=gw.KING.with_corners("one")), "astar"),
        (gw.Board(EMPTY, moves=gw.KNIGHT), "astar"),
        (gw.Board(EMPTY, costs=np.full(EMPTY.shape, 3)), "astar"),
        (gw.Board(EMPTY, moves=gw.KING, one_way={(1, 1): (0, 1)}), "astar"),
        (gw.Board(CLUTTER, moves=gw.KING), "jps"),
        (gw.Board(DENSE, moves=gw.KING), "astar"),
        (gw.Board(BENDS), "jps"),
        (gw.Board(LOOPS), "astar"),
        (gw.Board(LOOPS, moves=gw.KING), "jps"),
        (gw.Board.rectangle(1, 9000), "astar"),
        (gw.Board.rectangle(9000, 1), "astar"),
        (gw.Board.rectangle(3, 3000, moves=gw.KING), "jps"),
        (gw.Board.rectangle(4, 3000, moves=gw.KING), "jps"),
        (gw.Board.rectangle(3000, 4, moves=gw.KING), "jps"),
        (gw.Board(MAZE), "corridors"),
        (gw.Board(MAZE, moves=gw.KING), "corridors"),
        (gw.Board(MAZE, one_way={(79, 79): (0, 1)}), "astar"),
        (gw.Board.rectangle(17, 16), "astar"),
        (gw.Board.rectangle(17, 16, moves=gw.KING), "jps"),
        (gw.Board.rectangle(16, 16), "bfs"),
        (gw.Board.rectangle(16, 16, costs=np.full((16, 16), 2)), "dijkstra"),
    ],
)
def test_auto_takes_what_is_fast_and_says_so(board, by):
    assert choose(board, 1, 1) == by
    again = board.replace()
    paths = [each.paths().shortest() for each in (board, board, again)]
    assert [path.by for path in paths] == [by] * 3
    assert paths[0] == paths[1] == paths[2]
    exact = board.paths().shortest(by="dijkstra")
    assert paths[0].cost == pytest.approx(exact.cost, rel=1e-12)


def test_auto_searches_once_where_there_are_many_starts_or_exits():
    board = gw.Board(EMPTY, moves=gw.KING)
    assert board.size > SMALL_BOARD
    corners = [(0, 0), (0, 79), (79, 0), (79, 79), (40, 79)]
    assert board.paths(corners, (40, 40)).shortest().by == "dijkstra"
    assert board.paths((40, 41), corners).shortest().by == "dijkstra"
    assert board.paths((40, 41), corners[:4]).shortest().by == "jps"
    rook = gw.Board(EMPTY)
    assert rook.paths(corners, (40, 40)).shortest().by == "bfs"
    assert list(board.paths((40, 41), corners).shortest())[-1] == (40, 79)


# --------------------------------------------------------------- what is kept between questions


def crowded(by: str) -> gw.Board:
    """A board on which the first scratch of *by* is too small."""
    rng = np.random.default_rng(2)
    if by == "jps":
        open_cells = rng.random((160, 160)) < 0.7
        open_cells[0, 0] = open_cells[-1, -1] = True
        return gw.Board(open_cells, moves=gw.KING.with_corners("none"))
    costs = {
        "orthogonal": None,
        "buckets": rng.integers(1, 3, (90, 90)),
        "heap": np.where(rng.random((90, 90)) < 0.01, 0, rng.random((90, 90)) + 0.01),
    }
    moves = gw.ORTHOGONAL if by == "orthogonal" else gw.KING
    return gw.Board(np.ones((90, 90), bool), moves=moves, costs=costs[by])


def shrink(search: Prepared, cells: int) -> None:
    """Make the first scratch of the search so small that it must grow: its longest array for *room* 1."""
    new_scratch = search.new_scratch

    def smaller(room):
        scratch = list(new_scratch(room))
        kept = (1, 2, 3) if search.name == "jps" else (2, 3) if len(scratch) == 4 else (1,)
        if isinstance(scratch[0], tuple):  # that of buckets, whose pool begins with a chunk each
            (tails, pool), moves = scratch[1], (len(scratch[2]) - 1) // 31
            scratch[1] = tails, pool[: (len(tails) + 31 * moves + room - 1) * 32]
            return tuple(scratch)
        for i in kept:
            if scratch[i].ndim == 2 and scratch[i].shape[0] == 2:  # the rook's two stacks
                scratch[i] = np.ascontiguousarray(scratch[i][:, : cells * room])
            else:
                scratch[i] = scratch[i][: cells * room]
        return tuple(scratch)

    search.new_scratch, search.spare = smaller, []


@pytest.mark.parametrize("by", ["jps", "orthogonal", "buckets", "heap"])
def test_scratch_grows_where_it_is_too_small(tier, by):
    board, name = crowded(by), "jps" if by == "jps" else "astar"
    if tier == "python":
        board = gw.Board(
            board.open_cells[-25:, -25:],
            moves=board.moves,
            costs=None if board.costs is None else board.costs[-25:, -25:],
        )
    path = board.paths().shortest(by=name)
    again = board.replace()
    kept = ready(again, name)
    shrink(kept, 24)
    grown = again.paths().shortest(by=name)
    assert kept.room > 1
    assert (grown, grown.expanded) == (path, path.expanded)
    room = kept.room
    for _ in range(3):
        assert again.paths().shortest(by=name) == path
    assert (kept.room, len(kept.spare)) == (room, 1)


def test_components_are_labelled_at_the_second_question_without_a_path():
    """A changed board counts anew, and a question counts once, whatever the number of its exits."""
    cells = np.ones((20, 20), bool)
    cells[10] = False
    board = gw.Board(cells, moves=gw.KING)
    exits = [(19, 3), (15, 8), (12, 12)]
    for question in range(1, 4):
        assert board.paths((0, 0), exits).shortest(by="astar") is None
        assert (board._kept.peek(PARTS) is not None) == (question > 1)
    changed = board.with_walls((3, 3))
    assert changed.paths((0, 0), exits).shortest(by="astar") is None
    assert changed._kept.peek(PARTS) is None


def test_a_pool_holds_a_few_workspaces():
    search = ready(gw.Board.rectangle(40, 40), "astar")
    for space in [search.borrow() for _ in range(2 * MOST_SPARE)]:
        search.give_back(space)
    assert len(search.spare) <= MOST_SPARE


def test_workspaces_that_are_too_small_at_once_double_the_room_once():
    """Otherwise eight threads, each with a scratch a little too small, ask for 256 times the memory."""
    search = ready(gw.Board.rectangle(40, 40), "astar")
    spaces = [search.borrow() for _ in range(8)]
    assert [search.larger(space).room for space in spaces] == [2] * 8


@pytest.fixture
def nothing_compiled(monkeypatch):
    """As in a new process with an empty cache, whatever other tests have done."""
    with slices.tier("auto"):
        monkeypatch.setattr(Kernel, "is_compiled", False)
        monkeypatch.setattr(Kernel, "is_cached", False)
        monkeypatch.setattr(Kernel, "interpreted", 0.0)
        for kernel in every_kernel.kernels():
            monkeypatch.setattr(kernel, "seconds", 0.0)
            monkeypatch.setattr(kernel, "is_warm", False)
            monkeypatch.delitem(vars(kernel), "is_cached", raising=False)
        yield


@pytest.mark.usefixtures("nothing_compiled")
def test_a_small_board_asked_again_and_again_goes_over_to_compiled_code():
    board, by = gw.Board(MAZE[:64, :64], moves=gw.KING), "jps"
    paths = board.paths(board.start, np.argwhere(board.reachable())[-1].tolist())
    first = paths.shortest(by=by)
    answer = board._kept.peek(key_of(by)).answer
    assert not slices.compiles(answer, board.size)
    assert slices.compiles(answer, 1_000_000), "large boards never wait for it"
    asked_for = 1
    while not slices.compiles(answer, board.size):
        assert paths.shortest(by=by) == first
        asked_for += 1
        assert answer.seconds < 2 * slices.COMPILING
    assert asked_for > 5, "what is asked a few times only needs no compiler"
    assert paths.shortest(by=by) == first
    assert board._kept.peek(key_of(by)).is_quick


def test_a_goal_enclosed_by_walls_is_never_searched_for():
    """True only if the goal cannot be reached; always true for few cells where only cells decide."""
    enclosed = 0
    stencils = (ORTHOGONAL, KING, BACKWARDS, KNIGHT, ((0, 1), (1, 1), (1, 0)))
    for raw, rng in seeded.raws(17, 1_000, stencils, one_way=True, most=12):
        board, (goal, *sources) = board_of(raw), rng.choices(raw.cells, k=6)
        places = board._flat([goal, *sources])
        from_start = [board.reachable(source)[goal] for source in sources]
        found = [is_enclosed(board, places[0], place) for place in places[1:]]
        assert not any(enclosing and near for enclosing, near in zip(found, from_start, strict=True))
        if board._is_plain(cells_decide=True) and board.moves.symmetric and raw.corners != "one":
            few = board.reachable(goal).sum() <= LOOK_BACK
            assert not few or found == [not near for near in from_start]
            enclosed += sum(found)
    assert enclosed


def test_an_enclosed_exit_on_a_new_board(never):
    open_cells = EMPTY.copy()
    open_cells[-6, -5:] = open_cells[-5:, -6] = False
    board = gw.Board(open_cells, moves=gw.KING)
    never(Prepared, "path")
    assert board.paths((0, 0), [(99, 99), (97, 98)]).shortest() is None


@pytest.mark.usefixtures("nothing_compiled")
def test_many_questions_about_small_boards_load_cached_code(monkeypatch):
    monkeypatch.delitem(sys.modules, "numba")
    monkeypatch.setattr(Kernel, "is_cached", True)
    cells = 64 * 64
    assert not slices.compiles(bfs, cells)
    assert slices.compiles(bfs, 1_000_000), "one question about a large board does, too"
    monkeypatch.setattr(Kernel, "interpreted", 0.2)
    assert slices.compiles(bfs, cells)


@pytest.mark.parametrize("by", ["jps", "corridors", "astar"])
def test_unreachable_is_searched_for_once(by, never):
    open_cells = np.ones((19, 9), bool)  # two parts that are too large for `is_enclosed`
    open_cells[9] = False
    board = gw.Board(open_cells, moves=gw.KING)
    apart = board.paths((0, 0), (18, 8))
    for _ in range(2):  # the second time, the components are labelled
        assert apart.shortest(by=by) is None
    alone = gw.Board([[True, False, True], [False, False, False]], moves=gw.KING)  # cells without moves
    for _ in range(2):
        assert alone.paths((0, 0), (0, 2)).shortest(by=by) is None
    never(Prepared, "path")
    assert apart.shortest(by=by) is None
    assert board.paths((10, 0), [(0, 0), (3, 3)]).shortest(by=by) is None
