"""Links, tokens and ports: what outlives a viewer, who may reach it, and what the command says."""

import base64
import json
import os
import re
import signal
import stat
import time
import urllib.error
import urllib.request
import webbrowser
import zlib
from socket import create_connection

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from browser.person import start_viewer
from gridwalk.cli import boards as command
from gridwalk.cli import main
from gridwalk.viewer import serve
from gridwalk.viewer.address import LinkError, fragment_of, is_link, kept_token, new_token
from gridwalk.viewer.serve import Viewer
from profiles import examples
from viewing import MAZE, ask, client, exceptions, farewell, serving, start_long


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("GRIDWALK_STATE_DIR", str(tmp_path / "state"))
    return tmp_path / "state"


def get(address, **headers):
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=300) as answer:
        return answer.read()


def end(process, number=signal.SIGINT, status=130):
    process.send_signal(number)
    _, err = process.communicate(timeout=300)
    assert process.returncode == status
    assert "Traceback" not in err
    return err


# -------------------------------------------------------------------------------- tokens


def test_a_token_is_kept_for_its_port_and_for_this_user_only(state):
    first, other = kept_token(8817), kept_token(8818)
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", first)
    assert first != other
    assert (kept_token(8817), kept_token(8818)) == (first, other)
    assert sorted(path.name for path in state.iterdir()) == ["viewer-8817", "viewer-8818"]
    if os.name == "posix":
        assert stat.S_IMODE((state / "viewer-8817").stat().st_mode) == 0o600
        assert stat.S_IMODE(state.stat().st_mode) == 0o700


@pytest.mark.parametrize("content", ["", "short", "x" * 5000, "a" * 21 + "\n", "/" * 22, "\u00e4" * 22])
def test_a_token_file_that_is_spoilt_is_replaced(state, content):
    state.mkdir()
    path = state / "viewer-8817"
    path.write_text(content)
    path.chmod(0o600)
    token = kept_token(8817)
    assert token != content
    assert path.read_text() == kept_token(8817) == token


@pytest.mark.posix
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o620, 0o610, 0o604, 0o602, 0o601])
def test_a_token_that_others_could_use_is_replaced(state, mode):
    token = kept_token(8817)
    (state / "viewer-8817").chmod(mode)
    assert kept_token(8817) != token
    assert stat.S_IMODE((state / "viewer-8817").stat().st_mode) == 0o600


def test_a_viewer_works_where_no_state_can_be_kept(state):
    state.write_text("a file where a directory should be")
    assert kept_token(8817) != kept_token(8817)
    assert new_token() != new_token()


def free_port():
    with Viewer(None)._socket as listener:
        return listener.getsockname()[1]


def test_a_link_outlives_its_server():
    port = free_port()
    with serving(MAZE, port=port) as viewer:
        address = viewer.address
    with serving(MAZE, port=port) as viewer:
        assert viewer.address == address
        assert b"cells" in get(address + "board.json")
    with serving(MAZE) as viewer, serving(MAZE) as other:
        assert len({viewer.address, other.address, address}) == 3


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


def packed(data):
    deflate = zlib.compressobj(wbits=-15)
    return base64.urlsafe_b64encode(deflate.compress(data) + deflate.flush()).decode().rstrip("=")


@examples(60)
@given(st.integers(1, 20), st.integers(1, 20), st.data())
def test_a_link_is_taken_apart_and_checked(rows, columns, data):
    cells = np.array(data.draw(st.lists(st.booleans(), min_size=rows * columns, max_size=rows * columns)))
    place = data.draw(st.integers(0, rows * columns - 1))
    row, column = divmod(place, columns)
    word = packed(np.packbits(cells, bitorder="little").tobytes())
    fragment = f"size={rows}x{columns}&start={row}.{column}&exits={row}.{column}&cells={word}"
    for link in (f"#{fragment}", f"http://127.0.0.1:8817/abc/#{fragment}", f"https://x.example/#{fragment}"):
        assert is_link(link)
        if cells[place]:
            assert fragment_of(link) == fragment
        else:
            with pytest.raises(LinkError, match=f"start={row}.{column} is not an open cell"):
                fragment_of(link)
    with pytest.raises(LinkError):
        fragment_of(f"#size={rows}x{columns}&start={row}.{column}&exits={row}.{columns}&cells={word}")


OPEN = "size=2x3&start=0.0&exits=1.2"


@pytest.mark.parametrize(("link", "words"), [
    ("http://127.0.0.1:8817/token/", "nothing after its #"), ("#", "nothing after its #"),
    ("#start=0.0&exits=1.2", "it has no size"), ("http://x/#size=2x3", "no start, exits (was it quoted"),
    ("#size=2x600&start=0.0&exits=1.2", "size=2x600 is not"), ("#size=0x3&start=0.0&exits=1.2", "size=0x3"),
    ("#size=2x3&start=0.9&exits=1.2", "start=0.9 is not an open cell of 2 x 3"),
    ("#size=2x3&start=-1.0&exits=1.2", "start=-1.0"), ("#size=2x3&start=0.0&exits=1.2+2.2", "exits=2.2"),
    (f"#{OPEN}&cells=AAAA", "its cells are damaged"), (f"#{OPEN}&cells=%20", "its cells are damaged"),
    (f"#{OPEN}&costs={packed(bytes(99))}", "its costs are damaged"),
    (f"#{OPEN}&costs={packed(bytes(6))}", "start=0.0 is not an open cell"),
    (f"#{OPEN}&cells={packed(bytes(10**6))}", "its cells are damaged"),
    (f"#{OPEN}&order=XX", "the letters are U, D, L, R"), (f"#{OPEN}&order=UU", "each of the 4 moves once"),
    (f"#{OPEN}&moves=fly", "moves"), (f"#{OPEN}&diagonal=0.0001", "diagonal"),
    (f"#{OPEN}&diagonal=much", "could not convert"),
    (f"#{OPEN}&ask=nonsense", "the page knows no question nonsense"),
    (f"#{OPEN}&ask=find&by=halves", "not by halves"), (f"#{OPEN}&beside=find/magic", "not by magic"),
    ("#lesson=alchemy", "lesson=alchemy is none of depth-first,"), ("#marks=11", "it has no size"),
    (f"#{OPEN} ", "characters that no address has"),
    (f"#{OPEN}&by=\u00e9", "characters"), (f"#{OPEN}\n", "characters"),
])  # fmt: skip
def test_a_link_that_is_none_is_refused_with_its_reason(link, words, capsys):
    with pytest.raises(LinkError, match=re.escape(words)):
        fragment_of(link)
    with pytest.raises(SystemExit) as stop:
        main(["view", "--no-open", link])
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith("gridwalk: error: this is no link to a board on the page")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "more",
    [
        "ask=play&by=you",
        "ask=table&by=all",
        "ask=watch",
        "ask=find",
        "by=",
        "ask=shortest&by=auto&beside=find/dfs",
        "moves=knight",
        "order=DRUL",
        "moves=king&diagonal=1.4142135623730951",
    ],
)
def test_a_link_that_the_page_writes_is_taken(more):
    assert fragment_of(f"#{OPEN}&{more}") == f"{OPEN}&{more}"


@pytest.mark.parametrize("lesson", ["lesson=a-star", "lesson=a-star&marks=110&lang=zh"])
def test_a_link_to_a_lesson_needs_no_board(lesson):
    assert fragment_of(f"#{lesson}") == lesson


@pytest.mark.posix
def test_the_command_opens_a_link_again():
    port = str(free_port())
    process, address = start_viewer("--port", port, f"http://127.0.0.1:1/other/#{OPEN}&ask=find&by=bfs")
    with process:
        base, _, fragment = address.partition("#")
        assert fragment == f"{OPEN}&ask=find&by=bfs"
        assert get(base + "board.json") == b"null"
        end(process)
    process, again = start_viewer("--port", port)
    with process:
        assert again == base
        assert get(base + "board.json") == b"null"
        end(process)
    process, board = start_viewer("--port", port, "--moves", "king")
    with process:
        assert json.loads(get(board + "board.json"))["moves"] == "king"
        end(process)


@pytest.mark.parametrize(("arguments", "words"), [
    ([f"#{OPEN}", "--moves", "king"], "a link has its board already: leave out --moves"),
    (["--allow-host", "http://x"], "is not a host"), (["--allow-host", "a b"], "is not a host"),
    (["--allow-host", "x:99999999"], "is not a host"), (["--allow-host", ""], "--allow-host is empty"),
])  # fmt: skip
def test_the_command_refuses_what_does_not_go_together(arguments, words, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["view", "--no-open", *arguments])
    assert stop.value.code == 2
    assert words in capsys.readouterr().err


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
        door, other = viewer.door(), viewer.door()
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
    """All users of a machine may read what programs are started with."""
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


def test_a_page_that_is_not_here_explains_what_to_do():
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


@pytest.mark.parametrize(("allowed", "host", "origin", "lets"), [
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
])  # fmt: skip
def test_more_names_of_the_server_are_allowed_one_by_one(allowed, host, origin, lets):
    with serving(MAZE, hosts=[allowed]) as viewer:
        host, origin = (word.replace("PORT", str(viewer.port)) for word in (host, origin))
        headers = {"Host": host}
        short = {allowed, allowed.removesuffix(":80").removesuffix(":443")}
        is_known = host.lower().split(":")[0] in short if ":" not in allowed else host in short
        if is_known:
            assert b"cells" in get(viewer.address + "board.json", **headers)
        else:
            with pytest.raises(urllib.error.HTTPError) as refused:
                get(viewer.address + "board.json", **headers)
            refused.value.close()
        name, _, number = host.partition(":")
        uri = f"ws://{name}:{number or 80}/{viewer.address.split('/')[3]}/talk"
        with create_connection(("127.0.0.1", viewer.port)) as sock:
            if lets:
                with client.connect(uri, sock=sock, origin=origin) as socket:
                    assert ask(socket, "count", "auto", MAZE)["number"] == "2"
            else:
                with pytest.raises(exceptions.InvalidStatus):
                    client.connect(uri, sock=sock, origin=origin)


@pytest.mark.posix
def test_control_c_closes_all_pages_while_a_count_runs():
    process, address = start_viewer("--port", "0")
    with process:
        root = address.rsplit("/", 2)[0]
        with (
            client.connect(address.replace("http", "ws") + "talk", origin=root) as socket,
            client.connect(address.replace("http", "ws") + "talk", origin=root) as other,
        ):
            start_long(socket)
            assert "interrupted" in end(process)
            assert {farewell(socket).code, farewell(other).code} == {1001}


@pytest.mark.posix
def test_a_job_of_a_script_is_ended_by_sigterm():
    """Shells let what they start with & ignore SIGINT."""
    process, _ = start_viewer("--port", "0", ignores=True)
    with process:
        process.send_signal(signal.SIGINT)
        end(process, signal.SIGTERM, 143)
