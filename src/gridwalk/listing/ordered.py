"""Paths in order of cost or length: the search of `in_order` over the graph of a board."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.walks import Walks, costs_of
from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.cells import pairs_of
from gridwalk.board.checks import exact_sums
from gridwalk.errors import MemoryLimitError
from gridwalk.listing import in_order as kernels
from gridwalk.runtime.codes import BACKTRACKS, EXHAUSTED, EXPANDED, FULL, GATHERED, LEAD, NONE, PAUSED
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import check, run_slice
from gridwalk.search.edges import CostGraph

BY = "lawler"
FAR = 1 << 62  # above every sum of costs that are whole numbers
ANY = 1 << 40  # moves: more than any path has
CLOSE = 1e-11  # relative: sums of the same fractions in another order differ by less
MAX_SLACK = Fraction(10**300)  # as a float
MAX_ITEMS = 62  # required cells and edges of which the search keeps account
KEPT_NODES = 1 << 22  # of the tree of a listing by length: 84 MB
FIRST_NODES, FIRST_STEPS, FIRST_HEAP = 1 << 10, 1 << 8, 1 << 10
BATCH_PATHS = 1 << 12  # the maximum of paths in a batch
BYTES_PER_NODE, BYTES_PER_STEP, BYTES_PER_PLACE, BYTES_PER_EDGE, BYTES_PER_VERTEX = 20, 56, 16, 88, 64
BRANCHES = "the branches of the paths listed so far"
ASK_FEWER = "ask for fewer paths, or for those near the shortest (nearly_shortest)"

Ints = NDArray[np.int64]


@dataclass
class Ordered:
    """The search for the paths of *walks* in order: of lengths if *by_length*, else of costs or turns.

    Parameters
    ----------
    board : Grid
    walks : Walks
    required : sequence of (int, int)
        The flat cells that every path must visit, each twice, and the two cells of edges that it must take.
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

    board: Board
    walks: Walks
    required: Sequence[tuple[int, int]]
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
        walks = self.walks
        vertices, edges = len(walks.cell_of_vertex), len(walks.head)
        self._refuse(edges * BYTES_PER_EDGE + vertices * BYTES_PER_VERTEX, "the graph of the board")
        moves, turns = walks.moves, walks.turns
        cost, self.unit = (moves, 1.0) if self.by_length else costs_of(self.board, walks)
        self.rounded = self.unit != 1.0
        if self.turn_cost == math.inf:  # no path has as many moves as a turn counts for
            self.unit, self.rounded = float(self.board.open_count + 1), False
            cost = turns * int(self.unit) + moves
        elif self.turn_cost is not None:
            exact = not self.rounded and self.turn_cost * turns.sum() < FAR >> 2 and self.turn_cost % 1 == 0
            cost = cost + turns * int(self.turn_cost) if exact else cost / self.unit + turns * self.turn_cost
            self.unit, self.rounded = 1.0, False
        steps = self.board._step_costs
        fractions = not (self.by_length or steps.cost_of_cell is None or steps.are_exact)
        self.exact = not (fractions or (cost.dtype.kind == "f" and not exact_sums(cost)))
        self._far = cost.dtype.type(FAR if cost.dtype.kind == "i" else np.inf)
        self._items = self.required[:MAX_ITEMS]
        needs = np.zeros(edges if self._items else 1, np.int64)
        for i, item in enumerate(self._items):
            needs[self._edges_of(*item)] |= 1 << i
        graph = walks.first_edge, walks.head, cost
        self._graphs = graph, moves, needs, walks.cell_of_vertex
        self._lay_out()

    @property
    def keeps_all(self) -> bool:
        """Whether the search sees to all conditions of the question."""
        return len(self._items) == len(self.required)

    def stop_at(self, slack: Fraction, is_share: bool, *, from_zero: bool = False) -> None:
        """List only paths of at most so much (or such a share) more than the path just listed, or than 0."""
        first = 0 if from_zero else self._limits[kernels.LATEST].item()
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
        limits[kernels.MOST] = min(most, limits[kernels.MOST].item())
        # The search for a second path may have begun with a higher cost.
        limits[kernels.REACH] = min(most, limits[kernels.REACH].item())

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
                pairs = pairs_of(flat, self.board.columns)
                yield Batch(self.board, pairs, offsets[: gathered + 1].copy(), BY)
                paths = 1 if self.one_by_one else min(2 * paths, BATCH_PATHS)
            if status == EXHAUSTED:
                return
            room = max(room, 2 * room if not gathered else 0, 2 * int(offsets[gathered]))

    @property
    def effort(self) -> tuple[int, int]:
        """How many vertices were entered, and left again, so far."""
        return int(self._state[EXPANDED]), int(self._state[BACKTRACKS])

    # ------------------------------------------------------------------------------- arrays

    def _lay_out(self) -> None:
        walks, cost, vertices = self.walks, self._graphs[0][2], len(self.walks.cell_of_vertex)
        rest = self._costs_to({vertices - 1: 0}, cost)
        if self.by_length:
            moves = rest
        elif self.max_moves < ANY:
            moves = self._costs_to({vertices - 1: 0}, walks.moves)
        else:
            moves = np.zeros(vertices, np.int64)
        low = np.full(self.board.size + 2, self._far, cost.dtype)
        np.minimum.at(low, walks.cell_of_vertex, rest)
        self._bounds = rest, moves, *self._tours(cost, rest), low[walks.cell_of_vertex]

        kind = cost.dtype
        self._tree: tuple[NDArray[Any], ...] = tuple(
            np.zeros(FIRST_NODES, kind) for kind in (np.int32, np.int32, np.int32, kind)
        )
        integers = np.int32, np.int32, np.int32, kind, np.int32, kind, np.int64, kind, np.int64
        self._path: tuple[NDArray[Any], ...] = tuple(np.zeros(FIRST_STEPS, kind) for kind in integers)
        self._on_path = np.zeros(self.board.size + 2, np.uint8)
        scratch = (kind, np.int64, np.int32, np.int32, np.int32)
        self._scratch: tuple[NDArray[Any], ...] = tuple(np.zeros(vertices, kind) for kind in scratch)
        self._heap: tuple[NDArray[Any], ...] = np.zeros(FIRST_HEAP, kind), np.zeros(FIRST_HEAP, np.int32)
        self._state = np.zeros(kernels.REGISTERS, np.int64)
        self._limits = np.zeros(6, kind)
        self._limits[kernels.REACH] = self._limits[kernels.LAST] = -1
        self._limits[kernels.FAR] = self._far
        self._limits[kernels.MOST] = FAR - 1 if kind.kind == "i" else np.finfo(kind).max
        self._limits[kernels.SPREAD] = 0 if self.exact else CLOSE
        self._begin(vertices - 2)

    def _begin(self, source: int) -> None:
        """Make the root of the tree, and put it on the path."""
        state, least = self._state, self._bounds[0][source]
        state[kernels.STORED] = state[kernels.TOP] = 1
        state[kernels.FREE] = state[LEAD] = NONE
        state[kernels.KEEP] = min(KEPT_NODES, self.memory // (2 * BYTES_PER_NODE)) if self.by_length else FAR
        state[kernels.MIN_MOVES], state[kernels.MAX_MOVES] = self.min_moves, self.max_moves
        state[kernels.NEEDS] = (1 << len(self._items)) - 1
        if self.by_length:
            self._limits[kernels.MOST] = min(int(self._limits[kernels.MOST]), self.max_moves)
        tree, path = self._tree, self._path
        tree[kernels.CHILD][0], tree[kernels.SIBLING][0] = kernels.UNKNOWN, NONE
        tree[kernels.KEY][0] = max(least, self.min_moves) if self.by_length else least
        path[kernels.CURSOR][0], path[kernels.VERTEX][0] = kernels.NEW, source
        path[kernels.LOW][0] = self._bounds[4][source]
        self._on_path[self.walks.cell_of_vertex[source]] = 1

    def _tours(self, cost: NDArray[Any], rest: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return what the required items cost, as `kernels.bound_on` takes it.

        Cheapest ways from item to item, in the best order: Held and Karp 1962.
        """
        walks, entered = self.walks, [self._edges_of(*item) for item in self._items]
        items, far = len(entered), self._far
        visit = np.zeros((items, len(rest)), cost.dtype)
        for i, ((u, v), edges) in enumerate(zip(self._items, entered, strict=True)):
            if u == v:
                begins = dict.fromkeys(np.flatnonzero(walks.cell_of_vertex == u).tolist(), 0)
            else:
                begins = {}
                for e in edges.tolist():
                    tail = int(walks.tail[e])
                    begins[tail] = min(begins.get(tail, far), cost[e])
            visit[i] = self._costs_to(begins, cost)
        heads = [np.unique(walks.head[edges]) for edges in entered]
        tours = np.full((items, 1 << min(items, kernels.ORDERED)), far, cost.dtype)
        legs = [[visit[j, head].min(initial=far) for j in range(items)] for head in heads]
        for some in range(tours.shape[1]):
            for i, head in enumerate(heads):
                each = [
                    (legs[i][j], tours[j, some ^ 1 << j]) for j in range(kernels.ORDERED) if some >> j & 1
                ]
                ways = [leg + tour for leg, tour in each if leg < far and tour < far]
                tours[i, some] = min(ways, default=far) if some else rest[head].min(initial=far)
        return visit, tours

    def _edges_of(self, u: int, v: int) -> Ints:
        """Return the edges that visit a required item: the cell *u* = *v*, or the edge between them."""
        tail, head = self.walks.cell_of_vertex[self.walks.tail], self.walks.cell_of_vertex[self.walks.head]
        taken = (head == v) if u == v else ((tail == u) & (head == v)) | ((tail == v) & (head == u))
        return np.flatnonzero(taken)

    def _costs_to(self, ends: dict[int, Any], cost: NDArray[Any]) -> NDArray[Any]:
        """Return the cost of a cheapest way from each vertex to one of *ends*, plus the cost of that end."""
        walks, vertices = self.walks, len(self.walks.cell_of_vertex)
        into = np.argsort(walks.head, kind="stable")
        first = np.concatenate([[0], np.cumsum(np.bincount(walks.head, minlength=vertices))])
        in_order = sorted((value, vertex) for vertex, value in ends.items() if value < self._far)
        graph = CostGraph(first, walks.tail[into].astype(np.int32), cost[into])
        sources, values = [vertex for _, vertex in in_order], [value for value, _ in in_order]
        return graph.cheapest(sources, [], self.watch, values=values).value_of_node

    # ------------------------------------------------------------------------------ running

    def _fill(self, batch: tuple[NDArray[np.int32], NDArray[np.int64]]) -> int:
        """Write the next paths to *batch*, one at least if there is room for it; return the status."""
        state = self._state
        while True:
            search = self._graphs, self._bounds, self._tree, self._path, self._on_path
            arguments = *search, (*self._scratch, *self._heap), batch, self._limits
            status = run_slice(kernels.list_in_order, arguments, state, self._on_path, self.watch)
            check(self.watch, state)
            if status == FULL:
                self._grow()
            elif status != PAUSED or state[GATHERED]:
                return status

    def _grow(self) -> None:
        """Make the arrays twice as long that the search has no room in."""
        short = int(self._state[kernels.SHORT])
        needed = (
            len(self._tree[0]) * BYTES_PER_NODE
            + len(self._path[0]) * BYTES_PER_STEP
            + len(self._heap[0]) * BYTES_PER_PLACE
        )
        self._refuse(2 * needed, BRANCHES)
        if short == kernels.NODES:
            self._tree = tuple(_doubled(array) for array in self._tree)
        elif short == kernels.STEPS:
            self._path = tuple(_doubled(array) for array in self._path)
        else:
            self._heap = tuple(_doubled(array) for array in self._heap)

    def _refuse(self, needed: int, doing: str) -> None:
        if needed > self.memory:
            raise MemoryLimitError(self.memory, needed, doing, ASK_FEWER if doing == BRANCHES else "")


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([array, np.zeros(max(1, len(array)), array.dtype)])
