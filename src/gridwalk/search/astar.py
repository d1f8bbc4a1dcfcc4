"""A* from one start to one goal (Hart, Nilsson and Raphael 1968).

Three compiled loops serve three kinds of boards.  They differ in the structure that holds the open cells:

- `find_with_stacks`: for the four orthogonal moves at unit cost; each move raises f = g + h by 0 or 2.
- `find_with_buckets`: for costs of which the greatest is at most about 1,000 times the least (Dial 1969).
- `find_with_heap`: for any other costs, O(moves * log cells).

`trace` runs Dijkstra's algorithm with a lower bound instead (`dijkstra.nearest_first`), so that the logs of
both algorithms can be compared.  If several paths have minimum cost, it may return another one of them.
"""

from __future__ import annotations

from functools import partial
from math import frexp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.moves import ORTHOGONAL
from gridwalk.board.repairs import Change
from gridwalk.runtime.codes import FULL, NONE, PLACE, advance, trailing_zeros
from gridwalk.runtime.kernel import inline_kernel, kernel
from gridwalk.search import dijkstra
from gridwalk.search.bounds import bound, bound_apart, lower_bounds
from gridwalk.search.chunks import INSIDE, SHIFT, put, take
from gridwalk.search.heap import dequeue, enqueue
from gridwalk.search.prepared import Model, Prepared, Scratch
from gridwalk.search.query import Query

MAX_BUCKETS = 2048  # with more, finding the next bucket that is not empty takes long
WIDER = 2  # a bucket may be 2**WIDER times as wide as the least cost
FINE = 64.0  # units per move if all moves cost the same and bounds are fractions of that cost
SMALL = 1 << 27  # maximum total for labels of 32 bits, which stay below 2**29
EXACT = 2.0**37  # minimum number of units of the least cost: rounding loses at most 2**-37 of a cost


def trace(query: Query) -> Path | None:
    """Return a cheapest path and log the search."""
    return dijkstra.nearest_first(query, "astar", lower_bounds(query.board, query.exits))


def prepare(board: Board) -> Prepared:
    """Prepare the search for *board*: choose the loop and create its arrays."""
    if board.costs is None and board._is_plain(ORTHOGONAL) and board.moves.deltas == ORTHOGONAL.deltas:
        return _with_stacks(board)
    return _with_buckets(board) or _with_heap(board)


# -------------------------------------------------------------- stacks: orthogonal moves, unit cost


def _with_stacks(board: Board) -> Prepared:
    model = board._moves_of_cell, board._delta_of_move, board.columns
    scratch = partial(_stack_scratch, board.size)
    return Prepared("astar", find_with_stacks, write_from_stacks, board.size, model, scratch, _repair_table)


def _stack_scratch(size: int, room: int) -> Scratch:
    capacity = min(size + 8, room * (size // 8 + 64))
    return np.zeros(size + 1, np.uint16), np.empty((2, capacity), np.int32)


def _repair_table(model: Model, change: Change) -> Model:
    """Return the model of a changed board, which differs only in the legal moves."""
    return change.after._moves_of_cell, *model[1:]


@kernel
def find_with_stacks(model, scratch, source, goal):
    """Return (moves, cost, cells expanded) of a shortest path by the four orthogonal moves at unit cost.

    A move towards the goal does not change ``f = g + h``; a move away raises it by two.  The stack *near*
    holds the cells of the current f, the stack *far* the cells of f + 2; when *near* is empty, they swap.
    A path found after k swaps has ``h(source) + 2 k`` moves.  ``mark_of_cell`` (see `advance`) holds base +
    the move by which a cell was reached, plus 8 if the f of the cell is the current one.
    """
    moves_of_cell, delta_of_move, columns = model
    mark_of_cell, cell_of_stack = scratch
    base = advance(mark_of_cell, 16)
    settled = base + 8
    goal_row, goal_column = goal // columns, goal % columns
    moves = abs(source // columns - goal_row) + abs(source % columns - goal_column)
    near, far = cell_of_stack[0], cell_of_stack[1]
    capacity = near.size - 4
    near[0] = source
    mark_of_cell[source] = settled
    near_size, far_size, expanded = 1, 0, 0
    while near_size:
        # Invariant: near holds settled cells, each once; far holds every cell reached but not settled.
        while near_size:
            near_size -= 1
            u = np.int64(near[near_size & PLACE]) & PLACE
            if u == goal:
                return moves, float(moves), expanded
            if near_size > capacity or far_size > capacity:
                return FULL, 0.0, expanded
            expanded += 1
            row = u // columns
            column = u - row * columns
            toward = (
                np.int64(row > goal_row)
                | np.int64(column < goal_column) << 1
                | np.int64(row < goal_row) << 2
                | np.int64(column > goal_column) << 3
            )
            legal = np.int64(moves_of_cell[u])
            for m in (0, 2, 1, 3):  # moves along the row go last on the stack, so they are popped first
                if legal >> m & 1:
                    v = u + delta_of_move[m] & PLACE
                    if toward >> m & 1:
                        if mark_of_cell[v] < settled:
                            mark_of_cell[v] = settled + m
                            near[near_size & PLACE] = v
                            near_size += 1
                    elif mark_of_cell[v] < base:
                        mark_of_cell[v] = base + m
                        far[far_size & PLACE] = v
                        far_size += 1
        near_size = settle(far, far_size, mark_of_cell, settled)
        near, far = far, near
        far_size = 0
        moves += 2
    return NONE, 0.0, expanded


@kernel
def settle(cells, size, mark_of_cell, settled):
    """Settle the unsettled cells of ``cells[:size]``, move them to the front and return their number."""
    count = 0
    for i in range(size):
        v = cells[i]
        if mark_of_cell[v] < settled:
            mark_of_cell[v] += 8
            cells[count] = v
            count += 1
    return count


@kernel
def write_from_stacks(model, scratch, source, goal, cells):
    """Fill *cells*, (row, column) each, shape (moves + 1, 2), with the path found by `find_with_stacks`."""
    columns, mark_of_cell = model[2], scratch[0]
    row, column = goal // columns, goal % columns
    i = cells.shape[0] - 1
    v = goal
    while i > 0:
        cells[i, 0] = row
        cells[i, 1] = column
        m = np.int64(mark_of_cell[v]) & 3
        row += (1, 0, -1, 0)[m]
        column += (0, -1, 0, 1)[m]
        v = row * columns + column
        i -= 1
    cells[0, 0] = row
    cells[0, 1] = column


# ------------------------------------------------------------------- buckets: costs of similar size


def _with_buckets(board: Board) -> Prepared | None:
    """Return A* with buckets, or None if costs differ too much.

    Costs become whole numbers of a unit.  They stay exact if their sums are exact in float64.
    """
    steps, size, columns = board._step_costs, board.size, board.columns
    if steps.least <= 0 or steps.extra_of_move.any():
        return None  # with moves that cost nothing, walking back could go in circles
    rate, slope = steps.rates(is_wrapped=board.wrap is not None)
    costs = np.ones(size, np.uint8) if board.costs is None else board.costs.reshape(-1)
    facts, factors = steps.facts_of_cells, steps.factor_of_move
    # An upper bound on all costs of paths, and on all lower bounds of them.
    total = facts.total * max(1.0, float(factors.max())) + 2 * steps.greatest * (board.rows + columns)
    cost_of_cell: NDArray[Any]
    factor_of_move: NDArray[Any] | None = None
    unit = FINE if board.costs is None and rate != 1 else 1.0
    is_byte, is_float = facts.greatest < 256, costs.dtype.kind == "f"
    is_small = is_byte and steps.are_whole and (factors == 1).all() and total * unit < SMALL
    if is_small:
        cost_of_cell, price_of_move = costs.astype(np.uint8) * np.uint8(unit), factors / unit
    else:
        exponent = 60 - frexp(total)[1]  # sums stay below 2**60
        unit = 2.0**exponent if abs(exponent) < 1000 else 0.0
        if unit * steps.least < EXACT and not (steps.are_exact and unit >= 1):
            return None
        if is_float:
            cost_of_cell, factor_of_move, price_of_move = costs * unit, factors, factors / unit
        else:
            cost_of_cell = costs.astype(np.uint8 if is_byte else np.int64)
            factor_of_move, price_of_move = (factors * unit).astype(np.int64), factors
    shift = int(steps.least * unit).bit_length() - 1
    if board.costs is None and not is_small:
        shift -= 1  # many cells have nearly equal f: with narrower buckets the search ends sooner
    widest = 2 * int(steps.greatest * unit) + 2  # a move may raise both the distance and the bound
    shift += min(WIDER, max(0, ((widest >> shift) + 1).bit_length() - MAX_BUCKETS.bit_length() + 1))
    ring = 1 << ((widest >> shift) + 1).bit_length()
    if ring > MAX_BUCKETS:
        return None
    reach = 2 << int(total * unit + 1).bit_length()
    bits = size.bit_length() + columns.bit_length()
    inverse = (1 << bits) // columns + 1
    model = (
        (board._moves_of_cell, board._delta_of_move),
        (cost_of_cell, factor_of_move, price_of_move),
        (columns, inverse, bits, int(rate * unit), int(slope * unit), shift, reach),
    )
    scratch = partial(_bucket_scratch, size, len(board.moves), ring, is_small)
    return Prepared("astar", find_with_buckets, write_from_buckets, size, model, scratch, _repair_costs)


def _bucket_scratch(size: int, moves: int, ring: int, is_small: bool, room: int) -> Scratch:
    labels = np.zeros(size, np.int32 if is_small else np.int64), np.ones(1, np.int64)
    chunks = ring + INSIDE * moves + room * (size // 4 + 1024 >> SHIFT)
    queue = np.empty(ring, np.int32), np.empty(chunks << SHIFT, np.int32)
    return labels, queue, np.empty(INSIDE * moves + 1, np.int32), np.empty(size, np.int32)


def _repair_costs(model: Model, change: Change) -> Model | None:
    """Return the model of a changed board; None if costs changed, because costs decide which loop is used."""
    if change.is_repriced or len(change.priced):
        return None
    (_, delta_of_move), *rest = model
    return (change.after._moves_of_cell, delta_of_move), *rest


MASK = (1 << 63) - 1  # makes a negative difference of label and base very large
UNKNOWN = 1 << 61  # from here on a distance means "unknown"


@kernel
def find_with_buckets(model, scratch, source, goal):
    """Return (moves, cost, cells expanded) of a cheapest path; open cells are in buckets by their f.

    Move *m* into *v* costs ``cost_of_cell[v] * factor_of_move[m]`` units, rounded down; if factors are None,
    all are 1.  The exact cost is ``cost_of_cell[v] * price_of_move[m]``.

    ``label_of_cell`` holds ``base + 2 * distance + 1`` while a cell is open, and one less after it was
    expanded at that distance.  Each search uses a base above all earlier labels, ``next_base[0]``, and
    ignores lower labels, so no search clears the array.  A bucket covers ``2**shift`` distances.  It is a
    stack of chunks from one pool.  A whole chunk is taken at a time, which loads many cells from memory at
    once.  If the cost of a cell falls, the cell is added again, and expanded again if necessary.
    """
    table, costs, (columns, inverse, bits, rate, slope, shift, reach) = model
    (label_of_cell, next_base), queue, fresh, cell_of_step = scratch
    tail_of_bucket, pool = queue
    number_of_moves, turn = len(table[1]), len(tail_of_bucket) - 1
    every = (1 << number_of_moves) - 1
    base = np.int64(next_base[0])
    if base + reach > 1 << 8 * label_of_cell.itemsize - 2:
        base = 1
        label_of_cell[:] = 0
    for bucket in range(len(tail_of_bucket)):
        tail_of_bucket[bucket] = (bucket << SHIFT) + 1  # chunk b of the pool is always the lowest of bucket b
    goal_row, goal_column = goal // columns, goal % columns
    label_of_cell[source] = base + 1
    present = bound(source, goal_row, goal_column, columns, rate, slope) >> shift
    free, used = put(queue, present & turn, source, NONE, len(tail_of_bucket))
    count, expanded, is_full = 1, 0, False
    while count:
        bucket = present & turn
        tail = np.int64(tail_of_bucket[bucket])
        while tail == (bucket << SHIFT) + 1:
            present += 1
            bucket = present & turn
            tail = np.int64(tail_of_bucket[bucket])
        if np.int64(label_of_cell[goal]) - base & MASK <= (present << shift + 1) + 1:
            break  # no open cell has a smaller f
        if used + INSIDE * number_of_moves << SHIFT > len(pool):
            is_full = True
            break
        start, free = take(queue, bucket, tail, free)
        added = 0
        for i in range(start + 1, tail):
            u = np.int64(pool[i & PLACE]) & PLACE
            here = np.int64(label_of_cell[u])
            if here - base & 1 == 0:
                continue  # already expanded
            label_of_cell[u] = here - 1
            expanded += 1
            added = relax(table, costs, label_of_cell, base, fresh, u, here, every, added)
        # New cells may overwrite the chunk, so they are added only after the chunk was read.
        for i in range(added):
            v = np.int64(fresh[i & PLACE]) & PLACE
            row = v * inverse >> bits  # v // columns, without a division
            rest = bound_apart(row - goal_row, v - row * columns - goal_column, rate, slope)
            key = (np.int64(label_of_cell[v]) - base >> 1) + rest >> shift
            free, used = put(queue, max(key, present) & turn, v, free, used)
        count += added - (tail - start - 1)
    next_base[0] = base + (min(present + turn + 1, UNKNOWN >> shift + 1) << shift + 1) + 2
    left = (np.int64(label_of_cell[goal]) - base & MASK) >> 1
    if is_full or left >= UNKNOWN:
        return FULL if is_full else NONE, 0.0, expanded
    moves, cost = walk_back(table, costs, label_of_cell, base, goal, left, cell_of_step)
    return moves, cost, expanded


@inline_kernel
def relax(table, costs, label_of_cell, base, fresh, u, here, every, added):
    """Lower the labels of neighbours of *u* if possible, append these to *fresh*, and return its length."""
    moves_of_cell, delta_of_move = table
    legal = np.int64(moves_of_cell[u])
    for m in range(len(delta_of_move) if legal == every else 0):
        added += lower(costs, label_of_cell, base, fresh, u + delta_of_move[m] & PLACE, here, m, added)
    legal = 0 if legal == every else legal
    while legal:
        m = np.int64(trailing_zeros(np.uint64(legal)))
        legal &= legal - 1
        added += lower(costs, label_of_cell, base, fresh, u + delta_of_move[m] & PLACE, here, m, added)
    return added


@inline_kernel
def lower(costs, label_of_cell, base, fresh, v, here, m, added):
    """Give *v* the label of move *m* if it is lower, append *v* to *fresh*, and return whether it is lower.

    The code has no branch, because the outcome is unpredictable.
    """
    cost_of_cell, factor_of_move, _ = costs
    old = np.int64(label_of_cell[v])
    beyond = here + 2 * cost_of(cost_of_cell, factor_of_move, m, v)
    better = beyond - base < (old - base & MASK)
    label_of_cell[v] = beyond if better else old
    fresh[added & PLACE] = v
    return better


@inline_kernel
def cost_of(cost_of_cell, factor_of_move, m, v):
    """Return the cost of move *m* into *v*, in units."""
    if factor_of_move is None:
        return np.int64(cost_of_cell[v])
    return np.int64(cost_of_cell[v] * factor_of_move[m])


@kernel
def walk_back(table, costs, label_of_cell, base, goal, left, cell_of_step):
    """Fill *cell_of_step* with a cheapest path from *goal* back to the source; return (moves, cost).

    Each step uses the first move, in move order, that explains the label.  Every move costs at least a unit.
    """
    moves_of_cell, delta_of_move = table
    cost_of_cell, factor_of_move, price_of_move = costs
    v, moves, total = goal, 0, 0.0
    while left:
        cell_of_step[moves] = v
        moves += 1
        for m in range(len(delta_of_move)):
            u = v - delta_of_move[m]
            if 0 <= u < len(moves_of_cell) and np.int64(moves_of_cell[u]) >> m & 1:
                before = left - cost_of(cost_of_cell, factor_of_move, m, v)
                if (np.int64(label_of_cell[u]) - base & MASK) >> 1 == before:
                    total += cost_of_cell[v] * price_of_move[m]
                    v, left = u, before
                    break
    cell_of_step[moves] = v
    return moves, total


@kernel
def write_from_buckets(model, scratch, source, goal, cells):
    """Fill *cells*, (row, column) each, shape (moves + 1, 2), with the path found by `find_with_buckets`."""
    columns, cell_of_step = model[2][0], scratch[3]
    for i in range(cells.shape[0]):
        v = cell_of_step[cells.shape[0] - 1 - i]
        cells[i, 0], cells[i, 1] = v // columns, v % columns


# ---------------------------------------------------------------------------- heap: any other costs


def _with_heap(board: Board) -> Prepared:
    size, steps = board.size, board._step_costs
    rate, slope = steps.rates(is_wrapped=board.wrap is not None)
    span = 16 if len(board.moves) <= 8 else 2 << (len(board.moves) - 1).bit_length()
    costs = np.ones(size) if board.costs is None else board.costs.reshape(-1).astype(np.float64)
    # Keys of the heap must stay below 2**62.  Division by a power of two is exact.
    total = steps.facts_of_cells.total * max(1.0, float(steps.factor_of_move.max()))
    total += len(board.portals) * float(steps.extra_of_move.max())
    unit = 1.0 if total < 2.0**60 else 2.0 ** (frexp(total)[1] - 60)
    in_kernels = costs / unit, steps.factor_of_move, steps.extra_of_move / unit
    frame = board.columns, rate / unit, slope / unit, span, unit
    model = (board._moves_of_cell, board._delta_of_move), in_kernels, frame
    scratch = partial(_heap_scratch, size, span)
    return Prepared("astar", find_with_heap, write_from_heap, size, model, scratch, _repair_costs)


def _heap_scratch(size: int, span: int, room: int) -> Scratch:
    entries = room * (size // 2 + 1024) + span
    return np.zeros(size + 1, np.uint16), np.empty(size), np.empty(entries), np.empty(entries, np.int32)


@kernel
def find_with_heap(model, scratch, source, goal):
    """Return (moves, cost, cells expanded) of a cheapest path; open cells are in a heap.

    ``mark_of_cell`` (see `advance`) holds base + the move by which a cell was reached, plus half the span
    if the cell is closed.  ``cost_to_cell`` is valid only for cells with such a mark.  The lower bound is
    consistent, so no closed cell is opened again.
    """
    (moves_of_cell, delta_of_move), costs, (columns, rate, slope, span, unit) = model
    cost_of_cell, factor_of_move, extra_of_move = costs
    mark_of_cell, cost_to_cell, keys, items = scratch
    goal_row, goal_column = goal // columns, goal % columns
    base = advance(mark_of_cell, span)
    closed = base + span // 2
    mark_of_cell[source], cost_to_cell[source] = base, 0.0
    size = enqueue(keys, items, 0, 0.0, source)
    expanded = 0
    # Invariant: every open cell is in the heap with its minimum cost so far.
    while size:
        u = np.int64(items[0]) & PLACE
        size = dequeue(keys, items, size)
        if mark_of_cell[u] >= closed:
            continue
        mark_of_cell[u] += span // 2
        expanded += 1
        cost = cost_to_cell[u]
        if u == goal:
            moves = 0
            while u != source:
                u -= delta_of_move[np.int64(mark_of_cell[u]) & (span // 2 - 1)]
                moves += 1
            return moves, cost * unit, expanded
        if size + delta_of_move.size > keys.size:
            return FULL, 0.0, expanded
        legal = np.int64(moves_of_cell[u])
        for m in range(delta_of_move.size):
            if legal >> m & 1:
                v = u + delta_of_move[m] & PLACE
                total = cost + factor_of_move[m] * cost_of_cell[v] + extra_of_move[m]
                if mark_of_cell[v] < base or (mark_of_cell[v] < closed and total < cost_to_cell[v]):
                    mark_of_cell[v], cost_to_cell[v] = base + m, total
                    key = total + bound(v, goal_row, goal_column, columns, rate, slope)
                    size = enqueue(keys, items, size, key, v)
    return NONE, 0.0, expanded


@kernel
def write_from_heap(model, scratch, source, goal, cells):
    """Fill *cells*, (row, column) each, shape (moves + 1, 2), with the path found by `find_with_heap`."""
    delta_of_move, (columns, _, _, span, _), mark_of_cell = model[0][1], model[2], scratch[0]
    v = goal
    for i in range(cells.shape[0] - 1, -1, -1):
        cells[i, 0] = v // columns
        cells[i, 1] = v % columns
        v -= delta_of_move[np.int64(mark_of_cell[v]) & (span // 2 - 1)]
