"""The registry of algorithms: its rows are true, and everything that names an algorithm reads them."""

import re
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

import gridwalk as gw
from gridwalk import algorithms
from gridwalk.algorithms import ALGORITHMS, names, rows
from gridwalk.planner.single import FIND
from gridwalk.runtime.codes import EVENT_NAMES
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.progress import EventLog
from gridwalk.search import choice
from gridwalk.search.choice import why_not
from gridwalk.search.query import Query

GUIDE = (Path(__file__).parent.parent.parent / "docs/howto/shortest.md").read_text(encoding="utf-8")
ROOMS = gw.Board.from_text("S..#...\n...#.#.\n.....#E\n.#.#.#.\n...#...", moves=gw.KING)
ANSWERING = {name for verb in ("find", "shortest") for name in names(verb)} - {"sweep"}
SEARCHES = [row for row in ALGORITHMS if row.name in ANSWERING and row.of == ("paths",)]
VARIANTS = {"dfs-recursive", "weighted-astar"}  # in the modules of "dfs" and "greedy", named in `choice.find`
TRACED = [(row, of) for row in ALGORITHMS for of in row.of if "trace" in row.verbs]


def name_of(value):
    return getattr(value, "name", None)


def test_what_type_checkers_are_told_is_what_there_is():
    taken = {
        algorithms.FindPathBy: names("find"),
        algorithms.FindTourBy: names("find", "tours"),
        algorithms.FindCycleBy: set(FIND["conditional"]) - {"auto"},
        algorithms.ShortestBy: names("shortest"),
        algorithms.SweptBy: names("shortest", "tours"),
        algorithms.ManyBy: names("shortest_many"),
        algorithms.CountBy: names("count"),
        algorithms.CountTourBy: names("count", "tours"),
        algorithms.TracePathBy: names("trace"),
        algorithms.TraceTourBy: names("trace", "tours"),
    }
    for told, known in taken.items():
        assert set(get_args(told)) == {"auto", *known}


def test_every_search_for_one_path_has_a_module_and_a_row():
    assert {*choice.SEARCHES, *choice.PREPARED, *VARIANTS} == ANSWERING


@pytest.mark.parametrize("row", SEARCHES, ids=name_of)
@pytest.mark.parametrize("moves", [gw.ORTHOGONAL, gw.KING])
def test_one_call_runs_a_search_traced_or_not(row, moves):
    """The face of all searches gives what the set gives; with a log, an answer that is as good."""
    board = ROOMS.replace(moves=moves)
    verb = "find" if "find" in row.verbs else "shortest"
    if verb == "shortest" and (reason := why_not(board, row.name)):
        with pytest.raises(gw.GridwalkError, match=re.escape(reason)):
            board.paths().shortest(by=row.name)
        return
    if verb == "find":
        path = choice.find(row.name, Query(board, (board.start,), board.exits))
    else:
        path = choice.shortest(row.name, board, (board.start,), board.exits, NO_LIMITS.watch)
    assert path == getattr(board.paths(), verb)(by=row.name)
    assert (path.by, path.start, path.end) == (row.name, board.start, board.exits[0])
    if "trace" in row.verbs:
        logged = Query(board, (board.start,), board.exits, NO_LIMITS.watch(), EventLog())
        assert choice.trace(row.name, logged).cost == path.cost
        assert len(logged.log.events()) > path.length // 2  # jump points pass over cells


@pytest.mark.parametrize(("row", "of"), TRACED, ids=name_of)
def test_events_of_a_trace_belong_to_lines_of_the_pseudocode(row, of):
    assert set(row.lines_of_event) - {"begin"} <= set(EVENT_NAMES)
    assert all(row.pseudocode)
    if of == "paths":
        paths = ROOMS.paths() if not why_not(ROOMS, row.name) else ROOMS.replace(moves=gw.ORTHOGONAL).paths()
    else:
        moves = gw.KNIGHT if row.name == "construct" else gw.ORTHOGONAL
        paths = gw.Board.rectangle(5, 6, moves=moves).tours((0, 0))
    trace = paths.trace(by=row.name, max_events=5000)
    seen = {EVENT_NAMES[kind] for kind in trace.events[:, 0].tolist()}
    assert seen - {"prune"} <= set(row.lines_of_event)  # a tour that looks ahead has no line for it
    assert ({"open", "close"} <= seen) == (row.keeps in ("queue", "heap"))
    assert trace._wiped == row.wipes


# Boards of which one film or another lights every line: a dead end at once, cells with a cheaper way later,
# an exit beside a room with so many paths that the listing begins to look ahead.
LIGHTING = [
    gw.Board.from_text("S....\n.##..\n...#.\n.#.##\n....E"),
    *(
        gw.Board.from_text(text, moves=gw.KING)
        for text in ("S..\n...\n.#E", "S....\n..#.#\n#...E", "S....#\n...#..\n.....E")
    ),
    gw.Board.from_text("\n".join(["#......"] * 3 + ["ES....."] + ["#......"] * 3)),
]


def films(row, of):
    """Traces that together should light every line of an algorithm."""
    if of == "tours":
        sizes = [(5, 5), (5, 6)] if row.name == "construct" else [(3, 4), (4, 4), (4, 5)]
        boards = [gw.Board.rectangle(*size, moves=gw.KNIGHT) for size in sizes]
        boards += [] if row.name == "construct" else [gw.Board.rectangle(3, 4)]
        return [board.tours((0, 0)).trace(by=row.name, max_events=5000) for board in boards]
    return [
        board.paths().trace(by=row.name, max_events=5000)
        for board in LIGHTING
        if not why_not(board, row.name)
    ]


@pytest.mark.parametrize(("row", "of"), TRACED, ids=name_of)
def test_every_line_of_the_pseudocode_lights(row, of):
    lit = set(row.lines_of_event["begin"])
    for trace in films(row, of):
        for kind in np.unique(trace.events[1:, 0]):
            lit |= set(row.lines_of_event.get(EVENT_NAMES[kind], ()))
    assert [row.pseudocode[i] for i in range(len(row.pseudocode)) if i not in lit] == []


@pytest.mark.parametrize("row", ALGORITHMS, ids=name_of)
def test_what_an_algorithm_promises_is_short_and_plain(row):
    assert 1 <= len(row.promise) <= 3
    assert all(len(words) <= 80 and words.endswith(".") for words in row.promise)
    assert all(len(line) <= 48 for line in row.pseudocode)


# ------------------------------------------------------------------------------- who reads it


@pytest.mark.parametrize("verb", ["find", "shortest", "trace"])
def test_help_names_every_algorithm_on_a_line_of_its_own(run, verb, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    _, out, _ = run(verb, "--help")
    assert out
    listed = re.findall(r"^ {16,}([a-z*-]+)  +\S", out[out.index("--by ALGORITHM") :], re.MULTILINE)
    assert listed[: len(names(verb))] == list(names(verb))
    assert set(names(verb, "tours")) <= set(listed)


@pytest.mark.parametrize("row", rows("shortest"), ids=name_of)
def test_the_guide_has_a_row_for_every_algorithm(row):
    listed = dict(re.findall(r'^\| (`"[^|]*) \| (.*) \|$', GUIDE, re.MULTILINE))
    suits = next((words for heads, words in listed.items() if f'`"{row.name}"`' in heads), "")
    assert suits.replace("`", "") == row.suits
