"""Paths in order of cost or length: the search of `kernels.listing.in_order` over a reduced board."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.errors import MemoryLimitError
from gridwalk.grids.cells import pairs_of
from gridwalk.grids.checks import exact_sums
from gridwalk.kernels.codes import BACKTRACKS, EXHAUSTED, EXPANDED, FULL, GATHERED, LEAD, NONE, PAUSED, TAIL
from gridwalk.kernels.listing import branches
from gridwalk.kernels.listing.in_order import costs_to_sink, list_in_order
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import check, run, run_slice
from gridwalk.shrink.lifted import lifted
from gridwalk.shrink.series import Series

BY = "lawler"
FAR = 1 << 62  # above every sum of costs that are whole numbers
ANY = 1 << 40  # moves: more than any path has
CLOSE = 1e-11  # relative: sums of the same fractions in another order differ by less
PATIENCE = 1000  # steps without a path before two ways from each required item are looked for
MAX_SLACK = Fraction(10**300)  # as a float
MAX_ITEMS = 62  # required cells of which the search keeps account
KEPT_NODES = 1 << 22  # of the tree of a listing by length: 84 MB
FIRST_NODES, FIRST_STEPS, FIRST_HEAP = 1 << 10, 1 << 8, 1 << 10
BATCH_PATHS = 1 << 12  # the maximum of paths in a batch
BYTES_PER_NODE, BYTES_PER_STEP, BYTES_PER_PLACE, BYTES_PER_EDGE, BYTES_PER_VERTEX = 20, 56, 16, 88, 64
BRANCHES = "the branches of the paths listed so far"
ASK_FEWER = "ask for fewer paths, or for those near the shortest (nearly_shortest)"


@dataclass
class Ordered:
    """The search for the paths of *series* in order: of lengths if *by_length*, else of costs or turns.

    Parameters
    ----------
    series : Series
    by_length : bool
    min_moves, max_moves : int
        The range of lengths.
    memory : int
        The bytes allowed.
    watch : Watch
    one_by_one : bool
        Whether batches have one path each, until `stop_at` is called.
    turn_cost : float or None
        What a turn adds to the cost; infinite: turns count first, then moves; None: nothing.

    Attributes
    ----------
    unit : float
        The key of a path of cost (length) 1.
    exact : bool
        Whether keys order the paths exactly; else up to a relative 1e-11.
    rounded : bool
        Whether a key is the number nearest to a cost that is none: of diagonal steps.

    """

    series: Series
    by_length: bool
    min_moves: int
    max_moves: int
    memory: int
    watch: Watch
    one_by_one: bool = False
    turn_cost: float | None = None
    unit: float = field(init=False)
    exact: bool = field(init=False)
    rounded: bool = field(init=False)

    def __post_init__(self) -> None:
        if self.turn_cost is not None:
            self.series, turns = lifted(self.series)
        series = self.series
        self._refuse(series.edges * BYTES_PER_EDGE + series.vertices * BYTES_PER_VERTEX, "the reduced board")
        moves = series.moves_of_corridor[series.corridor_of_edge]
        cost, self.unit = (moves, 1.0) if self.by_length else series.costs()
        self.rounded = self.unit != 1.0
        if self.turn_cost == math.inf:  # no path has as many moves as a turn counts for
            self.unit, self.rounded = float(series.moves_of_corridor.sum() + 1), False
            cost = turns * int(self.unit) + moves
        elif self.turn_cost is not None:
            exact = not self.rounded and self.turn_cost * turns.sum() < FAR >> 2 and self.turn_cost % 1 == 0
            cost = cost + turns * int(self.turn_cost) if exact else cost / self.unit + turns * self.turn_cost
            self.unit, self.rounded = 1.0, False
        steps = series.grid._step_costs
        fractions = not (self.by_length or steps.cost_of_cell is None or steps.are_exact)
        self.exact = not (fractions or (cost.dtype.kind == "f" and not exact_sums(cost)))
        self._far = cost.dtype.type(FAR if cost.dtype.kind == "i" else np.inf)
        self._items = series.required[:MAX_ITEMS]
        self._graph = (series.first_edge, series.head_of_edge, cost), moves, self._needs()
        self._lay_out()

    @property
    def keeps_all(self) -> bool:
        """Whether the search sees to all conditions of the question."""
        return len(self._items) == len(self.series.required)

    def stop_at(self, slack: Fraction, is_share: bool, *, from_zero: bool = False) -> None:
        """List only paths of at most so much (or such a share) more than the path just listed, or than 0."""
        first = 0 if from_zero else self._limits[branches.LATEST].item()
        self.one_by_one = False
        limits = self._limits
        if self.turn_cost == math.inf:
            turns = first // int(self.unit)
            most = min((turns + math.floor(slack * (turns if is_share else 1)) + 1) * int(self.unit), FAR) - 1
        elif limits.dtype.kind == "f":
            more = float(min(slack, MAX_SLACK)) * (first if is_share else self.unit)
            most = (first + more) * (1 + CLOSE * (not self.exact))
        else:
            exact = slack * (first if is_share else Fraction(self.unit))
            if self.rounded:
                exact += (first + exact) * Fraction(CLOSE)
            most = min(first + math.floor(exact), FAR - 1)
        limits[branches.MOST] = min(most, limits[branches.MOST].item())
        # The search for a second path may have begun with a higher cost.
        limits[branches.REACH] = min(most, limits[branches.REACH].item())

    def batches(self) -> Iterator[Batch[Path]]:
        """Yield the paths in batches: the first has one path, each of the others twice as many."""
        paths, room = 1, 256
        while True:
            cells, offsets = np.empty(room, np.int32), np.zeros(paths + 1, np.int64)
            self._state[GATHERED] = 0
            status = self._fill((cells, offsets))
            gathered = int(self._state[GATHERED])
            if gathered:
                flat = cells[: offsets[gathered]]
                pairs = pairs_of(flat, self.series.grid.columns)
                yield Batch(self.series.grid, pairs, offsets[: gathered + 1].copy(), BY)
                paths = 1 if self.one_by_one else min(2 * paths, BATCH_PATHS)
            if status == EXHAUSTED:
                return
            room = max(room, 2 * room if not gathered else 0, 2 * int(offsets[gathered]))

    @property
    def effort(self) -> tuple[int, int]:
        """How many vertices were entered, and left again, so far."""
        return int(self._state[EXPANDED]), int(self._state[BACKTRACKS])

    # ------------------------------------------------------------------------------- arrays

    def _needs(self) -> NDArray[np.int64]:
        """Return a mask for each edge: the required items that it passes or enters."""
        if not self._items:
            return np.zeros(1, np.int64)
        needs = np.zeros(self.series.edges, np.int64)
        for i, item in enumerate(self._items):
            needs[self._edges_of(*item)] |= 1 << i
        return needs

    def _lay_out(self) -> None:
        series, cost, vertices = self.series, self._graph[0][2], self.series.vertices
        rest = self._costs_to({vertices - 1: 0}, cost)
        moves = rest
        if not self.by_length and self.max_moves < ANY:
            moves = self._costs_to({vertices - 1: 0}, self._graph[1])
        elif not self.by_length:
            moves = np.zeros(vertices, np.int64)
        copies = self._copies(rest)
        self._bounds = rest, moves, *self._tours(cost, rest), self._routes(cost), copies

        kind = cost.dtype
        self._tree: tuple[NDArray[Any], ...] = tuple(
            np.zeros(FIRST_NODES, kind) for kind in (np.int32, np.int32, np.int32, kind)
        )
        integers = np.int32, np.int32, np.int32, kind, np.int32, kind, np.int64, kind, np.int64
        self._path: tuple[NDArray[Any], ...] = tuple(np.zeros(FIRST_STEPS, kind) for kind in integers)
        self._on_path = np.zeros(vertices, np.uint8)
        scratch = (kind, np.int64, np.int32, np.int32, np.int32)
        self._scratch: tuple[NDArray[Any], ...] = tuple(np.zeros(vertices, kind) for kind in scratch)
        self._heap: tuple[NDArray[Any], ...] = np.zeros(FIRST_HEAP, kind), np.zeros(FIRST_HEAP, np.int32)
        begin, end = series.ranges_of_edge
        self._cells = series.cell_of_vertex, series.inner, begin, end, series.head_of_edge

        self._state = np.zeros(branches.REGISTERS, np.int64)
        self._limits = np.zeros(6, kind)
        self._limits[branches.REACH] = self._limits[branches.LAST] = -1
        self._limits[branches.FAR] = self._far
        self._limits[branches.MOST] = FAR - 1 if kind.kind == "i" else np.finfo(kind).max
        self._limits[branches.SPREAD] = 0 if self.exact else CLOSE
        self._begin(rest[series.source])

    def _copies(self, rest: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[Any]]:
        """Return for each vertex the first of its copies, the end of them, and the least of their *rest*."""
        origin = self.series.origin_of_vertex
        if origin is None:
            first = np.arange(len(rest))
            return first, first + 1, rest
        first, end = (np.searchsorted(origin, origin, side) for side in ("left", "right"))
        begins, group = np.unique(first, return_inverse=True)
        return first, end, np.minimum.reduceat(rest, begins)[group]

    def _begin(self, least: Any) -> None:
        """Make the root of the tree, and put it on the path."""
        state, source = self._state, self.series.source
        state[branches.STORED] = state[branches.TOP] = 1
        state[branches.FREE] = state[LEAD] = NONE
        state[branches.KEEP] = min(KEPT_NODES, self.memory // (2 * BYTES_PER_NODE)) if self.by_length else FAR
        state[branches.MIN_MOVES], state[branches.MAX_MOVES] = self.min_moves, self.max_moves
        grid = self.series.grid
        plain = grid._step_costs.is_plain and grid._step_costs.are_mutual
        two_ways = self.exact and grid._symmetric and (self.by_length or plain) and self.turn_cost is None
        state[branches.PATIENCE] = PATIENCE if two_ways else FAR
        state[branches.NEEDS] = (1 << len(self._items)) - 1
        if self.by_length:
            least = max(least, self.min_moves)
            self._limits[branches.MOST] = min(int(self._limits[branches.MOST]), self.max_moves)
        tree, path = self._tree, self._path
        tree[branches.CHILD][0], tree[branches.SIBLING][0] = branches.UNKNOWN, NONE
        tree[branches.KEY][0] = least
        path[branches.CURSOR][0], path[branches.VERTEX][0] = branches.NEW, source
        path[branches.LOW][0] = self._bounds[0][source]
        self._on_path[source] = 1

    def _tours(self, cost: NDArray[Any], rest: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return what the required items cost, as `branches.bound_on` takes it.

        Cheapest ways from item to item, in the best order: Held and Karp 1962.
        """
        entered, series = [self._edges_of(*item) for item in self._items], self.series
        items, far = len(entered), self._far
        visit = np.zeros((items, self.series.vertices), cost.dtype)
        for i, ((vertex, corridor), edges) in enumerate(zip(self._items, entered, strict=True)):
            begins = dict.fromkeys(series.copies_of(vertex), 0) if corridor == NONE else {}
            for e in edges if corridor != NONE else ():
                tail = int(self.series.tail_of_edge[e])
                begins[tail] = min(begins.get(tail, far), cost[e])
            visit[i] = self._costs_to(begins, cost)
        heads = [np.unique(self.series.head_of_edge[edges]) for edges in entered]
        tours = np.full((items, 1 << min(items, branches.ORDERED)), far, cost.dtype)
        legs = [[visit[j, head].min() for j in range(items)] for head in heads]
        for some in range(tours.shape[1]):
            for i, head in enumerate(heads):
                each = [
                    (legs[i][j], tours[j, some ^ 1 << j]) for j in range(branches.ORDERED) if some >> j & 1
                ]
                ways = [leg + tour for leg, tour in each if leg < far and tour < far]
                tours[i, some] = min(ways, default=far) if some else rest[head].min()
        return visit, tours

    def _routes(self, cost: NDArray[Any]) -> tuple[Any, ...]:
        """Return what the kernel `stays_due` takes: ends of items, what they cost, and room for two ways."""
        series, items = self.series, len(self._items)
        vertices = series.vertices if items else 1
        own = np.zeros(vertices, cost.dtype)
        grid = series.grid
        if items and grid._step_costs.is_plain and grid.costs is not None and not self.by_length:
            real = series.cell_of_vertex != NONE
            own[real] = grid.costs.reshape(-1)[series.cell_of_vertex[real]]
        ends, extra = np.full((items, 2), NONE, np.int64), np.zeros(items, cost.dtype)
        for i, (vertex, corridor) in enumerate(self._items):
            edges = self._edges_of(vertex, corridor)
            if corridor == NONE:
                ends[i], extra[i] = vertex, own[vertex]
            elif len(edges) == 2:
                tails = series.tail_of_edge[edges]
                ends[i], extra[i] = (tails[0], series.head_of_edge[edges[0]]), min(own[tails] + cost[edges])
        kinds = (cost.dtype, 1), (np.int64, 1), (np.int32, 1), (np.int32, 1), (cost.dtype, 2), (np.int64, 2)
        ways = tuple(np.zeros(times * vertices, kind) for kind, times in kinds)
        ways[2].fill(NONE)
        return ends, extra, own, ways

    def _edges_of(self, vertex: int, corridor: int) -> NDArray[np.int64]:
        """Return the edges after which a required item has been visited."""
        if corridor == NONE:
            return np.flatnonzero(np.isin(self.series.head_of_edge, self.series.copies_of(vertex)))
        either = [corridor, self.series.twins.get(corridor, corridor)]
        return np.flatnonzero(np.isin(self.series.corridor_of_edge, either))

    def _costs_to(self, ends: dict[int, Any], cost: NDArray[Any]) -> NDArray[Any]:
        """Return the cost of a cheapest way from each vertex to one of *ends*, plus the cost of that end."""
        series = self.series
        into = np.argsort(series.head_of_edge, kind="stable")
        counts = np.bincount(series.head_of_edge, minlength=series.vertices)
        first = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        backwards = first, series.tail_of_edge[into], cost[into]
        far = FAR if cost.dtype.kind == "i" else np.inf
        rest = np.full(series.vertices, far, cost.dtype)
        heap = np.zeros(series.edges + len(ends), cost.dtype), np.zeros(series.edges + len(ends), np.int32)
        in_order = sorted((value, vertex) for vertex, value in ends.items() if value < far)
        for place, (value, vertex) in enumerate(in_order):  # in order, this is a heap
            heap[0][place], heap[1][place], rest[vertex] = value, vertex, value
        state = np.zeros(branches.REGISTERS, np.int64)
        state[TAIL] = len(in_order)
        run(
            costs_to_sink, backwards, rest, heap, state=state, moves_of_cell=series.cell_of_vertex,
            watch=self.watch,
        )  # fmt: skip
        return rest

    # ------------------------------------------------------------------------------ running

    def _fill(self, batch: tuple[NDArray[np.int32], NDArray[np.int64]]) -> int:
        """Write the next paths to *batch*, one at least if there is room for it; return the status."""
        state = self._state
        while True:
            search = self._graph, self._bounds, self._tree, self._path, self._on_path
            arguments = *search, (*self._scratch, *self._heap), self._cells, batch, self._limits
            status = run_slice(list_in_order, arguments, state, self._on_path, self.watch)
            check(self.watch, state)
            if status == FULL:
                self._grow()
            elif status != PAUSED or state[GATHERED]:
                return status

    def _grow(self) -> None:
        """Make the arrays twice as long that the search has no room in."""
        short = int(self._state[branches.SHORT])
        needed = (
            len(self._tree[0]) * BYTES_PER_NODE
            + len(self._path[0]) * BYTES_PER_STEP
            + len(self._heap[0]) * BYTES_PER_PLACE
        )
        self._refuse(2 * needed, BRANCHES)
        if short == branches.NODES:
            self._tree = tuple(_doubled(array) for array in self._tree)
        elif short == branches.STEPS:
            self._path = tuple(_doubled(array) for array in self._path)
        else:
            self._heap = tuple(_doubled(array) for array in self._heap)

    def _refuse(self, needed: int, doing: str) -> None:
        if needed > self.memory:
            raise MemoryLimitError(self.memory, needed, doing, ASK_FEWER if doing == BRANCHES else "")


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([array, np.zeros(max(1, len(array)), array.dtype)])
