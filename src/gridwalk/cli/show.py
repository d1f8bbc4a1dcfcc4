"""The command show: a board as it is read."""

from __future__ import annotations

import string
import warnings
from functools import partial
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from gridwalk.board import legal, passages
from gridwalk.cli import boards, options
from gridwalk.cli.messages import checked_for_stdout, described, say
from gridwalk.cli.output import Form, give, say_what_is_lost
from gridwalk.draw import save
from gridwalk.draw import text as drawings
from gridwalk.errors import BoardTextError, InputError, ReadingWarning, UnclearBoardError, counted
from gridwalk.io.lines.rooms import by_levels
from gridwalk.keywords import GLYPHS
from gridwalk.reading import letters_in, letters_of

if TYPE_CHECKING:
    from gridwalk.board.board import Board

LETTERS = string.ascii_uppercase
SIZES_SAID = 20
OTHER_WIDTH = "to read this output again, add --cell-width 1"


@click.command(cls=options.Command)
@boards.options
@boards.start_option
@boards.exit_option
@boards.change_options
@boards.diagonal_option
@boards.format_option
@boards.cell_option
@boards.width_option
@options.flag("--measure", help="Print dead ends, junctions, loops, ... instead of the board.")
@options.flag("--islands", help="Print the strongly connected components, one letter each.")
@click.option(
    "--glyphs",
    metavar="TWO",
    default=GLYPHS,
    help="Draw open cells and walls as these two characters, such as 01.",
)
@options.flag("--blanks", help="Print a blank between the cells of a row.")
@options.flag("--no-marks", help="Leave out S and E; with --glyphs 01 it is a plain matrix.")
@options.output(save.BOARD)
@options.look
def show(
    board: str, starts: tuple[str, ...], exits: tuple[str, ...], measure: bool, islands: bool, glyphs: str,
    blanks: bool, no_marks: bool, form: Form, **how: Any,
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
    of_drawings = {"--glyphs": glyphs != GLYPHS, "--blanks": blanks, "--no-marks": no_marks}
    if measure and islands:
        raise InputError("--measure and --islands are different questions: give one")
    if measure or islands:
        what = "--measure prints numbers" if measure else "--islands prints letters"
        options.refuse(what + ", or --json: leave out {option}", {**of_drawings, "--output": form.output})
    if form.in_json or form.ending not in ("", ".txt"):
        words = "{option} applies to characters: leave out --json, or write a .txt file"
        options.refuse(words, of_drawings)
    if form.output is None:
        checked_for_stdout(glyphs, "--glyphs")
    reading = boards.read_one(board, starts, exits, joins=not (measure or islands), **how)
    grid = reading.board
    if islands:
        return _islands(grid, form)
    if measure:
        measures = grid.measure()
        return give(form, measures.to_dict, lambda: str(measures))
    has_ends = reading.start_is_given or reading.exits_are_given
    letters = {} if reading.text is None or no_marks or has_ends else letters_in(reading.text)
    facts = _facts(reading)
    drawn = partial(grid.draw, marks=not no_marks, glyphs=glyphs, blanks=blanks)
    if letters:
        drawn = partial(drawings.draw_letters, grid, letters, glyphs=glyphs, blanks=blanks)
    give(
        form,
        lambda: facts | _more(grid) | {"text": drawn()},
        drawn,
        lambda: save.board_forms(grid, form.look, drawn, letters=letters),
    )
    if (name := save.BOARD_FORMATS.get(form.ending)) is not None:
        say_what_is_lost(name)
    if not form.in_json and form.ending in ("", ".txt"):
        if not (any(of_drawings.values()) or letters):
            say_whether_readable(grid, costs=grid.costs is not None, moves=grid.moves)
        if form.output is None:
            say(_in_words(facts, grid))
    return None


def _facts(reading: boards.Reading) -> dict[str, Any]:
    board, text, origins = reading.board, reading.text, reading.origins
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
    """Write a note if the output of *board* cannot be read again, or only with an option."""
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
