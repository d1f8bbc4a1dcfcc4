"""How the cost of each verb grows with its work, and how much memory it takes.

    python -m benchmarks growth            # measure all and store
    python -m benchmarks.growth CASE SIZE  # one process: prints seconds, units of work, MB

Each size has a process of its own, in which all kernels run compiled.  It makes a new board and asks, at most
three times; the figure is the least processor time, compiled code loaded.  Memory is the peak of the process
less its memory before the first question.
"""

import math
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from resource import RUSAGE_SELF, getpagesize, getrusage
from typing import Any

import numpy as np

from benchmarks.figures import Figure
from gridwalk import KING, KNIGHT, Board, Network, make
from gridwalk.runtime.slices import tier

ROUNDS, ENOUGH = 3, 2.0  # questions; seconds after which no further one is asked
SIDES = (256, 512, 1024, 2048, 4096)


@dataclass(frozen=True)
class Case:
    """A question of growing size: *prepare* returns a function to time, and the units of its work."""

    sizes: tuple[int, ...]
    unit: str  # of the figures
    prepare: Callable[[int], tuple[Callable[[], Any], int]]
    label: str = "{n} x {n}"  # of a size
    per_unit: str = "cells"  # what the growth is an exponent of; if empty, it is the factor from row to row


def ground(n, seed=0):
    """Return the open cells of a square with 20 % walls, open in two corners."""
    cells = np.random.default_rng([n, seed]).random((n, n)) >= 0.2
    cells[:4, :4] = cells[-4:, -4:] = True
    return cells


def asking(ask, costly=False, **options):
    """Return the function *prepare* of a case that asks a new board with 20 % walls."""

    def prepare(n):
        cells = ground(n)
        costs = np.random.default_rng(n).integers(1, 10, (n, n)) if costly else None
        return lambda: ask(Board(cells, costs=costs, **options)), n * n

    return prepare


def shortest(board):
    """Ask for a path from corner to corner."""
    assert board.paths((0, 0), (board.rows - 1, board.columns - 1)).shortest() is not None


def maze(n):
    """Prepare a path through a perfect maze."""
    board = make("backtracker", n // 2, n // 2, seed=1)
    return lambda: Board(board.open_cells).paths(board.start, board.exits).shortest(), board.size


def read(n):
    """Prepare the reading of a text."""
    text = Board(ground(n)).to_text()
    return lambda: Board.from_text(text), n * n


def batch(costly):
    """Return the function *prepare* of a batch of random pairs."""

    def prepare(count):
        board, random = Board(ground(512)), np.random.default_rng(count)
        starts, exits = random.choice(np.argwhere(board.reachable((0, 0))), (2, count))
        costs = random.integers(1, 10, board.shape) if costly else None
        return lambda: Board(board.open_cells, moves=KING, costs=costs).shortest_many(
            starts, exits, threads=1
        ), count

    return prepare


def count(moves):
    """Return the function *prepare* of a count of all paths from corner to corner."""
    return lambda n: (lambda: Board.rectangle(n, n, moves=moves).paths().count(), 1)


def regular(n):
    """Prepare the count of all simple paths of a random 3-regular graph."""
    import networkx as nx

    edges = list(nx.random_regular_graph(3, n, seed=1).edges())
    return lambda: Network(edges).paths(0, n - 1).count(), 1


def longest(n):
    """Prepare the longest paths of ten boards with 20 % walls."""
    grounds = [ground(n, seed) for seed in range(10)]
    return lambda: [Board(cells).paths((0, 0), (n - 1, n - 1)).longest() for cells in grounds], 10


def listing(n):
    """Prepare a list of all paths in batches."""
    number = Board.rectangle(n, n).paths().count()
    return lambda: sum(len(part) for part in Board.rectangle(n, n).paths().batches()), number


CASES = {
    "shortest path, king": Case(SIDES, "ns per cell", asking(shortest, moves=KING)),
    "shortest path, orthogonal": Case(SIDES, "ns per cell", asking(shortest)),
    "shortest path, king, costs 1 to 9": Case(SIDES, "ns per cell", asking(shortest, True, moves=KING)),
    "shortest path, maze": Case(SIDES, "ns per cell", maze),
    "distances, king": Case(SIDES, "ns per cell", asking(lambda board: board.distances((0, 0)), moves=KING)),
    "distances, king, costs 1 to 9": Case(
        SIDES, "ns per cell", asking(lambda board: board.distances((0, 0)), True, moves=KING)
    ),
    "flow field, king, costs 1 to 9": Case(
        SIDES, "ns per cell", asking(lambda board: board.flow_field((0, 0)), True, moves=KING)
    ),
    "make a maze, backtracker": Case(
        SIDES, "ns per cell", lambda n: (lambda: make("backtracker", n // 2, n // 2, seed=1), n * n)
    ),
    "read a text": Case(SIDES, "ns per cell", read),
    "many pairs, 512 x 512, king": Case(
        (10, 100, 1000, 10_000), "us per pair", batch(False), "{n:,}", "pairs"
    ),
    "many pairs, 512 x 512, king, costs 1 to 9": Case(
        (10, 100, 1000, 10_000), "us per pair", batch(True), "{n:,}", "pairs"
    ),
    "count, orthogonal": Case((8, 10, 12, 14, 16), "ms", count("orthogonal"), per_unit=""),
    "count, king": Case((5, 6, 7, 8, 9), "ms", count("king"), per_unit=""),
    "count, 3-regular graph": Case((20, 40, 60, 80), "ms", regular, "{n} nodes", ""),
    "longest path": Case((8, 10, 12, 14, 16), "ms", longest, per_unit=""),
    "random paths, 10 x 10": Case(
        (10, 100, 1000, 10_000, 100_000),
        "us per path",
        lambda k: (lambda: Board.rectangle(10, 10).paths().sample(k, seed=1), k),
        "{n:,}",
        "paths",
    ),
    "list paths in batches": Case((4, 5, 6), "ns per path", listing, per_unit="paths"),
    "shortest paths in order, 20 x 20": Case(
        (10, 100, 1000, 10_000),
        "us per path",
        lambda k: (lambda: list(islice(Board.rectangle(20, 20).paths().in_order(), k)), k),
        "{n:,}",
        "paths",
    ),
    "knight's tour": Case(
        (8, 32, 128, 512),
        "ns per cell",
        lambda n: (lambda: Board.rectangle(n, n, moves=KNIGHT).tours((0, 0)).find(), n * n),
    ),
}
SCALE = {"s": 1, "ms": 1e3, "us": 1e6, "ns": 1e9}


def measured(name, size):
    """Return (seconds, units of work, MB) of one size, measured in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.growth", name, str(size)]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, units, megabytes = map(float, out.split())
    return seconds, units, megabytes


def figures():
    """Measure all cases: for each size the cost of a unit, then the growth and the memory of the largest."""
    for name, case in CASES.items():
        found = [measured(name, size) for size in case.sizes]
        for size, (seconds, units, _) in zip(case.sizes, found, strict=True):
            cost = seconds / units * SCALE[case.unit.split()[0]]
            yield Figure(name, case.unit, cost, note=case.label.format(n=size))
        (first, few, _), (last, many, megabytes) = found[0], found[-1]
        if case.per_unit:
            growth = math.log(last / first) / math.log(many / few)
            yield Figure(name, "exponent", growth, note=case.per_unit)
        else:
            rows = case.sizes[-1] - case.sizes[-2]
            step = (last / found[-2][0]) ** (1 / rows)
            yield Figure(name, "factor", step, note="node" if "nodes" in case.label else "row and column")
        yield Figure(name, "MB", megabytes)


def main():
    """Print the seconds of one question, its units of work, and the peak memory in MB."""
    case = CASES[sys.argv[1]]
    ask, units = case.prepare(int(sys.argv[2]))
    seconds: list[float] = []
    with tier("compiled"):
        case.prepare(case.sizes[0])[0]()  # loads compiled code
        pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
        while len(seconds) < ROUNDS and sum(seconds) < ENOUGH:
            began = time.process_time()
            ask()
            seconds.append(time.process_time() - began)
    added = getrusage(RUSAGE_SELF).ru_maxrss / 1000 - pages * getpagesize() / 1e6
    print(min(seconds), units, added)


if __name__ == "__main__":
    main()
