"""The command visit: a walk through stops."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from gridwalk.board import cells as squares_of
from gridwalk.cli.answers import claim, figures
from gridwalk.cli.board import (
    board_options,
    diagonal_option,
    named_ends,
    read_board,
    refuse_several,
    start_option,
)
from gridwalk.cli.command import (
    Command,
    lines_option,
    look_options,
    output_options,
    squares_option,
    time_option,
)
from gridwalk.cli.drawing import Form
from gridwalk.cli.messages import ProgressLine, say
from gridwalk.cli.output import check_look, give
from gridwalk.cli.status import Status
from gridwalk.draw import save


@click.command(cls=Command)
@board_options
@click.argument("cells", nargs=-1, required=True, metavar="CELL...")
@start_option
@diagonal_option
@click.option("--back", is_flag=True, help="Return to the start in the end.")
@click.option(
    "--measure",
    type=click.Choice(["cost", "length"]),
    default="cost",
    show_default=True,
    help="What is minimised.",
)
@time_option
@output_options(save.WALK)
@lines_option
@squares_option
@look_options
def visit(
    board: str, cells: tuple[str, ...], starts: tuple[str, ...], back: bool, measure: Any,
    seconds: float | None, in_json: bool, output: Path | None, lines: bool, squares: bool, dark: bool,
    pixels: int | None, **how: Any,
) -> int:  # fmt: skip
    """Find the shortest walk of BOARD through every CELL.

    The walk begins at the start, and may enter a cell again.  It is drawn on the board: @ start,
    the stops by number in the order of the walk, + the cells between.  At most 16 stops.  For a
    path that enters no cell twice ask shortest --through.

    \b
    Examples:
      gridwalk visit maze.txt 3,4 0,7 5,5
      gridwalk visit 8x8 --moves knight --from a1 h8 a8 h1 --back
      gridwalk visit maze.txt 3,4 0,7 --json

    Exit status: 0 found, 1 no such walk, 2 bad input, 3 out of time or memory.
    """
    check_look(output, dark=dark, pixels=pixels)
    form = Form(in_json, output, lines=lines, squares=squares)
    refuse_several(starts, "a walk")
    named_ends(starts, ())
    reading = read_board(board, starts=starts, ends_needed=not starts, **how)
    grid = reading.board
    with ProgressLine() as line:
        stops = reading.as_cells(cells, "cells")
        walk = grid.visit(stops, back=back, measure=measure, seconds=seconds, progress=line)
    if walk is None:
        words = f"no way: no walk from {grid.start} visits all stops"
        if lines:
            say(words)
        else:
            give(Form(in_json), lambda: {"found": False}, lambda: words)
        return Status.NO_PATH

    def name(cell: Any) -> str:
        return squares_of.square_name(cell, grid.rows) if squares else f"{cell[0]},{cell[1]}"

    def text() -> str:
        if lines:
            return "\n".join(map(name, walk))
        cost = f", cost {figures(walk.cost)}" if walk.cost != walk.length else ""
        return f"{walk}\n{' '.join(map(name, walk.stops))}\nlength {walk.length}{cost}"

    facts = {"found": True} | walk.numbers | {"cells": walk.cells}
    give(form, lambda: facts, text, lambda: save.path_forms(walk, save.Look(dark, pixels, squares), text))
    if not walk.proved:
        say(claim(walk, "at least", "the shortest"))
    return Status.ANSWERED
