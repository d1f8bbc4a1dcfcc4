"""The command list: every path, as a drawing or a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from gridwalk.answers import batch
from gridwalk.cli import paths as ask
from gridwalk.cli.answers import write
from gridwalk.cli.board import board_options
from gridwalk.cli.command import Command, each_line_option, output_options, squares_option, time_option
from gridwalk.cli.drawing import Form
from gridwalk.cli.messages import ProgressLine, say
from gridwalk.cli.output import give_each
from gridwalk.cli.status import Status
from gridwalk.cli.values import SLACK, WHOLE
from gridwalk.draw import save
from gridwalk.errors import InputError, LimitError
from gridwalk.keywords import BATCH_CELLS
from gridwalk.planner import listed

CHARACTERS = 1 << 20  # of the drawings that are made at a time


@click.command("list", cls=Command)
@board_options
@ask.set_options()
@click.option("-n", "--limit", type=WHOLE, metavar="N", help="Stop after N paths.")
@click.option("--shortest-first", is_flag=True, help="List in order of cost, the shortest path first.")
@click.option(
    "--slack",
    type=SLACK,
    help="Shortest first, only paths that cost at most COST more than the shortest (10%: a tenth more).",
)
@time_option
@output_options(save.PICTURES, "Write a picture of at most 6 paths to FILE")
@each_line_option
@squares_option
def list_(
    board: str, limit: int | None, shortest_first: bool, slack: float | str | None, seconds: float | None,
    in_json: bool, output: Path | None, lines: bool, squares: bool, **which: Any,
) -> int:  # fmt: skip
    """List every path of BOARD as a drawing, and their number.

    The order is depth-first, by the order of the moves; with --shortest-first by cost, and paths of
    equal cost depth-first.  The first paths come at once on any board.  The number of paths can be
    astronomical: use -n or --slack, or press Ctrl-C.  With --lines or --json every path is one line,
    and the number goes to stderr.

    \b
    Examples:
      gridwalk list maze.txt
      gridwalk list maze.txt --shortest-first -n 100
      gridwalk list maze.txt --slack 2 --json
      gridwalk list 6x6 --lines | wc -l
      gridwalk list 3x4 --moves knight --tour --json
      gridwalk list 3x3 -o paths.svg

    Exit status: 0 listed, 1 no such path, 2 bad input, 3 out of time or memory.
    """
    tour, cycles = which["tour"], which["cycles"]
    if in_json and output:
        raise InputError("--json prints the paths, and --output writes them to a file: leave one out")
    if (shortest_first or slack is not None) and (tour or cycles):
        raise InputError("--shortest-first and --slack apply to paths from start to exit")
    form = Form(in_json, output, numbers=tour, lines=lines, squares=squares)
    reading, paths = ask.asked(board, **which)
    closing = say if in_json or lines or output else write
    noun = "tour" if tour else "cycle" if cycles else "path"
    number = 0

    def how_many() -> str:
        return f"{number:,} {noun}s" if number > 1 else f"1 {noun}" if number else f"no {noun}"

    def each(found: Iterator[Any]) -> Iterator[Any]:
        nonlocal number
        for some in listed.first_of(found, limit, max(1, CHARACTERS // paths.board.size)):
            yield some
            number += len(some) if isinstance(some, batch.Batch) else 1

    with ProgressLine() as line:
        limited = paths.within(seconds, progress=line)
        if slack is not None:
            found = limited.nearly_shortest(slack)
        elif shortest_first:
            found = limited.in_order()
        elif which["induced"] or reading.is_network:
            found = iter(limited)
        else:
            found = listed.as_found(limited._question, most_cells=BATCH_CELLS)
        try:
            give_each(each(found), paths.board, form)
        except (KeyboardInterrupt, LimitError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            closing(f"{how_many()} so far" + (f"; {output} is not written" if output else ""))
            raise
        stopped = limit is not None and number == limit
        if limit == 0:
            closing("nothing listed: the limit is 0")
        elif stopped:
            first = f"the first {number:,} {noun}s" if number > 1 else f"the first {noun}"
            closing(f"{first}; there may be more")
        else:
            words = f"there {'is' if number < 2 else 'are'} {how_many()}"
            if number and slack is not None:
                words += f" within {slack if isinstance(slack, str) else format(slack, 'g')} of the shortest"
            reason = None if number else paths.why_empty()
            closing(words if reason is None else f"{words}: {reason}")
        ask.say_ends(reading, paths, tour=tour, cycles=cycles)
    return Status.ANSWERED if number or stopped else Status.NO_PATH
