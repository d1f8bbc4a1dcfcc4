"""A survey: ask many boards of every setting the same question, and print the mean of each setting.

    python examples/survey.py                                # how often a path crosses, by the share of walls
    python examples/survey.py --size 64 --boards 500 --workers 4 --csv
    python examples/survey.py --makers wilson prim backtracker --ask dead_ends solution_length

Board i has the same seed in every setting, so differences between settings are sharper than their standard
errors say.
"""

import argparse
import csv
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from itertools import product

import numpy as np

import gridwalk as gw


def spans(board):
    """Return whether a path leads from the first row to the last."""
    rows = (0, board.shape[0] - 1)
    top, bottom = ([(row, int(c)) for c in np.flatnonzero(board.open_cells[row])] for row in rows)
    return bool(top and bottom) and board.paths(top, bottom).find() is not None


def answer(settings, columns, seed, number):
    """Return the numbers that board *number* of every setting has: an array (settings, columns)."""
    own = int(np.random.SeedSequence(seed, spawn_key=(number,)).generate_state(1)[0])
    table = np.full((len(settings), len(columns)), np.nan)
    for row, (maker, size, options) in zip(table, settings, strict=True):
        try:
            board = gw.make(maker, *np.atleast_1d(size).tolist(), rng=own, **options)
        except gw.errors.BoardError:  # percolation on a small board
            continue
        asked = [spans(board) if name == "spans" else getattr(board.measure(), name) for name in columns]
        row[:] = [np.nan if value is None else float(value) for value in asked]
    return table


def survey(settings, columns, boards, seed=1, workers=1):
    """Return means and standard errors, arrays (settings, columns), of *boards* boards of every setting.

    A setting is (maker, size, options of `gridwalk.make`); a column is "spans" or an attribute of
    `gridwalk.Measures`.  A board without an answer, such as the length of no path, is left out of the mean.
    """
    ask = partial(answer, settings, columns, seed)
    with ProcessPoolExecutor(workers) if workers > 1 else nullcontext() as pool:
        values = np.array(
            list(pool.map(ask, range(boards), chunksize=4) if pool else map(ask, range(boards)))
        )
    known = np.count_nonzero(~np.isnan(values), axis=0)
    return np.nanmean(values, axis=0), np.nanstd(values, axis=0) / np.sqrt(known)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--makers", nargs="+", default=["percolation"])
    parser.add_argument("--size", type=int, default=24, help="rows and columns of cells, or of rooms")
    parser.add_argument("--walls", type=float, nargs="+", help="shares of walls; of percolation only")
    parser.add_argument("--ask", nargs="+", default=["spans"], help="spans, or measures such as dead_ends")
    parser.add_argument("--boards", type=int, default=100, help="the number of boards of a setting")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="the number of processes")
    parser.add_argument("--csv", action="store_true", help="print a table with commas")
    given = parser.parse_args()
    walls = given.walls or [0.3, 0.35, 0.4, 0.45, 0.5]
    settings = [
        (maker, given.size, {"walls": share} if maker == "percolation" else {})
        for maker, share in product(given.makers, walls)
        if maker == "percolation" or share == walls[0]
    ]
    means, errors = survey(settings, given.ask, given.boards, given.seed, given.workers)
    out = csv.writer(sys.stdout)
    for i, (maker, _, options) in enumerate(settings):
        for name, mean, error in zip(given.ask, means[i], errors[i], strict=True):
            row = (maker, options.get("walls", ""), name, f"{mean:.4g}", f"{error:.2g}")
            out.writerow(row) if given.csv else print("{:12} {!s:>5} {:16} {:>8} +- {}".format(*row))
