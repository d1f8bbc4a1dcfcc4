"""The content of a panel as values, without a page: sentence, answer, numbers, table, chart, legend."""

import pytest

import gridwalk as gw
from gridwalk.draw.pagedata import board_data
from gridwalk.viewer.making import Wanted, made_data
from telling import answer_of

MAZE = gw.Board.from_text("S#...\n.#.#.\n.....\n.###.\n...#E", moves=gw.ORTHOGONAL.ordered("DRUL"))
TOLD = """async ({ board: data, answer, ...more }) => {
    const [{ fromData }, { initialState }, { toldOf }] =
        await Promise.all(["board.js", "state.js", "told.js"].map(load));
    const parts = [["events", Int32Array], ["legal", Uint32Array], ["rest", Float64Array],
        ["changes", Int32Array], ["first", Uint8Array]];
    for (const [name, kind] of parts) if (answer?.[name]) answer[name] = kind.from(answer[name]);
    const board = fromData(data), { question, by } = answer ?? more;
    const answers = [answer && { ...answer, board }];
    const state = { ...initialState(board), panels: [{ question, by }], answers, ...more };
    const told = toldOf(state, 0), again = toldOf(state, 0);
    if (JSON.stringify(told) !== JSON.stringify(again)) throw new Error("not the same again");
    return told;
}"""


@pytest.fixture
def tell(page):
    """Return a function that computes the content of a panel for an answer and a state."""

    def tell(answer=None, board=MAZE, **state):
        return page.evaluate(TOLD, {"board": board_data(board), "answer": answer, **state})

    return tell


def film(question, by, board=MAZE):
    return {"kind": "film", **answer_of(question, board.paths().trace(by=by))}


def counters(told):
    return {one["name"]: one["words"] for one in told["counters"]}


def legend(told):
    return [one["words"] for one in told["legend"]]


def test_a_search_at_a_step(tell):
    told = tell(film("find", "dfs"), step=9)
    assert told["title"] == "Find a path: depth-first, a stack"
    assert told["board"] == "Board, 5 rows, 5 columns"
    assert told["sentence"].startswith("Dead end")
    assert (told["words"], told["small"], told["number"]) == ("", "", "")  # not before the film is over
    assert counters(told) == {"expanded": "7", "backtracks": "2", "depth": "5", "length": "4"}
    assert told["keeps"] == "Stack, top first"
    assert told["waiting"][:2] == ["(4, 0)  tried: right", "(3, 0)  tried: down"]
    assert told["lines"]["now"] == told["lines"]["done"][-1] < len(told["code"])
    assert legend(told) == [
        "start",
        "exit",
        "on the current path",
        "backtracked",
        "path so far",
        "when it was entered, from 1",
    ]
    facts = told["facts"]
    assert (facts["state"], facts["step"], facts["found"], facts["line"]) == (
        "film",
        9,
        0,
        told["lines"]["now"],
    )


def test_a_search_that_is_over(tell):
    trace = MAZE.paths().trace(by="bfs")
    told = tell(film("shortest", "bfs"), step=len(trace))
    assert told["words"] == "Shortest path of 8 moves (breadth-first)."
    assert counters(told) == {"expanded": "17", "frontier": "1", "length": "8"}
    assert told["facts"]["cost"] == 8
    assert "path" in legend(told)


def test_a_waiting_question_shows_its_progress(tell):
    asked = {"question": "count", "by": "auto", "asking": 1}
    assert tell(**asked)["words"] == "Searching..."
    progress = {"words": "3 so far", "small": "about 2 seconds left", "share": 0.4}
    told = tell(**asked, progress=[progress])
    assert [told[name] for name in ("words", "small", "share")] == ["3 so far", "about 2 seconds left", 0.4]
    assert told["facts"]["state"] == "asking"
    assert tell(question="count", by="auto")["facts"]["state"] == "idle"


def test_a_count_has_a_number_to_copy_and_no_path(tell):
    told = tell({"kind": "number", "question": "count", "by": "auto", "number": "1262816", "convention": ""})
    assert (told["words"], told["number"]) == ("1262816 paths", "1262816")
    assert counters(told) == {}
    assert legend(told) == ["start", "exit"]


def test_a_path_without_a_film_has_its_numbers(tell):
    path = {"cells": [0, 5, 10], "closed": False, "length": 2, "cost": 7, "expanded": 12, "by": "astar"}
    told = tell({"kind": "path", "question": "shortest", "by": "astar", "path": path})
    assert counters(told) == {"expanded": "12", "length": "2", "cost": "7"}
    chosen = {"first": 0, "paths": [{**path, "expanded": 0}], "chosen": 0, "more": False, "total": 1}
    told = tell({"kind": "path", "question": "order", "by": "lawler", "path": path}, list=chosen)
    assert told["words"] == "Path 1"
    assert counters(told) == {"length": "2", "cost": "7"}


def test_counts_by_length_are_bars(tell):
    lengths = [[8, "2"], [10, str(10**20)], [12, str(5 * 10**19)]]
    answer = {"kind": "lengths", "question": "lengths", "by": "sweep", "number": "3", "convention": ""}
    told = tell({**answer, "lengths": lengths})
    assert [(one["length"], one["share"]) for one in told["bars"]] == [("8", 0.005), ("10", 1), ("12", 0.5)]
    assert told["table"] is None


def test_the_table_of_all_algorithms(tell):
    row = {"question": "shortest", "by": "bfs", "title": "breadth-first", "reason": None, "exact": True}
    figures = {"expanded": 1200, "frontier": 3, "length": 8, "cost": 8, "milliseconds": 0.0312}
    none = dict.fromkeys(figures)
    rows = [{**row, **figures}, {**row, **none, "by": "jps", "reason": "Only for moves of a king."}]
    table = tell({"kind": "table", "question": "table", "by": "all", "rows": rows})["table"]
    assert table["head"][0] == "Algorithm"
    assert len(table["head"]) == 7
    assert table["rows"][0]["cells"] == ["1\u202f200", "3", "8", "8", "0.031", "yes"]
    assert [one["disabled"] for one in table["rows"]] == [False, True]
    tours = [{**one, "question": "tour"} for one in rows]
    assert len(tell({"kind": "table", "question": "table", "by": "all", "rows": tours})["table"]["head"]) == 6


def test_an_answer_that_gets_better_is_a_chart_with_a_film(tell):
    told = [
        {"seconds": i, "value": str(10 + i), "low": "10", "high": str(20 - i), "path": None} for i in range(3)
    ]
    answer = {
        "kind": "estimate",
        "question": "estimate",
        "by": "sampled",
        "words": "About 12.",
        "convention": "",
    }
    begun, ended = (tell(answer, told=[told], step=step) for step in (1, 3))
    assert begun["chart"]["words"] == "10, at most 20"
    assert ended["chart"]["words"] == "12, between 10 and 18"
    assert (begun["facts"]["points"], begun["words"], ended["words"]) == (3, "", "About 12.")
    assert [len(one["chart"]["value"].split()) for one in (begun, ended)] == [2, 3]


def test_the_film_of_a_maze_has_its_legend(tell):
    data, parts = made_data(Wanted("wilson", 7, 9, False, 0.0, True), 50)
    answer = {**data, **{name: part.tolist() for name, part in parts.items()}}
    answer |= {"kind": "making", "question": "find", "by": "dfs", "maker": "wilson", "seed": 50}
    told = tell(answer, board=gw.Board.rectangle(7, 9), step=6)
    assert told["title"] == "How it was made: wilson, seed 50"
    assert told["sentence"]
    assert {"in the maze", "outside the maze", "the walk"} <= set(legend(told))
    assert "path" not in legend(told)


def test_a_walk_has_its_place_in_words(tell):
    board = gw.Board.rectangle(5, 5, moves=gw.KNIGHT)
    told = tell(
        {"kind": "play", "question": "play", "by": "you", "legal": [0] * 25, "moves": []}, board=board
    )
    assert told["words"] == "Stuck on the start: no move leads on."
    assert told["facts"]["walked"] == "0"
