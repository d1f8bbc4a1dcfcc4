"""The command make: mazes, caves, dungeons and noise."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import click

from gridwalk.board import Board
from gridwalk.cli.answers import json_pieces, write
from gridwalk.cli.forms import GLYPH_OPTIONS, Form
from gridwalk.cli.options import JSON_OPTION, options
from gridwalk.cli.output import BOARD_ENDINGS, BOARD_PICTURE_OPTIONS, save_board, save_bytes, wants_file
from gridwalk.cli.progress import described, say
from gridwalk.cli.values import Output, Share, board_size
from gridwalk.errors import BoardTextError, InputError, NotPrintableError, UnknownChoiceError
from gridwalk.grids.grid import Grid
from gridwalk.makers.table import MAKERS, Maker, maker
from gridwalk.render.text import draw_board

FILMS = (".gif", ".apng")
F = TypeVar("F", bound=Callable[..., Any])


def own_options(typed: Callable[[Any], Any] = lambda kind: kind) -> tuple[Callable[[F], F], ...]:
    """Return an option for each of those in the table, with the makers that take it.

    *typed* makes of the type of a value the type of the option.
    """
    takers: dict[str, list[Maker]] = {}
    for row in MAKERS.values():
        for name in row.options:
            takers.setdefault(name, []).append(row)
    return tuple(_own_option(name, rows, typed) for name, rows in takers.items())


def _own_option(name: str, rows: list[Maker], typed: Callable[[Any], Any]) -> Callable[[F], F]:
    kind: Any = {float: Share(), int: click.IntRange(0), str: str}[type(rows[0].options[name])]
    words = f": {', '.join(rows[0].choices[name])}" if name in rows[0].choices else ""
    defaults = [
        f"{row.name} {row.options[name]:.0%}"
        if isinstance(kind, Share)
        else f"{row.name} {row.options[name]}"
        for row in rows
    ]
    metavar = {float: "SHARE", int: "N"}.get(type(rows[0].options[name]), "NAME")
    described = f"{OWN[name]}{words}.  [default: {', '.join(defaults)}]"
    return click.option(f"--{name}", type=typed(kind), metavar=metavar, help=described)


OWN = {
    "pick": "Of growing-tree: the room to grow from",
    "of": "Of unicursal: the maze that the path goes around",
    "walls": "Of caves and percolation: the share of walls that they begin with",
    "rounds": "Of caves: how often they are smoothed",
    "block": "Of dungeon: cells a side of the blocks with a room each",
    "extra": "Of dungeon: the share of neighbouring rooms that get a corridor without need",
}
WIDTH = max(map(len, MAKERS))


def _listed(counts: str) -> str:
    rows = [row for row in MAKERS.values() if row.counts == counts]
    return "\n".join(f"  {row.name:{WIDTH}}  {row.texture}" for row in rows)


EPILOG = (
    f"\b\nMazes; SIZE counts rooms, and 5x8 rooms are 11x17 cells (with --thin 5x8):\n{_listed('rooms')}\n\n"
    f"\b\nWithout rooms; SIZE counts cells:\n{_listed('cells')}"
)


@click.command(epilog=EPILOG)
@click.argument("maker")
@click.argument("size", required=False)
@click.option("--seed", type=click.IntRange(min=0), metavar="N",
              help="Seed of the random numbers; the same seed gives the same board everywhere.")  # fmt: skip
@click.option("--braid", type=Share(), default=0.0, metavar="SHARE", help="Open this share of the dead ends.")
@click.option("--loops", type=Share(), default=0.0, metavar="SHARE",
              help="After that, open this share of the walls between rooms.")  # fmt: skip
@click.option("--thin", is_flag=True, help="Rooms are cells, with walls between them.")
@click.option("--mask", metavar="FILE", help="A board; its open cells are the rooms. SIZE can be left out.")
@click.option("--ends", metavar="HOW",
              help="Start and exit: corners, or far from each other.  [default: corners; far in mazes of one "
              "path]")  # fmt: skip
@options(own_options(), GLYPH_OPTIONS)
@click.option("-o", "--output", type=Output((*BOARD_ENDINGS, *FILMS)), metavar="FILE",
              help=f"Write the board to FILE: {', '.join(BOARD_ENDINGS)}; or a film of its "
              f"making: {', '.join(FILMS)}.")  # fmt: skip
@click.option("--fps", type=click.FloatRange(min=0.1, max=50), default=10, show_default=True, metavar="N",
              help="Pictures per second in a film.")  # fmt: skip
@click.option("--frames", type=click.IntRange(min=1), metavar="N",
              help="Number of pictures in a film, evenly spaced; default: 200.")  # fmt: skip
@options(BOARD_PICTURE_OPTIONS[1:], JSON_OPTION)
def make(size: str | None, seed: int | None, in_json: bool, **given: Any) -> None:
    """Make a board with MAKER: a maze, caves, a dungeon, noise.

    The board is printed, or written to a file in any of the forms of show.  -o maze.gif writes a
    film of its making instead (boards of up to 256x256 cells).  gridwalk reads what it prints:
    gridwalk make wilson 5x8 | gridwalk count -

    \b
    Examples:
      gridwalk make wilson 20x30 --seed 7
      gridwalk make backtracker 50x80 --braid 10% --ends far -o maze.png
      gridwalk make kruskal --mask letters.txt
      gridwalk make prim 12x16 -o film.gif --fps 20
      gridwalk make caves 40x100 --walls 45%

    Exit status: 0 made, 2 bad input.
    """
    if board_size(given["maker"]) is not None:
        raise InputError(
            f"{given['maker']} is a size: give a maker before it, as in make wilson {given['maker']}"
        )
    row = maker(given["maker"])
    given["board"] = given["mask"] or ""
    form = Form.of(given | {"no_marks": False}, in_json=in_json)
    wants_file(given)  # refuses the file of the mask
    seed = int.from_bytes(os.urandom(4), "little") if seed is None else seed
    arguments = arguments_of(row, size, given) | {"rng": seed}
    film = given["output"] is not None and given["output"].suffix.lower() in FILMS
    if given["frames"] is not None and not film:
        raise InputError(f"--frames applies to films: write one with -o FILE{FILMS[0]}")
    board: Grid = _save_film(row, arguments, given) if film else _show(row, arguments, given, form, in_json)
    facts = {
        "maker": row.name,
        "seed": seed,
        "rows": board.rows,
        "columns": board.columns,
        "open": board.open_count,
        "start": board.start,
        "exits": board.exits,
    }
    if in_json:
        write(json_pieces(facts | {"text": draw_board(board)}))
    else:
        say(
            f"{row.name} with --seed {seed}: {board.rows} x {board.columns} cells, "
            f"{board.open_count:,} open, start {board.start}, exit {board.exits[0]}"
        )


def _show(row: Maker, arguments: dict[str, Any], given: dict[str, Any], form: Form, in_json: bool) -> Grid:
    """Make the board, and write or print it; return it."""
    from gridwalk.makers.boards import make as make_board

    to_file = wants_file(given)
    name: Any = row.name
    board = make_board(name, **arguments)
    text = partial(board.draw, glyphs=form.glyphs, blanks=form.blanks)
    if to_file:
        save_board(board, given, text)
    elif not in_json:
        write(text())
        if board.walls is not None:
            try:
                Board.from_text(board.to_text())
            except (NotPrintableError, BoardTextError) as error:
                say(f"this output cannot be read again: {described(error)}")
    return board


def arguments_of(row: Maker, size: str | None, given: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of `gridwalk.make`."""
    own = {name: given[name] for name in OWN if given[name] is not None}
    for name in own:
        if name not in row.options:
            takers = ", ".join(other.name for other in MAKERS.values() if name in other.options)
            raise InputError(f"--{name} applies to {takers}, not to {row.name}")
    arguments = {name: given[name] for name in ("braid", "loops", "thin")} | own
    if given["ends"] is not None:
        UnknownChoiceError.check("ends", given["ends"], ("corners", "far"))
        arguments["ends"] = given["ends"]
    if given["mask"] is not None:
        from gridwalk.reading import read

        arguments["mask"] = read(given["mask"])
    elif size is None:
        raise InputError(f"{row.name} needs a size, such as 20x30 ({row.counts}), or --mask FILE")
    if size is not None:
        rows_and_columns = board_size(size)
        if rows_and_columns is None:
            raise InputError(f"{size!r} is not a size: give rows x columns, such as 20x30")
        arguments["rows"], arguments["columns"] = rows_and_columns
    return arguments


def _save_film(row: Maker, arguments: dict[str, Any], given: dict[str, Any]) -> Grid:
    """Write the film of a making; return the board."""
    from gridwalk.makers.making import watch
    from gridwalk.render.raster import FRAMES, film

    name: Any = row.name
    making, file = watch(name, **arguments), given["output"]
    look = {"dark": given["dark"], "cell": given["pixels"], "squares": given["squares"]}
    data = film(making, "gif" if file.suffix.lower() == ".gif" else "png",
                frames=given["frames"] or FRAMES, fps=given["fps"], **look)  # fmt: skip
    save_bytes(file, data)
    return making.board
