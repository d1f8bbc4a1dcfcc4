"""The command make: a maze, caves, noise, a puzzle; and the options that sheet shares."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from gridwalk.board.moves import CELL_SHAPES
from gridwalk.cli import options
from gridwalk.cli.answers import json_pieces, write
from gridwalk.cli.messages import say
from gridwalk.cli.output import Form, give, say_what_is_lost, write_file
from gridwalk.cli.show import say_whether_readable
from gridwalk.cli.values import POSITIVE, SHARE, board_size
from gridwalk.draw import save
from gridwalk.draw import text as drawings
from gridwalk.errors import InputError, check_choice, counted
from gridwalk.errors.words import ours
from gridwalk.makers.table import MAKERS, PUZZLES, maker

if TYPE_CHECKING:
    from gridwalk.board.board import Board
    from gridwalk.makers.table import Maker
    from gridwalk.network.network import Network
    from gridwalk.sheets import Puzzle

USUAL = "wilson"
NUMBERLINK, NUMBERED = "numberlink", "numbered"
ON_GROUND = ("rings", "triangles")  # cells of a maze that is a network
FOR_NETWORKS = ("braid", "loops", "cells", "pick")  # the options of such a maze

making_options = options.combined(
    click.option("--braid", type=SHARE, help="Open this share of the dead ends."),
    click.option("--loops", type=SHARE, help="Then open this share of the walls between rooms."),
    click.option("--cells", metavar="SHAPE",
                 help="The shape of rooms: square; or, with thin walls, hex, triangles or rings (SIZE is "
                      "the number of rings)."),
    click.option("--mask", metavar="FILE",
                 help="A board; its open cells are the rooms. SIZE can be left out."),
    click.option("--ends", metavar="HOW",
                 help="Start and exit: corners, or far from each other.  [default: corners; far in mazes of "
                      "one path]"),
)  # fmt: skip


def _of_makers(name: str, words: str) -> str:
    """Return the help of an option of some makers, with its choices and its defaults."""
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


@click.command(cls=options.Command, epilog=_table())
@click.argument("maker")
@click.argument("size", required=False)
@options.seed("Seed; the same seed gives the same board on every machine.")
@making_options
@options.flag("--thin", help="Rooms are cells, with walls between them.")
@click.option("--levels", type=POSITIVE, help="Levels of rooms, with stairs between them.")
@click.option("--pairs", type=POSITIVE, help="For numberlink: the number of pairs.")
@options.flag("--steps", help="For numbered: numbers are steps (Numbrix, Hidato), not an order (Zip).")
@options.flag("--king", help="For numbered: the path makes king's moves (Hidato).")
@click.option("--numbers", type=POSITIVE, help="For numbered: the minimum of given numbers; more are easier.")
@click.option("--pick", metavar="NAME", help=_of_makers("pick", "For growing-tree: the room to grow from"))
@click.option(
    "--walls", type=SHARE, help=_of_makers("walls", "For caves and percolation: the share of walls at first")
)
@options.fps
@click.option("--frames", type=POSITIVE, help="Number of pictures in a film, evenly spaced; default: 200.")
@options.output(
    (*save.BOARD, ".pdf", *save.FILMS, ".edges"), "Write the board, or a film of its making, to FILE"
)
@options.look
def make(
    maker: str, size: str | None, seed: int | None, pairs: int | None, steps: bool, king: bool,
    numbers: int | None, fps: float, frames: int | None, form: Form, **how: Any,
) -> None:  # fmt: skip
    """Make a board with MAKER: a maze, caves, noise, a puzzle.

    The board is printed, or written to a file in any format of show.  -o maze.gif writes a
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
    if frames is not None and form.ending not in save.FILMS:
        raise InputError("--frames applies to films: write one with -o FILE.gif")
    if maker != NUMBERLINK:
        options.refuse("{option} applies to numberlink, not to other makers", {"--pairs": pairs})
    if maker != NUMBERED:
        of_numbered = {"--steps": steps, "--king": king, "--numbers": numbers}
        options.refuse("{option} applies to numbered, not to other makers", of_numbered)
    chosen = seed_or_random(seed)
    if maker in PUZZLES:
        words = f"{{option}} does not apply to {maker}: leave it out"
        options.refuse(words, {f"--{name}": value for name, value in how.items()})
        if form.ending not in ("", ".txt", ".svg", ".png", ".pdf"):
            raise InputError(f"-o {form.output} has no letters: write a puzzle as .txt, .svg, .png or .pdf")
        if maker == NUMBERED:
            return _numbered(size, chosen, form, steps=steps, king=king, numbers=numbers)
        return _numberlink(size, chosen, form, pairs)
    row, size = maker_and_size(maker, size)
    if how["cells"] in ON_GROUND:
        return _network(row, size, chosen, form, how)
    if form.ending == ".edges":
        raise InputError("a .edges file is for mazes of rings and triangles: add --cells rings")
    arguments = {**arguments_of(row, size, **how), "seed": chosen}
    _board(row, arguments, form, frames=frames, fps=fps)
    if seed is None and not form.in_json:
        say(f"{row.name} with --seed {chosen}")
    return None


def _board(row: Maker, arguments: dict[str, Any], form: Form, *, frames: int | None, fps: float) -> None:
    """Make a board, and print it, write it, or write a film of its making."""
    from gridwalk.makers import make as made_by
    from gridwalk.makers import watch

    name: Any = row.name
    if form.output is not None and form.ending in save.FILMS:
        film = watch(name, **arguments)
        board = film.board
        write_file(form.output, save.film_forms(film, form.look, frames=frames, fps=fps))
    else:
        board = made_by(name, **arguments)
        if form.output is not None:
            write_file(form.output, {**save.board_forms(board, form.look, board.draw), **_on_page(board)})
            if (held := save.BOARD_FORMATS.get(form.ending)) is not None:
                say_what_is_lost(held)
        elif not form.in_json:
            write(board.draw())
            if board.walls is not None:
                say_whether_readable(board)
    if form.in_json:
        facts = {
            "maker": row.name,
            "seed": arguments["seed"],
            "rows": board.rows,
            "columns": board.columns,
            "open": board.open_count,
            "start": board._name(board.start),
            "exits": board._names(board.exits),
        }
        write(json_pieces(facts | {"text": drawings.draw_board(board)}))


def _network(row: Maker, size: str | None, seed: int, form: Form, how: dict[str, Any]) -> None:
    """Make a maze of rings or triangles: a network."""
    from gridwalk.makers.networks import word_of

    refuse_on_ground(**how)
    if form.ending not in ("", ".edges", ".svg", ".png"):
        raise InputError(
            f"-o {form.output} is for boards, and a maze of rings or triangles is a network: write a "
            ".edges file, or a picture, .svg or .png"
        )
    (maze,) = mazes_of(row, size, [seed], **{name: how[name] for name in FOR_NETWORKS})
    first, last = word_of(maze.nodes[0]), word_of(maze.nodes[-1])
    lines = [f"# {how['cells']} {size}", *(f"{word_of(u)} {word_of(v)}" for u, v, *_ in maze.edges)]
    text = "\n".join(lines)
    facts = {"maker": row.name, "seed": seed, "nodes": len(maze), "edges": len(maze.edges), "text": text}
    forms: save.Forms = {".edges": lambda: f"{text}\n", **save.pictures(maze._board, None, form.look)}
    give(form, lambda: facts, lambda: text, lambda: forms)
    say(f"{row.name} with --seed {seed}; to solve it: shortest FILE.edges --from {first} --to {last}")


def _numbered(
    size: str | None, seed: int, form: Form, *, steps: bool, king: bool, numbers: int | None
) -> None:
    """Make a puzzle of numbers."""
    from gridwalk.makers.puzzles import make_numbered

    shape, moves = puzzle_size(NUMBERED, size), "king" if king else "orthogonal"
    made = make_numbered(*shape, steps=steps, moves=moves, numbers=numbers or 1, rng=seed)
    has = {"numbers": [[*cell, number] for cell, number in made.numbers.items()]}
    how = f"{' --numbers steps' * steps}{' --moves king' * king}"
    _give_puzzle(made, NUMBERED, seed, form, has, counted(len(made.numbers), "number"), how)


def _numberlink(size: str | None, seed: int, form: Form, pairs: int | None) -> None:
    """Make a puzzle of letters."""
    from gridwalk.makers.puzzles import make_numberlink

    made = make_numberlink(*puzzle_size(NUMBERLINK, size), pairs=pairs, rng=seed)
    if max(map(len, made.letters)) > 1 and form.ending in ("", ".txt"):
        raise InputError(
            f"{len(made.pairs)} pairs are more than the 52 letters of a text: write an .svg, .png or "
            ".pdf, or give a number of --pairs"
        )
    has = {"pairs": dict(zip(made.letters, made.pairs, strict=True))}
    _give_puzzle(made, NUMBERLINK, seed, form, has, counted(len(made.pairs), "pair"), "")


def _give_puzzle(
    puzzle: Puzzle, maker: str, seed: int, form: Form, has: dict[str, Any], words: str, how: str
) -> None:
    """Print or write a puzzle.

    *has* is its numbers or letters for JSON, *words* describes it, *how* is the options to solve it.
    """
    board = puzzle.board
    facts = {"maker": maker, "seed": seed, "rows": board.rows, "columns": board.columns, **has}
    facts["text"] = puzzle.draw()
    pictures = save.pictures(board, None, form.look, letters=puzzle._at_ends)
    forms = {".txt": lambda: f"{puzzle.draw()}\n", **pictures, **_on_page(puzzle)}
    give(form, lambda: facts, puzzle.draw, lambda: forms)
    say(f"{maker} with --seed {seed}: {words}, one solution; to solve it: puzzle FILE{how}")


def _on_page(board: Board | Puzzle) -> save.Forms:
    """Return a board or a puzzle on a page of its own."""
    from gridwalk.draw.paper import pdf
    from gridwalk.sheets import sheet

    return {".pdf": lambda: pdf(sheet([board], name="", answers=None).board_pages)}


# ---- shared with sheet


def puzzle_size(maker: str, size: str | None) -> tuple[int, int]:
    """Return the rows and columns of a puzzle."""
    if (found := board_size(size or "")) is None:
        raise InputError(f"{maker} needs a size, such as 8x8")
    return found


def seed_or_random(seed: int | None) -> int:
    """Return *seed*; if it is None, a random one, to be printed."""
    return int.from_bytes(os.urandom(4), "little") if seed is None else seed


def maker_and_size(named: str, size: str | None) -> tuple[Maker, str | None]:
    """Return the maker and the size; a size alone, or the word maze, is a maze by `USUAL`."""
    if size is None and board_size(named) is not None:
        named, size = USUAL, named
    if size is not None and board_size(named) is not None:
        raise InputError(f"a size is one word, such as {named}x{size}")
    if shape := ours("cells", named):
        raise InputError(f"{named} is a shape of cells: add --cells {shape}, as in make 9 --cells {shape}")
    if (puzzle := ours("maker", named)) in PUZZLES:
        more = " (--steps, --king)" * (puzzle == NUMBERED)
        raise InputError(f"MAKER {named} is not known; did you mean {puzzle!r}{more}?")
    named = USUAL if named == "maze" else named
    check_choice("maker", named, (*MAKERS, *PUZZLES))
    return maker(named), size


def arguments_of(
    row: Maker, size: str | None, *, ends: Any = None, mask: str | None = None, cells: str | None = None,
    **how: Any,
) -> dict[str, Any]:  # fmt: skip
    """Return the arguments of `gridwalk.make`, without options that are not given."""
    arguments = {name: value for name, value in how.items() if value not in (None, False)}
    for name in arguments.keys() - {"braid", "loops", "thin", "levels"}:
        if name not in row.options:
            takers = ", ".join(other.name for other in MAKERS.values() if name in other.options)
            raise InputError(f"--{name} applies to {takers}, not to {row.name}")
    if cells is not None:
        check_choice("--cells", cells, (*CELL_SHAPES, *ON_GROUND))
        arguments["cells"] = cells
    if ends is not None:
        check_choice("ends", ends, ("corners", "far"))
        arguments["ends"] = ends
    if mask is not None:
        from gridwalk.reading import read_with_text

        arguments["mask"] = read_with_text(mask)[0]
    elif size is None:
        raise InputError(f"{row.name} needs a size, such as 20x30 ({row.counts}), or --mask FILE")
    if size is not None:
        if (rows_and_columns := board_size(size)) is None:
            raise InputError(f"{size!r} is not a size: give rows x columns, such as 20x30")
        arguments["rows"], arguments["columns"] = rows_and_columns
    return arguments


def refuse_on_ground(**how: Any) -> None:
    """Raise `InputError` for an option that a maze of rings or triangles does not have."""
    words = "{option} is for boards, and a maze of rings or triangles is a network: leave it out"
    options.refuse(words, {f"--{name}": value for name, value in how.items() if name not in FOR_NETWORKS})


def mazes_of(row: Maker, size: str | None, seeds: Iterable[int], **how: Any) -> Iterator[Network]:
    """Yield mazes of rings or triangles, one for each seed."""
    from gridwalk.makers.networks import ground, make_maze

    arguments = arguments_of(row, size, **how)
    base = ground(arguments.pop("cells"), arguments.pop("rows"), arguments.pop("columns"))
    name: Any = row.name
    return (make_maze(name, base, seed=seed, **arguments) for seed in seeds)
