"""The commands that show, walk, watch and convert a board: their options, conditions and help."""

from typing import Annotated, Any, ClassVar, Literal

import click

from gridwalk.cli.groups import (
    MOVE_NAMES,
    BoardFileOption,
    GlyphOptions,
    JsonOption,
    LookOptions,
    OfPaths,
    OnBoard,
    SquaresOption,
    TimeOption,
    WeightOption,
    by_option,
)
from gridwalk.cli.options import Excludes, Needs, OneOf, Options, Own, Rules, argument, option
from gridwalk.cli.values import File, Output, Positive, Time, Whole
from gridwalk.keywords import TERRAIN
from gridwalk.runtime.eventlog import MAX_EVENTS

FILM_ENDINGS = (".gif", ".png", ".apng", ".html", ".svg", ".txt", ".npy")
FIELD_ENDINGS = (".svg", ".png", ".txt", ".npy")
_OTHER_FORMS = ("output", "glyphs", "blanks", "squares", "no_marks")


class MarksOption(Options):
    """The option --no-marks."""

    no_marks: bool = option("Leave out S and E; with --glyphs 01 the output is a plain matrix.")


class ShowCommand(
    OnBoard, GlyphOptions, MarksOption, BoardFileOption, LookOptions, SquaresOption, JsonOption
):
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

    measure: bool = option("Print dead ends, junctions, loops, ... instead of the board.")
    islands: bool = option("Print which cells can all reach one another, by letters.")
    rules: ClassVar[Rules] = (
        Excludes((*_OTHER_FORMS, "measure"), "islands",
                 "--islands prints letters, or --json: leave out other forms of the answer"),
        Excludes(_OTHER_FORMS, "measure",
                 "--measure prints numbers, or --json: leave out other forms of the answer"),
    )  # fmt: skip


class VisitCommand(OnBoard, Own, JsonOption):
    """Find the shortest walk from the start of BOARD through every CELL; cells may repeat on it.

    The walk is drawn on the board: @ start, the stops by number in the order of the walk, + the
    cells between.  Up to 16 stops it is the shortest; of more, stderr says what every walk has
    at least.  For a path that enters no cell twice ask shortest --through.

    \b
    Examples:
      gridwalk visit maze.txt 3,4 0,7 5,5
      gridwalk visit 8x8 --moves knight --from a1 h8 a8 h1 --back
      gridwalk visit maze.txt 3,4 0,7 --json

    Exit status: 0 found, 1 no such walk, 2 bad input, 3 out of time or memory.
    """

    cells: tuple[str, ...] = argument("CELL...")
    back: bool = option("Return to the start in the end.")
    measure: Literal["cost", "length"] = option("What is minimised.", default="cost", shown=True)
    seconds: Time | None = TimeOption.seconds
    lines: bool = option("Print one cell per line, as row,column; for pipes.")
    squares: bool = option("Name cells as squares (a1).")
    rules: ClassVar[Rules] = (
        Needs("exits", (), "a walk ends at its last stop, or with --back at its start: leave out --to"),
        Excludes(("lines", "squares"), "in_json", "{a} applies to characters: leave out --json"),
    )


class FieldCommand(OnBoard, Own, LookOptions, JsonOption):
    """Show from every cell of BOARD where to go next to reach the nearest exit.

    An arrow is the first move of a cheapest path, E a goal; '.' is an open cell from which no goal
    is reached.  Moves that leap are written in letters.  With --from and --distances: the cost
    from there to every cell.

    \b
    Examples:
      gridwalk field maze.txt
      gridwalk field maze.txt --to 3,4 --to 0,7 --distances
      gridwalk field hills.txt --costs --goal 3,4=0 --goal 0,7=5
      gridwalk field maze.txt --flee -1.2
      gridwalk field maze.txt -o field.svg

    Exit status: 0 answered, 1 no other cell reaches a goal, 2 bad input, 3 out of time or memory.
    """

    goals: tuple[str, ...] = option("Instead of --to: a goal, and what is added to the cost there; "
                                    "repeatable.", "--goal", "CELL=VALUE", default=())  # fmt: skip
    distances: bool = option("Print the cost to the nearest goal instead of arrows.")
    flee: float | None = option("Lead away: each cell is a goal of FACTOR times its distance, such as -1.2.",
                                metavar="FACTOR")  # fmt: skip
    max_cost: float | None = option("Leave out cells from which a path costs more.", metavar="COST")
    seconds: Time | None = TimeOption.seconds
    output: Annotated[File, Output(FIELD_ENDINGS)] | None = option(
        "Write a heat map (.svg with arrows, .png), the text, or an array (.npy): the next cells, or with "
        "--distances the costs.", "-o --output")  # fmt: skip
    rules: ClassVar[Rules] = (
        Excludes("starts", ("exits", "goals", "flee"),
                 "distances are from --from, or to goals: give one of them"),
        Needs("starts", "distances", "--from is for --distances; arrows lead to the exits, which --to names"),
        Excludes("goals", "exits", "--goal names goals with their values, --to without: give one of them"),
        Excludes("in_json", "output=.txt", "a .txt file has the text: leave out --json"),
    )  # fmt: skip


class FilmFileOptions(Options):
    """Where a film is written to."""

    output: Annotated[File, Output(FILM_ENDINGS)] | None = option(
        "Write a film (.gif, .png, .apng), a web page that plays it (.html), its last picture (.svg), frames "
        "in characters (.txt) or the event log (.npy).", "-o --output")  # fmt: skip
    step: Whole | None = option("With -o, --predecessors or --footprints: the state after N events.", "--at")
    title: str = option("The heading of .html.", metavar="TEXT", default="")


class TraceCommand(OfPaths, Own, GlyphOptions, FilmFileOptions, LookOptions, SquaresOption, JsonOption):
    """Watch an algorithm work on BOARD, event by event.

    A terminal shows an animation, or with --step an event at each key; other outputs get some
    frames.  o marks the frontier, * expanded cells, + the path so far (a leaper's as step numbers),
    x backtracked cells.

    \b
    Examples:
      gridwalk trace maze.txt --by bfs
      gridwalk trace maze.txt --by bfs --step
      gridwalk trace maze.txt --by dfs --steps
      gridwalk trace maze.txt --by dfs --predecessors
      gridwalk trace maze.txt --by dfs -o film.gif --dark
      gridwalk trace maze.txt --by bfs --beside astar -o film.html
      gridwalk trace 5x5 --moves knight --tour --from 0,0 --steps --most 100

    Exit status: 0 traced, 1 no such path, 2 bad input, 3 out of time or memory.
    """

    by: Any = by_option("trace", "dfs; of tours the quickest way")
    weight: float | None = WeightOption.weight
    stepping: bool = option("Step by key in the terminal: space or right is the next event, left the one "
                            "before, q quits, ? lists the keys.  Begins at --at.", "--step")  # fmt: skip
    steps: bool = option("Print the event log, one event per line, instead of pictures.")
    predecessors: bool = option(
        "Print the predecessor matrix: for each cell the one before it, as row,column."
    )
    footprints: bool = option("Print the maze with footprints: 0 open, 1 wall, 2 visited.")
    fps: Annotated[float, click.FloatRange(min=0.1, max=1000)] = option(
        "Events per second in a terminal, pictures per second in a film.", metavar="N", default=10,
        shown=True)  # fmt: skip
    frames: Positive | None = option("Number of pictures, evenly spaced; default: 8 if stdout is not a "
                                     "terminal, 200 in a film (at most 2,000).")  # fmt: skip
    most: Positive = option("End the log after N events.", default=MAX_EVENTS, shown=True)
    beside: str | None = option("With -o FILE.html: another algorithm, played beside it.", metavar="NAME")
    rules: ClassVar[Rules] = (
        *WeightOption.rules,
        OneOf(("in_json", "stepping", "steps", "predecessors", "footprints"),
              "{all} are different forms: give one of them"),
        Needs("step", ("output", "predecessors", "footprints", "stepping"),
              "--at selects one picture of a film: give a file with -o, or add --step, --predecessors or "
              "--footprints"),
        Excludes("stepping", "output", "--step is for a terminal: leave out -o"),
        Needs(("beside", "title"), "output=.html", "{a} is for web pages: give one with -o FILE.html"),
    )  # fmt: skip


class ConvertCommand(OnBoard):
    """Write BOARD to OUT in another format.

    OUT is a file, or - for standard output.  Its ending says the format: .txt is a drawing, of
    boxes if there are walls between cells; .png and .svg are pictures.  gridwalk formats lists
    all formats.  What a format cannot hold is refused; moves are never written, and a line on
    stderr says where start and exits are not.

    \b
    Examples:
      gridwalk convert maze.txt maze.map
      gridwalk convert maze.maz maze.txt
      gridwalk convert maze.txt - --to-format boxes
      gridwalk convert maze.txt maze.svg --dark

    Exit status: 0 written, 2 bad input.
    """

    out: str = argument("OUT")
    to_format: str | None = option("The format of OUT; default: by its ending.", metavar="NAME")
    dark: bool = LookOptions.dark
    pixels: Annotated[int, click.IntRange(min=1, max=1000)] | None = LookOptions.pixels
    rules: ClassVar[Rules] = (
        Needs("dark", "out=-|.png|.gif|.apng|.svg|.html",
              "--dark is for pictures: give one with -o, such as FILE.png"),
        Needs("pixels", "out=-|.png|.gif|.apng",
              "--pixels is for pictures: give one with -o, such as FILE.png"),
    )  # fmt: skip


class FormatsCommand(JsonOption):
    """List the formats of boards: name, read or written, endings of files, and what it is.

    BOARD is recognised by its content.  --format NAME insists on a format; gridwalk convert
    writes one.

    \b
    Examples:
      gridwalk formats
      gridwalk formats --json

    Exit status: 0 listed.
    """


class CheckCommand(Own, JsonOption):
    """Check the tour or path in BOARD: every step, and whether all cells are visited.

    BOARD is a board of step numbers, as gridwalk prints tours and others do: 1, 2, 3 ...;
    # and blanks are holes, . is an open cell that is not visited.  The first wrong step is named.

    \b
    Examples:
      gridwalk find 8x8 --moves knight --tour | gridwalk check -
      gridwalk check tour.txt --moves knight

    Exit status: 0 a path or tour, 1 a wrong step, 2 bad input.
    """

    board: str = argument()
    moves: str | None = option(f"Moves: {MOVE_NAMES}, a leaper A,B, or letters such as U,D,DDR.  [default: "
                               "the named ones that make the most of its steps]",
                               metavar="MOVES")  # fmt: skip
    format: str | None = OnBoard.format


class ScenCommand(Own, JsonOption):
    """Answer every query of SCEN on MAP, check each optimum, and time them.

    Both files are in the formats of the MovingAI benchmark: king's moves, no corner cutting, a
    diagonal step costs the square root of 2.  The time of a query is that of one call from
    Python that returns the whole path; reading and preparing the board are not included.

    \b
    Examples:
      gridwalk scen arena.map arena.map.scen
      gridwalk scen arena.map arena.map.scen --by astar --json

    Exit status: 0 all costs agree, 1 a cost differs, 2 bad input.
    """

    map_file: str = argument("MAP")
    scenarios: str = argument("SCEN")
    by: Any = option("As for shortest.", metavar="ALGORITHM", default="auto")
    corners: Any = option("both, one or none.", metavar="RULE", default="both", shown=True)
    terrain: str = option("Characters that are open.", metavar="CHARS", default=TERRAIN, shown=True)


class KeptCommand(Own, JsonOption):
    """Show how far the questions are whose parts are kept in DIR.

    DIR is what --keep named: a directory, or an address such as s3://bucket/name.  A line for
    each question: parts done, running (in a process that lives) and to do, the time of all workers
    so far, and about how long the rest will take with as many as run now.

    \b
    Examples:
      gridwalk count 18x18 --on processes --keep parts
      gridwalk kept parts
      gridwalk kept parts --json

    Exit status: 0 shown, 3 DIR cannot be read.
    """

    directory: str = argument("DIR")
