"""The stand-in for NumPy of the page without a server: replies are those with NumPy, byte for byte."""

import base64
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.makers.table import MAKERS
from gridwalk.viewer.protocol import data_of
from gridwalk.viewer.questions import BESIDE, PAGE_QUESTIONS
from profiles import examples

TESTS = Path(__file__).parents[1]
STAND_IN = TESTS.parent / "docs" / "demo"
STATIC = Path(gw.__file__).parent / "viewer" / "static"


class Page:
    """A process that answers requests, one a line."""

    def __init__(self, *arguments):
        command = [sys.executable, str(TESTS / "standin.py"), *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


@pytest.fixture(scope="module")
def pages():
    """With NumPy, and with the stand-in."""
    both = Page(), Page(str(STAND_IN))
    yield both
    for page in both:
        page.end()


def request(do, **values):
    return json.dumps({"do": do, "id": 1, "slot": "left", **values})


def asked(question, by, board, **values):
    board = board if isinstance(board, dict) else data_of(board)
    return request("ask", question=question, by=by, board=board, seed=1, **values)


def same(pages, text):
    """Fail if they do not say the same."""
    expected, found = (page.ask(text) for page in pages)
    assert found == expected, text
    assert "failed" not in found


BOARDS = {
    "small": gw.Board.rectangle(3, 4),
    "maze": gw.Board.from_text("S..#....\n.#...##.\n...#....\n.#...#.#\n...#...E"),
    "costs": gw.Board([[True] * 4] * 4, costs=[[1, 2, 1, 3], [5, 1, 1, 1], [1, 1, 9, 1], [1, 4, 1, 1]]),
    "king": gw.Board.rectangle(3, 3, moves=gw.KING),
    "knight": gw.Board.rectangle(3, 4, moves=gw.KNIGHT),
    "hexagons": gw.Board.hexagons(3, 4),
    "levels": gw.make("wilson", 3, 3, levels=2, seed=2, thin=True),
}


@pytest.mark.parametrize("name", PAGE_QUESTIONS)
@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_each_question(pages, name, board):
    for by in PAGE_QUESTIONS[name].names:
        same(pages, asked(name, by, board))


@pytest.mark.parametrize("question", BESIDE)
@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_what_buttons_ask(pages, question, board):
    walked = board.paths().find().cells.tolist()[:2] if question == "play" else []
    same(pages, asked(question, "auto", board, walked=[board.index(tuple(cell)) for cell in walked]))


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_pages_menus_and_files(pages, board):
    data = data_of(board)
    for ordered in (False, True):
        for first in (0, 3, 0):
            same(pages, request("page", board=data, first=first, most=3, ordered=ordered))
    same(pages, request("offers", board=data, through=[[0, 1]]))
    beside = {"question": "shortest", "by": "bfs"}
    path = board.paths().find()
    cells = [board.index(tuple(cell)) for cell in path.cells.tolist()] if path else [0]
    for form in ("svg", "html", "txt", "json", "drawn"):
        drawing = {"form": form, "dark": False, "step": None if form == "drawn" else 4, "closed": False}
        drawing |= {"beside": beside, "cells": cells, "language": "zh"}
        same(pages, request("draw", board=data, question="find", by="dfs", drawing=True, **drawing))
    text = base64.b64encode(board.to_text().encode()).decode()
    same(pages, request("read", file=text, ending=".txt"))


@pytest.mark.parametrize("maker", MAKERS)
def test_boards_that_are_made(pages, maker):
    for thin in (False, True):
        wanted = {"maker": maker, "rows": 6, "columns": 7, "thin": thin, "braid": 0.25, "film": True}
        for seed in range(3):
            same(pages, request("make", wanted=True, seed=seed, **wanted))


def drawn(drawing="", rows=1, columns=1, moves="rook", order="", **more):
    """Return a board of the tables in the page's own form."""
    lines = drawing.split() or ["." * columns] * rows
    text = "".join(lines)
    start, end = text.find("S"), text.find("E")
    columns = len(lines[0])
    data = data_of(gw.Board.rectangle(len(lines), columns))
    data |= {"cells": "".join(c if c.isdigit() else "0" if c == "#" else "1" for c in text)}
    data |= {"start": divmod(start, columns)} if start >= 0 else {}
    data |= {"exits": [divmod(end, columns)]} if end >= 0 else {}
    return data | {"moves": moves, "order": order}


def test_lessons_and_boards_to_begin_with(pages):
    lessons = json.loads((STATIC / "lessons.json").read_text("utf-8"))["lessons"]
    presets = json.loads((STATIC / "presets.json").read_text("utf-8")).values()
    for row in (*lessons, *presets):
        if "board" not in row:
            continue
        for panel in row["panels"]:
            if row["board"].get("rows", 0) < 8:
                same(pages, asked(panel["question"], panel["by"], drawn(**row["board"])))


@st.composite
def requests(draw):
    """Any question on a small board: walls, costs, walls between cells, wraps, one-way cells, any moves."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = st.text(draw(st.sampled_from(("01", "01111", "11125", "0119"))), min_size=rows * columns)
    question = draw(st.sampled_from(sorted(PAGE_QUESTIONS)))
    cell = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    board = data_of(gw.Board.rectangle(rows, columns)) | {
        "cells": draw(cells)[: rows * columns],
        "sides": draw(st.just("") | st.text("00000123", min_size=16))[: rows * columns],
        "wrap": draw(st.sampled_from(("", "", "rows", "columns", "both"))),
        "moves": draw(
            st.sampled_from(("orthogonal", "orthogonal", "king", "knight", "bishop", "rook:2", "camel"))
        ),
        "corners": draw(st.sampled_from(("both", "one", "none"))),
        "ways": draw(st.just([]) | st.just([[0, 0, 0, 1]])),
        "start": draw(cell),
        "exits": draw(st.lists(cell, min_size=1, max_size=2, unique=True)),
    }
    if len(board["sides"]) not in (0, rows * columns):
        board["sides"] = ""
    conditions = {name: draw(st.just([]) | st.lists(cell, max_size=2)) for name in ("through", "avoiding")}
    by = draw(st.sampled_from(PAGE_QUESTIONS[question].names))
    picture = draw(st.sampled_from(("", "", "sweep", "profile")))
    return asked(question, by, board, picture=picture, **conditions)


@examples(400)
@given(requests())
def test_any_request(pages, text):
    same(pages, text)


def test_it_has_every_name_that_is_used(pages):
    """In all modules that the requests above have loaded, also those names that they did not come to."""
    for text in (request("offers", board=data_of(BOARDS["small"])), asked("table", "auto", BOARDS["small"])):
        same(pages, text)
    assert pages[1].ask("missing") == []
