"""Messages to the server of the viewer: the requests of the page, and others, which are refused."""

import json

import pytest

import gridwalk as gw
from gridwalk.draw.pagedata import MAX_SIDE, board_data
from gridwalk.viewer.making import made
from gridwalk.viewer.protocol import MalformedError, board_of, parse
from published import ROOK_PATHS
from viewing import MAKE, MAZE, ask, english, file, reply, serving


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
    walled = board_data(MAZE) | {"cells": "0" * 25}
    assert "no open cell" in english(ask(viewer, "find", "dfs", walled)["words"])
    on_wall = board_data(MAZE) | {"start": [0, 1]}
    assert "is a wall" in english(ask(viewer, "find", "dfs", on_wall)["words"])
    wanted = {"form": "gif", "dark": True, "step": None, "cells": [0, 5, 10], "closed": False}
    request = {"do": "draw", "question": "find", "by": "dfs", "board": board_data(MAZE), **wanted}
    assert reply(viewer, request)[1]["bytes"].tobytes().startswith(b"GIF8")
    assert reply(viewer, {"do": "read", **file(b"S.\n.E\n")})["board"]["cells"] == "1111"
    assert "line 2 has 1 cells" in english(reply(viewer, {"do": "read", **file(b"S.\n.\n")})["words"])
    assert board_of(reply(viewer, MAKE)["board"]) == made(parse(json.dumps(MAKE)).wanted, 5).board
    words, parts = reply(viewer, MAKE | {"film": True})
    assert (words["maker"], words["seed"], words["kinds"]["join"]) == ("kruskal", 5, 7)
    assert list(parts) == ["events", "changes", "first"]
    assert "did you mean 'kruskal'" in english(reply(viewer, MAKE | {"maker": "kruskl"})["words"])


ASK = {"do": "ask", "question": "find", "by": "dfs", "seed": 1, "board": board_data(MAZE)}
DRAW = ASK | {"do": "draw", "form": "svg", "dark": False, "step": None, "cells": [], "closed": False}
WRONG = [
    (ASK, "through", [[1, 2, 3]]), (ASK, "through", 5), (ASK, "avoiding", [["a", 1]]),
    (ASK, "avoiding", [[0, 0]] * 1001), (ASK, "walked", [1.5]), (ASK, "walked", "12"),
    (MAKE, "maker", 5), (MAKE, "maker", "x" * 401), (MAKE, "rows", 0), (MAKE, "columns", 2.0),
    (MAKE, "thin", 0), (MAKE, "braid", True), (MAKE, "braid", "0"), (MAKE, "braid", 1.01),
    (MAKE, "braid", float("nan")), (MAKE, "seed", -1), (MAKE, "seed", None),
    (DRAW, "form", "bmp"), (DRAW, "dark", 1), (DRAW, "closed", None), (DRAW, "step", -1),
    (DRAW, "step", True), (DRAW, "cells", 5), (DRAW, "cells", [True]),
    (DRAW, "cells", [0] * (MAX_SIDE**2 + 1)),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "name", "value"), WRONG)
def test_a_request_with_a_field_that_no_page_sends_is_malformed(request_, name, value):
    parse(json.dumps(request_))
    with pytest.raises(MalformedError, match=f"{name}|at most 400"):
        parse(json.dumps(request_ | {name: value}))
