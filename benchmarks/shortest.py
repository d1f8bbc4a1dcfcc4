"""How fast is one shortest path, beside other Python libraries?  Run: python -m benchmarks shortest

Options: python -m benchmarks.shortest [--maps FOLDER] [--rounds N] [--parts maps,grids] [--only NAME]

"maps" answers the scenarios of MovingAI maps.  In each round every program answers its queries
once; the figure of a query is its median over the rounds, the figure of a map the median over
queries.  Our time is the whole public call, ``board.paths(start, goal).shortest()``, with all cells
of the path.  Fast peers answer every eighth query in every round, slow ones four queries, once, on
the smaller maps; a ratio compares the same queries.  "grids" (`benchmarks.grids`) takes no files.

A wrong answer has no speed: before any timing each of our paths is followed and its cost held
against the scenario.  Of a peer it is counted how many answers are right.  Compilation is excluded.
Single calls are timed by two clocks, each in its own pass: processor time of the thread, and the
wall clock, which on a busy machine counts other jobs too.  Figures are processor time unless "wall" is
said.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from benchmarks import grids
from benchmarks.peers import FAST, MAX_CELLS, ROOT, SLOW, installed, may_step
from gridwalk import read
from gridwalk.io.content import decode
from gridwalk.io.files import read_bytes
from gridwalk.io.movingai import parse_scenarios

MAPS = Path(__file__).parent.parent.parent / "shared" / "data" / "movingai"
UNSTRUCTURED = {"arena", "maze512-1-0", "random512-10-0"}
QUERY_STEP = 8
SLOW_QUERIES = 4
CLOCKS = (time.thread_time_ns, time.perf_counter_ns)
TOLERANCE = 0.02  # scenarios round their costs


def microseconds(clock, ask, *arguments):
    """Return what one call takes by *clock*."""
    began = clock()
    ask(*arguments)
    return (clock() - began) / 1e3


def cost_of(cells, open_cells):
    """Return what the king's path over *cells* costs; infinite where it breaks the strict rule."""
    cells = np.asarray(cells, int)
    steps = np.diff(cells, axis=0)
    if np.abs(steps).max(initial=0) > 1:
        return np.inf
    legal = {(r, c): may_step(open_cells, r, c) for r, c in np.unique(steps, axis=0).tolist()}
    if not all(
        legal[r, c][row, column]
        for (r, c), (row, column) in zip(steps.tolist(), cells[:-1].tolist(), strict=True)
    ):
        return np.inf
    diagonals = int((np.abs(steps).sum(1) == 2).sum())
    return len(steps) - diagonals + diagonals * ROOT


def is_right(cells, query, open_cells):
    """Whether *cells* are a cheapest path for *query* under the strict rule."""
    ends = tuple(map(tuple, np.asarray(cells)[[0, -1]].tolist())) == (query.start, query.goal)
    return ends and abs(cost_of(cells, open_cells) - query.cost) <= TOLERANCE


def measure(folder, name, rounds):
    """Measure one map, print its lines; return {peer: ratios of medians by both clocks}."""
    board = read(folder / f"{name}.map")
    queries = parse_scenarios(decode(read_bytes(str(folder / f"{name}.map.scen"))))
    starts, goals = (np.array([query[k] for query in queries]) for k in (3, 4))

    def ours(start, goal):
        return board.paths(start, goal).shortest()

    for query in queries:
        if not is_right(ours(query.start, query.goal).cells, query, board.open_cells):
            raise SystemExit(f"shortest: {name}: wrong answer to {query}")
    batch = board.shortest_many(starts, goals, threads=1)
    if np.abs(batch.costs - [query.cost for query in queries]).max() > TOLERANCE:
        raise SystemExit(f"shortest: {name}: wrong answer in the batch")
    asked = {peer: list(range(QUERY_STEP // 2, len(queries), QUERY_STEP)) for peer in installed(FAST)}
    if board.size <= MAX_CELLS:
        few = np.linspace(0, len(queries) - 1, 2 * SLOW_QUERIES + 1).astype(int)[1::2].tolist()
        asked |= dict.fromkeys(installed(SLOW), few)
    peers = {peer: (FAST | SLOW)[peer][2](board.open_cells) for peer in asked}
    right = {
        peer: sum(
            is_right(
                there.cells(there.ask(queries[i].start, queries[i].goal)),
                queries[i],
                board.open_cells,
            )
            for i in asked[peer]
        )
        for peer, there in peers.items()
    }
    each, in_batch = np.zeros((2, rounds, len(queries))), np.zeros(rounds)
    times = {peer: np.zeros((2, rounds if peer in FAST else 1, len(asked[peer]))) for peer in peers}
    for k in range(rounds):
        in_batch[k] = microseconds(CLOCKS[0], lambda: board.shortest_many(starts, goals, threads=1))
        for c, clock in enumerate(CLOCKS):
            each[c, k] = [microseconds(clock, ours, query.start, query.goal) for query in queries]
            for peer, there in peers.items():
                if k < times[peer].shape[1]:
                    times[peer][c, k] = [
                        microseconds(clock, there.ask, queries[i].start, queries[i].goal) for i in asked[peer]
                    ]
    each = np.median(each, axis=1)
    print(
        f"{name:15} {ours(queries[-1].start, queries[-1].goal).by:10} median {np.median(each[0]):7.1f} us "
        f"(wall {np.median(each[1]):.1f}), mean {each[0].mean():7.1f}; "
        f"in a batch, mean {np.median(in_batch) / len(queries):7.1f}"
    )
    ratios = {}
    for peer, table in times.items():
        medians = np.median(np.median(table, axis=1), axis=1)
        ratios[peer] = medians / np.median(each[:, asked[peer]], axis=1)
        print(
            f"    {peer:18} {medians[0]:8.0f} us {ratios[peer][0]:6.0f} x, wall {ratios[peer][1]:6.0f} x   "
            f"{right[peer]} of {len(asked[peer])} right",
            flush=True,
        )
    return ratios


def measure_maps(folder, rounds, only):
    """Measure all maps of a folder."""
    names = sorted(file.stem for file in folder.glob("*.map") if not only or file.stem in only)
    if not names:
        print(f"shortest: no maps in {folder}: skipped (--maps names another folder)")
        return
    absent = [peer for peer in FAST | SLOW if peer not in installed(FAST | SLOW)]
    print(f"shortest: king, strict corners; not installed: {', '.join(absent) or 'none'}")
    ratios = {name: measure(folder, name, rounds) for name in names}
    for peer in installed(FAST | SLOW):
        known = [ratios[name][peer] for name in names if name not in UNSTRUCTURED and peer in ratios[name]]
        if known:
            mean = np.exp(np.mean(np.log(known), axis=0))
            print(
                f"shortest: geometric mean of {len(known)} structured maps: {peer:18} {mean[0]:6.0f} x, "
                f"wall {mean[1]:6.0f} x"
            )
    for peer, ratio in ratios.get("maze512-1-0", {}).items():
        print(f"shortest: maze512-1-0: {peer:18} {ratio[0]:6.0f} x, wall {ratio[1]:6.0f} x")


def main(arguments=()):
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.shortest")
    parser.add_argument("--maps", type=Path, default=MAPS, help="folder of .map and .map.scen files")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--parts", default="maps,grids")
    parser.add_argument("--only", action="append", help="name of a map; may be repeated")
    options = parser.parse_args(arguments)
    if "maps" in options.parts.split(","):
        measure_maps(options.maps, options.rounds, options.only)
    if "grids" in options.parts.split(","):
        grids.main(options.rounds, options.maps / "brc202d.map")


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
