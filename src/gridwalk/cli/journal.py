"""The command journal."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from gridwalk.cli.answers import dumps, write
from gridwalk.cli.options import JSON_OPTION
from gridwalk.cli.progress import say

if TYPE_CHECKING:
    from gridwalk.runtime.standing import Standing


@click.command()
@click.argument("directory", metavar="DIR")
@JSON_OPTION
def journal(directory: str, in_json: bool) -> None:
    """Show how far the questions are whose parts are kept in DIR.

    DIR is what --journal named: a directory, or an address such as s3://bucket/name.  A line for
    each question: parts done, running (in a process that lives) and to do, the time of all workers
    so far, and about how long the rest will take with as many as run now.

    \b
    Examples:
      gridwalk count 18x18 --on processes --journal parts
      gridwalk journal parts
      gridwalk journal parts --json

    Exit status: 0 shown, 3 the journal cannot be read.
    """
    from gridwalk.planner.tables import aligned  # what only this command needs
    from gridwalk.runtime.journal import Journal
    from gridwalk.runtime.standing import standings

    every = standings(Journal(directory, make=False))
    if in_json:
        write(dumps({"journal": directory, "questions": [asdict(one) for one in every]}))
        return
    if not every:
        say(f"{directory} has no questions yet")
        return
    head = ("done", "running", "to do", "worked", "left", "question")
    write(aligned([head, *map(_row, every)]))


def _row(one: Standing) -> tuple[str, ...]:
    left = "?" if one.left is None else _time(one.left)
    return f"{one.done:,}", f"{one.running:,}", f"{one.to_do:,}", _time(one.worked), left, one.question


def _time(seconds: float) -> str:
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} s" if seconds else "-"
