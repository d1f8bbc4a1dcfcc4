"""Walls and open cells on a lattice by the majority of pixels, and the share of pixels that differ."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import PictureError, error_of
from gridwalk.io.picture.lattice import Axis, Lattice
from gridwalk.io.picture.pixels import grown

HALF = 128
HIDDEN = 0.1  # the maximum share of a wall between two rooms that a mark may cover
UNCLEAR = (0.3, 0.7)  # the range of shares of wall in a cell that is neither wall nor open
FEW_UNCLEAR = 2  # unclear cells that are always allowed, for instance cells with letters
MAX_UNCLEAR, MAX_DIFFERING = 0.005, 0.02  # maximum shares of unclear cells, and of differing pixels
ROOMS = 0.9  # the minimum share of open rooms, and of posts that are wall, in a maze of rooms
SINGLE = 0.3  # the minimum share of runs of one pixel among all runs, in a maze of pixels
MAX_ON_EDGES = 0.1  # the maximum share of pixels on edges that differ in a picture without middle tones
BROAD = 3.0  # pixels; the middle of a narrower part is not free of edges


class Votes(NamedTuple):
    """The parts of a lattice; True is wall."""

    wall: NDArray[np.bool_]  # cells; or posts, walls and cells as in `Axis.bounds`
    differing: float  # the share of pixels that differ from these parts
    between: bool  # whether walls are between cells

    @property
    def border(self) -> NDArray[np.int64]:
        """The indices of the parts of the border, clockwise from the top left, without posts."""
        rows, columns = self.wall.shape
        if min(rows, columns) == 1:
            return np.argwhere(np.ones((rows, columns), np.bool_))
        step = 2 if self.between else 1
        down, across = np.arange(step - 1, rows - 1, step), np.arange(step - 1, columns - 1, step)
        sides = ((0, across), (down, columns - 1), (rows - 1, columns - 1 - across), (rows - 1 - down, 0))
        return np.concatenate([np.stack(np.broadcast_arrays(*side), axis=1) for side in sides])

    @property
    def ring(self) -> NDArray[np.bool_]:
        """The parts of the border."""
        return np.asarray(self.wall[tuple(self.border.T)])


def votes_of(walls: NDArray[np.uint8], lattice: Lattice, *, crisp: bool) -> Votes:
    """Return the parts of the lattice, by the majority of the pixels in the middle of each.

    Raises
    ------
    PictureError
        If too many parts are neither wall nor open, or too many pixels differ from the parts.

    """
    rows, columns = lattice.rows, lattice.columns
    between = bool(rows.wall)
    if lattice.exact and rows.pitch == columns.pitch == 1:
        return _of_single_pixels(walls, lattice)
    exact = lattice.exact and crisp
    shares = _means(walls, _cores(rows, exact), _cores(columns, exact))
    if between and not exact:
        _scale(shares)
    wall = shares > 0.5
    unclear = (shares > UNCLEAR[0]) & (shares < UNCLEAR[1])
    if between:
        unclear[::2, ::2] = False  # posts do not matter
    number = np.count_nonzero(unclear)
    if number > max(FEW_UNCLEAR, MAX_UNCLEAR * unclear.size):
        seen = "{n:,} of {all:,} cells and walls are neither dark nor light"
        raise error_of(PictureError, seen, n=number, all=unclear.size)
    differing = _differing(walls, lattice, wall, exact=exact, crisp=crisp)
    if differing > MAX_DIFFERING:
        seen = "{n:.1f} % of the pixels differ from the board read (more than {most:.0f} %)"
        raise error_of(PictureError, seen, n=100 * differing, most=100 * MAX_DIFFERING)
    return Votes(wall, differing, between)


def hides_a_wall(marked: NDArray[np.uint8], lattice: Lattice) -> bool:
    """Return whether marks (255, elsewhere 0) hide a wall between two rooms."""
    exact = lattice.exact
    shares = _means(marked, _cores(lattice.rows, exact), _cores(lattice.columns, exact))
    return bool((shares[::2, 1::2] > HIDDEN).any() or (shares[1::2, ::2] > HIDDEN).any())


def has_rooms(wall: NDArray[np.bool_]) -> bool:
    """Return whether cells of odd row and column are open, and cells of even row and column walls."""
    if min(wall.shape) < 3:
        return False
    rooms, posts = wall[1::2, 1::2], wall[::2, ::2]
    return bool(rooms.mean() <= 1 - ROOMS and posts.mean() >= ROOMS)


def _of_single_pixels(walls: NDArray[np.uint8], lattice: Lattice) -> Votes:
    """Return each pixel as a cell; raise `PictureError` if there are few corridors and walls of one pixel.

    Without this check, any picture in black and white, such as a page of text, would be a board.
    """
    wall = walls >= HALF
    single = runs = 0
    for lines in (wall, wall.T):
        change = lines[:, 1:] != lines[:, :-1]
        runs += int(np.count_nonzero(change))
        single += int(np.count_nonzero(change[:, 1:] & change[:, :-1]))
    if single < SINGLE * runs:
        raise PictureError("its walls and corridors lie on no lattice of squares")
    top, left = (round(axis.offset) for axis in lattice[:2])
    inside = wall[top : top + lattice.rows.cells, left : left + lattice.columns.cells]
    return Votes(np.ascontiguousarray(inside), 0.0, between=False)


def _cores(axis: Axis, exact: bool) -> NDArray[np.float64]:
    """Return the sampled middle of each part as ``[first, last]`` in pixels, with fractions."""
    bounds = axis.bounds()
    sizes = np.diff(bounds)
    middles = (bounds[:-1] + bounds[1:]) / 2
    reach = sizes / 4
    if not exact:
        reach = np.where(sizes < BROAD, 0.5, reach)
        if axis.wall < BROAD and axis.wall:
            reach[::2] = axis.wall / 2 + 0.75  # all of a thin line, wherever it is
    return np.stack([middles - reach, middles + reach], axis=1)


def _means(
    walls: NDArray[np.uint8], rows: NDArray[np.float64], columns: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return the mean share of wall in each box of rows and columns."""
    sums = np.cumsum(walls, axis=0, dtype=np.uint32)  # the sums may overflow, the differences are right
    bands = _differences(sums, walls, rows)
    del sums
    bands /= np.float32(255)
    whole = np.cumsum(bands, axis=1, dtype=np.float64)
    return _differences(whole.T, bands.T, columns).T


def _differences(sums: NDArray[Any], parts: NDArray[Any], places: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the means of *parts* along the first axis between places, from their running *sums*."""
    limit, lengths = len(parts), np.diff(places, axis=1)  # the outside of the picture is open
    places = np.clip(places, 0, limit)
    first, last = (np.floor(places[:, i]).astype(np.int64) for i in (0, 1))

    def before(index: NDArray[np.int64]) -> NDArray[Any]:
        rows: NDArray[Any] = sums[np.maximum(index - 1, 0)]
        rows[index == 0] = 0
        return rows

    means: NDArray[np.float32] = (before(last) - before(first)).astype(np.float32)
    for index, place, sign in ((last, places[:, 1], 1), (first, places[:, 0], -1)):
        share = ((place - index) * sign).astype(np.float32)[:, None]
        means += share * parts[np.minimum(index, limit - 1)]
    means /= lengths.astype(np.float32)
    return means


def _scale(shares: NDArray[np.float32]) -> None:
    """Scale the walls between cells by walls of the border; a line thinner than a pixel is never black."""
    tops = []
    for parts, border in (
        (shares[::2, 1::2], (shares[0, 1::2], shares[-1, 1::2])),
        (shares[1::2, ::2], (shares[1::2, 0], shares[1::2, -1])),
    ):
        top = float(np.median(np.concatenate(border)))
        tops.append(top if top > 0.2 else 1.0)
        np.divide(parts, tops[-1], out=parts)
    shares[::2, ::2] /= tops[0] * tops[1]


def _differing(
    walls: NDArray[np.uint8], lattice: Lattice, wall: NDArray[np.bool_], *, exact: bool, crisp: bool
) -> float:
    """Return the share of pixels that differ from the board.

    In a smoothed picture, pixels beside an edge may be dark or light.
    """
    seen = walls >= HALF
    drawn = wall
    for axis, part in enumerate(lattice[:2]):
        bounds = part.bounds()
        places = np.searchsorted(bounds, np.arange(walls.shape[axis]) + 0.5, side="right")
        places[places == len(bounds)] = 0  # the outside is open
        margin = [(0, 0), (0, 0)]
        margin[axis] = (1, 0)
        drawn = np.take(np.pad(drawn, margin), places, axis=axis)
    area = float(np.prod([part.cells * part.pitch + part.wall for part in lattice[:2]]))
    wrong = np.count_nonzero(seen != drawn)
    if exact or (crisp and wrong > MAX_ON_EDGES * area):
        return wrong / area
    open_near = grown(~drawn)
    for side in (open_near[0], open_near[-1], open_near[:, 0], open_near[:, -1]):
        side[:] = True  # outside the picture
    wrong = np.count_nonzero(seen & ~grown(drawn)) + np.count_nonzero(~seen & ~open_near)
    return wrong / area
