"""The command make: a maze, caves, noise, a puzzle."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from gridwalk.cli.answers import json_pieces, write
from gridwalk.cli.command import Command, look_options, output_options
from gridwalk.cli.drawing import Form
from gridwalk.cli.making import (
    NUMBERED,
    NUMBERLINK,
    ON_GROUND,
    arguments_of,
    maker_and_size,
    making_options,
    mazes_of,
    on_page,
    puzzle_size,
    refuse_all,
    seed_or_random,
)
from gridwalk.cli.messages import say
from gridwalk.cli.output import check_look, give, say_what_is_lost, write_file
from gridwalk.cli.show import say_whether_readable
from gridwalk.cli.values import POSITIVE, SHARE, WHOLE
from gridwalk.draw import save
from gridwalk.draw import text as drawings
from gridwalk.errors import InputError, counted
from gridwalk.makers.table import MAKERS, PUZZLES


def _of_makers(name: str, words: str) -> str:
    rows = [row for row in MAKERS.values() if name in row.options]
    choices = f": {', '.join(rows[0].choices[name])}" if name in rows[0].choices else ""
    defaults = [
        f"{row.name} {value:.0%}" if isinstance(value := row.options[name], float) else f"{row.name} {value}"
        for row in rows
    ]
    return f"{words}{choices}.  [default: {', '.join(defaults)}]"


def _table() -> str:
    """Return the makers, as the help lists them."""
    titles = {
        "Mazes; SIZE counts rooms, and 5x8 rooms are 11x17 cells (with --thin 5x8):": "rooms",
        "Without rooms; SIZE counts cells:": "cells",
    }
    parts = []
    for title, counts in titles.items():
        rows = [f"  {row.name:15}{row.texture}" for row in MAKERS.values() if row.counts == counts]
        parts.append("\n".join(["\b", title, *rows]))
    puzzles = [
        f"  {NUMBERLINK:15}letters to be joined by paths that visit every cell",
        f"  {NUMBERED:15}numbers to be passed by one path through all cells",
    ]
    return "\n\n".join([*parts, "\n".join(["\b", "A puzzle with one solution:", *puzzles])])


@click.command(cls=Command, epilog=_table())
@click.argument("maker")
@click.argument("size", required=False)
@click.option("--seed", type=WHOLE, metavar="N", help="Seed; the same gives the same board everywhere.")
@making_options
@click.option("--thin", is_flag=True, help="Rooms are cells, with walls between them.")
@click.option("--levels", type=POSITIVE, metavar="N", help="Levels of rooms, with stairs between them.")
@click.option("--pairs", type=POSITIVE, metavar="N", help="Of numberlink: the number of pairs.")
@click.option(
    "--steps", is_flag=True, help="Of numbered: numbers are steps (Numbrix, Hidato), not an order (Zip)."
)
@click.option("--king", is_flag=True, help="Of numbered: the path makes king's moves (Hidato).")
@click.option(
    "--numbers",
    type=POSITIVE,
    metavar="N",
    help="Of numbered: the number of numbers at least; more are easier.",
)
@click.option("--pick", metavar="NAME", help=_of_makers("pick", "Of growing-tree: the room to grow from"))
@click.option(
    "--of", metavar="NAME", help=_of_makers("of", "Of unicursal: the maze that the path goes around")
)
@click.option(
    "--walls",
    type=SHARE,
    help=_of_makers("walls", "Of caves and percolation: the share of walls that they begin with"),
)
@click.option(
    "--rounds", type=WHOLE, metavar="N", help=_of_makers("rounds", "Of caves: how often they are smoothed")
)
@click.option(
    "--block",
    type=WHOLE,
    metavar="N",
    help=_of_makers("block", "Of dungeon: cells a side of the blocks with a room each"),
)
@click.option(
    "--extra",
    type=SHARE,
    help=_of_makers("extra", "Of dungeon: the share of neighbouring rooms that get a corridor without need"),
)
@click.option(
    "--fps",
    type=click.FloatRange(0.1, 50),
    metavar="N",
    default=10,
    show_default=True,
    help="Pictures per second in a film.",
)
@click.option(
    "--frames", type=POSITIVE, metavar="N", help="Number of pictures in a film, evenly spaced; default: 200."
)
@output_options(
    (*save.BOARD, ".pdf", *save.FILMS, ".edges"), "Write the board, or a film of its making, to FILE"
)
@look_options
def make(
    maker: str, size: str | None, seed: int | None, pairs: int | None, steps: bool, king: bool,
    numbers: int | None, fps: float, frames: int | None, in_json: bool, output: Path | None, dark: bool,
    pixels: int | None, **how: Any,
) -> None:  # fmt: skip
    """Make a board with MAKER: a maze, caves, noise, a puzzle.

    The board is printed, or written to a file in any of the forms of show.  -o maze.gif writes a
    film of its making instead (boards of up to 256x256 cells).  gridwalk reads what it prints:
    gridwalk make 5x8 | gridwalk count -.  A size alone, or the word maze, makes a maze by wilson.

    \b
    Examples:
      gridwalk make 20x30 --seed 7
      gridwalk make backtracker 50x80 --braid 10% --ends far -o maze.png
      gridwalk make kruskal --mask letters.txt
      gridwalk make wilson 8x10 --cells hex
      gridwalk make wilson 5x8 --levels 3
      gridwalk make wilson 12 --cells rings -o maze.edges
      gridwalk make prim 12x16 -o film.gif --fps 20
      gridwalk make caves 40x100 --walls 45%
      gridwalk make numberlink 7x7 -o puzzle.pdf
      gridwalk make numbered 8x8 --seed 7

    Exit status: 0 made, 2 bad input.
    """
    check_look(output, dark=dark, pixels=pixels)
    ending = "" if output is None else output.suffix.lower()
    form, look = Form(in_json, output), save.Look(dark, pixels)
    of_numbered = ("--steps", steps), ("--king", king), ("--numbers", numbers)
    if frames is not None and ending not in save.FILMS:
        raise InputError("--frames applies to films: write one with -o FILE.gif")
    if maker != NUMBERLINK:
        refuse_all("{option} applies to numberlink, not to other makers", ("--pairs", pairs))
    if maker != NUMBERED:
        refuse_all("{option} applies to numbered, not to other makers", *of_numbered)
    if maker in PUZZLES:
        given = [(f"--{name}", value) for name, value in how.items()]
        refuse_all(f"{{option}} does not apply to {maker}: leave it out", *given)
        if ending not in ("", ".txt", ".svg", ".png", ".pdf"):
            raise InputError(f"-o {output} has no letters: write a puzzle as .txt, .svg, .png or .pdf")
        return _puzzle(maker, size, seed, pairs, steps, king, numbers, form, look)
    row, size = maker_and_size(maker, size)
    if how["cells"] in ON_GROUND:
        return _network(row, size, seed, form, look, how)
    if ending == ".edges":
        raise InputError("a .edges file is for mazes of rings and triangles: add --cells rings")
    return _board(row, size, seed, form, look, how, frames=frames, fps=fps)


def _board(row: Any, size: str | None, seed: int | None, form: Form, look: save.Look, how: Any,
           *, frames: int | None, fps: float) -> None:  # fmt: skip
    """Make a board, and print it, write it, or write a film of its making."""
    from gridwalk.makers import make as made_by
    from gridwalk.makers import watch

    chosen = seed_or_random(seed)
    arguments = {**arguments_of(row, size, **how), "seed": chosen}
    output, ending = form.output, "" if form.output is None else form.output.suffix.lower()
    if output is not None and ending in save.FILMS:
        film = watch(row.name, **arguments)
        board = film.board
        write_file(output, save.film_forms(film, look, frames=frames, fps=fps))
    else:
        board = made_by(row.name, **arguments)
        if output is not None:
            write_file(output, {**save.board_forms(board, look, board.draw), **on_page(board)})
            if (name := save.BOARD_FORMATS.get(ending)) is not None:
                say_what_is_lost(name)
        elif not form.in_json:
            write(board.draw())
            if board.walls is not None:
                say_whether_readable(board)
    if form.in_json:
        facts = {
            "maker": row.name,
            "seed": chosen,
            "rows": board.rows,
            "columns": board.columns,
            "open": board.open_count,
            "start": board._name(board.start),
            "exits": board._names(board.exits),
        }
        return write(json_pieces(facts | {"text": drawings.draw_board(board)}))
    return say(f"{row.name} with --seed {chosen}") if seed is None else None


def _network(row: Any, size: str | None, seed: int | None, form: Form, look: save.Look, how: Any) -> None:
    """Make a maze of rings or triangles: a network."""
    from gridwalk.makers.networks import word_of

    kept = ("braid", "loops", "cells", "pick")
    given = [(f"--{name}", value) for name, value in how.items() if name not in kept]
    refuse_all("{option} is for boards, and a maze of rings or triangles is a network: leave it out", *given)
    if form.output is not None and form.output.suffix not in (".edges", ".svg", ".png"):
        raise InputError(
            f"-o {form.output} is for boards, and a maze of rings or triangles is a network: write a "
            ".edges file, or a picture, .svg or .png"
        )
    chosen = seed_or_random(seed)
    (maze,) = mazes_of(row, size, [chosen], **{name: how[name] for name in kept})
    first, last = word_of(maze.nodes[0]), word_of(maze.nodes[-1])
    lines = [f"# {how['cells']} {size}", *(f"{word_of(u)} {word_of(v)}" for u, v, *_ in maze.edges)]
    text = "\n".join(lines)
    facts = {"maker": row.name, "seed": chosen, "nodes": len(maze), "edges": len(maze.edges), "text": text}
    forms: save.Forms = {".edges": lambda: f"{text}\n", **save.pictures(maze._board, None, look)}
    give(form, lambda: facts, lambda: text, lambda: forms)
    say(f"{row.name} with --seed {chosen}; to solve it: shortest FILE.edges --from {first} --to {last}")


def _puzzle(
    maker: str, size: str | None, seed: int | None, pairs: int | None, steps: bool, king: bool,
    numbers: int | None, form: Form, look: save.Look,
) -> None:  # fmt: skip
    """Make a puzzle, of letters or of numbers."""
    chosen, (rows, columns) = seed_or_random(seed), puzzle_size(maker, size)
    solve = "puzzle FILE"
    puzzle: Any
    own: dict[str, Any]
    if maker == NUMBERED:
        from gridwalk.makers.puzzles import make_numbered

        moves: Any = "king" if king else "orthogonal"
        puzzle = made = make_numbered(
            rows, columns, steps=steps, moves=moves, numbers=numbers or 1, rng=chosen
        )
        own = {"numbers": [[*cell, number] for cell, number in made.numbers.items()]}
        has = counted(len(made.numbers), "number")
        solve += f"{' --numbers steps' * steps}{' --moves king' * king}"
    else:
        from gridwalk.makers.puzzles import make_numberlink

        puzzle = joined = make_numberlink(rows, columns, pairs=pairs, rng=chosen)
        if max(map(len, joined.letters)) > 1 and (form.output is None or form.output.suffix == ".txt"):
            raise InputError(
                f"{len(joined.pairs)} pairs are more than the 52 letters of a text: write an .svg, .png or "
                ".pdf, or give a number of --pairs"
            )
        own = {"pairs": dict(zip(joined.letters, joined.pairs, strict=True))}
        has = counted(len(joined.pairs), "pair")
    facts = {"maker": maker, "seed": chosen, "rows": rows, "columns": columns, **own, "text": puzzle.draw()}
    pictures = save.pictures(puzzle.board, None, look, letters=puzzle._at_ends)
    forms = {".txt": lambda: f"{puzzle.draw()}\n", **pictures, **on_page(puzzle)}
    give(form, lambda: facts, partial(puzzle.draw), lambda: forms)
    say(f"{maker} with --seed {chosen}: {has}, one solution; to solve it: {solve}")
