"""Scenario files of the MovingAI benchmark (Sturtevant 2012): queries with their optimal costs."""

from __future__ import annotations

import re
from typing import NamedTuple

from gridwalk.errors import Cell, line_error

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_FIELDS = ("bucket", "map", "width", "height", "start x", "start y", "goal x", "goal y", "optimal cost")


class Scenario(NamedTuple):
    """One query of a scenario file, and its optimal cost."""

    bucket: int
    map: str
    shape: tuple[int, int]  # of the map it was made for
    start: Cell
    goal: Cell
    cost: float
    line: int  # of the file


def parse_scenarios(text: str) -> list[Scenario]:
    """Return the queries of a scenario file, in its order.

    Fields stand between tabs or blanks; the first line is ``version 1`` or ``version 1.0``.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or not re.fullmatch(r"version\s+1(\.0)?\s*", lines[0]):
        raise line_error(1, "the first line of a scenario file is: version 1")
    return [_scenario(number, line) for number, line in enumerate(lines[1:], 2) if line.strip()]


def _scenario(number: int, line: str) -> Scenario:
    fields = [field.strip() for field in line.rstrip().split("\t")] if "\t" in line else line.split()
    if len(fields) != len(_FIELDS):
        raise line_error(number, f"a query has nine fields, not {len(fields)}: {', '.join(_FIELDS)}")
    for name, field in zip(_FIELDS, fields, strict=True):
        if name not in ("map", "optimal cost") and not _WHOLE.fullmatch(field):
            raise line_error(number, f"{name} is {field!r}: it must be a whole number")
    bucket, name, *numbers, cost = fields
    width, height, start_x, start_y, goal_x, goal_y = map(int, numbers)
    try:
        optimal = float(cost)
    except ValueError:
        raise line_error(number, f"optimal cost is {cost!r}: it must be a number") from None
    start, goal = (start_y, start_x), (goal_y, goal_x)
    return Scenario(int(bucket), name, (height, width), start, goal, optimal, number)
