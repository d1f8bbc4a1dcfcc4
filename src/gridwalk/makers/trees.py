"""Makers of perfect mazes: each fills the doors of its rooms, with arrays for the kernel to work in."""

from __future__ import annotations

import numpy as np

from gridwalk.kernels.makers import division as divisions
from gridwalk.kernels.makers import growing, lightest, rows, walks
from gridwalk.kernels.makers.chance import CERTAIN, weight
from gridwalk.kernels.makers.rooms import BELOW, JOIN, RIGHT
from gridwalk.makers.site import LOG, Rooms

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
    site.run(growing.backtracker, site.free(), site.doors, site.columns, site.random, LOG, way,
             most=4 * site.count)  # fmt: skip


def hunt_and_kill(site: Rooms) -> None:
    """Walk on at random; where there is no free room, hunt for the next one beside the maze.  O(rooms)."""
    site.run(growing.hunt_and_kill, site.free(), site.doors, site.columns, site.random, LOG, site.parts[0],
             most=3 * site.count)  # fmt: skip


def prim(site: Rooms) -> None:
    """Grow from a random room of the maze that has a free neighbour.  O(rooms)."""
    growing_tree(site, pick="random")


def growing_tree(site: Rooms, pick: str) -> None:
    """Grow from the newest, a random, the oldest room, or now the newest, now a random one.  O(rooms)."""
    live = np.empty(site.count, np.int32)
    site.run(growing.growing_tree, site.free(), site.doors, site.columns, site.random, LOG, live,
             *_PICKS[pick], most=3 * site.count)  # fmt: skip


def kruskal(site: Rooms) -> None:
    """Make the lightest tree under random weights.  O(rooms) a round; ten rounds for millions of rooms.

    The event log has its doors by weight: the order in which Kruskal opens them.
    """
    size, seed = len(site.rooms), int(site.random[0])
    label, best, edges = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(2 * size, np.int32)
    site.run(lightest.kruskal, site.rooms, site.doors, site.columns, seed, label, best, edges)
    if site.log is not None:
        opened = [(2 * v, v + 1) for v in np.flatnonzero(site.doors & RIGHT).tolist()]
        opened += [(2 * v + 1, v + site.columns + 2) for v in np.flatnonzero(site.doors & BELOW).tolist()]
        opened.sort(key=lambda edge: int(weight(seed, edge[0])))
        events = [(JOIN, w, edge // 2) for edge, w in opened]
        site.log.append(np.array(events, np.int32).reshape(-1, 3))


def wilson(site: Rooms) -> None:
    """Make a uniform spanning tree by loop-erased walks; about ten steps a room on a square."""
    order, starts = site.parts
    way = np.where(site.rooms != 0, 0, walks.OUTSIDE).astype(np.int8)
    way[order[starts[:-1]]] = walks.TREE
    site.run_in_slices(walks.wilson, way, site.doors, site.columns, site.random, most=3 * site.count)


def aldous_broder(site: Rooms) -> None:
    """Make a uniform spanning tree by one walk through all rooms; some log(rooms)**2 steps a room."""
    order, starts = site.parts
    site.run_in_slices(walks.aldous_broder, site.free(), site.doors, site.columns, order, starts, site.random,
                       most=site.count)  # fmt: skip


def eller(site: Rooms) -> None:
    """Row by row, with sets of rooms that hang together.  O(rooms), O(columns) beside the maze."""
    rings = np.empty((2, site.columns), np.int32)
    site.run(rows.eller, site.doors, site.rows, site.columns, site.random, LOG, *rings, most=2 * site.count)


def sidewinder(site: Rooms) -> None:
    """Row by row, in runs with one door up each.  O(rooms)."""
    site.run(rows.sidewinder, site.doors, site.rows, site.columns, site.random, LOG, most=2 * site.count)


def binary_tree(site: Rooms) -> None:
    """Open for each room the wall above or on the left.  O(rooms)."""
    site.run(rows.binary_tree, site.doors, site.rows, site.columns, site.random, LOG, most=2 * site.count)


def division(site: Rooms) -> None:
    """Divide chambers by walls with one door each.  O(rooms)."""
    doors = site.doors.reshape(site.rows + 2, site.columns + 2)
    doors[1:-1, 1:-2] |= RIGHT
    doors[1:-2, 1:-1] |= BELOW
    stack = np.empty((site.rows + site.columns, 4), np.int64)
    site.run(divisions.division, site.doors, site.rows, site.columns, site.random, LOG, stack,
             most=2 * site.count)  # fmt: skip
