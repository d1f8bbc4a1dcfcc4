"""The command longest."""

from __future__ import annotations

from typing import Any

import click

from gridwalk.answers.path import Path
from gridwalk.cli.answers import dumps, write
from gridwalk.cli.ends import ends_facts
from gridwalk.cli.induced import INDUCED_OPTION, refuse_beside_induced
from gridwalk.cli.options import (
    BOARD_OPTIONS,
    CHECKPOINT_OPTION,
    EXPLAIN_OPTION,
    JSON_OPTION,
    SET_OPTIONS,
    AnySet,
    ask,
    options,
)
from gridwalk.cli.output import PATH_OPTIONS
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.cli.values import Seconds, Share
from gridwalk.cli.verbs import no_way, one_path
from gridwalk.errors import HopelessError, InputError
from gridwalk.sets.pathset import PathSet

LIMITS = {"seconds": "--anytime", "gap": "--gap", "steps": "--steps", "rng": "--seed"}
OF_PATHS = {"explain", "draw", "glyphs", "blanks", "in_cells", "lines", "reverse", "output", "dark", "pixels"}


@click.command()
@options(BOARD_OPTIONS, SET_OPTIONS, INDUCED_OPTION)
@EXPLAIN_OPTION
@click.option("--measure", type=click.Choice(["length", "cost"]), default="length", show_default=True,
              help="What is maximised.")  # fmt: skip
@click.option("--anytime", type=Seconds(), metavar="TIME",
              help="Answer after this time (10s, 5m): a long path, and a bound of the longest.")  # fmt: skip
@click.option("--gap", type=Share(), metavar="SHARE",
              help="Answer when the path is at most this much (2%) below the bound.")  # fmt: skip
@click.option("--steps", type=click.IntRange(min=1), metavar="N",
              help="Answer after N steps of the search: with --seed the same path each time.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Seed of the random numbers.")
@click.option("--bound", is_flag=True, help="Print only what no path exceeds, without looking for one.")
@CHECKPOINT_OPTION
@options(PATH_OPTIONS, JSON_OPTION)
def longest(
    measure: Any,
    anytime: float | None,
    gap: float | None,
    steps: int | None,
    seed: int | None,
    bound: bool,
    in_json: bool,
    **given: Any,
) -> int:
    """Find a longest path of BOARD, exactly, or a long one with a bound.

    A frontier sweeps over the board once for all paths, as in count: an open 12x12 board takes a
    moment, and so does a maze of a thousand rooms.  On larger boards give --anytime, --gap or
    --steps (or several, the first to be reached counts): then a path is made longer and longer,
    and stderr says how long any path can be at most.  Ctrl-C prints the best path so far.  --bound
    prints such a bound alone, in about a second for 10,000 cells; --anytime gives it more time.

    \b
    Examples:
      gridwalk longest maze.txt
      gridwalk longest 8x8 --avoiding 3,3
      gridwalk longest 16x16 --checkpoint state
      gridwalk longest 6x6 --cycles
      gridwalk longest 8x8 --from anywhere --to anywhere --induced
      gridwalk longest maze.txt --anytime 10s --gap 2%
      gridwalk longest 100x100 --bound

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time, memory or disk.
    """
    refuse_beside_induced(
        given, anytime=anytime, gap=gap, steps=steps, seed=seed, bound=bound, measure=measure == "cost"
    )
    limits = {"seconds": anytime, "gap": gap, "steps": steps, "rng": seed}
    asked: dict[str, Any] = {name: value for name, value in limits.items() if value is not None}
    if bound:
        return _bound(measure, asked, in_json, given)
    if set(asked) == {"rng"}:
        raise InputError("--seed is for a search: give --anytime, --gap or --steps with it")
    if asked and given["explain"]:
        raise InputError(f"--explain is about the exact answer: leave out {LIMITS[next(iter(asked))]}")

    def find(paths: AnySet) -> Path | None:
        if asked:
            if not isinstance(paths, PathSet):
                raise InputError(f"{LIMITS[next(iter(asked))]} applies to paths from start to exit")
            return paths.longest(measure=measure, **asked)
        if given["induced"]:
            return paths.longest()
        try:
            return paths.longest(measure=measure)
        except HopelessError as error:
            if not isinstance(paths, PathSet) or paths.question.is_conditional:
                raise
            raise HopelessError(error.reason, "--anytime 10s finds a long path, with a bound") from None

    return one_path(given, in_json, find, anytime=bool(asked))


def _bound(measure: Any, asked: dict[str, Any], in_json: bool, given: dict[str, Any]) -> int:
    """Print what no path exceeds; why, on stderr."""
    others = [LIMITS[name] for name in asked if name != "seconds"]
    others += [option.opts[-1] for option in longest.params if option.name in OF_PATHS and given[option.name]]
    if others:
        raise InputError(f"--bound looks for no path: leave out {others[0]}")

    def answer(paths: AnySet, line: ProgressLine) -> int:
        if not isinstance(paths, PathSet):
            raise InputError("--bound applies to paths from start to exit")
        found = paths.bound(measure=measure, **asked)
        line.clear()
        if found is None:
            write(dumps({"found": False} | ends_facts(paths)) if in_json else no_way(paths))
            return Status.NO_PATH
        facts = {"bound": found.value, "by": found.by, "measure": measure}
        write(dumps(facts | ends_facts(paths)) if in_json else str(found.value))
        say(f"no path has a {measure} above {found.value:,}: {found.by}")
        return Status.ANSWERED

    return ask(given, answer)
