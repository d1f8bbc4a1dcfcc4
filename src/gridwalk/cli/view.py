"""The command view: the page in the browser."""

from __future__ import annotations

import re
from threading import Thread
from typing import Any

import click

from gridwalk.cli import boards, options
from gridwalk.cli.answers import flush, write
from gridwalk.cli.messages import say
from gridwalk.cli.values import Number
from gridwalk.errors import InputError

FIRST_BOARD = "15x21"
NO_BROWSER = "no browser was found here: open this address in one yourself"
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[0-9]{1,5})?")


@click.command(cls=options.Command)
@boards.options
@boards.start_option
@boards.exit_option
@boards.diagonal_option
@options.flag("--no-open", help="Print the address without opening the browser.")
@click.option(
    "--port", type=Number(0, 65535), help="Port; 0: any free one.  [default: 8817, or if taken a free one]"
)
@options.cells(
    "--allow-host", "hosts", metavar="HOST[:PORT]", help="Accept browsers that use this name; repeatable."
)
def view(
    board: str | None, starts: tuple[str, ...], exits: tuple[str, ...], no_open: bool, port: int | None,
    hosts: tuple[str, ...], **how: Any,
) -> None:  # fmt: skip
    """Open BOARD in the browser: draw, ask, watch step by step.

    This command serves the page, on this machine only, until Ctrl-C.  It takes boards of up to
    512x512 cells; without BOARD it begins with two algorithms in a maze.  BOARD may be a link of the
    page: a whole address, or the part after its #.

    The address is the same each time (its token is stored for this user only), so that links and open
    pages go on working.

    \b
    Examples:
      gridwalk view maze.txt
      gridwalk view 8x8 --moves knight
      gridwalk view 'http://127.0.0.1:8817/TOKEN/#board=...'
      gridwalk view '#lesson=a-star'
      gridwalk view --no-open

    Exit status: 2 bad input, 130 ended by Ctrl-C.
    """
    from gridwalk.viewer.address import fragment_of, is_link
    from gridwalk.viewer.serve import Viewer

    for host in hosts:
        if not _HOST.fullmatch(host):
            raise InputError("is not a host or HOST:PORT, such as localhost:9000", ("allow_host", host))
    extra = [f"--{name.replace('_', '-')}" for name, value in how.items() if value]
    extra += ["--from"] * bool(starts) + ["--to"] * bool(exits)
    grid, fragment = None, ""
    if board and is_link(board):
        if extra:
            raise InputError(f"a link has its board already: leave out {', '.join(extra)}")
        fragment = f"#{fragment_of(board)}"
    elif board or extra:
        grid = boards.read_one(board or FIRST_BOARD, starts, exits, ends_needed=True, **how).board
    viewer = Viewer(grid, port=port, hosts=hosts)

    def ready(address: str) -> None:
        write(address + fragment)
        flush()  # a program that reads from a pipe gets the address now, not at the end
        if viewer.port_was_taken:
            say("the usual port is taken, perhaps by another viewer: links to that one do not lead here")
        say("Ctrl-C ends the viewer")
        if not no_open:
            # In a thread: some browsers block their caller, and this one serves the page.
            Thread(target=_open, args=(viewer.one_time_address() + fragment,), daemon=True).start()

    viewer.serve_until_stopped(ready)


view.params[0].required = False  # without BOARD it begins with a maze


def _open(address: str) -> None:
    import webbrowser

    try:
        found = webbrowser.open(address)
    except (OSError, webbrowser.Error):
        found = False
    if not found:
        say(NO_BROWSER)
