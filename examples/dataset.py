"""A dataset: many mazes, each with its shortest path and its measures, in one NumPy or CSV file.

    python examples/dataset.py                                        # 200 mazes to mazes.npz
    python examples/dataset.py 1000 --maker prim --rooms 10 --seed 7 --workers 4 -o mazes.csv

Row i depends on the seed and on i only: not on the number of rows or of workers.  `gw.make(maker, rooms,
rng=row["seed"])` makes its maze again.  The digest is the same for a maze, its rotations and its
reflections: split training and test data by it.
"""

import argparse
import csv
import hashlib
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import numpy as np

import gridwalk as gw

MEASURES = ("dead_ends", "junctions", "loops", "solution_length", "turns", "decisions")


def digest(board):
    """Return a hash of the open cells, the start and the exits, the same for rotated and reflected boards."""
    picture = board.open_cells.astype(np.uint8)
    picture[board.start], picture[tuple(np.transpose(board.exits))] = 2, 3
    turned = [np.rot90(form, quarter) for form in (picture, picture.T) for quarter in range(4)]
    return hashlib.sha256(min(bytes(form.shape) + form.tobytes() for form in turned)).hexdigest()


def row(maker, rooms, seed, i):
    """Return row *i*: a dict of numbers, texts and arrays."""
    own = int(np.random.SeedSequence(seed, spawn_key=(i,)).generate_state(1, np.uint64)[0] >> np.uint64(11))
    board = gw.make(maker, rooms, rng=own)
    path, measures = board.paths().shortest(), board.measure()
    on_path = np.zeros(board.shape, bool)
    on_path[tuple(path.cells.T)] = True
    facts = {name: getattr(measures, name) for name in MEASURES}
    arrays = {"open_cells": board.open_cells, "on_path": on_path}
    return {"seed": own, "digest": digest(board), "letters": path.letters, **facts, **arrays}


def dataset(maker, rooms, number, seed, workers=1):
    """Return the rows of a dataset, made by the given number of processes."""
    make = partial(row, maker, rooms, seed)
    with ProcessPoolExecutor(workers) if workers > 1 else nullcontext() as pool:
        return list(pool.map(make, range(number), chunksize=16) if pool else map(make, range(number)))


def save(rows, file):
    """Write a column for each name: an .npz file holds all of them, a .csv file leaves out the arrays."""
    if file.suffix == ".npz":
        np.savez_compressed(file, **{name: np.array([row[name] for row in rows]) for name in rows[0]})
        return
    names = [name for name, value in rows[0].items() if not isinstance(value, np.ndarray)]
    with file.open("w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, names, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("number", type=int, nargs="?", default=200, help="the number of mazes")
    parser.add_argument("--maker", default="wilson")
    parser.add_argument("--rooms", type=int, default=6, help="rooms a side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="the number of processes")
    parser.add_argument("-o", "--output", type=Path, default=Path("mazes.npz"), help="an .npz or .csv file")
    given = parser.parse_args()
    if given.number < 1 or given.output.suffix not in (".npz", ".csv"):
        parser.error("give at least one maze, and a file that ends in .npz or .csv")
    made = dataset(given.maker, given.rooms, given.number, given.seed, given.workers)
    save(made, given.output)
    print(f"{len(made)} mazes, {len({row['digest'] for row in made})} of them different: {given.output}")
