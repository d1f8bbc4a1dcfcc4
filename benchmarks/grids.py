"""Shortest paths beyond MovingAI's queries: cell costs, big boards, set-up, batches, one call's price.

Called by `benchmarks.shortest`.  Inputs are seeded, compilation is excluded, answers are checked.
"""

import gc
import statistics
import time
from functools import partial

import numpy as np

from benchmarks.figures import Figure
from benchmarks.shrink import perfect_maze
from gridwalk import HEX, KING, Board, read
from gridwalk.runtime.cache import bytes_of

BATCH = 100_000
AGENTS = 1_000
ROUNDS = 3


def clock(function, *arguments, timer=time.thread_time, **options):
    """Return (seconds, answer) of one call."""
    began = timer()
    answer = function(*arguments, **options)
    return timer() - began, answer


def costs():
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
    taken = []
    for _ in range(ROUNDS):
        answers = [
            clock(board.paths(start, goal).shortest, by="astar", timer=time.process_time)
            for start, goal in pairs
        ]
        expanded = sum(path.expanded for _, path in answers)
        taken.append(sum(seconds for seconds, _ in answers) / expanded * 1e9)
    note = f"{expanded / len(pairs):,.0f} cells a query"
    yield Figure("A*, king, costs 1 to 9, open 512 x 512", "ns per cell", statistics.median(taken), note=note)


def large(name, open_cells, start, goal, aim=None, **options):
    """One board corner to corner: query, set-up, memory that the board keeps."""
    seconds_of, set_up_of = [], []
    for _ in range(ROUNDS):
        gc.collect()
        first, board = clock(Board, open_cells, timer=time.process_time, **options)
        paths = board.paths(start, goal)
        second, path = clock(paths.shortest, timer=time.process_time)
        seconds = [clock(paths.shortest, timer=time.process_time)[0] for _ in range(3)]
        seconds_of += seconds
        set_up_of.append(first + second - statistics.median(seconds))
        memory = sum(bytes_of(board._kept.peek(key)) for key in board._kept) / board.size
    if not np.isclose(path.cost, board.distances(start)[goal]):
        raise SystemExit(f"shortest: {name}: not the least cost")
    note = f"by {path.by}, {path.length:,} moves"
    yield Figure(name, "ms", statistics.median(seconds_of) * 1e3, aim=aim, note=note)
    set_up = statistics.median(set_up_of) * 1e3 / (board.size / 1e6)
    yield Figure(f"{name}, set-up", "ms a million cells", set_up, aim=3.0)
    yield Figure(f"{name}, memory", "bytes a cell", memory, aim=8.0)


def batch(board):
    """100,000 random pairs of one component, by one thread and by two."""
    cells = np.argwhere(board.reachable(tuple(map(int, np.argwhere(board.open_cells)[0]))))
    if len(cells) < board.open_count / 2:
        cells = np.argwhere(~board.reachable(tuple(cells[0])) & board.open_cells)
        cells = np.argwhere(board.reachable(tuple(map(int, cells[0]))))
    random = np.random.default_rng(1)
    starts, goals = cells[random.integers(0, len(cells), BATCH)], cells[random.integers(0, len(cells), BATCH)]
    walls, works = {1: [], 2: []}, {1: [], 2: []}
    answers = {}
    for _ in range(ROUNDS):
        for threads in (1, 2):
            before = time.process_time()
            seconds, answers[threads] = clock(
                board.shortest_many, starts, goals, threads=threads, timer=time.perf_counter
            )
            walls[threads].append(seconds)
            works[threads].append(time.process_time() - before)
    if not np.array_equal(answers[1].cells, answers[2].cells):
        raise SystemExit("shortest: two threads answer otherwise than one")
    name, aimed = f"batch of {BATCH:,} on brc202d, two threads", {"aim": 0.588, "of_ratio": True}
    note = f"by the wall; processor {statistics.median(works[2]):.2g} and {statistics.median(works[1]):.2g} s"
    yield Figure(name, "s", min(walls[2]), "one thread", min(walls[1]), **aimed, note=note)


def structured():
    """Yield names and open cells: rooms with doors, rectangles and clumps of walls, a wide maze."""
    random = np.random.default_rng(29)
    rooms = np.ones((512, 512), bool)
    rooms[::16] = rooms[:, ::16] = False
    for r in range(0, 512, 16):
        for c in range(0, 512, 16):
            rooms[r, c + random.integers(1, 16)] = rooms[r + random.integers(1, 16), c] = True
    city = np.ones((512, 512), bool)
    for r, c, high, wide in np.column_stack(
        [random.integers(0, 512, (300, 2)), random.integers(4, 40, (300, 2))]
    ):
        city[r : r + high, c : c + wide] = False
    yield "rooms of 15 x 15", rooms
    yield "rectangles of walls", city
    yield "clumps of 8 x 8", np.kron(random.random((64, 64)) < 0.7, np.ones((8, 8), bool))
    yield "maze, 8 wide", np.kron(perfect_maze(63), np.ones((8, 8), bool))


def four_moves():
    """Jump points of four moves: 1,000 agents and single calls, beside A* and beside the king."""
    for name, open_cells in structured():
        board, king = Board(open_cells), Board(open_cells, moves=KING)
        corner = next(
            cell for cell in np.argwhere(open_cells) if board.reachable(tuple(map(int, cell))).mean() > 0.2
        )
        cells = np.argwhere(board.reachable(tuple(map(int, corner))))
        chosen = cells[np.random.default_rng(3).integers(0, len(cells), (2, AGENTS))]
        pairs = [tuple(tuple(map(int, cell)) for cell in pair) for pair in chosen.transpose(1, 0, 2)[:200]]
        asked = {"ours": (board, "auto"), "A*": (board, "astar"), "the king": (king, "auto")}
        batches, calls = ({who: [] for who in asked} for _ in range(2))
        for _ in range(2 * ROUNDS + 1):
            for who, (there, by) in asked.items():
                seconds, found = clock(
                    there.shortest_many, *chosen, by=by, threads=1, timer=time.process_time
                )
                batches[who].append(seconds)
                calls[who].append(np.median([clock(there.paths(*pair).shortest, by=by)[0] for pair in pairs]))
                if there is board and not np.array_equal(
                    found.costs, board.shortest_many(*chosen, by="astar").costs
                ):
                    raise SystemExit(f"shortest: {name}: not the least cost")
        by = f"by {board.paths(*pairs[0]).shortest().by}"
        for peer, aim in (("A*", 0.5), ("the king", 1.1)):
            ours, theirs = min(batches["ours"]) * 1e3, min(batches[peer]) * 1e3
            title = f"{AGENTS:,} agents, orthogonal, {name}"
            yield Figure(title, "ms", ours, peer, theirs, aim=aim, of_ratio=True, note=by)
            ours, theirs = min(calls["ours"]) * 1e6, min(calls[peer]) * 1e6
            yield Figure(f"one call, orthogonal, {name}", "us", ours, peer, theirs, note=f"{by}, median")


def hexagons():
    """Breadth-first search and A* between hexagons, a cell expanded, beside squares with the same walls."""
    for share in (0.1, 0.25):
        open_cells = np.random.default_rng(3).random((512, 512)) >= share
        boards, cells = (
            {"ours": Board(open_cells, moves=HEX), "squares": Board(open_cells)},
            np.argwhere(open_cells),
        )
        starts, goals = cells[np.random.default_rng(5).integers(0, len(cells), (2, 200))]
        for by, number in (("astar", 200), ("bfs", 12)):
            taken = {who: [] for who in boards}
            for _ in range(2 * ROUNDS + 1):
                for who, board in boards.items():
                    taken[who].append(a_cell(board, starts[:number], goals[:number], by))
            ours, theirs = (min(taken[who]) for who in boards)
            name = f"{by} between hexagons, {share:.0%} walls, 512 x 512"
            yield Figure(name, "ns per cell", ours, "squares", theirs, aim=1.5, of_ratio=True)


def a_cell(board, starts, goals, by):
    """Return nanoseconds for each cell expanded: of A* as one batch, so that no calls are in it."""
    asked = [board.paths(*map(tuple, pair)) for pair in np.stack([starts, goals], axis=1).tolist()]
    answers = [clock(paths.shortest, by=by) for paths in asked]
    seconds, expanded = np.sum([(took, path.expanded) for took, path in answers if path], axis=0)
    if by == "astar":
        seconds, batch = clock(board.shortest_many, starts, goals, by=by, threads=1, timer=time.process_time)
        if not np.isclose(batch.costs[0], asked[0].shortest(by="bfs").length):
            raise SystemExit("shortest: A*: not the fewest moves")
    return seconds / expanded * 1e9


def call(board):
    """A call whose search is over at once: start and goal are one cell, so all is overhead."""
    cell = tuple(map(int, np.argwhere(board.open_cells)[0]))
    paths = board.paths(cell, cell)
    calls = {
        "start = goal, board.paths(start, goal).shortest()": lambda: board.paths(cell, cell).shortest(),
        "of it shortest() of a set that is kept": paths.shortest,
    }
    for name, function in calls.items():
        for _ in range(1000):
            function()
        many = partial(repeated, function, 200)
        seconds = [clock(many)[0] for _ in range(101)]
        yield Figure(name, "us", min(seconds) * 1e6 / 200, aim=1.5 if "board" in name else None)


def repeated(function, times):
    """Call a function the given number of times."""
    for _ in range(times):
        function()


def few_pairs():
    """Batches of a few near pairs, whose searches are over at once, as arrays and as lists of cells."""
    board, random = Board.rectangle(512, 512, moves=KING), np.random.default_rng(1)
    for number, aim in ((1, 6.6), (10, 7.1), (50, 9.8), (200, 19.6)):
        starts = random.integers(0, 512, (number, 2))
        goals = (starts + random.integers(-8, 8, (number, 2))).clip(0, 511)
        listed = [[tuple(cell) for cell in cells.tolist()] for cells in (starts, goals)]
        in_full = board.shortest_many(starts, goals, seconds=60)
        for pairs, form, aimed in (((starts, goals), "arrays", aim), (listed, "lists", None)):
            if not np.array_equal(board.shortest_many(*pairs).cells, in_full.cells):
                raise SystemExit("shortest: few pairs are answered otherwise than many")
            many = partial(repeated, partial(board.shortest_many, *pairs), 20)
            seconds = [clock(many)[0] for _ in range(101)]
            name = f"shortest_many of near pairs, {form}: {number}"
            yield Figure(name, "us", min(seconds) * 1e6 / 20, aim=aimed)


def figures(map_file):
    """Return all figures; *map_file* may be absent."""
    found = [*costs(), *few_pairs(), *hexagons()]
    small = np.ones((65, 65), bool)  # compiles what the large boards need
    for warm in (small, perfect_maze(129)):
        Board(warm).paths((1, 1), (63, 63)).shortest()
        Board(warm, moves=KING).paths((1, 1), (63, 63)).shortest()
    maze, wide = perfect_maze(4001), np.ones((4096, 4096), bool)
    found += large("orthogonal, depth-first maze 4001 x 4001", maze, (1, 1), (3999, 3999), 90.0)
    found += large("orthogonal, open 4096 x 4096", wide, (0, 0), (4095, 4095), 2.4)
    found += large("king, open 4096 x 4096", wide, (0, 9), (4095, 4000), moves=KING)
    found += four_moves()
    if map_file.exists():
        board = read(map_file)
        found += [*large("king, brc202d", board.open_cells, *far_pair(board), moves=KING)]
        found += [*call(board), *batch(board)]
    return found


def far_pair(board):
    """Return a cell and the cell farthest from it."""
    start = tuple(map(int, np.argwhere(board.open_cells)[board.open_count // 2]))
    field = board.distances(start)
    goal = np.unravel_index(np.where(np.isfinite(field), field, -1).argmax(), board.shape)
    return start, tuple(map(int, goal))
