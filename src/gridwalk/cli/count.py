"""The command count: the number of paths, exact or about, and of each length."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click

from gridwalk.cli import boards, options
from gridwalk.cli import paths as ask
from gridwalk.cli.answers import with_text
from gridwalk.cli.messages import ProgressLine, say
from gridwalk.cli.output import Form, ends_facts, give
from gridwalk.cli.status import Status
from gridwalk.cli.values import ERROR
from gridwalk.errors import HopelessError, InputError, counted

if TYPE_CHECKING:
    from gridwalk.answers.estimated import CountEstimate


@click.command(cls=options.Command)
@boards.options
@ask.set_options
@options.flag("--undirected", help="Count an open tour and its reverse once.")
@options.flag("--up-to-symmetry", help="Count rotations and reflections of a tour once.")
@options.flag("--lengths", help="Print the number of paths of each length.")
@click.option("--approx", type=ERROR, help="Estimate the number, with about this relative error (5%).")
@options.seed("With --approx: seed of the random numbers.")
@options.explain
@options.time
@options.json
def count(
    board: str, up_to_symmetry: bool, lengths: bool, approx: float | None, seed: int | None, explain: bool,
    seconds: float | None, form: Form, **which: Any,
) -> int:  # fmt: skip
    """Count the paths of BOARD, or estimate their number with --approx.

    A frontier sweeps over the board once for all paths: 12x12 (30 digits) takes a moment, 16x16
    some seconds, 20x20 minutes; a king's 9x9 a second.  A count that does not fit into 60 % of the
    free memory is refused.  stdout gets only the number; stderr says which tours count as one.

    --approx follows only a random sample of the states, in several runs: 40x40 takes a minute.
    The estimate is in e-notation; stderr has an interval that contains the true number with 95 %
    confidence.

    \b
    Examples:
      gridwalk count maze.txt
      gridwalk count 12x12 --lengths
      gridwalk count 8x8 --lengths --json > table.json
      gridwalk count 16x16 --through 8,8
      gridwalk count 6x6 --moves knight --tour --closed --up-to-symmetry
      gridwalk count 40x40 --approx 5% --seed 1
      gridwalk count 20x20 --length 100 --approx 10%
      gridwalk count 10x10 --induced --lengths
      gridwalk count robots.txt --moves R,D

    Exit status: 0 counted (zero is a count), 2 bad input, 3 out of time, memory or disk.
    """
    if up_to_symmetry and not which["tour"]:
        raise InputError("--up-to-symmetry applies to tours: add --tour")
    if up_to_symmetry:
        words = "--up-to-symmetry and {option} are different questions: give one"
        options.refuse(words, {"--lengths": lengths, "--explain": explain})
    if approx is None and seed is not None:
        raise InputError("--seed applies to estimates: add --approx")
    if approx is not None:
        words = "--approx estimates a single count: leave out {option}"
        options.refuse(words, {"--up-to-symmetry": up_to_symmetry, "--explain": explain})
    asked = ask.asked(board, **which)
    if explain:
        return asked.explain("lengths" if lengths else "count", form)
    convention = f"{asked.paths}{'; rotations and reflections counted once' * up_to_symmetry}"
    facts = {"convention": convention} | ends_facts(asked.paths)
    with ProgressLine() as line:
        paths = asked.paths.within(seconds, progress=line)
        if approx is not None:
            _about(paths, approx, seed, facts, form, lengths=lengths)
        else:
            how = {"up_to_symmetry": True} if up_to_symmetry else {}
            _number(paths, facts, form, how, lengths=lengths, induced=which["induced"])
        asked.say_picture()
        if words := _note(asked, convention):
            say(words)
    return Status.ANSWERED


def _note(asked: ask.AskedPaths, convention: str) -> str:
    """Return a note on what was counted: the convention, the conditions, and guessed ends."""
    if asked.tour or asked.cycles:
        return convention
    paths = asked.paths
    if paths.starts and paths.exits and len(paths.starts) == len(paths.exits) == 1:
        return asked.ends if asked.guess else ""
    return f"{asked.ends}; {str(paths).partition('; ')[2]}"


def _number(
    paths: Any, facts: dict[str, object], form: Form, how: dict[str, bool], *, lengths: bool, induced: bool
) -> None:
    """Print the number of paths, or the number of each length."""
    try:
        table = paths.lengths() if lengths else {}
        number = sum(table.values()) if lengths else paths.count(**how)
    except HopelessError as error:
        if induced:
            raise
        raise HopelessError(error.reason, "--approx 5% estimates the number") from None
    names = {str(value): of_name for value, of_name in table.items()}
    facts = with_text("count", number) | facts | (with_text("lengths", names) if lengths else {})
    width = max(map(len, names), default=0)
    rows = [f"{name:>{width}} {of_name}" for name, of_name in names.items()]
    give(form, lambda: facts, lambda: "\n".join(rows) if lengths else str(number))
    if lengths and not form.in_json:
        say(f"{number:,} in all")
    if number == 0 and (reason := paths.why_empty()) is not None:
        say(reason)


def _about(
    paths: Any, error: float, seed: int | None, more: dict[str, object], form: Form, *, lengths: bool
) -> None:
    """Print an estimate of the number of paths, or of the number of each length."""
    about = (paths.estimate_lengths if lengths else paths.estimate_count)(error=error, seed=seed)
    found: CountEstimate = about.count if lengths else about
    facts, text = _facts(found), found.value_text
    if lengths:
        facts |= {
            "lengths": {length: _facts(one) for length, one in about.items()},
            "mean_length": _or_null(about.mean),
            "mean_length_error": _or_null(about.mean_error),
        }
        width = len(str(max(about, default=0)))
        text = "\n".join(f"{length:{width}} {one}" for length, one in about.items())
    give(form, lambda: facts | more, lambda: text)
    say(f"{found.value_text} in all: {_in_words(found)}" if lengths else _in_words(found))


def _or_null(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _facts(found: CountEstimate) -> dict[str, object]:
    """Return an estimate for JSON, null in place of nan and infinity."""
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
    """Return the interval, error and effort of an estimate, as text."""
    if found.exact:
        return "exact, no estimate"
    made = f"{counted(found.runs, 'run')} of {found.states:,} states"
    if found.is_lower_bound and not found.value:
        return f"{found.interval_text}, after {made}: they are rare, or there are none"
    if found.is_lower_bound:
        return f"{found.interval_text}, after {made}: they differ too much, or are too few, for an interval"
    error = f"{found.relative_error:.1%}".replace("%", " %")
    return f"the true number is in {found.interval_text} sure; standard error {error}, {made}"
