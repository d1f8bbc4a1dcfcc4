"""How fast do paths come in order?  Boards with walls and costs, medians over ten seeds, peers beside them.

Every list is checked: costs never decrease, no path is there twice, and the peers' costs are ours.
Compilation is excluded by a first run.  NetworkX (`shortest_simple_paths`) and igraph
(`get_k_shortest_paths`) have Yen's algorithm; rustworkx has none for simple paths.  A peer that is not
installed is left out.
"""

import importlib
import statistics
import time
from itertools import islice, product

import numpy as np

from benchmarks.figures import Figure
from benchmarks.peers import installed
from gridwalk import Board, make

SEEDS = range(10)
PERCENT = 20  # of walls
COSTS = 10  # from 1 to below
AIMS = {"1,000 paths": 0.3, "100 paths by cost": 1.0}  # seconds of processor time
SIZES = ((10, 1000), (20, 100), (50, 20), (100, 5))  # side, paths: what the peers can do in some seconds


def board_of(side, seed, *, costs=False):
    """Return a board of *side* by *side* with walls, with a path from corner to corner."""
    board = make("percolation", side, side, seed=seed, walls=PERCENT / 100)
    ends = {"start": board.start, "exits": board.exits}
    given = np.random.default_rng(seed).integers(1, COSTS, (side, side)) if costs else None
    return Board(board.open_cells, costs=given, **ends)


def first(board, number):
    """Return the first paths in order, and check them."""
    found = list(islice(board.paths().in_order(), number))
    costs = [path.cost for path in found]
    if costs != sorted(costs) or len(set(found)) != len(found):
        raise SystemExit("in_order: not in order, or twice the same")
    return costs


def seconds_of(work):
    """Return the processor seconds of *work*, and its answer."""
    began = time.process_time()
    answer = work()
    return time.process_time() - began, answer


def edges_of(board):
    """Return (tail, head, cost) of every move, cells by flat index."""
    table, deltas = board._moves_of_cell, board._delta_of_move
    tails = [np.flatnonzero(table >> m & 1) for m in range(len(deltas))]
    heads = [tail + delta for tail, delta in zip(tails, deltas.tolist(), strict=True)]
    head = np.concatenate(heads)
    costs = np.ones(len(head)) if board.costs is None else board.costs.ravel()[head].astype(float)
    return np.concatenate(tails), head, costs


def networkx(board, number):
    """Return a function that asks NetworkX for the costs of the first paths."""
    nx = importlib.import_module("networkx")
    graph = nx.DiGraph()
    graph.add_weighted_edges_from(zip(*(part.tolist() for part in edges_of(board)), strict=True))
    source, target = board.index(board.start), board.index(board.exits[0])

    def ask():
        weight = None if board.costs is None else "weight"
        paths = list(islice(nx.shortest_simple_paths(graph, source, target, weight=weight), number))
        return [nx.path_weight(graph, path, "weight") for path in paths]

    return ask


def igraph(board, number):
    """Return a function that asks igraph for the costs of the first paths."""
    tails, heads, costs = edges_of(board)
    graph = importlib.import_module("igraph").Graph(
        n=board.size, edges=list(zip(tails.tolist(), heads.tolist(), strict=True)), directed=True
    )
    graph.es["weight"] = costs.tolist()
    source, target = board.index(board.start), board.index(board.exits[0])

    def ask():
        weights = None if board.costs is None else "weight"
        found = graph.get_k_shortest_paths(source, target, k=number, weights=weights, output="epath")
        return [sum(costs[path]) for path in found]

    return ask


PEERS = {"igraph": ("igraph", igraph), "networkx": ("networkx", networkx)}


def alone():
    """Return the medians of the boards that have an aim."""
    found = []
    for side, number, costs in ((100, 1000, False), (100, 100, True), (100, 1000, True), (1000, 1000, False)):
        name = f"{number:,} paths{' by cost' * costs}"
        times = []
        for seed in SEEDS if side < 1000 else range(3):
            board = board_of(side, seed, costs=costs)
            times.append(seconds_of(lambda board=board, number=number: first(board, number))[0])
        aim = AIMS.get(name) if side == 100 else None
        note = f"at most {max(times):.2g} s"
        found.append(Figure(f"{side} x {side}, {name}", "s", statistics.median(times), aim=aim, note=note))
    maze = make("backtracker", 50, 50, seed=1, braid=1.0)
    seconds = seconds_of(lambda: first(maze, 1000))[0]
    return [*found, Figure("50 x 50 rooms, no dead ends, 1,000 paths", "s", seconds)]


def beside_peers():
    """Return figures beside the peers'."""
    found = []
    for (side, number), costs in product(SIZES, (False, True)):
        board = board_of(side, 1, costs=costs)
        ours, right = min(
            seconds_of(lambda board=board, number=number: first(board, number)) for _ in range(3)
        )
        name = f"{side} x {side}, the first {number:,} paths; by cost"
        for peer, (_, ready) in installed(PEERS).items():
            theirs, answer = seconds_of(ready(board, number))
            if answer != right:
                raise SystemExit(f"in_order: {peer} has other costs")
            found.append(Figure(name, "ms", 1e3 * ours, peer, 1e3 * theirs))
    return found


def figures():
    """Return both tables."""
    for costs in (False, True):
        for side, number in ((30, 20_000), (100, 1000)):  # compiles
            first(board_of(side, 0, costs=costs), number)
    return [*alone(), *beside_peers()]
