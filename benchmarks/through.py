"""How long is the shortest walk through stops, and how fast is it found, beside Christofides's tour?

Boards and stops are seeded; compilation is excluded.  Seconds are processor time.  The peer is networkx's
tour over the same distances.
"""

import importlib
import itertools
import time

import numpy as np

import gridwalk as gw
from benchmarks.figures import Figure


def braid(rooms, share, seed):
    """Return a maze with the given share of its dead ends opened."""
    return gw.make("backtracker", rooms, rooms, seed=seed, braid=share)


def cells_of(board, k, seed):
    """Return random open cells."""
    cells = np.random.default_rng(seed).permutation(np.argwhere(board.open_cells))[:k]
    return [tuple(cell) for cell in cells.tolist()]


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
    braid(20, 0.5, 1).visit(cells_of(braid(20, 0.5, 1), 10, 1))  # compiles
    return [*map(visit, (10, 16))]
