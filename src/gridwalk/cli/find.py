"""The command find: any path."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from gridwalk.cli import paths as ask
from gridwalk.cli.board import board_options
from gridwalk.cli.command import (
    Command,
    explain_option,
    lines_option,
    output_options,
    squares_option,
    time_option,
)
from gridwalk.cli.drawing import Form
from gridwalk.cli.messages import ProgressLine
from gridwalk.cli.output import give_path
from gridwalk.draw import save
from gridwalk.errors import InputError


@click.command(cls=Command)
@board_options
@ask.set_options()
@ask.by_option("find", "dfs; for tours the fastest")
@explain_option
@time_option
@output_options(save.PATH)
@lines_option
@click.option("--draw", type=click.Choice(["numbers"]), help="Draw a path as step numbers, as tours are.")
@squares_option
def find(
    board: str, by: str, explain: bool, seconds: float | None, in_json: bool, output: Path | None,
    lines: bool, draw: str | None, squares: bool, **which: Any,
) -> int:  # fmt: skip
    """Find any path of BOARD, depth-first unless --by says otherwise.

    The path is drawn on the board: @ start, $ end, + turn, - and | straight on; a tour as
    step numbers.  Paths take linear time (a 4001x4001 maze: seconds).  A tour by warnsdorff
    takes a moment on most boards; by dfs it may never end: limit it with --time.

    \b
    Examples:
      gridwalk find maze.txt
      gridwalk find maze.txt --by bfs --moves king --corners none
      gridwalk find rat.txt --moves D,R,U,L --lines
      gridwalk find 8x8 --moves knight --tour --from a1
      gridwalk find 8x8 --moves knight --tour --from a1 -o tour.svg --squares

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time or memory.
    """
    if draw and lines:
        raise InputError("--draw applies to drawings: leave out --lines")
    if draw and (in_json or (output is not None and output.suffix != ".txt")):
        raise InputError("--draw applies to characters: print to the terminal, or write a .txt file with -o")
    tour, cycles = which["tour"], which["cycles"]
    form = Form(in_json, output, numbers=bool(draw or tour), lines=lines, squares=squares)
    reading, paths = ask.asked(board, **which)
    if explain:
        return ask.explain(paths, "find", in_json=in_json)
    how = {} if by == "auto" else {"by": by}
    with ProgressLine() as line:
        path = paths.within(seconds, progress=line).find(**how)
        status = give_path(path, paths, form, picture=reading.picture, with_effort=bool(how) or tour)
        ask.say_ends(reading, paths, tour=tour, cycles=cycles)
    return status
