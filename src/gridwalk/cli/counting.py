"""The command count: one number, or many; by length, by cell, and with every state of the sweep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from gridwalk.answers.estimated import GeneratingFunction
from gridwalk.cli.answers import dumps, with_text, write
from gridwalk.cli.approximate import approximate, count_pairs, print_measures, save_table
from gridwalk.cli.output import OutFile
from gridwalk.cli.pathverbs import CountCommand
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.question import AnySet, ask, ends_facts
from gridwalk.errors import HopelessError, counted
from gridwalk.planner import byend, counts

if TYPE_CHECKING:
    from gridwalk.frontier.sweepfilm import Arrival, Place, SweepFilm, SweptLayer


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
