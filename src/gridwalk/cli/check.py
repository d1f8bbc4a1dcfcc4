"""The command check: is what a file brings a tour, or a path?"""

from __future__ import annotations

from typing import Any

import click

from gridwalk.answers.path import Path
from gridwalk.cli.answers import dumps, write
from gridwalk.cli.options import BOARD_OPTIONS, JSON_OPTION, options
from gridwalk.cli.status import Status
from gridwalk.errors import StepError
from gridwalk.grids.moves import NAMED_MOVES
from gridwalk.grids.namedmoves import parse_moves
from gridwalk.tourfile import read_tour


@click.command()
@options(BOARD_OPTIONS[0])
@click.option("--moves", metavar="MOVES",
              help=f"Moves: {', '.join(NAMED_MOVES)}, a leaper A,B, or letters such as U,D,DDR.  "
              "[default: the named ones that make the most of its steps]")  # fmt: skip
@click.option("--format", metavar="NAME", help="Insist on a format of BOARD; gridwalk formats lists them.")
@options(JSON_OPTION)
def check(board: str, moves: str | None, format: str | None, in_json: bool) -> int:  # noqa: A002
    """Check the tour or path in BOARD: every step, and whether all cells are visited.

    BOARD is a board of step numbers, as gridwalk prints tours and others do: 1, 2, 3 ...;
    # and blanks are holes, . is an open cell that is not visited.  The first wrong step is named.

    \b
    Examples:
      gridwalk find 8x8 --moves knight --tour | gridwalk check -
      gridwalk check tour.txt --moves knight

    Exit status: 0 a path or tour, 1 a wrong step, 2 bad input.
    """
    chosen = None if moves is None else parse_moves(moves)
    try:
        path = read_tour(board, moves=chosen, format=format)
    except StepError as error:
        facts = {"valid": False, "step": error.number, "cells": [error.cell, error.following]}
        write(dumps(facts) if in_json else f"no path: {error.reason}")
        return Status.NO_PATH
    write(dumps(_facts(path)) if in_json else _words(path))
    return Status.ANSWERED


def _facts(path: Path) -> dict[str, Any]:
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
