"""The demo: the page as static files, Python in a worker of the browser, and nothing from elsewhere."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import gridwalk as gw
from browser.person import Person
from gridwalk.viewer.protocol import data_of

SCRIPT = Path(__file__).parents[2] / "docs" / "demo.py"
WHEELS = "GRIDWALK_PYODIDE_WHEELS"

ASK = """async ({ request, slot }) => {
  const { Server, ServerError } = await import("./server.js");
  window.door ??= new Server();
  window.told ??= [];
  try {
    const reply = await window.door.ask(slot, request, (progress) => window.told.push(progress.kind));
    const arrays = Object.entries(reply).filter(([, value]) => ArrayBuffer.isView(value));
    return { ...reply, ...Object.fromEntries(arrays.map(([name, value]) => [name, Array.from(value)])) };
  } catch (error) {
    if (error instanceof ServerError) return { kind: "refused", words: error.message };
    throw error;
  }
}"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The address of the demo, built and served."""
    if WHEELS not in os.environ:
        pytest.skip(f"{WHEELS} names no folder with NumPy for Pyodide, which no package registry has")
    if shutil.which("npm") is None:
        pytest.skip("the demo is built with npm")
    folder = tmp_path_factory.mktemp("demo") / "site"
    command = [sys.executable, str(SCRIPT), str(folder), "--wheels", os.environ[WHEELS]]
    subprocess.run(command, check=True, timeout=300)

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *said):
            pass

    served = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=served.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{served.server_port}/"
    served.shutdown()
    served.server_close()


@pytest.fixture(scope="module")
def opened(browser, demo):
    """The demo, opened once: Python takes a while to load."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    page, elsewhere = Person(context.new_page()), []
    context.on(
        "request", lambda asked: asked.url.startswith((demo, "blob:", "data:")) or elsewhere.append(asked.url)
    )
    page.goto(demo)
    page.wait_for_selector("body[data-ready=true]")
    yield page
    context.close()
    assert not page.errors
    assert not elsewhere


def ask(page, question, board, by="auto", *, slot="left", **more):
    request = {"do": "ask", "question": question, "by": by, "board": data_of(board), "seed": 1, **more}
    return page.evaluate(ASK, {"request": request, "slot": slot})


def test_says_its_limits(opened):
    assert "64 x 64" in opened.locator("#demo").inner_text()


def test_answers_are_those_of_the_library(opened):
    board = gw.Board.rectangle(5, 5)
    assert ask(opened, "count", board)["number"] == "8512"
    assert ask(opened, "longest", board)["path"]["length"] == 24
    knight = gw.Board.rectangle(6, 6, moves=gw.KNIGHT)
    assert len(ask(opened, "tour", knight)["path"]["cells"]) == 36


def test_films_are_those_of_the_library(opened):
    board = gw.read(SCRIPT.parents[1] / "examples" / "articles.txt")
    for by in ("dfs", "bfs"):
        reply = ask(opened, "find", board, by)
        assert reply["kind"] == "film"
        assert reply["events"] == board.paths().trace(by=by).events.ravel().tolist()
    reply = ask(opened, "shortest", board, "astar")
    assert len(reply["rest"]) == len(reply["legal"]) == board.size
    assert reply["path"]["length"] == board.paths().shortest().length


def test_mistakes_are_told(opened):
    words = ask(opened, "count", gw.Board.rectangle(200, 200))["words"]
    assert "16,384 cells" in words


def test_a_question_that_is_cancelled_makes_room(opened):
    """The worker is ended, and Python is loaded again for the next question."""
    board = gw.Board.rectangle(14, 14)
    opened.evaluate(f"([request]) => {{ window.long = ({ASK})({{ request, slot: 'right' }}); }}", [
        {"do": "ask", "question": "count", "by": "sweep", "board": data_of(board), "seed": 1}
    ])  # fmt: skip
    opened.wait_for_function("window.told.includes('progress')", timeout=60_000)
    opened.evaluate("window.door.cancel('right')")
    assert opened.evaluate("window.long")["kind"] == "cancelled"
    assert ask(opened, "count", gw.Board.rectangle(4, 4))["number"] == "184"


def test_the_page_itself(opened):
    """A person presses the button."""
    opened.click("#run")
    opened.wait_for_selector("[data-slot=left][data-state=film]", timeout=60_000)
