"""The server: on this machine only, below a token, in a thread of its own until Ctrl-C.

All paths begin with ``/TOKEN/``.  The guard refuses requests to another host name (one that somebody
pointed at 127.0.0.1) and WebSockets opened by pages of other sites.
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket
from websockets.exceptions import InvalidState

from gridwalk.board.board import Board
from gridwalk.errors import InputError
from gridwalk.render.colours import stylesheet
from gridwalk.viewer.address import kept_token, new_token
from gridwalk.viewer.protocol import MAX_MESSAGE, data_of
from gridwalk.viewer.questions import choices
from gridwalk.viewer.session import Session

STATIC = Path(__file__).parent / "static"
MAX_PAGES = 64  # open at once
TRY_AGAIN_LATER = 1013
HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'self'; img-src 'self' blob: data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}

NOT_HERE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>gridwalk: not here</title>
</head>
<body>
<h1>This page of gridwalk is not here</h1>
<p>Its address belongs to a viewer that was started otherwise, or that runs no longer.</p>
<ol>
<li>Run <code>gridwalk view</code> in a terminal: it prints the address that is right now, and opens it.</li>
<li>If the address above has a part after <code>#</code>, that part holds your board: nothing is lost. Run
<code>gridwalk view 'ADDRESS'</code> with the whole address in quotes, or copy the address, and paste it into
the page that has opened.</li>
<li>If a port is forwarded to this machine (by SSH, or by an editor in the browser), start the viewer with
<code>--allow-host HOST:PORT</code>, as they stand in the address above.</li>
</ol>
</body>
</html>
"""


def make_app(board: Mapping[str, Any] | None, port: int, token: str, hosts: Sequence[str] = ()) -> Guard:
    """Return the application; its page begins with *board*, in the form of `gridwalk.viewer.protocol`.

    Without a board it begins with its own first screen.  *hosts* are more names of this server.
    """
    open_pages: set[Session] = set()

    async def first_board(request: Request) -> Response:
        return JSONResponse(board)

    async def all_choices(request: Request) -> Response:
        return JSONResponse(choices())

    async def palette(request: Request) -> Response:
        return Response(stylesheet(), media_type="text/css")

    async def talk(socket: WebSocket) -> None:
        if len(open_pages) >= MAX_PAGES:
            await socket.accept()
            await socket.close(TRY_AGAIN_LATER, f"{MAX_PAGES} pages are open: close one")
            return
        session = Session(socket)
        open_pages.add(session)
        try:
            await session.run()
        finally:
            open_pages.discard(session)

    routes = [
        Route("/board.json", first_board),
        Route("/choices.json", all_choices),
        Route("/palette.css", palette),
        WebSocketRoute("/talk", talk),
        Mount("/", StaticFiles(directory=STATIC, html=True)),
    ]
    return Guard(Starlette(routes=routes), port, token, hosts, open_pages)


class Guard:
    """Accepts requests that name our host and the token; a WebSocket must also come from our page."""

    def __init__(
        self, app: ASGIApp, port: int, token: str, hosts: Sequence[str], open_pages: set[Session]
    ) -> None:
        self.app, self.prefix, self.open_pages = app, f"/{token}", open_pages
        self._doors: set[str] = set()
        given = {host.lower() for host in hosts}
        own = {f"127.0.0.1:{port}", f"localhost:{port}"}
        named = own | given | {f"{host}:{port}" for host in given if ":" not in host}
        # Browsers leave out the port that the scheme implies.
        self.origins = {
            f"{scheme}://{host.removesuffix(usual)}"
            for scheme, usual in (("http", ":80"), ("https", ":443"))
            for host in named
        } | {f"{scheme}://{host}" for scheme in ("http", "https") for host in named}
        self.hosts = {origin.partition("://")[2] for origin in self.origins}

    def door(self) -> str:
        """Return a path that leads to the page once; any thread may call this."""
        path = f"/{new_token()}"
        self._doors.add(path)
        return path

    def say_goodbye(self) -> None:
        """Close the connections of all pages; any thread may call this."""
        for session in list(self.open_pages):
            session.say_goodbye()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        is_page = scope["type"] == "http"
        if is_page and self._leads_on(scope):
            moved = RedirectResponse(f"{self.prefix}/", headers=HEADERS)  # the browser keeps what is after #
            return await moved(scope, receive, send)
        if not self._lets(scope, is_page):
            if is_page:
                page = HTMLResponse(NOT_HERE, 404, HEADERS)
                return await page(scope, receive, send)
            return await send({"type": "websocket.close", "code": 1008})
        inner = {**scope, "path": scope["path"][len(self.prefix) :], "root_path": "", "raw_path": b""}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        return await self.app(inner, receive, send_with_headers)

    def _leads_on(self, scope: Scope) -> bool:
        """Whether a path is the page's without its last slash, or a door, which is shut from then on."""
        if not self._knows(Headers(scope=scope)):
            return False
        path: str = scope["path"]
        if secrets.compare_digest(path.encode(), self.prefix.encode()):
            return True
        known = path in self._doors
        self._doors.discard(path)
        return known

    def _lets(self, scope: Scope, is_page: bool) -> bool:
        headers = Headers(scope=scope)
        start = scope["path"][: len(self.prefix) + 1]
        if not secrets.compare_digest(start.encode(), f"{self.prefix}/".encode()):
            return False
        if not self._knows(headers):
            return False
        return is_page or headers.get("origin", "").lower() in self.origins

    def _knows(self, headers: Headers) -> bool:
        return headers.get("host", "").lower() in self.hosts


HOST = "127.0.0.1"
DEFAULT_PORT = 8817  # tried first, so that links and open pages find the next viewer
GRACE = 1  # seconds that open connections have to end
FAREWELL = 0.2  # seconds for pages to answer that their connection is closed
SOON = 0.01  # seconds between two looks at whether the server has begun
POLL_EVERY = 1.0  # seconds between two looks at whether the server still lives


class Viewer:
    """A server for the page, at ``address``.

    Parameters
    ----------
    board : Board or None
        The board that the page begins with; None: the page's own first screen.
    port : int or None
        0: any free port.  None: the usual port, or a free one if that is taken (``port_was_taken``).  The
        token of the usual port, or of a given one, is kept: pages and links outlive the server.
    hosts : sequence of str
        More names, with a port or without, by which browsers may reach this server.

    Raises
    ------
    InputError
        If the port cannot be used.

    """

    def __init__(self, board: Board | None, *, port: int | None = 0, hosts: Sequence[str] = ()) -> None:
        data = None if board is None else data_of(board)
        self.port_was_taken = False
        try:
            self._socket = _listening(DEFAULT_PORT if port is None else port)
        except InputError:
            if port is not None:
                raise
            self.port_was_taken, port = True, 0
            self._socket = _listening(0)
        self.port: int = self._socket.getsockname()[1]
        token = new_token() if port == 0 else kept_token(self.port)
        self.address = f"http://{HOST}:{self.port}/{token}/"
        self._app = make_app(data, self.port, token, hosts)
        self._stop = Event()
        self._failure: Exception | None = None
        self._server = uvicorn.Server(
            uvicorn.Config(
                self._app,
                ws="websockets-sansio",
                ws_max_size=MAX_MESSAGE,
                ws_per_message_deflate=False,  # nothing leaves this machine
                ws_ping_interval=None,  # a page on this machine closes its connection when it ends
                lifespan="off",
                log_config=None,
                log_level="critical",
                access_log=False,
                server_header=False,
                date_header=False,
                timeout_graceful_shutdown=GRACE,
            )
        )

    def serve_until_stopped(self, ready: Callable[[str], None] = lambda address: None) -> None:
        """Serve; call *ready* with the address once it answers.  Raises `KeyboardInterrupt` on Ctrl-C."""
        thread = Thread(target=self._serve, name="viewer-server", daemon=True)
        thread.start()
        try:
            while not self._server.started and thread.is_alive():
                time.sleep(SOON)
            if self._server.started:
                ready(self.address)
            while thread.is_alive() and not self._stop.wait(POLL_EVERY):
                pass
        finally:
            self._app.say_goodbye()
            self._server.should_exit = True
            thread.join(FAREWELL)
            self._server.force_exit = True
            thread.join(2 * GRACE)
        if self._failure is not None:
            raise self._failure

    def door(self) -> str:
        """Return an address that leads to the page once.

        A browser is started with it: on many systems all users can read what programs are started with, and
        the token is kept.
        """
        return f"http://{HOST}:{self.port}{self._app.door()}"

    def stop(self) -> None:
        """End the server; any thread may call this."""
        self._stop.set()

    def _serve(self) -> None:
        try:
            self._server.run(sockets=[self._socket])
        except InvalidState as error:  # at the end, from a page that is just closing
            if not self._server.should_exit:
                self._failure = error
        except Exception as error:
            self._failure = error
        finally:
            with suppress(OSError):
                self._socket.close()


def _listening(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere it would let two servers share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen()  # of two that bind, only one can listen
    except OSError as error:
        listener.close()
        raise InputError(f"port {port} of {HOST} cannot be used: {error.strerror or error}") from None
    return listener
