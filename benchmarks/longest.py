"""How close to the longest path, or to what it can be at most, comes a path in ten seconds?

Five boards a row, from seeds, start and exit in opposite corners; the gap is that between the path and the
proved bound, so the path may be closer to the longest than it says.  Every path is walked step by step before
it counts.  Seconds are processor time, as the processors are shared: the search reads that clock.

Unfair: CP-SAT (one circuit constraint, two workers) proves optima on any graph and is not made for boards; on
large ones it gets no path at all unless it is given one as a hint, so it is asked about small ones, with the
shortest path as hint and without.
"""

import importlib.util
import statistics
import time
from itertools import pairwise
from unittest import mock

import numpy as np

import gridwalk as gw
from benchmarks.figures import Figure

SECONDS = 10
SEEDS = range(1, 6)
LARGE_SEEDS = range(1, 4)
PEER_SECONDS = 10
AIMS = {40: (1.5, 3.0, 4.0), 100: (2.5, 3.5, 9.0)}  # per cent, at 10, 20, 30 % walls
PIECES = {"king": gw.KING, "knight": gw.KNIGHT, "(2, 3)-leaper": gw.leaper(2, 3)}
PIECE_AIMS = {100: 1.0, 300: 2.0}
PEER_BOARDS = [(12, 0.2), (20, 0.2), (40, 0.2)]


def percolation(side, walls, seed, moves=gw.ORTHOGONAL):
    """Return a square with walls at random, from corner to corner; of the next seed if there is no path."""
    while True:
        board = gw.make("percolation", side, side, walls=walls, seed=seed).replace(moves=moves)
        cells = board.open_cells.copy()
        cells[0, 0] = cells[-1, -1] = True
        board = gw.Board(cells, moves=moves, start=(0, 0), exits=[(side - 1, side - 1)])
        if board.paths().find() is not None:
            return board
        seed += 1000


def walked(board, path):
    """Return the length of a path that is one; else stop."""
    cells = [tuple(cell) for cell in np.asarray(path).tolist()]
    steps = np.diff(np.asarray(path), axis=0).tolist()
    legal = {tuple(delta) for delta in board.moves.deltas}
    fine = (
        len(set(cells)) == len(cells)
        and all(board.open_cells[cell] for cell in cells)
        and all(tuple(step) in legal for step in steps)
        and cells[0] == board.start
        and cells[-1] in board.exits
    )
    if not fine or not len(steps) == path.length <= path.bound:
        raise SystemExit(f"longest: {path!r} is none, or too long for its bound")
    return len(steps)


def longest(board, seconds):
    """Return the best path after the given seconds of processor time, and the seconds used."""
    began = time.process_time()
    with mock.patch("time.monotonic", time.process_time):
        path = board.paths().longest(anytime=seconds, seed=1)
    return path, time.process_time() - began


def report(name, boards, seconds=SECONDS, aim=None):
    """Return the gaps over *boards*, and how many paths are proved the longest."""
    gaps, proved, times = [], 0, []
    for board in boards:
        path, used = longest(board, seconds)
        walked(board, path)
        gaps.append(100 * path.gap)
        times.append(used)
        proved += path.proved
    note = f"at most {max(gaps):.2g} %; {proved} of {len(gaps)} proved; {statistics.median(times):.2g} s"
    return Figure(f"gap, {name}", "%", statistics.median(gaps), aim=aim, note=note)


def circuit(board, seconds, hint=None):
    """Return the length of CP-SAT's path, and its bound; 0 if it has none."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    number = {tuple(cell): n for n, cell in enumerate(np.argwhere(board.open_cells).tolist())}
    steps = {}
    for (row, column), n in number.items():
        for down, right in board.moves.deltas:
            m = number.get((row + down, column + right))
            if m is not None:
                steps[n, m] = model.new_bool_var("")
    start, end = number[board.start], number[board.exits[0]]
    arcs = [(n, m, taken) for (n, m), taken in steps.items()]
    arcs += [(n, n, model.new_bool_var("")) for n in number.values() if n not in (start, end)]
    model.add_circuit([*arcs, (end, start, model.new_constant(1))])
    model.maximize(sum(steps.values()))
    if hint is not None:
        on_path = [number[tuple(cell)] for cell in np.asarray(hint).tolist()]
        taken = set(pairwise(on_path))
        for step, variable in steps.items():
            model.add_hint(variable, step in taken)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 2
    status = solver.solve(model)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return (int(solver.objective_value) if found else 0), int(solver.best_objective_bound)


def beside_cp_sat():
    """Return lengths and bounds of both, on the same boards."""
    if importlib.util.find_spec("ortools") is None:
        return
    for side, walls in PEER_BOARDS:
        board = percolation(side, walls, 1)
        path = board.paths().longest(anytime=PEER_SECONDS, seed=1)
        ours = walked(board, path)
        for name, hint in (("CP-SAT", None), ("CP-SAT, hinted", board.paths().shortest())):
            length, bound = circuit(board, PEER_SECONDS, hint)
            note = f"bounds {path.bound:,} and {bound:,}"
            yield Figure(
                f"longest path found, {side} x {side} with {100 * walls:.0f} % walls",
                "moves",
                ours,
                name,
                length,
                note=note,
            )


def figures():
    """Return gaps."""
    for walls in (0.1, 0.3):
        percolation(40, walls, 1).paths().longest(steps=300_000, seed=1)  # compiles
    found = []
    for side, aims in AIMS.items():
        for walls, aim in zip((0.1, 0.2, 0.3), aims, strict=True):
            boards = (percolation(side, walls, seed) for seed in SEEDS)
            found.append(report(f"{side} x {side}, {walls:.0%} walls", boards, aim=aim))
    found.append(report("king 40 x 40", [gw.Board.rectangle(40, 40, moves=gw.KING)], 5))
    found.append(report("knight 20 x 20", [gw.Board.rectangle(20, 20, moves=gw.KNIGHT)], 5))
    for name, moves in PIECES.items():
        for side, aim in PIECE_AIMS.items():
            for walls in (0.1, 0.3):
                boards = [percolation(side, walls, 1, moves)]
                found.append(report(f"{name} {side} x {side}, {walls:.0%} walls", boards, aim=aim))
    for braid in (0.15, 0.5):
        rooms = (gw.make("backtracker", 200, 200, seed=seed, braid=braid) for seed in LARGE_SEEDS)
        found.append(report(f"maze of 200 x 200 rooms, {braid:.0%} braid", rooms))
    return [*found, *beside_cp_sat()]
