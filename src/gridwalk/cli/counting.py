"""The commands count, with every state of the sweep by --layers, and sample."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from gridwalk.answers.estimated import GeneratingFunction
from gridwalk.answers.path import Path
from gridwalk.cli.answers import as_json, dumps, flush, with_text, write
from gridwalk.cli.approximate import (
    APPROX_OPTIONS,
    MEASURES_OPTION,
    PAIR_OPTIONS,
    TABLES,
    approximate,
    count_pairs,
    print_measures,
    save_table,
    wants_table,
)
from gridwalk.cli.crew import CREW_OPTIONS
from gridwalk.cli.ends import ends_facts
from gridwalk.cli.forms import MANY_FORM, Form
from gridwalk.cli.induced import INDUCED_OPTION, refuse_beside_induced
from gridwalk.cli.options import (
    BOARD_OPTIONS,
    CHECKPOINT_OPTION,
    EXPLAIN_OPTION,
    JSON_OPTION,
    SET_OPTIONS,
    AnySet,
    ask,
    by_option,
    options,
)
from gridwalk.cli.output import PATHS_FILE_OPTIONS, save_paths, wants_paths_file
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.status import Status
from gridwalk.cli.verbs import no_way
from gridwalk.errors import HopelessError, InputError, counted
from gridwalk.planner import byend, counts

if TYPE_CHECKING:
    from gridwalk.frontier.sweepfilm import Arrival, Place, SweepFilm, SweptLayer

LAYERS_OPTION = click.option(
    "--layers", type=click.Choice(["auto", "simpath", "profile", "halves"]), metavar="ENGINE",
    help="Print the sweep of a small board (36 cells) step by step, with all states: auto, simpath, "
    "profile or halves.",
)  # fmt: skip


def print_layers(paths: AnySet, by: str, in_json: bool) -> int:
    """Answer `count` with --layers."""
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


@click.command()
@options(BOARD_OPTIONS, SET_OPTIONS, INDUCED_OPTION)
@by_option("count", "the fastest by estimate")
@click.option("--each-start", is_flag=True, help="Print the number of tours from each cell.")
@click.option("--each-end", is_flag=True, help="Print the number of paths that end in each cell.")
@click.option("--up-to-symmetry", is_flag=True,
              help="Count tours once that are rotations or reflections of each other.")  # fmt: skip
@click.option("--lengths", is_flag=True, help="Print the number of paths of each length.")
@MEASURES_OPTION
@LAYERS_OPTION
@options(APPROX_OPTIONS, PAIR_OPTIONS)
@EXPLAIN_OPTION
@CHECKPOINT_OPTION
@options(CREW_OPTIONS, JSON_OPTION)
def count(
    by: Any,
    each_start: bool,
    each_end: bool,
    up_to_symmetry: bool,
    lengths: bool,
    measures: tuple[str, ...] | None,
    layers: str | None,
    in_json: bool,
    **given: Any,
) -> int:
    """Count the paths of BOARD, exactly, without listing them; or with --approx about.

    A frontier sweeps over the board once for all paths: 12x12 (30 digits) takes a moment, 16x16
    some seconds, 20x20 minutes; a king's 9x9 a second.  Tables that do not fit into --memory go
    to disk.  stdout gets only the number, stderr a description of what was counted.

    With --approx a sample of the frontier's states goes on, several times: 40x40 takes a minute.  The
    number is in e-notation then, and stderr has the interval in which the true one lies at 95 %.

    With --layers the sweep of a small board is printed: after each step the frontier, and every state with
    the number of partial paths that lead to it.  The two ends of a piece have one letter, or brackets.

    \b
    Examples:
      gridwalk count maze.txt
      gridwalk count 12x12 --lengths
      gridwalk count 8x8 --measures length,turns -o table.csv
      gridwalk count 16x16 --through 8,8 --memory 1GiB --checkpoint state
      gridwalk count 18x18 --on processes --memory 2GiB --journal parts
      gridwalk count 6x6 --moves knight --tour --closed --up-to-symmetry
      gridwalk count 40x40 --approx 5% --seed 1
      gridwalk count 30x30 --approx 10% --visits -o heat.png
      gridwalk count 10x10 --induced --lengths
      gridwalk count 6x6 --pair 0,0:0,5 --pair 5,0:5,5
      gridwalk count 4x4 --layers profile

    Exit status: 0 counted (zero is a count), 2 bad input, 3 out of time, memory or disk.
    """
    if given["pairs"] or given["fill"]:
        return count_pairs(given, in_json)
    refuse_beside_induced(
        given, each_start=each_start, each_end=each_end, up_to_symmetry=up_to_symmetry, measures=measures,
        layers=layers, approx=given["approx"],
    )  # fmt: skip
    if given["approx"] is not None:
        asked = {
            "by": by,
            "each_start": each_start,
            "each_end": each_end,
            "up_to_symmetry": up_to_symmetry,
            "lengths": lengths,
        }
        asked |= {"layers": layers is not None, "measures": measures is not None}
        return approximate(given | asked, in_json)
    output = given["output"]
    tabled = output is not None and output.suffix.lower() in TABLES
    for name in ("seed", "visits", *(() if tabled else ("output",))):
        if given[name] not in (None, False):
            raise InputError(f"--{name} applies to estimates: add --approx")
    several = each_start, each_end, up_to_symmetry, measures is not None, layers is not None
    if sum((*several, lengths or given["explain"])) > 1:
        raise InputError(
            "--each-start, --each-end, --up-to-symmetry, --lengths, --measures, --layers and --explain are "
            "different questions: give one"
        )

    if by != "auto" and (each_start or each_end or lengths or measures or layers or given["explain"]):
        raise InputError(
            "--by applies to a single count: leave it out with --each-start, --each-end, --lengths, "
            "--measures, --layers and --explain"
        )

    wants_table(given, has_table=lengths or measures is not None)

    def answer(paths: AnySet, line: ProgressLine) -> int:
        if layers is not None:
            return print_layers(paths, layers, in_json)
        if measures is not None:
            return print_measures(paths, measures, line, given, in_json=in_json)
        for asked, name in ((each_start, "--each-start"), (up_to_symmetry, "--up-to-symmetry")):
            if asked and not paths.question.tour:
                raise InputError(f"{name} applies to tours: add --tour")
        if each_start and (paths.question.closed or paths.question.undirected or paths.starts is not None):
            raise InputError(
                "--each-start counts open tours from every cell, in both directions: "
                "leave out --closed, --undirected and --from"
            )
        if each_end and (paths.question.tour or paths.question.closed):
            raise InputError("--each-end applies to paths: leave out --tour and --cycles")
        if each_start or each_end:
            of_cell = counts.counts_by_start if each_start else byend.counts_by_end
            by_cell = np.array(of_cell(paths.question), object).tolist()
            line.clear()
            width = len(str(max(map(max, by_cell))))
            rows = "\n".join(" ".join(f"{number:{width}}" for number in row) for row in by_cell)
            facts = with_text("counts", by_cell) | {"convention": paths.convention}
            write(dumps(facts) if in_json else rows)
            number = sum(map(sum, by_cell))
            say(f"{number:,} in all; {paths.convention}")
            _say_why_none(number, paths)
            return 0
        symmetry = {"up_to_symmetry": True} if up_to_symmetry else {}
        try:
            table = paths.lengths() if lengths else {}
            number = sum(table.values()) if lengths else paths.count(by=by, **symmetry)
        except HopelessError as error:
            if given["induced"]:
                raise
            raise HopelessError(error.reason, "--approx 5% estimates the number") from None
        convention = paths.convention
        if up_to_symmetry:
            convention += "; rotations and reflections counted once"
        line.clear()
        facts = with_text("count", number) | {"convention": convention} | ends_facts(paths)
        facts |= with_text("lengths", table) if lengths else {}
        if tabled:
            save_table(GeneratingFunction(("length",), table), facts, given)
        if in_json:
            write(dumps(facts))
        elif tabled:
            say(f"{number:,} in all")
        elif lengths:
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


def _say_why_none(number: int, paths: AnySet) -> None:
    if number == 0 and (reason := paths.why_empty()) is not None:
        say(reason)


@click.command()
@options(BOARD_OPTIONS, SET_OPTIONS, INDUCED_OPTION)
@EXPLAIN_OPTION
@click.option("-n", "--number", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
              help="The number of paths.")  # fmt: skip
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="Seed of the random numbers; the same seed gives the same paths.",
)
@CHECKPOINT_OPTION
@options(MANY_FORM, JSON_OPTION)
@options(PATHS_FILE_OPTIONS)
def sample(number: int, seed: int | None, in_json: bool, **given: Any) -> int:
    """Draw random paths of BOARD, all with exactly the same probability.

    \b
    Examples:
      gridwalk sample 12x12 --seed 1
      gridwalk sample maze.txt -n 1000 --lines
      gridwalk sample 6x6 --moves knight --tour --closed
      gridwalk sample 12x12 -n 100000 -o paths.npz
      gridwalk sample 8x8 -n 12 -o twelve.svg

    Exit status: 0 drawn, 1 there is no path, 2 bad input, 3 out of time, memory or disk.
    """
    form, in_file = Form.of(given, in_json=in_json), wants_paths_file(given, in_json=in_json)

    def answer(paths: AnySet, line: ProgressLine) -> int:
        drawn = 0

        def each() -> Iterator[Path]:
            nonlocal drawn
            for path in paths.samples(number, rng=seed):
                yield path
                drawn += 1

        if in_file:
            save_paths(each(), paths.board, given, form, line)
        else:
            for path in each():
                line.clear()
                write(as_json(path) if in_json else form.one_of_many(path, tour=paths.question.tour))
                flush()  # the next path may take long
        if not drawn:
            say(no_way(paths))
        return 0 if drawn else Status.NO_PATH

    return ask(given, answer)
