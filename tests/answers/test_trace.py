"""The event log: replayed by rules of its own, it gives the answer, the statistics and every step between."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from campaign import replay
from campaign.truth import Truth
from gridwalk.algorithms import algorithm, names, rows
from gridwalk.answers.snapshot import LEFT, UNSEEN, WALK
from gridwalk.runtime.codes import BACK, CLOSE, FOUND_PATH, OPEN, PRUNE, RELAX, STEP
from oracles import check_certificate
from profiles import examples
from strategies import Question, king_questions, questions, small_questions, unit_questions

MAZE = gw.Board.from_text("S.#\n#..\n#.E")


def events_of(trace):
    """The log in cells: (kind, cell, value), the value still a number."""
    return [(kind, divmod(cell, trace.board.columns), value) for kind, cell, value in trace.events.tolist()]


def questions_for(row):
    """Questions that a search answers, and a listing in little time."""
    if row.jumps:
        return king_questions
    if "list" in row.verbs:
        return small_questions
    return questions if "find" in row.verbs or row.keeps == "heap" else unit_questions


ROWS = [row for row in rows("trace") if "list" in row.verbs or not row.wipes]  # without iterative deepening
LOGS = {row.name: questions_for(row) for row in ROWS if not row.both_ends}


@pytest.mark.parametrize("by", LOGS)
@examples(150)
@given(data=st.data())
def test_the_log_leads_to_the_answer(tier, by, data):
    """Followed event by event by rules of its own, as the campaign does."""
    question: Question = data.draw(LOGS[by]())
    paths, raw = question.board.paths(), question.raw
    trace = paths.trace(by=by)
    ways = list(map(tuple, oracles.simple_paths(raw, question.start, question.exits))) if by == "list" else []
    replay.check(replay.Question(Truth(raw), [question.start], question.exits, ways), trace)
    assert (trace.by, trace.start, trace.truncated) == (by, question.start, False)
    kind, *event = events_of(trace)[0]
    origin = 0 if by == "labels" else question.board.index(question.start)
    assert event == [question.start, origin]
    assert kind == (STEP if algorithm(by).keeps == "stack" else OPEN)
    if by == "jps":
        best = paths.shortest(by="dijkstra")
        assert (trace.path is None) == (best is None)
        assert best is None or trace.path.cost == pytest.approx(best.cost)
        if best is not None:
            check_certificate(raw, trace.path, start=question.start, exits=question.exits)
    if by == "dfs-recursive":  # the lesson leaves the same log
        assert np.array_equal(paths.trace(by="dfs").events, trace.events)
    if by == "list":
        assert events_of(trace)[-1] == (BACK, question.start, origin)


@pytest.mark.parametrize("by", [row.name for row in ROWS if not row.jumps])
@examples(60)
@given(data=st.data())
def test_the_log_has_the_answer_and_its_statistics(by, data):
    few = unit_questions().filter(lambda question: len(question.raw.cells) < 9)
    trace = data.draw(few if by == "list" else unit_questions()).board.paths().trace(by=by)
    found = [(cell, value) for kind, cell, value in events_of(trace) if kind == FOUND_PATH]
    assert found[-1:] == ([] if trace.path is None else [(trace.path.end, len(trace.path))])
    assert by == "list" or len(found) < 2
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


def test_snapshots_are_equal_where_the_same_was_done():
    trace, again = MAZE.paths().trace(by="bfs"), MAZE.paths().trace(by="bfs")
    assert trace.at(5) == again.at(5)
    assert hash(trace.at(5)) == hash(again.at(5))
    assert trace.at(5) != trace.at(6)
    assert trace.at(0) != MAZE.paths().trace(by="dfs").at(0)
    assert trace.at(5) != "after 5 events"
    assert repr(trace.at(5)) == "<Snapshot: bfs after 5 of 13 events>"
    assert repr(trace) == "<Trace: bfs, 13 events, path of length 4>"
    listed = gw.Board.rectangle(3, 3).paths().trace(by="list")
    assert repr(listed) == "<Trace: list, 114 events, 12 paths, the last of length 4>"
    caption = listed.board.svg(trace=listed, legend=True).replace("</text>", " ")
    assert "12 paths" in caption
    assert repr(gw.Board.from_text("S#E").paths().trace()) == "<Trace: dfs, 1 events, no path>"


def test_a_search_from_the_next_start_begins_anew():
    """The cells of the first start's search are left, and off the walk; its notes are another's."""
    board = gw.Board.from_text("..#..\n#####\n....E")
    trace = board.paths([(0, 0), (0, 3), (2, 0)]).trace(by="dfs")
    kinds = [kind for kind, *_ in events_of(trace)]
    assert kinds == [STEP, STEP, BACK, STEP, STEP, BACK, STEP, STEP, STEP, STEP, STEP, FOUND_PATH]
    first, second, last = trace.at(2), trace.at(4), trace.at(len(trace))
    assert first.stack.tolist() == [[0, 0], [0, 1]]
    assert second.stack.tolist() == [[0, 3]]
    assert second.status[0].tolist() == [LEFT, LEFT, UNSEEN, WALK, UNSEEN]
    assert second.footprints[0].tolist() == [0, 0, 1, 2, 0]
    assert last.status[0].tolist() == [LEFT, LEFT, UNSEEN, LEFT, LEFT]
    assert [tuple(cell) for cell in last.stack.tolist()] == list(trace.path)
    assert "x" in str(trace.at(4)).split("\n")[0]


NONE = (-1, -1)


@pytest.mark.parametrize("by", ["dfs", "dfs-recursive", "bfs", "dijkstra", "astar", "list"])
@examples(60)
@given(data=st.data())
def test_the_notes_of_a_search_replayed(by, data):
    """Predecessors, footprints, stack and queue after some events, kept by rules of the test's own."""
    question = data.draw(small_questions() if by == "list" else questions())
    trace = question.board.paths().trace(by=by)
    columns = trace.board.columns
    step = data.draw(st.integers(0, len(trace)))
    before, walk, waiting = {}, [], {}
    for kind, cell, value in events_of(trace)[:step]:
        if kind in (STEP, OPEN, RELAX):
            before[cell] = divmod(value, columns)
        if kind == STEP:
            walk.append(cell)
        elif kind == OPEN:
            waiting[cell] = True
        elif kind == CLOSE:
            del waiting[cell]
        elif kind == BACK:
            walk.pop()
            if by == "list":
                del before[cell]
    now, cells = trace.at(step), list(np.ndindex(*trace.board.shape))
    matrix, marks = trace.predecessors(step), trace.footprints(step)
    assert (matrix.dtype, matrix.shape) == (np.int32, (*trace.board.shape, 2))
    assert [tuple(matrix[cell].tolist()) for cell in cells] == [before.get(cell, NONE) for cell in cells]
    walls = {cell for cell in cells if not question.raw.open_cells[cell[0]][cell[1]]}
    assert [marks[cell] for cell in cells] == [2 if c in before else int(c in walls) for c in cells]
    assert list(map(tuple, now.stack.tolist())) == walk
    assert list(map(tuple, now.queue.tolist())) == list(waiting)


@pytest.mark.parametrize("by", ["dfs", "bfs", "labels", "dijkstra", "list"])
@examples(60)
@given(data=st.data())
def test_what_a_picture_asks_for(by, data):
    """Which statuses occur, where they are, the order of expansion, and the numbers in the cells."""
    question = data.draw(small_questions() if by == "list" else unit_questions())
    trace = question.board.paths().trace(by=by)
    step = data.draw(st.integers(0, len(trace)))
    numbers, order = {}, []
    expands = CLOSE if by in ("bfs", "labels", "dijkstra") else STEP
    for number, (kind, cell, value) in enumerate(events_of(trace)):
        if kind == expands and cell not in order:
            assert trace.first_expanded[cell] == number
            order.append(cell)
        if number < step and kind == (OPEN if by == "labels" else CLOSE):
            numbers[cell] = value
    assert trace.at(step).numbers == numbers
    assert [int(trace.expansion_order[cell]) for cell in order] == list(range(len(order)))
    assert (trace.expansion_order >= 0).sum() == (trace.first_expanded < len(trace)).sum() == len(order)
    everywhere = sum(trace.at(step).where(name).astype(int) for name in trace._statuses)
    assert (everywhere == 1).all()
    kinds = {kind for kind, *_ in events_of(trace)}
    shows = {"unseen": True, "frontier": OPEN in kinds, "expanded": CLOSE in kinds,
             "walk": STEP in kinds, "left": BACK in kinds}  # fmt: skip
    assert trace._statuses == {name for name, shown in shows.items() if shown}


@examples(60)
@given(question=unit_questions())
def test_labels_are_distances_as_far_as_they_go(question: Question):
    trace = question.board.paths().trace(by="labels")
    labels = trace.labels()
    for cell in np.ndindex(*trace.board.shape):
        distance = (
            oracles.distance(question.raw, question.start, [cell]) if trace.board.open_cells[cell] else None
        )
        assert labels[cell] in (-1, distance if distance is not None else -1)
    if trace.path is None:
        assert (labels >= 0).sum() == trace.board.reachable(question.start).sum()
    else:
        assert [int(labels[cell]) for cell in trace.path] == list(range(len(trace.path)))
    assert ((labels >= 0) == (trace.footprints() == 2)).all()


def test_a_trace_in_characters():
    """A leaper's walk is step numbers, equally wide at every step; other walks are characters."""
    trace = gw.Board.rectangle(5, 5, moves=gw.KNIGHT).tours((0, 0)).trace(by="warnsdorff")
    assert str(trace) == str(trace.path)
    for step in (0, 3, 25):
        rows = [line.split() for line in str(trace.at(step)).split("\n")]
        numbers = {(r, c): int(w) for r, row in enumerate(rows) for c, w in enumerate(row) if w.isdigit()}
        assert sorted(numbers, key=numbers.get) == list(trace.path)[:step]
        assert {len(line) for line in str(trace.at(step)).split("\n")} == {14}
    assert str(MAZE.paths().trace(by="dfs")) == str(MAZE.paths().find(by="dfs"))
    ring = gw.Board.rectangle(2, 2).tours(closed=True).trace()
    assert str(ring) == str(ring.path)
    assert str(gw.Board.from_text("S.#E").paths().trace(by="dfs")) == "+x#E"


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
        gw.Board.from_text("S.E", moves=gw.ORTHOGONAL.ordered("LDRU"), start=(0, 1)).paths().trace().lines()
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
    kinds = "open close open open close open close close found"
    assert [line.split()[1] for line in dear.lines()] == kinds.split()


@pytest.mark.parametrize("by", names("trace"))
def test_a_truncated_log_is_the_beginning_of_the_whole_and_one_that_just_fits_is_it(tier, by):
    paths = gw.Board.rectangle(3, 3).paths()
    whole = paths.trace(by=by)
    for most in (1, 3, len(whole)):
        part = paths.trace(by=by, max_events=most)
        assert part.events.tolist() == whole.events[:most].tolist()
        assert part.truncated == (most < len(whole))
    assert (part.path, whole.truncated) == (whole.path, False)


def step_between(board, u, v):
    """The letters of a move, where no two moves lead to the same cell."""
    down, across = v[0] - u[0], v[1] - u[1]
    return ("U" * -down or "D" * down) + ("L" * -across or "R" * across)


@pytest.mark.parametrize("by", ["dfs", "dfs-recursive", "list"])
@examples(60)
@given(data=st.data())
def test_the_stack_with_its_directions_replayed(by, data):
    """Each entry has the direction that was tried last from it, kept by rules of the test's own."""
    asked = small_questions() if by == "list" else unit_questions()
    question = data.draw(asked.filter(lambda question: question.raw.wrap is None))
    trace = question.board.paths().trace(by=by)
    step = data.draw(st.integers(0, len(trace)))
    entries = []
    for kind, cell, value in events_of(trace)[:step]:
        before = divmod(value, trace.board.columns)
        if kind == STEP:
            if entries:
                entries[-1][1] = step_between(trace.board, before, cell)
            entries.append([cell, ""])
        elif kind == BACK:
            entries.pop()
            if entries:
                entries[-1][1] = step_between(trace.board, before, cell)
        elif kind == PRUNE:
            entries[-1][1] = step_between(trace.board, before, cell)
    now = trace.at(step)
    shown = [[tuple(cell), way] for cell, way in zip(now.stack.tolist(), now.directions, strict=True)]
    assert shown == entries
    assert now.depth == len(entries)


@pytest.mark.parametrize("by", [row.name for row in rows("trace") if row.key.startswith("cost")])
@examples(80)
@given(data=st.data())
def test_the_heap_has_what_is_known_of_the_cost(by, data):
    """Its first cell is expanded next; the key is the cost of some way there, and at last of the best."""
    question = data.draw(LOGS[by]())
    trace = question.board.paths().trace(by=by)
    step = data.draw(st.integers(0, len(trace)))
    now = trace.at(step)
    keys, cells = [key for key, _ in now.heap], [cell for _, cell in now.heap]
    assert keys == sorted(keys)
    assert set(cells) == {tuple(cell) for cell in now.queue.tolist()}
    rest = trace._rest if trace._rest is not None else np.zeros(trace.board.size)
    if trace.path is not None or by != "jps":
        costs = oracles.distances(question.raw, [question.start])
        for key, cell in now.heap:
            assert key - rest[trace.board.index(cell)] >= costs[cell] - 1e-9
    kind, cell, _ = events_of(trace)[step] if step < len(trace) and step else (None, None, None)
    if kind == CLOSE:
        least = min(keys)
        assert cell in [cell for key, cell in now.heap if key <= least + 1e-9]
        if by == "dijkstra":
            assert least == pytest.approx(costs[cell])


def test_a_stack_and_a_heap_with_a_portal():
    board = gw.Board.from_text("S.#E").replace(portals=[((0, 1), (0, 3), 5)])
    trace = board.paths().trace(by="dfs")
    assert trace[-1].stack.tolist() == [[0, 0], [0, 1], [0, 3]]
    assert trace[-1].directions == ("R", "*", "")
    assert [now.heap for now in board.paths().trace(by="dijkstra")][4] == [(6.0, (0, 3))]


def test_a_trace_is_a_sequence_of_snapshots():
    trace = MAZE.paths().trace(by="bfs")
    assert [now.step for now in trace] == list(range(1, len(trace) + 1))
    assert trace[0] == trace.at(1)
    assert trace[-1] == trace.at(len(trace))
    assert [now.step for now in trace[10:]] == [11, 12, 13]
    assert [now.step for now in reversed(trace)][:2] == [13, 12]
    assert trace[3]._repr_svg_().startswith("<svg")
    for number in (13, -14):
        with pytest.raises(IndexError):
            trace[number]
