"""Links, tokens and ports: what outlives a viewer, access to it, messages of the command."""

import json
import os
import re
import signal
import stat
import time
import urllib.error
import urllib.request
import webbrowser

import numpy as np
import pytest

import gridwalk as gw
from browser.person import start_viewer
from gridwalk.cli import view as command
from gridwalk.draw.pagedata import board_data, deflated, packed_json
from gridwalk.viewer import serve
from gridwalk.viewer.address import (
    LinkError,
    fragment_of,
    is_link,
    lesson_names,
    link_of,
    new_token,
    stored_token,
)
from gridwalk.viewer.protocol import board_of, checked
from gridwalk.viewer.serve import Viewer
from modules import modules
from profiles import number
from viewing import LONG, MAZE, english, heard, long_question, posted, reply, serving


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("GRIDWALK_STATE_DIR", str(tmp_path / "state"))
    return tmp_path / "state"


def get(address, **headers):
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=300) as answer:
        return answer.read()


def end(process, stop=signal.SIGINT, status=130):
    process.send_signal(stop)
    _, err = process.communicate(timeout=300)
    assert process.returncode == status
    assert "Traceback" not in err
    return err


# -------------------------------------------------------------------------------- tokens


def test_a_token_is_kept_for_its_port_and_for_this_user_only(state):
    first, other = stored_token(8817), stored_token(8818)
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", first)
    assert first != other
    assert (stored_token(8817), stored_token(8818)) == (first, other)
    assert sorted(path.name for path in state.iterdir()) == ["viewer-8817", "viewer-8818"]
    if os.name == "posix":
        assert stat.S_IMODE((state / "viewer-8817").stat().st_mode) == 0o600
        assert stat.S_IMODE(state.stat().st_mode) == 0o700


@pytest.mark.posix
def test_a_token_file_that_is_spoilt_or_that_others_could_use_is_replaced(state):
    state.mkdir()
    path = state / "viewer-8817"
    for content in ("", "short", "x" * 5000, "a" * 21 + "\n", "/" * 22, "\u00e4" * 22):
        path.write_text(content)
        path.chmod(0o600)
        token = stored_token(8817)
        assert token != content
        assert path.read_text() == stored_token(8817) == token
    for mode in (0o644, 0o640, 0o620, 0o610, 0o604, 0o602, 0o601):
        path.chmod(mode)
        assert stored_token(8817) != token
        token = stored_token(8817)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_viewer_works_where_no_state_can_be_kept(state):
    state.write_text("a file where a directory should be")
    assert stored_token(8817) != stored_token(8817)
    assert new_token() != new_token()


def free_port():
    viewer = Viewer(None)
    viewer._server.server_close()
    return viewer.port


def test_where_the_usual_port_is_taken_a_free_one_is_used(tune):
    tune(page_port=free_port())
    with serving(MAZE, port=None) as viewer, serving(MAZE, port=None) as other:
        assert (viewer.port, viewer.port_was_taken) == (serve.DEFAULT_PORT, False)
        assert other.port_was_taken
        assert other.port != viewer.port
        assert b"cells" in get(other.address + "board.json")
        with pytest.raises(gw.GridwalkError, match="cannot be used"):
            Viewer(MAZE, port=viewer.port)


# --------------------------------------------------------------------------------- links


def sent(value):
    """What arrives of a value that is sent as JSON."""
    return json.loads(json.dumps(value))


READ = """async (link) => {
    const { fromLink, linkIn } = await load("link.js");
    if (linkIn(`see http://127.0.0.1:8817/token/#${link}`) !== link) throw new Error("not seen in a text");
    let given;
    const { board, ...rest } = await fromLink(link, async (board) => (given = board));
    return [given, rest];
}"""
AGAIN = """async (data) => {
    const { fromData, openBoard } = await load("board.js"), { fromLink, toLink } = await load("link.js");
    const board = openBoard(data.rows, data.columns, fromData(data));
    const panels = [{ question: "shortest", by: "bfs" }];
    const link = await toLink({ board, panels, step: 7, language: "zh" });
    let given;
    const linked = await fromLink(link, async (board) => (given = board));
    return [link, given, await toLink(linked)];
}"""


def drawn(rng):
    """A random board, with conditions and numbers."""
    rows, columns = rng.integers(1, 12, 2)
    kind, moves = rng.integers(8), gw.ORTHOGONAL
    more = {"wrap": rng.choice(["rows", "columns", "both", None])} if rng.random() < 0.3 else {}
    cells = rng.random((rows, columns)) < 0.8
    cells.flat[rng.integers(cells.size)] = True
    if kind == 1:
        moves = gw.KNIGHT
    elif kind == 2:
        moves, more["diagonal"] = gw.KING.with_corners(rng.choice(["one", "none"])), 1.5
    elif kind == 3:
        moves, more = gw.HEX, {}
    elif kind == 4:
        more = {"walls": (rng.random((rows, columns - 1)) < 0.3, rng.random((rows - 1, columns)) < 0.3)}
    elif kind == 6:
        moves = gw.leaper(1, 3)
    elif kind == 7:
        moves = gw.KING.ordered(rng.permutation(gw.KING.deltas).tolist())
    elif kind == 5 and min(rows, columns) > 1:
        cells[0, 0] = cells[-1, -1] = True
        more["one_way"] = {(0, 0): (1, 0), (rows - 1, columns - 1): (0, -1)}
    if rng.random() < 0.4:
        more["costs"] = rng.integers(1, 10, cells.shape)
    board = gw.Board(cells, moves=moves, **more)
    ends = {board.start, *board.exits}
    others = [tuple(map(int, cell)) for cell in np.argwhere(cells) if tuple(map(int, cell)) not in ends]
    rng.shuffle(others)
    return board, {"through": others[:2], "avoiding": others[2:4], "numbers": [(board.exits[0], 12)]}


def check_link(seed):
    rng = np.random.default_rng(seed)
    board, more = drawn(rng)
    link = link_of(board, "find/dfs", "shortest/bfs", step=seed, **more)
    assert fragment_of(f"http://127.0.0.1:8817/token/#{link}") == link
    data, rest = modules().evaluate(READ, link)
    flat = [list(map(list, more[name])) for name in ("through", "avoiding")]
    known = sent(checked(data))
    assert board_of(known) == board
    assert [list(map(list, known[name])) for name in ("through", "avoiding")] == flat
    assert known["numbers"] == [[board.index(board.exits[0]), 12]]
    asked = [{"question": "find", "by": "dfs"}, {"question": "shortest", "by": "bfs"}]
    assert (rest["panels"], rest["step"], rest["language"]) == (asked, seed, "")
    written, again, same = modules().evaluate(AGAIN, known)
    assert board_of(again) == board
    assert sent(checked(again)) == known
    assert same == written
    assert written.endswith("&ask=shortest%2Fbfs&step=7&language=zh")


def test_a_link_holds_all_of_a_board():
    for seed in range(number(200)):
        check_link(seed)


@pytest.mark.parametrize("fields", [
    "", "run-bar", "step=1e999&pace=__proto__&language=constructor&marks=12",
    "lesson=a-star&marks=1010&step=-3",
])  # fmt: skip
def test_plain_fields_of_a_link_are_what_they_can_be(fields):
    said = modules().evaluate('async (link) => (await load("link.js")).fromLink(link)', fields)
    assert not said["board"]
    assert said["pace"] is None
    assert said["language"] == ""
    assert said["marks"] == ("1010" if "1010" in fields else "")
    assert said["lesson"] == ("a-star" if "a-star" in fields else "")


@pytest.mark.parametrize("packed", [
    "!!", "A", "AAAA", packed_json([1])[:-1], packed_json({"rows": 2})[1:], deflated(b"{"), deflated(b"\xff"),
    deflated(b"NaN"), deflated(bytes(200 << 20)), deflated(b"[" * 10**6),
])  # fmt: skip
def test_a_damaged_link_is_refused_before_a_server_is_asked(packed):
    code = """async (link) => {
        let asked = 0;
        try {
            await (await load("link.js")).fromLink(link, async () => asked++);
        } catch {
            return asked;
        }
    }"""
    assert modules().evaluate(code, f"board={packed}") == 0


@pytest.mark.parametrize("wrong", [
    {"rows": None}, {"rows": 0}, {"rows": True}, {"columns": 3.5}, {"rows": 513}, {"rows": 10**9},
    {"cells": "1"}, {"cells": [1] * 6}, {"cells": "x" * 6}, {"cells": "000000"},
    {"sides": "9" * 6}, {"sides": 3},
    {"shape": "round"}, {"shape": "stairs", "levels": 2}, {"levels": "1"}, {"moves": "fly"},
    {"moves": "U," * 999}, {"order": "XX"}, {"corners": "some"}, {"diagonal": 1e-9}, {"diagonal": "much"},
    {"start": [9, 9]}, {"start": 3}, {"exits": []}, {"exits": [[0, -9]]}, {"ways": [[0, 0, 1]]},
    {"ways": [[9, 9, 1, 0]]}, {"ways": [[0, 0, 1, 0]] * 5000}, {"through": [[0, 0]]}, {"avoiding": [[7, 7]]},
    {"through": [[0, 1]] * 2000}, {"numbers": [[99, 1]]}, {"numbers": [[0, -1]]}, {"numbers": 3},
    {"cells": "\u0661" * 6}, {"start": [0, 2**40]}, {"exits": [[0, 1.5]]}, {"sides": "0" * 5},
    {"wrap": "round"},
])  # fmt: skip
def test_wrong_boards_of_links_are_refused(wrong):
    data = sent(board_data(gw.Board.rectangle(2, 3)))
    checked(data)
    for name in wrong:
        with pytest.raises(gw.InputError, match=f"{name}|shape|levels|exit|start|open|cell|U, D"):
            checked({**data, **wrong})
        if name in data:
            with pytest.raises(gw.InputError):
                checked({key: value for key, value in data.items() if key != name})


def test_a_page_asks_for_a_board_of_a_link():
    with serving(MAZE) as viewer:
        for data, kind in ((board_data(MAZE), "board"), ({"rows": 5}, "error")):
            said = reply(viewer, {"do": "check", "board": data})
            assert said["kind"] == kind
    assert english(said["words"]) == "the link is damaged: columns is a whole number from 1 to 2147483648"


@pytest.mark.parametrize(("link", "words"), [
    ("http://127.0.0.1:8817/token/", "nothing after its #"), ("#", "nothing after its #"),
    ("#step=3", "it has no board="), ("#board", "it has no board="),
    ("#lesson=watch-a-count", "there is no such lesson: watch-a-count; the lessons are recursion,"),
    ("#marks=11", "it has no board="), ("#board=AAAA ", "characters that no address has"),
    ("#board=\u00e9", "characters"), ("#board=AAAA\n", "characters"),
])  # fmt: skip
def test_a_wrong_link_is_refused_with_its_reason(link, words):
    with pytest.raises(LinkError, match=re.escape(words)):
        fragment_of(link)


def test_a_link_to_a_lesson_needs_no_board():
    for lesson in lesson_names():
        for fields in (f"lesson={lesson}", f"lesson={lesson}&marks=110&language=zh"):
            assert fragment_of(f"#{fields}") == fields
            assert is_link(f"#{fields}")


OPEN = link_of(gw.Board.rectangle(2, 3), "find/bfs")


@pytest.mark.posix
def test_the_command_opens_a_link_and_ends_by_signals_with_questions_under_way():
    """The address stays the same for a port; a job that a shell starts with & takes no SIGINT."""
    port = str(free_port())
    process, address = start_viewer("--port", port, f"http://127.0.0.1:1/other/#{OPEN}")
    with process, long_question(address.partition("#")[0]) as one:
        base, _, fragment = address.partition("#")
        assert fragment == OPEN
        assert get(base + "board.json") == b"null"
        before = time.monotonic()
        assert "interrupted" in end(process)
        assert time.monotonic() - before < 5  # 0.2, on a machine that does nothing else
        while message := heard(one):
            assert message["kind"] == "progress"
    process, board = start_viewer("--port", port, "--moves", "king", ignores=True)
    with process:
        assert board == base
        assert json.loads(get(board + "board.json"))["moves"] == "king"
        process.send_signal(signal.SIGINT)
        end(process, signal.SIGTERM, 143)


def test_no_browser_is_said_in_one_line(spy, capsys):
    spy(webbrowser, "open", lambda *_: False)
    command._open("http://127.0.0.1:1/")
    assert "open this address in one yourself" in capsys.readouterr().err
    spy(webbrowser, "open", lambda *_: True)
    command._open("http://127.0.0.1:1/")
    assert capsys.readouterr().err == ""


# -------------------------------------------------------------------------------- access


def test_a_door_leads_to_the_page_once():
    with serving(MAZE) as viewer:
        door, other = viewer.one_time_address(), viewer.one_time_address()
        with pytest.raises(urllib.error.HTTPError) as refused:
            get(other, Host="example.com")
        refused.value.close()
        assert b"<title>" in get(door)
        with pytest.raises(urllib.error.HTTPError) as refused:
            get(door)
        refused.value.close()
        assert b"<title>" in get(other)  # which the foreign host has not shut


@pytest.mark.posix
def test_the_browser_is_not_started_with_the_token(tmp_path):
    """All users of a machine can read the arguments of programs."""
    told, browser = tmp_path / "told", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {told}.new && mv {told}.new {told}\n')
    browser.chmod(0o700)
    process, address = start_viewer("--port", "0", "--moves", "king", browser=browser)
    with process:
        while not told.exists():
            time.sleep(0.05)
        given = told.read_text().strip()
        assert address.split("/")[3] not in given
        assert b"<title>" in get(given)
        end(process)


def test_an_address_without_its_last_slash_leads_to_the_page():
    with serving(MAZE) as viewer:
        host = viewer.address.split("/")[2]
        for address in (viewer.address[:-1], viewer.address):
            assert b"<title>" in get(address, Host=host.replace("127.0.0.1", "LOCALHOST"))
        with pytest.raises(urllib.error.HTTPError) as refused:
            get(viewer.address[:-2])
        refused.value.close()
        assert refused.value.code == 404


def test_the_page_of_a_wrong_token_explains_what_to_do():
    with serving(MAZE) as viewer:
        root = viewer.address.rsplit("/", 2)[0]
        for address, host in [(f"{root}/old-token/", None), (viewer.address, "elsewhere.example:9000")]:
            with pytest.raises(urllib.error.HTTPError) as refused:
                get(address, **({} if host is None else {"Host": host}))
            page = refused.value.read().decode()
            assert refused.value.headers["content-type"].startswith("text/html")
            assert "default-src 'self'" in refused.value.headers["content-security-policy"]
            for words in ("gridwalk view", "'ADDRESS'", "paste", "--allow-host"):
                assert words in page
            assert not re.search(r"(src|href)=|<script|<style", page)  # whole, without other files
            assert viewer.address.rsplit("/", 2)[1] not in page


NAMES = [
    ("localhost:9000", "localhost:9000", "http://localhost:9000", True),
    ("box.example", "box.example", "https://box.example", True),
    ("box.example", "box.example:PORT", "http://box.example:PORT", True),
    ("box.example", "other.example", "https://box.example", False),
    ("box.example", "box.example", "https://other.example", False),
    ("box.example:9000", "box.example", "https://box.example", False),
    ("box.example:80", "box.example", "http://box.example", True),
    ("box.example:443", "box.example", "https://box.example", True),
    ("box.example:80", "box.example:80", "http://box.example:80", True),
    ("box.example", "BOX.Example", "https://BOX.example", True),
]  # fmt: skip


@pytest.mark.parametrize(("allowed", "host", "origin", "lets"), NAMES)
def test_more_names_of_the_server_are_allowed_one_by_one(allowed, host, origin, lets):
    with serving(MAZE, hosts=[allowed]) as viewer:
        host, origin = (word.replace("PORT", str(viewer.port)) for word in (host, origin))
        with posted(viewer.address, LONG, host=host, origin=origin) as response:
            assert (response.status == 200) is lets
        if lets:
            assert b"cells" in get(viewer.address + "board.json", Host=host)
