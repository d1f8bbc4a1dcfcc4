"""The viewer's server: long questions, cancelling, and how it ends."""

import json
import os
import signal
import threading
import time
import urllib.error
import urllib.request
from contextlib import ExitStack, suppress

import pytest

import gridwalk as gw
from browser.person import start_viewer
from gridwalk import makers
from gridwalk.cli import main
from gridwalk.viewer import replying, session
from gridwalk.viewer.protocol import data_of
from gridwalk.viewer.serve import MAX_PAGES, Viewer
from inside import failing
from viewing import (
    MAZE,
    PATIENCE,
    ask,
    busy,
    client,
    connect,
    exceptions,
    farewell,
    reply,
    serving,
    start_long,
    wait_until,
)


@pytest.fixture(scope="module")
def viewer():
    with serving(MAZE) as viewer:
        yield viewer


def test_cancel_is_heard_and_ends_the_work(viewer):
    with connect(viewer) as socket:
        for _ in range(3):
            start_long(socket)
            socket.send(json.dumps({"do": "cancel", "id": 8, "slot": "left"}))
            assert reply(socket)["kind"] == "cancelled"
            wait_until(lambda: not busy())  # the listing would go on for years
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
                assert json.loads(socket.recv(PATIENCE))["kind"] == "progress"
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
    wait_until(lambda: not busy())


def test_work_that_does_not_end_is_not_piled_up(viewer, monkeypatch, spy):
    go_on = threading.Event()
    spy(replying, "answer", lambda *_, **__: go_on.wait(PATIENCE))
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


def test_a_failure_is_said_and_logged(viewer, spy, caplog):
    spy(replying, "answer", failing(ZeroDivisionError()))
    with connect(viewer) as socket:
        assert "its terminal shows the error" in ask(socket, "find", "dfs", MAZE)["words"]
    assert "ZeroDivisionError" in caplog.text


def test_pages_are_not_opened_without_end(viewer):
    with ExitStack() as stack:
        for _ in range(MAX_PAGES):
            stack.enter_context(connect(viewer))
        with connect(viewer) as socket, pytest.raises(exceptions.ConnectionClosedError) as closed:
            socket.recv(PATIENCE)
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
    ready.wait(PATIENCE)
    with connect(viewer) as socket:
        start_long(socket)
        viewer.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()
    wait_until(lambda: not busy())


def test_all_connections_are_closed_with_a_reason_when_the_server_ends():
    with serving(MAZE) as viewer, ExitStack() as stack:
        sockets = [stack.enter_context(connect(viewer)) for _ in range(5)]
        for socket in sockets:
            assert ask(socket, "count", "auto", MAZE)["number"] == "2"
        start_long(sockets[0])
        viewer.stop()
        for socket in sockets:
            said = farewell(socket)
            assert (said.code, "has ended" in said.reason) == (1001, True)


def test_the_server_ends_while_pages_are_closing():
    for _ in range(5):
        with serving(MAZE) as viewer, ExitStack() as stack:
            sockets = [stack.enter_context(connect(viewer)) for _ in range(4)]
            for socket in sockets:
                assert ask(socket, "count", "auto", MAZE)["number"] == "2"
            closing = [threading.Thread(target=socket.close) for socket in sockets]
            for thread in closing[:2]:
                thread.start()
            viewer.stop()
            for thread in closing[2:]:
                thread.start()
            for thread in closing:
                thread.join(PATIENCE)
    # `serving` has seen that the server's thread ended; an error in it would have been raised there.


def test_an_error_of_the_server_is_not_swallowed(spy):
    viewer = Viewer(MAZE)
    spy(viewer._server, "run", failing(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        viewer.serve_until_stopped()


@pytest.mark.posix
def test_the_command_serves_its_board_sleeps_and_ends_on_control_c(tmp_path):
    file = tmp_path / "maze.txt"
    file.write_text("S.#\n..E\n")
    process, address = start_viewer(str(file), "--moves", "king")
    with process:
        with urllib.request.urlopen(address + "board.json", timeout=PATIENCE) as answer:
            board = json.load(answer)
        assert (board["cells"], board["moves"]) == ("110111", "king")
        root = address.rsplit("/", 2)[0]
        with client.connect(address.replace("http", "ws") + "talk", origin=root) as socket:
            start_long(socket)  # also with a question under way
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err


@pytest.mark.posix
@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="reads /proc")
def test_an_idle_server_takes_no_time():
    def ticks():
        with open(f"/proc/{process.pid}/stat") as file:
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))

    process, address = start_viewer()
    with process:
        try:
            urllib.request.urlopen(address, timeout=PATIENCE).close()
            for _ in range(
                PATIENCE
            ):  # a server that never sleeps has no such second, however busy the machine
                before = ticks()
                time.sleep(1)
                if ticks() - before <= 1:
                    break
            else:
                pytest.fail("it is never idle")
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)


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
