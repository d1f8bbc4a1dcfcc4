"""The commands that answer with several paths: list and sample."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from gridwalk.answers import batch
from gridwalk.cli.answers import flush, write
from gridwalk.cli.ends import no_way
from gridwalk.cli.forms import each_as_text
from gridwalk.cli.options import Excludes, Needs, Own, Rules, option
from gridwalk.cli.output import ManyPathsForm, OutFile, save_paths
from gridwalk.cli.progress import say
from gridwalk.cli.question import (
    CYCLIC,
    ExplainOption,
    KindOptions,
    OfPaths,
)
from gridwalk.cli.status import Status
from gridwalk.cli.values import Positive, Slack, Whole
from gridwalk.errors import LimitError
from gridwalk.keywords import BATCH_CELLS, Variable
from gridwalk.planner import listed

if TYPE_CHECKING:
    from typing import TypeAlias

    from gridwalk.answers.batch import Batch
    from gridwalk.answers.linkage import Linkage
    from gridwalk.answers.path import Path
    from gridwalk.cli.question import AnySet

    Found: TypeAlias = Iterator[Batch[Path] | Path | Linkage]

CHARACTERS = 1 << 20  # of the drawings that are made at a time


class ManyPaths(OfPaths, KindOptions, Own, ManyPathsForm):
    """A question for several paths."""

    def give_each(self, found: Found, paths: AnySet) -> None:
        """Print the paths as they come, or write a picture of them."""
        if (out := OutFile.of(self)) is not None:
            return save_paths(found, paths.board, out)
        for some in found:
            write(each_as_text(some, self.form, tour=self.tour, in_json=self.in_json))
        return None


class ListCommand(ManyPaths, under="Which paths"):
    """List every path of BOARD as a drawing, and their number.

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
      gridwalk list 3x3 -o paths.svg
      gridwalk list 4x4 --pair 0,0:0,3 --pair 3,0:3,3 --fill -n 1 -o solution.svg

    Exit status: 0 listed, 1 no such path, 2 bad input, 3 out of time or memory.
    """

    common = "starts exits limit shortest_first output"
    limit: Whole | None = option("Stop after N paths.", "-n --limit")
    shortest_first: bool = option("List in order of cost, the shortest path first.", under="How")
    slack: Slack | None = option("Shortest first, only paths that cost at most COST more than the shortest "
                                 "(10%: a tenth more).")  # fmt: skip
    measure: Variable | None = option(
        "What orders paths: their cost (the default), or their number of moves or turns.",
        under="How")  # fmt: skip
    rules: ClassVar[Rules] = (
        Needs("measure", ("shortest_first", "slack"),
              "--measure says what orders the paths: add --shortest-first or --slack"),
        Excludes(("shortest_first", "slack"), CYCLIC,
                 "--shortest-first and --slack apply to paths from start to exit"),
    )  # fmt: skip

    def reply(self, paths: AnySet) -> int:
        """List the paths, and say how many there are."""
        closing = say if self.in_json or self.lines or self.output else write
        number = 0

        def each() -> Found:
            nonlocal number
            for some in listed.first_of(
                self._listed(paths), self.limit, max(1, CHARACTERS // paths.board.size)
            ):
                yield some
                number += len(some) if isinstance(some, batch.Batch) else 1

        try:
            self.give_each(each(), paths)
        except (KeyboardInterrupt, LimitError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            unwritten = "" if self.output is None else f"; {self.output} is not written"
            closing(f"{self._how_many(number)} so far{unwritten}")
            raise
        stopped = self.limit is not None and number == self.limit
        if self.limit == 0:
            closing("nothing listed: the limit is 0")
        elif stopped:
            first = f"the first {number:,} {self.noun}s" if number > 1 else f"the first {self.noun}"
            closing(f"{first}; there may be more")
        else:
            reason = None if number else paths.why_empty()
            words = f"there {'is' if number < 2 else 'are'} {self._how_many(number)}"
            if number and self.slack is not None:
                slack = self.slack if isinstance(self.slack, str) else f"{self.slack:g}"
                words += f" within {slack} of the shortest"
            closing(words if reason is None else f"{words}: {reason}")
        return 0 if number or stopped else Status.NO_PATH

    def _listed(self, paths: AnySet) -> Found:
        if self.slack is not None:
            found: Found = self.call(paths, "nearly_shortest")
        elif self.shortest_first:
            found = self.call(paths, "in_order")
        else:
            one_by_one = self.induced or self.pair or self.numbers or self.network
            found = iter(paths) if one_by_one else listed.as_found(paths._question, most_cells=BATCH_CELLS)
        return found

    def _how_many(self, number: int) -> str:
        return f"{number:,} {self.noun}s" if number > 1 else f"1 {self.noun}" if number else f"no {self.noun}"


class SampleCommand(ManyPaths, under="How"):
    """Draw random paths of BOARD, all exactly equally likely.

    \b
    Examples:
      gridwalk sample 12x12 --seed 1
      gridwalk sample maze.txt -n 1000 --lines
      gridwalk sample 6x6 --moves knight --tour --closed
      gridwalk sample 8x8 -n 6 -o six.svg

    Exit status: 0 drawn, 1 there is no path, 2 bad input, 3 out of time, memory or disk.
    """

    common = "number seed moves tour output"
    explain: bool = ExplainOption.explain
    number: Positive = option("The number of paths.", "-n --number", default=1, shown=True)
    seed: Whole | None = option("Seed of the random numbers; the same seed gives the same paths.")

    def reply(self, paths: AnySet) -> int:
        """Draw the paths."""
        drawn = 0

        def each() -> Found:
            nonlocal drawn
            for path in paths.samples(self.number, seed=self.seed):
                yield path
                flush()  # the next path may take long
                drawn += 1

        self.give_each(each(), paths)
        if not drawn:
            say(no_way(paths))
        return 0 if drawn else Status.NO_PATH
