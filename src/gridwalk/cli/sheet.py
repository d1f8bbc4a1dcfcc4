"""The command sheet: mazes and puzzles to print, with their answers."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

import click

from gridwalk.board.board import Board
from gridwalk.cli import make as making
from gridwalk.cli import options
from gridwalk.cli.answers import json_pieces, write
from gridwalk.cli.messages import say
from gridwalk.cli.output import Form
from gridwalk.cli.values import Number, Output
from gridwalk.errors import FileError, InputError, counted
from gridwalk.makers import make as made_by
from gridwalk.makers.puzzles import make_numbered, make_numberlink
from gridwalk.makers.table import PUZZLES
from gridwalk.reading import content_of, has_gaps, letters_of, numbered_tours, read_with_text
from gridwalk.sheets import ENDINGS, Drawn, Puzzle, save_all
from gridwalk.sheets import sheet as sheet_of

SHEET = Output(ENDINGS)


@click.command(cls=options.Command)
@click.argument("maker", required=False)
@click.argument("size", required=False)
@options.cells(
    "--board", "boards", metavar="FILE", help="Print this board, instead of boards of a maker; repeatable."
)
@click.option(
    "-n",
    "number",
    type=Number(1, 1000),
    help="Number of boards, with seeds counting from --seed.  [default: 4]",
)
@options.seed("Seed of the first board; the same seed makes the same sheet.")
@click.option("--per-page", type=Number(1, 64), default=4, show_default=True, help="Boards on a page.")
@click.option("--title", metavar="TEXT", default="", help="The heading of each page.")
@click.option(
    "--name", metavar="TEXT", default="Name", show_default=True, help="The word before the line for a name."
)
@options.flag("--no-name", help="No line for a name.")
@options.choice("--paper", ("a4", "letter"), "a4", "The size of a page.")
@options.flag("--landscape", help="Pages wider than high.")
@click.option(
    "--answers/--no-answers", default=True, show_default=True, help="Answers on pages at the end, or none."
)
@click.option(
    "--answers-title",
    metavar="TEXT",
    default="Answers",
    show_default=True,
    help="The heading of pages with answers.",
)
@click.option("--answers-to", type=SHEET, help="Write the answers to a file of their own.")
@options.flag("--thick", help="Draw walls as cells, not as thin lines between rooms.")
@making.making_options
@click.option(
    "-o",
    "--output",
    type=SHEET,
    required=True,
    help="Write one .pdf, or a .svg or .png for each page (FILE-1, FILE-2 ...).",
)
@options.json
def sheet(
    maker: str | None, size: str | None, boards: tuple[str, ...], number: int | None, seed: int | None,
    per_page: int, title: str, name: str, no_name: bool, paper: str, landscape: bool, answers: bool,
    answers_title: str, answers_to: Any, thick: bool, form: Form, **how: Any,
) -> None:  # fmt: skip
    """Print mazes to solve on paper, made by MAKER, and their answers.

    Pages are black on white, with numbered boards, a title and a line for a name; SIZE counts rooms, or
    cells where there are no rooms, as for make.  Without MAKER mazes are made by wilson.

    \b
    Examples:
      gridwalk sheet 12x16 -n 12 -o sheet.pdf
      gridwalk sheet backtracker 20x30 -n 8 --per-page 2 --seed 7 --title "Find the way" -o sheet.pdf
      gridwalk sheet 12x16 -o mazes.pdf --answers-to answers.pdf
      gridwalk sheet prim 8x8 -n 24 --per-page 12 --paper letter --landscape -o page.svg
      gridwalk sheet --board maze.txt --board caves.txt -o sheet.pdf
      gridwalk sheet numberlink 7x7 -o puzzles.pdf
      gridwalk sheet numbered 8x8 -o zips.pdf

    Exit status: 0 written, 2 bad input.
    """
    if not answers and answers_to:
        raise InputError("--no-answers and --answers-to contradict each other: leave one out")
    facts: dict[str, object] = {}
    given = {"--thick": thick, **{f"--{key}": value for key, value in how.items()}}
    by = ""
    if boards:
        words = "{option} is for boards that are made: leave it out, or leave out --board"
        options.refuse(words, {maker or "": maker, "-n": number, "--seed": seed, **given})
        every: Iterable[Drawn] = (_read(file, answers=answers) for file in boards)
    else:
        seed = making.seed_or_random(seed)
        every, named = _made(maker, size, range(seed, seed + (number or 4)), given, thick=thick, **how)
        facts = {"maker": named, "seed": seed}
        by = f" by {named} with --seed {seed}"
    made = sheet_of(
        every, title=title, name="" if no_name else name, answers=answers_title if answers else None,
        per_page=per_page, paper=paper, landscape=landscape,
    )  # fmt: skip
    wanted: Any = [(made, form.output, "all")]
    if answers_to is not None:
        wanted = [(made, form.output, "boards"), (made, answers_to, "answers")]
    files = save_all(wanted)
    if form.in_json:
        facts |= {
            "pages": len(made.board_pages),
            "answer_pages": len(made.answer_pages),
            "lengths": [None if path is None else path.length for path in made.paths],
            "files": [str(file) for file in files],
        }
        write(json_pieces(facts))
    shown = f"{', '.join(map(str, files[:4]))}{' ...' if len(files) > 4 else ''}"
    say(f"{counted(len(made.boards), 'board')}{by}: wrote {shown}")


def _made(
    maker: str | None, size: str | None, seeds: range, given: dict[str, Any], *, thick: bool, **how: Any
) -> tuple[Iterator[Drawn], str]:
    """Return boards of a maker, one by one, and the name of the maker."""
    if maker is None:
        raise InputError("what to print? give a size such as 12x16, a maker and a size, or --board FILE")
    if size is None and os.path.isfile(maker):
        raise InputError(f"{maker} is a file: give --board {maker}")
    if maker in PUZZLES:
        options.refuse(f"{{option}} does not apply to {maker}: leave it out", given)
        shape = making.puzzle_size(maker, size)
        puzzle: Any = make_numberlink if maker == making.NUMBERLINK else make_numbered
        return (puzzle(*shape, rng=each) for each in seeds), maker
    row, size = making.maker_and_size(maker, size)
    if how["cells"] in making.ON_GROUND:
        making.refuse_on_ground(thick=thick, **how)
        return making.mazes_of(row, size, seeds, **how), row.name
    if thick and row.counts != "rooms":
        raise InputError(f"--thick applies to mazes of rooms, not to {row.name}")
    arguments = making.arguments_of(row, size, thin=row.counts == "rooms" and not thick, **how)
    name: Any = row.name
    return (made_by(name, seed=each, **arguments) for each in seeds), row.name


def _read(file: str, *, answers: bool) -> Board | Puzzle:
    """Return the board of a file, or its puzzle."""
    data = content_of(file)
    with warnings.catch_warnings(record=True) as notes:
        try:
            board, text = read_with_text(file, data=data, joins=True)
            numbered = _numbered(file, data) if text.numbers or has_gaps(text) else None
        except FileError:  # as a rule, numbers with gaps are no board
            if (numbered := _numbered(file, data)) is None:
                raise
    if numbered is not None:
        return numbered
    for note in notes:
        warnings.warn(note.message, stacklevel=2)
    if not text.pairs:
        return board
    puzzle, free = (
        board.path_pairs(*text.pairs, fill=fill, letters=letters_of(text)) for fill in (True, False)
    )
    if not answers or not puzzle.is_empty():
        return puzzle
    say(f"{file}: no paths visit every cell; the answer leaves some out")
    return free


def _numbered(file: str, data: bytes) -> Puzzle | None:
    """Return the puzzle of numbers in a file; None if it is none."""
    try:
        board, text = read_with_text(file, data=data, format="numbered")
    except InputError:
        return None
    return numbered_tours(board, text) if len(text.numbers) > 1 else None
