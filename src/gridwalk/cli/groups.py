"""The options that commands share: the board, the set of paths, its limits, and the form of the answer."""

from functools import partial
from typing import Annotated, Any, ClassVar, Literal, get_args

import click

from gridwalk.algorithms import EVERY_BOARD, Algorithm, rows
from gridwalk.cli.options import Excludes, Needs, OneOf, Options, Rules, argument, option
from gridwalk.cli.values import (
    Directory,
    Edge,
    Factor,
    File,
    Memory,
    OnWorkers,
    Output,
    Portal,
    Positive,
    Time,
    Whole,
)
from gridwalk.io.formats import FORMATS, READING
from gridwalk.keywords import TERRAIN, MoveName

PICTURE_ENDINGS = (".svg", ".png")
ENDINGS = (*PICTURE_ENDINGS, ".txt", ".npy")
PATH_ENDINGS = (*ENDINGS, ".html")
BOARD_FORMATS = {ending: row.name for row in FORMATS if row.print for ending in row.endings}
BOARD_ENDINGS = tuple(dict.fromkeys((*ENDINGS, *BOARD_FORMATS)))
PATHS_ENDINGS = (".npy", ".npz", ".parquet", *PICTURE_ENDINGS)
MAX_OVER, MAX_BESIDE = 6, 200  # paths in a picture: over each other, side by side
MOVE_NAMES = ", ".join(get_args(MoveName))
CYCLIC = ("tour", "cycles")  # sets of what is no path from start to exit


class OnBoard(Options):
    """A board, and what is changed on it."""

    board: str = argument()
    moves: str | None = option(
        f"Moves: {MOVE_NAMES}, queen, bishop, amazon (queen:N slides up to N cells), a leaper A,B, or "
        "letters such as U,D,DDR.  [default: rook; king on MovingAI maps]", metavar="MOVES")  # fmt: skip
    order: str | None = option("Order of the moves, such as DRUL; it breaks ties.", metavar="LETTERS")
    corners: Any = option("Cells beside a diagonal step that must be open: both, one or none.",
                          metavar="RULE", default="both", shown=True)  # fmt: skip
    diagonal: Factor | None = option("What a diagonal step costs, times the cost of its cell: sqrt2 or a "
                                     "number.  [default: sqrt2; 1 with costs]")  # fmt: skip
    portals: tuple[Portal, ...] = option("A step from one cell to any other, one way; FROM:TO:COST at a cost "
                                         "of its own; repeatable.", "--portal", default=())  # fmt: skip
    wrap: Any = option("Sides that meet: rows (the last row meets the first), columns, or both (a torus).",
                       metavar="SIDES")  # fmt: skip
    terrain: str = option(READING["terrain"].help, metavar="CHARS", default=TERRAIN, shown=True)
    costs: bool = option(READING["costs"].help, default=False)
    cell_width: Annotated[int, click.IntRange(1, 2)] | None = option(READING["cell_width"].help)
    wall_is: str | None = option(READING["wall"].help, metavar="WHAT")
    format: str | None = option("Insist on a format of BOARD; gridwalk formats lists them.", metavar="NAME")
    walls: tuple[str, ...] = option("Put a wall there; repeatable.", "--wall", "CELL", default=())
    opened: tuple[str, ...] = option("Open that cell (its cost is 1); repeatable.", "--open", "CELL",
                                     default=())  # fmt: skip
    starts: tuple[str, ...] = option("Start: row,column or a square such as a1; repeatable; or anywhere.",
                                     "--from", "CELL", default=())  # fmt: skip
    exits: tuple[str, ...] = option("Exit; repeatable; or anywhere: paths may end, and pass, in any cell.",
                                    "--to", "CELL", default=())  # fmt: skip
    rules: ClassVar[Rules] = (
        Excludes(("costs", "cell_width", "wall_is", "format"), "board=SIZE",
                 "{a} applies to files; this board is given by its size"),
    )  # fmt: skip


class TimeOption(Options):
    """How long an answer may take."""

    seconds: Time | None = option("Stop after this time (10s, 5m, 2h) with exit status 3.", "--time")


class OfPaths(OnBoard):
    """Which paths of the board are asked for, and within which limits."""

    paths: bool = option("Simple paths from start to exit (the default).")
    tour: bool = option("Tours: paths through every open cell.")
    closed: bool = option("With --tour: tours that end one move from their start.")
    undirected: bool = option("Count an open tour and its reverse once.")
    cycles: bool = option("Simple cycles of any length.")
    through: tuple[str, ...] = option("Only paths that visit it; repeatable.", metavar="CELL", default=())
    avoiding: tuple[str, ...] = option("Only paths that avoid it; repeatable.", metavar="CELL", default=())
    through_edge: tuple[Edge, ...] = option("Only paths that move between these two cells, either way; "
                                            "repeatable.", default=())  # fmt: skip
    avoiding_edge: tuple[Edge, ...] = option("Only paths that do not; repeatable.", default=())
    length: Whole | None = option("Only paths of exactly N moves.")
    longer_than: Whole | None = option("Only longer paths.")
    shorter_than: Positive | None = option("Only shorter paths.")
    seconds: Time | None = option("Stop after this time (10s, 5m, 2h) with exit status 3.", "--time")
    memory: Memory | None = option("Memory for a sweep over all paths (64MiB, 8GiB); default: 60 % of free "
                                   "memory.")  # fmt: skip
    rules: ClassVar[Rules] = (
        OneOf(("paths", "tour", "cycles"), "{all} are different questions: give one of them"),
        Needs(("closed", "undirected"), "tour", "{a} applies to tours: add --tour"),
        Excludes("cycles", ("starts", "exits"),
                 "a cycle has no start and no end: leave out --from and --to, or use --through"),
    )  # fmt: skip


class InducedOption(Options):
    """The option --induced."""

    induced: bool = option(
        "Only induced paths: no move joins two cells of one but consecutive ones (snakes)."
    )
    rules: ClassVar[Rules] = (
        Excludes("induced", "tour", "--induced applies to paths and cycles: a tour visits every cell"),
    )


def beside_induced(*names: str) -> Excludes:
    """Return the rule of options that apply to all paths only."""
    return Excludes(names, "induced", "{a} applies to all paths: leave out it or --induced")


class ExplainOption(Options):
    """The option --explain."""

    explain: bool = option("Only print which engine would answer, and its estimated cost.")


class WeightOption(Options):
    """The option --weight."""

    weight: float | None = option("With --by weighted-astar: at most W times the shortest; default 2.",
                                  metavar="W")  # fmt: skip
    rules: ClassVar[Rules] = (
        Excludes("weight", CYCLIC,
                 "--weight is for --by weighted-astar, which finds paths from start to exit"),
    )  # fmt: skip


class KeepOption(Options):
    """The option --keep."""

    keep: Directory | None = option("Keep the answer in DIR, its state on the way, or (--on, --approx) its "
                                    "parts; go on from there.", metavar="DIR")  # fmt: skip


class OnOption(Options):
    """The option --on."""

    on: OnWorkers | None = option("Who does the parts: threads[:N], processes[:N] or dask:ADDRESS.  --memory "
                                  "is of all threads together, or of each process.")  # fmt: skip


class JsonOption(Options):
    """The option --json."""

    in_json: bool = option("Print the answer as JSON; an error is JSON, too, the last line of stderr.",
                           "--json")  # fmt: skip
    rules: ClassVar[Rules] = (
        Excludes("in_json", "output=-", "--json and -o - both write to standard output: leave one out"),
    )


_OF_DRAWINGS = ("draw", "glyphs", "blanks", "in_cells")
_OF_CHARACTERS = (*_OF_DRAWINGS, "no_marks", "lines", "labels", "predecessors", "footprints")


class GlyphOptions(Options):
    """How open cells and walls are drawn in characters."""

    glyphs: str | None = option("Draw open cells and walls as these two characters, such as 01.",
                                metavar="TWO")  # fmt: skip
    blanks: bool = option("Print a blank between the cells of a row.")
    rules: ClassVar[Rules] = (
        Excludes(_OF_CHARACTERS, "output=.npz|.parquet", "{a} applies to characters: leave out -o"),
        Excludes(_OF_CHARACTERS, "output!=.txt",
                 "{a} applies to characters: print to the terminal, or write a .txt file with -o"),
        Excludes(_OF_CHARACTERS, "in_json", "{a} applies to characters: leave out --json"),
        Excludes((*_OF_DRAWINGS, "labels"), "lines", "{a} applies to drawings: leave out --lines"),
        Needs("reverse", "lines", "--reverse applies to --lines: add it"),
        Needs("origin", ("lines", "labels"), "--origin applies to {b}: add {it}"),
        Excludes("origin=1", "squares", "--origin numbers cells, and --squares names them: leave one out"),
    )  # fmt: skip


class LineOptions(Options):
    """How the cells of a path are written."""

    reverse: bool = option("With --lines: from the exit back to the start.")
    origin: Annotated[int, click.IntRange(0, 1)] | None = option(
        "Number rows and columns in --lines from 0, the default, or 1.", metavar="0|1")  # fmt: skip


class SquaresOption(Options):
    """The option --squares."""

    squares: bool = option("Name cells as squares (a1), in text and along the edges of pictures.")


class DrawOption(Options):
    """The option --draw."""

    draw: Literal["numbers", "lines"] | None = option(
        "Draw a path as step numbers (the default for tours) or in Unicode lines.", metavar="HOW"
    )


class InCellsOption(Options):
    """The option --in-cells."""

    in_cells: bool = option("Print the number of cells of a path instead of its moves.")


class OneLineOption(Options):
    """The option --lines of what answers with one path."""

    lines: bool = option("Print one cell per line, as row,column; for pipes.")


class ManyLinesOption(Options):
    """The option --lines of what answers with several paths."""

    lines: bool = option("Print one path per line, its cells as (row,column); for wc, grep, sort.")


class LookOptions(Options):
    """How pictures look."""

    dark: bool = option("Dark colours; without it .svg and .html follow the reader.")
    pixels: Annotated[int, click.IntRange(min=1, max=1000)] | None = option(
        "Pixels per cell in .png and .gif; default: at most 960 (film: 560) per side.")  # fmt: skip
    rules: ClassVar[Rules] = (
        Needs("dark", "output=.png|.gif|.apng|.svg|.html",
              "--dark is for pictures: give one with -o, such as FILE.png"),
        Needs("pixels", "output=.png|.gif|.apng",
              "--pixels is for pictures: give one with -o, such as FILE.png"),
    )  # fmt: skip


def _answer_to(endings: tuple[str, ...]) -> str:
    return f"Write the answer to FILE: {', '.join(endings)}."


class PathFileOption(Options):
    """Where a path is written to."""

    output: Annotated[File, Output(PATH_ENDINGS)] | None = option(_answer_to(PATH_ENDINGS), "-o --output")


class BoardFileOption(Options):
    """Where a board is written to."""

    output: Annotated[File, Output(BOARD_ENDINGS)] | None = option(_answer_to(BOARD_ENDINGS), "-o --output")


class OnePathForm(
    DrawOption, GlyphOptions, InCellsOption, OneLineOption, LineOptions, PathFileOption, LookOptions,
    SquaresOption, JsonOption,
):  # fmt: skip
    """The forms of one path."""


class PathsFileOptions(Options):
    """Where several paths are written to."""

    output: Annotated[File, Output(PATHS_ENDINGS)] | None = option(
        "Write the paths to a file: arrays (.npy, .npz), a table (.parquet), or pictures of them (.svg, "
        ".png).", "-o --output")  # fmt: skip
    over: bool = option(f"In .svg and .png: all paths on one board, at most {MAX_OVER}, not side by side.")
    across: Annotated[int, click.IntRange(min=1, max=MAX_BESIDE)] | None = option(
        "In .svg and .png: N boards side by side.")  # fmt: skip
    rules: ClassVar[Rules] = (
        Excludes("in_json", "output",
                 "--json prints the paths, and --output writes them to a file: leave one out"),
        Needs(("over", "across"), "output=.svg|.png",
              "{a} is for pictures: give one with -o FILE.svg or -o FILE.png"),
        Excludes("over", "across", "--over draws one board, and --across several: leave one out"),
    )  # fmt: skip


class ManyPathsForm(
    GlyphOptions, InCellsOption, ManyLinesOption, LineOptions, SquaresOption, JsonOption, PathsFileOptions,
    LookOptions,
):  # fmt: skip
    """The forms of several paths."""


def by_option(verb: str, auto: str) -> Any:
    """Declare the option --by of *verb*, one algorithm per line; *auto* describes the default."""
    return option(partial(_algorithms, verb, auto), metavar="ALGORITHM", default="auto")


def _algorithms(verb: str, auto: str) -> str:
    for_paths = rows(verb)
    for_tours = [row for row in rows(verb, "tours") if row not in for_paths]
    width = max(len(row.name) for row in (*for_paths, *for_tours))

    def entry(name: str, words: str) -> str:
        return f"{name:{width}}  {words}"

    def entry_of(row: Algorithm) -> str:
        is_limited = row.suits != EVERY_BOARD and (verb == "shortest" or "shortest" not in row.verbs)
        return entry(row.name, f"{row.title}: {row.suits}" if is_limited else row.title)

    lines = [entry("auto", f"{auto} (default)"), *map(entry_of, for_paths)]
    if for_tours:
        lines += ["tours:", *map(entry_of, for_tours)]
    return "\b\n" + "\n".join(lines)
