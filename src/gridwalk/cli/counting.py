"""The command count: a number, or many by length, cell or measure; about; of pairs; the states of a sweep."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.estimated import CountEstimate, GeneratingFunction, LengthEstimates
from gridwalk.cli.answers import dumps, figures, with_text, write
from gridwalk.cli.output import OutFile, save_shares
from gridwalk.cli.pathverbs import CountCommand
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.question import AnySet, BoardArguments, ask, ends_facts
from gridwalk.cli.status import Status
from gridwalk.errors import HopelessError, counted
from gridwalk.planner import byend, counts

if TYPE_CHECKING:
    from gridwalk.frontier.sweepfilm import Arrival, Place, SweepFilm, SweptLayer

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


def count(given: CountCommand) -> int:
    """Count paths."""
    if given.pairs:
        return count_pairs(given)
    out = OutFile.of(given, given.board)
    if given.approx is not None:
        return approximate(given, given.approx, out)

    def answer(paths: AnySet, line: ProgressLine) -> int:
        if given.layers is not None:
            return _print_layers(paths, given.layers, given.in_json)
        if given.measures is not None:
            return print_measures(paths, given.measures, line, given, out)
        if given.each_start or given.each_end:
            return _print_each(paths, line, given)
        symmetry = {"up_to_symmetry": True} if given.up_to_symmetry else {}
        try:
            table = paths.lengths() if given.lengths else {}
            number = sum(table.values()) if given.lengths else paths.count(by=given.by, **symmetry)
        except HopelessError as error:
            if given.induced:
                raise
            raise HopelessError(error.reason, "--approx 5% estimates the number") from None
        convention = paths.convention
        if given.up_to_symmetry:
            convention += "; rotations and reflections counted once"
        line.clear()
        facts = with_text("count", number) | {"convention": convention} | ends_facts(paths)
        facts |= with_text("lengths", table) if given.lengths else {}
        if out is not None:
            save_table(GeneratingFunction(("length",), table), facts, out)
        if given.in_json:
            write(dumps(facts))
        elif out is not None:
            say(f"{number:,} in all")
        elif given.lengths:
            width = len(str(max(table, default=0)))
            for length, of_length in table.items():
                write(f"{length:{width}} {of_length}")
            say(f"{number:,} in all")
        else:
            write(str(number))
        say(convention)
        _say_why_none(number, paths)
        return 0

    return ask(given, answer)


def _print_each(paths: AnySet, line: ProgressLine, given: CountCommand) -> int:
    """Print a number for each cell."""
    of_cell = counts.counts_by_start if given.each_start else byend.counts_by_end
    by_cell = np.array(of_cell(paths.question), object).tolist()
    line.clear()
    width = len(str(max(map(max, by_cell))))
    rows = "\n".join(" ".join(f"{number:{width}}" for number in row) for row in by_cell)
    facts = with_text("counts", by_cell) | {"convention": paths.convention}
    write(dumps(facts) if given.in_json else rows)
    number = sum(map(sum, by_cell))
    say(f"{number:,} in all; {paths.convention}")
    _say_why_none(number, paths)
    return 0


def _say_why_none(number: int, paths: AnySet) -> None:
    if number == 0 and (reason := paths.why_empty()) is not None:
        say(reason)


def _print_layers(paths: AnySet, by: str, in_json: bool) -> int:
    if in_json:
        from gridwalk.viewer.answers import sweep_data

        write(dumps(sweep_data(paths, by)))
        return 0
    from gridwalk.planner.traces import sweep_film

    film = sweep_film(paths.question, by)
    write("\n".join(_lines(film)))
    say(f"by {film.engine}; {paths.convention}")
    return 0


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
    last = {layer.part: layer.states for layer in film.layers}
    for joining in film.joinings:
        above, below = (
            " ".join(f"{states[i].marks} {states[i].number}" for i in places)
            for states, places in zip(
                (next(iter(last.values())), list(last.values())[-1]),
                (joining.first, joining.second),
                strict=True,
            )
        )
        yield f"joined: {above} with {below}: {joining.number}"
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
