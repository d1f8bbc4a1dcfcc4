"""Makers of perfect mazes: each fills the doors of its rooms, with arrays for the kernel to work in.

Makers of one long path, and of boards without rooms: caves, dungeons, percolation.
"""

from __future__ import annotations

import numpy as np

from gridwalk.algorithms import resolve
from gridwalk.errors import ArgumentError
from gridwalk.kernels.makers import others, trees
from gridwalk.kernels.makers import others as automaton
from gridwalk.kernels.makers import others as digging
from gridwalk.kernels.makers import others as divisions
from gridwalk.kernels.makers.chance import CERTAIN, weight
from gridwalk.kernels.makers.others import BELOW, JOIN, RIGHT
from gridwalk.makers.chance import threshold
from gridwalk.makers.site import LOG, Cells, Rooms, open_more
from gridwalk.makers.table import maker

# Of `pick`: the thresholds of taking the newest, and else the oldest.
_PICKS = {
    "newest": (CERTAIN, 0),
    "random": (0, 0),
    "oldest": (0, CERTAIN),
    "mix": (CERTAIN // 2, 0),
}


def backtracker(site: Rooms) -> None:
    """Depth-first: walk on at random, step back where there is no free room.  O(rooms)."""
    way = np.empty(len(site.rooms), np.int8)
    site.run(trees.backtracker, site.free(), site.doors, site.columns, site.random, LOG, way,
             most=4 * site.count)  # fmt: skip


def hunt_and_kill(site: Rooms) -> None:
    """Walk on at random; where there is no free room, hunt for the next one beside the maze.  O(rooms)."""
    site.run(trees.hunt_and_kill, site.free(), site.doors, site.columns, site.random, LOG, site.parts[0],
             most=3 * site.count)  # fmt: skip


def prim(site: Rooms) -> None:
    """Grow from a random room of the maze that has a free neighbour.  O(rooms)."""
    growing_tree(site, pick="random")


def growing_tree(site: Rooms, pick: str) -> None:
    """Grow from the newest, a random, the oldest room, or now the newest, now a random one.  O(rooms)."""
    live = np.empty(site.count, np.int32)
    site.run(trees.growing_tree, site.free(), site.doors, site.columns, site.random, LOG, live,
             *_PICKS[pick], most=3 * site.count)  # fmt: skip


def kruskal(site: Rooms) -> None:
    """Make the lightest tree under random weights.  O(rooms) a round; ten rounds for millions of rooms.

    The event log has its doors by weight: the order in which Kruskal opens them.
    """
    size, seed = len(site.rooms), int(site.random[0])
    label, best, edges = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(2 * size, np.int32)
    site.run(trees.kruskal, site.rooms, site.doors, site.columns, seed, label, best, edges)
    if site.log is not None:
        opened = [(2 * v, v + 1) for v in np.flatnonzero(site.doors & RIGHT).tolist()]
        opened += [(2 * v + 1, v + site.columns + 2) for v in np.flatnonzero(site.doors & BELOW).tolist()]
        opened.sort(key=lambda edge: int(weight(seed, edge[0])))
        events = [(JOIN, w, edge // 2) for edge, w in opened]
        site.log.append(np.array(events, np.int32).reshape(-1, 3))


def wilson(site: Rooms) -> None:
    """Make a uniform spanning tree by loop-erased walks; about ten steps a room on a square."""
    order, starts = site.parts
    way = np.where(site.rooms != 0, 0, trees.OUTSIDE).astype(np.int8)
    way[order[starts[:-1]]] = trees.TREE
    site.run_in_slices(trees.wilson, way, site.doors, site.columns, site.random, most=3 * site.count)


def aldous_broder(site: Rooms) -> None:
    """Make a uniform spanning tree by one walk through all rooms; some log(rooms)**2 steps a room."""
    order, starts = site.parts
    site.run_in_slices(trees.aldous_broder, site.free(), site.doors, site.columns, order, starts, site.random,
                       most=site.count)  # fmt: skip


def eller(site: Rooms) -> None:
    """Row by row, with sets of rooms that hang together.  O(rooms), O(columns) beside the maze."""
    rings = np.empty((2, site.columns), np.int32)
    site.run(trees.eller, site.doors, site.rows, site.columns, site.random, LOG, *rings, most=2 * site.count)


def sidewinder(site: Rooms) -> None:
    """Row by row, in runs with one door up each.  O(rooms)."""
    site.run(trees.sidewinder, site.doors, site.rows, site.columns, site.random, LOG, most=2 * site.count)


def binary_tree(site: Rooms) -> None:
    """Open for each room the wall above or on the left.  O(rooms)."""
    site.run(trees.binary_tree, site.doors, site.rows, site.columns, site.random, LOG, most=2 * site.count)


def division(site: Rooms) -> None:
    """Divide chambers by walls with one door each.  O(rooms)."""
    doors = site.doors.reshape(site.rows + 2, site.columns + 2)
    doors[1:-1, 1:-2] |= RIGHT
    doors[1:-2, 1:-1] |= BELOW
    stack = np.empty((site.rows + site.columns, 4), np.int64)
    site.run(divisions.division, site.doors, site.rows, site.columns, site.random, LOG, stack,
             most=2 * site.count)  # fmt: skip


MIN_BLOCK = 4  # of a dungeon: a room and a wall


def unicursal(site: Rooms, of: str) -> None:
    """Follow the walls of a perfect maze of half the size all around.  O(rooms)."""
    if site.rows % 2 or site.columns % 2:
        raise ArgumentError(
            "rows, columns", (site.rows, site.columns), "even: the path goes to and fro in pairs"
        )
    tree = Rooms(site.rows // 2, site.columns // 2, site.random)
    resolve(maker(of).run)(tree)
    site.run(others.around, tree.doors, site.doors, site.columns, LOG, most=site.count)


def spiral(site: Rooms) -> None:
    """Go around along the border, then further inside, to the middle.  O(rooms)."""
    site.run(others.spiral, site.free(), site.doors, site.columns, LOG, most=2 * site.count)


def serpentine(site: Rooms) -> None:
    """Go through all rows, to and fro.  O(rooms)."""
    site.run(others.serpentine, site.doors, site.rows, site.columns, LOG, most=site.count)


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
    kruskal(blocks)
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
