"""The routes and their guard: a request must know the token, name this machine, and come from our page.

All paths begin with ``/TOKEN/``.  The guard refuses requests to another host name (one that somebody
pointed at 127.0.0.1) and WebSockets opened by pages of other sites.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from gridwalk.render.stylesheet import stylesheet
from gridwalk.viewer.choices import choices
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


def make_app(board: Mapping[str, Any], port: int, token: str) -> ASGIApp:
    """Return the application; its page begins with *board*, in the form of `gridwalk.viewer.protocol`."""
    open_pages: set[WebSocket] = set()

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
        open_pages.add(socket)
        try:
            await Session(socket).run()
        finally:
            open_pages.discard(socket)

    routes = [
        Route("/board.json", first_board),
        Route("/choices.json", all_choices),
        Route("/palette.css", palette),
        WebSocketRoute("/talk", talk),
        Mount("/", StaticFiles(directory=STATIC, html=True)),
    ]
    return Guard(Starlette(routes=routes), port, token)


class Guard:
    """Accepts requests that name our host and the token; a WebSocket must also come from our page."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self.app, self.prefix = app, f"/{token}"
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        is_page = scope["type"] == "http"
        if not self._lets(scope, is_page):
            if is_page:
                return await PlainTextResponse("not found", 404, HEADERS)(scope, receive, send)
            return await send({"type": "websocket.close", "code": 1008})
        inner = {**scope, "path": scope["path"][len(self.prefix) :], "root_path": "", "raw_path": b""}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        return await self.app(inner, receive, send_with_headers)

    def _lets(self, scope: Scope, is_page: bool) -> bool:
        headers = Headers(scope=scope)
        start = scope["path"][: len(self.prefix) + 1]
        if not secrets.compare_digest(start.encode(), f"{self.prefix}/".encode()):
            return False
        if headers.get("host") not in self.hosts:
            return False
        return is_page or headers.get("origin") in self.origins
