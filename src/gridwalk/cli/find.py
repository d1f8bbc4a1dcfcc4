"""The command find: any path."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from gridwalk.cli import boards, options
from gridwalk.cli import paths as ask
from gridwalk.cli.output import Form
from gridwalk.draw import save
from gridwalk.errors import InputError


@click.command(cls=options.Command)
@boards.options
@ask.set_options
@ask.by_option("find", "dfs; for tours the fastest")
@options.explain
@options.time
@options.output(save.PATH)
@options.lines
@click.option("--draw", type=click.Choice(["numbers"]), help="Draw a path as step numbers, as tours are.")
@options.squares
def find(
    board: str, by: str, explain: bool, seconds: float | None, draw: str | None, form: Form, **which: Any
) -> int:
    """Find any path of BOARD, depth-first unless --by names another algorithm.

    The path is drawn on the board: @ start, $ end, + turn, - and | straight on; a tour as
    step numbers.  Paths take linear time (a 4001x4001 maze: seconds).  A tour by warnsdorff
    takes a moment on most boards; by dfs it may never end: set a limit with --time.

    \b
    Examples:
      gridwalk find maze.txt
      gridwalk find maze.txt --by bfs --moves king --corners none
      gridwalk find rat.txt --moves D,R,U,L --lines
      gridwalk find 8x8 --moves knight --tour --from a1
      gridwalk find 8x8 --moves knight --tour --from a1 -o tour.svg --squares

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time or memory.
    """
    if draw and form.lines:
        raise InputError("--draw applies to drawings: leave out --lines")
    if draw and (form.in_json or form.ending not in ("", ".txt")):
        raise InputError("--draw applies to characters: print to the terminal, or write a .txt file with -o")
    asked = ask.asked(board, **which)
    if explain:
        return asked.explain("find", form)
    how = {} if by == "auto" else {"by": by}
    with asked.within(seconds) as paths:
        form = replace(form, numbers=bool(draw) or asked.tour)
        return asked.give(paths.find(**how), form, with_effort=bool(how) or asked.tour)
