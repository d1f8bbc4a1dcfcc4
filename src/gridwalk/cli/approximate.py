"""What `count` prints with --approx, with --measures, and with --pair."""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.estimated import CountEstimate, GeneratingFunction, LengthEstimates
from gridwalk.cli.answers import dumps, figures, with_text, write
from gridwalk.cli.output import OutFile, save_shares
from gridwalk.cli.pathverbs import CountCommand
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.question import AnySet, BoardArguments, ask, ends_facts
from gridwalk.cli.status import Status
from gridwalk.errors import counted

Facts: TypeAlias = dict[str, object]


def save_table(function: GeneratingFunction, facts: Facts, out: OutFile) -> None:
    """Write numbers of paths to a file: a row for each, or *facts*, what --json prints."""
    out.save((function.to_csv() if out.ending == ".csv" else dumps(facts) + "\n").encode())


def print_measures(
    paths: AnySet, names: tuple[Any, ...], line: ProgressLine, given: CountCommand, out: OutFile | None
) -> int:
    """Answer `count` with --measures."""
    found = paths.generating_function(*names)
    line.clear()
    columns = found.to_dict()
    moments = {name: (found.mean(name), found.variance(name)) for name in found.variables if found.total}
    facts: Facts = with_text("count", found.total) | {"convention": paths.convention, "variables": names}
    facts |= {"terms": columns | {"count_text": list(map(str, columns["count"]))}}
    facts |= {"mean": {name: float(mean) for name, (mean, _) in moments.items()}}
    facts |= {"variance": {name: float(variance) for name, (_, variance) in moments.items()}}
    if out is not None:
        save_table(found, facts, out)
    if given.in_json:
        write(dumps(facts))
    elif out is None:
        words = [[name, *(figures(value) if name != "count" else str(value) for value in values)]
                 for name, values in columns.items()]  # fmt: skip
        widths = [max(map(len, column)) for column in words]
        for row in zip(*words, strict=True):
            write(" ".join(word.rjust(width) for word, width in zip(row, widths, strict=True)))
    if not given.in_json:
        for name, (mean, variance) in moments.items():
            say(f"{name}: mean {float(mean):.6g}, standard deviation {float(variance) ** 0.5:.6g}")
        say(f"{found.total:,} in all")
    say(paths.convention)
    return 0


def approximate(given: CountCommand, error: float, out: OutFile | None) -> int:
    """Answer `count` with --approx."""
    seconds, seed = given.seconds, given.seed

    def answer(paths: AnySet, line: ProgressLine) -> int:
        if given.lengths:
            lengths = paths.estimate_lengths(error, seconds=seconds, rng=seed)
            found = lengths.count
        elif given.visits:
            visits = paths.estimate_visits(error, seconds=seconds, rng=seed)
            found = visits.count
        else:
            found = paths.estimate_count(error, seconds=seconds, rng=seed)
        line.clear()
        more: Facts = {}
        text = found.value_text
        if given.lengths:
            more = {
                "lengths": {length: _facts(one) for length, one in lengths.items()},
                "mean_length": _or_null(lengths.mean),
                "mean_length_error": _or_null(lengths.mean_error),
            }
            text = _table(lengths)
        elif given.visits:
            more = {"visits": _rows(visits.frequencies), "errors": _rows(visits.errors)}
            text = "\n".join(" ".join(f"{100 * share:3.0f}" for share in row) for row in visits.frequencies)
        if out is not None:
            save_shares(paths.board, visits.frequencies, out)
        elif given.in_json:
            write(dumps(_facts(found) | more | {"convention": paths.convention} | ends_facts(paths)))
        else:
            write(text)
        say(f"{found.value_text} in all: {_in_words(found)}" if more else _in_words(found))
        say(paths.convention)
        return 0

    return ask(given.but(seconds=None), answer)


def _table(lengths: LengthEstimates) -> str:
    """Return a line for each length: the length, how many, and what is known of that."""
    width = len(str(max(lengths, default=0)))
    return "\n".join(f"{length:{width}} {one}" for length, one in lengths.items())


def _rows(array: NDArray[np.float64]) -> list[list[float | None]]:
    """Return an array for JSON; what is not a number is null."""
    return [[_or_null(number) for number in row] for row in array.tolist()]


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
        return "exact"
    made = f"{counted(found.runs, 'run')} of {found.states:,} states"
    if found.is_lower_bound:
        return f"{found.interval_text}, after {made}: they differ too much, or are too few, for an interval"
    return f"{found.interval_text}; standard error {found.relative_error:.1%}, {made}".replace("%,", " %,")


def count_pairs(given: CountCommand) -> int:
    """Count the tuples of disjoint paths between the pairs of --pair."""
    board = BoardArguments(given, shows_only=True).board()
    paths = board.path_pairs(*given.pairs, fill=given.fill)
    with ProgressLine() as line:
        number = paths.within(given.seconds, memory=given.memory, progress=line).count()
        line.clear()
    facts = with_text("count", number) | {"convention": paths.described, "pairs": paths.pairs}
    write(dumps(facts) if given.in_json else str(number))
    say(paths.described)
    return Status.ANSWERED
