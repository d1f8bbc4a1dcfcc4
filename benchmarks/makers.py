"""How long does it take to make a maze?

Each maker at 2000 x 2000 rooms, which are 4001 x 4001 cells (those without rooms at 4001 x 4001 cells): the
array of cells or rooms and doors, not yet a board.  The aim is 1 s of processor time each; the walk of
Aldous-Broder takes what it takes.  Compilation is excluded by a first run; each figure is the best of three;
perfect mazes are checked to be trees.

Beside them mazelib (its wheel on PyPI, plain Python), where it can be imported: the same algorithms, a cell,
on boards as large as it makes in a few seconds.  Several of its makers take more than linear time, so the
ratio depends on that size: it would be smaller on small boards, larger on large ones.
"""

import importlib
import time

import numpy as np

from benchmarks.figures import Figure
from gridwalk.algorithms import resolve
from gridwalk.makers import MAKERS
from gridwalk.makers.site import Cells, Rooms, stream
from gridwalk.runtime.slices import tier

SIDE = 4001  # cells
PEERS = {  # ours: (mazelib's, rooms a side)
    "backtracker": ("BacktrackingGenerator", 200),
    "hunt-and-kill": ("HuntAndKill", 200),
    "prim": ("Prims", 200),
    "growing-tree": ("GrowingTree", 100),
    "kruskal": ("Kruskal", 50),
    "wilson": ("Wilsons", 200),
    "aldous-broder": ("AldousBroder", 100),
    "eller": ("Ellers", 10),  # larger ones overflow its int8
    "sidewinder": ("Sidewinder", 200),
    "binary-tree": ("BinaryTree", 200),
    "division": ("Division", 200),
    "caves": ("CellularAutomaton", 50),
}


def made(name, side, seed):
    """Make a board of *side* x *side* cells; return the site."""
    row = MAKERS[name]
    rooms = side // 2 if row.counts == "rooms" else side
    site = (Rooms if row.counts == "rooms" else Cells)(rooms, rooms, stream(seed))
    resolve(row.run)(site, **row.options)
    return site.thick() if row.counts == "rooms" else site.open_cells()


def check(name, cells):
    """Stop where a perfect maze is no tree."""
    from gridwalk import Board
    from gridwalk.makers.boards import far_ends

    rooms = (len(cells) // 2) * (cells.shape[1] // 2)
    if np.count_nonzero(cells) != 2 * rooms - 1:
        raise SystemExit(f"makers: {name} has {np.count_nonzero(cells) - rooms} doors for {rooms} rooms")
    board = Board(cells)
    if not np.isfinite(board.distances(far_ends(board)[0])[cells]).all():
        raise SystemExit(f"makers: {name} is not connected")


def best(work, rounds):
    """Return the least processor time of some rounds."""
    seconds = []
    for number in range(rounds):
        began = time.process_time()
        work(number)
        seconds.append(time.process_time() - began)
    return min(seconds)


def peer(name):
    """Return (seconds a cell, cells a side) of mazelib, or None if it cannot be asked."""
    if name not in PEERS:
        return None
    theirs, rooms = PEERS[name]
    try:
        generator = getattr(importlib.import_module(f"mazelib.generate.{theirs}"), theirs)
    except ImportError:
        return None

    def work(number):
        import random

        random.seed(number)
        generator(rooms, rooms).generate()

    return best(work, 2) / (2 * rooms + 1) ** 2, 2 * rooms + 1


def figures():
    """Return nanoseconds a cell, and mazelib's."""
    found = []
    with tier("compiled"):
        for name, row in MAKERS.items():
            made(name, 21, 0)
            if row.perfect:
                check(name, made(name, 401, 1))
            rounds = 1 if name == "aldous-broder" else 3
            seconds = best(lambda number, name=name: made(name, SIDE, number), rounds)
            theirs, side = peer(name) or (None, 0)
            note = f"theirs of {side} x {side}" if theirs else ""
            theirs, ours, rival = (
                theirs and theirs * 1e9,
                seconds / SIDE**2 * 1e9,
                "mazelib" if theirs else "",
            )
            aim = 10.0 if name == "caves" else 1e9 / SIDE**2 if name != "aldous-broder" else None
            aimed = {"aim": aim, "of_ratio": False}
            found.append(Figure(name, "ns per cell", ours, rival, theirs, **aimed, note=note))
        alone = [best(lambda _, seed=seed: made("wilson", 2001, seed), 1) for seed in range(2, 18)]
        found.append(
            Figure("wilson, 2001 x 2001, the slowest of 16 seeds", "ns per cell", max(alone) / 2001**2 * 1e9)
        )
    return found
