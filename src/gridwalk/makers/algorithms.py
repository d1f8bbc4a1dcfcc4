"""The makers: each function allocates the arrays of a kernel and runs it.

Perfect mazes come first, then mazes of one path, then boards without rooms: caves, dungeons, percolation.
"""

from __future__ import annotations

import numpy as np

from gridwalk.algorithms import resolve
from gridwalk.errors import ArgumentError
from gridwalk.makers import other_steps as others
from gridwalk.makers import tree_steps as trees
from gridwalk.makers.other_steps import BELOW, JOIN, RIGHT
from gridwalk.makers.site import Cells, Rooms, threshold
from gridwalk.makers.table import maker
from gridwalk.runtime.chance import CERTAIN, weight
from gridwalk.runtime.tuning import tuning

# For each value of `pick`: the threshold of the newest room, and that of the oldest otherwise.
PICKS = {
    "newest": (CERTAIN, 0),
    "random": (0, 0),
    "oldest": (0, CERTAIN),
    "mix": (CERTAIN // 2, 0),
}


def backtracker(site: Rooms) -> None:
    """Depth-first search: go to a random free neighbour, or backtrack if there is none.  O(rooms)."""
    site.run(trees.backtracker, way=np.empty(len(site.rooms), np.int8), most=4 * site.count)


def hunt_and_kill(site: Rooms) -> None:
    """Walk to random free neighbours; if there is none, go on from a free room beside the maze.  O(rooms)."""
    site.run(trees.hunt_and_kill, order=site.parts[0], most=3 * site.count)


def prim(site: Rooms) -> None:
    """Grow the maze from a random active room.  O(rooms)."""
    growing_tree(site, pick="random")


def growing_tree(site: Rooms, pick: str) -> None:
    """Grow the maze from the newest, a random or the oldest active room, or from a mix.  O(rooms)."""
    (newest, oldest), live = PICKS[pick], np.empty(site.count, np.int32)
    site.run(trees.growing_tree, live=live, newest=newest, oldest=oldest, most=3 * site.count)


def kruskal(site: Rooms) -> None:
    """Make the minimum spanning tree of random weights.  O(rooms) a round; ten rounds for millions of rooms.

    The event log has the doors in order of weight, as Kruskal's algorithm opens them.
    """
    size, seed = len(site.rooms), int(site.random[0])
    label, best, edges = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(2 * size, np.int32)
    site.run(trees.kruskal, seed=seed, label=label, best=best, edges=edges)
    if site.log is not None:
        opened = [(2 * v, v + 1) for v in np.flatnonzero(site.doors & RIGHT).tolist()]
        opened += [(2 * v + 1, v + site.columns + 2) for v in np.flatnonzero(site.doors & BELOW).tolist()]
        opened.sort(key=lambda edge: int(weight(seed, edge[0])))
        events = [(JOIN, w, edge // 2) for edge, w in opened]
        site.log.append(np.array(events, np.int32).reshape(-1, 3))


def wilson(site: Rooms) -> None:
    """Make a uniform spanning tree by loop-erased random walks; about ten steps per room on a square."""
    order, starts = site.parts
    way = np.where(site.rooms != 0, 0, trees.OUTSIDE).astype(np.int8)
    # Any room may be the root.  A walk meets a root in the middle about four times sooner than one in a
    # corner. Small mazes keep the corner, so that their seeds give the same mazes as in older versions.
    middle, roots = (site.rows // 2 + 1) * (site.columns + 2) + site.columns // 2 + 1, order[starts[:-1]]
    for part in np.flatnonzero(np.diff(starts) >= tuning().large_maze).tolist():
        rooms = order[starts[part] : starts[part + 1]]
        roots[part] = rooms[np.abs(rooms - middle).argmin()]
    way[roots] = trees.TREE
    site.run_in_slices(trees.wilson, way=way, most=3 * site.count)


def aldous_broder(site: Rooms) -> None:
    """Make a uniform spanning tree by one random walk; about log(rooms)**2 steps per room."""
    order, starts = site.parts
    site.run_in_slices(trees.aldous_broder, free=site.free, order=order, starts=starts, most=site.count)


def eller(site: Rooms) -> None:
    """Make the maze row by row, with sets of connected rooms.  O(rooms) time, O(columns) extra memory."""
    after, before = np.empty((2, site.columns), np.int32)
    site.run(trees.eller, after=after, before=before, most=2 * site.count)


def sidewinder(site: Rooms) -> None:
    """Divide each row into runs, each with one door up.  O(rooms)."""
    site.run(trees.sidewinder, most=2 * site.count)


def binary_tree(site: Rooms) -> None:
    """For each room, open the wall above or the wall on the left.  O(rooms)."""
    site.run(trees.binary_tree, most=2 * site.count)


def division(site: Rooms) -> None:
    """Divide chambers by walls with one door each.  O(rooms)."""
    site.inner_doors[:, :-1] |= RIGHT
    site.inner_doors[:-1] |= BELOW
    stack = np.empty((site.rows + site.columns, 4), np.int64)
    site.run(others.division, stack=stack, most=2 * site.count)


MIN_BLOCK = 4  # cells of a block of a dungeon: a room and a wall
STRIP = 1 << 17  # cells that are smoothed together, so that their sums fit into the cache


def unicursal(site: Rooms, of: str) -> None:
    """Follow the walls of a perfect maze of half the size.  O(rooms)."""
    if site.rows % 2 or site.columns % 2:
        raise ArgumentError(
            "rows, columns", (site.rows, site.columns), "even: the path goes to and fro in pairs"
        )
    tree = Rooms(site.rows // 2, site.columns // 2, site.random)
    resolve(maker(of).run)(tree)
    site.run(others.around, tree=tree.doors, most=site.count)


def spiral(site: Rooms) -> None:
    """Go round along the border and inwards to the middle.  O(rooms)."""
    site.run(others.spiral, most=2 * site.count)


def serpentine(site: Rooms) -> None:
    """Go through the rows, to the right and to the left in turn.  O(rooms)."""
    site.run(others.serpentine, most=site.count)


def caves(site: Cells, walls: float, rounds: int) -> None:
    """Smooth noise by a cellular automaton, and keep the largest component.  O(cells x rounds)."""
    size = len(site.cells)
    if type(rounds) is not int or not 0 <= rounds <= 100:
        raise ArgumentError("rounds", rounds, "a whole number from 0 to 100")
    _scatter(site, walls, margin=1)
    for _ in range(rounds):
        _smooth(site)
    # The border is closed, so no run of open cells continues in the next row.
    runs = np.flatnonzero(site.cells[1:] != site.cells[:-1]) + 1
    site.run(others.keep_largest, runs=runs, label=np.empty(len(runs) // 2, np.int32), most=size)
    if not site.cells.any():
        raise ArgumentError("walls", walls, "smaller: no cave is left of so many walls on so small a board")


def _smooth(site: Cells) -> None:
    """Make one step of the automaton B678/S345678 of the walls; the border does not change.

    A cell becomes open if the sum of its open neighbours (of eight), and of 3 if it is open, is at least 6.
    """
    old, columns = site.cells, site.columns
    new = np.zeros_like(old)
    step = max(1, STRIP // columns) * columns
    for first in range(0, len(old) - 2 * columns, step):
        part = old[first : first + step + 2 * columns]
        beside = part[: -2 * columns] + part[columns:-columns]
        beside += part[2 * columns :]
        around = beside[:-2] + beside[1:-1]  # flat for speed; the first and last column are wrong
        around += beside[2:]
        for _ in range(2):
            around += part[columns + 1 : -columns - 1]
        inside = new[first + columns + 1 : first + columns + 1 + len(around)]
        np.greater_equal(around, 6, out=inside.view(np.bool_))
    new[::columns] = new[columns - 1 :: columns] = 0
    site.cells = new
    if site.log is not None:
        changed = np.flatnonzero(new != old)
        kinds = np.where(site.cells[changed], others.FALL, others.RISE)
        site.log.append(np.stack([kinds, changed, changed], axis=1).astype(np.int32))


def dungeon(site: Cells, block: int, extra: float) -> None:
    """Dig a room in each block, and corridors between the blocks of a spanning tree.  O(cells).

    A block has about *block* x *block* cells.  Other neighbouring blocks get a corridor with probability
    *extra*.
    """
    if type(block) is not int or block < MIN_BLOCK:
        raise ArgumentError("block", block, f"a whole number of cells, at least {MIN_BLOCK}")
    high, wide = max(1, (site.rows - 1) // block), max(1, (site.columns - 1) // block)
    blocks = Rooms(high, wide, site.random)
    kruskal(blocks)
    blocks.open_more(extra=extra)
    middle, most = np.empty(high * wide, np.int64), len(site.cells)
    site.run(others.dig_rooms, high=high, wide=wide, middle=middle, most=most)
    site.run(others.dig_corridors, wide=wide, middle=middle, doors=blocks.doors, most=most)


def percolation(site: Cells, walls: float) -> None:
    """Open each cell with probability 1 - *walls*.  O(cells)."""
    _scatter(site, walls, margin=0)


def _scatter(site: Cells, walls: float, margin: int) -> None:
    """Open each cell, except in the *margin*, with probability 1 - *walls*."""
    share = CERTAIN - threshold("walls", walls)
    site.run(others.scatter, margin=margin, threshold=share, most=len(site.cells))
