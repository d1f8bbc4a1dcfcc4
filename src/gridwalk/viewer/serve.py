"""The server: on this machine only, below a token, in a thread of its own until Ctrl-C."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event, Thread

import uvicorn
from websockets.exceptions import InvalidState

from gridwalk.board import Board
from gridwalk.errors import InputError
from gridwalk.viewer.app import make_app
from gridwalk.viewer.protocol import MAX_MESSAGE, data_of
from gridwalk.viewer.token import kept_token, new_token

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
