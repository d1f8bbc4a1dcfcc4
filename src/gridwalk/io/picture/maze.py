"""A board from a picture of a maze on a lattice, checked against the picture.

Start and exits are openings of the border, or green and red marks.
"""

from __future__ import annotations

from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    ArgumentError,
    Cell,
    Message,
    PictureError,
    error_of,
    picture_ends_error,
    two_starts_error,
)
from gridwalk.io.boardtext import BoardText
from gridwalk.io.picture.bypixel import board_of_pixels, is_saved_map
from gridwalk.io.picture.joined import first_closed
from gridwalk.io.picture.lattice import Lattice, PictureReading, lattices
from gridwalk.io.picture.pixels import (
    FAINT,
    Marks,
    Pixels,
    Tones,
    decoded,
    grown,
    pixels_of,
    tones_of,
    walls_of,
)
from gridwalk.io.picture.robotmap import Thresholds
from gridwalk.io.picture.votes import HALF, Votes, has_rooms, hides_a_wall, votes_of

LISTED = 8  # the maximum number of openings in a message
LINE = 0.1  # the maximum share of cells with pixels of a mark; more are a line or a background
FILLED, HIDDEN = 0.85, 0.3  # shares of coloured pixels of a cell: it is marked; it is hidden by a mark
MANY_FILLED = 4  # the maximum number of cells of one mark


def openings_in(votes: Votes) -> tuple[Cell, ...]:
    """Return the middle cell of each run of open parts of the border, in reading order."""
    ring = votes.ring
    cells = _cells_of_border(votes)
    if not len(ring) or ring.all() or not ring.any():
        return ()
    first = int(ring.argmax())  # begin with a wall, so that no run goes over the end
    ring, cells = np.roll(ring, -first), np.roll(cells, -first, axis=0)
    edges = np.flatnonzero(np.diff(np.pad(~ring, 1).astype(np.int8))).reshape(-1, 2)
    middles = cells[(edges.sum(axis=1) - 1) // 2].tolist()
    return tuple(sorted({(row, column) for row, column in middles}))


def _cells_of_border(votes: Votes) -> NDArray[np.int64]:
    """Return the cell of each part of `Votes.border`."""
    if not votes.between:
        return votes.border
    return np.asarray(np.minimum(votes.border // 2, np.array(votes.wall.shape) // 2 - 1))


def marked_cells(pixels: Pixels, colour: str, lattice: Lattice) -> tuple[Cell, ...]:
    """Return the cells with marks of one colour: filled cells, or else the cell with most of a mark.

    Raises
    ------
    PictureError
        If a mark extends so far into other cells that these may be walls.

    """
    rows, columns, marks = lattice.rows, lattice.columns, getattr(pixels, colour)
    places = rows.cell_of(marks.rows) * columns.cells + columns.cell_of(marks.columns)
    cells, number = np.unique(places, return_counts=True)
    if cells.size > max(1, LINE * rows.cells * columns.cells):
        return ()  # a line or a background
    share = number / ((rows.pitch - rows.wall) * (columns.pitch - columns.wall))
    shares = {
        divmod(cell, columns.cells): part for cell, part in zip(cells.tolist(), share.tolist(), strict=True)
    }
    found = []
    for blob in _blobs(set(shares)):
        blob.sort(key=lambda cell: -shares[cell])
        filled = [cell for cell in blob if shares[cell] >= FILLED] or blob[:1]
        hidden = [cell for cell in blob if HIDDEN <= shares[cell] < FILLED and cell not in filled]
        if hidden or len(filled) > MANY_FILLED:
            raise error_of(
                PictureError,
                "the {colour} mark at {place} covers {n} cells, and hides what they are: draw marks "
                "within a cell",
                colour=colour,
                place=blob[0],
                n=len(filled) + len(hidden),
            )
        found += filled
    return tuple(sorted(found))


def _blobs(cells: set[Cell]) -> list[list[Cell]]:
    """Return the groups of cells that touch, also diagonally."""
    blobs = []
    while cells:
        blob = [cells.pop()]
        for row, column in blob:
            near = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} & cells
            cells -= near
            blob += near
        blobs.append(blob)
    return blobs


def settled(
    openings: tuple[Cell, ...], start: Cell | None, exits: tuple[Cell, ...]
) -> tuple[Cell, tuple[Cell, ...]]:
    """Return the start and the exits: those that are known, else openings.

    If no end is known, two openings are start and exit, in reading order.  If one end is known, the only
    other opening is the other end.

    Raises
    ------
    PictureError
        If the number of openings does not fit; the message lists them.

    """
    if start is not None and exits:
        return start, exits
    known = {start, *exits} - {None}
    left = tuple(cell for cell in openings if cell not in known)
    if len(left) == 1 and known:
        return start or left[0], exits or left
    if len(left) == 2 and not known:
        return left[0], left[1:]
    raise picture_ends_error(openings, _unsettled(openings, start, exits))


def in_words(openings: tuple[Cell, ...]) -> str:
    """Return the number of openings and the first of them, in words."""
    some = ", ".join(map(str, openings[:LISTED]))
    if len(openings) > LISTED:
        some = Message("{cells} and {n:,} more", cells=some, n=len(openings) - LISTED)
    if len(openings) > 1:
        return Message("{n:,} openings, {cells}", n=len(openings), cells=some)
    return Message("one opening, {cell}", cell=some) if openings else "no opening"


def _unsettled(openings: tuple[Cell, ...], start: Cell | None, exits: tuple[Cell, ...]) -> str:
    missing = " and ".join(
        end for end, known in (("where paths start", start), ("where they end", exits)) if not known
    )
    first, last = (openings[0], openings[-1]) if len(openings) > 1 else ((1, 1), (9, 9))
    options = [f"start={first}"] * (start is None) + [f"exits={last}"] * (not exits)
    flags = [f"--from {first[0]},{first[1]}"] * (start is None) + [f"--to {last[0]},{last[1]}"] * (not exits)
    if openings:
        seen = f"the border of the picture has {in_words(openings)}: say {missing}"
    else:
        seen = f"no mark, and no opening of the border, shows {missing}: say it"
    return (
        f"{seen}, such as {' '.join(flags)} (in Python {', '.join(options)}), or mark the start green and "
        "the exit red"
    )


TONES = ("dark", "light")
CLOSED = 0.75  # the minimum share of walls in the border of a maze
BY_PIXEL = "say --cell pixel (in Python cell='pixel') to make each pixel a cell"
TELL = "if it is a board, say which tone is wall: wall_is='dark' or 'light'"
THIN = 0.55  # of the pitch; thicker walls are rare


class _Found(NamedTuple):
    """A maze in a picture, with walls of one tone."""

    lattice: Lattice
    votes: Votes
    open_cells: NDArray[np.bool_]
    openings: tuple[Cell, ...]
    closed: float  # the share of walls in the border
    walls_are_dark: bool

    @property
    def rank(self) -> tuple[bool, bool, bool, bool]:
        """The rank in comparison with walls of the other tone: two openings and thin walls come first."""
        rows = self.lattice.rows
        return (
            len(self.openings) == 2,
            rows.wall <= THIN * rows.pitch,
            len(self.openings) > 0,
            self.walls_are_dark,
        )

    @property
    def seems_light(self) -> bool:
        """Whether there is evidence of light walls, which are rare."""
        rows, two = self.lattice.rows, len(self.openings) == 2 and self.closed > 0.85
        sign = rows.wall <= THIN * rows.pitch if rows.wall else has_rooms(self.votes.wall)
        return bool(self.openings) if sign else bool(rows.wall) and two


def parse_picture(
    data: bytes,
    *,
    wall_is: str | None = None,
    cell: str | Thresholds | None = None,
    unknown: str = "wall",
) -> BoardText:
    """Read a picture of a maze on a lattice of squares, or one whose pixels are cells.

    Takes O(pixels) time and up to 15 bytes per pixel.

    Parameters
    ----------
    data : bytes
        A file of Pillow's `FORMS`, of at most `MAX_PIXELS` pixels.
    wall_is : str, optional
        The tone of walls, "dark" or "light".  Default: the tone that closes the border; "dark" if pixels are
        cells.
    cell : str or Thresholds, optional
        "pixel", or the thresholds of a map, if each pixel is a cell.  By default this is so only for a PGM
        file with no other levels of grey than those of ROS's map saver (0, 205, 254).
    unknown : {"wall", "open"}
        The meaning of pixels that are neither free nor wall.

    Raises
    ------
    PictureError
        If the file is damaged, or shows no maze on a lattice; the message has the reason.

    """
    if wall_is is not None and wall_is not in TONES:
        raise ArgumentError("wall_is", wall_is, f"{' or '.join(TONES)}, the tone of the walls of a picture")
    picture = decoded(data)
    pixels = pixels_of(picture)
    if cell is None and picture.format == "PPM" and is_saved_map(pixels.grey):
        cell = "pixel"
    if cell is not None:
        thresholds = Thresholds(negate=wall_is == "light") if isinstance(cell, str) else cell
        return board_of_pixels(data, pixels, thresholds, unknown)
    if unknown != "wall":
        raise ArgumentError("unknown", unknown, "left out: it is for pixels that are cells (cell='pixel')")
    try:
        tones = tones_of(pixels)
        found = _found(pixels, tones, wall_is)
    except PictureError as error:
        raise PictureError(f"{error}; {BY_PIXEL}") from None
    lattice, open_cells = found.lattice, found.open_cells
    starts, exits = (marked_cells(pixels, colour, lattice) for colour in ("green", "red"))
    if len(starts) > 1:
        raise two_starts_error(*starts[:2])
    for mark in (*exits, *starts):
        if not open_cells[mark]:
            raise error_of(PictureError, "the mark at {cell} is in a wall", cell=mark)
    reading = PictureReading(
        data=data,
        lattice=lattice,
        shape=(open_cells.shape[0], open_cells.shape[1]),
        threshold=tones.threshold,
        walls_are_dark=found.walls_are_dark,
        differing=found.votes.differing,
        openings=found.openings,
    )
    walls = None
    if found.votes.between:
        if starts or exits:
            _refuse_hidden_walls(pixels, lattice)
        parts = found.votes.wall
        walls = np.ascontiguousarray(parts[1::2, 2:-1:2]), np.ascontiguousarray(parts[2:-1:2, 1::2])
    if not lattice.rows.pitch == lattice.columns.pitch == 1:  # else nothing is between two pixels
        _refuse_crossed(pixels, tones, found)
    start = starts[0] if starts else None
    return BoardText(str(reading), open_cells, start=start, exits=exits, walls=walls, picture=reading)


def _refuse_crossed(pixels: Pixels, tones: Tones, found: _Found) -> None:
    """Raise an error if a line crosses a passage of the board."""
    dark = walls_of(pixels.grey, tones, dark=found.walls_are_dark, marks=()) >= HALF
    marks = [pixels.green, pixels.red]
    if 2 * pixels.other.rows.size < np.count_nonzero(dark):  # else walls have this colour
        marks.append(pixels.other)
    if any(mark.rows.size for mark in marks):
        coloured = np.zeros(dark.shape, np.bool_)
        for mark in marks:
            coloured[mark.rows, mark.columns] = True
        dark &= ~grown(grown(coloured))  # pixels beside a colour may be dark in a JPEG
    is_open, wall = found.open_cells, found.votes.wall
    right, below = is_open[:, :-1] & is_open[:, 1:], is_open[:-1] & is_open[1:]
    if found.votes.between:
        right &= ~wall[1::2, 2:-1:2]
        below &= ~wall[2:-1:2, 1::2]
    if closed := first_closed(~dark, found.lattice, (right, below)):
        (one, other), (row, column) = closed
        raise error_of(
            PictureError,
            "a line crosses the passage from {one} to {other}, at the pixel of row {row} and column "
            "{column}, and is no wall of the lattice",
            f": {BY_PIXEL}",
            one=one,
            other=other,
            row=row,
            column=column,
        )


def _refuse_hidden_walls(pixels: Pixels, lattice: Lattice) -> None:
    """Raise an error if a mark hides a wall beside it."""
    marked = np.zeros(pixels.grey.shape, np.uint8)
    for marks in (pixels.green, pixels.red):
        marked[marks.rows, marks.columns] = 255
    if hides_a_wall(marked, lattice):
        raise PictureError("a mark reaches over a wall beside it, which cannot be seen: draw smaller marks")


def _found(pixels: Pixels, tones: Tones, wall_is: str | None) -> _Found:
    """Return the maze with walls of the given tone, or of the tone that fits better.

    The first criterion is that marks of start and exit are in open cells.
    """
    if wall_is is not None:
        return _maze(pixels, tones, dark=wall_is == "dark", closed=0.0)
    tried: list[tuple[bool, tuple[bool, ...], _Found]] = []
    errors = []
    for dark in (True, False):
        try:
            found = _maze(pixels, tones, dark=dark, closed=CLOSED)
        except PictureError as error:
            errors.append(error)
            continue
        marked = _are_open(found, pixels)
        if dark or found.seems_light or marked:
            tried.append((marked is not False, found.rank, found))
        if marked or (marked is None and (all(found.rank) or (dark and len(found.openings) == 2))):
            break
    if not tried:
        raise errors[0]
    return max(tried, key=itemgetter(0, 1))[2]


def _are_open(found: _Found, pixels: Pixels) -> bool | None:
    """Return whether all marks are in open cells; None if there are no marks."""
    try:
        marked = [marked_cells(pixels, colour, found.lattice) for colour in ("green", "red")]
    except PictureError:
        return False
    return all(found.open_cells[cell] for cells in marked for cell in cells) if any(marked) else None


def _maze(pixels: Pixels, tones: Tones, *, dark: bool, closed: float) -> _Found:
    """Return the maze on the first lattice that fits the pixels."""
    marks: tuple[Marks, ...] = (pixels.green, pixels.red)
    walls = walls_of(pixels.grey, tones, dark=dark, marks=marks)
    misfits, doubts = [], []
    for lattice in lattices(walls, middle=tones.middle):
        try:
            votes = votes_of(walls, lattice, crisp=tones.crisp)
        except PictureError as error:
            misfits.append(error)
            continue
        single = lattice.rows.pitch == 1
        share = float(votes.ring.mean())
        if single and tones.middle > FAINT:
            misfits.append(PictureError("its tones are those of a photo, or of noise"))
        elif share < closed:
            shape = "round, skewed or without a border" if share < 0.5 else "without a whole border"
            doubts.append(
                error_of(
                    PictureError,
                    "the border is wall for {n:.0%} only: a maze that is {shape}, or no maze",
                    f"; {TELL}",
                    n=share,
                    shape=shape,
                )
            )
        elif closed and single and not (has_rooms(votes.wall) or (tones.crisp and (~votes.ring).sum() == 2)):
            doubts.append(
                error_of(
                    PictureError,
                    "its walls lie on no lattice but that of single pixels, and these make no maze "
                    "(text, or a drawing?)",
                    f"; {TELL}",
                )
            )
        else:
            open_cells = np.ascontiguousarray(~(votes.wall[1::2, 1::2] if votes.between else votes.wall))
            if not open_cells.any():
                raise error_of(PictureError, "all {n:,} cells are wall", n=open_cells.size)
            return _Found(lattice, votes, open_cells, openings_in(votes), share, dark)
    if doubts:
        raise doubts[0]
    words = Message("no lattice of squares fits the picture (drawn by hand, skewed, round or a photo?)")
    if misfits:
        words = Message("{words}: {why}", words=words, why=misfits[0].message)
    raise PictureError(words)
