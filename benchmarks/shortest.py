"""How fast is one shortest path, beside other Python libraries?

First the scenarios of MovingAI maps (`GRIDWALK_MAPS`).  In each round every program answers its queries
once; the figure of a query is its median over the rounds, the figure of a map the median over
queries.  Our time is the whole public call, ``board.paths(start, goal).shortest()``, with all cells
of the path.  Fast peers answer every eighth query in every round, slow ones four queries, once, on
the smaller maps; a row compares the same queries.  Then what takes no files (`benchmarks.grids`).

A wrong answer has no speed: before any timing each of our paths is followed and its cost held
against the scenario.  Of a peer it is counted how many answers are right.  Compilation is excluded.
Figures are processor time of the thread.
"""

import os
import time
from pathlib import Path

import numpy as np

from benchmarks import grids
from benchmarks.figures import Figure
from benchmarks.peers import FAST, MAX_CELLS, ROOT, SLOW, installed, may_step
from benchmarks.scenarios import parse_scenarios
from gridwalk import read
from gridwalk.io.content import decode
from gridwalk.io.files import read_bytes

MAPS = Path(os.environ.get("GRIDWALK_MAPS", "maps"))
ROUNDS = 5
UNSTRUCTURED = {"arena", "maze512-1-0", "random512-10-0", "random512-35-0"}
QUERY_STEP = 8
SLOW_QUERIES = 4
AIMS = {
    "custom_graph": 300.0,
    "pyastar2d": 60.0,
}  # times as long, in the geometric mean of the structured maps
TOLERANCE = 0.02  # scenarios round their costs


def microseconds(ask, *arguments):
    """Return what one call takes."""
    began = time.thread_time_ns()
    ask(*arguments)
    return (time.thread_time_ns() - began) / 1e3


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


def measure(folder, name, rounds=ROUNDS):
    """Measure one map; return its figures, those beside a peer with the peer's name."""
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
    each, in_batch = np.zeros((rounds, len(queries))), np.zeros(rounds)
    times = {peer: np.zeros((rounds if peer in FAST else 1, len(asked[peer]))) for peer in peers}
    for k in range(rounds):
        in_batch[k] = microseconds(lambda: board.shortest_many(starts, goals, threads=1))
        each[k] = [microseconds(ours, query.start, query.goal) for query in queries]
        for peer, there in peers.items():
            if k < len(times[peer]):
                ends = [(queries[i].start, queries[i].goal) for i in asked[peer]]
                times[peer][k] = [microseconds(there.ask, *pair) for pair in ends]
    each = np.median(each, axis=0)
    by = ours(queries[-1].start, queries[-1].goal).by
    found = [
        Figure(f"map {name}, in a batch, mean", "us", np.median(in_batch) / len(queries), note=f"by {by}")
    ]
    for peer, table in times.items():
        median = np.median(np.median(table, axis=0))
        note = f"{right[peer]} of their {len(asked[peer])} are right"
        found.append(
            Figure(
                f"map {name}, median time of a query",
                "us",
                np.median(each[asked[peer]]),
                peer,
                median,
                note=note,
            )
        )
    return found or [Figure(f"map {name}, median time of a query", "us", np.median(each))]


def maps(folder=MAPS):
    """Measure all maps of a folder."""
    names = sorted(file.stem for file in folder.glob("*.map") if file.with_suffix(".map.scen").exists())
    found = {name: measure(folder, name) for name in names}
    for peer in installed(FAST | SLOW):
        rows = [row for name in names if name not in UNSTRUCTURED for row in found[name] if row.peer == peer]
        if rows:
            mean = float(np.exp(np.mean([np.log(row.theirs / row.ours) for row in rows])))
            name = f"times as long: {peer}, geometric mean of {len(rows)} structured maps"
            found[name] = [Figure(name, "x", mean, aim=AIMS.get(peer), at_least=True)]
    return [row for rows in found.values() for row in rows]


def figures():
    """Return both tables."""
    return [*maps(), *grids.figures(MAPS / "brc202d.map")]
