"""Modules of a film compared with Python at each step: numbers, degrees, paths, looks, sentences."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.algorithms import algorithm, rows
from gridwalk.answers.snapshot import UNSEEN, WALK
from gridwalk.runtime.codes import CLOSE, EVENT_NAMES, OPEN, RELAX, STEP
from gridwalk.search.choice import why_not
from oracles import Raw
from profiles import examples
from telling import ask, at_every_step

MOVES = [gw.ORTHOGONAL, gw.KING, gw.KNIGHT, gw.ORTHOGONAL.ordered("DRUL")]
SEARCHES = [(row.verbs[0], row.name) for row in rows("trace")]


@st.composite
def traces(draw):
    """A question of the page and the trace that answers it, on a small board of any kind."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    cells = rng.random((rows, columns)) < 0.75
    start, end = (0, 0), (rows - 1, columns - 1)
    cells[start] = cells[end] = True
    wrap = draw(st.sampled_from([None, "rows", "columns", "both"])) if rows > 2 < columns else None
    costs = rng.integers(1, 10, (rows, columns)) if draw(st.booleans()) else None
    moves = draw(st.sampled_from(MOVES))
    diagonal = draw(st.sampled_from([None, None, 1, 2**0.5, 1.5]))
    board = gw.Board(cells, moves=moves, start=start, exits=[end], costs=costs, wrap=wrap, diagonal=diagonal)
    question, by = draw(st.sampled_from(SEARCHES))
    if question == "shortest" and why_not(board, by):
        by = "dijkstra"
    return question, board.paths().trace(by=by, max_events=400)


def raw_of(board):
    """The board in raw data, for the oracles."""
    costs = None if board.costs is None else tuple(map(tuple, board.costs.tolist()))
    moves, cells = board.moves.unwrapped, tuple(map(tuple, board.open_cells.tolist()))
    return Raw(cells, moves.deltas, moves.corners, costs=costs, wrap=board.wrap, diagonal=board.diagonal)


def leads_of(board):
    """The neighbours of each cell in the order of the moves, with the costs of the moves."""
    raw = raw_of(board)
    return {
        board.index(u): {board.index(v): oracles.cost_of_move(raw, u, v) for v in near}
        for u, near in oracles.graph(raw).items()
    }


@examples(60)
@given(traces())
def test_numbers_are_those_of_the_trace(page, told):
    question, trace = told
    seen = at_every_step(
        page, question, trace,
        "{status: [...frame.status], order: cells((v) => frame.order(v)),"
        " label: cells((v) => frame.label(v)), sum: cells((v) => frame.fgh(v)),"
        " stack: frame.stack, here: frame.here}",
    )  # fmt: skip
    first = trace.first_expanded.reshape(-1)
    for step, film in enumerate(seen):
        snapshot = trace.at(step)
        assert film["status"] == snapshot.status.reshape(-1).tolist()
        order = np.where(first < step, trace.expansion_order.reshape(-1) + 1, 0)
        assert film["order"] == order.tolist()
        if trace.by == "labels":
            labels = snapshot.labels.reshape(-1)
            assert film["label"] == [None if label < 0 else label for label in labels.tolist()]
        elif trace.by in ("dfs", "dfs-recursive", "list"):
            stack = [row * trace.board.columns + column for row, column in snapshot.stack.tolist()]
            assert film["stack"] == stack
            assert film["label"] == [stack.index(v) if v in stack else None for v in range(trace.board.size)]
        for label, sums in zip(film["label"], film["sum"], strict=True):
            assert (sums is not None) == (label is not None and "bound" in algorithm(trace.by).key)
            assert sums is None or sums["f"] == pytest.approx(label + sums["h"])
        if 0 < step < len(trace):
            assert film["here"] == -1 or film["status"][film["here"]] != UNSEEN


STATE = """
    const told = (frame) => JSON.stringify([frame.status, cells((v) => [frame.label(v), frame.wayTo(v)]),
        frame.stack, frame.waiting(99), frame.expanded, frame.frontier, frame.number(3),
        frame.oldLabel, frame.lines]);
    const forth = Array.from({ length: film.length + 1 }, (_, step) => told(film.at(step)));
    const share = (i) => Math.floor(((i * 0.618) % 1) * (film.length + 1));
"""


@examples(40)
@given(traces())
def test_a_frame_is_the_same_whatever_was_asked_before(page, told):
    question, trace = told
    jumps = "Array.from({ length: 60 }, (_, i) => share(i)).every((i) => told(film.at(i)) === forth[i])"
    assert ask(page, question, trace, f"{STATE} return {jumps};")


def test_a_frame_does_not_change_and_is_the_same_beyond_checkpoints(page):
    trace = gw.Board.rectangle(5, 5).paths().trace(by="list", max_events=3_500)
    same = ask(
        page, "list", trace,
        f"""{STATE}
            const steps = Array.from({{ length: 30 }}, (_, i) => share(i));
            const frames = steps.map((step) => film.at(step));
            return frames.every((frame, i) => told(frame) === forth[steps[i]] && frame.step === steps[i]);""",
    )  # fmt: skip
    assert same


@examples(60)
@given(traces())
def test_the_way_to_a_reached_cell_is_a_path_of_its_label(page, told):
    question, trace = told
    board = trace.board
    leads = leads_of(board)
    seen = at_every_step(page, question, trace, "cells((v) => [frame.wayTo(v), frame.label(v)])")
    for step, cells in list(enumerate(seen))[:: max(1, len(seen) // 12)]:
        for v, (way, label) in enumerate(cells):
            if question == "list" and trace.at(step).status.reshape(-1)[v] != WALK:
                assert way == []
                continue
            assert bool(way) == (trace.at(step).status.reshape(-1)[v] != UNSEEN)
            if not way:
                continue
            if trace.by == "bidirectional" and way[0] != board.index(board.start):  # reached from an exit
                assert way[0] in map(board.index, board.exits)
                assert way[-1] == v
                assert all(b in leads[a] for a, b in pairwise(way[::-1]))
                continue
            assert (way[0], way[-1]) == (board.index(board.start), v)
            assert all(b in leads[a] for a, b in pairwise(way))
            cost = sum(leads[a][b] for a, b in pairwise(way))
            if algorithm(trace.by).keeps == "heap":
                assert label == pytest.approx(cost)
            elif label is not None:
                assert label == len(way) - 1


@examples(60)
@given(traces())
def test_looks_have_their_reasons(page, told):
    question, trace = told
    board = trace.board
    leads = leads_of(board)
    seen = at_every_step(page, question, trace, "look(frame)")
    for step, looked in enumerate(seen):
        if looked["from"] < 0 or algorithm(trace.by).jumps:
            continue
        u, tries = looked["from"], looked["tries"]
        kind, cell, _ = trace.events[step - 1].tolist()
        for each in tries:
            legal = each["reason"] not in ("wall", "outside", "blocked")
            bit = int(board._moves_of_cell[u]) >> each["move"] & 1
            assert legal == bool(bit)
            assert not legal or each["cell"] in leads[u]
            assert (each["reason"] == "outside") == (each["cell"] < 0)
            if each["reason"] == "wall":
                assert not board.open_cells.reshape(-1)[each["cell"]]
        chosen = [each for each in tries if each["chosen"]]
        if kind in (OPEN, RELAX, STEP) and tries:
            assert [each["cell"] for each in chosen] == [cell]
            assert chosen[0]["reason"] in ("new", "cheaper")
        if kind == CLOSE and tries:
            assert not chosen
            opened = []
            for later in trace.events[step:].tolist():
                if later[0] not in (OPEN, RELAX):
                    break
                opened.append(later[1])
            assert [each["cell"] for each in tries if each["reason"] in ("new", "cheaper")] == opened
        assert EVENT_NAMES[kind] != "found"


@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (5, 5)])
def test_degrees_are_those_of_warnsdorff(page, rows, columns):
    trace = gw.Board.rectangle(rows, columns, moves=gw.KNIGHT).tours((0, 0)).trace(by="warnsdorff")
    seen = at_every_step(page, "tour", trace, "look(frame).tries.filter((one) => one.degree !== undefined)")
    visited, leads = [0], leads_of(trace.board)
    for kind, cell, before in trace.events[1:].tolist():
        if kind != STEP:
            break
        degrees = {v: sum(w not in visited for w in leads[v]) for v in leads[before] if v not in visited}
        step = len(visited) + 1
        if seen[step]:  # the last step is the end of the film's choice, too
            assert {one["cell"]: one["degree"] for one in seen[step]} == degrees
        assert degrees[cell] == min(degrees.values())
        visited.append(cell)
    assert len(visited) == rows * columns


@examples(40)
@given(traces())
def test_every_step_has_a_short_sentence_and_lines(page, told):
    question, trace = told
    seen = at_every_step(page, question, trace, "[narrate.sentence(frame), frame.lines]")
    row = algorithm(trace.by)
    for step, (words, lines) in enumerate(seen):
        assert words.endswith(".")
        assert "undefined" not in words
        assert "NaN" not in words
        assert len(words) <= 180
        assert step <= 1 or lines == list(row.lines_of_event[EVENT_NAMES[trace.events[step - 1, 0]]])
    assert sum(len(words) > 120 for words, _ in seen) <= max(4, 0.2 * len(seen))  # a film may be short


MAZE = gw.Board.from_text("S#...\n.#.#.\n.....\n.###.\n...#E", moves=gw.ORTHOGONAL.ordered("DRUL"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("question", "by", "step", "words"),
    [
        ("find", "bfs", 0, "Before the first step. From (0, 0) to (4, 4)."),
        ("find", "bfs", 1, "Put the start, (0, 0), in the queue: distance 0."),
        ("find", "bfs", 6, "Take (2, 0), the first of the queue, distance 2."),
        ("find", "bfs", 8, "Right: (2, 1) is new, queued at distance 3. Up: seen before. Left: outside."),
        ("find", "bfs", 36, "Breadth-first expanded 17 of 18 cells; no path has fewer moves than 8."),
        ("find", "dfs", 8, "Dead end: no new neighbour of (4, 2). Step back to (4, 1)."),
        ("find", "dfs", 12, "From (2, 0). Down: seen before. Right: (2, 1) is new. Push it."),
        ("find", "dfs", 13, "From (2, 1). Down: wall. Right: (2, 2) is new. Push it."),
        ("shortest", "labels", 3, "Down: (1, 0) gets the label 1. Right: wall. Up and left: outside."),
        ("shortest", "astar", 4, "Take (1, 0), the least of the heap, 1 + 7 = 8."),
    ],
)  # fmt: skip
def test_sentences_are_plain(page, question, by, step, words):
    trace = MAZE.paths().trace(by=by)
    assert ask(page, question, trace, f"return narrate.sentence(film.at({step}));") == words


def test_the_stack_shows_the_direction_tried_last_and_the_heap_its_sum(page):
    entries = "frame.waiting(2).map((one) => narrate.entry(film, one))"
    dfs = at_every_step(page, "find", MAZE.paths().trace(by="dfs"), entries)
    assert dfs[9] == ["(4, 0)  tried: right", "(3, 0)  tried: down"]  # stepped back from (4, 1)
    assert dfs[1] == ["(0, 0)"]
    astar = at_every_step(page, "shortest", MAZE.paths().trace(by="astar"), entries)
    assert astar[8] == ["(3, 0)  3 + 5 = 8", "(2, 1)  3 + 5 = 8"]


def test_squares_of_a_chessboard_have_their_names(page):
    trace = gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours((0, 0)).trace(by="warnsdorff")
    told = at_every_step(page, "tour", trace, "narrate.sentence(frame)")
    assert told[0] == "Before the first step. Begin on a3, and visit all 12 squares once."
    assert told[2] == "From a3 to c2: 1 move on, the fewest. Others: b1 2."
    assert told[-1] == "All 12 squares are visited, without a step back."


WORDS = """
    const { wordsIn, heatOf, chosen, choicesOf } = await from("incells.js");
    const frame = film.at(given.step);
    return [chosen(film, "auto"), cells(wordsIn(board, frame, given.choice, frame.way())),
            cells(heatOf(frame, given.choice) ?? (() => null)), choicesOf(film)];
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("question", "by", "auto"),
    [("find", "dfs", "order"), ("find", "bfs", "distance"), ("shortest", "labels", "distance"),
     ("shortest", "dijkstra", "distance"), ("shortest", "astar", "fgh"), ("list", "list", "step")],
)  # fmt: skip
def test_words_in_cells(page, question, by, auto):
    trace = MAZE.paths().trace(by=by)
    step = len(trace) // 2
    order = [
        None if n < 1 else str(n)
        for n in ask(page, question, trace, f"return cells((v) => film.at({step}).order(v));")
    ]
    chosen, words, heat, choices = ask(page, question, trace, WORDS, step=step, choice="order")
    assert chosen == auto
    assert {"auto", "nothing", "order", "names", auto} <= set(choices)
    assert [told[0] if told else None for told in words] == order
    ranks = [float(share) for share in heat]
    assert [share >= 0 for share in ranks] == [told is not None for told in order]
    assert ask(page, question, trace, WORDS, step=step, choice="nothing")[1:3] == [[[]] * 25, [None] * 25]
    names = ask(page, question, trace, WORDS, step=step, choice="names")[1]
    assert names == [[f"{v // 5},{v % 5}"] if MAZE.open_cells[divmod(v, 5)] else [] for v in range(25)]
    assert ask(page, question, trace, WORDS, step=step, choice="degree")[1] == [[]] * 25 or by in (
        "dfs",
        "list",
    )
