"""The command count: a number, or many by length, cell or measure; about; of pairs; the states of a sweep."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from gridwalk.cli.answers import dumps, with_text, write
from gridwalk.cli.ends import ends_facts, some_of
from gridwalk.cli.forms import JsonOption
from gridwalk.cli.options import Excludes, Needs, OneOf, Own, Rules, option
from gridwalk.cli.output import give
from gridwalk.cli.progress import say
from gridwalk.cli.question import (
    CYCLIC,
    ExplainOption,
    KeepOption,
    KindOptions,
    OfPaths,
    beside_kinds,
    by_option,
)
from gridwalk.cli.status import Status
from gridwalk.cli.values import ErrorShare, File, Output, Time, Whole
from gridwalk.cli.workers import OnOption
from gridwalk.errors import HopelessError, counted
from gridwalk.keywords import Variable
from gridwalk.planner import traces

if TYPE_CHECKING:
    from typing import TypeAlias

    from gridwalk.allpaths.film import Arrival, Place, SweepFilm, SweptLayer
    from gridwalk.answers.estimated import CountEstimate
    from gridwalk.cli.question import AnySet

    Facts: TypeAlias = dict[str, object]


_COUNTED_ONCE = ("each_start", "each_end", "up_to_symmetry", "layers")
_TABLE = "output=.csv|.json"


class CountCommand(
    OfPaths, KindOptions, Own, ExplainOption, KeepOption, OnOption, JsonOption, under="Output"
):
    """Count the paths of BOARD, exactly, or with --approx about.

    A frontier sweeps over the board once for all paths: 12x12 (30 digits) takes a moment, 16x16
    some seconds, 20x20 minutes; a king's 9x9 a second.  A count that does not fit into --memory is
    refused.  stdout gets only the number; stderr says which tours count as one.

    With --approx a sample of the frontier's states goes on, several times: 40x40 takes a minute.  The
    number is in e-notation then, and stderr has the interval in which the true one lies at 95 %.  With
    --length, --longer-than or --shorter-than only states that may come to such a path are kept.

    With --layers the sweep of a small board is printed: after each step the frontier, and every state with
    the number of partial paths that lead to it.  The two ends of a piece have one letter.

    \b
    Examples:
      gridwalk count maze.txt
      gridwalk count 12x12 --lengths
      gridwalk count 8x8 --lengths --measure turns -o table.csv
      gridwalk count 16x16 --through 8,8 --memory 1GiB --keep parts
      gridwalk count 18x18 --on processes --memory 2GiB --keep parts
      gridwalk count 6x6 --moves knight --tour --closed --up-to-symmetry
      gridwalk count 40x40 --approx 5% --seed 1
      gridwalk count 20x20 --length 100 --approx 10%
      gridwalk count 10x10 --induced --lengths
      gridwalk count 6x6 --pair 0,0:0,5 --pair 5,0:5,5
      gridwalk count 4x4 --layers

    Exit status: 0 counted (zero is a count), 2 bad input, 3 out of time, memory or disk.
    """

    common = "starts exits moves tour approx"
    by: Any = by_option("count", "the fastest by estimate")
    each_start: bool = option("Print the number of tours from each cell.")
    each_end: bool = option("Print the number of paths that end in each cell, or node.")
    up_to_symmetry: bool = option("Count rotations and reflections of a tour once.", under="Which paths")
    lengths: bool = option("Print the number of paths of each length.")
    measure: Variable = option("With --lengths: what is measured, length (moves), cost or turns.",
                               default="length", shown=True)  # fmt: skip
    layers: bool = option("Print the sweep of a small board (36 cells) step by step, with all states.")
    approx: ErrorShare | None = option("Estimate the number, to about this error (5%).", under="How")
    anytime: Time | None = option("With --approx: answer after this time (10s), as well as can be.",
                                  under="Limits")  # fmt: skip
    seed: Whole | None = option("With --approx: seed of the random numbers.", under="How")
    output: Annotated[File, Output((".csv", ".json"))] | None = option(
        "With --lengths: write the table (.csv, .json).", "-o --output"
    )
    rules: ClassVar[Rules] = (
        beside_kinds("layers"),
        Excludes("each_end", "pair", "{a} is for single paths: leave out {a} or --pair"),
        Excludes(("by", *_COUNTED_ONCE, "explain"), "approx",
                 "--approx estimates a single count: leave out {a}"),
        Needs(("seed", "anytime"), "approx", "{a} applies to estimates: add --approx"),
        Excludes("output", "approx", "-o is for exact counts: leave it out with --approx"),
        OneOf((*_COUNTED_ONCE, ("lengths", "explain")),
              "--each-start, --each-end, --up-to-symmetry, --lengths, --layers and --explain are different "
              "questions: give one"),
        Excludes(("each_start", "each_end", "lengths", "layers", "explain"), "by",
                 "--by applies to a single count: leave it out with --each-start, --each-end, --lengths, "
                 "--layers and --explain"),
        Needs(_TABLE, "lengths", "-o {value} is a table: add --lengths"),
        Needs("measure", "lengths", "{a} is what --lengths counts by: add --lengths"),
        Excludes("measure", "approx", "--approx estimates numbers of moves: leave out {a}"),
        Excludes("explain", "output", "--explain counts nothing, so that -o has no table: leave one out"),
        Needs(("each_start", "up_to_symmetry"), "tour", "{a} applies to tours: add --tour"),
        Excludes("each_start", ("closed", "undirected", "starts!=anywhere"),
                 "--each-start counts open tours from every cell, in both directions: leave out --closed, "
                 "--undirected and --from"),
        Excludes("each_end", CYCLIC, "--each-end applies to paths: leave out --tour and --cycles"),
    )  # fmt: skip

    def reply(self, paths: AnySet) -> int:
        """Count by what the options ask for."""
        ways: dict[str, Callable[[AnySet], None]] = {
            "approx": self._about,
            "layers": self._layers,
            "each_start": self._each,
            "each_end": self._each,
        }
        next((way for name, way in ways.items() if self.given(name)), self._number)(paths)
        return Status.ANSWERED

    def note(self, paths: AnySet) -> str:
        """Return how paths are counted, where that is no matter of course, and the ends that were guessed."""
        if self.given(("pair", "numbers")):
            return ""
        one_to_one = paths.starts and paths.exits and len(paths.starts) == len(paths.exits) == 1
        if self.given(CYCLIC):
            return self._convention(paths)
        ends = f"from {some_of(paths.starts)} to {some_of(paths.exits)}{self.guess}"
        return super().note(paths) if one_to_one else f"{ends}; {str(paths).partition('; ')[2]}"

    def _convention(self, paths: AnySet) -> str:
        once = "; rotations and reflections counted once" * self.up_to_symmetry
        return f"{paths}{once}"

    def _number(self, paths: AnySet) -> None:
        """Print a number, or the numbers of each length."""
        try:
            table = self.call(paths, "lengths") if self.lengths else {}
            number = sum(table.values()) if self.lengths else self.call(paths, "count")
        except HopelessError as error:
            if self.given(("induced", "pair", "numbers")):
                raise
            raise HopelessError(error.reason, "--approx 5% estimates the number") from None
        names = [str(value if isinstance(value, int) else float(value)) for value in table]
        facts = with_text("count", number) | {"convention": self._convention(paths)} | ends_facts(paths)
        facts |= with_text("lengths", dict(zip(names, table.values(), strict=True))) if self.lengths else {}
        width = max(map(len, names), default=0)
        rows = [f"{name:>{width}} {of_name}" for name, of_name in zip(names, table.values(), strict=True)]
        lines = [f"{self.measure},count", *map(",".join, zip(names, map(str, table.values()), strict=True))]
        give(
            self,
            lambda: facts,
            lambda: "\n".join(rows) if self.lengths else str(number),
            {".csv": lambda: "\n".join(lines) + "\n", ".json": lambda: dumps(facts) + "\n"},
        )
        if not self.in_json and (self.lengths or self.output):
            say(f"{number:,} in all")
        self._why_none(number, paths)

    def _why_none(self, number: int, paths: AnySet) -> None:
        if number == 0 and (reason := paths.why_empty()) is not None:
            say(reason)

    def _each(self, paths: AnySet) -> None:
        """Print a number for each cell."""
        verb = "counts_by_start" if self.each_start else "counts_by_end"
        found = self.call(paths, verb)
        table = [[*found.values()]] if self.network else np.array(found, object).tolist()
        width = len(str(max(map(max, table))))
        rows = (" ".join(f"{number:{width}}" for number in row) for row in table)
        facts = with_text("counts", found if self.network else table) | {"convention": str(paths)}
        facts |= ends_facts(paths)
        give(self, lambda: facts, lambda: _by_node(found) if self.network else "\n".join(rows))
        number = sum(map(sum, table))
        say(f"{number:,} in all")
        self._why_none(number, paths)

    def _about(self, paths: AnySet) -> None:
        """Print an estimate of the number of paths, or of those of each length."""
        about = self.call(paths, "estimate_lengths" if self.lengths else "estimate_count")
        found: CountEstimate = about.count if self.lengths else about
        more: Facts = {}
        text = found.value_text
        if self.lengths:
            more = {
                "lengths": {length: _facts(one) for length, one in about.items()},
                "mean_length": _or_null(about.mean),
                "mean_length_error": _or_null(about.mean_error),
            }
            width = len(str(max(about, default=0)))
            text = "\n".join(f"{length:{width}} {one}" for length, one in about.items())
        facts = _facts(found) | more | {"convention": str(paths)} | ends_facts(paths)
        give(self, lambda: facts, lambda: text)
        say(f"{found.value_text} in all: {_in_words(found)}" if more else _in_words(found))

    def _layers(self, paths: AnySet) -> None:
        """Print the states of a sweep."""
        if self.in_json:
            from gridwalk.viewer.answers import sweep_data

            return write(dumps(sweep_data(paths)))
        film = traces.sweep_film(paths._question)
        return write("\n".join(_lines(film)))


def _by_node(table: Mapping[Any, int | str]) -> str:
    """Return a line for each node: its name, and a number."""
    name, width = (max(len(str(one)) for one in some) for some in (table, table.values()))
    return "\n".join(f"{node!s:{name}} {number:>{width}}" for node, number in table.items())


def _or_null(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _facts(found: CountEstimate) -> Facts:
    """Return an estimate for JSON; what is not a number is null."""
    return {
        **with_text("count", found.value),
        "exact": found.exact,
        **with_text("low", found.low),
        **(with_text("high", found.high) if found.high is not None else {"high": None, "high_text": None}),
        "confidence": found.confidence,
        "is_lower_bound": found.is_lower_bound,
        "log10": _or_null(found.log10),
        "relative_error": _or_null(found.relative_error),
        "runs": found.runs,
        "states": found.states,
        "by": found.by,
    }


def _in_words(found: CountEstimate) -> str:
    """Return what is known of an estimate, as text."""
    if found.exact:
        return "exact, no estimate"
    made = f"{counted(found.runs, 'run')} of {found.states:,} states"
    if found.is_lower_bound and not found.value:
        return f"{found.interval_text}, after {made}: they are rare, or there are none"
    if found.is_lower_bound:
        return f"{found.interval_text}, after {made}: they differ too much, or are too few, for an interval"
    error = f"{found.relative_error:.1%}".replace("%", " %")
    return f"the true number is in {found.interval_text} sure; standard error {error}, {made}"


def _lines(film: SweepFilm) -> Iterator[str]:
    columns = film.shape[1]
    for before, layer in zip((None, *film.layers), film.layers, strict=False):
        head = f"{layer.part}: " if layer.part else ""
        frontier = " ".join(_name(place, columns) for place in layer.frontier)
        count = counted(len(layer.states), "state")
        yield f"{head}{_decided(layer, columns)}: {count}{' on ' if frontier else ''}{frontier}"
        for state in layer.states:
            yield f"  {state.marks or '-'} {state.number}{_sum(before, state.arrivals)}"
        if layer.finished:
            yield f"  finished {layer.finished}{_sum(before, layer.closing)}"
    yield f"in all {film.number}"


def _decided(layer: SweptLayer, columns: int) -> str:
    if layer.cell >= 0:
        return _name((layer.cell,), columns)
    if not layer.edges:
        return "nothing decided"
    return " ".join(_name(edge, columns) for edge in layer.edges)


def _name(place: Place, columns: int) -> str:
    return "-".join("({},{})".format(*divmod(cell, columns)) for cell in place) or "anywhere"


def _sum(before: SweptLayer | None, arrivals: tuple[Arrival, ...]) -> str:
    if before is None or len(arrivals) < 2:
        return ""
    return " = " + " + ".join(str(before.states[arrival.state].number) for arrival in arrivals)
