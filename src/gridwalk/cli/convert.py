"""The command convert: a board in another format, and the list of formats."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gridwalk.answers.explanation import aligned
from gridwalk.cli import boards, options
from gridwalk.cli.answers import dumps, write, write_bytes
from gridwalk.cli.messages import say
from gridwalk.cli.output import say_what_is_lost, write_file
from gridwalk.cli.values import Output, ending_of
from gridwalk.draw import save
from gridwalk.draw.text import draw_letters
from gridwalk.errors import GridwalkError, InputError, ReadingWarning
from gridwalk.io import files
from gridwalk.io.formats import FORMATS, format_named
from gridwalk.reading import letters_in
from gridwalk.runtime.progress import is_terminal

if TYPE_CHECKING:
    from gridwalk.board.board import Board


def _list(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        write(_formats())
        ctx.exit()


@click.command(cls=options.Command)
@boards.options
@click.argument("out")
@boards.start_option
@boards.exit_option
@boards.rare_options
@click.option("--to-format", metavar="NAME", help="The format of OUT; default: by its ending.")
@options.dark
@click.option(
    "--formats",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list,
    help="List the formats of boards, and which are read or written.",
)
def convert(
    board: str, out: str, starts: tuple[str, ...], exits: tuple[str, ...], to_format: str | None, dark: bool,
    **how: Any,
) -> None:  # fmt: skip
    """Write BOARD to OUT in another format, or changed.

    OUT is a file, or - for standard output.  On standard output the board is a drawing if that holds all of
    it, else JSON, so that another command can read it.  The ending of OUT is the format: .txt is a drawing,
    of boxes if there are walls between cells; .png and .svg are pictures.  A board that the format cannot
    hold is refused; if the format does not hold start and exits, a line on stderr says so.

    \b
    Examples:
      gridwalk convert maze.txt maze.map
      gridwalk convert maze.json maze.txt
      gridwalk convert maze.txt - --to-format boxes
      gridwalk convert map.png - --cell pixel | gridwalk shortest -
      gridwalk convert 8x8 - --wrap both | gridwalk find - --moves knight --tour --closed
      gridwalk convert --formats

    Exit status: 0 written, 2 bad input.
    """
    row = None if to_format is None else format_named(to_format, argument="to_format", can="print")
    file = None
    if out != "-":
        file = Output(save.BOARD).convert(out, None, None) if row is None else Path(out)
    if file is not None and options.is_same(file, board):
        raise InputError(f"{file} is the file of the board; write to another file")
    is_picture = row is None and ending_of(file) in save.PICTURES
    if dark and not is_picture:
        raise InputError("--dark is for pictures: name one, such as FILE.png")
    reading = boards.read_one(board, starts, exits, networks=True, joins=True, **how)
    if reading.is_network:
        return _network(reading.board, out)
    grid, text = reading.board, reading.text
    letters = {} if text is None or text.tour is not None else letters_in(text)
    if file is not None and is_picture:
        return write_file(file, save.board_forms(grid, save.Look(dark), grid.to_text, letters=letters))
    if row is not None:
        name = row.name
    elif file is None:
        name = grid._own_format if _is_whole(grid) else "json"
    else:
        name = save.BOARD_FORMATS.get(ending_of(file), grid._own_format)
    row, raw = format_named(name, can="print"), save.bytes_in(grid, name)
    if letters and name == grid._own_format and not (starts or exits):  # such a drawing has no ends
        raw = f"{draw_letters(grid, letters)}\n".encode()
    elif letters:
        say("letters or numbers of the puzzle are left out: a drawing without --from and --to has them")
    if file is not None:
        files.write_whole(file, raw)
        say(f"wrote {out} ({len(raw):,} bytes, a {row.title})")
    elif not row.binary:
        write(raw.decode().rstrip("\n"))
    elif is_terminal(sys.stdout):
        raise InputError(f"{name} is bytes, and this is a terminal: write to a file")
    else:
        write_bytes(raw)
    return say_what_is_lost(name)


def _is_whole(board: Board) -> bool:
    """Whether the drawing of *board* is read as an equal board."""
    from gridwalk.board.board import Board

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", ReadingWarning)
            return Board.from_text(board.to_text()) == board
    except (GridwalkError, ReadingWarning):
        return False


def _network(network: Any, out: str) -> None:
    """Write a network as node-link JSON."""
    import networkx

    if out != "-" and ending_of(Path(out)) != ".json":
        raise InputError("a network is written as JSON: name a .json file, or - for standard output")
    text = dumps(networkx.node_link_data(network.to_networkx(), edges="links"))
    if out == "-":
        return write(text)
    files.write_whole(out, f"{text}\n".encode())
    return say(f"wrote {out}")


def _formats() -> str:
    table = [("name", "does", "ending", "what it is")]
    for row in sorted(FORMATS, key=lambda row: row.name):
        can = {"reads": row.parse, "writes": row.print}
        does = " ".join(word for word, function in can.items() if function is not None)
        table.append((row.name, does, " ".join(row.endings), row.about))
    return aligned(table)
