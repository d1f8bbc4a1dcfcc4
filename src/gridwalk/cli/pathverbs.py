"""The commands that answer a question about paths on a board: their options, conditions and help."""

from typing import Annotated, Any, ClassVar, Literal

from gridwalk.cli.groups import (
    CYCLIC,
    ExplainOption,
    InducedOption,
    JsonOption,
    KeepOption,
    ManyPathsForm,
    OfPaths,
    OnePathForm,
    OnOption,
    WeightOption,
    beside_induced,
    by_option,
)
from gridwalk.cli.options import EverythingBut, Excludes, Needs, OneOf, Own, Rules, option
from gridwalk.cli.values import (
    ErrorShare,
    File,
    MeasureNames,
    Output,
    Pair,
    Positive,
    Share,
    Slack,
    Time,
    Whole,
)
from gridwalk.keywords import Measure


class FindCommand(OfPaths, InducedOption, ExplainOption, Own, WeightOption, OnePathForm):
    """Find a path of BOARD, by depth-first search unless --by says otherwise.

    The path is drawn on the board: @ start, $ end, + turn, - and | straight on; a tour as
    step numbers.  Paths take linear time (a 4001x4001 maze: seconds).  A tour by warnsdorff
    takes a moment on most boards; by dfs it may never end: limit it with --time.

    \b
    Examples:
      gridwalk find maze.txt
      gridwalk find maze.txt --by bfs --moves king --corners none
      gridwalk find maze.txt --lines --reverse
      gridwalk find 8x8 --moves knight --tour --from a1 --draw lines
      gridwalk find 8x8 --moves knight --tour --from a1 -o tour.svg --squares

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time or memory.
    """

    by: Any = by_option("find", "dfs; for tours the fastest")
    rules: ClassVar[Rules] = (beside_induced("by", "weight"),)


_SEARCH = ("anytime", "gap", "seed")


class ShortestCommand(OfPaths, InducedOption, ExplainOption, Own, OnePathForm):
    """Find a path of BOARD with minimum cost.

    A move costs 1, a diagonal step the square root of 2; with --costs a move costs what the
    entered cell costs; --diagonal says otherwise for diagonal steps.  bfs and labels (distance
    labels, traced back from the exit) count moves; jps is jump point search for the king;
    corridors suits mazes.  Most maps of a million cells take microseconds to milliseconds,
    after the board is read.  If BOARD is a picture, -o with a .png draws the path onto it.
    Through cells, legs are routed round one another until they are proved the shortest, on
    large boards mostly in a moment; --anytime or --gap (or both, the first to be reached
    counts) answer before, and stderr says what any path costs at least.

    \b
    Examples:
      gridwalk shortest maze.txt
      gridwalk shortest rat.txt --order DRUL --by labels --labels
      gridwalk shortest hills.txt --costs
      gridwalk shortest maze.txt -o path.png
      gridwalk shortest maze.png -o solved.png
      gridwalk shortest room.txt --moves king --smooth
      gridwalk shortest maze.txt --pairs pairs.csv
      gridwalk shortest 200x200 --through 20,150 --through 150,20 --anytime 5s

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time or memory.
    """

    by: Any = by_option("shortest", "the fastest that is exact for BOARD")
    closest: bool = option("If no exit can be reached, end at the reachable cell nearest to one.")
    max_cost: float | None = option("No path if the cheapest costs more.", metavar="COST")
    pairs: str | None = option("Print a table: a path for each line of FILE (- stdin), row,column,row,column "
                               "or two cells.", metavar="FILE")  # fmt: skip
    anytime: Time | None = option("With --through: answer after this time (10s), with a bound of the "
                                  "shortest.")  # fmt: skip
    gap: Share | None = option("With --through: answer when at most this much (2%) above the bound.")
    seed: Whole | None = option("Seed of the random numbers.")
    smooth: bool = option("Pull the path taut: straight lines at any angle between some of its cells.")
    labels: bool = option("With --by labels: print the labels above the path, from --origin on.")
    rules: ClassVar[Rules] = (
        beside_induced("by", "closest", "max_cost", "pairs", *_SEARCH, "labels"),
        Excludes(
            ("starts", "exits", "tour", "closed", "undirected", "cycles", "through", "avoiding", "length",
             "longer_than", "shorter_than", "explain", "closest", *_SEARCH, "labels", "smooth", "draw",
             "glyphs", "blanks", "in_cells", "lines", "reverse", "origin", "output", "dark", "pixels",
             "squares"),
            "pairs", "--pairs asks for one shortest path a pair: leave out {a}"),
        Excludes("board=-", "pairs=-", "BOARD and --pairs cannot both be standard input"),
        Needs("labels", "by=labels", "--labels prints the labels of --by labels: add it"),
        Needs("seed", ("anytime", "gap"), "--seed is for a search: give --anytime or --gap with it"),
        Excludes(_SEARCH, "explain", "--explain is about the exact answer: leave out {a}"),
        Needs(_SEARCH, "through",
              "{a} is for paths through cells, all others are the shortest: add --through"),
        Excludes((*_SEARCH, "closest", "labels", "max_cost"), CYCLIC,
                 "{a} applies to paths from start to exit"),
        Excludes(("draw", "blanks", "in_cells", "labels"), "smooth",
                 "{a} applies to paths in steps: leave it out, or --smooth"),
        Excludes("smooth", "output=.html", "a page plays paths in steps: write an .svg with --smooth"),
    )  # fmt: skip


_OF_ONE_PATH = (
    "explain",
    "draw",
    "glyphs",
    "blanks",
    "in_cells",
    "lines",
    "reverse",
    "output",
    "dark",
    "pixels",
)
_LIMITS = ("anytime", "gap", "steps", "seed")


class LongestCommand(OfPaths, InducedOption, ExplainOption, Own, KeepOption, OnePathForm):
    """Find a longest path of BOARD, exactly, or a long one with a bound.

    A frontier sweeps over the board once for all paths, as in count: an open 12x12 board takes a
    moment, and so does a maze of a thousand rooms.  On larger boards give --anytime, --gap or
    --steps (or several, the first to be reached counts): then a path is made longer and longer,
    and stderr says how long any path can be at most.  Ctrl-C prints the best path so far.  --bound
    prints such a bound alone, in about a second for 10,000 cells; --anytime gives it more time.

    \b
    Examples:
      gridwalk longest maze.txt
      gridwalk longest 8x8 --avoiding 3,3
      gridwalk longest 16x16 --keep state
      gridwalk longest 6x6 --cycles
      gridwalk longest 8x8 --from anywhere --to anywhere --induced
      gridwalk longest maze.txt --anytime 10s --gap 2%
      gridwalk longest 100x100 --bound

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time, memory or disk.
    """

    measure: Measure = option("What is maximised.", default="length", shown=True)
    anytime: Time | None = option(
        "Answer after this time (10s, 5m): a long path, and a bound of the longest."
    )
    gap: Share | None = option("Answer when the path is at most this much (2%) below the bound.")
    steps: Positive | None = option(
        "Answer after N steps of the search: with --seed the same path each time."
    )
    seed: Whole | None = option("Seed of the random numbers.")
    bound: bool = option("Print only what no path exceeds, without looking for one.")
    rules: ClassVar[Rules] = (
        beside_induced(*_LIMITS, "bound", "measure"),
        Excludes(("gap", "steps", "seed", *_OF_ONE_PATH), "bound",
                 "--bound looks for no path: leave out {a}"),
        Excludes("bound", CYCLIC, "{a} applies to paths from start to exit"),
        Needs("seed", ("anytime", "gap", "steps"),
              "--seed is for a search: give --anytime, --gap or --steps with it"),
        Excludes(_LIMITS, "explain", "--explain is about the exact answer: leave out {a}"),
        Excludes(_LIMITS, CYCLIC, "{a} applies to paths from start to exit"),
    )  # fmt: skip


class ListCommand(OfPaths, InducedOption, Own, ManyPathsForm):
    """List every path of BOARD as a drawing, and their number at the end.

    The order is depth-first, by the order of the moves; with --shortest-first by cost, and paths of
    equal cost depth-first.  The first paths come at once on any board.  The number of paths can be
    astronomical: use -n or --slack, or press Ctrl-C.  With --lines or --json every path is one line,
    and the number goes to stderr.

    \b
    Examples:
      gridwalk list maze.txt
      gridwalk list maze.txt --shortest-first -n 100
      gridwalk list maze.txt --slack 2 --json
      gridwalk list 6x6 --lines | wc -l
      gridwalk list 3x4 --moves knight --tour --json
      gridwalk list 6x6 -o paths.npz
      gridwalk list 3x3 -o paths.svg

    Exit status: 0 listed, 1 no such path, 2 bad input, 3 out of time or memory.
    """

    limit: Whole | None = option("Stop after N paths.", "-n --limit")
    shortest_first: bool = option("List in order of cost, the shortest path first.")
    slack: Slack | None = option("Shortest first, only paths that cost at most COST more than the shortest "
                                 "(10%: a tenth more).")  # fmt: skip
    measure: Literal["cost", "length"] | None = option(
        "What orders paths: their cost (the default) or their number of moves.")  # fmt: skip
    rules: ClassVar[Rules] = (
        Needs("measure", ("shortest_first", "slack"),
              "--measure says what orders the paths: add --shortest-first or --slack"),
        beside_induced("shortest_first", "slack"),
        Excludes(("shortest_first", "slack"), CYCLIC,
                 "--shortest-first and --slack apply to paths from start to exit"),
    )  # fmt: skip


class SampleCommand(OfPaths, InducedOption, ExplainOption, Own, KeepOption, ManyPathsForm):
    """Draw random paths of BOARD, all with exactly the same probability.

    \b
    Examples:
      gridwalk sample 12x12 --seed 1
      gridwalk sample maze.txt -n 1000 --lines
      gridwalk sample 6x6 --moves knight --tour --closed
      gridwalk sample 12x12 -n 100000 -o paths.npz
      gridwalk sample 8x8 -n 12 -o twelve.svg

    Exit status: 0 drawn, 1 there is no path, 2 bad input, 3 out of time, memory or disk.
    """

    number: Positive = option("The number of paths.", "-n --number", default=1, shown=True)
    seed: Whole | None = option("Seed of the random numbers; the same seed gives the same paths.")


_COUNTED_ONCE = ("each_start", "each_end", "up_to_symmetry", "measures", "layers")
_TABLE = "output=.csv|.json"
# What goes with --pair.
_BESIDE_PAIRS = {
    "board", "moves", "order", "corners", "diagonal", "portals", "wrap", "terrain", "costs", "cell_width",
    "wall_is", "format", "walls", "opened", "pairs", "fill", "seconds", "memory", "in_json",
}  # fmt: skip


class CountCommand(OfPaths, InducedOption, Own, ExplainOption, KeepOption, OnOption, JsonOption):
    """Count the paths of BOARD, exactly, without listing them; or with --approx about.

    A frontier sweeps over the board once for all paths: 12x12 (30 digits) takes a moment, 16x16
    some seconds, 20x20 minutes; a king's 9x9 a second.  Tables that do not fit into --memory go
    to disk.  stdout gets only the number, stderr a description of what was counted.

    With --approx a sample of the frontier's states goes on, several times: 40x40 takes a minute.  The
    number is in e-notation then, and stderr has the interval in which the true one lies at 95 %.

    With --layers the sweep of a small board is printed: after each step the frontier, and every state with
    the number of partial paths that lead to it.  The two ends of a piece have one letter, or brackets.

    \b
    Examples:
      gridwalk count maze.txt
      gridwalk count 12x12 --lengths
      gridwalk count 8x8 --measures length,turns -o table.csv
      gridwalk count 16x16 --through 8,8 --memory 1GiB --keep state
      gridwalk count 18x18 --on processes --memory 2GiB --keep parts
      gridwalk count 6x6 --moves knight --tour --closed --up-to-symmetry
      gridwalk count 40x40 --approx 5% --seed 1
      gridwalk count 30x30 --approx 10% --visits -o heat.png
      gridwalk count 10x10 --induced --lengths
      gridwalk count 6x6 --pair 0,0:0,5 --pair 5,0:5,5
      gridwalk count 4x4 --layers profile

    Exit status: 0 counted (zero is a count), 2 bad input, 3 out of time, memory or disk.
    """

    by: Any = by_option("count", "the fastest by estimate")
    each_start: bool = option("Print the number of tours from each cell.")
    each_end: bool = option("Print the number of paths that end in each cell.")
    up_to_symmetry: bool = option("Count tours once that are rotations or reflections of each other.")
    lengths: bool = option("Print the number of paths of each length.")
    measures: MeasureNames | None = option("Print the number of paths by length, cost or turns, or by "
                                           "several: length,turns.")  # fmt: skip
    layers: Literal["auto", "simpath", "profile", "halves"] | None = option(
        "Print the sweep of a small board (36 cells) step by step, with all states: auto, simpath, profile "
        "or halves.", metavar="ENGINE")  # fmt: skip
    approx: ErrorShare | None = option("Estimate the number, to about this error (5%); with --time as well "
                                       "as it can.")  # fmt: skip
    seed: Whole | None = option("With --approx: seed of the random numbers.")
    visits: bool = option("With --approx: print how many percent of the paths visit each cell.")
    output: Annotated[File, Output((".svg", ".png", ".npy", ".csv", ".json"))] | None = option(
        "With --lengths or --measures: write the table (.csv, .json); with --visits: a heat map (.svg, "
        ".png), or the shares as an array (.npy).", "-o --output")  # fmt: skip
    pairs: tuple[Pair, ...] = option("Count the ways to join these two cells, and all other pairs, by paths "
                                     "that share no cell; repeatable.", "--pair", default=())  # fmt: skip
    fill: bool = option("With --pair: the paths visit every open cell.")
    rules: ClassVar[Rules] = (
        Needs("fill", "pairs", "--fill applies to paths between pairs of cells: add --pair"),
        EverythingBut(_BESIDE_PAIRS, "pairs",
                      "{a} does not apply to paths between pairs of cells: leave out it or --pair"),
        beside_induced(*_COUNTED_ONCE[:-1], "layers!=auto", "approx"),
        Excludes(("by", *_COUNTED_ONCE, "explain"), "approx",
                 "--approx estimates a single count: leave out {a}"),
        Needs(("seed", "visits", "output!=.csv|.json"), "approx",
              "{a} applies to estimates: add --approx"),
        Excludes("lengths", "visits", "--lengths and --visits are different questions: give one"),
        Needs("output", "visits", "-o is for --visits: there is nothing to draw", when="approx"),
        Excludes(_TABLE, "approx", "-o {value} is for exact counts: give .svg, .png or .npy with --visits"),
        OneOf((*_COUNTED_ONCE, ("lengths", "explain")),
              "--each-start, --each-end, --up-to-symmetry, --lengths, --measures, --layers and --explain are "
              "different questions: give one"),
        Excludes(("each_start", "each_end", "lengths", "measures", "layers", "explain"), "by",
                 "--by applies to a single count: leave it out with --each-start, --each-end, --lengths, "
                 "--measures, --layers and --explain"),
        Needs(_TABLE, ("lengths", "measures"), "-o {value} is a table: add --lengths or --measures"),
        Excludes("explain", "output", "--explain counts nothing, so that -o has no table: leave one out"),
        Needs(("each_start", "up_to_symmetry"), "tour", "{a} applies to tours: add --tour"),
        Excludes("each_start", ("closed", "undirected", "starts!=anywhere"),
                 "--each-start counts open tours from every cell, in both directions: leave out --closed, "
                 "--undirected and --from"),
        Excludes("each_end", CYCLIC, "--each-end applies to paths: leave out --tour and --cycles"),
    )  # fmt: skip
