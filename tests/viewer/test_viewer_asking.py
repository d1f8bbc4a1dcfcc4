"""Conditions, offers, and answers too long for a film."""

import re
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.algorithms import ALGORITHMS
from gridwalk.draw.pagedata import board_data
from gridwalk.errors import QuestionError, UnsuitableAlgorithmError
from gridwalk.viewer.asked import Asked, page_words
from gridwalk.viewer.questions import FILMS, PAGE_QUESTIONS, QUESTIONS, answer, offers
from profiles import examples
from strategies import board_of, raws
from viewing import MAZE, ask, english, reply, serving

OPEN = gw.Board.rectangle(4, 5)
KNIGHT = gw.Board.rectangle(5, 5, moves=gw.KNIGHT)


def simple_paths(board, avoiding=(), through=()):
    """All simple paths, by another library, each a list of cells; each ends at the first exit it enters."""
    graph = nx.DiGraph()
    for cell in map(tuple, np.argwhere(board.open_cells).tolist()):
        for other, _ in board.moves_from(cell):
            if not {cell, other} & set(avoiding) and cell not in board.exits:
                graph.add_edge(cell, other)
    ends = [exit_ for exit_ in board.exits if exit_ in graph]
    if board.start not in graph or not ends:
        return []
    return [path for path in nx.all_simple_paths(graph, board.start, ends) if set(through) <= set(path)]


def moves_in(film, parts):
    """The cells that the legal moves of a film lead from and to."""
    for cell, legal in enumerate(parts["legal"].tolist()):
        for bit, (down, right) in enumerate(film["moves"]):
            if legal >> bit & 1:
                yield from (cell, cell + 5 * down + right)


# ----------------------------------------------------------------------------- conditions


@pytest.mark.parametrize(
    "question", [q for q in QUESTIONS if "tour" not in q and q not in ("closed", "cycle", "cycles")]
)
@pytest.mark.parametrize("conditions", [{"avoiding": ((1, 1), (2, 3))}, {"through": ((3, 0),)},
                                        {"through": ((1, 2), (3, 0)), "avoiding": ((0, 1),)}])  # fmt: skip
def test_cells_to_go_through_and_to_avoid(question, conditions):
    expected = [[5 * row + column for row, column in path] for path in simple_paths(OPEN, **conditions)]
    assert expected
    for by in QUESTIONS[question]:
        asked = Asked(OPEN, by=by, seed=3, **conditions)
        if by in offers(asked)["refused"].get(question, ()):
            with pytest.raises((UnsuitableAlgorithmError, QuestionError)):
                answer(question, asked)
            continue
        data, trace, parts = answer(question, asked)
        if trace is not None:  # the page reads the moves that its algorithm left from the film
            assert not {*moves_in(data, parts)} & {5 * row + column for row, column in asked.avoiding}
        if question == "count":
            assert data["number"] == str(len(expected))
        elif question == "lengths":
            assert sum(int(number) for _, number in data["lengths"]) == len(expected)
            assert data["lengths"][0][0] == min(map(len, expected)) - 1
        elif question == "estimate":
            assert data["words"] == f"{len(expected)} (exact)"
        else:
            assert data["path"]["cells"] in expected
        if question in ("shortest", "order"):
            assert data["path"]["length"] == min(map(len, expected)) - 1
        if question == "longest":
            assert data["path"]["length"] == max(map(len, expected)) - 1
        if question in FILMS:
            assert (trace is None) == ("through" in conditions)
            assert (data.get("note") == "There is no film where cells are to be visited.") == (
                "through" in conditions
            )


@pytest.mark.parametrize(
    "board", [OPEN, MAZE, gw.Board.from_text("S#E"), gw.Board.from_text("S3\n1E", costs=True)]
)
def test_the_automatic_choice_plays_the_film_of_an_algorithm_of_the_menu(board):
    for question, exact in (("find", False), ("shortest", True)):
        data, trace, _ = answer(question, Asked(board, by="auto"))
        assert data["by"] == trace.by != "auto"
        assert data["by"] in QUESTIONS[question]
        if exact and trace.path is not None:
            assert trace.path.cost == board.paths().shortest().cost


WATCHED = [
    gw.Board.rectangle(4, 4), gw.Board.rectangle(3, 3, moves=gw.KING), gw.Board.rectangle(3, 4, wrap="both"),
    gw.Board.rectangle(7, 7), gw.Board.from_text("S#E"), gw.Board.rectangle(3, 4, moves=gw.KNIGHT),
]  # fmt: skip


@pytest.mark.parametrize("board", WATCHED)
def test_a_sweep_that_cannot_be_watched_is_refused_with_its_reason(board):
    refused = offers(Asked(board))["refused"].get("watch", {})
    question = "tours" if board.moves.name == "knight" else "count"
    asked = Asked(board, by="auto", picture="simpath")
    if reason := refused.get("simpath"):
        assert re.fullmatch(r"[A-Z].*[^.]\.", english(reason))
        with pytest.raises(QuestionError):
            answer(question, asked)
    else:
        assert answer(question, asked).data["kind"] == "sweep"


def test_pages_of_a_set_with_conditions():
    with serving(OPEN) as viewer:
        page = {"do": "page", "tab": "1", "board": board_data(OPEN), "first": 0, "most": 100}
        for ordered in (False, True):
            found = reply(viewer, page | {"ordered": ordered, "avoiding": [[1, 1]], "through": [[3, 0]]})
            expected = simple_paths(OPEN, [(1, 1)], [(3, 0)])
            assert len(found["paths"]) == len(expected) <= 100
            assert found["more"] is False


# ------------------------------------------------------------------------------- offers


BOARDS = [
    MAZE, OPEN, KNIGHT, gw.Board.rectangle(3, 3, costs=[[1, 1, 1], [9, 9, 1], [1, 1, 1]]),
    gw.Board.from_text("S..\n...\n#.E", moves=gw.KING.with_corners("none")),
    gw.Board.rectangle(3, 4, moves=gw.KING.with_corners("one")),
    gw.Board.rectangle(3, 4, wrap="columns"), gw.Board.rectangle(2, 6, one_way={(0, 0): (0, 1)}),
]  # fmt: skip


def asked_none(question, board):
    """Whether it is known at once that there is nothing to find."""
    return replace(Asked(board), members=PAGE_QUESTIONS[question].members).all.why_empty() is not None


@pytest.mark.long
@pytest.mark.parametrize("board", BOARDS, ids=range(len(BOARDS)))
def test_offers_are_answered_and_other_algorithms_refused(board, tune):
    tune(page_seconds=0.2)
    refused = offers(Asked(board))["refused"]
    for question, names in QUESTIONS.items():
        for by in names:
            asked = Asked(board, by=by)
            if reason := english(refused.get(question, {}).get(by, "")):
                assert re.fullmatch(r"[A-Z].*\.", reason)
                assert "by=" not in reason
                assert not any(f"'{row.name}'" in reason for row in ALGORITHMS)
                if asked_none(question, board):
                    continue  # "there is none" is the better answer
                with pytest.raises(UnsuitableAlgorithmError) as error:
                    answer(question, asked)
                assert page_words(error.value.reason).rstrip(".").lower() == reason.rstrip(".").lower()
            else:
                data, _, _ = answer(question, asked)
                if question == "shortest" and data["path"] is not None:
                    assert data["path"]["cost"] == pytest.approx(board.paths().shortest(by="dijkstra").cost)


@examples(60)
@given(raws(), st.data())
def test_a_shortest_path_is_never_by_an_algorithm_that_is_not_exact(raw, data):
    board = board_of(
        raw, start=data.draw(st.sampled_from(raw.cells)), exits=[data.draw(st.sampled_from(raw.cells))]
    )
    cheapest = board.paths().shortest(by="dijkstra")
    refused = offers(Asked(board))["refused"].get("shortest", {})
    for by in QUESTIONS["shortest"]:
        try:
            found = answer("shortest", Asked(board, by=by)).data["path"]
        except UnsuitableAlgorithmError:
            assert by in refused
        else:
            assert by not in refused
            assert (found and found["cost"]) == (cheapest and pytest.approx(cheapest.cost))


def test_offers_and_errors_of_the_server_speak_the_names_of_the_page():
    board = gw.Board.rectangle(3, 3, moves=gw.KING.with_corners("one"))
    with serving(board) as viewer:
        found = reply(viewer, {"do": "offers", "board": board_data(board)})
        assert found["kind"] == "offers"
        assert english(found["refused"]["shortest"]["jps"]) == (
            "It supports the corner rules never and always, not past one wall."
        )
        words = english(ask(viewer, "shortest", "bfs", board)["words"])
        assert words.startswith("Breadth-first does not suit this board: it counts moves")
        assert "use Dijkstra or A*" in words
        costs = gw.Board.rectangle(2, 2, costs=[[1, 2], [3, 4]])
        assert english(ask(viewer, "shortest", "labels", costs)["words"]) == (
            "Distance labels does not suit this board: it counts moves, but here cells have costs: "
            "use Dijkstra or A*"
        )


# ------------------------------------------------------------------------ pictures of sweeps


def test_a_count_is_shown_as_its_sweep():
    board = gw.Board.rectangle(4, 4)
    with serving(board) as viewer:
        request = {"do": "ask", "by": "auto", "seed": 0, "board": board_data(board)}
        for question, number in [("count", 184), ("cycles", 213), ("closedtours", 6)]:
            found = reply(viewer, request | {"question": question, "picture": "simpath"})
            assert (found["kind"], found["number"], found["question"]) == ("sweep", str(number), question)
            assert found["layers"]
        refused = reply(viewer, request | {"question": "count", "picture": "magic"})
        assert "is not known" in english(refused["words"])


# --------------------------------------------------------------------------- cut-off films


def test_a_film_that_is_cut_off_has_its_answer(tune):
    tune(page_events=15)
    for question, by in [("find", "dfs"), ("find", "bfs"), ("shortest", "labels"), ("shortest", "astar")]:
        data, trace, parts = answer(question, Asked(gw.Board.rectangle(9, 9), by=by))
        assert (data["truncated"], data["ended"], data["path"]["length"]) == (True, True, 16)
        assert (len(trace), len(parts["events"])) == (15, 45)
    data, _, _ = answer("tour", Asked(gw.Board.rectangle(8, 8, moves=gw.KNIGHT), by="warnsdorff"))
    assert (data["truncated"], data["path"]["length"], data["path"]["by"]) == (True, 63, "warnsdorff")
    data, _, _ = answer("list", Asked(OPEN, by="list"))
    listed = list(OPEN.paths())
    assert (data["truncated"], data["ended"]) == (True, False)
    assert 1 <= data["found"] < len(listed)
    assert data["path"]["cells"] == [5 * row + column for row, column in listed[data["found"] - 1]]
    tune.undo()
    data, _, _ = answer("list", Asked(OPEN, by="list"))
    assert (data["truncated"], data["ended"], data["found"]) == (False, True, len(listed))


def test_a_search_that_backtracks_too_long_has_a_note_on_the_algorithm_that_answered(tune):
    board = gw.Board.rectangle(12, 12, moves=gw.KNIGHT)
    board.tours().find()  # compile what answers in the end
    tune(page_events=20, page_film_seconds=1)
    data, _, _ = answer("tour", Asked(board, by="dfs"))
    assert (data["truncated"], data["ended"], data["by"]) == (True, True, "dfs")
    assert len(set(data["path"]["cells"])) == 144
    assert "did not end within 1 seconds; this is by" in data["note"]
