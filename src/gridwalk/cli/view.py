"""The command view: the page in the browser."""

from __future__ import annotations

import re
from importlib.util import find_spec
from threading import Thread

from gridwalk.cli.answers import flush, write
from gridwalk.cli.makeverbs import ViewCommand
from gridwalk.cli.progress import say
from gridwalk.cli.question import BoardArguments, refuse_several_starts
from gridwalk.errors import InputError

NEEDED = ("starlette", "uvicorn", "websockets")
FIRST_BOARD = "15x21"
BESIDE = {"board", "no_open", "port", "hosts"}  # what does not describe the board
NO_BROWSER = "no browser was found here: open this address in one yourself"
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[0-9]{1,5})?")


def view(given: ViewCommand) -> None:
    """Serve the page."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise InputError(f"the viewer needs {', '.join(missing)}: pip install {' '.join(missing)}")
    from gridwalk.viewer.address import fragment_of, is_link
    from gridwalk.viewer.serve import Viewer

    for host in given.hosts:
        if not _HOST.fullmatch(host):
            raise InputError("is not a host or HOST:PORT, such as localhost:9000", ("allow_host", host))
    board, fragment = None, ""
    extra = given.others(BESIDE)
    if is_link(given.board or ""):
        if extra:
            raise InputError(f"a link has its board already: leave out {', '.join(extra)}")
        fragment = f"#{fragment_of(given.board)}"
    elif given.board or extra:
        refuse_several_starts(given)
        board = BoardArguments(given.but(board=given.board or FIRST_BOARD)).board()
    viewer = Viewer(board, port=given.port, hosts=given.hosts)

    def ready(address: str) -> None:
        address += fragment
        write(address)
        flush()  # a program that reads from a pipe gets the address now, not at the end
        if viewer.port_was_taken:
            say("the usual port is taken, perhaps by another viewer: links to that one do not lead here")
        say("Ctrl-C ends the viewer")
        if not given.no_open:
            # In a thread: some browsers block their caller, and the page has to be served.
            Thread(target=_open, args=(address,), daemon=True).start()

    viewer.serve_until_stopped(ready)


def _open(address: str) -> None:
    import webbrowser

    try:
        found = webbrowser.open(address)
    except (OSError, webbrowser.Error):
        found = False
    if not found:
        say(NO_BROWSER)
