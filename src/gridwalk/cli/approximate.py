"""What `count` prints with --approx: the answer alone on stdout, what is known of it on stderr."""

from __future__ import annotations

import math
import re
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.estimated import CountEstimate, LengthEstimates
from gridwalk.cli.answers import dumps, with_text, write
from gridwalk.cli.ends import ends_facts
from gridwalk.cli.measures import TABLES
from gridwalk.cli.options import AnySet, ask
from gridwalk.cli.output import save_shares, wants_file
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.target import Output
from gridwalk.errors import InputError, counted

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
