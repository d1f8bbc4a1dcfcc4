"""The command shortest, also for each pair of cells in a file, and the command visit."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import click

from gridwalk.answers.cellsequence import Walk
from gridwalk.answers.path import Path
from gridwalk.answers.results import as_json
from gridwalk.cli.answers import dumps, figures, json_pieces, write
from gridwalk.cli.ends import refuse_several_starts
from gridwalk.cli.forms import Form
from gridwalk.cli.induced import INDUCED_OPTION, refuse_beside_induced
from gridwalk.cli.options import (
    BOARD_OPTIONS,
    EXPLAIN_OPTION,
    JSON_OPTION,
    SET_OPTIONS,
    AnySet,
    BoardArguments,
    by_option,
    options,
)
from gridwalk.cli.output import PATH_OPTIONS
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.cli.values import Seconds, Share
from gridwalk.cli.verbs import SMOOTH_OPTION, arrives, one_path
from gridwalk.errors import BoardFileError, Cell, HopelessError, InputError
from gridwalk.grids.cells import CellLike, square_name
from gridwalk.io.content import decode
from gridwalk.io.files import read_bytes
from gridwalk.sets.pathset import PathSet

_FOUR = re.compile(
    r"\s*(-?\d{1,9})\s*[,;\t ]\s*(-?\d{1,9})\s*[,;\t ]\s*(-?\d{1,9})\s*[,;\t ]\s*(-?\d{1,9})\s*"
)
# What says more about one path, or another set of paths, by the name of its value.
_OTHERS = (
    "starts", "exits", "tour", "closed", "undirected", "cycles", "through", "avoiding", "length",
    "longer_than", "shorter_than", "explain", "closest", "anytime", "gap", "seed", "labels", "smooth", "draw",
    "glyphs", "blanks", "in_cells", "lines", "reverse", "origin", "output", "dark", "pixels", "squares",
)  # fmt: skip
_OPTIONS = {"starts": "--from", "exits": "--to"}


def paths_of_pairs(file: str, by: Any, max_cost: float | None, given: dict[str, Any], in_json: bool) -> int:
    """Print a row for each pair: start, exit, length, cost, and why a pair cannot be asked."""
    for name in _OTHERS:
        if given.get(name) not in (None, False, ()):
            option = _OPTIONS.get(name, f"--{name.replace('_', '-')}")
            raise InputError(f"--pairs asks for one shortest path a pair: leave out {option}")
    if file == given["board"] == "-":
        raise InputError("BOARD and --pairs cannot both be standard input")
    starts, exits = _read(file)
    board = BoardArguments(given, shows_only=True).board()
    with ProgressLine() as line:
        batch = board.shortest_many(
            starts, exits, by=by, invalid="none", max_cost=max_cost,
            seconds=given["seconds"], memory=given["memory"], progress=line,
        )  # fmt: skip
    answers = batch.to_dict()
    cells = answers.pop("cells")
    table = {"start": starts, "exit": exits, **answers}
    table["error"] = [batch.errors.get(number) for number in range(len(batch))]
    if in_json:
        write(as_json({"by": batch.by, **table, "cells": cells}))
    else:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(table)
        writer.writerows(zip(*(map(_word, column) for column in table.values()), strict=True))
        write(out.getvalue().rstrip("\n"))
    found = sum(length is not None for length in table["length"])
    say(f"{found:,} of {len(batch):,} pairs have a path; by {batch.by}")
    return Status.ANSWERED if found == len(batch) else Status.NO_PATH


def _word(value: Any) -> Any:
    return f"{value[0]},{value[1]}" if isinstance(value, list) else value


def _read(file: str) -> tuple[list[CellLike], list[CellLike]]:
    """Return the starts and exits in *file*: four numbers a line, or two names of cells."""
    starts: list[CellLike] = []
    exits: list[CellLike] = []
    for number, line in enumerate(decode(read_bytes(file)).splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if four := _FOUR.fullmatch(line):
            numbers = [int(part) for part in four.groups()]
            starts.append(numbers[:2])
            exits.append(numbers[2:])
        elif len(names := line.replace('"', "").split()) == 2:
            starts.append(names[0])
            exits.append(names[1])
        elif starts or not line.strip()[0].isalpha():  # the first line may name the columns
            said = line.strip()[:40]
            reason = f"line {number}: {said!r} is no pair: four numbers such as 0,0,7,4, or two cells (a1 h8)"
            raise BoardFileError(file, reason)
    return starts, exits


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


@click.command()
@options(BOARD_OPTIONS)
@click.argument("cells", nargs=-1, required=True, metavar="CELL...")
@click.option("--back", is_flag=True, help="Return to the start in the end.")
@click.option("--measure", type=click.Choice(["cost", "length"]), default="cost", show_default=True,
              help="What is minimised.")  # fmt: skip
@click.option("--time", "seconds", type=Seconds(), metavar="TIME",
              help="Stop after this time (10s, 5m, 2h) with exit status 3.")  # fmt: skip
@click.option("--lines", is_flag=True, help="Print one cell per line, as row,column; for pipes.")
@click.option("--squares", is_flag=True, help="Name cells as squares (a1).")
@options(JSON_OPTION)
def visit(
    cells: tuple[str, ...],
    back: bool,
    measure: Any,
    seconds: float | None,
    lines: bool,
    squares: bool,
    in_json: bool,
    **given: Any,
) -> int:
    """Find the shortest walk from the start of BOARD through every CELL; cells may repeat on it.

    The walk is drawn on the board: @ start, the stops by number in the order of the walk, + the
    cells between.  Up to 16 stops it is the shortest; of more, stderr says what every walk has
    at least.  For a path that enters no cell twice ask shortest --through.

    \b
    Examples:
      gridwalk visit maze.txt 3,4 0,7 5,5
      gridwalk visit 8x8 --moves knight --from a1 h8 a8 h1 --back
      gridwalk visit maze.txt 3,4 0,7 --json

    Exit status: 0 found, 1 no such walk, 2 bad input, 3 out of time or memory.
    """
    if given["exits"]:
        raise InputError("a walk ends at its last stop, or with --back at its start: leave out --to")
    refuse_several_starts(given, "a walk")
    if in_json and (lines or squares):
        raise InputError(f"{'--lines' if lines else '--squares'} applies to characters: leave out --json")
    arguments = BoardArguments(given, shows_only=bool(given["starts"]))
    board = arguments.board()
    with ProgressLine() as line:
        walk = board.visit(cells, back=back, measure=measure, seconds=seconds, progress=line)
    if walk is None:
        words = f"no way: no walk from {board.start} visits all stops"
        write(dumps({"found": False}) if in_json else words) if in_json or not lines else say(words)
        return Status.NO_PATH
    if in_json:
        write(json_pieces({"found": True} | walk.numbers | {"cells": walk.cells}))
    elif lines:
        write("\n".join(_name(cell, walk, squares) for cell in walk))
    else:
        cost = f", cost {figures(walk.cost)}" if walk.cost != walk.length else ""
        names = " ".join(_name(stop, walk, squares) for stop in walk.stops)
        write(f"{walk}\n{names}\nlength {walk.length}{cost}")
    say(_claim(walk))
    return Status.ANSWERED


def _name(cell: Cell, walk: Walk, squares: bool) -> str:
    return square_name(cell, walk.board.rows) if squares else f"{cell[0]},{cell[1]}"


def _claim(walk: Walk) -> str:
    value = walk.cost if walk.best == "cost" else walk.length
    told = f"{'cost' if walk.best == 'cost' and walk.cost != walk.length else 'length'} {figures(value)}"
    if walk.proved:
        return f"{told}, proved the shortest; order by {walk.by}"
    return f"{told}, at least {figures(walk.bound)} ({100 * walk.gap:.2g} %); order by {walk.by}"
