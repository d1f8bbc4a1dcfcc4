"""The command longest: a longest path, or a long one with a bound."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import click

from gridwalk.cli import paths as ask
from gridwalk.cli.board import board_options
from gridwalk.cli.command import Command, lines_option, output_options, time_option
from gridwalk.cli.drawing import Form
from gridwalk.cli.ends import ends_facts, no_way
from gridwalk.cli.messages import ProgressLine, say
from gridwalk.cli.output import give, give_path
from gridwalk.cli.status import Status, ended_by
from gridwalk.cli.values import SHARE, TIME
from gridwalk.draw import save
from gridwalk.errors import HopelessError, InputError
from gridwalk.keywords import Measure


@click.command(cls=Command)
@board_options
@ask.set_options()
@click.option(
    "--measure",
    type=click.Choice(get_args(Measure)),
    default="length",
    show_default=True,
    help="What is maximised.",
)
@click.option("--anytime", type=TIME, help="Answer after this time (10s): a long path, and a bound.")
@click.option("--gap", type=SHARE, help="Answer at most this much (2%) below the bound.")
@click.option("--bound", is_flag=True, help="Print only what no path exceeds, without looking for one.")
@time_option
@output_options(save.PATH)
@lines_option
def longest(
    board: str, measure: str, anytime: float | None, gap: float | None, bound: bool, seconds: float | None,
    in_json: bool, output: Path | None, lines: bool, **which: Any,
) -> int:  # fmt: skip
    """Find a longest path of BOARD, or a long one with a bound.

    A frontier sweeps over the board once for all paths, as in count: an open 12x12 board takes a
    moment, and so does a maze of a thousand rooms.  On larger boards give --anytime or --gap, or
    both (the first to be reached counts): then a path is made longer and longer, and stderr says
    how long any path can be at most.  Ctrl-C prints the best path so far.  --bound prints such a
    bound alone, in about a second for 10,000 cells; --anytime gives it more time.

    \b
    Examples:
      gridwalk longest maze.txt
      gridwalk longest 8x8 --avoiding 3,3
      gridwalk longest 6x6 --cycles
      gridwalk longest 8x8 --from anywhere --to anywhere --induced
      gridwalk longest maze.txt --anytime 10s --gap 2%
      gridwalk longest 100x100 --bound

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time, memory or disk.
    """
    tour, cycles, induced = which["tour"], which["cycles"], which["induced"]
    options = {"--anytime": anytime is not None, "--gap": gap is not None, "--bound": bound}
    limits = [name for name, given in options.items() if given]
    if limits and (tour or cycles):
        raise InputError(f"{limits[0]} applies to paths from start to exit")
    if induced and limits and limits != ["--bound"]:
        raise InputError(f"{limits[0]} applies to all paths: leave out {limits[0]} or --induced")
    extra = {"--gap": gap is not None, "--lines": lines, "--output": output is not None}
    if bound and any(extra.values()):
        option = next(name for name, given in extra.items() if given)
        raise InputError(f"--bound looks for no path: leave out {option}")
    form = Form(in_json, output, numbers=tour, lines=lines)
    reading, paths = ask.asked(board, **which)
    how: dict[str, Any] = {"measure": measure} if measure != "length" else {}
    how |= {} if anytime is None else {"anytime": anytime}
    status: int
    with ProgressLine() as line:
        limited = paths.within(seconds, progress=line)
        if bound:
            status = _bound(limited, how, form, measure)
        else:
            interrupted = None
            try:
                path = limited.longest(**how, **({} if gap is None else {"gap": gap}))
            except HopelessError as error:
                if limits or induced or tour or cycles or paths._question.is_conditional:
                    raise
                words = "--anytime 10s finds a long path, with a bound"
                raise HopelessError(error.reason, words) from None
            except KeyboardInterrupt as interrupt:
                path = line.last and line.last.path
                if not path or not limits:
                    raise
                interrupted = ended_by(interrupt)
            status = give_path(path, paths, form, picture=reading.picture, with_effort=bool(limits or tour))
            status = interrupted or status
        ask.say_ends(reading, paths, tour=tour, cycles=cycles)
    return status


def _bound(paths: Any, how: dict[str, Any], form: Form, measure: str) -> Status:
    """Print an upper bound, and its reason on stderr."""
    found = paths.bound(**how)
    if found is None:
        give(form, lambda: {"found": False} | ends_facts(paths), lambda: no_way(paths))
        return Status.NO_PATH
    facts = {"bound": found.value, "by": found.by, "measure": measure} | ends_facts(paths)
    give(form, lambda: facts, lambda: str(found.value))
    say(f"no path has a {measure} above {found.value:,}: {found.by}")
    return Status.ANSWERED
