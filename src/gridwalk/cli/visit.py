"""The command visit."""

from __future__ import annotations

from typing import Any

import click

from gridwalk.answers.walk import Walk
from gridwalk.cli.amounts import Seconds
from gridwalk.cli.answers import dumps, figures, json_pieces, write
from gridwalk.cli.ends import refuse_several_starts
from gridwalk.cli.options import BOARD_OPTIONS, JSON_OPTION, BoardArguments, options
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.errors import Cell, InputError
from gridwalk.grids.cells import square_name


@click.command()
@options(BOARD_OPTIONS)
@click.argument("cells", nargs=-1, required=True, metavar="CELL...")
@click.option("--back", is_flag=True, help="Return to the start in the end.")
@click.option("--measure", type=click.Choice(["cost", "length"]), default="cost", show_default=True,
              help="What is minimised.")  # fmt: skip
@click.option("--time", "seconds", type=Seconds(), metavar="TIME",
              help="Stop after this time (10s, 5m, 2h) with exit status 3.")  # fmt: skip
@click.option("--lines", is_flag=True, help="Print one cell per line, as row,column; for pipes.")
@click.option("--squares", is_flag=True, help="Name cells as squares (a1).")
@options(JSON_OPTION)
def visit(
    cells: tuple[str, ...],
    back: bool,
    measure: Any,
    seconds: float | None,
    lines: bool,
    squares: bool,
    in_json: bool,
    **given: Any,
) -> int:
    """Find the shortest walk from the start of BOARD through every CELL; cells may repeat on it.

    The walk is drawn on the board: @ start, the stops by number in the order of the walk, + the
    cells between.  Up to 16 stops it is the shortest; of more, stderr says what every walk has
    at least.  For a path that enters no cell twice ask shortest --through.

    \b
    Examples:
      gridwalk visit maze.txt 3,4 0,7 5,5
      gridwalk visit 8x8 --moves knight --from a1 h8 a8 h1 --back
      gridwalk visit maze.txt 3,4 0,7 --json

    Exit status: 0 found, 1 no such walk, 2 bad input, 3 out of time or memory.
    """
    if given["exits"]:
        raise InputError("a walk ends at its last stop, or with --back at its start: leave out --to")
    refuse_several_starts(given, "a walk")
    if in_json and (lines or squares):
        raise InputError(f"{'--lines' if lines else '--squares'} applies to characters: leave out --json")
    arguments = BoardArguments(given, shows_only=bool(given["starts"]))
    board = arguments.board()
    with ProgressLine() as line:
        walk = board.visit(cells, back=back, measure=measure, seconds=seconds, progress=line)
    if walk is None:
        words = f"no way: no walk from {board.start} visits all stops"
        write(dumps({"found": False}) if in_json else words) if in_json or not lines else say(words)
        return Status.NO_PATH
    if in_json:
        write(json_pieces({"found": True} | walk.numbers | {"cells": walk.cells}))
    elif lines:
        write("\n".join(_name(cell, walk, squares) for cell in walk))
    else:
        cost = f", cost {figures(walk.cost)}" if walk.cost != walk.length else ""
        names = " ".join(_name(stop, walk, squares) for stop in walk.stops)
        write(f"{walk}\n{names}\nlength {walk.length}{cost}")
    say(_claim(walk))
    return Status.ANSWERED


def _name(cell: Cell, walk: Walk, squares: bool) -> str:
    return square_name(cell, walk.board.rows) if squares else f"{cell[0]},{cell[1]}"


def _claim(walk: Walk) -> str:
    value = walk.cost if walk.best == "cost" else walk.length
    told = f"{'cost' if walk.best == 'cost' and walk.cost != walk.length else 'length'} {figures(value)}"
    if walk.proved:
        return f"{told}, proved the shortest; order by {walk.by}"
    return f"{told}, at least {figures(walk.bound)} ({100 * walk.gap:.2g} %); order by {walk.by}"
