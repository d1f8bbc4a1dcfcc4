"""The search that `auto` chooses beside the fastest one.  Run: python -m benchmarks choice

42 kinds of boards of 512 x 512 cells: open ones, random walls, rooms, costs, and makers.  A new board of each
kind is asked for one path, from corner to corner or from its start to its exits; a board with its cache is
asked for paths between random cells.  Every algorithm that is exact for the board answers too, and the costs
of the paths are compared.  The algorithms take turns.  A turn is up to `CALLS` calls in a row, so that memory
and caches are as the algorithm itself leaves them; times are least processor times, code loaded.
"""

import time
from functools import partial

import numpy as np

from benchmarks.figures import Figure
from gridwalk import HEX, KING, KNIGHT, ORTHOGONAL, Board, make
from gridwalk.algorithms import names
from gridwalk.errors import UnsuitableAlgorithmError

SIDE = 512
PAIRS = 20  # pairs of random cells of a board
TURNS, CALLS = 3, 4
SLOW = 0.05  # seconds; a slower call is not repeated
SEARCHES = [by for by in names("shortest") if by not in ("sweep", "idastar")]
MOVES = {"orthogonal": ORTHOGONAL, "king": KING, "hexagons": HEX, "knight": KNIGHT}
SHARES = (0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.37)  # of walls
MAZES = ("backtracker", "hunt-and-kill", "prim", "kruskal", "wilson", "division", "binary-tree", "serpentine")
OTHERS = ("caves", "dungeon", "percolation")


def figures():
    """Measure all."""
    found = {"new board": [], "board with its cache": []}
    for kind, new in kinds().items():
        for how, figure in on_boards(kind, new):
            found[how].append(figure)
    for how, rows in found.items():
        yield from summary(how, rows)
    for rows in found.values():
        yield from rows


def summary(how, rows):
    """Yield the mean and the worst of the figures *rows*, and how many are above 1.1."""
    peer, question = "the fastest algorithm", f"auto, {how}, {len(rows)} kinds"
    yield Figure(f"{question}, mean", "x", float(np.mean([row.ours for row in rows])), peer, 1.0, 1.1)
    for words, aim in (("with", 1.3), ("without", 2.0)):
        some = [row.ours for row in rows if row.note.startswith("no path") == (words == "without")]
        if some:
            yield Figure(f"{question}, worst of {len(some)} {words} a path", "x", max(some), peer, 1.0, aim)
    above = sum(row.ours > 1.1 for row in rows)
    yield Figure(f"{question}, above 1.1", "kinds", above)


def on_boards(kind, new):
    """Yield the figures of a kind of boards; *new* returns a new board, with start and exits."""
    board, random = new(), np.random.default_rng(1)
    exact = board.paths().shortest(by="dijkstra")
    bys = ["auto", *(by for by in SEARCHES if is_right(board, by, exact))]
    words = "" if exact is not None else "no path, "
    asks = {by: lambda by=by: new().paths().shortest(by=by) for by in bys}
    yield "new board", compared(f"{kind}, new board", asks, words)
    cells = np.argwhere(board.reachable(exact[0] if exact is not None else board.start)).tolist()
    if len(cells) < SIDE:
        return
    pairs = [board.paths(*map(tuple, random.choice(cells, 2).tolist())) for _ in range(PAIRS)]
    for pair in pairs:
        exact = pair.shortest(by="dijkstra")
        assert all(np.isclose(pair.shortest(by=by).cost, exact.cost, rtol=1e-9) for by in bys)
    asks = {by: partial(asked, pairs, by) for by in bys}
    yield "board with its cache", compared(f"{kind}, board with its cache", asks, "")


def asked(pairs, by):
    """Ask all *pairs* of cells."""
    for pair in pairs:
        pair.shortest(by=by)


def is_right(board, by, exact):
    """Whether *by* is exact on *board*; compare its path with the path *exact*."""
    try:
        path = board.paths().shortest(by=by)
    except UnsuitableAlgorithmError:
        return False
    assert (path is None) == (exact is None)
    assert path is None or np.isclose(path.cost, exact.cost, rtol=1e-9)
    return True


def compared(question, asks, words):
    """Return the figure of "auto", the first of *asks*, beside the fastest of the others."""
    best = dict.fromkeys(asks, np.inf)
    for _ in range(TURNS):
        for by, ask in asks.items():
            for _ in range(CALLS):
                if best[by] < SLOW or best[by] == np.inf:
                    best[by] = min(best[by], processor(ask))
    auto = best.pop("auto")
    by = min(best, key=best.get)
    note = f"{words}{auto * 1e3:.3g} ms, by {by} {best[by] * 1e3:.3g} ms"
    return Figure(question, "x", auto / best[by], aim=2.0 if words else 1.3, note=note)


def processor(ask):
    """Return the processor seconds of one call."""
    began = time.process_time()
    ask()
    return time.process_time() - began


# ------------------------------------------------------------------------------------- boards


def kinds():
    """Return {name: function that returns a new board}."""
    random = np.random.default_rng(7)
    found = {}

    def add(name, moves, walls, **options):
        ends = {"start": (0, 0), "exits": [(len(walls) - 1, len(walls[0]) - 1)]}
        options = {"moves": MOVES[moves], **ends, **options}
        found[f"{name}, {moves}"] = partial(Board.from_matrix, walls, **options)

    for share in SHARES:
        for moves in ("orthogonal", "king"):
            add(f"{share:.0%} walls", moves, walls_at_random(random, share))
    add("45% walls", "king", walls_at_random(random, 0.45))
    add("20% walls", "hexagons", walls_at_random(random, 0.2))
    for moves in ("hexagons", "knight"):
        add("open", moves, walls_at_random(random, 0))
    for side in (7, 31):
        for moves in ("orthogonal", "king"):
            add(f"rooms of {side} x {side}", moves, rooms(random, side))
    shape = SIDE, SIDE
    whole, real = random.integers(1, 10, shape), 1 + 8 * random.random(shape)
    few = np.where(random.random(shape) < 0.2, 5.0, 1.0)
    for name, costs in (("costs 1 to 9", whole), ("real costs 1 to 9", real), ("a fifth costs 5", few)):
        for moves in ("orthogonal", "king"):
            add(name, moves, walls_at_random(random, 0), costs=costs)
    add("costs 1 to 9", "hexagons", walls_at_random(random, 0), costs=whole)
    for name in (*MAZES, *OTHERS):
        board = make(name, SIDE // 2, SIDE // 2, rng=3)
        for moves in ("orthogonal", "king") if name in OTHERS[:2] else ("orthogonal",):
            walls = (~board.open_cells).astype(np.uint8)
            add(name, moves, walls, start=board.start, exits=board.exits)
    return found


def walls_at_random(random, share):
    """Return a matrix with that share of walls, open in two corners."""
    walls = (random.random((SIDE, SIDE)) < share).astype(np.uint8)
    walls[:2, :2] = walls[-2:, -2:] = 0
    return walls


def rooms(random, side):
    """Return a matrix of square rooms, with a door in each wall."""
    walls = np.zeros((SIDE, SIDE), np.uint8)
    walls[side :: side + 1] = walls[:, side :: side + 1] = 1
    for row in range(0, SIDE, side + 1):
        for column in range(0, SIDE, side + 1):
            below, right = random.integers(side, size=2).tolist()
            walls[min(row + side, SIDE - 1), min(column + below, SIDE - 1)] = 0
            walls[min(row + right, SIDE - 1), min(column + side, SIDE - 1)] = 0
    walls[0, 0] = walls[-1, -1] = 0
    return walls
