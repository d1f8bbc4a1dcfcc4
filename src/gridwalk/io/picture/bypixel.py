"""Boards whose cells are pixels: maps of robots, and mazes without a lattice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.board.checks import plain_rectangle
from gridwalk.errors import (
    ArgumentError,
    Cell,
    InputError,
    PictureError,
    check_choice,
    error_of,
    two_starts_error,
)
from gridwalk.io.boardtext import BoardText
from gridwalk.io.picture.joined import parts_of
from gridwalk.io.picture.lattice import Axis, Lattice, PictureReading
from gridwalk.io.picture.pixels import Marks, Pixels, histogram
from gridwalk.io.picture.robotmap import MapFrame, Thresholds

SAVED = (0, 205, 254)  # the levels of grey that ROS's map saver writes: wall, unknown, free
SPECK = 0.1  # of the size of the largest mark of a colour; smaller parts are noise
MARKS = 1000  # the maximum number of marks of a colour; more parts are a texture
FULL, LONG = 0.35, 4  # the minimum share of its box that a mark covers; its maximum ratio of sides


@dataclass(frozen=True, kw_only=True)
class PixelReading(PictureReading):
    """The reading of a picture whose pixels are cells.

    Attributes
    ----------
    free, walls, unknown : int
        The number of pixels of each kind.
    unknown_is : str
        The meaning of unknown pixels, "wall" or "open".
    frame : MapFrame or None
        The positions of cells in metres, for the picture of a ``map.yaml``.

    """

    free: int
    walls: int
    unknown: int
    unknown_is: str
    frame: MapFrame | None = None

    def __str__(self) -> str:
        """Return the reading in one line."""
        words = f"picture whose pixels are cells: {self.free:,} free, {self.walls:,} wall"
        if not self.unknown:
            return words
        other = "open" if self.unknown_is == "wall" else "wall"
        return f"{words}, {self.unknown:,} unknown, taken for {self.unknown_is} (or --unknown {other})"


def is_saved_map(grey: NDArray[np.uint8]) -> bool:
    """Return whether all levels of grey are those of ROS's map saver, and some pixels are free."""
    return _are_saved(histogram(grey))


def _are_saved(levels: NDArray[np.int64]) -> bool:
    found = set(np.flatnonzero(levels).tolist())
    return found <= {*SAVED} and SAVED[2] in found and len(found) > 1


def board_of_pixels(data: bytes, pixels: Pixels, thresholds: Thresholds, unknown: str) -> BoardText:
    """Return the board of a picture whose pixels are cells.  O(pixels) time.

    The middle pixel of a green mark is the start, those of red marks are exits.  Lines in these colours are
    not marks; like other pixels, they count by their darkness.

    Parameters
    ----------
    data : bytes
        The file.
    pixels : Pixels
        Its pixels.
    thresholds : Thresholds
        The thresholds of free pixels and of walls; pixels in between are unknown.
    unknown : {"wall", "open"}
        The meaning of unknown pixels.

    Raises
    ------
    PictureError
        If no pixel is open, or there are two green marks.

    """
    dark = (np.arange(256) if thresholds.negate else np.arange(255, -1, -1)) / 255
    is_free, is_wall = dark < thresholds.free, dark > thresholds.occupied
    open_cells = (is_free if unknown == "wall" else ~is_wall)[pixels.grey]
    levels = histogram(pixels.grey)
    free, walls = int(levels[is_free].sum()), int(levels[is_wall].sum())
    unknowns = pixels.grey.size - free - walls
    starts, exits = (_marked(marks, pixels.grey.shape[1], open_cells) for marks in (pixels.green, pixels.red))
    if len(starts) > 1:
        raise two_starts_error(*starts[:2])
    if not open_cells.any():
        advice = ": say --unknown open (in Python unknown='open')" if unknowns and unknown == "wall" else ""
        raise error_of(
            PictureError,
            "no pixel is open: {walls:,} are wall and {unknown:,} unknown",
            advice,
            walls=walls,
            unknown=unknowns,
        )
    rows, columns = pixels.grey.shape
    reading = PixelReading(
        data=data,
        lattice=Lattice(Axis(0.0, 1.0, 0.0, rows), Axis(0.0, 1.0, 0.0, columns), exact=True),
        shape=(rows, columns),
        threshold=int(np.flatnonzero(is_free)[-1 if thresholds.negate else 0]),
        walls_are_dark=not thresholds.negate,
        differing=0.0,
        openings=(),
        free=free,
        walls=walls,
        unknown=unknowns,
        unknown_is=unknown,
    )
    remark = ""
    if _are_saved(levels) and levels[SAVED[1]] and is_free[SAVED[1]]:  # as in maps of some versions of ROS
        remark = (
            f"free_thresh {thresholds.free} makes {levels[SAVED[1]]:,} pixels free that the map saver wrote "
            "as unknown (0.196 does not)"
        )
    start = starts[0] if starts else None
    return BoardText(
        str(reading), open_cells, start=start, exits=tuple(exits), picture=reading, remark=remark
    )


def open_by_occupancy(occupancy: ArrayLike, unknown: str, free: float, occupied: float) -> NDArray[np.bool_]:
    """Return the open cells of an occupancy grid, upside down: its row 0 is at the bottom."""
    check_choice("unknown", unknown, ("wall", "open"))
    if not 0 <= free < occupied <= 100:
        raise ArgumentError(
            "free", free, f"0 or more and less than occupied={occupied}, which is at most 100"
        )
    values = plain_rectangle(occupancy, "occupancy")
    if values.dtype.kind not in "iuf":
        raise InputError(f"an occupancy grid holds numbers, not {values.dtype}")
    odd = ~((values == -1) | (values >= 0) & (values <= 100))
    if odd.any():
        raise InputError(
            f"an occupancy grid holds 0 to 100, and -1 for unknown; this one holds {values[odd][0]}"
        )
    is_free, is_wall = (values >= 0) & (values <= free), values >= occupied
    return np.flipud(is_free if unknown == "wall" else ~is_wall)


def _marked(marks: Marks, width: int, open_cells: NDArray[np.bool_]) -> list[Cell]:
    """Open all pixels of the marks of a colour, and return their middle pixels in reading order."""
    places = marks.rows * width + marks.columns  # ascending
    if not places.size:
        return []
    one, other = [], []
    for row, column in ((0, 1), (1, -1), (1, 0), (1, 1)):
        near = np.searchsorted(places, places + row * width + column)
        near[near == places.size] = 0
        joined = (marks.rows[near] == marks.rows + row) & (marks.columns[near] == marks.columns + column)
        one.append(np.flatnonzero(joined))
        other.append(near[joined])
    part = parts_of(places.size, np.concatenate(one), np.concatenate(other))
    sizes = np.bincount(part)
    large = np.flatnonzero(sizes >= SPECK * sizes.max())
    order = np.argsort(part, kind="stable")
    firsts = np.searchsorted(part[order], large)
    found = []
    for first, size in (
        zip(firsts.tolist(), sizes[large].tolist(), strict=True) if large.size <= MARKS else ()
    ):
        group = order[first : first + size]
        rows, columns = marks.rows[group], marks.columns[group]
        sides = sorted((int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1))
        if size < FULL * sides[0] * sides[1] or sides[1] > LONG * sides[0]:
            continue  # a line
        open_cells[rows, columns] = True
        middle = int(((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2).argmin())
        found.append((int(rows[middle]), int(columns[middle])))
    return sorted(found)
