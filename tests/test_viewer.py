"""The viewer's server: who may speak to it, what it answers, and what it survives."""

import asyncio
import io
import json
import os
import random
import re
import signal
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from browser.person import start_viewer
from gridwalk import makers
from gridwalk.cli import main
from gridwalk.errors import UnsuitableAlgorithmError
from gridwalk.lazyset import LazySet
from gridwalk.render.svg import svg
from gridwalk.runtime import slices
from gridwalk.runtime.limits import Progress
from gridwalk.search.choice import why_not
from gridwalk.viewer import questions
from gridwalk.viewer.making import made
from gridwalk.viewer.pictures import draw
from gridwalk.viewer.protocol import (
    MAX_FILE,
    MAX_MESSAGE,
    MAX_SIDE,
    Drawing,
    MalformedError,
    Wanted,
    board_of,
    data_of,
    parse,
    read_board,
)
from gridwalk.viewer.questions import FILMS, QUESTIONS, Pages, answer, progress_data
from profiles import number
from published import ROOK_PATHS
from viewing import ask, connect, file, reply

pytestmark = pytest.mark.no_kernels

pytest.importorskip("uvicorn")
pytest.importorskip("starlette")
client = pytest.importorskip("websockets.sync.client")
exceptions = pytest.importorskip("websockets.exceptions")

from gridwalk.viewer import session  # noqa: E402
from gridwalk.viewer.app import MAX_PAGES, STATIC, make_app  # noqa: E402
from gridwalk.viewer.serve import Viewer  # noqa: E402

MAZE = gw.Board.from_text("S#...\n.#.#.\n.....\n.###.\n...#E", moves=gw.ROOK.ordered("DRUL"))


@pytest.fixture(scope="module")
def viewer():
    viewer = Viewer(MAZE)
    ready = threading.Event()
    thread = threading.Thread(
        target=viewer.serve_until_stopped, args=(lambda address: ready.set(),), daemon=True
    )
    thread.start()
    assert ready.wait(10)
    yield viewer
    viewer.stop()
    thread.join(10)
    assert not thread.is_alive()


# --------------------------------------------------------------------------------- boards


@pytest.mark.parametrize(
    "board",
    [
        MAZE,
        gw.Board.from_text("S12\n9#E", costs=True),
        gw.Board.from_text("S>.\n.#E\n..E"),
        gw.Board.rectangle(8, 8, moves=gw.KNIGHT, start="a1"),
        gw.Board.rectangle(3, 4, moves=gw.KING.with_corners("none")),
        gw.Board.rectangle(3, 4, moves=gw.KING.ordered(gw.KING.deltas[::-1])),
        gw.Board.rectangle(9, 9, moves=gw.leaper(1, 3)),
        gw.Board.rectangle(1, 1),
        gw.Board.rectangle(2, 3, walls=([[1, 0], [0, 1]], [[0, 1, 0]])),
        gw.Board.rectangle(
            3,
            4,
            moves=gw.KING.with_corners("one"),
            wrap="columns",
            walls=(np.eye(3, 4, dtype=bool), np.eye(2, 4, dtype=bool)),
        ),
        gw.Board.rectangle(6, 6, moves=gw.KNIGHT, wrap="both"),
        gw.Board.rectangle(4, 4, moves=gw.ROOK.ordered("DRUL"), wrap="rows"),
        gw.Board.rectangle(2, 3, one_way={(0, 0): ((0, 1), (1, 0)), (1, 1): (0, 1)}),
    ],
)
def test_a_board_comes_back_as_it_went(board):
    assert board_of(json.loads(json.dumps(data_of(board)))) == board


def test_boards_and_files_above_the_limits_are_refused():
    data = data_of(MAZE)
    for rows, columns in [(MAX_SIDE + 1, 1), (1, MAX_SIDE + 1)]:
        with pytest.raises(gw.GridwalkError, match="up to 512 x 512"):
            board_of({**data, "rows": rows, "columns": columns})
        with pytest.raises(gw.GridwalkError, match="up to 512 x 512"):
            read_board("\n".join(["." * columns] * rows).encode())
    with pytest.raises(gw.GridwalkError, match="up to 4,194,304 bytes"):
        read_board(b"." * (MAX_FILE + 1))
    with pytest.raises(gw.GridwalkError, match="whole numbers from 1 to 9"):
        data_of(gw.Board.rectangle(1, 2, costs=[[1, 10]]))
    assert read_board(b"..2\n")[0].costs.tolist() == [[1, 1, 2]]
    assert read_board(b"0 1\n0 0\n")[0].costs is None


@pytest.mark.parametrize(
    ("text", "line", "column", "character"),
    [("0 2\n1 0\n", 1, 3, "2"), ("\ufeff\n1, 0\n0, 7\n", 3, 4, "7"), ("[[0, 1],\n [x, 0]]", 2, 3, "x"),
     ("0 1\n. 0\n", 2, 1, "."), ("0\t1\r\n9\t1\r\n", 2, 1, "9")],
)  # fmt: skip
def test_a_wrong_digit_in_a_matrix_is_what_is_blamed(text, line, column, character):
    with pytest.raises(gw.GridwalkError) as refused:
        read_board(text.encode())
    assert f"line {line}, column {column}" in str(refused.value)
    assert repr(character) in str(refused.value)


def test_digits_of_a_drawing_stay_costs():
    assert read_board(b"12\n3.\n")[0].costs.tolist() == [[1, 2], [3, 1]]
    assert read_board(b"2 2\n#S#\n")[0].costs.tolist() == [[2, 1, 2], [1, 1, 1]]
    assert read_board(b"0,1\n0,0\n")[0].open_count == 3


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rows": "5"}, "rows is a whole number"),
        ({"rows": True}, "rows is a whole number"),
        ({"columns": 0}, "columns is a whole number"),
        ({"cells": "1" * 24}, "one digit a cell"),
        ({"cells": "1" * 24 + "x"}, "one digit a cell"),
        ({"cells": "\u0661" * 25}, "one digit a cell"),
        ({"cells": None}, "cells is a text"),
        ({"start": [0]}, "2 whole numbers"),
        ({"start": [0, 2**40]}, "2 whole numbers"),
        ({"exits": [[0, 1.5]]}, "2 whole numbers"),
        ({"exits": 5}, "exits is a list"),
        ({"ways": [[0, 0, 1]]}, "4 whole numbers"),
        ({"moves": "r" * 500}, "at most 400"),
        ({"sides": "0" * 24}, "one digit a cell, 0 to 3"),
        ({"sides": "4" * 25}, "one digit a cell, 0 to 3"),
        ({"sides": None}, "sides is a text"),
        ({"wrap": 1}, "wrap is a text"),
    ],
)
def test_a_board_that_no_page_sends_is_malformed(change, words):
    with pytest.raises(MalformedError, match=words):
        board_of({**json.loads(json.dumps(data_of(MAZE))), **change})


# ------------------------------------------------------------------------------ questions


def never(progress):
    """Progress that nobody hears."""


@pytest.mark.parametrize(("question", "by"), [(q, by) for q, known in QUESTIONS.items() for by in known])
def test_every_question_is_answered_as_the_library_does(question, by):
    knight, closed = gw.Board.rectangle(5, 6, moves=gw.KNIGHT), gw.Board.rectangle(5, 6)
    few = gw.Board.rectangle(5, 5, moves=gw.KNIGHT)
    board = {"tour": knight, "tours": few, "closed": closed}.get(question, MAZE)
    if by == "jps":
        board = MAZE.replace(moves=gw.KING)
    if by == "construct":
        board = knight
    with slices.tier("python" if question == "shortest" else "auto"):
        data, trace = answer(question, by, board, 1, never)
    json.dumps(data)
    assert (trace is not None) == (by in FILMS.get(question, ()))
    if question in ("count", "tours"):
        paths = board.paths() if question == "count" else board.tours(start=(0, 0))
        assert data["number"] == str(sum(1 for _ in paths))
    elif question in ("tour", "closed"):
        assert len(set(data["path"]["cells"])) == 30
        assert data["path"]["closed"] == (question == "closed")
    elif question == "shortest":
        assert data["path"]["cost"] == pytest.approx(board.paths().shortest().cost)
    elif question == "longest":
        assert (data["path"]["length"], data["path"]["bound"], data["path"]["gap"]) == (12, 12, 0.0)
        assert (data["closing"]["value"], data["closing"]["high"]) == ("12", "12")
    elif question == "estimate":
        assert (data["words"], data["closing"]["low"], data["closing"]["high"]) == ("2 (exact)", "2", "2")
    elif question == "order":
        assert data["path"]["length"] == 8
    elif question == "list":
        assert trace.at(len(trace)).found == 2
    if trace is not None:
        assert trace.events[-1, 0] in (3, 6)


@pytest.mark.parametrize("by", QUESTIONS["shortest"])
@pytest.mark.parametrize("board", [
    gw.Board.rectangle(3, 3, costs=[[1, 1, 1], [9, 9, 1], [1, 1, 1]], exits=[(2, 0)]),
    gw.Board.from_text("S..\n...\n#.E", moves=gw.KING.with_corners("none")),
])  # fmt: skip
def test_the_shortest_path_is_the_cheapest_or_refused(board, by):
    if reason := why_not(board, by):
        with pytest.raises(UnsuitableAlgorithmError, match=re.escape(reason)):
            answer("shortest", by, board, 1, never)
        return
    data, _ = answer("shortest", by, board, 1, never)
    assert data["path"]["cost"] == pytest.approx(board.paths().shortest(by="dijkstra").cost)


def knights(rows, columns, **options):
    return gw.Board.rectangle(rows, columns, moves=gw.KNIGHT, **options)


@pytest.mark.parametrize(
    ("question", "board", "reason"),
    [
        ("closed", knights(7, 7), "no closed knight's tour of 7 x 7 exists (Schwenk 1991)"),
        ("closed", knights(5, 5), "no closed knight's tour of 5 x 5 exists (Schwenk 1991)"),
        ("closed", knights(4, 5), "no closed knight's tour of 4 x 5 exists (Schwenk 1991)"),
        ("tour", knights(4, 4), "no open knight's tour of 4 x 4 exists"),
        ("tour", knights(5, 5, start=(0, 1)), ""),
    ],
)
def test_a_tour_that_cannot_be_is_refused_with_the_reason(question, board, reason):
    for by in QUESTIONS[question]:
        data, trace = answer(question, by, board, 1, never)
        assert (data["kind"], data["path"], trace) == ("path", None, None)
        assert data["reason"].startswith(reason)


def test_a_number_of_tours_that_is_0_has_its_reason():
    for by in QUESTIONS["tours"]:
        data, _ = answer("tours", by, knights(4, 4), 1, never)
        assert data["number"] == "0"
        assert data["reason"].startswith("no open knight's tour of 4 x 4 exists")
    assert answer("tours", "auto", knights(5, 5), 1, never)[0]["reason"] is None
    walled = gw.Board.from_text("S#E")
    assert answer("count", "auto", walled, 1, never)[0] | {"convention": ""} == {
        "kind": "number", "number": "0", "convention": "", "reason": None,
    }  # fmt: skip


@pytest.mark.parametrize("question", ["tour", "closed"])
def test_the_quickest_way_to_a_tour_comes_first_and_says_what_it_was(question):
    assert QUESTIONS[question][0] == "auto"
    data, trace = answer(question, "auto", knights(8, 8), 1, never)
    assert data["by"] == trace.by == data["path"]["by"]
    assert data["by"] == {"tour": "warnsdorff", "closed": "construct"}[question]
    assert (len(trace), data["truncated"]) == (65, False)


def test_a_film_of_the_quickest_way_that_is_cut_off_names_none(monkeypatch):
    monkeypatch.setattr(questions, "MAX_EVENTS", 20)
    data, trace = answer("tour", "auto", knights(8, 8), 1, never)
    assert (data["by"], data["truncated"], data["path"], len(trace)) == ("auto", True, None, 20)


def test_sweeps_take_the_memory_that_the_library_gives_them(monkeypatch):
    asked = []

    def within(self, **limits):
        asked.append(limits)
        return before(self, **limits)

    before = LazySet.within
    monkeypatch.setattr(LazySet, "within", within)
    for question in ("count", "longest", "sample", "tours"):
        answer(question, QUESTIONS[question][0], gw.Board.rectangle(3, 3), 1, never)
    assert [sorted(limits) for limits in asked] == [["progress"]] * 4


def drawing(form, *, step=None, cells=(), closed=False, dark=False):
    return Drawing(form, dark, step, list(cells), closed)


def test_what_the_page_shows_is_drawn():
    trace = MAZE.paths().trace(by="dfs")
    picture = draw(drawing("svg", step=9), "find", "dfs", MAZE, never).decode()
    assert picture == svg(MAZE, None, trace, 9, dark=False, legend=True)
    assert "dfs, 9 of 18 events" in picture
    path = MAZE.paths().longest()
    shown = drawing("svg", cells=[5 * row + column for row, column in path], dark=True)
    assert "path of 12 moves" in draw(shown, "longest", "sweep", MAZE, never).decode()
    assert "5 x 5 board" in draw(drawing("svg"), "count", "auto", MAZE, never).decode()
    film = Image.open(io.BytesIO(draw(drawing("gif", step=0), "find", "dfs", MAZE, never)))
    assert (film.format, film.n_frames) == ("GIF", len(trace) + 1)
    still = Image.open(io.BytesIO(draw(drawing("gif"), "count", "auto", MAZE, never)))
    assert (still.format, still.n_frames) == ("GIF", 1)
    tour = gw.Board.rectangle(2, 2).tours(closed=True).find()
    ring = drawing("svg", cells=[2 * row + column for row, column in tour], closed=True)
    assert "closed tour of 4 moves" in draw(ring, "sample", "sweep", tour.board, never).decode()
    assert draw(drawing("txt"), "count", "auto", MAZE, never).decode() == f"{MAZE}\n"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"form": "bmp"}, "form is one of svg, gif, txt"),
        ({"dark": 1}, "dark is true or false"),
        ({"closed": None}, "closed is true or false"),
        ({"step": -1}, "step is a whole number"),
        ({"step": True}, "step is a whole number"),
        ({"step": 1, "question": "count"}, "this question has none"),
        ({"cells": 5}, "cells is a list"),
        ({"cells": [True]}, "cells is a list"),
        ({"cells": [0] * (MAX_SIDE**2 + 1)}, "cells is a list"),
        ({"cells": [25]}, "cells must lie on the board"),
        ({"cells": [2**70]}, "cells must lie on the board"),
    ],
)
def test_a_drawing_that_no_page_asks_for_is_malformed(wrong, words):
    request = {"do": "draw", "id": 1, "slot": "file", "board": data_of(MAZE), "question": "count"}
    request |= {"by": "auto", "form": "svg", "dark": False, "step": None, "cells": [], "closed": False}

    def draw_it():
        asked = parse(json.dumps(request | wrong))
        draw(asked.drawing, asked.question, asked.by, MAZE, never)

    with pytest.raises(MalformedError, match=words):
        draw_it()


MAKE = {"do": "make", "id": 1, "slot": "file", "maker": "kruskal", "rows": 9, "columns": 12, "thin": False,
        "braid": 0, "seed": 5}  # fmt: skip


def joints(board):
    """The open cells, and how many pairs of neighbours have no wall between them."""
    open_cells = board.open_cells
    across, down = open_cells[:, 1:] & open_cells[:, :-1], open_cells[1:] & open_cells[:-1]
    if board.walls is not None:
        across, down = across & ~board.walls.right, down & ~board.walls.below
    return int(open_cells.sum()), int(across.sum() + down.sum())


@pytest.mark.parametrize("name", makers.MAKERS)
@pytest.mark.parametrize("thin", [False, True])
def test_a_board_that_is_made_fills_that_of_the_page(name, thin):
    row = makers.MAKERS[name]
    for shape in [(7, 11), (16, 20), (15, 23)]:
        wanted = Wanted(name, *shape, thin, 0.0)
        rooms = shape if thin else [(side + 1) // 2 for side in shape]
        if name == "unicursal" and any(side % 2 for side in rooms):
            with pytest.raises(gw.GridwalkError, match="must be even"):
                made(wanted, 3)
            continue
        board = made(wanted, 3)
        assert board.shape == shape
        assert board == made(wanted, 3)
        assert board_of(json.loads(json.dumps(data_of(board)))) == board
        cells, joined = joints(board)
        assert (board.walls is not None) == (thin and row.perfect)
        if row.perfect:  # a tree
            assert joined == cells - 1
            assert np.isfinite(board.distances(board.start)[board.open_cells]).all()
            assert cells == rooms[0] * rooms[1] * (1 if thin else 2) - (not thin)
        if name in ("kruskal", "percolation"):
            assert board != made(wanted, 4)


def test_a_maze_without_dead_ends_and_a_board_above_the_limit():
    for thin in (False, True):
        cells, joined = joints(made(Wanted("wilson", 21, 31, thin, 1.0), 1))
        assert joined > cells
    assert made(Wanted("prim", 1, 1, False, 0.0), 1).shape == (1, 1)
    with pytest.raises(gw.GridwalkError, match="up to 512 x 512"):
        made(Wanted("prim", 513, 1, False, 0.0), 1)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"maker": 5}, "maker is a text"),
        ({"maker": "x" * 401}, "at most 400"),
        ({"rows": 0}, "rows is a whole number"),
        ({"columns": 2.0}, "columns is a whole number"),
        ({"thin": 0}, "thin is true or false"),
        ({"braid": True}, "braid is a number from 0 to 1"),
        ({"braid": "0"}, "braid is a number from 0 to 1"),
        ({"braid": 1.01}, "braid is a number from 0 to 1"),
        ({"braid": float("nan")}, "braid is a number from 0 to 1"),
        ({"seed": -1}, "seed is a whole number"),
        ({"seed": None}, "seed is a whole number"),
    ],
)
def test_a_making_that_no_page_asks_for_is_malformed(wrong, words):
    with pytest.raises(MalformedError, match=words):
        parse(json.dumps(MAKE | wrong))


def png(board):
    """A picture of the walls alone, without marks: 8 pixels a cell."""
    out = io.BytesIO()
    Image.fromarray(np.kron(board, np.full((8, 8), 255, np.uint8))).save(out, "png")
    return out.getvalue()


def test_the_openings_of_a_picture_are_its_ends():
    maze = gw.make("backtracker", 6, 9, rng=4).open_cells.astype(np.uint8)
    maze[0, 3] = maze[12, 15] = 1
    board, words = read_board(png(maze), ".png")
    assert (board.open_cells == maze).all()
    assert (board.start, board.exits, words) == ((0, 3), ((12, 15),), "")
    maze[5, 0] = 1
    board, words = read_board(png(maze), ".png")
    assert (board.open_cells == maze).all()
    assert "3 openings, (0, 3), (5, 0), (12, 15): put start and exit" in words
    maze[0, 3] = maze[12, 15] = 0
    assert "one opening, (5, 0)" in read_board(png(maze), ".png")[1]


def test_pages_hold_every_path_once_in_order():
    board = gw.Board.rectangle(4, 4)
    every = [[4 * row + column for row, column in path] for path in board.paths()]
    pages, listed, first = Pages(), [], 0
    while True:
        page = pages.page(board, first, 50, never)
        listed += [path["cells"] for path in page["paths"]]
        first += 50
        if not page["more"]:
            break
    assert listed == every
    assert len(listed) == ROOK_PATHS[4]
    for first in (100, 0, 50, 183, 184, 1000):
        page = pages.page(board, first, 7, never)
        assert [path["cells"] for path in page["paths"]] == every[first : first + 7]
    assert pages.page(MAZE, 0, 9, never)["paths"][0]["length"] == 8


# --------------------------------------------------------------------------------- access


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {}),
        ("/board.json", {}),
        ("/wrong-token/board.json", {}),
        (None, {"Host": "evil.example"}),
        (None, {"Host": "127.0.0.1"}),
    ],
)
def test_who_does_not_know_the_token_or_names_another_host_gets_nothing(viewer, path, headers):
    root = viewer.address.rsplit("/", 2)[0]
    address = viewer.address + "board.json" if path is None else root + path
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=5)
    refused.value.close()
    assert refused.value.code == 404


def test_the_page_and_the_first_board_are_served_with_their_headers(viewer):
    for name, word in {"": b"<!doctype html>", "main.js": b"import", "board.json": b"cells"}.items():
        with urllib.request.urlopen(viewer.address + name, timeout=5) as page:
            assert word in page.read()
            assert "default-src 'self'" in page.headers["content-security-policy"]
            assert page.headers["cache-control"] == "no-store"
    with pytest.raises(urllib.error.HTTPError) as missing:
        urllib.request.urlopen(viewer.address + "..%2fserve.py", timeout=5)
    missing.value.close()
    assert missing.value.code == 404


def test_the_page_asks_for_all_its_modules_at_once():
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    for module in STATIC.glob("*.js"):
        assert f'"{module.name}"' in page


@pytest.mark.parametrize(
    "origin", [None, "http://evil.example", "null", "https://127.0.0.1:1", "http://127.0.0.1"]
)
def test_a_socket_from_another_page_is_refused(viewer, origin):
    with pytest.raises(exceptions.InvalidStatus):
        connect(viewer, origin=origin)


# -------------------------------------------------------------------------------- messages


def test_questions_over_the_socket(viewer):
    with connect(viewer) as socket:
        film, parts = ask(socket, "find", "dfs", MAZE)
        expected = MAZE.paths().trace(by="dfs")
        assert parts["events"].reshape(-1, 3).tolist() == expected.events.tolist()
        assert film["path"]["length"] == 8
        # Above 2**64, and exact.
        assert ask(socket, "count", "auto", gw.Board.rectangle(10, 10))["number"] == str(ROOK_PATHS[10])
        assert "is not known" in ask(socket, "count", "magic", MAZE)["words"]
        assert "does not suit" in ask(socket, "shortest", "jps", MAZE)["words"]
        walled = data_of(MAZE) | {"cells": "0" * 25}
        assert "no open cell" in ask(socket, "find", "dfs", walled)["words"]
        on_wall = data_of(MAZE) | {"start": [0, 1]}
        assert "is a wall" in ask(socket, "find", "dfs", on_wall)["words"]
        wanted = {"form": "gif", "dark": True, "step": None, "cells": [0, 5, 10], "closed": False}
        request = {"do": "draw", "id": 1, "slot": "file", "question": "find", "by": "dfs", **wanted}
        socket.send(json.dumps({**request, "board": data_of(MAZE)}))
        assert reply(socket)[1]["bytes"].tobytes().startswith(b"GIF8")
        socket.send(json.dumps({"do": "read", "id": 2, "slot": "file", **file(b"S.\n.E\n")}))
        assert reply(socket)["board"]["cells"] == "1111"
        socket.send(json.dumps({"do": "read", "id": 3, "slot": "file", **file(b"S.\n.?\n")}))
        assert "line 2, column 2" in reply(socket)["words"]
        socket.send(json.dumps(MAKE))
        assert board_of(reply(socket)["board"]) == made(parse(json.dumps(MAKE)).wanted, 5)
        socket.send(json.dumps(MAKE | {"maker": "kruskl"}))
        assert "did you mean 'kruskal'" in reply(socket)["words"]


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", "null", "[" * 100_000, "9" * 5000, '{"do": "ask"}', b"bytes",
     '{"do": "fly", "id": 1, "slot": "left"}', '{"do": "make", "id": 1, "slot": "file"}',
     '{"do": "cancel", "id": -1, "slot": "left"}',
     '{"do": "cancel", "id": 1, "slot": "nowhere"}', '{"do": "ask", "id": 1, "slot": "left", "board": 5}',
     '{"do": "ask", "id": 1, "slot": "left", "board": {}, "question": "find", "by": "dfs", "seed": 0}'],
)  # fmt: skip
def test_a_malformed_message_closes_with_a_reason(viewer, message):
    with connect(viewer) as socket:
        socket.send(message)
        with pytest.raises(exceptions.ConnectionClosedError) as closed:
            socket.recv(5)
    assert closed.value.rcvd.code == 1008
    assert closed.value.rcvd.reason
    with connect(viewer) as socket:
        assert ask(socket, "count", "auto", MAZE)["number"] == "2"


def test_a_message_above_the_limit_closes(viewer):
    with connect(viewer) as socket:
        with suppress(exceptions.ConnectionClosed):  # perhaps before all is sent
            socket.send("x" * (MAX_MESSAGE + 1))
        with pytest.raises(exceptions.ConnectionClosedError) as closed:
            socket.recv(5)
    assert closed.value.rcvd is None or closed.value.rcvd.code == 1009  # None: before all is sent


def odd_values(rng):
    return rng.choice(
        [None, True, -1, 0, 1, 3.5, 2**60, 1e308, "", "left", "dfs", "\ud800", "\x00", "find", [], [[]], {},
         [1, 2], [[1, 2]], "1" * 25, "0" * 25, "9" * 600]
    )  # fmt: skip


def test_pages_of_the_shortest_first_are_apart_from_those_of_the_listing():
    board = gw.Board.rectangle(4, 4)
    pages = Pages()
    in_order = [[4 * row + column for row, column in path] for path in board.paths().in_order()]
    listed = [[4 * row + column for row, column in path] for path in board.paths()]
    for ordered in (False, True, False, True):
        page = pages.page(board, 50, 9, never, ordered=ordered)
        assert [path["cells"] for path in page["paths"]] == (in_order if ordered else listed)[50:59]


def test_progress_tells_numbers_of_any_size_as_digits():
    path = MAZE.paths().longest()
    told = progress_data(Progress(1.5, 2, 3, 4, "", 10**400, 9, 12.5, path))
    assert json.loads(json.dumps(told)) == told
    assert (told["value"], told["low"], told["high"]) == (f"1{400 * '0'}", "9", "12.5")
    assert told["path"]["length"] == 12
    assert progress_data(Progress(1.5, 2, 3, 4))["value"] is None


def random_message(rng):
    """A request with some of its values replaced, or taken away, or text with some of its letters so."""
    board = data_of(MAZE)
    for name in rng.sample(sorted(board), rng.choice([0, 0, 1, 2])):
        board[name] = odd_values(rng)
    request = {
        "do": rng.choice(["ask", "ask", "page", "draw", "make", "read", "cancel"]),
        "id": rng.randrange(99),
    }
    request |= {"slot": rng.choice(["left", "right", "list", "file"]), "board": board, **file(b"S.\n.E")}
    request |= {"question": rng.choice(list(QUESTIONS)), "by": rng.choice(["dfs", "bfs", "auto", "x"])}
    request |= {
        "maker": rng.choice(["kruskal", "caves", "x"]),
        "rows": 4,
        "columns": 7,
        "thin": rng.random() < 0.5,
    }
    request |= {"braid": rng.choice([0, 0.5])}
    request |= {"seed": 1, "first": rng.randrange(5), "most": 5, "ordered": rng.random() < 0.5}
    request |= {"form": "svg", "dark": True, "closed": False, "cells": [0, 5], "step": rng.choice([None, 3])}
    if rng.random() < 0.05:
        request[rng.choice(list(request))] = odd_values(rng)
    text = json.dumps(request)
    if rng.random() < 0.02:
        at = rng.randrange(len(text))
        text = text[:at] + chr(rng.randrange(0x500)) + text[at + rng.randrange(9) :]
    return text


async def talk(app, messages):
    """Speak to the application as a server does, until it closes; return how many it took, and the reason."""
    waiting = iter(messages)
    taken, closed = 0, []

    async def receive():
        nonlocal taken
        if taken == 0:
            taken = 1
            return {"type": "websocket.connect"}
        await asyncio.sleep(0)
        message = None if closed else next(waiting, None)
        if message is None:
            return {"type": "websocket.disconnect", "code": 1000}
        taken += 1
        return {"type": "websocket.receive", "text": message}

    async def send(message):
        if message["type"] == "websocket.close":
            closed.append(message["reason"])

    headers = [(b"host", b"127.0.0.1:1"), (b"origin", b"http://127.0.0.1:1")]
    await app({"type": "websocket", "path": "/token/talk", "headers": headers}, receive, send)
    return taken - 1, closed


def test_many_random_messages_leave_the_application_answering():
    async def flood():
        app, rng, taken, reasons = make_app({}, 1, "token"), random.Random(20), 0, set()
        messages = (random_message(rng) for _ in range(number(10_000)))
        while taken < number(10_000):
            more, closed = await talk(app, messages)
            assert more
            taken += more
            reasons.update(closed)
        return reasons

    with ThreadPoolExecutor(1) as pool:  # where browser tests have run, this thread has an event loop
        assert len(pool.submit(asyncio.run, flood()).result()) > 10
    wait_until(lambda: not busy())


def test_random_messages_leave_the_server_answering(viewer):
    rng = random.Random(20)
    for _ in range(300):
        with connect(viewer, max_queue=None) as socket, suppress(exceptions.ConnectionClosed):
            socket.send(random_message(rng))
            assert socket.ping(ack_on_close=True).wait(10)  # the server has taken the message
    with connect(viewer) as socket:
        assert ask(socket, "count", "auto", MAZE)["number"] == "2"


def test_parse_never_fails_otherwise_than_by_its_error():
    rng = random.Random(21)
    for _ in range(2000):
        with suppress(MalformedError, gw.GridwalkError):
            request = parse(random_message(rng))
            if request.board is not None:
                board_of(request.board)


# ---------------------------------------------------------------------------- long questions


def busy():
    return [thread for thread in threading.enumerate() if thread.name.startswith("viewer ")]


def wait_until(holds, seconds=10.0):
    until = time.monotonic() + seconds
    while not holds() and time.monotonic() < until:
        time.sleep(0.01)
    assert holds()


def start_long(socket):
    request = {"do": "ask", "id": 7, "slot": "left", "question": "count", "by": "list", "seed": 0}
    socket.send(json.dumps({**request, "board": data_of(gw.Board.rectangle(9, 9))}))
    assert json.loads(socket.recv(20))["kind"] == "progress"


def test_cancel_is_heard_at_once_and_ends_the_work(viewer):
    seconds = []
    with connect(viewer) as socket:
        while len(seconds) < 3 or (min(seconds) > 0.5 and len(seconds) < 10):  # the machine may be busy
            start_long(socket)
            before = time.monotonic()
            socket.send(json.dumps({"do": "cancel", "id": 8, "slot": "left"}))
            assert reply(socket)["kind"] == "cancelled"
            wait_until(lambda: not busy())
            seconds.append(time.monotonic() - before)
        assert min(seconds) < 0.5
        assert ask(socket, "count", "auto", MAZE)["number"] == "2"


def braided(side, seed):
    """A maze with many ways round: of every four walls between two rooms about three are missing."""
    open_cells = makers.bond_percolation(side + 2, side + 2, 0.75, seed)[1:-1, 1:-1]
    return gw.Board(open_cells, start=(0, 0), exits=[(side - 1, side - 1)])


@pytest.mark.parametrize(
    ("question", "board"),
    [("count", braided(401, 5)), ("count", gw.Board.rectangle(30, 30)),
     ("longest", gw.Board.rectangle(12, 12, moves=gw.KING))],
    ids=["planned", "compiled", "swept"],
)  # fmt: skip
def test_a_sweep_is_cancelled_whatever_it_is_at(viewer, question, board):
    request = {"do": "ask", "id": 7, "slot": "left", "question": question, "by": "sweep", "seed": 0}
    with connect(viewer) as socket:
        for heard in range(3):  # words of progress before the cancel
            socket.send(json.dumps({**request, "board": data_of(board)}))
            for _ in range(heard):
                assert json.loads(socket.recv(20))["kind"] == "progress"
            socket.send(json.dumps({"do": "cancel", "id": 8, "slot": "left"}))
            assert reply(socket)["kind"] == "cancelled"
            wait_until(lambda: not busy())
        assert ask(socket, "count", "auto", MAZE)["number"] == "2"


def test_a_new_question_in_a_slot_ends_the_old_one_and_other_pages_are_served(viewer):
    with connect(viewer) as socket, connect(viewer) as other:
        start_long(socket)
        assert ask(other, "count", "auto", MAZE)["number"] == "2"
        answers = [ask(socket, "count", "auto", MAZE), reply(socket)]
        assert {data["kind"] for data in answers} == {"cancelled", "number"}


def test_work_ends_when_the_page_goes_away(viewer):
    with connect(viewer) as socket:
        start_long(socket)
        assert busy()
    wait_until(lambda: not busy(), 1)


def test_work_that_does_not_end_is_not_piled_up(viewer, monkeypatch):
    go_on = threading.Event()
    monkeypatch.setattr(session, "answer", lambda *arguments: go_on.wait(20))
    with connect(viewer) as socket:
        for _ in range(session.MAX_WORKING):
            request = {"do": "ask", "id": 1, "slot": "left", "question": "find", "by": "dfs", "seed": 1}
            socket.send(json.dumps({**request, "board": data_of(MAZE)}))
        for _ in range(session.MAX_WORKING - 1):
            assert reply(socket)["kind"] == "cancelled"
        socket.send(json.dumps({"do": "cancel", "id": 2, "slot": "left"}))
        assert reply(socket)["kind"] == "cancelled"
        assert "have not ended yet" in ask(socket, "find", "dfs", MAZE)["words"]
        go_on.set()
        wait_until(lambda: not busy())
    monkeypatch.undo()
    with connect(viewer) as socket:
        assert ask(socket, "count", "auto", MAZE)["number"] == "2"


def test_a_failure_is_said_and_logged(viewer, monkeypatch, caplog):
    monkeypatch.setattr(session, "answer", lambda *arguments: 1 // 0)
    with connect(viewer) as socket:
        assert "its terminal shows the error" in ask(socket, "find", "dfs", MAZE)["words"]
    assert "ZeroDivisionError" in caplog.text


def test_pages_are_not_opened_without_end(viewer):
    with ExitStack() as stack:
        for _ in range(MAX_PAGES):
            stack.enter_context(connect(viewer))
        with connect(viewer) as socket, pytest.raises(exceptions.ConnectionClosedError) as closed:
            socket.recv(5)
        assert (closed.value.rcvd.code, "pages are open" in closed.value.rcvd.reason) == (1013, True)
    wait_until(lambda: can_ask(viewer))


def can_ask(viewer):
    with connect(viewer) as socket, suppress(exceptions.ConnectionClosed):
        return ask(socket, "count", "auto", MAZE)["number"] == "2"
    return False


def test_the_server_ends_with_a_long_question_under_way():
    viewer = Viewer(MAZE)
    ready = threading.Event()
    thread = threading.Thread(target=viewer.serve_until_stopped, args=(lambda address: ready.set(),))
    thread.start()
    ready.wait(10)
    with connect(viewer) as socket:
        start_long(socket)
        viewer.stop()
        thread.join(5)
        assert not thread.is_alive()
    wait_until(lambda: not busy(), 2)


def test_the_server_ends_while_a_page_is_closing():
    viewer = Viewer(MAZE)
    ready, errors = threading.Event(), []

    def serve():
        try:
            viewer.serve_until_stopped(lambda address: ready.set())
        except Exception as error:
            errors.append(error)

    def close():
        for connection in viewer.server_state.connections:
            connection.conn.send_close(1000)  # as when a page's own goodbye has just come

    thread = threading.Thread(target=serve)
    thread.start()
    ready.wait(10)
    with connect(viewer) as socket:
        assert ask(socket, "count", "auto", MAZE)["number"] == "2"
        viewer._loop.call_soon_threadsafe(close)
        viewer.stop()
        thread.join(10)
    assert not thread.is_alive()
    assert errors == []


def test_the_command_serves_its_board_sleeps_and_ends_on_control_c(tmp_path):
    file = tmp_path / "maze.txt"
    file.write_text("S.#\n..E\n")
    process, address = start_viewer(str(file), "--moves", "king")
    with process:
        with urllib.request.urlopen(address + "board.json", timeout=5) as answer:
            board = json.load(answer)
        assert (board["cells"], board["moves"]) == ("110111", "king")
        root = address.rsplit("/", 2)[0]
        with client.connect(address.replace("http", "ws") + "talk", origin=root) as socket:
            start_long(socket)  # also with a question under way
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=10)
    assert process.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="reads /proc")
def test_an_idle_server_takes_no_time():
    def ticks():
        with open(f"/proc/{process.pid}/stat") as file:
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))

    process, address = start_viewer()
    with process:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            time.sleep(0.5)  # in which it puts the answer away
            before = ticks()
            time.sleep(1)  # the second that is measured
            assert ticks() - before <= 1
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=10)


def test_the_command_refuses_what_it_cannot_show(capsys):
    for arguments in (["513x2"], ["nosuch.txt"]):
        with pytest.raises(SystemExit) as stop:
            main(["view", "--no-open", *arguments])
        assert stop.value.code == 2
        assert "error:" in capsys.readouterr().err


def test_a_port_in_use_is_refused(viewer):
    port = int(viewer.address.split(":")[2].split("/")[0])
    with pytest.raises(gw.GridwalkError, match=f"port {port} of 127.0.0.1 cannot be used"):
        Viewer(MAZE, port=port)
