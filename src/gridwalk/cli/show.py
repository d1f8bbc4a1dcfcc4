"""The command show: a board as it is read."""

from __future__ import annotations

import string
import warnings
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from gridwalk.board import legal, passages
from gridwalk.cli.board import (
    Reading,
    board_options,
    cell_option,
    change_options,
    diagonal_option,
    exit_option,
    format_option,
    named_ends,
    read_board,
    refuse_several,
    start_option,
    width_option,
)
from gridwalk.cli.command import Command, look_options, output_options
from gridwalk.cli.drawing import Form
from gridwalk.cli.ends import origins_of
from gridwalk.cli.messages import checked_for_stdout, described, say
from gridwalk.cli.output import check_look, give, say_what_is_lost
from gridwalk.draw import save
from gridwalk.draw import text as drawings
from gridwalk.draw.letters import draw_letters
from gridwalk.errors import BoardTextError, InputError, ReadingWarning, UnclearBoardError, counted
from gridwalk.keywords import GLYPHS
from gridwalk.reading import letters_in, letters_of

if TYPE_CHECKING:
    from gridwalk.board.board import Board

LETTERS = string.ascii_uppercase
SIZES_SAID = 20
OTHER_WIDTH = "to read this output again, add --cell-width 1"


@click.command(cls=Command)
@board_options
@start_option
@exit_option
@change_options
@diagonal_option
@format_option
@cell_option
@width_option
@click.option("--measure", is_flag=True, help="Print dead ends, junctions, loops, ... instead of the board.")
@click.option("--islands", is_flag=True, help="Print which cells can all reach one another, by letters.")
@click.option(
    "--glyphs",
    metavar="TWO",
    default=GLYPHS,
    help="Draw open cells and walls as these two characters, such as 01.",
)
@click.option("--blanks", is_flag=True, help="Print a blank between the cells of a row.")
@click.option("--no-marks", is_flag=True, help="Leave out S and E; with --glyphs 01 it is a plain matrix.")
@output_options(save.BOARD)
@look_options
def show(
    board: str, starts: tuple[str, ...], exits: tuple[str, ...], measure: bool, islands: bool, glyphs: str,
    blanks: bool, no_marks: bool, in_json: bool, output: Path | None, dark: bool, pixels: int | None,
    **how: Any,
) -> None:  # fmt: skip
    """Show BOARD as gridwalk reads it: walls, start, exits.

    gridwalk can read the output again ('#' wall, '.' open, S start, E exit), and a plain matrix
    too.  The line on stderr names the format of BOARD, its size, and where start and exit come
    from: marks, the openings of the border, or the first and the last open cell.

    \b
    Examples:
      gridwalk show maze.txt
      gridwalk show maze.txt --glyphs 01 --blanks --no-marks
      gridwalk show maze.txt --json
      gridwalk show maze.txt --measure
      gridwalk show maze.txt --islands
      gridwalk show maze.txt -o maze.png --dark

    Exit status: 0 shown, 2 bad input.
    """
    check_look(output, dark=dark, pixels=pixels)
    of_drawings = [name for name, given in (("--glyphs", glyphs != GLYPHS), ("--blanks", blanks),
                                            ("--no-marks", no_marks)) if given]  # fmt: skip
    if measure and islands:
        raise InputError("--measure and --islands are different questions: give one")
    if (measure or islands) and (of_drawings or output):
        asked, what = ("--measure", "numbers") if measure else ("--islands", "letters")
        raise InputError(f"{asked} prints {what}, or --json: leave out {[*of_drawings, '--output'][0]}")
    if of_drawings and (in_json or (output is not None and output.suffix != ".txt")):
        raise InputError(f"{of_drawings[0]} applies to characters: leave out --json, or write a .txt file")
    if output is None:
        checked_for_stdout(glyphs, "--glyphs")
    refuse_several(starts)
    starts, exits = named_ends(starts, exits)
    reading = read_board(board, starts=starts, exits=exits, joins=not (measure or islands), **how)
    grid, form = reading.board, Form(in_json, output)
    if islands:
        return _islands(grid, form)
    if measure:
        measures = grid.measure()
        return give(form, measures.to_dict, lambda: str(measures))
    letters = {} if reading.text is None or no_marks or starts or exits else letters_in(reading.text)
    facts = _facts(reading)
    drawn = partial(grid.draw, marks=not no_marks, glyphs=glyphs, blanks=blanks)
    if letters:
        drawn = partial(draw_letters, grid, letters, glyphs=glyphs, blanks=blanks)
    give(
        form,
        lambda: facts | _more(grid) | {"text": drawn()},
        drawn,
        lambda: save.board_forms(grid, save.Look(dark, pixels), drawn, letters=letters),
    )
    if output is not None and (name := save.BOARD_FORMATS.get(output.suffix)) is not None:
        say_what_is_lost(name)
    if not in_json and (output is None or output.suffix == ".txt"):
        if not (of_drawings or letters):
            say_whether_readable(grid, costs=grid.costs is not None, moves=grid.moves)
        if output is None:
            say(_in_words(facts, grid))
    return None


def _facts(reading: Reading) -> dict[str, Any]:
    board, text, origins = reading.board, reading.text, origins_of(reading)
    levels = board.levels
    between = 0 if levels is None else (levels.number - 1) * board.columns  # places between two levels
    facts: dict[str, Any] = {
        "form": "size" if text is None else text.form,
        "rows": board.rows,
        "columns": board.columns,
        "open": board.open_count,
        "walls": board.size - board.open_count - between,
        "wrap": board.wrap,
        "moves": board.moves.name,
        "diagonal": board.diagonal,
        "portals": board.portals,
        "start": board._name(board.start),
        "start_from": origins.start,
        "exits": board._names(board.exits),
        "exits_from": origins.exits,
    }
    if levels is not None:
        facts["levels"] = levels.number
    if text is not None and text.pairs:
        facts["pairs"] = dict(zip(letters_of(text), text.pairs, strict=True))
    return facts


def _more(board: Board) -> dict[str, Any]:
    """Return the facts that only JSON has."""
    one_way = [(*cell, *way) for cell, ways in board.one_way.items() for way in legal.ways_of(ways)]
    sides = () if board.walls is None else (side.view(np.uint8) for side in board.walls.sides)
    between: dict[str, object] = {"walls_right": None, "walls_below": None}
    between |= dict(zip(("walls_right", "walls_below", "walls_slant"), sides, strict=False))
    return between | {"one_way": one_way, "costs": board.costs}


def _islands(board: Board, form: Form) -> None:
    """Print the islands of *board*, as letters if there are few, and their sizes."""
    labels = board.islands()
    sizes = np.bincount(labels[labels >= 0]).tolist()
    few = len(sizes) <= len(LETTERS)

    def text() -> str:
        from gridwalk.io.lines.rooms import by_levels

        if few:
            names = np.array([*LETTERS[: len(sizes)], "#"])
            text = "\n".join(map("".join, names[labels].tolist()))
        else:
            text = drawings.in_columns(np.where(labels < 0, "#", labels.astype(str)))
        return by_levels(board, text, 1)

    give(form, lambda: {"islands": len(sizes), "sizes": sizes, "labels": labels}, text)
    if not form.in_json:
        order = sorted(range(len(sizes)), key=lambda number: -sizes[number])[:SIZES_SAID]
        listed = ", ".join(f"{LETTERS[number] if few else number} {sizes[number]:,}" for number in order)
        more = "" if len(sizes) <= SIZES_SAID else ", ..."
        say(f"{counted(len(sizes), 'island')}; cells: {listed}{more}")


def say_whether_readable(board: Board, **options: Any) -> None:
    """Say it if what is printed of *board* cannot be read again, or only with an option."""
    from gridwalk.board.board import Board

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", ReadingWarning)
            Board.from_text(board.to_text(), **options)
    except ReadingWarning:
        say(OTHER_WIDTH)
    except BoardTextError as error:
        is_unclear = isinstance(error, UnclearBoardError) and error.readings
        say(OTHER_WIDTH if is_unclear else f"this output cannot be read again: {described(error)}")


def _in_words(facts: dict[str, Any], board: Board) -> str:
    exits = " or ".join(map(board._said, board.exits))
    words = [
        "a board given by its size" if facts["form"] == "size" else f"read as a {facts['form']}",
        str(board.levels or f"{board.rows} x {board.columns}"),
        f"{board.open_count:,} open, {facts['walls']:,} walls",
        f"{board.walls.number:,} between cells" if board.walls is not None else "",
        passages.WRAPPED[board.wrap],
        f"{len(board.one_way):,} one-way" if board.one_way else "",
        f"costs {board.costs.min()} to {board.costs.max()}" if board.costs is not None else "",
        f"{len(board.portals):,} portal{'s' * (len(board.portals) > 1)}" if board.portals else "",
        f"moves {board.moves.name}",
        f"diagonal steps times {board.diagonal:g}" if board.diagonal is not None else "",
        *(
            [f"pairs of {', '.join(facts['pairs'])}"]
            if "pairs" in facts
            else [f"start {facts['start']} ({facts['start_from']})", f"exit {exits} ({facts['exits_from']})"]
        ),
    ]
    return ", ".join(filter(None, words))
