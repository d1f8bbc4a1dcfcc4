"""A hundred attacks on the server of the page: refused or harmless, and it goes on answering."""

import gzip
import json
import os
import pickle
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from socket import create_connection

import pytest

import gridwalk
from gridwalk.draw.pagedata import board_data
from gridwalk.viewer import serve
from gridwalk.viewer.protocol import MAX_MESSAGE
from viewing import (
    LONG,
    MAKE,
    MAZE,
    PATIENCE,
    ask,
    busy,
    file,
    heard,
    is_progress,
    posted,
    serving,
    wait_until,
)

SECRETS = (b"import annotations", b"<!doctype html>\n<html lang", b"cells", b"root:")


@pytest.fixture(scope="module")
def viewer():
    with serving(MAZE) as viewer:
        yield viewer
        wait_until(lambda: not busy())


@pytest.fixture(autouse=True)
def goes_on(viewer, monkeypatch):
    """Whatever was done, the server answers."""
    yield
    monkeypatch.undo()
    assert ask(viewer, "count", "auto", MAZE)["number"] == "2"


def raw(viewer, text, body=b""):
    """What the server sends to that, until it closes."""
    with create_connection(("127.0.0.1", viewer.port), timeout=PATIENCE) as client:
        answer = b""
        with suppress(ConnectionError):  # not all was read
            client.sendall((text if isinstance(text, bytes) else text.encode("latin-1")) + body)
            while part := client.recv(1 << 16):
                answer += part
    return answer


def says(viewer, path="/board.json", *, host=None, method="GET", origin=None, body=b"", more=()):
    """Return the reply of the server; TOKEN in the path stands for its token."""
    host = f"127.0.0.1:{viewer.port}" if host is None else host
    lines = [f"{method} {path.replace('TOKEN', viewer._server.prefix[1:])} HTTP/1.1", f"host: {host}", *more]
    if origin is not None:
        lines.append(f"origin: {origin.replace('PORT', str(viewer.port))}")
    if body:
        lines.append(f"content-length: {len(body)}")
    return raw(viewer, "\r\n".join([*lines, "", ""]), body)


def is_refused(answer, status=4):
    """Whether an answer is a refusal without information."""
    head, _, body = answer.partition(b"\r\n\r\n")
    # `NOT_HERE` is a page, of words alone.
    told = any(secret in body for secret in SECRETS) and b"is not here" not in body
    return head.startswith(f"HTTP/1.0 {status}".encode()) and not told and b"location" not in head


HOSTS = [
    "", "evil.example", "evil.example:PORT", "127.0.0.1", "localhost", "localhost.:PORT", "127.1:PORT",
    "127.0.0.1.:PORT", "0.0.0.0:PORT", "[::1]:PORT", "2130706433:PORT", "127.0.0.1:PORT.evil.example",
    "127.0.0.1.nip.io:PORT", "x@127.0.0.1:PORT", "127.0.0.1:1", "127.0.0.1:PORT,evil.example",
]  # fmt: skip


def test_the_page_and_the_first_board_are_served_with_their_headers(viewer):
    for name, word in {"": b"<!doctype html>", "main.js": b"import", "board.json": b"cells"}.items():
        head, _, body = says(viewer, f"/TOKEN/{name}").partition(b"\r\n\r\n")
        assert word in body
        for line in (b"default-src 'self'", b"cache-control: no-store", b"nosniff"):
            assert line in head
        assert b"Python" not in head  # nor any version
        assert gridwalk.__version__.encode() not in head


def test_the_page_asks_for_all_its_modules_at_once():
    page = (serve.STATIC / "index.html").read_text(encoding="utf-8")
    for module in serve.STATIC.glob("*.js"):
        assert f'"{module.name}"' in page


def test_other_names_of_the_host(viewer):
    for host in HOSTS:
        for path in ("/TOKEN/board.json", "/TOKEN"):
            assert is_refused(says(viewer, path, host=host.replace("PORT", str(viewer.port))), 404), host
    assert is_refused(raw(viewer, f"GET {viewer._server.prefix}/board.json HTTP/1.0\r\n\r\n"), 404)
    assert b"cells" not in raw(viewer, f"GET {viewer._server.prefix}/board.json\r\n\r\n")


TOKENS = [
    "", "x", "x" * 22, "x" * 5000, "TOKENx", "xTOKEN", "%00TOKEN", "./TOKEN", "%2e/TOKEN", "\xe4" * 22,
    "TOKEN%20",
]  # fmt: skip


def test_other_tokens(viewer):
    token = viewer._server.prefix[1:]
    for wrong in (*TOKENS, token[:-1], token.swapcase(), token[::-1]):
        assert is_refused(says(viewer, f"/{wrong}/board.json"), 404), wrong


PATHS = [
    "../serve.py", "..%2fserve.py", "%2e%2e/serve.py", "%2e%2e%2fserve.py", "..%5cserve.py", "..\\serve.py",
    "....//serve.py", "x/../../serve.py", "/etc/passwd", "//etc/passwd", "%2fetc%2fpasswd", "file:///etc/passwd",
    "%00", "main.js%00", "main.js%00.html", "%c0%ae%c0%ae/serve.py", ".", "..", "../", "main.js/",
    "MAIN.JS/..", "x" * 5000, "\xff\xfe", "con", "serve.py", "ask", "not-here.html",
]  # fmt: skip


def test_other_paths(viewer):
    for path in PATHS:
        assert is_refused(says(viewer, f"/TOKEN/{path}"), 404), path


def test_malformed_request_lines(viewer):
    lines = [b"GET", b"GET ", b"\0\0\0\0", b"GET / HTTP/9.9", b"\x16\x03\x01\x02\x00\x01\x00", b"GET / x y z"]
    for line in (*lines, b"GET /" + b"x" * 70_000 + b" HTTP/1.1", b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200):
        answer = raw(viewer, line + b"\r\n\r\n")
        assert not any(secret in answer for secret in SECRETS) or b"is not here" in answer


def test_other_methods(viewer):
    for method in ("HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "X" * 5000):
        answer = says(viewer, "/TOKEN/board.json", method=method, origin="http://127.0.0.1:PORT")
        assert is_refused(answer, 501), method


ORIGINS = [
    None, "", "null", "file://", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:1",
    "http://127.0.0.1:PORT.evil.example", "http://127.0.0.1:PORT@evil.example", "http://x127.0.0.1:PORT",
    "http://localhost.:PORT", "http://127.1:PORT", "ws://127.0.0.1:PORT", "127.0.0.1:PORT",
    "http://127.0.0.1:PORT/", "http://127.0.0.1:PORT http://evil.example",
]  # fmt: skip


def test_other_origins(viewer):
    body = json.dumps(MAKE).encode()
    for origin in ORIGINS:
        assert is_refused(says(viewer, "/TOKEN/ask", method="POST", origin=origin, body=body), 403), origin


def test_a_form_and_a_get_ask_nothing(viewer, spy):
    asked = spy(serve, "reply_to")
    body = json.dumps(MAKE).encode()
    form = ["content-type: text/plain", "referer: http://evil.example/"]
    assert is_refused(says(viewer, "/TOKEN/ask", method="POST", body=body, more=form), 403)
    here = "http://127.0.0.1:PORT"
    assert is_refused(says(viewer, "/TOKEN/ask", origin=here, body=body), 404)
    assert is_refused(says(viewer, "/TOKEN/board.json", method="POST", origin=here, body=body), 403)
    assert is_refused(says(viewer, "/ask", method="POST", origin=here, body=body), 404)
    assert asked == []


def test_no_get_changes_anything(viewer):
    before = (dict(viewer._server.made), set(viewer._server.one_time_paths), dict(viewer._server._pages))
    for path in (*sorted(os.listdir(serve.STATIC)), "", "board.json", "choices.json", "palette.css", "ask"):
        for more in ("", "?do=ask", "?board=5"):
            assert says(viewer, f"/TOKEN/{path}{more}").startswith((b"HTTP/1.0 200", b"HTTP/1.0 404"))
    assert (viewer._server.made, viewer._server.one_time_paths, viewer._server._pages) == before


# ---------------------------------------------------------------------------------- messages


class Evil:
    """Runs a command where it is unpickled."""

    def __reduce__(self):
        return os.mkdir, ("evil",)


FIND = {"do": "ask", "question": "find", "by": "dfs", "seed": 1, "board": board_data(MAZE)}
MARKUP = "<img src=x onerror=alert(1)><script>alert(1)</script>"


def of_board(**more):
    return FIND | {"board": FIND["board"] | more}


MESSAGES = {
    "arrays, deep": b"[" * 100_000, "objects, deep": b'{"a":' * 100_000,
    "a board, deep": b'{"do":"ask","board":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "NaN": json.dumps(of_board(diagonal=float("nan"))).encode(),
    "infinity": json.dumps(of_board(diagonal=float("inf"))).encode(),
    "1e999": json.dumps(MAKE).replace('"braid": 0', '"braid": 1e999').encode(),
    "5,000 digits": json.dumps(MAKE).replace('"seed": 5', f'"seed": {"9" * 5000}').encode(),
    "pickle": pickle.dumps(Evil()), "pickle as a file": {"do": "read", **file(pickle.dumps(Evil()), ".pkl")},
    "pickle as NumPy": {"do": "read", **file(b"\x93NUMPY\x01\x00v\x00{'descr': '|O', 'fortran_order': False, "
                                            b"'shape': (1,), }".ljust(128) + pickle.dumps(Evil()), ".npy")},
    "gzip": gzip.compress(json.dumps(FIND).encode()),
    "a bomb": {"do": "read", **file(gzip.compress(b"." * 50_000_000), ".txt")},
    "UTF-16": json.dumps(FIND | {"by": "\u2603"}).encode("utf-16"), "no text": bytes(range(256)),
    "NUL": b"\0" * 100, "a surrogate": FIND | {"by": "\ud800"}, "markup in a name": FIND | {"by": MARKUP},
    "markup in moves": of_board(moves=MARKUP), "markup in a question": FIND | {"question": MARKUP},
    "markup in a maker": MAKE | {"maker": MARKUP},
    "markup in a file": {"do": "read", **file(MARKUP.encode())},
    "1000 x 1000": of_board(rows=1000, columns=1000, cells="1" * 10**6),
    "rows 1e9": of_board(rows=10**9), "made with rows 1e9": MAKE | {"rows": 10**9, "columns": 10**9},
    "minus rows": of_board(rows=-5), "rows of text": of_board(rows="5"), "no cells": of_board(cells=""),
    "a start outside": of_board(start=[99, 99]), "exits without end": of_board(exits=[[0, 0]] * 10**5),
    "a path of the machine": {"do": "read", "file": "/etc/passwd", "ending": ".txt"},
    "an ending that is a path": {"do": "read", **file(b"S.E", "/../../etc/passwd")},
    "deeds of Python": {"do": "__class__"}, "a question of Python": FIND | {"question": "__init__"},
    "an algorithm of Python": FIND | {"by": "__import__('os').mkdir('evil')"},
    "a picture of Python": FIND | {"question": "count", "by": "auto", "picture": "__globals__"},
    "names without end": {str(n): n for n in range(10**5)},
    "the same name twice": b'{"do": "fly", "do": "flee"}', "a list of boards": [FIND] * 100,
}  # fmt: skip
HARMLESS = "exits without end", "an ending that is a path"  # which are answered


@pytest.mark.parametrize("name", MESSAGES)
def test_messages(viewer, name, caplog, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    message = MESSAGES[name]
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    with posted(viewer.address, body) as response:
        assert (response.status, response.headers["content-type"][:24]) == (200, "application/octet-stream")
        while is_progress(said := heard(response)):
            pass
    if name in HARMLESS:
        said = said[0] if isinstance(said, tuple) else said
        assert said["kind"] in ("film", "board")
    else:
        assert said["kind"] == "error"
        assert said["words"]
    assert caplog.text == ""
    assert not Path("evil").exists()


def test_lengths(viewer):
    lines = f"POST {viewer._server.prefix}/ask HTTP/1.1", f"host: 127.0.0.1:{viewer.port}"
    for length in ("", "-1", "x", "1e3", "9" * 5000, str(MAX_MESSAGE + 1), "\u00b2", "0x10", "1, 2"):
        more = f"origin: http://127.0.0.1:{viewer.port}", f"content-length: {length}", "", "{}"
        assert is_refused(raw(viewer, "\r\n".join([*lines, *more])), 41), length


def test_seven_megabytes(viewer):
    answer = says(viewer, "/TOKEN/ask", method="POST", origin="http://127.0.0.1:PORT", body=b" " * (7 << 20))
    assert answer == b"" or is_refused(answer, 413)


def test_chunks_and_requests_in_one(viewer):
    """A server in between might see two requests where this one sees one."""
    here = "http://127.0.0.1:PORT"
    chunked = "transfer-encoding: chunked"
    assert is_refused(says(viewer, "/TOKEN/ask", method="POST", origin=here, more=[chunked]), 411)
    second = "GET /TOKEN/choices.json HTTP/1.1"
    assert says(viewer, "/TOKEN/board.json", more=["", second]).count(b"HTTP/1.0") == 1


# ------------------------------------------------------------------------------- connections


def test_many_questions_at_once(viewer, spy):
    go_on = threading.Event()
    spy(serve, "reply_to", lambda *_: (go_on.wait(PATIENCE), ({"kind": "done"}, None))[1])
    with ExitStack() as stack:
        replies = [stack.enter_context(posted(viewer.address, LONG)) for _ in range(200)]
        wait_until(lambda: len(busy()) == serve.MAX_WORKING)
        go_on.set()
        said = [heard(one) for one in replies]
    refused = [one["words"] for one in said if one["kind"] == "error"]
    assert len(refused) == 200 - serve.MAX_WORKING
    assert all("have not ended yet" in words for words in refused)
