"""The command visit: a walk through stops."""

from __future__ import annotations

from typing import Any

import click

from gridwalk.cli import boards, options
from gridwalk.cli.answers import claim, figures
from gridwalk.cli.messages import ProgressLine, say
from gridwalk.cli.output import Form, give, give_none
from gridwalk.cli.status import Status
from gridwalk.draw import save


@click.command(cls=options.Command)
@boards.options
@click.argument("cells", nargs=-1, required=True, metavar="CELL...")
@boards.start_option
@boards.diagonal_option
@options.flag("--back", help="Return to the start in the end.")
@options.choice("--measure", ("cost", "length"), "cost", "What to minimise.")
@options.time
@options.output(save.WALK)
@options.lines
@options.squares
@options.look
def visit(
    board: str, cells: tuple[str, ...], starts: tuple[str, ...], back: bool, measure: Any,
    seconds: float | None, form: Form, **how: Any,
) -> int:  # fmt: skip
    """Find the shortest walk of BOARD through every CELL.

    The walk begins at the start, and may enter a cell again.  It is drawn on the board: @ start,
    the stops by number in the order of the walk, + the cells between.  At most 16 stops.  For a
    path that enters no cell twice use shortest --through.

    \b
    Examples:
      gridwalk visit maze.txt 3,4 0,7 5,5
      gridwalk visit 8x8 --moves knight --from a1 h8 a8 h1 --back
      gridwalk visit maze.txt 3,4 0,7 --json

    Exit status: 0 found, 1 no such walk, 2 bad input, 3 out of time or memory.
    """
    reading = boards.read_one(board, starts, what="a walk", ends_needed=not starts, **how)
    with ProgressLine() as line:
        stops = reading.as_cells(cells, "cells")
        walk = reading.board.visit(stops, back=back, measure=measure, seconds=seconds, progress=line)
    if walk is None:
        return give_none(form, f"no way: no walk from {reading.board.start} visits all stops")

    def text() -> str:
        if form.lines:
            return "\n".join(form.names(walk))
        stops = " ".join(form.name(cell, reading.board) for cell in walk.stops)
        cost = f", cost {figures(walk.cost)}" if walk.cost != walk.length else ""
        return f"{walk}\n{stops}\nlength {walk.length}{cost}"

    facts = {"found": True} | walk.numbers | {"cells": walk.cells}
    give(form, lambda: facts, text, lambda: save.path_forms(walk, form.look, text))
    if not walk.proved:
        say(claim(walk, "at least", "the shortest"))
    return Status.ANSWERED
