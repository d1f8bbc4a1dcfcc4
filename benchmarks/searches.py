"""One shortest path: a single call, plain searches, a new board.  Run: python -m benchmarks searches

Peers: warthog's JPS2 (it gives jump points, ours all cells), a plain breadth-first search in C++
(``native/bfs.cpp``; it clears its parents and keeps its arrays, ours makes them anew), pyastar2d (an easier
question: diagonals cost 1 and cut corners).  Rounds take turns; figures are minima over rounds: processor
time, but for single calls, where both programs read the wall clock, and a board is kept: after some rounds
of all its queries it has its jump table.  Inputs are seeded; answers are checked, those of single
calls before the first round and after the last one.
"""

import gc
import subprocess
import tempfile
import time
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np

from benchmarks.figures import Figure
from benchmarks.native import built
from benchmarks.scenarios import parse_scenarios
from benchmarks.shortest import MAPS, TOLERANCE, UNSTRUCTURED
from benchmarks.shrink import perfect_maze
from gridwalk import KING, Board, read
from gridwalk.io.content import decode
from gridwalk.io.files import read_bytes

ROUNDS = 5
KEPT = 20  # rounds of all queries of a map
MEAN = "all maps below but arena, mazes of width 1 and random walls: single; batch"
WORDS = {
    "bfs": "breadth-first search",
    "labels": "distance labels",
    "dijkstra": "Dijkstra's algorithm",
    "astar": "A*",
}
JPS2, BFS, PYASTAR = "warthog JPS2", "C++ breadth-first", "pyastar2d"


def figures():
    """Measure all."""
    return [*single_calls(), *plain_searches(), *both_ends(), *new_boards(), *batches_with_costs()]


def processor(ask, rounds=ROUNDS):
    """Return the least processor seconds of a call."""
    seconds = []
    for _ in range(rounds):
        gc.collect()
        began = time.process_time()
        ask()
        seconds.append(time.process_time() - began)
    return min(seconds)


# ------------------------------------------------------------------------------ single calls


def single_calls():
    """The scenarios of MovingAI maps, beside jump point search in C++."""
    program, names = built("warthog-jps"), sorted(file.stem for file in MAPS.glob("*.map"))
    if program is None or not names:
        return []
    structured = [figure for name in names if name not in UNSTRUCTURED for figure in on_map(name, program)]
    means = []
    for number, (how, aim) in enumerate((("single", 0.8), ("batch", 0.6))):
        ratio = float(np.exp(np.mean([np.log(figure.ratio) for figure in structured[number::2]])))
        means.append(Figure(f"geometric mean of {MEAN}", "x", ratio, JPS2, 1.0, aim, note=how))
    others = [figure for name in names if name in UNSTRUCTURED for figure in on_map(name, program, False)]
    return [*means, *structured, *others]


def check(board, queries):
    """Compare the costs of the paths with the costs in the scenario."""
    for query in queries:
        assert abs(board.paths(query.start, query.goal).shortest().cost - query.cost) <= TOLERANCE


def on_map(name, program, is_structured=True):
    """Both programs on all queries of a map: the mean of each query's least time, and that of a batch."""
    board, file = read(MAPS / f"{name}.map"), MAPS / f"{name}.map.scen"
    queries = parse_scenarios(decode(read_bytes(str(file))))
    starts, goals = (np.array([getattr(query, end) for query in queries]) for end in ("start", "goal"))
    head, *lines = file.read_text(encoding="latin-1").replace("\r", "").strip().split("\n")
    ours, theirs = np.full((2, len(queries)), np.inf)
    together = np.inf
    with tempfile.TemporaryDirectory() as folder:
        twice = Path(folder) / "twice.scen"  # the second pass finds its caches warm
        twice.write_text("\n".join([head, *lines, *lines]) + "\n")
        command = [program, "--alg", "jps2", "--scen", twice, "--map", MAPS / f"{name}.map"]
        check(board, queries)
        for _ in range(KEPT if is_structured else ROUNDS):
            for i, query in enumerate(queries):
                began = time.perf_counter_ns()
                path = board.paths(query.start, query.goal).shortest()
                ours[i] = min(ours[i], time.perf_counter_ns() - began)
            for _ in range(2):  # the second finds its caches warm, too
                began = time.perf_counter_ns()
                board.shortest_many(starts, goals, threads=1)
                together = min(together, time.perf_counter_ns() - began)
            out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            rows = [line.split("\t") for line in out.strip().split("\n")[1:]][len(queries) :]
            theirs = np.minimum(theirs, [float(row[7]) for row in rows])
        check(board, queries)
    name, note, peer = f"map {name}: single; batch", f"by {path.by}, mean", theirs.mean() / 1e3
    single, batch = ours.mean() / 1e3, together / len(queries) / 1e3
    aims = (1.05, 0.6) if is_structured else (None, None)
    return [
        Figure(name, "us", us, JPS2, peer, aim, note=note)
        for us, aim in zip((single, batch), aims, strict=True)
    ]


# ----------------------------------------------------------------------------- plain searches


def boards():
    """Yield (name, open cells, start, goal)."""
    yield "open board of 1024 x 1024", np.ones((1024, 1024), bool), (0, 0), (1023, 1023)
    for side in (1001, 4001):
        yield f"maze of {side} x {side}", perfect_maze(side), (1, 1), (side - 2, side - 2)
    clutter = np.random.default_rng(3).random((1024, 1024)) >= 0.3
    cells = np.argwhere(clutter)
    near = np.argwhere(Board(clutter).reachable(tuple(cells[len(cells) // 2].tolist())))
    yield "1024 x 1024 with 30 % random walls", clutter, tuple(near[0].tolist()), tuple(near[-1].tolist())


def native(program, cells, start, goal, *options):
    """Return (nanoseconds, cells expanded, moves) of the search in C++, the fastest round."""
    columns = cells.shape[1]
    ends = [start[0] * columns + start[1], goal[0] * columns + goal[1]]
    with tempfile.NamedTemporaryFile() as file:
        file.write(np.array([*cells.shape, *ends, 0], np.int32).tobytes() + cells.astype(np.uint8).tobytes())
        file.flush()
        out = subprocess.run([program, file.name, "3", *options], capture_output=True, text=True, check=True)
    return min(tuple(map(int, line.split())) for line in out.stdout.strip().split("\n"))


def plain_searches():
    """Searches that look at one cell at a time, beside breadth-first search in C++."""
    program = built("bfs")
    for name, cells, start, goal in boards():
        rounds = 3 if cells.size > 1 << 22 else ROUNDS
        paths = Board(cells).paths(start, goal)
        moves = paths.shortest(by="bfs").length
        expanded = paths.shortest(by="bfs").expanded
        for by in ("bfs", "labels", "dijkstra"):
            assert paths.shortest(by=by).length == moves
            ours, theirs = np.inf, None
            for _ in range(rounds):
                ours = min(ours, processor(lambda by=by: paths.shortest(by=by), 1))  # noqa: B023
                if program is not None:
                    theirs = min(theirs or np.inf, native(program, cells, start, goal)[0])
            asked = f"breadth-first search; distance labels; Dijkstra's algorithm: {name}, orthogonal"
            aim = 30 if by == "dijkstra" else 1.3
            note = "" if by != "dijkstra" else "aim in ns per cell"
            yield Figure(
                asked, "ns per cell", ours * 1e9 / expanded, BFS, theirs and theirs / expanded, aim,
                of_ratio=by != "dijkstra", note=note,
            )  # fmt: skip
        if cells.size < 1 << 22:
            yield from with_costs(name, cells, start, goal)


def with_costs(name, cells, start, goal):
    """Dijkstra's algorithm and A* where moves differ in cost."""
    random = np.random.default_rng(5)
    whole, real = random.integers(1, 10, cells.shape), random.random(cells.shape) * 9 + 0.5
    for asked, aim, options in (
        ("orthogonal, costs 1 to 9", 25, {"costs": whole}),
        ("king, costs 1 to 9", 25, {"costs": whole, "moves": KING}),
        ("king, 1 and root 2", 20, {"moves": KING}),
        ("orthogonal, real costs", 70, {"costs": real}),
        ("king, real costs", 70, {"costs": real, "moves": KING}),
    ):
        paths = Board(cells, **options).paths(start, goal)
        found, other = paths.shortest(by="dijkstra"), paths.shortest(by="astar")
        if found is None:
            continue  # the king cuts no corner, so walls may part the board
        assert np.isclose(found.cost, other.cost, rtol=1e-12)
        for by, path in (("dijkstra", found), ("astar", other)):
            seconds = processor(lambda paths=paths, by=by: paths.shortest(by=by))
            yield Figure(
                f"{WORDS[by]}, {name}, {asked}", "ns per cell", seconds * 1e9 / path.expanded, aim=aim
            )


def both_ends():
    """Breadth-first search from both ends beside that from the start, in turns, orthogonal moves."""
    random = np.random.default_rng(6)
    cases = {
        "open board of 512 x 512": np.ones((512, 512), bool),
        "512 x 512 with 30 % random walls": random.random((512, 512)) >= 0.3,
        "maze of 513 x 513": perfect_maze(513),
        **{
            name: read(MAPS / f"{name}.map").open_cells
            for name in sorted(file.stem for file in MAPS.glob("*.map"))
        },
    }
    for name, cells in cases.items():
        board, times, expanded = Board(cells), np.full((2, 10), np.inf), np.zeros(2, np.int64)
        near = np.argwhere(board.reachable(tuple(np.argwhere(cells)[cells.sum() // 2].tolist())))
        for i, (start, goal) in enumerate(random.choice(near, (10, 2)).tolist()):
            paths = board.paths(tuple(start), tuple(goal))
            for _ in range(ROUNDS):
                for k, by in enumerate(("bidirectional", "bfs")):
                    times[k, i] = min(times[k, i], processor(partial(paths.shortest, by=by), 1))
            found = [paths.shortest(by=by) for by in ("bidirectional", "bfs")]
            assert found[0].length == found[1].length
            expanded += [path.expanded for path in found]
        both, one = times.sum(1) / 10
        note = f"10 pairs of cells, mean; {expanded[0] / expanded[1]:.2f} of its cells"
        yield Figure(f"bidirectional, {name}, orthogonal", "ms", both * 1e3, "bfs", one * 1e3, 1.0, note=note)


# --------------------------------------------------------------------------------- new boards


def new_boards():
    """A board made and asked once, compiled code loaded; more in `benchmarks.new_board`."""
    cases = [("maze of 4001 x 4001, orthogonal", perfect_maze(4001), (1, 1), (3999, 3999), {}, 1.03, BFS)]
    if (MAPS / "brc202d.map").exists():
        board = read(MAPS / "brc202d.map")
        query = parse_scenarios(decode(read_bytes(str(MAPS / "brc202d.map.scen"))))[-1]
        options = {"moves": board.moves}
        cases.append(("map brc202d, king", board.open_cells, query.start, query.goal, options, 1.0, PYASTAR))
    for name, cells, start, goal, options, aim, peer in cases:
        ask = peer_of(peer, cells, start, goal, options)

        def once(cells=cells, start=start, goal=goal, options=options):
            return Board(cells, **options).paths(start, goal).shortest()

        path, ours, theirs = once(), np.inf, np.inf
        for _ in range(ROUNDS):
            ours = min(ours, processor(once, 1))
            theirs = min(theirs, ask()) if ask else np.inf
        note = f"by {path.by}, {path.length:,} moves"
        peers = theirs * 1e3 if ask else None
        yield Figure(
            f"build a board and find one path, {name}", "ms", ours * 1e3, peer, peers, aim, note=note
        )


def batches_with_costs():
    """Random pairs on a new board, one thread, the index included; twenty by pyastar2d, A* and Dijkstra."""
    random = np.random.default_rng(7)
    clutter, count = random.random((512, 512)) >= 0.25, 2000
    cases = "open, king; open, orthogonal; a quarter of walls, king; a quarter of walls, orthogonal"
    for cells, moves in product((np.ones((512, 512), bool), clutter), ({"moves": KING}, {})):
        options = {"costs": random.integers(1, 10, cells.shape), **moves}
        board = Board(cells, **options)
        starts, goals = random.choice(np.argwhere(cells), (2, count))
        some = [k for k in range(0, count, count // 20) if board.paths(starts[k], goals[k]).shortest()]
        ask = [peer_of(PYASTAR, cells, tuple(starts[k]), tuple(goals[k]), options) for k in some]
        costs = board.shortest_many(starts, goals, threads=1).costs[some].tolist()
        assert costs == [board.paths(starts[k], goals[k]).shortest(by="dijkstra").cost for k in some]
        ours, astar, dijkstra, peer = np.inf, np.inf, np.inf, np.inf
        for _ in range(ROUNDS):
            board = Board(cells, **options)
            ours = min(ours, processor(partial(board.shortest_many, starts, goals, threads=1), 1) / count)
            few = starts[some], goals[some]
            astar = min(
                astar, processor(partial(board.shortest_many, *few, by="astar", threads=1), 1) / len(some)
            )
            one_by_one = [
                partial(board.paths(*pair).shortest, by="dijkstra") for pair in zip(*few, strict=True)
            ]
            dijkstra = min(dijkstra, sum(processor(one, 1) for one in one_by_one) / len(some))
            if ask[0] is not None:
                peer = min(peer, sum(one() for one in ask) / len(some))
        note = f"a pair of plain A*: {astar * 1e3:.2g} ms, of Dijkstra: {dijkstra * 1e3:.2g} ms; aim in ms"
        yield Figure(
            f"mean of {count:,} random pairs of cells, 512 x 512 with costs 1 to 9: {cases}",
            "ms", ours * 1e3, PYASTAR, peer * 1e3 if np.isfinite(peer) else None, 0.5,
            of_ratio=False, note=note,
        )  # fmt: skip


def peer_of(peer, cells, start, goal, options):
    """Return a function that returns the processor seconds of one answer of the peer, or None."""
    if peer == BFS:
        program = built("bfs")
        return None if program is None else lambda: native(program, cells, start, goal)[0] / 1e9
    try:
        import pyastar2d
    except ImportError:
        return None

    def ask():
        weights = np.where(cells, options.get("costs", 1), np.inf).astype(np.float32)
        pyastar2d.astar_path(weights, start, goal, allow_diagonal="moves" in options)

    return lambda: processor(ask, 1)
