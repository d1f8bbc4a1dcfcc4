"""How long does it take to make a maze?  Run: python -m benchmarks makers

Each maker at 2000 x 2000 rooms, which are 4001 x 4001 cells (those without rooms at 4001 x 4001 cells): the
array of cells or rooms and doors, not yet a board.  The aim is 1 s of processor time each; the walk of
Aldous-Broder takes what it takes.  Compilation is excluded by a first run; each figure is the best of three;
perfect mazes are checked to be trees.

Beside them mazelib (its wheel on PyPI, plain Python), where it can be imported: the same algorithms, a cell,
on boards as large as it makes in a few seconds.  Several of its makers take more than linear time, so the
ratio depends on that size: it would be smaller on small boards, larger on large ones.
"""

import importlib
import importlib.util
import time

import numpy as np

from gridwalk.algorithms import resolve
from gridwalk.makers import MAKERS
from gridwalk.makers.chance import stream
from gridwalk.makers.site import Cells, Rooms
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


def main():
    """Print seconds, nanoseconds a cell, and how many times as long mazelib takes."""
    if importlib.util.find_spec("mazelib") is None:
        print("makers: mazelib is not installed (pip install mazelib cython): no peer in this run")
    with tier("compiled"):
        for name, row in MAKERS.items():
            made(name, 21, 0)
            if row.perfect:
                check(name, made(name, 401, 1))
            rounds = 1 if name == "aldous-broder" else 3
            seconds = best(lambda number, name=name: made(name, SIDE, number), rounds)
            ours = seconds / SIDE**2
            words = f"makers: {name}, {SIDE} x {SIDE} cells: {seconds:.2f} s, {ours * 1e9:.1f} ns a cell"
            if theirs := peer(name):
                each, side = theirs
                words += f"; mazelib {each * 1e6:.2f} us a cell of {side} x {side}: {each / ours:,.0f} times"
            print(words, flush=True)


if __name__ == "__main__":
    main()
