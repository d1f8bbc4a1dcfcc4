"""Web pages of films and paths: one file, small, safe, with all events as they were."""

import base64
import json
import re
import subprocess
import sys
import zlib
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

import gridwalk as gw
from gridwalk.draw.pagedata import board_data, packed, packed_events
from gridwalk.draw.svg import svg
from gridwalk.draw.webpage import markup, modules, webpage
from gridwalk.errors import InputError
from gridwalk.viewer.asked import Asked
from gridwalk.viewer.making import draw
from gridwalk.viewer.protocol import MalformedError, board_of, parse
from gridwalk.viewer.questions import choices
from profiles import examples

MAZE = gw.Board.from_text("S#...\n.#.#.\n.....\n.###.\n...#E")
KNIGHT = gw.Board.rectangle(5, 5, moves=gw.KNIGHT)
KING = gw.Board.from_text("S..\n.#.\n..E", moves=gw.KING)


class Page(HTMLParser):
    """The elements of a page, and the text of its scripts by id or module."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.texts, self.inside, self.still = [], {}, None, False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags.append((tag, given))
        self.still = tag == "noscript" or self.still  # the picture has a title of its own
        self.inside = given.get("id") or (None if self.still else tag)

    def handle_data(self, data):
        self.texts[self.inside] = self.texts.get(self.inside, "") + data

    def handle_endtag(self, tag):
        self.inside, self.still = None, self.still and tag != "noscript"

    def held(self):
        return json.loads(self.texts["held"])


def inflated(text):
    return zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), -15)


def unpacked(text, dtype):
    planes = np.frombuffer(inflated(text), np.uint8)
    return planes.reshape(np.dtype(dtype).itemsize, -1).T.copy().view(dtype).reshape(-1)


def unpacked_events(kept):
    """The events, one after the other, as their differences say."""
    rows, cell, number = [], 0, 0
    parts = (unpacked(kept["kinds"], "u1"), unpacked(kept["cells"], "<u4"), unpacked(kept["values"], "<u4"))
    for kind, step, value in zip(*(part.tolist() for part in parts), strict=True):
        step, value = ((-(n + 1) // 2 if n % 2 else n // 2) for n in (step, value))  # noqa: PLW2901
        cell += step
        number += value if kind == 1 else 0
        rows.append((kind, cell, number if kind == 1 else cell + value))
    assert len(rows) == kept["count"]
    return rows


TRACES = {
    "bfs": lambda: MAZE.paths().trace(by="bfs"),
    "labels": lambda: MAZE.paths().trace(by="labels"),
    "dfs": lambda: MAZE.paths().trace(by="dfs"),
    "list": lambda: MAZE.paths().trace(by="list"),
    "astar": lambda: MAZE.paths().trace(by="astar"),
    "jps": lambda: KING.paths().trace(by="jps"),
    "no path": lambda: gw.Board.from_text("S#E").paths().trace(by="bfs"),
    "one cell": lambda: gw.Board.rectangle(1, 1).paths().trace(by="dfs"),
    "truncated": lambda: MAZE.paths().trace(by="dfs", max_events=3),
    "tour": lambda: KNIGHT.tours(start=(0, 0)).trace(by="warnsdorff"),
    "closed tour": lambda: gw.Board.rectangle(4, 4).tours(start=(0, 0), closed=True).trace(by="dfs"),
    "all tours": lambda: gw.Board.rectangle(3, 3).tours(start=(0, 0)).trace(by="list"),
    "avoiding": lambda: MAZE.paths().avoiding((2, 1)).trace(by="astar"),
    "costs": lambda: gw.Board.rectangle(2, 2, costs=[[1, 9], [2, 1]]).paths().trace(by="dijkstra"),
}


@pytest.mark.parametrize("name", TRACES)
def test_a_page_holds_the_trace_exactly(name):
    trace = TRACES[name]()
    held = Page(webpage(trace)).held()
    (answer,) = held["answers"]
    kept = answer["packed"]
    assert unpacked_events(kept["events"]) == [tuple(event) for event in trace.events.tolist()]
    assert answer["by"] == trace.by
    assert answer["truncated"] == (name == "truncated")
    assert (answer["path"] is None) == (trace.path is None)
    rest = unpacked(kept["rest"], "<f8")
    assert (rest == (trace._rest if trace._rest is not None else [])).all()
    # A legal move is one that the board itself makes.
    legal, moves = unpacked(kept["legal"], "<u4").reshape(trace.board.shape), answer["moves"]
    for cell in np.ndindex(trace.board.shape):
        allowed = {(cell[0] + down, cell[1] + across) for m, (down, across) in enumerate(moves)
                   if legal[cell] >> m & 1}  # fmt: skip
        if not trace.board.open_cells[cell] or cell in trace._avoided:
            assert not allowed
        else:
            reached = {to for to in np.ndindex(trace.board.shape) if trace.board.has_move(cell, to)}
            assert allowed == reached - set(trace._avoided)
    board = json.loads(inflated(held["board"]))
    assert list(map(tuple, board["avoiding"])) == list(trace._avoided)
    assert board_of(board) == trace.board


@pytest.mark.parametrize(
    ("name", "question"),
    [("bfs", "shortest"), ("dfs", "find"), ("astar", "shortest"), ("list", "list"), ("tour", "tour"),
     ("closed tour", "closed"), ("all tours", "tourlist"), ("jps", "shortest")],
)  # fmt: skip
def test_a_page_says_what_is_asked(name, question):
    page, viewers = Page(webpage(TRACES[name]())), json.loads(json.dumps(choices()))
    ours = json.loads(page.texts["choices"])
    (answer,), known = page.held()["answers"], ours["algorithms"]
    assert list(known) == [question] == [answer["question"]]
    assert answer["by"] in known[question]
    assert known[question].items() <= viewers["algorithms"].get(question, known[question]).items()
    assert (ours["events"], ours["moves"]) == (viewers["events"], viewers["moves"])


@examples(100)
@given(arrays(np.int32, st.integers(0, 30).map(lambda n: (n, 3)), elements=st.integers(0, 2**31 - 1)),
       st.data())  # fmt: skip
def test_packed_events_are_unpacked(events, data):
    events[:, 0] = data.draw(arrays(np.int32, len(events), elements=st.integers(0, 6)))
    assert unpacked_events(packed_events(events)) == [tuple(event) for event in events.tolist()]


@examples(50)
@given(st.sampled_from(["u1", "<u4", "<f8"]).flatmap(lambda dtype: arrays(dtype, array_shapes(min_side=0))))
def test_packed_arrays_are_unpacked(array):
    assert unpacked(packed(array), array.dtype).tobytes() == array.tobytes()


EVIL = "</script><script>alert(1)</script><!--\"'&<b>"


def test_texts_are_escaped():
    text = webpage(MAZE.paths().trace(by="bfs"), title=EVIL)
    page, plain = Page(text), Page(webpage(MAZE.paths().trace(by="bfs"), title="x"))
    assert page.texts["h1"] == page.texts["title"] == EVIL
    assert [tag for tag, _ in page.tags] == [tag for tag, _ in plain.tags]
    path = gw.Path(MAZE, [(0, 0), (1, 0)], by=EVIL)
    held = Page(webpage(path=path, title="x")).held()
    assert held["answers"][0]["by"] == EVIL


@pytest.mark.parametrize(
    "board",
    [MAZE, KING, gw.Board.from_text("S29\n1#1\n34E", costs=True), gw.make("wilson", 4, 5, seed=1, thin=True)],
)
def test_a_page_is_a_board_again(board):
    path = board.paths().shortest()
    for text in (webpage(path=path), webpage(board.paths().trace(by="dfs"), title=EVIL)):
        assert gw.Board.from_text(text) == gw.Board.from_text(text, format="html") == board
    with pytest.raises(InputError, match="saved by gridwalk"):
        gw.Board.from_text("<!doctype html><p>S.E", format="html")


@pytest.mark.parametrize(
    "board",
    [MAZE, KING, KNIGHT, gw.Board.from_text("S29\n1#1\n34E", costs=True), gw.Board.hexagon(3),
     gw.make("wilson", 4, 5, seed=1, thin=True), gw.Board.rectangle(3, 4, wrap="both"),
     gw.make("wilson", 4, 4, seed=1, levels=2)],
)  # fmt: skip
def test_a_saved_picture_is_a_board_again(board, run, tmp_path):
    file, picture = tmp_path / "board.json", tmp_path / "picture.svg"
    board.save(file)
    for verb, *more in (("show",), ("shortest",), ("trace", "--by", "bfs")):
        assert run(verb, file, *more, "-o", picture)[0] == 0
        ElementTree.parse(picture)
        assert gw.read(picture) == board
    step = {"cells": [], "board": board_data(board)}
    assert gw.Board.from_text(drawn("find", "bfs", 2, form="svg", **step)) == board
    assert "<metadata" not in svg(board)  # of a picture that is only shown
    for text in (svg(board), f'<?xml version="1.0"?>\n{svg(board)}', f"<html>{svg(board)}</html>"):
        with pytest.raises(InputError, match="holds no board: it was not saved by gridwalk"):
            gw.Board.from_text(text)


def test_a_picture_of_a_network_is_no_board(run, tmp_path):
    picture = tmp_path / "rings.svg"
    assert run("make", "wilson", 3, "--cells", "rings", "-o", picture)[0] == 0
    assert "<metadata" not in picture.read_text()


def test_where_no_script_runs_there_is_the_picture():
    still = webpage(MAZE.paths().trace(by="bfs")).partition("<noscript>")[2].partition("</noscript>")[0]
    assert still.count("<svg") == 1
    assert "Shortest" not in still  # a picture, and nothing to press
    assert "<button" not in still
    large = webpage(gw.Board.rectangle(300, 300).paths().trace(by="bfs"))
    assert "<svg" not in large.partition("<noscript>")[2].partition("</noscript>")[0]


def test_a_page_asks_nobody():
    page = Page(webpage(MAZE.paths().trace(by="bfs"), MAZE.paths().trace(by="dfs")))
    policy = next(found["content"] for _, found in page.tags if "http-equiv" in found)
    assert "default-src 'none'" in policy
    assert "http" not in policy
    assert "'self'" not in policy
    for tag, attributes in page.tags:
        assert tag not in ("img", "iframe", "object", "embed", "base", "form")
        assert "src" not in attributes
        assert attributes.get("href", "#").startswith(("#", "data:"))
    everything = webpage(MAZE.paths().trace(by="bfs"))
    assert set(re.findall(r"(?:https?:)?//[a-z0-9.]+\.[a-z]+[^\s\"']*", everything)) <= {
        "http://www.w3.org/2000/svg"
    }
    assert "@import" not in everything
    assert "url(" not in everything


def test_modules_import_only_each_other_and_stand_in_order():
    known = modules()
    for number, text in enumerate(known.values()):
        needed = re.findall(r'^(?:import|export) .*?from "([^"]+)"', text, re.MULTILINE)
        assert set(needed) <= set(known)
        assert "import.meta" not in text or "inlined" in text
        assert "</script" not in text.lower()
        assert "<!--" not in text
        assert number or not needed
    assert not re.search(r'(?:from|import\() ?"\.', "".join(known.values()))
    assert {name: part.count("<") > 1 for name, part in markup().items()} == dict.fromkeys(
        ("symbols", "panel", "transport", "settings"), True
    )


def test_a_film_of_a_large_maze_is_small():
    rng = np.random.default_rng(7)
    open_cells = np.ones((512, 512), bool)
    open_cells[1::2, 1::2] = rng.random((256, 256)) < 0.2
    open_cells[1::2, ::2] = rng.random((256, 256)) < 0.7
    open_cells[::2, 1::2] = rng.random((256, 256)) < 0.7
    open_cells[0, 0] = open_cells[-1, -1] = True
    board = gw.Board(open_cells, exits=[(511, 511)])
    for by, least in (("bfs", 200_000), ("astar", 40_000)):
        trace = board.paths().trace(by=by)
        assert len(trace) > least
        assert len(webpage(trace).encode()) < 3_000_000
    assert len(webpage(MAZE.paths().trace()).encode()) < 220_000


def test_a_page_has_a_limit_of_events(tune):
    trace = MAZE.paths().trace(by="bfs")
    tune(webpage_events=len(trace) - 1)
    with pytest.raises(InputError, match=f"at most {len(trace) - 1} events, and this trace has {len(trace)}"):
        webpage(trace)


def test_in_a_notebook_a_frame_that_may_do_nothing_but_play():
    frame = MAZE.paths().trace(by="bfs")._repr_html_()
    ((tag, given),) = Page(frame).tags
    assert (tag, given["sandbox"]) == ("iframe", "allow-scripts")
    assert Page(given["srcdoc"]).held()["answers"][0]["by"] == "bfs"
    assert len(frame) < 250_000
    large = gw.Board.rectangle(101, 101).paths().trace(by="bfs")
    assert large._repr_html_() is None
    assert large._repr_svg_() is not None
    assert gw.Board.rectangle(1, 600).paths().trace(by="dfs")._repr_html_() is None


def test_the_command_line_writes_pages(run, tmp_path):
    board, file = tmp_path / "maze.txt", tmp_path / "film.html"
    board.write_text(str(MAZE))
    more = "--beside", "astar", "--at", 4
    assert run("trace", board, "--by", "bfs", *more, "-o", file)[0] == 0
    held = Page(file.read_text()).held()
    assert [answer["by"] for answer in held["answers"]] == ["bfs", "astar"]
    assert held["step"] == 4
    for verb, question in (("shortest", "shortest"), ("find", "find"), ("longest", "longest")):
        assert run(verb, board, "-o", file)[0] == 0
        held = Page(file.read_text()).held()
        assert [(a["kind"], a["question"]) for a in held["answers"]] == [("path", question)]
    assert sorted(tmp_path.iterdir()) == [file, board]


def drawn(question, by, step, **more):
    """The file that the page gets for a request to save."""
    request = {"do": "draw", "form": "html", "dark": True, "closed": False,
               "board": board_data(MAZE), "question": question, "by": by, "step": step} | more  # fmt: skip
    asked = parse(json.dumps(request))
    board = board_of(asked.board)
    return draw(asked.drawing, question, Asked(board, by=by, avoiding=asked.avoiding)).decode()


def test_the_viewer_saves_films_and_paths():
    held = Page(drawn("find", "bfs", 4, beside={"question": "shortest", "by": "astar"})).held()
    assert [(one["question"], one["by"]) for one in held["answers"]] == [
        ("find", "bfs"),
        ("shortest", "astar"),
    ]
    assert held["step"] == 4
    events = MAZE.paths().trace(by="bfs").events.tolist()
    assert unpacked_events(held["answers"][0]["packed"]["events"]) == [tuple(event) for event in events]
    text = drawn("tour", "auto", 0, board=board_data(gw.Board.rectangle(3, 3)))
    assert (Page(text).held()["answers"][0]["question"], Page(text).held()["step"]) == ("tour", None)
    assert "data-colours" not in text
    held = Page(drawn("find", "bfs", 2, avoiding=[[2, 1]])).held()
    assert json.loads(inflated(held["board"]))["avoiding"] == [[2, 1]]
    (answer,) = Page(drawn("longest", "auto", None, cells=[0, 5, 10])).held()["answers"]
    assert (answer["kind"], answer["path"]["cells"], answer["question"]) == ("path", [0, 5, 10], "longest")
    assert "<title>Longest path, 5 x 5</title>" in drawn("longest", "auto", None, cells=[0, 5, 10])
    text = drawn("sample", "sweep", None, cells=[0, 5, 10], found="legs")
    assert "<title>A random path: leg by leg, from cell to cell, 5 x 5</title>" in text
    assert Page(text).held()["answers"][0]["by"] == "legs"
    with pytest.raises(InputError, match="search for a path first"):
        drawn("count", "auto", None)
    with pytest.raises(MalformedError, match="beside is an object"):
        drawn("find", "bfs", 4, beside=["shortest", "astar"])
    with pytest.raises(MalformedError, match="question is a text"):
        drawn("find", "bfs", 4, beside={"by": "astar"})
    with pytest.raises(MalformedError, match="step needs a film"):
        drawn("find", "bfs", 4, beside={"question": "count", "by": "auto"})


def test_no_server_is_imported():
    code = (
        "import sys, gridwalk as gw\n"
        "gw.Board.rectangle(2, 2).paths().trace(by='bfs')._repr_html_()\n"
        "print([name for name in sys.modules if name.startswith(('gridwalk.viewer', 'http.server'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
