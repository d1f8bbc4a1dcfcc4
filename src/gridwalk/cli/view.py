"""The command view: the page in the browser."""

from __future__ import annotations

from importlib.util import find_spec
from threading import Thread
from typing import Any

import click

from gridwalk.cli.answers import flush, write
from gridwalk.cli.options import BOARD_OPTIONS, BoardArguments, options
from gridwalk.cli.progress import say
from gridwalk.errors import InputError

NEEDED = ("starlette", "uvicorn", "websockets")
FIRST_BOARD = "15x21"
_BOARD = click.argument("board", default=FIRST_BOARD)


@click.command()
@options(_BOARD, BOARD_OPTIONS[1:])
@click.option("--no-open", is_flag=True, help="Print the address without opening the browser.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="N",
              help="Port on this machine; default: any free one.")  # fmt: skip
def view(no_open: bool, port: int, **given: Any) -> None:
    """Open BOARD in the browser: draw, ask, and watch the algorithms step by step.

    This command serves the page, on this machine only, until Ctrl-C.  It takes boards of up to
    512x512 cells; without BOARD it begins with an open board.

    \b
    Examples:
      gridwalk view maze.txt
      gridwalk view 8x8 --moves knight
      gridwalk view --no-open

    Exit status: 2 bad input, 130 ended by Ctrl-C.
    """
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise InputError(f"the viewer needs {', '.join(missing)}: pip install 'gridwalk[viewer]'")
    from gridwalk.viewer.serve import Viewer

    def ready(address: str) -> None:
        write(address)
        flush()  # a program that reads from a pipe gets the address now, not at the end
        say("Ctrl-C ends the viewer")
        if not no_open:
            import webbrowser

            # In a thread: some browsers block their caller, and the page has to be served.
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    Viewer(BoardArguments(given).board(), port=port).serve_until_stopped(ready)
