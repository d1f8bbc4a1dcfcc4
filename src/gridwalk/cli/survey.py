"""The command survey: statistics over density, size or maker."""

from __future__ import annotations

from typing import Any

import click

from gridwalk.cli.answers import dumps, write
from gridwalk.cli.crew import opened
from gridwalk.cli.dataset import ASK_HELP, MANY_OPTIONS, makers_of, many_arguments
from gridwalk.cli.options import JSON_OPTION, options
from gridwalk.cli.output import save_bytes
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.target import Output, is_stdout

ENDINGS = (".svg", ".png", ".csv")


@click.command()
@options(*MANY_OPTIONS[:2])
@click.option("-n", "--number", "n", type=click.IntRange(min=1), default=100, show_default=True, metavar="N",
              help="Boards of each setting.")  # fmt: skip
@click.option("--ask", default="found", show_default=True, metavar="NAMES",
              help=f"{ASK_HELP}; or columns of these: found, spans, shortest_length, loops, ...")  # fmt: skip
@options(*MANY_OPTIONS[2:])
@click.option("-o", "--output", type=Output(ENDINGS), metavar="FILE",
              help="Also write curves of the means (.svg, .png), or the table (.csv).")  # fmt: skip
@options(JSON_OPTION)
def survey(n: int, output: Any, in_json: bool, **given: Any) -> None:
    """Ask N boards of every setting the same questions; print means, standard errors and quantiles.

    Of several values, such as 10x10,20x20 or --walls 20%:60%:2%, each is a setting, and of several
    options every combination.  "known" counts the boards with a number: without a path there is no
    length.

    \b
    Examples:
      gridwalk survey percolation 50x50 --walls 20%:60%:2% --ask spans -n 200 -o curve.svg
      gridwalk survey wilson,backtracker,kruskal 20x20 --ask dead_ends,solution_length
      gridwalk survey backtracker 10x10,20x20,40x40 --braid 0%:100%:10% --ask shortest_length --json

    Exit status: 0 answered, 2 bad input.
    """
    from gridwalk.datasets import survey as ask_all

    is_stdout(output)  # refuses --json beside it
    arguments = many_arguments(given)
    names = [name.strip() for name in given["ask"].split(",")]
    with opened(given["on"]) as on, ProgressLine() as line:
        found = ask_all(makers_of(given), n=n, ask=names, on=on, progress=line, **arguments)
    if in_json:
        write(dumps({"seed": arguments["rng"], "boards": n, "table": found.table}))
    elif not is_stdout(output) and (output is None or output.suffix.lower() != ".csv"):
        write(str(found))
    if output is not None:
        ending = output.suffix.lower()
        data = (
            found.png()
            if ending == ".png"
            else (found.svg() if ending == ".svg" else found.to_csv()).encode()
        )
        save_bytes(output, data)
    if given["seed"] is None:
        say(f"with --seed {arguments['rng']}")
