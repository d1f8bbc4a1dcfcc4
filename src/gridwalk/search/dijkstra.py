"""Dijkstra's algorithm (1959): cheapest paths from several starts, and distances from cells or to them.

- `find` returns one path.  `spread_from` returns a distance tree from sources that may have values.
- `dijkstra` is the loop with an indexed 4-ary heap, O(moves * log cells).  With a lower bound on the
  remaining cost it is A*.  It can fill an event log.
- `close_floats` is the loop with a ring of buckets (Dial 1969; Denardo and Fox 1979), five times as fast.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike
from gridwalk.board.checks import checked_real
from gridwalk.errors import ArgumentError, InputError
from gridwalk.runtime.cache import Key
from gridwalk.runtime.codes import (
    CLOSE,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    FULL,
    GOAL,
    NONE,
    OPEN,
    PAUSED,
    PLACE,
    RELAX,
    TAIL,
    record,
)
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.progress import EventLog
from gridwalk.runtime.slices import call, registers, run
from gridwalk.runtime.tuning import tuning
from gridwalk.search import bfs
from gridwalk.search.backwards import reversed_table
from gridwalk.search.bfs import EXIT, SOURCE
from gridwalk.search.bounds import least_cost
from gridwalk.search.chunks import INSIDE, SHIFT, put, take
from gridwalk.search.query import Query

Costs = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
MAX_VALUE = 2.0**50  # maximum value of a source, in units of the least cost
LEFT = 6  # register: the number of wanted cells that are not closed yet
FINAL = -2  # entry of place_of_cell for a cell whose distance is final
Buckets = tuple[tuple[NDArray[Any], NDArray[Any], float], int]
BUCKETS: Key[Buckets | None] = Key("buckets")
MAX_BUCKETS = 256  # with more, a heap is used: finding the next bucket that is not empty takes long
FAR = 1 << 62  # above any bucket
MAX_QUOTIENT = 2.0**52  # maximum sum of costs, and maximum value of a source, in widths of a bucket
CLOSED = 64  # bit of a mark in `close_floats`: the distance is final
# Registers: the current bucket, the number of cells in buckets, the first free chunk, the numbers of chunks
# used and of sources added.
PRESENT, WAITING, FREE, USED, ADDED = 4, 5, 6, 7, 8


def find(query: Query) -> Path | None:
    """Return a cheapest path from a start to the nearest exit, or None.

    The search uses a queue if all moves cost the same, otherwise buckets, or a heap if costs differ too much.
    On small boards and with an event log it always uses the heap, which may find another cheapest path.
    """
    if query.log is not None or query.board.size < tuning().buckets_from:
        return nearest_first(query, "dijkstra")
    if query.board._step_costs.are_equal:
        return bfs.find(query, "dijkstra")
    tree = run_buckets(
        query.board, Sources.plain(query.sources), query.watch, goals=query.goals, state=query.state
    )
    if tree is None:
        return nearest_first(query, "dijkstra")
    goal = int(query.state[GOAL])
    return None if goal == NONE else query.found(bfs.path_to(query, tree[1], goal), "dijkstra")


def nearest_first(
    query: Query, by: str, bound_of_cell: NDArray[np.float64] | None = None, costs: Costs | None = None
) -> Path | None:
    """Return a path by Dijkstra's algorithm, or by A* with the lower bounds *bound_of_cell*; or None.

    *costs* has the form of `StepCosts.in_kernels`.  Default: the costs of the board.
    """
    tree = spread_over(query, bound_of_cell, costs)
    return None if query.state[LEFT] else followed(query, tree, int(query.state[GOAL]), by)


def nearest_within(query: Query, most: float) -> Path | None:
    """Return a cheapest path to the nearest exit if it costs at most *most*, or None."""
    tree = spread_over(query, most=most)
    exits = np.array(query.goals, np.int64)
    goal = int(exits[tree.distances[exits].argmin()])
    return None if tree.distances[goal] == np.inf else followed(query, tree, goal, "dijkstra")


def spread_over(
    query: Query,
    bound_of_cell: NDArray[np.float64] | None = None,
    costs: Costs | None = None,
    most: float = math.inf,
) -> DistanceTree:
    """Return the distance tree from the starts, up to the first exit."""
    sources = query.sources
    if query.log is not None:
        for source in sources:
            query.note(OPEN, source, source)
    return spread_from(
        query.board, Sources.plain(sources), query.watch, most=most, is_wanted=query.is_exit,
        enough=1, state=query.state, bound_of_cell=bound_of_cell, costs=costs, log=query.log,
    )  # fmt: skip


def followed(query: Query, tree: DistanceTree, goal: int, by: str) -> Path:
    """Return the path to *goal* that *tree* holds."""
    cells = np.empty(query.board.open_count, np.int32)
    steps = call(follow_moves, query.watch, query.board._delta_of_move, tree.moves, goal, cells)
    return query.found(cells[:steps][::-1], by)


# ----------------------------------------------------------------------------- distance trees


@dataclass(frozen=True)
class Sources:
    """Different cells with their initial distances, the *values*, in ascending order of value."""

    places: NDArray[np.int64]  # flat
    values: NDArray[np.float64]

    @classmethod
    def of(
        cls, board: Board, given: CellLike | Iterable[CellLike] | Mapping[CellLike, float], name: str
    ) -> Sources:
        """Return sources from cells, whose values are 0, or from a mapping of cells to values."""
        if not isinstance(given, Mapping):
            return cls.plain([board.index(cell) for cell in board._open_cells_of(given, name)])
        if not given:
            raise InputError(f"{name} must name at least one cell")
        value_of_place: dict[int, float] = {}
        for cell, value in given.items():
            number = checked_real(value, f"{name}[{cell!r}]", "a finite number: the value of a cell")
            place = board.index(board.open_cell(cell, name))
            value_of_place[place] = min(number, value_of_place.get(place, math.inf))
        largest = max(map(abs, value_of_place.values()))
        if largest > MAX_VALUE * least_cost(board):
            raise ArgumentError(
                name, largest, "of values below 2**50 times the least cost: costs would be lost"
            )
        return cls.by_value(
            np.fromiter(value_of_place, np.int64, len(value_of_place)),
            np.fromiter(value_of_place.values(), np.float64, len(value_of_place)),
        )

    @classmethod
    def by_value(cls, places: NDArray[np.int64], values: NDArray[np.float64]) -> Sources:
        """Return the sources in order of their values, and in reading order if values are equal."""
        order = np.lexsort((places, values))
        return cls(places[order], values[order])

    @classmethod
    def plain(cls, places: list[int] | NDArray[np.int64]) -> Sources:
        """Return the flat cells *places* as sources of value 0."""
        return cls(np.array(places, np.int64), np.zeros(len(places)))


class DistanceTree(NamedTuple):
    """Distances, infinite without a path, and the move by which each cell is reached or left; flat."""

    distances: NDArray[np.float64]
    moves: NDArray[np.int8]  # NONE for sources and for cells that are not reached


def spread_from(
    board: Board,
    sources: Sources,
    watch: Watch,
    *,
    backwards: bool = False,
    worst: bool = False,
    most_of_step: float = math.inf,
    most: float = math.inf,
    is_wanted: NDArray[np.uint8] | None = None,
    enough: int = 0,
    state: NDArray[np.int64] | None = None,
    bound_of_cell: NDArray[np.float64] | None = None,
    costs: Costs | None = None,
    log: EventLog | None = None,
) -> DistanceTree:
    """Return the distances from *sources*, or *backwards* to them, up to *most*, and the moves.

    The search stops when *enough* wanted cells (``is_wanted[v]``) have their distances; distances of other
    cells may then be too large.  If *worst*, a distance is the cost of the most expensive step.  Steps that
    cost more than *most_of_step* are not made.  In the registers *state*, LEFT is the number of wanted cells
    that were not reached.  With lower bounds *bound_of_cell* the search is A*.  *costs* has the form of
    `StepCosts.in_kernels`.  Default: the costs of the board.
    """
    size = board.size
    distance_of_cell, move_of_cell = np.full(size, np.inf), np.full(size, NONE, np.int8)
    cell_of_place, place_of_cell = np.empty(board.open_count, np.int32), np.full(size, NONE, np.int32)
    is_wanted = np.zeros(size, np.uint8) if is_wanted is None else is_wanted
    state = registers() if state is None else state
    state[LEFT] = enough
    within = sources.values <= most
    places, values = sources.places[within], sources.values[within]
    count = len(places)
    distance_of_cell[places] = values
    cell_of_place[:count], place_of_cell[places] = places, np.arange(count)
    state[TAIL] = count
    table = reversed_table(board, watch) if backwards else (board._moves_of_cell, board._delta_of_move)
    every_cost = (*(costs or board._step_costs.in_kernels), int(backwards), int(worst), most_of_step)
    # The sources are already in order, so their keys need no bound.
    key_of_cell = distance_of_cell if bound_of_cell is None else np.zeros(size)
    tree = DistanceTree(distance_of_cell, move_of_cell)
    run(
        dijkstra, table, every_cost, bound_of_cell, most, is_wanted, tuple(tree),
        (cell_of_place, place_of_cell, key_of_cell),
        state=state, moves_of_cell=board._moves_of_cell, watch=watch, log=log,
    )  # fmt: skip
    return tree


# -------------------------------------------------- the most expensive step (bottleneck, minimax)
# M. Pollack, "The maximum capacity through a network", 1960.  For networks see `gridwalk.search.edges`.


def least_worst(query: Query) -> Path | None:
    """Return a path to an exit whose most expensive step costs least; of these paths, a cheapest one.

    A first search, with the maximum of two costs instead of their sum, finds the cost of that step.  A second
    search finds a cheapest path of steps that cost no more.
    """
    board, state, starts = query.board, query.state, np.array(query.sources, np.int64)
    entered = board._step_costs.in_kernels[0][starts]  # the cost of the start cell counts
    tree = spread_from(
        board, Sources.by_value(starts, entered), query.watch, worst=True,
        is_wanted=query.is_exit, enough=1, state=state,
    )  # fmt: skip
    if state[LEFT]:
        return None
    most = float(tree.distances[state[GOAL]])
    tree = spread_from(
        board, Sources.plain(starts[entered <= most]), query.watch, most_of_step=most,
        is_wanted=query.is_exit, enough=1, state=state,
    )  # fmt: skip
    return followed(query, tree, int(state[GOAL]), "dijkstra")._claiming("worst")


def worst_distances(
    board: Board, sources: Sources, most: float, watch: Watch, *, backwards: bool
) -> NDArray[np.float64]:
    """Return the minimum cost of the most expensive step from *sources* to each cell, or *backwards*.

    Costs above *most* are infinite.

    Raises
    ------
    ArgumentError
        If the sources have values, because costs are not added here.

    """
    if sources.values.any():
        raise ArgumentError("measure", "worst", "left out where cells have values, which are added to costs")
    entered = board._step_costs.in_kernels[0]
    begin = sources if backwards else Sources.by_value(sources.places, entered[sources.places])
    found = spread_from(board, begin, watch, backwards=backwards, worst=True, most=most).distances
    if backwards:  # each cell is a start, and the cost of the start counts
        found = np.maximum(found, entered)
    return np.where(found <= most, found, np.inf)


# ------------------------------------------------------------------------------------ buckets


def run_buckets(
    board: Board,
    sources: Sources,
    watch: Watch,
    *,
    backwards: bool = False,
    most: float = math.inf,
    goals: Iterable[int] = (),
    state: NDArray[np.int64] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.uint8]] | None:
    """Return the distances and marks of `close_floats`, or None if only the heap is exact or fast.

    This is so if costs differ too much, portals have prices, values are large, or some costs are 0 and others
    (or values) fractions.
    """
    if (buckets := buckets_of(board)) is None:
        return None
    (*costs, scale), number = buckets
    within = sources.values <= most
    places, values = sources.places[within], sources.values[within]
    # With costs of 0, all distances in a bucket must be equal.
    are_in_order = board._step_costs.least > 0 or (values == np.floor(values)).all()
    if not are_in_order or abs(values).max(initial=0) * scale >= MAX_QUOTIENT:
        return None
    tree = np.full(board.size, np.inf), bfs.marks(board, places, list(goals))
    tree[0][places] = values
    table = reversed_table(board, watch) if backwards else (board._moves_of_cell, board._delta_of_move)
    fresh = np.empty(INSIDE * len(costs[1]) + 1, np.int32)
    tail_of_bucket = (np.arange(number, dtype=np.int32) << SHIFT) + 1
    pool = np.empty((number + len(fresh) << SHIFT) + board.open_count // 4 + tuning().more_cells, np.int32)
    state = registers() if state is None else state
    state[PRESENT], state[FREE], state[GOAL] = math.floor(values.min(initial=0) * scale), NONE, NONE
    state[USED] = number
    while run(
        close_floats, table, (*costs, scale, int(backwards), most), (places, values), tree,
        ((tail_of_bucket, pool), fresh), state=state, moves_of_cell=board._moves_of_cell, watch=watch,
    ) == FULL:  # fmt: skip
        pool = np.concatenate([pool, np.empty_like(pool)])
    return tree


def buckets_of(board: Board) -> Buckets | None:
    """Return the costs in the form of `close_floats` and the number of buckets, cached; None if too many."""
    return board._kept.get(BUCKETS, lambda: _costs_in_buckets(board))


def _costs_in_buckets(board: Board) -> Buckets | None:
    costs, steps = board.costs, board._step_costs
    if steps.extra_of_move.any() or (steps.least == 0 and not steps.are_whole):
        return None  # portals have prices, or costs are fractions and some are 0
    least, greatest, factors = steps.least, steps.greatest, steps.factor_of_move
    flat = np.ones(1) if costs is None else costs.reshape(-1)
    total = steps.facts_of_cells.total * max(1.0, float(factors.max()))
    width = 2.0 ** (np.frexp(least)[1] - 1)  # a power of two divides without rounding
    divides = 2.0**-1000 < width < 2.0**1000 and total / width < MAX_QUOTIENT
    if not divides or greatest / width > MAX_BUCKETS - 2:
        return None
    small = flat.dtype.kind == "i" and steps.facts_of_cells.greatest < 256
    scaled = flat.astype(np.uint8 if small else np.float64), factors.copy(), 1 / width
    return scaled, 1 << math.ceil(greatest / width + 1).bit_length()  # a power of two, above any move


@kernel
def close_floats(table, costs, sources, tree, buckets, state, budget, events):
    """Close cells, bucket by bucket, up to the first bucket in which an exit is closed (register GOAL).

    ``costs`` is ``(cost_of_cell, cost_of_move, scale, backwards, most)``: move *m* into *v* costs
    ``cost_of_cell[v] * cost_of_move[m]``, and the bucket of a distance is *scale* times the distance, rounded
    down.  If ``cost_of_cell`` has a single entry, it applies to all cells.  *backwards* is as for `dijkstra`,
    and cells beyond *most* are not reached.  ``sources`` is ``(places, values)``, by value.  ``tree`` is
    ``(distance_of_cell, mark_of_cell)``; unknown distances are infinite.  Backwards, if several moves give a
    cell its distance before it is closed, the mark is the first in move order.  ``buckets`` is ``(queue,
    fresh)``: see `gridwalk.search.chunks`; *fresh* has room for the neighbours of a chunk.  If the pool is
    too small, return FULL; the caller continues with a larger one.  At first, the registers GOAL and FREE are
    NONE, and USED is the number of buckets.
    """
    moves_of_cell, delta_of_move = table
    cost_of_cell, cost_of_move, scale, backwards, most = costs
    places, values = sources
    distance_of_cell, mark_of_cell = tree
    (tail_of_bucket, pool), fresh = buckets
    turn = len(tail_of_bucket) - 1
    all_or_one = PLACE if len(cost_of_cell) > 1 else 0
    present, waiting, free, used = state[PRESENT], state[WAITING], state[FREE], state[USED]
    added, goal, expanded, status = state[ADDED], state[GOAL], 0, PAUSED
    upcoming = math.floor(values[added] * scale) if added < len(places) else FAR  # bucket of the next source
    left = budget
    while left > 0:
        left -= 1
        if used + len(fresh) << SHIFT > len(pool):
            status = FULL
            break
        bucket = present & turn
        if upcoming == present:
            v = places[added]
            if distance_of_cell[v] == values[added]:  # else it was reached from another source
                free, used = put(buckets[0], bucket, v, free, used)
                waiting += 1
            added += 1
            upcoming = math.floor(values[added] * scale) if added < len(places) else FAR
            continue
        tail = tail_of_bucket[bucket]
        if tail == (bucket << SHIFT) + 1:
            if goal != NONE or (waiting == 0 and upcoming == FAR):
                status = EXHAUSTED if goal == NONE else FOUND
                break
            present = present + 1 if waiting else upcoming
            continue
        start, free = take(buckets[0], bucket, tail, free)
        count = 0
        # Whether a move is better is unpredictable, so it is no branch (as in A*, `find_with_buckets`).
        for i in range(start + 1, tail):
            u = pool[i & PLACE] & PLACE
            if mark_of_cell[u] & CLOSED:
                continue
            mark_of_cell[u] |= CLOSED
            expanded += 1
            distance = distance_of_cell[u]
            if mark_of_cell[u] & EXIT:
                if goal == NONE or distance < distance_of_cell[goal]:
                    goal = u
                continue
            legal = moves_of_cell[u]
            for m in range(len(delta_of_move)):
                if legal >> m & 1:
                    v = u + delta_of_move[m] & PLACE
                    beyond = distance + cost_of_cell[(u if backwards else v) & all_or_one] * cost_of_move[m]
                    old, mark = distance_of_cell[v], mark_of_cell[v]
                    better = (beyond < old) & (beyond <= most)
                    if backwards and beyond == old and m + 1 < (mark & ~EXIT) < SOURCE:  # open, no source
                        mark = mark & EXIT | m + 1
                    distance_of_cell[v] = beyond if better else old
                    mark_of_cell[v] = mark & EXIT | m + 1 if better else mark
                    fresh[count & PLACE] = v
                    count += better
        for i in range(count):
            v = fresh[i & PLACE] & PLACE
            free, used = put(buckets[0], math.floor(distance_of_cell[v] * scale) & turn, v, free, used)
        waiting += count - (tail - start - 1)
        left -= tail - start - 1
    state[PRESENT], state[WAITING], state[FREE], state[USED] = present, waiting, free, used
    state[ADDED], state[GOAL] = added, goal
    state[EXPANDED] += expanded
    return status


# --------------------------------------------------------------------------------- the heap


@kernel
def dijkstra(table, costs, bound_of_cell, most, is_wanted, tree, heap, state, budget, events):
    """Close cells in order of distance, up to *most*, until LEFT wanted cells are closed (register GOAL).

    ``costs`` is ``(cost_of_cell, factor_of_move, extra_of_move, backwards, worst, most_of_step)``:

    - Move *m* into *v* costs ``cost_of_cell[v] * factor_of_move[m] + extra_of_move[m]``.  It is not made if
      it costs more than *most_of_step*.
    - *backwards*: the table is the reversed one, and distances are distances to the sources.  Of several
      moves by which a cell has its distance, the first in move order counts.  If moves cost nothing,
      `close_floats` may take another one.
    - *worst*: a distance is the cost of the most expensive step, not the sum.

    If ``bound_of_cell`` is None, the keys of the heap are the distances.  If it holds consistent lower bounds
    on the remaining cost, the keys are the sums, and the search is A*.  ``tree`` is ``(distance_of_cell,
    move_of_cell)``; unknown distances are infinite.  The caller puts the sources into the heap, by value, and
    sets their distances.  GOAL is the last wanted cell that was closed.
    """
    moves_of_cell, delta_of_move = table
    cost_of_cell, factor_of_move, extra_of_move, backwards, worst, most_of_step = costs
    distance_of_cell, move_of_cell = tree
    cell_of_place, place_of_cell, key_of_cell = heap
    for _ in range(budget):
        size = state[TAIL]
        if size == 0:
            return EXHAUSTED
        u = cell_of_place[0] & PLACE
        place_of_cell[u] = FINAL
        state[TAIL] = size - 1
        if size > 1:
            sift_down(heap, size - 1, cell_of_place[size - 1])
        state[EXPANDED] += 1
        if events is not None:
            record(events, CLOSE, u, state[EXPANDED])
        if is_wanted[u]:
            state[GOAL] = u
            state[LEFT] -= 1
            if state[LEFT] == 0:
                return FOUND
        distance = distance_of_cell[u]
        legal = moves_of_cell[u]
        for m in range(len(delta_of_move)):
            if not legal >> m & 1:
                continue
            v = u + delta_of_move[m] & PLACE
            entered = u if backwards else v
            cost = cost_of_cell[entered] * factor_of_move[m] + extra_of_move[m]
            beyond = max(distance, cost) if worst else distance + cost
            if beyond < distance_of_cell[v] and beyond <= most and cost <= most_of_step:
                place = place_of_cell[v]
                if place == FINAL:  # only by rounding, because the bound is consistent
                    continue
                distance_of_cell[v] = beyond
                move_of_cell[v] = m
                if bound_of_cell is not None:
                    key_of_cell[v] = beyond + bound_of_cell[v]
                if events is not None:
                    record(events, OPEN if place == NONE else RELAX, v, u)
                if place == NONE:
                    place = state[TAIL]
                    state[TAIL] = place + 1
                sift_up(heap, place, v)
            elif backwards and beyond == distance_of_cell[v] and place_of_cell[v] != FINAL:
                move_of_cell[v] = min(move_of_cell[v], m)  # NONE stays
    return PAUSED


@kernel
def sift_up(heap, place, v):
    """Insert *v* at *place* and move it up to its position in the heap."""
    cell_of_place, place_of_cell, key_of_cell = heap
    while place > 0:
        above = (place - 1) >> 2
        u = cell_of_place[above]
        if key_of_cell[u] <= key_of_cell[v]:
            break
        cell_of_place[place] = u
        place_of_cell[u] = place
        place = above
    cell_of_place[place] = v
    place_of_cell[v] = place


@kernel
def sift_down(heap, size, v):
    """Insert *v* at the top and move it down to its position in the heap."""
    cell_of_place, place_of_cell, key_of_cell = heap
    place = 0
    while 4 * place + 1 < size:
        least = 4 * place + 1
        for below in range(least + 1, min(least + 4, size)):
            if key_of_cell[cell_of_place[below]] < key_of_cell[cell_of_place[least]]:
                least = below
        u = cell_of_place[least]
        if key_of_cell[v] <= key_of_cell[u]:
            break
        cell_of_place[place] = u
        place_of_cell[u] = place
        place = least
    cell_of_place[place] = v
    place_of_cell[v] = place


@kernel
def follow_moves(delta_of_move, move_of_cell, goal, cell_of_step):
    """Fill *cell_of_step* with the path from *goal* back to its source; return its number of cells."""
    v, steps = goal, 0
    while True:
        cell_of_step[steps] = v
        steps += 1
        if move_of_cell[v] == NONE:
            return steps
        v = v - delta_of_move[move_of_cell[v]] & PLACE
