"""Maps of robots in the format of ROS: ``map.yaml``, its thresholds, and positions of cells in metres.

The format is that of the ROS packages map_server and nav2_map_server (https://wiki.ros.org/map_server).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import NamedTuple

from gridwalk.errors import ArgumentError, BoardTextError, Cell, cell_name_error

MAX_YAML = 1 << 16  # bytes
DIGITS = 6  # decimals to which positions in cells are rounded
NEEDED = ("image", "resolution", "origin")
_KEY = re.compile(r"[a-z_]+[ \t]*:")
_METRES = re.compile(r"\s*(-?[0-9.]+)\s*m\s*,\s*(-?[0-9.]+)\s*m\s*")


class Thresholds(NamedTuple):
    """Thresholds of darkness, from 0 (white) to 1 (black), or the reverse if *negate*."""

    free: float = 0.196  # lighter pixels are free
    occupied: float = 0.65  # darker pixels are walls; pixels in between are unknown
    negate: bool = False


@dataclass(frozen=True)
class MapFrame:
    """The positions of the cells of a map in metres: x to the right, y upwards.

    Attributes
    ----------
    resolution : float
        The side of a cell, in metres.
    origin : (x, y)
        The lower left corner of the map, in metres.
    shape : (rows, columns)
        The numbers of rows (row 0 is on top) and columns.

    Examples
    --------
    >>> frame = MapFrame(resolution=0.05, origin=(-1.0, -1.5), shape=(60, 80))
    >>> frame.cell_at(0.0, 0.0)
    (29, 20)
    >>> frame.place_of((29, 20))
    (0.025, 0.025)

    """

    resolution: float
    origin: tuple[float, float]
    shape: tuple[int, int]

    def __post_init__(self) -> None:
        """Check the numbers."""
        if not (math.isfinite(self.resolution) and self.resolution > 0):
            raise ArgumentError("resolution", self.resolution, "a number of metres above 0")
        if len(self.origin) != 2 or not all(map(math.isfinite, self.origin)):
            raise ArgumentError("origin", self.origin, "two numbers, x and y in metres")

    def cell_at(self, x: float, y: float) -> Cell:
        """Return the cell ``(row, column)`` at a position in metres.

        Raises
        ------
        ArgumentError
            If the position is outside the map.

        """
        return self._cell(x, y, "place", (x, y))

    def _cell(self, x: float, y: float, name: str, given: object) -> Cell:
        rows, columns = self.shape
        right, top = self.origin[0] + columns * self.resolution, self.origin[1] + rows * self.resolution
        if not (self.origin[0] <= x < right and self.origin[1] <= y < top):
            within = f"x from {self.origin[0]:g} to {right:g} m, y from {self.origin[1]:g} to {top:g} m"
            raise ArgumentError(name, given, f"on the map: {within}")
        along, up = (
            math.floor(round((place - corner) / self.resolution, DIGITS))
            for place, corner in zip((x, y), self.origin, strict=True)
        )
        return max(0, rows - 1 - up), min(along, columns - 1)  # rounding may reach the upper or right border

    def place_of(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell as ``(x, y)``, in metres; the cell may be outside the map."""
        (row, column), (left, bottom) = cell, self.origin
        x = left + (column + 0.5) * self.resolution
        y = bottom + (self.shape[0] - row - 0.5) * self.resolution
        return round(x, 9), round(y, 9)


def in_cells(place: object, frame: MapFrame | None, name: str) -> object:
    """Return the cell at a position such as ``1.2m,0.4m``; return anything else unchanged."""
    found = _METRES.fullmatch(place) if isinstance(place, str) else None
    if found is None:
        return place
    if frame is None:
        raise ArgumentError(name, place, "row,column: places in metres need a map.yaml")
    try:
        x, y = float(found[1]), float(found[2])
    except ValueError:
        raise cell_name_error(name, place) from None
    return frame._cell(x, y, name, place)


class RobotMap(NamedTuple):
    """The values of a ``map.yaml``."""

    image: str
    resolution: float
    origin: tuple[float, float]
    thresholds: Thresholds


def is_map(data: bytes) -> bool:
    """Return whether *data* is a ``map.yaml``, with the key image and with resolution or origin."""
    if len(data) > MAX_YAML or b"image" not in data:
        return False
    keys = _values(data.decode("utf-8", "replace")).keys()
    return "image" in keys and ("resolution" in keys or "origin" in keys)


def map_of(data: bytes) -> RobotMap:
    """Read a ``map.yaml``.

    Raises
    ------
    BoardTextError
        If a key is missing, a value is invalid, the map is rotated, or its mode is not trinary.

    """
    values = _values(data.decode("utf-8", "replace"))
    if missing := [key for key in NEEDED if not values.get(key)]:
        raise BoardTextError(f"this map lacks the key {' and '.join(missing)}")
    if (mode := values.get("mode", "trinary")) != "trinary":
        raise BoardTextError(f"the mode of this map is {mode!r}: only trinary is read")
    resolution = _number_in(values, "resolution", 0)
    if not 0 < resolution < math.inf:
        raise BoardTextError(f"the resolution of this map is {resolution}: it must be above 0, and finite")
    try:
        x, y, *turn = (float(part) for part in values["origin"].strip("[] ").split(","))
    except ValueError:
        x, y, turn = math.nan, math.nan, []
    if not (math.isfinite(x) and math.isfinite(y)):
        raise BoardTextError(
            f"the origin of this map is {values['origin']}: it must be [x, y, 0], on one line"
        )
    if len(turn) > 1 or any(turn):
        raise BoardTextError(f"this map is turned: its origin is {values['origin']}, and [x, y, 0] is read")
    free = _number_in(values, "free_thresh", Thresholds().free)
    occupied = _number_in(values, "occupied_thresh", Thresholds().occupied)
    if not 0 <= free <= occupied <= 1:
        raise BoardTextError(f"free_thresh {free} must be at most occupied_thresh {occupied}, both in 0 to 1")
    negate = values.get("negate", "0").lower()
    if negate not in ("0", "1", "false", "true"):
        raise BoardTextError(f"negate is {negate} in this map: it must be 0 or 1")
    return RobotMap(values["image"], resolution, (x, y), Thresholds(free, occupied, negate in ("1", "true")))


def _number_in(values: dict[str, str], key: str, usual: float) -> float:
    try:
        return float(values.get(key, usual))
    except ValueError:
        raise BoardTextError(f"{key} is {values[key]!r} in this map: it must be a number") from None


def _values(text: str) -> dict[str, str]:
    """Return the values of the lines ``key: value``; items below a key are joined by commas."""
    values: dict[str, str] = {}
    key = ""
    for line in text.splitlines():
        plain = line.partition(" #")[0].strip()
        if plain.startswith("- ") and key:
            values[key] += f"{',' if values[key] else ''}{plain[2:]}"
        elif _KEY.match(plain):
            key, _, value = plain.partition(":")
            values[key.strip()] = value.strip().strip("\"'")
            key = key.strip()
    return values
