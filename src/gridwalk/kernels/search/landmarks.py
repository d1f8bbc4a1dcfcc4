"""A* with landmarks: lower bounds from the distances of all cells from a few cells far apart.

A field holds the cost of a cheapest path from its landmark to each cell, ``fields`` uint16 or int32
(landmarks, cells), 0 where there is none.  Where a path and its reverse cost the same but for their end
cells, a way from v to the goal costs at least ``field[goal] - field[v]``, and at least
``field[v] - cost[v] - field[goal] + cost[goal]``.  Both are consistent, so no cell is expanded twice, and
no step raises cost plus bound by more than twice the greatest cost.

``labels`` int64 (cells + 1,), 2**62 at first: base + 32 * cost of a cell, plus the move by which it was
reached, plus `CLOSED` once it was expanded.  The last entry is the base, and every search takes one lower by
*reach*: labels of searches before are greater than all of this one, which is what "unknown" means.

``queue`` is ``(head_of_bucket, entry_of_pool)``: int32, a power of two above twice the greatest cost, and
int32 (capacity, 2).  Whole costs, at most 16 moves.

The caller owns all memory; the kernels allocate nothing and raise nothing.
They trust their arguments.
"""

import numpy as np

from gridwalk.kernels.codes import FULL, NONE, PLACE, trailing_zeros
from gridwalk.runtime.kernel import kernel

CLOSED, MOVE, SHIFT = 16, 15, 5
LABEL = -(1 << SHIFT)  # of a label: what is compared
FIRST = 1 << 62
ENTRY, LINK = 0, 1
ACTIVE = 4  # landmarks that a search looks at


@kernel
def rest(aim, v, cost):
    """Return a lower bound on the cost from cell *v*, which costs so much, to the goal."""
    (first, second, third, fourth), at_goal = aim
    a, b = np.int64(first[v]) - at_goal[0], np.int64(second[v]) - at_goal[1]
    c, d = np.int64(third[v]) - at_goal[2], np.int64(fourth[v]) - at_goal[3]
    return max(max(a, b, c, d) - cost + at_goal[4], -min(a, b, c, d))


@kernel
def close_cells(board, aim, source, goal, labels, queue):
    """Return (cost of a cheapest path, cells expanded); NONE: no path, FULL: pool too small.

    ``board`` is ``(moves_of_cell, delta_of_move, cost_of_cell, reach)``.
    """
    moves_of_cell, delta_of_move, cost_of_cell, reach = board
    head_of_bucket, entry_of_pool = queue
    last = labels.size - 1
    if labels[last] < 2 * reach:
        labels[:] = FIRST
    base = labels[last] - reach
    labels[last] = labels[source] = base
    head_of_bucket[:] = NONE
    turn, present = head_of_bucket.size - 1, rest(aim, source, np.int64(cost_of_cell[source]))
    entry_of_pool[0, ENTRY], entry_of_pool[0, LINK], head_of_bucket[present & turn] = source, NONE, 0
    waiting, used, free, expanded = 1, 1, NONE, 0
    # Invariant: all entries are in the buckets of present .. present + turn.
    while waiting:
        entry = np.int64(head_of_bucket[present & turn])
        if entry == NONE:
            present += 1
            continue
        u = np.int64(entry_of_pool[entry & PLACE, ENTRY]) & PLACE
        head_of_bucket[present & turn] = entry_of_pool[entry & PLACE, LINK]
        entry_of_pool[entry & PLACE, LINK], free = free, entry
        waiting -= 1
        here = labels[u]
        if here & CLOSED:
            continue
        labels[u] = here | CLOSED
        expanded += 1
        here &= LABEL
        if u == goal:
            return here - base >> SHIFT, expanded
        if used + delta_of_move.size > entry_of_pool.shape[0]:
            return FULL, expanded
        legal = np.int64(moves_of_cell[u])
        while legal:
            m = np.int64(trailing_zeros(np.uint64(legal)))
            legal &= legal - 1
            v = u + delta_of_move[m] & PLACE
            cost = np.int64(cost_of_cell[v])
            beyond = here + (cost << SHIFT)
            if beyond < labels[v] & LABEL:
                labels[v] = beyond | m
                key = (beyond - base >> SHIFT) + rest(aim, v, cost)
                entry = free
                if entry == NONE:
                    entry = used
                    used += 1
                else:
                    free = np.int64(entry_of_pool[entry & PLACE, LINK])
                entry_of_pool[entry & PLACE, ENTRY] = v
                entry_of_pool[entry & PLACE, LINK] = head_of_bucket[key & turn]
                head_of_bucket[key & turn] = entry
                waiting += 1
    return NONE, expanded


@kernel
def choose(fields, source, goal, cost, active):
    """Fill *active* with the landmarks that bound the way best; *cost* is the goal's less the source's."""
    for k in range(active.size):
        most = np.int64(-1)
        for i in range(fields.shape[0]):
            difference = np.int64(fields[i, goal]) - fields[i, source]
            bound = max(difference, cost - difference)
            for j in range(k):
                if active[j] == i:
                    bound = np.int64(-1)
            if bound > most:
                most, active[k] = bound, i


@kernel
def find_landmarks(model, scratch, source, goal):
    """Search by the best landmarks; *model* is ``(board, columns, parts, fields)``.

    *scratch* is ``(labels, queue, active)``, active int64 (ACTIVE,).
    """
    board, _, part_of_cell, fields = model
    delta_of_move, cost_of_cell = board[1], board[2]
    labels, queue, active = scratch
    if source != goal and (part_of_cell[source] != part_of_cell[goal] or part_of_cell[source] == NONE):
        return NONE, 0.0, 0
    cost = np.int64(cost_of_cell[goal])
    choose(fields, source, goal, cost - cost_of_cell[source], active)
    a, b, c, d = fields[active[0]], fields[active[1]], fields[active[2]], fields[active[3]]
    at_goal = np.int64(a[goal]), np.int64(b[goal]), np.int64(c[goal]), np.int64(d[goal]), cost
    total, expanded = close_cells(board, ((a, b, c, d), at_goal), source, goal, labels, queue)
    if total == FULL:
        return FULL, 0.0, expanded
    v, moves = goal, 0
    while v != source:
        v -= delta_of_move[labels[v] & MOVE]
        moves += 1
    return moves, float(total), expanded


@kernel
def write_landmarks(model, scratch, source, goal, cells):
    """Follow the moves back."""
    board, columns, _, _ = model
    v = goal
    for i in range(cells.shape[0] - 1, -1, -1):
        cells[i, 0], cells[i, 1] = v // columns, v % columns
        if i:
            v -= board[1][scratch[0][v] & MOVE]
