"""The command check: a tour or a path in a file, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gridwalk.cli import boards, options
from gridwalk.cli.output import Form, give
from gridwalk.cli.status import Status
from gridwalk.errors import FileError

if TYPE_CHECKING:
    from gridwalk.answers.path import Path


@click.command(cls=options.Command)
@click.argument("board")
@click.option(
    "--moves",
    metavar="MOVES",
    help="The moves of the path, as for find.  [default: the moves of most of its steps]",
)
@boards.format_option
@click.option(
    "--origin",
    type=click.IntRange(0, 1),
    metavar="0|1",
    default=1,
    show_default=True,
    help="The number of the first step.",
)
@options.json
def check(board: str, moves: str | None, format: str | None, origin: int, form: Form) -> int:  # noqa: A002
    """Check the tour or path in BOARD: its steps, and the cells that it misses.

    BOARD is a board of step numbers, as gridwalk and other programs print tours: 1, 2, 3 ...;
    # and blanks are holes, . is an open cell that is not visited.  Or it is a tour that was saved
    as an .svg.  The first wrong step is named.

    \b
    Examples:
      gridwalk find 8x8 --moves knight --tour | gridwalk check -
      gridwalk check tour.txt --moves knight

    Exit status: 0 a path or tour, 1 a wrong step, 2 bad input.
    """
    from gridwalk.reading import read_tour

    try:
        path = read_tour(board, moves=moves, format=format, origin=origin)
    except FileError as error:
        if error.step is None:
            raise
        number, *cells = error.step
        facts = {"valid": False, "step": number, "cells": cells}
        words = f"no path: {error.reason}"
        give(form, lambda: facts, lambda: words)
        return Status.NO_PATH
    give(form, lambda: _facts(path), lambda: _words(path))
    return Status.ANSWERED


def _facts(path: Path) -> dict[str, object]:
    board = path.board
    return {
        "valid": True,
        "tour": path.is_tour,
        "closed": path.closed,
        "length": path.length,
        "moves": board.moves.name,
        "rows": board.rows,
        "columns": board.columns,
        "open": board.open_count,
        "start": path.start,
        "end": path.end,
    }


def _words(path: Path) -> str:
    board = path.board
    moves = f"{path.length:,} {board.moves.name} {'move' if path.length == 1 else 'moves'}"
    cells = f"{board.open_count:,} cells of {board.rows} x {board.columns}"
    if path.is_tour:
        ends = "" if path.closed else f", from {path.start} to {path.end}"
        return f"{'a closed' if path.closed else 'an open'} tour of {moves} through all {cells}{ends}"
    seen = set(path)
    rows, columns = board.open_cells.nonzero()
    missed = next(cell for cell in zip(rows.tolist(), columns.tolist(), strict=True) if cell not in seen)
    return f"a path of {moves} through {len(path):,} of {cells}: {missed} is not visited"
