"""The command sample: random paths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click

from gridwalk.cli import boards, options
from gridwalk.cli import paths as ask
from gridwalk.cli.answers import flush
from gridwalk.cli.messages import say
from gridwalk.cli.output import Form, give_each, no_way
from gridwalk.cli.status import Status
from gridwalk.cli.values import POSITIVE
from gridwalk.draw import save
from gridwalk.errors import InputError


@click.command(cls=options.Command)
@boards.options
@ask.set_options
@click.option("-n", "--number", type=POSITIVE, default=1, show_default=True, help="The number of paths.")
@options.seed("Seed of the random numbers; the same seed gives the same paths.")
@options.explain
@options.time
@options.output(save.PICTURES, "Write a picture of at most 6 paths to FILE")
@options.each_line
@options.squares
def sample(
    board: str, number: int, seed: int | None, explain: bool, seconds: float | None, form: Form, **which: Any
) -> int:
    """Draw random paths of BOARD, all exactly equally likely.

    \b
    Examples:
      gridwalk sample 12x12 --seed 1
      gridwalk sample maze.txt -n 1000 --lines
      gridwalk sample 6x6 --moves knight --tour --closed
      gridwalk sample 8x8 -n 6 -o six.svg

    Exit status: 0 drawn, 1 there is no path, 2 bad input, 3 out of time, memory or disk.
    """
    if form.in_json and form.output:
        raise InputError("--json prints the paths, and --output writes them to a file: leave one out")
    asked = ask.asked(board, **which)
    if explain:
        return asked.explain("sample", form)
    drawn = 0

    def each(found: Iterator[Any]) -> Iterator[Any]:
        nonlocal drawn
        for path in found:
            yield path
            flush()  # the next path may take long
            drawn += 1

    with asked.within(seconds) as paths:
        found = each(paths.samples(number, seed=seed))
        give_each(found, asked.paths.board, replace(form, numbers=asked.tour))
        if not drawn:
            say(no_way(asked.paths))
    return Status.ANSWERED if drawn else Status.NO_PATH
