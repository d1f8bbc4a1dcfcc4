"""The table of paths for pairs of cells that `shortest --pairs` prints."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any

from gridwalk.answers import results
from gridwalk.cli.answers import write
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.errors import FileError
from gridwalk.io import content, files

if TYPE_CHECKING:
    from gridwalk.board.cells import CellLike
    from gridwalk.cli.question import OfPaths


def table_of_pairs(command: OfPaths, file: str) -> int:
    """Print a row for each pair: start, exit, length, cost, and why a pair cannot be asked."""
    starts, exits = _read(file)
    with ProgressLine() as line:
        batch = command.reading.board.shortest_many(
            starts, exits, by=command.value("by"), invalid="none", max_cost=command.value("max_cost"),
            seconds=command.seconds, memory=command.memory, progress=line,
        )  # fmt: skip
    answers = batch.to_dict()
    cells = answers.pop("cells")
    table = {"start": starts, "exit": exits, **answers}
    table["error"] = [batch.errors.get(number) for number in range(len(batch))]
    if command.value("in_json"):
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


def _read(file: str) -> tuple[list[CellLike], list[CellLike]]:
    """Return the starts and exits in *file*: four numbers a line, or two names of cells."""
    starts: list[CellLike] = []
    exits: list[CellLike] = []
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
    return starts, exits
