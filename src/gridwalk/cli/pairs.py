"""The option --pairs of the command shortest: a path for each pair of cells in a file."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

from gridwalk.answers.results import as_json
from gridwalk.cli.answers import write
from gridwalk.cli.options import BoardArguments
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.errors import BoardFileError, InputError
from gridwalk.grids.cells import CellLike
from gridwalk.io.content import decode
from gridwalk.io.files import read_bytes

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
