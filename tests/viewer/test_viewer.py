"""The viewer's server: long questions, cancelling, limits, and its end."""

import time
from contextlib import ExitStack, suppress
from socket import create_connection

import numpy as np
import pytest

import gridwalk as gw
from gridwalk import makers
from gridwalk.draw.pagedata import board_data
from gridwalk.runtime.tuning import tuned
from gridwalk.viewer import replying, serve
from gridwalk.viewer.questions import Answer
from gridwalk.viewer.serve import Viewer
from inside import failing
from viewing import (
    LONG,
    MAZE,
    PATIENCE,
    ask,
    busy,
    heard,
    is_progress,
    long_question,
    posted,
    reply,
    serving,
    wait_until,
)


@pytest.fixture(scope="module")
def viewer():
    with serving(MAZE) as viewer:
        yield viewer


def test_closing_the_connection_ends_the_work(viewer):
    for _ in range(3):
        with long_question(viewer.address):
            assert busy()
            assert ask(viewer, "count", "auto", MAZE)["number"] == "2"  # others are served meanwhile
        wait_until(lambda: not busy())  # the listing would go on for years


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
    request = {"do": "ask", "question": question, "by": "sweep", "seed": 0, "board": board_data(board)}
    for words in range(3):  # of progress before the cancel
        with posted(viewer.address, request) as response:
            for _ in range(words):
                assert is_progress(heard(response))
        wait_until(lambda: not busy())
    assert ask(viewer, "count", "auto", MAZE)["number"] == "2"


def test_each_tab_goes_on_with_its_list(viewer, spy):
    board = gw.Board.rectangle(4, 4)
    every = [[4 * row + column for row, column in path] for path in board.paths()]
    begun = spy(replying.Pages, "_begin")
    page = {"do": "page", "board": board_data(board), "most": 20, "ordered": False}
    for first in range(0, 100, 20):
        for tab in ("1", "2"):
            found = reply(viewer, page | {"first": first, "tab": tab})
            assert [path["cells"] for path in found["paths"]] == every[first : first + 20]
    assert len(begun) == 2
    for tab in range(3, 3 + serve.MAX_PAGES):
        reply(viewer, page | {"first": 0, "tab": str(tab)})
    assert len(viewer._server._pages) == serve.MAX_PAGES
    reply(viewer, page | {"first": 100, "tab": "1"})
    assert len(begun) == 2 + serve.MAX_PAGES + 1  # it was forgotten, and began again


def test_a_failure_is_reported_and_logged(viewer, spy, caplog):
    spy(replying, "answer", failing(ZeroDivisionError()))
    assert "its terminal shows the error" in ask(viewer, "find", "dfs", MAZE)["words"]
    assert "ZeroDivisionError" in caplog.text
    spy(serve.Handler, "do_GET", failing(ZeroDivisionError("of a file")))
    with create_connection(("127.0.0.1", viewer.port)) as client:
        client.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert client.recv(1) == b""
    wait_until(lambda: "of a file" in caplog.text)


# ----------------------------------------------------------------------------------- limits


def silent(viewer):
    return create_connection(("127.0.0.1", viewer.port), timeout=PATIENCE)


def test_connections_are_not_opened_without_end(viewer):
    wait_until(lambda: not busy())
    with ExitStack() as stack:
        for _ in range(serve.MAX_OPEN):
            stack.enter_context(silent(viewer))
        with silent(viewer) as client:
            assert client.recv(1) == b""
    wait_until(lambda: not busy())
    assert ask(viewer, "count", "auto", MAZE)["number"] == "2"


def test_a_connection_without_a_request_is_cut(tune):
    tune(page_patience=0.5)
    with serving(MAZE) as viewer, silent(viewer) as client, silent(viewer) as other:
        client.sendall(b"POST /x HTTP/1.1\r\ncontent-length: 99\r\n")
        assert client.recv(1) == other.recv(1) == b""
        wait_until(lambda: not busy())
        with posted(viewer.address, LONG) as response:  # but who has said it may wait
            before = time.monotonic()
            while time.monotonic() < before + 1:
                assert is_progress(heard(response))


def test_a_slow_message_is_cut(tune):
    tune(page_patience=0.5)
    with serving(MAZE) as viewer, silent(viewer) as client:
        host = f"127.0.0.1:{viewer.port}"
        path = viewer._server.prefix + "/ask"
        lines = f"POST {path} HTTP/1.1", f"host: {host}", f"origin: http://{host}", "content-length: 9999"
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        wait_until(busy)
        with suppress(OSError):  # it was cut
            while busy():
                client.sendall(b" ")
                time.sleep(0.05)
        wait_until(lambda: not busy())


def test_a_page_that_does_not_read_holds_no_memory(tune, spy):
    tune(page_patience=0.5)
    large = Answer({"kind": "file"}, None, {"bytes": np.zeros(1 << 26, np.uint8)})
    calls = spy(replying, "answer", lambda *_, **__: large)
    with serving(MAZE) as viewer, posted(viewer.address, LONG):
        wait_until(lambda: calls and not busy())


def test_unread_progress_is_dropped(viewer, monkeypatch):
    monkeypatch.setattr(serve, "TELL_EVERY", 0)
    question = LONG | {"board": board_data(gw.Board.rectangle(6, 6))}
    with tuned(tell_every=0), posted(viewer.address, question) as response:
        time.sleep(0.3)  # the buffers fill
        while is_progress(message := heard(response)):
            pass
        assert message["number"] == "1262816"


# ------------------------------------------------------------------------------- how it ends


def test_the_server_ends_with_long_questions_under_way():
    with serving(MAZE) as viewer, ExitStack() as stack:
        questions = [stack.enter_context(long_question(viewer.address)) for _ in range(3)]
        viewer.stop()
        for response in questions:
            while (message := heard(response)) is not None:
                assert is_progress(message)  # and no answer: the page says that the viewer has ended
        wait_until(lambda: not busy())


def test_an_error_of_the_server_is_not_swallowed(spy):
    viewer = Viewer(MAZE)
    spy(viewer._server, "serve_forever", failing(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        viewer.serve_until_stopped()


def test_an_idle_server_sleeps():
    """Also after a question was cancelled: a server that never sleeps has no such quarter of a second."""
    with serving(MAZE) as viewer:
        with long_question(viewer.address):
            pass
        wait_until(lambda: not busy())

        def is_idle():
            before = time.process_time()
            time.sleep(0.25)
            return time.process_time() - before < 0.05

        wait_until(is_idle)
