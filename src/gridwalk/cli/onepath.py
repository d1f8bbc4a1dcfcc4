"""The commands that answer with one path: find, shortest and longest.

`shortest` has one more answer, in `walks`: a table with a path for each pair in a file.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_args

from gridwalk.cli import walks
from gridwalk.cli.answers import effort, path_facts, quality, write
from gridwalk.cli.ends import ends_facts, no_way
from gridwalk.cli.options import Excludes, Needs, Own, Rules, option
from gridwalk.cli.output import OnePathForm, give, save_path
from gridwalk.cli.progress import TALK, say
from gridwalk.cli.question import (
    CYCLIC,
    WEIGHT,
    WEIGHT_RULE,
    ExplainOption,
    KindOptions,
    OfPaths,
    beside_kinds,
    by_option,
)
from gridwalk.cli.status import Status, ended_by
from gridwalk.cli.values import Positive, Share, Time, Whole, WordChoice, is_stdout
from gridwalk.errors import HopelessError
from gridwalk.keywords import Least, Measure

if TYPE_CHECKING:
    from gridwalk.answers.path import Path
    from gridwalk.cli.question import AnySet


class OnePath(OfPaths, KindOptions, ExplainOption, Own, OnePathForm):
    """A question for one path."""

    without = {"undirected": "one path is found, in one direction"}  # noqa: RUF012

    def found(self, paths: AnySet) -> Path | None:
        """Return the path."""
        raise NotImplementedError

    def condition(self) -> str:
        """Return what the message says of the path that there is not."""
        return ""

    def hint(self, paths: AnySet) -> str:
        """Return what the message adds: what else may be asked."""
        return ""

    def reply(self, paths: AnySet) -> int:
        """Print the path, or write it to a file; of a search for a while also the best at Ctrl-C."""
        status = Status.ANSWERED
        try:
            path = self.found(paths)
        except KeyboardInterrupt as interrupt:
            known = TALK.line and TALK.line.last and TALK.line.last.path
            if not known or not self.given(("anytime", "gap", "steps")):
                raise
            path, status = known, ended_by(interrupt)
        if path is not None:
            self.show(path, paths)
            return status
        words, reason = no_way(paths, self.condition()) + self.hint(paths), paths.why_empty()
        if self.lines or is_stdout(self.output):
            say(words)
        else:
            facts = {"found": False} | ({} if reason is None else {"reason": reason}) | ends_facts(paths)
            give(self, lambda: facts, lambda: words)
        return Status.NO_PATH

    def show(self, path: Path, paths: AnySet) -> None:
        """Give the path; say how good it is, and how it was found if that, or a tour, was asked for."""
        text = partial(self.form.one, path, tour=self.tour)
        give(
            self,
            lambda: path_facts(path, reached=arrives(path, paths), **ends_facts(paths)),
            text,
            lambda out: save_path(path, out, text, self.picture),
        )
        words = quality(path), effort(path) if self.given(("by", "tour", "anytime", "gap", "steps")) else ""
        if any(words):
            say("; ".join(filter(None, words)))


def arrives(path: Path, paths: AnySet) -> bool:
    """Whether the path ends at an exit."""
    return isinstance(path, tuple) or paths.exits is None or path.end in paths.exits


class FindCommand(OnePath, under="How"):
    """Find any path of BOARD, depth-first unless --by says otherwise.

    The path is drawn on the board: @ start, $ end, + turn, - and | straight on; a tour as
    step numbers.  Paths take linear time (a 4001x4001 maze: seconds).  A tour by warnsdorff
    takes a moment on most boards; by dfs it may never end: limit it with --time.

    \b
    Examples:
      gridwalk find maze.txt
      gridwalk find maze.txt --by bfs --moves king --corners none
      gridwalk find maze.txt --lines --reverse
      gridwalk find 8x8 --moves knight --tour --from a1
      gridwalk find 8x8 --moves knight --tour --from a1 -o tour.svg --squares

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time or memory.
    """

    common = "starts exits moves tour by"
    by: Any = by_option("find", "dfs; for tours the fastest")
    weight: float | None = WEIGHT
    rules: ClassVar[Rules] = (WEIGHT_RULE, beside_kinds("weight"))

    def found(self, paths: AnySet) -> Path | None:
        """Return any path."""
        path: Path | None = self.call(paths, "find")
        return path


_TURNS = ("measure", "turn_cost")


class ShortestCommand(OnePath, under="How"):
    """Find a path of BOARD with minimum cost.

    A move costs 1, a diagonal step the square root of 2; with --costs a move costs what the
    entered cell costs; --diagonal says otherwise for diagonal steps.  A map of a million cells
    takes milliseconds, after it is read.  If BOARD is a picture, -o with a .png draws the path
    onto it.
    \b
    Examples:
      gridwalk shortest maze.txt
      gridwalk shortest maze.txt --from 0,0 --to 4,4 --moves king
      gridwalk shortest hills.txt --costs
      gridwalk shortest maze.png -o solved.png
      gridwalk shortest lawn.txt --turn-cost 3
      gridwalk shortest 200x200 --through 20,150 --through 150,20
      gridwalk shortest rat.txt --order DRUL --by labels --labels
      gridwalk shortest maze.txt --pairs pairs.csv

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time or memory.
    """

    common = "starts exits moves by output"
    by: Any = by_option("shortest", "the fastest that is exact for BOARD")
    measure: Annotated[Least, WordChoice("measure", get_args(Least))] = option(
        "What is least: cost, length (moves), turns, or the cost of the worst step (bottleneck, minimax).",
        default="cost", shown=True)  # fmt: skip
    turn_cost: float | None = option("What each turn costs, beside the moves.", metavar="COST")
    nearest: bool = option("If no exit can be reached, end at the reachable cell nearest to one.")
    max_cost: float | None = option("No path that costs more.", metavar="COST", under="Which paths")
    pairs: str | None = option("Print a table: a path for each line of FILE (- stdin), row,column,row,column "
                               "or two cells.", metavar="FILE", under="Which paths")  # fmt: skip
    labels: bool = option("With --by labels: print the labels, from --origin on.", under="Output")
    rules: ClassVar[Rules] = (
        beside_kinds("measure", "turn_cost", "nearest", "max_cost", "pairs", "labels"),
        Excludes(
            ("starts", "exits", "tour", "closed", "undirected", "cycles", "through", "avoiding", "length",
             "longer_than", "shorter_than", "explain", "nearest", "labels", "draw",
             "glyphs", "blanks", "in_cells", "lines", "reverse", "origin", "output", "dark", "pixels",
             "squares"),
            "pairs", "--pairs asks for one shortest path a pair: leave out {a}"),
        Excludes("board=-", "pairs=-", "BOARD and --pairs cannot both be standard input"),
        Needs("labels", "by=labels", "--labels prints the labels of --by labels: add it"),
        Excludes("measure", "turn_cost", "--turn-cost weighs turns against the cost: leave out --measure"),
        Excludes(_TURNS, ("by", "max_cost", "explain", "pairs", "labels", *CYCLIC),
                 "{a} has a search of its own, for paths from start to exit: leave out {b}"),
        Excludes(("nearest", "labels", "max_cost"), CYCLIC,
                 "{a} applies to paths from start to exit"),
    )  # fmt: skip

    def shows_only(self) -> bool:
        """Whether a file has the ends."""
        return self.pairs is not None or super().shows_only()

    def condition(self) -> str:
        """Return what the message says of the path that there is not."""
        return "" if self.max_cost is None else f" that cost at most {self.max_cost:g}"

    def hint(self, paths: AnySet) -> str:
        """Return what the message adds where no condition but the walls is in the way."""
        if self.given(("max_cost", "nearest", "induced", "pair")):
            return ""
        asked = paths._question
        if asked.is_conditional or asked.tour or asked.closed:
            return ""
        return "; --nearest goes as near as possible"

    def answer(self) -> int:
        """Find a path, or a path for each pair of cells in a file."""
        if self.pairs is not None:
            return walks.table_of_pairs(self, self.pairs)
        return super().answer()

    def found(self, paths: AnySet) -> Path | None:
        """Return a path of minimum cost; with --labels print them before."""
        if self.labels:
            # Each cell enters and leaves the queue once, and may be on the path traced back.
            searched: Any = paths
            log = searched.trace(by=self.by, max_events=3 * paths.board.size + 1)
            write(f"{self.form.labels(log)}\n")
        path: Path | None = self.call(paths, "shortest")
        if path is not None and self.nearest and not arrives(path, paths):
            say(f"no exit can be reached: this path ends at {path.end}, the reachable cell nearest to one")
        return path


_OF_ONE_PATH = ("explain", "draw", "glyphs", "blanks", "in_cells", "lines", "reverse", "output", "dark",
                "pixels")  # fmt: skip
_LIMITS = ("anytime", "gap", "steps", "seed")


class LongestCommand(OnePath, under="How"):
    """Find a longest path of BOARD, or a long one with a bound.

    A frontier sweeps over the board once for all paths, as in count: an open 12x12 board takes a
    moment, and so does a maze of a thousand rooms.  On larger boards give --anytime, --gap or
    --steps (or several, the first to be reached counts): then a path is made longer and longer,
    and stderr says how long any path can be at most.  Ctrl-C prints the best path so far.  --bound
    prints such a bound alone, in about a second for 10,000 cells; --anytime gives it more time.

    \b
    Examples:
      gridwalk longest maze.txt
      gridwalk longest 8x8 --avoiding 3,3
      gridwalk longest 6x6 --cycles
      gridwalk longest 8x8 --from anywhere --to anywhere --induced
      gridwalk longest maze.txt --anytime 10s --gap 2%
      gridwalk longest 100x100 --bound

    Exit status: 0 found, 1 no such path, 2 bad input, 3 out of time, memory or disk.
    """

    common = "starts exits moves anytime output"
    measure: Measure = option("What is maximised.", default="length", shown=True)
    anytime: Time | None = option("Answer after this time (10s): a long path, and a bound.", under="Limits")
    gap: Share | None = option("Answer at most this much (2%) below the bound.", under="Limits")
    steps: Positive | None = option(
        "Answer after N steps: the same path each time with --seed.", under="Limits"
    )
    seed: Whole | None = option("Seed of the random numbers.")
    bound: bool = option("Print only what no path exceeds, without looking for one.")
    rules: ClassVar[Rules] = (
        beside_kinds(*_LIMITS),
        Excludes("bound", "pair", "{a} is for single paths: leave out {a} or --pair"),
        Excludes(("gap", "steps", "seed", *_OF_ONE_PATH), "bound",
                 "--bound looks for no path: leave out {a}"),
        Excludes("bound", CYCLIC, "{a} applies to paths from start to exit"),
        Needs("seed", ("anytime", "gap", "steps"),
              "--seed is for a search: give --anytime, --gap or --steps with it"),
        Excludes(_LIMITS, "explain", "--explain is about the exact answer: leave out {a}"),
        Excludes(_LIMITS, CYCLIC, "{a} applies to paths from start to exit"),
    )  # fmt: skip

    def found(self, paths: AnySet) -> Path | None:
        """Return a longest path, or a long one with a bound."""
        try:
            path: Path | None = self.call(paths, "longest")
        except HopelessError as error:
            if self.given((*_LIMITS, "pair", "induced", *CYCLIC)) or paths._question.is_conditional:
                raise
            raise HopelessError(error.reason, "--anytime 10s finds a long path, with a bound") from None
        return path

    def reply(self, paths: AnySet) -> int:
        """Print the path; or an upper bound, and its reason on stderr."""
        if not self.bound:
            return super().reply(paths)
        found = self.call(paths, "bound")
        if found is None:
            give(self, lambda: {"found": False} | ends_facts(paths), lambda: no_way(paths))
            return Status.NO_PATH
        facts = {"bound": found.value, "by": found.by, "measure": self.measure} | ends_facts(paths)
        give(self, lambda: facts, lambda: str(found.value))
        say(f"no path has a {self.measure} above {found.value:,}: {found.by}")
        return Status.ANSWERED
