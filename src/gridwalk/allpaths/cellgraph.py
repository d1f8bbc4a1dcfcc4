"""The graph of all cells that may be on a path, for induced paths, numbered paths and disjoint paths.

These questions depend on single cells, so the graph has no corridors, unlike the blocks of a reduced board.
If a path may start in several cells, a virtual cell is joined to all of them and is the start; likewise for
the end.  `cell_graph` also finds an order of the cells for frontier-based search.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.frontier import Family, Graph
from gridwalk.allpaths.order import MAX_WIDTH, QUICK_SEARCH, Junctions, best_order
from gridwalk.allpaths.reduce.network import BACK, ONWARD, Neighbours
from gridwalk.errors import HopelessError
from gridwalk.runtime.limits import Watch

MAX_CELLS = 20_000  # of a board that may be swept
TELL_AFTER = 1024  # cells
# With n cells on the frontier there are about SHARE * LETTERS**n states; the constants with APART are for
# induced paths.  They were fitted to 56 counts; five in six of the estimates are within a factor of three.
APART_SHARE, APART_LETTERS = 0.6, 2.41
SHARE, LETTERS, LETTERS_OF_ALL = 0.3, 3.0, 2.4  # LETTERS_OF_ALL: if all cells must be visited
ANYWHERE = 2.15  # factor of the states for each virtual start or end
STATE_SECONDS, LAYER_SECONDS = 1.2e-7, 4e-5
STATE_BYTES = 3 * 32  # in this layer, in the previous one, and in the hash table
SCRATCH = 1 << 20  # bytes


@dataclass(frozen=True, eq=False)
class PathCells:
    """The cells that may be on the paths of a question, as flat numbers.

    Attributes
    ----------
    open_cells : array of bool
    starts, exits : collections of int
        Where a path may start and end.  Both are empty for cycles, and if each path has given ends (*pairs*).
    pairs : sequence of (int, int)
        The first and last cell of each path, where they are given.
    must_visit : collection of int
    stops : bool
        Whether a path ends at the first exit that it comes to.
    induced : bool
        Whether paths are induced: no move of the whole board joins cells of paths that are not consecutive.

    """

    open_cells: NDArray[np.bool_]
    must_visit: Collection[int]
    starts: Collection[int] = ()
    exits: Collection[int] = ()
    pairs: Sequence[tuple[int, int]] = ()
    stops: bool = False
    induced: bool = False


@dataclass(frozen=True, eq=False)
class CellGraph:
    """The graph of the cells that may be on a path, and an order in which to decide them.

    Attributes
    ----------
    graph : Graph
    order : list of int
    flat : int64 array
        The flat cell of each cell of the graph; -1: a virtual start or end.
    start, end : int
        The two ends of a single path; -1 for cycles and for several paths.

    """

    graph: Graph
    order: list[int]
    flat: NDArray[np.int64]
    start: int = -1
    end: int = -1

    @classmethod
    def nothing(cls) -> CellGraph:
        """Return a graph without paths: a single cell that must be visited, and cannot be."""
        return cls(Graph.plain(1, np.zeros((0, 2), np.int64), [0]), [0], np.array([-1]))

    def lengths(self, of_place: NDArray[np.int64] | None) -> list[int]:
        """Return the number of moves of each edge: 1; on a network the length *of_place*, counted once."""
        found, known = [], {-1}
        for pair in self.flat[self.graph.edges].tolist():
            place = max(pair) if min(pair) >= 0 else -1
            if of_place is None:
                found.append(int(place >= 0))
            else:
                found.append(0 if place in known else int(of_place[place]))
            known.add(place)
        return found

    def place(self, cells: Iterable[int]) -> list[int]:
        """Return the numbers in the graph of flat *cells*."""
        number = {u: n for n, u in enumerate(self.flat.tolist())}
        return [number[u] for u in cells]

    def walks(self, edges: Iterable[int], starts: Sequence[int]) -> list[NDArray[np.int32]]:
        """Return the flat cells of the paths over *edges*, one for each start; without starts, of a cycle."""
        near: dict[int, list[int]] = {}
        for edge in edges:
            u, v = self.graph.edges[edge].tolist()
            near.setdefault(u, []).append(v)
            near.setdefault(v, []).append(u)
        found = []
        for start in starts or [min(near, key=lambda v: int(self.flat[v]))]:
            walk, before = [start], -1
            while onward := [v for v in near[walk[-1]] if v not in (before, start)]:
                before = walk[-1]
                walk.append(onward[0])
            flat = self.flat[walk]
            found.append(flat[flat >= 0].astype(np.int32))
        return found

    def edges(self, paths: Iterable[Sequence[int]], *, closed: bool) -> list[int]:
        """Return the edges of *paths* (or of a cycle), given as flat cells."""
        edge_of = {tuple(sorted(pair)): edge for edge, pair in enumerate(self.graph.edges.tolist())}
        found = []
        for path in paths:
            cells = self.place(path)
            if self.start >= 0:
                ends = [v for v in (self.start, self.end) if self.flat[v] < 0]
                cells = [*[v for v in ends if v == self.start], *cells, *[v for v in ends if v == self.end]]
            cells += cells[:1] * closed
            found += [edge_of[min(pair), max(pair)] for pair in pairwise(cells)]
        return found

    def estimate(self, family: Family) -> Estimate:
        """Return the estimate of a sweep, from the number of cells on the frontier after each layer."""
        virtual = self.flat < 0
        width = [sum(v >= 0 and not virtual[v] for v in layer.cells_after) for layer in family.layers]
        share, letters = SHARE, LETTERS_OF_ALL if self.graph.must_visit[~virtual].all() else LETTERS
        if family.sees_pairs:
            share, letters = APART_SHARE, APART_LETTERS
        share *= ANYWHERE ** np.count_nonzero(virtual)
        states = np.maximum(1, share * letters ** np.minimum(width, MAX_WIDTH).astype(float))
        most, work = float(states.max(initial=1)), float(states.sum())
        seconds = work * STATE_SECONDS + len(family.layers) * LAYER_SECONDS
        return Estimate("sweep", most, most * STATE_BYTES + SCRATCH, work, seconds)


def cell_graph(
    near: Neighbours, wanted: PathCells, columns: int, watch: Watch, *, is_network: bool
) -> CellGraph:
    """Return the graph of the cells that may be on a path, with an order that keeps the frontier narrow.

    Raises
    ------
    HopelessError
        If there are too many cells.

    """
    live = _live(near, wanted, watch)
    if live.size > MAX_CELLS:
        raise HopelessError(f"{live.size:,} cells are left of the board")
    row, column = np.divmod(live, columns)
    if live.size and np.ptp(column) > np.ptp(row):  # cells are numbered along the shorter side
        live = live[np.lexsort((row, column))]
    number = {u: n for n, u in enumerate(live.tolist())}
    given = [*wanted.must_visit, *(v for pair in wanted.pairs for v in pair)]
    starts, exits = ([number[u] for u in some if u in number] for some in (wanted.starts, wanted.exits))
    single = bool(wanted.starts or wanted.exits)
    if not live.size or any(u not in number for u in given) or (single and not (starts and exits)):
        return CellGraph.nothing()
    rows = [
        (number[u], number[v], way)
        for u in live.tolist()
        for v, way in near.of_cell(u)
        if v in number and number[u] < number[v] and (way or wanted.induced)
    ]
    cells, flat, ends, virtual = live.size, live.tolist(), [-1, -1], 0
    for k, some in enumerate((starts, exits)):
        if len(some) == 1 and (not k or some != starts):
            ends[k] = some[0]
        elif some:
            ends[k] = cells
            rows += [(u, cells, 3) for u in some]
            virtual, cells, flat = virtual + len(some), cells + 1, [*flat, -1]
    table = np.array(rows, np.int64).reshape(-1, 3)
    graph = Graph.plain(cells, table[:, :2], [number[u] for u in wanted.must_visit], table[:, 2])
    stops = np.full(cells, -1)
    if wanted.stops and ends[1] >= live.size:
        stops[exits] = np.arange(len(rows) - len(exits), len(rows))
    graph = replace(graph, virtual=np.arange(len(rows)) >= len(rows) - virtual, stops=stops)
    inner = graph.edges[~graph.virtual]
    junctions = Junctions(live.size, inner[:, 0], inner[:, 1])
    found = best_order(junctions, (), watch, QUICK_SEARCH, None if is_network else live % columns)
    order = [*found.tolist(), *range(live.size, cells)]
    return CellGraph(graph, order, np.array(flat, np.int64), *ends)


def _live(near: Neighbours, wanted: PathCells, watch: Watch) -> NDArray[np.int64]:
    """Return the cells that may be on a path: between some start and some exit, without dead ends."""
    live, ends = wanted.open_cells.copy(), np.zeros(len(wanted.open_cells), bool)
    first = [*wanted.starts, *(pair[0] for pair in wanted.pairs)]
    last = [*wanted.exits, *(pair[1] for pair in wanted.pairs)]
    ends[first + last] = True
    if first or last:
        live &= _reached(near, first, live, ONWARD, watch) & _reached(near, last, live, BACK, watch)
    left = {u: sum(1 for v, way in near.of_cell(u) if way and live[v]) for u in np.flatnonzero(live).tolist()}
    dead = [u for u, ways in left.items() if ways < 2 and not ends[u]]
    while dead:
        u = dead.pop()
        live[u] = False
        for v, way in near.of_cell(u):
            if way and live[v]:
                left[v] -= 1
                if left[v] == 1 and not ends[v]:
                    dead.append(v)
    return np.flatnonzero(live)


def _reached(
    near: Neighbours, some: Iterable[int], live: NDArray[np.bool_], bit: int, watch: Watch
) -> NDArray[np.bool_]:
    """Return a mask of the cells that are reached from *some* by moves whose way has the *bit* set."""
    found = np.zeros(len(live), bool)
    stack = [u for u in some if live[u]]
    found[stack] = True
    while stack:
        u = stack.pop()
        for v, way in near.of_cell(u):
            if way & bit and live[v] and not found[v]:
                found[v] = True
                stack.append(v)
        if len(stack) % TELL_AFTER == 0:
            watch.check(0, 0, 0)
    return found
