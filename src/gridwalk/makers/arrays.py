"""Mazes and noise as arrays of open cells, sizes in cells: for tests, benchmarks and arrays of one's own.

Odd numbers of rows and columns give a maze with walls on all sides; with an even number the last row or
column is one of rooms.  ``rng`` is an int as seed (the same seed gives the same array everywhere), or a
generator.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import resolve
from gridwalk.errors import ArgumentError
from gridwalk.makers.algorithms import percolation
from gridwalk.makers.chance import Rng, stream, threshold
from gridwalk.makers.site import Cells, Rooms, open_more
from gridwalk.makers.table import maker

Open: TypeAlias = NDArray[np.bool_]


def noise(rows: int, columns: int, share: float, rng: Rng) -> Open:
    """Return an array in which each cell is open with probability *share* (site percolation).

    >>> noise(2, 3, 1.0, rng=1).tolist()
    [[True, True, True], [True, True, True]]
    """
    threshold("share", share)
    _check_shape(rows, columns, 1)
    site = Cells(rows, columns, stream(rng))
    percolation(site, 1 - share)
    return site.open_cells()


def depth_first(rows: int, columns: int, rng: Rng) -> Open:
    """Return a perfect maze by randomised depth-first search: long winding corridors, few dead ends.

    O(cells) time: some ten nanoseconds a cell.

    >>> print("\\n".join("".join(".#"[not cell] for cell in row) for row in depth_first(5, 5, rng=1)))
    #####
    #.#.#
    #.#.#
    #...#
    #####
    """
    return _in_cells(_rooms("backtracker", rows, columns, rng), rows, columns)


def kruskal(rows: int, columns: int, rng: Rng, *, braid: float = 0.0, loops: float = 0.0) -> Open:
    """Return a maze by Kruskal's algorithm: a spanning tree of the rooms, walls in random order (1956).

    The maze has many short dead ends and no preferred direction.

    Parameters
    ----------
    rows, columns : int
        Cells, not rooms.
    rng : int or generator
        The source of random numbers.
    braid : float
        The share of the dead ends to open, each through one of its remaining walls.
    loops : float
        The share of the remaining walls between rooms to open at the end.

    """
    site = _rooms("kruskal", rows, columns, rng)
    open_more(site, braid=braid, loops=loops)
    return _in_cells(site, rows, columns)


def bond_percolation(rows: int, columns: int, share: float, rng: Rng) -> Open:
    """Return rooms between any two neighbours of which the wall is open with probability *share*.

    Above one half nearly all rooms of a large board hang together (Kesten 1980).
    """
    site = _rooms("", rows, columns, rng)
    open_more(site, loops=share, names=("", "share"))
    return _in_cells(site, rows, columns)


def with_walls_opened(cells: Open, share: float, rng: Rng) -> Open:
    """Return the maze *cells* with every wall between two rooms opened with probability *share*."""
    rows, columns = cells.shape
    site = _rooms("", rows, columns, rng)
    open_more(site, loops=share, names=("", "share"))
    opened = _in_cells(site, rows, columns)
    opened[[0, -1]] = opened[:, [0, -1]] = False  # with an even number of rows they are rooms
    return cells | opened


def _rooms(name: str, rows: int, columns: int, rng: Rng) -> Rooms:
    """Return the rooms of an array of *rows* x *columns* cells, with doors by the maker *name*, if any."""
    _check_shape(rows, columns, 3)
    site = Rooms(rows // 2, columns // 2, stream(rng))
    if name:
        resolve(maker(name).run)(site)
    return site


def _in_cells(site: Rooms, rows: int, columns: int) -> Open:
    return np.ascontiguousarray(site.thick()[:rows, :columns])


def _check_shape(rows: int, columns: int, minimum: int) -> None:
    if min(rows, columns) < minimum:
        raise ArgumentError("rows, columns", (rows, columns), f"at least {minimum} each")
