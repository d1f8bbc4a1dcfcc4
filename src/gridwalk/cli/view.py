"""The command view: the page in the browser."""

from __future__ import annotations

import re
from importlib.util import find_spec
from threading import Thread
from typing import Any

import click
from click.core import ParameterSource

from gridwalk.cli.answers import flush, write
from gridwalk.cli.ends import refuse_several_starts
from gridwalk.cli.options import BOARD_OPTIONS, BoardArguments, options
from gridwalk.cli.progress import say
from gridwalk.errors import InputError

NEEDED = ("starlette", "uvicorn", "websockets")
FIRST_BOARD = "15x21"
NO_BROWSER = "no browser was found here: open this address in one yourself"
_BOARD = click.argument("board", default=FIRST_BOARD)
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[0-9]{1,5})?")


@click.command()
@options(_BOARD, BOARD_OPTIONS[1:])
@click.option("--no-open", is_flag=True, help="Print the address without opening the browser.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help="Port on this machine; 0: any free one.  [default: 8817, or a free one if that is taken]",
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="HOST[:PORT]",
    help="Accept browsers that reach this port by another name, where it is forwarded; repeatable.",
)
@click.pass_context
def view(
    ctx: click.Context, /, no_open: bool, port: int | None, hosts: tuple[str, ...], **given: Any
) -> None:
    """Open BOARD in the browser: draw, ask, and watch the algorithms step by step.

    This command serves the page, on this machine only, until Ctrl-C.  It takes boards of up to
    512x512 cells; without BOARD it begins with two algorithms in a maze.  BOARD may be a link of the
    page: a whole address, or what follows its #.

    The address stays the same from one time to the next (its token is kept for this user only), so that
    links and open pages go on.

    \b
    Examples:
      gridwalk view maze.txt
      gridwalk view 8x8 --moves knight
      gridwalk view 'http://127.0.0.1:8817/TOKEN/#size=2x3&start=0.0&exits=1.2'
      gridwalk view --no-open

    Exit status: 2 bad input, 130 ended by Ctrl-C.
    """
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise InputError(f"the viewer needs {', '.join(missing)}: pip install {' '.join(missing)}")
    from gridwalk.viewer.address import fragment_of, is_link
    from gridwalk.viewer.serve import Viewer

    for host in hosts:
        if not _HOST.fullmatch(host):
            raise InputError("is not a host or HOST:PORT, such as localhost:9000", ("allow_host", host))
    board, fragment = None, ""
    if is_link(given["board"]):
        if extra := _options_given(ctx):
            raise InputError(f"a link has its board already: leave out {', '.join(extra)}")
        fragment = f"#{fragment_of(given['board'])}"
    elif _is_given(ctx, "board") or _options_given(ctx):
        refuse_several_starts(given)
        board = BoardArguments(given).board()
    viewer = Viewer(board, port=port, hosts=hosts)

    def ready(address: str) -> None:
        address += fragment
        write(address)
        flush()  # a program that reads from a pipe gets the address now, not at the end
        if viewer.port_was_taken:
            say("the usual port is taken, perhaps by another viewer: links to that one do not lead here")
        say("Ctrl-C ends the viewer")
        if not no_open:
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


def _is_given(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) not in (None, ParameterSource.DEFAULT)


def _options_given(ctx: click.Context) -> list[str]:
    """Return the options of the board that were given, as they are written."""
    own = ("board", "no_open", "port", "hosts")
    asked = [p for p in ctx.command.params if p.expose_value and p.name and p.name not in own]
    return [p.opts[0] for p in asked if _is_given(ctx, p.name or "")]
