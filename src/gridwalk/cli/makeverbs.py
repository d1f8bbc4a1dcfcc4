"""The commands that make boards, print, gather and serve them, and those about gridwalk itself."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import click

from gridwalk.cli.groups import (
    BOARD_ENDINGS,
    GlyphOptions,
    JsonOption,
    LookOptions,
    OnBoard,
    OnOption,
    SquaresOption,
)
from gridwalk.cli.options import Excludes, Needs, Options, Own, Rules, argument, option
from gridwalk.cli.values import File, Memory, Numbers, Output, Positive, Share, Shares, Time, Whole, Words
from gridwalk.makers.table import MAKERS

FILMS = (".gif", ".apng")
SHEET_ENDINGS = (".pdf", ".svg", ".png")


def _listed(counts: str) -> str:
    width, rows = max(map(len, MAKERS)), (row for row in MAKERS.values() if row.counts == counts)
    return "\n".join(f"  {row.name:{width}}  {row.texture}" for row in rows)


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


class MakerOptions(Options):
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


class MakingFileOptions(Options):
    """Where a board is written to that is made, or the film of its making."""

    output: Annotated[File, Output((*BOARD_ENDINGS, *FILMS))] | None = option(
        f"Write the board to FILE: {', '.join(BOARD_ENDINGS)}; or a film of its making: {', '.join(FILMS)}.",
        "-o --output")  # fmt: skip
    fps: Annotated[float, click.FloatRange(min=0.1, max=50)] = option(
        "Pictures per second in a film.", metavar="N", default=10, shown=True)  # fmt: skip
    frames: Positive | None = option("Number of pictures in a film, evenly spaced; default: 200.")
    rules: ClassVar[Rules] = (
        Needs("frames", "output=.gif|.apng", "--frames applies to films: write one with -o FILE.gif"),
    )


class MakeCommand(Own, MakerOptions, GlyphOptions, MakingFileOptions, LookOptions, SquaresOption, JsonOption):
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

    maker: str = argument()
    size: str | None = argument(required=False)
    seed: Whole | None = option("Seed of the random numbers; the same seed gives the same board everywhere.")
    braid: Share = option(OPEN_DEAD_ENDS, default=0.0)
    loops: Share = option(OPEN_WALLS, default=0.0)
    thin: bool = option("Rooms are cells, with walls between them.")
    mask: str | None = option("A board; its open cells are the rooms. SIZE can be left out.", metavar="FILE")
    ends: str | None = option("Start and exit: corners, or far from each other.  [default: corners; far in "
                              "mazes of one path]", metavar="HOW")  # fmt: skip
    epilog = (
        "\b\nMazes; SIZE counts rooms, and 5x8 rooms are 11x17 cells (with --thin 5x8):\n"
        f"{_listed('rooms')}\n\n\b\nWithout rooms; SIZE counts cells:\n{_listed('cells')}"
    )


class SheetFileOptions(Options):
    """Where a sheet is written to."""

    font: Annotated[str, click.Path(exists=True, dir_okay=False)] | None = option(
        "Font of .pdf and .png, for letters that no font at hand has.", metavar="FILE")  # fmt: skip
    output: Annotated[Path, Output(SHEET_ENDINGS, to_stdout=False)] = option(
        "Write one .pdf, or a .svg or .png for each page (FILE-1, FILE-2 ...).", "-o --output",
        required=True)  # fmt: skip


class SheetCommand(Own, MakerOptions, SheetFileOptions, JsonOption):
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

    maker: str | None = argument(required=False)
    size: str | None = argument(required=False)
    own: tuple[str, ...] = option("Print this board, instead of boards of a maker; repeatable.", "--board",
                                  "FILE", default=())  # fmt: skip
    number: Annotated[int, click.IntRange(1, 1000)] | None = option(
        "Number of boards, with seeds from --seed on, one by one.  [default: 4]", "-n")  # fmt: skip
    seed: Whole | None = option("Seed of the first board; the same seed makes the same sheet everywhere.")
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
    thick: bool = option("Walls as cells; without it rooms have thin walls between them.")
    braid: Share = option(OPEN_DEAD_ENDS, default=0.0)
    loops: Share = option(OPEN_WALLS, default=0.0)
    mask: str | None = option("A board; its open cells are the rooms. SIZE can be left out.", metavar="FILE")
    ends: str | None = option("Start and exit: corners, or far from each other.", metavar="HOW")
    rules: ClassVar[Rules] = (
        # Given is what is not the default: --no-answers.
        Excludes("answers_to", "answers",
                 "--no-answers and --answers-to contradict each other: leave one out"),
        Excludes(("maker", "number", "seed", "thick", "braid", "loops", "mask", "ends", *OWN), "own",
                 "{a} is for boards that are made: leave it out, or leave out --board"),
    )  # fmt: skip


class ManyBoards(Options):
    """How the boards of a dataset or a survey are made; of most options several values may be given."""

    maker: str = argument()
    size: str = argument()
    seed: Whole | None = option("Seed; board i depends on it and on i only.  [default: a random one, which "
                                "is told]")  # fmt: skip
    braid: Shares | None = option(OPEN_DEAD_ENDS, metavar="SHARE")
    loops: Shares | None = option(OPEN_WALLS, metavar="SHARE")
    thin: bool = option("Rooms are cells, with walls between them.")
    ends: Words | None = option("Start and exit: corners, or far.", metavar="HOW")
    pick: Words | None = MakerOptions.pick
    of: Words | None = MakerOptions.of
    walls: Shares | None = MakerOptions.walls
    rounds: Numbers | None = MakerOptions.rounds
    block: Numbers | None = MakerOptions.block
    extra: Shares | None = MakerOptions.extra
    seconds: Time | None = option("The time of one answer; after it there is none, and a column says why.",
                                  "--time")  # fmt: skip
    memory: Memory | None = option("The memory of one answer, likewise.  [default: 1GiB]")


class PartsOptions(Options):
    """The files of a dataset."""

    part: Positive | None = option("Rows of a part.  [default: up to 10000]")
    form: str | None = option("parquet or npz.  [default: parquet if pyarrow is installed]", "--format",
                              "NAME")  # fmt: skip


ASK_HELP = "Questions, by commas: find, reach, span, shortest, longest, count, measure"


class DatasetCommand(Own, ManyBoards, OnOption, PartsOptions, JsonOption):
    """Make N boards with MAKER, ask each the same questions, and write a row for each to files.

    The rows are written in parts (Parquet, or .npz); after a stop the same command continues.  Of
    several values, such as wilson,kruskal or --braid 0%,10%,50%, one is drawn for each board.  In
    Python gridwalk.read_dataset reads the rows; so does whatever reads Parquet.

    \b
    Examples:
      gridwalk dataset wilson 20x20 -n 100000 --seed 7 --ask shortest,measure -o mazes --on processes
      gridwalk dataset percolation 30x30 -n 1000 --walls 10%:40%:1% --ask find,shortest -o noise

    Exit status: 0 made, 2 bad input, 3 out of disk, not to be written, or a worker died.
    """

    n: Positive = option("The number of boards.", "-n --number", required=True)
    folder: Annotated[str, click.Path(file_okay=False)] = option(
        "The directory of the dataset; parts that are there are not made again.", "-o --output", "DIR",
        required=True)  # fmt: skip
    ask: str = option(f"{ASK_HELP}.", metavar="NAMES", default="shortest", shown=True)


class SurveyFileOption(Options):
    """Where a survey is written to."""

    output: Annotated[File, Output((".svg", ".png", ".csv"))] | None = option(
        "Also write curves of the means (.svg, .png), or the table (.csv).", "-o --output")  # fmt: skip


class SurveyCommand(Own, ManyBoards, OnOption, SurveyFileOption, JsonOption):
    """Ask N boards of every setting the same questions; print means, standard errors and quantiles.

    Of several values, such as 10x10,20x20 or --walls 20%:60%:2%, each is a setting, and of several
    options every combination.  "known" counts the boards with a number: without a path there is no
    length.

    \b
    Examples:
      gridwalk survey percolation 50x50 --walls 20%:60%:2% --ask spans -n 200 -o curve.svg
      gridwalk survey wilson,backtracker,kruskal 20x20 --ask dead_ends,solution_length
      gridwalk survey backtracker 10x10,20x20,40x40 --braid 0%:100%:10% --ask shortest_length --json

    Exit status: 0 answered, 2 bad input.
    """

    n: Positive = option("Boards of each setting.", "-n --number", default=100, shown=True)
    ask: str = option(f"{ASK_HELP}; or columns of these: found, spans, shortest_length, loops, ...",
                      metavar="NAMES", default="found", shown=True)  # fmt: skip


class ViewCommand(OnBoard):
    """Open BOARD in the browser: draw, ask, and watch the algorithms step by step.

    This command serves the page, on this machine only, until Ctrl-C.  It takes boards of up to
    512x512 cells; without BOARD it begins with two algorithms in a maze.  BOARD may be a link of the
    page: a whole address, or what follows its #.

    The address stays the same from one time to the next (its token is kept for this user only), so that
    links and open pages go on.

    \b
    Examples:
      gridwalk view maze.txt
      gridwalk view 8x8 --moves knight
      gridwalk view 'http://127.0.0.1:8817/TOKEN/#size=2x3&start=0.0&exits=1.2'
      gridwalk view --no-open

    Exit status: 2 bad input, 130 ended by Ctrl-C.
    """

    board: str = argument(required=False)
    no_open: bool = option("Print the address without opening the browser.")
    port: Annotated[int, click.IntRange(0, 65535)] | None = option(
        "Port on this machine; 0: any free one.  [default: 8817, or a free one if that is taken]"
    )
    hosts: tuple[str, ...] = option(
        "Accept browsers that reach this port by another name, where it is forwarded; repeatable.",
        "--allow-host", "HOST[:PORT]", default=())  # fmt: skip


class WarmCommand(Options):
    """Compile now what later commands need.

    A command compiles what it needs when it is first used, which takes some seconds; the code is
    kept for this machine and this version.  This compiles all of it, on all processors, and says
    how long that took and how large it is.

    \b
    Examples:
      gridwalk warm
      GRIDWALK_CACHE_DIR=/opt/gridwalk gridwalk warm

    Exit status: 0 all is compiled, 3 the code cannot be kept.
    """


class CompletionCommand(Options):
    """Print the script for SHELL (bash, zsh or fish) that completes commands, options and their values.

    The script asks gridwalk for the words, so that it stays right when gridwalk is updated.  To have it
    in every new shell:

    \b
    Install:
      bash  echo 'eval "$(gridwalk completion bash)"' >> ~/.bashrc
      zsh   echo 'eval "$(gridwalk completion zsh)"' >> ~/.zshrc    (after compinit)
      fish  gridwalk completion fish > ~/.config/fish/completions/gridwalk.fish

    \b
    Examples:
      gridwalk completion bash
      eval "$(gridwalk completion zsh)"

    Exit status: 0 printed, 2 bad input.
    """

    shell: Literal["bash", "zsh", "fish"] = argument()


class HelpCommand(Options):
    """Print the help of a command, or of gridwalk."""

    verb: str | None = argument(required=False)
