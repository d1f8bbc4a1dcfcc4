"""What `shortest` answers beside one path: a table of paths for pairs of cells, and walks with a state.

On these keys are picked up, walls broken, or a floor slid over.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from functools import partial, reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from gridwalk.answers import results
from gridwalk.cli.answers import write
from gridwalk.cli.output import give_walk
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.errors import BoardFileError, BoardTextError, InputError, counted
from gridwalk.io import content, files
from gridwalk.lifts import Lift, read_keys
from gridwalk.sets.pathset import ANYWHERE

if TYPE_CHECKING:
    from gridwalk.answers.liftedpath import LiftedPath
    from gridwalk.board import Board
    from gridwalk.cli.question import OfPaths
    from gridwalk.errors import Cell
    from gridwalk.grids.cells import CellLike
    from gridwalk.io.boardtext import BoardText
    from gridwalk.keywords import TextOptions


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
    say(f"{found:,} of {len(batch):,} pairs have a path; by {batch.by}")
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
            raise BoardFileError(file, reason)
    return starts, exits


# ---------------------------------------------------------------- walks with a state


def puzzle(command: OfPaths, changes: TextOptions) -> tuple[Board, BoardText]:
    """Read the board of keys and doors."""
    try:
        return read_keys(content.decode(files.read_bytes(command.board)), **changes)
    except BoardTextError as error:
        raise BoardFileError(command.board, str(error)) from error


def answer(command: OfPaths) -> int:
    """Find the shortest walk."""
    board, text, _ = command.reading
    starts, exits, anywhere = command.named_ends(shows_only=False)
    if "--from" in anywhere:
        raise InputError("--from anywhere: a walk that picks up, breaks or slides has a start: give a cell")
    lifts = _lifts(command, board, text)
    asked = reduce(and_, lifts.values()).paths(starts or None, ANYWHERE if anywhere else exits or None)
    with ProgressLine() as line:
        walk = asked.within(command.seconds, memory=command.memory, progress=line).shortest()
    how = walk and f"by {walk.by}: {counted(walk.expanded, 'cell')} with states expanded"
    nowhere = f"no such walk leads from {' or '.join(map(str, asked.starts))} to an end"
    return give_walk(command, board, walk, nowhere, partial(_events, kinds=[*lifts]), how or "")


def _lifts(command: OfPaths, board: Board, text: BoardText | None) -> dict[str, Lift]:
    """Return the lifts of the command line, by the names of their options."""
    made: dict[str, Lift] = {}
    if command.value("keys") and text is not None:
        made["keys"] = Lift._of_letters(board, text, ends=bool(command.exits))
    if command.value("breaks") is not None:
        made["breaks"] = Lift.breaks(board, command.value("breaks"))
    if command.value("ice"):
        made["ice"] = Lift.ice(board)
    return made


def _events(walk: LiftedPath, name: Callable[[Cell], str], kinds: list[str]) -> str:
    """Return what was picked up or broken, where, and after how many steps."""
    found = []
    for steps, cell, after in walk.changes:
        two: list[Any] = [walk.states[steps - 1], after]
        each = zip(*two, strict=True) if len(kinds) > 1 else [two]  # several kinds have a tuple
        for kind, (old, new) in zip(kinds, each, strict=True):
            if kind != "ice" and old != new:
                what = "wall" if kind == "breaks" else "".join(sorted({*new} - {*old}))
                found.append(f"{what} at {name(cell)} after {steps}")
    return ", ".join(found)
