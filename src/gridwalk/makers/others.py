"""Makers of one long path, and of boards without rooms: caves, dungeons, percolation."""

from __future__ import annotations

import numpy as np

from gridwalk.algorithmrow import resolve
from gridwalk.errors import ArgumentError
from gridwalk.kernels.makers import caves as automaton
from gridwalk.kernels.makers import curves
from gridwalk.kernels.makers import dungeon as digging
from gridwalk.kernels.makers.chance import CERTAIN
from gridwalk.makers import trees
from gridwalk.makers.chance import threshold
from gridwalk.makers.opening import open_more
from gridwalk.makers.site import LOG, Cells, Rooms
from gridwalk.makers.table import maker

MIN_BLOCK = 4  # of a dungeon: a room and a wall


def unicursal(site: Rooms, of: str) -> None:
    """Follow the walls of a perfect maze of half the size all around.  O(rooms)."""
    if site.rows % 2 or site.columns % 2:
        raise ArgumentError(
            "rows, columns", (site.rows, site.columns), "even: the path goes to and fro in pairs"
        )
    tree = Rooms(site.rows // 2, site.columns // 2, site.random)
    resolve(maker(of).run)(tree)
    site.run(curves.around, tree.doors, site.doors, site.columns, LOG, most=site.count)


def spiral(site: Rooms) -> None:
    """Go around along the border, then further inside, to the middle.  O(rooms)."""
    site.run(curves.spiral, site.free(), site.doors, site.columns, LOG, most=2 * site.count)


def serpentine(site: Rooms) -> None:
    """Go through all rows, to and fro.  O(rooms)."""
    site.run(curves.serpentine, site.doors, site.rows, site.columns, LOG, most=site.count)


def caves(site: Cells, walls: float, rounds: int) -> None:
    """Smooth noise by a cellular automaton, and keep the largest part.  O(cells x rounds)."""
    size = len(site.cells)
    if type(rounds) is not int or not 0 <= rounds <= 100:
        raise ArgumentError("rounds", rounds, "a whole number from 0 to 100")
    _scatter(site, walls, margin=1)
    for _ in range(rounds):
        new = np.zeros_like(site.cells)
        site.run(automaton.smooth, site.cells, site.columns, LOG, new, most=size)
        site.cells = new
    site.run(automaton.keep_largest, site.cells, site.columns, LOG, np.empty(size, np.int32), most=size)
    if not site.cells.any():
        raise ArgumentError("walls", walls, "smaller: no cave is left of so many walls on so small a board")


def dungeon(site: Cells, block: int, extra: float) -> None:
    """Dig a room in each block of some *block* cells a side, and corridors along a spanning tree of these.

    *extra* is the share of the other pairs of neighbours that get a corridor, too.  O(cells).
    """
    if type(block) is not int or block < MIN_BLOCK:
        raise ArgumentError("block", block, f"a whole number of cells, at least {MIN_BLOCK}")
    high, wide = max(1, (site.rows - 1) // block), max(1, (site.columns - 1) // block)
    blocks = Rooms(high, wide, site.random)
    trees.kruskal(blocks)
    open_more(blocks, loops=extra, names=("", "extra"))
    middle = np.empty(high * wide, np.int64)
    site.run(digging.dig_rooms, site.cells, site.columns, high, wide, site.random, LOG, middle,
             most=len(site.cells))  # fmt: skip
    site.run(digging.dig_corridors, site.cells, site.columns, wide, LOG, middle, blocks.doors,
             most=len(site.cells))  # fmt: skip


def percolation(site: Cells, walls: float) -> None:
    """Open each cell with probability 1 - *walls*.  O(cells)."""
    _scatter(site, walls, margin=0)


def _scatter(site: Cells, walls: float, margin: int) -> None:
    """Open each cell inside the *margin* with probability 1 - *walls*."""
    share = CERTAIN - threshold("walls", walls)
    cells = site.cells
    site.run(automaton.scatter, cells, site.columns, margin, site.random, LOG, share, most=len(cells))
