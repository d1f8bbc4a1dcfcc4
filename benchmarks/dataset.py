"""How long do 100,000 mazes with shortest path and measures take?  Run: python -m benchmarks dataset

Perfect mazes (Wilson) of 20 x 20 rooms, 41 x 41 cells, by two processes, to Parquet if pyarrow is installed,
else to .npz.  Starting the processes and loading compiled code is included, as users wait for it, too;
compiling is not.  Beside it, for some of the rows: the plain loop that people write over `make`, `shortest`
and `measure`, which writes nothing; and maze-dataset, where it can be imported, which makes mazes of the same
distribution with their shortest path, in one process, without measures.  Every tenth part is compared with
the library before times are told.
"""

import resource
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import gridwalk as gw
from gridwalk.runtime.slices import tier

ROOMS = 20
ASK = ("shortest", "measure")
LOOP = 500


def processor_seconds():
    """Return the processor time of this process and its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def timed(work):
    """Return (result, seconds by the wall clock, processor seconds)."""
    began, used = time.perf_counter(), processor_seconds()
    result = work()
    return result, time.perf_counter() - began, processor_seconds() - used


def made(rows, folder, workers):
    """Make a dataset in so many processes; none: here."""
    if not workers:
        return gw.dataset("wilson", ROOMS, rows, ask=ASK, rng=7, to=folder)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        return gw.dataset("wilson", ROOMS, rows, ask=ASK, rng=7, to=folder, on=pool)


def check(data):
    """Stop where a row is not what the library says."""
    for part in data.parts[::10]:
        for number in range(0, len(part), max(1, len(part) // 20)):
            board = gw.make("wilson", ROOMS, ROOMS, rng=part["seed"][number])
            same = part.board(number) == board and part.path(number) == board.paths().shortest()
            if not same or part["turns"][number] != board.measure().turns:
                raise SystemExit(f"dataset: row {part.first + number} is wrong")


def loop(rows):
    """What people write."""
    for seed in range(rows):
        board = gw.make("wilson", ROOMS, ROOMS, rng=seed)
        board.paths().shortest()
        board.measure()


def peer(rows):
    """Return what maze-dataset does, or None if it is not there."""
    try:
        from maze_dataset import MazeDataset, MazeDatasetConfig
        from maze_dataset.generation import LatticeMazeGenerators
    except Exception as error:
        print(f"dataset: maze-dataset cannot be imported ({type(error).__name__}): not in this run")
        return None
    config = MazeDatasetConfig(
        name="peer", grid_n=ROOMS, n_mazes=rows, maze_ctor=LatticeMazeGenerators.gen_wilson
    )
    return lambda: MazeDataset.from_config(config, load_local=False, save_local=False)


def main(rows=100_000):
    """Print rows, seconds, processor seconds and bytes; python -m benchmarks.dataset 4000 asks for less."""
    with tempfile.TemporaryDirectory() as folder:
        made(200, f"{folder}/warm", 0)
        for workers in (2, 0):
            number = rows if workers else min(rows, 10_000)
            data, seconds, used = timed(
                lambda workers=workers, number=number: made(number, f"{folder}/{workers}", workers)
            )
            check(data)
            size = sum(path.stat().st_size for path in Path(data.folder).iterdir())
            words = (
                f"{number:,} rows in {workers or 'no'} processes: {seconds:.1f} s, {size / number:.0f} bytes"
            )
            print(f"dataset: {words} and {used / number * 1e3:.2f} ms of processor time a row", flush=True)
        data, seconds, _ = timed(lambda: gw.read_dataset(f"{folder}/2").columns("shortest_length", "digest"))
        print(f"dataset: two columns of {rows:,} rows read in {seconds:.2f} s")
        _, seconds, _ = timed(lambda: gw.read_dataset(f"{folder}/2").open_cells())
        print(f"dataset: the stack of all boards read in {seconds:.2f} s")
    for kind in ("compiled", "auto"):
        with tier(kind):
            loop(20)
            tell(f"plain loop, {kind}", lambda: loop(LOOP))
    if work := peer(LOOP):
        tell("maze-dataset", work)


def tell(name, work):
    """Print how long *work* takes for a row."""
    _, seconds, used = timed(work)
    each, used = seconds / LOOP * 1e3, used / LOOP * 1e3
    print(f"dataset: {name}, {LOOP} rows: {each:.2f} ms a row, {used:.2f} of processor time", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
