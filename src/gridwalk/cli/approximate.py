"""What `count` prints with --approx: the value alone on stdout, its interval on stderr."""

from __future__ import annotations

import math
import re
from typing import Any

import click

from gridwalk.cli.answers import dumps, with_text, write
from gridwalk.cli.ends import ends_facts
from gridwalk.cli.options import AnySet, ask
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.errors import InputError, counted
from gridwalk.estimated import CountEstimate

_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,9})?)\s*%|(0?\.\d{1,9})", re.ASCII)
# What is a different question, or means nothing for an estimate: the names of the parameters of `count`.
OTHERS = ("by", "each_start", "up_to_symmetry", "lengths", "explain", "checkpoint")


class ErrorShare(click.ParamType[float]):
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
)  # fmt: skip


def approximate(given: dict[str, Any], in_json: bool) -> int:
    """Answer `count` with --approx."""
    for name in OTHERS:
        if given.get(name) not in (None, False, "auto"):
            raise InputError(f"--approx estimates a single count: leave out --{name.replace('_', '-')}")
    error, seed, seconds = given["approx"], given["seed"], given["seconds"]

    def answer(paths: AnySet, line: ProgressLine) -> int:
        found = paths.estimate_count(error, seconds=seconds, rng=seed)
        line.clear()
        if in_json:
            write(dumps(facts(found) | {"convention": paths.convention} | ends_facts(paths)))
        else:
            write(found.value_text)
        say(in_words(found))
        say(paths.convention)
        return 0

    return ask(given | {"seconds": None}, answer)


def facts(found: CountEstimate) -> dict[str, Any]:
    """Return an estimate for JSON; what is not a number is null."""
    numbers = {"log10": found.log10, "relative_error": found.relative_error}
    return {
        **with_text("count", found.value),
        "exact": found.exact,
        **with_text("low", found.low),
        **(with_text("high", found.high) if found.high is not None else {"high": None, "high_text": None}),
        "confidence": found.confidence,
        "is_lower_bound": found.is_lower_bound,
        **{name: number if math.isfinite(number) else None for name, number in numbers.items()},
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
