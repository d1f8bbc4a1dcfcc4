"""How fast is the shortest path through cells, and how often proved?  And the shortest walk through stops?

Boards and cells are seeded; cells off every path are skipped and counted
("none").  Every path is followed, and held against its bound; compilation is excluded.  Seconds are
processor time.  The peer through one cell is networkx's flow of two units on split nodes; that of
walks its Christofides tour over the same distances.
"""

import importlib
import itertools
import statistics
import time

import numpy as np

import gridwalk as gw
from benchmarks.figures import Figure
from gridwalk import Board

BOARDS = 10
ENOUGH = 20  # seconds for the boards of one kind
LONG = 10  # seconds for one board


def clutter(n, walls, seed):
    """Return a board with so many walls at random."""
    cells = np.random.default_rng(seed).random((n, n)) >= walls
    cells[0, 0] = cells[-1, -1] = True
    return Board(cells, start=(0, 0), exits=[(n - 1, n - 1)])


def braid(rooms, share, seed):
    """Return a maze with so many of its dead ends opened."""
    return gw.make("backtracker", rooms, rooms, seed=seed, braid=share)


def cells_of(board, k, seed):
    """Return random open cells."""
    cells = np.random.default_rng(seed).permutation(np.argwhere(board.open_cells))[:k]
    return [tuple(cell) for cell in cells.tolist()]


def check(board, path, cells):
    """Stop unless the path is one, through the cells, and no shorter than its bound."""
    if path not in board.paths().through(cells) or path.bound > path.cost:
        raise SystemExit("through: a wrong path")


KINDS = {
    "200 x 200, 10 % walls": (lambda seed: clutter(200, 0.1, seed), (1, 3, 5, 8)),
    "200 x 200, 30 % walls": (lambda seed: clutter(200, 0.3, seed), (1, 3, 5, 8)),
    "1000 x 1000, 20 % walls": (lambda seed: clutter(1000, 0.2, seed), (1, 3, 5)),
    "maze of 100 x 100 rooms, half of its dead ends opened": (lambda seed: braid(100, 0.5, seed), (1, 3, 5)),
    "maze of 200 x 200 rooms, all dead ends opened": (lambda seed: braid(200, 1, seed), (1, 3, 5)),
}


def through(name, make, k):
    """One row: so many boards of a kind, *k* cells."""
    seconds, proved, gaps, none = [], 0, [], 0
    for seed in itertools.count(1):
        if len(seconds) == BOARDS or sum(seconds) > ENOUGH:
            break
        board = make(seed)
        _ = board._moves_of_cell
        cells = cells_of(board, k, seed)
        began = time.process_time()
        try:
            path = board.paths().through(cells).shortest(anytime=LONG)
        except gw.TimeLimitError:
            path = "none found"
        took = time.process_time() - began
        if path is None:
            none += 1
            continue
        seconds.append(took)
        if path != "none found":
            check(board, path, cells)
            proved += path.proved
            gaps += [] if path.proved else [path.gap]
    gap = f", gap of the others {statistics.median(gaps):.2%}" if gaps else ""
    note = (
        f"proved {proved} of {len(seconds)}{gap}; at most {max(seconds) * 1e3:,.0f} ms; {none} more have none"
    )
    aim = 20.0 if (name, k) == ("200 x 200, 10 % walls", 3) else None
    return Figure(f"{k} cells, {name}", "ms", statistics.median(seconds) * 1e3, aim=aim, note=note)


def beside_networkx(rounds=3):
    """Through one cell of 40 x 40 with 20 % walls, beside a minimum-cost flow of two units."""
    try:
        nx = importlib.import_module("networkx")
    except ImportError:
        return []
    ours, theirs = [], []
    for seed in itertools.count(1):
        if len(ours) == rounds:
            break
        board = clutter(40, 0.2, seed)
        (cell,) = cells_of(board, 1, seed)
        began = time.process_time()
        path = board.paths().through(cell).shortest()
        took = time.process_time() - began
        if path is None:
            continue
        graph = nx.DiGraph()
        for u in map(tuple, np.argwhere(board.open_cells).tolist()):
            graph.add_edge((u, 0), (u, 1), capacity=2 if u == cell else 1, weight=0)
            for v, _ in board.moves_from(u):
                graph.add_edge((u, 1), (v, 0), capacity=1, weight=1)
        for end in (board.start, *board.exits):
            graph.add_edge((end, 1), "end", capacity=1, weight=0)
        began = time.process_time()
        flow = nx.max_flow_min_cost(graph, (cell, 1), "end")
        theirs.append(time.process_time() - began)
        ours.append(took)
        if nx.cost_of_flow(graph, flow) != path.length:
            raise SystemExit("through: networkx finds another length")
    name, median = "1 cell, 40 x 40, 20 % walls", statistics.median
    return [Figure(name, "ms", median(ours) * 1e3, "networkx, a flow", median(theirs) * 1e3)]


def visit(k):
    """A walk through *k* stops of a maze of 100 x 100 rooms, beside Christofides's tour."""
    board = braid(100, 0.5, 1)
    stops = cells_of(board, k, k)
    began = time.process_time()
    walk = board.visit(stops, start=stops[0], back=True)
    seconds = time.process_time() - began
    name, note = f"walk through {k} stops of 201 x 201 and back", f"at least {walk.bound:,}; {seconds:.2g} s"
    try:
        nx = importlib.import_module("networkx")
    except ImportError:
        return Figure(name, "moves", walk.length, note=note)
    graph = nx.Graph()
    for stop in stops:
        field = board.distances(stop)
        graph.add_weighted_edges_from((stop, other, field[other]) for other in stops if other != stop)
    began = time.process_time()
    tour = nx.approximation.christofides(graph)
    note += f"; theirs {time.process_time() - began:.2g} s, distances not counted"
    length = sum(graph.edges[edge]["weight"] for edge in itertools.pairwise(tour))
    return Figure(name, "moves", walk.length, "Christofides (networkx)", length, note=note)


def figures():
    """Return all figures."""
    for make, k in ((lambda: clutter(60, 0.3, 1), 3), (lambda: braid(30, 0.5, 1), 3)):  # compiles
        for seed in range(12):
            board = make()
            board.paths().through(cells_of(board, k, seed)).shortest(anytime=1, gap=0.3)
    braid(20, 0.5, 1).visit(cells_of(braid(20, 0.5, 1), 30, 1))
    rows = [through(name, make, k) for name, (make, numbers) in KINDS.items() for k in numbers]
    return [*rows, *beside_networkx(), *map(visit, (10, 16, 40, 100))]
