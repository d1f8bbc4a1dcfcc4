"""The command list: every path, as a drawing or a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click

from gridwalk.answers.batch import Batch
from gridwalk.cli import boards, options
from gridwalk.cli import paths as ask
from gridwalk.cli.answers import write
from gridwalk.cli.messages import say
from gridwalk.cli.output import Form, give_each
from gridwalk.cli.status import Status
from gridwalk.cli.values import SLACK, WHOLE
from gridwalk.draw import save
from gridwalk.errors import InputError, LimitError
from gridwalk.keywords import BATCH_CELLS
from gridwalk.planner import listed

CHARACTERS = 1 << 20  # characters of the drawings made at once


@click.command("list", cls=options.Command)
@boards.options
@ask.set_options
@click.option("-n", "--limit", type=WHOLE, help="Stop after N paths.")
@options.flag("--shortest-first", help="List in order of cost, the shortest path first.")
@click.option(
    "--slack",
    type=SLACK,
    help="List, shortest first, only paths that cost at most COST (2 or 10%) more than the shortest.",
)
@options.time
@options.output(save.PICTURES, "Write a picture of at most 6 paths to FILE")
@options.each_line
@options.squares
def list_(
    board: str, limit: int | None, shortest_first: bool, slack: float | str | None, seconds: float | None,
    form: Form, **which: Any,
) -> int:  # fmt: skip
    """List every path of BOARD as a drawing, and their number.

    The order is depth-first, by the order of the moves; with --shortest-first by cost, and paths of
    equal cost depth-first.  The first paths come at once on any board.  There can be very many
    paths: use -n or --slack, or press Ctrl-C.  With --lines or --json every path is one line,
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
    if form.in_json and form.output:
        raise InputError("--json prints the paths, and --output writes them to a file: leave one out")
    if (shortest_first or slack is not None) and (which["tour"] or which["cycles"]):
        raise InputError("--shortest-first and --slack apply to paths from start to exit")
    asked = ask.asked(board, **which)
    closing = say if form.in_json or form.lines or form.output else write
    noun = "tour" if asked.tour else "cycle" if asked.cycles else "path"
    number = 0

    def how_many() -> str:
        return f"{number:,} {noun}s" if number > 1 else f"1 {noun}" if number else f"no {noun}"

    def each(found: Iterator[Any]) -> Iterator[Any]:
        nonlocal number
        for some in listed.first_of(found, limit, max(1, CHARACTERS // asked.paths.board.size)):
            yield some
            number += len(some) if isinstance(some, Batch) else 1

    with asked.within(seconds) as paths:
        if slack is not None:
            found = paths.nearly_shortest(slack)
        elif shortest_first:
            found = paths.in_order()
        elif which["induced"] or asked.reading.is_network:
            found = iter(paths)
        else:
            found = listed.as_found(paths._question, most_cells=BATCH_CELLS)
        try:
            give_each(each(found), asked.paths.board, replace(form, numbers=asked.tour))
        except BrokenPipeError:
            raise
        except (KeyboardInterrupt, LimitError, OSError):
            closing(f"{how_many()} so far" + (f"; {form.output} is not written" if form.output else ""))
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
            reason = None if number else asked.paths.why_empty()
            closing(words if reason is None else f"{words}: {reason}")
    return Status.ANSWERED if number or stopped else Status.NO_PATH
