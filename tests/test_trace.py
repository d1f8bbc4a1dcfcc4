"""The event log: replayed by rules of its own, it gives the answer, the statistics and every step between."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk import trace as trace_module
from gridwalk.kernels.codes import BACK, CLOSE, FOUND_PATH, OPEN, RELAX, STEP
from gridwalk.trace import EXPANDED, FRONTIER, LEFT, UNSEEN, WALK
from oracles import check_certificate, may_move
from strategies import Question, king_questions, questions, small_questions, unit_questions

MAZE = gw.Board.from_text("S.#\n#..\n#.E")


def events_of(trace):
    """The log in cells: (kind, cell, value), the value still a number."""
    return [(kind, divmod(cell, trace.board.columns), value) for kind, cell, value in trace.events.tolist()]


def check_moves(question, trace):
    """The log begins at the start, its own origin; later every cell entered or opened is by a legal move."""
    (kind, *event), *later = events_of(trace)
    origin = 0 if trace.by == "labels" else trace.board.index(question.start)
    assert kind == (OPEN if trace.by in ("bfs", "labels", "dijkstra", "astar") else STEP)
    assert event == [question.start, origin]
    for kind, cell, value in later:
        if kind in (OPEN, STEP, RELAX) and trace.by != "labels":
            before = divmod(value, trace.board.columns)
            assert may_move(question.raw, before, (cell[0] - before[0], cell[1] - before[1]))


def replay_walk(trace):
    """Follow the walk; return the walks at which a path was found, and the last one."""
    walk, found = [], []
    for kind, cell, value in events_of(trace):
        if kind == STEP:
            assert divmod(value, trace.board.columns) == (walk[-1] if walk else cell)
            assert cell not in walk
            walk.append(cell)
        elif kind == BACK:
            assert cell == walk.pop()
            assert divmod(value, trace.board.columns) == (walk[-1] if walk else cell)
        else:
            assert kind == FOUND_PATH
            assert (cell, value) == (walk[-1], len(walk))
            found.append(list(walk))
    return found, walk


@pytest.mark.parametrize("by", ["dfs", "dfs-recursive"])
@settings(max_examples=150)
@given(question=questions())
def test_depth_first(tier, by, question: Question):
    trace = question.board.paths().trace(by=by)
    check_moves(question, trace)
    found, walk = replay_walk(trace)
    assert found == ([] if trace.path is None else [list(trace.path)])
    assert trace.path is not None or walk == [question.start]
    assert (trace.by, trace.start, trace.truncated) == (by, question.start, False)


@settings(max_examples=100)
@given(question=questions())
def test_the_recursive_lesson_leaves_the_same_log(tier, question: Question):
    paths = question.board.paths()
    assert np.array_equal(paths.trace(by="dfs").events, paths.trace(by="dfs-recursive").events)


@settings(max_examples=150)
@given(question=small_questions())
def test_the_listing(tier, question: Question):
    trace = question.board.paths().trace(by="list")
    check_moves(question, trace)
    found, walk = replay_walk(trace)
    assert found == [list(path) for path in question.board.paths()]
    assert walk == []  # all the way back, and off the start
    assert events_of(trace)[-1] == (BACK, question.start, question.board.index(question.start))
    assert trace.path is None or list(trace.path) == found[-1]


@pytest.mark.parametrize("by", ["bfs", "dijkstra", "astar"])
@settings(max_examples=150)
@given(data=st.data())
def test_predecessors(tier, by, data):
    question = data.draw(questions())
    paths = question.board.paths()
    trace = paths.trace(by=by)
    check_moves(question, trace)
    before, closed, goal = {question.start: None}, [], None
    for kind, cell, value in events_of(trace)[1:]:
        assert goal is None  # nothing comes after the exit was found
        if kind == CLOSE:
            assert cell in before
            assert cell not in closed
            closed.append(cell)
            assert value == len(closed)
        elif kind in (OPEN, RELAX):
            assert (cell in before) == (kind == RELAX)
            assert cell not in closed
            assert divmod(value, trace.board.columns) == closed[-1]
            before[cell] = closed[-1]
        else:
            assert kind == FOUND_PATH
            goal = cell
    if trace.path is None:
        assert goal is None
        return
    way = [goal]
    while before[way[-1]] is not None:
        way.append(before[way[-1]])
    assert way[::-1] == list(trace.path)
    assert len(closed) == trace.path.expanded


def octile(one, other):
    down, across = sorted((abs(one[0] - other[0]), abs(one[1] - other[1])))
    return across - down + down * 2**0.5


@settings(max_examples=100)
@given(question=king_questions())
def test_jump_points(tier, question: Question):
    """Each costs what the way over its predecessors costs; the last one expanded sees the exit."""
    paths = question.board.paths()
    trace = paths.trace(by="jps")
    best = paths.shortest(by="dijkstra")
    assert (trace.path is None) == (best is None)
    cost, waiting, closed = {question.start: 0.0}, set(), 0
    for kind, cell, value in events_of(trace):
        before = divmod(value, trace.board.columns)
        if kind == CLOSE:
            closed += 1
            waiting.remove(cell)
            assert value == closed
        elif kind in (OPEN, RELAX):
            assert (cell in waiting) == (kind == RELAX)
            waiting.add(cell)
            cost[cell] = cost[before] + octile(before, cell)
        else:
            assert kind == FOUND_PATH
            assert cell == best.end or cell in trace.board.exits
            assert trace.path.cost == pytest.approx(best.cost)
    frontier = {tuple(cell) for cell in np.argwhere(trace.at(len(trace)).status == FRONTIER).tolist()}
    assert frontier == waiting
    if trace.path is not None:
        assert trace.path.expanded == closed
        check_certificate(question.raw, trace.path, start=question.start, exits=question.exits)


@settings(max_examples=150)
@given(question=unit_questions())
def test_labels(tier, question: Question):
    trace = question.board.paths().trace(by="labels")
    check_moves(question, trace)
    labels, back, goal = {}, [], None
    for kind, cell, value in events_of(trace):
        assert goal is None  # nothing comes after the way back
        if kind == OPEN:
            assert cell not in labels
            labels[cell] = value
        elif kind == CLOSE:
            assert labels[cell] == value
        elif kind == STEP:
            back = back or [divmod(value, trace.board.columns)]
            assert divmod(value, trace.board.columns) == back[-1]
            back.append(cell)
        else:
            assert kind == FOUND_PATH
            goal = cell
            back = back or [goal]
            assert (back[0], len(back)) == (goal, value)
    assert back[::-1] == ([] if trace.path is None else list(trace.path))
    assert [labels[cell] for cell in back[::-1]] == list(range(len(back)))


@pytest.mark.parametrize("by", ["dfs", "dfs-recursive", "bfs", "labels", "dijkstra", "astar"])
@settings(max_examples=60)
@given(question=unit_questions())
def test_found_says_how_many_cells_the_path_has(by, question: Question):
    trace = question.board.paths().trace(by=by)
    found = [(cell, value) for kind, cell, value in events_of(trace) if kind == FOUND_PATH]
    assert found == ([] if trace.path is None else [(trace.path.end, len(trace.path))])


@pytest.mark.parametrize("by", ["dfs", "dfs-recursive", "bfs", "labels", "dijkstra", "astar", "list"])
@settings(max_examples=60)
@given(question=unit_questions().filter(lambda question: len(question.raw.cells) < 9))
def test_the_log_has_the_statistics_of_the_answer(by, question: Question):
    trace = question.board.paths().trace(by=by)
    if trace.path is None:
        assert trace.at(len(trace)).found == 0
        return
    last = np.flatnonzero(trace.events[:, 0] == FOUND_PATH)[-1]
    then = trace.at(int(last) + 1)
    assert (then.expanded, then.backtracks) == (trace.path.expanded, trace.path.backtracks)
    assert then.cell == trace.path.end
    if by != "list":  # which goes on to the next path
        assert trace.at(len(trace)).expanded == trace.path.expanded


@pytest.mark.parametrize("closed", [False, True])
def test_the_walk_shown_is_the_path_found(closed):
    """Over several starts too: what is shown as the walk when a tour is found is that tour."""
    board = gw.Board.from_text("S.#\n..#\n..E") if not closed else gw.Board.rectangle(2, 3)
    tours = board.tours(closed=closed)
    trace = tours.trace(by="list")
    ends = np.flatnonzero(trace.events[:, 0] == FOUND_PATH)
    assert len(ends) == tours.count() > 0
    for end, tour in zip(ends.tolist(), tours, strict=True):
        shown = {tuple(cell) for cell in np.argwhere(trace.at(end + 1).status == WALK).tolist()}
        assert shown == set(tour)


def test_at_every_step():
    """With dead ends on the way: up and down the middle, then to the left."""
    trace = gw.Board.from_text("#.#\n.S.\nE.#").paths().trace(by="dfs")
    walk, left = [], set()
    for step, (kind, cell, _) in enumerate(events_of(trace), 1):
        if kind == STEP:
            walk.append(cell)
        elif kind == BACK:
            left.add(walk.pop())
        now = trace.at(step)
        expected = np.full((3, 3), UNSEEN)
        for cells, status in ((left, LEFT), (walk, WALK)):
            for each in cells:
                expected[each] = status
        assert now.status.tolist() == expected.tolist()
        assert now.cell == cell
    assert left == {(0, 1), (1, 2)}


def test_before_the_first_step_and_after_the_last():
    trace = MAZE.paths().trace(by="bfs")
    assert set(trace.at(0).status.flat) == {UNSEEN}
    assert (trace.at(0).cell, trace.at(0).expanded) == (None, 0)
    assert trace.at(1).status.tolist() == [[FRONTIER, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert (trace.at(1).cell, trace.at(1).expanded) == ((0, 0), 0)
    assert trace.at(-3).status.tolist() == trace.at(0).status.tolist()
    final = trace.at(len(trace))
    assert trace.at(10**6).status.tolist() == final.status.tolist()
    assert set(final.status.flat) == {UNSEEN, EXPANDED}
    assert (final.found, final.cell) == (1, (2, 2))


def test_lines():
    assert list(MAZE.paths().trace(by="dfs").lines()) == [
        "1 step (0, 0) from (0, 0)",
        "2 step (0, 1) from (0, 0)",
        "3 step (1, 1) from (0, 1)",
        "4 step (1, 2) from (1, 1)",
        "5 step (2, 2) from (1, 2)",
        "6 found (2, 2)",
    ]
    back = list(
        gw.Board.from_text("S.E", moves=gw.ROOK.ordered("LDRU"), start=(0, 1)).paths().trace().lines()
    )
    assert back[:3] == ["1 step (0, 1) from (0, 1)", "2 step (0, 0) from (0, 1)", "3 back (0, 0) to (0, 1)"]
    labels = list(gw.Board.rectangle(1, 2).paths().trace(by="labels").lines())
    assert labels == [
        "1 open (0, 0) label 0",
        "2 close (0, 0) label 0",
        "3 open (0, 1) label 1",
        "4 step (0, 0) from (0, 1)",
        "5 found (0, 1)",
    ]
    dear = gw.Board.rectangle(2, 2, costs=[[1, 9], [1, 1]], exits=[(0, 1)]).paths().trace(by="dijkstra")
    assert [line.split()[1] for line in dear.lines()] == [
        "open",
        "close",
        "open",
        "open",
        "close",
        "open",
        "close",
        "close",
        "found",
    ]


def test_a_dearer_way_is_relaxed():
    """Three diagonal steps cost 4.24 and are seen first, but four moves of 1 are cheaper."""
    moves = gw.Moves([(1, 1), (3, 0), (0, 1)], corners="none")
    trace = gw.Board.rectangle(4, 4, moves=moves).paths().trace(by="dijkstra")
    assert "open (3, 3) from (2, 2)" in {line.split(" ", 1)[1] for line in trace.lines()}
    assert "relax (3, 3) from (3, 2)" in {line.split(" ", 1)[1] for line in trace.lines()}
    assert (trace.path.cost, trace.path.length) == (4, 4)


def test_auto_is_named_by_what_it_is():
    assert MAZE.paths().trace().by == "dfs"
    assert gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours().trace().by == "warnsdorff"


@pytest.mark.parametrize("by", ["dfs", "dfs-recursive", "bfs", "labels", "list"])
@pytest.mark.parametrize("most", [1, 3])
def test_a_truncated_log_is_the_beginning_of_the_whole(tier, by, most):
    paths = gw.Board.rectangle(3, 3).paths()
    whole, part = paths.trace(by=by), paths.trace(by=by, most=most)
    assert (part.truncated, whole.truncated) == (True, False)
    assert part.events.tolist() == whole.events[:most].tolist()


@pytest.mark.parametrize("by", ["dfs", "dfs-recursive", "bfs", "labels", "dijkstra", "astar", "list"])
def test_a_log_that_just_fits_is_whole(by):
    paths = gw.Board.rectangle(3, 3).paths()
    whole = paths.trace(by=by)
    fits = paths.trace(by=by, most=len(whole))
    assert fits.events.tolist() == whole.events.tolist()
    assert (fits.truncated, fits.path) == (False, whole.path)


def test_a_log_of_many_slices(tier):
    board = gw.Board.rectangle(180, 180)
    trace = board.paths().trace(by="bfs")
    assert len(trace) == 2 * 180 * 180 + 1  # every cell opened and closed, and one found
    assert trace.path == board.paths().find(by="bfs")


def test_the_log_is_read_only():
    with pytest.raises(ValueError, match="read-only"):
        MAZE.paths().trace().events[0, 0] = 1
    assert MAZE.paths().trace().events.dtype == np.int32
    assert len(MAZE.paths().trace()) <= trace_module.MOST_EVENTS
