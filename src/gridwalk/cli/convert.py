"""The commands convert and formats."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from gridwalk.board import Board
from gridwalk.cli.answers import dumps, write
from gridwalk.cli.ends import refuse_several_starts
from gridwalk.cli.options import BOARD_OPTIONS, JSON_OPTION, BoardArguments, options
from gridwalk.cli.output import (
    BOARD_FORMATS,
    LOOK,
    PICTURE_ENDINGS,
    WITHOUT_ENDS,
    save_board,
    wants_file,
)
from gridwalk.cli.progress import is_terminal, say
from gridwalk.cli.target import Output
from gridwalk.errors import InputError
from gridwalk.io.choice import print_as
from gridwalk.io.files import write_whole
from gridwalk.io.formats import FORMATS, format_named


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
        given["output"] = Output(endings).convert(out, None, None) if row is None else Path(out)
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


def _format_of(board: Board, file: Path | None) -> str | None:
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
