"""What `count` prints with --approx, with --measures, and with --pair."""

from __future__ import annotations

import math
import re
from typing import Any

import click
import numpy as np
from click.core import ParameterSource
from numpy.typing import NDArray

from gridwalk.answers.estimated import CountEstimate, GeneratingFunction, LengthEstimates
from gridwalk.cli.answers import dumps, figures, with_text, write
from gridwalk.cli.ends import ends_facts
from gridwalk.cli.options import AnySet, BoardArguments, ask
from gridwalk.cli.output import save_bytes, save_shares, wants_file
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.cli.values import Output
from gridwalk.errors import InputError, counted

TABLES = (".csv", ".json")  # what -o makes of a count
MEASURES = ("length", "cost", "turns")


class MeasureNames(click.ParamType):
    """Names of measures, with commas between."""

    name = "measures"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the names as a tuple."""
        if isinstance(value, tuple):
            return value
        names = tuple(name.strip() for name in value.split(","))
        if not set(names) <= set(MEASURES) or len(set(names)) < len(names):
            raise InputError(f"--measures {value}: give length, cost, turns, or several with commas between")
        return names


MEASURES_OPTION = click.option(
    "--measures", type=MeasureNames(), metavar="LIST",
    help="Print the number of paths by length, cost or turns, or by several: length,turns.",
)  # fmt: skip


def wants_table(given: dict[str, Any], *, has_table: bool) -> bool:
    """Whether -o is given for the table of a count; refused is what has none, and a picture."""
    if not wants_file(given):
        return False
    output = given["output"]
    if not has_table:
        raise InputError(f"-o {output} is a table: add --lengths or --measures")
    if given["explain"]:
        raise InputError("--explain counts nothing, so that -o has no table: leave one out")
    return True


def save_table(function: GeneratingFunction, facts: dict[str, Any], given: dict[str, Any]) -> None:
    """Write numbers of paths to a file: a row for each, or *facts*, what --json prints."""
    output = given["output"]
    text = function.to_csv() if output.suffix.lower() == ".csv" else dumps(facts) + "\n"
    save_bytes(output, text.encode())


def print_measures(
    paths: AnySet, names: tuple[Any, ...], line: ProgressLine, given: dict[str, Any], *, in_json: bool
) -> int:
    """Answer `count` with --measures."""
    found = paths.generating_function(*names)
    line.clear()
    columns = found.to_dict()
    moments = {name: (found.mean(name), found.variance(name)) for name in found.variables if found.total}
    facts = with_text("count", found.total) | {"convention": paths.convention, "variables": names}
    facts |= {"terms": columns | {"count_text": list(map(str, columns["count"]))}}
    facts |= {"mean": {name: float(mean) for name, (mean, _) in moments.items()}}
    facts |= {"variance": {name: float(variance) for name, (_, variance) in moments.items()}}
    if given["output"] is not None:
        save_table(found, facts, given)
    if in_json:
        write(dumps(facts))
    elif given["output"] is None:
        words = [[name, *(figures(value) if name != "count" else str(value) for value in values)]
                 for name, values in columns.items()]  # fmt: skip
        widths = [max(map(len, column)) for column in words]
        for row in zip(*words, strict=True):
            write(" ".join(word.rjust(width) for word, width in zip(row, widths, strict=True)))
    if not in_json:
        for name, (mean, variance) in moments.items():
            say(f"{name}: mean {float(mean):.6g}, standard deviation {float(variance) ** 0.5:.6g}")
        say(f"{found.total:,} in all")
    say(paths.convention)
    return 0


_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,9})?)\s*%|(0?\.\d{1,9})", re.ASCII)
# What is a different question, or means nothing for an estimate: the names of the parameters of `count`.
OTHERS = ("by", "each_start", "each_end", "up_to_symmetry", "measures", "layers", "explain", "checkpoint")


class ErrorShare(click.ParamType):
    """A share such as 5% or 0.05."""

    name = "SHARE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return it as a number."""
        match = _SHARE.fullmatch(str(value).strip())
        share = (float(match[1]) / 100 if match[1] else float(match[2])) if match else 0.0
        if not 0 < share < 1:
            self.fail(f"{value!r} is not a share above 0 and below 100 %: give 5% or 0.05", param, ctx)
        return share


APPROX_OPTIONS = (
    click.option("--approx", type=ErrorShare(), metavar="SHARE",
                 help="Estimate the number, to about this error (5%); with --time as well as it can."),
    click.option("--seed", type=click.IntRange(min=0), metavar="N",
                 help="With --approx: seed of the random numbers."),
    click.option("--visits", is_flag=True,
                 help="With --approx: print how many percent of the paths visit each cell."),
    click.option("-o", "--output", type=Output((".svg", ".png", ".npy", ".csv", ".json")), metavar="FILE",
                 help="With --lengths or --measures: write the table (.csv, .json); with --visits: a heat "
                 "map (.svg, .png), or the shares as an array (.npy)."),
)  # fmt: skip


def approximate(given: dict[str, Any], in_json: bool) -> int:
    """Answer `count` with --approx."""
    for name in OTHERS:
        if given.get(name) not in (None, False, "auto"):
            raise InputError(f"--approx estimates a single count: leave out --{name.replace('_', '-')}")
    if given["lengths"] and given["visits"]:
        raise InputError("--lengths and --visits are different questions: give one")
    if wants_file(given) and not given["visits"]:
        raise InputError("-o is for --visits: there is nothing to draw")
    if given["output"] is not None and given["output"].suffix.lower() in TABLES:
        raise InputError(f"-o {given['output']} is for exact counts: give .svg, .png or .npy with --visits")
    error, seed, seconds = given["approx"], given["seed"], given["seconds"]

    def answer(paths: AnySet, line: ProgressLine) -> int:
        if given["lengths"]:
            lengths = paths.estimate_lengths(error, seconds=seconds, rng=seed)
            found = lengths.count
        elif given["visits"]:
            visits = paths.estimate_visits(error, seconds=seconds, rng=seed)
            found = visits.count
        else:
            found = paths.estimate_count(error, seconds=seconds, rng=seed)
        line.clear()
        more: dict[str, Any] = {}
        text = found.value_text
        if given["lengths"]:
            more = {
                "lengths": {length: facts(one) for length, one in lengths.items()},
                "mean_length": _or_null(lengths.mean),
                "mean_length_error": _or_null(lengths.mean_error),
            }
            text = _table(lengths)
        elif given["visits"]:
            more = {"visits": _rows(visits.frequencies), "errors": _rows(visits.errors)}
            text = "\n".join(" ".join(f"{100 * share:3.0f}" for share in row) for row in visits.frequencies)
        if given["output"] is not None:
            save_shares(paths.board, visits.frequencies, given)
        elif in_json:
            write(dumps(facts(found) | more | {"convention": paths.convention} | ends_facts(paths)))
        else:
            write(text)
        say(f"{found.value_text} in all: {in_words(found)}" if more else in_words(found))
        say(paths.convention)
        return 0

    return ask(given | {"seconds": None}, answer)


def _table(lengths: LengthEstimates) -> str:
    """Return a line for each length: the length, how many, and what is known of that."""
    width = len(str(max(lengths, default=0)))
    return "\n".join(f"{length:{width}} {one}" for length, one in lengths.items())


def _rows(array: NDArray[np.float64]) -> list[list[float | None]]:
    """Return an array for JSON; what is not a number is null."""
    return [[_or_null(number) for number in row] for row in array.tolist()]


def _or_null(number: float) -> float | None:
    return number if math.isfinite(number) else None


def facts(found: CountEstimate) -> dict[str, Any]:
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


def in_words(found: CountEstimate) -> str:
    """Return what is known of an estimate, as text."""
    if found.exact:
        return "exact"
    made = f"{counted(found.runs, 'run')} of {found.states:,} states"
    if found.is_lower_bound:
        return f"{found.interval_text}, after {made}: they differ too much, or are too few, for an interval"
    return f"{found.interval_text}; standard error {found.relative_error:.1%}, {made}".replace("%,", " %,")


PAIR_OPTIONS = (
    click.option("--pair", "pairs", multiple=True, metavar="CELL:CELL",
                 help="Count the ways to join these two cells, and all other pairs, by paths that share no "
                 "cell; repeatable."),
    click.option("--fill", is_flag=True, help="With --pair: the paths visit every open cell."),
)  # fmt: skip
# The options of count that go with --pair, but for those that define the board.
BESIDE = {"pairs", "fill", "seconds", "memory", "in_json", "quiet", "no_color"}
OF_BOARD = {
    "board", "moves", "order", "corners", "diagonal", "portals", "wrap", "terrain", "costs", "cell_width",
    "wall_is", "format", "walls", "opened",
}  # fmt: skip


def count_pairs(given: dict[str, Any], in_json: bool) -> int:
    """Count the tuples of disjoint paths between the pairs of --pair."""
    if not given["pairs"]:
        raise InputError("--fill applies to paths between pairs of cells: add --pair")
    context = click.get_current_context()
    for option in context.command.params:
        known = option.name is None or option.name in BESIDE | OF_BOARD
        if not known and context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE:
            words = f"{option.opts[-1]} does not apply to paths between pairs of cells"
            raise InputError(f"{words}: leave out it or --pair")
    pairs = [tuple(word.split(":")) for word in given["pairs"]]
    for word, pair in zip(given["pairs"], pairs, strict=True):
        if len(pair) != 2:
            raise InputError(f"--pair {word}: a pair is two cells, such as 0,3:5,4 or a1:h8")
    board = BoardArguments(given, shows_only=True).board()
    paths = board.path_pairs(*[(pair[0], pair[1]) for pair in pairs], fill=given["fill"])
    with ProgressLine() as line:
        number = paths.within(given["seconds"], memory=given["memory"], progress=line).count()
        line.clear()
    facts = with_text("count", number) | {"convention": paths.described, "pairs": paths.pairs}
    write(dumps(facts) if in_json else str(number))
    say(paths.described)
    return Status.ANSWERED
