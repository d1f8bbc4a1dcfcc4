"""What `count` prints with --measures: the number of paths by length, cost, turns, or several of them."""

from __future__ import annotations

from typing import Any

import click

from gridwalk.answers.generating import GeneratingFunction
from gridwalk.cli.answers import dumps, figures, with_text, write
from gridwalk.cli.options import AnySet
from gridwalk.cli.output import save_bytes, wants_file
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.errors import InputError

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
