"""The command sheet: mazes to print, with their answers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from gridwalk.board import Board
from gridwalk.cli.answers import json_pieces, write
from gridwalk.cli.make import OWN, arguments_of, own_options
from gridwalk.cli.options import JSON_OPTION, options
from gridwalk.cli.progress import say
from gridwalk.cli.values import Output, Share, board_size
from gridwalk.errors import InputError, counted
from gridwalk.makers.table import maker

USUAL = "wilson"
ENDINGS = (".pdf", ".svg", ".png")


@click.command()
@click.argument("maker", required=False)
@click.argument("size", required=False)
@click.option("--board", "own", multiple=True, metavar="FILE",
              help="Print this board, instead of boards of a maker; repeatable.")  # fmt: skip
@click.option("-n", "number", type=click.IntRange(1, 1000), metavar="N",
              help="Number of boards, with seeds from --seed on, one by one.  [default: 4]")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), metavar="N",
              help="Seed of the first board; the same seed makes the same sheet everywhere.")  # fmt: skip
@click.option("--per-page", type=click.IntRange(1, 64), default=4, show_default=True, metavar="N",
              help="Boards on a page.")  # fmt: skip
@click.option("--title", default="", metavar="TEXT", help="The heading of each page.")
@click.option("--name", default="Name", show_default=True, metavar="TEXT",
              help="The word before the line for a name.")  # fmt: skip
@click.option("--no-name", is_flag=True, help="No line for a name.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True,
              help="The size of a page.")  # fmt: skip
@click.option("--landscape", is_flag=True, help="Pages wider than high.")
@click.option("--answers/--no-answers", default=True, show_default=True,
              help="Answers on pages at the end, or none.")  # fmt: skip
@click.option("--answers-title", default="Answers", show_default=True, metavar="TEXT",
              help="The heading of these pages.")  # fmt: skip
@click.option("--answers-to", type=Output(ENDINGS, to_stdout=False), metavar="FILE",
              help="Write the answers to a file of their own.")  # fmt: skip
@click.option("--thick", is_flag=True, help="Walls as cells; without it rooms have thin walls between them.")
@click.option("--braid", type=Share(), default=0.0, metavar="SHARE", help="Open this share of the dead ends.")
@click.option("--loops", type=Share(), default=0.0, metavar="SHARE",
              help="After that, open this share of the walls between rooms.")  # fmt: skip
@click.option("--mask", metavar="FILE", help="A board; its open cells are the rooms. SIZE can be left out.")
@click.option("--ends", metavar="HOW", help="Start and exit: corners, or far from each other.")
@options(own_options())
@click.option("--font", type=click.Path(exists=True, dir_okay=False), metavar="FILE",
              help="Font of .pdf and .png, for letters that no font at hand has.")  # fmt: skip
@click.option("-o", "--output", type=Output(ENDINGS, to_stdout=False), required=True, metavar="FILE",
              help="Write one .pdf, or a .svg or .png for each page (FILE-1, FILE-2 ...).")  # fmt: skip
@options(JSON_OPTION)
def sheet(
    own: tuple[str, ...],
    size: str | None,
    number: int | None,
    seed: int | None,
    in_json: bool,
    **given: Any,
) -> None:
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

    Exit status: 0 written, 2 bad input.
    """
    from gridwalk.sheets import Part, save_all
    from gridwalk.sheets import sheet as sheet_of

    if given["answers_to"] is not None and not given["answers"]:
        raise InputError("--no-answers and --answers-to contradict each other: leave one out")
    facts: dict[str, Any] = {}
    boards: Iterable[Board]
    if own:
        boards = _read(own, given | {"number": number, "seed": seed})
    else:
        number = 4 if number is None else number
        seed = int.from_bytes(os.urandom(3), "little") if seed is None else seed
        boards, name = _made(size, number, seed, given)
        facts = {"maker": name, "seed": seed}
    made = sheet_of(
        boards,
        title=given["title"],
        name="" if given["no_name"] else given["name"],
        per_page=given["per_page"],
        paper=given["paper"],
        landscape=given["landscape"],
        answers=given["answers_title"] if given["answers"] else None,
        font=given["font"],
    )
    first: Part = "all" if given["answers_to"] is None else "boards"
    wanted = [(made, given["output"], first)]
    if given["answers_to"] is not None:
        wanted.append((made, given["answers_to"], "answers"))
    files = save_all(wanted)
    if in_json:
        facts |= {
            "pages": len(made.board_pages),
            "answer_pages": len(made.answer_pages),
            "lengths": [None if path is None else path.length for path in made.paths],
            "files": [str(file) for file in files],
        }
        write(json_pieces(facts))
    by = f" by {name} with --seed {seed}" if not own else ""
    say(
        f"{counted(len(made.boards), 'board')}{by}: wrote "
        f"{', '.join(map(str, files[:4]))}{' ...' if len(files) > 4 else ''}"
    )


def _made(size: str | None, number: int, seed: int, given: dict[str, Any]) -> tuple[Iterator[Board], str]:
    """Return boards of a maker, one by one, and the name of the maker."""
    from gridwalk.makers.boards import make

    if given["maker"] is None:
        raise InputError("what to print? give a size such as 12x16, a maker and a size, or --board FILE")
    if size is None and board_size(given["maker"]) is not None:
        size, given = given["maker"], given | {"maker": USUAL}
    row = maker(given["maker"])
    if given["thick"] and row.counts != "rooms":
        raise InputError(f"--thick applies to mazes of rooms, not to {row.name}")
    how: Any = arguments_of(row, size, given | {"thin": row.counts == "rooms" and not given["thick"]})
    name: Any = row.name
    return (make(name, rng=seed + i, **how) for i in range(number)), row.name


def _read(files: tuple[str, ...], given: dict[str, Any]) -> list[Board]:
    """Return the boards of *files*; refuse what only a maker takes, and to write over one of them."""
    from gridwalk.reading import read

    for name in ("maker", "number", "seed", "thick", "braid", "loops", "mask", "ends", *OWN):
        if given[name] not in (None, False, 0.0):
            option = {"maker": given["maker"], "number": "-n"}.get(name, f"--{name}")
            raise InputError(f"{option} is for boards that are made: leave it out, or leave out --board")
    for target in (given["output"], given["answers_to"]):
        if target is not None and any(_is_same(target, file) for file in files):
            raise InputError(f"{target} is the file of a board; write to another file")
    return [read(file) for file in files]


def _is_same(target: Path, file: str) -> bool:
    return target.exists() and os.path.exists(file) and os.path.samefile(target, file)
