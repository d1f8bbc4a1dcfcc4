"""The commands that make boards: make, and sheet, which prints them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import click

from gridwalk.cli.answers import json_pieces, write
from gridwalk.cli.boards import say_whether_readable
from gridwalk.cli.forms import GlyphOptions, JsonOption, SquaresOption
from gridwalk.cli.options import Excludes, Needs, Options, Own, Rules, argument, option
from gridwalk.cli.output import LookOptions, OutFile, give, is_same, save_board
from gridwalk.cli.progress import say
from gridwalk.cli.values import File, Output, Positive, Share, Whole, board_size
from gridwalk.draw import save
from gridwalk.draw import text as drawings
from gridwalk.errors import InputError, check_choice, counted
from gridwalk.makers.table import MAKERS, maker

if TYPE_CHECKING:
    from gridwalk.board.board import Board
    from gridwalk.makers.table import Maker
    from gridwalk.network.network import Network
    from gridwalk.sheets import Puzzle

SHEET_ENDINGS = (".pdf", ".svg", ".png")
USUAL = "wilson"
FILMS = (".gif", ".apng")


def _listed(counts: str) -> dict[str, str]:
    return {row.name: row.texture for row in MAKERS.values() if row.counts == counts}


def _of_makers(name: str, words: str) -> str:
    rows = [row for row in MAKERS.values() if name in row.options]
    choices = f": {', '.join(rows[0].choices[name])}" if name in rows[0].choices else ""
    defaults = [
        f"{row.name} {value:.0%}" if isinstance(value := row.options[name], float) else f"{row.name} {value}"
        for row in rows
    ]
    return f"{words}{choices}.  [default: {', '.join(defaults)}]"


def own(name: str, words: str, metavar: str) -> Any:
    """Declare an option that some makers take, as their table says."""
    return option(partial(_of_makers, name, words), metavar=metavar)


OPEN_DEAD_ENDS = "Open this share of the dead ends."
OPEN_WALLS = "After that, open this share of the walls between rooms."


class MakerOptions(Options, under="Board"):
    """The options that one or another maker takes, by the names of the table."""

    pick: str | None = own("pick", "Of growing-tree: the room to grow from", "NAME")
    of: str | None = own("of", "Of unicursal: the maze that the path goes around", "NAME")
    walls: Share | None = own(
        "walls", "Of caves and percolation: the share of walls that they begin with", "SHARE"
    )
    rounds: Whole | None = own("rounds", "Of caves: how often they are smoothed", "N")
    block: Whole | None = own("block", "Of dungeon: cells a side of the blocks with a room each", "N")
    extra: Share | None = own(
        "extra", "Of dungeon: the share of neighbouring rooms that get a corridor without need", "SHARE"
    )


OWN = tuple(MakerOptions.__annotations__)
PUZZLE, NUMBERED = "numberlink", "numbered"
OF_PUZZLES = "maker=numberlink"
OF_NUMBERED = "maker=numbered"
PUZZLE_OPTIONS = ("maker", "size", "seed", "glyphs", "dark", "pixels", "squares", "output", "in_json")
ON_GROUND = "cells=rings|triangles"  # then the maze is a network
OF_NETWORKS = (
    "maker", "size", "seed", "braid", "loops", "cells", "pick", "dark", "pixels", "in_json", "output",
)  # fmt: skip


class MakingFileOptions(Options, under="Output"):
    """Where a board is written to that is made, or the film of its making."""

    output: Annotated[File, Output((*save.BOARD, ".pdf", *FILMS, ".edges"))] | None = option(
        f"Write the board to FILE: {', '.join(save.BOARD)}, .pdf; or a film of its making: "
        f"{', '.join(FILMS)}; rings and triangles: .edges, or a picture.",
        "-o --output")  # fmt: skip
    fps: Annotated[float, click.FloatRange(min=0.1, max=50)] = option(
        "Pictures per second in a film.", metavar="N", default=10, shown=True)  # fmt: skip
    frames: Positive | None = option("Number of pictures in a film, evenly spaced; default: 200.")
    rules: ClassVar[Rules] = (
        Needs("frames", "output=.gif|.apng", "--frames applies to films: write one with -o FILE.gif"),
    )


class MakeCommand(
    Own, MakerOptions, GlyphOptions, MakingFileOptions, LookOptions, SquaresOption, JsonOption, under="Board"
):
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

    common = "seed braid ends thin output"
    maker: str = argument()
    size: str | None = argument(required=False)
    seed: Whole | None = option("Seed; the same gives the same board everywhere.", under="How")
    braid: Share = option(OPEN_DEAD_ENDS, default=0.0)
    loops: Share = option(OPEN_WALLS, default=0.0)
    thin: bool = option("Rooms are cells, with walls between them.")
    cells: str | None = option("What rooms are: square, or with walls between them hex, triangles, or rings "
                               "around a middle (SIZE is their number).", metavar="SHAPE")  # fmt: skip
    levels: Positive | None = option("Levels of rooms, with stairs between them.")
    mask: str | None = option("A board; its open cells are the rooms. SIZE can be left out.", metavar="FILE")
    ends: str | None = option("Start and exit: corners, or far from each other.  [default: corners; far in "
                              "mazes of one path]", metavar="HOW")  # fmt: skip
    pairs: Positive | None = option("Of numberlink: the number of pairs.")
    steps: bool = option("Of numbered: numbers are steps (Numbrix, Hidato), not an order (Zip).")
    king: bool = option("Of numbered: the path makes king's moves (Hidato).")
    numbers: Positive | None = option("Of numbered: the number of numbers at least; more are easier.")
    rules: ClassVar[Rules] = (
        Needs("pairs", OF_PUZZLES, "--pairs applies to numberlink, not to other makers"),
        Needs(("steps", "king", "numbers"), OF_NUMBERED,
              "{a} applies to numbered, not to other makers"),
        Excludes("output!=.txt|.svg|.png|.pdf", (OF_PUZZLES, OF_NUMBERED),
                 "-o {value} has no letters: write a puzzle as .txt, .svg, .png or .pdf"),
        Excludes(frozenset((*PUZZLE_OPTIONS, "pairs")), OF_PUZZLES,
                 "{a} does not apply to numberlink: leave it out"),
        Excludes(frozenset((*PUZZLE_OPTIONS, "steps", "king", "numbers")), OF_NUMBERED,
                 "{a} does not apply to numbered: leave it out"),
        Excludes(frozenset(OF_NETWORKS), ON_GROUND,
                 "{a} is for boards, and a maze of rings or triangles is a network: leave it out"),
        Excludes("output!=.edges|.svg|.png", ON_GROUND,
                 "-o {value} is for boards, and a maze of rings or triangles is a network: write a .edges "
                 "file, or a picture, .svg or .png"),
        Needs("output=.edges", ON_GROUND,
              "a .edges file is for mazes of rings and triangles: add --cells rings"),
    )  # fmt: skip
    tables = {  # noqa: RUF012
        "Mazes; SIZE counts rooms, and 5x8 rooms are 11x17 cells (with --thin 5x8)": _listed("rooms"),
        "Without rooms; SIZE counts cells": _listed("cells"),
        "A puzzle with one solution": {
            PUZZLE: "letters to be joined by paths that visit every cell",
            NUMBERED: "numbers to be passed by one path through all cells",
        },
    }

    def answer(self) -> None:
        """Make a board, and print it, write it, or write a film of its making."""
        from gridwalk.makers import make, watch

        if self.maker in (PUZZLE, NUMBERED):
            return self._puzzle()
        row, size = maker_and_size(self.maker, self.size)
        if self.given(ON_GROUND):
            return self._network(row, size)
        out, form = OutFile.of(self), self.form
        name: Any = row.name
        seed = seed_or_random(self.seed)
        arguments = {**arguments_of(row, size, self, thin=self.thin), "seed": seed}
        if out is not None and out.ending in FILMS:
            film = watch(name, **arguments)
            board = film.board
            out.save(save.film_forms(film, out.look, frames=self.frames, fps=self.fps))
        else:
            board = make(name, **arguments)
            text = partial(board.draw, glyphs=form.glyphs, blanks=form.blanks)
            if out is not None and out.ending == ".pdf":
                out.save(on_page(board))
            elif out is not None:
                save_board(board, out, text)
            elif not self.in_json:
                write(text())
                if board.walls is not None:
                    say_whether_readable(board)
        facts = {
            "maker": row.name,
            "seed": seed,
            "rows": board.rows,
            "columns": board.columns,
            "open": board.open_count,
            "start": board._name(board.start),
            "exits": board._names(board.exits),
        }
        if self.in_json:
            return write(json_pieces(facts | {"text": drawings.draw_board(board)}))
        if self.seed is None:
            say(f"{row.name} with --seed {seed}")
        return None

    def _network(self, row: Maker, size: str | None) -> None:
        """Make a maze of rings or triangles: a network."""
        from gridwalk.makers.networks import word_of

        seed = seed_or_random(self.seed)
        (maze,) = mazes_of(row, size, self, [seed])
        first, last = word_of(maze.nodes[0]), word_of(maze.nodes[-1])
        lines = [f"# {self.cells} {size}", *(f"{word_of(u)} {word_of(v)}" for u, v, *_ in maze.edges)]
        text = "\n".join(lines)
        facts = {"maker": row.name, "seed": seed, "nodes": len(maze), "edges": len(maze.edges), "text": text}
        forms: Any = {".edges": lambda: f"{text}\n"}
        give(
            self,
            lambda: facts,
            lambda: text,
            lambda out: out.save(forms | save.pictures(maze._board, None, out.look)),
        )
        say(f"{row.name} with --seed {seed}; to solve it: shortest FILE.edges --from {first} --to {last}")

    def _puzzle(self) -> None:
        """Make a puzzle, of letters or of numbers."""
        puzzle: Puzzle
        seed = seed_or_random(self.seed)
        if self.maker == NUMBERED:
            from gridwalk.makers.numbered import make_numbered

            moves = "king" if self.king else "orthogonal"
            how: dict[str, Any] = {"steps": self.steps, "moves": moves, "numbers": self.numbers or 1}
            made = make_numbered(*puzzle_size(self.maker, self.size), **how, rng=seed)
            own: dict[str, Any] = {"numbers": [[*cell, number] for cell, number in made.numbers.items()]}
            has, puzzle = counted(len(made.numbers), "number"), made
            solve = f"--numbers {'steps' if self.steps else 'order'}{' --moves king' * self.king}"
        else:
            from gridwalk.makers.numberlink import make_numberlink

            joined = make_numberlink(*puzzle_size(self.maker, self.size), pairs=self.pairs, rng=seed)
            if max(map(len, joined.letters)) > 1 and (self.output is None or self.given("output=.txt")):
                raise InputError(f"{len(joined.pairs)} pairs are more than the 52 letters of a text: write "
                                 "an .svg, .png or .pdf, or give a number of --pairs")  # fmt: skip
            own = {"pairs": dict(zip(joined.letters, joined.pairs, strict=True))}
            has, puzzle = counted(len(joined.pairs), "pair"), joined
            solve = "--pair letters --fill"
        text = partial(puzzle.draw, glyphs=self.form.glyphs)
        rows, columns = puzzle.board.shape
        facts = {"maker": self.maker, "seed": seed, "rows": rows, "columns": columns, **own}

        def saved(out: OutFile) -> None:
            pictures = save.pictures(puzzle.board, None, out.look, letters=puzzle._at_ends)
            out.save({".txt": lambda: f"{text()}\n", **pictures, **on_page(puzzle)})

        give(self, lambda: facts | {"text": text()}, text, saved)
        say(f"{self.maker} with --seed {seed}: {has}, one solution; to solve it: find FILE {solve}")


def puzzle_size(maker: str, size: str | None) -> tuple[int, int]:
    """Return the rows and columns of a puzzle."""
    if (found := board_size(size or "")) is None:
        raise InputError(f"{maker} needs a size, such as 8x8")
    return found


def on_page(board: Board | Puzzle) -> save.Forms:
    """Return a board or a puzzle on a page of its own."""
    from gridwalk.draw.paper import pdf
    from gridwalk.sheets import sheet

    return {".pdf": lambda: pdf(sheet([board], name="", answers=None).board_pages)}


def seed_or_random(seed: int | None) -> int:
    """Return *seed*; without one, another each time, which is told."""
    return int.from_bytes(os.urandom(4), "little") if seed is None else seed


def maker_and_size(named: str, size: str | None) -> tuple[Maker, str | None]:
    """Return the maker and the size; a size alone, or the word maze, is a maze by `USUAL`."""
    from gridwalk.errors.words import ours

    if size is None and board_size(named) is not None:
        named, size = USUAL, named
    if shape := ours("cells", named):
        raise InputError(f"{named} is a shape of cells: add --cells {shape}, as in make 9 --cells {shape}")
    return maker(USUAL if named == "maze" else named), size


def arguments_of(row: Maker, size: str | None, given: MakeCommand | SheetCommand, *, thin: bool) -> Any:
    """Return the arguments of `gridwalk.make`."""
    own = given.passed(*OWN)
    for name in own:
        if name not in row.options:
            takers = ", ".join(other.name for other in MAKERS.values() if name in other.options)
            raise InputError(f"--{name} applies to {takers}, not to {row.name}")
    arguments = {"thin": thin, **given.passed("braid", "loops", "ends", "cells", "levels"), **own}
    if given.cells is not None:
        from gridwalk.board.moves import CELL_SHAPES

        check_choice("--cells", given.cells, (*CELL_SHAPES, "rings", "triangles"))
    if given.ends is not None:
        check_choice("ends", given.ends, ("corners", "far"))
    if given.mask is not None:
        from gridwalk.reading import read_with_text

        arguments["mask"] = read_with_text(given.mask)[0]
    elif size is None:
        raise InputError(f"{row.name} needs a size, such as 20x30 ({row.counts}), or --mask FILE")
    if size is not None:
        rows_and_columns = board_size(size)
        if rows_and_columns is None:
            raise InputError(f"{size!r} is not a size: give rows x columns, such as 20x30")
        arguments["rows"], arguments["columns"] = rows_and_columns
    return arguments


def mazes_of(
    row: Maker, size: str | None, given: MakeCommand | SheetCommand, seeds: Iterable[int]
) -> Iterator[Network]:
    """Yield mazes of rings or triangles, one for each seed."""
    from gridwalk.makers.networks import ground, make_maze

    how = arguments_of(row, size, given, thin=False)
    base = ground(how.pop("cells"), how.pop("rows"), how.pop("columns"))
    del how["thin"]
    name: Any = row.name
    return (make_maze(name, base, seed=seed, **how) for seed in seeds)


class SheetFileOptions(Options, under="Output"):
    """Where a sheet is written to."""

    output: Annotated[Path, Output(SHEET_ENDINGS, to_stdout=False)] = option(
        "Write one .pdf, or a .svg or .png for each page (FILE-1, FILE-2 ...).", "-o --output",
        required=True)  # fmt: skip


class SheetCommand(Own, MakerOptions, SheetFileOptions, JsonOption, under="Output"):
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

    common = "number seed per_page title output"
    maker: str | None = argument(required=False)
    size: str | None = argument(required=False)
    own: tuple[str, ...] = option("Print this board, instead of boards of a maker; repeatable.", "--board",
                                  "FILE", default=(), under="Board")  # fmt: skip
    number: Annotated[int, click.IntRange(1, 1000)] | None = option(
        "Number of boards, with seeds from --seed on.  [default: 4]", "-n", under="How")  # fmt: skip
    seed: Whole | None = option("Seed of the first board; the same makes the same sheet.", under="How")
    per_page: Annotated[int, click.IntRange(1, 64)] = option("Boards on a page.", default=4, shown=True)
    title: str = option("The heading of each page.", metavar="TEXT", default="")
    name: str = option("The word before the line for a name.", metavar="TEXT", default="Name", shown=True)
    no_name: bool = option("No line for a name.")
    paper: Literal["a4", "letter"] = option("The size of a page.", default="a4", shown=True)
    landscape: bool = option("Pages wider than high.")
    answers: bool = option("Answers on pages at the end, or none.", "--answers/--no-answers", default=True,
                           shown=True)  # fmt: skip
    answers_title: str = option("The heading of these pages.", metavar="TEXT", default="Answers", shown=True)
    answers_to: Annotated[Path, Output(SHEET_ENDINGS, to_stdout=False)] | None = option(
        "Write the answers to a file of their own.")  # fmt: skip
    thick: bool = option("Walls as cells; without it rooms have thin walls between them.", under="Board")
    braid: Share = MakeCommand.braid
    loops: Share = MakeCommand.loops
    mask: str | None = MakeCommand.mask
    ends: str | None = MakeCommand.ends
    cells: str | None = MakeCommand.cells
    rules: ClassVar[Rules] = (
        # Given is what is not the default: --no-answers.
        Excludes("answers_to", "answers",
                 "--no-answers and --answers-to contradict each other: leave one out"),
        Excludes(("thick", "braid", "loops", "mask", "ends", "cells", *OWN), OF_PUZZLES,
                 "{a} does not apply to numberlink: leave it out"),
        Excludes(("thick", "braid", "loops", "mask", "ends", "cells", *OWN), OF_NUMBERED,
                 "{a} does not apply to numbered: leave it out"),
        Excludes(("thick", "mask", "ends"), ON_GROUND,
                 "{a} is for boards, and a maze of rings or triangles is a network: leave it out"),
        Excludes(("maker", "number", "seed", "thick", "braid", "loops", "mask", "ends", "cells", *OWN), "own",
                 "{a} is for boards that are made: leave it out, or leave out --board"),
    )  # fmt: skip

    def answer(self) -> None:
        """Print mazes, and their answers."""
        from gridwalk.sheets import save_all, sheet

        facts: dict[str, object] = {}
        by = ""
        if self.own:
            every: Iterable[Board | Network | Puzzle] = self._read()
        else:
            seed = seed_or_random(self.seed)
            every, name = self._made(seed)
            facts = {"maker": name, "seed": seed}
            by = f" by {name} with --seed {seed}"
        made = sheet(
            every,
            name="" if self.no_name else self.name,
            answers=self.answers_title if self.answers else None,
            **self.passed("title", "per_page", "paper", "landscape"),
        )
        wanted: Any = [(made, self.output, "all")]
        if self.answers_to is not None:
            wanted = [(made, self.output, "boards"), (made, self.answers_to, "answers")]
        files = save_all(wanted)
        if self.in_json:
            facts |= {
                "pages": len(made.board_pages),
                "answer_pages": len(made.answer_pages),
                "lengths": [None if path is None else path.length for path in made.paths],
                "files": [str(file) for file in files],
            }
            write(json_pieces(facts))
        named = f"{', '.join(map(str, files[:4]))}{' ...' if len(files) > 4 else ''}"
        say(f"{counted(len(made.boards), 'board')}{by}: wrote {named}")

    def _made(self, seed: int) -> tuple[Iterator[Board | Network | Puzzle], str]:
        """Return boards of a maker, one by one, and the name of the maker."""
        from gridwalk.makers import make
        from gridwalk.makers.numbered import make_numbered
        from gridwalk.makers.numberlink import make_numberlink

        if self.maker is None:
            raise InputError("what to print? give a size such as 12x16, a maker and a size, or --board FILE")
        seeds = range(seed, seed + (self.number or 4))
        if self.maker in (PUZZLE, NUMBERED):
            size_of_each = puzzle_size(self.maker, self.size)
            maker: Callable[..., Puzzle] = make_numberlink if self.maker == PUZZLE else make_numbered
            return (maker(*size_of_each, rng=each) for each in seeds), self.maker
        row, size = maker_and_size(self.maker, self.size)
        if self.given(ON_GROUND):
            return mazes_of(row, size, self, seeds), row.name
        if self.thick and row.counts != "rooms":
            raise InputError(f"--thick applies to mazes of rooms, not to {row.name}")
        how = arguments_of(row, size, self, thin=row.counts == "rooms" and not self.thick)
        name: Any = row.name
        return (make(name, seed=each, **how) for each in seeds), row.name

    def _read(self) -> list[Board | Puzzle]:
        """Return the boards of files; refuse to write over one of them."""
        for target in (self.output, self.answers_to):
            if target is not None and any(is_same(target, file) for file in self.own):
                raise InputError(f"{target} is the file of a board; write to another file")
        return list(map(self._read_one, self.own))

    def _read_one(self, file: str) -> Board | Puzzle:
        """Return the board of a file, or its puzzle."""
        from gridwalk.reading import letters_of, read_with_text

        board, text = read_with_text(file, joins=True)
        if not text.pairs:
            return board
        puzzle, free = (
            board.path_pairs(*text.pairs, fill=fill, letters=letters_of(text)) for fill in (True, False)
        )
        if not self.answers or not puzzle.is_empty():
            return puzzle
        say(f"{file}: no paths visit every cell; the answer leaves some out")
        return free
