"""The server: on this machine only, on a free port, below a random token, until Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from gridwalk.board import Board
from gridwalk.errors import InputError
from gridwalk.viewer.app import make_app
from gridwalk.viewer.protocol import MAX_MESSAGE, data_of

HOST = "127.0.0.1"
GRACE = 1  # seconds that open connections have to end


class ViewerProtocol(WebSocketsSansIOProtocol):
    """The connection of a page; at the end it may already be closing, which uvicorn takes for an error."""

    def shutdown(self) -> None:
        """Close the connection, unless the page has closed it."""
        try:
            super().shutdown()
        except InvalidState:
            self.transport.close()


class Viewer(uvicorn.Server):
    """A server for the page of one board, at ``address``."""

    def __init__(self, board: Board, *, port: int = 0) -> None:
        data = data_of(board)
        token = secrets.token_urlsafe(16)
        self._socket = _listening(port)
        port = self._socket.getsockname()[1]
        self.address = f"http://{HOST}:{port}/{token}/"
        self._interrupted = False
        self._ended: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        super().__init__(
            uvicorn.Config(
                make_app(data, port, token),
                ws=ViewerProtocol,
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
        self._ready = ready
        asyncio.run(self.serve([self._socket]))
        if self._interrupted:
            raise KeyboardInterrupt

    def stop(self) -> None:
        """End the server; any thread may call this."""
        if self._loop is not None and self._ended is not None:
            self._loop.call_soon_threadsafe(self._ended.set)

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        """Leave Ctrl-C to asyncio, which cancels `main_loop`; uvicorn would raise it again at the end."""
        return nullcontext()

    async def main_loop(self) -> None:
        """Wait for the end; uvicorn's own loop would wake ten times a second."""
        self._loop, self._ended = asyncio.get_running_loop(), asyncio.Event()
        await self.on_tick(0)
        self._ready(self.address)
        try:
            await self._ended.wait()
        except asyncio.CancelledError:
            self._interrupted = True
            if task := asyncio.current_task():
                task.uncancel()  # so that the connections can be closed


def _listening(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere it would let two servers share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise InputError(f"port {port} of {HOST} cannot be used: {error.strerror or error}") from None
    return listener
