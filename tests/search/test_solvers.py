"""The fast searches agree with an oracle and with each other; what they refuse; what they keep."""

import random
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import every_kernel
import gridwalk as gw
import oracles
import seeded
from gridwalk.algorithms import names, rows
from gridwalk.errors import ArgumentError, UnsuitableAlgorithmError
from gridwalk.runtime import slices
from gridwalk.runtime.codes import FULL
from gridwalk.runtime.kernel import Kernel
from gridwalk.search.choice import PREPARED, SMALL_BOARD, choose, ready, suitable, why_not
from gridwalk.search.prepared import Prepared, key_of
from profiles import examples
from strategies import (
    BISHOP_STEPS,
    CAMEL,
    KING,
    KING_AND_KNIGHT,
    KNIGHT,
    ORTHOGONAL,
    WIDE,
    Question,
    asked,
    board_of,
    questions,
    raws,
    shapes,
    stencils,
    unit_questions,
)

# Those that expand a cell once; the others are exponential.
SEARCHES = ("auto", *(row.name for row in rows("shortest") if row.keeps in ("queue", "heap")))
FROM_SEVERAL = tuple(by for by in SEARCHES if by not in PREPARED)
BACKWARDS = KING[::-1]
EVERY_STENCIL = (
    ORTHOGONAL,
    ORTHOGONAL[::-1],
    KING,
    BACKWARDS,
    KNIGHT,
    BISHOP_STEPS,
    CAMEL,
    WIDE,
    KING_AND_KNIGHT,
)
ALL_COSTS = (None, None, "small", "large", "fractions")


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


@pytest.mark.parametrize("seed", range(2))
def test_several_starts(tier, seed):
    kinds = {"cost_kinds": ALL_COSTS, "one_way": True}
    for raw, rng in seeded.raws(100 + seed, 60, EVERY_STENCIL, most=8, **kinds):
        board = board_of(raw)
        starts, exits = ([rng.choice(raw.cells) for _ in range(3)] for _ in range(2))
        far = oracles.distances(raw, starts)
        expected = min((far[cell] for cell in exits if cell in far), default=None)
        for by in FROM_SEVERAL:
            if not is_exact(raw, by):
                continue
            oracles.check_cheapest(raw, board.paths(starts, exits).shortest(by=by), expected, starts, exits)
        for by in PREPARED:
            if len(set(starts)) > 1:
                with pytest.raises(UnsuitableAlgorithmError, match="from one start"):
                    board.paths(starts, exits).shortest(by=by)


def test_a_path_ends_at_the_first_exit_it_enters():
    """Costs so unequal that the second exit is hardly farther than the first, as far as a float can tell."""
    board = gw.Board(np.ones((1, 3), bool), costs=[[3e-16, 1, 1]])
    for by in ("dijkstra", "astar"):
        path = board.paths((0, 2), [(0, 0), (0, 1)]).shortest(by=by)
        assert list(path) == [(0, 2), (0, 1)]


# ---------------------------------------------------------------- what suits, and what auto takes


@examples(300)
@given(
    raw=raws(shapes(4, 4), stencils()),
    by=st.sampled_from(SEARCHES[1:]),
)
def test_what_suits(raw, by):
    board = board_of(raw)
    assert (why_not(board, by) == "") == is_exact(raw, by)
    if is_exact(raw, by):
        assert suitable(board, by, 1, 9) == by


OPEN = {"open_cells": np.ones((3, 3), bool)}
COSTS = {"costs": np.full((3, 3), 2)}
ONE_WAY = {"one_way": {(1, 1): (0, 1)}}


@pytest.mark.parametrize(
    ("by", "options", "reason"),
    [
        ("bfs", COSTS, "here cells have costs: use 'dijkstra' or 'astar'"),
        ("labels", COSTS, "here cells have costs"),
        ("bidirectional", COSTS, "it counts moves, but here"),
        ("bfs", {"moves": gw.KING}, "a diagonal step costs the square root of 2"),
        ("labels", {"moves": gw.KING.with_corners("none")}, "a diagonal step costs the square root of 2"),
        ("bidirectional", {"moves": gw.KING}, "it counts moves, but here"),
        ("jps", COSTS, "equal costs"),
        ("jps", {"moves": gw.Moves(KING[:6:2])}, "or the four orthogonal ones"),
        ("jps", {"moves": gw.KNIGHT}, "needs the king's eight moves"),
        ("jps", {"moves": gw.KING, **COSTS}, "equal costs"),
        ("jps", {"moves": gw.KING, **ONE_WAY}, "no one-way cells"),
        ("jps", {"moves": gw.KING.with_corners("one")}, "corner rules 'both' and 'none', not 'one'"),
        ("jps", {"moves": gw.Moves(KING[:7])}, "needs the king's eight moves"),
        ("corridors", COSTS, "at equal costs"),
        ("corridors", ONE_WAY, "can be taken back"),
        ("corridors", {"moves": gw.KNIGHT}, "steps to neighbouring cells"),
        ("corridors", {"moves": gw.Moves([(0, 1), (1, 0)])}, "can be taken back"),
    ],
)
def test_what_does_not_suit_is_refused_with_the_reason(by, options, reason):
    with pytest.raises(UnsuitableAlgorithmError, match=reason) as refused:
        gw.Board(**OPEN, **options).paths().shortest(by=by)
    assert refused.value.by == by


@pytest.mark.parametrize("by", ["a-star", "JPS", "", None])
def test_an_unknown_algorithm_is_refused(by):
    board = gw.Board.rectangle(3, 3)
    for _ in range(2):
        with pytest.raises(ArgumentError, match=f"choose from auto, {', '.join(names('shortest'))}"):
            board.paths().shortest(by=by)
        board.paths().shortest(by="astar")  # which is kept, and changes nothing


SIDE = 80  # 6,400 cells: more than a small board
EMPTY = np.ones((SIDE, SIDE), bool)
ROOMS = EMPTY.copy()  # of 20 x 20 cells, with doors
ROOMS[19::20] = ROOMS[:, 19::20] = False
ROOMS[10::20, 19:79:20] = ROOMS[19:79:20, 10::20] = True
ROOMS[-1, -1] = ROOMS[-2, -1] = ROOMS[-1, -2] = True
CLUTTER = np.random.default_rng(1).random((SIDE, SIDE)) < 0.98
CLUTTER[0, 0] = CLUTTER[-1, -1] = True
MAZE = np.array(seeded.maze(random.Random(7), SIDE + 1, SIDE + 1))


@pytest.mark.parametrize(
    ("board", "by"),
    [
        (gw.Board(EMPTY), "astar"),
        (gw.Board(EMPTY, moves=gw.KING), "jps"),
        (gw.Board(ROOMS), "jps"),
        (gw.Board(ROOMS, one_way={(1, 1): (0, 1)}), "astar"),
        (gw.Board(ROOMS[:50]), "astar"),
        (gw.Board(CLUTTER), "astar"),
        (gw.Board(EMPTY, moves=gw.KING.with_corners("none")), "jps"),
        (gw.Board(EMPTY, moves=gw.KING.with_corners("one")), "astar"),
        (gw.Board(EMPTY, moves=gw.KNIGHT), "astar"),
        (gw.Board(EMPTY, moves=gw.Moves(KING_AND_KNIGHT)), "astar"),
        (gw.Board(EMPTY, costs=np.full(EMPTY.shape, 3)), "astar"),
        (gw.Board(EMPTY, moves=gw.KNIGHT, costs=np.full(EMPTY.shape, 0.5)), "astar"),
        (gw.Board(EMPTY, moves=gw.KING, one_way={(1, 1): (0, 1)}), "astar"),
        (gw.Board(MAZE), "corridors"),
        (gw.Board(MAZE, moves=gw.KING), "corridors"),
        (gw.Board(MAZE, one_way={(79, 79): (0, 1)}), "astar"),
        (gw.Board.rectangle(17, 16), "astar"),
        (gw.Board.rectangle(17, 16, moves=gw.KING), "jps"),
        (gw.Board.rectangle(16, 16), "bfs"),
        (gw.Board.rectangle(16, 16, moves=gw.KING), "dijkstra"),
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

    search.new_scratch = smaller


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


def test_threads_that_need_more_room_at_once_double_it_once(monkeypatch):
    """Otherwise eight threads, each with a scratch a little too small, ask for 256 times the memory."""
    threads, needed = 8, 2
    all_there = threading.Barrier(threads)
    first = threading.local()

    def find(source, goal, model, scratch, page):
        if not hasattr(first, "over"):
            first.over = True
            all_there.wait(timeout=300)
        return (FULL, 0.0, 0) if scratch[0] < needed else (0, 0.0, 0)

    class Fake:
        compiled = staticmethod(find)
        is_compiled = True

    cells = 10_000
    monkeypatch.setattr("gridwalk.search.prepared._kernels_of", lambda find, write: (find, write))
    kept = Prepared("fake", Fake, Fake, cells, (), lambda room: (room,))

    def ask():
        with slices.tier("auto"):  # whatever the run asks for: a thread begins with that
            kept.path(0, 0)

    workers = [threading.Thread(target=ask) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(timeout=300)
    assert kept.room == needed


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


@pytest.mark.parametrize("by", ["jps", "corridors", "astar"])
@pytest.mark.usefixtures("nothing_compiled")
def test_a_small_board_asked_again_and_again_goes_over_to_compiled_code(by):
    board = gw.Board(MAZE[:64, :64], moves=gw.KING)
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


@pytest.mark.parametrize("by", ["jps", "corridors", "astar"])
def test_unreachable_is_searched_for_once(by, never):
    open_cells = np.ones((9, 9), bool)
    open_cells[4] = False
    board = gw.Board(open_cells, moves=gw.KING)
    apart = board.paths((0, 0), (8, 8))
    assert apart.shortest(by=by) is None
    never(Prepared, "path")
    assert apart.shortest(by=by) is None
    assert board.paths((5, 0), [(0, 0), (3, 3)]).shortest(by=by) is None


@pytest.mark.parametrize("by", ["jps", "corridors", "astar"])
def test_cells_without_moves_are_reached_from_themselves_only(tier, by):
    """They are in no component, all of them."""
    open_cells = [[True, False, True], [False, False, False], [True, False, True]]
    board = gw.Board(open_cells, moves=gw.KING)
    for _ in range(2):
        assert board.paths((0, 0), (2, 2)).shortest(by=by) is None
        assert list(board.paths((0, 0), [(2, 2), (0, 0)]).shortest(by=by)) == [(0, 0)]


@pytest.mark.parametrize("by", ["auto", "dijkstra", "jps", "corridors", "astar"])
def test_nearest_leads_to_the_reachable_cell_nearest_to_an_exit(tier, by):
    for raw, rng in seeded.raws(31, 40, (KING,), rules=("both", "none"), most=9):
        board, (start, goal) = board_of(raw), (rng.choice(raw.cells) for _ in range(2))
        if not is_exact(raw, by):
            continue
        path = board.paths(start, goal).shortest(by=by, nearest=True)
        far = oracles.distances(raw, [start])

        def crow(cell, raw=raw, goal=goal):
            away = [abs(a - b) for a, b in zip(cell, goal, strict=True)]
            away = [min(d, n - d) if n else d for d, n in zip(away, raw.period, strict=True)]
            return away[0] ** 2 + away[1] ** 2, cell

        nearest = min(far, key=crow)
        assert path.end == nearest
        assert path.cost == pytest.approx(far[nearest], rel=1e-12)
        oracles.check_certificate(raw, path, start=start)


@pytest.mark.parametrize("seed", range(12))
def test_nearest_on_boards_with_costs_and_several_exits(seed):
    """The end is nearest in a straight line, whatever it costs; the way there is the cheapest."""
    rng = np.random.default_rng(seed)
    is_open, costs = rng.random((7, 8)) < 0.8, rng.integers(1, 9, (7, 8))
    is_open[3], is_open[0, 0], is_open[6, [0, 7]] = False, True, True
    exits = [(6, 0), (6, 7)]
    path = gw.Board(is_open, costs=costs).paths((0, 0), exits).shortest(nearest=True)
    cells = [cell for cell, ok in np.ndenumerate(is_open) if ok]
    near = {u: [v for v in cells if abs(u[0] - v[0]) + abs(u[1] - v[1]) == 1] for u in cells}
    far = oracles.distances(near, [(0, 0)], lambda _, u, v: int(costs[v]))
    away = {u: min((u[0] - r) ** 2 + (u[1] - c) ** 2 for r, c in exits) for u in sorted(far)}
    end = min(away, key=away.__getitem__)
    assert (path.end, path.cost) == (end, far[end])


def test_nearest_with_several_starts_and_exits():
    board = gw.Board.from_text("..#.\n..#.\n####\n..#.")
    path = board.paths([(0, 0), (1, 0)], [(0, 3), (3, 0)]).shortest(nearest=True)
    assert (path.start, path.end, path.length) == ((0, 0), (0, 1), 1)
    assert board.paths((0, 0), (3, 3)).shortest() is None


def test_threads_share_a_board():
    rng = np.random.default_rng(5)
    board = gw.Board(rng.random((90, 90)) < 0.8, moves=gw.KING)
    cells = [tuple(cell) for cell in np.argwhere(board.open_cells).tolist()]
    pairs = [(cells[a], cells[b]) for a, b in rng.integers(len(cells), size=(60, 2)).tolist()]
    expected = [board.paths(*pair).shortest(by="jps") for pair in pairs]
    answers = {}

    def ask(name):
        answers[name] = [board.paths(*pair).shortest(by="jps") for pair in pairs]

    workers = [threading.Thread(target=ask, args=(name,)) for name in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert all(answers[name] == expected for name in range(4))
    assert len(ready(board, "jps").spare) <= 4
