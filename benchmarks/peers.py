"""Other programs that answer one start and one goal on a grid, each behind the same two calls.

A `Peer` is made ready once for a map; its `ask` is what gets timed, with the path as that
library gives it; `cells` turns that path into an array afterwards, for the check.  A peer that
is not installed is left out.  "strict" is the rule of the MovingAI benchmark: a diagonal needs both
cells beside it open.  A peer that "cuts" corners answers an easier question.
"""

import importlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

ROOT = 2**0.5
STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
MAX_CELLS = 300_000  # of a map that slow peers are asked about: their set-up alone takes seconds there


@dataclass
class Peer:
    """One library made ready for one map."""

    ask: Callable[[tuple[int, int], tuple[int, int]], Any]
    cells: Callable[[Any], np.ndarray] = np.asarray


def beside(open_cells, r, c):
    """Return for each cell whether the cell *r* rows down and *c* columns right is open."""
    rows, columns = open_cells.shape
    return np.pad(open_cells, 1)[1 + r : 1 + r + rows, 1 + c : 1 + c + columns]


def may_step(open_cells, r, c):
    """Return for each cell whether the king may step by (r, c) under the strict rule."""
    both = beside(open_cells, r, 0) & beside(open_cells, 0, c) if r and c else True
    return open_cells & beside(open_cells, r, c) & both


def edges(open_cells):
    """Return (from, to, cost) of every king's step under the strict rule, cells by flat index."""
    columns = open_cells.shape[1]
    tails = [np.flatnonzero(may_step(open_cells, r, c)) for r, c in STEPS]
    heads = [tail + r * columns + c for tail, (r, c) in zip(tails, STEPS, strict=True)]
    costs = [np.full(len(tail), math.hypot(r, c)) for tail, (r, c) in zip(tails, STEPS, strict=True)]
    return np.concatenate(tails), np.concatenate(heads), np.concatenate(costs)


def octile(down, right):
    """Return the cost of the king's path over the given rows and columns without walls."""
    down, right = abs(down), abs(right)
    return max(down, right) + (ROOT - 1) * min(down, right)


def custom_graph(open_cells):
    """Tcod's graph with one condition array a diagonal: the strict rule, costs 70 and 99."""
    tcod = importlib.import_module("tcod.path")
    cost = open_cells.astype(np.int32, order="C")
    graph = tcod.CustomGraph(open_cells.shape)
    for r, c in STEPS:
        if r and c:
            condition = may_step(open_cells, r, c).astype(np.int8, order="C")
            graph.add_edge((r, c), 99, cost=cost, condition=condition)
        else:
            graph.add_edge((r, c), 70, cost=cost)
    graph.set_heuristic(cardinal=70, diagonal=99)

    def ask(start, goal):
        finder = tcod.Pathfinder(graph)
        finder.add_root(start)
        return finder.path_to(goal)

    return Peer(ask)


def old_astar(open_cells):
    """Tcod's first A*: floating costs, corners cut."""
    finder = importlib.import_module("tcod.path").AStar(open_cells.astype(np.int32), ROOT)
    return Peer(
        lambda start, goal: (start, finder.get_path(*start, *goal)),
        lambda answer: np.array([answer[0], *answer[1]]),
    )


def pyastar(open_cells):
    """Return pyastar2d: a diagonal costs 1 and cuts corners."""
    astar_path = importlib.import_module("pyastar2d").astar_path
    weights = np.where(open_cells, 1, np.inf).astype(np.float32)
    return Peer(lambda start, goal: astar_path(weights, start, goal, allow_diagonal=True))


def skimage(open_cells):
    """Return scikit-image's MCP_Geometric, one object for all queries: corners cut, no heuristic."""
    finder = importlib.import_module("skimage.graph").MCP_Geometric(np.where(open_cells, 1.0, -1.0))

    def ask(start, goal):
        finder.find_costs([start], [goal])
        return finder.traceback(goal)

    return Peer(ask)


def scipy(open_cells):
    """Return SciPy's Dijkstra over a sparse matrix of the strict graph; it takes no goal."""
    csgraph = importlib.import_module("scipy.sparse.csgraph")
    tails, heads, costs = edges(open_cells)
    size, columns = open_cells.size, open_cells.shape[1]
    matrix = importlib.import_module("scipy.sparse").csr_array((costs, (tails, heads)), shape=(size, size))

    def ask(start, goal):
        source, v = start[0] * columns + start[1], goal[0] * columns + goal[1]
        before = csgraph.dijkstra(matrix, indices=source, return_predecessors=True)[1]
        path = [v]
        while v != source:
            v = before[v]
            path.append(v)
        return path[::-1]

    return Peer(ask, lambda path: np.stack(np.divmod(path, columns), axis=1))


def networkx(open_cells):
    """Return NetworkX's A* on the strict graph."""
    nx, columns = importlib.import_module("networkx"), open_cells.shape[1]
    graph = nx.DiGraph()
    graph.add_weighted_edges_from(zip(*(part.tolist() for part in edges(open_cells)), strict=True))

    def ask(start, goal):
        def bound(u, v):
            return octile(u // columns - v // columns, u % columns - v % columns)

        return nx.astar_path(graph, start[0] * columns + start[1], goal[0] * columns + goal[1], bound)

    return Peer(ask, lambda path: np.stack(np.divmod(path, columns), axis=1))


def rustworkx(open_cells):
    """Return rustworkx's A* on the strict graph; goal, cost and bound are called back in Python."""
    rx, columns = importlib.import_module("rustworkx"), open_cells.shape[1]
    graph = rx.PyDiGraph()
    graph.add_nodes_from(range(open_cells.size))
    graph.add_edges_from(list(zip(*(part.tolist() for part in edges(open_cells)), strict=True)))

    def ask(start, goal):
        row, column = goal
        target = row * columns + column
        return rx.astar_shortest_path(
            graph,
            start[0] * columns + start[1],
            lambda v: v == target,
            lambda cost: cost,
            lambda v: octile(v // columns - row, v % columns - column),
        )

    return Peer(ask, lambda path: np.stack(np.divmod(np.array(path), columns), axis=1))


def pathfinding(open_cells):
    """Return python-pathfinding's A* under the strict rule; the grid is cleaned for every query."""
    grid = importlib.import_module("pathfinding.core.grid").Grid(matrix=open_cells.astype(int).tolist())
    rule = importlib.import_module("pathfinding.core.diagonal_movement").DiagonalMovement
    finder = importlib.import_module("pathfinding.finder.a_star").AStarFinder(
        diagonal_movement=rule.only_when_no_obstacle
    )

    def ask(start, goal):
        grid.cleanup()
        return finder.find_path(grid.node(*start[::-1]), grid.node(*goal[::-1]), grid)[0]

    return Peer(ask, lambda path: np.array([(node.y, node.x) for node in path]))


STRICT, CUTS = "strict", "cuts"
FAST = {  # name: (module, rule, how it is made)
    "tcod CustomGraph": ("tcod", STRICT, custom_graph),
    "tcod AStar": ("tcod", CUTS, old_astar),
    "pyastar2d": ("pyastar2d", CUTS, pyastar),
}
SLOW = {
    "scikit-image": ("skimage", CUTS, skimage),
    "scipy": ("scipy", STRICT, scipy),
    "rustworkx": ("rustworkx", STRICT, rustworkx),
    "networkx": ("networkx", STRICT, networkx),
    "pathfinding": ("pathfinding", STRICT, pathfinding),
}


def installed(peers):
    """Return the *peers* whose modules can be imported."""
    there = {}
    for name, peer in peers.items():
        try:
            importlib.import_module(peer[0])
        except ImportError:
            continue
        there[name] = peer
    return there
