"""Messages to the server of the viewer: those of the page, and all others."""

import asyncio
import json
import random
from contextlib import suppress

import pytest
from starlette.websockets import WebSocketState

import gridwalk as gw
from gridwalk.viewer import session
from gridwalk.viewer.making import made
from gridwalk.viewer.protocol import MAX_MESSAGE, MalformedError, board_of, data_of, parse
from gridwalk.viewer.questions import BESIDE, QUESTIONS
from gridwalk.viewer.serve import make_app
from profiles import number
from published import ROOK_PATHS
from viewing import MAKE, MAZE, ask, busy, connect, exceptions, file, reply, run, serving, wait_until


@pytest.fixture(scope="module")
def viewer():
    with serving(MAZE) as viewer:
        yield viewer


def test_questions_over_the_socket(viewer):
    with connect(viewer) as socket:
        film, parts = ask(socket, "find", "dfs", MAZE)
        expected = MAZE.paths().trace(by="dfs")
        assert parts["events"].reshape(-1, 3).tolist() == expected.events.tolist()
        assert film["path"]["length"] == 8
        # Above 2**64, and exact.
        assert ask(socket, "count", "auto", gw.Board.rectangle(10, 10))["number"] == str(ROOK_PATHS[10])
        assert "is not known" in ask(socket, "count", "magic", MAZE)["words"]
        assert "does not suit" in ask(socket, "shortest", "jps", MAZE.replace(moves=gw.KNIGHT))["words"]
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
        socket.send(json.dumps({"do": "read", "id": 3, "slot": "file", **file(b"S.\n.\n")}))
        assert "line 2 has 1 cells" in reply(socket)["words"]
        socket.send(json.dumps(MAKE))
        assert board_of(reply(socket)["board"]) == made(parse(json.dumps(MAKE)).wanted, 5).board
        socket.send(json.dumps(MAKE | {"film": True}))
        words, parts = reply(socket)
        assert (words["maker"], words["seed"], words["kinds"]["join"]) == ("kruskal", 5, 7)
        assert list(parts) == ["events", "changes", "first"]
        socket.send(json.dumps(MAKE | {"maker": "kruskl"}))
        assert "did you mean 'kruskal'" in reply(socket)["words"]


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", "null", "[" * 100_000, "9" * 5000, '{"do": "ask"}', b"bytes",
     '{"do": "fly", "id": 1, "slot": "left"}', '{"do": "make", "id": 1, "slot": "file"}',
     '{"do": "cancel", "id": -1, "slot": "left"}',
     '{"do": "cancel", "id": 1, "slot": "No where"}', '{"do": "ask", "id": 1, "slot": "left", "board": 5}',
     '{"do": "ask", "id": 1, "slot": "left", "board": {}, "question": "find", "by": "dfs", "seed": 0}'],
)  # fmt: skip
def test_a_malformed_message_closes_with_a_reason(viewer, message):
    with connect(viewer) as socket:
        socket.send(message)
        with pytest.raises(exceptions.ConnectionClosedError) as closed:
            socket.recv(300)
    assert closed.value.rcvd.code == 1008
    assert closed.value.rcvd.reason
    with connect(viewer) as socket:
        assert ask(socket, "count", "auto", MAZE)["number"] == "2"


def test_a_message_above_the_limit_closes(viewer):
    with connect(viewer) as socket:
        with suppress(exceptions.ConnectionClosed):  # perhaps before all is sent
            socket.send("x" * (MAX_MESSAGE + 1))
        with pytest.raises(exceptions.ConnectionClosedError) as closed:
            socket.recv(300)
    assert closed.value.rcvd is None or closed.value.rcvd.code == 1009  # None: before all is sent


def odd_values(rng):
    return rng.choice(
        [None, True, -1, 0, 1, 3.5, 2**60, 1e308, "", "left", "dfs", "\ud800", "\x00", "find", [], [[]], {},
         [1, 2], [[1, 2]], "1" * 25, "0" * 25, "9" * 600]
    )  # fmt: skip


def random_message(rng):
    """A request with some of its values replaced, or taken away, or text with some of its letters so."""
    board = data_of(MAZE)
    for name in rng.sample(sorted(board), rng.choice([0, 0, 1, 2])):
        board[name] = odd_values(rng)
    request = {
        "do": rng.choice(["ask", "ask", "ask", "page", "draw", "make", "read", "offers", "cancel"]),
        "id": rng.randrange(99),
    }
    request |= {
        "slot": rng.choice(["left", "right", "list", "file", "a1", "0" * 16]),
        "board": board,
        **file(b"S.\n.E"),
    }
    request |= {"question": rng.choice([*QUESTIONS, *BESIDE]), "by": rng.choice(["dfs", "bfs", "auto", "x"])}
    request |= {
        "maker": rng.choice(["kruskal", "caves", "x"]),
        "rows": 4,
        "columns": 7,
        "thin": rng.random() < 0.5,
    }
    request |= {
        "braid": rng.choice([0, 0.5]),
        "walked": [0, rng.choice([1, 5, 5])],
        "tour": rng.random() < 0.5,
    }
    request |= rng.choice([{}, {}, {"through": [[2, 2]]}, {"avoiding": [[2, 2], [4, 0]]}])
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


@pytest.mark.long
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

    assert len(run(flood())) > 10
    wait_until(lambda: not busy())


def test_random_messages_leave_the_server_answering(viewer):
    rng = random.Random(20)
    for _ in range(300):
        with connect(viewer, max_queue=None) as socket, suppress(exceptions.ConnectionClosed):
            socket.send(random_message(rng))
            assert socket.ping(ack_on_close=True).wait(300)  # the server has taken the message
    with connect(viewer) as socket:
        assert ask(socket, "count", "auto", MAZE)["number"] == "2"


def test_parse_never_fails_otherwise_than_by_its_error():
    rng = random.Random(21)
    for _ in range(2000):
        with suppress(MalformedError, gw.GridwalkError):
            request = parse(random_message(rng))
            if request.board is not None:
                board_of(request.board)


class Unread:
    """A connection whose other end reads nothing: what is sent waits for ever."""

    application_state = WebSocketState.CONNECTED

    def __init__(self):
        self.ended = asyncio.Queue()

    async def accept(self):
        pass

    async def receive(self):
        return {"type": "websocket.disconnect", "code": await self.ended.get()}

    async def send_text(self, text):
        await asyncio.Event().wait()

    async def close(self, code, reason):
        self.ended.put_nowait((code, reason))
        self.code, self.reason = code, reason


def test_replies_that_nobody_reads_end_the_connection(tune):
    """They piled up without a bound."""
    tune(page_waiting=1000)

    async def serve():
        socket = Unread()
        served = session.Session(socket)
        running = asyncio.create_task(served.run())
        await asyncio.sleep(0)
        for _ in range(50):
            served.say("x" * 100)
        await asyncio.wait_for(running, 60)
        return socket, served

    socket, served = run(serve())
    assert (socket.code, socket.reason) == (session.POLICY_VIOLATION, session.UNREAD)
    assert served._replies.empty()
