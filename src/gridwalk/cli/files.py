"""The commands about files: convert, formats and check."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import click

from gridwalk.cli.answers import dumps, write
from gridwalk.cli.forms import JsonOption
from gridwalk.cli.options import Own, Rules, argument, option
from gridwalk.cli.output import (
    LookOptions,
    OutFile,
    give,
    looks_of,
    save_board,
    say_what_is_lost,
)
from gridwalk.cli.progress import is_terminal, say
from gridwalk.cli.question import OnBoard
from gridwalk.cli.status import Status
from gridwalk.cli.values import Output
from gridwalk.draw import save
from gridwalk.errors import FileError, InputError
from gridwalk.io import files
from gridwalk.io.formats import FORMATS, format_named

if TYPE_CHECKING:
    from gridwalk.answers import path as one_path


class ConvertCommand(OnBoard, under="Output"):
    """Write BOARD to OUT in another format.

    OUT is a file, or - for standard output.  Its ending says the format: .txt is a drawing, of
    boxes if there are walls between cells; .png and .svg are pictures.  gridwalk formats lists
    all formats.  What a format cannot hold is refused; moves are never written, and a line on
    stderr says where start and exits are not.

    \b
    Examples:
      gridwalk convert maze.txt maze.map
      gridwalk convert maze.json maze.txt
      gridwalk convert maze.txt - --to-format boxes
      gridwalk convert maze.txt maze.svg --dark

    Exit status: 0 written, 2 bad input.
    """

    common = "to_format starts exits dark format"
    without = dict.fromkeys(("order", "corners", "diagonal"), "no format holds it")
    out: str = argument("OUT")
    to_format: str | None = option("The format of OUT; default: by its ending.", metavar="NAME")
    dark: bool = LookOptions.dark
    pixels: Annotated[int, click.IntRange(min=1, max=1000)] | None = LookOptions.pixels
    rules: ClassVar[Rules] = looks_of("out=-|")

    def answer(self) -> None:
        """Write the board in another format."""
        self.refuse_several_starts()
        named = self.to_format
        row = None if named is None else format_named(named, argument="to_format", can="print")
        out = None
        if self.out != "-":
            file = Output(save.BOARD).convert(self.out, None, None) if row is None else Path(self.out)
            out = OutFile(file, self.dark, self.pixels).beside(self.board)
        board = self.reading.board
        if row is None and out is not None and out.ending in save.PICTURES:
            return save_board(board, out, str)
        ending = ".txt" if out is None else out.ending
        name = save.BOARD_FORMATS.get(ending, board._own_format) if row is None else row.name
        row, raw = format_named(name, can="print"), save.bytes_in(board, name)
        if out is not None:
            files.write_whole(out.file, raw)
            say(f"wrote {self.out} ({len(raw):,} bytes, a {row.title})")
        elif not row.binary:
            write(raw.decode().rstrip("\n"))
        elif is_terminal(sys.stdout):
            raise InputError(f"{name} is bytes, and this is a terminal: write to a file")
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(raw)
        return say_what_is_lost(name)


class FormatsCommand(JsonOption):
    """List the formats of boards, and which are read or written.

    BOARD is recognised by its content.  --format NAME insists on a format; gridwalk convert
    writes one.

    \b
    Examples:
      gridwalk formats
      gridwalk formats --json

    Exit status: 0 listed.
    """

    needs_boards = False

    def answer(self) -> None:
        """List the formats of boards."""
        from gridwalk.answers.explanation import aligned

        rows = sorted(FORMATS, key=lambda row: row.name)
        if self.in_json:
            facts = [
                {
                    "name": row.name,
                    "title": row.title,
                    "about": row.about,
                    "reads": row.parse is not None,
                    "writes": row.print is not None,
                    **{name: getattr(row, name) for name in ("binary", "endings", "options", "holds")},
                }
                for row in rows
            ]
            return write(dumps(facts))
        table = [("name", "does", "ending", "what it is")]
        for row in rows:
            can = {"reads": row.parse, "writes": row.print}
            does = " ".join(word for word, function in can.items() if function is not None)
            table.append((row.name, does, " ".join(row.endings), row.about))
        return write(aligned(table))


class CheckCommand(Own, JsonOption, under="Board"):
    """Check the tour or path in BOARD: its steps, and what it misses.

    BOARD is a board of step numbers, as gridwalk prints tours and others do: 1, 2, 3 ...;
    # and blanks are holes, . is an open cell that is not visited.  Or it is a tour that was saved
    as an .svg.  The first wrong step is named.

    \b
    Examples:
      gridwalk find 8x8 --moves knight --tour | gridwalk check -
      gridwalk check tour.txt --moves knight

    Exit status: 0 a path or tour, 1 a wrong step, 2 bad input.
    """

    board: str = argument()
    moves: str | None = option("As elsewhere.  [default: those that make most of its steps]", metavar="MOVES")
    format: str | None = OnBoard.format
    origin: Annotated[int, click.IntRange(0, 1)] = option("The number of the first step.", metavar="0|1",
                                                          default=1, shown=True)  # fmt: skip

    def answer(self) -> int:
        """Check a tour or a path."""
        from gridwalk.reading import read_tour

        try:
            path = read_tour(self.board, moves=self.moves, format=self.format, origin=self.origin)
        except FileError as error:
            if error.step is None:
                raise
            number, *cells = error.step
            facts = {"valid": False, "step": number, "cells": cells}
            reason = error.reason
            give(self, lambda: facts, lambda: f"no path: {reason}")
            return Status.NO_PATH
        give(self, lambda: _facts(path), lambda: _words(path))
        return Status.ANSWERED


def _facts(path: one_path.Path) -> dict[str, object]:
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


def _words(path: one_path.Path) -> str:
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
