"""The command sample: random paths."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from gridwalk.cli import paths as ask
from gridwalk.cli.answers import flush
from gridwalk.cli.board import board_options
from gridwalk.cli.command import (
    Command,
    each_line_option,
    explain_option,
    output_options,
    squares_option,
    time_option,
)
from gridwalk.cli.drawing import Form
from gridwalk.cli.ends import no_way
from gridwalk.cli.messages import ProgressLine, say
from gridwalk.cli.output import give_each
from gridwalk.cli.status import Status
from gridwalk.cli.values import POSITIVE, WHOLE
from gridwalk.draw import save
from gridwalk.errors import InputError


@click.command(cls=Command)
@board_options
@ask.set_options()
@click.option(
    "-n", "--number", type=POSITIVE, metavar="N", default=1, show_default=True, help="The number of paths."
)
@click.option(
    "--seed", type=WHOLE, metavar="N", help="Seed of the random numbers; the same seed gives the same paths."
)
@explain_option
@time_option
@output_options(save.PICTURES, "Write a picture of at most 6 paths to FILE")
@each_line_option
@squares_option
def sample(
    board: str, number: int, seed: int | None, explain: bool, seconds: float | None, in_json: bool,
    output: Path | None, lines: bool, squares: bool, **which: Any,
) -> int:  # fmt: skip
    """Draw random paths of BOARD, all exactly equally likely.

    \b
    Examples:
      gridwalk sample 12x12 --seed 1
      gridwalk sample maze.txt -n 1000 --lines
      gridwalk sample 6x6 --moves knight --tour --closed
      gridwalk sample 8x8 -n 6 -o six.svg

    Exit status: 0 drawn, 1 there is no path, 2 bad input, 3 out of time, memory or disk.
    """
    tour, cycles = which["tour"], which["cycles"]
    if in_json and output:
        raise InputError("--json prints the paths, and --output writes them to a file: leave one out")
    form = Form(in_json, output, numbers=tour, lines=lines, squares=squares)
    reading, paths = ask.asked(board, **which)
    if explain:
        return ask.explain(paths, "sample", in_json=in_json)
    drawn = 0

    def each(found: Iterator[Any]) -> Iterator[Any]:
        nonlocal drawn
        for path in found:
            yield path
            flush()  # the next path may take long
            drawn += 1

    with ProgressLine() as line:
        give_each(each(paths.within(seconds, progress=line).samples(number, seed=seed)), paths.board, form)
        if not drawn:
            say(no_way(paths))
        ask.say_ends(reading, paths, tour=tour, cycles=cycles)
    return Status.ANSWERED if drawn else Status.NO_PATH
