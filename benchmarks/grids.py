"""Shortest paths beyond MovingAI's queries: cell costs, big rook boards, set-up, batches, one call's price.

Called by `benchmarks.shortest`.  Inputs are seeded, compilation is excluded, answers are checked.
"""

import gc
import statistics
import time

import numpy as np

from benchmarks.shrink import perfect_maze
from gridwalk import KING, Board, read
from gridwalk.search.solvers import solver

BATCH = 100_000


def clock(function, *arguments, timer=time.perf_counter, **options):
    """Return (seconds, answer) of one call."""
    began = timer()
    answer = function(*arguments, **options)
    return timer() - began, answer


def costs(rounds):
    """A* where cells cost 1 to 9: nanoseconds per cell expanded."""
    random = np.random.default_rng(1)
    board = Board(np.ones((512, 512), bool), moves=KING, costs=random.integers(1, 10, (512, 512)))
    pairs = [
        (tuple(map(int, pair[:2])), tuple(map(int, pair[2:]))) for pair in random.integers(0, 512, (30, 4))
    ]
    for start, goal in pairs[:3]:
        paths = board.paths(start, goal)
        if paths.shortest(by="astar").cost != paths.shortest(by="dijkstra").cost:
            raise SystemExit("shortest: A* and Dijkstra disagree")
    figures = []
    for _ in range(rounds):
        answers = [
            clock(board.paths(start, goal).shortest, by="astar", timer=time.process_time)
            for start, goal in pairs
        ]
        expanded = sum(path.expanded for _, path in answers)
        figures.append(sum(seconds for seconds, _ in answers) / expanded * 1e9)
    print(
        f"shortest: A*, king, costs 1 to 9, open 512 x 512: {statistics.median(figures):.0f} ns per "
        f"expansion ({expanded / len(pairs):,.0f} a query; aim: at most 150)"
    )


def held_bytes(value, seen):
    """Return the bytes of all arrays that *value* holds, each counted once."""
    if id(value) in seen:
        return 0
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        return value.nbytes if value.base is None else held_bytes(value.base, seen)
    if isinstance(value, dict):
        return sum(held_bytes(part, seen) for part in value.values())
    if isinstance(value, list | tuple):
        return sum(held_bytes(part, seen) for part in value)
    return held_bytes(vars(value), seen) if type(value).__name__ in ("Board", "Solver") else 0


def large(name, open_cells, start, goal, rounds, aim, **options):
    """One board corner to corner: set-up, query, query without the cells of the path, memory."""
    seconds_of, set_up_of, found_of = [], [], []
    for _ in range(rounds):
        gc.collect()
        first, board = clock(Board, open_cells, timer=time.process_time, **options)
        paths = board.paths(start, goal)
        second, path = clock(paths.shortest, timer=time.process_time)
        seconds = [clock(paths.shortest, timer=time.process_time)[0] for _ in range(3)]
        seconds_of += seconds
        set_up_of.append(first + second - statistics.median(seconds))
        if path.by in ("jps", "corridors", "astar"):
            ready = solver(board, path.by)
            room, scratch = ready.borrow()
            ends = board.index(start), board.index(goal)
            found_of += [
                clock(ready.find.compiled, ready.model, scratch, *ends, timer=time.process_time)[0]
                for _ in range(3)
            ]
            ready.give_back(room, scratch)
        memory = held_bytes(board, set()) / board.size
    if not np.isclose(path.cost, board.distances(start)[goal]):
        raise SystemExit(f"shortest: {name}: not the least cost")
    without = f"{statistics.median(found_of) * 1e3:.2f} ms" if found_of else "-"
    set_up = statistics.median(set_up_of) * 1e3 / (board.size / 1e6)
    print(
        f"shortest: {name}: by {path.by}, {path.length:,} moves: {statistics.median(seconds_of) * 1e3:.2f} "
        f"ms, without the cells {without} ({aim}); set-up {set_up:.2f} ms a million cells (aim: at most 3), "
        f"{memory:.1f} bytes a cell (aim: at most 8)",
        flush=True,
    )


def batch(board, rounds):
    """100,000 random pairs of one component, by one thread and by two."""
    cells = np.argwhere(board.reachable(tuple(map(int, np.argwhere(board.open_cells)[0]))))
    if len(cells) < board.open_count / 2:
        cells = np.argwhere(~board.reachable(tuple(cells[0])) & board.open_cells)
        cells = np.argwhere(board.reachable(tuple(map(int, cells[0]))))
    random = np.random.default_rng(1)
    starts, goals = cells[random.integers(0, len(cells), BATCH)], cells[random.integers(0, len(cells), BATCH)]
    walls, works = {1: [], 2: []}, {1: [], 2: []}
    answers = {}
    for _ in range(rounds):
        for threads in (1, 2):
            before = time.process_time()
            seconds, answers[threads] = clock(board.shortest_many, starts, goals, threads=threads)
            walls[threads].append(seconds)
            works[threads].append(time.process_time() - before)
    if not np.array_equal(answers[1].cells, answers[2].cells):
        raise SystemExit("shortest: two threads answer otherwise than one")
    for threads in (1, 2):
        print(
            f"shortest: batch of {BATCH:,} on brc202d, {threads} thread(s): {min(walls[threads]):.2f} s at "
            f"best, {statistics.median(walls[threads]):.2f} s in the middle of {rounds} rounds, "
            f"processor {statistics.median(works[threads]):.2f} s"
        )
    ratios = [one / two for one, two in zip(walls[1], walls[2], strict=True)]
    print(
        f"shortest: two threads answer {min(walls[1]) / min(walls[2]):.2f} times as many (best rounds; "
        f"round by round {min(ratios):.2f} to {max(ratios):.2f}; aim: at least 1.7)",
        flush=True,
    )


def call(board):
    """A call whose search is over at once: start and goal are one cell, so all is overhead."""
    cell = tuple(map(int, np.argwhere(board.open_cells)[0]))
    ready = solver(board, board.paths(cell, cell).shortest().by)
    (_, scratch), v = ready.borrow(), board.index(cell)
    calls = {
        "board.paths(start, goal).shortest()": lambda: board.paths(cell, cell).shortest(),
        "of it the crossings into compiled code": lambda: (
            ready.find.compiled(ready.model, scratch, v, v),
            ready.write.compiled(ready.model, scratch, v, v, np.empty((1, 2), np.int32)),
        ),
    }
    for name, function in calls.items():
        for _ in range(1000):
            function()
        seconds = [clock(lambda function=function: [function() for _ in range(1000)])[0] for _ in range(21)]
        print(f"shortest: a call that finds at once: {name}: {min(seconds) * 1e3:.2f} us")


def main(rounds, map_file):
    """Print all figures; *map_file* may be absent."""
    costs(rounds)
    small = np.ones((65, 65), bool)  # compiles what the large boards need
    for warm in (small, perfect_maze(129)):
        Board(warm).paths((1, 1), (63, 63)).shortest()
        Board(warm, moves=KING).paths((1, 1), (63, 63)).shortest()
    maze = perfect_maze(4001)
    large("rook, depth-first maze 4001 x 4001", maze, (1, 1), (3999, 3999), rounds, "aims: 90 and 60 ms")
    large(
        "rook, open 4096 x 4096",
        np.ones((4096, 4096), bool),
        (0, 0),
        (4095, 4095),
        rounds,
        "aims: 2.4 and 1 ms",
    )
    large(
        "king, open 4096 x 4096",
        np.ones((4096, 4096), bool),
        (0, 9),
        (4095, 4000),
        rounds,
        "no aim",
        moves=KING,
    )
    if not map_file.exists():
        print(f"shortest: no {map_file.name}: its batch is skipped")
        return
    board = read(map_file)
    large("king, brc202d", board.open_cells, *far_pair(board), rounds, "no aim", moves=KING)
    call(board)
    batch(board, rounds)


def far_pair(board):
    """Return a cell and the cell farthest from it."""
    start = tuple(map(int, np.argwhere(board.open_cells)[board.open_count // 2]))
    field = board.distances(start)
    goal = np.unravel_index(np.where(np.isfinite(field), field, -1).argmax(), board.shape)
    return start, tuple(map(int, goal))
