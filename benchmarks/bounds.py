"""How near is the bound of the longest path, and what does it take?

Boards with walls at random, kings, knights and mazes with loops, each from seven seeds; start and exit in
the corners (mazes: as far from one another as can be).  *degrees*: the linear programme of what a path may
use; *bound*: with cuts, as ``paths.bound()`` gives it.  All are medians over the seeds that have a path;
times are of the processor.  Where a sweep is over soon (16 x 16), the last column says how many bounds are
the optimum without any sweep of blocks, and every bound is checked: none may be below.
"""

import statistics
import time

import numpy as np

import gridwalk as gw
from benchmarks.figures import Figure
from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.longest.bound import BlockBound, Clock, bound_of
from gridwalk.longest.longnetwork import LongNetwork
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.slices import tier

SEEDS = range(1, 8)
WATCH = NO_LIMITS.watch()
CLOCK = Clock(WATCH, None)


def noise(side, walls, moves=gw.ORTHOGONAL):
    """Return a function of a seed that makes a square with walls at random."""

    def board(seed):
        cells = np.random.default_rng(seed).random((side, side)) >= walls
        cells[0, 0] = cells[-1, -1] = True
        return gw.Board(cells, start=(0, 0), exits=[(side - 1, side - 1)], moves=moves)

    return board


def maze(rooms, braid):
    """Return a function of a seed that makes a maze with loops."""
    return lambda seed: gw.make("backtracker", rooms, rooms, seed=seed, braid=braid)


BOARDS = {
    "16 x 16, 10 % walls": noise(16, 0.1),
    "16 x 16, 20 % walls": noise(16, 0.2),
    "16 x 16, 30 % walls": noise(16, 0.3),
    "40 x 40, 10 % walls": noise(40, 0.1),
    "40 x 40, 20 % walls": noise(40, 0.2),
    "40 x 40, 30 % walls": noise(40, 0.3),
    "100 x 100, 10 % walls": noise(100, 0.1),
    "100 x 100, 20 % walls": noise(100, 0.2),
    "100 x 100, 30 % walls": noise(100, 0.3),
    "king, 40 x 40, 20 % walls": noise(40, 0.2, gw.KING),
    "knight, 40 x 40, 20 % walls": noise(40, 0.2, gw.KNIGHT),
    "maze, 100 x 100 rooms, braid 50 %": maze(100, 0.5),
    "maze, 200 x 200 rooms, braid 50 %": maze(200, 0.5),
}


def programme(networks):
    """Return the sum of the bounds of some networks after one round."""
    total = 0
    for network in networks:
        block = BlockBound(network, WATCH)
        block.improve(CLOCK, rounds=1)
        total += block.value
    return total


def measured(board, optimum):
    """Return (degrees, bound, seconds), and whether the bound is met, of a board."""
    blocks = shrink(board, [board.start], board.exits).blocks
    if not blocks:
        return None
    networks = [LongNetwork.of(block.network) for block in blocks]
    degrees = programme(networks)
    began = time.process_time()
    bound = board.paths().bound().value
    seconds = time.process_time() - began
    met = None
    if optimum:
        longest = board.paths().longest().length
        unswept = sum(bound_of(network, CLOCK).value for network in networks)
        if longest > min(degrees, bound, unswept):
            raise SystemExit(f"bounds: a path of {longest} moves, and a bound of {bound}")
        met = longest == unswept
    return (degrees, bound, seconds), met


def figures():
    """Return the bounds; what they are without cuts and what they took stands in the notes."""
    found = []
    with tier("compiled"):
        measured(noise(16, 0.2)(1), optimum=True)  # compiles
        for name, made in BOARDS.items():
            rows = [row for seed in SEEDS if (row := measured(made(seed), name.startswith("16"))) is not None]
            degrees, bound, seconds = (
                statistics.median(column) for column in zip(*(numbers for numbers, _ in rows), strict=True)
            )
            met = [met for _, met in rows if met is not None]
            note = f"{seconds:.2g} s; degrees {degrees:,.0f}"
            note += f"; the optimum {sum(met)} of {len(met)} times" if met else ""
            found.append(Figure(f"bound, {name}", "moves", bound, note=note))
    return found
