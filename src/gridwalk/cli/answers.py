"""Answers on stdout: a path drawn, in one line, or as JSON."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Any

import click

from gridwalk.path import Path
from gridwalk.render.text import draw_numbers

_PATH_CHARACTERS = re.compile(r"[@$+|/\\-]+")


def drawing(path: Path, *, tour: bool) -> str:
    """Return *path* on its board, and its length; tours as step numbers."""
    text = draw_numbers(path.board, path.cells) if tour else str(path)
    measures = f"length {path.length}"
    if path.cost != path.length:
        measures += f", cost {path.cost:.6g}" if isinstance(path.cost, float) else f", cost {path.cost}"
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        text = _PATH_CHARACTERS.sub(lambda match: click.style(match[0], fg="green", bold=True), text)
    return f"{text}\n{measures}"


def line(path: Path) -> str:
    """Return *path* in one line, its cells as ``(row,column)``."""
    return " ".join(f"({row},{column})" for row, column in path)


def as_json(path: Path, *, reached: bool = True) -> str:
    """Return *path* as one line of JSON."""
    return dumps(
        {
            "found": True,
            "reached": reached,
            "by": path.by,
            "length": path.length,
            "cost": path.cost,
            "closed": path.closed,
            "expanded": path.expanded,
            "backtracks": path.backtracks,
            "cells": path.cells.tolist(),
        }
    )


def dumps(value: Any) -> str:
    """Return *value* as one line of JSON."""
    return json.dumps(value, separators=(",", ":"))


def statistics(path: Path) -> str:
    """Return how the path was found, in words."""
    if path.by == "sweep":
        return "by sweep, over all paths at once"
    if not path.expanded:
        return f"by {path.by}, without a search"
    return f"by {path.by}: {path.expanded:,} cells expanded, {path.backtracks:,} backtracks"


def write(text: str) -> None:
    """Write *text* and a line end to stdout."""
    sys.stdout.write(text + "\n")
