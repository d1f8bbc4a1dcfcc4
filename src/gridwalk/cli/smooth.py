"""The option --smooth: the path pulled taut, in straight lines at any angle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from gridwalk.answers.path import Path
from gridwalk.cli.answers import figures, json_pieces, write
from gridwalk.cli.forms import Form
from gridwalk.cli.options import AnySet
from gridwalk.cli.output import save_path, wants_file
from gridwalk.cli.progress import say
from gridwalk.errors import InputError, QuestionError, counted

SMOOTH_OPTION = click.option(
    "--smooth",
    is_flag=True,
    help="Pull the path taut: straight lines at any angle between some of its cells.",
)
_OTHERS = {"draw": "--draw", "blanks": "--blanks", "in_cells": "--in-cells", "labels": "--labels"}


def write_smoothed(
    path: Path, paths: AnySet, given: dict[str, Any], form: Form, facts: Mapping[str, Any] | None
) -> None:
    """Print *path* pulled taut, or write it to a file; as JSON with *facts*, unless they are None."""
    if option := next((option for name, option in _OTHERS.items() if given.get(name)), None):
        raise InputError(f"{option} applies to paths in steps: leave it out, or --smooth")
    question = paths.question
    if question.tour or question.is_conditional or question.avoided:
        raise InputError("--smooth applies to all paths from start to exit, without other conditions")
    to_file = wants_file(given)
    if to_file and given["output"].suffix.lower() == ".html":
        raise InputError("a page plays paths in steps: write an .svg with --smooth")
    try:
        angle = path.smoothed()
    except QuestionError as error:
        raise InputError(f"--smooth does not fit here: {error.reason}") from None
    names = form.names(angle)

    def text() -> str:
        if form.lines:
            return "\n".join(names)
        words = f"length {figures(angle.length)} at any angle, {counted(len(angle), 'way point')}"
        return f"{angle.draw(glyphs=form.glyphs)}\n{' '.join(names)}\n{words}"

    if to_file:
        save_path(angle, given, text)
    if facts is not None:
        more = {"cells": angle.cells, "crossed": angle.crossed}
        write(json_pieces({"found": True, **angle.numbers, **facts, **more}))
    elif not to_file:
        write(text())
    claim = "a straight line" if len(angle) < 3 else "not proved the shortest at any angle"
    say(f"by {path.by}, cost {figures(path.cost)}; pulled taut: {claim}")
