"""One question on a new board, as of one picture or one trial in a loop.  Run: python -m benchmarks new_board

Peers: nano-astar (the same question: no corner is cut, a diagonal costs the square root of 2) on equal costs,
and pyastar2d on costs 1 to 9 (it cuts corners, so its question is the same on open boards only).  Each call
of gridwalk makes a board of the matrix, asks once and forgets it; the peers get arrays of the type they want.
Programs take turns; figures are minima of processor time, compiled code loaded.  Costs are compared with
those of Dijkstra's algorithm.
"""

import importlib.util
import time

import numpy as np

from benchmarks.figures import Figure
from gridwalk import KING, Board

SIDES = (64, 512, 1000)
SHARES = (0, 0.1, 0.2, 0.3)
PAIRS = 10  # random pairs of a board
ROUNDS = 5
REPEATS = {64: 20}  # calls in a row that are timed together
NANO, PYASTAR = "nano-astar", "pyastar2d"


def figures():
    """Measure all: figures of one question differ in the share of walls."""
    for costly, peer in ((False, NANO), (True, PYASTAR)):
        for side in SIDES:
            for share in SHARES:
                yield from on_board(side, share, costly, peer)


def on_board(side, share, costly, peer):
    """Both programs from corner to corner, and between random pairs of the largest component."""
    random = np.random.default_rng(side + round(100 * share))
    walls = (random.random((side, side)) < share).astype(np.uint8)
    walls[:2, :2] = walls[-2:, -2:] = 0
    costs = random.integers(1, 10, (side, side)) if costly else None
    board = Board.from_matrix(walls, moves=KING, costs=costs)
    some = random.choice(np.argwhere(board.open_cells), PAIRS).tolist()
    cells = max((np.argwhere(board.reachable(tuple(cell))) for cell in some), key=len)
    drawn = random.choice(cells, (PAIRS, 2)).tolist()
    cases = {
        "corner to corner": [(tuple(cells[0].tolist()), tuple(cells[-1].tolist()))],
        f"{PAIRS} random pairs": [(tuple(start), tuple(goal)) for start, goal in drawn],
    }
    ask, repeats = asked_of(peer, walls, costs), REPEATS.get(side, 1)
    for asked, pairs in cases.items():
        ours, theirs = np.full((2, len(pairs)), np.inf)
        for _ in range(ROUNDS):
            for i, (start, goal) in enumerate(pairs):
                ours[i] = min(ours[i], seconds(once, repeats, walls, costs, start, goal))
                if ask:
                    theirs[i] = min(theirs[i], seconds(ask, repeats, start, goal))
        for start, goal in pairs:
            right = board.paths(start, goal).shortest(by="dijkstra")
            assert np.isclose(once(walls, costs, start, goal).cost, right.cost, rtol=1e-12)
            if ask and (not costly or not share):
                assert np.isclose(ask(start, goal), right.cost, rtol=1e-4 if costly else 1e-9)
        shares = "; ".join(f"{share:.0%}" for share in SHARES)
        name = f"{'costs 1 to 9' if costly else 'equal costs'}, {side} x {side}, {asked}, walls {shares}"
        aim = (0.5 if asked.startswith("corner") else 1.0) if costly else 1.0 if share else 1.5
        yield Figure(
            name,
            "ms",
            ours.mean() * 1e3,
            peer,
            theirs.mean() * 1e3 if ask else None,
            aim,
            note=f"{share:.0%} walls",
        )


def seconds(ask, repeats, *arguments):
    """Return the processor seconds of one of several calls."""
    began = time.process_time()
    for _ in range(repeats):
        ask(*arguments)
    return (time.process_time() - began) / repeats


def once(walls, costs, start, goal):
    """Return the path on a new board."""
    return Board.from_matrix(walls, moves=KING, costs=costs).paths(start, goal).shortest()


def asked_of(peer, walls, costs):
    """Return a function that returns the cost of the path of a peer, or None if it is not installed."""
    if importlib.util.find_spec(peer.replace("-", "_")) is None:
        return None
    if peer == NANO:
        import nano_astar

        return lambda start, goal: nano_astar.astar(walls, start, goal)[1]
    import pyastar2d

    weights = np.where(walls, np.inf, costs).astype(np.float32)

    def ask(start, goal):
        rows, columns = pyastar2d.astar_path(weights, start, goal, allow_diagonal=True)[1:].T
        return weights[rows, columns].sum()

    return ask
