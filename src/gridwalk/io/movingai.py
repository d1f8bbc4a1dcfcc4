"""Maps and scenarios of the MovingAI pathfinding benchmark (Sturtevant 2012).

A map is a header (``type octile``, height, width, ``map``) and one character a cell.  Its
moves are the king's, no corner is cut, a diagonal step costs the square root of 2.  A
scenario file is a list of queries with their optimal costs; it puts x before y.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import BoardTextError, Cell, RaggedRowsError, ScenarioError, UnknownCharacterError

TERRAIN = ".GS"  # open by default: ground (two letters) and swamp; water and trees are not
KNOWN_TERRAIN = ".GS@OTW"

_HEADER = re.compile(r"\s*type\s+\S+\s+height\s+(\d{1,6})\s+width\s+(\d{1,6})\s+map[ \t]*\n")


def is_map(text: str) -> bool:
    """Whether *text* begins as a map does."""
    return text.lstrip().startswith("type ")


def parse_map(text: str, terrain: str = TERRAIN) -> NDArray[np.bool_]:
    """Return the open cells of a map: those whose character is in *terrain*.

    *text* has newlines only.  The format's letters are ``.`` and ``G`` ground, ``S`` swamp,
    ``W`` water, ``T`` trees, ``@`` and ``O`` out of bounds.
    """
    header = _HEADER.match(text)
    if not header:
        raise BoardTextError("the header of a map is: type octile, height N, width N, map")
    height, width = int(header[1]), int(header[2])
    first_line = text.count("\n", 0, header.end()) + 1
    lines = text[header.end() :].rstrip("\n ").split("\n")
    for number, line in enumerate(lines, first_line):
        if len(line) != width:
            raise RaggedRowsError(number, len(line), width)
    if len(lines) != height:
        raise BoardTextError(f"the map says height {height}, but has {len(lines)} rows")
    codes = _codes("".join(lines)).reshape(height, width)
    known = np.isin(codes, _codes(KNOWN_TERRAIN + terrain))
    if not known.all():
        row, column = divmod(int((~known).argmax()), width)
        raise UnknownCharacterError(
            first_line + row, column + 1, lines[row][column], f"terrain {KNOWN_TERRAIN}"
        )
    return np.isin(codes, _codes(terrain))


def _codes(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


class Scenario(NamedTuple):
    """One query of a scenario file, and the cost it should have."""

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
        raise ScenarioError(1, "the first line of a scenario file is: version 1")
    return [_scenario(number, line) for number, line in enumerate(lines[1:], 2) if line.strip()]


def _scenario(number: int, line: str) -> Scenario:
    fields = [field.strip() for field in line.rstrip().split("\t")] if "\t" in line else line.split()
    try:
        bucket, name, width, height, x, y, goal_x, goal_y, cost = fields
        return Scenario(
            int(bucket),
            name,
            (int(height), int(width)),
            (int(y), int(x)),
            (int(goal_y), int(goal_x)),
            float(cost),
            number,
        )
    except ValueError:
        raise ScenarioError(
            number, "a query has nine fields: bucket, map, width, height, start x y, goal x y, optimal cost"
        ) from None
