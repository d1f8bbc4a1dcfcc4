"""The command longest: a longest path, or a long one with a bound."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import click

from gridwalk.cli import boards, options
from gridwalk.cli import paths as ask
from gridwalk.cli.messages import ProgressLine, say
from gridwalk.cli.output import Form, ends_facts, give, give_none, no_way
from gridwalk.cli.status import Status, ended_by
from gridwalk.cli.values import SHARE, TIME
from gridwalk.draw import save
from gridwalk.errors import HopelessError
from gridwalk.keywords import Measure


@click.command(cls=options.Command)
@boards.options
@ask.set_options
@options.choice("--measure", get_args(Measure), "length", "What to maximise.")
@click.option("--anytime", type=TIME, help="Answer after this time (10s): a long path, and a bound.")
@click.option("--gap", type=SHARE, help="Answer when the path is at most this much (2%) below the bound.")
@options.flag("--bound", help="Print only an upper bound on the length of all paths.")
@options.time
@options.output(save.PATH)
@options.lines
def longest(
    board: str, measure: str, anytime: float | None, gap: float | None, bound: bool, seconds: float | None,
    form: Form, **which: Any,
) -> int:  # fmt: skip
    """Find a longest path of BOARD, or a long one with a bound.

    A frontier sweeps over the board once for all paths, as in count: an open 12x12 board takes a
    moment, and so does a maze of a thousand rooms.  On larger boards give --anytime, --gap, or
    both (the search stops at the first limit): gridwalk then improves a path step by step, and
    stderr has an upper bound on all lengths.  Ctrl-C prints the best path so far.  --bound prints
    only that bound, in about a second for 10,000 cells; --anytime gives it more time.

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
    is_long = anytime is not None or gap is not None or bound
    limits = {"--anytime": anytime is not None, "--gap": gap is not None, "--bound": bound}
    if which["tour"] or which["cycles"]:
        options.refuse("{option} applies to paths from start to exit", limits)
    if which["induced"] and (anytime is not None or gap is not None):
        options.refuse("{option} applies to all paths: leave out {option} or --induced", limits)
    if bound:
        extra = {"--gap": gap is not None, "--lines": form.lines, "--output": form.output}
        options.refuse("--bound looks for no path: leave out {option}", extra)
    asked = ask.asked(board, **which)
    how: dict[str, Any] = {"measure": measure} if measure != "length" else {}
    how |= {} if anytime is None else {"anytime": anytime}
    with ProgressLine() as line:
        paths = asked.paths.within(seconds, progress=line)
        if bound:
            status = _bound(paths, how, form, measure)
        else:
            interrupted = None
            try:
                path = paths.longest(**how, **({} if gap is None else {"gap": gap}))
            except HopelessError as error:
                if (
                    is_long
                    or which["induced"]
                    or asked.tour
                    or asked.cycles
                    or paths._question.is_conditional
                ):
                    raise
                words = "--anytime 10s finds a long path, with a bound"
                raise HopelessError(error.reason, words) from None
            except KeyboardInterrupt as interrupt:
                path = line.last and line.last.path
                if not path or not is_long:
                    raise
                interrupted = ended_by(interrupt)
            status = asked.give(path, replace(form, numbers=asked.tour), with_effort=is_long or asked.tour)
            status = interrupted or status
        asked.say_ends()
    return status


def _bound(paths: Any, how: dict[str, Any], form: Form, measure: str) -> int:
    """Print an upper bound, and its reason on stderr."""
    found = paths.bound(**how)
    if found is None:
        return give_none(form, no_way(paths), **ends_facts(paths))
    facts = {"bound": found.value, "by": found.by, "measure": measure} | ends_facts(paths)
    give(form, lambda: facts, lambda: str(found.value))
    say(f"no path has a {measure} above {found.value:,}: {found.by}")
    return Status.ANSWERED
