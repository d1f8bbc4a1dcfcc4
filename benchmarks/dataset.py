"""How long do 20,000 mazes with shortest path and measures take?

Perfect mazes (Wilson) of 20 x 20 rooms, 41 x 41 cells, by two processes, to Parquet if pyarrow is installed,
else to .npz.  Starting the processes and loading compiled code is included, as users wait for it, too;
compiling is not.  Beside it, for some of the rows: the plain loop that people write over `make`, `shortest`
and `measure`, which writes nothing; and maze-dataset, where it can be imported, which makes mazes of the same
distribution with their shortest path, in one process, without measures.  Every tenth part is compared with
the library before times are told.
"""

import resource
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import gridwalk as gw
from benchmarks.figures import Figure
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
        return gw.dataset("wilson", ROOMS, rows, ask=ASK, seed=7, folder=folder)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        return gw.dataset("wilson", ROOMS, rows, ask=ASK, seed=7, folder=folder, on=pool)


def check(data):
    """Stop where a row is not what the library says."""
    for part in data.parts[::10]:
        for number in range(0, len(part), max(1, len(part) // 20)):
            board = gw.make("wilson", ROOMS, ROOMS, seed=part["seed"][number])
            same = part.board(number) == board and part.path(number) == board.paths().shortest()
            if not same or part["turns"][number] != board.measure().turns:
                raise SystemExit(f"dataset: row {part.first + number} is wrong")


def loop(rows):
    """What people write."""
    for seed in range(rows):
        board = gw.make("wilson", ROOMS, ROOMS, seed=seed)
        board.paths().shortest()
        board.measure()


def peer():
    """Return what maze-dataset does, or None if it is not there."""
    try:
        from maze_dataset import MazeDataset, MazeDatasetConfig
        from maze_dataset.generation import LatticeMazeGenerators
    except Exception:  # not there, or broken by a newer version of what it stands on
        return None

    def made(rows):
        config = MazeDatasetConfig(
            name="peer", grid_n=ROOMS, n_mazes=rows, maze_ctor=LatticeMazeGenerators.gen_wilson
        )
        return MazeDataset.from_config(config, load_local=False, save_local=False)

    return made


def each(name, work, peer=None):
    """Return a figure of the processor time of a row, beside a *peer*'s."""
    work(20)  # compiles
    ours, theirs = (timed(lambda ask=ask: ask(LOOP))[2] / LOOP * 1e3 if ask else None for ask in (work, peer))
    return Figure(name, "ms", ours, "maze-dataset" if peer else "", theirs, note=f"{LOOP} rows")


def figures(rows=20_000):
    """Return processor time and bytes a row."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        made(200, f"{folder}/warm", 0)
        for workers in (2, 0):
            number = rows if workers else rows // 4
            data, seconds, used = timed(
                lambda workers=workers, number=number: made(number, f"{folder}/{workers}", workers)
            )
            check(data)
            size = sum(path.stat().st_size for path in Path(data.folder).iterdir())
            note = f"{number:,} rows; by the clock {seconds:.3g} s; {size / number:.0f} bytes a row"
            found.append(Figure(f"a row, {workers or 'no'} processes", "ms", used / number * 1e3, note=note))
        _, _, used = timed(lambda: gw.read_dataset(f"{folder}/2").columns("shortest_length", "digest"))
        found.append(Figure(f"two columns of {rows:,} rows read", "s", used))
        _, _, used = timed(lambda: gw.read_dataset(f"{folder}/2").open_cells())
        found.append(Figure("the stack of all boards read", "s", used))
    for kind in ("compiled", "auto"):
        with tier(kind):
            found.append(each(f"the plain loop, {kind}, a row", loop))
    return [*found, each("make and shortest, a row", without_measures, peer())]


def without_measures(rows):
    """What the peer does."""
    for seed in range(rows):
        gw.make("wilson", ROOMS, ROOMS, seed=seed).paths().shortest()
