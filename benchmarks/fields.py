"""Distances to goals, flow fields, matrices of costs, islands.  Run: python -m benchmarks fields

Peers: tcod (``Pathfinder`` over a ``SimpleGraph``: its distances are those *from* the goals) and SciPy
(``csgraph.dijkstra`` on the reversed graph, which is built before the clock starts).  Each gives distances
and the next cell of every cell; one that is not installed is left out.  Rounds take turns; figures are minima
of processor time.  Inputs are seeded, and answers are compared before they are timed.  A board keeps its last
fields, which is forgotten before each round.

After a door: medians over doors, closed and opened in turn, each beside the field of the same board anew.
"""

import gc
import importlib
import statistics
import time

import numpy as np

from benchmarks.figures import Figure
from gridwalk import KING, Board

SIDE = 512
ROUNDS = 7
DOORS = 24
SEED = 17
TCOD, SCIPY = "tcod", "SciPy"


def figures():
    """Measure all."""
    rng = np.random.default_rng(SEED)
    open_cells = rng.random((SIDE, SIDE)) >= 0.25
    plain, priced = Board(open_cells), Board(open_cells, costs=rng.integers(1, 10, open_cells.shape))
    goals = [tuple(cell) for cell in np.argwhere(_main_island(plain))[:: SIDE * 40].tolist()]
    return [
        *_fields("flow field, all moves cost 1", plain, goals),
        *_fields("flow field, costs 1 to 9", priced, goals),
        *_own(plain, priced, goals),
        *(
            _doors(board, goals)
            for board in (plain, plain.replace(moves=KING), priced, priced.replace(moves=KING))
        ),
    ]


def _forgotten(board):
    """Return *board* without the fields that it keeps."""
    for key in board._kept:
        if key.name == "field":
            board._kept.drop(key)
    return board


def _doors(board, goals):
    """Return what a door and the flow field after it take, beside a field of a new board."""
    ends = {*goals, board.start, *board.exits}
    cells = np.random.default_rng(SEED).permutation(np.argwhere(_main_island(board))).tolist()
    doors = [tuple(cell) for cell in cells if tuple(cell) not in ends][:DOORS]
    board.flow_field(goals)
    ours, anew = [], []
    for door in doors:
        for verb in ("with_walls", "with_open"):
            began = time.process_time()
            board = getattr(board, verb)(door)
            field = board.flow_field(goals)
            ended = time.process_time()
            new = _forgotten(board.replace()).flow_field(goals)
            anew.append(time.process_time() - ended)
            ours.append(ended - began)
            assert np.array_equal(field.next_move, new.next_move)
            assert np.array_equal(field.distances, new.distances)
    boards = "all moves cost 1; king; costs 1 to 9; king, costs 1 to 9"
    title = f"flow field after one cell has changed, {SIDE} x {SIDE}: {boards}"
    return Figure(
        title,
        "ms",
        1e3 * statistics.median(ours),
        "gridwalk, new board",
        1e3 * statistics.median(anew),
        aim=0.2,
    )


def _main_island(board):
    labels = board.islands()
    return labels == np.bincount(labels[labels >= 0]).argmax()


def _fields(question, board, goals):
    """Distances to goals and the next cell of every cell."""
    programs = {"": lambda: _forgotten(board).flow_field(goals).next_cell}
    distances = board.distances(exits=goals)
    if (ask := _tcod(board, goals)) is not None:
        programs[TCOD] = ask
        assert np.array_equal(ask()[0][board.open_cells], _whole(board.distances(goals), board))
    if (ask := _scipy(board, goals)) is not None:
        programs[SCIPY] = ask
        assert np.array_equal(ask()[0].reshape(board.shape), distances)
    seconds = _processor(programs)
    ours = 1e3 * seconds.pop("")
    title = f"{question}, {SIDE} x {SIDE}, {len(goals)} goals"
    return [Figure(title, "ms", ours, peer, 1e3 * theirs, aim=1.0) for peer, theirs in seconds.items()] or [
        Figure(title, "ms", ours)
    ]


def _own(plain, priced, goals):
    """What peers do not ask, or not in one call."""
    field = priced.flow_field(goals)
    cells = np.argwhere(_main_island(plain))[::97]
    few, many = cells[:8], cells[:1000]
    programs = {
        f"distances from {len(goals)} goals, costs 1 to 9": lambda: _forgotten(priced).distances(goals),
        f"distances to {len(goals)} goals, costs 1 to 9": lambda: _forgotten(priced).distances(exits=goals),
        "flee, costs 1 to 9": field.flee,
        "matrix of 8 x 1,000 costs, all moves cost 1": lambda: plain.distance_matrix(few, many, threads=1),
        "islands": plain.islands,
    }
    return [
        Figure(f"{name}, {SIDE} x {SIDE}", "ms", 1e3 * taken) for name, taken in _processor(programs).items()
    ]


def _tcod(board, goals):
    """Return a search of tcod's: distances, and the next cell of each cell by hill climbing."""
    try:
        path = importlib.import_module("tcod.path")
    except ImportError:
        return None
    costs = np.ones(board.shape, np.int32) if board.costs is None else board.costs.astype(np.int32)
    graph = path.SimpleGraph(cost=np.where(board.open_cells, costs, 0), cardinal=1, diagonal=0)

    def ask():
        finder = path.Pathfinder(graph)
        for goal in goals:
            finder.add_root(goal)
        finder.resolve()
        return finder.distance, finder.traversal

    return ask


def _whole(distances, board):
    """Return distances as tcod has them: the greatest int32 where there is no path."""
    far = np.iinfo(np.int32).max
    return np.where(np.isfinite(distances), distances, far).astype(np.int32)[board.open_cells]


def _scipy(board, goals):
    """Return a search of SciPy's on the graph with reversed edges: distances and predecessors."""
    try:
        sparse = importlib.import_module("scipy.sparse")
        csgraph = importlib.import_module("scipy.sparse.csgraph")
    except ImportError:
        return None
    tails, heads, costs = [], [], []
    flat = None if board.costs is None else board.costs.reshape(-1)
    for m, delta in enumerate(board._delta_of_move.tolist()):
        tail = np.flatnonzero(board._moves_of_cell >> m & 1)
        tails.append(tail)
        heads.append(tail + delta)
        costs.append(np.ones(len(tail)) if flat is None else flat[tail + delta].astype(float))
    edges = np.concatenate(costs), (np.concatenate(heads), np.concatenate(tails))
    graph = sparse.csr_matrix(edges, shape=(board.size, board.size))
    places = [row * board.columns + column for row, column in goals]

    def ask():
        found = csgraph.dijkstra(graph, indices=places, min_only=True, return_predecessors=True)
        return found[0], found[1]

    return ask


def _processor(programs):
    """Return the least processor seconds of each program, in turns."""
    seconds = {name: [] for name in programs}
    for _ in range(ROUNDS):
        for name, ask in programs.items():
            gc.collect()
            began = time.process_time()
            ask()
            seconds[name].append(time.process_time() - began)
    return {name: min(taken) for name, taken in seconds.items()}
