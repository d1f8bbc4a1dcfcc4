"""The lattice of a picture, and the reading of a picture.

Walls begin and end on lines of the lattice.  The *rises* (open to wall) and the *falls* (wall to open) are
counted at each pixel of an axis.  In a maze with walls of thickness *a* and corridors of width *b*, rises are
a + b apart, and falls follow at distance *a*.  If a = b (or if rises and falls are on the same lines), all
cells have the same size; otherwise walls are *between* cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell

STRIPE = 1 << 20  # pixels that are processed together
NOISE = 40  # of 255 levels of grey; smaller steps are not edges
FAINT = (0.05, 0.25)  # shares of the longest line, tried in turn; shorter lines may be dust
NEAR_HALF = 0.06  # of the pitch; walls that are nearly as thick as corridors are cells
FEW_SMOOTH = 0.01  # the maximum share of middle tones in a picture with edges between pixels
SURE = 8  # lines on an axis that determine its pitch without the other axis
MIN_FITTED = 2.0  # the minimum pitch, in pixels, that is not a whole number

Lines = NDArray[np.float64]


class Axis(NamedTuple):
    """The lattice along one axis, in pixels; *wall* is 0 if all cells have the same size."""

    offset: float  # the start of the first cell or wall
    pitch: float  # the distance from cell to cell
    wall: float  # the thickness of walls between cells
    cells: int

    def bounds(self) -> NDArray[np.float64]:
        """Return the borders of the parts: cells; or wall, cell, wall, ..., cell, wall."""
        starts = self.offset + self.pitch * np.arange(self.cells + 1)
        parts = [starts, starts + self.wall] if self.wall else [starts]
        return np.stack(parts, axis=1).reshape(-1).astype(np.float64)

    def middles(self) -> NDArray[np.float64]:
        """Return the middle of each cell."""
        middles = self.offset + self.wall / 2 + self.pitch * (np.arange(self.cells) + 0.5)
        return middles.astype(np.float64)

    def cell_of(self, pixels: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the cell that contains each pixel, or the nearest cell."""
        places = np.floor((pixels + 0.5 - self.offset - self.wall / 2) / self.pitch)
        cells: NDArray[np.int64] = np.clip(places, 0, self.cells - 1).astype(np.int64)
        return cells


class Lattice(NamedTuple):
    """The lattice of a picture along its rows (downwards) and columns."""

    rows: Axis
    columns: Axis
    exact: bool  # whether all lines are between pixels


class EdgeCounts(NamedTuple):
    """The number of rises and of falls at each place between two pixels of an axis."""

    rises: NDArray[np.float64]
    falls: NDArray[np.float64]


def edge_counts(walls: NDArray[np.uint8], *, smooth: bool) -> tuple[EdgeCounts, EdgeCounts]:
    """Return the edges along the rows (downwards) and along the columns.

    The outside of the picture is open.  With *smooth*, an edge counts by the change of grey; otherwise pixels
    are dark or light by the threshold.
    """
    height, width = walls.shape
    down = np.zeros((2, height + 1))
    along = np.zeros((2, width + 1))
    step = max(1, STRIPE // width)
    for first in range(0, height + 1, step):
        last = min(first + step, height + 1)
        stripe = np.zeros((last - first + 1, width), np.int16)  # with the row above
        top, bottom = max(first - 1, 0), min(last, height)
        part = walls[top:bottom]
        stripe[top - first + 1 : bottom - first + 1] = part if smooth else part >= 128
        for sign, place in ((1, 0), (-1, 1)):
            change = np.diff(stripe, axis=0) * np.int16(sign)
            down[place, first:last] = _sums(change, 1, smooth)
            if bottom > first:
                change = np.diff(stripe[1 : bottom - first + 1], axis=1, prepend=0, append=0)
                along[place] += _sums(change * np.int16(sign), 0, smooth)
    return EdgeCounts(*down), EdgeCounts(*along)


def _sums(change: NDArray[np.int16], axis: int, smooth: bool) -> NDArray[np.int64]:
    change[change < (NOISE if smooth else 1)] = 0
    total: NDArray[np.int64] = change.sum(axis=axis, dtype=np.int64)
    return total


def lattices(walls: NDArray[np.uint8], *, middle: float) -> Iterator[Lattice]:
    """Yield the lattices that may fit, the most probable first; the caller checks them.

    *middle* is the share of middle tones: 0 in a crisp picture, large in a smoothed picture.
    """
    crisp = middle == 0
    both = edge_counts(walls, smooth=False)
    smooth = middle > FEW_SMOOTH
    if smooth:
        yield from _all_fitted(edge_counts(walls, smooth=True))
    for floor in (0.0, *FAINT) if crisp else (*FAINT, 0.0):
        lattice = _whole([_places(line, floor) for counts in both for line in counts], crisp=crisp)
        if lattice is not None:
            yield lattice
    if not smooth:
        yield from _all_fitted(both if crisp else edge_counts(walls, smooth=True))
    extents = [_places(line, 0.0) for counts in both for line in counts]
    axes_of_pixels = [
        Axis(float(rises[0]), 1.0, 0.0, int(falls[-1] - rises[0]))
        for rises, falls in (extents[:2], extents[2:])
        if len(rises)
    ]
    if len(axes_of_pixels) == 2:
        yield Lattice(axes_of_pixels[0], axes_of_pixels[1], exact=True)


def _all_fitted(both: tuple[EdgeCounts, EdgeCounts]) -> Iterator[Lattice]:
    """Yield lattices by least squares: of squares, then of rectangles."""
    for floor in FAINT:
        peaks = [_peaks(line, floor) for counts in both for line in counts]
        for axes in ((0, 1, 2, 3),), ((0, 1), (2, 3)):
            lattice = _fitted(peaks, axes)
            if lattice is not None:
                yield lattice


def _places(line: NDArray[np.float64], floor: float) -> Lines:
    """Return the places of the edges of an axis, without faint edges."""
    return np.flatnonzero(line > floor * line.max(initial=0)).astype(np.float64)


def _whole(lists: list[Lines], *, crisp: bool) -> Lattice | None:
    """Return the coarsest lattice of whole pixels through all edges, of squares if possible."""
    if not all(len(places) for places in lists):
        return None
    own = [gcd(*(_common(places) for places in pair)) for pair in (lists[:2], lists[2:])]
    joint = gcd(*own)
    if joint < 2 and min(own) < 2:  # a single cell, or edges at all pixels
        return None
    stretched = joint < min(own) and min(map(len, lists)) >= SURE
    pitches = own if stretched else [joint, joint]
    thick = [
        int(falls[0] - rises[0]) % pitch
        for rises, falls, pitch in zip(lists[::2], lists[1::2], pitches, strict=True)
    ]
    if not crisp:  # a difference of a pixel does not show walls between cells
        thick = [_rounded(part, pitch) for part, pitch in zip(thick, pitches, strict=True)]
    between = all(part not in (0, pitch / 2) for part, pitch in zip(thick, pitches, strict=True))
    walls = [0.0, 0.0]
    if between and (stretched or thick[0] == thick[1]):
        walls = [float(part) for part in thick]
    else:
        pitches = [gcd(pitch, part) for pitch, part in zip(pitches, thick, strict=True)]
        if not stretched:
            pitches = [gcd(*pitches)] * 2
    return _made(lists, [float(pitch) for pitch in pitches], walls, exact=True)


def _rounded(thick: int, pitch: int) -> int:
    return pitch // 2 if pitch % 2 == 0 and abs(thick - pitch // 2) <= NEAR_HALF * pitch else thick


def _common(places: Lines) -> int:
    """Return the greatest common divisor of all distances."""
    return int(np.gcd.reduce(np.diff(places).astype(np.int64))) if len(places) > 1 else 0


def _made(
    lists: tuple[Lines, ...] | list[Lines], pitches: list[float], walls: list[float], *, exact: bool
) -> Lattice | None:
    if bool(walls[0]) != bool(walls[1]):  # walls between cells on one axis only
        return None
    axes = []
    for rises, falls, pitch, wall in zip(lists[::2], lists[1::2], pitches, walls, strict=True):
        first, last = float(rises[0]), float(falls[-1])
        cells = round((last - wall - first) / pitch)
        if cells < 1:
            return None
        axes.append(Axis(first, pitch, wall, cells))
    return Lattice(axes[0], axes[1], exact=exact)


def _peaks(line: NDArray[np.float64], floor: float) -> Lines:
    """Return the places of the edges of an axis: the centroids of local maxima, with fractions."""
    padded = np.pad(line, 2)
    before, here, after = padded[1:-3], padded[2:-2], padded[3:-1]
    tops = (here > floor * line.max(initial=0)) & (here >= before) & (here > after)
    mass = before + here + after
    places: Lines = np.arange(len(line)) + (after - before) / np.where(mass > 0, mass, 1)
    return np.compress(tops, places)


def _fitted(peaks: list[Lines], axes: tuple[tuple[int, ...], ...]) -> Lattice | None:
    """Return the lattice by least squares, with one pitch per group of axes; None if an edge does not fit."""
    if not all(len(places) for places in peaks):
        return None
    pitches: list[float] = []
    phases: dict[int, float] = {}
    for group in axes:
        found = _fit([peaks[i] for i in group])
        if found is None:
            return None
        pitch, starts = found
        pitches += [pitch] * (len(group) // 2)
        phases |= dict(zip(group, starts, strict=True))
    thick = [float((phases[i + 1] - phases[i]) % pitches[i // 2]) for i in (0, 2)]
    near_0 = [
        min(part, pitch - part) < 0.35 + 0.01 * pitch for part, pitch in zip(thick, pitches, strict=True)
    ]
    near_half = [
        abs(part - pitch / 2) < max(0.3, NEAR_HALF * pitch)
        for part, pitch in zip(thick, pitches, strict=True)
    ]
    walls = thick
    if all(near_half) or all(near_0) or (any(near_0) and any(near_half)):  # no walls between cells
        walls = [0.0, 0.0]
        pitches = pitches if all(near_0) and not all(near_half) else [pitch / 2 for pitch in pitches]
    firsts = [
        phases[i] + round((peaks[i][0] - phases[i]) / pitches[i // 2]) * pitches[i // 2] for i in (0, 2)
    ]
    lists = [np.array([firsts[0]]), peaks[1], np.array([firsts[1]]), peaks[3]]
    return _made(lists, pitches, walls, exact=False)


def _fit(lists: list[Lines]) -> tuple[float, list[float]] | None:
    """Return the largest pitch that fits several lists of edges, and the start of each list."""
    steps = [np.diff(places) for places in lists]
    shortest = {float(part.min()) for part in steps if part.size} | {
        float(np.median(part)) for part in steps if part.size
    }
    guesses = sorted({guess / k for guess in shortest for k in (1, 2, 3)}, reverse=True)
    for guess in guesses:
        if guess < MIN_FITTED:
            break
        pitch, starts = guess, [float(places[0]) for places in lists]
        for _ in range(4):
            numbers = [np.concatenate([[0], np.cumsum(np.rint(part / pitch))]) for part in steps]
            slopes = [
                ((k - k.mean()) @ (x - x.mean()), (k - k.mean()) @ (k - k.mean()))
                for k, x in zip(numbers, lists, strict=True)
            ]
            spread = sum(part[1] for part in slopes)
            if not spread:
                break
            pitch = float(sum(part[0] for part in slopes) / spread)
            starts = [float(x.mean() - pitch * k.mean()) for k, x in zip(numbers, lists, strict=True)]
            if pitch < MIN_FITTED:
                break
        else:
            apart = max(
                float(np.abs(x - start - pitch * k).max())
                for k, x, start in zip(numbers, lists, starts, strict=True)
            )
            if apart <= max(min(0.6, 0.2 * pitch), min(2, 0.05 * pitch)):
                return pitch, starts
    return None


@dataclass(frozen=True, kw_only=True)
class PictureReading:
    """The reading of a picture as a board.

    Attributes
    ----------
    data : bytes
        The file.
    lattice : Lattice
        The lattice of cells, in pixels.
    shape : tuple of int
        The numbers of rows and columns of the board.
    threshold : int
        The first level of grey, of 0 to 255, that counts as light.
    walls_are_dark : bool
        Whether walls are dark.
    differing : float
        The share of pixels that differ from a drawing of the board on its lattice; in smoothed pictures,
        pixels beside an edge do not count.
    openings : tuple of cells
        The openings of the border.

    """

    data: bytes = field(repr=False)
    lattice: Lattice
    shape: tuple[int, int]
    threshold: int
    walls_are_dark: bool
    differing: float
    openings: tuple[Cell, ...]

    def __str__(self) -> str:
        """Return the reading in one line."""
        rows, columns = self.shape
        across = self.lattice.columns
        size = f"{across.pitch:.3g} pixel{'s' * (across.pitch != 1)}"
        walls = f", walls of {across.wall:.3g} between them" if across.wall else ""
        tone = "" if self.walls_are_dark else ", light walls"
        return (
            f"picture of {rows} x {columns} cells of {size}{walls}{tone}, threshold {self.threshold}, "
            f"{_percent(self.differing)} of pixels differ"
        )


def _percent(share: float) -> str:
    return "0 %" if share == 0 else "under 0.1 %" if share < 0.001 else f"{100 * share:.1f} %"
