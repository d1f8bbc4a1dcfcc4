"""The command shortest."""

from __future__ import annotations

from typing import Any

import click

from gridwalk.answers.path import Path
from gridwalk.cli.amounts import Seconds
from gridwalk.cli.answers import write
from gridwalk.cli.forms import Form
from gridwalk.cli.induced import INDUCED_OPTION, refuse_beside_induced
from gridwalk.cli.options import (
    BOARD_OPTIONS,
    EXPLAIN_OPTION,
    JSON_OPTION,
    SET_OPTIONS,
    AnySet,
    by_option,
    options,
)
from gridwalk.cli.output import PATH_OPTIONS
from gridwalk.cli.pairs import paths_of_pairs
from gridwalk.cli.progress import say
from gridwalk.cli.share import Share
from gridwalk.cli.smooth import SMOOTH_OPTION
from gridwalk.cli.verbs import arrives, one_path
from gridwalk.errors import HopelessError, InputError
from gridwalk.sets.pathset import PathSet

LIMITS = {"seconds": "--anytime", "gap": "--gap", "rng": "--seed"}


@click.command()
@options(BOARD_OPTIONS, SET_OPTIONS, INDUCED_OPTION)
@EXPLAIN_OPTION
@by_option("shortest", "the fastest that is exact for BOARD")
@click.option(
    "--closest", is_flag=True, help="If no exit can be reached, end at the reachable cell nearest to one."
)
@click.option("--max-cost", type=float, metavar="COST", help="No path if the cheapest costs more.")
@click.option("--pairs", metavar="FILE",
              help="Print a table: a path for each line of FILE (- stdin), row,column,row,column "
              "or two cells.")  # fmt: skip
@click.option("--anytime", type=Seconds(), metavar="TIME",
              help="With --through: answer after this time (10s), with a bound of the shortest.")  # fmt: skip
@click.option("--gap", type=Share(), metavar="SHARE",
              help="With --through: answer when at most this much (2%) above the bound.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Seed of the random numbers.")
@SMOOTH_OPTION
@click.option(
    "--labels", is_flag=True, help="With --by labels: print the labels above the path, from --origin on."
)
@options(PATH_OPTIONS, JSON_OPTION)
def shortest(
    by: Any,
    closest: bool,
    max_cost: float | None,
    pairs: str | None,
    anytime: float | None,
    gap: float | None,
    seed: int | None,
    in_json: bool,
    **given: Any,
) -> int:
    """Find a path of BOARD with minimum cost.

    A move costs 1, a diagonal step the square root of 2; with --costs a move costs what the
    entered cell costs; --diagonal says otherwise for diagonal steps.  bfs and labels (distance
    labels, traced back from the exit) count moves; jps is jump point search for the king;
    corridors suits mazes.  Most maps of a million cells take microseconds to milliseconds,
    after the board is read.  If BOARD is a picture, -o with a .png draws the path onto it.
    Through cells, legs are routed round one another until they are proved the shortest, on
    large boards mostly in a moment; --anytime or --gap (or both, the first to be reached
    counts) answer before, and stderr says what any path costs at least.

    \b
    Examples:
      gridwalk shortest maze.txt
      gridwalk shortest rat.txt --order DRUL --by labels --labels
      gridwalk shortest hills.txt --costs
      gridwalk shortest maze.txt -o path.png
      gridwalk shortest maze.png -o solved.png
      gridwalk shortest room.txt --moves king --smooth
      gridwalk shortest maze.txt --pairs pairs.csv
      gridwalk shortest 200x200 --through 20,150 --through 150,20 --anytime 5s

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time or memory.
    """
    refuse_beside_induced(
        given, by=by, closest=closest, max_cost=max_cost, pairs=pairs, anytime=anytime, gap=gap, seed=seed,
        labels=given["labels"],
    )  # fmt: skip
    if pairs is not None:
        others = {"closest": closest, "anytime": anytime, "gap": gap, "seed": seed}
        return paths_of_pairs(pairs, by, max_cost, given | others, in_json)
    if given["labels"] and by != "labels":
        raise InputError("--labels prints the labels of --by labels: add it")
    limits = {"seconds": anytime, "gap": gap, "rng": seed}
    asked: dict[str, Any] = {name: value for name, value in limits.items() if value is not None}
    first = LIMITS[next(iter(asked))] if asked else ""
    if set(asked) == {"rng"}:
        raise InputError("--seed is for a search: give --anytime or --gap with it")
    if asked and given["explain"]:
        raise InputError(f"--explain is about the exact answer: leave out {first}")
    if asked and not given["through"]:
        raise InputError(f"{first} is for paths through cells, all others are the shortest: add --through")

    def nearest(paths: AnySet) -> Path | None:
        if given["induced"]:
            return paths.shortest()
        if not isinstance(paths, PathSet):
            if closest or given["labels"] or asked or max_cost is not None:
                option = first or (
                    "--closest" if closest else "--labels" if given["labels"] else "--max-cost"
                )
                raise InputError(f"{option} applies to paths from start to exit")
            return paths.shortest(by=by)
        if given["labels"]:
            # Each cell enters and leaves the queue once, and may be on the path traced back.
            log = paths.trace(by=by, max_events=3 * paths.board.size + 1)
            write(f"{Form.of(given, in_json=in_json).labels(log)}\n")
        try:
            path = paths.shortest(by=by, closest=closest, max_cost=max_cost, **asked)
        except HopelessError as error:
            if not given["through"] or paths.question.has_given_lengths:
                raise
            raise HopelessError(error.reason, "--anytime 10s finds a short path, with a bound") from None
        if path is not None and not arrives(path, paths):
            say(f"no exit can be reached: this path ends at {path.end}, the reachable cell nearest to one")
        return path

    condition = "" if max_cost is None else f" that cost at most {max_cost:g}"
    return one_path(given, in_json, nearest, anytime=bool(asked), condition=condition)
