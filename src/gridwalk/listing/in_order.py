"""Paths in order of cost or length, by a tree of branches not yet followed (Lawler 1972), level by level.

A *node* of the tree is a path from the source to some vertex.  Its key is a lower bound on the cost of all
paths that begin with it: the cost up to the vertex, plus the cost of a cheapest continuation that avoids the
cells of the path.  A *level* is a depth-first walk over all nodes of the least key.  It lists the paths of
that cost and keeps the other nodes for later levels.  Free nodes are chained by their siblings.  The work
between two paths is polynomial: a few A* searches for each vertex of a path.

A graph is ``(first_edge, head_of_edge, cost_of_edge)``, as in `gridwalk.allpaths.walks`; the last vertex is
the sink.  Costs are 0 or more, int64 or float64.  Several vertices may belong to one cell
(``cell_of_vertex``); a path visits a cell once (``on_path``, by cell).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.reduce.graph import offsets_of
from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.allpaths.walks import Walks, costs_of, walks_of
from gridwalk.answers.path import Path
from gridwalk.board.cells import pairs_of
from gridwalk.board.checks import exact_sums
from gridwalk.errors import MemoryLimitError
from gridwalk.listing.listing import cells_on_paths
from gridwalk.question.question import Question
from gridwalk.runtime.codes import (
    BACKTRACKS,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FOUNDS,
    FULL,
    GATHERED,
    LEAD,
    NONE,
    PAUSED,
    SEARCHES,
)
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import check, run_slice
from gridwalk.search.edges import CostGraph
from gridwalk.search.heap import dequeue, enqueue

BY = "lawler"
INFINITE = 1 << 62  # greater than every sum of integer costs
ANY = 1 << 40  # moves: more than any path has
CLOSE = 1e-11  # sums of the same floats in another order differ by less than this, relatively
MAX_SLACK = Fraction(10**300)  # must fit in a float
MAX_ITEMS = 62  # required cells and edges that the search tracks
KEPT_NODES = 1 << 22  # nodes of the tree of a listing by length: 84 MB
FIRST_NODES, FIRST_STEPS, FIRST_HEAP = 1 << 10, 1 << 8, 1 << 10
BATCH_PATHS = 1 << 12  # the maximum number of paths in a batch
BYTES_PER_NODE, BYTES_PER_STEP, BYTES_PER_PLACE, BYTES_PER_EDGE, BYTES_PER_VERTEX = 20, 56, 16, 88, 64
BRANCHES = "the branches of the paths listed so far"
ASK_FEWER = "ask for fewer paths, or for those near the shortest (nearly_shortest)"

NEW = UNKNOWN = -2  # NEW: a node not entered in this level; UNKNOWN: its children are not in the tree

# Arrays of ``tree``, an entry a node: its first child, next sibling, last edge, and its key.
CHILD, SIBLING, EDGE, KEY = 0, 1, 2, 3

# Arrays of ``path``, with an entry for each step from the root to the current node: the node, its current
# child, the last child kept before that, and the least key kept; the vertex, the cost and the moves up to it,
# the minimum rest of the cells so far, and a bit for each visited required item.
NODE, CURSOR, BEFORE, LEAST, VERTEX, COST, MOVES, LOW, VISITED = 0, 1, 2, 3, 4, 5, 6, 7, 8

# More registers: nodes in use, nodes ever used, the first free node; which arrays are too short; the maximum
# number of nodes to keep; the range of lengths; a bit for each required item.
STORED, TOP, FREE, SHORT, KEEP, MIN_MOVES, MAX_MOVES, NEEDS = range(10, 18)
REGISTERS = 18
NODES, STEPS, HEAP = 1, 2, 3  # values of SHORT
ORDERED = 8  # up to this number of required items, all their orders are considered

# Entries of ``limits``, of the type of costs: the cost of this level; the maximum; the cost of the last
# level; the relative difference of costs within a level; infinity; the cost of the last path listed.
REACH, MOST, LAST, SPREAD, FAR, LATEST = 0, 1, 2, 3, 4, 5

Slack = tuple[Fraction, bool]  # the allowed excess over the shortest path; whether it is relative


def paths_in_order(
    question: Question,
    watch: Watch,
    *,
    by_length: bool = False,
    turn_cost: float | None = None,
    slack: Slack | None = None,
) -> Iterator[tuple[Path, float]]:
    """Yield the paths in order of their cost, each with the relative tolerance for equal costs.

    Parameters
    ----------
    question : Question
        A question about paths; it may have conditions.
    watch : Watch
        The clock.
    by_length : bool
        Whether to compare lengths in place of costs.
    turn_cost : float, optional
        The cost of a turn.  If infinite, paths are compared by turns, and then by moves.
    slack : (Fraction, bool), optional
        Yield only paths that exceed the first by at most this amount, or by this share of it.

    """
    board, ends, edges = question.ground, (question.starts_left, question.exits_left), question.required_edges
    reduced = shrink(board, *ends, through=question.required, edges=edges, watch=watch)
    trivial = reduced.trivial if question.has_length(0) else ()
    for v in trivial:
        yield Path._found(board, np.array([divmod(v, board.columns)], np.int32), False, BY), 0.0
    if not reduced.blocks:
        return
    search = OrderedListing(question, cells_on_paths(reduced, board), by_length, turn_cost, watch)
    search.one_by_one = slack is not None  # until the first path is known
    if slack is not None and trivial:
        search.stop_at(*slack, from_zero=True)
    for path in search.paths():
        is_known = question.exits is None and len(path) == 1  # yielded above as trivial
        if is_known or not (search.keeps_all or question.visits(path)):
            continue
        if slack is not None and search.one_by_one:
            search.stop_at(*slack)
        yield path, 0.0 if search.exact else CLOSE


class OrderedListing:
    """The search for the paths of a question over the cells *on_paths*, in order.

    Attributes
    ----------
    unit : float
        The key of a path with cost (or length) 1.
    exact : bool
        Whether the order of keys is exact; otherwise it is exact up to a relative difference of 1e-11.
    rounded : bool
        Whether keys contain rounded costs of diagonal steps.
    keeps_all : bool
        Whether the search applies all conditions of the question.
    one_by_one : bool
        Whether to search for one path at a time until `stop_at` is called.

    """

    def __init__(
        self,
        question: Question,
        on_paths: NDArray[np.bool_],
        by_length: bool,
        turn_cost: float | None,
        watch: Watch,
    ) -> None:
        board = self.board = question.ground
        self.watch, self.memory, self.turn_cost = watch, question.limits.memory_allowed, turn_cost
        self.one_by_one = False
        self.by_length = turn_cost is None and (by_length or board._step_costs.are_equal)
        self.walks = _walks(question, on_paths, turning=turn_cost is not None)
        walks, edges, vertices = self.walks, len(self.walks.head), len(self.walks.cell_of_vertex)
        self._refuse(edges * BYTES_PER_EDGE + vertices * BYTES_PER_VERTEX, "the graph of the board")
        cost = self._costs()
        steps = board._step_costs
        fractions = not (self.by_length or steps.cost_of_cell is None or steps.are_exact)
        self.exact = not (fractions or (cost.dtype.kind == "f" and not exact_sums(cost)))
        self._far = cost.dtype.type(INFINITE if cost.dtype.kind == "i" else np.inf)

        required = [(v, v) for v in map(board.index, question.required)]
        required += [(board.index(u), board.index(v)) for u, v in question.required_edges]
        self._items, self.keeps_all = required[:MAX_ITEMS], len(required) <= MAX_ITEMS
        entered = [self._edges_of(*item) for item in self._items]
        needs = np.zeros(edges if required else 1, np.int64)
        for i, visiting in enumerate(entered):
            needs[visiting] |= 1 << i
        self._graphs = (walks.first_edge, walks.head, cost), walks.moves, needs, walks.cell_of_vertex

        self._into = np.argsort(walks.head, kind="stable")
        first = offsets_of(np.bincount(walks.head, minlength=vertices))
        self._backwards = first, walks.tail[self._into].astype(np.int32)
        rest, moves = self._costs_to({vertices - 1: 0}, cost), np.zeros(vertices, np.int64)
        if self.by_length:
            moves = rest
        elif question.max_length is not None:
            moves = self._costs_to({vertices - 1: 0}, walks.moves)
        low = np.full(board.size + 2, self._far, cost.dtype)
        np.minimum.at(low, walks.cell_of_vertex, rest)
        self._bounds = rest, moves, *self._tours(cost, rest, entered), low[walks.cell_of_vertex]
        self._lay_out(question, vertices, cost.dtype)
        self._begin(vertices - 2, rest)

    def _costs(self) -> NDArray[Any]:
        """Return the cost of each edge, and set `unit` and `rounded`."""
        moves, turns, turn_cost = self.walks.moves, self.walks.turns, self.turn_cost
        self.unit, self.rounded = 1.0, False
        if self.by_length:
            return moves
        if turn_cost == math.inf:  # a turn counts more than all moves of a path
            self.unit = float(self.board.open_count + 1)
            return turns * int(self.unit) + moves
        cost, unit = costs_of(self.board, self.walks)
        if turn_cost is None:
            self.unit, self.rounded = unit, unit != 1.0
            return cost
        if unit == 1.0 and turn_cost * turns.sum() < INFINITE >> 2 and turn_cost % 1 == 0:
            return cost + turns * int(turn_cost)
        return cost / unit + turns * turn_cost

    def stop_at(self, slack: Fraction, is_share: bool, *, from_zero: bool = False) -> None:
        """List only paths that exceed the last path, or 0, by at most *slack* (or by that share of it)."""
        first = 0 if from_zero else self._limits[LATEST].item()
        self.one_by_one = False
        limits = self._limits
        if self.turn_cost == math.inf:
            turns = first // int(self.unit)
            more = math.floor(slack * (turns if is_share else 1))
            most = min((turns + more + 1) * int(self.unit), INFINITE) - 1
        elif limits.dtype.kind == "f":
            more = float(min(slack, MAX_SLACK)) * (first if is_share else self.unit)
            most = (first + more) * (1 + CLOSE * (not self.exact))
        else:
            exact = slack * (first if is_share else Fraction(self.unit))
            if self.rounded:
                exact += (first + exact) * Fraction(CLOSE)
            most = min(first + math.floor(exact), INFINITE - 1)
        limits[MOST] = min(most, limits[MOST].item())
        # The search for a second path may already be at a higher cost.
        limits[REACH] = min(most, limits[REACH].item())

    def paths(self) -> Iterator[Path]:
        """Yield the paths, found in batches: at first of one path, then each of twice the size."""
        paths, room = 1, 256
        while True:
            cells, offsets = np.empty(room, np.int32), np.zeros(paths + 1, np.int64)
            self.state[GATHERED] = 0
            status = self._fill((cells, offsets))
            gathered = int(self.state[GATHERED])
            pairs = pairs_of(cells[: offsets[gathered]], self.board.columns)
            expanded, backtracks = int(self.state[EXPANDED]), int(self.state[BACKTRACKS])
            for first, end in pairwise(offsets[: gathered + 1].tolist()):
                yield Path._found(self.board, pairs[first:end], False, BY, expanded, backtracks)
            if status == EXHAUSTED:
                return
            if gathered:
                paths = 1 if self.one_by_one else min(2 * paths, BATCH_PATHS)
            room = max(room, 2 * room if not gathered else 0, 2 * int(offsets[gathered]))

    # ------------------------------------------------------------------------------- arrays

    def _lay_out(self, question: Question, vertices: int, kind: np.dtype[Any]) -> None:
        """Allocate the arrays of the search."""
        integers = np.int32, np.int32, np.int32, kind, np.int32, kind, np.int64, kind, np.int64
        self._tree = _zeros(FIRST_NODES, np.int32, np.int32, np.int32, kind)
        self._path = _zeros(FIRST_STEPS, *integers)
        self._on_path = np.zeros(self.board.size + 2, np.uint8)
        self._scratch = _zeros(vertices, kind, np.int64, np.int32, np.int32, np.int32)
        self._heap = _zeros(FIRST_HEAP, kind, np.int32)
        self.state = state = np.zeros(REGISTERS, np.int64)
        state[STORED] = state[TOP] = 1
        state[FREE] = state[LEAD] = NONE
        state[KEEP] = min(KEPT_NODES, self.memory // (2 * BYTES_PER_NODE)) if self.by_length else INFINITE
        state[MIN_MOVES] = question.min_length
        state[MAX_MOVES] = ANY if question.max_length is None else question.max_length
        state[NEEDS] = (1 << len(self._items)) - 1
        self._limits = limits = np.zeros(6, kind)
        limits[REACH] = limits[LAST] = -1
        limits[FAR], limits[SPREAD] = self._far, 0 if self.exact else CLOSE
        limits[MOST] = INFINITE - 1 if kind.kind == "i" else np.finfo(kind).max
        if self.by_length:
            limits[MOST] = min(int(limits[MOST]), int(state[MAX_MOVES]))

    def _begin(self, source: int, rest: NDArray[Any]) -> None:
        """Make the root of the tree, and put it on the path."""
        self._tree[CHILD][0], self._tree[SIBLING][0] = UNKNOWN, NONE
        self._tree[KEY][0] = max(rest[source], self.state[MIN_MOVES]) if self.by_length else rest[source]
        self._path[CURSOR][0], self._path[VERTEX][0] = NEW, source
        self._path[LOW][0] = self._bounds[4][source]
        self._on_path[self.walks.cell_of_vertex[source]] = 1

    def _tours(
        self, cost: NDArray[Any], rest: NDArray[Any], entered: list[NDArray[np.int64]]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the costs of visiting the required items, for `bound_on`.

        The edges *entered* visit each item.  The cheapest order of the items is found by dynamic programming
        over sets (Held and Karp 1962).
        """
        walks, items, far = self.walks, len(entered), self._far
        visit = np.zeros((items, len(rest)), cost.dtype)
        for i, ((u, v), edges) in enumerate(zip(self._items, entered, strict=True)):
            begins: dict[int, Any] = {}
            if u == v:  # a cell is visited when it is reached
                begins = dict.fromkeys(np.flatnonzero(walks.cell_of_vertex == u).tolist(), 0)
            else:
                for tail, value in zip(walks.tail[edges].tolist(), cost[edges].tolist(), strict=True):
                    begins[tail] = min(begins.get(tail, far), value)
            visit[i] = self._costs_to(begins, cost)
        heads = [np.unique(walks.head[edges]) for edges in entered]
        tours = np.full((items, 1 << min(items, ORDERED)), far, cost.dtype)
        legs = [[visit[j, head].min(initial=far) for j in range(items)] for head in heads]
        for some in range(tours.shape[1]):
            for i, head in enumerate(heads):
                each = [(legs[i][j], tours[j, some ^ 1 << j]) for j in range(ORDERED) if some >> j & 1]
                ways = [leg + tour for leg, tour in each if leg < far and tour < far]
                tours[i, some] = min(ways, default=far) if some else rest[head].min(initial=far)
        return visit, tours

    def _edges_of(self, u: int, v: int) -> NDArray[np.int64]:
        """Return the edges that visit a required item: the cell *u* = *v*, or the edge between the two."""
        tail, head = self.walks.cell_of_vertex[self.walks.tail], self.walks.cell_of_vertex[self.walks.head]
        taken = (head == v) if u == v else ((tail == u) & (head == v)) | ((tail == v) & (head == u))
        return np.flatnonzero(taken)

    def _costs_to(self, ends: dict[int, Any], cost: NDArray[Any]) -> NDArray[Any]:
        """Return for each vertex the least cost to get to one of *ends*, plus the *cost* of that end."""
        in_order = sorted((value, vertex) for vertex, value in ends.items() if value < self._far)
        graph = CostGraph(*self._backwards, cost[self._into])
        sources, values = [vertex for _, vertex in in_order], [value for value, _ in in_order]
        return graph.cheapest(sources, [], self.watch, values=values).value_of_node

    # ------------------------------------------------------------------------------ running

    def _fill(self, batch: tuple[NDArray[np.int32], NDArray[np.int64]]) -> int:
        """Write the next paths to *batch*, at least one if it fits; return the status."""
        state = self.state
        while True:
            arrays = self._graphs, self._bounds, self._tree, self._path, self._on_path
            arguments = *arrays, (*self._scratch, *self._heap), batch, self._limits
            status = run_slice(list_in_order, arguments, state, self._on_path, self.watch)
            check(self.watch, state)
            if status == FULL:
                self._grow()
            elif status != PAUSED or state[GATHERED]:
                return status

    def _grow(self) -> None:
        """Double the size of the arrays that are too short."""
        nodes, steps, places = len(self._tree[0]), len(self._path[0]), len(self._heap[0])
        needed = nodes * BYTES_PER_NODE + steps * BYTES_PER_STEP + places * BYTES_PER_PLACE
        self._refuse(2 * needed, BRANCHES)
        short = self.state[SHORT]
        if short == NODES:
            self._tree = _doubled(self._tree)
        elif short == STEPS:
            self._path = _doubled(self._path)
        else:
            self._heap = _doubled(self._heap)

    def _refuse(self, needed: int, doing: str) -> None:
        if needed > self.memory:
            raise MemoryLimitError(self.memory, needed, doing, ASK_FEWER if doing == BRANCHES else "")


def _walks(question: Question, on_paths: NDArray[np.bool_], *, turning: bool) -> Walks:
    """Return the graph of the paths over the cells *on_paths*."""
    board, starts, exits = question.ground, question.starts_left, question.exits_left
    ends = None if exits is None else [v for v in sorted(map(board.index, exits)) if on_paths[v]]
    if starts is None:  # anywhere; on a network at a node, not on an edge
        begins = np.flatnonzero(on_paths & board.open_cells.reshape(-1)).tolist()
    else:
        begins = [v for v in sorted(map(board.index, starts)) if on_paths[v]]
    begins = [v for v in begins if v not in (ends or ())]
    return walks_of(board, on_paths, begins, ends, turning=turning)


def _zeros(length: int, *kinds: Any) -> tuple[NDArray[Any], ...]:
    return tuple(np.zeros(length, kind) for kind in kinds)


def _doubled(arrays: tuple[NDArray[Any], ...]) -> tuple[NDArray[Any], ...]:
    return tuple(np.concatenate([array, np.zeros_like(array)]) for array in arrays)


# ------------------------------------------------------------------------------------- the search


@kernel
def list_in_order(graphs, bounds, tree, path, on_path, scratch, batch, limits, state, budget, _events):
    """Write paths to *batch* until the next one may not fit (FOUND) or the budget is spent (PAUSED).

    ``graphs`` is ``(graph, moves_of_edge, need_of_edge, cell_of_vertex)``: the moves that an edge adds, a bit
    for each required item that it visits, and the cells.  ``batch`` is ``(cells, offsets)``, without the
    source and the sink.

    ``bounds`` is ``(rest, moves_to_sink, visit, tours, low_of_vertex)``.  *rest* is the least cost from every
    vertex to the sink (*far* if there is no way); *low_of_vertex* is the least rest of all vertices of its
    cell.  A cheapest way from *v* visits only vertices with a lower rest.  So it avoids a path if the rest of
    all cells of the path is above that of *v*.  For the required items, ``visit[i, v]`` is the least cost
    from *v* until the i-th item is visited; ``tours[i, others]`` is the least cost from there through all
    *others*, in the best order, to the sink.
    """
    (first_edge, head_of_edge, cost_of_edge), moves_of_edge, need_of_edge, cell_of_vertex = graphs
    sink = len(first_edge) - 2
    cell_of_place, offsets = batch
    while budget > 0:
        budget -= 1
        depth = state[DEPTH]
        c = path[CURSOR][depth]
        if c == NEW:
            status = begin_node(graphs, bounds, tree, path, on_path, limits, state)
            if status != FOUND:
                return status
            budget -= first_edge[path[VERTEX][depth] + 1] - first_edge[path[VERTEX][depth]]
            continue
        if c == NONE:
            end_node(graphs, tree, path, on_path, limits, state)
            continue
        if tree[KEY][c] > limits[REACH]:
            keep(tree, path, depth, c)
            continue
        e = tree[EDGE][c]
        cost, moves = path[COST][depth] + cost_of_edge[e], path[MOVES][depth] + moves_of_edge[e]
        visited = path[VISITED][depth] | need_of_edge[e] if state[NEEDS] else path[VISITED][depth]
        if head_of_edge[e] == sink:
            if moves >= state[MIN_MOVES] and cost > limits[LAST] and visited == state[NEEDS]:
                written = state[GATHERED]
                if written + 1 >= len(offsets) or offsets[written] + depth > len(cell_of_place):
                    return FOUND
                for i in range(depth):
                    cell_of_place[offsets[written] + i] = cell_of_vertex[path[VERTEX][i + 1]]
                offsets[written + 1] = offsets[written] + depth
                state[GATHERED] += 1
                state[FOUNDS] += 1
                limits[LATEST] = cost
                budget -= depth
            remove(tree, path, depth, c, state)
            continue
        if depth + 2 > len(path[NODE]):
            state[SHORT] = STEPS
            return FULL
        status, looked = leads_on(graphs, bounds, tree, path, on_path, scratch, c, limits, state)
        budget -= looked
        if status == FULL:
            return FULL
        if status == FOUND:
            v = head_of_edge[e]
            path[NODE][depth + 1], path[CURSOR][depth + 1], path[VERTEX][depth + 1] = c, NEW, v
            path[COST][depth + 1], path[MOVES][depth + 1], path[VISITED][depth + 1] = cost, moves, visited
            path[LOW][depth + 1] = min(path[LOW][depth], bounds[4][v])
            on_path[cell_of_vertex[v]] = 1
            state[DEPTH] = depth + 1
            state[EXPANDED] += 1
    return PAUSED


@inline_kernel
def remove(tree, path, depth, c, state):
    """Remove the node *c*, the current child at *depth*."""
    following = tree[SIBLING][c]
    if path[BEFORE][depth] == NONE:
        tree[CHILD][path[NODE][depth]] = following
    else:
        tree[SIBLING][path[BEFORE][depth]] = following
    path[CURSOR][depth] = following
    tree[SIBLING][c] = state[FREE]
    state[FREE] = c
    state[STORED] -= 1


@inline_kernel
def keep(tree, path, depth, c):
    """Keep the node *c* for a later level, and continue with its next sibling."""
    path[LEAST][depth] = min(path[LEAST][depth], tree[KEY][c])
    path[BEFORE][depth] = c
    path[CURSOR][depth] = tree[SIBLING][c]


@kernel
def forget(tree, t, state):
    """Free all nodes below *t*."""
    child_of_node, sibling_of_node = tree[CHILD], tree[SIBLING]
    c = child_of_node[t]
    while c != NONE:
        following = sibling_of_node[c]
        if child_of_node[c] >= 0:  # its children come next
            last = child_of_node[c]
            while sibling_of_node[last] != NONE:
                last = sibling_of_node[last]
            sibling_of_node[last] = following
            following = child_of_node[c]
        sibling_of_node[c] = state[FREE]
        state[FREE] = c
        state[STORED] -= 1
        c = following
    child_of_node[t] = UNKNOWN


@kernel
def bound_on(bounds, v, cost, missing, far):
    """Return a lower bound on the cost of a path with cost *cost* at *v* that must still visit *missing*."""
    bound = cost + bounds[0][v]
    if missing == 0:
        return bound
    visit, tours = bounds[2], bounds[3]
    together = missing & (1 << ORDERED) - 1
    least = far
    for i in range(len(visit)):
        if missing >> i & 1:
            others = together & ~(1 << i) if i < ORDERED else 0
            tour = far
            if visit[i, v] < far and tours[i, others] < far:
                tour = visit[i, v] + tours[i, others]
            if i < ORDERED:
                least = min(least, tour)
            else:
                bound = max(bound, cost + tour)
    return max(bound, cost + least) if together else bound


@kernel
def spur(graph, cell_of_vertex, rest, on_path, low, v, scratch, search, most, far):
    """Find a cheapest way from *v* to the sink that avoids the cells of the path, by A*.

    Return its cost (*far* if none costs at most *most*; `FULL` if the heap is too small) and the number of
    vertices looked at.  *low* is the minimum rest of the cells on the path: from a vertex with a lower rest,
    the cheapest way avoids the path, so the search ends there.

    ``scratch`` is ``(cost_of_vertex, search_of_vertex, edge_to_vertex, tail_of_vertex, lead_of_vertex, keys,
    items)``; *search* is a new number for every call.  The edges of the way are written to *lead_of_vertex*,
    with ``NONE`` where the search ended.
    """
    first_edge, head_of_edge, cost_of_edge = graph
    cost_of_vertex, search_of_vertex, edge_to_vertex, tail_of_vertex, lead_of_vertex, keys, items = scratch
    cost_of_vertex[v], search_of_vertex[v] = 0, search
    size, looked, sink = enqueue(keys, items, 0, rest[v], v), 0, len(first_edge) - 2
    while size > 0:
        key, u = keys[0], items[0]
        size = dequeue(keys, items, size)
        cost = cost_of_vertex[u]
        if key > cost + rest[u]:
            continue
        looked += 1
        if rest[u] < low or u == sink:  # if all costs are 0, only the sink ends the search
            lead_of_vertex[u] = NONE
            while u != v:
                lead_of_vertex[tail_of_vertex[u]] = edge_to_vertex[u]
                u = tail_of_vertex[u]
            return key, looked
        if size + first_edge[u + 1] - first_edge[u] > len(keys):
            return FULL, looked
        for e in range(first_edge[u], first_edge[u + 1]):
            w = head_of_edge[e]
            if on_path[cell_of_vertex[w]] or cost + cost_of_edge[e] + rest[w] > most:
                continue
            if search_of_vertex[w] != search or cost + cost_of_edge[e] < cost_of_vertex[w]:
                search_of_vertex[w] = search
                cost_of_vertex[w] = cost + cost_of_edge[e]
                edge_to_vertex[w], tail_of_vertex[w] = e, u
                size = enqueue(keys, items, size, cost + cost_of_edge[e] + rest[w], w)
    return far, looked


@kernel
def begin_node(graphs, bounds, tree, path, on_path, limits, state):
    """Enter the current node, and add its children to the tree; at the root, begin a level."""
    (first_edge, head_of_edge, cost_of_edge), moves_of_edge, need_of_edge, cell_of_vertex = graphs
    child_of_node, sibling_of_node, edge_of_node, key_of_node = tree
    depth = state[DEPTH]
    t, u, cost, moves = path[NODE][depth], path[VERTEX][depth], path[COST][depth], path[MOVES][depth]
    is_unknown, due = child_of_node[t] == UNKNOWN, key_of_node[t]
    if depth == 0 and (due >= limits[FAR] or due > limits[MOST]):
        return EXHAUSTED
    if is_unknown and state[STORED] + first_edge[u + 1] - first_edge[u] > len(child_of_node):
        state[SHORT] = NODES
        return FULL
    if depth == 0:
        if limits[SPREAD] == 0:
            limits[LAST] = limits[REACH]
        limits[REACH] = due + due * limits[SPREAD]
    if is_unknown:
        first = NONE
        for i in range(first_edge[u + 1] - first_edge[u]):
            e = first_edge[u + 1] - 1 - i
            v = head_of_edge[e]
            if on_path[cell_of_vertex[v]] or moves + moves_of_edge[e] + bounds[1][v] > state[MAX_MOVES]:
                continue
            missing = state[NEEDS]
            if missing:
                missing &= ~(path[VISITED][depth] | need_of_edge[e])
            key = max(bound_on(bounds, v, cost + cost_of_edge[e], missing, limits[FAR]), due)
            if key > limits[MOST]:
                continue
            c = state[FREE]
            if c == NONE:
                c = state[TOP]
                state[TOP] += 1
            else:
                state[FREE] = sibling_of_node[c]
            state[STORED] += 1
            child_of_node[c], sibling_of_node[c], edge_of_node[c], key_of_node[c] = UNKNOWN, first, e, key
            first = c
        child_of_node[t] = first
    path[CURSOR][depth], path[BEFORE][depth], path[LEAST][depth] = child_of_node[t], NONE, limits[FAR]
    return FOUND


@kernel
def end_node(graphs, tree, path, on_path, limits, state):
    """Leave the current node, whose children have all been handled in this level."""
    depth, key_of_node = state[DEPTH], tree[KEY]
    t = path[NODE][depth]
    key_of_node[t] = path[LEAST][depth]
    if depth == 0:
        path[CURSOR][0] = NEW
        return
    if state[STORED] > state[KEEP] and key_of_node[t] < limits[FAR]:
        forget(tree, t, state)
    on_path[graphs[3][path[VERTEX][depth]]] = 0
    state[DEPTH] = depth - 1
    state[BACKTRACKS] += 1
    if key_of_node[t] >= limits[FAR]:
        remove(tree, path, depth - 1, t, state)
    else:
        keep(tree, path, depth - 1, t)


@kernel
def leads_on(graphs, bounds, tree, path, on_path, scratch, c, limits, state):
    """Make the key of the node *c* exact; return (FOUND if it must be entered, vertices looked at)."""
    graph, depth = graphs[0], state[DEPTH]
    e, cost = tree[EDGE][c], path[COST][depth]
    v, u, low = graph[1][e], path[VERTEX][depth], path[LOW][depth]
    following = state[LEAD] == u and scratch[4][u] == e
    state[LEAD] = NONE
    if tree[CHILD][c] != UNKNOWN or bounds[0][v] < low:
        return FOUND, 0
    if following:
        state[LEAD] = v
        return FOUND, 0
    state[SEARCHES] += 1
    before, far = cost + graph[2][e], limits[FAR]
    most = limits[MOST] - before
    rest, looked = spur(graph, graphs[3], bounds[0], on_path, low, v, scratch, state[SEARCHES], most, far)
    if rest == FULL:
        state[SHORT] = HEAP
        return FULL, looked
    if rest >= far:
        remove(tree, path, depth, c, state)
        return NONE, looked
    tree[KEY][c] = max(tree[KEY][c], before + rest)
    if tree[KEY][c] > limits[REACH]:
        keep(tree, path, depth, c)
        return NONE, looked
    state[LEAD] = v
    return FOUND, looked
