"""Where paths start and end in a picture: openings of the border, and marks in green and red."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Cell, PictureEndsError, PictureError

if TYPE_CHECKING:
    from gridwalk.io.picture.lattice import Lattice
    from gridwalk.io.picture.pixels import Marks
    from gridwalk.io.picture.votes import Votes

LISTED = 8  # openings in a message; more are counted
LINE = 0.1  # of the cells: more that are touched by a colour are a line or a ground, and no marks
FILLED, HIDDEN = 0.85, 0.3  # shares of the pixels of a cell: it is a mark, it cannot be seen for a mark
MANY_FILLED = 4  # cells that a mark of one piece may fill


def openings_in(votes: Votes) -> tuple[Cell, ...]:
    """Return the openings of the border in reading order: the middle cell of each run of open parts."""
    ring = votes.ring
    cells = _cells_of_ring(votes)
    if not len(ring) or ring.all() or not ring.any():
        return ()
    first = int(ring.argmax())  # begin with a wall, so that no run goes over the end
    ring, cells = np.roll(ring, -first), np.roll(cells, -first, axis=0)
    edges = np.flatnonzero(np.diff(np.pad(~ring, 1).astype(np.int8))).reshape(-1, 2)
    middles = cells[(edges.sum(axis=1) - 1) // 2].tolist()
    return tuple(sorted({(row, column) for row, column in middles}))


def _cells_of_ring(votes: Votes) -> NDArray[np.int64]:
    """Return the cell of each part of `Votes.ring`."""
    rows, columns = votes.wall.shape
    if votes.between:
        rows, columns = rows // 2, columns // 2
        down, across = np.arange(rows), np.arange(columns)
        sides = [
            (np.zeros_like(across), across),
            (down, np.full_like(down, columns - 1)),
            (np.full_like(across, rows - 1), across[::-1]),
            (down[::-1], np.zeros_like(down)),
        ]
    elif min(rows, columns) == 1:
        return np.argwhere(np.ones((rows, columns), np.bool_))
    else:
        down, across = np.arange(rows - 1), np.arange(columns - 1)
        sides = [
            (np.zeros_like(across), across),
            (down, np.full_like(down, columns - 1)),
            (np.full_like(across, rows - 1), columns - 1 - across),
            (rows - 1 - down, np.zeros_like(down)),
        ]
    return np.concatenate([np.stack(side, axis=1) for side in sides])


def marked_cells(marks: Marks, lattice: Lattice, colour: str) -> tuple[Cell, ...]:
    """Return the cells with marks of one colour: filled cells, or the one with most of a mark.

    Raises
    ------
    PictureError
        If a mark reaches so far into other cells that it hides whether they are wall.

    """
    rows, columns = lattice.rows, lattice.columns
    cells, pixels = np.unique(
        rows.cell_of(marks.rows) * columns.cells + columns.cell_of(marks.columns), return_counts=True
    )
    if cells.size > max(1, LINE * rows.cells * columns.cells):
        return ()  # a line or a ground
    share = pixels / ((rows.pitch - rows.wall) * (columns.pitch - columns.wall))
    shares = {
        divmod(cell, columns.cells): part for cell, part in zip(cells.tolist(), share.tolist(), strict=True)
    }
    found = []
    for blob in _blobs(set(shares)):
        blob.sort(key=lambda cell: -shares[cell])
        filled = [cell for cell in blob if shares[cell] >= FILLED] or blob[:1]
        hidden = [cell for cell in blob if HIDDEN <= shares[cell] < FILLED and cell not in filled]
        if hidden or len(filled) > MANY_FILLED:
            raise PictureError(
                f"the {colour} mark at {blob[0]} covers {len(filled) + len(hidden)} cells, and hides what "
                "they are: draw marks within a cell"
            )
        found += filled
    return tuple(sorted(found))


def _blobs(cells: set[Cell]) -> list[list[Cell]]:
    """Return the cells in groups that touch, diagonally too."""
    blobs = []
    while cells:
        blob = [cells.pop()]
        for row, column in blob:
            near = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} & cells
            cells -= near
            blob += near
        blobs.append(blob)
    return blobs


def one_start(cells: tuple[Cell, ...]) -> Cell | None:
    """Return the cell marked in green, if one is."""
    if len(cells) > 1:
        raise PictureError(f"two starts are marked in green, {cells[0]} and {cells[1]}: mark one")
    return cells[0] if cells else None


def settled(
    openings: tuple[Cell, ...], start: Cell | None, exits: tuple[Cell, ...]
) -> tuple[Cell, tuple[Cell, ...]]:
    """Return the start and the exits, those that are known and else the openings.

    Two openings are start and exit, in reading order.  If one end is known, the other is the opening that
    is left.

    Raises
    ------
    PictureEndsError
        If there are more openings, or fewer; the message lists them.

    """
    if start is not None and exits:
        return start, exits
    known = {start, *exits} - {None}
    left = tuple(cell for cell in openings if cell not in known)
    if len(left) == 1 and known:
        return start or left[0], exits or left
    if len(left) == 2 and not known:
        return left[0], left[1:]
    raise PictureEndsError(openings, _unsettled(openings, start, exits))


def in_words(openings: tuple[Cell, ...]) -> str:
    """Return how many openings there are, and the first of them."""
    some = ", ".join(map(str, openings[:LISTED]))
    more = f" and {len(openings) - LISTED:,} more" if len(openings) > LISTED else ""
    words = {0: "no opening", 1: f"one opening, {some}"}
    return words.get(len(openings), f"{len(openings):,} openings, {some}{more}")


def _unsettled(openings: tuple[Cell, ...], start: Cell | None, exits: tuple[Cell, ...]) -> str:
    missing = " and ".join(
        end for end, known in (("where paths start", start), ("where they end", exits)) if not known
    )
    first, last = (openings[0], openings[-1]) if len(openings) > 1 else ((1, 1), (9, 9))
    options = [f"start={first}"] * (start is None) + [f"exits={last}"] * (not exits)
    flags = [f"--from {first[0]},{first[1]}"] * (start is None) + [f"--to {last[0]},{last[1]}"] * (not exits)
    return (
        f"the border of the picture has {in_words(openings)}: say {missing}, such as {' '.join(flags)} "
        f"(in Python {', '.join(options)}), or mark the start green and the exit red"
    )
