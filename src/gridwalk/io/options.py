"""The options for reading: what each may be, and what to say where a format has no use for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from gridwalk.errors import ArgumentError
from gridwalk.keywords import TERRAIN


class ReadingOption(NamedTuple):
    """An option for reading: its valid values, and those that change nothing."""

    is_valid: Callable[[Any], bool]
    allowed: str
    neutral: tuple[Any, ...]  # the first is the default; every format accepts these
    lacks: str  # why other formats refuse the option
    help: str


READING = {
    "costs": ReadingOption(
        lambda costs: isinstance(costs, bool | np.bool_), "True or False", (False,), "has none",
        "Numbers are cell costs: digits 1-9 of a '#' maze, any in a matrix (wall '#').",
    ),
    "terrain": ReadingOption(
        lambda terrain: isinstance(terrain, str), "a str of the characters that are open", (TERRAIN,),
        "no MovingAI map", "Characters of a MovingAI map that are open.",
    ),
    "cell_width": ReadingOption(
        lambda width: width is None or (_is_whole(width) and 1 <= width <= 2),
        "1 or 2, the characters that a drawing has for a cell", (None, 1), "no drawing",
        "Characters per cell of a '#' maze: 2 if each is doubled or followed by a blank.",
    ),
    "wall": ReadingOption(
        lambda wall: wall is None or (isinstance(wall, str) and wall != "" and wall.isprintable()),
        "a str that says what a wall is, such as '0' for a matrix of 0 (wall) and 1 (open)", (None,),
        "what is a wall there is not asked",
        "What a wall is: 0 or 1 in a matrix; characters of a drawing; dark or light in a picture.",
    ),
}  # fmt: skip


def checked(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for every option: the one given, or the default."""
    asked = {name: option.neutral[0] for name, option in READING.items()} | dict(options)
    for name, value in asked.items():
        if not READING[name].is_valid(value):
            raise ArgumentError(name, value, READING[name].allowed)
    return asked


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
