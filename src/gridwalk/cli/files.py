"""The commands convert, formats, check and scen: other programs' files, and what is in them."""

from __future__ import annotations

import sys
import time
from pathlib import Path as FilePath
from typing import Any

import click
import numpy as np

from gridwalk.answers.path import Path
from gridwalk.board import Board
from gridwalk.cli.answers import dumps, write
from gridwalk.cli.ends import refuse_several_starts
from gridwalk.cli.options import BOARD_OPTIONS, JSON_OPTION, BoardArguments, options
from gridwalk.cli.output import BOARD_FORMATS, LOOK, PICTURE_ENDINGS, WITHOUT_ENDS, save_board, wants_file
from gridwalk.cli.progress import is_terminal, say
from gridwalk.cli.status import Status
from gridwalk.cli.values import Output
from gridwalk.errors import BoardFileError, BoardTextError, GridwalkError, InputError, StepError
from gridwalk.grids.checks import MAX_CELLS
from gridwalk.grids.moves import KING, NAMED_MOVES
from gridwalk.grids.names import parse_moves
from gridwalk.io.choice import print_as
from gridwalk.io.content import decode
from gridwalk.io.files import read_bytes, write_whole
from gridwalk.io.formats import FORMATS, format_named
from gridwalk.io.movingai import Scenario, parse_scenarios
from gridwalk.keywords import TERRAIN
from gridwalk.reading import read
from gridwalk.runtime.slices import tier
from gridwalk.tourfile import read_tour


@click.command()
@options(BOARD_OPTIONS)
@click.argument("out", metavar="OUT")
@click.option("--to-format", metavar="NAME", help="The format of OUT; default: by its ending.")
@options(LOOK)
def convert(out: str, to_format: str | None, **given: Any) -> None:
    """Write BOARD to OUT in another format.

    OUT is a file, or - for standard output.  Its ending says the format: .txt is a drawing, of
    boxes if there are walls between cells; .png and .svg are pictures.  gridwalk formats lists
    all formats.  What a format cannot hold is refused; moves are never written, and a line on
    stderr says where start and exits are not.

    \b
    Examples:
      gridwalk convert maze.txt maze.map
      gridwalk convert maze.maz maze.txt
      gridwalk convert maze.txt - --to-format boxes
      gridwalk convert maze.txt maze.svg --dark

    Exit status: 0 written, 2 bad input.
    """
    refuse_several_starts(given)
    row = None if to_format is None else format_named(to_format, argument="to_format", can="print")
    endings = (".txt", *BOARD_FORMATS, *PICTURE_ENDINGS)
    given |= {"output": None, "squares": False}
    if out != "-":
        given["output"] = Output(endings).convert(out, None, None) if row is None else FilePath(out)
        wants_file(given)
    board = BoardArguments(given).board()
    name = _format_of(board, given["output"]) if row is None else row.name
    if name is None:
        save_board(board, given, str)  # a picture
        return
    data = print_as(board, name)
    raw = data if isinstance(data, bytes) else f"{data.rstrip(chr(10))}\n".encode()
    if out != "-":
        write_whole(given["output"], raw)
        say(f"wrote {out} ({len(raw):,} bytes, a {format_named(name, can='print').title})")
    elif isinstance(data, str):
        write(data.rstrip("\n"))
    elif is_terminal(sys.stdout):
        raise InputError(f"{name} is bytes, and this is a terminal: write to a file")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(raw)
    if "ends" not in format_named(name, can="print").holds:
        say(WITHOUT_ENDS)


def _format_of(board: Board, file: FilePath | None) -> str | None:
    """Return the format by the ending of *file*; None: a picture."""
    ending = ".txt" if file is None else file.suffix.lower()
    if ending in PICTURE_ENDINGS:
        return None
    return BOARD_FORMATS.get(ending, board.own_format)


@click.command("formats")
@options(JSON_OPTION)
def formats_(in_json: bool) -> None:
    """List the formats of boards: name, read or written, endings of files, and what it is.

    BOARD is recognised by its content.  --format NAME insists on a format; gridwalk convert
    writes one.

    \b
    Examples:
      gridwalk formats
      gridwalk formats --json

    Exit status: 0 listed.
    """
    rows = sorted(FORMATS, key=lambda row: row.name)
    if in_json:
        facts = [
            {
                "name": row.name,
                "title": row.title,
                "about": row.about,
                "reads": row.parse is not None,
                "writes": row.print is not None,
                "binary": row.binary,
                "endings": row.endings,
                "options": row.options,
                "holds": row.holds,
            }
            for row in rows
        ]
        write(dumps(facts))
        return
    lines = [("name", "does", "ending", "what it is")]
    for row in rows:
        does = " ".join(
            word for word, can in (("reads", row.parse), ("writes", row.print)) if can is not None
        )
        lines.append((row.name, does, " ".join(row.endings), row.about))
    widths = [max(len(line[column]) for line in lines) for column in range(3)]
    for line in lines:
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=False)]
        write("  ".join([*cells, line[3]]))


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


TOLERANCE = 0.02  # scenario files round their costs to between two and eight digits


@click.command()
@click.argument("map_file", metavar="MAP")
@click.argument("scenarios", metavar="SCEN")
@click.option("--by", default="auto", metavar="ALGORITHM", help="As for shortest.")
@click.option("--corners", default="both", show_default=True, metavar="RULE", help="both, one or none.")
@click.option(
    "--terrain", default=TERRAIN, show_default=True, metavar="CHARS", help="Characters that are open."
)
@JSON_OPTION
def scen(map_file: str, scenarios: str, by: Any, corners: Any, terrain: str, in_json: bool) -> int:
    """Answer every query of SCEN on MAP, check each optimum, and time them.

    Both files are in the formats of the MovingAI benchmark: king's moves, no corner cutting, a
    diagonal step costs the square root of 2.  The time of a query is that of one call from
    Python that returns the whole path; reading and preparing the board are not included.

    \b
    Examples:
      gridwalk scen arena.map arena.map.scen
      gridwalk scen arena.map arena.map.scen --by astar --json

    Exit status: 0 all costs agree, 1 a cost differs, 2 bad input.
    """
    board = read(map_file, terrain=terrain, moves=KING.with_corners(corners))
    try:
        queries = parse_scenarios(decode(read_bytes(scenarios)))
    except BoardTextError as error:
        raise BoardFileError(scenarios, str(error)) from None
    if not queries:
        raise BoardFileError(scenarios, "it has no queries")
    boards = {query.shape: _scaled(board, query, scenarios) for query in queries}
    for query in queries:
        try:
            boards[query.shape].paths(query.start, query.goal)
        except GridwalkError as error:
            raise BoardFileError(scenarios, f"line {query.line}: {_said(error)}") from None
    with tier("compiled"):  # as for a board with many queries
        for query in {query.shape: query for query in queries}.values():
            _answer(boards[query.shape], query, by)  # prepares the board of this scale
        results = [_answer(boards[query.shape], query, by) for query in queries]
    seconds = np.array([result[1] for result in results])
    wrong = [i for i, (cost, _, _) in enumerate(results) if not abs(cost - queries[i].cost) <= TOLERANCE]
    table: dict[str, Any] = {
        "map": map_file,
        "queries": len(queries),
        "wrong": len(wrong),
        "by": "+".join(sorted({result[2] for result in results})),
        "median_us": round(float(np.median(seconds)) * 1e6, 2),
        "p99_us": round(float(np.quantile(seconds, 0.99)) * 1e6, 2),
        "total_ms": round(float(seconds.sum()) * 1e3, 3),
    }
    if in_json:
        write(dumps(table))
    else:
        width = max(map(len, table))
        for name, value in table.items():
            write(f"{name:{width}}  {value:,}" if not isinstance(value, str) else f"{name:{width}}  {value}")
    for i in wrong[:10]:
        say(f"query {i + 1}: {queries[i].start} to {queries[i].goal} costs {results[i][0]:.6f}, "
            f"the file says {queries[i].cost}")  # fmt: skip
    return Status.NO_PATH if wrong else Status.ANSWERED


def _answer(board: Board, query: Scenario, by: Any) -> tuple[float, float, str]:
    """Return (cost, seconds, algorithm)."""
    began = time.perf_counter()
    path = board.paths(query.start, query.goal).shortest(by=by)
    seconds = time.perf_counter() - began
    return (np.inf, seconds, by) if path is None else (float(path.cost), seconds, path.by)


def _scaled(board: Board, query: Scenario, name: str) -> Board:
    """Return the board at the scale of the query: each cell repeated in both directions."""
    if query.shape in (board.shape, (0, 0)):
        return board
    scale = query.shape[0] // board.rows
    fits = query.shape == (scale * board.rows, scale * board.columns)
    if not (fits and scale >= 1 and scale * scale * board.size <= MAX_CELLS):
        shape = "{:,} x {:,}".format(*query.shape)
        reason = f"made for a map of {shape}, which is not a multiple of {board.rows} x {board.columns}"
        raise BoardFileError(name, reason)
    return Board(board.open_cells.repeat(scale, 0).repeat(scale, 1), moves=board.moves)


def _said(error: GridwalkError) -> str:
    """Return the message of an error about the cells of a query, which come from no option."""
    if error.argument is None:
        return str(error)
    name, value = error.argument
    return f"{'the start' if name == 'start' else 'the goal'} {value} {error.words}"
