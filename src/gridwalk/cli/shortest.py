"""The command shortest: a path of minimum cost, or one for each pair of cells in a file."""

from __future__ import annotations

import csv
import io
import os
import re
from typing import Any, get_args

import click
import numpy as np

from gridwalk.answers import results
from gridwalk.cli import boards, options
from gridwalk.cli import paths as ask
from gridwalk.cli.answers import write
from gridwalk.cli.messages import ProgressLine, say
from gridwalk.cli.output import Form, arrives
from gridwalk.cli.status import Status
from gridwalk.cli.values import WordChoice
from gridwalk.draw import save
from gridwalk.draw.text import in_columns
from gridwalk.errors import FileError, InputError
from gridwalk.io import content, files
from gridwalk.keywords import Least
from gridwalk.runtime.codes import NONE


@click.command(cls=options.Command)
@boards.options
@ask.end_options
@ask.path_options
@ask.by_option("shortest", "the fastest that is exact for BOARD")
@click.option(
    "--measure",
    type=WordChoice("measure", get_args(Least)),
    default="cost",
    show_default=True,
    help="What to minimise: cost, length (moves), turns, or the cost of the worst step.",
)
@click.option("--turn-cost", type=float, metavar="COST", help="Cost of each turn, added to the moves.")
@options.flag("--nearest", help="If no exit can be reached, end at the reachable cell nearest to one.")
@click.option("--max-cost", type=float, metavar="COST", help="Only paths that cost at most this.")
@click.option(
    "--pairs",
    "pairs_file",
    metavar="FILE",
    help="Print a table: a path for each line of FILE (- for stdin), row,column,row,column or two cells.",
)
@options.flag("--labels", help="With --by labels: print the labels, the distances.")
@options.time
@options.output(save.PATH)
@options.lines
def shortest(
    board: str, by: str, measure: str, turn_cost: float | None, nearest: bool, max_cost: float | None,
    pairs_file: str | None, labels: bool, seconds: float | None, form: Form, **which: Any,
) -> int:  # fmt: skip
    """Find a path of BOARD with minimum cost.

    A move costs 1, a diagonal step the square root of 2; with --costs every move, also a
    diagonal one, costs what the entered cell costs, unless convert --diagonal changes that.  A map of a
    million cells takes milliseconds, after it is read.  If BOARD is a picture, -o with a .png draws
    the path onto it.

    \b
    Examples:
      gridwalk shortest maze.txt
      gridwalk shortest maze.txt --from 0,0 --to 4,4 --moves king
      gridwalk shortest hills.txt --costs
      gridwalk shortest maze.png -o solved.png
      gridwalk shortest lawn.txt --turn-cost 3
      gridwalk shortest 200x200 --through 20,150 --through 150,20
      gridwalk shortest rat.txt --moves D,R,U,L --by labels --labels
      gridwalk shortest maze.txt --pairs pairs.csv

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time or memory.
    """
    given = {
        "--by": by != "auto",
        "--max-cost": max_cost is not None,
        "--pairs": pairs_file,
        "--labels": labels,
    }
    turns = {"--turn-cost": turn_cost is not None, "--measure": measure != "cost"}
    if all(turns.values()):
        raise InputError("--turn-cost weighs turns against the cost: leave out --measure")
    if any(turns.values()):
        option = "--turn-cost" if turns["--turn-cost"] else "--measure"
        words = f"{option} has a search of its own, for paths from start to exit: leave out {{option}}"
        options.refuse(words, given)
    if labels and by != "labels":
        raise InputError("--labels prints the labels of --by labels: add it")
    if labels:
        words = "--labels prints a drawing: leave out {option}"
        options.refuse(words, {"--json": form.in_json, "--lines": form.lines})
    if which["induced"]:
        words = "{option} applies to all paths: leave out {option} or --induced"
        options.refuse(words, {**given, **turns, "--nearest": nearest})
    if pairs_file is not None:
        names = {"--from": "starts", "--to": "exits"}
        names |= {f"--{name}": name for name in ("induced", "through", "avoiding", "length")}
        extra = {"--nearest": nearest, "--lines": form.lines, "--output": form.output}
        extra |= {option: which.pop(name) for option, name in names.items()}
        options.refuse("--pairs asks for one shortest path a pair: leave out {option}", extra)
        if board == pairs_file == "-":
            raise InputError("BOARD and --pairs cannot both be standard input")
        return _table(board, pairs_file, by, max_cost, seconds, form, which)
    asked = ask.asked(board, **which)
    chosen = {"by": by, "measure": measure, "turn_cost": turn_cost, "nearest": nearest, "max_cost": max_cost}
    how = {name: value for name, value in chosen.items() if value not in (None, False, "auto", "cost")}
    hint = "; --nearest goes as near as possible"
    if asked.paths._question.is_conditional or nearest or max_cost is not None or which["induced"]:
        hint = ""
    with asked.within(seconds) as paths:
        if labels:
            # Each cell enters and leaves the queue once, and may be on the path traced back.
            write(f"{_drawn(paths.trace(by=by, max_events=3 * asked.paths.board.size + 1))}\n")
        path = paths.shortest(**how)
        if path is not None and nearest and not arrives(path, asked.paths):
            say(f"no exit can be reached: this path ends at {path.end}, the reachable cell nearest to one")
        condition = "" if max_cost is None else f" that cost at most {max_cost:g}"
        return asked.give(path, form, with_effort=by != "auto", hint=hint, condition=condition)


def _drawn(trace: Any) -> str:
    """Return the distance labels of *trace* as a matrix: -1 in walls, a dot in cells without a label."""
    labels = trace.labels()
    words = np.where(labels == NONE, ".", labels.astype(str))
    return in_columns(np.where(trace.board.open_cells, words, "-1"))


def _table(
    board: str, file: str, by: str, max_cost: float | None, seconds: float | None, form: Form, which: Any
) -> int:
    """Print a row for each pair: start, exit, length, cost, and the error if the pair is invalid."""
    starts, exits, lines = _read_pairs(file)
    reading = boards.read(board, **which)
    with ProgressLine() as line:
        batch = reading.board.shortest_many(
            starts, exits, by=by, invalid="none", max_cost=max_cost, seconds=seconds, progress=line
        )
    answers = batch.to_dict()
    cells = answers.pop("cells")
    table = {"start": starts, "exit": exits, **answers}
    errors = {
        number: re.sub(r"^(?:starts|exits)\[\d+\]=", f"line {lines[number]}: ", str(error))
        for number, error in batch.errors.items()
    }
    table["error"] = [errors.get(number) for number in range(len(batch))]
    if form.in_json:
        write(results.as_json({"by": batch.by, **table, "cells": cells}))
    else:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(table)
        writer.writerows(zip(*(map(_word, column) for column in table.values()), strict=True))
        write(out.getvalue().rstrip("\n"))
    found = sum(length is not None for length in table["length"])
    if found < len(batch):
        say(f"{found:,} of {len(batch):,} pairs have a path")
    return Status.ANSWERED if found == len(batch) else Status.NO_PATH


_FOUR = re.compile(
    r"\s*(-?\d{1,9})\s*[,;\t ]\s*(-?\d{1,9})\s*[,;\t ]\s*(-?\d{1,9})\s*[,;\t ]\s*(-?\d{1,9})\s*"
)


def _word(value: Any) -> Any:
    return f"{value[0]},{value[1]}" if isinstance(value, list) else value


def _read_pairs(file: str) -> tuple[list[Any], list[Any], list[int]]:
    """Read *file*, with four numbers or two cells a line; return starts, exits and line numbers."""
    starts: list[Any] = []
    exits: list[Any] = []
    lines: list[int] = []
    if file != "-" and not os.path.exists(file):
        raise FileError(file, "there is no such file of pairs")
    for number, line in enumerate(content.decode(files.read_bytes(file)).splitlines(), 1):
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
            raise FileError(file, reason)
        lines += [number] * (len(starts) - len(lines))
    return starts, exits, lines
