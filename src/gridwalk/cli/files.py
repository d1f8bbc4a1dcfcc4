"""The commands about files: convert, formats, check, scen and kept."""

from __future__ import annotations

import sys
import time
from dataclasses import asdict
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np

from gridwalk.answers.path import Path
from gridwalk.board import Board
from gridwalk.cli import boardverbs
from gridwalk.cli.answers import dumps, write
from gridwalk.cli.groups import BOARD_FORMATS, PICTURE_ENDINGS
from gridwalk.cli.output import OutFile, bytes_in, save_board, say_what_is_lost
from gridwalk.cli.progress import is_terminal, say
from gridwalk.cli.question import BoardArguments, refuse_several_starts
from gridwalk.cli.status import Status
from gridwalk.cli.values import Output
from gridwalk.errors import BoardFileError, BoardTextError, GridwalkError, InputError, StepError
from gridwalk.grids.checks import MAX_CELLS
from gridwalk.grids.moves import KING
from gridwalk.grids.names import parse_moves
from gridwalk.io.content import decode
from gridwalk.io.files import read_bytes, write_whole
from gridwalk.io.formats import FORMATS, format_named
from gridwalk.io.movingai import Scenario, parse_scenarios
from gridwalk.reading import read, read_tour
from gridwalk.runtime.slices import tier

if TYPE_CHECKING:
    from gridwalk.runtime.journal import Standing

ENDINGS = (".txt", *BOARD_FORMATS, *PICTURE_ENDINGS)


def convert(given: boardverbs.ConvertCommand) -> None:
    """Write a board in another format."""
    refuse_several_starts(given)
    row = (
        None if given.to_format is None else format_named(given.to_format, argument="to_format", can="print")
    )
    out = None
    if given.out != "-":
        file = Output(ENDINGS).convert(given.out, None, None) if row is None else FilePath(given.out)
        out = OutFile(file, given.dark, given.pixels).beside(given.board)
    board = BoardArguments(given).board()
    name = row.name if row is not None else _format_of(board, ".txt" if out is None else out.ending)
    if name is None:
        assert out is not None
        return save_board(board, out, str)  # a picture
    raw = bytes_in(board, name)
    if out is not None:
        write_whole(out.file, raw)
        say(f"wrote {given.out} ({len(raw):,} bytes, a {format_named(name, can='print').title})")
    elif not format_named(name, can="print").binary:
        write(raw.decode().rstrip("\n"))
    elif is_terminal(sys.stdout):
        raise InputError(f"{name} is bytes, and this is a terminal: write to a file")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(raw)
    return say_what_is_lost(name)


def _format_of(board: Board, ending: str) -> str | None:
    """Return the format by the ending of a file; None: a picture."""
    return None if ending in PICTURE_ENDINGS else BOARD_FORMATS.get(ending, board.own_format)


def formats(given: boardverbs.FormatsCommand) -> None:
    """List the formats of boards."""
    rows = sorted(FORMATS, key=lambda row: row.name)
    if given.in_json:
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


def check(given: boardverbs.CheckCommand) -> int:
    """Check a tour or a path."""
    chosen = None if given.moves is None else parse_moves(given.moves)
    try:
        path = read_tour(given.board, moves=chosen, format=given.format)
    except StepError as error:
        facts = {"valid": False, "step": error.number, "cells": [error.cell, error.following]}
        write(dumps(facts) if given.in_json else f"no path: {error.reason}")
        return Status.NO_PATH
    write(dumps(_facts(path)) if given.in_json else _words(path))
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


TOLERANCE = 0.02  # scenario files round their costs to between two and eight digits


def scen(given: boardverbs.ScenCommand) -> int:
    """Answer all queries of a scenario file, check and time them."""
    map_file, scenarios, by = given.map_file, given.scenarios, given.by
    board = read(map_file, terrain=given.terrain, moves=KING.with_corners(given.corners))
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
    table: dict[str, object] = {
        "map": map_file,
        "queries": len(queries),
        "wrong": len(wrong),
        "by": "+".join(sorted({result[2] for result in results})),
        "median_us": round(float(np.median(seconds)) * 1e6, 2),
        "p99_us": round(float(np.quantile(seconds, 0.99)) * 1e6, 2),
        "total_ms": round(float(seconds.sum()) * 1e3, 3),
    }
    if given.in_json:
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


def kept(given: boardverbs.KeptCommand) -> None:
    """Show how far questions are."""
    from gridwalk.planner.tables import aligned  # what only this command needs
    from gridwalk.runtime.checkpoint import kept_questions
    from gridwalk.runtime.journal import Journal, standings

    every = standings(Journal(given.directory, make=False))
    if given.in_json:
        write(dumps({"kept": given.directory, "questions": [asdict(one) for one in every]}))
        return
    if not every:
        others = kept_questions(given.directory)
        of_one = f"in parts, and of {others} others states or answers" if others else "yet"
        say(f"{given.directory} has no questions {of_one}")
        return
    head = ("done", "running", "to do", "worked", "left", "question")
    write(aligned([head, *map(_row, every)]))


def _row(one: Standing) -> tuple[str, ...]:
    left = "?" if one.left is None else _time(one.left)
    return f"{one.done:,}", f"{one.running:,}", f"{one.to_do:,}", _time(one.worked), left, one.question


def _time(seconds: float) -> str:
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} s" if seconds else "-"
