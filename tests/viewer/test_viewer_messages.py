"""Messages to the server of the viewer: those of the page, and all others."""

import json
import random
from contextlib import suppress

import pytest

import gridwalk as gw
from gridwalk.viewer.making import made
from gridwalk.viewer.protocol import MalformedError, board_of, data_of, parse
from gridwalk.viewer.questions import BESIDE, QUESTIONS
from profiles import number
from published import ROOK_PATHS
from viewing import MAKE, MAZE, ask, busy, english, file, posted, reply, serving, wait_until


@pytest.fixture(scope="module")
def viewer():
    with serving(MAZE) as viewer:
        yield viewer


def test_questions_to_the_server(viewer):
    film, parts = ask(viewer, "find", "dfs", MAZE)
    expected = MAZE.paths().trace(by="dfs")
    assert parts["events"].reshape(-1, 3).tolist() == expected.events.tolist()
    assert film["path"]["length"] == 8
    # Above 2**64, and exact.
    assert ask(viewer, "count", "auto", gw.Board.rectangle(10, 10))["number"] == str(ROOK_PATHS[10])
    assert "is not known" in english(ask(viewer, "count", "magic", MAZE)["words"])
    assert "does not suit" in english(ask(viewer, "shortest", "jps", MAZE.replace(moves=gw.KNIGHT))["words"])
    walled = data_of(MAZE) | {"cells": "0" * 25}
    assert "no open cell" in english(ask(viewer, "find", "dfs", walled)["words"])
    on_wall = data_of(MAZE) | {"start": [0, 1]}
    assert "is a wall" in english(ask(viewer, "find", "dfs", on_wall)["words"])
    wanted = {"form": "gif", "dark": True, "step": None, "cells": [0, 5, 10], "closed": False}
    request = {"do": "draw", "question": "find", "by": "dfs", "board": data_of(MAZE), **wanted}
    assert reply(viewer, request)[1]["bytes"].tobytes().startswith(b"GIF8")
    assert reply(viewer, {"do": "read", **file(b"S.\n.E\n")})["board"]["cells"] == "1111"
    assert "line 2 has 1 cells" in english(reply(viewer, {"do": "read", **file(b"S.\n.\n")})["words"])
    assert board_of(reply(viewer, MAKE)["board"]) == made(parse(json.dumps(MAKE)).wanted, 5).board
    words, parts = reply(viewer, MAKE | {"film": True})
    assert (words["maker"], words["seed"], words["kinds"]["join"]) == ("kruskal", 5, 7)
    assert list(parts) == ["events", "changes", "first"]
    assert "did you mean 'kruskal'" in english(reply(viewer, MAKE | {"maker": "kruskl"})["words"])


@pytest.mark.parametrize(
    "message",
    [b"", b"{", b"[]", b"null", b"9" * 5000, b'{"do": "ask"}', b"bytes", b'{"do": "fly"}',
     b'{"do": "make"}', b'{"do": "page", "tab": 5}', b'{"do": "ask", "board": 5}',
     b'{"do": "ask", "board": {}, "question": "find", "by": "dfs", "seed": 0}'],
)  # fmt: skip
def test_a_malformed_message_is_refused_with_a_reason(viewer, message):
    said = reply(viewer, message)
    assert said["kind"] == "error"
    assert said["words"]


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
        "do": rng.choice(["ask", "ask", "ask", "page", "draw", "make", "read", "offers"]),
        "tab": rng.choice(["1", "2", ""]),
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


@pytest.mark.long
def test_many_random_messages_leave_the_server_answering(viewer):
    rng = random.Random(20)
    words = {str(reply(viewer, random_message(rng).encode("utf-8", "replace"))) for _ in range(number(2000))}
    assert len(words) > 10
    assert ask(viewer, "count", "auto", MAZE)["number"] == "2"
    wait_until(lambda: not busy())


def test_random_messages_without_a_listener_leave_the_server_answering(viewer):
    rng = random.Random(20)
    for _ in range(100):
        with posted(viewer.address, random_message(rng).encode("utf-8", "replace")):
            pass
    assert ask(viewer, "count", "auto", MAZE)["number"] == "2"


def test_parse_never_fails_otherwise_than_by_its_error():
    rng = random.Random(21)
    for _ in range(2000):
        with suppress(MalformedError, gw.GridwalkError):
            request = parse(random_message(rng))
            if request.board is not None:
                board_of(request.board)
