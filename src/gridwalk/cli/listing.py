"""The command list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.cli.answers import write
from gridwalk.cli.forms import MANY_FORM, Form, each_as_text
from gridwalk.cli.induced import INDUCED_OPTION, refuse_beside_induced
from gridwalk.cli.options import BOARD_OPTIONS, JSON_OPTION, SET_OPTIONS, AnySet, ask, options
from gridwalk.cli.output import PATHS_FILE_OPTIONS, save_paths, wants_paths_file
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.errors import InputError, LimitError
from gridwalk.planner.listed import as_found, first_of
from gridwalk.sets.pathset import PathSet

CHARACTERS = 1 << 20  # of the drawings that are made at a time


class Slack(click.ParamType):
    """A number of 0 or more, or a share of the shortest such as 10%."""

    name = "slack"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | str:
        """Return a share as it is, and anything else as a number."""
        words = str(value)
        try:
            return words if words.rstrip().endswith("%") else float(words)
        except ValueError:
            self.fail(f"{words!r} is not a number, nor a share such as 10%", param, ctx)


@click.command("list")
@options(BOARD_OPTIONS, SET_OPTIONS, INDUCED_OPTION)
@click.option("-n", "--limit", type=click.IntRange(min=0), metavar="N", help="Stop after N paths.")
@click.option("--shortest-first", is_flag=True, help="List in order of cost, the shortest path first.")
@click.option("--slack", type=Slack(), metavar="COST",
              help="Shortest first, only paths that cost at most COST more than the shortest (10%: a tenth "
              "more).")  # fmt: skip
@click.option("--measure", type=click.Choice(["cost", "length"]),
              help="What orders paths: their cost (the default) or their number of moves.")  # fmt: skip
@options(MANY_FORM, JSON_OPTION)
@options(PATHS_FILE_OPTIONS)
def list_(
    limit: int | None,
    shortest_first: bool,
    slack: float | str | None,
    measure: Any,
    in_json: bool,
    **given: Any,
) -> int:
    """List every path of BOARD as a drawing, and their number at the end.

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
      gridwalk list 6x6 -o paths.npz
      gridwalk list 3x3 -o paths.svg

    Exit status: 0 listed, 1 no such path, 2 bad input, 3 out of time or memory.
    """
    form = Form.of(given, in_json=in_json)
    file = given["output"] if wants_paths_file(given, in_json=in_json) else None
    closing = say if in_json or form.lines or file else write
    ordered = shortest_first or slack is not None
    if measure is not None and not ordered:
        raise InputError("--measure says what orders the paths: add --shortest-first or --slack")

    refuse_beside_induced(given, shortest_first=shortest_first, slack=slack)

    def listed(paths: AnySet) -> Iterator[Batch[Path] | Path]:
        if given["induced"]:
            return iter(paths)
        if not ordered:
            return as_found(paths.question)
        if not isinstance(paths, PathSet):
            raise InputError("--shortest-first and --slack apply to paths from start to exit")
        by: Any = measure or "cost"
        return paths.in_order(measure=by) if slack is None else paths.nearly_shortest(slack, measure=by)

    def answer(paths: AnySet, line: ProgressLine) -> int:
        number = 0

        def counted(found: Iterator[Batch[Path] | Path]) -> Iterator[Batch[Path] | Path]:
            nonlocal number
            for some in found:
                yield some
                number += 1 if isinstance(some, Path) else len(some)

        try:
            at_a_time = max(1, CHARACTERS // paths.board.size)
            found = counted(first_of(listed(paths), limit, at_a_time))
            if file is not None:
                save_paths(found, paths.board, given, form, line)
            else:
                for some in found:
                    line.clear()
                    write(each_as_text(some, form, tour=paths.question.tour, in_json=in_json))
        except (KeyboardInterrupt, LimitError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            closing(f"{_how_many(number, paths)} so far{'' if file is None else f'; {file} is not written'}")
            raise
        line.clear()
        stopped = limit is not None and number == limit
        if limit == 0:
            closing("nothing listed: the limit is 0")
        elif stopped:
            first = "the first" if number == 1 else f"the first {number:,}"
            closing(
                f"{first} {'tour' if paths.question.tour else 'path'}{'s' * (number > 1)}; there may be more"
            )
        else:
            reason = None if number else paths.why_empty()
            words = f"there {'is' if number < 2 else 'are'} {_how_many(number, paths)}"
            if number and slack is not None:
                more = slack if isinstance(slack, str) else f"{slack:g}"
                words += f" within {more} of the shortest"
            closing(words if reason is None else f"{words}: {reason}")
        return 0 if number or stopped else Status.NO_PATH

    return ask(given, answer)


def _how_many(number: int, paths: AnySet) -> str:
    noun = "tour" if paths.question.tour else "cycle" if paths.question.closed else "path"
    return f"{number:,} {noun}s" if number > 1 else f"1 {noun}" if number else f"no {noun}"
