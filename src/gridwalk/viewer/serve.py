"""The server of the page: it listens on this machine only, and its addresses need a token.

All paths begin with ``/TOKEN/``.  The server refuses requests that name another host (which may point at
127.0.0.1), and questions from pages of other sites.

A question is a POST.  Its reply is a stream of messages (see `gridwalk.viewer.asked`): the progress, and at
the end the answer.  If the page closes the connection, the work ends at its next report of progress (searches
report ten times a second).  Every request has a connection and a thread of its own.
"""

from __future__ import annotations

import json
import logging
import math
import os
import secrets
import select
import socket
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingTCPServer
from threading import Semaphore
from typing import Any

from gridwalk.board.board import Board
from gridwalk.draw.colours import stylesheet
from gridwalk.draw.language import page_file
from gridwalk.draw.pagedata import board_data
from gridwalk.errors import GridwalkError, InputError
from gridwalk.runtime.progress import Progress
from gridwalk.viewer.address import new_token, stored_token
from gridwalk.viewer.answers import progress_data
from gridwalk.viewer.asked import Parts, Tell, in_page_words, packed, told
from gridwalk.viewer.protocol import MAX_MESSAGE, MalformedError, parse
from gridwalk.viewer.questions import choices
from gridwalk.viewer.replying import Pages, reply_to

STATIC = Path(__file__).parent / "static"
KINDS = {name: f"text/{name}" for name in ("html", "css")}
KINDS |= {"js": "text/javascript", "json": "application/json", "svg": "image/svg+xml"}
HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'self'; img-src 'self' blob: data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
HOST = "127.0.0.1"
DEFAULT_PORT = 8817  # tried first, so that links and open pages find the next viewer
MAX_OPEN = 256  # open connections
MAX_PAGES = 64  # open pages with a list of paths
MAX_WORKING = 32  # questions at once
PATIENCE = 30.0  # seconds in which a request must arrive, and a page must read a piece of its reply
PIECE = 1 << 16  # bytes of such a piece
TELL_EVERY = 0.1  # seconds between two reports of progress
LOOK_EVERY = 0.2  # seconds between two checks for work to end
TOO_MANY = "questions are under way, or were cancelled and have not ended yet: wait a moment"

log = logging.getLogger("gridwalk.viewer")
Reply = tuple[dict[str, Any], Parts | None]


class StoppedError(Exception):
    """Raised to end work whose answer is no longer wanted."""


def onward(last: Progress | None, progress: Progress, seconds: float) -> Progress:
    """Return *progress* with the time since the question began; each part of its work starts at zero."""
    progress = progress._replace(seconds=seconds)
    if last is None or last.unit != progress.unit:
        return progress
    counts = {
        name: max(getattr(last, name), getattr(progress, name))
        for name in ("expanded", "backtracks", "found")
    }
    return progress._replace(**counts)


class Server(ThreadingTCPServer):
    """The server and its state; unlike `HTTPServer` it does not look up the name of the host.

    The page begins with *board*, in the form of `gridwalk.viewer.protocol`, or with its own first screen.
    *hosts* are more names of this server.
    """

    daemon_threads = True
    request_queue_size = 128
    allow_reuse_address = os.name == "posix"  # on Windows it lets two servers share a port

    def __init__(self, board: Mapping[str, Any] | None, port: int, hosts: Sequence[str]) -> None:
        try:
            super().__init__((HOST, port), Handler)  # two servers may bind, but only one can listen
        except OSError as error:
            words = f"port {port} of {HOST} cannot be used: {error.strerror or error}"
            raise InputError(f"{words}; --port 0 takes any free one") from None
        self.port: int = self.server_address[1]
        self.prefix = f"/{new_token() if port == 0 else stored_token(self.port)}"
        self.one_time_paths: set[str] = set()
        given = {host.lower() for host in hosts}
        own = {f"{host}:{self.port}" for host in (HOST, "localhost", *given) if ":" not in host}
        # Browsers leave out the port that the scheme implies.
        self.origins = {
            f"{scheme}://{name}"
            for scheme, usual in (("http", ":80"), ("https", ":443"))
            for host in own | given
            for name in (host, host.removesuffix(usual))
        }
        self.hosts = {origin.partition("://")[2] for origin in self.origins}
        self.made = {
            "board.json": json.dumps(board).encode(),
            "choices.json": json.dumps(choices()).encode(),
            "palette.css": stylesheet().encode(),
        }
        self.working = Semaphore(MAX_WORKING)
        self.until: dict[Any, float] = {}  # by connection: the time by which its request must be there
        self._pages: dict[str, Pages] = {}  # by tab; a list in use is taken out

    def take(self, tab: str) -> Pages:
        """Take out the list of a tab; return a new list if there is none or it is in use."""
        return self._pages.pop(tab, None) or Pages()

    def keep(self, tab: str, pages: Pages) -> None:
        """Store the list of a tab; drop all but the last few lists."""
        self._pages[tab] = pages
        for old in list(self._pages)[:-MAX_PAGES]:
            self._pages.pop(old, None)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Begin a thread, unless there are too many."""
        if len(self.until) >= MAX_OPEN:
            return self.shutdown_request(request)
        self.until[request] = time.monotonic() + PATIENCE
        return super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Close a connection."""
        self.until.pop(request, None)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        """Cut the connections without a request in time."""
        self.cut(time.monotonic())

    def cut(self, now: float) -> None:
        """Cut the connections whose time ends before *now*; infinity: all of them."""
        for connection in [one for one, until in list(self.until.items()) if until <= now]:
            with suppress(OSError):  # it has just been closed
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log an error, unless the page has closed the connection."""
        if not isinstance(sys.exception(), (OSError, StoppedError)):
            log.exception("a request failed")


class Handler(BaseHTTPRequestHandler):
    """One request: a file of the page, or a question."""

    server: Server
    timeout = PATIENCE
    disable_nagle_algorithm = True
    server_version, sys_version = "gridwalk", ""

    def do_GET(self) -> None:
        """Send a file of the page."""
        if (name := self._name()) is None:
            return None
        name = name or "index.html"
        content = self.server.made.get(name)
        if content is None and name not in os.listdir(STATIC):
            return self.send_error(HTTPStatus.NOT_FOUND)
        kind = KINDS[name.rpartition(".")[2]]
        return self._send(HTTPStatus.OK, kind, content or (STATIC / name).read_bytes())

    def do_POST(self) -> None:
        """Answer a question of the page."""
        name, length = self._name(), self.headers.get("content-length", "")
        if name is None:
            return None
        if name != "ask" or self.headers.get("origin", "").lower() not in self.server.origins:
            return self.send_error(HTTPStatus.FORBIDDEN)
        if not length.isascii() or not length.isdigit():
            return self.send_error(HTTPStatus.LENGTH_REQUIRED)
        if len(length) > len(str(MAX_MESSAGE)) or int(length) > MAX_MESSAGE:
            return self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        message = self.rfile.read(int(length))
        if len(message) < int(length):
            raise StoppedError
        self.server.until[self.connection] = math.inf
        self._send(HTTPStatus.OK, "application/octet-stream")
        return self._say(*self._answer(message))

    def _answer(self, message: bytes) -> Reply:
        """Return the answer, or the reason why there is none."""
        if not self.server.working.acquire(blocking=False):
            return {"kind": "error", "words": f"{MAX_WORKING} {TOO_MANY}"}, None
        try:
            request = parse(message)
            pages = self.server.take(request.tab)
            reply = reply_to(request, self._teller(), pages)
            if request.tab:
                self.server.keep(request.tab, pages)
            return reply
        except StoppedError:
            raise
        except MalformedError as error:
            words: str = error.message
        except GridwalkError as error:
            words = in_page_words(error)
        except MemoryError:
            words = "out of memory: this question is too large for this machine"
        except Exception:
            log.exception("a question failed")
            words = "the server failed at this question; its terminal shows the error"
        finally:
            self.server.working.release()
        return {"kind": "error", "words": told(words)}, None

    def _teller(self) -> Tell:
        """Return a function that sends the progress to the page, and ends the work if the page is closed."""
        began = told = time.monotonic()
        last: Progress | None = None

        def tell(progress: Progress) -> None:
            nonlocal told, last
            now = time.monotonic()
            if now - told < TELL_EVERY:
                return
            told = now
            last = onward(last, progress, now - began)
            closed, reads, _ = select.select([self.connection], [self.connection], [], 0)
            if closed:
                raise StoppedError
            if reads:
                self._say({"kind": "progress", **progress_data(last)})

        return tell

    def _say(self, data: dict[str, Any], parts: Parts | None = None) -> None:
        message = memoryview(packed(data, parts or {}))
        try:
            for at in range(0, len(message), PIECE):
                self.wfile.write(message[at : at + PIECE])
        except OSError:
            raise StoppedError from None

    def _name(self) -> str | None:
        """Return the path after the token; if the request is not from the page, answer it and return None."""
        path, prefix = self.path.partition("?")[0], self.server.prefix
        if self.headers.get("host", "").lower() in self.server.hosts:
            start = path[: len(prefix) + 1]
            if secrets.compare_digest(start.encode(), f"{prefix}/".encode()):
                return path[len(start) :]
            if secrets.compare_digest(path.encode(), prefix.encode()) or path in self.server.one_time_paths:
                self.server.one_time_paths.discard(path)
                self._send(HTTPStatus.TEMPORARY_REDIRECT, "text/plain", location=f"{prefix}/")
                return None  # the browser adds the part after #
        self._send(HTTPStatus.NOT_FOUND, "text/html", page_file("not-here.html").encode())
        return None

    def _send(self, status: HTTPStatus, kind: str, content: bytes = b"", **headers: str) -> None:
        """Begin a reply, and send its *content*; the reply ends with the connection."""
        self.send_response(status)
        for name, value in {"content-type": f"{kind}; charset=utf-8", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        """Send the headers of every reply, also of an error."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *arguments: Any) -> None:
        """Log nothing."""


class Viewer:
    """A server for the page, at ``address``.

    Parameters
    ----------
    board : Board or None
        The board that the page begins with; None: the page's own first screen.
    port : int or None
        0: any free port.  None: the usual port, or a free one if that is taken (``port_was_taken``).  The
        token of the usual port, or of a given one, is stored: pages and links outlive the server.
    hosts : sequence of str
        More names, with a port or without, by which browsers may reach this server.

    Raises
    ------
    InputError
        If the port cannot be used.

    """

    def __init__(self, board: Board | None, *, port: int | None = 0, hosts: Sequence[str] = ()) -> None:
        data = None if board is None else board_data(board)
        self.port_was_taken = False
        try:
            self._server = Server(data, DEFAULT_PORT if port is None else port, hosts)
        except InputError:
            if port is not None:
                raise
            self.port_was_taken = True
            self._server = Server(data, 0, hosts)
        self.port = self._server.port
        self.address = f"http://{HOST}:{self.port}{self._server.prefix}/"

    def serve_until_stopped(self, ready: Callable[[str], None] = lambda address: None) -> None:
        """Call *ready* with the address, then serve.  Raises `KeyboardInterrupt` on Ctrl-C."""
        try:
            ready(self.address)
            self._server.serve_forever(LOOK_EVERY)
        finally:
            self._server.server_close()
            self._server.cut(math.inf)

    def one_time_address(self) -> str:
        """Return an address that leads to the page once; any thread may call this.

        Browsers are started with it, because on many systems all users can read the arguments of programs.
        """
        path = f"/{new_token()}"
        self._server.one_time_paths.add(path)
        return f"http://{HOST}:{self.port}{path}"

    def stop(self) -> None:
        """End the server; call this from another thread."""
        self._server.shutdown()
