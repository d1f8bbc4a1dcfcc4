"""Cheapest paths where costs are whole numbers: A* over a ring of buckets.

A cell waits in the bucket of the sum of its distance and a bound on the rest (Dial 1969; Denardo and Fox
1979).  A bucket is a stack of chunks of one pool, and whole chunks leave it, so that the loads of
many cells are under way together.  The first place of a chunk links to the chunk below it.  A cell made
cheaper is put in again; the older entry is passed over.

``label_of_cell`` holds ``base + 2 * distance + 1`` while a cell waits, one less once it was expanded at that
distance.  Each search takes a base above all labels of the one before: what lies below it is unknown.  So
no search wipes anything on a board that was asked before.  ``book`` int64 (2,) is the base of this search,
and where that of the next one begins.

A bucket may be wider than the least cost, and bounds need not be consistent: a cell that was expanded too
early is expanded again.  Every move costs 1 or more, so the way back is the first move, in move order, that
fits.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.kernels.codes import EXHAUSTED, EXPANDED, FOUND, FULL, NONE, PLACE, trailing_zeros
from gridwalk.runtime.kernel import inline_kernel, kernel

SHIFT = 5
CHUNK, INSIDE = 1 << SHIFT, (1 << SHIFT) - 1  # places of a chunk, and those for cells
PRESENT, COUNT, SPARE, USED = 4, 5, 6, 7  # registers: a bucket, entries, the first free chunk, all made
MASK = (1 << 63) - 1  # of the difference of label and base: below 0 it becomes very great
UNKNOWN = 1 << 61  # distances from here on are not known
BASE, NEXT = 0, 1  # entries of book


@inline_kernel
def put(queue, bucket, v, free, used):
    """Put *v* into *bucket*; return the first free chunk and how many were ever used."""
    tail_of_bucket, pool = queue
    tail = np.int64(tail_of_bucket[bucket])
    if tail & INSIDE == 0:  # the chunk is full
        chunk = free
        if free == NONE:
            chunk = used
            used += 1
        else:
            free = np.int64(pool[free << SHIFT & PLACE])
        pool[chunk << SHIFT & PLACE] = tail
        tail = (chunk << SHIFT) + 1
    pool[tail & PLACE] = v
    tail_of_bucket[bucket] = tail + 1
    return free, used


@kernel
def begin(labels, queue, source, present, room, state):
    """Empty the queue, and put *source* into the bucket *present*.

    Labels are less than *room* above a base.  Chunk b of the pool is always the lowest of bucket b.
    """
    label_of_cell, book = labels
    tail_of_bucket = queue[0]
    for bucket in range(len(tail_of_bucket)):
        tail_of_bucket[bucket] = (bucket << SHIFT) + 1
    base = np.int64(book[NEXT])
    if base + room > 1 << 8 * label_of_cell.itemsize - 2:
        base = 1
        for v in range(len(label_of_cell)):
            label_of_cell[v] = 0
    book[BASE], book[NEXT] = base, base + 2
    label_of_cell[source] = base + 1
    free, used = put(queue, present & len(tail_of_bucket) - 1, source, NONE, len(tail_of_bucket))
    state[PRESENT], state[COUNT], state[SPARE], state[USED] = present, 1, free, used


@inline_kernel
def far(aim, v):
    """Return `gridwalk.kernels.search.astar.bound`, without a division."""
    goal_row, goal_column, columns, inverse, bits, rate, slope = aim
    row = v * inverse >> bits
    down, across = row - goal_row, v - row * columns - goal_column
    shorter = min(abs(down), abs(across))
    if slope < 0 and (down < 0) != (across < 0):
        shorter = 0
    return rate * max(abs(down), abs(across)) + abs(slope) * shorter


@inline_kernel
def whole_cost(cost_of_cell, factor_of_move, m, v):
    """Return what the move *m* into *v* costs."""
    if factor_of_move is None:
        return np.int64(cost_of_cell[v])
    return np.int64(cost_of_cell[v]) * factor_of_move[m]


@inline_kernel
def lower(costs, label_of_cell, base, fresh, v, here, m, added):
    """Give *v* the label by the move *m* if that is better, and list it then; return whether it is.

    There is no branch, as nobody could foresee it.
    """
    cost_of_cell, factor_of_move, _ = costs
    old = np.int64(label_of_cell[v])
    beyond = here + 2 * whole_cost(cost_of_cell, factor_of_move, m, v)
    better = beyond - base < (old - base & MASK)
    label_of_cell[v] = beyond if better else old
    fresh[added & PLACE] = v
    return better


@inline_kernel
def relax(table, costs, label_of_cell, base, fresh, u, here, every, added):
    """Make neighbours of *u* cheaper where they can be, and list them in *fresh*; return how many it has."""
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
def expand_all(table, costs, aim, labels, queue, fresh, chunk, free, used):
    """Expand the cells of a chunk by all moves; return (put in, expanded, first free chunk, ever used).

    ``chunk`` is (bucket, places from, to).  *fresh* has room for all neighbours: its places may be those of
    the chunk itself, so they are put in at the end.
    """
    label_of_cell, book = labels
    present, start, end = chunk
    base, turn, every = np.int64(book[BASE]), len(queue[0]) - 1, (1 << len(table[1])) - 1
    added, expanded = 0, 0
    for i in range(start, end):
        u = np.int64(queue[1][i & PLACE]) & PLACE
        here = np.int64(label_of_cell[u])
        if here - base & 1 == 0:
            continue  # expanded since
        label_of_cell[u] = here - 1
        expanded += 1
        added = relax(table, costs, label_of_cell, base, fresh, u, here, every, added)
    for i in range(added):
        v = np.int64(fresh[i & PLACE]) & PLACE
        key = (np.int64(label_of_cell[v]) - base >> 1) + far(aim, v) >> costs[2]
        free, used = put(queue, max(key, present) & turn, v, free, used)
    return added, expanded, free, used


@kernel
def astar_buckets(table, costs, aim, goal, labels, queue, fresh, state):
    """Expand cells in order of distance plus `far` until *goal* has its distance; return the status.

    ``costs`` is ``(cost_of_cell, factor_of_move, shift)``: whole costs, factors or None where all are 1, and
    a bucket has ``2**shift`` distances.  ``queue`` is ``(tail_of_bucket, pool)``; *fresh* has room for all
    neighbours of the cells of a chunk.  FULL: there is no room in the pool; ask again with a larger one.
    """
    shift, moves = costs[2], len(table[1])
    label_of_cell, book = labels
    tail_of_bucket, pool = queue
    turn = len(tail_of_bucket) - 1
    present, count, free, used = state[PRESENT], state[COUNT], state[SPARE], state[USED]
    base, expanded, status = np.int64(book[BASE]), 0, EXHAUSTED
    while count:
        bucket = present & turn
        tail = np.int64(tail_of_bucket[bucket])
        while tail == (bucket << SHIFT) + 1:
            present += 1
            bucket = present & turn
            tail = np.int64(tail_of_bucket[bucket])
        if np.int64(label_of_cell[goal]) - base & MASK <= (present << shift + 1) + 1:
            status = FOUND
            break
        if used + INSIDE * moves << SHIFT > len(pool):
            status = FULL
            break
        at = tail - 1 >> SHIFT << SHIFT
        if at == bucket << SHIFT:
            tail_of_bucket[bucket] = at + 1
        else:
            tail_of_bucket[bucket] = pool[at & PLACE]
            pool[at & PLACE] = free
            free = at >> SHIFT
        new, done, free, used = expand_all(
            table, costs, aim, labels, queue, fresh, (present, at + 1, tail), free, used
        )
        count += new - (tail - at - 1)
        expanded += done
    state[PRESENT], state[COUNT], state[SPARE], state[USED] = present, count, free, used
    state[EXPANDED] += expanded
    book[NEXT] = base + (min(present + turn + 1, UNKNOWN >> shift + 1) << shift + 1) + 2
    return status


@inline_kernel
def distance_to(labels, v):
    """Return the distance of *v*, very great where it is not known."""
    label_of_cell, book = labels
    return (np.int64(label_of_cell[v]) - np.int64(book[BASE]) & MASK) >> 1


@kernel
def walk_back(table, costs, price_of_move, labels, goal, cell_of_step):
    """Fill *cell_of_step* with a cheapest way from *goal* back to a source; return (how many cells, cost).

    A move costs ``price_of_move[m]`` times the whole cost of the cell entered.
    """
    moves_of_cell, delta_of_move = table
    cost_of_cell, factor_of_move, _ = costs
    v, left, steps, total = goal, distance_to(labels, goal), 0, 0.0
    while left:
        cell_of_step[steps] = v
        steps += 1
        for m in range(len(delta_of_move)):
            u = v - delta_of_move[m]
            if 0 <= u < len(moves_of_cell) and np.int64(moves_of_cell[u]) >> m & 1:
                cost = whole_cost(cost_of_cell, factor_of_move, m, v)
                if distance_to(labels, u) == left - cost:
                    total += np.int64(cost_of_cell[v]) * price_of_move[m]
                    v, left = u, left - cost
                    break
    cell_of_step[steps] = v
    return steps + 1, total
